"""What has been counted of many games, in a folder: a run that was stopped goes on there, and more games are added.

    with Counted.at(folder, lab) as counted:         # raises FolderError
        tally = simulate(lab.job, jobs, lab=lab, counted=counted)

The folder holds one file: which games these are (`identity`), their numbers, and what was counted.  It is written anew
every now and then, whole or not at all, so that little is lost whenever the process ends.  A lock keeps a second
process out; where a file system knows no locks, the file is still of one of the two, whole.  What failed is not in it:
those games are played again, so that what is told of them is true.

The file is data that may come from anywhere.  It is bounded, it is sealed against damage, its form is checked number by
number, and a summary is made of it before anybody believes it.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import IO, TYPE_CHECKING, Any, get_args, get_origin, get_type_hints

from toolkit.prove.identity import differences, identity
from toolkit.prove.summary import summary
from toolkit.prove.tally import Tally, joined
from toolkit.report.atomic import lock, write_atomic
from toolkit.report.files import read_bounded, reason_of

if TYPE_CHECKING:
    from toolkit.prove.simulate import Lab

FILE = "games.json"
LOCK = ".lock"
FORMAT = 1
LARGEST = 64_000_000
"""Bytes of the file."""
EVERY = 1.0
"""Seconds between two times that it is written."""
SELDOM = 20
"""But so many times as long as it takes to write it."""
MOST = 2**63
"""No number in it is as large."""


class FolderError(ValueError):
    """Nothing can be counted in that folder; the message says why, and what to do."""


@dataclass
class Counted:
    """`tally`: what was there.  `trouble`: why it can no longer be written; else empty."""

    folder: Path
    identity: dict[str, Any]
    asked: int
    tally: Tally
    trouble: str = ""
    _written: int = -1
    _due: float = 0.0

    @classmethod
    @contextmanager
    def at(cls, folder: Path, lab: Lab) -> Iterator[Counted]:
        """What a folder holds of the games of a lab; an empty one, or one that is not there yet, holds none.

        Raises `FolderError`.
        """
        try:
            folder.mkdir(parents=True, exist_ok=True)
            _refuse_others(folder)
            lock_file = _opened(folder / LOCK)
        except FileExistsError:
            raise FolderError(f"{folder} is no folder.") from None
        except OSError as error:
            raise FolderError(f"{folder}: {reason_of(error)}.") from None
        with lock_file:
            if not lock(lock_file):
                raise FolderError(
                    f"Another sayso simulate counts in {folder}. Wait for it, or name another folder."
                )
            counted = cls(folder, identity(lab), lab.job.games, Tally())
            counted.read(lab)
            if not counted.tally.games:
                counted.write(counted.tally)
                if counted.trouble:
                    raise FolderError(f"{counted.file}: {counted.trouble}.")
            yield counted

    @property
    def file(self) -> Path:
        return self.folder / FILE

    # -- Writing ----------------------------------------------------------------------------------------------

    def heard(self, progress: Callable[[Tally], None] | None) -> Callable[[Tally], None]:
        """What is told of each step, and writes the file when it is time to."""
        self._due = monotonic() + EVERY

        def follow(total: Tally) -> None:
            began = monotonic()
            if began >= self._due:
                self.write(total)
                self._due = began + max(EVERY, SELDOM * (monotonic() - began))
            if progress is not None:
                progress(total)

        return follow

    def write(self, total: Tally) -> None:
        """Put all that is counted into the file, if there is more than it has.  What a disk cannot do is `trouble`."""
        if total.games == self._written:
            return
        body = json.dumps(
            {"run": self.identity, "asked": self.asked, "counts": as_data(total)}, separators=(",", ":")
        )
        try:
            write_atomic(self.file, f"{_head(body)}\n{body}\n")
        except OSError as error:
            self.trouble = reason_of(error)
        else:
            self._written, self.trouble = total.games, ""

    # -- Reading ----------------------------------------------------------------------------------------------

    def read(self, lab: Lab) -> None:
        """Take what the file holds.  Raises `FolderError`."""
        try:
            data = read_bounded(self.file, LARGEST)
        except FileNotFoundError:
            return
        except OSError as error:
            raise FolderError(f"{self.file}: {reason_of(error)}.") from None
        found = self._parsed(data)
        other = (
            differences(found["run"], self.identity) if isinstance(found.get("run"), dict) else ["nothing"]
        )
        if other:
            raise FolderError(
                f"{self.folder} holds games of another kind: {', '.join(other)}. Ask for the same, or name another "
                "folder."
            )
        tally = as_tally(found.get("counts"))
        asked = found.get("asked")
        if tally is None or type(asked) is not int or not _makes_sense(lab, tally):
            raise self._damaged()
        if tally.runs and tally.runs[-1][1] > self.asked:
            raise FolderError(
                f"{self.folder} holds {tally.games:,} games of a run of {asked:,}, and what fewer would come to cannot "
                f"be told from them. Say --games {max(asked, tally.runs[-1][1])} or more, or name another folder."
            )
        self.tally, self._written = tally, tally.games
        self.asked = max(self.asked, asked)

    def _parsed(self, data: bytes) -> dict[str, Any]:
        """The part that is sealed.  Raises `FolderError`."""
        foreign = FolderError(
            f"{self.file} was not written by sayso simulate. Name a folder that does not exist yet."
        )
        if len(data) > LARGEST:
            raise foreign
        first, _, body = data.partition(b"\n")
        try:
            head = json.loads(first)
        except (ValueError, RecursionError):
            raise foreign from None
        if not isinstance(head, dict) or head.get("sayso") != "games":
            raise foreign
        if head.get("format") != FORMAT:
            raise FolderError(
                f"{self.file} was written by another version of sayso. Go on with that one, or name another folder."
            )
        try:
            text = body.decode().removesuffix("\n")
            found = json.loads(text) if first.decode() == _head(text) else None
        except (ValueError, RecursionError):
            found = None
        if not isinstance(found, dict):
            raise self._damaged()
        return found

    def _damaged(self) -> FolderError:
        return FolderError(
            f"{self.file} is damaged. Delete it to play its games again, or name another folder."
        )


def _refuse_others(folder: Path) -> None:
    """A folder of something else is not written into.  Raises `FolderError`."""
    names = sorted(each.name for each in folder.iterdir() if not each.name.startswith("."))
    if names and not (folder / FILE).is_file():
        raise FolderError(
            f"{folder} holds other files ({names[0]}), and no games. Name a folder that is empty, or not there yet."
        )


def _opened(path: Path) -> IO[bytes]:
    """A file to be locked: it is made, and nothing is ever written into it."""
    flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    return os.fdopen(os.open(path, flags, 0o666), "rb")


def _head(body: str) -> str:
    seal = hashlib.sha256(body.encode()).hexdigest()
    return json.dumps({"sayso": "games", "format": FORMAT, "sha256": seal})


def _makes_sense(lab: Lab, tally: Tally) -> bool:
    """Whether games of this lab can have come to this, as far as that can be seen: so also what nobody has foreseen is
    refused here, and not told as a mistake of ours.
    """
    numbers = [number for run in tally.runs for number in run]
    if numbers != sorted(set(numbers)) or joined(tally.runs) != tally.runs or min(numbers, default=0) < 0:
        return False
    games = sum(stop - first for first, stop in tally.runs)
    if not games == tally.games == tally.decisions.total():
        return False
    try:
        summary(lab, tally)
    except Exception:
        return False
    return True


# --- A tally as data ----------------------------------------------------------------------------------------


def as_data(tally: Tally) -> dict[str, Any]:
    """All that is counted but what failed, for JSON: of each counter rows of its keys, what is in them side by side,
    with the count at the end.
    """
    made: dict[str, Any] = {}
    for name in _hints():
        value = getattr(tally, name)
        if isinstance(value, Counter):
            value = sorted([*_side_by_side(key), times] for key, times in value.items())
        made[name] = value
    return made


def as_tally(data: Any) -> Tally | None:
    """What `as_data` has made; None: it is something else."""
    hints = _hints()
    if not isinstance(data, dict) or data.keys() != hints.keys():
        return None
    tally = Tally()
    try:
        for name, hint in hints.items():
            setattr(tally, name, _read(hint, data[name]))
    except ValueError:
        return None
    return tally


def _hints() -> dict[str, Any]:
    hints = get_type_hints(Tally)
    del hints["failed"]
    return hints


def _read(hint: Any, value: Any) -> Any:
    """A value of a field of this type.  Raises `ValueError`."""
    kind, held = get_origin(hint), get_args(hint)
    if kind is None:
        return _one(hint, value)
    if not isinstance(value, list) or not all(isinstance(row, list) for row in value):
        raise ValueError("no rows")
    if kind is list:
        return [_key(held[0], iter(row), len(row)) for row in value]
    found = {_key(held[0], iter(row), len(row) - 1): _one(int, row[-1]) for row in value if row}
    if len(found) != len(value):
        raise ValueError("a key twice")
    return Counter(found)


def _key(hint: Any, values: Iterator[Any], count: int) -> Any:
    if count != _width(hint):
        raise ValueError("too few or too many in a row")
    return _built(hint, values)


def _built(hint: Any, values: Iterator[Any]) -> Any:
    if get_origin(hint) is tuple:
        return tuple(_built(each, values) for each in get_args(hint))
    return _one(hint, next(values))


def _width(hint: Any) -> int:
    return sum(map(_width, get_args(hint))) if get_origin(hint) is tuple else 1


def _one(form: type, value: Any) -> Any:
    if type(value) is not form or (isinstance(value, int) and abs(value) >= MOST):
        raise ValueError("no such value")
    return value


def _side_by_side(key: Any) -> Iterator[Any]:
    if isinstance(key, tuple):
        for each in key:
            yield from _side_by_side(each)
    else:
        yield key
