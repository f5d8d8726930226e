"""What the flat machine knows from before is asked again whenever anything may have changed on which it depends:
whether a verb can be done, on what a rule stands, sets that it has found.
"""

from __future__ import annotations

import pytest

from tests.flat.test_programs import machine_of
from tests.machine.toys import THIS, YOU, Table, local, num
from toolkit.flat import Lowered
from toolkit.flat.differing import NOTHING_DIFFERS
from toolkit.flat.proposed import remembered
from toolkit.flat.same import same
from toolkit.flat.scope import NOTHING
from toolkit.machine import Machine

ASKED, MEMBER, SECOND = 3, 20, 21


def table() -> Table:
    """A verb *greet*, of a card: something is required of it, but how much that is, is said later."""
    t = Table(players=3)
    t.turn = t.rules.period("turn")  # type: ignore[attr-defined]
    return t


def some_cards(t: Table, condition: tuple) -> tuple:
    return ("any", ("all", t.card), MEMBER, ("and", ("is", local(MEMBER), t.card), condition))


def of_cards(t: Table) -> dict[str, tuple]:
    """Conditions of a card in a local, each of which another change makes true or false."""
    thing = local(MEMBER)
    return {
        "where it lies": ("in", thing, num(t.the_discard)),
        "how deep it lies": ("eq", ("index", thing), num(1)),
        "which face it shows": ("eq", ("face", thing), num(1)),
        "who knows it": ("sees", num(2), thing),
        "what it has": ("gt", ("base", t.power, thing), num(2)),
        "what it is worth under the rules": ("gt", ("attr", t.power, thing), num(2)),
        "what has been done": ("gt", ("happened", t.rules["look"], -1, SECOND, ("truth", True)), num(0)),
        "a turn": ("ne", ("period-who", t.turn), ("none",)),  # type: ignore[attr-defined]
        "who has the most": ("gt", ("base", t.points, num(2)), ("base", t.points, num(1))),
        "who is left": ("lt", ("count", ("players",)), num(3)),
        "what can be done": ("can", t.rules["look"], num(1), num(t.cards[0])),
    }


def changes(t: Table, lasting: int) -> list[tuple]:
    """Instructions each of which changes something, one after another."""
    r, first, second = t.rules, num(t.cards[0]), num(t.cards[1])
    return [
        r.put(first, num(t.the_discard), who=num(1)),
        r.put(second, num(t.the_discard), who=num(1)),
        r.do("turn", second, num(1), who=num(1)),
        r.do("reveal-to", num(t.cards[3]), num(2), who=num(1)),
        r.do("look", num(t.cards[4]), who=num(1)),
        r.do("raise", first, num(t.power), num(4), who=num(1)),
        r.do("gain", num(t.points), num(2), who=num(2)),
        ("enter", t.turn, num(2), ()),  # type: ignore[attr-defined]
        ("effect", lasting, (), t.turn, 0, ("none",)),  # type: ignore[attr-defined]
        ("leave", t.turn),  # type: ignore[attr-defined]
        r.do("lower", first, num(t.power), num(4), who=num(1)),
        r.do("shuffle", num(t.the_deck), who=num(1)),
        r.do("remove", first, who=num(1)),
        r.do("lose-game", who=num(3)),
    ]


def asked_between(t: Table, asked: tuple, lasting: int) -> list[tuple]:
    """The same is asked twice after each change."""
    code: list[tuple] = []
    for number, change in enumerate(changes(t, lasting)):
        code += [("let", ASKED + 2 * number, asked), ("let", ASKED + 2 * number + 1, asked), change]
    return [
        *code,
        ("let", ASKED + 2 * len(changes(t, lasting)), asked),
        ("choose-number", num(1), num(1), num(2), 2),
    ]


def both(t: Table, *code: tuple) -> None:
    """The flat machine finds the same, also in a second game, and from the state that it gives."""
    program = t.rules.program(*code, name="test", locals=60)
    machine: Machine = t.rules.machine(t.model, program)
    flat, expected = Lowered(machine), machine.start(1).text()
    game = flat.start(1)
    assert game.flat
    assert game.state().text() == expected
    assert flat.start(1).state().text() == expected
    assert flat.game(game.state()).state().text() == expected


LASTING = ("nothing", "forbid", "modify")
CONDITIONS = list(of_cards(table()))


def lasting_rule(t: Table, kind: str) -> int:
    if kind == "modify":
        return t.rules.rule("modify", attribute=t.power, op="add", value=num(3), static=False, locals=30)
    verb = t.rules["look"] if kind == "forbid" else t.rules["roll"]
    return t.rules.rule("forbid", events=(verb,), match=("truth", True), static=False, locals=30)


@pytest.mark.parametrize("lasts", LASTING)
@pytest.mark.parametrize("what", CONDITIONS)
def test_whether_a_verb_can_be_done_is_asked_again(what, lasts):
    t = table()
    lasting = lasting_rule(t, lasts)
    greet = t.rules.verb("greet", ("card",), ("return", num(1)), requires=some_cards(t, of_cards(t)[what]))
    found = Lowered(machine_of(t)).lowering(machine_of(t), NOTHING_DIFFERS)
    assert remembered(found, greet)
    both(t, *asked_between(t, ("can", greet, num(1), num(t.cards[0])), lasting))


@pytest.mark.parametrize("lasts", LASTING)
@pytest.mark.parametrize("what", CONDITIONS)
def test_on_what_a_rule_stands_is_asked_again(what, lasts):
    t = table()
    lasting = lasting_rule(t, lasts)
    holders = ("filter", ("all", t.card), MEMBER, of_cards(t)[what])
    t.rules.rule(
        "forbid", events=(t.rules["roll"],), match=("ne", THIS, num(t.cards[5])), holders=holders, locals=30
    )
    both(t, *asked_between(t, ("can", t.rules["roll"], num(1), num(t.dice[0])), lasting))


