"""The schema of a kind's documents, derived from what the pack's vocabulary says about the kind.

`card_schema("first-kind", {"strength": number(), "reveal": sentence("effect")})` is a JSON Schema with the keys
that every card has and those fields. Words of the vocabulary become kebab-case keys: *hit points* is `hit-points`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Literal

Form = Literal["number", "text", "flag", "one-of", "list", "reference", "sentence"]

ID_PATTERN = "^[a-z0-9]+(-[a-z0-9]+)*$"
RULE_ID_PATTERN = "^[A-Z][A-Z0-9]*(-[A-Za-z0-9]+)+$"


@dataclass(frozen=True, slots=True)
class Field:
    """What may stand under one key of a card.

    `form`: number (a whole one, from `minimum` to `maximum`), text (not read by the program), flag, one-of
    (`values`), list (of `item`s), reference (the id of a document of `kind`), sentence (one or more, in the
    language of rules; `kind` names what may stand there: effect, cost, rules, ...).
    `description`: shown by editors; a plain one is made if it is empty. `examples`: likewise.
    """

    form: Form
    required: bool = False
    minimum: int | None = None
    maximum: int | None = None
    values: tuple[str | int, ...] = ()
    item: Field | None = None
    kind: str = ""
    description: str = ""
    examples: tuple[Any, ...] = ()

    def needed(self) -> Field:
        """The same field, as one that each card must have."""
        return replace(self, required=True)

    def described(self, description: str, *examples: Any) -> Field:
        """The same field with a description and examples."""
        return replace(self, description=description, examples=examples)


def number(minimum: int | None = None, maximum: int | None = None) -> Field:
    """A whole number."""
    return Field("number", minimum=minimum, maximum=maximum)


def text() -> Field:
    """A text that is shown and not read."""
    return Field("text")


def flag() -> Field:
    """`true` or `false`."""
    return Field("flag")


def one_of(values: Sequence[str | int]) -> Field:
    """One of the values of a list."""
    return Field("one-of", values=tuple(values))


def list_of(item: Field) -> Field:
    """Several of something, each once unless they are sentences or numbers."""
    return Field("list", item=item)


def reference(kind: str) -> Field:
    """The id of a document of a kind."""
    return Field("reference", kind=kind)


def sentence(kind: str = "") -> Field:
    """One or more sentences; `kind`: what they are (effect, condition, cost, formula, rules)."""
    return Field("sentence", kind=kind)


@lru_cache(maxsize=10_000)
def key_of(word: str) -> str:
    """A word of the vocabulary as a key or an id: `first kind` is `first-kind`."""
    return re.sub(r"[^a-z0-9]+", "-", word.lower()).strip("-")


def card_schema(
    kind_name: str,
    fields: Mapping[str, Field],
    description: str = "",
    more: Mapping[str, dict[str, Any]] = MappingProxyType({}),
    needed: Sequence[str] = (),
) -> dict[str, Any]:
    """The schema for documents whose `type` is the kind.

    `kind_name`: as in the vocabulary. `fields`: by word or key. `more`: properties as JSON Schema; `needed`:
    which of them each must have. A field named as one of the keys that every card has (`name`, `copies`, ...)
    takes its place. Raises `ValueError` if two fields get the same key or one is called `type` or `id`.
    """
    kind = key_of(kind_name)
    properties: dict[str, Any] = {
        "type": {
            "const": kind,
            "description": f"Says that this document is a {kind_name}.",
            "examples": [kind],
        },
        **_COMMON,
        **more,
    }
    required = ["type", "id", *needed]
    seen: set[str] = set()
    for word, field in fields.items():
        key = key_of(word)
        if key in seen or key in ("type", "id") or not key:
            raise ValueError(f"two keys `{key}` in `{kind}`")
        seen.add(key)
        properties[key] = _property(key.replace("-", " "), kind_name, field)
        if field.required and key not in required:
            required.append(key)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": kind_name,
        "description": description or f"One {kind_name}.",
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": False,
        "$defs": _DEFS,
    }


def _property(word: str, kind_name: str, field: Field) -> dict[str, Any]:
    schema = _form(field)
    said = field.description or _describe(word, kind_name, field)
    examples = list(field.examples) or _examples(field)
    if "$ref" in schema:  # what stands beside a reference is kept apart from what is referred to
        return {"description": said, "examples": examples, **schema}
    return {**schema, "description": said, "examples": examples}


def _form(field: Field) -> dict[str, Any]:
    match field.form:
        case "number":
            schema: dict[str, Any] = {"type": "integer"}
            if field.minimum is not None:
                schema["minimum"] = field.minimum
            if field.maximum is not None:
                schema["maximum"] = field.maximum
            return schema
        case "text":
            return {"type": "string", "minLength": 1}
        case "flag":
            return {"type": "boolean"}
        case "one-of":
            return {"enum": list(field.values)}
        case "list":
            item = field.item or text()
            schema = {"type": "array", "items": _form(item)}
            if item.form not in ("sentence", "number", "text"):
                schema["uniqueItems"] = True
            return schema
        case "reference":
            return {"$ref": "#/$defs/id"}
        case "sentence":
            return {"$ref": "#/$defs/sentences"}


def _describe(word: str, kind_name: str, field: Field) -> str:
    match field.form:
        case "reference":
            return f"The {word} of this {kind_name}: the id of a {field.kind or 'document'}."
        case "sentence":
            return f"The {word} of this {kind_name}, in sentences{f' ({field.kind})' if field.kind else ''}."
        case "flag":
            return f"Whether this {kind_name} has {word}."
        case "list":
            return f"The {word} of this {kind_name}, each as a list item."
        case _:
            return f"The {word} of this {kind_name}."


def _examples(field: Field) -> list[Any]:
    match field.form:
        case "number":
            return [field.minimum if field.minimum is not None else min(1, field.maximum or 1)]
        case "text":
            return ["A text"]
        case "flag":
            return [True]
        case "one-of":
            return list(field.values[:1])
        case "list":
            return [_examples(field.item or text())]
        case "reference":
            return [key_of(field.kind) or "some-id"]
        case "sentence":
            return ["Draw a card."]


_DEFS: dict[str, Any] = {
    "id": {
        "title": "An id",
        "description": "Small letters and digits, with hyphens between words.",
        "type": "string",
        "pattern": ID_PATTERN,
    },
    "rule-id": {
        "title": "A rule's id",
        "description": "Capital letters and digits, with hyphens between the parts.",
        "type": "string",
        "pattern": RULE_ID_PATTERN,
    },
    "sentence": {
        "anyOf": [
            {"type": "string", "minLength": 1},
            {"type": "number"},
            {
                "type": "object",
                "properties": {
                    "text": {
                        "description": "The sentence.",
                        "examples": ["Draw a card."],
                        "type": "string",
                        "minLength": 1,
                    },
                    "cites": {
                        "description": "Ids of the rules that this sentence carries out.",
                        "examples": [["BASE-DRAW-1"]],
                        "type": "array",
                        "items": {"$ref": "#/$defs/rule-id"},
                        "uniqueItems": True,
                    },
                },
                "required": ["text"],
                "additionalProperties": False,
            },
        ]
    },
    "sentences": {
        "anyOf": [
            {"$ref": "#/$defs/sentence"},
            {"type": "array", "items": {"$ref": "#/$defs/sentence"}},
        ]
    },
    "modules": {
        "anyOf": [
            {"$ref": "#/$defs/id"},
            {"type": "array", "items": {"$ref": "#/$defs/id"}, "minItems": 1, "uniqueItems": True},
        ]
    },
}

_COMMON: dict[str, Any] = {
    "id": {
        "description": "What other documents and saved games call this card; never changed or used again.",
        "examples": ["first-card"],
        "$ref": "#/$defs/id",
    },
    "name": {
        "description": "The name that is printed and used in sentences.",
        "examples": ["First Card"],
        "type": "string",
        "minLength": 1,
    },
    "subtitle": {
        "description": "Tells cards of the same name apart: *Name (Subtitle)*.",
        "examples": ["The Second Time"],
        "type": "string",
        "minLength": 1,
    },
    "short": {
        "description": "A shorter name that sentences may use.",
        "examples": ["First"],
        "type": "string",
        "minLength": 1,
    },
    "copies": {
        "description": "How many of this card there are; 1 if it is left out.",
        "examples": [2],
        "type": "integer",
        "minimum": 0,
        "maximum": 1000,
    },
    "layer": {
        "description": "The layer of the pack's `precedence` in which its texts stand; without it, that of its kind.",
        "examples": ["card"],
        "type": "string",
        "minLength": 1,
    },
    "module": {
        "description": "The rule module, or those, without which it is not there.",
        "examples": ["long-game"],
        "$ref": "#/$defs/modules",
    },
    "cites": {
        "description": "Ids of the rules that this card carries out, as listed in `sources.yaml`.",
        "examples": [["BASE-CARD-1"]],
        "type": "array",
        "items": {"$ref": "#/$defs/rule-id"},
        "uniqueItems": True,
    },
    "provenance": {
        "description": "Whether a published rulebook states these facts, or they were designed for this pack.",
        "examples": ["original"],
        "enum": ["rulebook", "original"],
    },
    "note": {
        "description": "A remark for the next author; nothing reads it.",
        "examples": ["Balanced with 2,000 games."],
        "type": "string",
        "minLength": 1,
    },
    "note-for-readers": {
        "description": "A remark that players read, in words and not as a sentence that is executed.",
        "examples": ["In the first printing this was written otherwise."],
        "type": "string",
        "minLength": 1,
    },
}
