"""What is asked, whom, and which options there are."""

from __future__ import annotations

import pytest

from tests.machine.toys import YOU, Table, local, num
from toolkit.kernel.random import Chance
from toolkit.kernel.state import State
from toolkit.kernel.view import view


@pytest.fixture(params=["plain", "generated"])
def plain(request) -> bool:
    return request.param == "plain"


def slot(state, number: int):
    """A local of the frame that asks."""
    return state.frames[-1][2][number]


END = ("may", YOU, 11)
"""Stops, so that a test can look at the locals."""


def test_one_legal_option_is_taken_without_a_question(plain):
    t = Table()
    _machine, state = t.start(
        ("choose-one", YOU, ("set", t.cards[0]), 2),
        ("choose-one", YOU, ("empty",), 3),
        ("choose-number", YOU, num(4), num(4), 4),
        ("choose-number", YOU, num(5), num(4), 5),
        ("choose-value", YOU, ("set", t.colours[1]), 6),
        ("choose", YOU, ("set", *t.cards[:2]), num(2), num(2), 7),
        ("choose", YOU, ("set", *t.cards[:2]), num(3), num(3), 8),
        ("branch", YOU, 0, ((("truth", False), 0, -1), (("truth", True), 8, -1)), 0),
        END,
        plain=plain,
    )
    assert state.decision.kind == "may"
    assert state.frames[-1][2][2:9] == [
        t.cards[0],
        -1,
        4,
        0,
        t.colours[1],
        tuple(t.cards[:2]),
        tuple(t.cards[:2]),
    ]


def test_options_are_plain_tuples(plain):
    t = Table()
    machine, state = t.start(
        ("choose-number", YOU, num(1), num(3), 2),
        ("choose-value", num(2), ("set", *t.colours), 3),
        (
            "branch",
            YOU,
            1,
            ((("truth", True), 3, -1), (("truth", False), 3, -1), (("truth", True), 3, -1)),
            4,
        ),
        END,
        plain=plain,
    )
    assert machine.options(state) == (("number", 1), ("number", 2), ("number", 3))
    machine.choose(state, 2)
    assert slot(state, 2) == 3
    assert state.decision.seats == (2,)
    assert machine.options(state, 1) == ()
    assert machine.options(state) == tuple(("value", v) for v in t.colours)
    machine.choose(state, 0, 2)
    assert machine.options(state) == (("branch", 0), ("branch", 2), ("no",))


def test_wrong_answers_are_refused():
    t = Table()
    machine, state = t.start(END)
    for index, seat in ((2, None), (-1, None), (0, 2)):
        with pytest.raises(ValueError, match=r"option|asked"):
            machine.choose(state, index, seat)
    machine.choose(state, 0, 1)
    with pytest.raises(ValueError, match="nothing is asked"):
        machine.choose(state, 0)


def test_several_are_chosen_one_after_another_until_done(plain):
    t = Table()
    machine, state = t.start(("choose", YOU, ("set", *t.cards[:4]), num(1), num(3), 2), END, plain=plain)
    cards = [("entity", e) for e in t.cards]
    assert machine.options(state) == tuple(cards[:4])
    machine.choose(state, 2)
    assert machine.options(state) == (cards[0], cards[1], cards[3], ("done",))
    machine.choose(state, 0)
    enough = state.copy()
    machine.choose(enough, 2)
    assert slot(enough, 2) == (t.cards[2], t.cards[0])
    machine.choose(state, 1)
    assert slot(state, 2) == (t.cards[2], t.cards[0], t.cards[3])


def test_what_cannot_be_told_apart_is_offered_once(plain):
    t = Table(beads=3)
    machine, state = t.start(
        t.rules.put(num(t.beads[1][0]), num(t.the_bag)),
        ("choose", YOU, ("all", t.bead), num(0), num(9), 2),
        END,
        plain=plain,
    )
    bag, ann, ben = t.beads[1][0], t.beads[1][1], t.beads[2][0]
    assert machine.options(state) == (("entity", bag), ("entity", ann), ("entity", ben), ("done",))
    machine.choose(state, 1)
    assert machine.options(state) == (("entity", bag), ("entity", t.beads[1][2]), ("entity", ben), ("done",))


def test_what_happened_to_a_thing_tells_it_apart():
    t = Table(beads=3)
    verb = t.rules["set"]
    bead = t.rules.do("set", num(t.beads[1][1]), num(t.value), num(3))
    back = t.rules.do("set", num(t.beads[1][1]), num(t.value), num(1))
    choose = ("choose-one", YOU, ("set", *t.beads[1]), 2)
    asked = ("let", 3, ("happened", verb, -1, 4, ("eq", local(5), local(2))))
    # Of what nobody will ask, nobody can tell.
    _, state = t.start(bead, back, choose, END)
    assert state.decision.kind == "may"
    machine, state = t.start(bead, back, choose, asked, END)
    assert machine.options(state) == (("entity", t.beads[1][0]), ("entity", t.beads[1][1]))


