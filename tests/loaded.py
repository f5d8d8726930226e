"""Packs of the project that no test changes, each loaded once in a process: the largest takes more than a second."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from toolkit.compile.pack import Pack, load_pack
from toolkit.report.diagnostic import Checked

ROOT = Path(__file__).resolve().parents[1]
SEARCH = (ROOT / "tests" / "packs", ROOT / "content")


@cache
def checked(folder: Path) -> Checked[Pack | None]:
    """A pack with what is said of it."""
    return load_pack(folder, SEARCH)


def pack(path: str | Path) -> Pack:
    """A pack without errors, by its path from the root of the project."""
    found = checked(ROOT / path)
    assert not found.errors, [each.message for each in found.errors]
    assert found.value is not None
    return found.value
