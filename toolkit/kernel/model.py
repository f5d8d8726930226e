"""What exists in one game of a pack for so many players: a frozen table, made once, shared by all its states.

Everything is an entity, an int: 0 is the game, then the players, then places, components and groups in the
order in which they were added.  `ModelBuilder` makes a `Model`:

    b = ModelBuilder()
    red, blue = b.player("Red"), b.player("Blue")
    points = b.attribute("point", least=0)
    card, deck = b.kind("card", parent=THING), b.kind("deck", parent=PLACE)
    pile = b.place(deck, ordered=True, seen_by="nobody")
    b.component(card, name="Ace", at=pile)
    model = b.build()

Tables indexed by entity have one item more than there are entities: index -1 (none) finds it, so that reading
an attribute of nothing costs no test and gives 0, () or -1.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from toolkit.kernel.changes import MOVED, kind_bit

GAME, PLAYER, THING, PLACE, GROUP = range(5)
"""The kinds that every model has.  A pack's kinds name one of them as their parent, directly or not."""

CORE_KINDS = ("game", "player", "thing", "place", "group")

Seen = Literal["all", "owner", "nobody"]
AttributeType = Literal["number", "flag", "list", "ref"]


@dataclass(frozen=True)
class Kind:
    """`parent`: the kind above, -1: none.  `of_player`: each player has their own.  `fungible`: not made from
    documents. `shows`: the attribute that a roll sets, -1: none.  `faces`: it has a back of its own.  `found`: the kind
    of place where it is looked for, -1: none.
    """

    name: str
    parent: int = -1
    of_player: bool = False
    fungible: bool = True
    shows: int = -1
    faces: bool = False
    found: int = -1


@dataclass(frozen=True)
class Attribute:
    """A column.  `least`, `most`: bounds of a number, None: none.  `values`: what a `list` attribute may be.
    `start`: the value of whatever says nothing else; none of a list or a reference is -1."""

    name: str
    type: AttributeType = "number"
    least: int | None = None
    most: int | None = None
    values: tuple[int, ...] = ()
    start: int = 0


@dataclass(frozen=True)
class Entity:
    """`owner`: player, -1: nobody's.  `name`: of a document, None: has none.  `card`: a number for each document,
    0: made from none.  `at`: where it starts, -1: outside the game.
    `of`, `part_of`, `x`, `y`, `number`, `ordered`, `seen_by`, `capacity`: of a place.
    `members`: of a group.
    """

    kind: int
    owner: int = -1
    name: str | None = None
    at: int = -1
    face: int = 1
    attributes: tuple[tuple[int, int], ...] = ()
    of: int = -1
    part_of: int = -1
    number: int = 0
    x: int = 0
    y: int = 0
    ordered: bool = False
    seen_by: Seen = "all"
    capacity: tuple[tuple[int, int], ...] = ()
    members: tuple[int, ...] = ()
    card: int = 0


Limits = tuple[int | None, int | None]
"""The least and the most that something can be; None: there is no such bound."""


