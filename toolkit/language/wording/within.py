"""Accepted alternates for the time within which something happens or holds, said in front of it.

*During your turn, when a card is drawn, …* · *During your next turn, units have +1 power.*  Tree → the tree of the
canonical wording, as in `normal.py`.
"""

from __future__ import annotations

from dataclasses import replace

from toolkit.language.ast import (
    Act,
    Clause,
    Clauses,
    Determiner,
    FirstTime,
    Given,
    Node,
    Nominal,
    Noun,
    Opening,
    Sentence,
    Verb,
    When,
    determiner_of,
    is_until,
    swapped,
)

STATES = frozenset({"have", "show", "belong", "tie"})
"""Verbs that say how things stand: a clause with *who has* picks out players and tells of no event."""


def in_the_event(sentence: Sentence) -> Sentence:
    """*During your turn, when a card is drawn, …* is *When a card is drawn during your turn, …*; of *During your turn,
    the first time you draw a card, …* each turn has a first time.  What has become so (*when you have no cards*) has no
    time of its own.
    """
    match sentence.openings:
        case (When(word="in" | "during", once=False) as time, Given(word="when" | "if") as given, *rest):
            condition = _at_that_time(given.condition, time, "would" if given.word == "if" else None)
            event: Opening = given if condition is None else replace(given, condition=condition)
        case (When(word="in" | "during", once=False) as time, FirstTime(next=False) as first, *rest):
            condition = _at_that_time(first.condition, time, None)
            period = first.period if first.period is not None else _each(time.period)
            if condition is None or period is None:
                return sentence
            if period == time.period:
                condition = first.condition
            event = replace(first, period=period, condition=condition)
        case _:
            return sentence
    this = determiner_of(time.period).article == "this"
    return sentence if condition is None or this else replace(sentence, openings=(event, *rest))


def each_of_theirs(sentence: Sentence, stands: bool) -> Sentence:
    """*At the end of each of your turns, …* is *At the end of your turn, …* in a rule (`stands`), and after *For the
    rest of the game,*; an order that waits for *your turn* is carried out once.
    """
    made = list(sentence.openings)
    for k, opening in enumerate(made):
        if isinstance(opening, When) and ((k == 0 and stands) or any(map(is_until, made[:k]))):
            made[k] = replace(opening, period=_theirs(opening.period))
    return sentence if made == list(sentence.openings) else replace(sentence, openings=tuple(made))


def _theirs(period: Nominal) -> Nominal:
    """*your turn* of *each of your turns*."""
    if not isinstance(period, Noun) or period.determiner.possessive not in ("your", "their"):
        return period
    det = period.determiner
    bare = Determiner(span=det.span, possessive=det.possessive)
    each = replace(bare, quantifier="each", of=True)
    return replace(period, determiner=bare, plural=None) if det == each else period


def _each(period: Nominal) -> Noun | None:
    """*each turn* of *your turn*."""
    if not isinstance(period, Noun) or period.narrowed:
        return None
    return replace(period, determiner=Determiner(span=period.span, quantifier="each"), plural=None)


def _at_that_time(condition: Clauses, time: When, modal: str | None) -> Clauses | None:
    """What happens, or would happen, with that time; None: something is so, or has another time."""
    clauses = []
    for each in condition.clauses:
        if not isinstance(each, Clause) or not all(_is_event(verb, modal) for verb in each.verbs):
            return None
        verbs = tuple(replace(verb, adverbials=(*verb.adverbials, time)) for verb in each.verbs)
        clauses.append(replace(each, verbs=verbs))
    return replace(condition, clauses=tuple(clauses))


def _is_event(verb: Verb, modal: str | None) -> bool:
    if not isinstance(verb, Act) or verb.negated or verb.tense != "present" or verb.verb in STATES:
        return False
    return verb.modal == modal and not any(isinstance(each, When) for each in verb.adverbials)


def in_the_next(sentence: Sentence) -> Sentence:
    """*During your next turn, cats have +1 power.* is *At the start of your next turn, until the end of this turn, cats
    have +1 power.*; the time may stand at the verb.
    """
    body = sentence.body
    verbs = _verbs(body) if isinstance(body, Clauses) else []
    if not verbs:
        return sentence
    at = next((k for k, each in enumerate(sentence.openings) if _in_the_next(each)), None)
    if at is None:
        time = next(filter(_in_the_next, verbs[0].adverbials), None) if len(verbs) == 1 else None
        if not isinstance(time, When) or not _holds(verbs[0]):
            return sentence
        body = swapped(body, verbs[0], verbs[0].without(time))
        return replace(sentence, openings=(*sentence.openings, *_its_run(time)), body=body)
    before, opening, behind = sentence.openings[:at], sentence.openings[at], sentence.openings[at + 1 :]
    lasts = _waits(behind[0]) if behind else all(map(_holds, verbs))
    if not lasts or not isinstance(opening, When):
        return sentence
    return replace(sentence, openings=(*before, *_its_run(opening), *behind))


def _verbs(body: Clauses) -> list[Verb]:
    """Its verbs; none, if it says that there is something."""
    clauses = [each for each in body.clauses if isinstance(each, Clause)]
    return [verb for each in clauses for verb in each.verbs] if len(clauses) == len(body.clauses) else []


def _its_run(time: When) -> tuple[When, When]:
    """*At the start of your next turn, until the end of this turn,*."""
    period = time.period
    assert isinstance(period, Noun)
    this = replace(period, determiner=Determiner(span=time.span, article="this"))
    starts = When(span=time.span, word="at the start of", period=period)
    return starts, When(span=time.span, word="until the end of", period=this)


def _in_the_next(time: Node) -> bool:
    """*during your next turn*."""
    if not isinstance(time, When) or time.word not in ("in", "during") or time.once:
        return False
    period = time.period
    return isinstance(period, Noun) and period.determiner.ordinal == "next" and not period.modifiers


def _waits(opening: Opening) -> bool:
    """*when you draw a card*, *if you would draw a card*."""
    if not isinstance(opening, Given):
        return False
    would = any(node.modal == "would" for node in opening.condition.every(Verb))
    return opening.word == "when" or (opening.word == "if" and would)


def _holds(verb: Verb) -> bool:
    """*have +1 power*, *cannot draw cards*."""
    if verb.modal is not None:
        return verb.modal in ("cannot", "can")
    return isinstance(verb, Act) and verb.verb == "have" and verb.tense == "present"
