"""What a state remembers of its history is what is found anew in it, at each decision and in each copy."""

from random import Random

import pytest

from tests.games.players import pack
from toolkit.kernel.state import State
from toolkit.play.game import Rig, setup_of
from toolkit.play.scenario import first_state


@pytest.mark.parametrize("path", ["content/gangs-of-night-city", "content/cyberpunk-tcg"])
def test_it_grows_as_it_is_found(path):
    loaded = pack(path)
    setup = setup_of(loaded, loaded.source.manifest.most, 5, None, None)
    rig = Rig(loaded, loaded.compiled(setup.players, setup.options).unwrap())
    machine, state = rig.machine, first_state(rig, setup, 5)
    random, found = Random(5), 0
    for _ in range(60):
        decision = machine.advance(state)
        if decision is None:
            break
        left = state.copy()
        anew = machine.past.of(State.from_json(state.to_json()))
        assert machine.past.of(state) == anew
        found += len(anew)
        at = random.randrange(len(decision.seats))
        machine.choose(state, random.randrange(len(decision.options[at])), decision.seats[at])
        assert machine.past.of(left) == anew
    assert found
