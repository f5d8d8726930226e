"""How much one decision has taken so far: the part of the limits that must be looked at while something runs.

Counting costs time itself, so the machine looks once in `CHECK` steps, and inside of one step where a loop may be
long: `Meter.guard`.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from toolkit.kernel.state import State
from toolkit.limits import Limits, Runaway

CHECK = 64
"""Steps between two looks."""

WORK = 200_000
"""Roughly as many small operations between two looks at the clock."""

LATELY = 0.02
"""The share of its time by which a decision may begin after the processor's clock was read: to read it costs as much as
a tenth of most decisions.
"""

MANY = 64
"""A loop of the machine's own is guarded from so many members on at the latest."""

RULE_COST = 20
"""Operations that asking one rule about one thing takes."""

wall_time = time.perf_counter
processor_time = getattr(time, "thread_time", time.process_time)


class Meter:
    """Of one machine; `begin` for each decision.

    `many`: from so many members on, or from the first too many, a loop of the machine's own is guarded.  `deep`: how
    many conditions of verbs are being asked, each for the one before.  `nested`: how many attributes have been asked
    for another one.  `used`: of the processor, when that clock was last `read`.
    """

    __slots__ = (
        "began",
        "deep",
        "first",
        "limits",
        "logged",
        "many",
        "nested",
        "read",
        "running",
        "used",
        "work",
    )

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.first = min(CHECK, limits.steps)
        self.many = min(MANY, limits.members)
        self.began = 0.0
        self.used = 0.0
        self.read = -1.0
        self.running = False
        self.deep = 0
        self.nested = 0
        self.logged = 0
        self.work = 0

    def begin(self, state: State) -> int:
        """A decision begins to be made; gives the steps until the first look.  The clock starts at that look."""
        self.began = 0.0
        self.deep = 0
        self.running = True
        self.logged = len(state.log) if state.log is not None else 0
        return self.first

    def restart(self) -> None:
        """The clock starts at the next look, and nothing is being asked."""
        self.began = 0.0
        self.deep = 0

    def end(self) -> None:
        """The decision is made: what is looked at until the next one begins, is no part of it."""
        self.running = False

    def look(self, state: State, steps: int) -> int:
        """So many steps are done; gives those until the next look.  Raises `Runaway`."""
        limits = self.limits
        if steps >= limits.steps:
            raise Runaway("steps", limits.steps)
        self.refuse("depth", len(state.frames), limits.depth)
        self.refuse("lasting", len(state.effects) + len(state.delayed), limits.lasting)
        log = len(state.log) if state.log is not None else 0
        self.refuse("events", log - self.logged, limits.events)
        self.refuse("log", max(log, len(state.history)), limits.log)
        self.clock()
        return min(CHECK, limits.steps - steps)

    def deeper(self) -> None:
        """The condition of a verb is asked, perhaps for that of another one.  Compiled modules cannot leave it to
        Python to notice that this has no end.
        """
        self.deep += 1
        if self.deep > self.limits.depth:
            raise Runaway("depth", self.limits.depth)

    def within(self, depth: int) -> None:
        """An attribute is asked, for that of another, and so on, `depth` times.

        Rules of a few things that ask one another ask in every order that there is: also where no decision is being
        made, this has an end.
        """
        if not depth:
            self.nested = 0
            return
        self.refuse("depth", depth, self.limits.depth)
        self.nested += 1
        self.refuse("steps", self.nested, self.limits.steps)
        self.charge(RULE_COST)

    @staticmethod
    def refuse(limit: str, number: int, most: int) -> None:
        """Raises `Runaway` when it is more."""
        if number > most:
            raise Runaway(limit, most)

    def clock(self) -> None:
        """Raises `Runaway` when the decision takes too long."""
        self.work = 0
        if not self.running:
            return
        now = wall_time()
        if not self.began:
            self.began = now
            if not 0 <= now - self.read <= self.limits.seconds * LATELY:
                self.read, self.used = now, processor_time()
        elif (
            now - self.began > self.limits.seconds
        ):  # else it cannot have used more, which costs far more to ask
            if processor_time() - self.used > self.limits.seconds:
                raise Runaway("seconds", self.limits.seconds)

    def guard(self, members: Sequence[Any], cost: int) -> Iterable[Any]:
        """The same members, for a loop whose body takes about `cost` operations.

        Raises `Runaway` for more members than a set may have.
        """
        count = len(members)
        if count > self.limits.members:
            raise Runaway("members", self.limits.members)
        work = count * cost
        if work > WORK:
            return self.slowly(members, cost)
        self.work += work
        if self.work > WORK:
            self.clock()
        return members

    def charge(self, cost: int) -> None:
        """Something that may take long runs once more."""
        self.work += cost
        if self.work > WORK:
            self.clock()

    def slowly(self, members: Sequence[Any], cost: int) -> Iterator[Any]:
        for member in members:
            self.work += cost
            if self.work > WORK:
                self.clock()
            yield member
