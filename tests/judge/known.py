"""Differences that are known: `known.yaml`, one entry for each name of a construction."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import yaml

from tests.judge.run import Difference

FILE = Path(__file__).resolve().parent / "known.yaml"


@dataclass(frozen=True)
class Known:
    """`name`: what the judge notes while it evaluates such a sentence.  `right`: judge, machine or open."""

    name: str
    pack: str
    field: str
    sentence: str
    judge: str
    machine: str
    right: str
    why: str


@cache
def known() -> tuple[Known, ...]:
    """All entries."""
    if not FILE.exists():
        return ()
    rows = yaml.safe_load(FILE.read_text(encoding="utf-8")) or []
    return tuple(Known(**row) for row in rows)


def is_known(found: Difference) -> bool:
    """Whether an entry speaks of this."""
    names = {entry.name for entry in known()}
    return bool(found.notes & names)
