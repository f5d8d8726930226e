"""*S unless they pay 2 coins.*: what somebody may do, so that something else does not happen.

In: the sentences of a text, as trees.  Out: the same with an offer: *They may pay 2 coins. If they do not, S.*  An
*unless* about something that holds stays what it is.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from toolkit.language import which
from toolkit.language.ast import (
    Act,
    Clause,
    Clauses,
    FirstTime,
    ForEach,
    Given,
    Nominal,
    Noun,
    Opening,
    Pronoun,
    ProVerb,
    Sentence,
    Verb,
    When,
    determiner_of,
    head_of,
)

_STATES = frozenset({"have", "show", "own", "belong", "tie", "win"})


def unless_done(sentences: Sequence[Sentence], verbs: Collection[str]) -> list[Sentence]:
    """The sentences of a text with every *unless somebody does something* as an offer.  `verbs`: what can be done."""
    return [each for sentence in sentences for each in _offered(sentence, verbs)]


def _offered(sentence: Sentence, verbs: Collection[str]) -> tuple[Sentence, ...]:
    condition, rest = _unless(sentence)
    rest = _of_each(rest)
    offer = _act(condition, verbs) if condition is not None else None
    order = _only(rest.body) if isinstance(rest.body, Clauses) else None
    who = _who(offer, order) if offer is not None and order is not None else None
    if offer is None or order is None or who is None or not all(map(_once, rest.openings)):
        return (sentence,)
    act = offer.verbs[0]
    may = Clause(
        span=offer.span, subject=who, verbs=(replace(act, modal="may"), *offer.verbs[1:]), joint=offer.joint
    )
    said = Pronoun(span=offer.span, word="you" if _is(who, "you") else "they")
    not_done = ProVerb(span=act.span, word="do", negated=True, tense="present")
    denied = Clause(span=offer.span, subject=said, verbs=(not_done,))
    given = Given(span=offer.span, word="if", condition=denied.alone)
    body = rest.body
    if isinstance(body, Clauses) and _each(order.subject):  # who was asked is spoken of again
        them = Pronoun(span=who.span, word="they")
        body = replace(body, clauses=(replace(order, subject=them),))
    return (
        Sentence(span=offer.span or sentence.span, openings=rest.openings, body=may.alone),
        Sentence(
            span=(order.span if order is not None else None) or sentence.span, openings=(given,), body=body
        ),
    )


def _once(opening: Opening) -> bool:
    """*If …,*, *At the end of each turn,*: said once, of both sentences; *for each cat* would be said of each."""
    at = opening.word if isinstance(opening, When) else ""
    return isinstance(opening, Given | FirstTime) or at in ("at the start of", "at the end of")


def _of_each(sentence: Sentence) -> Sentence:
    """*For each player with a cat, that player loses 1 coin* as *Each player with a cat loses 1 coin*."""
    body, loop = sentence.body, sentence.openings[-1] if sentence.openings else None
    order = _only(body) if isinstance(body, Clauses) else None
    if order is None or not isinstance(body, Clauses) or not isinstance(loop, ForEach):
        return sentence
    one, that = loop.each, order.subject
    if (
        not isinstance(one, Noun)
        or not isinstance(that, Noun)
        or not _definite(that)
        or that.head != one.head
    ):
        return sentence
    subject = replace(one, determiner=replace(one.determiner, quantifier="each"))
    body = replace(body, clauses=(replace(order, subject=subject),))
    return replace(sentence, openings=sentence.openings[:-1], body=body)


def _unless(sentence: Sentence) -> tuple[Clauses | None, Sentence]:
    """The condition of an *unless* at the end, or before an order, and the sentence without it."""
    body, openings = sentence.body, sentence.openings
    if not isinstance(body, Clauses):
        return None, sentence
    if body.closings and body.closings[-1].word == "unless":
        return body.closings[-1].condition, replace(sentence, body=replace(body, closings=body.closings[:-1]))
    last = openings[-1] if openings else None
    if isinstance(last, Given) and last.word == "unless" and not body.closings:
        return last.condition, replace(sentence, openings=openings[:-1])
    return None, sentence


def _only(body: Clauses) -> Clause | None:
    """What a sentence orders, if it is one thing that happens."""
    clause = body.clauses[0]
    if len(body.clauses) > 1 or body.closings or not isinstance(clause, Clause) or clause.openings:
        return None
    plain = all(
        isinstance(verb, Act) and verb.modal is None and verb.verb not in _STATES for verb in clause.verbs
    )
    return clause if plain else None


def _act(condition: Clauses, verbs: Collection[str]) -> Clause | None:
    """The clause of a condition that says what somebody does."""
    clause = condition.clauses[0]
    if len(condition.clauses) > 1 or not isinstance(clause, Clause):
        return None
    return clause if all(_is_done(verb, verbs) for verb in clause.verbs) else None


def _is_done(verb: Verb, verbs: Collection[str]) -> bool:
    """*pays 2 coins*: somebody does it, now; *pays 2 coins instead*: of what would happen, or of the order?"""
    plain = verb.modal is None and not verb.negated and verb.tense == "present" and not verb.adverbials
    plain = plain and not verb.instead
    done = isinstance(verb, Act) and verb.verb in verbs and verb.verb not in _STATES
    return done and plain and not (isinstance(verb, Act) and verb.passive)


def _who(offer: Clause, order: Clause) -> Nominal | None:
    """Who is asked: *you*, or *they*, of whom the order speaks (*its owner gains 1 point unless they pay*); None:
    nobody that one can be sure of.
    """
    subject, doer = order.subject, offer.subject
    if _is(doer, "they"):
        return _they(doer, subject, order)
    to_you = subject is None or _is(subject, "you")
    if _is(doer, "you"):
        return doer if to_you or _definite(subject) else None
    if _is_owner(doer) and to_you:
        return None if _names_any(order) else doer
    return doer if head_of(doer) == "player" and _definite(doer) else None


def _they(doer: Nominal | None, subject: Nominal | None, order: Clause) -> Nominal | None:
    """Whom *they* are: who does what is ordered, or, where the order names nobody, a player who was named before."""
    if _each(subject):
        return subject
    if _is(subject, "they") or _definite(subject):
        return subject if head_of(subject) in ("player", "owner") else doer
    to_you = subject is None or _is(subject, "you")
    return doer if to_you and not _names_anybody(order) else None


def _is_owner(node: Nominal | None) -> bool:
    """*its owner*, *the owner of that card*."""
    if not isinstance(node, Noun) or node.head != "owner":
        return False
    whose = node.of or node.determiner.owner
    return node.determiner.possessive == "its" or _definite(whose) or _is(whose, "it")


def _names_anybody(order: Clause) -> bool:
    """Whether *they* may be a player of whom the order speaks: *put a card in the hand of another player*."""
    return any(node.head in ("player", "owner") or node.name is not None for node in order.every(Noun))


def _names_any(order: Clause) -> bool:
    """Whether *it* may be something of which the order speaks first: *discard a card*."""
    nouns = order.every(Noun)
    return any(
        node.determiner.article == "a" or node.determiner.quantifier is not None or node.name is not None
        for node in nouns
    )


def _is(node: Nominal | None, word: str) -> bool:
    return isinstance(node, Pronoun) and node.word == word


def _each(node: Nominal | None) -> bool:
    """*each player*, *each other player with a card*."""
    return head_of(node) == "player" and isinstance(determiner_of(node).which, which.Each)


def _definite(node: Nominal | None) -> bool:
    """*that player*, *this card*, *the other player*."""
    if not isinstance(node, Noun):
        return False
    return node.determiner.article in ("that", "this") or isinstance(node.determiner.which, which.The)
