"""The trees of a pack's sentences.  Those of examples are many, and few commands look at all of them: one that was kept
is made when somebody asks for it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

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
        self.trees, self.item, self.tree = trees, item, tree

    def __getitem__(self, item: Item) -> ast.Paragraph:
        if item != self.item:
            return self.trees[item]
        if self.tree is None:
            raise KeyError(item)
        return self.tree

    def __contains__(self, item: object) -> bool:
        return self.tree is not None if item == self.item else item in self.trees

    def __iter__(self) -> Iterator[Item]:
        return (item for item in self.trees if self.tree is not None or item != self.item)

    def __len__(self) -> int:
        return len(self.trees) - (self.tree is None)


Texts = list[tuple[Item, ast.Paragraph]]


@dataclass
class Given:
    """What a compilation is given: `trees`, those of them that it compiles, and which of these are of some sort, as far
    as somebody has asked.
    """

    trees: Mapping[Item, ast.Paragraph] = field(default_factory=dict)
    compiled: Mapping[Item, ast.Paragraph] = field(default_factory=dict)
    texts: dict[object, Texts] = field(default_factory=dict)

    def exchanged(self, trees: Mapping[Item, ast.Paragraph]) -> Given:
        """The same of others of the same source: most items are examples, and most trees are those of before."""
        if not isinstance(trees, Exchanged) or trees.trees is not self.trees:
            return Given(trees, {item: trees[item] for item in self.compiled if item in trees})
        return Given(trees, *self._with(trees.item, trees.tree))

    def _with(
        self, item: Item, tree: ast.Paragraph | None
    ) -> tuple[dict[Item, ast.Paragraph], dict[object, Texts]]:
        held, texts = dict(self.compiled), dict(self.texts)
        if item not in held:  # of an option that is off, or of an example
            return held, texts
        item = next((each for each in held if each is item), None) or next(
            each for each in held if each == item
        )
        new = [(item, tree)] if tree is not None else []
        for name, pairs in self.texts.items():
            at = next((at for at, (each, _) in enumerate(pairs) if each is item), None)
            if at is not None:
                texts[name] = [*pairs[:at], *new, *pairs[at + 1 :]]
        if tree is None:
            del held[item]
        else:
            held[item] = tree
        return held, texts
