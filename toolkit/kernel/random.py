"""Chance as a function of a seed and a position: the n-th number of a seed is the same everywhere, for ever.

A counter-based generator (splitmix64): the state of a game holds `seed` and `counter`, nothing else, so a
saved game continues exactly, and a copied one draws the same numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeVar

T = TypeVar("T")

MASK = (1 << 64) - 1
_GAMMA = 0x9E3779B97F4A7C15


class Source(Protocol):
    """Whatever carries a seed and a position: a `State`, or a `Chance`."""

    seed: int
    counter: int


class Chance:
    """A source of its own, for whoever must not touch a game's (bots, `redetermine`)."""

    __slots__ = ("counter", "seed")

    def __init__(self, seed: int, counter: int = 0) -> None:
        self.seed = seed & MASK
        self.counter = counter


class Undecided(Exception):
    """Somebody decides what chance would, and has not decided this: a number from 0 to `n` - 1."""

    def __init__(self, n: int) -> None:
        super().__init__(f"chance has {n} outcomes here")
        self.n = n


def mix(seed: int, counter: int) -> int:
    """The number at position `counter`: 64 bits."""
    z = (seed + (counter + 1) * _GAMMA) & MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


def below(source: Source, n: int) -> int:
    """A number from 0 to n - 1; n ≤ 1 gives 0 and draws nothing."""
    if n <= 1:
        return 0
    number = mix(source.seed, source.counter)
    source.counter += 1
    return (number * n) >> 64


def shuffled(source: Source, items: Sequence[T]) -> tuple[T, ...]:
    """All items in a random order."""
    result = list(items)
    seed, counter = source.seed, source.counter
    for last in range(len(result) - 1, 0, -1):  # as `below`, for there are many
        other = (mix(seed, counter) * (last + 1)) >> 64
        counter += 1
        result[last], result[other] = result[other], result[last]
    source.counter = counter
    return tuple(result)


def sample(source: Source, items: Sequence[T], n: int) -> tuple[T, ...]:
    """`n` random items, in the order in which they were drawn; all of them when there are fewer."""
    rest = list(items)
    chosen: list[T] = []
    while rest and len(chosen) < n:
        chosen.append(rest.pop(below(source, len(rest))))
    return tuple(chosen)
