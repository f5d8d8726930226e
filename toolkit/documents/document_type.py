"""Types of document: all that the toolkit knows about one stands in its record, in one file of `types/`.

A file holds one `TYPE`; its docstring says what such a document is.  `document_types()` finds them all, so a new type
is a new file: its keys are checked, and exported for editors; its sentences are parsed, its standing rules compiled;
it is a chapter of the players' book, if it says so.  What a type does that no other does (the steps of a verb are what
the verb does) is code of the compiler.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from toolkit.documents.shapes import ID, RULES, Key, closed, key, record, remarks

_ID = key(ID, "What other documents and saved games call it; never changed or used again.", "first-one")


@dataclass(frozen=True, slots=True)
class DocumentType:
    """One type of document.

    `description`: what it is.  `keys`: its own, in the order in which they are written and shown; `id`, unless it says
    one of its own, and remarks are added.  `needed`: without which it is refused.  `more`: further parts of its JSON
    Schema.  `cited`: whether it can carry out rules of the list of sources.  `file`: the only one in which it stands.

    `chapter`: its place among the chapters of the players' book that the pack does not name; 0: it is none.
    `heading`: what such a chapter is, in English (in other languages: `site/labels`).  `words_only`: a chapter without
    sentences of the game.  `news`: whether players are told what changed in it.  `plays`: whether how the game is
    played depends on it.  `alone`: its sentences are compiled when it is run, not with the pack.  `judges`: its
    sentences look on, for tests and bots, and change nothing.  `declares`: it says which words there are and what they
    mean.
    `unheard`: keys of its own on which no rule depends.
    """

    description: str
    keys: Mapping[str, Key]
    needed: tuple[str, ...] = ()
    more: Mapping[str, Any] = field(default_factory=dict)
    cited: bool = True
    file: str = ""
    chapter: int = 0
    heading: str = ""
    words_only: bool = False
    news: bool = True
    plays: bool = True
    alone: bool = False
    judges: bool = False
    declares: bool = False
    unheard: tuple[str, ...] = ()

    @property
    def sentences(self) -> Mapping[str, str]:
        """Its sentence fields in their order, and what stands there: *effect*, *condition* …"""
        return {name: each.start for name, each in self.keys.items() if each.start}

    @property
    def stands(self) -> bool:
        """Whether it has rules that hold all the time."""
        return self.keys.get("rules") is RULES

    def schema(self, name: str) -> dict[str, Any]:
        """Its JSON Schema, under this name."""
        says = key({"const": name}, f"Says that this document is of type `{name}`.", name)
        remarked = remarks("document", readers=bool(self.chapter) and not self.words_only)
        if not self.cited:
            remarked = {"note": remarked["note"]}
        shape = record({"type": says, "id": _ID, **self.keys, **remarked}, needed=("type", *self.needed))
        return closed(name, self.description, {**shape, **self.more})


@cache
def document_types() -> Mapping[str, DocumentType]:
    """The types by name, in alphabetical order."""
    import toolkit.documents.types as package

    found: dict[str, DocumentType] = {
        info.name.replace("_", "-"): importlib.import_module(f"{package.__name__}.{info.name}").TYPE
        for info in pkgutil.iter_modules(package.__path__)
    }
    return dict(sorted(found.items()))


def types_that(holds: Callable[[DocumentType], object]) -> tuple[str, ...]:
    """The names of the types of which this is so."""
    return tuple(name for name, each in document_types().items() if holds(each))


@cache
def sentence_fields() -> Mapping[str, Mapping[str, str]]:
    """Type of document → sentence field → what stands there."""
    return {name: each.sentences for name, each in document_types().items() if each.sentences}


@cache
def chapter_types() -> tuple[str, ...]:
    """The types that are chapters of the players' book; what the pack does not name follows in this order."""
    types = document_types()
    return tuple(sorted(types_that(lambda each: each.chapter), key=lambda name: types[name].chapter))
