"""Whether two versions of a pack differ in what sentences say alone: then what exists in the game is the same, and what
was compiled for the old version holds for each text of the new one that is still there.

Where something stands is no difference, nor is what no game hangs on: examples, notes, prose.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from toolkit.documents.card import key_of
from toolkit.documents.document_type import sentence_fields, types_that
from toolkit.documents.nodes import Document, to_data
from toolkit.pack.source import Item, PackSource

TOLD = frozenset(types_that(lambda each: not each.plays))
"""Documents on which no compiled game hangs."""

REMARKS = ("cites", "provenance", "note", "note-for-readers", "prose")
"""Keys on which nothing hangs but the items beside them."""


def alike(old: PackSource, new: PackSource) -> bool:
    """Whether only sentences differ, and what no game hangs on."""
    if not all(getattr(old, name) == getattr(new, name) for name in _COMPARED):
        return False
    before, now = list(_documents(old)), list(_documents(new))
    return len(before) == len(now) and all(
        one is other or _rest(one, old) == _rest(other, new) for one, other in zip(before, now, strict=True)
    )


_COMPARED = ("id", "manifest", "kinds", "places", "quantities", "components", "common")


def _documents(source: PackSource) -> Iterator[Document]:
    return (document for document in source.documents if document.type not in TOLD)


def _rest(document: Document, source: PackSource) -> Any:
    """What a document says beside its sentences."""
    told: dict[str, Any] = to_data(document.root)
    fields = {*REMARKS, *sentence_fields().get(document.type or "", ())}
    if document.type not in sentence_fields():  # its attributes are those of a component
        said_of = (*(kind.sentences for kind in source.kinds), *(place.sentences for place in source.places))
        fields |= {key_of(name) for sentences in said_of for name, _ in sentences}
    for item in source.items_of(document):
        with suppress(LookupError, TypeError):  # of another document of the same name
            _leave_out(told, item)
    return {key: value for key, value in told.items() if key not in fields}


def _leave_out(said: Any, item: Item) -> None:
    """Without the text of an item, which stands somewhere in it."""
    *way, last = item.path
    for step in way:
        said = said[step]
    if isinstance(said[last], dict):
        said[last]["text"] = None
    else:
        said[last] = None


def taken_over(items: tuple[Item, ...], before: PackSource) -> tuple[Item, ...]:
    """The items, those of another version of the pack in the place of the same ones."""
    known = {item: item for item in before.items}
    return tuple(known.get(item, item) for item in items)
