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

from toolkit.documents.shapes import (
    FLAG,
    ID,
    MODULE,
    SENTENCES,
    TEXT,
    Key,
    Shape,
    closed,
    key,
    remarks,
    several,
    whole,
)

Form = Literal["number", "text", "flag", "one-of", "list", "reference", "sentence"]


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
    more: Mapping[str, Key] = MappingProxyType({}),
    needed: Sequence[str] = (),
) -> dict[str, Any]:
    """The schema for documents whose `type` is the kind.

    `kind_name`: as in the vocabulary. `fields`: by word or key. `more`: keys beside them; `needed`:
    which of them each must have. A field named as one of the keys that every card has (`name`, `copies`, ...)
    takes its place. Raises `ValueError` if two fields get the same key or one is called `type` or `id`.
    """
    kind = key_of(kind_name)
    says = Key({"const": kind}, f"Says that this document is a {kind_name}.", (kind,))
    properties: dict[str, Any] = {
        name: each.schema() for name, each in {"type": says, **_KEYS, **more}.items()
    }
    required = ["type", "id", *needed]
    seen: set[str] = set()
    for word, field in fields.items():
        name = key_of(word)
        if name in seen or name in ("type", "id") or not name:
            raise ValueError(f"two keys `{name}` in `{kind}`")
        seen.add(name)
        properties[name] = _property(name.replace("-", " "), kind_name, field)
        if field.required and name not in required:
            required.append(name)
    shape = {"type": "object", "properties": properties, "required": required, "additionalProperties": False}
    return closed(kind_name, description or f"One {kind_name}.", shape)


def _property(word: str, kind_name: str, field: Field) -> dict[str, Any]:
    said = field.description or _describe(word, kind_name, field)
    return key(_form(field), said, *(field.examples or _examples(field))).schema()


def _form(field: Field) -> Shape:
    match field.form:
        case "number":
            return whole(field.minimum, field.maximum)
        case "text":
            return TEXT
        case "flag":
            return FLAG
        case "one-of":
            return {"enum": list(field.values)}
        case "list":
            item = field.item or text()
            return several(_form(item), unique=item.form not in ("sentence", "number", "text"))
        case "reference":
            return ID
        case "sentence":
            return SENTENCES


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


_KEYS: Mapping[str, Key] = {
    "id": key(
        ID,
        "What other documents and saved games call this card; never changed or used again.",
        "first-card",
    ),
    "name": key(TEXT, "The name that is printed and used in sentences.", "First Card"),
    "subtitle": key(TEXT, "Tells cards of the same name apart: *Name (Subtitle)*.", "The Second Time"),
    "short": key(TEXT, "A shorter name that sentences may use.", "First"),
    "copies": key(whole(0, 1000), "How many of this card there are; 1 if it is left out.", 2),
    "layer": key(
        TEXT,
        "The layer of the pack's `precedence` in which its texts stand; without it, that of its kind.",
        "card",
    ),
    "module": MODULE,
    **remarks("card", readers=True),
}
"""What every card may have."""
