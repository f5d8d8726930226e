"""A compiled game: what a game is started from, and what else can be asked of it."""

from __future__ import annotations

from dataclasses import dataclass

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
