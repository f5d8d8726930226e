"""What is the same in each round of a loop is taken out of it, for generated code: asked once, in front.

Every op is total, so asking for what a loop of no rounds would not have asked does no harm; only what may run into a
limit stays where it is.
"""

from __future__ import annotations

from typing import Any

from toolkit.machine.cost import Costs
from toolkit.machine.reads import Reads
from toolkit.program.chains import mentions, parts, rewritten
from toolkit.program.expression import LOOPS, Expr

FIRST = 100_000
"""Below the slots of what loops bind in a definition that is written out, and above those of every program."""

DEEPEST = 4
"""So many definitions inside one another are written out."""

Lifted = dict[Expr, int]
"""What was taken out, and the slot that has its value: below those of every program."""


class Lift:
    """Of the loops of one ruleset."""

    def __init__(self, costs: Costs) -> None:
        self.costs = costs
        self.slots: Lifted = {}  # the same for the same expression: verbs share what they have answered
        self.inside: list[int] = []  # definitions that are written out

    def out_of(self, body: Expr, *slots: int) -> tuple[Expr, Lifted]:
        """An expression that is asked again and again with other values in these slots (the body of a loop), without
        what is the same each time.
        """
        found: Lifted = {}
        return self.walk(body, frozenset(slots), found), found

    def kinds(self, reader: Reads) -> dict[int, int]:
        """Of what was taken out, the kinds of things."""
        return {slot: reader.kind(expr, {}) for expr, slot in self.slots.items()}

    def walk(self, expr: Expr, bound: frozenset[int], found: Lifted) -> Expr:
        if self.costs.cheap(expr) or expr[0].startswith("happened"):
            return expr
        if not any(mentions(expr, slot) for slot in bound) and self.costs.harmless(expr):
            if expr not in found:
                found[expr] = self.slots.setdefault(expr, -1 - len(self.slots))
            return ("local", found[expr])
        if expr[0] == "call" and any(mentions(expr, slot) for slot in bound):
            return self.walk_call(expr, bound, found)
        if expr[0] == "member" and expr[2][0] == "all":  # which is asked without a list of them all
            return (*expr[:1], self.part(expr[1], bound, found), expr[2])
        if expr[0] in LOOPS:
            inner = bound | {expr[2]}
            members = self.walk(expr[1], bound, found)
            return (expr[0], members, expr[2], *(self.part(each, inner, found) for each in expr[3:]))
        return (expr[0], *(self.part(each, bound, found) for each in expr[1:]))

    def walk_call(self, expr: Expr, bound: frozenset[int], found: Lifted) -> Expr:
        """A definition of simple arguments is written out, if anything in it is the same in each round."""
        number, *arguments = expr[1:]
        body = self.costs.functions[number].body
        simple = all(each[0] in ("local", "none") for each in arguments) and not looks_back(body)
        if not simple or number in self.inside or len(self.inside) >= DEEPEST:
            return (*expr[:2], *(self.part(each, bound, found) for each in arguments))
        body = self.written_out(body, dict(enumerate(arguments)))
        self.inside.append(number)
        left = self.walk(body, bound, found)
        self.inside.pop()
        return expr if left == body else left

    def written_out(self, expr: Expr, values: dict[int, Expr]) -> Expr:
        """An expression with these in place of its locals, and with slots of its own for what its loops bind."""
        if expr[0] == "local":
            return values.get(expr[1], expr)
        if expr[0] in LOOPS:
            slot = 1 + max([FIRST, *[each[1] for each in values.values() if each[0] == "local"]])
            inside = {**values, expr[2]: ("local", slot)}
            rest = [rewritten(part, lambda each: self.written_out(each, inside)) for part in expr[3:]]
            return (expr[0], self.written_out(expr[1], values), slot, *rest)
        return (expr[0], *(rewritten(part, lambda each: self.written_out(each, values)) for part in expr[1:]))

    def part(self, value: Any, bound: frozenset[int], found: Lifted) -> Any:
        """An operand: an expression, a key with its direction, or plain data."""
        if not isinstance(value, tuple) or not value:
            return value
        if isinstance(value[0], str):
            return self.walk(value, bound, found)
        return tuple([self.part(each, bound, found) for each in value])


def looks_back(expr: Expr) -> bool:
    """Whether it asks for events, whose parts have slots of their own."""
    return expr[0].startswith("happened") or any(looks_back(part) for part in parts(expr))
