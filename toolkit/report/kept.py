"""What was found out before, in files of the user's cache: rows of text by their keys, sealed.

In: a head, which says on what all rows of the file depend.  Out: the row of a key, or None.  What is kept only saves
time: a file whose seal is broken, by a full disk or by a hand, or which has another head, counts as empty; and nothing
that is read from one can run, because a row is text, which whoever asks for it reads as JSON.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path

import toolkit
from toolkit.report.places import user_folder
from toolkit.report.sealed import SEAL, keep_sealed, read_sealed
from toolkit.resources import resource

LARGEST = 64_000_000
"""Bytes of a file that is read or written."""


@dataclass
class KeptRows:
    """The rows of one file.  `file`: None: nothing can be kept.  `head`: on what they depend, besides the program; it
    is gone through when a file is read or written, so it must still say the same then.

    `files`: so many files with this ending stay in the folder.  `met`: what was asked for or put.  `new`: how many of
    these were put.
    """

    file: Path | None
    head: Iterable[str]
    files: int = 40
    met: dict[str, str] = field(default_factory=dict)
    new: int = 0
    _rows: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        data = read_sealed(self.file, LARGEST + SEAL) if self.file is not None else None
        if data is None:
            return
        head, *lines = data.decode(errors="replace").split("\n")
        if head == self.digest:
            self._rows = dict(zip(lines[::2], lines[1::2], strict=False))

    @cached_property
    def digest(self) -> str:
        """On what the rows depend, as it stands in the file."""
        return digest_of([program(), *self.head])

    @classmethod
    def of(cls, part: str, name: str, head: Iterable[str], files: int = 40) -> KeptRows:
        """The file of the cache for something of this name."""
        folder = user_folder("cache", part)
        if folder is None:
            return cls(None, ())
        return cls(folder / f"{digest_of([name])[:32]}.rows", head, files)

    def get(self, key: str) -> str | None:
        """The row of a key."""
        row = self.met.get(key)
        if row is None and (row := self._rows.get(key)) is not None:
            self.met[key] = row
        return row

    def put(self, key: str, row: str) -> None:
        """Remember a row.  Keys and rows are single lines: JSON, or hashes."""
        self.met[key] = row
        self.new += 1

    def save(self, fewest: int = 1) -> None:
        """Write the file, if at least so many rows are new.  What nobody has asked for stays while it is not the
        larger part."""
        if self.file is None or self.new < fewest:
            return
        rows = self.met if len(self._rows) > 2 * len(self.met) else {**self._rows, **self.met}
        data = "\n".join((self.digest, *(line for pair in rows.items() for line in pair))).encode()
        if len(data) > LARGEST or not keep_sealed(self.file, data):
            return
        others = self.file.parent.glob(f"*{self.file.suffix}")
        for old in sorted(others, key=lambda each: each.stat().st_mtime_ns)[: -self.files]:
            old.unlink(missing_ok=True)


def digest_of(parts: Iterable[str]) -> str:
    """One hash of several texts, each with its length before it."""
    whole = hashlib.sha256()
    for part in parts:
        data = part.encode(errors="surrogatepass")
        whole.update(f"{len(data)}:".encode() + data)
    return whole.hexdigest()


@cache
def program() -> str:
    """Changes with the version of the toolkit, with each of its modules and with the files of the language."""
    roots = (
        (Path(toolkit.__file__).parent, ".py"),
        (resource("grammar"), ""),
        (resource("site", "labels"), ""),
    )
    stamps = (stamp for root, ending in roots for stamp in sorted(_stamps(str(root), ending, "")))
    return digest_of((toolkit.__version__, *stamps))


@cache
def program_text() -> str:
    """The same wherever what decides how a game goes is the same, whoever has installed it and when: for what comes
    from another machine, or from an older version.  It takes longer than `program`.
    """
    parts = [toolkit.__version__]
    for root, endings in ((Path(toolkit.__file__).parent, (".py", ".c", ".h")), (resource("grammar"), "")):
        names = sorted(stamp.rsplit(" ", 2)[0] for stamp in _stamps(str(root), endings, ""))
        for name in names:
            if not name.startswith((".", "_", "cli/", "press/", "site/")) or "/" not in name:
                parts += name, (root / name).read_text(encoding="utf-8")
    return digest_of(parts)


def _stamps(folder: str, ending: str | tuple[str, ...], prefix: str) -> Iterator[str]:
    """Of each file below a folder its path, time and size.  Every command asks for them, and `Path` is slow."""
    for entry in os.scandir(folder):
        if entry.is_dir():
            yield from _stamps(entry.path, ending, f"{prefix}{entry.name}/")
        elif entry.name.endswith(ending):
            found = entry.stat()
            yield f"{prefix}{entry.name} {found.st_mtime_ns} {found.st_size}"
