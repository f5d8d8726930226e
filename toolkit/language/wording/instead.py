"""*instead* where nothing *would* happen: the tree of what is meant by it.

*When E, S instead* is *If E would …, S instead*.  *S. If C, T instead.* is *If C, T. Otherwise, S.*: after an order
that has just been given, *instead* takes the place of that order.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from toolkit.language.ast import (
    Act,
    Clause,
    Clauses,
    Determiner,
    Given,
    Link,
    Noun,
    Opening,
    Pronoun,
    Sentence,
    Verb,
    swapped,
)
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
    """The sentences of a text, each order that a later one replaces after *Otherwise*."""
    made: list[Sentence] = []
    for sentence in sentences:
        before = made[-1] if made else None
        if before is None or not _takes_place(sentence) or not _is_order(before):
            made.append(sentence)
            continue
        openings = (*before.openings, *(_named(each, _the_thing(before)) for each in sentence.openings))
        made[-1] = replace(sentence, openings=openings, body=_without(sentence.body), span=sentence.span)
        link = Link(span=sentence.span, word="otherwise")
        made.append(Sentence(span=before.span, openings=(link,), body=before.body))
    return made


def _the_thing(order: Sentence) -> Noun | None:
    """*Take the marker.*: the one thing of which an order speaks, if it is said which."""
    verb = _verbs(order)[0]
    assert isinstance(verb, Act)
    what = verb.object
    if not isinstance(what, Noun) or len(verb.complements) > 1 or what.modifiers or what.adjectives:
        return None
    return what if what.name or what.determiner == Determiner(article="the") else None


def _named(opening: Opening, what: Noun | None) -> Opening:
    """*If you already have it* in front of *Take the marker* names it, for nothing does so before."""
    it = next((each for each in opening.walk() if isinstance(each, Pronoun) and each.word == "it"), None)
    return opening if it is None or what is None else swapped(opening, it, replace(what, span=it.span))


def _takes_place(sentence: Sentence) -> bool:
    """*If C, T instead.*, C being something that holds."""
    if len(sentence.openings) != 1 or not _instead(sentence):
        return False
    first, verb = sentence.openings[0], _verbs(sentence)[0]
    return (
        isinstance(first, Given) and first.word == "if" and verb.modal is None and not _would(first.condition)
    )


def _is_order(sentence: Sentence) -> bool:
    """Whether a sentence orders something, at most after *When …,*."""
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
