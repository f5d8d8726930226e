"""What is kept in a state is what would be found anew in it: after whatever changes, and in copies."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.machine.expressions import LOCALS, expressions, world
from tests.machine.test_reads import change
from tests.machine.toys import YOU, Rules, local, num
from toolkit.kernel.changes import KNOWN, MOVED, kind_bit
from toolkit.kernel.model import ModelBuilder
from toolkit.kernel.state import State
from toolkit.machine import Machine
from toolkit.machine.kept import Kept

TRIED = 25
"""Changes for each expression."""


def anew(state: State) -> State:
    """The same position, of which nothing has been found yet."""
    return State.from_json(state.to_json())


@given(st.sampled_from("enbs").flatmap(lambda type: expressions(type, 2)), st.integers(0, 999))
@settings(max_examples=100)
def test_generated_code_finds_what_is_so_now(expr, seed):
    """Also in a copy that was made before the change: there it is as it was."""
    w = world()
    random, values = Random(seed), [*w.locals, *[0] * LOCALS]
    found, evaluate = w.machine.generator.expression(expr), w.machine.interpreter.evaluate
    state = w.state.copy()
    for _ in range(TRIED):
        before, then = state.copy(), found(state, values)
        change(state, random)
        assert found(state, values) == evaluate(expr, anew(state), values), expr
        assert found(before, values) == then, expr


@given(st.integers(0, 9999))
@settings(max_examples=60)
def test_what_lies_in_places_is_found_as_it_is_now(seed):
    w = world()
    random, library, state = Random(seed), w.machine.library, w.state.copy()
    places = (*w.cells, w.deck_entity)
    for _ in range(TRIED):
        left = state.copy()
        change(state, random)
        for now in (state, left):
            fresh = anew(now)
            for place in (*places, *w.pieces, w.machine.model.count):
                assert library.inside(now, place) == library.inside(fresh, place)
            assert library.all_of(now, w.king) == library.all_of(fresh, w.king)
            assert library.all_in(now, w.piece, places) == library.all_in(fresh, w.piece, places)


def standing() -> tuple[Machine, State, int, int, int]:
    """A rule that stands on each card that lies on the table, and may belong to whoever has the table."""
    b, r = ModelBuilder(), Rules()
    ann = b.player("Ann")
    place, card, coin = b.kind("table", 2), b.kind("card"), b.kind("coin")
    table, box = b.place(place), b.place(place)
    cards = [b.component(card, at=box) for _ in range(2)]
    money = b.component(coin, at=box)
    r.rule(
        "forbid",
        events=(r["gain"],),
        holders=("filter", ("all", card), 2, ("in", local(2), num(table))),
        you=num(ann),
        match=("eq", local(2), YOU),
    )
    machine = r.machine(b.build(), r.program(("may", num(ann), 2)))
    return machine, machine.start(0), table, cards[0], money


def test_on_what_a_rule_stands_is_kept_until_it_is_something_else():
    machine, state, table, card, coin = standing()
    rule = (0, None)
    assert machine.bindings(state, rule) == []
    empty = state.copy()
    kept = machine.bindings(state, rule)
    machine.kernel.move(state, coin, table)  # a coin is no card: what was found is used again
    assert machine.bindings(state, rule) is kept
    machine.kernel.move(state, card, table)
    assert machine.bindings(state, rule) == [(1, card)]
    assert machine.bindings(empty, rule) == []  # a copy from before
    machine.kernel.remove(state, card)
    assert machine.bindings(state, rule) == []


def test_rules_with_one_condition_are_asked_together_on_what_they_stand():
    b, r = ModelBuilder(), Rules()
    ann = b.player("Ann")
    place, card = b.kind("table", 2), b.kind("card")
    table, box = b.place(place), b.place(place)
    cards = [b.component(card, at=box) for _ in range(2)]
    for each in cards:
        lies = ("filter", ("set", each), 2, ("in", local(2), num(table)))
        r.rule("forbid", events=(r["gain"],), holders=lies, match=("eq", local(2), YOU))
    machine = r.machine(b.build(), r.program(("may", num(ann), 2)))
    state = machine.start(0)
    assert machine.grounds.of[0] is machine.grounds.of[1]
    assert machine.present(state, "forbid", r["gain"]) == []
    machine.kernel.move(state, cards[1], table)
    assert machine.present(state, "forbid", r["gain"]) == [(1, None)]
    assert machine.stands(state, (1, None)) and not machine.stands(state, (0, None))
    machine.kernel.move(state, cards[0], table)
    assert machine.present(state, "forbid", r["gain"]) == [(0, None), (1, None)]


def test_a_plain_machine_keeps_nothing():
    machine, state, *_ = standing()
    machine.kept.on = False
    assert machine.bindings(state, (0, None)) is not machine.bindings(state, (0, None))


def test_answers_are_forgotten_by_what_they_depend_on():
    _, state, *_ = standing()
    kept = Kept()
    cards, known = kept.number("x", kind_bit(1, 5)), kept.number("x", KNOWN)
    assert kept.number("x", KNOWN) == known
    state.kept.clear()
    state.stale = 0
    kept.answers(state, cards)["a"] = 1
    kept.answers(state, known)["a"] = 2
    state.stale |= MOVED | KNOWN
    assert (kept.answers(state, cards), kept.answers(state, known)) == ({"a": 1}, {})
    state.stale |= kind_bit(1, 5)
    assert kept.answers(state, cards) == {}
