"""Standing rules on a hand-built table: prohibitions, replacements, modifiers, triggers, watches."""

from __future__ import annotations

from typing import Any

import pytest

from tests.machine.toys import THIS, YOU, Rules, Table, local, num
from toolkit.kernel.model import PLACE, ModelBuilder
from toolkit.limits import Limits
from toolkit.machine import Runaway

WHO, ATTR, AMOUNT = local(2), local(3), local(4)
"""Locals of a rule about gaining and losing."""

OBJ, TO = local(3), local(4)
"""Locals of a rule about putting."""


@pytest.fixture(params=["plain", "generated"])
def plain(request) -> bool:
    return request.param == "plain"


def points(table: Table, state) -> list[int]:
    return [state.columns[table.points][p] for p in table.players]


# --- Prohibitions and permissions -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("forbid", "allow", "happens"),
    [
        ([], [], True),
        ([0], [], False),
        ([0], [0], False),
        ([0], [1], True),
        ([1], [0], False),
        ([0, 2], [1], False),
        ([], [1], True),
    ],
)
def test_a_permission_lifts_only_weaker_prohibitions(forbid, allow, happens, plain):
    t = Table()
    for kind, layers in (("forbid", forbid), ("allow", allow)):
        for layer in layers:
            t.rules.rule(kind, events=(t.rules["gain"],), match=("gt", AMOUNT, num(2)), layer=layer)
    state = t.run(
        t.rules.do("gain", num(t.points), num(3), slot=2),
        t.rules.do("gain", num(t.points), num(1)),
        plain=plain,
    )
    assert points(t, state) == [4 if happens else 1, 0]


def test_a_prohibition_of_a_verb_holds_for_the_verbs_below_it(plain):
    t = Table()
    t.rules.rule("forbid", events=(t.rules["put"],), match=("eq", TO, num(t.the_discard)))
    card = ("set", t.cards[0])
    state = t.run(t.rules.put(card, num(t.the_discard), verb="move"), plain=plain)
    assert state.parent[t.cards[0]] == t.the_deck


def test_refusals_name_their_sentences():
    t = Table()
    t.rules.rule("forbid", events=(t.rules["gain"],), sentence=7)
    machine, state = t.start(("let", 2, num(0)))
    gain = (t.points, 3)
    assert not machine.can(state, t.rules["gain"], 1, gain)
    assert machine.refusals(state, t.rules["gain"], 1, gain) == [7]
    assert machine.refusals(state, t.rules["pay"], 1, gain) == [-1]


def test_a_rule_on_a_card_lifts_what_is_forbidden_of_that_card_alone(plain):
    """Generated code tests at once whether it stands on the card that is put; so it does when a rule forbids it."""
    b, r = ModelBuilder(), Rules()
    ann = b.player("Ann")
    place, card = b.kind("table", PLACE), b.kind("card")
    shelf, table, box = (b.place(place) for _ in range(3))
    lucky, barred, other = (b.component(card, at=shelf) for _ in range(3))
    own = {"events": (r["put"],), "match": ("eq", local(3), local(1)), "own": 3}

    def on(thing: int, there: int) -> dict[str, Any]:
        condition = ("in", local(1), num(there))
        holders = ("filter", ("set", thing), 2, ("in", local(2), num(there)))
        return {"holders": holders, "holds": ("and", ("member", local(1), ("set", thing)), condition)}

    r.rule("forbid", events=(r["put"],), match=("eq", local(4), num(box)))
    r.rule("allow", layer=1, **own, **on(lucky, table))
    r.rule("forbid", layer=2, **own, **on(barred, table))
    machine = r.machine(b.build(), r.program(("may", num(ann), 2)), plain=plain)
    state, info = machine.start(0), machine.verbs[r["put"]]

    def free(to: int) -> list[bool]:
        return [machine.proposable(state, info, ann, (e, to, -1, -1)) for e in (lucky, barred, other)]

    assert free(box) == [False, False, False]  # on the shelf no card says anything
    assert free(table) == [True, True, True]
    for each in (lucky, barred, other):
        machine.kernel.move(state, each, table)
    assert free(box) == [True, False, False]
    assert free(shelf) == [True, False, True]


