"""Expressions that are the same but for the numbers of their locals: what is remembered of one is so of all of them."""

from __future__ import annotations

from typing import Any

from toolkit.program.chains import rewritten
from toolkit.program.expression import LOOPS, Expr
from toolkit.program.ruleset import Ruleset


class Numbered:
    """Locals by the order in which an expression first speaks of them.  `as_it_stands`: it binds several one after
    another of which some were numbered before.
    """

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.numbers: dict[int, int] = {}
        self.as_it_stands = False

    def number(self, slot: int) -> int:
        return self.numbers.setdefault(slot, len(self.numbers))

    def several(self, first: int, count: int) -> int:
        """Of some that follow one another the first."""
        found = [self.number(slot) for slot in range(first, first + count)]
        self.as_it_stands |= found != [*range(found[0], found[0] + count)]
        return found[0]

    def walk(self, expr: Expr) -> Expr:
        match expr:
            case ("local", int(slot)):
                return ("local", self.number(slot))
            case (str(op), members, int(slot), *bodies) if op in LOOPS:
                return (op, self.walk(members), self.number(slot), *map(self.part, bodies))
            case ("happened" | "happened-sum" | "happened-map", verb, period, int(slot), *bodies):
                count = len(self.ruleset.verbs[verb].roles) + 2
                return (expr[0], verb, period, self.several(slot, count), *map(self.part, bodies))
        return (expr[0], *map(self.part, expr[1:]))

    def part(self, part: Any) -> Any:
        return rewritten(part, self.walk)


def same(expr: Expr, free: set[int], ruleset: Ruleset) -> tuple[Expr, list[int]]:
    """One of all these, and the locals that are free in it in their order there."""
    numbered = Numbered(ruleset)
    found = numbered.walk(expr)
    if numbered.as_it_stands:
        return expr, sorted(free)
    return found, sorted(free, key=numbered.number)
