"""Random games of a pack, step by step beside a reference."""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from tests import loaded
from toolkit.compile.pack import Pack
from toolkit.play import Game, new_game
from toolkit.report import Severity

ROOT = Path(__file__).parents[2]


@cache
def pack(path: str) -> Pack:
    """A pack of the project, without errors or warnings."""
    checked = loaded.checked(ROOT / path)
    # A note is no fault: *the story may go round* is said of a story that is meant to.  One pack is endless on purpose.
    faults = [
        each.message
        for each in checked.diagnostics
        if each.severity is not Severity.INFO and each.code != "SAY0864"
    ]
    assert not faults, faults
    assert checked.value is not None
    return checked.value


def beside(path: str, reference: Any, seed: int, move_of: Callable[[Game, Any], Any]) -> tuple[Game, Any]:
    """A random game: what is offered is what the reference allows, and both end in the same move.

    `move_of`: the reference's name of an option.  A move without alternative is not asked, by neither.
    """
    game = new_game(pack(path), seed=seed, keep=False)
    random = Random(seed)
    while True:
        while len(reference.legal()) == 1:
            reference.play(reference.legal()[0])
        decision = game.decision
        if decision is None:
            break
        assert decision.seat == reference.turn + 1, f"seed {seed}, move {reference.length + 1}"
        moves = [move_of(game, option) for option in decision.options]
        assert sorted(moves) == reference.legal(), f"seed {seed}, move {reference.length + 1}"
        index = random.randrange(len(moves))
        reference.play(moves[index])
        game.choose(index)
    assert game.over and reference.over, f"seed {seed}"
    winners = () if reference.winner is None else (reference.winner + 1,)
    assert game.winners == winners, f"seed {seed}"
    return game, reference