# --- Replacements ---------------------------------------------------------------------------------------------


def replacement(t: Table, *code: tuple, verb: str = "gain", **options) -> int:
    return t.rules.rule("replace", events=(t.rules[verb],), program=t.rules.program(*code), **options)


def test_a_replacement_is_used_once_for_an_event(plain):
    t = Table()
    # If you would gain points, gain 1 more instead.
    replacement(t, t.rules.do("gain", ATTR, ("add", AMOUNT, num(1)), who=WHO))
    state = t.run(
        t.rules.do("gain", num(t.points), num(2)), t.rules.do("gain", num(t.points), num(5)), plain=plain
    )
    assert points(t, state) == [9, 0]


def test_two_replacements_apply_after_each_other_and_each_once(plain):
    t = Table()
    replacement(t, t.rules.do("gain", ATTR, ("add", AMOUNT, num(1)), who=WHO))
    replacement(t, t.rules.do("gain", ATTR, ("mul", AMOUNT, num(2)), who=WHO))
    machine, state = t.start(t.rules.do("gain", num(t.points), num(3)), plain=plain)
    # Which one first: the affected player chooses.
    assert state.decision.kind == "replace"
    assert machine.options(state) == (("rule", 0, -1), ("rule", 1, -1))
    other = state.copy()
    machine.choose(state, 0)
    machine.choose(other, 1)
    assert points(t, state) == [8, 0]
    assert points(t, other) == [7, 0]


def test_the_strongest_layer_replaces_first_without_a_question(plain):
    t = Table()
    replacement(t, t.rules.do("gain", ATTR, ("add", AMOUNT, num(1)), who=WHO), layer=0)
    replacement(t, t.rules.do("gain", ATTR, ("mul", AMOUNT, num(2)), who=WHO), layer=1)
    state = t.run(t.rules.do("gain", num(t.points), num(3)), plain=plain)
    assert points(t, state) == [7, 0]


def test_an_optional_replacement_that_is_declined_lets_the_event_go_on(plain):
    t = Table()
    replacement(
        t,
        ("may", WHO, 6),
        ("unless", ("eq", local(6), num(1)), 3),
        ("return", num(0)),
        ("decline",),
        verb="lose",
    )
    start = (t.rules.do("gain", num(t.points), num(5)), t.rules.do("lose", num(t.points), num(2), slot=2))
    machine, state = t.start(*start, ("let", 3, local(2)), ("may", YOU, 4), plain=plain)
    assert machine.options(state) == (("yes",), ("no",))
    refused = state.copy()
    machine.choose(state, 0)
    machine.choose(refused, 1)
    assert points(t, state) == [5, 0]
    assert points(t, refused) == [3, 0]
    assert (state.frames[0][2][3], refused.frames[0][2][3]) == (0, 2)


def test_a_prevented_event_did_not_happen(plain):
    t = Table()
    replacement(t, ("return", num(0)))
    seen = t.rules.rule("trigger", events=(t.rules["gain"],), program=t.rules.program(("end", ("empty",))))
    state = t.run(t.rules.do("gain", num(t.points), num(5)), plain=plain)
    assert not state.over
    assert state.history == []
    assert seen == 1


def test_a_batch_is_replaced_member_by_member_and_commits_together(plain):
    t = Table(beads=3)
    first = t.beads[1][0]
    # The first bead stays where it is; Ben gains a point instead.
    replacement(
        t, t.rules.do("gain", num(t.points), num(1), who=num(2)), verb="put", match=("eq", OBJ, num(first))
    )
    # When a bead is put anywhere: how many lie in Ben's pile by now?
    t.rules.rule(
        "trigger",
        events=(t.rules["put"],),
        program=t.rules.program(
            t.rules.do("gain", num(t.points), ("count", ("contents", num(t.piles[2]))), who=num(1))
        ),
    )
    state = t.run(
        t.rules.put(("contents", ("place", t.pile, YOU)), num(t.piles[2]), slot=2),
        ("may", YOU, 3),
        plain=plain,
    )
    # Two moved, together: both triggers saw five beads.
    assert points(t, state) == [10, 1]
    assert state.parent[first] == t.piles[1]


# --- Modifiers ------------------------------------------------------------------------------------------------


