"""The text of generated code: what may stand in it, and what is taken out of its loops."""

from __future__ import annotations

import re
from typing import Any


def whole(value: Any) -> int:
    """A plain number, so that nothing else ever reaches generated code."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError(f"a number is needed in generated code, not {value!r}")
    return value


def unfrozen(text: str) -> str:
    """The list of which a tuple is made, for what only goes through it once."""
    return text[len("tuple(") : -1] if text.startswith("tuple([") and text.endswith("])") else text


def hoisted(lines: list[str]) -> list[str]:
    """Columns, contents and locals that a function reads several times are fetched once, in front: it changes
    none.
    """
    text = "\n".join(lines)
    if "for " not in text:
        return lines
    names = {found: re.sub(r"\W+", "_", found).strip("_").lower() for found in _READ.findall(text)}
    return [
        *(f"{name} = {found}" for found, name in names.items()),
        *_READ.sub(lambda m: names[m[0]], text).split("\n"),
    ]


_READ = re.compile(r"(?<![\w.])(?:S\.(?:kids|parent|face|inner)\b|S\.columns\[\d+\]|L\[\d+\])")
