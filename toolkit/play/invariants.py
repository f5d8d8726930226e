"""The invariants of a pack, asked again only when something that they read has changed."""

from __future__ import annotations

from dataclasses import dataclass

from toolkit.compile.optimise import watch_reads
from toolkit.kernel.state import State
from toolkit.machine import Machine
from toolkit.machine.effects import Evaluate


@dataclass(frozen=True)
class Invariant:
    """`reads`: as of a watch; (): asked every time."""

    holds: Evaluate
    sentence: int
    locals: list[int]
    reads: tuple[int, ...]


class Invariants:
    """Those of one machine's ruleset, and what they saw when they were asked last."""

    def __init__(self, machine: Machine) -> None:
        self.every = [
            Invariant(
                machine.compile(expr),
                sentence,
                [-1, -1] + [0] * max(size - 2, 0),
                watch_reads(expr, None, None, machine.ruleset),
            )
            for expr, size, sentence in machine.ruleset.invariants
        ]
        self.columns = sorted({c for each in self.every for c in each.reads if c >= 0})
        self.parent: list[int] = []
        self.kids: list[tuple[int, ...]] = []
        self.face: list[int] = []
        self.values: dict[int, list[int]] = {}

    def broken(self, state: State) -> list[int]:
        """The sentences that do not hold; one that did not hold before is not told again while nothing changes."""
        if not self.every:
            return []
        changed = self.changed(state)
        return [
            each.sentence
            for each in self.every
            if (not each.reads or not changed.isdisjoint(each.reads))
            and not each.holds(state, list(each.locals))
        ]

    def changed(self, state: State) -> set[int]:
        """The columns that are not as at the last look; -1: places or faces."""
        found = set()
        if (state.parent, state.kids, state.face) != (self.parent, self.kids, self.face):
            found.add(-1)
            self.parent, self.kids, self.face = state.parent[:], state.kids[:], state.face[:]
        for column in self.columns:
            if state.columns[column] != self.values.get(column):
                found.add(column)
                self.values[column] = state.columns[column][:]
        return found