def test_modifiers_apply_by_layer_set_before_add_and_within_bounds(plain):
    t = Table()
    whose = ("eq", local(2), num(t.cards[1]))
    for layer, op, amount in ((0, "add", 5), (0, "set", 2), (1, "add", -20)):
        t.rules.rule("modify", attribute=t.power, op=op, value=num(amount), match=whose, layer=layer)
    machine, state = t.start(("let", 2, num(0)), plain=plain)
    assert machine.attribute(state, t.power, t.cards[1]) == 0  # 2 + 5 - 20, at least 0
    assert machine.why(state, t.power, t.cards[1]) == [(1, "set", 2), (0, "add", 5), (2, "add", -20)]
    assert machine.attribute(state, t.power, t.cards[2]) == 2
    assert machine.evaluate(("base", t.power, num(t.cards[1])), state) == 1


def test_a_modifier_ends_with_its_period_and_only_with_this_run(plain):
    t = Table()
    turn = t.rules.period("turn")
    strong = t.rules.rule(
        "modify",
        attribute=t.power,
        value=local(2),
        match=("eq", local(3), THIS),
        captured=1,
        static=False,
        locals=6,
    )
    power = ("attr", t.power, num(t.cards[0]))
    state = t.run(
        ("let", 1, num(t.cards[0])),
        ("enter", turn, YOU, ()),
        ("effect", strong, (num(3),), turn, 0, ("none",)),
        ("enter", turn, YOU, ()),
        ("effect", strong, (num(4),), turn, 0, ("none",)),
        ("let", 2, power),
        ("leave", turn),
        ("let", 3, power),
        ("effect", strong, (num(10),), -1, 0, ("none",)),
        ("leave", turn),
        ("let", 4, power),
        ("do", t.rules["gain"], YOU, (num(t.points), local(2)), -1),
        ("do", t.rules["gain"], num(2), (num(t.points), local(3)), -1),
        ("end", ("single", local(4))),
        plain=plain,
    )
    assert points(t, state) == [7, 3]
    assert state.winners == (10,)


def test_a_modifier_that_reads_what_it_modifies_sees_the_stored_value():
    t = Table()
    t.rules.rule("modify", attribute=t.power, value=("attr", t.power, local(2)))
    machine, state = t.start(("let", 2, num(0)))
    assert machine.attribute(state, t.power, t.cards[3]) == 6


# --- Triggers -------------------------------------------------------------------------------------------------


def order_of(t: Table, state) -> list[str]:
    """Names of the rules that ran, as the log has them."""
    rules = [entry[5] for entry in state.log if entry[5] >= 0]
    return [t.rules.ruleset.rules[rule].name for rule in dict.fromkeys(rules)]


def test_triggers_run_by_layer_then_clockwise_from_the_active_player_then_in_order(plain):
    t = Table(players=3)
    turn = t.rules.period("turn")

    def add(name: str, you: int, layer: int = 0) -> None:
        code = t.rules.program(t.rules.do("gain", num(t.power), num(1), who=num(1)))
        t.rules.rule(
            "trigger",
            events=(t.rules["roll"],),
            program=code,
            layer=layer,
            name=name,
            you=num(you) if you else None,
        )

    add("card of Ann", 1, 1)
    add("second of Ann", 1)
    add("Cat's", 3)
    add("Ben's", 2)
    add("another of Ben's", 2)
    state = t.run(("enter", turn, num(2), ()), t.rules.do("roll", num(t.dice[0])), plain=plain)
    assert order_of(t, state) == ["Ben's", "another of Ben's", "Cat's", "second of Ann", "card of Ann"]


def test_a_trigger_runs_before_the_next_instruction_and_nested_ones_before_it_goes_on(plain):
    t = Table()
    gain = t.rules["gain"]

    def do(amount, who=1):
        return t.rules.do("gain", num(t.points), num(amount), who=num(who))

    # When Ann gains 1, Ben gains 2, then 3.  When Ben gains 2, Ann gains 4.
    t.rules.rule(
        "trigger", events=(gain,), match=("eq", AMOUNT, num(1)), program=t.rules.program(do(2, 2), do(3, 2))
    )
    t.rules.rule("trigger", events=(gain,), match=("eq", AMOUNT, num(2)), program=t.rules.program(do(4)))
    state = t.run(do(1), do(5), plain=plain)
    assert [entry[2][1] for entry in state.log] == [1, 2, 4, 3, 5]
    assert [entry[5] for entry in state.log] == [-1, 0, 1, 0, -1]


