"""Random expressions and programs mean on the flat machine what they mean on the plain one; and what goes beyond its
limits, or beyond what it can hold, ends or goes on as it does there.
"""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from tests.games.players import pack
from tests.machine.expressions import expressions, world
from tests.machine.test_random_programs import programs
from tests.machine.toys import YOU, Table, local, num
from toolkit.flat import FlatGame, Lowered, NotLowered
from toolkit.flat.asked import KEPT_OPS
from toolkit.flat.differing import NOTHING_DIFFERS
from toolkit.flat.scope import NOTHING
from toolkit.kernel.random import Chance, below
from toolkit.limits import Limits
from toolkit.machine import Machine, Runaway
from toolkit.program.chains import free_locals
from toolkit.program.instruction import Instr
from toolkit.program.ruleset import Function, Program
from toolkit.verbs import load_verbs


def machine_with(*code: Instr, steps: int = 300) -> Machine:
    """The world of the random expressions, with its rules, and this program at the end."""
    w = world()
    ruleset = w.rules.ruleset
    program = Program("random", code, (-1,) * len(code), 24)
    made = replace(ruleset, programs=[*ruleset.programs, program], limits=Limits(steps=steps))
    return Machine(w.model, made, load_verbs(), plain=True)


def begun(machine: Machine, seed: int = 3, past: bool = False):
    """`past`: in the turn that the world is in, after what has happened there."""
    w = world()
    state = w.state.copy() if past else machine.new(seed)
    state.frames, state.decision = [], None
    machine.run(state, len(machine.ruleset.programs) - 1, (*w.locals[:7], tuple(w.cells)))
    return state


def lowered(machine: Machine) -> Lowered:
    try:
        return Lowered(machine)
    except NotLowered:
        assume(False)
        raise


@settings(max_examples=200)
@given(st.one_of([expressions(type) for type in "nbes"]))
@example(("contents", ("first", ("players",))))
def test_an_expression_is_what_the_interpreter_says(expr):
    machine = machine_with(("let", 9, expr), ("may", num(1), 10))
    flat = lowered(machine)
    state = begun(machine, past=True)
    game = flat.game(state)
    machine.advance(state)
    assert game.flat
    assert game.state().text() == state.text()


def trace_of(machine: Machine, seed: int) -> list:
    state = begun(machine, seed)
    found, chance = [], Chance(seed)
    try:
        while len(found) < 12 and (decision := machine.advance(state)) is not None:
            found.append((decision, state.text()))
            seat = below(chance, len(decision.seats))
            machine.choose(state, below(chance, len(decision.options[seat])), decision.seats[seat])
    except Runaway:
        return [*found, "runaway"]
    return [*found, state.text()]


def flat_trace(flat: Lowered, seed: int, saved: bool) -> list:
    """`saved`: it goes on from a copy, or from the state that it gives, after each decision."""
    found, chance = [], Chance(seed)
    try:
        game: FlatGame = flat.game(begun(flat.machine, seed))
        while len(found) < 12 and (decision := game.decision) is not None:
            found.append((decision, game.state().text()))
            if saved:
                game = game.copy() if len(found) % 2 else flat.game(game.state())
            seat = below(chance, len(decision.seats))
            game.choose(below(chance, len(decision.options[seat])), decision.seats[seat])
    except Runaway:
        return [*found, "runaway"]
    return [*found, game.state().text()]


@settings(max_examples=60)
@given(programs(), st.integers(0, 3))
def test_random_programs_are_those_of_the_plain_machine(code, seed):
    machine = machine_with(*code)
    flat = lowered(machine)
    expected = trace_of(machine, seed)
    assert flat_trace(flat, seed, saved=False) == expected
    assert flat_trace(flat, seed, saved=True) == expected


def test_what_is_done_instead_gives_a_number_where_things_are_expected():
    t = Table()
    instead = t.rules.program(("return", num(1)), name="instead")
    t.rules.rule("replace", events=(t.rules["look"],), program=instead)
    machine = machine_of(t, ("do", t.rules["look"], YOU, (num(t.cards[0]),), 3), ("may", num(1), 4))
    assert Lowered(machine).start(0).state().text() == machine.start(0).text()


