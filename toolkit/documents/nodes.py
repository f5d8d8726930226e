"""What a YAML file says, each key and value with its place.

A file becomes `Document`s; a document is a mapping of keys to values; each value is a `MappingNode`, a
`SequenceNode` or a `ScalarNode`. Nothing here knows what a key means. `to_data` gives the plain Python
value for a schema, `node_at` and `key_at` lead from a path in that value back to the node.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import field
from typing import Any, Literal

from toolkit.frozen import dataclass
from toolkit.report.source import Source, Span, Text

Style = Literal["plain", "single", "double", "literal", "folded"]
"""How a scalar was typed: bare, in '…', in "…", after `|`, after `>`."""

Value = str | int | float | bool | None
"""A scalar's value by the YAML 1.2 core schema: `yes`, `no`, `on` and `off` are text."""


@dataclass(frozen=True, slots=True)
class ScalarNode:
    """One value that is no list and no mapping.

    `text`: what it says, as text, whatever its value: a sentence field reads `7` and `true` as words too.
    `span`: as typed, with its quotes or from its `|`. `broken`: something stood here that was refused with a
    diagnostic of its own; the value is not worth a second one.
    """

    value: Value
    text: Text
    style: Style
    span: Span
    broken: bool = False


@dataclass(frozen=True, slots=True)
class KeyNode:
    """A key of a mapping. `name`: as text. `span`: as typed, with its quotes."""

    name: str
    text: Text
    span: Span


@dataclass(frozen=True, slots=True)
class SequenceNode:
    """A list. `span`: from its first sign to the end of its last item."""

    items: tuple[Node, ...]
    span: Span

    def __iter__(self) -> Iterator[Node]:
        return iter(self.items)

    def __len__(self) -> int:
        return len(self.items)


@dataclass(frozen=True, slots=True)
class MappingNode:
    """Keys and values in the order in which they were typed; no key occurs twice.

    `flow`: typed with braces.
    """

    items: tuple[tuple[KeyNode, Node], ...]
    span: Span
    flow: bool = False
    _index: dict[str, int] = field(default_factory=dict, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        self._index.update((key.name, i) for i, (key, _) in enumerate(self.items))

    def get(self, name: str) -> Node | None:
        """The value of a key, or None if the key is not there."""
        i = self._index.get(name)
        return None if i is None else self.items[i][1]

    def key(self, name: str) -> KeyNode | None:
        """The key itself, or None."""
        i = self._index.get(name)
        return None if i is None else self.items[i][0]

    def __contains__(self, name: object) -> bool:
        return name in self._index

    def __iter__(self) -> Iterator[tuple[KeyNode, Node]]:
        return iter(self.items)

    def __len__(self) -> int:
        return len(self.items)


Node = MappingNode | SequenceNode | ScalarNode


@dataclass(frozen=True, slots=True)
class Document:
    """One document of a file.

    `index`: from 0, its place among the file's documents. `complete`: False if a part was refused.
    `type`, `id`: the texts of these keys, or None if it has none; everybody asks for them again and again.
    """

    source: Source
    root: MappingNode
    index: int = 0
    complete: bool = True
    type: str | None = field(init=False, repr=False, compare=False)
    id: str | None = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "type", self._text("type"))
        object.__setattr__(self, "id", self._text("id"))

    @property
    def head(self) -> Span:
        """Where to point for the document as a whole: its `type`, or else its first key."""
        node = self.root.get("type")
        if isinstance(node, ScalarNode) and node.text.value:
            return node.span
        return first_key(self.root)

    def _text(self, key: str) -> str | None:
        node = self.root.get(key)
        return node.text.value if isinstance(node, ScalarNode) and not node.broken else None


def to_data(node: Node) -> Any:
    """The plain value: dicts, lists and scalars. Nothing is shared, so it is as large as the file at most."""
    if isinstance(node, ScalarNode):
        return node.value
    if isinstance(node, SequenceNode):
        return [to_data(item) for item in node.items]
    return {key.name: to_data(value) for key, value in node.items}


def node_at(root: Node, path: Iterable[str | int]) -> Node | None:
    """The node at the end of a path of keys and list indices (from 0), or None if the path leaves the tree."""
    node: Node | None = root
    for step in path:
        if isinstance(node, MappingNode) and isinstance(step, str):
            node = node.get(step)
        elif isinstance(node, SequenceNode) and isinstance(step, int) and 0 <= step < len(node.items):
            node = node.items[step]
        else:
            return None
    return node


def key_at(root: Node, path: Iterable[str | int]) -> KeyNode | None:
    """The key that the last step of a path names, or None if that step is an index or leaves the tree."""
    *before, last = path
    node = node_at(root, before)
    return node.key(last) if isinstance(node, MappingNode) and isinstance(last, str) else None


def first_key(node: MappingNode) -> Span:
    """The place of a mapping's first key, or its opening brace if it is empty."""
    if node.items:
        return node.items[0][0].span
    return Span(node.span.source, node.span.start, min(node.span.start + 1, node.span.end))
