"""Tables of thousands of small cases: a test of its own costs each of them as much as what it asks.

So a test takes a portion of them, and names all that fail, each with why.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

import pytest

T = TypeVar("T")

SIZE = 25
"""Cases."""


@dataclass(frozen=True)
class Portion(Generic[T]):
    """Cases that follow each other.  `first`: the place of the first one in its table, from 1."""

    first: int
    cases: Sequence[T]


def portions(cases: Sequence[T], size: int = SIZE) -> list[Portion[T]]:
    """All cases of a table."""
    return [Portion(at + 1, cases[at : at + size]) for at in range(0, len(cases), size)]


def span_of(portion: Portion[T]) -> str:
    """The id of its test."""
    return f"{portion.first}-{portion.first + len(portion.cases) - 1}"


def each_of(portion: Portion[T], told: Callable[[T], str], check: Callable[[T], object]) -> None:
    """Check each case.  `told`: how the test calls it; fails once for all that fail."""
    failed = []
    for at, case in enumerate(portion.cases, portion.first):
        try:
            check(case)
        except AssertionError as error:
            failed.append(f"{at}: {told(case)}\n{error}")
        except Exception:  # a mistake of the project fails its case alone: the others are still checked
            failed.append(f"{at}: {told(case)}\n{traceback.format_exc()}")
    if failed:
        head = f"{len(failed)} of {len(portion.cases)} cases fail"
        pytest.fail("\n\n".join([head, *failed]), pytrace=False)
