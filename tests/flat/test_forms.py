"""What is lowered in a form of its own, because it is asked or done so often, is what it is in the usual one."""

from __future__ import annotations

import pytest

from tests.flat.test_known import (
    MEMBER,
    SECOND,
    asked_between,
    both,
    lasting_rule,
    of_cards,
    some_cards,
    table,
)
from tests.flat.test_programs import machine_of, runaway_of
from tests.machine.toys import THIS, YOU, Rules, Table, local, num
from toolkit.flat import Lowered
from toolkit.flat.counted import ANY
from toolkit.flat.differing import NOTHING_DIFFERS
from toolkit.flat.instructions import name_of
from toolkit.flat.lower import Lowering
from toolkit.flat.proposed import BY_ALL, BY_WHO, NOT, remembered
from toolkit.flat.scope import NOTHING
from toolkit.kernel.model import PLACE, ModelBuilder

ASKS = ("choose-number", num(1), num(1), num(2), 2)


def lowering_of(t: Table) -> Lowering:
    machine = machine_of(t)
    return Lowered(machine).lowering(machine, NOTHING_DIFFERS)


def op_of(t: Table, expr: tuple) -> str:
    return lowering_of(t).node(expr, NOTHING)[0]


# --- Whether it can be done ---------------------------------------------------------------------------------------


def can_put(t: Table, thing: tuple, to: int, who: tuple = YOU) -> tuple:
    return ("can", t.rules["put"], who, thing, num(to), num(-1), num(-1))


@pytest.mark.parametrize("lasts", ["nothing", "forbid", "modify"])
@pytest.mark.parametrize("thing", ["card", "die", "none", "several"])
@pytest.mark.parametrize("to", ["the_bag", "the_discard"])
def test_whether_a_thing_can_be_put_somewhere(lasts, thing, to):
    """A bag has room for one die; what has been removed goes nowhere."""
    t = table()
    things = {
        "card": num(t.cards[0]),
        "die": num(t.dice[0]),
        "none": ("none",),
        "several": ("set", *t.cards[:2]),
    }
    asked = can_put(t, things[thing], getattr(t, to))
    lasting = t.rules.rule(
        "forbid" if lasts == "forbid" else "modify",
        events=(t.rules["put"],) if lasts == "forbid" else (),
        attribute=t.power,
        match=("ne", YOU, num(2)),
        static=False,
        locals=30,
    )
    if lasts == "nothing":
        lasting = lasting_rule(t, lasts)
    assert op_of(t, asked) == "can-put"
    both(t, t.rules.put(num(t.dice[1]), num(t.the_bag)), *asked_between(t, asked, lasting))


def test_what_lies_on_itself_cannot_be_put_there():
    t = table()
    on_the_other = t.rules.put(num(t.cards[1]), num(t.cards[0]), who=num(1))
    both(t, on_the_other, ("let", 3, can_put(t, num(t.cards[0]), t.cards[1])), ASKS)
    both(t, on_the_other, ("let", 3, can_put(t, num(t.cards[0]), t.cards[0])), ASKS)


@pytest.mark.parametrize("kind", ["forbid", "replace"])
def test_where_a_rule_always_acts_it_is_asked(kind):
    t = table()
    instead = t.rules.program(("return", num(1)), name="instead") if kind == "replace" else -1
    t.rules.rule(kind, events=(t.rules["put"],), match=("eq", YOU, num(1)), program=instead, locals=30)
    asked = can_put(t, num(t.cards[0]), t.the_discard)
    assert op_of(t, asked) == "can"
    both(t, ("let", 3, asked), ASKS)


def requiring(t: Table, what: str) -> tuple:
    """That there are some cards, and that somebody has more points than so many."""
    return ("or", some_cards(t, of_cards(t)[what]), ("gt", ("base", t.points, YOU), num(1)))


@pytest.mark.parametrize("lasts", ["nothing", "forbid"])
@pytest.mark.parametrize("what", ["where it lies", "which face it shows", "what it has", "a turn"])
def test_whether_somebody_can_do_it_whatever_with(lasts, what):
    t = table()
    greet = t.rules.verb("greet", ("obj",), ("return", num(1)), requires=requiring(t, what), needs=(0,))
    verb = greet if lasts == "forbid" else t.rules["roll"]
    lasting = t.rules.rule(
        "forbid", events=(verb,), match=("ne", local(3), num(t.cards[2])), static=False, locals=30
    )
    assert remembered(lowering_of(t), greet) == BY_WHO
    each = ("can", greet, local(SECOND), local(MEMBER))
    those = ("filter", ("all", t.card), MEMBER, each)
    asked = ("filter", ("players",), SECOND, ("gt", ("count", those), num(0)))
    assert op_of(t, ("can", greet, YOU, num(t.cards[0]))) == "can-who"
    both(t, *asked_between(t, asked, lasting))
    both(
        t,
        *asked_between(
            t, ("filter", ("all", t.card), MEMBER, ("can", greet, num(1), local(MEMBER))), lasting
        ),
    )


