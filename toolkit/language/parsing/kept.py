"""Trees of sentences that were parsed before, in a file of the user's cache.

In: a vocabulary, and a name for the file.  Out: the tree that the parser would make of a text, or None.  What a text
is parsed to depends on its characters, on its field, on the words of the pack and on the program; all of this is in
the key.  Only trees without any diagnostic are kept.  A tree is a row of plain values: the class of a node by its
number, where it stands in the text, and those of its fields that are not as usual.  Before it stands what it says
(`Said`): whoever asks for no more has no need of the tree.
"""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Callable, Iterator
from dataclasses import MISSING, fields
from functools import cache, cached_property
from json.encoder import encode_basestring_ascii
from operator import attrgetter
from pathlib import Path
from typing import Any

from toolkit.language import ast
from toolkit.language.said import Said
from toolkit.language.vocabulary import Vocabulary
from toolkit.report.kept import KeptRows, digest_of
from toolkit.report.source import Span, Text

FEWEST = 40
"""So many new sentences are worth a file; fewer are parsed again before one is written."""

MOST_MET = 1000
"""Trees of this process: of the packs that were loaded last."""

_MET: OrderedDict[tuple[str, str, Text], ast.Paragraph] = OrderedDict()

_NEXT = "\t"
"""Between what a tree says and the tree: in JSON it stands nowhere."""

_TUPLE, _AGAIN = None, True
"""What a list begins with that is no node: a tuple, and a node that stands in the tree a second time."""


class KeptTrees:
    """The trees of the pack in a folder, which says things with these words; without a folder, of sentences that are
    part of the program, and say things with words that are."""

    def __init__(self, words: Vocabulary | None = None, root: Path | None = None) -> None:
        name = str(root.resolve()) if root is not None else ""
        self._said = _Words(words)
        self.rows = KeptRows.of("trees", name, self._said)
        self.unwritten: dict[str, tuple[Text, ast.Paragraph]] = {}
        """Trees without a row: most small packs bring too few for a file, and say nothing twice."""

    @property
    def words(self) -> str:
        """What tells the words of the pack from others."""
        return self._said.digest

    def tree(self, text: Text, start: str) -> ast.Paragraph | None:
        """The tree of a text that was parsed before, with spans of where it stands now."""
        row = self.row(text, start)
        return self.read(text, row) if row is not None else None

    def row(self, text: Text, start: str) -> str | None:
        """What was kept of a text, from which `read` makes its tree."""
        key = _key(text, start)
        if key in self.unwritten:
            self._write(key)
        return self.rows.get(key)

    def met(self, text: Text, start: str) -> ast.Paragraph | None:
        """The tree that this process has made of the same characters at the same place, with the same words."""
        if self.rows.file is None:
            return None
        key = self.rows.digest, start, text
        if (tree := _MET.get(key)) is not None:
            _MET.move_to_end(key)
        return tree

    def read(self, text: Text, row: str) -> ast.Paragraph | None:
        """The tree of a row."""
        try:
            tree = _Reader(text).node(json.loads(row.partition(_NEXT)[2]))
        except Exception:  # what another hand has sealed may fail in any way
            return None
        return tree if isinstance(tree, ast.Paragraph) else None

    def said(self, row: str) -> Said | None:
        """What the tree of a row says."""
        try:
            words, heads = json.loads(row.partition(_NEXT)[0])
            return Said({tuple(map(str, each)) for each in words}, set(map(str, heads)))
        except Exception:  # as in `read`
            return None

    def add(self, text: Text, start: str, tree: ast.Paragraph) -> None:
        """Remember what a text was parsed to."""
        if self.rows.file is not None:
            self.unwritten[_key(text, start)] = text, tree
            _MET[self.rows.digest, start, text] = tree
            if len(_MET) > MOST_MET:
                _MET.popitem(last=False)

    def _write(self, key: str) -> None:
        text, tree = self.unwritten.pop(key)
        if (row := _Writer(text).row(tree)) is not None:
            said = Said.of([tree])
            head = json.dumps([sorted(said.words), sorted(said.heads)], separators=(",", ":"))
            self.rows.put(key, head + _NEXT + row)

    def save(self, fewest: int | None = None) -> None:
        """Keep what was met, if enough of it is new."""
        fewest = FEWEST if fewest is None else fewest
        if self.rows.new + len(self.unwritten) >= fewest:
            for key in list(self.unwritten):
                self._write(key)
        self.rows.save(fewest)


class _Words:
    """The words of a pack as a head, which is made when somebody asks for it."""

    def __init__(self, vocabulary: Vocabulary | None) -> None:
        self._vocabulary = vocabulary

    @cached_property
    def digest(self) -> str:
        return digest_of_words(self._vocabulary) if self._vocabulary is not None else ""

    def __iter__(self) -> Iterator[str]:
        yield self.digest


def digest_of_words(words: Vocabulary) -> str:
    """One hash of everything that a vocabulary holds."""
    return digest_of(said_in(words))