def test_a_choice_of_each_player_is_simultaneous_and_secret(plain):
    t = Table(players=3)
    hands = [t.rules.put(("take", ("contents", num(t.the_deck)), num(2)), num(t.hands[p])) for p in t.players]
    machine, state = t.start(
        *hands,
        ("choose-each", ("players",), 2, ("contents", ("place", t.hand, local(2))), num(1), num(1), 3),
        END,
        plain=plain,
    )
    assert state.decision.seats == (1, 2, 3)
    start = state.copy()
    views = {seat: view(state, t.model, seat) for seat in t.players}
    # Any order: Cat answers first.
    machine.choose(state, 1, 3)
    assert state.decision.seats == (1, 2)
    other = start.copy()
    machine.choose(other, 0, 3)
    for seat in (1, 2):
        # Nobody can see what Cat chose, only that she has.
        assert view(state, t.model, seat) == view(other, t.model, seat)
        assert view(state, t.model, seat)["places"] == views[seat]["places"]
    machine.choose(state, 0, 1)
    machine.choose(state, 1, 2)
    held = {p: state.kids[t.hands[p]] for p in t.players}
    assert slot(state, 3) == ((held[1][0],), (held[2][1],), (held[3][1],))


def test_a_player_with_one_possible_secret_answer_is_not_asked(plain):
    t = Table()
    one = ("if", ("eq", local(2), num(1)), ("set", t.cards[0]), ("set", *t.cards[1:3]))
    machine, state = t.start(("choose-each", ("players",), 2, one, num(1), num(1), 3), END, plain=plain)
    assert state.decision.seats == (2,)
    machine.choose(state, 1)
    assert slot(state, 3) == ((t.cards[0],), (t.cards[2],))


def test_a_loaded_game_asks_the_same_in_the_middle_of_a_choice(plain):
    t = Table()
    choice = ("choose", YOU, ("set", *t.cards), num(2), num(4), 2)
    machine, state = t.start(choice, END, plain=plain)
    machine.choose(state, 3)
    loaded = State.from_json(state.to_json())
    assert loaded.decision is None
    assert machine.options(loaded) == machine.options(state)
    for each in (state, loaded):
        machine.choose(each, 0)
        machine.choose(each, len(machine.options(each)) - 1)
    assert loaded.digest() == state.digest()
    assert slot(loaded, 2) == (t.cards[3], t.cards[0])


def test_nobody_decides_for_the_active_player():
    t = Table()
    turn = t.rules.period("turn")
    _machine, state = t.start(("enter", turn, num(2), ()), ("may", ("none",), 2))
    assert state.decision.seats == (2,)


def test_pinned_chance_falls_as_it_was_pinned(plain):
    t = Table()
    code = (
        ("may", YOU, 2),
        t.rules.do("roll", ("set", *t.dice), slot=3),
        t.rules.do("shuffle", num(t.the_deck)),
        ("random", ("set", *t.cards), num(2), 4),
        END,
    )
    machine, state = t.start(*code, plain=plain)
    wanted = (t.cards[5], t.cards[2])
    state.pins = (("roll", 6), ("shuffle", wanted), ("roll", 2), ("random", wanted[:1]))
    machine.choose(state, 0)
    assert [state.columns[t.value][die] for die in t.dice] == [6, 2]
    assert slot(state, 3) == 8
    assert state.kids[t.the_deck][:2] == wanted
    assert slot(state, 4)[0] == wanted[0]
    assert len(slot(state, 4)) == 2
    assert state.pins == ()


def test_a_possible_world_asks_the_same_and_differs_only_in_what_is_hidden():
    t = Table(cards=12)
    hands = [t.rules.put(("take", ("contents", num(t.the_deck)), num(3)), num(t.hands[p])) for p in t.players]
    choice = ("choose-each", ("players",), 2, ("contents", ("place", t.hand, local(2))), num(1), num(1), 3)
    machine, state = t.start(t.rules.do("shuffle", num(t.the_deck)), *hands, choice, END)
    machine.choose(state, 0, 2)
    seen = view(state, t.model, 1)
    before = state.digest()
    worlds = set()
    for seed in range(20):
        world = machine.redetermine(state, 1, Chance(seed))
        again = view(world, t.model, 1)
        assert again["places"] == seen["places"]
        assert machine.options(world, 1) == machine.options(state, 1)
        assert world.decision.seats == (1, 2)
        worlds.add(world.kids[t.hands[2]])
        while (decision := machine.advance(world)) is not None:
            machine.choose(world, 0, decision.seats[0])
    assert len(worlds) > 5
    assert state.digest() == before
