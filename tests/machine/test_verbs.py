"""Kernel verbs: each does what its page says, through the machine."""

from __future__ import annotations

import pytest

from tests.machine.toys import YOU, Table, local, num
from toolkit.verbs import load_verbs

VERBS = load_verbs()


@pytest.mark.parametrize("verb", VERBS.values(), ids=VERBS)
def test_a_verb_has_a_page_phrases_and_an_example(verb):
    assert len(verb.page.split()) >= 6
    assert verb.phrases
    assert verb.examples
    assert verb.batch < len(verb.roles)
    for parent in verb.parents:
        assert VERBS[parent].roles == verb.roles


def results(t: Table, *code: tuple) -> tuple:
    """What each `do` gave, and the state."""
    code = tuple((*instr[:4], n) if instr[0] == "do" else instr for n, instr in enumerate(code, 2))
    _machine, state = t.start(*code, ("may", YOU, 11))
    return (*state.frames[-1][2][2 : 2 + len(code)], state)


def test_gaining_and_losing_go_as_far_as_they_can():
    t = Table()
    gain, lose = (lambda n, v=v: t.rules.do(v, num(t.points), num(n)) for v in ("gain", "lose"))
    *found, state = results(t, gain(15), gain(9), lose(30), lose(1), gain(0))
    assert found == [15, 5, 20, 0, 0]
    assert state.columns[t.points][1] == 0


def test_paying_is_all_or_nothing():
    t = Table()
    pay = t.rules.do("pay", num(t.points), num(3), ("empty",))
    *found, state = results(t, t.rules.do("gain", num(t.points), num(5)), pay, pay)
    assert found == [5, 3, 0]
    assert state.columns[t.points][1] == 2


def test_set_raise_and_lower_keep_within_the_bounds():
    t = Table()
    die = num(t.dice[0])
    do = [
        t.rules.do(verb, die, num(t.value), num(n))
        for verb, n in (("set", 5), ("raise", 3), ("lower", 2), ("set", 9), ("raise", 1))
    ]
    *found, state = results(t, *do)
    assert found == [4, 1, 2, 2, 0]
    assert state.columns[t.value][t.dice[0]] == 6


def test_a_batch_gives_the_sum_or_all_that_moved():
    t = Table(beads=3)
    t.rules.rule("forbid", events=(t.rules["put"],), match=("eq", local(3), num(t.beads[1][1])))
    *found, _state = results(
        t,
        t.rules.do("raise", ("set", *t.dice), num(t.value), num(2)),
        t.rules.put(("contents", num(t.piles[1])), num(t.piles[2])),
        t.rules.put(("empty",), num(t.piles[2])),
        t.rules.put(("none",), num(t.piles[2])),
    )
    assert found == [4, (t.beads[1][0], t.beads[1][2]), (), ()]


def test_a_full_place_takes_no_more():
    t = Table(dice=3)
    *found, _state = results(
        t, t.rules.put(("set", *t.dice), num(t.the_bag)), t.rules.put(num(t.beads[1][0]), num(t.the_bag))
    )
    assert found == [(t.dice[0],), (t.beads[1][0],)]


@pytest.mark.parametrize(("position", "order"), [(-1, [3, 0, 1, 2]), (0, [3, 0, 1, 2]), (1, [0, 1, 2, 3])])
def test_positions_in_an_ordered_place(position, order):
    t = Table(cards=4)
    all_but_last = [t.rules.put(num(e), num(t.the_discard), position=1) for e in t.cards[:3]]
    *_, state = results(t, *all_but_last, t.rules.put(num(t.cards[3]), num(t.the_discard), position=position))
    assert state.kids[t.the_discard] == tuple(t.cards[n] for n in order)


def test_components_hold_components_and_take_them_along():
    t = Table()
    holder, held = num(t.cards[0]), num(t.beads[1][0])
    *found, state = results(
        t,
        t.rules.put(held, holder, verb="attach"),
        t.rules.put(holder, held),
        t.rules.put(holder, num(t.the_discard)),
        ("let", 5, ("in", held, num(t.the_discard))),
        ("let", 6, ("inside", num(t.the_discard))),
        t.rules.do("remove", holder),
        t.rules.put(held, num(t.piles[1])),
    )
    assert found == [
        (t.beads[1][0],),
        (),
        (t.cards[0],),
        True,
        (t.cards[0], t.beads[1][0]),
        (t.cards[0],),
        (),
    ]
    assert state.gone == (t.beads[1][0], t.cards[0]) or state.gone == tuple(
        sorted((t.beads[1][0], t.cards[0]))
    )


def test_swapping_keeps_the_positions():
    t = Table(cards=5)
    put = t.rules.put(("set", *t.cards[:2]), num(t.the_discard))
    *found, state = results(t, put, t.rules.do("swap", num(t.cards[0]), num(t.cards[3])))
    assert state.kids[t.the_discard] == (t.cards[1], t.cards[3])
    assert state.kids[t.the_deck] == (t.cards[2], t.cards[0], t.cards[4])
    assert found[1] == (t.cards[0], t.cards[3])