def test_triggers_of_a_batch_fire_for_each_member(plain):
    t = Table(beads=3)
    t.rules.rule(
        "trigger",
        events=(t.rules["move"],),
        match=("eq", local(8), num(t.piles[1])),  # where it was: behind the result
        program=t.rules.program(t.rules.do("gain", num(t.points), num(1))),
        you=num(1),
    )
    state = t.run(t.rules.put(("contents", num(t.piles[1])), num(t.piles[2]), verb="move"), plain=plain)
    assert points(t, state) == [3, 0]


def test_a_waiting_trigger_outlives_the_thing_it_speaks_of(plain):
    t = Table()
    die = t.dice[0]
    roll = (t.rules["roll"],)
    # First: remove the die.  Second: put it into the bag, and gain a point.
    t.rules.rule("trigger", events=roll, program=t.rules.program(t.rules.do("remove", OBJ)))
    t.rules.rule(
        "trigger",
        events=roll,
        you=num(1),
        program=t.rules.program(t.rules.put(OBJ, num(t.the_bag)), t.rules.do("gain", num(t.points), num(1))),
    )
    state = t.run(t.rules.do("roll", num(die)), plain=plain)
    assert state.parent[die] == -1
    assert state.gone == (die,)
    assert points(t, state) == [1, 0]


def test_a_thing_that_leaves_hears_that_it_left_and_one_that_comes_that_it_came(plain):
    t = Table()
    in_row = ("filter", ("all", t.card), 6, ("eq", ("parent", local(6)), num(t.rows[1])))
    t.rules.rule(
        "trigger",
        events=(t.rules["put"],),
        holders=in_row,
        match=("eq", OBJ, THIS),
        program=t.rules.program(t.rules.do("gain", num(t.points), num(1), who=num(1))),
    )
    card = num(t.cards[0])
    state = t.run(t.rules.put(card, num(t.rows[1])), t.rules.put(card, num(t.the_discard)),
                  t.rules.put(card, num(t.the_deck)), plain=plain)  # fmt: skip
    assert points(t, state) == [2, 0]


def test_step_events_reach_triggers_and_delayed_effects_once(plain):
    t = Table()
    end = t.rules.step("end of turn")
    t.rules.rule(
        "trigger",
        events=(end,),
        step=True,
        program=t.rules.program(t.rules.do("gain", num(t.points), num(1), who=WHO)),
    )
    later = t.rules.program(t.rules.do("gain", num(t.points), local(2), who=local(0)))
    state = t.run(
        ("later", end, later, (num(2), num(-1), num(5))),
        ("emit", end, YOU, ()),
        ("emit", end, YOU, ()),
        plain=plain,
    )
    assert points(t, state) == [2, 5]


def test_a_step_can_be_skipped(plain):
    t = Table()
    step = t.rules.step("draw")
    t.rules.rule("skip", events=(step,), match=("eq", ("attr", t.points, num(1)), num(2)))
    gain = t.rules.do("gain", num(t.points), num(2))
    state = t.run(("skip", step, 3), gain, ("jump", 0), ("end", ("set", 1)), plain=plain)
    assert points(t, state) == [2, 0]


# --- Watches --------------------------------------------------------------------------------------------------


def test_a_watch_fires_when_its_condition_becomes_true_again(plain):
    t = Table()
    rich = ("ge", ("attr", t.points, local(2)), num(5))
    program = t.rules.program(t.rules.do("gain", num(t.power), num(1), who=local(2)))
    t.rules.rule("watch", over=("players",), match=rich, program=program)

    def change(verb: str, amount: int) -> tuple:
        return t.rules.do(verb, num(t.points), num(amount))

    state = t.run(
        change("gain", 4),
        change("gain", 1),
        change("gain", 3),
        change("lose", 4),
        change("gain", 1),
        plain=plain,
    )
    assert state.columns[t.power][1] == 2
    assert state.columns[t.power][2] == 0