@pytest.mark.parametrize("what", CONDITIONS)
def test_sets_that_were_found_are_asked_for_again(what):
    t = table()
    lasting = lasting_rule(t, "modify")
    found = ("filter", ("all-in", t.card, ("set", t.the_deck, t.the_discard)), MEMBER, of_cards(t)[what])
    both(t, *asked_between(t, found, lasting))


@pytest.mark.parametrize("kind", ["replace", "trigger"])
def test_rules_that_stand_on_nothing_yet_act_as_soon_as_they_stand(kind):
    t = table()
    gains = t.rules.program(
        t.rules.do("gain", num(t.points), num(1), who=num(2)), ("return", num(1)), name="effect"
    )
    holders = ("filter", ("all", t.card), MEMBER, ("eq", ("face", local(MEMBER)), num(1)))
    t.rules.rule(
        kind, events=(t.rules["raise"],), match=("truth", True), holders=holders, program=gains, locals=30
    )
    raised = [t.rules.do("raise", ("set", *t.cards[:3]), num(t.power), num(1), who=num(1)) for _ in range(3)]
    turned = [t.rules.do("turn", num(t.cards[2]), num(face), who=num(1)) for face in (1, 0)]
    both(
        t, raised[0], turned[0], raised[1], turned[1], raised[2], ("choose-number", num(1), num(1), num(2), 2)
    )


def test_events_are_replaced_from_the_first_one_on_that_a_replacement_fits():
    """What is done instead of one counts for those after it, not for those before."""
    t = table()
    power = ("base", t.power, num(t.cards[0]))
    raises = t.rules.program(
        t.rules.do("raise", num(t.cards[0]), num(t.power), num(5), who=num(1)),
        ("return", num(1)),
        name="effect",
    )
    match = ("and", ("ne", local(3), num(t.cards[1])), ("lt", power, num(5)))
    t.rules.rule("replace", events=(t.rules["look"],), match=match, program=raises, locals=30)
    looked = t.rules.do("look", ("set", t.cards[1], t.cards[2], t.cards[3]), who=num(1), slot=5)
    both(t, looked, ("choose-number", num(1), num(1), num(2), 2))


# --- One of some, and the same with other numbers -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("members", "alone"),
    [
        ("cards", ("first", ("contents", "deck"))),
        ("cards", ("first", ("contents", "discard"))),
        ("cards", ("owner", "one")),
        ("places", ("parent", "one")),
    ],
)
@pytest.mark.parametrize("more", [(), ("in", "slot", "deck"), ("not", ("in", "slot", "deck"))])
def test_a_search_for_one_that_can_only_be_one(members, alone, more):
    t = table()
    names = {
        "deck": num(t.the_deck),
        "discard": num(t.the_discard),
        "one": num(t.cards[1]),
        "slot": local(MEMBER),
    }

    def named(expr):
        return names.get(expr, expr) if isinstance(expr, str) else tuple(map(named, expr))

    among = ("set", *t.cards[:2]) if members == "cards" else ("set", t.the_discard, t.the_deck)
    asked = ("eq", local(MEMBER), named(alone))
    search = ("first-where", among, MEMBER, ("and", named(more), asked) if more else asked)
    machine = machine_of(t)
    lowering = Lowered(machine).lowering(machine, NOTHING_DIFFERS)
    assert lowering.node(search, NOTHING)[0] == ("with" if more else "one-of")
    move = t.rules.put(num(t.cards[0]), num(t.the_discard), who=num(1))
    both(t, ("let", 3, search), move, ("let", 4, search), ("choose-number", num(1), num(1), num(2), 2))


def test_a_search_for_what_depends_on_each_is_no_search_for_one():
    t = table()
    machine = machine_of(t)
    lowering = Lowered(machine).lowering(machine, NOTHING_DIFFERS)
    each = ("eq", local(MEMBER), ("base", t.mate, local(MEMBER)))
    assert lowering.only_one(("first-where", ("set", *t.cards), MEMBER, each)) is None
    assert (
        lowering.only_one(("first-where", ("contents", num(t.the_deck)), MEMBER, ("eq", local(MEMBER), YOU)))
        is None
    )


def of(slot: int, other: int, thing: int) -> tuple:
    return (
        "filter",
        ("contents", local(other)),
        slot,
        ("eq", ("owner", local(slot)), ("owner", local(thing))),
    )


def test_expressions_are_the_same_whatever_the_numbers_of_their_locals():
    ruleset = Table().rules.ruleset
    one, free = same(of(5, 2, 3), {2, 3}, ruleset)
    other, its = same(of(9, 7, 4), {7, 4}, ruleset)
    assert (one, free, its) == (other, [2, 3], [7, 4])
    assert same(of(5, 3, 2), {2, 3}, ruleset) == (one, [3, 2])
    assert same(of(5, 2, 2), {2}, ruleset)[0] != one


def test_locals_that_follow_one_another_keep_their_order():
    t = Table()

    def looked(first: int, who: int) -> tuple:
        return ("happened", t.rules["look"], -1, first, ("eq", local(first + 1), local(who)))

    one = same(looked(5, 2), {2}, t.rules.ruleset)
    assert one[0] == same(looked(9, 3), {3}, t.rules.ruleset)[0]
    crossed = (
        "and",
        ("eq", local(6), num(1)),
        looked(5, 2),
    )  # the second of those that it binds is asked for before
    assert same(crossed, {2, 6}, t.rules.ruleset) == (crossed, [2, 6])
