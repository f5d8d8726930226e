"""Tables that change: events, ways in which it can have gone, and what is compared in the end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

from tests.judge.copies import replace
from tests.judge.values import TOO_MANY, Env, Open, Table
from toolkit.kernel.state import State
from toolkit.language import ast

LIMIT = 100
"""So many ways in which it can go are told apart."""

ASKED_NO_MORE = (-2, -1, -1, -1)
"""Stands in a history for what an order did: which of it is told, the judge does not know."""


@dataclass(frozen=True)
class Event:
    """`what`: add or set (attribute, entity, number), move (thing, place), remove (thing), face (thing, 0 or 1)."""

    what: str
    roles: tuple[int, ...]


@dataclass(frozen=True)
class World:
    """One way in which it can have gone.  `loose`: places where several came at once, in an order nobody said.
    `done`: whether the sentence before was done whole, None if that cannot be asked (`empty`: nothing was: *gain 0
    coins*); `held`: whether its *if* did.  `standing`: rules for a while; `over`: those of them whose first time it
    was; `within`: that in whose place something is done.
    `whom`: who did the sentence before, and whether *they* are that; `asked`: what an *If you do* asked about;
    `offers`: whether the sentence that asked it offers something itself; `skipped`: the *if* of the sentence before did
    not hold, so that nothing was asked for; `later`: what waits for the turn's end."""

    state: State
    env: Env
    loose: frozenset[int] = frozenset()
    done: bool | None = None
    empty: bool = False
    held: bool | None = None
    standing: tuple[Any, ...] = ()
    over: frozenset[tuple[int, int]] = frozenset()
    within: frozenset[int] = frozenset()
    whom: tuple[int, bool] | None = None
    asked: tuple[bool, bool, tuple[int, bool] | None] | None = None
    skipped: bool = False
    offers: bool = False
    later: tuple[Any, ...] = ()

    @property
    def key(self) -> tuple[Any, ...]:
        """What tells it from others."""
        rest = (getattr(self, name) for name in self.__dataclass_fields__ if name != "state")
        seen = tuple(each for each in self.state.history if not isinstance(each, tuple))
        return (table_key(self.state, self.loose), seen, *rest)

    def as_asked_before(self, other: World) -> World:
        """The same, where what another text asked meanwhile is not asked about."""
        return replace(self, whom=other.whom, asked=other.asked, skipped=other.skipped)


@dataclass(frozen=True)
class Plan:
    """What shall happen together, and what is spoken of afterwards.  `whole`: all that was asked can be done.  `of`: of
    which quantity it is so much, be it nothing."""

    events: tuple[Event, ...]
    env: Env
    whole: bool = True
    of: int | None = None


def do(plan: Plan, world: World, table: Table) -> World:
    state = world.state.copy(log=False)
    if there := tuple(event for event in plan.events if not stays(event, state, table)):
        plan = replace(plan, events=there)
    loose = set(world.loose)
    moved = [event.roles[1] for event in plan.events if event.what == "move"]
    loose |= {place for place in moved if moved.count(place) > 1}
    whole = plan.whole
    if plan.events:
        state.history.append(ASKED_NO_MORE)
    for event in plan.events:
        done = one(event, state, table)
        if (
            not done
            and event.what == "move"
            and len(moved) > 1
            and table.model.entities[event.roles[1]].capacity
        ):
            raise Open("no room for all: which?")
        if not done and event.what in ("shift", "set", "face") and len(plan.events) > 1:
            raise Open("one of several is changed, and another is not")
        whole = done and whole
    env = plan.env
    many = came_to(replace(plan, events=there), world.state, state)
    if not plan.events and plan.env.those is not None and not plan.env.those[1]:
        many = 0  # none of those that were to be moved is there
    env = replace(env, left=left_after(plan, env, table, state), many=many)
    quantities = {event.roles[0] for event in plan.events if event.what == "add"}
    if many is not None and len(quantities) == 1:
        env = env.amounting(*quantities, many)
    elif not plan.events and plan.of is not None:
        env = env.amounting(plan.of, 0)
    if not whole and there and len(plan.events) == 1 and plan.events[0].what == "move":
        env = env.nobody(plan.events[0].roles[0], len(world.env.spoken))
    return replace(world, state=state, env=env, loose=frozenset(loose), done=whole, empty=not plan.events)


