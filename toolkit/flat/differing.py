"""What differs between two versions of a pack, so that a game can tell whether it came to any of it.

A game with the same seed and bots is the same game on both versions as long as nothing is come to that differs: not
by the game itself, and not by what a bot tried in its head.  `differing(old, new)` finds the programs, functions and
conditions of rules that are not equal; that all else is, what is lowered without them proves (`Lowered.differing`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from toolkit.program.ruleset import Ruleset

FIELDS = ("match", "holders", "you", "over", "holds", "value", "was", "before")
"""What a rule asks: expressions."""


@dataclass(frozen=True)
class Differing:
    """By their numbers, which both versions share.  `fields`: of a rule, by name."""

    programs: frozenset[int] = frozenset()
    functions: frozenset[int] = frozenset()
    fields: frozenset[tuple[int, str]] = frozenset()


NOTHING_DIFFERS = Differing()


def differing(old: Ruleset, new: Ruleset) -> Differing | None:
    """None: one of them has more than the other."""
    parts = ((old.programs, new.programs), (old.functions, new.functions), (old.rules, new.rules))
    if any(len(one) != len(other) for one, other in parts):
        return None
    fields = {
        (number, name)
        for number, rules in enumerate(zip(old.rules, new.rules, strict=True))
        for name in FIELDS
        if getattr(rules[0], name) != getattr(rules[1], name)
    }
    return Differing(
        unequal(old.programs, new.programs), unequal(old.functions, new.functions), frozenset(fields)
    )


def unequal(old: Sequence[Any], new: Sequence[Any]) -> frozenset[int]:
    return frozenset(number for number, (one, other) in enumerate(zip(old, new, strict=True)) if one != other)
