"""The references are right themselves: known totals of both games."""

import pytest

from tests.games.reference_connect_four import ConnectFour
from tests.games.reference_tic_tac_toe import TicTacToe


def count(moves, new, depth):
    """Games by outcome up to a depth, by brute force."""
    totals: dict[object, int] = {}
    game = new()
    for move in moves:
        game.play(move)
    if game.over or len(moves) == depth:
        return {(game.winner, game.over): 1}
    for move in game.legal():
        for outcome, number in count([*moves, move], new, depth).items():
            totals[outcome] = totals.get(outcome, 0) + number
    return totals


def test_games_of_tic_tac_toe_up_to_the_first_that_can_be_won():
    # Of 9·8·7·6·5 orders of five marks, 8 lines · 3! · 6·5 are won by the one who began.
    assert count([], TicTacToe, 5) == {(0, True): 1440, (None, False): 15_120 - 1440}


@pytest.mark.long
def test_all_games_of_tic_tac_toe():
    # By symmetry of the first move: a corner counts four times, an edge four times, the middle once.
    corner, edge, middle = (count([first], TicTacToe, 9) for first in (0, 1, 4))
    outcomes = {
        outcome: 4 * corner.get(outcome, 0) + 4 * edge.get(outcome, 0) + middle.get(outcome, 0)
        for outcome in {*corner, *edge, *middle}
    }
    assert outcomes == {(0, True): 131_184, (1, True): 77_904, (None, True): 46_080}


def test_connect_four_positions_of_the_first_plies():
    # Known numbers of positions after 0 to 5 plies: 1, 7, 49, 238, 1120, 4263.
    layer = {((0,) * 7, 0, 0): ()}
    totals = []
    for _ in range(6):
        totals.append(len(layer))
        after = {}
        for moves in layer.values():
            game = ConnectFour()
            for move in moves:
                game.play(move)
            for move in game.legal():
                longer = ConnectFour()
                for each in (*moves, move):
                    longer.play(each)
                after[(tuple(longer.height), *longer.board)] = (*moves, move)
        layer = after
    assert totals == [1, 7, 49, 238, 1120, 4263]


def test_four_in_each_direction_win():
    flat, upright = [0, 0, 1, 1, 2, 2, 3], [0, 1, 0, 1, 0, 1, 0]
    rising, falling = [0, 1, 1, 2, 2, 3, 2, 3, 3, 6, 3], [6, 5, 5, 4, 4, 3, 4, 3, 3, 0, 3]
    for moves in (flat, upright, rising, falling):
        game = ConnectFour()
        for move in moves:
            game.play(move)
        assert game.over and game.winner == 0, moves
