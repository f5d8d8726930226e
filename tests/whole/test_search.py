"""Looking ahead changes nothing: neither the state that is searched nor the game that goes on from it."""

import json

import pytest

from tests.whole.playing import PACKS, decide, finish, game, machine_of, step
from toolkit.kernel.random import Chance, below

SEED, DEPTH, PLAYOUTS = 3, 6, 3


def text(state):
    return json.dumps(state.to_json(), sort_keys=True)


def playout(machine, state, chance):
    while state.decision is not None:
        at = below(chance, len(state.decision.seats))
        machine.choose(state, below(chance, len(state.decision.options[at])), state.decision.seats[at])
    return state.winners


@pytest.mark.parametrize("what", PACKS)
def test_a_search_changes_nothing(what):
    searched, untouched = game(what, SEED), game(what, SEED)
    machine = machine_of(searched)
    for _ in range(DEPTH):
        if searched.decision is None:
            break
        before, state = text(searched.state), searched.state
        for seat, options in zip(state.decision.seats, state.decision.options, strict=True):
            for index in range(len(options))[:4]:
                ahead = state.copy()
                machine.choose(ahead, index, seat)
                chance = Chance(index)
                results = {playout(machine, ahead.copy(), Chance(chance.seed)) for _ in range(2)}
                assert len(results) == 1, "the same chance from the same position gave two ends"
        assert text(state) == before
        assert state.decision == untouched.state.decision
        step(searched)
        step(untouched)
    assert finish(searched).digest() == finish(untouched).digest()


def test_copies_do_not_share_what_changes():
    one = game("content/sentient:3", SEED)
    first, second = one.state.copy(), one.state.copy()
    machine = machine_of(one)
    for _ in range(30):
        seat, index = decide(first)
        machine.choose(first, index, seat)
    assert second.digest() == one.digest()
    for _ in range(30):
        seat, index = decide(second)
        machine.choose(second, index, seat)
    assert first.digest() == second.digest()
