"""What was found out of a thing that never changes: of a tree, a program, a function.

When a pack is compiled once more most of these are the very same ones, and what is asked of one alone need not be found
out again.  In: the memory of the last time.  Out: one that holds what was asked this time.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from operator import is_
from typing import Any, TypeVar

T = TypeVar("T")
R = TypeVar("R")
H = TypeVar("H")

Ask = Callable[[Any], Any]
"""Gives what is known of something else, and notes that it was asked."""


FEW = 8
"""So many things are looked at anew sooner than they are looked for."""


@dataclass(slots=True)
class _Row:
    """Many things: how each was looked at, what was found of it and what was asked for that, and the answers."""

    things: list[Any] = field(default_factory=list)
    hows: list[Any] = field(default_factory=list)
    found: list[Any] = field(default_factory=list)
    asked: list[frozenset[Any]] = field(default_factory=list)
    known: dict[Any, Any] = field(default_factory=dict)

    def places(self, things: Sequence[Any]) -> Sequence[int]:
        """Where these stand in it; -1: nowhere, or so few of them stand elsewhere that they are not looked for."""
        same = [*map(is_, things, self.things)]
        other = [number for number, is_same in enumerate(same) if not is_same] if False in same else []
        other += range(len(same), len(things))
        if not other and len(things) == len(self.things):
            return range(len(things))
        if len(other) > FEW:
            at = {id(each): number for number, each in enumerate(self.things)}
            return [at.get(id(each), -1) for each in things]
        places = [*range(len(things))]
        for number in other:
            places[number] = -1
        return places


class Memory:
    """See the module's docstring.  `before`: of the last time."""

    def __init__(self, before: Memory | None = None) -> None:
        self._before = before._held if before is not None else {}
        # A thing is found by its address, which no other one has as long as it is held.
        self._held: dict[tuple[Hashable, int], tuple[Any, dict[Any, Any], Any]] = {}
        self._rows_before = before._rows if before is not None else {}
        self._rows: dict[Hashable, _Row] = {}
        self._beside: dict[Hashable, _Row] = {}

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

    def each(self, name: Hashable, things: Sequence[T], find: Callable[[T], R]) -> list[R]:
        """As `of`, of many things, most of which are those of the last time: in a fraction of the time."""
        row = self._row(name)
        places = row.places(things)
        if not isinstance(places, range):
            found = [
                row.found[at] if at >= 0 else find(each) for at, each in zip(places, things, strict=True)
            ]
            row = _Row([*things], found=found)
        self._rows[name] = row
        return row.found

    def each_asking(
        self,
        name: Hashable,
        things: Sequence[T],
        hows: Sequence[H],
        find: Callable[[T, H, Ask], R],
        now: Ask,
    ) -> list[R]:
        """As `asking`, of many things.  `hows`: as what each is looked at."""
        old, new = self._row(name), _Row([*things], [*hows])
        places = [
            at if at >= 0 and old.hows[at] == how else -1
            for at, how in zip(old.places(things), hows, strict=True)
        ]
        asked = set().union(*(old.asked[at] for at in places if at >= 0))
        new.known = {each: old.known[each] for each in asked}
        changed = {each for each, known in new.known.items() if now(each) != known}
        for at, thing, how in zip(places, things, hows, strict=True):
            if at >= 0 and changed.isdisjoint(old.asked[at]):
                new.found.append(old.found[at])
                new.asked.append(old.asked[at])
                continue
            mine: dict[Any, Any] = {}

            def ask(each: Any, mine: dict[Any, Any] = mine) -> Any:
                mine[each] = known = now(each)
                return known

            new.found.append(find(thing, how, ask))
            new.asked.append(frozenset(mine))
            new.known |= mine
        self._rows[name] = new
        return new.found

    def _row(self, name: Hashable) -> _Row:
        return self._rows.get(name) or self._rows_before.get(name) or _Row()

    def beside(self) -> Memory:
        """One for what stays as it is when a text is added to it: what is found then of many things is known to all."""
        made = Memory(self)
        made._rows = self._beside
        return made

    def forget(self) -> None:
        """Keep only what was asked this time; of many things at once also what may be asked later."""
        self._before = {}
        self._rows = self._rows_before | self._rows
        self._rows_before = {}
