"""Answers that are kept in a state as long as nothing has changed that they depend on.

Whoever keeps answers says once what they depend on, as bits of `toolkit.kernel.changes`, and has a number for them:
one for all that depend on the same.  Whatever writes to a state sets the bits of what it wrote in `State.stale`;
before a kept answer is used, all that depend on one of these are forgotten (`fresh`).  So what is kept may be asked for
at any moment, in a copy, too.
"""

from __future__ import annotations

from typing import Any

from toolkit.kernel.state import State

MANY = 1_000
"""Sets of bits for which is known what depends on them; beyond it, that is told anew."""


class Kept:
    """For one machine.  `on`: whether anything is kept; the plain machine asks everything again."""

    __slots__ = ("_lost", "_numbers", "on")

    def __init__(self) -> None:
        self.on = True
        self._numbers: dict[tuple[str, int], int] = {}
        self._lost: dict[int, list[int]] = {}

    def number(self, what: str, reads: int) -> int:
        """For answers of one sort that depend on these bits."""
        found = self._numbers.get((what, reads))
        if found is None:
            found = self._numbers[what, reads] = len(self._numbers)
            self._lost.clear()
        return found

    def fresh(self, state: State) -> None:
        """Forgets what depends on anything that has changed."""
        bits, kept, state.stale = state.stale, state.kept, 0
        lost = self._lost.get(bits)
        if lost is None:
            if len(self._lost) >= MANY:
                self._lost.clear()
            lost = self._lost[bits] = [n for (_, reads), n in self._numbers.items() if reads & bits]
        for number in lost:
            if number in kept:
                del kept[number]

    def answers(self, state: State, number: int) -> dict[Any, Any]:
        """What is kept under a number, by what was asked about.  Generated code looks into the table itself."""
        if state.stale:
            self.fresh(state)
        return state.kept[number]
