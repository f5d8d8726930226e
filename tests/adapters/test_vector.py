"""Many games at once: the arrays are those of single positions, on both machines."""

import pytest

from tests.games.players import ROOT

np = pytest.importorskip("numpy", reason="pip install 'sayso[vector]'")

from toolkit.adapters import Environment  # noqa: E402
from toolkit.adapters.vector import Vector, _mixed  # noqa: E402
from toolkit.flat import available  # noqa: E402
from toolkit.kernel.random import mix  # noqa: E402
from toolkit.play import IllegalChoice  # noqa: E402

PACKS = (
    "tests/packs/tic-tac-toe",
    "tests/packs/connect-four",
    "tests/packs/secret-choice",
    "tests/packs/hidden-hand",
    "tests/packs/dice",
    "tests/packs/trick-taking",
    "tests/packs/parcels",
    "tests/packs/face-down",
    "content/sentient",
    "content/cyberpunk-tcg",
    "content/gangs-of-night-city",
)
TOLD = ("seat", "mask", "done", "rewards", "observation")

compiled = pytest.mark.skipif(not available(), reason="the flat machine is not compiled")


def vector(path: str, games: int = 6, **settings) -> Vector:
    return Vector(ROOT / path, games, **settings)


def slow(games: Vector) -> Vector:
    """The same without the machine in C."""
    other = Vector(games.env, games.games, seed=games.seed)
    other._flat = None
    return other


def beyond(games: Vector, number: int, times: int) -> None:
    """In one game more than the machine in C holds, so many times."""
    step, left = games._flat.step, [times]

    def stepped(each, actions, seeds, to):
        if not left[0] or each[number] is None or actions[number] < 0:
            return step(each, actions, seeds, to)
        left[0] -= 1
        others = [None if k == number else game for k, game in enumerate(each)]
        return [*step(others, actions, seeds, to), number]

    games._flat.step = stepped


def same_games(one: Vector, other: Vector, steps: int) -> int:
    """Plays both alike; how many games have ended."""
    chance, ended = np.random.default_rng(3), 0
    one.reset()
    other.reset()
    for _ in range(steps):
        for name in TOLD:
            assert (getattr(one, name) == getattr(other, name)).all(), name
        actions = one.random(chance)
        one.step(actions)
        other.step(actions)
        ended += int(one.done.sum())
    return ended


@compiled
@pytest.mark.parametrize("path", PACKS)
def test_both_machines_tell_the_same(path):
    games = vector(path, 4 if "gangs" in path else 8, seed=5)
    assert games._flat is not None
    ended = same_games(games, slow(games), 40 if "gangs" in path else 150)
    assert ended or path.startswith("content")
    assert not games.slow


@compiled
def test_a_game_that_goes_beyond_is_played_by_the_other_machine():
    games = vector("tests/packs/dice", seed=2)
    beyond(games, 3, 2)
    assert same_games(games, slow(games), 200) > 5
    assert not games.slow  # it came back when its game was over


@pytest.mark.parametrize("path", PACKS[:5])
def test_the_arrays_are_those_of_positions(path):
    games = slow(vector(path, 3, seed=9))
    games.reset()
    chance = np.random.default_rng(1)
    for _ in range(30):
        for number, position in games._slow.items():
            assert games.seat[number] == position.seat
            assert np.flatnonzero(games.mask[number]).tolist() == position.legal()
            assert games.observation[number].tolist() == pytest.approx(position.observation(position.seat))
        games.step(games.random(chance))


def test_games_end_with_rewards_and_begin_anew():
    games = vector("tests/packs/tic-tac-toe", 4, observe=False)
    games.reset(seed=11)
    chance, ends = np.random.default_rng(1), 0
    for _ in range(60):
        games.step(games.random(chance))
        for number in np.flatnonzero(games.done):
            ends += 1
            assert games.rewards[number].tolist() in ([1, -1], [-1, 1], [0, 0])
            assert games.mask[number].sum() == 9
        assert not games.rewards[games.done == 0].any()
    assert ends > 20 and games.observation is None


def test_what_cannot_be_taken_is_an_error_and_nothing_happens():
    games = vector("tests/packs/tic-tac-toe", 2)
    with pytest.raises(ValueError, match=r"nothing has begun: reset\(\)"):
        games.step([3, 3])
    games.reset()
    before = games.observation.copy()
    with pytest.raises(IllegalChoice, match=r"game 1 cannot take action 0 \(yes\); see mask"):
        games.step([int(np.argmax(games.mask[0])), 0])
    with pytest.raises(ValueError, match="2 actions are needed"):
        games.step([3])
    with pytest.raises(ValueError, match="actions are numbered from 0 to"):
        games.step([3, 5000])
    assert (games.observation == before).all()
    with pytest.raises(ValueError, match="at least one game"):
        vector("tests/packs/tic-tac-toe", 0)
    with pytest.raises(ValueError, match="nobody decides chance"):
        Vector(Environment(ROOT / "tests/packs/dice", chance="decided"), 2)


def test_a_game_in_which_nobody_is_asked_is_no_environment():
    with pytest.raises(ValueError, match="it is over before anybody is asked"):
        vector("tests/packs/gizmos", 2).reset()


def test_seeds_are_those_of_the_kernel():
    assert [int(seed) for seed in _mixed(12345678901234567890, 5)] == [
        mix(12345678901234567890, k) for k in range(5)
    ]
