"""Copies of what never changes: a world is copied for each way in which a sentence can go, very often."""

from __future__ import annotations

import dataclasses
from functools import cache
from typing import Any, TypeVar

T = TypeVar("T")

MADE = [0]
"""How many copies this process has made: what a sentence costs, the same on every machine."""


def replace(value: T, /, **changes: Any) -> T:
    """As `dataclasses.replace`, but where a frozen dataclass has no slots its fields are copied all at once."""
    MADE[0] += 1
    names = _copied_at_once(type(value))
    if names is None:
        return dataclasses.replace(value, **changes)
    held = value.__dict__
    assert changes.keys() <= held.keys(), changes
    copied = held.copy() if len(held) == len(names) else {name: held[name] for name in names}
    copied.update(changes)
    made = object.__new__(type(value))
    object.__setattr__(made, "__dict__", copied)
    return made


@cache
def _copied_at_once(kind: type) -> tuple[str, ...] | None:
    if not kind.__dictoffset__ or hasattr(kind, "__post_init__"):  # with slots, or compiled
        return None
    found = dataclasses.fields(kind)
    return tuple(each.name for each in found) if all(each.init for each in found) else None
