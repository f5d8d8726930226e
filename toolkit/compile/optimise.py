"""Cheaper expressions with the same value.

*Things of a kind that are in P* are looked for in P instead of among all things of the kind, also when
several places can be meant, and when a definition says which; *the thing of a kind that is X* is X, if it is of that
kind; *X is one of the things that …* asks X alone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from toolkit.compile.base import build
from toolkit.program.expression import LOOPS, SEARCHES, Expr, conjuncts, other_side
from toolkit.program.memory import Memory
from toolkit.program.ruleset import Function, Program, Rule, Ruleset

T = TypeVar("T")

THINGS = frozenset(
    [
        "shift",
        "parent",
        "within",
        "owner",
        "holder",
        "place",
        "first",
        "last",
        "nth",
        "first-where",
        "left",
        "right",
    ]
)
"""Ops that give a thing or none, never several."""
DEFINITIONS = 3
"""Definitions within definitions that are looked into for places."""
THIS: Expr = ("local", 1)
"""What a rule stands on."""
MOST_ROLES = 24
"""More locals than any event fills (who, roles, result)."""

LEAVES = frozenset({("local",), ("int",), ("value",), ("truth",)})
"""Ops in which nothing can be searched for: half of all expressions."""

Bodies = Sequence[Expr]
"""What the functions of the ruleset say, by their numbers."""


def improve(expr: Any, bodies: Bodies = ()) -> Any:
    """The expression (or any tuple of data that holds some) with its searches merged and narrowed."""
    if not isinstance(expr, tuple):
        return expr
    made = tuple(
        [improve(part, bodies) if type(part) is tuple and part[:1] not in LEAVES else part for part in expr]
    )
    if made[:1] == ("first",) and made[1][0] == "filter":
        made = ("first-where", *made[1][1:])
    if len(made) == 4 and made[0] in SEARCHES and isinstance(made[1], tuple):
        return _search(made, bodies)
    if len(made) == 3 and made[0] == "member" and isinstance(made[2], tuple):
        return _among(made)
    return made


def _search(expr: Expr, bodies: Bodies) -> Expr:
    """A search among as few things as can be told."""
    made = _merge(expr)
    if made[0] == "any":
        made = _in_any(made)
    return _narrow(made, bodies) if len(made) == 4 and made[1][:1] == ("all",) else made


def _in_any(expr: Expr) -> Expr:
    """*For one of these places, X is in it*: X is in one of these places."""
    _, places, slot, condition = expr
    if condition[0] == "in" and condition[2] == ("local", slot) and not build.mentions(condition[1], slot):
        return ("in-any", condition[1], places)
    return expr


def _among(expr: Expr) -> Expr:
    """*X is one of the things that …*: of X alone it is asked whether."""
    _, one, items = expr
    if one[0] == "local" and items[0] == "all-in":
        return ("and", ("member", one, ("all", items[1])), ("in-any", one, items[2]))
    if one[0] != "local" or items[0] != "filter":
        return expr
    _, among, slot, condition = items
    if not {one[1], slot}.isdisjoint(_bound(condition)):
        return expr
    return build.both(_among(("member", one, among)), build.substitute(condition, slot, one))


def _merge(expr: Expr) -> Expr:
    """One search instead of a search among what another found."""
    op, items, slot, condition = expr
    if items[0] != "filter":
        return expr
    _, among, inner, first = items
    if inner != slot and (build.mentions(first, slot) or not {inner, slot}.isdisjoint(_bound(first))):
        return expr
    return (op, among, slot, build.both(build.substitute(first, inner, ("local", slot)), condition))


def _bound(expr: Any) -> set[int]:
    """The slots that an expression fills itself."""
    if not isinstance(expr, tuple) or not expr:
        return set()
    own: set[int] = set()
    if expr[0] in LOOPS:
        own = {expr[2]}
    elif isinstance(expr[0], str) and expr[0].startswith("happened"):
        own = set(range(expr[3], expr[3] + MOST_ROLES))
    return own.union(*(_bound(part) for part in expr))


def _narrow(expr: Expr, bodies: Bodies) -> Expr:
    parts = conjuncts(expr[3])
    return _that_one(expr, parts) or _in_place(expr, parts) or _in_places(expr, parts, bodies) or expr


def _that_one(expr: Expr, parts: Sequence[Expr]) -> Expr | None:
    """*All things that are X …*: X, if it is one of them."""
    op, items, slot, _ = expr
    for part in parts:
        one = _equal(part, slot)
        if one is not None:
            rest = [p for p in parts if p is not part]
            return (op, ("single", one), slot, build.both(("member", ("local", slot), items), *rest))
    return None


def _in_place(expr: Expr, parts: Sequence[Expr]) -> Expr | None:
    """*All things that are in P …*: what P holds, of that kind."""
    op, items, slot, _ = expr
    for part in parts:
        place = _place(part, slot, op)
        if place is not None:
            rest = [p for p in parts if p is not part]
            return (op, place, slot, build.both(("is", ("local", slot), items[1]), *rest))
    return None


def _in_places(expr: Expr, parts: Sequence[Expr], bodies: Bodies) -> Expr | None:
    """*All things that are in one of these places …*: what these places hold, of that kind."""
    op, items, slot, _ = expr
    here: Expr = ("local", slot)
    parts = [_gathered(part, here) for part in parts]
    for part in parts:
        places = _places(part, here, bodies, DEFINITIONS)
        if places is not None and not build.mentions(places, slot):
            rest = [each for each in parts if each != ("in-any", here, places)]
            among = ("all-in", items[1], places)
            return among if op == "filter" and not rest else (op, among, slot, build.both(*rest))
    return None


def _gathered(part: Expr, here: Expr) -> Expr:
    """*For one of these places that …, X is in it*: X is in one of these places that …."""
    if part[0] == "any":
        _, items, slot, condition = part
        parts = conjuncts(condition)
        inside = ("in", here, ("local", slot))
        rest = build.both(*[each for each in parts if each != inside])
        if inside in parts and not build.mentions(rest, here[1]):
            return ("in-any", here, build.where(items, slot, rest))
    return part


def _places(part: Expr, here: Expr, bodies: Bodies, depth: int) -> Expr | None:
    """Places such that nothing else makes `part` true than a `here` that is in one of them."""
    match part:
        case ("in", one, place) if one == here:
            return ("single", place)
        case ("in-any", one, places) if one == here:
            return places
        case ("member", one, items) if one == here:
            return _held(items, bodies, depth)
        case ("any", places, slot, condition) if ("in", here, ("local", slot)) in conjuncts(condition):
            return places
        case ("and", *parts):
            found = (_places(each, here, bodies, depth) for each in parts)
            return next((places for places in found if places is not None), None)
        case ("or", _, *_):
            return _union([_places(each, here, bodies, depth) for each in part[1:]])
        case ("call", int(number), *given) if depth and here in given and number < len(bodies):
            inner = ("local", given.index(here))
            return _outside(_places(bodies[number], inner, bodies, depth - 1), part[2:])
    return None


def _held(items: Expr, bodies: Bodies, depth: int) -> Expr | None:
    """Places that all of `items` are in."""
    op = items[0]
    if op in ("inside", "contents"):
        return ("single", items[1])
    if op == "filter":
        places = _held(items[1], bodies, depth)
        if places is None:
            places = _places(items[3], ("local", items[2]), bodies, depth)
        return places if places is not None and not build.mentions(places, items[2]) else None
    return None


def _union(found: list[Expr | None]) -> Expr | None:
    """All these places; None: one is not known."""
    known = list(dict.fromkeys(places for places in found if places is not None))
    if None in found:
        return None
    if all(places[0] == "set" for places in known):
        return ("set", *dict.fromkeys(e for places in known for e in places[1:]))
    return known[0] if len(known) == 1 else ("union", *known)


def _outside(places: Expr | None, arguments: tuple[Expr, ...]) -> Expr | None:
    """What a definition says of places, said where it is used; None: with words of its own."""
    if places is None or _bound(places):
        return None
    return _replaced(places, arguments)


def _replaced(expr: Any, arguments: tuple[Expr, ...]) -> Any:
    if not isinstance(expr, tuple):
        return expr
    if expr[:1] == ("local",):
        return arguments[expr[1]] if expr[1] < len(arguments) else None
    parts = [_replaced(part, arguments) for part in expr]
    return None if None in parts else tuple(parts)


def _equal(part: Expr, slot: int) -> Expr | None:
    """The one thing that `part` says local `slot` is."""
    if part[0] == "eq" and ("local", slot) in part[1:]:
        other = other_side(part, ("local", slot))
        if other[0] in THINGS and not build.mentions(other, slot):
            return other
    return None


def _place(part: Expr, slot: int, op: str) -> Expr | None:
    """The set that `part` restricts local `slot` to: what is in a place, or in a group where order does not matter."""
    if part[0] == "in" and part[1] == ("local", slot) and not build.mentions(part[2], slot):
        return ("inside", part[2])
    if part[0] == "eq" and part[1] == ("parent", ("local", slot)) and not build.mentions(part[2], slot):
        return ("contents", part[2])
    if op == "any" and part[0] == "member" and part[1] == ("local", slot):
        if part[2][0] == "members" and not build.mentions(part[2], slot):
            return part[2]
    return None


def improve_ruleset(ruleset: Ruleset, memory: Memory | None = None) -> None:
    """Every expression of a ruleset, in place."""
    memory = memory or Memory()
    bodies = bodies_of(ruleset, memory)

    def improved(things: Sequence[T], how: Callable[[T, Bodies], T]) -> list[T]:
        def find(one: T, _: None, ask: Callable[[int], Expr]) -> T:
            return how(one, _Asking(ask, len(bodies)))

        return [*memory.each_asking(how, things, [None] * len(things), find, bodies.__getitem__)]

    ruleset.functions = improved(ruleset.functions, _function)
    ruleset.programs = improved(ruleset.programs, _program)
    required = improved([verb.requires for verb in ruleset.verbs], improve)
    ruleset.verbs = [
        verb if verb.requires is requires else replace(verb, requires=requires)
        for verb, requires in zip(ruleset.verbs, required, strict=True)
    ]
    ruleset.invariants = improved(ruleset.invariants, _condition)
    ruleset.rules[:] = improved(ruleset.rules, _rule)


class _Asking(Sequence[Expr]):
    """The bodies of functions, which notes of which one something was asked."""

    def __init__(self, ask: Callable[[int], Expr], size: int) -> None:
        self.ask, self.size = ask, size

    def __getitem__(self, number: Any) -> Any:
        return self.ask(number)

    def __len__(self) -> int:
        return self.size


def _function(function: Function, bodies: Bodies) -> Function:
    return replace(function, body=improve(function.body, bodies))


def _program(program: Program, bodies: Bodies) -> Program:
    return replace(program, code=tuple([improve(instr, bodies) for instr in program.code]))


def _condition(said: tuple[Expr, int, int], bodies: Bodies) -> tuple[Expr, int, int]:
    return (improve(said[0], bodies), *said[1:])


def _rule(rule: Rule, bodies: Bodies) -> Rule:
    return _with_own(_improved(rule, bodies), bodies)


def _improved(rule: Rule, bodies: Bodies) -> Rule:
    return replace(
        rule,
        match=improve(rule.match, bodies),
        was=improve(rule.was, bodies),
        before=improve(rule.before, bodies),
        spends=improve(rule.spends, bodies),
        holders=improve(rule.holders, bodies),
        you=improve(rule.you, bodies),
        value=improve(rule.value, bodies),
        over=improve(rule.over, bodies),
    )


def _with_own(rule: Rule, bodies: Bodies) -> Rule:
    """The rule, knowing which part of an event must be the thing that it stands on: then no other holder is sought."""
    if (
        rule.holders is None
        or rule.match is None
        or rule.kind in ("watch", "skip")
        or build.mentions(rule.holders, THIS[1])
    ):
        return rule
    for part in conjuncts(rule.match):
        if part[0] == "eq" and THIS in part[1:]:
            other = other_side(part, THIS)
            if other[0] == "local" and other[1] >= 2 + rule.captured:
                holds = improve(("member", THIS, rule.holders), bodies)
                return replace(rule, own=other[1], holds=holds)
    return rule


def bodies_of(ruleset: Ruleset, memory: Memory | None = None) -> Bodies:
    """What its functions say, improved by themselves."""
    memory = memory or Memory()
    return memory.each("body", ruleset.functions, lambda each: improve(each.body))
