"""A compiled game: what a game is started from, and what else can be asked of it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice

from toolkit.compile.base.settled import GROWING
from toolkit.compile.base.world import World
from toolkit.compile.pieces import Made
from toolkit.compile.story import Telling
from toolkit.compile.table import Table
from toolkit.kernel.model import Model
from toolkit.language import ast
from toolkit.pack.source import Item, PackSource
from toolkit.program.expression import Expr
from toolkit.program.ruleset import Ruleset
from toolkit.report.diagnostic import Diagnostic


@dataclass(frozen=True)
class DeckRule:
    """A sentence that decks must satisfy: a condition over *you*, with so many locals."""

    item: Item
    sentence: ast.Sentence
    condition: Expr
    size: int


@dataclass
class CompiledGame:
    """What a game is started from.  `world`: for compiling more sentences (examples); `made`: for compiling the game
    again.
    """

    source: PackSource
    model: Model
    ruleset: Ruleset
    world: World
    table: Table
    deck_rules: tuple[DeckRule, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()
    story: Telling | None = None
    made: Made | None = None


NOTED = ("unplaced", "looked_for", "put_in")
"""What a world notes of all texts."""


@contextmanager
def beside(game: CompiledGame) -> Iterator[None]:
    """What is compiled inside, of sentences of an example, is no part of the game afterwards."""
    ruleset, world = game.ruleset, game.world
    grown = [getattr(ruleset, name) for name in (*GROWING, "sentences")]
    grown += [world.sentence_ids, world.said]
    sizes = [len(each) for each in grown]
    noted = {name: set(getattr(world, name)) for name in NOTED}
    try:
        yield
    finally:
        for each, size in zip(grown, sizes, strict=True):
            if isinstance(each, list):
                del each[size:]
            else:
                for key in [*islice(reversed(each), len(each) - size)]:
                    del each[key]
        for name, before in noted.items():
            setattr(world, name, before)
