"""Narrowed and merged searches find what the written ones find."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.machine.expressions import LOCALS, expressions, world
from toolkit.compile.optimise import improve

OUTER, INNER = LOCALS, LOCALS + 1


def value(expr):
    w = world()
    found = w.machine.interpreter.evaluate(expr, w.state, [*w.locals, *[0] * 12])
    return sorted(found) if isinstance(found, tuple) else found


def conditions(slot):
    """Conditions on local `slot`; the other one is bound to the same thing by an outer search."""
    return expressions("b", 2, ((OUTER, "e"), (INNER, "e"))).map(
        lambda expr: renamed(expr, OUTER + INNER - slot, slot)
    )


def renamed(expr, slot, new):
    if not isinstance(expr, tuple):
        return expr
    return ("local", new) if expr == ("local", slot) else tuple(renamed(part, slot, new) for part in expr)


@settings(max_examples=150)
@given(
    expressions("s", 1),
    conditions(INNER),
    conditions(OUTER),
    st.sampled_from(["any", "filter", "first-where"]),
)
def test_a_search_among_what_another_found(among, first, second, op):
    expr = (op, ("filter", among, INNER, first), OUTER, second)
    assert value(improve(expr)) == value(expr)


@pytest.mark.parametrize("place", ["cells", "deck_entity"])
@pytest.mark.parametrize("test", ["in", "parent"])
def test_what_is_in_a_place_is_looked_for_there(place, test):
    w = world()
    where = ("int", w.cells[0] if place == "cells" else w.deck_entity)
    here = ("local", OUTER)
    condition = ("in", here, where) if test == "in" else ("eq", ("parent", here), where)
    expr = ("filter", ("all", w.piece), OUTER, ("and", condition, ("ge", ("index", here), ("int", 1))))
    assert "all" not in str(improve(expr))
    assert value(improve(expr)) == value(expr) != []


def test_any_member_of_a_group_is_looked_for_in_the_group():
    w = world()
    [group, *_] = w.model.all_of[w.line]
    inside = ("member", ("local", OUTER), ("members", ("int", group)))
    expr = ("any", ("filter", ("all", w.cell), INNER, ("truth", True)), OUTER, inside)
    assert improve(expr)[1] == ("members", ("int", group))
    assert value(improve(expr)) is value(expr) is True


def test_a_search_that_fills_the_same_slot_again_is_left_alone():
    deep = ("any", ("all", 0), OUTER, ("eq", ("local", OUTER), ("local", INNER)))
    expr = ("any", ("filter", ("all", 0), INNER, deep), OUTER, ("truth", True))
    assert improve(expr) == expr


@pytest.mark.parametrize("op", ["any", "filter", "first-where"])
@pytest.mark.parametrize("dx", [1, 9])
def test_the_one_that_is_that_thing_is_that_thing(op, dx):
    """Nine columns further there is no cell: nothing is found, by either way."""
    w = world()
    beside = ("shift", ("int", w.cells[0]), dx, 0, w.cell)
    here = ("local", OUTER)
    expr = (op, ("all", w.cell), OUTER, ("and", ("eq", beside, here), ("ge", ("x", here), ("int", 2))))
    assert improve(expr)[1] == ("single", beside)
    assert value(improve(expr)) == value(expr)
    piece = (op, ("all", w.piece), OUTER, ("eq", here, beside))
    assert value(improve(piece)) == value(piece)
