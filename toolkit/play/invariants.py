"""The invariants of a pack, asked again only when something that they read has changed."""

from __future__ import annotations

from toolkit.kernel.state import State
from toolkit.machine import Machine
from toolkit.machine.reads import Reads


class Invariants:
    """Those of one machine's ruleset.  Which ones wait to be asked is in the state, so one serves all games."""

    def __init__(self, machine: Machine) -> None:
        reads = Reads(machine.model, machine.ruleset)
        self.watched_for = machine.watched_for
        self.every = [
            (machine.compile(expr), [-1, -1] + [0] * max(size - 2, 0), reads.condition(expr), sentence)
            for expr, size, sentence in machine.ruleset.invariants
        ]

    def broken(self, state: State) -> list[int]:
        """The sentences that do not hold; one that did not hold before is not told again while nothing changes."""
        changed = state.recent | state.changed
        state.recent = 0
        state.changed &= self.watched_for  # what waits for the watches
        return [
            sentence
            for holds, locals, reads, sentence in self.every
            if changed & reads and not holds(state, locals)
        ]
