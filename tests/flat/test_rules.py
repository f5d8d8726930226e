"""Random standing rules act on the flat machine as on the plain one: what they find, whom they ask, in which order, and
what a game asks lest its silence tell something.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hypothesis import event, given, settings
from hypothesis import strategies as st

from tests.flat.test_programs import flat_trace, trace_of
from tests.machine.expressions import World, world
from tests.machine.toys import THIS, YOU, local, num
from toolkit.flat import Lowered, NotLowered
from toolkit.limits import Limits
from toolkit.machine import Machine
from toolkit.program.ruleset import Program, Rule, Ruleset
from toolkit.verbs import load_verbs

ANSWER, MEMBER, INNER = 14, 15, 16
"""Slots: of what a *may* answers, of a loop in a rule, of one in that."""

SIZE = 20

STEP, SKIPPED = 0, 1


def some(*choices: Any) -> st.SearchStrategy[Any]:
    return st.sampled_from(choices)


def conditions(w: World, thing: tuple[Any, ...]) -> st.SearchStrategy[Any]:
    """Of a thing: what it is, where it lies, what it is worth, what has happened."""
    hands = [e for e in range(w.model.count) if w.model.kind[e] == w.hand]
    simple = some(
        ("is", thing, w.king),
        ("is", thing, w.piece),
        ("gt", ("attr", w.m, thing), num(3)),
        ("gt", ("attr", w.a, thing), num(0)),
        ("sees", num(1), thing),
        ("in", thing, num(w.deck_entity)),
        ("in", thing, num(hands[0])),
        ("eq", ("owner", thing), YOU),
        ("eq", ("holder", thing), num(2)),
        ("any", ("contents", num(hands[0])), INNER, ("is", local(INNER), w.king)),
        ("gt", ("count", ("contents", num(w.deck_entity))), num(2)),
        ("eq", ("happened", w.rules["gain"], -1, INNER, ("eq", local(INNER), num(1))), num(1)),
        ("lt", ("used", (0, thing), w.turn), num(1)),
        ("can", w.rules["gain"], num(1), num(w.a), num(1)),
        ("eq", ("chooser", w.rules["look"], num(2)), num(3)),
        ("truth", True),
    )  # fmt: skip
    return st.one_of(
        simple,
        st.tuples(st.just("not"), simple),
        st.lists(simple, min_size=2, max_size=3).map(lambda parts: ("and", *parts)),
        st.lists(simple, min_size=2, max_size=2).map(lambda parts: ("or", *parts)),
    )


def deeds(w: World) -> st.SearchStrategy[Any]:
    """What an effect or the game does: one instruction."""
    thing = some(*map(num, w.pieces), THIS, ("none",))
    several = st.one_of(
        thing, some(("all", w.king), ("contents", num(w.deck_entity)), ("set", *w.pieces[:3]))
    )
    place = some(num(w.deck_entity), num(w.cells[0]), ("place", w.hand, num(1)), ("place", w.hand, YOU))
    verb, who, turned = w.rules, some(YOU, num(1), num(2), num(3)), some(num(-1), num(0), num(1))
    roles = st.one_of(
        st.tuples(st.just(verb["put"]), st.tuples(several, place, some(num(-1), num(1)), turned)),
        st.tuples(st.just(verb["gain"]), st.tuples(st.just(num(w.a)), some(num(1), num(2)))),
        st.tuples(st.just(verb["raise"]), st.tuples(thing, st.just(num(w.m)), some(num(1), num(4)))),
        st.tuples(st.just(verb["look"]), st.tuples(several)),
        st.tuples(st.just(verb["remove"]), st.tuples(thing)),
        st.tuples(st.just(verb["swap"]), st.tuples(thing, thing)),
        st.tuples(st.just(verb["reveal-to"]), st.tuples(several, some(num(1), num(2)))),
        st.tuples(st.just(len(verb.ruleset.verbs)), st.tuples(several)),
    )
    return st.one_of(
        st.builds(lambda pair, who: ("do", pair[0], who, pair[1], ANSWER), roles, who),
        st.builds(lambda period, edge: ("effect", LASTING, (num(w.pieces[2]),), period, edge, ("none",)),
                  some(-1, w.turn), some(0, 0, 1, 2)),
        st.builds(lambda pair: ("later", STEP, 0, (YOU, THIS)), st.none()),
        st.builds(lambda thing: ("use", (0, thing)), thing),
    )  # fmt: skip


LASTING = 0
"""The rule that only an effect makes act."""


def effects(w: World) -> st.SearchStrategy[Any]:
    """The code of an effect: some ask first, and do nothing without a yes."""
    asked = st.builds(
        lambda condition, deed: (
            *((("unless", condition, 4),) if condition else (("let", MEMBER, num(1)),)),
            ("may", YOU, ANSWER),
            ("unless", ("ne", local(ANSWER), num(0)), 4),
            deed,
            ("return", num(1)),
        ),
        st.one_of(st.none(), conditions(w, THIS)),
        deeds(w),
    )
    choosing = st.builds(
        lambda members, deed: (("choose-one", YOU, members, ANSWER), deed, ("return", num(1))),
        some(("contents", num(w.deck_entity)), ("all", w.king), ("inside", ("place", w.hand, YOU))),
        deeds(w),
    )
    plain = st.builds(lambda deed: (deed, ("return", num(1))), deeds(w))
    return st.one_of(asked, asked, choosing, plain)


def rules(w: World, kind: str, captured: int = 0) -> st.SearchStrategy[Any]:
    """Of a kind, and the code of its effect."""
    first = 2 + captured
    obj = local(first) if kind in ("modify", "watch") else THIS if kind == "skip" else local(first + 1)
    verbs = some(
        *(w.rules[name] for name in ("put", "gain", "look", "raise", "remove")), len(w.rules.ruleset.verbs)
    )
    holder = conditions(w, local(MEMBER))
    holders = st.one_of(
        st.none(),
        st.just(("set", *w.pieces[:3])),
        st.builds(lambda condition: ("filter", ("all", w.piece), MEMBER, condition), holder),
    )
    step = kind == "step"

    def rule(verb: int, match: Any, holders: Any, you: Any, was: Any, before: Any, layer: int, add: bool, newest: bool,
             value: Any, own: bool, spends: Any) -> Rule:  # fmt: skip
        acts = kind in ("trigger", "replace", "forbid", "allow", "choose")
        asked = (
            {"events": (verb,)}
            if acts
            else {"events": (STEP if step else SKIPPED,)}
            if kind in ("step", "skip")
            else {}
        )
        on_thing = own and acts and kind != "choose" and holders is not None
        if on_thing:
            asked |= {"own": first + 1, "holds": ("member", THIS, holders)}
            match = ("and", ("eq", local(first + 1), THIS), match)
        if kind == "trigger":
            asked |= {"was": was, "before": before}
        if kind in ("trigger", "step", "watch"):
            asked |= {"spends": spends}
        if kind == "modify":
            asked |= {
                "attribute": w.m,
                "op": "add" if add else "set",
                "value": value,
                "least": 0 if add else None,
            }
        if kind == "choose":
            asked |= {"value": num(3)}
        if kind == "watch":
            asked |= {"over": ("all", w.king)}
        return Rule(
            "trigger" if step else kind,  # type: ignore[arg-type]
            step=step, match=("truth", True) if step or kind in ("skip", "choose") else match, holders=holders,
            you=you if holders is not None else None, locals=SIZE, layer=layer, newest=newest, captured=captured,
            static=not captured, **asked,
        )  # fmt: skip

    made = st.builds(
        rule, verbs, conditions(w, obj), holders, some(None, ("owner", THIS)),
        st.one_of(st.none(), conditions(w, obj)), st.one_of(st.none(), conditions(w, THIS)), some(0, 1), st.booleans(),
        st.booleans(), some(num(2), ("attr", w.a, THIS)), st.booleans(),
        some(None, None, ("used", (1, YOU, THIS), w.turn), ("used", (2,), -1), ("used", (0, THIS), w.turn)),
    )  # fmt: skip
    return st.tuples(made, effects(w))


@st.composite
def games(draw: Any) -> Machine:
    """The world of the random expressions with rules of its own, and a program that does something."""
    w = world()
    kinds = ("trigger", "replace", "forbid", "allow", "choose", "step", "skip", "modify", "watch")
    lasting = draw(
        st.sampled_from([kind for kind in kinds if kind != "watch"]).flatmap(lambda kind: rules(w, kind, 1))
    )
    chosen = draw(st.lists(st.sampled_from(kinds), min_size=1, max_size=4))
    every = [lasting, *(draw(rules(w, kind)) for kind in chosen)]
    base = w.rules.ruleset
    gain = (("do", w.rules["gain"], YOU, (num(w.a), num(1)), -1), ("return", num(1)))
    programs = [Program("later", gain, (-1, -1), SIZE)]
    made: list[Rule] = []
    for rule, code in every:
        made.append(replace(rule, program=len(programs)))
        programs.append(Program("effect", code, (-1,) * len(code), SIZE))
    look = w.rules["look"]
    verbs = [*base.verbs, replace(base.verbs[look], id="greet", program=len(programs), parents=(look,))]
    programs.append(Program("greet", gain, (-1, -1), SIZE))
    asked = draw(effects(w))
    deeds_of_game = draw(st.lists(deeds(w), min_size=3, max_size=7))
    code = (
        ("enter", w.turn, num(2), (num(w.pieces[0]),)),
        ("skip", SKIPPED, 3),
        ("emit", STEP, num(2), ()),
        *deeds_of_game,
        ("emit", STEP, num(1), ()),
        ("leave", w.turn),
        ("enter", w.turn, num(1), ()),
        *asked[:-1],
        ("choose-number", num(1), num(1), num(2), 12),
    )
    shift = len(code) - len(asked)  # jumps of the effect lead past its end
    code = tuple(("unless", each[1], shift + each[2]) if each[0] == "unless" else each for each in code)
    programs.append(Program("random", code, (-1,) * len(code), SIZE))
    ruleset = Ruleset(
        verbs=verbs, programs=programs, functions=base.functions, rules=made, steps=["step", "skipped"],
        periods=base.periods, sentences=base.sentences, recorded={w.rules["gain"], w.rules["put"]},
        limits=Limits(steps=300), ordering=draw(st.booleans()), asking=draw(st.booleans()), fields=base.fields,
        formulas=base.formulas,
    )  # fmt: skip
    return Machine(w.model, ruleset, load_verbs(), plain=True)


@settings(max_examples=60, deadline=None)
@given(games(), st.integers(0, 3))
def test_random_rules_are_those_of_the_plain_machine(machine, seed):
    flat = Lowered(machine)
    expected = trace_of(machine, seed)
    for saved in (False, True):
        try:
            assert flat_trace(flat, seed, saved=saved) == expected
        except NotLowered:  # a state that has become too large goes on on the other machine
            event("too large")
