"""Values out of nodes, forgiving: what has the wrong shape is left out, for the schemas have told of it."""

from __future__ import annotations

from collections.abc import Iterator

from toolkit.documents.nodes import KeyNode, MappingNode, Node, ScalarNode, SequenceNode
from toolkit.report.source import Text


def text_of(node: Node | None) -> Text | None:
    """The text of a scalar that is not empty."""
    if isinstance(node, ScalarNode) and not node.broken:
        stripped = node.text.strip()
        return stripped if stripped.value else None
    return None


def word_of(node: Node | None) -> str | None:
    """As `text_of`, without the way back."""
    text = text_of(node)
    return text.value if text else None


def texts_of(node: Node | None) -> Iterator[Text]:
    """The texts of a list, or of one scalar."""
    for item in node.items if isinstance(node, SequenceNode) else (node,):
        if text := text_of(item):
            yield text


def words_of(node: Node | None) -> tuple[str, ...]:
    """As `texts_of`, without the way back."""
    return tuple(text.value for text in texts_of(node))


def number_of(node: Node | None) -> int | None:
    """A whole number."""
    if isinstance(node, ScalarNode) and isinstance(node.value, int) and not isinstance(node.value, bool):
        return node.value
    return None


def flag_of(node: Node | None) -> bool:
    """Whether `true` stands there."""
    return isinstance(node, ScalarNode) and node.value is True


def entries_of(node: Node | None) -> Iterator[tuple[KeyNode, Node]]:
    """Keys and values of a mapping; nothing for what is no mapping."""
    if isinstance(node, MappingNode):
        yield from node.items


def mapping_of(node: Node | None) -> MappingNode | None:
    """The mapping, if it is one."""
    return node if isinstance(node, MappingNode) else None