def test_what_it_is_done_with_has_to_be_there():
    t = table()
    greet = t.rules.verb(
        "greet", ("obj",), ("return", num(1)), requires=requiring(t, "where it lies"), needs=(0,), batch=0
    )
    things = (num(t.cards[0]), ("none",), ("set", *t.cards[:2]), ("empty",))
    lets = [("let", 3 + k, ("can", greet, num(1), each)) for k, each in enumerate(things)]
    both(t, *lets, t.rules.do("gain", num(t.points), num(2), who=num(1)), *lets, *lets[::-1], ASKS)


def test_what_depends_on_more_than_who_does_it_is_remembered_of_that_too():
    t = table()
    of_it = t.rules.verb("greet", ("obj",), requires=some_cards(t, ("eq", local(MEMBER), local(2))))
    ruled = t.rules.verb("meet", ("obj",), requires=requiring(t, "where it lies"))
    t.rules.rule("forbid", events=(ruled,), match=("eq", local(3), num(t.cards[1])), locals=30)
    lowering = lowering_of(t)
    assert [remembered(lowering, each) for each in (of_it, ruled, t.rules["put"])] == [BY_ALL, BY_ALL, NOT]
    asked = [
        ("let", 3, ("filter", ("all", t.card), MEMBER, ("can", each, YOU, local(MEMBER))))
        for each in (of_it, ruled)
    ]
    both(t, *asked, *asked, ASKS)


# --- What can be told apart ---------------------------------------------------------------------------------------


def beads(unlike: bool) -> tuple[Rules, object, list[int], int, int]:
    """Four beads of one kind in a bag, printed the same, or (`unlike`) each other one with another number."""
    b = ModelBuilder()
    b.player("Ann"), b.player("Ben")
    power = b.attribute("power", least=0)
    bead, bag = b.kind("bead"), b.kind("bag", PLACE)
    place = b.place(bag)
    made = [b.component(bead, at=place, attributes={power: n % 2 if unlike else 1}) for n in range(4)]
    return Rules(), b.build(), made, place, power


@pytest.mark.parametrize("unlike", [False, True])
@pytest.mark.parametrize("raised", [(), (0,), (0, 1), (2, 3), (0, 1, 2, 3)])
@pytest.mark.parametrize("several", [False, True])
def test_things_of_which_one_has_more_are_told_apart(unlike, raised, several):
    rules, model, made, place, power = beads(unlike)
    raises = [rules.do("raise", num(made[k]), num(power), num(1), who=num(1)) for k in raised]
    some = ("contents", num(place))
    asks = ("choose", num(1), some, num(0), num(2), 3) if several else ("choose-one", num(1), some, 3)
    machine = rules.machine(model, rules.program(*raises, asks, ASKS, name="test"))
    game, state = Lowered(machine).start(1), machine.start(1)
    while state.decision is not None:
        assert game.decision == state.decision
        game.choose(0)
        machine.choose(state, 0)
    assert game.flat
    assert game.state().text() == state.text()


# --- How many, and in which order ---------------------------------------------------------------------------------


def owned(t: Table, kind: int, slot: int) -> tuple:
    """What of a kind a player has in their pile."""
    inside = ("inside", ("place", t.pile, local(MEMBER)))
    return (
        "filter",
        inside,
        slot,
        ("and", ("is", local(slot), kind), ("eq", ("owner", local(slot)), local(MEMBER))),
    )


def scene(t: Table) -> list[tuple]:
    """Something changes hands, some are worth more."""
    r, (first, second, *_) = t.rules, t.players
    return [
        r.put(num(t.beads[first][0]), num(t.piles[second]), who=num(1)),
        r.put(num(t.dice[0]), num(t.piles[first]), who=num(1)),
        r.put(num(t.cards[0]), num(t.beads[first][1]), who=num(1)),
        r.do("gain", num(t.points), num(2), who=num(second)),
        r.do("raise", num(t.cards[3]), num(t.power), num(1), who=num(1)),
    ]


def kinds_of(t: Table) -> dict[str, tuple]:
    every = {"cards": t.card, "beads": t.bead, "dice": t.die}
    found = {name: owned(t, kind, SECOND) for name, kind in every.items()}
    apart = ("union", found["beads"], owned(t, t.die, SECOND + 1))
    return {
        **found,
        "beads and dice": apart,
        "beads, and beads": ("union", found["beads"], owned(t, t.bead, SECOND + 1)),
        "all that lies there": ("inside", ("place", t.pile, local(MEMBER))),
        "all the cards": ("filter", ("all-in", t.card, ("set", *t.piles.values())), SECOND, ("truth", True)),
    }


