"""The builder makes tables that agree with what was added."""

from __future__ import annotations

import json

import pytest

from toolkit.kernel.model import GAME, GROUP, PLACE, PLAYER, THING, ModelBuilder
from toolkit.kernel.state import State, new_state


def test_kinds_form_a_tree():
    b = ModelBuilder()
    piece = b.kind("piece")
    big = b.kind("big piece", piece)
    b.player("Ann")
    first, second = b.component(piece), b.component(big)
    model = b.build()
    assert model.below[piece] == {piece, big}
    assert model.all_of[piece] == (first, second)
    assert model.all_of[big] == (second,)
    assert model.all_of[THING] == (first, second)
    assert model.all_of[PLAYER] == (1,)
    assert model.all_of[GAME] == (0,)


def test_players_come_first():
    b = ModelBuilder()
    b.component(b.kind("piece"))
    with pytest.raises(ValueError, match="players come before"):
        b.player("late")


def test_a_players_own_kind_is_a_player():
    b = ModelBuilder()
    bot = b.kind("bot", PLAYER)
    people = [b.player("Ann"), b.player("Bot", kind=bot)]
    assert b.build().players == tuple(people)


def test_places_by_whose_they_are():
    b = ModelBuilder()
    ann, ben = b.player("Ann"), b.player("Ben")
    hand, shelf, board = b.kind("hand", PLACE), b.kind("shelf", PLACE), b.kind("board", PLACE)
    hands = [b.place(hand, of=p) for p in (ann, ben)]
    shelves = [b.place(shelf, of=h) for h in hands]
    table = b.place(board)
    model = b.build()
    assert [model.place_of[hand][p] for p in (ann, ben)] == hands
    assert model.place_of[shelf][hands[1]] == shelves[1]
    assert model.place_of[board][-1] == table
    assert [model.owner[e] for e in (*hands, *shelves, table)] == [ann, ben, ann, ben, -1]


def test_parts_are_ordered_by_row_and_column_and_numbered():
    b = ModelBuilder()
    b.player("Ann")
    board, cell = b.kind("board", PLACE), b.kind("cell", PLACE)
    grid = b.place(board)
    cells = {(x, y): b.place(cell, part_of=grid, x=x, y=y) for x in (2, 1) for y in (2, 1)}
    line = b.group(b.kind("line", GROUP), [cells[1, 1], cells[2, 1]])
    model = b.build()
    assert model.parts_of[cell][grid] == (cells[1, 1], cells[2, 1], cells[1, 2], cells[2, 2])
    assert model.beside[cells[1, 1]] == (cells[2, 1], cells[1, 2])
    assert model.groups_of[model.kind[line]][cells[1, 1]] == (line,)
    assert model.members[line] == (cells[1, 1], cells[2, 1])


def test_nothing_is_the_last_item_of_every_table():
    b = ModelBuilder()
    b.player("Ann")
    b.component(b.kind("piece"))
    model = b.build()
    assert (model.kind[-1], model.owner[-1], model.members[-1], model.x[-1]) == (-1, -1, (), 0)


def test_bounds_and_what_a_roll_sets_are_inherited():
    b = ModelBuilder()
    value = b.attribute("value", least=0, most=100)
    die = b.kind("die", shows=value)
    small = b.kind("small die", die)
    tiny = b.kind("tiny die", small)
    b.bounds(value, die, 1, 6)
    b.bounds(value, tiny, 1, 2)
    b.player("Ann")
    dice = [b.component(kind) for kind in (die, small, tiny)]
    model = b.build()
    assert [model.limits(value, e) for e in (1, *dice)] == [(0, 100), (1, 6), (1, 6), (1, 2)]
    assert [model.shows(e) for e in (1, *dice)] == [-1, value, value, value]


def test_start_values():
    b = ModelBuilder()
    red = b.value("red")
    colour = b.attribute("colour", "list", values=[red])
    size = b.attribute("size", least=1)
    ann = b.player("Ann", attributes={size: 4})
    piece = b.component(b.kind("piece"))
    b.set(piece, colour, red)
    from toolkit.kernel.state import new_state

    state = new_state(b.build(), 1)
    assert [state.columns[colour][e] for e in (ann, piece)] == [-1, red]
    assert [state.columns[size][e] for e in (ann, piece)] == [4, 1]


def test_nothing_belongs_to_nobody():
    """What was not found is no thing of the game's: *Its owner gains 1 coin*, and nothing was put anywhere."""
    b = ModelBuilder()
    b.player("Ann")
    b.component(b.kind("boat"))
    owner, weight = b.attribute("owner", "ref"), b.attribute("weight")
    b.ownership(owner)
    state = new_state(b.build(), 0)
    for now in (state, state.copy(), State.from_json(json.loads(json.dumps(state.to_json())))):
        assert (now.columns[owner][-1], now.columns[weight][-1]) == (-1, 0)
        assert len(now.columns[owner]) == len(now.parent)
