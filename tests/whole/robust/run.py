"""Many inputs of each kind over several processes, and the table of what came of them.

The inputs come in portions; what a portion holds depends on the seed, its kind and its number alone, so that any number
of processes tries the same, and a portion can be tried again by itself.  A process that dies is a crash of the input
that it had written down before it began.
"""

from __future__ import annotations

import contextlib
import gc
import json
import os
import resource
import signal
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from itertools import chain, count, zip_longest
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any

from tests.whole.robust import files, hostile, records, sentences
from tests.whole.robust.kinds import OUTCOMES, Data, Kind, attempt

KINDS: dict[str, Kind] = {
    kind.name: kind for kind in (*sentences.KINDS, *files.KINDS, *records.KINDS, *hostile.KINDS)
}
PORTION = 50
"""Inputs."""
COLLECTED = 10
"""Inputs after which cycles are collected."""
THAWED = 100
"""Portions after which a process looks through all it has, what was frozen included."""
MEMORY = 4_000_000_000
"""Bytes that a process may ask for: a runaway fails there, and not the whole machine."""


@dataclass(frozen=True)
class Portion:
    """So many inputs of one kind."""

    kind: str
    seed: int
    number: int
    size: int = PORTION

    def inputs(self) -> Iterator[Data]:
        chance = Random(f"{self.seed} {self.kind} {self.number}")
        for _ in range(self.size):
            yield KINDS[self.kind].make(chance)


@dataclass
class Row:
    """What came of inputs.  `memory`: the most that a process had in use, in megabytes."""

    outcomes: Counter[str] = field(default_factory=Counter)
    slowest: float = 0.0
    memory: int = 0
    crashes: list[dict[str, Any]] = field(default_factory=list)

    @property
    def inputs(self) -> int:
        return self.outcomes.total()

    def add(self, other: Row) -> None:
        self.outcomes += other.outcomes
        self.slowest = max(self.slowest, other.slowest)
        self.memory = max(self.memory, other.memory)
        self.crashes += other.crashes


def portions(inputs: int, seed: int, kinds: Iterable[str]) -> list[Portion]:
    """The work: kinds in turn, so that whoever stops early has seen some of each."""
    names = list(kinds)
    whole = sum(KINDS[name].share for name in names)
    queues = []
    for name in names:
        left, queue = round(inputs * KINDS[name].share / whole), []
        while left > 0:
            queue.append(Portion(name, seed, len(queue), min(PORTION, left)))
            left -= PORTION
        queues.append(queue)
    return [each for each in chain.from_iterable(zip_longest(*queues)) if each is not None]


# --- In a process of its own --------------------------------------------------------------------------------

_tried = count()