def stays(event: Event, state: State, table: Table) -> bool:
    """What is put where it lies already, in no order, is not put at all."""
    return (
        event.what == "move"
        and state.parent[event.roles[0]] == event.roles[1]
        and not table.model.ordered[event.roles[1]]
    )


def came_to(plan: Plan, before: State, after: State) -> int | None:
    """How much was done: of an amount, or how many things it was done with; None: nobody would count that."""
    kinds = {event.what for event in plan.events}
    if kinds == {"add"}:
        return sum(
            abs(after.columns[e.roles[0]][e.roles[1]] - before.columns[e.roles[0]][e.roles[1]])
            for e in plan.events
        )
    return len(plan.events) if kinds <= {"move", "remove"} and plan.whole else None


def left_after(plan: Plan, env: Env, table: Table, state: State) -> tuple[tuple[int, str, int], ...]:
    """What is known of what has left its place, after this; of what moves on it is what it is."""
    from tests.judge.lasting import leaving

    if not table.laws:
        return ()
    gone = [event.roles[0] for event in plan.events if event.what in ("move", "remove")]
    gone = [e for e in gone if state.parent[e] != table.state.parent[e]]
    return (*(each for each in env.left if each[0] not in gone), *leaving(gone, table, state))


def one(event: Event, state: State, table: Table) -> bool:
    """Do it; whether it was done whole."""
    model = table.model
    match event.what:
        case "add" | "shift" | "set":
            column, e, n = event.roles
            least, most = model.limits(column, e)
            old = state.columns[column][e]
            new = n if event.what == "set" else old + n
            bounded = new if least is None else max(least, new)
            bounded = bounded if most is None else min(most, bounded)
            state.columns[column][e] = bounded
            # The bound belongs to what *raise*, *lower* and *set* say: they are done if they change something.
            return bounded == new if event.what == "add" else bounded != old
        case "face":
            e, up = event.roles
            turned = state.face[e] != up
            state.face[e] = up
            return turned
        case "remove":
            take_out(event.roles[0], state)
            return True
        case "move":
            return not stays(event, state, table) and put(event.roles[0], event.roles[1], state, table)
    raise AssertionError(event.what)


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
    kids = tuple(state.kids)
    if loose:
        kids = tuple(tuple(sorted(k)) if e in loose else k for e, k in enumerate(kids))
    return tuple(state.parent), kids, tuple(map(tuple, state.columns)), tuple(state.face)


def distinct(runs: Iterator[Iterator[World]]) -> list[World]:
    """The different ones; Open when there are too many to tell."""
    every = (world for run in runs for world in run)
    first = list(islice(every, 1))  # mostly the only one, which need not be told from others
    found: dict[tuple, World] = {}
    for world in every:
        if not found:
            found[first[0].key] = first[0]
        found.setdefault(world.key, world)
        if len(found) > LIMIT:
            raise Open(TOO_MANY)
    return list(found.values()) or first


def changes(event: Event, state: State, table: Table) -> bool:
    """Whether it would be done whole if nothing were against it."""
    return event.what == "did" or one(event, state.copy(log=False), table)


def unordered(after: World, before: World, table: Table) -> World:
    """Which of several that an *if* or *for each* found comes first, nobody said: nor how they lie afterwards."""
    for e, place in enumerate(after.state.parent):
        if place >= 0 and place != before.state.parent[e] and table.model.entities[place].capacity:
            raise Open("who of several comes to a place that may be full, nobody said")
    ordered = {e for e in range(table.model.count) if table.model.ordered[e]}
    return replace(after, loose=after.loose | ordered)


def came_to_nothing(body: ast.Clauses | ast.Choice, env: Env, table: Table) -> Env:
    """What is known of amounts where an order was not asked for: *that many coins* are 0, if it was coins."""
    clause = body.clauses[-1] if isinstance(body, ast.Clauses) else None
    verb = clause.verbs[-1] if isinstance(clause, ast.Clause) else None
    if verb is not None and verb.modal == "cannot":
        return env  # *players cannot gain coins this turn* speaks of none
    what = (
        next((c.value for c in verb.complements if c.role == "obj"), None)
        if isinstance(verb, ast.Act)
        else None
    )
    if isinstance(what, ast.Noun) and what.head in table.lore.quantities:
        return env.amounting(table.lore.amounts[what.head], 0)
    return replace(env, many=None, much=())
