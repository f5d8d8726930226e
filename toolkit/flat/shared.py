"""What an expression asks for again and again is asked for once, and what a table can tell is looked up there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from toolkit.flat.tables import BY_KIND
from toolkit.program.chains import free_locals, mentions, parts
from toolkit.program.expression import LOOPS, Expr, conjuncts

if TYPE_CHECKING:
    from toolkit.flat.expressions import Expressions

RANGES = {"members": "members", "beside": "beside"}

GROUPS = frozenset(RANGES) | frozenset(BY_KIND) - {"place"}
"""What a table has of every thing."""

LEAST = 5
"""What takes fewer operations is asked for as often as it stands there."""

NEARER = frozenset({"filter", "first-where", "count-where"})
"""Loops that may go through fewer members."""


def asked_twice(lower: Expressions, expr: Expr) -> Expr | None:
    """What takes longest of what an expression asks for in any case and then once more; None: nothing worth it."""
    bound = bound_in(expr)
    often = Counter(each for each in every(lower, expr) if each is not expr)
    saved = {
        each: (often[each] - 1) * lower.weight(each)
        for each in surely(lower, expr)
        if often[each] > 1 and lower.weight(each) >= LEAST and lower.costs.harmless(each)
    }
    free = [each for each in saved if not free_locals(each, lower.ruleset) & bound]
    return max(free, key=lambda each: saved[each], default=None)


def every(lower: Expressions, expr: Expr) -> Iterator[Expr]:
    """All that an expression is made of, but for what is remembered as a whole."""
    yield expr
    for part in parts(expr):
        if lower.remembers(part):
            yield part
        else:
            yield from every(lower, part)


def surely(lower: Expressions, expr: Expr) -> Iterator[Expr]:
    """What of it is asked for in any case."""
    op = expr[0]
    asked: Sequence[Expr] = tuple(parts(expr))
    if op in ("and", "or"):
        asked = lower.costs.cheapest_first(expr[1:])[:1]
    elif op in LOOPS or op in ("if", "rank", "best"):
        asked = expr[1:2]
    elif op.startswith("happened"):
        asked = ()
    for part in asked:
        yield part
        if not lower.remembers(part):
            yield from surely(lower, part)


def put_in(expr: Any, one: Expr, other: Expr) -> Any:
    """An expression in which another one stands in place of one."""
    if expr == one:
        return other
    return tuple(put_in(part, one, other) for part in expr) if isinstance(expr, tuple) else expr


def nearer(lower: Expressions, expr: Expr) -> Expr:
    """*The rooms next to this one that …*, of those that are always the same: a table has them."""
    if expr[0] not in NEARER:
        return expr
    op, members, slot, body = expr
    fixed = lower.fixed(members)
    asked = list(conjuncts(body)) if fixed else []
    for part in asked:
        match part:
            case ("member", ("local", one), (group, *_, where)) if one == slot and group in GROUPS:
                if not mentions(where, slot) and slot not in bound_in(where):
                    rest = [each for each in asked if each not in (part, ("ne", where, ("none",)))]
                    near = ("near", table_of(lower, fixed, part[2][:-1]), where)
                    if not rest and op == "filter":
                        return near
                    return (op, near, slot, ("and", *rest) if rest else ("truth", True))
    return expr


def table_of(lower: Expressions, fixed: Sequence[int], group: tuple[Any, ...]) -> int:
    """Of each thing those of its group that are among some, in the order of these."""
    key = (group, *fixed)
    if key not in lower.near:
        op, *kind = group
        model, count = lower.model, lower.model.count
        if kind:
            found = getattr(model, BY_KIND[op])[kind[0]]
            groups = [found.get(e, ()) for e in range(count)]
        else:
            groups = list(getattr(model, RANGES[op])[:count])
        lower.near[key] = lower.ranges([*([e for e in fixed if e in each] for each in groups), ()])
    return lower.near[key]


def bound_in(expr: Any) -> set[int]:
    """The slots that loops in an expression bind."""
    if not isinstance(expr, tuple):
        return set()
    own = {expr[2]} if expr[:1] and expr[0] in LOOPS else set()
    return own.union(*map(bound_in, expr))
