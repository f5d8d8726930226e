"""How many damaged sentences are found: refused, or accepted with a warning.

What means the same after the damage (*cards* for *Cards*, an example's *the* less) is not counted.  `FLOORS` are what
the suite keeps and `make floors` measures.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from tests.mutation.desk import Desk, Heard
from tests.mutation.mutants import Subject
from tests.mutation.words import DAMAGES, Damage, Done
from toolkit.pack.source import Item

FLOORS = {"misspelt": 0.995, "misplaced": 0.97}


@dataclass(frozen=True)
class Measured:
    """One damaged sentence and what was said to it."""

    damage: Damage
    item: Item
    done: Done
    heard: Heard

    def __str__(self) -> str:
        text = " ⏎ ".join(self.done.text(self.item.text.value).splitlines())
        codes = " ".join(each.code for each in self.heard.found)
        return (
            f"{self.damage.name}, {self.heard.result} {codes} {self.item.anchor} ({self.done.said}): {text}"
        )


def drawn(desks: Sequence[Desk], damage: Damage, chance: random.Random) -> tuple[Desk, Item, Done]:
    """A sentence of one of the packs with this damage."""
    while True:
        desk = chance.choice(desks)
        item = chance.choice(chance.choice(desk.items))
        if (done := damage.of(item.text.value, chance, desk.subject)) is not None:
            return desk, item, done


def measured(
    packs: list[Subject], seed: int, number: int, kinds: Collection[str] | None = None
) -> list[Measured]:
    """So many sentences with each damage (of the groups `kinds`)."""
    chance, desks = random.Random(seed), [Desk(each) for each in packs]
    found = []
    for damage in DAMAGES:
        for _ in range(number if kinds is None or damage.group in kinds else 0):
            desk, item, done = drawn(desks, damage, chance)
            found.append(Measured(damage, item, done, desk.hear(item, done.text(item.text.value))))
    return found


def rate(found: list[Measured], group: str) -> float:
    """Refused or warned of, of those that no longer mean the same."""
    counted = [each.heard.result for each in found if each.damage.group == group]
    of = len(counted) - counted.count("same")
    return 1 - counted.count("different") / of if of else 1.0


def missed(found: list[Measured], group: str) -> list[Measured]:
    """What was accepted without a word."""
    return [each for each in found if each.damage.group == group and each.heard.result == "different"]


def table(found: list[Measured]) -> str:
    """A line for each damage and each group."""
    lines = [f"{'damage':24} {'tried':>7} {'refused':>8} {'warned':>7} {'same':>6} {'different':>10}"]
    for name in dict.fromkeys(each.damage.name for each in found):
        counts = Counter(each.heard.result for each in found if each.damage.name == name)
        lines.append(
            f"{name:24} {counts.total():7} {counts['refused']:8} {counts['warned']:7} {counts['same']:6}"
            f" {counts['different']:10}"
        )
    for group in dict.fromkeys(each.damage.group for each in found):
        floor = f"  (floor {FLOORS[group]:.1%})" if group in FLOORS else ""
        lines.append(f"= {group:22} {rate(found, group):.2%} found{floor}")
    return "\n".join(lines)
