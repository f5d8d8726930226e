"""The trees of a pack's sentences.  Those of examples are many, and few commands look at all of them: one that was kept
is made when somebody asks for it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from toolkit.language import ast
from toolkit.language.parsing.kept import KeptTrees
from toolkit.language.parsing.parser import Parser
from toolkit.language.vocabulary import Vocabulary
from toolkit.pack.source import Item


class Trees(Mapping[Item, ast.Paragraph]):
    """Item → its tree, in the order in which they were put there."""

    def __init__(self, kept: KeptTrees, vocabulary: Vocabulary) -> None:
        self._kept, self._vocabulary = kept, vocabulary
        self._held: dict[Item, ast.Paragraph | str] = {}

    def put(self, item: Item, tree: ast.Paragraph | str) -> None:
        """A tree, or the row from which it is made when somebody asks."""
        self._held[item] = tree

    def held(self, item: Item) -> ast.Paragraph | str | None:
        """The tree of an item, or the row from which it is made; None: it has none."""
        return self._held.get(item)

    def __getitem__(self, item: Item) -> ast.Paragraph:
        tree = self._held[item]
        if isinstance(tree, str):
            tree = self._held[item] = self._made(item, tree)
        return tree

    def __contains__(self, item: object) -> bool:
        return item in self._held

    def __iter__(self) -> Iterator[Item]:
        return iter(self._held)

    def __len__(self) -> int:
        return len(self._held)

    def _made(self, item: Item, row: str) -> ast.Paragraph:
        tree = self._kept.read(item.text, row)
        if tree is None:  # of another hand
            tree = Parser(self._vocabulary).parse(item.text, item.start).value
        return tree if tree is not None else ast.Paragraph(sentences=())


class Exchanged(Mapping[Item, ast.Paragraph]):
    """Those of a pack, with another one for one item; None: without the item."""

    def __init__(self, trees: Mapping[Item, ast.Paragraph], item: Item, tree: ast.Paragraph | None) -> None:
        self._trees, self._item, self._tree = trees, item, tree

    def __getitem__(self, item: Item) -> ast.Paragraph:
        if item != self._item:
            return self._trees[item]
        if self._tree is None:
            raise KeyError(item)
        return self._tree

    def __contains__(self, item: object) -> bool:
        return self._tree is not None if item == self._item else item in self._trees

    def __iter__(self) -> Iterator[Item]:
        return (item for item in self._trees if self._tree is not None or item != self._item)

    def __len__(self) -> int:
        return len(self._trees) - (self._tree is None)
