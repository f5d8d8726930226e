"""Accepted alternates for the moment of an order, said after it: *Discard that card at the end of the turn.*

Tree → the tree of the canonical wording, as in `normal.py`: the time stands in front, and within an effect *the turn*
is this one.
"""

from __future__ import annotations

from dataclasses import replace

from toolkit.language.ast import (
    Act,
    Clause,
    Clauses,
    FirstTime,
    ForEach,
    Given,
    Group,
    Link,
    Noun,
    Opening,
    Pronoun,
    Sentence,
    Verb,
    When,
    determiner_of,
    given_of,
)
from toolkit.language.vocabulary import Vocabulary

_MOMENTS = frozenset({"at the start of", "at the end of"})


def in_front(sentence: Sentence, vocabulary: Vocabulary, *, stands: bool = False) -> Sentence:
    """*Gain 1 coin at the end of the turn.* is *At the end of this turn, gain 1 coin.*

    Of two orders nobody knows whether it is said of both, nor of a condition after it at which time it is asked.
    `stands`: the sentence is a rule, in which *the turn* is this one only after something that happens.
    """
    now = not stands or any(given_of(each) == "when" for each in sentence.openings)
    openings: tuple[Opening, ...] = sentence.openings
    if now:
        openings = tuple(_of_this(each, vocabulary) if isinstance(each, When) else each for each in openings)
    found = _said_behind(sentence)
    if found is None:
        return sentence if openings == sentence.openings else replace(sentence, openings=openings)
    body, moment = found
    if _points_back(moment) and _names_player(body, vocabulary):
        return sentence  # *Each player gains 1 coin at the end of their turn*: in front it would be somebody else's
    moment = _of_this(moment, vocabulary) if now else moment
    return replace(sentence, openings=(*openings, moment), body=body)


def _said_behind(sentence: Sentence) -> tuple[Clauses, When] | None:
    """The clauses without the time after their only verb, and that time."""
    found = _only_order(sentence)
    if found is None:
        return None
    body, clause, verb = found
    times = [each for each in verb.adverbials if isinstance(each, When) and each.word in _MOMENTS]
    if len(times) != 1:
        return None
    rest = tuple(each for each in verb.adverbials if each is not times[0])
    clause = replace(clause, verbs=(replace(verb, adverbials=rest),))
    return replace(body, clauses=(clause,)), times[0]


def _points_back(moment: When) -> bool:
    """*their turn*, *that player's turn*."""
    nouns = list(moment.every(Noun))
    dets = [node.determiner for node in nouns]
    return any(det.possessive in ("their", "its") or det.article in ("that", "those") for det in dets)


def _names_player(body: Clauses, vocabulary: Vocabulary) -> bool:
    """Whether a player is spoken of besides in the time."""
    nouns = body.every(Noun)
    entries = (vocabulary.noun(node.head) for node in nouns)
    return any(entry is not None and entry.category == "player" for entry in entries)


def _only_order(sentence: Sentence) -> tuple[Clauses, Clause, Act] | None:
    """The only verb of a sentence without a condition after it, if that orders or offers something."""
    body = sentence.body
    clause = body.clauses[0] if isinstance(body, Clauses) and len(body.clauses) == 1 else None
    if not isinstance(body, Clauses) or body.closings or not isinstance(clause, Clause):
        return None
    if not all(isinstance(each, Given | ForEach | Link) for each in sentence.openings):
        return None
    verb = clause.verbs[0] if len(clause.verbs) == 1 and not clause.openings else None
    return (body, clause, verb) if isinstance(verb, Act) and _orders(verb) else None


def _orders(verb: Act) -> bool:
    """Whether it is something to do, or may be done: *has +1 power* holds."""
    done = verb.tense == "present" and verb.verb != "have" and verb.modal in (None, "may")
    return done and not verb.negated and not verb.instead


