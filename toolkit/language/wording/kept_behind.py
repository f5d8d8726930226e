"""A condition at the end of an order that must stay there: *That player loses 1 point if another player is rich.*

In front, *that player* would be the other one: what a condition names first, the order after it speaks of.
"""

from __future__ import annotations

from collections.abc import Iterator

from toolkit.language.ast import (
    Clause,
    Clauses,
    Determiner,
    IsThing,
    Modifier,
    Node,
    Noun,
    Pronoun,
    determiner_of,
)
from toolkit.language.vocabulary import Vocabulary

_NAMES = frozenset({"player", "thing", "place", "group"})


def stays(condition: Clauses, order: Clause, vocabulary: Vocabulary) -> bool:
    """Whether the order speaks back of what the condition would seem to have named."""
    kinds = {id(each.what) for each in condition.every(IsThing)}  # *if it is a card* names none
    said = [each for each in condition.every(Noun) if id(each) not in kinds]
    found = {category(each, vocabulary) for each in said if _is_new(each)}
    if any(kind in found for kind in _spoken_of(order, vocabulary)):
        return True
    return other_than_whom(condition, order, vocabulary) is not None


def other_than_whom(condition: Clauses, order: Clause, vocabulary: Vocabulary) -> tuple[Noun, Noun] | None:
    """*another player* of *Blue gains 1 coin if another player is rich*, and whom the order names: other than you, or
    than they?  None: the condition itself says (*if Red has more coins than another player*), or nobody else is named.
    """
    if isinstance(order.subject, Pronoun) or _is_that(order.subject):
        return None
    named = {_noun(each, vocabulary): each for each in order.every(Noun) if not _is_that(each)}
    known: set[str] = set()
    for node in condition.walk():
        if isinstance(node, Pronoun) or (isinstance(node, Determiner) and node.possessive is not None):
            return None
        if isinstance(node, Noun) and category(node, vocabulary) in _NAMES:
            noun = _noun(node, vocabulary)
            if _is_other(node) and noun in named and noun not in known:
                return node, named[noun]
            known.add(noun)
    return None


def _is_other(noun: Noun) -> bool:
    return noun.determiner.other or noun.determiner.quantifier == "another"


def _is_that(node: Node | None) -> bool:
    return determiner_of(node).article in ("that", "those", "this")


def _noun(noun: Noun, vocabulary: Vocabulary) -> str:
    """Its word; of a name that of what is called so."""
    named = vocabulary.name(noun.name)
    return noun.head or (named.noun if named is not None else "")


def _spoken_of(order: Clause, vocabulary: Vocabulary) -> Iterator[str]:
    """Of what it speaks as of something known: *player*, *thing* and so on."""
    for node in order.walk():
        match node:
            case Pronoun(word="they") | Determiner(possessive="their"):
                yield from _NAMES
            case Pronoun(word="it") | Determiner(possessive="its"):
                yield from _NAMES - {"player"}
            case Modifier(word=word) if "their" in word.split():
                yield "player"
            case Noun(determiner=d) if d.article in ("that", "those") or _is_other(node):
                yield category(node, vocabulary)


def _is_new(noun: Noun) -> bool:
    """Whether it can be spoken of afterwards as one, and could not before."""
    d = noun.determiner
    if d.article == "the" and (d.ordinal is not None or noun.narrowed):
        return (
            True  # *the lowest of those in a place*, *the player with the most points*, *the active player*
        )
    return d.article not in ("that", "those", "this", "the") and d.quantifier != "no"


def category(noun: Noun, vocabulary: Vocabulary) -> str:
    """What its word, or what is called so, is: *player*, *thing*, *place* and so on."""
    entry = vocabulary.nouns.get(_noun(noun, vocabulary))
    return entry.category if entry is not None else ""