def said_in(words: Vocabulary) -> Iterator[str]:
    """Everything that a vocabulary holds, but not where its words stand."""
    for each in fields(words):
        held = getattr(words, each.name)
        entries = held.items() if isinstance(held, dict) else sorted(held) if isinstance(held, set) else held
        yield each.name
        for entry in entries:
            yield repr(_plain(entry))


def _plain(value: Any) -> Any:
    kind = value.__class__
    if kind in _PLAIN:
        return value
    if kind is tuple:
        return tuple([part if part.__class__ in _PLAIN else _plain(part) for part in value])
    name, held = _held(kind)
    return (name, *[part if part.__class__ in _PLAIN else _plain(part) for part in held(value)])


_PLAIN = frozenset({str, int, bool, dict, type(None)})


@cache
def _held(kind: Any) -> tuple[str, Callable[[Any], tuple[Any, ...]]]:
    """The name of a class of entries, and what gives the values of an entry, but not where it stands."""
    names = [each.name for each in fields(kind) if each.name != "span"]
    assert len(names) > 1, "of a single name `attrgetter` gives no tuple"
    return kind.__name__, attrgetter(*names)


def _key(text: Text, start: str) -> str:
    """The field, the way back to what was typed (empty for most), and the characters, on one line."""
    first = text.breaks[0][1]
    if len(text.breaks) == 1 and text.breaks[0][::2] == (0, 1):  # as below, of most texts
        return f'["{start}", 0, {encode_basestring_ascii(text.value)}]'
    way = [(cooked, raw - first, width) for cooked, raw, width in text.breaks]
    return json.dumps([start, way, text.value])


# --- Nodes as rows ------------------------------------------------------------------------------------------


@cache
def _kinds() -> tuple[type[ast.Node], ...]:
    """Every class of nodes, by its number."""
    held = vars(ast).values()  # not their subclasses: of one with slots there may be two
    found = {each for each in held if isinstance(each, type) and issubclass(each, ast.Node)}
    return tuple(sorted(found, key=lambda kind: kind.__name__))


@cache
def _numbers() -> dict[type, tuple[int, tuple[tuple[str, object], ...]]]:
    """Each class: its number, and its fields with what they hold usually."""
    return {
        kind: (number, tuple((each.name, each.default) for each in fields(kind) if each.name != "span"))
        for number, kind in enumerate(_kinds())
    }


@cache
def _names_by_number() -> tuple[tuple[str, ...], ...]:
    """The names of the fields of each class, as rows say them by their place."""
    return tuple(tuple(name for name, _ in usual) for _, usual in _numbers().values())


class _Foreign(Exception):
    """A value that no row can hold, or a span of another text."""


class _Writer:
    """Makes the row of one tree."""

    def __init__(self, text: Text) -> None:
        self.source, self.first = text.source, text.breaks[0][1]
        self.numbers = _numbers()
        self.seen: dict[int, int] = {}

    def row(self, tree: ast.Paragraph) -> str | None:
        """On one line; None: it cannot be written."""
        try:
            return json.dumps(self.value(tree), separators=(",", ":"))
        except _Foreign:
            return None

    def value(self, value: Any) -> Any:
        if value is None or isinstance(value, str | int):
            return value
        if isinstance(value, tuple):
            return [_TUPLE, *map(self.value, value)]
        if isinstance(value, ast.Node):
            return self.node(value)
        raise _Foreign

    def node(self, node: ast.Node) -> list[Any]:
        if (again := self.seen.get(id(node))) is not None:
            return [_AGAIN, again]
        number, usual = self.numbers[type(node)]
        row: list[Any] = [number]
        if node.span is None:
            row += (-1, 0)
        elif node.span.source is self.source:
            row += (node.span.start - self.first, node.span.end - node.span.start)
        else:
            raise _Foreign
        for place, (name, default) in enumerate(usual):
            value = getattr(node, name)
            if default is MISSING or value != default or type(value) is not type(default):
                row += (place, self.value(value))
        self.seen[id(node)] = len(self.seen)
        return row


class _Reader:
    """Makes the tree of one row."""

    def __init__(self, text: Text) -> None:
        self.source, self.first = text.source, text.breaks[0][1]
        self.kinds, self.names = _kinds(), _names_by_number()
        self.made: list[ast.Node] = []

    def value(self, value: Any) -> Any:
        if value.__class__ is not list:
            return value
        if value[0] is _TUPLE:
            return tuple(map(self.value, value[1:]))
        if value[0] is _AGAIN:
            return self.made[value[1]]
        return self.node(value)

    def node(self, row: list[Any]) -> ast.Node:
        number, start, length = row[:3]
        names = self.names[number]
        held: dict[str, Any] = {}
        for at in range(3, len(row), 2):
            value = row[at + 1]
            held[names[row[at]]] = self.value(value) if value.__class__ is list else value
        if start >= 0:
            start += self.first
            held["span"] = Span(self.source, start, start + length)
        made = self.kinds[number](**held)
        self.made.append(made)
        return made