@dataclass(frozen=True)
class Model:
    """See the module.  Tables below `entities` are derived from it; `*_of` tables are dicts keyed by kind,
    then entity.
    """

    kinds: tuple[Kind, ...]
    attributes: tuple[Attribute, ...]
    values: tuple[str, ...]
    entities: tuple[Entity, ...]
    bounds: dict[tuple[int, int], Limits]
    players: tuple[int, ...]
    own_bounds: dict[tuple[int, int], Limits] = field(default_factory=dict)
    count: int = 0
    kind: tuple[int, ...] = ()
    owner: tuple[int, ...] = ()
    is_component: tuple[bool, ...] = ()
    is_place: tuple[bool, ...] = ()
    ordered: tuple[bool, ...] = ()
    seen_by: tuple[Seen, ...] = ()
    number: tuple[int, ...] = ()
    x: tuple[int, ...] = ()
    y: tuple[int, ...] = ()
    members: tuple[tuple[int, ...], ...] = ()
    parts: tuple[tuple[int, ...], ...] = ()
    beside: tuple[tuple[int, ...], ...] = ()
    card: tuple[int, ...] = ()
    named: tuple[int, ...] = ()
    alike: tuple[int, ...] = ()
    moves: tuple[int, ...] = ()
    below: tuple[frozenset[int], ...] = ()
    all_of: tuple[tuple[int, ...], ...] = ()
    changes: tuple[bool, ...] = ()
    place_of: tuple[dict[int, int], ...] = ()
    parts_of: tuple[dict[int, tuple[int, ...]], ...] = ()
    groups_of: tuple[dict[int, tuple[int, ...]], ...] = ()
    at: dict[tuple[int, int, int], int] = field(default_factory=dict)
    owner_column: int = -1
    listed: tuple[dict[int, tuple[int, ...]], ...] = ()
    paid_as: dict[int, tuple[int, ...]] = field(default_factory=dict)
    known_limits: dict[tuple[int, int], Limits] = field(default_factory=dict, compare=False, repr=False)

    def limits(self, attribute: int, entity: int) -> Limits:
        """The least and the most that an attribute of this entity can be."""
        known = self.known_limits.get((attribute, entity))
        if known is None:
            known = self.known_limits[attribute, entity] = self.found_limits(attribute, entity)
        return known

    def found_limits(self, attribute: int, entity: int) -> Limits:
        if (attribute, entity) in self.own_bounds:
            return self.own_bounds[attribute, entity]
        kind = self.kind[entity]
        while kind >= 0:
            if (attribute, kind) in self.bounds:
                return self.bounds[attribute, kind]
            kind = self.kinds[kind].parent
        column = self.attributes[attribute]
        return column.least, column.most

    def shows(self, entity: int) -> int:
        """The attribute that a roll of this entity sets; -1."""
        kind = self.kind[entity]
        while kind >= 0:
            if self.kinds[kind].shows >= 0:
                return self.kinds[kind].shows
            kind = self.kinds[kind].parent
        return -1

    def found(self, entity: int) -> int:
        """The kind of place where this entity is looked for; -1."""
        kind = self.kind[entity]
        while kind >= 0:
            if self.kinds[kind].found >= 0:
                return self.kinds[kind].found
            kind = self.kinds[kind].parent
        return -1

    def label(self, entity: int) -> str:
        """For tests and error messages: the name, or kind and number."""
        if not 0 <= entity < self.count:
            return "nothing"
        data = self.entities[entity]
        return data.name or f"{self.kinds[data.kind].name} {entity}"