@pytest.mark.parametrize("what", list(kinds_of(table())))
def test_how_many_there_are(what):
    t = table()
    counts = ("map", ("players",), MEMBER, ("count", kinds_of(t)[what]))
    code = [instr for change in scene(t) for instr in (("let", 3, counts), change)]
    both(t, *code, ("let", 3, counts), ASKS)


@pytest.mark.parametrize("above", [-1, 0, 1, 3])
@pytest.mark.parametrize("ascends", [0, 1])
@pytest.mark.parametrize("what", ["beads", "beads and dice", "cards"])
def test_players_with_something_by_how_much_they_have(above, ascends, what):
    """The key that is asked of all of them and then orders them is asked of each once."""
    t = table()
    key = ("count", kinds_of(t)[what])
    some = ("filter", ("players",), MEMBER, ("gt", key, num(above)))
    ranked = ("rank", some, MEMBER, (key, ascends), (("base", t.points, local(MEMBER)), 1 - ascends))
    most = ("best", some, MEMBER, key, ascends)
    lowering = lowering_of(t)
    assert above in lowering.node(ranked, NOTHING) or lowering.node(ranked, NOTHING)[0] == "with"
    assert lowering.node(most, NOTHING)[-1] == above
    code = [instr for change in scene(t) for instr in (("let", 3, ranked), ("let", 4, most), change)]
    both(t, *code, ("let", 3, ranked), ("let", 4, most), ASKS)


def test_another_key_than_the_one_that_is_asked_first_orders_them():
    t = table()
    count, points = ("count", kinds_of(t)["beads"]), ("base", t.points, local(MEMBER))
    some = ("filter", ("players",), MEMBER, ("gt", points, num(0)))
    assert lowering_of(t).node(("best", some, MEMBER, count, 0), NOTHING)[-1] == ANY
    both(
        t,
        *scene(t),
        ("let", 3, ("rank", some, MEMBER, (count, 0))),
        ("let", 4, ("best", some, MEMBER, count, 0)),
        ASKS,
    )


@pytest.mark.parametrize("keys", [2, 3])
@pytest.mark.parametrize("members", ["cards", "few"])
def test_later_keys_tell_apart_what_earlier_ones_do_not(keys, members):
    t = table()
    every = (
        (("base", t.colour, local(MEMBER)), 0),
        (("count", ("filter", ("contents", num(t.the_deck)), SECOND, same_power(t))), 1),
        (("base", t.power, local(MEMBER)), 0),
    )
    among = ("set", *t.cards[:3]) if members == "few" else ("all", t.card)
    ranked = ("rank", among, MEMBER, *every[:keys])
    both(t, ("let", 3, ranked), *scene(t), ("let", 4, ranked), ASKS)


def same_power(t: Table) -> tuple:
    return ("eq", ("base", t.power, local(SECOND)), ("base", t.power, local(MEMBER)))


def test_a_later_key_that_may_go_beyond_a_limit_is_asked_of_all():
    """Also where the first one tells all of them apart."""
    t = table()
    first, much = ("index", local(MEMBER)), ("base", t.power, local(MEMBER))
    for _ in range(3):
        much = ("mul", much, num(1 << 30))
    code = ("let", 3, ("rank", ("all", t.card), MEMBER, (first, 0), (much, 0)))
    limit, _ = runaway_of(t, code)
    assert limit == "number"


# --- What is asked twice, and what a table tells ------------------------------------------------------------------


def test_what_is_asked_in_any_case_and_once_more_is_asked_once():
    t = table()
    one = (
        "first-where",
        ("contents", num(t.the_deck)),
        MEMBER,
        ("gt", ("base", t.power, local(MEMBER)), num(1)),
    )
    found, power = ("ne", one, ("none",)), ("base", t.power, one)
    body = ("if", ("and", found, ("gt", power, num(1))), power, ("sub", num(0), power))
    assert op_of(t, body) == "with"
    guarded = ("if", ("eq", YOU, num(7)), power, ("add", power, power))
    assert op_of(t, guarded) == "if"
    lets = [("let", 3, body), ("let", 4, guarded)]
    gone = [t.rules.put(num(card), num(t.the_discard), who=num(1)) for card in t.cards]
    both(t, *lets, *[instr for change in gone for instr in (change, *lets)], ASKS)


def test_what_a_loop_binds_is_asked_for_there():
    t = table()
    inner = ("count", ("filter", ("contents", num(t.the_deck)), SECOND, same_power(t)))
    body = ("filter", ("all", t.card), MEMBER, ("and", ("gt", inner, num(0)), ("lt", inner, num(2))))
    both(t, ("let", 3, body), *scene(t), ("let", 4, body), ASKS)


