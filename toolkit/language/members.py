"""Nouns that a word of a state stands for: *a pirate* is a pirate unit, *trumps* are trump cards.

A value of a list, or an adjective that a definition gives to one kind, says what a thing is; where only one kind of
things can be so, its noun may be left out.  In: the vocabulary.  Out: for each form what it stands for (`members_of`),
which `alternates.py` writes out.
"""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from toolkit.language import forms
from toolkit.language.vocabulary import AdjectiveEntry, NounEntry, Vocabulary


class Member(NamedTuple):
    """`word`: the adjective.  `noun`, `nouns`: the kind that it is said of, one and several.  `number`: `s`, `p`, or
    `sp` where the form does not tell (*hearts*)."""

    word: str
    noun: str
    nouns: str
    number: str


def bearers_of(vocabulary: Vocabulary) -> dict[str, NounEntry]:
    """For each list and each attribute the only kind of things that has it: *suit* → *card*."""
    found = {name: _bearer(name, vocabulary) for name in vocabulary.lists}
    attributes = Counter(name for noun in vocabulary.nouns.values() for name in noun.attributes)
    for noun in vocabulary.nouns.values():
        if noun.category in ("thing", "place"):
            found |= {name: noun for name in noun.attributes if attributes[name] == 1 and name not in found}
    return {name: noun for name, noun in found.items() if noun is not None}


def members_of(vocabulary: Vocabulary) -> dict[str, Member]:
    """Every form that may stand for a thing: the adjective, and its plural (or singular) if no word is spelled so.

    An adjective whose list or definition fits several kinds, or two attributes of one kind, is not there: it does not
    say which thing is meant.
    """
    found: dict[str, Member] = {}
    lists = bearers_of(vocabulary)
    spelled = {word for noun in vocabulary.nouns.values() for word in (noun.id, noun.plural)}
    spelled |= vocabulary.adjectives.keys()
    for adjective in vocabulary.adjectives.values():
        entry = (
            lists.get(adjective.of or "") if adjective.role == "value" else _said_of(adjective, vocabulary)
        )
        if entry is None or " " in adjective.id or adjective.id in vocabulary.nouns:
            continue
        for form, number in _forms(adjective.id):
            if form == adjective.id or form not in spelled:
                found[form] = Member(adjective.id, entry.id, entry.plural, number)
    return found


def _forms(word: str) -> list[tuple[str, str]]:
    """*pirate*: itself and *pirates*; *hearts* is a plural already: itself and *heart*."""
    singular = next(forms.singulars(word), None)
    if singular is not None and not word.endswith(("ss", "us", "is")):
        return [(word, "sp"), (singular, "s")]
    return [(word, "s"), (forms.plural(word), "p")]


def _bearer(name: str, vocabulary: Vocabulary) -> NounEntry | None:
    """The only kind with one attribute of this list."""
    bearers = [
        noun
        for noun in vocabulary.nouns.values()
        for of in noun.attributes.values()
        if of == name and noun.category in ("thing", "place")
    ]
    return bearers[0] if len(bearers) == 1 else None


def _said_of(adjective: AdjectiveEntry, vocabulary: Vocabulary) -> NounEntry | None:
    """The kind of things that a definition says to be so."""
    entry = vocabulary.noun(adjective.said_of)
    return entry if entry is not None and entry.category in ("thing", "place") else None


def values_of(vocabulary: Vocabulary) -> frozenset[str]:
    """The values of the lists."""
    return frozenset(each.id for each in vocabulary.adjectives.values() if each.role == "value")


def tallies_of(vocabulary: Vocabulary) -> dict[str, dict[str, str]]:
    """What quantities count, by the last word of their noun: *cards sold* is {sold: {card: card sold}}."""
    found: dict[str, dict[str, str]] = {}
    for noun in vocabulary.nouns.values():
        counted, _, last = noun.id.rpartition(" ")
        if noun.category == "quantity" and counted:
            found.setdefault(last, {})[counted] = noun.id
    return found
