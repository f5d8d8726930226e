"""Bots: their own chance, their own view."""

import pytest

from toolkit import new_game
from toolkit.kernel.random import Chance
from toolkit.play.bots import BOTS, make_bot, play_out, random_playout


@pytest.mark.parametrize("name", BOTS)
def test_every_bot_finishes_a_game(pack, name):
    game = new_game(pack("connect-four"), seed=2)
    play_out(game, {seat: make_bot(name, 2, seat) for seat in (1, 2)})
    assert game.over


def test_bots_take_no_chance_from_the_game(pack):
    # The game's own counter moves with its dice only: as many throws, as many numbers.
    game = new_game(pack("tic-tac-toe"), seed=2)
    play_out(game, {seat: make_bot("random", 2, seat) for seat in (1, 2)})
    assert game.state.counter == 0


def test_seats_have_different_streams():
    first, second = make_bot("random", 1, 1), make_bot("random", 1, 2)
    assert [first.choose(range(1000), None, None) for _ in range(5)] != [
        second.choose(range(1000), None, None) for _ in range(5)
    ]


def test_an_unknown_bot_is_refused():
    with pytest.raises(ValueError, match="there are random, greedy, first"):
        make_bot("deep", 1, 1)


def test_a_bot_gets_its_own_view_only(pack):
    seen = []

    class Spy:
        name = "spy"

        def choose(self, options, decision, view):
            seen.append((decision.seat, view()["seat"]))
            return 0

    game = new_game(pack("hidden-hand"))
    play_out(game, {1: Spy(), 2: Spy()})
    assert seen
    assert all(seat == viewer for seat, viewer in seen)


def test_playouts_on_the_machine_are_the_same_twice(pack):
    game = new_game(pack("connect-four"))
    ends = []
    for _ in range(2):
        state = game.state.copy(log=False)
        random_playout(game.machine, state, Chance(9))
        ends.append(state.digest())
    assert ends[0] == ends[1]
    assert not game.over
