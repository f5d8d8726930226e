"""*instead* where nothing *would* happen: the tree of what is meant by it.

*When E, S instead* is *If E would …, S instead*.  *S. If C, T instead.* is *If C, T. Otherwise, S.*: behind an order
that has just been given, *instead* takes the place of that order.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from toolkit.language.ast import Act, Clause, Clauses, Given, Link, Sentence, Verb
from toolkit.language.parts import span_of

_STATES = frozenset({"have", "show", "be"})


def replacement(sentence: Sentence) -> Sentence:
    """*When a cat is fed, S instead* with *would*; any other sentence as it is."""
    first = sentence.openings[0] if sentence.openings else None
    if not isinstance(first, Given) or first.word != "when" or not _instead(sentence):
        return sentence
    clause = first.condition.clauses[0]
    if len(first.condition.clauses) != 1 or not isinstance(clause, Clause) or len(clause.verbs) != 1:
        return sentence
    verb = clause.verbs[0]
    if (
        not isinstance(verb, Act)
        or verb.modal
        or verb.negated
        or verb.tense != "present"
        or verb.verb in _STATES
    ):
        return sentence
    would = replace(clause, verbs=(replace(verb, modal="would"),))
    given = replace(first, word="if", condition=replace(first.condition, clauses=(would,)))
    return replace(sentence, openings=(given, *sentence.openings[1:]))


def alternatives(sentences: Sequence[Sentence]) -> list[Sentence]:
    """The sentences of a text, each order that a later one replaces behind *Otherwise*."""
    made: list[Sentence] = []
    for sentence in sentences:
        before = made[-1] if made else None
        if before is None or not _takes_place(sentence) or not _is_order(before):
            made.append(sentence)
            continue
        openings = (*before.openings, *sentence.openings)
        made[-1] = replace(sentence, openings=openings, body=_without(sentence.body), span=sentence.span)
        link = Link(span=sentence.span, word="otherwise")
        made.append(Sentence(span=before.span, openings=(link,), body=before.body))
    return made


def _takes_place(sentence: Sentence) -> bool:
    """*If C, T instead.*, C being something that holds."""
    if len(sentence.openings) != 1 or not _instead(sentence):
        return False
    first, verb = sentence.openings[0], _verbs(sentence)[0]
    return (
        isinstance(first, Given) and first.word == "if" and verb.modal is None and not _would(first.condition)
    )


def _is_order(sentence: Sentence) -> bool:
    """Whether a sentence orders something, at most behind *When …,*."""
    if not isinstance(sentence.body, Clauses) or sentence.body.joints or _instead(sentence):
        return False
    if any(not isinstance(opening, Given) or opening.word != "when" for opening in sentence.openings):
        return False
    verb = _verbs(sentence)[0] if _verbs(sentence) else None
    return isinstance(verb, Act) and verb.modal is None and not verb.negated and verb.verb not in _STATES


def _instead(sentence: Sentence) -> bool:
    return bool(_verbs(sentence)) and _verbs(sentence)[-1].instead


def _verbs(sentence: Sentence) -> tuple[Verb, ...]:
    last = sentence.body.clauses[-1] if isinstance(sentence.body, Clauses) else None
    return last.verbs if isinstance(last, Clause) else ()


def _would(condition: Clauses) -> bool:
    return any(
        verb.modal == "would" for each in condition.clauses if isinstance(each, Clause) for verb in each.verbs
    )


def _without(body: object) -> Clauses:
    assert isinstance(body, Clauses)
    last = body.clauses[-1]
    assert isinstance(last, Clause)
    verbs = (*last.verbs[:-1], replace(last.verbs[-1], instead=False))
    return replace(body, clauses=(*body.clauses[:-1], replace(last, verbs=verbs)), span=span_of(body))
