"""Accepted alternates that only a whole sentence shows: tree → the tree of the canonical wording.

`alternates.py` replaces words; what depends on the field or on how a sentence is built is replaced here, when the
builder has made it.  `fmt` writes the canonical wording.
"""

from __future__ import annotations

from dataclasses import replace

from toolkit.language.ast import Act, Be, Clause, Clauses, Determiner, Given, Nominal, Noun, Sentence, Verb
from toolkit.language.vocabulary import Vocabulary

_STATES = frozenset({"have", "show", "belong", "tie"})
"""Verbs that say how things stand: a clause with *who has* picks out players and tells of no event."""


def order(sentence: Sentence, vocabulary: Vocabulary) -> Sentence:
    """A sentence of an effect or a rule: what players score there is gained."""
    body = sentence.body
    if not isinstance(body, Clauses):
        return sentence
    openings = tuple(
        replace(each, condition=_gained(each.condition, vocabulary)) if isinstance(each, Given) else each
        for each in sentence.openings
    )
    return replace(sentence, openings=openings, body=_gained(body, vocabulary))


def rule(sentence: Sentence, vocabulary: Vocabulary) -> Sentence:
    """A standing rule that tells what happens when something does, in other words than *When …, …*.

    *A player who draws a card gains 1 coin.* · *If a player draws a card, that player gains 1 coin.*
    """
    body = sentence.body
    first = body.clauses[0] if isinstance(body, Clauses) else None
    if not isinstance(body, Clauses) or not isinstance(first, Clause) or not _orders(first.verbs[0]):
        return sentence
    if sentence.openings:
        return _when(sentence, first)
    subject = first.subject
    event = _event_of(subject)
    if event is None or not isinstance(subject, Noun):
        return sentence
    bare = replace(subject, relative=None)
    anybody = replace(bare, determiner=Determiner(span=subject.determiner.span, article="a"))
    that = replace(bare, determiner=Determiner(span=subject.determiner.span, article="that"), plural=None)
    happens = Clause(span=subject.span, subject=replace(anybody, plural=None), verbs=(event,))
    when = Given(span=subject.span, word="when", condition=Clauses(span=subject.span, clauses=(happens,)))
    clauses = (replace(first, subject=that), *body.clauses[1:])
    return replace(sentence, openings=(when,), body=replace(body, clauses=clauses))


def _when(sentence: Sentence, order: Clause) -> Sentence:
    """*If a player draws a card, …*: an event.  A state is none: whether it must become so, or only be so, is open;
    but a game that is won when something is so is won when it becomes so.
    """
    given = sentence.openings[0]
    if len(sentence.openings) > 1 or not isinstance(given, Given) or given.word != "if":
        return sentence
    clauses = given.condition.clauses
    verb = clauses[0].verbs[0] if len(clauses) == 1 and isinstance(clauses[0], Clause) else None
    so = isinstance(verb, Be) or (isinstance(verb, Act) and verb.verb == "have")
    if not _happens(verb) and not (so and _ends(order.verbs[0])):
        return sentence
    return replace(sentence, openings=(replace(given, word="when"),))


def _happens(verb: Verb | None) -> bool:
    """Whether a verb tells of an event: *draws a card*, *is put on the table*."""
    if not isinstance(verb, Act) or verb.negated or verb.modal or verb.tense != "present":
        return False
    return verb.passive or (verb.verb not in _STATES and not _ends(verb))


def _ends(verb: Verb) -> bool:
    """*wins*, *loses the game*."""
    if not isinstance(verb, Act) or verb.verb not in ("win", "lose"):
        return False
    what = next((each.value for each in verb.complements if each.role == "obj"), None)
    return what is None or (isinstance(what, Noun) and what.head == "game")


def _event_of(subject: Nominal | None) -> Act | None:
    """What the subject does, if it is *a player who does something*; None: it is anything else."""
    if not isinstance(subject, Noun) or subject.head != "player" or subject.relative is None:
        return None
    if subject.adjectives or subject.modifiers or subject.plural:
        return None
    det = replace(subject.determiner, span=None)
    if det not in (Determiner(article="a"), Determiner(article="the"), Determiner(quantifier="each")):
        return None
    said = subject.relative
    verb = said.verb
    if said.subject is not None or said.more is not None or not isinstance(verb, Act):
        return None
    return verb if _happens(verb) and not verb.passive else None


def _orders(verb: Verb) -> bool:
    """Whether a verb is an order, or an offer: no bonus that holds, nothing that is forbidden."""
    if isinstance(verb, Be) or verb.negated or verb.tense != "present" or verb.modal not in (None, "may"):
        return False
    return isinstance(verb, Act) and not verb.passive and not verb.instead and verb.verb != "have"


def _gained(node: Clauses, vocabulary: Vocabulary) -> Clauses:
    clauses = tuple(
        replace(each, verbs=tuple(_gain(verb, vocabulary) for verb in each.verbs))
        if isinstance(each, Clause)
        else each
        for each in node.clauses
    )
    return replace(node, clauses=clauses) if clauses != node.clauses else node


def _gain(verb: Verb, vocabulary: Vocabulary) -> Verb:
    """*score 2 points* is *gain 2 points*."""
    if not isinstance(verb, Act) or verb.verb != "score" or len(verb.complements) != 1:
        return verb
    what = verb.complements[0].value
    if isinstance(what, Noun) and what.determiner.bound is not None:
        return verb  # *scores at least 0 points*: what a score comes to
    entry = vocabulary.nouns.get(what.head or "") if isinstance(what, Noun) else None
    return replace(verb, verb="gain") if entry is not None and entry.category == "quantity" else verb
