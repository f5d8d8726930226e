"""What expressions ask of a model and a state, beyond arithmetic: one function each, used by the interpreter
and by generated code.

All are total: nothing (-1) and empty sets give -1, 0 or ().
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import chain, compress
from operator import is_not, itemgetter
from typing import Any

from toolkit.kernel.changes import HAPPENED, PERIODS, kind_bit
from toolkit.kernel.model import Model
from toolkit.kernel.primitives import Kernel
from toolkit.kernel.state import State
from toolkit.limits import Runaway
from toolkit.machine.kept import Kept
from toolkit.machine.meter import MANY

Set = tuple[int, ...]

Values = tuple[Any, ...]
"""A set of things, or numbers, or what several have chosen: a set of sets."""

EVERYWHERE = (-1,)
"""In the place of places."""

FEW = 6
"""Things that are quicker asked where they are than found where they could be."""


class Library:
    """Bound to one model.  `verbs_below[V]`: verb V and the verbs below it; `roles[V]`: how many roles V
    has.
    """

    def __init__(
        self, model: Model, kernel: Kernel, verbs_below: list[frozenset[int]], roles: list[int]
    ) -> None:
        self.model = model
        self.kernel = kernel
        self.verbs_below = verbs_below
        self.roles = roles
        self.seats = {player: seat for seat, player in enumerate(model.players)}
        self._orders: dict[tuple[Set, int], Set] = {}  # few players, few orders: each is made once
        self._regions: dict[int, Set] = {}
        self._members: dict[int, tuple[Set, Callable[[Any], Any]]] = {}
        self.kept = Kept()
        self._events = self.kept.number("events", HAPPENED | PERIODS)
        self._playing: dict[tuple[int, int], Set] = {}
        self._where = [self._of_kind(kind) for kind in range(len(model.kinds))]
        self.components = [all(model.is_component[e] for e in every) for every in model.all_of]

    def _of_kind(self, kind: int) -> int:
        """A number for answers that depend on where the components of a kind are."""
        return self.kept.number("where", kind_bit(len(self.model.attributes), kind))

    # --- Players --------------------------------------------------------------------------------------------

    def players(self, state: State) -> Set:
        """Few of them, and few orders: each answer is made once."""
        first = state.active
        if first >= 0 and not self.has_turn(state):
            first = -1  # between turns nobody comes before the first seat: a round begins there
        found = self._playing.get((state.out, first))
        if found is None:
            players = tuple([p for p in self.model.players if not state.out >> p & 1])
            found = self.order(state, players, first) if first >= 0 else players
            self._playing[state.out, first] = found
        return found

    @staticmethod
    def has_turn(state: State) -> bool:
        """Whether a run of a period that is a player's goes on."""
        for _, runs, _ in state.periods:
            if runs:  # of most there are none, and to begin a loop over none takes longer than to see that
                for run in runs:
                    if run[1] > 0:
                        return True
        return False

    def order(self, state: State, players: Set, first: int) -> Set:
        """Clockwise, starting with `first`, or where they would sit."""
        found = self._orders.get((players, first))
        if found is None:
            seats, count = self.seats, len(self.seats)
            start = seats.get(first, 0)
            found = tuple(sorted(players, key=lambda p: (seats.get(p, 0) - start) % count))
            if all(p in seats for p in players):
                self._orders[players, first] = found
        return found

    def next_player(self, state: State, player: int, step: int) -> int:
        players = self.model.players
        seat = self.seats.get(player, -1)
        if seat < 0:
            return -1
        for distance in range(1, len(players) + 1):
            other = players[(seat + step * distance) % len(players)]
            if not state.out >> other & 1:
                return other
        return -1

    # --- Where things are -----------------------------------------------------------------------------------

    def all_of(self, state: State, kind: int) -> Set:
        model, parent = self.model, state.parent
        every = model.all_of[kind]
        if not model.changes[kind]:
            return every
        if self.components[kind]:
            answers = self.kept.answers(state, self._where[kind])
            known: Set | None = answers.get(EVERYWHERE)
            if known is None:
                known = answers[EVERYWHERE] = tuple([e for e in every if parent[e] >= 0])
            return known
        component, out = model.is_component, state.out
        return tuple([e for e in every if (parent[e] >= 0 if component[e] else not out >> e & 1)])

    def belongs(self, state: State, entity: int, kind: int) -> bool:
        """It is one of `all_of` the kind."""
        model = self.model
        if entity < 0 or model.kind[entity] not in model.below[kind]:
            return False
        return state.parent[entity] >= 0 if model.is_component[entity] else not state.out >> entity & 1

    def holder(self, state: State, entity: int) -> int:
        """Its owner; of what belongs to nobody, the owner of the nearest place that holds it; -1."""
        column = self.model.owner_column
        owners, parents = state.columns[column] if column >= 0 else self.model.owner, state.parent
        while entity >= 0:
            if owners[entity] >= 0:
                return owners[entity]
            entity = parents[entity]
        return -1

    def lies_in_the_open(self, state: State, thing: int) -> bool:
        """It is on the table, or a place: nobody need be told what it is like."""
        if not self.model.is_component[thing]:
            return True
        place = state.parent[thing]
        while place >= 0 and self.model.is_component[place]:
            place = state.parent[place]
        return place >= 0 and self.model.seen_by[place] == "all"

    def within(self, state: State, entity: int, kind: int) -> int:
        parent, kinds, below = state.parent, self.model.kind, self.model.below[kind]
        entity = parent[entity]
        while entity >= 0 and kinds[entity] not in below:
            entity = parent[entity]
        return entity

    def is_in(self, state: State, entity: int, place: int) -> bool:
        if place < 0:
            return False
        parent = state.parent
        entity = parent[entity]
        while entity >= 0 and entity != place:
            entity = parent[entity]
        return entity >= 0

    def in_any(self, state: State, entity: int, places: Set) -> bool:
        parent = state.parent
        entity = parent[entity]
        while entity >= 0 and entity not in places:
            entity = parent[entity]
        return entity >= 0

    def all_in(self, state: State, kind: int, places: Set) -> Set:
        """By way of the places, or, of a few, by way of the things: whatever is less."""
        if not self.components[kind]:
            return tuple([e for e in self.all_of(state, kind) if self.in_any(state, e, places)])
        if state.stale:
            self.kept.fresh(state)
        answers = state.kept[self._where[kind]]
        known: Set | None = answers.get(places)
        if known is None:
            known = answers[places] = self.looked_up(state, kind, places)
        return known

    def looked_up(self, state: State, kind: int, places: Set) -> Set:
        model, kids = self.model, state.kids
        every = model.all_of[kind]
        if len(every) < FEW:
            return tuple([e for e in self.all_of(state, kind) if self.in_any(state, e, places)])
        kinds, below, parts, inner = model.kind, model.below[kind], model.parts, state.inner
        found: list[int] = []
        for place in places:
            if kids[place] or parts[place]:
                for e in inner[place] if inner[place] is not None else self.inside(state, place):
                    if kinds[e] in below:
                        found.append(e)
        return tuple(sorted(set(found))) if len(found) > 1 else tuple(found)

    def inside(self, state: State, place: int) -> Set:
        """Components only: what is directly there with all that is on it, then what is in the parts."""
        known: Set | None = state.inner[place]
        if known is None:
            known = state.inner[place] = self.gathered(state, place)
        return known

    def gathered(self, state: State, place: int) -> Set:
        kids, parts = state.kids, self.model.parts
        if not parts[place]:
            here = kids[place]
            for e in here:
                if kids[e]:
                    break
            else:
                return here
        waiting = self.lying(state, place)
        for e in waiting:
            if kids[e] or parts[e]:
                break
        else:
            return tuple(waiting[::-1])
        found: list[int] = []
        while waiting:
            e = waiting.pop()
            found.append(e)
            if kids[e] or parts[e]:
                known: Set | None = state.inner[e]
                if known is not None:
                    found += known
                elif parts[e]:
                    waiting += self.lying(state, e)
                else:
                    waiting += kids[e][::-1]
        return tuple(found)

    def lying(self, state: State, place: int) -> list[int]:
        """What is directly there and in the parts, the last one first."""
        found: list[int] = []
        for outer in self.regions(place):
            found += state.kids[outer]
        found.reverse()
        return found

    def regions(self, place: int) -> Set:
        """A place, then its parts and theirs: never another answer, so it is made once."""
        known = self._regions.get(place)
        if known is None:
            inner = [region for part in self.model.parts[place] for region in self.regions(part)]
            known = self._regions[place] = (place, *inner)
        return known

    def stirred(self, state: State, number: int, kind: int) -> tuple[Set, Values]:
        """The groups of a kind in one of whose places something has changed since what lies in all of them was kept
        under a number (all groups, if it was not); and what lies in all of them.
        """
        if kind not in self._members:
            members = sorted({e for group in self.model.all_of[kind] for e in self.model.members[group]})
            self._members[kind] = tuple(members), itemgetter(*members)
        places, lying = self._members[kind]
        inner = state.inner
        now, before = lying(inner), state.kept.get(number)
        came = places if before is None else tuple(compress(places, map(is_not, before[0], now)))
        groups = self.model.groups_of[kind]
        if len(came) == 1 and inner[came[0]] is not None:  # as after most moves
            return groups.get(came[0], ()), now
        for place in came:
            self.inside(state, place)  # so that it is known, and can be compared
        return tuple(dict.fromkeys(chain.from_iterable([groups.get(place, ()) for place in came]))), lying(
            inner
        )

    def place(self, kind: int, of: int) -> int:
        return self.model.place_of[kind].get(of, -1)

    def parts(self, kind: int, of: int) -> Set:
        return self.model.parts_of[kind].get(of, ())

    def groups(self, kind: int, member: int) -> Set:
        return self.model.groups_of[kind].get(member, ())

    def index(self, state: State, entity: int) -> int:
        if entity < 0 or not self.model.is_component[entity]:
            return self.model.number[entity]
        parent = state.parent[entity]
        if parent < 0 or not self.model.ordered[parent]:  # without an order nothing is before another
            return 0
        return state.kids[parent].index(entity) + 1

    def shift(self, entity: int, dx: int, dy: int, kind: int) -> int:
        if entity < 0 or not (dx or dy):
            return -1
        model = self.model
        whole, x, y = model.entities[entity].part_of, model.x[entity], model.y[entity]
        below = model.below[kind]
        while True:
            x, y = x + dx, y + dy
            found = model.at.get((whole, x, y), -1)
            if found < 0 or model.kind[found] in below:
                return found

    def sees(self, state: State, player: int, entity: int) -> bool:
        return player >= 0 and entity >= 0 and self.kernel.sees(state, player, entity)

    # --- Sets -----------------------------------------------------------------------------------------------

    @staticmethod
    def equal(a: Any, b: Any) -> bool:
        """Sets have no order; numbers keep their repetitions."""
        if type(a) is tuple and type(b) is tuple:
            return a == b or (len(a) == len(b) and sorted(a) == sorted(b))
        return bool(a == b)

    @staticmethod
    def rank(members: Values, *keys: tuple[Callable[[Any], Any], int]) -> Values:
        if len(members) < 2:
            return members
        result = list(members)
        for key, ascending in keys[::-1]:
            result.sort(key=key, reverse=not ascending)  # equal ones stay as they were, either way
        return tuple(result)

    @staticmethod
    def best(members: Values, key: Callable[[Any], Any], ascending: int) -> Values:
        if len(members) < 2:
            return members
        values = [key(e) for e in members]
        best = min(values) if ascending else max(values)
        return tuple([e for e, value in zip(members, values, strict=True) if value == best])

    @staticmethod
    def position(member: Any, members: Values) -> int:
        return members.index(member) + 1 if member in members else 0

    @staticmethod
    def nth(members: Values, n: int) -> Any:
        return members[n - 1] if 1 <= n <= len(members) else -1

    @staticmethod
    def single(one: int) -> Set:
        """A thing as a set; of nothing the empty one."""
        return (one,) if one >= 0 else ()

    @staticmethod
    def pair(one: int, other: int) -> Set:
        """Two things as a set, which may be the same one, or nothing."""
        if one < 0:
            return (other,) if other >= 0 else ()
        return (one, other) if other >= 0 and other != one else (one,)

    def union(self, *sets: Iterable[Any]) -> Values:
        return self.flat(sets)

    def flat(self, sets: Iterable[Iterable[Any]]) -> Values:
        """All members, first occurrence counts.  Raises `Runaway` for more than a set may have."""
        return self.bounded(tuple(dict.fromkeys(chain.from_iterable(sets))))

    def closure(self, start: Iterable[Any], step: Callable[[Any], Iterable[Any]]) -> Values:
        """All members, and what each of those gives that were found.  Raises `Runaway` as `flat` does."""
        known = dict.fromkeys(start)
        found = list(known)
        for each in found:  # which grows
            for one in step(each):
                if one not in known:
                    known[one] = None
                    found.append(one)
        return self.bounded(tuple(found))

    def bounded(self, members: Values) -> Values:
        """The same set.  Raises `Runaway` for more members than a set may have."""
        most = self.kernel.limits.members
        if len(members) > most:
            raise Runaway("members", most)
        return members

    @staticmethod
    def inter(a: Values, b: Values) -> Values:
        among = b if len(b) < MANY else set(b)
        return tuple([e for e in a if e in among])

    @staticmethod
    def minus(a: Values, b: Values) -> Values:
        among = b if len(b) < MANY else set(b)
        return tuple([e for e in a if e not in among])

    def mul(self, a: int, b: int) -> int:
        """Raises `Runaway` for a product beyond the limit: squares of squares fill all memory."""
        product, largest = a * b, self.kernel.largest
        if not -largest <= product <= largest:
            raise Runaway("number", largest)
        return product

    def range(self, a: int, b: int) -> Set:
        if b - a >= self.kernel.limits.members:
            raise Runaway("members", self.kernel.limits.members)
        return tuple(range(a, b + 1))

    @staticmethod
    def div(a: int, b: int) -> int:
        return a // b if b else 0

    @staticmethod
    def div_up(a: int, b: int) -> int:
        return -(-a // b) if b else 0

    @staticmethod
    def mod(a: int, b: int) -> int:
        return a % b if b else 0

    # --- What has happened ----------------------------------------------------------------------------------

    def begun(self, state: State, period: int) -> int:
        """Index of the first event since the current (or, outside, the last) run of the period began; what comes
        before its first run is one time, too.
        """
        if period < 0:
            return 0
        _, runs, start = state.periods[period]
        return int(runs[-1][3]) if runs else start

    def events(self, state: State, verb: int, period: int) -> list[tuple[Any, ...]]:
        """`(who, role…, result)` of each recorded event of the verb, cut or filled to its number of
        roles; not to be changed.
        """
        if not self.kept.on:
            return self.looked_back(state, verb, period)
        answers = self.kept.answers(state, self._events)
        known: list[tuple[Any, ...]] | None = answers.get((verb, period))
        if known is None:
            known = answers[verb, period] = self.looked_back(state, verb, period)
        return known

    def looked_back(self, state: State, verb: int, period: int) -> list[tuple[Any, ...]]:
        """The same, asked anew."""
        start = self.begun(state, period)
        history = state.history
        if start >= len(history):
            return []
        below, size = self.verbs_below[verb], self.roles[verb]
        found = []
        for event in history[start:]:
            if event[0] in below:
                if len(event) != size + 4:
                    roles = (*event[2:-2], *(-1,) * size)[:size]
                    found.append((event[1], *roles, event[-2]))
                else:
                    found.append(event[1:-1])
        return found

    def used(self, state: State, rule: int, values: tuple[Any, ...], period: int) -> int:
        start = self.begun(state, period)
        return state.history[start:].count((-1, rule, values, 0)) if start < len(state.history) else 0

    @staticmethod
    def period(state: State, period: int) -> int:
        runs = state.periods[period][1]
        return int(runs[-1][0]) if runs else 0

    @staticmethod
    def period_who(state: State, period: int) -> int:
        runs = state.periods[period][1]
        return int(runs[-1][1]) if runs else -1

    @staticmethod
    def period_role(state: State, period: int, role: int) -> Any:
        runs = state.periods[period][1]
        return runs[-1][2][role] if runs and role < len(runs[-1][2]) else -1
