"""Bots: their own chance, their own view."""

import pytest

from toolkit import new_game
from toolkit.compile.pack import load_pack
from toolkit.kernel.random import Chance
from toolkit.play.bots import BOTS, by_the_clock, make_bot, play_out, seat_bots, weighs
from toolkit.play.outlook import Outlook
from toolkit.play.stepper import Stepper, at_random


@pytest.mark.parametrize("name", [*(name for name in BOTS if name != "hard"), "lookahead:20ms"])
def test_every_bot_finishes_a_game(pack, name):
    game = new_game(pack("tic-tac-toe"), seed=2)
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
    with pytest.raises(ValueError, match="there are random, greedy, lookahead, first"):
        make_bot("deep", 1, 1)


@pytest.mark.parametrize(
    "name",
    [
        *("lookahead:", "lookahead:0", "greedy:many", "lookahead:-3", "random:5", "first:2", "lookahead:1.5"),
        *("lookahead:2sec", "lookahead:0s", "lookahead:0.1ms", "lookahead:61s", "lookahead: 2s", "greedy:2s"),
        *("lookahead:10000001", "lookahead:١٢", "hard:2"),
    ],
)
def test_a_budget_is_a_number_and_only_who_looks_ahead_has_one(name):
    with pytest.raises(ValueError, match=r"lookahead:(2|5)00"):
        make_bot(name, 1, 1)


def test_a_budget_may_be_a_time():
    assert [make_bot(f"lookahead:{each}", 1, 1).seconds for each in ("2s", "500ms", "1.5s", "60s")] == [
        *(2, 0.5, 1.5, 60),
    ]
    names = {"lookahead:2s", "hard", "lookahead:2", "normal", "easy", "greedy:3", "random"}
    assert {name for name in names if by_the_clock(name)} == {"lookahead:2s", "hard"}


def test_what_a_bot_takes_that_slips_says_little_about_what_is_good():
    assert [weighs(name) for name in ("random", "first", "greedy", "easy", "normal", "lookahead:4")] == [
        *(False, False, True, False, True, True),
    ]


def test_whoever_slips_sometimes_takes_anything(pack):
    """In three of ten decisions; else a win that is there is taken."""
    game = new_game(pack("connect-four"), keep=False)
    for number in (0, 1, 0, 1, 0, 1):
        game.choose(number)
    wins = 0
    for seed in range(200):
        wins += make_bot("easy", seed, 1).think(Outlook(game.machine, game.state, 1)) == 0
    assert 130 < wins < 165


def test_a_misspelt_bot_is_named():
    with pytest.raises(ValueError, match="did you mean lookahead"):
        make_bot("lookahed:50", 1, 1)


def test_bots_by_seat():
    bots = seat_bots("greedy:6, me, lookahead:7", (1, 2, 3), 5, ("me",))
    assert {seat: bot.name for seat, bot in bots.items()} == {1: "greedy", 3: "lookahead"}
    assert (bots[1].tries, bots[3].budget) == (6, 7)
    assert len(seat_bots("random", (1, 2, 3), 5)) == 3
    with pytest.raises(ValueError, match="3 seats decide, and there are 2 players"):
        seat_bots("random,random", (1, 2, 3), 5)


def winner(pack, names, seed):
    game = new_game(pack("connect-four"), seed=seed, keep=False)
    play_out(game, seat_bots(names, (1, 2), seed))
    return game.winners


def test_a_greedy_bot_wants_to_be_ahead_not_only_to_have(write_pack):
    """Taking 3 from the other one is better than gaining 2."""
    folder = write_pack(
        "type: vocabulary\nid: words\nquantities: {coin: {of: player, start: 5}}",
        "type: verb\nid: pick\nphrase: pick\nsteps:\n  one: |\n    Choose one:\n    - Gain 2 coins.\n"
        "    - Each other player loses 3 coins.",
        "type: procedure\nid: game\nsteps:\n  picks: Each player picks.\n"
        "  end: The player with the most coins wins the game.",
    )
    game = new_game(load_pack(folder).unwrap())
    play_out(game, seat_bots("greedy", (1, 2), 1))
    assert [index for _, index in game.decisions] == [1, 1]


def test_looking_ahead_sees_what_comes(pack):
    # From either seat: a win or a threat two moves away is nothing to a greedy bot.
    assert [winner(pack, "lookahead:120,greedy", 4), winner(pack, "greedy,lookahead:120", 5)] == [(1,), (2,)]


def test_looking_ahead_takes_a_win_and_stops_one(pack):
    """Three in a column: the fourth goes on top, whoever is to move."""
    for other in ("first column", "second column"):
        game = new_game(pack("connect-four"), keep=False)
        bot = make_bot("lookahead:150", 1, 1)
        for number in (0, 1, 0, 1, 0):
            game.choose(number)
        if other == "first column":
            game.choose(1)  # the first player may win in column 1
        seat = game.decision.seat
        assert bot.think(Outlook(game.machine, game.state, seat)) == 0, other


def test_a_game_with_bots_that_look_ahead_is_the_same_twice(pack):
    ends = []
    for _ in range(2):
        game = new_game(pack("hidden-hand"), seed=3)
        play_out(game, seat_bots("lookahead:20", (1, 2), 3))
        ends.append((game.decisions, game.digest()))
    assert ends[0] == ends[1]


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
        steps = Stepper(game.machine, game.state.copy(log=False))
        steps.play(at_random(Chance(9)))
        ends.append(steps.state.digest())
    assert ends[0] == ends[1]
    assert not game.over