class ModelBuilder:
    """Adds kinds, attributes and entities, each method giving the index of what it added; `build` freezes
    them.

    Players come before every other entity.  Kinds before what is of them.  Attribute values of documents may
    refer to entities that come later: use `set`.
    """

    def __init__(self) -> None:
        self.kinds = [Kind(name) for name in CORE_KINDS]
        self.attributes: list[Attribute] = []
        self.values: list[str] = []
        self.entities: list[Entity] = [Entity(GAME, name="the game")]
        self.bound: dict[tuple[int, int], Limits] = {}
        self.owned: dict[tuple[int, int], Limits] = {}
        self.starts: dict[tuple[int, int], int] = {}
        self.owner_column = -1
        self.listed: list[dict[int, tuple[int, ...]]] = []
        self.paid_as: dict[int, tuple[int, ...]] = {}
        self.numbered: dict[tuple[int, int], int] = {}

    def kind(
        self,
        name: str,
        parent: int | None = None,
        *,
        of_player: bool = False,
        fungible: bool = True,
        shows: int = -1,
        faces: bool = False,
        found: int = -1,
    ) -> int:
        """`parent`: default THING."""
        above = THING if parent is None else parent
        self.kinds.append(Kind(name, above, of_player, fungible, shows, faces, found))
        return len(self.kinds) - 1

    def attribute(
        self,
        name: str,
        type: AttributeType = "number",
        *,
        least: int | None = None,
        most: int | None = None,
        values: Sequence[int] = (),
        start: int | None = None,
    ) -> int:
        """`start`: default 0 for numbers and flags, -1 (none) for lists and references."""
        if start is None:
            start = -1 if type in ("list", "ref") else max(0, least or 0)
        self.attributes.append(Attribute(name, type, least, most, tuple(values), start))
        return len(self.attributes) - 1

    def bounds(self, attribute: int, kind: int, least: int | None, most: int | None) -> None:
        """Other bounds for entities of this kind."""
        self.bound[attribute, kind] = (least, most)

    def own(self, attribute: int, entity: int, least: int | None, most: int | None) -> None:
        """Other bounds for this entity."""
        self.owned[attribute, entity] = (least, most)

    def shows(self, kind: int, attribute: int) -> None:
        """A roll of this kind sets this attribute."""
        old = self.kinds[kind]
        self.kinds[kind] = Kind(old.name, old.parent, old.of_player, old.fungible, attribute, old.faces)

    def pays_as(self, attribute: int, other: int) -> None:
        """An amount of `attribute` may be paid in place of as much of `other`."""
        self.paid_as[other] = (*self.paid_as.get(other, ()), attribute)

    def listing(self) -> int:
        """A new list attribute of documents, which name several others; its number."""
        self.listed.append({})
        return len(self.listed) - 1

    def ownership(self, attribute: int) -> None:
        """This column says to whom things belong, for it changes."""
        self.owner_column = attribute

    def value(self, name: str) -> int:
        self.values.append(name)
        return len(self.values) - 1

    def player(self, name: str, *, kind: int = PLAYER, attributes: Mapping[int, int] | None = None) -> int:
        if any(data.kind != GAME and PLAYER not in self._lineage(data.kind) for data in self.entities):
            raise ValueError("players come before every other entity")
        number = len(self.entities)
        return self._add(Entity(kind, owner=number, name=name, attributes=_pairs(attributes)))

    def place(
        self,
        kind: int,
        *,
        of: int = -1,
        part_of: int = -1,
        x: int = 0,
        y: int = 0,
        number: int = 0,
        ordered: bool = False,
        seen_by: Seen = "all",
        capacity: Mapping[int, int] | None = None,
        name: str | None = None,
        attributes: Mapping[int, int] | None = None,
    ) -> int:
        """`of`: the player or the place that it belongs to.  `x`, `y`: column and row among the parts of
        `part_of`, from 1. `number`: of a part, default: its x, then the next one.
        """
        above = of if of >= 0 else part_of
        owner = self.entities[above].owner if above >= 0 else -1
        if part_of >= 0:
            self.numbered[part_of, kind] = self.numbered.get((part_of, kind), 0) + 1
            number = number or self.numbered[part_of, kind]
        return self._add(
            Entity(
                kind, owner, name, of=above, part_of=part_of, number=number, x=x or number, y=y or 1, ordered=ordered,
                seen_by=seen_by, capacity=_pairs(capacity), attributes=_pairs(attributes),
            )
        )  # fmt: skip

    def component(
        self,
        kind: int,
        *,
        owner: int = -1,
        name: str | None = None,
        attributes: Mapping[int, int] | None = None,
        at: int = -1,
        face: int = 1,
        card: int = 0,
    ) -> int:
        """`at`: a place or another component; -1: outside the game until something puts it somewhere.
        `card`: the number of its document, from 1.
        """
        return self._add(Entity(kind, owner, name, at, face, _pairs(attributes), card=card))

    def group(self, kind: int, members: Sequence[int], name: str | None = None) -> int:
        return self._add(Entity(kind, name=name, members=tuple(members)))

    def set(self, entity: int, attribute: int, value: int) -> None:
        """A start value, whatever was said before."""
        self.starts[entity, attribute] = value

    def _add(self, data: Entity) -> int:
        self.entities.append(data)
        return len(self.entities) - 1

    def _lineage(self, kind: int) -> list[int]:
        """The kind and those above it."""
        found = []
        while kind >= 0:
            found.append(kind)
            kind = self.kinds[kind].parent
        return found

    def build(self) -> Model:
        entities = self.started()
        kinds = range(len(self.kinds))
        inner: list[list[int]] = [[] for _ in kinds]
        for kind in kinds:
            for above in self._lineage(kind):
                inner[above].append(kind)
        below = tuple(map(frozenset, inner))
        not_component = below[GAME] | below[PLAYER] | below[PLACE] | below[GROUP]
        components = tuple(data.kind not in not_component for data in entities)
        at = {(d.part_of, d.x, d.y): e for e, d in enumerate(entities) if d.part_of >= 0}
        of_kinds = self.of_kinds(entities, below, components)
        return Model(
            tuple(self.kinds), tuple(self.attributes), tuple(self.values), tuple(entities), dict(self.bound),
            players=of_kinds["all_of"][PLAYER],
            own_bounds=dict(self.owned),
            count=len(entities),
            is_component=(*components, False),
            is_place=(*(d.kind in below[PLACE] for d in entities), False),
            beside=(*(_beside(d, at) for d in entities), ()),
            named=(*_named(entities), 0),
            alike=(*_alike(entities, components), 0),
            moves=(*self.moves(entities, below, components), 0),
            below=below,
            at=at,
            owner_column=self.owner_column,
            listed=tuple(self.listed),
            paid_as=dict(self.paid_as),
            **_fields(entities),
            **of_kinds,
        )  # fmt: skip

    def started(self) -> list[Entity]:
        """The entities with the start values that were set."""
        entities = list(self.entities)
        for (entity, attribute), value in self.starts.items():
            data = entities[entity]
            merged = {**dict(data.attributes), attribute: value}
            entities[entity] = replace(data, attributes=_pairs(merged))
        return entities

    def of_kinds(
        self, entities: Sequence[Entity], below: Sequence[frozenset[int]], components: Sequence[bool]
    ) -> dict[str, Any]:
        """The tables that are indexed by kind, and the parts of each entity."""
        every = _all_of(entities, below)
        players = frozenset(every[PLAYER])
        parts = _parts(entities)
        return {
            "all_of": every,
            "parts": (*parts, ()),
            "changes": tuple(any(components[e] or e in players for e in those) for those in every),
            "place_of": tuple(_places(those, entities, below[PLACE]) for those in every),
            "parts_of": tuple(_parts_of(parts, entities, kinds) for kinds in below),
            "groups_of": tuple(_groups(those, entities) for those in every),
        }

    def moves(
        self, entities: Sequence[Entity], below: Sequence[frozenset[int]], components: Sequence[bool]
    ) -> list[int]:
        """For each component what changes when it moves: the bits of its kind and of the kinds above."""
        columns = len(self.attributes)
        bits = [
            MOVED | sum(kind_bit(columns, above) for above, inner in enumerate(below) if kind in inner)
            for kind in range(len(self.kinds))
        ]
        return [bits[data.kind] if components[e] else 0 for e, data in enumerate(entities)]