def test_a_roll_stays_within_its_bounds_and_depends_on_the_seed():
    t = Table()
    rolls = [t.rules.do("roll", num(t.dice[0])) for _ in range(9)]
    *found, state = results(t, *rolls)
    assert set(found) <= set(range(1, 7))
    assert len(set(found)) > 2
    assert state.counter == 9


def test_losing_the_game_leaves_the_others_to_play():
    t = Table(players=3)
    lose = [t.rules.do("lose-game", who=num(p)) for p in (2, 2, 1)]
    *found, state = results(t, lose[0], lose[1], ("let", 4, ("players",)), ("let", 5, ("left", num(1))))
    assert found == [1, 0, (1, 3), 3]
    state = t.run(*lose)
    assert state.over
    assert state.winners == (3,)


@pytest.mark.parametrize(("verb", "winners"), [("win", (1,)), ("end-game", ()), ("lose-game", (2,))])
def test_the_game_ends_at_once(verb, winners):
    t = Table()
    t.rules.rule(
        "trigger",
        events=(t.rules[verb],),
        program=t.rules.program(t.rules.do("gain", num(t.points), num(1), who=num(1))),
    )
    state = t.run(t.rules.do(verb), t.rules.do("gain", num(t.points), num(1)))
    assert state.over
    assert state.winners == winners
    assert state.frames == []
    assert state.columns[t.points][1] == 0


def test_pack_verbs_return_what_happened_and_their_rules_see_them_when_they_are_over():
    t = Table()
    rob = t.rules.verb(
        "rob",
        ("obj", "amount"),
        ("do", t.rules["lose"], local(2), (num(t.points), local(3)), 4),
        ("do", t.rules["gain"], YOU, (num(t.points), local(4)), -1),
        ("return", local(4)),
        requires=("gt", ("attr", t.points, local(2)), num(0)),
        requires_locals=4,
    )
    t.rules.rule(
        "trigger",
        events=(rob,),
        program=t.rules.program(("do", t.rules["gain"], local(2), (num(t.power), local(5)), -1)),
    )
    do = ("do", rob, YOU, (num(2), num(3)), -1)
    give = t.rules.do("gain", num(t.points), num(2), who=num(2))
    *found, state = results(
        t,
        ("let", 2, ("can", rob, YOU, num(2), num(3))),
        do,
        give,
        do,
        ("let", 6, ("can", rob, YOU, num(2), num(1))),
    )
    assert found == [False, 0, 2, 2, False]
    assert state.columns[t.power][1] == 2
    assert [entry[0] for entry in state.log] == [
        t.rules["gain"],
        t.rules["lose"],
        t.rules["gain"],
        rob,
        t.rules["gain"],
    ]


def test_a_pack_verb_for_several_runs_for_one_after_another():
    t = Table(beads=3)
    toss = t.rules.verb(
        "toss", ("obj",), t.rules.put(local(2), num(t.the_bag), slot=3), ("return", local(3)), batch=0
    )
    t.rules.rule(
        "trigger",
        events=(toss,),
        program=t.rules.program(t.rules.do("gain", num(t.points), num(1), who=num(1))),
    )
    *_found, state = results(t, ("do", toss, YOU, (("contents", num(t.piles[1])),), -1))
    assert sorted(state.kids[t.the_bag]) == t.beads[1]
    assert state.columns[t.points][1] == 3


def test_history_counts_by_period_and_verb():
    t = Table()
    turn = t.rules.period("turn")
    put, place = t.rules["put"], t.rules["place"]
    move = [t.rules.put(num(t.cards[n]), num(t.the_discard), verb="place") for n in (0, 1)]

    def count(period, who=1):
        return ("happened", put, period, 4, ("eq", local(4), num(who)))

    *_found, state = results(
        t,
        move[0],
        ("enter", turn, YOU, ()),
        ("let", 3, count(turn)),
        move[1],
    )
    _machine, state = t.start(
        move[0],
        ("enter", turn, YOU, ()),
        move[1],
        ("let", 2, ("happened", put, turn, 4, ("truth", True))),
        ("let", 3, ("happened", place, -1, 4, ("eq", local(4), num(1)))),
        ("let", 4, ("happened", put, -1, 4, ("eq", local(4), num(2)))),
        ("let", 5, ("happened-map", put, -1, 6, ("truth", True), ("first", local(11)))),
        ("let", 6, ("happened-map", put, -1, 6, ("eq", local(6), YOU), local(8))),
        ("may", YOU, 11),
    )
    assert state.frames[-1][2][2:7] == [1, 2, 0, (t.cards[0], t.cards[1]), (t.the_discard, t.the_discard)]