def rooms() -> tuple[Rules, object, list[int], int, list[int]]:
    """A row of rooms, each beside the next one, and two cats that go through them."""
    b = ModelBuilder()
    b.player("Ann"), b.player("Ben")
    house, room, cat = b.kind("house", PLACE), b.kind("room", PLACE), b.kind("cat")
    whole = b.place(house)
    made = [b.place(room, part_of=whole, x=n, y=0) for n in range(5)]
    cats = [b.component(cat, name=f"Cat {n}", at=made[n]) for n in range(2)]
    return Rules(), b.build(), made, room, cats


@pytest.mark.parametrize("op", ["filter", "first-where", "any", "count"])
@pytest.mark.parametrize("asked", ["alone", "somewhere", "empty"])
def test_what_is_next_to_a_thing_is_looked_up(op, asked):
    rules, model, made, room, cats = rooms()
    where = ("within", num(cats[0]), room)
    member = ("member", local(MEMBER), ("beside", where))
    bodies = {
        "alone": member,
        "somewhere": ("and", ("ne", where, ("none",)), member),
        "empty": ("and", member, ("not", ("any", ("inside", local(MEMBER)), SECOND, ("truth", True)))),
    }
    among = ("set", *made[:2], *made[3:])
    found = ("filter", among, MEMBER, bodies[asked])
    expr = ("count", found) if op == "count" else (op, *found[1:])
    code: list[tuple] = [("let", 3, expr)]
    for to in (*made, made[0]):
        code += [rules.put(num(cats[0]), num(to), who=num(1)), ("let", 3, expr)]
    code += [rules.do("remove", num(cats[0]), who=num(1)), ("let", 4, expr)]
    machine = rules.machine(model, rules.program(*code, ASKS, name="test"))
    game = Lowered(machine).start(1)
    assert game.flat
    assert game.state().text() == machine.start(1).text()


# --- What is put somewhere ----------------------------------------------------------------------------------------


PUTS = ("one", "several", "none", "nothing", "gone", "too many")


@pytest.mark.parametrize("what", PUTS)
@pytest.mark.parametrize("heard", [False, True])
@pytest.mark.parametrize("lasts", ["nothing", "modify"])
def test_things_are_put_somewhere(what, heard, lasts):
    t = table()
    put = t.rules["put"]
    if not heard:
        t.rules.ruleset.recorded.discard(put)
    lasting = lasting_rule(t, lasts)
    things = {
        "one": num(t.cards[1]),
        "several": ("set", t.cards[4], t.cards[2], t.cards[3]),
        "none": ("none",),
        "nothing": ("empty",),
        "gone": num(t.cards[5]),
        "too many": ("set", *t.dice),
    }
    to = t.the_bag if what == "too many" else t.the_discard
    puts = [t.rules.put(things[what], num(to), who=num(1), slot=5 + n, face=n, position=n) for n in (0, 1)]
    name = name_of(lowering_of(t), puts[0])
    assert name == ("do" if heard else "do-put")
    begin = ("effect", lasting, (), -1, 0, ("none",))
    both(t, t.rules.do("remove", num(t.cards[5]), who=num(1)), puts[0], begin, *puts, ASKS)


@pytest.mark.parametrize("kind", ["trigger", "replace", "forbid"])
def test_a_put_on_which_a_rule_acts_has_the_usual_form(kind):
    t = table()
    t.rules.ruleset.recorded.discard(t.rules["put"])
    gains = t.rules.program(
        t.rules.do("gain", num(t.points), num(1), who=num(2)), ("return", num(1)), name="effect"
    )
    program = -1 if kind == "forbid" else gains
    match = ("eq", THIS, ("none",))
    t.rules.rule(kind, events=(t.rules["put"],), match=match, program=program, locals=30)
    put = t.rules.put(num(t.cards[0]), num(t.the_discard), who=num(1), slot=5)
    assert name_of(lowering_of(t), put) == "do"
    both(t, put, ASKS)


def test_a_watch_hears_of_a_put_that_nothing_else_hears_of():
    t = table()
    t.rules.ruleset.recorded.discard(t.rules["put"])
    gains = t.rules.program(
        t.rules.do("gain", num(t.points), num(1), who=num(2)), ("return", num(1)), name="effect"
    )
    there = ("any", ("contents", num(t.the_discard)), MEMBER, ("is", local(MEMBER), t.card))
    t.rules.rule("watch", match=there, program=gains, locals=30)
    puts = [t.rules.put(num(card), num(t.the_discard), who=num(1), slot=5) for card in t.cards[:2]]
    both(t, *puts, t.rules.put(("set", *t.cards[:2]), num(t.the_deck), who=num(1), slot=6), puts[0], ASKS)
