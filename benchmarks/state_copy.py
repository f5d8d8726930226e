"""Copying a whole game in the middle, as a search does at each node: against `copy.deepcopy` and against JSON."""

from collections.abc import Callable
from copy import deepcopy
from random import Random

from benchmarks.games import machine
from benchmarks.harness import Contestants, benchmark
from toolkit.flat import Lowered, available
from toolkit.kernel.state import State

DECISIONS = 20


def middle(pack: str, players: int) -> State:
    """The state after some random decisions."""
    plays, random = machine(pack, players), Random(3)
    state = plays.start(3)
    for _ in range(DECISIONS):
        if state.decision is not None:
            plays.choose(state, random.randrange(len(state.decision.options[0])))
    return state


def flat_copy(pack: str, players: int, state: State) -> Contestants:
    """The copy of a flat game."""
    if not available():
        return {}
    game = Lowered(machine(pack, players)).game(state)
    return {"flat game.copy": game.copy}


def deep(state: State) -> Callable[[], object]:
    return lambda: deepcopy(state)


@benchmark("state-copy", "Copying a game of Sentient after 20 decisions", unit="copy")
def state_copy() -> Contestants:
    state = middle("content/sentient", 4)
    return {
        "copy.deepcopy": deep(state),
        "state.copy": state.copy,
        "to JSON and back": lambda: State.from_json(state.to_json()),
        "digest": state.digest,
        **flat_copy("content/sentient", 4, state),
    }


@benchmark("board-copy", "Copying a game of Connect Four after 20 decisions", unit="copy")
def board_copy() -> Contestants:
    state = middle("tests/packs/connect-four", 2)
    return {
        "copy.deepcopy": deep(state),
        "state.copy": state.copy,
        **flat_copy("tests/packs/connect-four", 2, state),
    }
