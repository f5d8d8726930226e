"""Which page holds which document: long pages are cut between documents, so that none is too heavy for a phone.

In: documents in reading order and how heavy each will be.  Out: parts, each of which is a page.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from toolkit.pack.source import Item

MOST_NODES = 2600
"""Elements that a page may hold by our estimate; what is made of them stays below 4,000."""

T = TypeVar("T")


def parts(things: Iterable[T], weigh: Callable[[T], float]) -> list[list[T]]:
    """The things in their order, cut where the next one would be too much; at least one part."""
    made: list[list[T]] = [[]]
    weight = 0.0
    for thing in things:
        more = weigh(thing)
        if made[-1] and weight + more > MOST_NODES:
            made.append([])
            weight = 0.0
        made[-1].append(thing)
        weight += more
    return made


def weight_of(items: Iterable[Item]) -> float:
    """Elements of sentences: some around each, and a link for many a word."""
    return 24 + sum(7 + len(item.text.value.split()) * 0.3 + len(item.cites) for item in items)


def part_address(address: str, number: int) -> str:
    """The address of a part, counted from 0: `tour/rules`, `tour/rules-2`."""
    return f"{address}-{number + 1}" if number else address
