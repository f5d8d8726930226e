"""What a kind of input is, and how one input is tried."""

from __future__ import annotations

import signal
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any

Data = dict[str, Any]
"""An input as JSON: what is needed to try it again."""

OUTCOMES = ("refused", "warned", "same", "different", "crash")
"""`refused`: with a message; `warned`: accepted with one; `same`: accepted, and it says what it said before the damage;
`different`: accepted, and it says something else; `crash`: whatever an author must never see."""

HANGS = 120
"""Seconds (as the wall clock has them, on however busy a machine) after which an input is said to hang."""


class Hang(BaseException):
    """Beyond `HANGS`; nothing that catches an `Exception` keeps it."""


@dataclass(frozen=True)
class Kind:
    """`make`: an input, by chance.  `tried`: what came of it, one of `OUTCOMES`; whatever it raises is a crash.
    `share`: of all inputs, compared with other kinds.  `prepare`: loads what all inputs need."""

    name: str
    share: float
    make: Callable[[Random], Data]
    tried: Callable[[Data, Path], str]
    prepare: Callable[[], object] = tuple


@dataclass
class Tried:
    """One input.  `seconds`: of processor time.  `error`: the traceback of a crash."""

    kind: str
    outcome: str
    seconds: float
    data: Data
    error: str = ""


def attempt(kind: Kind, data: Data, folder: Path) -> Tried:
    """Try an input; `folder` is for files that it needs."""
    began = time.process_time()
    try:
        with limited(HANGS):
            outcome, error = kind.tried(data, folder), ""
    except (Exception, Hang, SystemExit):
        outcome, error = "crash", traceback.format_exc()
    assert outcome in OUTCOMES, outcome
    return Tried(kind.name, outcome, time.process_time() - began, data, error)


@contextmanager
def limited(seconds: int) -> Iterator[None]:
    """Raises `Hang` inside what takes longer."""

    def stop(number: int, frame: FrameType | None) -> None:
        raise Hang(f"longer than {seconds} s")

    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)
