"""The flat machine plays as the other one: the same decisions, options and positions in random games of all packs that
have a lowered form, whichever of the two goes on from a position.
"""

from functools import cache
from random import Random

import pytest

from tests.games.players import ROOT, pack
from toolkit.flat import FlatGame, Lowered, NotLowered, available
from toolkit.kernel.random import Chance
from toolkit.kernel.state import State
from toolkit.machine import Machine, Runaway
from toolkit.play.game import Rig, setup_of
from toolkit.play.stepper import Stepper, at_random

PACKS = sorted(
    path.parent.relative_to(ROOT).as_posix()
    for folder in ("tests/packs", "content")
    for path in (ROOT / folder).glob("*/pack.yaml")
)
"""All of them are lowered."""

ENDLESS = ["tests/packs/runaway"]
"""Packs whose game ends in a `Runaway`."""


@cache
def machine_of(path: str, players: int) -> Machine:
    loaded = pack(path)
    setup = setup_of(loaded, players, 0, None, None)
    return Rig(loaded, loaded.compiled(setup.players, setup.options).unwrap()).machine


@cache
def lowered(path: str, players: int | None = None) -> Lowered:
    return Lowered(machine_of(path, players or pack(path).source.manifest.most))


def same(game: FlatGame, machine: Machine, state: State) -> None:
    """Both ask the same, and stand at the same position."""
    assert game.decision == state.decision
    assert game.state().text() == state.text()
    assert game.over == (state.decision is None)
    assert game.winners == state.winners
    assert game.flat


def together(path: str, players: int, seed: int, most: int) -> None:
    """A random game on both machines, which change places now and then."""
    machine, flat = machine_of(path, players), lowered(path, players)
    game, state = flat.start(seed), machine.start(seed)
    random = Random(seed)
    for number in range(most):
        same(game, machine, state)
        if state.decision is None:
            return
        if number % 5 == 4:
            game, state = flat.game(state), game.state()
            machine.advance(state)
            same(game, machine, state)
        at = random.randrange(len(state.decision.seats))
        index, seat = random.randrange(len(state.decision.options[at])), state.decision.seats[at]
        machine.choose(state, index, seat)
        game.choose(index, seat)


@pytest.mark.parametrize("path", [path for path in PACKS if path not in ENDLESS])
def test_random_games_are_those_of_the_other_machine(path):
    manifest = pack(path).source.manifest
    for seed in range(1 if "gangs" in path else 3):
        together(path, manifest.most, seed, most=60)


@pytest.mark.parametrize("path", ["connect-four", "tic-tac-toe", "cyberpunk-tcg", "gangs-of-night-city"])
def test_what_is_remembered_of_one_game_is_not_taken_for_another(path):
    """Copies that go different ways, in turns: what one has found holds in another only as long as it is the same."""
    path = next(each for each in PACKS if each.endswith(f"/{path}"))
    players = pack(path).source.manifest.most
    machine, random = machine_of(path, players), Random(7)
    games = [(lowered(path, players).start(3), machine.start(3))]
    for number in range(90):
        game, state = games[number % len(games)]
        same(game, machine, state)
        if number % 10 == 5 and len(games) < 4:
            games.append((game.copy(), state.copy()))
        if state.decision is not None:
            index = random.randrange(len(state.decision.options[0]))
            machine.choose(state, index)
            game.choose(index)


@pytest.mark.parametrize("path", ["connect-four", "tic-tac-toe", "cyberpunk-tcg", "gangs-of-night-city"])
def test_what_is_remembered_of_an_earlier_position_is_what_is_so_there(path):
    where = next(each for each in PACKS if each.endswith(path))
    players = pack(where).source.manifest.most
    machine, flat = machine_of(where, players), lowered(where, players)
    positions, random = [(flat.start(5), machine.start(5))], Random(5)
    for _ in range(120):
        back = int(random.random() * min(len(positions), 12)) + 1  # to one of the last, mostly
        game, state = (each.copy() for each in positions[-back if random.random() < 0.8 else 0])
        same(game, machine, state)
        if state.decision is None:
            continue
        index = int(random.random() * len(state.decision.options[0]))
        game.choose(index)
        machine.choose(state, index, state.decision.seats[0])
        positions.append((game, state))


@pytest.mark.parametrize("path", ENDLESS)
def test_an_endless_game_ends_at_the_same_sentence(path):
    found = []
    for begin in (lowered(path).start, machine_of(path, 2).start):
        with pytest.raises(Runaway) as error:
            begin(0)
        found.append((error.value.limit, error.value.sentence, error.value.chain))
    assert found[0] == found[1]


