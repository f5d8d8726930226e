"""The machine that plays beside the one that is plain and asks every condition again after every event: the same
options, states and events after each decision, in random games of every pack.
"""

from random import Random

import pytest

from tests.games.players import ROOT, pack
from toolkit.kernel.changes import EVERYTHING
from toolkit.kernel.state import State
from toolkit.machine import Machine
from toolkit.play.game import Rig, setup_of
from toolkit.play.scenario import first_state

PACKS = sorted(
    path.parent.relative_to(ROOT).as_posix()
    for folder in ("tests/packs", "content")
    for path in (ROOT / folder).glob("*/pack.yaml")
    if path.parent.name != "runaway"
)


class Plain(Machine):
    """The specification: instruction by instruction, and a watch is asked whenever something may have changed."""

    def __init__(self, model, ruleset, kernel_verbs):
        super().__init__(model, ruleset, kernel_verbs, plain=True)
        self.reads = [EVERYTHING if rule.kind == "watch" else 0 for rule in ruleset.rules]

    def finish(self, state: State, *arguments, **named) -> bool:
        state.changed = EVERYTHING
        return super().finish(state, *arguments, **named)

    def settle(self, state: State) -> bool:
        state.changed = EVERYTHING
        return super().settle(state)


def begun(path: str, players: int, seed: int) -> tuple[tuple[Machine, State], tuple[Machine, State]]:
    """The first decision of a game on both machines."""
    loaded = pack(path)
    setup = setup_of(loaded, players, seed, None, None)
    compiled = loaded.compiled(setup.players, setup.options).unwrap()
    rigs = [Rig(loaded, compiled), Rig(loaded, compiled, Plain)]
    fast, plain = [(rig.machine, first_state(rig, setup, seed)) for rig in rigs]
    return fast, plain


def position(machine: Machine, state: State):
    return machine.advance(state), state.text(), state.log


def together(path: str, players: int, seed: int, most: int) -> None:
    """A random game on both machines."""
    (fast, mine), (plain, other) = begun(path, players, seed)
    assert position(fast, mine) == position(plain, other)
    random = Random(seed)
    for _ in range(most):
        decision = mine.decision
        if decision is None:
            return
        at = random.randrange(len(decision.seats))
        index = random.randrange(len(decision.options[at]))
        fast.choose(mine, index, decision.seats[at])
        plain.choose(other, index, decision.seats[at])
        assert position(fast, mine) == position(plain, other)


@pytest.mark.parametrize("path", PACKS)
def test_the_machine_plays_as_the_plain_one_that_asks_everything_again(path):
    together(path, pack(path).source.manifest.most, seed=1, most=30)


@pytest.mark.long
@pytest.mark.parametrize("path", PACKS)
def test_it_does_so_in_whole_games_for_all_numbers_of_players(path):
    manifest = pack(path).source.manifest
    for players in range(manifest.least, manifest.most + 1):
        for seed in range(5):
            together(path, players, seed, most=2_000)
