"""A whole game, compiled from a pack, or declared: from nothing, or from the game that the pack was before."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress

from toolkit.compile.compiled import CompiledGame
from toolkit.compile.game import Compiler, OtherVerbs, Trees
from toolkit.pack.decks import DeckList, with_decks
from toolkit.pack.source import PackSource
from toolkit.program.memory import Memory

MOST_TIMES = 50
"""Compilations one after another that take from the one before: each leaves numbers that nothing has any more."""


def compile_game(
    source: PackSource,
    trees: Trees,
    players: int,
    options: Mapping[str, bool] | None = None,
    decks: Mapping[int, DeckList] | None = None,
    scenario: str | None = None,
    before: CompiledGame | None = None,
) -> CompiledGame:
    """Compile a pack for so many players.  `diagnostics` of the result says what failed.  `decks`: by seat.

    `before`: the same game of a source that is alike, compiled from other trees; what both have in common is taken from
    it.
    """
    if decks:
        source = with_decks(source, decks)
    before = usable(before)
    with suppress(OtherVerbs):
        return Compiler(source, trees, players, options or {}, scenario, before).compile()
    return Compiler(source, trees, players, options or {}, scenario).compile()


def declared_game(
    source: PackSource,
    trees: Trees,
    players: int,
    options: Mapping[str, bool],
    scenario: str | None,
    memory: Memory | None = None,
    before: CompiledGame | None = None,
) -> CompiledGame:
    """What can be spoken of in such a game, without what the texts of the pack do.  Nobody can play it.

    `memory`: what is known of these trees.  `before`: as of `compile_game`.
    """
    with suppress(OtherVerbs):
        compiler = Compiler(source, trees, players, options, scenario, usable(before))
        compiler.world.memory = Memory(memory)
        return compiler.declared()
    return declared_game(source, trees, players, options, scenario, memory)


def usable(before: CompiledGame | None) -> CompiledGame | None:
    """The game, if another can be made from it: nothing is wrong with what exists, which would not be found again."""
    if before is None or before.made is None or before.made.times > MOST_TIMES or before.table.found:
        return None
    return before