GAMES = {"content/sentient": 50, "content/cyberpunk-tcg": 50, "content/gangs-of-night-city": 4}


@pytest.mark.long
@pytest.mark.parametrize("path", [path for path in PACKS if path not in ENDLESS])
def test_whole_games_for_all_numbers_of_players(path):
    manifest = pack(path).source.manifest
    for players in range(manifest.least, manifest.most + 1):
        for seed in range(GAMES.get(path, 1000) // (manifest.most - manifest.least + 1)):
            together(path, players, seed, most=2000)


@pytest.mark.parametrize("path", ["tests/packs/connect-four", "content/sentient", "content/cyberpunk-tcg"])
def test_a_game_at_random_in_one_call_is_the_one_that_a_stepper_plays(path):
    flat = lowered(path)
    for seed in range(5):
        game, chance, other = flat.start(seed), Chance(seed + 9), Chance(seed + 9)
        steps = Stepper(flat.machine, flat.machine.start(seed))
        assert game.play_random(chance) == steps.play(at_random(other))
        assert chance.counter == other.counter > 6
        assert game.over
        assert game.state().text() == steps.state.text()


def test_so_many_decisions_and_then_the_rest():
    flat = lowered("content/sentient")
    whole, parts = flat.start(3), flat.start(3)
    one, other = Chance(1), Chance(1)
    number = whole.play_random(one)
    assert parts.play_random(other, 10) == 10
    assert parts.decision is not None
    assert parts.play_random(other) == number - 10
    assert parts.state().text() == whole.state().text()


def test_a_copy_goes_its_own_way():
    game = lowered("tests/packs/connect-four").start(1)
    before = game.state().text()
    copy = game.copy()
    assert copy.decision == game.decision
    copy.play_random(Chance(1))
    assert copy.over
    assert not game.over
    assert game.state().text() == before


@pytest.mark.parametrize("index", [-1, 7])
def test_an_option_that_is_not_offered(index):
    game = lowered("tests/packs/connect-four").start(1)
    before = game.state().text()
    with pytest.raises(ValueError, match=f"there are 7 options, not one with number {index}"):
        game.choose(index)
    assert game.state().text() == before


def test_when_nothing_is_asked():
    game = lowered("tests/packs/tic-tac-toe").start(1)
    game.play_random(Chance(1))
    with pytest.raises(ValueError, match="nothing is asked"):
        game.choose(0)
    assert game.play_random(Chance(1)) == 0


def test_a_state_that_no_flat_game_has():
    flat = lowered("tests/packs/dice")
    with pytest.raises(NotLowered, match="a log"):
        flat.game(flat.machine.start(1, log=True))
    state = flat.machine.start(1)
    state.pins = (("roll", 4),)
    with pytest.raises(NotLowered, match="pins"):
        flat.game(state)


def far_locals(state: State) -> None:
    state.frames[-1][2] = state.frames[-1][2][:1]


WRONG = {
    "a kid that is no entity": lambda state: state.kids.__setitem__(0, (10_000,)),
    "a parent that is none": lambda state: state.parent.__setitem__(40, -7),
    "something gone that never was": lambda state: setattr(state, "gone", (-5,)),
    "a program that is none": lambda state: state.frames[-1].__setitem__(0, 999),
    "an instruction before the first": lambda state: state.frames[-1].__setitem__(1, -3),
    "an instruction after the last": lambda state: state.frames[-1].__setitem__(1, 9_999),
    "too few locals": far_locals,
    "a frame of something else": lambda state: state.frames.append(
        [-3, 0, [(99, 0, ())], -1, (), (), -1, ()]
    ),
    "an event of no verb": lambda state: state.frames.append(
        [-2, 0, [((1, ()),), 0, (), (), -1], -1, (99,), (), -1, ()]
    ),
    "a number of many digits": lambda state: state.columns[0].__setitem__(1, 1 << 80),
}
"""States that no machine makes."""


@pytest.mark.parametrize("what", WRONG)
def test_a_state_that_is_wrong_is_refused(what):
    flat = lowered("content/sentient")
    state = flat.machine.start(1)
    flat.game(state)
    WRONG[what](state)
    with pytest.raises(NotLowered, match="too large, or none of this pack"):
        flat.game(state)


def test_without_the_compiled_module(monkeypatch):
    monkeypatch.setattr("toolkit.flat.game.native", lambda: None)
    assert not available()
    with pytest.raises(NotLowered, match="not compiled"):
        Lowered(machine_of("tests/packs/dice", 2))
