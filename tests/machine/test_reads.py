"""What an expression depends on: whatever changes its value sets a bit that it reads; and what it does not read is
told apart well enough to matter.
"""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pytest import MonkeyPatch

from tests.machine.expressions import LOCALS, expressions, world
from tests.machine.toys import local, num
from toolkit.kernel.changes import FIRST_COLUMN, HAPPENED, KNOWN, LEFT, MOVED, PERIODS, kind_bit
from toolkit.kernel.state import State
from toolkit.machine.reads import Reads

TRIED = 40
"""Changes for each expression."""


def bit(kind: int) -> int:
    return kind_bit(len(world().model.attributes), kind)


def change(state: State, random: Random) -> None:
    """Something happens, by way of what writes to states."""
    w = world()
    machine, kernel = w.machine, w.machine.kernel
    piece, other = random.sample([*w.pieces, w.pieces[-1] + 1], 2)  # the last one belongs to nobody
    player = random.choice(w.players)
    place = random.choice([*w.cells, w.deck_entity, *w.pieces])
    entity = random.choice([piece, player, *w.cells])
    here = state.parent[piece] >= 0
    match random.randrange(11):
        case 0 | 1 if kernel.can_move(state, piece, place):
            kernel.move(state, piece, place, random.choice([-1, 1]), random.choice([-1, 0, 1]))
        case 2 if here:
            kernel.remove(state, piece)
        case 3 if here and not (kernel.holds(state, piece, other) or kernel.holds(state, other, piece)):
            kernel.swap(state, piece, other)
        case 4 if here:
            kernel.turn(state, piece, random.choice([0, 1]))
        case 5:
            kernel.shuffle(state, w.deck_entity)
        case 6:
            kernel.set_attribute(state, random.choice([w.a, w.m]), entity, random.randint(-2, 9))
        case 7:
            kernel.know(state, player, piece)
        case 8:
            kernel.leave(state, player)
        case 9:
            machine.begin(state, w.turn, player, (piece, player))
        case 10:
            random.choice([machine.finish_period, lambda s, _: machine.use(s, 0, (1, 4))])(state, w.turn)


def read(expr: tuple, seed: int) -> None:
    """Whatever changes the value of the expression sets a bit that it reads."""
    w = world()
    random = Random(seed)
    values = [*w.locals, *[0] * LOCALS]
    reads = Reads(w.model, w.machine.ruleset).condition(expr)
    state = w.state.copy()
    before = w.machine.interpreter.evaluate(expr, state, values)
    for _ in range(TRIED):
        state.changed = 0
        change(state, random)
        after = w.machine.interpreter.evaluate(expr, state, values)
        assert before == after or state.changed & reads, (expr, before, after)
        before = after


@given(st.sampled_from("enbs").flatmap(lambda type: expressions(type, 2)), st.integers(0, 999))
@settings(max_examples=150)
def test_what_changes_a_value_is_read(expr, seed):
    read(expr, seed)


def applied() -> dict[str, tuple]:
    """For each op that asks the state an expression whose value a change may well change."""
    w = world()
    things, thing, one = ("all", w.piece), num(w.pieces[0]), ("local", 8)
    here = ("single", num(w.deck_entity))
    used = (0, num(1), num(4))

    def each(*expr) -> tuple:
        return ("map", things, 8, expr)

    def those(*expr) -> tuple:
        return ("filter", things, 8, expr)

    return {
        "active": ("active",),
        "all": things,
        "all-in": ("all-in", w.king, here),
        "attr": ("attr", w.a, num(1)),
        "base": ("base", w.a, num(1)),
        "call": those("call", 3, one),
        "can": those("can", w.rules["put"], num(1), one, num(w.cells[0]), num(-1), num(-1)),
        "contents": ("contents", num(w.deck_entity)),
        "face": ("face", thing),
        "formula": ("formula", 0, num(w.pieces[3]), num(w.pieces[3])),
        "holder": ("holder", num(w.pieces[-1] + 1)),
        "in": ("in", thing, num(w.deck_entity)),
        "in-any": ("in-any", thing, here),
        "index": ("index", thing),
        "inside": ("inside", num(w.deck_entity)),
        "left": ("left", num(1)),
        "member": ("map", ("set", *w.pieces), 8, ("if", ("member", one, things), num(1), num(0))),
        "over": ("over",),
        "parent": ("parent", thing),
        "period": ("period", w.turn),
        "period-role": ("period-role", w.turn, 0),
        "period-who": ("period-who", w.turn),
        "players": ("first", ("players",)),
        "right": ("right", num(1)),
        "searched": ("filter", ("inside", num(w.deck_entity)), 8, ("is", one, w.king)),
        "sees": ("sees", num(1), num(w.pieces[1])),
        "used": ("used", used, -1),
        "used since": ("used", used, w.turn),
        "winners": ("winners",),
        "within": ("within", thing, w.cell),
    }


@pytest.mark.parametrize("op", sorted(applied()))
def test_an_op_reads_what_changes_it_and_only_that(op):
    """Each is changed by something, or the test could not fail."""
    expr = applied()[op]
    for seed in range(20):
        read(expr, seed)
    with pytest.raises(AssertionError), MonkeyPatch.context() as patch:
        patch.setattr(Reads, "condition", lambda self, expr: 0)
        for seed in range(20):
            read(expr, seed)


W = world()
KINGS = ("filter", ("inside", local(1)), 2, ("is", local(2), W.king))


@pytest.mark.parametrize(
    ("expr", "reads"),
    [
        (num(3), 0),
        (("count", KINGS), bit(W.king)),
        (("first", ("inside", local(1))), MOVED),
        (("any", ("all", W.cell), 2, ("eq", ("x", local(2)), num(1))), 0),
        (("any", ("all", W.piece), 2, ("in", local(2), local(1))), bit(W.piece)),
        (("any", ("all", W.piece), 2, ("is", local(2), W.king)), bit(W.piece)),
        (("in", local(1), local(0)), MOVED),
        (("count", ("players",)), LEFT),
        (("first", ("players",)), LEFT | PERIODS),
        (("base", W.m, local(0)), FIRST_COLUMN << W.m),
        (("attr", W.a, local(0)), FIRST_COLUMN << W.a),
        (("attr", W.m, local(0)), FIRST_COLUMN << W.m | FIRST_COLUMN << W.a),
        (("sees", num(1), ("first", ("all", W.king))), KNOWN | bit(W.king)),
        (("happened", W.rules["put"], -1, 8, ("truth", True)), HAPPENED | PERIODS),
    ],
    ids=repr,
)
def test_what_is_read(expr, reads):
    assert Reads(W.model, W.machine.ruleset).condition(expr) == reads


def test_a_chain_of_definitions_is_followed_once_and_one_that_comes_back_reads_everything():
    found = Reads(W.model, W.machine.ruleset)
    assert found.condition(("call", 1, num(1))) == bit(W.piece)
    assert found.condition(("call", 2, num(1))) == -1
