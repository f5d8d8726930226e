"""What one seat knows of a state: `view`, as data for screens and bots; `redetermine`, a state that it could
as well be.

`view` never holds the number of a component that the seat does not know: hidden components are slots (in an
ordered place) or a count.  Two states that differ only in what the seat cannot know have equal views.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from toolkit.kernel.model import THING, Model
from toolkit.kernel.primitives import Kernel
from toolkit.kernel.random import Chance, shuffled
from toolkit.kernel.relabel import relabel, speaks_of
from toolkit.kernel.state import State, new_state

Value = Callable[[int, int], int]
"""`(attribute, entity)` → its value now; the machine knows modifiers."""


def view(state: State, model: Model, seat: int, value: Value | None = None) -> dict[str, Any]:
    """JSON-able.  `seat`: a player; -1: a spectator, who knows what lies open to all.

    `places`: for each place `{entity, kind, contents}`; a known component is `{entity, kind, name, face,
    attributes, contents}`, an unknown one None at its position in an ordered place, and part of the number
    `hidden` elsewhere.  `decision`: who is asked, and the options if this seat is, as `seen_option` has them.
    """
    kernel = Kernel(model)
    read: Value = value or (lambda attribute, entity: state.columns[attribute][entity])
    table = _Seen(kernel, state, seat, read)
    known, attributes, contents = table.known, table.attributes, table.contents
    decision = state.decision
    asked: dict[str, Any] | None = None
    if decision is not None:
        asked = {"kind": decision.kind, "seats": list(decision.seats)}
        if seat in decision.seats:
            offered = decision.options[decision.seats.index(seat)]
            asked["options"] = [list(seen_option(state, kernel, seat, option)) for option in offered]
    return {
        "seat": seat,
        "game": attributes(0),
        "players": {str(p): attributes(p) for p in model.players},
        "places": [
            {"entity": e, "kind": model.kinds[model.kind[e]].name, "attributes": attributes(e), **contents(e)}
            for e in range(model.count)
            if model.is_place[e]
        ],
        "gone": sorted((e if known(e) else None for e in state.gone), key=lambda e: (e is None, e)),
        "out": [p for p in model.players if state.out >> p & 1],
        "periods": [[run[0] for run in runs] for _, runs, _ in state.periods],
        "active": state.active,
        "over": state.over,
        "winners": list(state.winners),
        "decision": asked,
    }


class _Seen:
    """What a seat knows of each entity of a state."""

    def __init__(self, kernel: Kernel, state: State, seat: int, read: Value) -> None:
        self.kernel, self.state, self.seat, self.read = kernel, state, seat, read

    def known(self, entity: int) -> bool:
        """Whether it knows which one this is."""
        if self.seat < 0:
            return _open(self.kernel, self.state, entity)
        return self.kernel.sees(self.state, self.seat, entity)

    def attributes(self, entity: int) -> list[int]:
        return [self.read(attribute, entity) for attribute in range(len(self.kernel.model.attributes))]

    def contents(self, place: int) -> dict[str, Any]:
        """What lies there: what it knows, and how many others or at which position."""
        shown: list[Any] = []
        hidden = 0
        for entity in self.state.kids[place]:
            if self.known(entity):
                shown.append(self.component(entity))
            elif self.kernel.model.ordered[place]:
                shown.append(None)
            else:
                hidden += 1
        return {"contents": shown, **({"hidden": hidden} if hidden else {})}

    def component(self, entity: int) -> dict[str, Any]:
        """One that it knows."""
        data = self.kernel.model.entities[entity]
        return {
            "entity": entity,
            "kind": self.kernel.model.kinds[data.kind].name,
            "name": data.name,
            "face": self.state.face[entity],
            "attributes": self.attributes(entity),
            **self.contents(entity),
        }


def _open(kernel: Kernel, state: State, entity: int) -> bool:
    """A spectator sees what every player sees without having looked."""
    parent = state.parent[entity]
    model = kernel.model
    if entity in state.gone:
        return all(kernel.sees(state, player, entity) for player in model.players)
    while parent >= 0 and model.is_component[parent]:
        parent = state.parent[parent]
    return bool(state.face[entity]) and (parent < 0 or model.seen_by[parent] == "all")


def unknown(state: State, model: Model, seat: int) -> dict[tuple[int, int], list[int]]:
    """Components in the game that the seat does not know, in groups of those that look alike from behind: by
    their back and their owner.
    """
    kernel = Kernel(model)
    groups: dict[tuple[int, int], list[int]] = {}
    for entity in range(model.count):
        if model.is_component[entity] and not kernel.sees(state, seat, entity):
            groups.setdefault((back(model, entity), model.owner[entity]), []).append(entity)
    return groups


def back(model: Model, entity: int) -> int:
    """What a component shows when it lies face down: the nearest kind above it that says that it has faces, else
    the outermost below *thing*.
    """
    kind = model.kind[entity]
    while model.kinds[kind].parent not in (-1, THING) and not model.kinds[kind].faces:
        kind = model.kinds[kind].parent
    return kind


def seen_option(state: State, kernel: Kernel, seat: int, option: tuple[Any, ...]) -> tuple[Any, ...]:
    """An option as the seat may know it: `("hidden", place, position)` for a component that it does not know;
    the position counts from 1 in an ordered place and is 0 elsewhere.  A rule on one stands on nothing.
    """
    if option[0] == "rule":
        this = option[2]
        seen = this < 0 or not kernel.model.is_component[this] or kernel.sees(state, seat, this)
        return option if seen else (*option[:2], -1)
    if option[0] != "entity" or kernel.sees(state, seat, option[1]):
        return option
    place = state.parent[option[1]]
    at = state.kids[place].index(option[1]) + 1 if kernel.model.ordered[place] else 0
    return ("hidden", place, at)


def redetermine(state: State, model: Model, seat: int, chance: Chance) -> State:
    """A copy in which all that the seat cannot know is dealt anew: unknown components change places with each
    other, and chance will fall otherwise.  (Secret answers: `Machine.redetermine`.)

    The world depends on what the seat knows and on `chance`, on nothing else: states that differ only in what it
    cannot know give the same worlds.  What happened to a component that lies hidden (it was turned, it bears
    something, an effect speaks of it) happened to the one in that spot, whichever it is.
    """
    columns = new_state(model, 0).columns
    changed = [pair for pair in zip(state.columns, columns, strict=True) if pair[0] != pair[1]]
    spoken = speaks_of(state)
    dealt: dict[int, int] = {}
    for members in unknown(state, model, seat).values():
        spots = sorted(members, key=lambda e: _spot(state, model, e, changed, spoken))
        dealt.update(zip(spots, shuffled(chance, members), strict=True))
    new = relabel(state, model, dealt, columns)
    new.seed = (chance.seed * 0x9E3779B97F4A7C15 + chance.counter + 1) & ((1 << 64) - 1)
    new.counter = 0
    new.pins = ()
    return new


def _spot(
    state: State,
    model: Model,
    entity: int,
    columns: list[tuple[list[int], list[int]]],
    spoken: dict[int, int],
) -> tuple[Any, ...]:
    """Where a hidden component lies and what can be seen of it there; not which one it is.  `columns`: those in
    which anything differs from what is printed.
    """
    place = state.parent[entity]
    at = state.kids[place].index(entity) if model.ordered[place] else -1
    while model.is_component[place]:
        place = state.parent[place]
    changed = tuple([(1, now[entity]) if now[entity] != first[entity] else (0, 0) for now, first in columns])
    return (
        place,
        at,
        state.face[entity],
        state.known[entity],
        len(state.kids[entity]),
        changed,
        spoken.get(entity, -1),
    )
