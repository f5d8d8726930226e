"""Games between the two decks of the card pack: they end, nothing is lost, and what a seat must not know stays hidden.

`python -m tests.games.test_tcg GAMES BOT` prints how often each deck and each first player won.
"""

import sys
from collections import Counter
from math import sqrt

import pytest

from tests.games.players import pack
from toolkit.play import new_game
from toolkit.play.bots import answer, seat_bots

PATH = "content/cyberpunk-tcg"


def seats_of(game):
    """Which seat plays which kit, and which one began."""
    model, world, state = game.compiled.model, game.compiled.world, game.state
    kit = world.attribute("card", "kit").index
    kinds = {kind.name: number for number, kind in enumerate(model.kinds)}
    decks = {}
    for area in model.all_of[kinds["legends area"]]:
        decks[model.values[state.columns[kit][state.kids[area][0]]]] = model.entities[area].of
    track = model.all_of[kinds["turn track"]][0]
    return decks, model.owner[state.kids[track][0]]


def play(seed, bot="random", careful=True):
    """A finished game, and `seats_of` as it began."""
    game = new_game(pack(PATH), seed=seed, keep=False)
    bots = seat_bots(bot, game.compiled.model.players, seed)
    seats = seats_of(game)
    for _ in range(3000):
        if game.decision is None:
            break
        if careful:
            for condition, size, sentence in game.compiled.ruleset.invariants:
                holds = game.machine.evaluate(condition, game.state, [-1] * size)
                assert holds, game.compiled.ruleset.sentences[sentence].text
        answer(game, bots)
    assert game.over, f"seed {seed}: no end in sight"
    assert len(game.winners) == 1, f"seed {seed}: {game.winners}"
    return game, seats


def rates(games, bot, careful=False):
    """Wins by deck and by who began."""
    wins, turns = Counter(), 0
    for seed in range(games):
        game, (decks, first) = play(seed, bot, careful)
        (winner,) = game.winners
        wins["corporate" if decks["corporate"] == winner else "mercenary"] += 1
        wins["first player" if first == winner else "second player"] += 1
        turns += max(count for count, _, _ in game.state.periods)
    return wins, turns / games


def interval(wins, games):
    """Wilson's, 95 %."""
    z, share = 1.96, wins / games
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    half = z * sqrt(share * (1 - share) / games + z * z / (4 * games * games)) / (1 + z * z / games)
    return middle - half, middle + half


@pytest.mark.parametrize("seed", range(12))
def test_random_games_end_with_one_winner(seed):
    play(seed)


def test_a_greedy_game_ends_with_one_winner():
    play(1, "greedy")


def test_the_first_three_options_of_a_hidden_legend_have_no_name():
    """Nobody knows a face-down legend, its player neither."""
    game = new_game(pack(PATH), seed=5)
    model = game.compiled.model
    kinds = {kind.name: number for number, kind in enumerate(model.kinds)}
    for area in model.all_of[kinds["legends area"]]:
        for legend in game.state.kids[area]:
            for seat in model.players:
                assert not game.machine.kernel.sees(game.state, seat, legend)


@pytest.mark.long
def test_thousands_of_random_games():
    wins, turns = rates(2000, "random", careful=True)
    assert 8 < turns < 40
    assert all(300 < wins[who] < 1700 for who in ("corporate", "mercenary", "first player", "second player"))


@pytest.mark.long
def test_hundreds_of_greedy_games():
    wins, turns = rates(200, "greedy", careful=True)
    assert 8 < turns < 60
    assert all(20 < wins[who] < 180 for who in ("corporate", "mercenary"))


if __name__ == "__main__":
    number, name = int(sys.argv[1]), sys.argv[2]
    found, length = rates(number, name, careful=True)
    print(f"{number} games of {name} bots, {length:.1f} turns a game")
    for who, count in sorted(found.items()):
        low, high = interval(count, number)
        print(f"{who:15} {count:5}  {100 * count / number:.1f} %  [{100 * low:.1f}-{100 * high:.1f}]")
