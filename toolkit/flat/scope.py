"""What slots are where an expression stands."""

from __future__ import annotations

from typing import Any

from toolkit.flat.tables import NotLowered

CONSTANTS = {"game": 0, "none": -1}

NUMBERS = frozenset({"int", "value"})

SIMPLE = frozenset({"local", "int", "value", "none", "game"})
"""Ops that cost nothing and are the same wherever they stand."""

MOST_BOUND = 48
"""What loops inside one another bind; `c/places.h` has room for more, for the arguments of what they ask."""

Node = tuple[Any, ...]
"""An op by its name, and its operands."""


class Scope:
    """What slots are where an expression stands: what a loop has bound, or the argument of a definition that is
    written out; others are locals.  `depth`: how much loops have bound.  `inside`: definitions that are written out.
    """

    __slots__ = ("bound", "depth", "inside")

    def __init__(self, bound: dict[int, Node], depth: int, inside: tuple[int, ...] = ()) -> None:
        self.bound = bound
        self.depth = depth
        self.inside = inside

    def inner(self, slot: int, count: int = 1) -> Scope:
        """With so many slots more."""
        if self.depth + count > MOST_BOUND:
            raise NotLowered("so many loops inside one another")
        more = {slot + k: ("temp", self.depth + k) for k in range(count)}
        return Scope({**self.bound, **more}, self.depth + count, self.inside)


NOTHING = Scope({}, 0)
