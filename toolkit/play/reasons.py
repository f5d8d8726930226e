"""Why a condition does not hold: the things that break it, what was found and what was expected.

`Asker.why_not` walks the condition's expression on a state, so it explains whatever conditions can say; where it finds
nothing to point at, the reason is empty and the sentence speaks for itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from toolkit.program.expression import MIRRORED, OPPOSITE, Expr

if TYPE_CHECKING:
    from toolkit.kernel.state import State
    from toolkit.machine import Machine

WANTED = {
    "le": "at most",
    "lt": "less than",
    "ge": "at least",
    "gt": "more than",
    "eq": "exactly",
    "ne": "another number than",
}
AMOUNTS = frozenset(
    {"int", "count", "sum", "max", "min", "add", "sub", "mul", "neg", "div", "div-up", "mod", "abs"}
)
"""Ops of which *equal* compares amounts, and not things or names."""


@dataclass(frozen=True)
class Reason:
    """`culprits`: things that break the condition, each with its own reason.  `found`, `expected`: *4*, *at most 3*.
    `counted`: the things that were counted.
    """

    culprits: tuple[tuple[int, Reason], ...] = ()
    found: int | None = None
    expected: str = ""
    counted: tuple[int, ...] = ()

    @property
    def words(self) -> str:
        """*found 4, expected at most 3*; empty when nothing was compared."""
        return "" if self.found is None else f"found {self.found}, expected {self.expected}"

    @property
    def empty(self) -> bool:
        return not self.culprits and self.found is None


NOTHING = Reason()


@dataclass(frozen=True)
class Asker:
    """Asks one state."""

    machine: Machine
    state: State

    def value(self, expr: Expr, locals: list[Any]) -> Any:
        """What an expression is worth."""
        return self.machine.evaluate(expr, self.state, locals)

    def why_not(self, expr: Expr, locals: list[Any], wanted: bool = True) -> Reason:
        """Why a condition is not `wanted`, though it should be."""
        op = expr[0]
        if op == "not":
            return self.why_not(expr[1], locals, not wanted)
        if op in ("and", "or"):
            return self.joined(expr, locals, wanted)
        if (op == "every" and wanted) or (op == "any" and not wanted):
            return self.members(expr, locals, wanted)
        if op in WANTED:
            return self.compared(expr, locals, wanted)
        if op == "call":
            function = self.machine.ruleset.functions[expr[1]]
            arguments = [self.value(argument, locals) for argument in expr[2:]]
            return self.why_not(
                function.body, [*arguments, *[0] * (function.locals - len(arguments))], wanted
            )
        return NOTHING

    def joined(self, expr: Expr, locals: list[Any], wanted: bool) -> Reason:
        """Of conditions joined by *and* or *or*: the last of those to blame for which there is a reason."""
        for part in reversed(expr[1:]):
            if bool(self.value(part, locals)) != wanted:
                reason = self.why_not(part, locals, wanted)
                if not reason.empty:
                    return reason
        return NOTHING

    def members(self, expr: Expr, locals: list[Any], wanted: bool) -> Reason:
        """Those of a set that break what is said of each."""
        _, items, slot, condition = expr
        culprits = []
        for member in self.value(items, locals):
            inner = self.machine.interpreter.bind(locals, slot, member)
            if bool(self.value(condition, inner)) != wanted:
                reason = self.why_not(condition, inner, wanted)
                if reason.empty and not wanted and items[0] == "filter":  # why it is one of them at all
                    inner = self.machine.interpreter.bind(locals, items[2], member)
                    reason = self.why_not(items[3], inner, wanted)
                culprits.append((member, reason))
        return Reason(tuple(culprits))

    def compared(self, expr: Expr, locals: list[Any], wanted: bool) -> Reason:
        """Two amounts."""
        op, left, right = expr
        if op in ("eq", "ne") and left[0] not in AMOUNTS and right[0] not in AMOUNTS:
            return NOTHING
        if left[0] == "int":
            op, left, right = MIRRORED[op], right, left
        if not wanted:
            op = OPPOSITE[op]
        found, bound = self.value(left, locals), self.value(right, locals)
        if type(found) is not int or type(bound) is not int:
            return NOTHING
        counted = tuple(self.value(left[1], locals)) if left[0] == "count" else ()
        return Reason((), found, f"{WANTED[op]} {bound}", counted)
