"""The automata of Gangs of Night City: whatever a person does, each activation ends, and no tie is left to anybody.

`python -m tests.games.test_automata 20000` plays so many activations and prints what came of them.
"""

import sys
from collections import Counter

import pytest

from tests.games import solo_rates
from tests.games.players import pack
from toolkit.kernel.random import Chance, below, mix
from toolkit.play import new_stepper

GANGS = "content/gangs-of-night-city"
ACTIVATIONS = ("raid", "ride")
OPTIONS = ({}, {"solo-easier": True}, {"solo-harder": True})


def sweep(activations, first=0):
    """Random games, each against the next gang, until there were so many activations: how many of each, games, winners.

    Raises `Asked` where an automaton would have to decide, `Runaway` for what does not end, `AssertionError` for an
    invariant that is broken at a decision.
    """
    found, games = Counter(), first
    loaded = pack(GANGS)
    while sum(found[name] for name in ACTIVATIONS) < activations:
        steps = new_stepper(loaded, seed=mix(9, games) >> 11, options=OPTIONS[games % 3], scenario="solo")
        chance, machine = Chance(games), steps.machine
        enemy = None
        while (decision := steps.decision) is not None:
            assert decision.seats == (1,)
            assert not machine.broken(steps.state)
            options = decision.options[0]
            index = below(chance, len(options))
            if enemy is None and is_enemy(machine, options[0]):
                index = games // 3 % len(options)
                enemy = machine.model.label(options[index][1])
            steps.choose(index)
        for number, name in enumerate(machine.ruleset.periods):
            if name in ACTIVATIONS:
                found[name] += steps.state.periods[number][0]
        found[enemy] += 1
        found[f"seat {steps.winners}"] += 1
        games += 1
    return games - first, found


def is_enemy(machine, option):
    kind = machine.model.kinds[machine.model.kind[option[1]]].name if option[0] == "entity" else ""
    return kind == "behaviour card"


def test_some_activations_end():
    games, found = sweep(15)
    assert found["raid"] and found["ride"] and games


def test_each_gang_is_played_against_with_each_other_one():
    played = list(solo_rates.games(4, 1, bot="random"))
    assert [enemy for enemy, _, _ in played] == [*solo_rates.GANGS]
    for _, won, cred in played:
        assert won == (cred[0] > max(cred[1:])), "whoever has more than both automata wins, and nobody else"


@pytest.mark.long
def test_every_activation_ends_and_every_tie_is_settled():
    games, found = sweep(20_000)
    assert min(found[name] for name in found if name and name.endswith("Behaviour")) >= games // 5


if __name__ == "__main__":
    print(*sweep(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 0))
