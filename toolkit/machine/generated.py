"""The text of generated code: what may stand in it, and what is taken out of its loops."""

from __future__ import annotations

import re
from typing import Any


def whole(value: Any) -> int:
    """A plain number, so that nothing else ever reaches generated code."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError(f"a number is needed in generated code, not {value!r}")
    return value


FROZEN = re.compile(r"tuple\((t\d+)\)")


def unfrozen(text: str) -> str:
    """The list of which a tuple is made, for what only goes through it once."""
    found = FROZEN.fullmatch(text)
    return found[1] if found else text


TABLES = re.compile(r"(?<![\w.])(?:S\.(?:kids|parent|face|inner)\b|S\.columns\[\d+\])")
"""What is the same table as long as a state runs, whatever is written to it."""

READ = re.compile(TABLES.pattern + r"|(?<![\w.])L\[\d+\]")
"""These, and locals."""


def hoisted(lines: list[str], read: re.Pattern[str] = READ) -> list[str]:
    """Columns, contents and locals that lines with a loop read several times are fetched once, in front: they change
    none.
    """
    text = "\n".join(lines)
    if "for " not in text:
        return lines
    names = {found: re.sub(r"\W+", "_", found).strip("_").lower() for found in read.findall(text)}
    return [
        *(f"{name} = {found}" for found, name in names.items()),
        *read.sub(lambda m: names[m[0]], text).split("\n"),
    ]
