"""What was found out for an earlier build of a site, so that a page is not made anew because another one has changed.

In: a shelf.  Out: how its sentences are said, their words linked, and what pages hold.  What a row depends on is its
key, or the head of the file: everything in the pack that is no card and no example.  Whatever changes there, nothing is
taken from the file.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import astuple
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from toolkit.compile.verbs import said_of_verbs
from toolkit.documents.nodes import Document
from toolkit.language.parsing.kept import said_in
from toolkit.pack.source import Item
from toolkit.report.kept import KeptRows, digest_of
from toolkit.site.page import Entry, Page

if TYPE_CHECKING:
    from toolkit.site.shelf import Shelf

T = TypeVar("T")

ALONE = ("example", "scenario")
"""Documents on which, beside the cards, the rows of a file do not all depend."""
UNREAD = "survivors"
"""Documents of which nothing stands on a page."""
FEWEST = 40
"""So many new rows are worth a file; fewer are found out again before one is written."""


class Kept:
    """The rows of a pack."""

    def __init__(self, shelf: Shelf) -> None:
        self.shelf = shelf
        root = shelf.pack.source.folders[-1].root.resolve()
        self.rows = KeptRows.of("book", str(root), tuple(_head(shelf)))

    def said(self, key: Sequence[str], make: Callable[[], str]) -> str:
        """What `make` prints; each time anew while a word of it is missing in a language."""
        name, before = digest_of(key), len(self.shelf.found)
        if (found := self._read(name, str)) is not None:
            return found
        made = make()
        if len(self.shelf.found) == before:
            self.rows.put(name, json.dumps(made))
        return made

    def words(
        self, key: Sequence[str], make: Callable[[], list[tuple[int, int, str]]]
    ) -> list[tuple[int, int, str]]:
        """The words that `make` finds: from where to where they stand, and what is said of each."""
        return self._rows(key, make, lambda row: (int(row[0]), int(row[1]), str(row[2])))

    def pairs(self, key: Sequence[str], make: Callable[[], list[tuple[str, str]]]) -> list[tuple[str, str]]:
        """Pairs of words that `make` finds."""
        return self._rows(key, make, lambda row: (str(row[0]), str(row[1])))

    def places(
        self, key: Sequence[str], make: Callable[[], list[tuple[int, list[tuple[str, str]]]]]
    ) -> list[tuple[int, list[tuple[str, str]]]]:
        """What `make` finds: numbers of sentences, and where each of them acts."""
        return self._rows(key, make, lambda row: (int(row[0]), [(str(a), str(b)) for a, b in row[1]]))

    def _rows(self, key: Sequence[str], make: Callable[[], list[T]], read: Callable[[Any], T]) -> list[T]:
        name = digest_of(key)
        if (found := self._read(name, lambda rows: list(map(read, rows)))) is not None:
            return found
        made = make()
        self.rows.put(name, json.dumps(made))
        return made

    def fill(self, page: Page, key: Sequence[str], make: Callable[[], None]) -> None:
        """Add to a page what `make` adds to it: blocks, anchors, links, entries, pictures.

        `key`: on what this depends, besides the address of the page and the head of the file.
        """
        name = digest_of((page.frame, page.path, repr(page.routes), *key))
        if self._read(name, partial(_restored, page)):
            return
        before = [len(page.body), len(page.links), len(page.entries), page.numbered, len(self.shelf.found)]
        anchors, pictures = set(page.anchors), len(page.pictures)
        make()
        # An anchor with a number depends on what stands above it.
        if [page.numbered, len(self.shelf.found)] == before[3:] and not pictures:
            made = {
                "body": page.body[before[0] :],
                "anchors": sorted(page.anchors - anchors),
                "links": page.links[before[1] :],
                "entries": [astuple(each) for each in page.entries[before[2] :]],
                "pictures": {target: str(path) for target, path in page.pictures.items()},
            }
            self.rows.put(name, json.dumps(made))

    def _read(self, name: str, read: Callable[[Any], T]) -> T | None:
        """What `read` makes of the row that was kept under a name."""
        row = self.rows.get(name)
        try:
            return read(json.loads(row)) if row is not None else None
        except Exception:  # what another hand has sealed may fail in any way
            return None

    @cached_property
    def around(self) -> str:
        """All examples, and of all cards everything but their sentences: what a page of one card may depend on."""
        return digest_of(_around(self.shelf))

    @cached_property
    def common(self) -> str:
        """What compiling a sentence may depend on besides itself, the head of the file and the cards' attributes.

        It is what all sentences together say of verbs.
        """
        game = self.shelf.pack.compiled().value
        assert game is not None
        return digest_of(said_of_verbs(game))

    @cached_property
    def modules(self) -> str:
        """On what depends what a sentence of a module becomes: all those of modules, and what is common to all."""
        items = self.shelf.pack.source.items
        own = (item for item in items if item.options and item.type not in ALONE)
        return digest_of([self.common, *(repr((*_place(item), item.layer, item.text.value)) for item in own)])

    @cached_property
    def cards(self) -> str:
        """Of all cards everything but their sentences."""
        return digest_of(_cards(self.shelf))

    def save(self) -> None:
        """Write what is new."""
        self.rows.save(FEWEST)


def _restored(page: Page, held: dict[str, Any]) -> bool:
    """Whether what was kept could be added to a page."""
    body, anchors, links = ([str(each) for each in held[key]] for key in ("body", "anchors", "links"))
    entries = [
        Entry(title, anchor, sort, words, tuple(ids), tuple(also))
        for title, anchor, sort, words, ids, also in held["entries"]
    ]
    pictures = {page.picture_name(Path(path)): Path(path) for path in held["pictures"].values()}
    if not page.anchors.isdisjoint(anchors) or pictures.keys() != held["pictures"].keys():
        return False
    page.body += body
    page.anchors.update(anchors)
    page.links += links
    page.entries += entries
    page.pictures |= pictures
    return True


def words_typed(document: Document) -> str:
    """A document as it was typed."""
    return document.root.span.text


def _head(shelf: Shelf) -> Iterator[str]:
    source = shelf.pack.source
    cards = {id(each.document) for each in source.components}
    for folder in source.folders:
        for document in folder.documents:
            if id(document) not in cards and document.type not in (*ALONE, UNREAD):
                yield words_typed(document)
    yield from (item.text.value for item in source.items if item.start == "definition")
    yield from said_in(shelf.pack.vocabulary)
    yield repr((shelf.languages, sorted(shelf.words.items()), sorted(shelf.pages.items())))
    yield repr(sorted(shelf.kinds.items()))


def _around(shelf: Shelf) -> Iterator[str]:
    source = shelf.pack.source
    for folder in source.folders:
        yield from (words_typed(document) for document in folder.documents if document.type in ALONE)
    yield from _cards(shelf)
    for item in source.items:
        if item.type not in ALONE:
            yield repr((*_place(item), item.cites))


def _cards(shelf: Shelf) -> Iterator[str]:
    for each in shelf.pack.source.components:
        yield repr((each.kind, each.id, each.name, each.text, each.copies, sorted(each.attributes.items())))
        yield repr((each.keywords, each.options, each.pack, each.dealt))


def _place(item: Item) -> tuple[object, ...]:
    return item.pack, item.type, item.document, item.path, item.start, item.options