# --- Limits -------------------------------------------------------------------------------------------------


def machine_of(t: Table, *code: Instr) -> Machine:
    program = t.rules.program(*code, name="test")
    return t.rules.machine(t.model, program)


def runaway_of(t: Table, *code: Instr, **limits: int) -> tuple[str, str]:
    """The limit and the sentence that both machines name."""
    t.rules.ruleset.limits = Limits(**{"steps": 2000, **limits})
    machine = machine_of(t, *code)
    found = []
    for begin in (Lowered(machine).start, machine.start):
        with pytest.raises(Runaway) as error:
            begin(0)
        found.append((error.value.limit, t.rules.ruleset.sentences[error.value.sentence].text))
    assert found[0] == found[1]
    return found[0]


def test_an_endless_loop_is_named():
    limit, sentence = runaway_of(Table(), ("let", 2, num(1)), ("jump", 0))
    assert limit == "steps"
    assert sentence in ("test: jump", "test: let")


def test_a_verb_that_does_itself_is_named():
    t = Table()
    loop = t.rules.verb("loop", (), ("do", len(t.rules.ruleset.verbs), YOU, (), -1))
    assert runaway_of(t, ("do", loop, YOU, (), -1))[1] == "loop: do"


def test_a_definition_that_needs_itself_is_named():
    t = Table()
    t.rules.ruleset.functions.append(
        Function("endless", 1, 1, ("add", num(1), ("call", 0, ("neg", local(0)))))
    )
    assert runaway_of(t, ("let", 2, ("call", 0, num(1)))) == ("depth", "test: let")


def test_a_product_that_is_too_large_is_named():
    t = Table()
    large = num(40_000_000)
    assert runaway_of(t, ("let", 2, ("mul", large, large))) == ("number", "test: let")


def test_a_set_that_is_too_large_is_named():
    assert runaway_of(Table(), ("let", 2, ("range", num(1), num(60_000)))) == ("members", "test: let")


def test_a_loop_over_more_than_a_pack_allows_is_named():
    numbers = ("range", num(1), num(90))
    loop = ("count", ("filter", ("union", numbers, numbers), 4, ("gt", local(4), num(0))))
    assert runaway_of(Table(), ("let", 2, loop), members=80) == ("members", "test: let")


def nested(depth: int) -> tuple[Machine, Lowered]:
    """A game in which a verb does itself so many times, and then something is asked."""
    t = Table()
    again = len(t.rules.ruleset.verbs)
    inner = (
        ("unless", ("gt", local(2), num(0)), 3),
        ("do", again, YOU, (("sub", local(2), num(1)),), -1),
        ("return", num(1)),
        ("choose-number", YOU, num(1), num(3), 3),
        ("return", num(1)),
    )
    t.rules.verb("again", ("amount",), *inner)
    machine = machine_of(t, ("do", again, num(1), (num(depth),), -1))
    return machine, Lowered(machine)


@pytest.mark.parametrize(("depth", "flat"), [(20, True), (400, False)])
def test_what_a_flat_game_cannot_hold_goes_on_on_the_other_machine(depth, flat):
    machine, made = nested(depth)
    game, state = made.start(2), machine.start(2)
    assert game.flat is flat
    for index in (2, None):
        assert game.decision == state.decision
        assert game.state().text() == state.text()
        assert (game.options, game.over, game.winners) == ((3, False, ()) if index else (0, True, ()))
        copy = game.copy()
        if index is not None:
            machine.choose(state, index)
            game.choose(index)
            assert copy.options == 3
            assert copy.play_random(Chance(1)) == 1


UNIT, OWN = ("local", 4), ("eq", ("base", 0, ("local", 4)), ("local", 0))
ELSEWHERE = ("any", ("inside", ("local", 2)), 4, OWN)


def of_members(condition):
    return ("any", ("members", ("local", 1)), 5, condition)


