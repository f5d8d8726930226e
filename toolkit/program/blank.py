"""What the locals of a program hold before an instruction fills them.

Instructions may be jumped over (*you may put all your cats in the park*), and a later sentence speaks of what they
would have filled (*those cats*): then it is nobody and nothing, an empty set or no amount.
"""

from __future__ import annotations

from collections.abc import Container, Iterator
from typing import Any

from toolkit.program.expression import SETS, Expr, giving
from toolkit.program.instruction import Instr
from toolkit.program.ruleset import Program
from toolkit.program.shapes import FILLED

ONE = giving("thing", "player")
"""Ops that give a thing, a place or a player, or none."""


def blank(program: Program) -> list[Any]:
    """The locals of a frame that has just begun, as many as it has: `()`, -1 or 0, by what fills them first."""
    held: list[Any] = [0] * program.locals
    seen: set[int] = set()
    counted = set(_counted(program.code))
    for instr in program.code:
        slot, value = _filled(instr, held, counted)
        if slot >= 0 and slot not in seen:
            seen.add(slot)
            held[slot] = value
    return held


def _counted(part: Any) -> Iterator[int]:
    """The slots whose members are counted: what came of a verb that was done with several things."""
    match part:
        case ("count", ("local", int(slot))):
            yield slot
        case tuple():
            for each in part:
                yield from _counted(each)


def _filled(instr: Instr, held: list[Any], counted: Container[int]) -> tuple[int, Any]:
    """The slot that an instruction fills, and what stands for nothing there."""
    match instr:
        case ("let", int(slot), tuple(expr)):
            return slot, _nothing(expr, held)
        case ("do", *_, int(slot)) if slot in counted:
            return slot, ()
        case ("choose-one", *_, int(slot)):
            return slot, -1
        case (str(op), *_, int(slot)) if FILLED.get(op) == "set":
            return slot, ()
    return -1, 0


def _nothing(expr: Expr, held: list[Any]) -> Any:
    match expr:
        case ("local", int(slot)):
            return held[slot]
        case ("if", _, a, b):
            return _nothing(a, held) or _nothing(b, held)
        case (op, *_) if op in SETS:
            return ()
        case (op, *_):
            return -1 if op in ONE else 0
