"""What was found out of a thing that never changes: of a tree, a program, a function.

When a pack is compiled once more most of these are the very same ones, and what is asked of one alone need not be found
out again.  In: the memory of the last time.  Out: one that holds what was asked this time.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, TypeVar

T = TypeVar("T")
R = TypeVar("R")

Ask = Callable[[Any], Any]
"""Gives what is known of something else, and notes that it was asked."""


class Memory:
    """See the module's docstring.  `before`: of the last time."""

    def __init__(self, before: Memory | None = None) -> None:
        self._before = before._held if before is not None else {}
        # A thing is found by its address, which no other one has as long as it is held.
        self._held: dict[tuple[Hashable, int], tuple[Any, dict[Any, Any], Any]] = {}

    def of(self, name: Hashable, thing: T, find: Callable[[T], R]) -> R:
        """What is found of a thing, which depends on nothing else.  `name`: what is asked of it."""
        key = (name, id(thing))
        held = self._held.get(key) or self._before.get(key)
        if held is None or held[0] is not thing:
            held = (thing, {}, find(thing))
        self._held[key] = held
        found: R = held[2]
        return found

    def asking(self, name: Hashable, thing: T, find: Callable[[T, Ask], R], now: Ask) -> R:
        """The same of what asks for other things, too.  `now`: what is known of these."""
        key = (name, id(thing))
        held = self._held.get(key) or self._before.get(key)
        if held is None or held[0] is not thing or any(now(of) != known for of, known in held[1].items()):
            asked: dict[Any, Any] = {}

            def ask(each: Any) -> Any:
                asked[each] = known = now(each)
                return known

            held = (thing, asked, find(thing, ask))
        self._held[key] = held
        found: R = held[2]
        return found

    def forget(self) -> None:
        """Keep only what was asked this time."""
        self._before = {}
