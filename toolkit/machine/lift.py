"""What is the same in each round of a loop is taken out of it, for generated code: asked once, in front.

Every op is total, so asking for what a loop of no rounds would not have asked does no harm; only what may run into a
limit stays where it is.
"""

from __future__ import annotations

from itertools import count
from typing import Any

from toolkit.machine.cost import Costs
from toolkit.program.chains import mentions
from toolkit.program.expression import LOOPS, Expr

Lifted = dict[Expr, int]
"""What was taken out, and the slot that has its value: below those of every program."""


class Lift:
    """Of the loops of one ruleset."""

    def __init__(self, costs: Costs) -> None:
        self.costs = costs
        self.slots = count(-1, -1)

    def out_of(self, body: Expr, *slots: int) -> tuple[Expr, Lifted]:
        """An expression that is asked again and again with other values in these slots (the body of a loop), without
        what is the same each time.
        """
        found: Lifted = {}
        return self.walk(body, frozenset(slots), found), found

    def walk(self, expr: Expr, bound: frozenset[int], found: Lifted) -> Expr:
        if self.costs.cheap(expr) or expr[0].startswith("happened"):
            return expr
        if not any(mentions(expr, slot) for slot in bound) and self.costs.harmless(expr):
            if expr not in found:
                found[expr] = next(self.slots)
            return ("local", found[expr])
        if expr[0] in LOOPS:
            inner = bound | {expr[2]}
            members = self.walk(expr[1], bound, found)
            return (expr[0], members, expr[2], *(self.part(each, inner, found) for each in expr[3:]))
        return (expr[0], *(self.part(each, bound, found) for each in expr[1:]))

    def part(self, value: Any, bound: frozenset[int], found: Lifted) -> Any:
        """An operand: an expression, a key with its direction, or plain data."""
        if not isinstance(value, tuple) or not value:
            return value
        if isinstance(value[0], str):
            return self.walk(value, bound, found)
        return tuple([self.part(each, bound, found) for each in value])
