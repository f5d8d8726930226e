"""Witnesses: what makes *a N …* in a condition true, kept open so that the rest of the sentence can speak of it.

A witness is an expression `("witness", items, slot, inner)`: some member of `items`, in `slot`, satisfies `inner`.  It
stands only inside a condition that is being built, under *and* or in another witness: whatever closes a scope (a
negation, an *or*, a filter, the end of the condition) turns it into `any`.  It never reaches a program.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from toolkit.program.expression import Expr, conjuncts

WITNESS = "witness"
TRUE: Expr = ("truth", True)


def witness(items: Expr, slot: int, inner: Expr) -> Expr:
    """Some member of `items` satisfies `inner`, and can be spoken of as `slot`."""
    if items[0] == "filter":
        # One slot for the member: the filter's own may be spoken of nowhere else.
        return (WITNESS, items[1], slot, conjoin(substitute(items[3], items[2], ("local", slot)), inner))
    return (WITNESS, items, slot, inner)


def slots_of(expr: Expr) -> list[int]:
    """The slots of the open witnesses of a condition, outside in."""
    if expr[0] == WITNESS:
        return [expr[2], *slots_of(expr[3])]
    if expr[0] == "and":
        return [slot for part in expr[1:] for slot in slots_of(part)]
    return []


def conjoin(*conditions: Expr) -> Expr:
    """All of them; what speaks of the witness of an earlier one is said inside that witness."""
    parts = [part for each in conditions for part in conjuncts(each)]
    if any(part[0] == WITNESS for part in parts):
        parts = _nested(parts)
    rest = [part for part in parts if part != TRUE]
    return TRUE if not rest else rest[0] if len(rest) == 1 else ("and", *rest)


def _nested(parts: list[Expr]) -> list[Expr]:
    """The same with what speaks of a witness said inside it."""
    rest: list[Expr] = []
    for part in reversed(parts):
        if part[0] == WITNESS and any(mentions(tuple(rest), slot) for slot in slots_of(part)):
            rest = [(*part[:3], conjoin(part[3], *rest))]
        elif part != TRUE:
            rest.insert(0, part)
    return rest


def inside_out(items: Expr, slot: int, inner: Expr, some: Callable[[Expr, int, Expr], Expr]) -> Expr | None:
    """*If a unit is in a forest, put a relic there*: nobody speaks of the unit, so each forest is found once, however
    many units are there.  None: nothing is found inside, or only with the very member in `slot`.
    """
    parts = list(conjuncts(inner))
    found = next((part for part in parts if is_open(part)), None)
    if found is None or found[0] != WITNESS or mentions(found[1], slot):
        return None
    within = conjuncts(conjoin(found[3], *(part for part in parts if part is not found)))
    alone = [part for part in within if not mentions(part, slot)]
    said = conjoin(*(part for part in within if mentions(part, slot)))
    further = inside_out(items, slot, said, some) if is_open(said) else some(items, slot, said)
    return None if further is None else (*found[:3], conjoin(*alone, further))


def close(expr: Expr, some: Callable[[Expr, int, Expr], Expr]) -> Expr:
    """The condition as an ordinary truth: nobody speaks of its witnesses any more."""
    if expr[0] == WITNESS:
        return some(expr[1], expr[2], close(expr[3], some))
    if expr[0] == "and":
        return ("and", *(close(part, some) for part in expr[1:]))
    return expr


def is_open(expr: Expr) -> bool:
    """Whether a condition has a witness that can still be spoken of."""
    return bool(slots_of(expr))


def mentions(expr: Any, slot: int) -> bool:
    """Whether an expression (or an operand that is none) reads that local."""
    return holds(expr, ("local", slot))


def holds(expr: Any, wanted: Expr) -> bool:
    """Whether an expression is that one, or has it somewhere in it."""
    waiting = [expr]
    while waiting:
        each = waiting.pop()
        if isinstance(each, tuple):
            if each == wanted:
                return True
            waiting += each
    return False


def substitute(expr: Any, slot: int, value: Expr) -> Any:
    """The expression with another one for the local `slot`."""
    if not isinstance(expr, tuple):
        return expr
    return value if expr == ("local", slot) else tuple(substitute(part, slot, value) for part in expr)
