"""Which sets stand in an order that means something: that of a rank, of a stack, of what a player chose one by one.

All others stand in the order of the numbers of their members, which no sentence speaks of.
"""

from __future__ import annotations

from toolkit.program.expression import Expr
from toolkit.program.instruction import Instr
from toolkit.program.ruleset import Function
from toolkit.program.shapes import FILLED

COLLECTED = frozenset({"inside", "contents", "all", "all-in", "empty", "single"})
"""Ops that gather what there is."""

KEPT = frozenset({"filter", "minus", "inter"})
"""Ops that leave some of their first operand out."""

Seen = frozenset[tuple[str, int]]


def arbitrary(
    expr: Expr, code: tuple[Instr, ...], functions: list[Function], seen: Seen = frozenset()
) -> bool:
    """Whether the order of a set means nothing.  `code`: of the program in which it stands.  `seen`: locals and
    functions on the way to it.
    """

    def free(part: Expr) -> bool:
        return arbitrary(part, code, functions, seen)

    match expr:
        case (str(op), *_) if op in COLLECTED:
            return True
        case (str(op), inner, *_) if op in KEPT:
            return free(inner)
        case ("union", *parts):
            return all(free(part) for part in parts)
        case ("if", _, a, b):
            return free(a) and free(b)
        case ("call", int(number), *_) if ("call", number) not in seen:
            return arbitrary(functions[number].body, (), functions, seen | {("call", number)})
        case ("local", int(slot)) if ("local", slot) not in seen:
            seen |= {("local", slot)}
            lets = _lets(slot, code)
            return bool(lets) and all(free(part) for part in lets)
    return False


def _lets(slot: int, code: tuple[Instr, ...]) -> list[Expr]:
    """What a program puts into a local; nothing, if something else fills it: a choice, chance, an event."""
    if any(instr[0] in FILLED and instr[-1] == slot for instr in code):
        return []
    return [instr[2] for instr in code if instr[:2] == ("let", slot)]
