"""Which example noticed each changed sentence the last time, in a file: nothing but an order in which to look.

In: a file of ours, or none yet.  Out: the same with what was found out.  What it says is tried first and never
believed, so it may be older than the pack.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from toolkit.report.atomic import write_atomic
from toolkit.report.files import read_bounded, reason_of

if TYPE_CHECKING:
    from toolkit.prove.variants import Variant, Verdict

LARGEST = 64_000_000
"""Bytes of such a file."""

INVALID = "no sentence"
"""In place of the example: it is no other sentence.  Ids of examples hold no spaces."""


class RecordError(ValueError):
    """The file cannot be read, or is none of ours; the message says so."""


@dataclass
class Record:
    """`rows`: by a change of a sentence the example that noticed it; empty: none did."""

    file: Path
    rows: dict[str, str] = field(default_factory=dict)

    @classmethod
    def read(cls, file: Path) -> Record:
        """What a file says; one that is not there says nothing.  Raises `RecordError`."""
        try:
            data = read_bounded(file, LARGEST)
        except FileNotFoundError:
            return cls(file)
        except OSError as error:
            raise RecordError(f"{file}: {reason_of(error)}.") from None
        try:
            rows = json.loads(data)["noticed by"] if len(data) <= LARGEST else None
        except (ValueError, KeyError, TypeError, RecursionError):
            rows = None
        if not isinstance(rows, dict) or not all(isinstance(row, str) for row in rows.values()):
            raise RecordError(f"{file} is no record of sayso test.")
        return cls(file, rows)

    def of(self, variant: Variant) -> str | None:
        """The example that noticed a change the last time, empty: none did; None: it was never judged."""
        return self.rows.get(key_of(variant))

    def add(self, verdicts: Iterable[Verdict]) -> None:
        """Remember what came of some."""
        for verdict in verdicts:
            self.rows[key_of(verdict.variant)] = INVALID if verdict.invalid else verdict.noticed

    def save(self) -> None:
        """Write the file, a line for each change.  Raises `OSError`."""
        write_atomic(
            self.file,
            json.dumps({"noticed by": self.rows}, ensure_ascii=False, indent=1, sort_keys=True) + "\n",
        )


def key_of(variant: Variant) -> str:
    """A change by its document, its place there and its words: lines move."""
    place = "/".join(map(str, (*variant.item.anchor.split("/")[2:], *variant.item.path)))
    return f"{place}: {variant.text} → {variant.becomes}".strip()
