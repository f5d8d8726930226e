"""*instead* where nothing *would* happen: the tree of what is meant by it.

*When E, S instead* is *If E would …, S instead*.  *S. If C, T instead.* is *If C, T. Otherwise, S.*: after an order
that has just been given, *instead* takes the place of that order; of *If A, S.*, too: *Otherwise, if A, S.*  *If E
would …, P may A. If they do, B instead.* is *If E would …, P may A instead. If they do, B.*
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from toolkit.language import which
from toolkit.language.ast import (
    Act,
    Clause,
    Clauses,
    Determiner,
    FirstTime,
    Given,
    Link,
    Node,
    Noun,
    Opening,
    Pronoun,
    ProVerb,
    Sentence,
    Verb,
    When,
    given_of,
    is_it,
    swapped,
)
from toolkit.language.parts import span_of

_STATES = frozenset({"have", "show", "be"})


def replacement(sentence: Sentence) -> Sentence:
    """*When a cat is fed, S instead* with *would*; any other sentence as it is."""
    first = sentence.opening
    if not isinstance(first, Given) or first.word != "when":
        return sentence
    if _would(first.condition):
        return replace(sentence, openings=(replace(first, word="if"), *sentence.openings[1:]))
    if any(isinstance(each, Given) and _would(each.condition) for each in sentence.openings[1:]):
        return sentence  # *When a cat is fed, until the end of this turn, if E would …, S instead.*
    would = _as_would(first.condition) if _instead(sentence) else None
    if would is None:
        return sentence
    return replace(sentence, openings=(replace(first, word="if", condition=would), *sentence.openings[1:]))


def _as_would(condition: Clauses) -> Clauses | None:
    """*a cat is fed* as *a cat would be fed*; None: it is no single event of now."""
    clause = condition.clauses[0]
    if len(condition.clauses) != 1 or not isinstance(clause, Clause) or len(clause.verbs) != 1:
        return None
    verb = clause.verbs[0]
    if not isinstance(verb, Act) or verb.verb in _STATES:
        return None
    if verb.modal or verb.negated or verb.tense != "present":
        return None
    return replace(condition, clauses=(replace(clause, verbs=(replace(verb, modal="would"),)),))


def waits(sentence: Sentence) -> bool:
    """*If E would …, … instead*: what stands at its end asks only then whether it takes the place of that."""
    first = sentence.opening
    if not isinstance(first, Given) or len(sentence.openings) > 1 or not _instead(sentence):
        return False
    return _would(first.condition) or (first.word == "when" and _as_would(first.condition) is not None)


def begins_rule(sentence: Sentence) -> bool:
    """*When …,*, *At the end of …,*, *If … would …,*: what follows it happens then."""
    for each in sentence.openings:
        if isinstance(each, When | FirstTime):
            return True
        if isinstance(each, Given) and (each.word == "when" or _would(each.condition)):
            return True
    return False


def alternatives(sentences: Sequence[Sentence]) -> list[Sentence]:
    """The sentences of a text, each order that a later one replaces after *Otherwise*."""
    made: list[Sentence] = []
    for sentence in (part for each in sentences for part in _apart(each)):
        before = made[-1] if made else None
        if before is not None and _is_offer(before) and _is_taken(sentence):
            made[-1] = replace(before, body=_with_instead(before.body, True))
            made.append(replace(sentence, body=_with_instead(sentence.body, False)))
            continue
        if before is not None and _takes_place(sentence) and _is_conditional(before, sentence):
            made[-1] = replace(sentence, body=_with_instead(sentence.body, False))
            link = Link(span=sentence.span, word="otherwise")
            made.append(replace(before, openings=(link, *before.openings)))
            continue
        if before is None or not _takes_place(sentence) or not _is_order(before, sentence):
            made.append(sentence)
            continue
        openings = (*before.openings, *(_named(each, _the_thing(before)) for each in sentence.openings))
        made[-1] = replace(
            sentence, openings=openings, body=_with_instead(sentence.body, False), span=sentence.span
        )
        link = Link(span=sentence.span, word="otherwise")
        made.append(Sentence(span=before.span, openings=(link,), body=before.body))
    return made


def _apart(sentence: Sentence) -> tuple[Sentence, ...]:
    """*If A, S; if B, T instead.*: two sentences, for T takes the place of S, and not of what was said before."""
    body = sentence.body
    if not isinstance(body, Clauses) or not body.joints or body.closings or not _instead(sentence):
        return (sentence,)
    last = body.clauses[-1]
    if not isinstance(last, Clause) or not last.openings:
        return (sentence,)
    front = replace(body, clauses=body.clauses[:-1], joints=body.joints[:-1])
    front = replace(front, span=span_of(front))
    alone = Clauses(clauses=(replace(last, openings=()),), span=last.span)
    return replace(sentence, body=front), Sentence(span=last.span, openings=last.openings, body=alone)


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
    it = next((each for each in opening.walk() if is_it(each)), None)
    return opening if it is None or what is None else swapped(opening, it, replace(what, span=it.span))


def _takes_place(sentence: Sentence) -> bool:
    """*If C, T instead.*, C being something that holds."""
    if len(sentence.openings) != 1 or not _instead(sentence):
        return False
    first, verb = sentence.openings[0], _verbs(sentence)[0]
    return (
        isinstance(first, Given) and first.word == "if" and verb.modal is None and not _would(first.condition)
    )


def _is_order(sentence: Sentence, after: Sentence | None = None) -> bool:
    """Whether a sentence orders something, at most after *When …,*; `after`: what is done in its place."""
    if after is not None and _of_each(sentence, after):
        return False
    if not isinstance(sentence.body, Clauses) or sentence.body.joints or _instead(sentence):
        return False
    if any(given_of(opening) != "when" for opening in sentence.openings):
        return False
    verb = _verbs(sentence)[0] if _verbs(sentence) else None
    return isinstance(verb, Act) and verb.modal is None and not verb.negated and verb.verb not in _STATES


def _of_each(before: Sentence, sentence: Sentence) -> bool:
    """*Each player gains 1 coin. If a player is rich, they gain 2 coins instead.*: in place of what each does, or of
    what that one does?
    """
    does = before.body.clauses[0] if isinstance(before.body, Clauses) else None
    asked = sentence.openings[0].condition.clauses[0] if isinstance(sentence.openings[0], Given) else None
    if not isinstance(does, Clause) or not isinstance(asked, Clause):
        return False
    who, one = does.subject, asked.subject
    if not isinstance(who, Noun) or not isinstance(who.determiner.which, which.Each | which.All):
        return False
    if isinstance(one, Pronoun):
        return one.word == "they"
    return isinstance(one, Noun) and one.head == who.head and isinstance(one.determiner.which, which.A)


def _is_conditional(before: Sentence, sentence: Sentence) -> bool:
    """*If A, S.* before *If B, T instead.*: B is asked first, so neither may speak of what the other has named."""
    first = before.openings[0] if len(before.openings) == 1 else None
    if not isinstance(first, Given) or first.word != "if" or _would(first.condition):
        return False
    if not _is_order(replace(before, openings=())):
        return False
    return not any(_points(each) for part in (before, sentence) for each in part.walk())


def _points(node: Node) -> bool:
    """Whether it speaks of what was named."""
    if isinstance(node, Pronoun):
        return node.word not in ("you", "your")
    return isinstance(node, ProVerb | Determiner) and _pointing(node)


def _pointing(node: ProVerb | Determiner) -> bool:
    if isinstance(node, ProVerb):
        return True
    return (
        node.article in ("that", "those", "these")
        or (node.possessive or "your") != "your"
        or bool(node.other)
    )


def _instead(sentence: Sentence) -> bool:
    return bool(_verbs(sentence)) and _verbs(sentence)[-1].instead


def _verbs(sentence: Sentence) -> tuple[Verb, ...]:
    last = sentence.last
    return last.verbs if isinstance(last, Clause) else ()


def _would(condition: Clauses) -> bool:
    return any(verb.modal == "would" for each in condition.clauses for verb in each.verbs)


def _with_instead(body: object, instead: bool) -> Clauses:
    assert isinstance(body, Clauses)
    last = body.clauses[-1]
    assert isinstance(last, Clause)
    verbs = (*last.verbs[:-1], replace(last.verbs[-1], instead=instead))
    return replace(body, clauses=(*body.clauses[:-1], replace(last, verbs=verbs)), span=span_of(body))


def _is_offer(sentence: Sentence) -> bool:
    """*If E would …, P may A.*"""
    verbs = _verbs(sentence)
    would = any(isinstance(each, Given) and _would(each.condition) for each in sentence.openings)
    return would and bool(verbs) and verbs[0].modal == "may" and not verbs[-1].instead


def _is_taken(sentence: Sentence) -> bool:
    """*If they do, B instead.*"""
    first = sentence.opening
    verb = first.condition.verb if isinstance(first, Given) and first.word == "if" else None
    return isinstance(verb, ProVerb) and not verb.negated and verb.word == "do" and _instead(sentence)