def begin() -> None:
    """What a process does first."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # who began it is told, and keeps what is done
    _, most = resource.getrlimit(resource.RLIMIT_AS)  # nobody but root may ask for more
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY if most < 0 else min(MEMORY, most), most))
    cache = tempfile.mkdtemp(prefix="sayso-robust-state-")
    os.environ["XDG_STATE_HOME"] = cache


def try_portion(portion: Portion, notes: Path | None = None) -> Row:
    """Try all its inputs, in a process that does only this.  `notes`: folder where the present one is written down."""
    fresh_peak()
    gc.disable()  # while it is on, each load of a pack counts all that is frozen: most of its time
    if next(_tried) % THAWED == THAWED - 1:
        gc.unfreeze()  # what was frozen and given up since is never freed otherwise: half a megabyte a portion
    gc.collect()
    gc.freeze()  # what earlier portions have loaded stays, too
    row = try_inputs(portion, notes)
    gc.enable()
    row.memory = peak()
    return row


def try_inputs(portion: Portion, notes: Path | None = None) -> Row:
    """What comes of each input of a portion."""
    row, kind = Row(), KINDS[portion.kind]
    note = notes / str(os.getpid()) if notes else None
    with tempfile.TemporaryDirectory(prefix="sayso-robust-") as folder:
        for number, data in enumerate(portion.inputs()):
            if number % COLLECTED == 0 and not gc.isenabled():
                gc.collect()
            if note:
                note.write_text(json.dumps(found(portion, data, "the process died")))
            tried = attempt(kind, data, Path(folder))
            row.outcomes[tried.outcome] += 1
            row.slowest = max(row.slowest, tried.seconds)
            if tried.outcome == "crash":
                row.crashes.append(found(portion, data, tried.error))
    if note:
        note.unlink()
    return row


def found(portion: Portion, data: Data, error: str) -> dict[str, Any]:
    """A crash, as it is kept in a file."""
    return {
        "kind": portion.kind,
        "seed": portion.seed,
        "portion": portion.number,
        "data": data,
        "error": error,
    }


def fresh_peak() -> None:
    """Forget how much memory was in use before, where the system can."""
    with contextlib.suppress(OSError):
        Path("/proc/self/clear_refs").write_text("5")


def peak() -> int:
    """Megabytes that were in use at most."""
    with contextlib.suppress(OSError):
        for line in Path("/proc/self/status").read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) // 1024
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most // 1024 if sys.platform != "darwin" else most // 1024**2


# --- Over several -------------------------------------------------------------------------------------------


@contextlib.contextmanager
def _frozen() -> Iterator[None]:
    """What is loaded stays: searching it again and again in each process would take half of the time, and searching it
    once, seconds in a process that holds much.
    """
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()


def run(work: list[Portion], jobs: int, told: Callable[[Portion, Row], None]) -> None:
    """Try all portions; `told` hears of each when it is done.  Raises `KeyboardInterrupt` when it is stopped."""
    for prepare in dict.fromkeys(KINDS[portion.kind].prepare for portion in work):
        prepare()
    with _frozen(), tempfile.TemporaryDirectory(prefix="sayso-robust-notes-") as folder:
        notes = Path(folder)
        left = dict.fromkeys(work)
        while left:
            if _over(list(left), jobs, notes, lambda portion, row: (left.pop(portion), told(portion, row))):
                return
            died = [Portion(n["kind"], n["seed"], n["portion"]) for n in _noted(notes)]
            for portion in [each for each in left if any(_same(each, one) for one in died)]:
                left.pop(portion)
                row = Row()
                if not _over([portion], 1, notes, lambda _, done, row=row: row.add(done)):
                    row = Row(Counter(crash=1), crashes=_noted(notes))
                told(portion, row)


def _same(one: Portion, other: Portion) -> bool:
    return (one.kind, one.number) == (other.kind, other.number)


def _noted(notes: Path) -> list[dict[str, Any]]:
    """What the processes had begun that are no more; it is forgotten.  A note that is not whole is of an innocent."""
    kept = []
    for path in notes.iterdir():
        with contextlib.suppress(ValueError):
            kept.append(json.loads(path.read_text()))
        path.unlink()
    return kept


def _over(work: list[Portion], jobs: int, notes: Path, told: Callable[[Portion, Row], object]) -> bool:
    """Whether no process died."""
    waiting = iter(work)
    running: dict[Future[Row], Portion] = {}
    with ProcessPoolExecutor(jobs, get_context("fork"), begin) as pool:
        try:
            while True:
                while len(running) < jobs + 1 and (portion := next(waiting, None)) is not None:
                    running[pool.submit(try_portion, portion, notes)] = portion
                if not running:
                    return True
                for future in wait(running, return_when=FIRST_COMPLETED).done:
                    row = future.result()
                    told(running.pop(future), row)
        except BrokenProcessPool:
            return False
        except KeyboardInterrupt:
            for process in list(pool._processes.values()):
                process.kill()
            raise


# --- The table ----------------------------------------------------------------------------------------------

HEAD = ("kind", "inputs", *OUTCOMES, "slowest", "memory")


def total(rows: dict[str, Row]) -> Row:
    every = Row()
    for row in rows.values():
        every.add(row)
    return every


def table(rows: dict[str, Row]) -> str:
    """A line for each kind, and their sum."""
    lines = [f"{HEAD[0]:26}" + "".join(f"{name:>10}" for name in HEAD[1:])]
    for name, row in [*rows.items(), ("all", total(rows))]:
        counts = "".join(f"{row.outcomes[each]:>10,}" for each in OUTCOMES)
        lines.append(f"{name:26}{row.inputs:>10,}{counts}{row.slowest:>8.2f} s{row.memory:>7} MB")
    return "\n".join(lines)
