"""A bot that is asked about one position takes the same on both machines, and has found the same."""

from dataclasses import astuple

import pytest

from tests.flat.test_games import ENDLESS, PACKS
from tests.games.players import pack
from toolkit import new_game
from toolkit.kernel.random import Chance, below
from toolkit.play.bots import LookaheadBot, make_bot
from toolkit.play.outlook import Outlook
from toolkit.play.thinking import Thinking

PLAYED = [path for path in PACKS if path not in ENDLESS]
BOTS = ("greedy:4", "lookahead:6", "easy", "random", "first")


def positions(path: str, seed: int, every: int, most: int):
    """Positions of a game that is played at random, each with who is asked."""
    game = new_game(pack(path), seed=seed, players=pack(path).source.manifest.most)
    chance = Chance(seed)
    for number in range(most):
        decision = game.decision
        if decision is None:
            return
        seat = decision.seats[below(chance, len(decision.seats))]
        if number % every == 0:
            yield game, seat
        game.choose(below(chance, len(decision.options_for(seat))), seat)


def both(game, seat, name):
    """What a bot takes on either machine, and how far it has come in its chance."""
    thinking = Thinking(game.machine)
    assert thinking.flat is not None
    ours, theirs = make_bot(name, 5, seat), make_bot(name, 5, seat)
    found = thinking.think(ours, game.state, seat), theirs.think(Outlook(game.machine, game.state, seat))
    counted = [bot.chance.counter for bot in (ours, theirs) if hasattr(bot, "chance")]
    return found, counted


@pytest.mark.parametrize("path", PLAYED)
def test_a_bot_takes_the_same_on_both_machines(path):
    for game, seat in positions(path, 3, 9, 40):
        for name in BOTS:
            before = game.digest()
            (one, other), counted = both(game, seat, name)
            assert one == other, (name, len(game.decisions))
            assert len({*counted}) <= 1
            assert game.digest() == before


@pytest.mark.parametrize("path", PLAYED)
def test_what_it_has_found_is_the_same(path):
    for game, seat in positions(path, 4, 13, 40):
        taken = len(game.decision.options_for(seat)) - 1
        thinking = Thinking(game.machine)
        asked = (game.state, seat, taken, 3, 2)
        one = thinking.thought(LookaheadBot(1, seat, 12), *asked)
        other = LookaheadBot(1, seat, 12).thought(Outlook(game.machine, *asked[:2]), *asked[2:])
        assert astuple(one) == astuple(other)


def test_a_log_and_chance_that_is_decided_beforehand_are_left_out():
    game = new_game(pack("content/sentient"), seed=2)
    seat = game.decision.seats[0]
    game.state.pins = (("roll", 3),)
    assert game.state.log
    thinking = Thinking(game.machine)
    assert thinking._flat(make_bot("greedy", 1, seat), game.state, seat) is not None
    assert game.state.pins and game.state.log


def test_with_a_limit_of_time_both_try_some_lines():
    game = new_game(pack("tests/packs/connect-four"), seed=2)
    seat = game.decision.seats[0]
    bot = make_bot("lookahead:30ms", 1, seat)
    for found in (
        Thinking(game.machine).thought(bot, game.state, seat),
        bot.thought(Outlook(game.machine, game.state, seat)),
    ):
        assert found.lines >= 16
        assert sum(visits for _, visits, _ in found.tried) == found.lines


@pytest.mark.parametrize("path", ["tests/packs/hidden-hand", "tests/packs/tic-tac-toe"])
def test_worlds_take_turns_alike(path):
    """With so many lines that other worlds take the places of the first ones."""
    for game, seat in positions(path, 5, 3, 4):
        one, other = (LookaheadBot(2, seat, 700) for _ in range(2))
        found = Thinking(game.machine).thought(one, game.state, seat)
        assert astuple(found) == astuple(other.thought(Outlook(game.machine, game.state, seat)))
        assert one.chance.counter == other.chance.counter
