"""The arrays of a lowered pack, and what is written of its model: the first part of `lower.py`."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Sequence
from itertools import chain

from toolkit.kernel.state import new_state
from toolkit.kernel.view import back
from toolkit.machine.machine import Machine

SMALL, LARGE = -(1 << 63), (1 << 63) - 1
"""What stands for no bound."""

BITS = 128
"""So many bits of changes the flat machine tells apart."""

BITS_OF_COLUMNS = 64
"""So many bits of columns."""

SEEN = {"nobody": 0, "owner": 1, "all": 2}

BY_KIND = {"place": "place_of", "parts": "parts_of", "groups": "groups_of", "listed": "listed"}


class NotLowered(Exception):
    """Says what has no lowered form."""


class Tables:
    """Of one machine.  `head`, `narrow`, `wide`: what a `Pack` is made from."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.model = machine.model
        self.ruleset = machine.ruleset
        self.narrow = array("i", [0])
        self.wide = array("q")
        self.head: dict[str, int] = {}
        self.by_kind: dict[tuple[str, int], int] = {}

    # --- Arrays ---------------------------------------------------------------------------------------------

    def put(self, numbers: Iterable[int]) -> int:
        """Where these stand from now on."""
        at = len(self.narrow)
        try:
            self.narrow.extend(numbers)
        except OverflowError:
            raise NotLowered("a number of more than 32 bits") from None
        return at

    def far(self, numbers: Iterable[int]) -> int:
        at = len(self.wide)
        self.wide.extend(numbers)
        return at

    def bits(self, every: Iterable[int]) -> int:
        """Two numbers of 64 bits for each."""
        return self.far(half for bits in every for half in halves(bits))

    def ranges(self, sets: Iterable[Sequence[int]]) -> int:
        """A table of ranges."""
        rows: list[int] = []
        for members in sets:
            rows += [self.put(members), len(members)]
        return self.put(rows)

    def each(self, value: Callable[[int], int], none: int) -> int:
        """A table of what every entity has, and of what none has."""
        return self.put([*map(value, range(self.model.count)), none])

    # --- The model ------------------------------------------------------------------------------------------

    def tables(self) -> None:
        """What is known of entities, kinds and attributes."""
        model = self.model
        self.head.update(
            count=model.count, kinds=len(model.kinds), attributes=len(model.attributes),
            nplayers=len(model.players), nperiods=len(self.ruleset.periods), owner_column=model.owner_column,
            everybody=self.machine.kernel.everybody, largest=self.machine.kernel.largest,
        )  # fmt: skip
        self.of_entities()
        self.of_places()
        self.of_kinds()
        self.of_attributes()

    def of_entities(self) -> None:
        model, head = self.model, self.head
        for name in (
            "kind", "owner", "is_component", "ordered", "number", "x", "y", "card", "named", "alike",
        ):  # fmt: skip
            head[name] = self.put(map(int, getattr(model, name)))
        seats = {player: seat for seat, player in enumerate(model.players)}
        head["players"] = self.put(model.players)
        head["seat"] = self.each(lambda e: seats.get(e, -1), -1)
        head["back"] = self.each(lambda e: back(model, e), -1)
        head["shows"] = self.each(model.shows, -1)
        head["moves"] = self.bits(model.moves)
        head["found"] = self.each(model.found, -1)

    def of_places(self) -> None:
        model, head, regions = self.model, self.head, self.machine.library.regions
        head["seen_by"] = self.put(SEEN[seen] for seen in model.seen_by)
        head["lies_open"] = self.put(map(int, self.machine.lies_open))
        head["part_of"] = self.each(lambda e: model.entities[e].part_of, -1)
        for name in ("parts", "beside", "members"):
            head[name] = self.ranges(getattr(model, name))
        head["regions"] = self.ranges([*map(regions, range(model.count)), ()])
        pairs = [list(chain(*data.capacity)) for data in model.entities]
        head["capacity"] = self.ranges([*pairs, ()])
        head["at"] = self.grids()

    def of_kinds(self) -> None:
        model, head = self.model, self.head
        kinds = [*model.kind[: model.count], -1]
        head["is_of"] = self.put(int(kind in below) for below in model.below for kind in kinds)
        head["all_of"] = self.ranges(model.all_of)
        head["changes"] = self.put(map(int, model.changes))
        head["components"] = self.put(map(int, self.machine.library.components))

    def of_attributes(self) -> None:
        model, head = self.model, self.head
        head["values"] = self.ranges([attribute.values for attribute in model.attributes])
        bounds = []
        for attribute in range(len(model.attributes)):
            bounds += [*(model.limits(attribute, e) for e in range(model.count)), (None, None)]
        head["paid_as"] = self.ranges([model.paid_as.get(a, ()) for a in range(len(model.attributes))])
        head["least"] = self.far(SMALL if low is None else low for low, _ in bounds)
        head["most"] = self.far(LARGE if high is None else high for _, high in bounds)
        printed = new_state(model, 0).columns
        head["printed"] = self.far(chain(*printed))
        head["refers"] = self.put(map(self.refers, range(len(model.attributes)), printed))
        head["unlike"] = self.unlike(printed)

    def unlike(self, printed: Sequence[Sequence[int]]) -> int:
        """A bit for each column in which things may differ though they are printed the same, the last one for all from
        63 on.
        """
        found = 0
        for attribute, column in enumerate(printed):
            worth: dict[int, int] = {}
            alike = zip(self.model.alike, column, strict=False)
            if any(look and worth.setdefault(look, value) != value for look, value in alike):
                found |= 1 << min(attribute, BITS_OF_COLUMNS - 1)
        return signed(found)

    def refers(self, attribute: int, printed: Sequence[int]) -> int:
        """1: to things; 2: also what is printed may be a component, in whose place another one may be imagined."""
        if self.model.attributes[attribute].type != "ref":
            return 0
        return 1 + any(self.model.is_component[e] for e in printed if e >= 0)

    def grids(self) -> int:
        """For each whole where its grid stands: its first and last column and row, then its parts, row by row."""
        wholes: dict[int, dict[tuple[int, int], int]] = {}
        for (whole, x, y), part in self.model.at.items():
            wholes.setdefault(whole, {})[x, y] = part
        rows = [0] * (self.model.count + 1)
        for whole, parts in wholes.items():
            xs, ys = [x for x, _ in parts], [y for _, y in parts]
            low, high, bottom, top = min(xs), max(xs), min(ys), max(ys)
            if (high - low + 1) * (top - bottom + 1) > 64 * len(parts) + 1000:
                raise NotLowered("a grid with more gaps than cells")
            cells = [parts.get((x, y), -1) for y in range(bottom, top + 1) for x in range(low, high + 1)]
            rows[whole] = self.put([low, high, bottom, top, *cells])
        return self.put(rows)

    def table_of(self, op: str, kind: int) -> int:
        """The table of an op that asks for what a kind of place, part or group is to an entity."""
        known = self.by_kind.get((op, kind))
        if known is None:
            found = getattr(self.model, BY_KIND[op])[kind]
            every = [*range(self.model.count), -1]
            if op == "place":
                known = self.put(found.get(e, -1) for e in every)
            else:
                known = self.ranges([found.get(e, ()) for e in every])
            self.by_kind[op, kind] = known
        return known


def halves(bits: int) -> tuple[int, int]:
    """Bits of changes as two numbers of 64 bits with a sign: several may share one, so that what asks again asks too
    often rather than too seldom.
    """
    folded = (1 << BITS) - 1 if bits < 0 else 0
    while bits > 0:
        folded |= bits & ((1 << BITS) - 1)
        bits >>= BITS
    return signed(folded & ((1 << 64) - 1)), signed(folded >> 64)


def signed(bits: int) -> int:
    return bits - (1 << 64) if bits >> 63 else bits
