"""Random programs: generated code and the plain machine stop at the same decisions with the same options and
states, and a state that was saved or copied on the way goes on in the same way.
"""

from __future__ import annotations

import json
from contextlib import suppress

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.machine.expressions import LOCALS, expressions, world
from tests.machine.toys import num
from toolkit.kernel.random import Chance, below
from toolkit.kernel.state import State
from toolkit.limits import Limits
from toolkit.machine import Machine, Runaway
from toolkit.program.ruleset import Program

SPARE = LOCALS
"""Expressions bind slots from here on, but never write to them: programs may store numbers, sets and things
there.
"""


def x(type: str) -> st.SearchStrategy[tuple]:
    return expressions(type, 2)


def instructions(length: int) -> st.SearchStrategy[tuple]:
    """One instruction of a program of this length; jumps lead anywhere in it."""
    w = world()
    target = st.integers(0, length)
    player = st.sampled_from([num(1), num(2), num(3), ("none",)])
    verb = w.rules
    do = [
        (
            verb["put"],
            (
                st.one_of(x("e"), x("s")),
                x("e"),
                st.sampled_from([num(-1), num(1)]),
                st.sampled_from([num(-1), num(0)]),
            ),
        ),
        (verb["gain"], (num(w.a), x("n"))),
        (verb["raise"], (x("e"), num(w.m), x("n"))),
        (verb["look"], (x("s"),)),
        (verb["remove"], (x("e"),)),
        (verb["shuffle"], (num(w.deck_entity),)),
    ]

    def t(op: str, *parts) -> st.SearchStrategy[tuple]:
        return st.tuples(st.just(op), *(p if isinstance(p, st.SearchStrategy) else st.just(p) for p in parts))

    def roles(parts: tuple) -> st.SearchStrategy[tuple]:
        return st.tuples(*(p if isinstance(p, st.SearchStrategy) else st.just(p) for p in parts))

    return st.one_of(
        t("let", 0, x("e")),
        t("let", 2, x("n")),
        t("let", 3, x("s")),
        t("unless", x("b"), target),
        t("jump", target),
        t(
            "choose",
            player,
            x("s"),
            st.sampled_from([num(0), num(1), num(2)]),
            st.sampled_from([num(1), num(3)]),
            3,
        ),
        t("choose-one", player, x("s"), 0),
        t("choose-number", player, st.sampled_from([num(0), num(2)]), st.sampled_from([num(1), num(4)]), 2),
        t("choose-each", ("players",), SPARE, x("s"), num(0), num(1), 20),
        t("may", player, 6),
        t(
            "branch",
            player,
            st.sampled_from([0, 1]),
            st.lists(st.tuples(x("b"), target, st.just(-1)), max_size=3).map(tuple),
            target,
        ),
        t("random", x("s"), st.sampled_from([num(1), num(2)]), 3),
        t("enter", w.turn, player, ()),
        t("leave", w.turn),
        t("use", (0, num(1), num(4))),
        t("call", st.just(w.helper), st.tuples(x("e"), x("e"), x("n")), 2),
        *(t("do", verb, player, roles(parts), -1) for verb, parts in do),
        t("return", x("n")),
    )


def programs() -> st.SearchStrategy[tuple[tuple, ...]]:
    return st.integers(2, 9).flatmap(lambda n: st.lists(instructions(n), min_size=n, max_size=n).map(tuple))


def trace(machine: Machine, program: int, seed: int, save: bool = False) -> list:
    """What is asked and where the game stands, decision by decision."""
    w = world()
    state = machine.new(seed)
    machine.run(state, program, (*w.locals[:7], tuple(w.cells)))
    found: list = []
    chance = Chance(seed)
    try:
        while len(found) < 12 and (decision := machine.advance(state)) is not None:
            found.append((decision.kind, decision.seats, decision.options, state.digest()))
            if save:
                other = state.copy() if len(found) % 2 else State.from_json(json.loads(state.text()))
                with suppress(Runaway):  # what happens to the old one is no matter
                    machine.choose(state, 0, decision.seats[0])
                state = other
            seat = below(chance, len(decision.seats))
            machine.choose(state, below(chance, len(decision.options[seat])), decision.seats[seat])
    except Runaway:
        return [*found, "runaway"]
    return [*found, state.digest()]


@settings(max_examples=60)
@given(programs(), st.integers(0, 3))
def test_random_programs(code, seed):
    w = world()
    ruleset = w.machine.ruleset
    number = len(ruleset.programs)
    ruleset.programs.append(Program("random", code, (-1,) * len(code), 24))
    ruleset.limits = Limits(steps=300)
    try:
        machine, plain = (w.rules.machine(w.model, plain=plain) for plain in (False, True))
        expected = trace(plain, number, seed)
        found = trace(machine, number, seed)
        if expected[-1] == "runaway" or found[-1] == "runaway":
            # Blocks count for one step, instructions for many: only what came before is the same.
            shorter = min(len(expected), len(found)) - 1
            assert found[:shorter] == expected[:shorter]
        else:
            assert found == expected
            assert trace(machine, number, seed, save=True) == expected
    finally:
        ruleset.programs.pop()
        ruleset.limits = Limits()
