"""A condition at the end of an order that must stay there: *That player loses 1 point if another player is rich.*

In front, *that player* would be the other one: what a condition names first, the order after it speaks of.
"""

from __future__ import annotations

from collections.abc import Iterator

from toolkit.language.ast import Clause, Clauses, Determiner, IsThing, Modifier, Noun, Pronoun
from toolkit.language.vocabulary import Vocabulary

_NAMES = frozenset({"player", "thing", "place", "group"})


def stays(condition: Clauses, order: Clause, vocabulary: Vocabulary) -> bool:
    """Whether the order speaks back of what the condition would seem to have named."""
    kinds = {
        id(each.what) for each in condition.walk() if isinstance(each, IsThing)
    }  # *if it is a card* names none
    said = [each for each in condition.walk() if isinstance(each, Noun) and id(each) not in kinds]
    found = {_category(each, vocabulary) for each in said if _is_new(each)}
    return any(kind in found for kind in _spoken_of(order, vocabulary))


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
            case Noun(determiner=d) if d.article in ("that", "those") or d.other or d.quantifier == "another":
                yield _category(node, vocabulary)


def _is_new(noun: Noun) -> bool:
    """Whether it can be spoken of afterwards as one, and could not before."""
    d = noun.determiner
    return d.article not in ("that", "those", "this", "the") and d.quantifier != "no"


def _category(noun: Noun, vocabulary: Vocabulary) -> str:
    named = vocabulary.names.get(noun.name or "")
    entry = vocabulary.nouns.get(noun.head or (named.noun if named is not None else ""))
    return entry.category if entry is not None else ""
