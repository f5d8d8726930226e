"""What a pack may make grow: the one table of all bounds.

`Limits` holds a number for each; the defaults are far beyond what any game needs.  A pack lowers them (`limits` in
`pack.yaml`), the person who runs it sets them freely, also higher (`SAYSO_LIMITS`).  What goes beyond one is stopped
with `Runaway`, which players and authors get as a diagnostic.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace

VARIABLE = "SAYSO_LIMITS"
"""The environment variable in which a person sets limits: `steps=1000000 seconds=60`."""


def _limit(default: int, counts: str) -> int:
    made: int = field(default=default, metadata={"counts": counts})
    return made


@dataclass(frozen=True, slots=True)
class Limits:
    """The largest number of each that is allowed."""

    steps: int = _limit(100_000, "steps between two decisions")
    seconds: int = _limit(2, "seconds of processor time between two decisions")
    depth: int = _limit(3_000, "effects, verbs or definitions that wait for one another")
    events: int = _limit(100_000, "events between two decisions")
    log: int = _limit(500_000, "events of one game")
    lasting: int = _limit(2_000, "effects that last or wait for a later moment, at the same time")
    waiting: int = _limit(20_000, "effects that begin at the same moment")
    options: int = _limit(10_000, "options of one decision")
    chosen: int = _limit(500, "answers to one choice, one after another")
    members: int = _limit(50_000, "members of one set")
    number: int = _limit(10**15, "in one number, or as far below zero")
    components: int = _limit(50_000, "components, places and groups of one game")
    values: int = _limit(10_000_000, "values: attributes and quantities times what may have them")
    decisions: int = _limit(20_000, "decisions of one game")

    def lowered(self, said: Mapping[str, int]) -> Limits:
        """These limits, where a pack says a smaller number that number."""
        return replace(self, **{name: min(number, getattr(self, name)) for name, number in said.items()})


DEFAULTS = Limits()

COUNTS: dict[str, str] = {each.name: each.metadata["counts"] for each in fields(Limits)}
"""What each limit counts, as it is told."""


class Runaway(RuntimeError):
    """Something grew beyond a limit.

    `limit`: its name; `most`: what it allowed.  `sentence`: index of the sentence that ran, -1: unknown.  `chain`:
    those of the effects that led there, outermost first.
    """

    def __init__(self, limit: str, most: int) -> None:
        super().__init__(f"more than {most} {COUNTS[limit]}")
        self.limit = limit
        self.most = most
        self.sentence = -1
        self.chain: tuple[int, ...] = ()

    def __reduce__(self) -> tuple[object, ...]:
        return Runaway, (self.limit, self.most), {"sentence": self.sentence, "chain": self.chain}


class Asked(Runaway):
    """A seat that decides nothing (the `people` of a scenario do not sit there) would have to decide."""

    def __init__(self, seat: int) -> None:
        super().__init__("options", 1)
        self.limit = "people"
        self.args = (f"seat {seat} decides nothing, and is asked",)
        self.seat = seat

    def __reduce__(self) -> tuple[object, ...]:
        return Asked, (self.seat,), {"sentence": self.sentence, "chain": self.chain}


def limits_for(said: Mapping[str, int], environment: Mapping[str, str] = os.environ) -> Limits:
    """The limits of a pack that says these, on this machine.  Raises ValueError for a variable that says nothing."""
    return replace(DEFAULTS.lowered(said), **_read(environment.get(VARIABLE, "").replace(",", " ").split()))


def _read(words: Iterable[str]) -> dict[str, int]:
    found = {}
    for word in words:
        name, _, number = word.partition("=")
        if name not in COUNTS or not number.isdecimal() or not number.isascii() or not int(number):
            names = ", ".join(COUNTS)
            raise ValueError(f"{VARIABLE} is a list such as `steps=200000`, of {names}; not `{word}`")
        found[name] = int(number)
    return found
