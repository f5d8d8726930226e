"""Answers that are kept in a state as long as nothing has changed that they depend on.

Whoever keeps answers says once what they depend on, as bits of `toolkit.kernel.changes`, and has a number for them.
Whatever writes to a state sets the bits of what it wrote in `State.stale`; before a kept answer is used, all that
depend on one of these are forgotten (`fresh`).  So what is kept may be asked for at any moment, in a copy, too.
"""

from __future__ import annotations

from typing import Any

from toolkit.kernel.state import State

MANY = 1_000
"""Sets of bits for which is known what depends on them; beyond it, that is told anew."""


class Kept:
    """For one machine.  `on`: whether anything is kept; the plain machine asks everything again."""

    __slots__ = ("_lost", "_reads", "on")

    def __init__(self) -> None:
        self.on = True
        self._reads: list[int] = []
        self._lost: dict[int, list[int]] = {}

    def number(self, reads: int) -> int:
        """A number for answers that depend on these bits."""
        self._reads.append(reads)
        self._lost.clear()
        return len(self._reads) - 1

    def fresh(self, state: State) -> dict[int, Any]:
        """What is kept of a state by numbers, without what has changed."""
        bits = state.stale
        if bits:
            state.stale = 0
            lost = self._lost.get(bits)
            if lost is None:
                if len(self._lost) >= MANY:
                    self._lost.clear()
                lost = self._lost[bits] = [n for n, reads in enumerate(self._reads) if reads & bits]
            for kept in (state.kept, state.answers):
                for number in [n for n in lost if n in kept] if kept else ():
                    del kept[number]
        return state.kept

    def answers(self, state: State, number: int) -> dict[Any, Any]:
        """What is kept under a number, by what was asked about."""
        if state.stale:
            self.fresh(state)
        found: dict[Any, Any] | None = state.answers.get(number)
        if found is None:
            found = state.answers[number] = {}
        return found
