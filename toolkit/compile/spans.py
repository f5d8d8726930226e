"""Where the sentences of a ruleset stand, and phrases in them: for what is found when a whole pack is compiled."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property

from toolkit.compile.base.world import World
from toolkit.language import ast
from toolkit.pack.source import PackSource
from toolkit.report.source import Span


class Spans(Mapping[int, Span]):
    """Where each sentence of the ruleset stands, found out when somebody asks: nothing is wrong with most packs.

    -1: what stands in no file, for it was only tried.
    """

    def __init__(self, world: World, source: PackSource) -> None:
        self._world, self._source = world, source

    @cached_property
    def _found(self) -> dict[int, Span]:
        source = self._source
        files = {file.name: file for file in (*source.files, *(item.text.source for item in source.items))}
        head = {-1: source.manifest.span} if source.manifest.span else {}
        return head | {
            number: files[name].span(start, end)
            for (name, start, end), number in self._world.sentence_ids.items()
            if name in files
        }

    def __getitem__(self, number: int) -> Span:
        return self._found[number]

    def __iter__(self) -> Iterator[int]:
        return iter(self._found)

    def __len__(self) -> int:
        return len(self._found)


def phrase_with(noun: str, span: Span, trees: Iterable[ast.Paragraph]) -> Span:
    """The first phrase with that noun in a part of a text; without one, that part."""
    found = [
        node.span
        for tree in trees
        if tree.span is not None and tree.span.source is span.source
        for node in tree.every(ast.Noun)
        if node.head == noun and node.span is not None
    ]
    inside = [each for each in found if span.start <= each.start and each.end <= span.end]
    return min(inside, key=lambda each: each.start, default=span)
