"""Tic-tac-toe and Connect Four from their sentences, beside a reference: the same moves, results and lengths."""

from collections import Counter

import pytest

from tests.games.players import beside
from tests.games.reference_connect_four import ConnectFour
from tests.games.reference_tic_tac_toe import TicTacToe


def cell(game, option):
    model = game.compiled.model
    kind, entity = option.raw
    assert kind == "entity"
    return (model.y[entity] - 1) * 3 + model.x[entity] - 1


def column(game, option):
    model = game.compiled.model
    kind, entity = option.raw
    assert kind == "entity"
    return model.x[model.members[entity][0]] - 1


def tic_tac_toe(seed):
    game, reference = beside("tests/packs/tic-tac-toe", TicTacToe(), seed, cell)
    placed = [event for event in game.entries if game.compiled.ruleset.verbs[event[0]].id == "place"]
    assert len(placed) == reference.length
    return reference


def connect_four(seed):
    game, reference = beside("tests/packs/connect-four", ConnectFour(), seed, column)
    model, state = game.compiled.model, game.state
    for player in (0, 1):
        discs = {
            (model.x[place], model.y[place])
            for entity in range(model.count)
            if model.is_component[entity] and model.owner[entity] == player + 1
            for place in (state.parent[entity],)
            if model.x[place]
        }
        assert discs == reference.cells(player)
    return reference


def play(one, games):
    played = [one(seed) for seed in range(games)]
    return Counter(game.winner for game in played), Counter(game.length for game in played)


def test_tic_tac_toe():
    winners, lengths = play(tic_tac_toe, 200)
    assert set(winners) == {0, 1, None} and set(lengths) == {5, 6, 7, 8, 9}


def test_connect_four():
    winners, lengths = play(connect_four, 20)
    assert set(winners) <= {0, 1, None} and min(lengths) >= 7


@pytest.mark.long
def test_tic_tac_toe_10_000_times():
    winners, _ = play(tic_tac_toe, 10_000)
    # What random play gives: 58.5 %, 28.8 % and 12.7 %.
    for winner, share in ((0, 0.585), (1, 0.288), (None, 0.127)):
        assert abs(winners[winner] / 10_000 - share) < 0.02


@pytest.mark.long
def test_connect_four_10_000_times():
    winners, _ = play(connect_four, 10_000)
    for winner, share in ((0, 0.556), (1, 0.441), (None, 0.0025)):
        assert abs(winners[winner] / 10_000 - share) < 0.02