def _pairs(values: Mapping[int, int] | None) -> tuple[tuple[int, int], ...]:
    return tuple(sorted((values or {}).items()))


def _order(data: Entity) -> tuple[int, int, int]:
    return data.y, data.x, data.number


def _fields(entities: Sequence[Entity]) -> dict[str, Any]:
    """Fields of the entities as tables, each with what none has."""
    none = Entity(-1)
    names = ("kind", "owner", "ordered", "seen_by", "number", "x", "y", "members", "card")
    return {name: tuple([getattr(data, name) for data in (*entities, none)]) for name in names}


def _all_of(entities: Sequence[Entity], below: Sequence[frozenset[int]]) -> tuple[tuple[int, ...], ...]:
    """For each kind all entities of it or of a kind below, ascending."""
    above = [[k for k, inner in enumerate(below) if kind in inner] for kind in range(len(below))]
    found: list[list[int]] = [[] for _ in below]
    for e, data in enumerate(entities):
        for kind in above[data.kind]:
            found[kind].append(e)
    return tuple(tuple(those) for those in found)


def _parts(entities: Sequence[Entity]) -> tuple[tuple[int, ...], ...]:
    """For each entity its parts, row by row."""
    found: list[list[int]] = [[] for _ in entities]
    for e, data in enumerate(entities):
        if data.part_of >= 0:
            found[data.part_of].append(e)
    return tuple(tuple(sorted(those, key=lambda e: _order(entities[e]))) for those in found)


def _parts_of(
    parts: Sequence[tuple[int, ...]], entities: Sequence[Entity], kinds: frozenset[int]
) -> dict[int, tuple[int, ...]]:
    """For each entity that has some its parts of these kinds."""
    found = {
        e: tuple(p for p in those if entities[p].kind in kinds) for e, those in enumerate(parts) if those
    }
    return {e: those for e, those in found.items() if those}


def _places(every: Sequence[int], entities: Sequence[Entity], places: frozenset[int]) -> dict[int, int]:
    """For each that has one its first place of a kind; for no one the only place of the kind, if there is one."""
    first = {entities[e].of: e for e in reversed(every) if entities[e].kind in places}
    return {-1: every[0], **first} if len(every) == 1 else first


def _beside(data: Entity, at: Mapping[tuple[int, int, int], int]) -> tuple[int, ...]:
    """Left, right, below, above."""
    if data.part_of < 0:
        return ()
    steps = ((-1, 0), (1, 0), (0, -1), (0, 1))
    found = (at.get((data.part_of, data.x + dx, data.y + dy), -1) for dx, dy in steps)
    return tuple(e for e in found if e >= 0)


def _alike(entities: Sequence[Entity], components: Sequence[bool]) -> list[int]:
    """For each entity a number that it shares with all components that are printed the same; 0: there is no
    other.
    """
    classes: dict[tuple[int, int, str | None, int], list[int]] = {}
    for e, data in enumerate(entities):
        if components[e]:
            classes.setdefault((data.kind, data.owner, data.name, data.card), []).append(e)
    result = [0] * len(entities)
    for number, members in enumerate(classes.values(), 1):
        if len(members) > 1:
            for e in members:
                result[e] = number
    return result


def _named(entities: Sequence[Entity]) -> list[int]:
    """For each entity a number that it shares with all of its name; 0: it has none."""
    numbers: dict[str, int] = {}
    return [numbers.setdefault(data.name, len(numbers) + 1) if data.name else 0 for data in entities]


def _groups(groups: Sequence[int], entities: Sequence[Entity]) -> dict[int, tuple[int, ...]]:
    result: dict[int, list[int]] = {}
    for group in groups:
        for member in entities[group].members:
            result.setdefault(member, []).append(group)
    return {member: tuple(found) for member, found in result.items()}
