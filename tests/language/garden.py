"""A small vocabulary for the tests of the language: a garden, cats and coins, no game."""

from __future__ import annotations

from functools import cache

from tests.corpus.everyday import everyday_verbs
from toolkit.language.core import core_vocabulary
from toolkit.language.forms import plural
from toolkit.language.parsing.parser import Parser
from toolkit.language.phrase import template
from toolkit.language.vocabulary import AdjectiveEntry, NameEntry, NounEntry, RelationEntry, Vocabulary
from toolkit.report import Checked, Text

NOUNS = {
    # lemma: category, kind above, further fields
    "animal": ("thing", None, {"owned": True, "attributes": {"weight": "number", "colour": "colour"}}),
    "cat": ("thing", "animal", {"owned": True}),
    "dog": ("thing", "animal", {"owned": True}),
    "card": ("thing", None, {"attributes": {"price": "number"}}),
    "die": ("thing", None, {"shows": "value"}),
    "gear": ("thing", None, {}),
    "garden": ("place", None, {"place_of": "player"}),
    "house": ("place", None, {"prep": "at"}),
    "basket": ("place", None, {"place_of": "player"}),
    "coin": ("quantity", None, {}),
    "gold": ("quantity", None, {"mass": True}),
    "weight": ("attribute", None, {"mass": True}),
    "price": ("attribute", None, {"mass": True}),
    "colour": ("attribute", None, {}),
    "season": ("period", None, {}),
    "race": ("period", None, {}),
    "walk": ("event", None, {}),
    "attack": ("event", None, {}),
    "play": ("event", None, {}),
    "Supper step": ("step", "step", {}),
    "point of interest": ("place", None, {"prep": "at"}),
    "guest order": ("amount", None, {"mass": True}),
}
NAMES = {
    "red": ("Red", "player", None),
    "blue": ("Blue", "player", None),
    "mk4": ("Mower Mk.4", "card", "Mower"),
    "tom": ("Tom", "cat", None),
    "hill": ("Hill House", "house", None),
    "play-name": ("Play", "card", None),
}
ADJECTIVES = ("hungry", "old", "asleep", "wiped out", "involved", "in bloom", "left", "even")
VALUES = ("red", "blue", "plus")
RELATIONS = ("adjacent to", "involved in", "present in")
PHRASES = (
    "feed {animal}",
    "feed {animal} with {thing}",
    "chase {animal}",
    "chase {animal} to {place}",
    "attack",
    "attack {animal}",
    "sleep",
    "play {thing}",
    "lead",
    "own {thing}",
    "catch {thing}",
    "cut {thing}",
    "take a nap",
    "water {place}",
    "trade {thing} for {thing}",
)


@cache
def vocabulary() -> Vocabulary:
    """The garden's words and the core's."""
    words = core_vocabulary(everyday_verbs())
    for lemma, (category, above, more) in NOUNS.items():
        words.nouns[lemma] = NounEntry(lemma, plural(lemma), category, above, pack="garden", **more)
    for id, (text, noun, short) in NAMES.items():
        words.names[id] = NameEntry(id, text, noun, short)
    for word in ADJECTIVES:
        words.adjectives[word] = AdjectiveEntry(word)
    for word in VALUES:
        words.adjectives[word] = AdjectiveEntry(word, "value", "colour")
    for word in RELATIONS:
        words.relations[word] = RelationEntry(word)
    for phrase in PHRASES:
        nouns = {"animal": "thing"}
        text = phrase
        for kind, above in nouns.items():
            text = text.replace(f"{{{kind}}}", f"{{{kind}: {above}}}")
        if phrase.startswith("trade"):
            text = "trade {thing} for {other: thing}"
        words.templates.append(template(text, phrase.split()[0], pack="garden"))
    words.labels["PURR"] = "PURR"
    return words


@cache
def parser() -> Parser:
    return Parser(vocabulary())


def parse(text: str, start: str = "effect") -> Checked:
    return parser().parse(Text.plain(text), start)


def codes(text: str, start: str = "effect") -> list[str]:
    return [diagnostic.code for diagnostic in parse(text, start).diagnostics]


def tags(text: str) -> list[str]:
    """The words of one sentence with their classes: `draws/V`."""
    (sentence,) = parser().tagged(Text.plain(text))
    return [f"{token.text}/{_short(token.type)}" for token in sentence]


def _short(type: str) -> str:
    return type[0] if type[:2] in ("V_", "P_") else type
