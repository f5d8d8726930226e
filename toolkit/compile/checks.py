"""What is asked of all sentences of a compiled game, once they stand side by side.

Each check is a module of its own; a text that is read beside a pack (`sayso explain`) is asked the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from toolkit.compile import circles, elsewhere, endless, moved_away, ruled_out, too_late, under_way
from toolkit.compile.base import anywhere
from toolkit.compile.base.world import World
from toolkit.compile.emptied import Emptied, things_of_verbs
from toolkit.kernel.model import Model
from toolkit.language import ast
from toolkit.pack.source import Item, PackSource
from toolkit.program.reach import Reach
from toolkit.report.diagnostic import Diagnostic


def as_written(
    world: World, source: PackSource, model: Model, known: Iterable[Diagnostic]
) -> Iterator[Diagnostic]:
    """Of rules and programs as their sentences say them.  `known`: what was found before."""
    yield from anywhere.check(world, source)
    yield from circles.check(world, source, known)
    yield from endless.check(world, source, model)


def as_carried_out(
    world: World, source: PackSource, model: Model, trees: Mapping[Item, ast.Paragraph]
) -> Iterator[Diagnostic]:
    """Of rules and programs as they are carried out: improved, and with what looks back."""
    reach = Reach(world.ruleset, world.memory)
    emptied = Emptied(model, reach, things_of_verbs(world), world.memory)
    yield from too_late.check(world, source, trees, emptied)
    yield from moved_away.check(world, source, emptied)
    yield from elsewhere.check(world, source, trees.values(), reach)
    yield from under_way.check(world, source, model, reach)
    yield from ruled_out.check(world, source)
