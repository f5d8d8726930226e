"""What may stand under a key, in words that make JSON Schema (2020-12).

`key(several(ID, least=1), "The cards with which it begins.", ["first-card"])` is a key whose value is a list of ids,
with what editors show of it.  Shapes of which several types speak have a name in `DEFS`, and stand once in a schema
(`closed`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

Shape = dict[str, Any]
"""A JSON Schema of a value."""

ID_PATTERN = "^[a-z0-9]+(-[a-z0-9]+)*$"
RULE_ID_PATTERN = "^[A-Z][A-Z0-9]*(-[A-Za-z0-9]+)+$"


@dataclass(frozen=True, slots=True)
class Key:
    """A key.  `description`, `examples`: what editors show.  `start`: what its sentences are (*effect*, *condition*),
    if sentences of the game stand there."""

    shape: Shape
    description: str
    examples: tuple[Any, ...]
    start: str = ""

    def schema(self) -> dict[str, Any]:
        """The shape with its description and examples; what stands beside a reference is kept apart from it."""
        return {"description": self.description, "examples": list(self.examples), **self.shape}


@dataclass(frozen=True, slots=True)
class Sentences:
    """Sentences of the game; `start`: what they are."""

    shape: Shape
    start: str


def key(shape: Shape | Sentences, description: str, *examples: Any) -> Key:
    """A key of a document."""
    if isinstance(shape, Sentences):
        return Key(shape.shape, description, examples, shape.start)
    return Key(shape, description, examples)


def whole(least: int | None = None, most: int | None = None) -> Shape:
    """A whole number."""
    bounds = {"minimum": least, "maximum": most}
    return {"type": "integer", **{name: bound for name, bound in bounds.items() if bound is not None}}


def pattern(letters: str) -> Shape:
    """A text of such letters."""
    return {"type": "string", "pattern": letters}


def one_of(*values: str) -> Shape:
    """One of these."""
    return {"enum": list(values)}


def either(*shapes: Shape) -> Shape:
    """One of these shapes."""
    return {"anyOf": list(shapes)}


def several(item: Shape, *, least: int = 0, most: int = 0, unique: bool = True) -> Shape:
    """A list; `most` 0: of any length."""
    shape: dict[str, Any] = {"type": "array", "items": item}
    if least:
        shape["minItems"] = least
    if most:
        shape["maxItems"] = most
    return shape | {"uniqueItems": True} if unique else shape


def mapping(value: Shape, *, names: Shape | None = None, least: int = 0) -> Shape:
    """Names, each with such a value."""
    shape: dict[str, Any] = {"type": "object", "additionalProperties": value}
    if names is not None:
        shape["propertyNames"] = names
    if least:
        shape["minProperties"] = least
    return shape


def record(keys: Mapping[str, Key], *, needed: tuple[str, ...] = (), least: int = 0) -> Shape:
    """These keys and no others."""
    shape: dict[str, Any] = {
        "type": "object",
        "properties": {name: each.schema() for name, each in keys.items()},
    }
    if needed:
        shape["required"] = list(needed)
    if least:
        shape["minProperties"] = least
    return shape | {"additionalProperties": False}


def sentences(start: str) -> Sentences:
    """One item or several, each a sentence or a paragraph of them."""
    return Sentences(SENTENCES, start)


def steps(start: str) -> Sentences:
    """Items that have names."""
    name = {
        "title": "The name of a step",
        "description": "Small letters and digits, with hyphens or spaces between words.",
        "pattern": "^[a-z0-9]+([- ][a-z0-9]+)*$",
    }
    return Sentences(mapping(SENTENCES, names=name, least=1), start)


def _named(name: str) -> Shape:
    return {"$ref": f"#/$defs/{name}"}


ID, RULE_ID, TEXT, WORD = _named("id"), _named("rule-id"), _named("text"), _named("word")
IDS, WORDS, MODULES = _named("ids"), _named("words"), _named("modules")
CARD, LISTED, SWITCHES = _named("card"), _named("listed"), _named("switches")
SENTENCES, PLAYERS, LANGUAGE, FORMS = (
    _named("sentences"),
    _named("players"),
    _named("language"),
    _named("forms"),
)
FLAG: Shape = {"type": "boolean"}

_PLAYERS = {
    "title": "A number of players",
    "description": "A number, or two with `to` between: `2` or `2 to 4`.",
}

DEFS: Mapping[str, Shape] = {
    "id": {
        "title": "An id",
        "description": "Small letters and digits, with hyphens between words.",
        **pattern(ID_PATTERN),
    },
    "ids": several(ID),
    "rule-id": {
        "title": "A rule's id",
        "description": "Capital letters and digits, with hyphens between the parts.",
        **pattern(RULE_ID_PATTERN),
    },
    "text": {"type": "string", "minLength": 1},
    "word": {
        "title": "A word",
        "description": "One word or several with single spaces, in the singular.",
        **pattern(r"^\S+( \S+)*$"),
    },
    "words": several(WORD),
    "sentence": either(
        TEXT,
        {"type": "number"},
        record(
            {
                "text": key(TEXT, "The sentence.", "Draw a card."),
                "cites": key(
                    several(RULE_ID), "Ids of the rules that this sentence carries out.", ["BASE-DRAW-1"]
                ),
            },
            needed=("text",),
        ),
    ),
    "sentences": either(_named("sentence"), several(_named("sentence"), unique=False)),
    "modules": either(ID, several(ID, least=1)),
    "switches": mapping(FLAG, names=ID),
    "players": {
        **_PLAYERS,
        **either(whole(1, 99), {**_PLAYERS, **pattern("^[1-9][0-9]? to [1-9][0-9]?$")}),
    },
    "language": {
        "title": "A language",
        "description": "A language tag such as `en`, `uk` or `zh-Hant`.",
        **pattern("^[a-z]{2,3}(-[A-Za-z0-9]+)*$"),
    },
    "forms": either(TEXT, several(TEXT, least=1, unique=False), mapping(FORMS) | {"minProperties": 1}),
    "card": {
        "title": "A card's id",
        "description": "The id of a card; with its type before it (`card/otter`) where several types use it.",
        **pattern("^([a-z0-9]+(-[a-z0-9]+)*/)?[a-z0-9]+(-[a-z0-9]+)*$"),
    },
    "listed": either(several(CARD, unique=False), mapping(whole(1, 1000), names=CARD)),
}
"""Shapes by the name that they have in a schema."""

NAME = key(TEXT, "What readers see as its name.", "The First One")
RULES = key(
    sentences("statement"),
    "Standing rules: each item is a paragraph of sentences that hold all the time.",
    ["When a player draws a card, they gain 1 point."],
)
MODULE = key(MODULES, "The rule module, or those, without which this is not there.", "long-game")
PLAYED_WITH = key(MODULES, "The rule module, or those, with which it is played.", "long-game")


def remarks(subject: str, *, readers: bool) -> dict[str, Key]:
    """What any document says about itself.  `subject`: what it is called there; `readers`: whether players read it."""
    found = {
        "cites": key(
            several(RULE_ID),
            f"Ids of the rules that this {subject} carries out, as listed in `sources.yaml`.",
            ["BASE-CARD-1"],
        ),
        "provenance": key(
            one_of("rulebook", "original"),
            "Whether a published rulebook states these facts, or they were designed for this pack.",
            "original",
        ),
        "note": key(TEXT, "A remark for the next author; nothing reads it.", "Balanced with 2,000 games."),
    }
    if readers:
        found["note-for-readers"] = key(
            TEXT,
            "A remark that players read, in words and not as a sentence that is executed.",
            "In the first printing this was written otherwise.",
        )
    return found


def closed(title: str, description: str, shape: Shape) -> dict[str, Any]:
    """A whole schema: the shape with all named ones to which it leads."""
    names: dict[str, Shape] = {}
    waiting: list[Any] = [shape]
    while waiting:
        match waiting.pop():
            case {"$ref": ref, **rest}:
                name = str(ref).rpartition("/")[2]
                if name not in names:
                    names[name] = DEFS[name]
                    waiting.append(DEFS[name])
                waiting += rest.values()
            case Mapping() as found:
                waiting += found.values()
            case list() as found:
                waiting += found
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": title,
        "description": description,
        **shape,
        "$defs": {name: DEFS[name] for name in DEFS if name in names},
    }
