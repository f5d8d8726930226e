"""Narrowed and merged searches find what the written ones find."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.hygiene.project import ROOT
from tests.machine.expressions import LOCALS, expressions, world
from toolkit.compile.optimise import improve
from toolkit.compile.pack import load_pack
from toolkit.machine import Machine
from toolkit.verbs import load_verbs

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
    expr = ("filter", ("all", w.piece), OUTER, ("and", condition, ("ge", ("index", here), ("int", 0))))
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


HERE, THERE = ("local", OUTER), ("local", INNER)


def placed():
    """Conditions that say where the thing is, and others, joined in every way."""
    w = world()
    places = [
        w.cells[0],
        w.cells[3],
        w.deck_entity,
        w.pieces[0],
        *w.model.all_of[w.hand],
        *w.model.all_of[w.grid_kind],
    ]
    some = st.lists(st.sampled_from(places), max_size=3, unique=True).map(lambda found: ("set", *found))
    other = st.sampled_from(
        [("is", HERE, w.king), ("ge", ("index", HERE), ("int", 2)), ("in", ("int", w.pieces[0]), HERE)]
    )
    inside = ("in", HERE, THERE)
    leaves = st.one_of(
        other,
        st.sampled_from(places).map(lambda place: ("in", HERE, ("int", place))),
        some.map(lambda found: ("in-any", HERE, found)),
        some.map(lambda found: ("any", found, INNER, inside)),
        some.map(lambda found: ("any", found, INNER, ("and", ("ge", ("x", THERE), ("int", 1)), inside))),
        some.map(lambda found: ("any", found, INNER, ("and", ("ne", ("parent", HERE), THERE), inside))),
        some.map(
            lambda found: ("member", HERE, ("filter", ("all", w.king), INNER, ("in-any", THERE, found)))
        ),
        st.sampled_from(places).map(lambda place: ("member", HERE, ("inside", ("int", place)))),
        st.sampled_from([("call", number, HERE) for number in range(len(DEFINITIONS))]),
    )
    return st.recursive(
        leaves,
        lambda deeper: st.tuples(
            st.sampled_from(["and", "or"]), st.lists(deeper, min_size=1, max_size=3)
        ).map(lambda made: (made[0], *made[1])),
        max_leaves=4,
    )


W = world()
DEFINITIONS = (
    ("or", ("in", ("local", 0), ("int", W.cells[0])), ("in-any", ("local", 0), ("set", W.deck_entity))),
    ("any", ("all", W.cell), 1, ("in", ("local", 0), ("local", 1))),
    ("member", ("local", 0), ("filter", ("all", W.piece), 1, ("in", ("local", 1), ("int", W.deck_entity)))),
    ("in", ("local", 0), ("place", W.hand, ("owner", ("local", 0)))),
)
"""What functions would say; the world's own functions are others, so calls are replaced by it before evaluation."""


def spelt_out(expr):
    if not isinstance(expr, tuple):
        return expr
    if expr[:1] == ("call",):
        return renamed(renamed(DEFINITIONS[expr[1]], 1, LOCALS + 7), 0, expr[2][1])
    return tuple(spelt_out(part) for part in expr)


@settings(max_examples=300)
@given(
    placed(), st.sampled_from(["any", "filter", "first-where"]), st.sampled_from(["piece", "king", "cell"])
)
def test_what_is_in_one_of_several_places_is_looked_for_there(condition, op, kind):
    w = world()
    expr = (op, ("all", getattr(w, kind)), OUTER, condition)
    if kind == "cell" and "in" in condition:
        return  # what is in a single place is looked for among things
    assert value(spelt_out(improve(expr, DEFINITIONS))) == value(spelt_out(expr))


def test_places_are_found_in_definitions_and_in_what_definitions_name():
    w = world()
    expr = ("filter", ("all", w.piece), OUTER, ("and", ("is", HERE, w.king), ("call", 0, HERE)))
    made = improve(expr, DEFINITIONS)
    assert made[1][:2] == ("all-in", w.piece)
    assert ("call", 0, HERE) in made[3]
    either = ("or", ("call", 0, HERE), ("call", 2, HERE))
    assert improve(("any", ("all", w.piece), OUTER, either), DEFINITIONS)[1][0] == "all-in"


@pytest.mark.parametrize("other", [("is", HERE, 5), ("call", 3, HERE)])
def test_where_one_way_says_no_place_all_are_looked_at(other):
    """Also where the place is another one for each thing."""
    expr = ("any", ("all", 5), OUTER, ("or", ("call", 0, HERE), other))
    assert improve(expr, DEFINITIONS) == expr


def test_things_found_in_several_places_keep_their_order():
    w = world()
    everywhere = ("set", w.deck_entity, w.cells[3], w.cells[0])
    expr = ("filter", ("all", w.piece), OUTER, ("any", everywhere, INNER, ("in", HERE, THERE)))
    made = improve(expr)
    assert made == ("all-in", w.piece, everywhere)
    evaluate = w.machine.interpreter.evaluate
    assert evaluate(made, w.state, [0] * 12) == evaluate(expr, w.state, [0] * 12) != ()


@pytest.mark.parametrize(
    "condition", [("ge", ("index", THERE), ("int", 2)), ("in-any", THERE, ("set", W.deck_entity, W.cells[0]))]
)
def test_one_of_the_things_is_asked_alone(condition):
    w = world()
    expr = ("member", ("local", 0), ("filter", ("all", w.king), INNER, condition))
    made = improve(expr)
    assert made == ("and", ("member", ("local", 0), ("all", w.king)), renamed(condition, INNER, 0))
    evaluate = w.machine.interpreter.evaluate
    found = {evaluate(expr, w.state, [piece] + [0] * 11) for piece in w.pieces}
    assert found == {True, False}
    for piece in w.pieces:
        assert evaluate(made, w.state, [piece] + [0] * 11) is evaluate(expr, w.state, [piece] + [0] * 11)


def test_a_rule_about_the_thing_that_it_stands_on_asks_that_one_alone():
    """The same bindings as when all holders are looked at: birds with and without the keyword, here and in the sky."""
    pack = load_pack(ROOT / "tests/packs/keyword").unwrap()
    compiled = pack.compiled().value
    machine = Machine(compiled.model, compiled.ruleset, load_verbs())
    state = machine.start(1, log=False)
    rules = [number for number, rule in enumerate(compiled.ruleset.rules) if rule.own]
    assert {compiled.ruleset.rules[number].kind for number in rules} == {"trigger", "forbid"}
    found = 0
    for _ in range(4):
        machine.choose(state, 0, machine.advance(state).seats[0])
        for number in rules:
            asks = machine.questions[number]
            for bird in range(compiled.model.count):
                quick = machine.matches(state, (number, None), 1, (bird,))
                asks.own, own = 0, asks.own
                assert quick == machine.matches(state, (number, None), 1, (bird,))
                asks.own = own
                found += len(quick)
    assert found
