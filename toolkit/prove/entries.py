"""A pack as entries that another version of it can be compared with: its words and its documents.

In: a loaded pack.  Out: for each word of the vocabulary and each document an `Entry`: its values by their paths, its
texts by the fields in which they stand, the order of its steps.  `Renames` finds what has another name in the other
version, and says old texts with the new names.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from toolkit.compile.pack import Pack
from toolkit.documents.card import key_of
from toolkit.documents.document_type import document_types
from toolkit.documents.nodes import Document, MappingNode, Node, ScalarNode, SequenceNode, to_data
from toolkit.pack.read import entries_of, word_of, words_of
from toolkit.pack.source import Item
from toolkit.report.source import Span

Path = tuple[str | int, ...]
Key = tuple[bool, str, str]
"""Whether it is a word of the vocabulary, its type, its id."""

SECTIONS: Mapping[str, str] = {
    "lists": "list",
    "kinds": "kind",
    "places": "place",
    "quantities": "quantity",
    "adjectives": "adjective",
    "relations": "relation",
    "nouns": "noun",
    "adverbs": "adverb",
    "labels": "label",
    "orders": "order",
}
"""Sections of a vocabulary, and what one of their words is called."""

NAMES = ("name", "short", "subtitle")
"""Keys that say what something is called."""

UNHEARD = ("cites", "provenance", "note", "note-for-readers", "prose")
"""Keys of any document of which no rule depends."""


@dataclass(frozen=True)
class Entry:
    """One word or one document.  `values`: path → what stands there; `texts`: field → its sentence items; `orders`:
    field → names of its steps; `label`: what people call it."""

    key: Key
    label: str
    values: Mapping[Path, str]
    texts: Mapping[Path, Sequence[Item]] = field(default_factory=dict)
    orders: Mapping[Path, Sequence[str]] = field(default_factory=dict)
    span: Span | None = None

    @property
    def type(self) -> str:
        return self.key[1]

    @property
    def id(self) -> str:
        return self.key[2]

    def is_name(self, path: Path) -> bool:
        """Whether what it is called stands there."""
        return path[0] == "noun" if self.key[0] else path[0] in NAMES

    def matters(self, path: Path) -> bool:
        """Whether a rule may depend on what stands there."""
        if self.is_name(path):
            return False
        return self.key[0] or path[0] not in (*UNHEARD, *_unheard(self.type))

    @cached_property
    def rest(self) -> object:
        """What it is, apart from its names and from what no rule depends on."""
        values = {path: said for path, said in self.values.items() if self.matters(path)}
        texts = {path: [letters(item.text.value) for item in items] for path, items in self.texts.items()}
        return values, texts


def letters(text: str) -> str:
    """The words of a text on one line: how it is laid out in its file says nothing."""
    return " ".join(text.split())


def entries(pack: Pack) -> dict[Key, Entry]:
    """The entries of a pack's own files, in their order; documents of one type without an id are one entry."""
    found: dict[Key, Entry] = {}
    items: dict[tuple[str, int], list[Item]] = {}
    documents = pack.source.folders[-1].documents
    for item in pack.source.items:
        if item.pack == pack.id:
            items.setdefault(_document_of(item, documents), []).append(item)
    for number, document in enumerate(documents):
        if document.type == "vocabulary":
            read = list(_words(document))
        else:
            mine = items.get((document.source.name, number), [])
            read = [_entry(document, mine)]
        for entry in read:
            before = found.get(entry.key)
            found[entry.key] = entry if before is None else _joined(before, entry)
    return found


def _document_of(item: Item, documents: Sequence[Document]) -> tuple[str, int]:
    """The file and the number of the document in which an item stands."""
    span = item.text.span()
    number = next(
        n
        for n, each in enumerate(documents)
        if each.source.name == span.source.name
        and each.root.span.start <= span.start
        and span.end <= each.root.span.end
    )
    return span.source.name, number


def _words(document: Document) -> Iterator[Entry]:
    modules = words_of(document.root.get("module"))
    belongs: dict[Path, str] = {("module",): ", ".join(modules)} if modules else {}
    for section, node in document.root:
        type = SECTIONS.get(section.name)
        if type is None:
            continue
        if isinstance(node, SequenceNode):
            for word in words_of(node):
                yield Entry((True, type, word), word, belongs, span=node.span)
        for key, value in entries_of(node):
            yield Entry(
                (True, type, key.name),
                key.name,
                belongs | dict(_flat(value, () if isinstance(value, MappingNode) else ("values",))),
                span=key.span,
            )


def _entry(document: Document, items: Sequence[Item]) -> Entry:
    type = document.type or ""
    id = document.id or word_of(document.root.get("language")) or ""
    texts: dict[Path, list[Item]] = {}
    for item in items:
        texts.setdefault(field_of(item), []).append(item)
    skipped = {item.path for item in items}
    values = {
        path: said
        for key, node in document.root
        if key.name not in ("type", "id")
        for path, said in _flat(node, (key.name,), skipped)
    }
    orders = dict(_orders(document, {path[0] for path in texts if len(path) > 1}))
    name = values.get(("name",), "")
    return Entry((False, type, id), name or id, values, texts, orders, document.head)


def _orders(document: Document, fields: set[str | int]) -> Iterator[tuple[Path, Sequence[str]]]:
    """The names of the steps, in the fields whose texts have names."""
    for key, node in document.root:
        if key.name in fields and isinstance(node, MappingNode):
            yield (key.name,), [step.name for step, _ in entries_of(node)]


