"""A game without words: the same game, with less of everything that nobody asked for."""

from random import Random

import pytest

from toolkit import new_game, new_stepper
from toolkit.kernel.random import Chance
from toolkit.play.stepper import Endless, at_random


@pytest.mark.parametrize("name", ["tic-tac-toe", "market-day", "secret-choice", "islands"])
def test_it_is_the_game_that_people_play(pack, name):
    loaded = pack(name)
    game, steps, random = new_game(loaded, seed=5), new_stepper(loaded, seed=5), Random(5)
    while not steps.over:
        decision = game.decision
        seat = random.choice(steps.decision.seats)
        offered = decision.options_for(seat)
        assert (decision.kind, decision.seats) == (steps.decision.kind, steps.decision.seats)
        assert [option.raw for option in offered] == list(steps.options(seat))
        index = random.randrange(len(offered))
        game.choose(index, seat)
        steps.choose(index, seat)
        assert game.digest() == steps.state.digest()
    assert (game.over, game.winners) == (True, steps.winners)


def test_a_log_is_kept_if_it_is_asked_for(pack):
    assert new_stepper(pack("tic-tac-toe")).state.log is None
    steps, game = new_stepper(pack("tic-tac-toe"), log=True), new_game(pack("tic-tac-toe"))
    assert steps.state.log == list(game.entries)


def test_a_copy_goes_its_own_way(pack):
    steps = new_stepper(pack("tic-tac-toe"), seed=1)
    before = steps.state.digest()
    copies = [steps.copy(), steps.copy()]
    for copy in copies:
        copy.play(at_random(Chance(3)))
    assert steps.state.digest() == before
    assert copies[0].state.digest() == copies[1].state.digest() != before
    assert copies[0].over and not steps.over


def test_a_game_that_goes_on_is_left_after_so_many_decisions(pack):
    steps = new_stepper(pack("tic-tac-toe"))
    with pytest.raises(Endless):
        steps.play(lambda decision: (0, 0), most=2)
    assert steps.copy().play(lambda decision: (0, 0)) == steps.play(lambda decision: (0, 0))
    assert steps.play(lambda decision: (0, 0)) == 0


def test_what_is_not_offered_is_refused(pack):
    steps = new_stepper(pack("tic-tac-toe"))
    with pytest.raises(ValueError, match="there are 9 options"):
        steps.choose(9)
    with pytest.raises(ValueError, match="player 2 is not asked"):
        steps.choose(0, 2)
