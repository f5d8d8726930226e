"""Tables that change: events, ways in which it can have gone, and what is compared in the end."""

from __future__ import annotations

from dataclasses import dataclass, replace

from tests.judge.values import Env, Table
from toolkit.kernel.state import State


@dataclass(frozen=True)
class Event:
    """`what`: add or set (attribute, entity, number), move (thing, place), remove (thing), face (thing, 0 or 1)."""

    what: str
    roles: tuple[int, ...]


@dataclass(frozen=True)
class World:
    """One way in which it can have gone.  `loose`: places where several came at once, in an order nobody said.
    `done`: whether the sentence before was done whole, None if that cannot be asked (`empty`: nothing was: *gain 0
    coins*); `held`: whether its *if* did."""

    state: State
    env: Env
    loose: frozenset[int] = frozenset()
    done: bool | None = None
    empty: bool = False
    held: bool | None = None


@dataclass(frozen=True)
class Plan:
    """What shall happen together, and what is spoken of afterwards.  `whole`: all that was asked can be done."""

    events: tuple[Event, ...]
    env: Env
    whole: bool = True


def take_out(e: int, state: State) -> None:
    for inner in state.kids[e]:
        take_out(inner, state)
    origin = state.parent[e]
    if origin >= 0:
        state.kids[origin] = tuple(k for k in state.kids[origin] if k != e)
    state.parent[e] = -1


def put(e: int, place: int, state: State, table: Table) -> bool:
    """On top where there is an order; a full place takes no more."""
    after = replace(table, state=state)
    if e == place or after.inside(place, e) or state.parent[e] < 0:
        return False
    for kind, most in table.model.entities[place].capacity:
        among = [k for k in state.kids[place] if table.model.kind[k] in table.model.below[kind] and k != e]
        if table.model.kind[e] in table.model.below[kind] and len(among) >= most:
            return False
    origin = state.parent[e]
    state.kids[origin] = tuple(k for k in state.kids[origin] if k != e)
    held = state.kids[place]
    state.kids[place] = (e, *held) if table.model.ordered[place] else tuple(sorted((e, *held)))
    state.parent[e] = place
    return True


def clockwise(players: list[int], table: Table) -> list[int]:
    """From the active player on; between turns in the order of seats."""
    every = list(table.model.players)
    if table.state.active in every:
        at = every.index(table.state.active)
        every = every[at:] + every[:at]
    return [p for p in every if p in players]


def table_key(state: State, loose: frozenset[int]) -> tuple:
    """What is compared: where everything is, in which order, every column and face."""
    kids = tuple(tuple(sorted(k)) if e in loose else k for e, k in enumerate(state.kids))
    return tuple(state.parent), kids, tuple(map(tuple, state.columns)), tuple(state.face)