def field_of(item: Item) -> Path:
    """The field or the step in which a text stands: its path without its number in a list."""
    path = item.path
    while path and isinstance(path[-1], int):
        path = path[:-1]
    return path


def _flat(
    node: Node | None, path: Path, skipped: set[Path] | frozenset[Path] = frozenset()
) -> Iterator[tuple[Path, str]]:
    """Each value below a node with its path; a list of plain values is one value."""
    if path in skipped:
        return
    match node:
        case ScalarNode():
            yield path, letters(node.text.value)
        case SequenceNode() if all(isinstance(each, ScalarNode) for each in node):
            plain = [str(value) for n, value in enumerate(to_data(node)) if (*path, n) not in skipped]
            if plain or not node.items:
                yield path, ", ".join(plain)
        case SequenceNode():
            for n, each in enumerate(node):
                yield from _flat(each, (*path, n), skipped)
        case MappingNode():
            for key, value in node:
                yield from _flat(value, (*path, key.name), skipped)


def _joined(one: Entry, other: Entry) -> Entry:
    """Two documents of a type without ids, or a word that a module declares again."""
    texts = {
        path: [*one.texts.get(path, ()), *other.texts.get(path, ())] for path in {**one.texts, **other.texts}
    }
    values = dict(one.values)
    for path, said in other.values.items():
        values[path] = f"{values[path]}; {said}" if path in values else said
    return Entry(one.key, one.label, values, texts, {**one.orders, **other.orders}, one.span)


# --- What has another name ----------------------------------------------------------------------------------


class Renames:
    """What is called otherwise in the new version.  `keys`: old entry → new entry, of those with another key."""

    def __init__(self, old: tuple[Pack, dict[Key, Entry]], new: tuple[Pack, dict[Key, Entry]]) -> None:
        self.keys: dict[Key, Key] = {}
        self.ids: dict[str, str] = {}
        self.words: dict[str, str] = {}
        (self.old_pack, self.old), (self.new_pack, self.new) = old, new
        self._pair([key for key in self.old if key[0]])
        types = {key_of(a[2]): key_of(b[2]) for a, b in self.keys.items() if a[1] in ("kind", "place")}
        for key in self.old:
            if (
                not key[0]
                and (moved := (False, types.get(key[1], key[1]), key[2])) != key
                and moved in self.new
            ):
                self.keys[key] = moved
        self._pair([key for key in self.old if not key[0] and key not in self.keys], types)
        for key, entry in self.old.items():
            other = self.new.get(self.keys.get(key, key))
            if other is not None:
                self._called(entry, other)

    def _pair(self, olds: Sequence[Key], types: Mapping[str, str] | None = None) -> None:
        """Those that are gone with those that have come, where one of each is the same or has the same name."""
        known = types or {}
        gone = [self.old[key] for key in olds if key not in self.new]
        taken = set(self.keys.values())
        come = [entry for key, entry in self.new.items() if key not in self.old and key not in taken]
        for same in (_same_name, _same_rest):
            pairs = [(a, b) for a in gone for b in come if _same_type(a, b, known) and same(a, b)]
            for entry, other in _unmistakable(pairs):
                self.keys[entry.key], self.ids[entry.id] = other.key, other.id
                gone.remove(entry)
                come.remove(other)

    def _called(self, old: Entry, new: Entry) -> None:
        """The words for an entry before and after."""
        if not old.key[0]:
            for name in ("name", "short"):
                before, after = old.values.get((name,)), new.values.get((name,))
                if before and after and before != after:
                    self.words[before] = after
            return
        if old.id == new.id and old.values.get(("noun",)) == new.values.get(("noun",)):
            return
        self.words[old.id] = new.id
        was, now = self.old_pack.vocabulary.nouns.get(old.id), self.new_pack.vocabulary.nouns.get(new.id)
        if was is not None and now is not None:
            self.words[was.plural] = now.plural

    @cached_property
    def _pattern(self) -> re.Pattern[str] | None:
        longest = sorted(self.words, key=len, reverse=True)
        return re.compile(rf"\b(?:{'|'.join(map(re.escape, longest))})\b") if longest else None

    def said(self, text: str) -> str:
        """An old text with the new names."""
        return self._pattern.sub(lambda found: self.words[found[0]], text) if self._pattern else text

    def value(self, value: str) -> str:
        """An old value with the new ids and names."""
        return ", ".join(self.ids.get(part, self.words.get(part, part)) for part in value.split(", "))

    def path(self, path: Path) -> Path:
        """An old path with the new ids in it."""
        return tuple(self.ids.get(part, part) if isinstance(part, str) else part for part in path)


def _unmistakable(pairs: Sequence[tuple[Entry, Entry]]) -> Iterator[tuple[Entry, Entry]]:
    """Those of which neither occurs in another pair."""
    ours, theirs = Counter(one.key for one, _ in pairs), Counter(other.key for _, other in pairs)
    return ((a, b) for a, b in pairs if ours[a.key] == theirs[b.key] == 1)


def _same_type(one: Entry, other: Entry, types: Mapping[str, str]) -> bool:
    """Of one type, whatever it is called by now."""
    return other.key[:2] == (one.key[0], types.get(one.type, one.type))


def _same_name(one: Entry, other: Entry) -> bool:
    name = one.values.get(("name",))
    return name is not None and name == other.values.get(("name",))


def _same_rest(one: Entry, other: Entry) -> bool:
    return one.rest == other.rest


def _unheard(type: str) -> tuple[str, ...]:
    """Further keys of a type of document on which no rule depends."""
    return document_types()[type].unheard if type in document_types() else ()