def _of_this(opening: When, vocabulary: Vocabulary) -> When:
    """*at the end of the turn* as *at the end of this turn*; the game has one end, and no turn of anybody is *the*."""
    period = opening.period
    if opening.word not in _MOMENTS or not isinstance(period, Noun):
        return opening
    entry = vocabulary.noun(period.head)
    bare = period.determiner.article == "the" and not period.narrowed
    plain = bare and period.determiner.ordinal is None and period.determiner.owner is None
    if not plain or period.plural or entry is None or entry.category != "period" or entry.id == "game":
        return opening
    this = replace(period.determiner, article="this")
    return replace(opening, period=replace(period, determiner=this, plural=None))


def by_these_steps(body: Clauses) -> Clauses:
    """*Draw cards until you have drawn a hazard.* is *until you draw a hazard*: one of these, not of all there were."""
    order = body.clauses[-1]
    verbs = (
        {each.verb for each in order.verbs if isinstance(each, Act)} if isinstance(order, Clause) else set()
    )
    closings = tuple(
        replace(each, condition=_now(each.condition, verbs))
        if each.word == "until" and each.condition is not None
        else each
        for each in body.closings
    )
    return body if closings == body.closings else replace(body, closings=closings)


def _now(condition: Clauses, verbs: set[str]) -> Clauses:
    """With what is said of these verbs in the past said in the present, where no time is named."""
    clauses = tuple(
        replace(each, verbs=tuple(_in_present(verb, verbs) for verb in each.verbs))
        if isinstance(each.subject, Pronoun)
        else each
        for each in condition.clauses
    )
    return condition if clauses == condition.clauses else replace(condition, clauses=clauses)


def _in_present(verb: Verb, verbs: set[str]) -> Verb:
    if not isinstance(verb, Act) or verb.verb not in verbs or verb.adverbials or verb.negated or verb.passive:
        return verb
    what = verb.object
    ways = what.items if isinstance(what, Group) and what.joint == "or" else (what,)
    said = all((determiner_of(each).article == "a" or determiner_of(each).number) for each in ways)
    return replace(verb, tense="present") if said and verb.tense in ("past", "perfect") else verb


def while_it_lasts(sentence: Sentence) -> Sentence:
    """*The first time this turn that you draw a card, …* of an effect: until the end of this turn, the first time each
    turn.  *The next time this turn* has its end already.
    """
    first = sentence.opening
    if isinstance(first, Given):
        return _heard_meanwhile(sentence, first)
    period = first.period if isinstance(first, FirstTime) else None
    if not isinstance(first, FirstTime) or first.next or not isinstance(period, Noun):
        return sentence
    if period.determiner.article != "this" or period.head == "game":
        return sentence
    lasting = When(span=period.span, word="until the end of", period=period)
    each = replace(period, determiner=replace(period.determiner, article=None, quantifier="each"))
    return replace(sentence, openings=(lasting, replace(first, period=each), *sentence.openings[1:]))


def _heard_meanwhile(sentence: Sentence, given: Given) -> Sentence:
    """*When a player draws a card this turn, …* of an effect: until the end of this turn, when one does."""
    clause = given.condition.clauses[0]
    if not isinstance(clause, Clause) or len(given.condition.clauses) > 1 or len(clause.verbs) > 1:
        return sentence
    verb = clause.verbs[0]
    happens = (given.word, verb.modal) in (("when", None), ("if", "would")) and isinstance(verb, Act)
    time = next((each for each in verb.adverbials if isinstance(each, When) and _is_one_run(each)), None)
    if not happens or time is None or verb.negated or verb.tense != "present" or clause.openings:
        return sentence
    clause = replace(clause, verbs=(verb.without(time),))
    event = replace(given, condition=replace(given.condition, clauses=(clause,)))
    this = determiner_of(time.period).article == "this"
    lasts = replace(time, word="until the end of") if this else time
    return replace(sentence, openings=(lasts, event, *sentence.openings[1:]))


def _is_one_run(time: When) -> bool:
    """*this turn*, *during your next turn*."""
    period = time.period
    if (
        time.once
        or time.word not in ("", "in", "during")
        or not isinstance(period, Noun)
        or period.head == "game"
    ):
        return False
    return period.determiner.article == "this" or period.determiner.ordinal == "next"
