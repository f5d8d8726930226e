"""Generated code means what the interpreter says."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.machine.expressions import expressions, world
from tests.machine.toys import num
from toolkit.machine.emit import EMIT
from toolkit.machine.generate import Generator
from toolkit.machine.interpret import _TABLE
from toolkit.program.expression import EXPRESSIONS


def test_every_expression_of_the_table_can_be_evaluated_both_ways():
    assert set(_TABLE) == set(EXPRESSIONS)
    assert set(EMIT) == set(EXPRESSIONS)


@settings(max_examples=400)
@given(st.one_of([expressions(type) for type in "nbes"]))
def test_generated_code_agrees_with_the_interpreter(expr):
    w = world()
    before = w.state.digest()
    expected = w.machine.interpreter.evaluate(expr, w.state, list(w.locals))
    found = w.machine.generator.expression(expr)(w.state, list(w.locals))
    assert found == expected
    assert (found is True or found is False) == (expected is True or expected is False)
    assert w.state.digest() == before


@pytest.mark.parametrize(
    ("expr", "value"),
    [
        (("div", num(7), num(2)), 3),
        (("div", num(-7), num(2)), -4),
        (("div-up", num(7), num(2)), 4),
        (("div", num(7), num(0)), 0),
        (("mod", num(7), num(0)), 0),
        (("eq", ("set", 1, 2), ("set", 2, 1)), True),
        (("ne", ("local", 3), ("reverse", ("local", 3))), False),
        (("nth", ("set", 5, 6), num(0)), -1),
        (("nth", ("set", 5, 6), num(3)), -1),
        (("last-n", ("set", 5, 6, 7), num(2)), (6, 7)),
        (("last-n", ("set", 5, 6, 7), num(0)), ()),
        (("take", ("set", 5, 6, 7), num(-1)), ()),
        (("max", ("map", ("empty",), 8, num(4))), 0),
        (("every", ("empty",), 8, ("truth", False)), True),
        (("rank", ("set", 1, 2, 3), 8, (("mod", ("local", 8), num(2)), 0), (("local", 8), 1)), (1, 3, 2)),
        (("best", ("set", 1, 2, 3), 8, ("mod", ("local", 8), num(2)), 1), (2,)),
        (("attr", 0, ("none",)), 0),
        (("order", ("players",), num(3)), (3, 1, 2)),
        (("call", 2, num(5)), 5),
    ],
)
def test_corners(expr, value):
    w = world()
    assert w.machine.interpreter.evaluate(expr, w.state, list(w.locals)) == value
    assert w.machine.generator.expression(expr)(w.state, list(w.locals)) == value


def test_geometry():
    w = world()
    (a, b, c), (d, e, f) = w.cells[:3], w.cells[3:]

    def value(*expr):
        return w.machine.evaluate(expr, w.state)

    assert value("beside", num(b)) == (a, c, e)
    assert set(value("closure", ("single", num(a)), 8, ("beside", ("local", 8)))) == set(w.cells)
    assert value("closure", ("set", a, d), 8, ("empty",)) == (a, d)
    assert value("shift", num(a), 1, 0, w.cell) == c  # over the edge between them
    assert value("shift", num(a), 1, 0, w.edge) == b
    assert value("shift", num(a), 1, 1, w.cell) == -1
    assert value("parts", w.cell, num(w.cells[0] - 1)) == (a, c, d, f)
    assert (value("x", num(f)), value("y", num(f))) == (3, 2)
    assert len(value("groups", w.line, num(a))) == 1


def test_nothing_but_numbers_reaches_generated_code():
    generator: Generator = world().machine.generator
    for expr in [
        ("int", "0); import os"),
        ("attr", "x", num(1)),
        ("local", "L"),
        ("is", num(1), "__import__('os')"),
        ("set", "1"),
    ]:
        with pytest.raises(TypeError, match="a number is needed"):
            generator.expression(expr)
    with pytest.raises(KeyError):
        generator.expression(("eval", num(1)))
    with pytest.raises(TypeError):
        generator.block((("let", "0]; L[1", num(1)),), 0, {0})


def test_what_python_finds_too_deep_is_interpreted():
    w = world()
    expr = ("local", 2)
    for _ in range(150):
        expr = ("add", ("if", ("any", ("set", 1), 8, ("truth", True)), expr, num(0)), num(1))
    assert w.machine.generator.expression(expr)(w.state, list(w.locals)) == 153
