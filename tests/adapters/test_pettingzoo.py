"""PettingZoo's own tests of environments, on packs."""

import pytest

from tests.games.players import ROOT

pytest.importorskip("pettingzoo", reason="pip install 'sayso[pettingzoo]'")

from pettingzoo.test import api_test, seed_test

from toolkit.adapters import pettingzoo

PACKS = ("tests/packs/tic-tac-toe", "tests/packs/connect-four", "content/sentient", "content/cyberpunk-tcg")


@pytest.mark.filterwarnings("ignore::UserWarning")  # of names of agents: they are called as the seats are
@pytest.mark.parametrize("path", PACKS)
def test_it_is_an_environment(path):
    api_test(pettingzoo.env(str(ROOT / path)), num_cycles=120)


@pytest.mark.parametrize("path", PACKS)
def test_a_seed_is_a_game(path):
    seed_test(lambda: pettingzoo.env(str(ROOT / path)), num_cycles=40)


def test_a_game_is_played_by_masks():
    env = pettingzoo.env(str(ROOT / "content/sentient"), players=3)
    env.reset(seed=4)
    for agent in env.possible_agents:
        env.action_space(agent).seed(4)  # in other games several win
    ends = {}
    for agent in env.agent_iter():
        seen, reward, ended, cut, _ = env.last()
        if ended or cut:
            ends[agent] = reward
            env.step(None)
        else:
            assert env.observation_space(agent).contains(seen)
            env.step(env.action_space(agent).sample(seen["action_mask"]))
    assert len(ends) == 3 and sum(ends.values()) == pytest.approx(0)
    assert max(ends.values()) == 1


def test_a_game_can_be_cut_short():
    env = pettingzoo.env(str(ROOT / "content/sentient"), longest=5)
    env.reset(seed=1)
    cuts = 0
    for agent in env.agent_iter():
        seen, _, ended, cut, _ = env.last()
        cuts += cut
        env.step(None if ended or cut else env.action_space(agent).sample(seen["action_mask"]))
    assert cuts == 2


def test_what_cannot_be_taken_loses():
    env = pettingzoo.env(str(ROOT / "tests/packs/tic-tac-toe"))
    env.reset(seed=1)
    first = env.agent_selection
    env.step(0)
    assert env.rewards[first] == -1 and all(env.terminations.values())
    assert env.render().startswith(first)