@pytest.mark.parametrize(
    ("expr", "place", "table"),
    [
        (("any", ("inside", ("local", 1)), 4, OWN), 1, "regions"),
        (("and", ("any", ("inside", ("local", 1)), 4, OWN), ELSEWHERE), None, None),
        (("any", ("inside", ("local", 1)), 4, ("ne", ("within", UNIT, 8), ("none",))), None, None),
        (("every", ("players",), 1, ("any", ("inside", ("local", 1)), 4, OWN)), None, None),
        (of_members(("any", ("inside", ("local", 5)), 4, OWN)), 1, "members"),
        (of_members(("and", ("any", ("inside", ("local", 5)), 4, OWN), ELSEWHERE)), None, None),
        (of_members(("any", ("inside", ("local", 5)), 4, ("ne", ("within", UNIT, 8), ("none",)))), None, None),
        (
            of_members(("and", ("any", ("inside", ("local", 5)), 4, OWN), ("any", ("inside", ("local", 1)), 4, OWN))),
            None,
            None,
        ),
    ],
    ids=[
        "one place", "two places", "where its things are", "each of some",
        "its members", "members and another place", "where what is in members is", "itself and its members",
    ],
)  # fmt: skip
def test_what_looks_into_one_place_is_asked_again_only_when_something_changes_there(expr, place, table):
    machine = machine_with(("may", num(1), 10))
    found = lowered(machine).lowering(machine, NOTHING_DIFFERS)
    free = sorted(free_locals(expr, machine.ruleset))
    at, where, _ = found.looked_into(expr, free)
    assert (at, where) == ((free.index(place), found.head[table]) if table else (-1, 0))


HOLDS = ("any", ("inside", ("local", 5)), 4, ("is", UNIT, 8))


@pytest.mark.parametrize(
    ("asked", "op"),
    [
        (HOLDS, "kept"),
        (("not", HOLDS), "kept"),
        (("and", ("member", ("local", 5), ("set", *range(6, 14))), HOLDS), "kept"),
        (("any", ("inside", ("local", 5)), 4, OWN), "an attribute, and of whom"),
        (("any", ("inside", ("local", 1)), 4, ("is", UNIT, 8)), "another place"),
        (("and", ("not", HOLDS), HOLDS), "two questions"),
        (("eq", ("parent", ("local", 5)), ("none",)), "where it is itself"),
    ],
)
@pytest.mark.parametrize("loop", ["any", "first-where", "filter"])
def test_what_is_asked_of_places_alone_is_kept_for_all_of_them(loop, asked, op):
    grid = pack("tests/packs/connect-four").compiled(2).unwrap()
    machine = Machine(grid.model, grid.ruleset, load_verbs())
    found = lowered(machine).lowering(machine, NOTHING_DIFFERS)
    node = found.loop((loop, ("members", ("local", 1)), 5, asked), NOTHING)
    assert (node[0] == KEPT_OPS[loop]) == (op == "kept")


@pytest.mark.parametrize(
    ("asked", "op"),
    [
        (("any", ("members", ("local", 5)), 6, ("any", ("inside", ("local", 6)), 4, ("is", UNIT, 8))), "kept-groups"),
        (("any", ("members", ("local", 1)), 6, ("any", ("inside", ("local", 6)), 4, ("is", UNIT, 8))), "filter"),
        (("every", ("members", ("local", 5)), 6, ("any", ("inside", ("local", 6)), 4, ("is", UNIT, 8))), "filter"),
    ],
    ids=["its own places", "those of another group", "every place"],
)  # fmt: skip
def test_groups_with_a_place_of_which_something_is_kept_are_asked_for_at_once(asked, op):
    grid = pack("tests/packs/connect-four").compiled(2).unwrap()
    machine = Machine(grid.model, grid.ruleset, load_verbs())
    found = lowered(machine).lowering(machine, NOTHING_DIFFERS)
    node = found.looped(("filter", ("all", 7), 5, asked), NOTHING)
    assert node[0] == op
