"""The few ways in which a state changes.  Every kernel verb is made of these; nothing else writes to places,
columns or knowledge.

Each does what it says and reports what really happened; none asks, none refuses by exception.  What a change
means to watching rules is noted in `state.changed`.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Sequence
from typing import Any

from toolkit.kernel.changes import FIRST_COLUMN, KNOWN, LEFT
from toolkit.kernel.model import Model
from toolkit.kernel.random import Undecided, below, sample, shuffled
from toolkit.kernel.state import State
from toolkit.limits import DEFAULTS, Limits, Runaway

DEFAULT, TOP, BOTTOM, RANDOM = -1, 0, 1, 2
"""Where in an ordered place; `DEFAULT` is on top."""


DRAWS = "draws"
"""The pin that decides chance number by number, for as long as it is there."""

ENOUGH = 1 << 60
"""As many things as nobody has: what a place without a capacity holds."""


class Kernel:
    """The primitives over one model.  Raises `Runaway` for a number or a list of ways beyond the limits."""

    def __init__(self, model: Model, limits: Limits = DEFAULTS) -> None:
        self.model = model
        self.limits = limits
        self.largest = limits.number
        self.everybody = sum(1 << player for player in model.players)
        self.fits = tuple(min([most for _, most in e.capacity], default=ENOUGH) for e in model.entities)
        self.shown = tuple(model.shows(e) for e in range(model.count + 1))
        self.saw: dict[int, int] = {}
        """Who saw what has been moved or turned, just before; for the log, which empties it."""

    # --- Places -------------------------------------------------------------------------------------------

    def in_game(self, state: State, entity: int) -> bool:
        """Players, places and groups always are; a component when it is somewhere."""
        return entity >= 0 and (not self.model.is_component[entity] or state.parent[entity] >= 0)

    def has_room(self, state: State, entity: int, to: int) -> bool:
        """Whether the capacity of place `to` leaves room for one more like `entity`."""
        model, held = self.model, state.kids[to]
        for kind, most in model.entities[to].capacity:
            among = model.below[kind]
            if len(held) < most or model.kind[entity] not in among or entity in held:
                continue
            room = most
            for e in held:
                room -= model.kind[e] in among
            if room <= 0:
                return False
        return True

    def holds(self, state: State, outer: int, inner: int) -> bool:
        """`inner` is `outer`, or in it at any depth."""
        while inner >= 0:
            if inner == outer:
                return True
            inner = state.parent[inner]
        return False

    def can_move(self, state: State, entity: int, to: int) -> bool:
        """A component that is not removed, to something that is in the game, has room and is not inside the
        component.
        """
        model = self.model
        if to < 0 or not model.is_component[entity]:
            return False
        if state.parent[entity] < 0 and entity in state.gone:  # what is somewhere is not removed
            return False
        if model.is_component[to]:
            if state.parent[to] < 0 or self.holds(state, entity, to):
                return False
        return len(state.kids[to]) < self.fits[to] or self.has_room(state, entity, to)

    def can_put(self, state: State, who: int, roles: tuple[Any, ...]) -> bool:
        """Whether a component can be moved, and is not already there as it is to lie: then nothing is done."""
        entity, to, _, face = roles
        if state.parent[entity] == to and not self.model.ordered[to] and face in (-1, state.face[entity]):
            return False
        return self.can_move(state, entity, to)

    def move(self, state: State, entity: int, to: int, position: int = DEFAULT, face: int = -1) -> int:
        """`entity` goes to `to`; gives where it came from.  `face`: 0 down, 1 up, -1 as it was.

        Whoever saw it keeps knowing a component that lies face down in a place that all see; a hidden place
        makes all forget.
        """
        model, kids, inner, parent = self.model, state.kids, state.inner, state.parent
        origin, bare = parent[entity], not kids[entity]
        if state.log is not None:
            self.note(state, entity)
        if face == 0 and model.seen_by[to] == "all":
            state.known[entity] = self.seers(state, entity)
        else:
            state.known[entity] = 0
        # Where things lie that have nothing on them, all in a place is what is directly in it: so it stays.
        if origin >= 0:
            before = kids[origin]
            at = before.index(entity)
            held = before[:at] + before[at + 1 :] if at else before[1:]
            inner[origin] = held if bare and inner[origin] is before else None
            kids[origin] = held
            if parent[origin] >= 0:
                self.stirred(state, parent[origin])
        before = kids[to]
        held = self.joined(state, before, entity, to, position) if before else (entity,)
        inner[to] = held if bare and inner[to] is before else None
        kids[to] = held
        if parent[to] >= 0:
            self.stirred(state, parent[to])
        parent[entity] = to
        if face >= 0:
            state.face[entity] = face
        if bare:
            bits = model.moves[entity]
            state.changed |= bits
            state.stale |= bits
        else:
            self.moved(state, entity)
        return origin

    def joined(
        self, state: State, held: tuple[int, ...], entity: int, to: int, position: int
    ) -> tuple[int, ...]:
        """What lies directly in a place when a component has come to it, in which others lay."""
        if not self.model.ordered[to]:
            at = bisect(held, entity)
        elif position == BOTTOM:
            at = len(held)
        elif position == RANDOM:
            at = self.below(state, len(held) + 1)
        else:
            at = 0
        one = (entity,)
        return held[:at] + one + held[at:] if at else one + held

    def moved(self, state: State, entity: int) -> None:
        """Notes that a component is somewhere else or was turned, with all that is on it."""
        moves = self.model.moves
        bits = moves[entity]
        if state.kids[entity]:
            for inner in self.stack(state, entity):
                bits |= moves[inner]
        state.changed |= bits
        state.stale |= bits

    @staticmethod
    def stirred(state: State, place: int) -> None:
        """Something else is in a place, or lies otherwise there: in all that it is in, too."""
        inner, parent = state.inner, state.parent
        while place >= 0:
            inner[place] = None
            place = parent[place]

    @staticmethod
    def stack(state: State, entity: int) -> list[int]:
        """A component and all that is on it, however many lie one on the other."""
        found = [entity]
        for e in found:
            found += state.kids[e]
        return found

    def remove(self, state: State, entity: int) -> None:
        """Out of the game for good, with all that is on it.  Whoever did not know it does not get to know it."""
        lost = self.stack(state, entity)
        # All of it lies in one place, which is looked up once: what lies deep would be as long on its way there.
        here = [p for p in self.model.players if self.open_to(state, p, state.parent[entity])]
        seers = [self.seers(state, entity), *(self.seers(state, e, here) for e in lost[1:])]
        if state.log is not None:
            for e in lost:
                self.note(state, e)
        self.moved(state, entity)
        origin = state.parent[entity]
        self.stirred(state, origin)
        if origin >= 0:
            state.kids[origin] = tuple([e for e in state.kids[origin] if e != entity])
        for e, known in zip(lost, seers, strict=True):
            state.parent[e] = -1
            state.kids[e] = ()
            state.inner[e] = None
            state.known[e] = known
        state.gone = tuple(sorted({*state.gone, *lost}))

    def swap(self, state: State, a: int, b: int) -> None:
        """Two components change places, positions included."""
        for entity in (a, b):
            if state.log is not None:
                self.note(state, entity)
            state.known[entity] = 0
        pa, pb = state.parent[a], state.parent[b]
        other = {a: b, b: a}
        for place in {pa, pb}:
            if place >= 0:
                held = tuple(other.get(e, e) for e in state.kids[place])
                state.kids[place] = held if self.model.ordered[place] else tuple(sorted(held))
        self.stirred(state, pa)
        self.stirred(state, pb)
        state.parent[a], state.parent[b] = pb, pa
        self.moved(state, a)
        self.moved(state, b)

    def turn(self, state: State, entity: int, face: int) -> None:
        """Face up (1) or down (0).  Turned down in the open, it stays known to those who saw it."""
        if state.log is not None:
            self.note(state, entity)
        if face == 0:
            state.known[entity] = self.seers(state, entity)
        state.face[entity] = face
        self.moved(state, entity)

    # --- Attributes -----------------------------------------------------------------------------------------

    def bounded(self, attribute: int, entity: int, value: int) -> int:
        """The nearest value within the bounds."""
        least, most = self.model.limits(attribute, entity)
        if least is not None and value < least:
            return least
        if most is not None and value > most:
            return most
        return value

    def free(self, state: State, who: int, attribute: int, amount: int) -> list[int]:
        """How much of the attribute, and of each that stands in for it, could go, up to an amount."""
        found = []
        for column in (attribute, *self.model.paid_as.get(attribute, ())):
            have = state.columns[column][who]
            found.append(have - self.bounded(column, who, have - amount))
        return found

    def payments(self, state: State, who: int, attribute: int, amount: int) -> list[tuple[int, ...]]:
        """The ways to make up the amount: how much of each.  More of the attribute itself first."""
        ways: list[tuple[tuple[int, ...], int]] = [((), amount)]
        free = self.free(state, who, attribute, amount)
        for k, most in enumerate(free):
            rest = sum(free[k + 1 :])
            if (
                sum(max(0, min(most, left) - max(0, left - rest) + 1) for _, left in ways)
                > self.limits.options
            ):
                raise Runaway("options", self.limits.options)
            ways = [
                ((*way, part), left - part)
                for way, left in ways
                for part in range(min(most, left), max(0, left - rest) - 1, -1)
            ]
        return [way for way, _ in ways]

    def set_attribute(self, state: State, attribute: int, entity: int, value: int) -> int:
        """Sets it, within its bounds; gives the difference."""
        column = state.columns[attribute]
        old = column[entity]
        new = self.bounded(attribute, entity, value)
        column[entity] = new
        if new != old:
            state.changed |= FIRST_COLUMN << attribute
            state.stale |= FIRST_COLUMN << attribute
            if not -self.largest <= new <= self.largest:
                raise Runaway("number", self.largest)
        return new - old

    # --- Chance ---------------------------------------------------------------------------------------------

    def pinned(self, state: State, what: str, entity: int = -1) -> Any:
        """The next value that somebody decided beforehand for this kind of chance, and perhaps for certain things
        (and it is used up), or None.
        """
        for at, (name, value, *of) in enumerate(state.pins):
            if name == what and (not of or entity in of[0]):
                state.pins = state.pins[:at] + state.pins[at + 1 :]
                return value
        return None

    def roll(self, state: State, entity: int) -> int:
        """Sets what the entity shows to a random value within its bounds and gives that; pins: `("roll", value)`,
        `("roll", value, (entity…))`.
        """
        attribute = self.shown[entity]
        if attribute < 0:
            return 0
        column = self.model.attributes[attribute]
        least, most = self.model.limits(attribute, entity)
        value = self.pinned(state, "roll", entity)
        if value is None:
            if column.values:
                value = column.values[self.below(state, len(column.values))]
            else:
                least = least or 0
                value = least + self.below(state, (least if most is None else most) - least + 1)
        state.columns[attribute][entity] = value
        state.changed |= FIRST_COLUMN << attribute
        state.stale |= FIRST_COLUMN << attribute
        return int(value)

    def shuffle(self, state: State, place: int) -> None:
        """A random order, unless the place has none; whoever knew something in it forgets.  Pins:
        `("shuffle", (entity…))`, `("shuffle", (entity…), (place…))`: those come first.
        """
        held = state.kids[place]
        if self.model.ordered[place]:
            first = tuple([e for e in self.pinned(state, "shuffle", place) or () if e in held])
            rest = sorted([e for e in held if e not in first] if first else held)
            decided = self.decided(state)
            state.kids[place] = first + (
                self.drawn(state, rest, len(rest)) if decided else shuffled(state, rest)
            )
            self.stirred(state, place)
        bits, moves, known, kids = 0, self.model.moves, state.known, state.kids
        for entity in held:
            known[entity] = 0
            bits |= moves[entity]
            if kids[entity]:
                self.moved(state, entity)
        state.changed |= bits
        state.stale |= bits

    def sample(self, state: State, items: tuple[int, ...], n: int) -> tuple[int, ...]:
        """`n` random members; pins: `("random", (entity…))`."""
        first = tuple(e for e in self.pinned(state, "random") or () if e in items)[: max(n, 0)]
        rest, more = [e for e in items if e not in first], n - len(first)
        return first + (self.drawn if self.decided(state) else sample)(state, rest, more)

    def decided(self, state: State) -> bool:
        """Whether somebody decides all that chance would: the first of the pins is `("draws", (number…))`."""
        return bool(state.pins) and state.pins[0][0] == DRAWS

    def below(self, state: State, n: int) -> int:
        """A number from 0 to n - 1.  Raises `Undecided` where somebody decides chance and has not decided this."""
        if n <= 1 or not self.decided(state):
            return below(state, n)
        numbers = state.pins[0][1]
        if not numbers:
            raise Undecided(n)
        state.pins = ((DRAWS, numbers[1:]), *state.pins[1:])
        return int(numbers[0])

    def drawn(self, state: State, items: Sequence[int], n: int) -> tuple[int, ...]:
        """`n` of the items, one after the other, where somebody decides chance."""
        rest, found = list(items), list[int]()
        while rest and len(found) < n:
            found.append(rest.pop(self.below(state, len(rest))))
        return tuple(found)

    # --- Knowledge ------------------------------------------------------------------------------------------

    def open_to(self, state: State, player: int, place: int) -> bool:
        """The player sees what lies face up in this place or on this component."""
        model = self.model
        while place >= 0 and model.is_component[place]:
            place = state.parent[place]
        if place < 0:
            return True
        seen_by = model.seen_by[place]
        return seen_by == "all" or (seen_by == "owner" and model.owner[place] == player)

    def sees(self, state: State, player: int, entity: int) -> bool:
        """The player knows which one it is: it lies open to them, or they have seen it and it was not hidden
        since.  What was removed from the game is known to those who knew it then.
        """
        model = self.model
        if not model.is_component[entity] or state.known[entity] >> player & 1:
            return True
        parent = state.parent[entity]
        if parent < 0:
            return entity not in state.gone
        if not self.open_to(state, player, parent):
            return False
        return bool(state.face[entity]) or (
            model.seen_by[parent] == "owner" and model.owner[parent] == player
        )

    def open_to_all(self, state: State, entity: int) -> bool:
        """Every player knows which one it is."""
        if state.face[entity]:  # asked very often, and most things lie like this
            model, place = self.model, state.parent[entity]
            while place >= 0 and model.is_component[place]:
                place = state.parent[place]
            if place >= 0 and model.seen_by[place] == "all":
                return True
        return all(self.sees(state, player, entity) for player in self.model.players)

    def seers(self, state: State, entity: int, here: Sequence[int] | None = None) -> int:
        """The players who know which one it is, as bits.  `here`: of what lies on another component, to whom the place
        of both is open.
        """
        if here is None:
            return sum(1 << player for player in self.model.players if self.sees(state, player, entity))
        found = state.known[entity]
        return found | sum(1 << player for player in here) if state.face[entity] else found

    def note(self, state: State, entity: int) -> None:
        """Remembers for the log who sees it now."""
        self.saw[entity] = self.saw.get(entity, 0) | self.seers(state, entity)

    def know(self, state: State, player: int, entity: int) -> bool:
        """The player gets to know a component; gives whether they did not yet."""
        new = not self.sees(state, player, entity)
        if new:
            state.known[entity] |= 1 << player
            state.changed |= KNOWN
            state.stale |= KNOWN
        return new

    # --- The end --------------------------------------------------------------------------------------------

    def finish(self, state: State, winners: tuple[int, ...]) -> None:
        """The game is over."""
        state.over = True
        state.winners = winners
        state.frames = []
        state.changed |= LEFT
        state.stale |= LEFT

    def leave(self, state: State, player: int) -> None:
        """The player has lost.  When one of several is left, that one has won; when none is, nobody."""
        state.out |= 1 << player
        state.changed |= LEFT
        state.stale |= LEFT
        left = tuple(p for p in self.model.players if not state.out >> p & 1)
        if not left or (len(left) == 1 and len(self.model.players) > 1):
            self.finish(state, left)
