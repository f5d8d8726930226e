"""What is decided in a running game, written down at once, so that a game that was killed goes on where it was.

A journal is a text file that only grows, a JSON object a line: what the game was begun with, then each decision and
each taking back (`{"back": 3}`: three decisions are left).  A line that was cut off does not count.  It lies in the
user's folder of states until the game is over.  Whoever writes it holds a lock on it, which ends with the process.
"""

from __future__ import annotations

import contextlib
import errno
import json
import os
import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

from toolkit.play.game import Game
from toolkit.play.record import head, read_record
from toolkit.report.atomic import being_written, lock, write_atomic
from toolkit.report.diagnostic import DiagnosticError
from toolkit.report.files import reason_of
from toolkit.report.places import user_folder

ENDING = ".journal"
MOST = 100
"""Unfinished games that are kept; the oldest go first."""


class Journal:
    """The journal of one game, from its next decision on.  `path`: where it is, or will be.  `bots`: who plays.

    `trouble`: why nothing can be written any more, else empty.
    """

    def __init__(self, path: Path | None, bots: str = "") -> None:
        self.path = path
        self.bots = bots
        self.trouble = "" if path is not None else "there is no folder for it"
        self._file: IO[bytes] | None = None
        self._written: list[tuple[int, int]] = []

    def follow(self, game: Game) -> None:
        """Write what has been decided since, and at first how it came to that.  What a disk cannot do is `trouble`."""
        if self.trouble or self.path is None:
            return
        try:
            if self._file is None:
                write_atomic(self.path, "".join(self._whole(game)))
                self._file = self.path.open("ab", buffering=0)
                lock(self._file)
                _forget_old(self.path.parent)
            else:
                self._append("".join(self._changes(game)).encode("utf-8"))
        except OSError as error:
            self.trouble = reason_of(error)
        self._written = game.decisions[:]

    def close(self, over: bool) -> None:
        """Nothing more comes.  The journal of a game that is over goes."""
        if over and self.path is not None:
            with contextlib.suppress(OSError):
                self.path.unlink()
        if self._file is not None:
            self._file.close()
            self._file = None

    @property
    def kept(self) -> bool:
        """Whether the game can be gone on with."""
        return self._file is not None and not self.trouble

    def _whole(self, game: Game) -> Iterator[str]:
        first = {**head(game, "journal"), "path": game.pack.source.folders[-1].root.resolve().as_posix()}
        yield _line({**first, "bots": self.bots})
        yield from self._decisions(game, 0)

    def _changes(self, game: Game) -> Iterator[str]:
        pairs = enumerate(zip(self._written, game.decisions, strict=False))
        same = next(
            (at for at, (old, new) in pairs if old != new), min(len(self._written), len(game.decisions))
        )
        if same < len(self._written):
            yield _line({"back": same})
        yield from self._decisions(game, same)

    def _decisions(self, game: Game, first: int) -> Iterator[str]:
        words = game.said()
        for number in range(first, len(game.decisions)):
            yield _line({"decision": game.decisions[number], "words": words[number]})

    def _append(self, lines: bytes) -> None:
        assert self._file is not None
        end = self._file.seek(0, os.SEEK_END)
        if self._file.write(lines) != len(lines):
            self._file.truncate(end)
            raise OSError(errno.ENOSPC, "the disk is full")


def _line(data: dict[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n"


# --- Where they are -----------------------------------------------------------------------------------------


def new_journal(game: Game, bots: str = "") -> Journal:
    """A journal for a game that begins now; there is a file from the first decision on."""
    folder = user_folder("state", "games")
    name = f"{game.pack.source.id[:60]}-{game.setup.seed}-{secrets.token_hex(4)}{ENDING}"
    return Journal(folder / name if folder else None, bots)


def unfinished(pack: str | None = None) -> list[Path]:
    """The journals of games that are not over and that nobody plays now, the latest first; `pack`: id of their pack."""
    folder = user_folder("state", "games")
    found = _latest_first(folder) if folder else []
    return [path for path in found if not being_written(path) and (pack is None or _pack_of(path) == pack)]


def _latest_first(folder: Path) -> list[Path]:
    times: dict[Path, float] = {}
    for path in folder.glob(f"*{ENDING}"):
        with contextlib.suppress(OSError):  # a game that ends now
            times[path] = path.stat().st_mtime
    return sorted(times, key=lambda path: (-times[path], path.name))


def _pack_of(path: Path) -> str | None:
    try:
        return read_record(path).pack
    except DiagnosticError:
        return None


def _forget_old(folder: Path) -> None:
    for path in _latest_first(folder)[MOST:]:
        if not being_written(path):
            with contextlib.suppress(OSError):
                path.unlink()
