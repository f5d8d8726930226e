"""Sentences in which one thing stands where several are needed, or several where it must be one.

The words may fit together all the same (*the sum of the sum of the dice*), but nothing could carry them out.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from toolkit.compile.circles import spans_of
from toolkit.program.shapes import Shapes
from toolkit.report.catalogue import diagnose
from toolkit.report.diagnostic import Diagnostic

if TYPE_CHECKING:
    from toolkit.compile.base.world import World
    from toolkit.pack.source import PackSource


def check(world: World, source: PackSource) -> Iterator[Diagnostic]:
    """SAY0801 for each of them."""
    wrong = set(Shapes(world.ruleset).wrong())
    spans = spans_of(world, source) if wrong else {}
    for number in sorted(wrong):
        if where := spans.get(number, source.manifest.span):  # a text that was only tried stands in no file
            hint = "one amount or one thing stands here where several are needed, or several where one is"
            yield diagnose("SAY0801", where, what="a part of this", hint=hint)