def test_what_is_true_at_the_start_does_not_become_true(plain):
    t = Table()
    poor = ("eq", ("attr", t.points, local(2)), num(0))
    t.rules.rule(
        "watch", over=("players",), match=poor, program=t.rules.program(("end", ("single", local(2))))
    )
    state = t.run(t.rules.do("gain", num(t.points), num(1)), plain=plain)
    assert not state.over
    state = t.run(
        t.rules.do("gain", num(t.points), num(1)), t.rules.do("lose", num(t.points), num(1)), plain=plain
    )
    assert state.winners == (1,)


def test_a_watch_sees_the_end_of_a_modifier(plain):
    t = Table()
    turn = t.rules.period("turn")
    weak = t.rules.rule("modify", attribute=t.power, op="set", value=num(9), static=False)
    strong = ("ge", ("attr", t.power, local(2)), num(9))
    program = t.rules.program(t.rules.do("gain", num(t.points), num(1), who=num(1)))
    t.rules.rule("watch", over=("set", t.cards[0]), match=("not", strong), program=program)
    state = t.run(
        ("enter", turn, YOU, ()), ("effect", weak, (), turn, 0, ("none",)), ("leave", turn), plain=plain
    )
    assert points(t, state) == [1, 0]


# --- Effects of rules that are not modifiers -----------------------------------------------------------------


def test_a_prohibition_for_a_while(plain):
    t = Table()
    turn = t.rules.period("turn")
    ban = t.rules.rule("forbid", events=(t.rules["gain"],), match=("eq", WHO, YOU), static=False)
    gain = t.rules.do("gain", num(t.points), num(1))
    other = t.rules.do("gain", num(t.points), num(1), who=num(2))
    forbidden = ("effect", ban, (), turn, 0, ("none",))
    state = t.run(("enter", turn, YOU, ()), forbidden, gain, other, ("leave", turn), gain, plain=plain)
    assert points(t, state) == [1, 1]


def test_once_each_period(plain):
    t = Table()
    turn = t.rules.period("turn")
    key = (0, YOU)
    free = ("eq", ("used", key, turn), num(0))
    t.rules.rule(
        "trigger",
        events=(t.rules["roll"],),
        you=num(1),
        match=free,
        program=t.rules.program(("use", key), t.rules.do("gain", num(t.points), num(1))),
    )
    roll = t.rules.do("roll", num(t.dice[0]))
    state = t.run(
        ("enter", turn, YOU, ()), roll, roll, ("leave", turn), ("enter", turn, YOU, ()), roll, plain=plain
    )
    assert points(t, state) == [2, 0]


# --- Runaways -------------------------------------------------------------------------------------------------


def runaway_of(t: Table, *code: tuple, **options) -> str:
    t.rules.ruleset.limits = Limits(steps=2000)
    with pytest.raises(Runaway) as error:
        t.start(*code, **options)
    return t.rules.ruleset.sentences[error.value.sentence].text


def test_an_endless_loop_is_named(plain):
    t = Table()
    assert runaway_of(t, ("let", 2, num(1)), ("jump", 0), plain=plain) in ("test: jump", "test: let")


def test_triggers_that_set_off_each_other_are_named(plain):
    t = Table()
    again = t.rules.program(t.rules.do("roll", num(t.dice[0])), name="again")
    t.rules.rule("trigger", events=(t.rules["roll"],), program=again)
    assert runaway_of(t, t.rules.do("roll", num(t.dice[0])), plain=plain) == "again: do"


def test_a_verb_that_does_itself_is_named(plain):
    t = Table()
    loop = t.rules.verb("loop", (), ("do", len(t.rules.ruleset.verbs), YOU, (), -1))
    assert runaway_of(t, ("do", loop, YOU, (), -1), plain=plain) == "loop: do"


def test_a_definition_that_needs_itself_is_named(plain):
    from toolkit.program.ruleset import Function

    t = Table()
    t.rules.ruleset.functions.append(
        Function("endless", 1, 1, ("add", num(1), ("call", 0, ("neg", local(0)))))
    )
    assert runaway_of(t, ("let", 2, ("call", 0, num(1))), plain=plain) == "test: let"
