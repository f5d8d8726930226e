"""Accepted alternates for what somebody has more of: *Each player with more cats there than you sends one of them.*

Tree → the tree of the canonical wording, as in `normal.py`: *one of their cats there*, for only what was counted out is
called *those* afterwards.
"""

from __future__ import annotations

from dataclasses import replace

from toolkit.language import which
from toolkit.language.ast import (
    Act,
    Clause,
    Clauses,
    Complement,
    Determiner,
    Modifier,
    Noun,
    Pronoun,
    Sentence,
    Verb,
)


def one_of_theirs(sentence: Sentence) -> Sentence:
    """With *one of them*, of what the players are compared by, said in full."""
    body = sentence.body
    if not isinstance(body, Clauses):
        return sentence
    opened = bool(sentence.openings) or len(body.clauses) > 1
    clauses = tuple(_named(each, opened) if isinstance(each, Clause) else each for each in body.clauses)
    return sentence if clauses == body.clauses else replace(sentence, body=replace(body, clauses=clauses))


def _named(clause: Clause, opened: bool) -> Clause:
    """`opened`: something else of the sentence may have named things of that kind, too: *If there are 3 cats in the
    park, each player with cats in their home sends one of them*.
    """
    subject = clause.subject
    if not isinstance(subject, Noun) or subject.head != "player" or subject.relative is not None:
        return clause
    had = (
        m.what for m in subject.modifiers if m.word == "with" and (_compares(m) or (opened and _counts(m)))
    )
    than = next(had, None)
    if not isinstance(than, Noun):
        return clause
    return replace(clause, verbs=tuple(_said_of(verb, than) for verb in clause.verbs))


def _counts(modifier: Modifier) -> bool:
    """*with cats there*, *with at least 2 cats there*."""
    what = modifier.what
    if not isinstance(what, Noun) or what.relative is not None or what.head is None:
        return False
    det = what.determiner
    plain = which.uncounted(det).is_empty()
    return plain and bool(what.plural or det.number) and not any(map(_in_any, what.modifiers))


def _in_any(modifier: Modifier) -> bool:
    """*with more than 3 cats in a region*: said again, *in a region* would be any other."""
    where = modifier.what
    if not isinstance(where, Noun) or where.name is not None:
        return False
    det = where.determiner
    return det.article not in ("the", "this", "that") and det.possessive is None and det.owner is None


def _compares(modifier: Modifier) -> bool:
    """*with more cats there than you*."""
    what = modifier.what
    if not isinstance(what, Noun) or what.determiner.more not in ("more", "fewer", "less"):
        return False
    return what.relative is None and what.modifier("than") is not None


def _said_of(verb: Verb, than: Noun) -> Verb:
    if not isinstance(verb, Act):
        return verb
    return replace(verb, complements=tuple(_in_full(each, than) for each in verb.complements))


def _in_full(complement: Complement, than: Noun) -> Complement:
    """*one of them* as *one of their cats there*, *them* as *their cats there*."""
    node, where = complement.value, tuple(each for each in than.modifiers if each.word != "than")
    their = Determiner(span=node.span if node is not None else None, possessive="their")
    if (
        isinstance(node, Pronoun)
        and node.word == "they"
        and complement.role == "obj"
        and than.determiner.more is None
    ):
        cats = replace(than, span=node.span, determiner=their, plural=True, modifiers=where)
        return replace(complement, value=cats)
    if not isinstance(node, Noun) or node.head != "thing" or node.adjectives or node.modifiers:
        return complement
    det = node.determiner
    if replace(det, span=None, number=None) != Determiner(of=True, article="those") or det.number is None:
        return complement
    theirs = replace(det, article=None, possessive="their")
    said = replace(node, determiner=theirs, adjectives=than.adjectives, head=than.head, modifiers=where)
    return replace(complement, value=said)
