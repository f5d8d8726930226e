"""The table of a game: kinds, columns, players, places, groups and components of a pack → `Model` and the
names in `World`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import chain, cycle, groupby, islice, product, repeat
from typing import TypeVar

from toolkit.compile.base.values import NUMBER, Type, entity
from toolkit.compile.base.world import Attribute, Kind, World
from toolkit.documents.card import key_of
from toolkit.kernel.model import CORE_KINDS, GROUP, PLACE, Model, ModelBuilder
from toolkit.limits import COUNTS, DEFAULTS, VARIABLE, Limits, limits_for
from toolkit.pack import source as src
from toolkit.pack.source import PackSource
from toolkit.report.catalogue import diagnose
from toolkit.report.diagnostic import Diagnostic, Label
from toolkit.report.source import Text

Entry = TypeVar("Entry", src.Kind, src.Place)

ANY_GROUP = "any group"
"""What every group of places is below: no word of the language, for a pack may call something of its own a group."""


@dataclass
class Table:
    """A model being built.  `places`: entities by place kind; `components`: entities by (kind, document id);
    `numbers`: the number of each document; `documents`: those of each kind; `limits`: how much there may be."""

    source: PackSource
    world: World
    builder: ModelBuilder = field(default_factory=ModelBuilder)
    places: dict[str, list[int]] = field(default_factory=dict)
    components: dict[tuple[str, str], list[int]] = field(default_factory=dict)
    coordinates: dict[int, tuple[int, int, int]] = field(default_factory=dict)
    keyword_columns: dict[str, int] = field(default_factory=dict)
    many: dict[tuple[str, str, str], int] = field(default_factory=dict)
    story_columns: tuple[int, int, int] = (-1, -1, -1)
    numbers: dict[tuple[str, str], int] = field(default_factory=dict)
    documents: dict[str, list[src.Component]] = field(default_factory=dict)
    limits: Limits = DEFAULTS
    found: list[Diagnostic] = field(default_factory=list)

    def build(self, players: int, called: tuple[str, ...] = ()) -> Model:
        """Everything, in the order that the builder wants."""
        self.limits = limits_for(dict(self.source.manifest.limits))
        for component in self.source.components:
            if component.name not in self.world.absent:
                self.documents.setdefault(component.kind, []).append(component)
        self.values()
        self.kinds()
        self.attributes()
        self.players(players, called)
        for place in self.ordered_places():
            if place.documents:
                self.places_of_documents(place)
            else:
                self.place(place)
        self.groups()
        self.things()
        self.ownership()
        self.only()
        return self.builder.build()

    def values(self) -> None:
        """Values of all lists; a word in two lists is one value of the first."""
        for name, words in self.world.vocabulary.lists.items():
            for word in words:
                index = self.builder.value(word)
                self.world.values.setdefault(word, (index, name))

    # -- kinds ----------------------------------------------------------------------------------------------
    def kinds(self) -> None:
        """Kinds of the core, then the pack's places, then its kinds, parents first."""
        kinds = self.world.kinds
        for index, name in enumerate(CORE_KINDS):
            word = ANY_GROUP if index == GROUP else name
            kinds[word] = Kind(word, index, None, name)
        for place in _parents_first(self.source.places):
            kinds[place.name] = self.kind_of_place(place)
        for kind in _parents_first(self.source.kinds):
            if kind.name not in kinds:
                kinds[kind.name] = self.kind(kind)

    def kind_of_place(self, place: src.Place) -> Kind:
        """The kind of which all places are that are declared together."""
        parent = self.world.kind(place.parent)
        category, root = ("place", PLACE) if place.group_of is None else ("group", GROUP)
        return Kind(
            place.name,
            self.builder.kind(place.name, parent.index if parent else root),
            place.parent if parent else ANY_GROUP if category == "group" else category,
            category,
            of=place.of,
            part_of=place.part_of,
            members=place.group_of,
            ordered=place.ordered,
            capacity=bool(place.capacity),
            prep=place.prep,
            prep_said=place.prep_said,
            seen_by=place.seen_by,
        )

    def kind(self, kind: src.Kind) -> Kind:
        """A kind of things; its parent is known."""
        parent = self.world.kind(kind.parent)
        index = self.builder.kind(
            kind.name,
            parent.index if parent else None,
            of_player=kind.of == "player",
            fungible=not kind.documents,
            faces=kind.faces,
            found=self.world.kinds[kind.found].index if kind.found in self.world.kinds else -1,
        )
        return Kind(
            kind.name,
            index,
            parent.name if parent else "thing",
            parent.category if parent else "thing",
            of=kind.of,
            shows=kind.shows,
            found=kind.found,
            starts=kind.starts,
            supply=None if kind.documents or self.hidden(kind.starts) else kind.starts,
            owned=kind.of == "player",
            faces=kind.faces,
            works=kind.works,
        )

    def hidden(self, place: str | None) -> bool:
        """Whether nobody sees what lies in a place."""
        found = self.source.place(place) if place is not None else None
        return found is not None and found.seen_by == "nobody"

    def attributes(self) -> None:
        """A column for each attribute of each kind, each quantity, each keyword and each value of a list of values."""
        for place in self.source.places:
            for attribute in place.attributes:
                self.column(place.name, attribute)
        for kind in self.source.kinds:
            for attribute in kind.attributes:
                self.column(kind.name, attribute)
            for name in kind.each:
                if self.world.attribute(kind.name, name) is None:
                    self.column(kind.name, src.Attribute(name, "value", name))
        self.quantities()
        if any(kind.story is not None for kind in self.source.kinds):
            # no words of the language: which story is told, which way on was taken, and which of a card were gone
            story, way, gone = (self.builder.attribute(name) for name in ("story", "story way", "ways gone"))
            self.story_columns = (story, way, gone)
        for kind in self.source.kinds:
            if kind.shows and (shown := self.world.attribute(kind.name, kind.shows)):
                self.builder.shows(self.world.kinds[kind.name].index, shown.index)
        self.keywords()

    def quantities(self) -> None:
        """A column for each; then which of them stand in for others, and which are parts of others."""
        attributes, declared = self.world.attributes, self.source.quantities
        for quantity in declared:
            name, of = quantity.name, quantity.of
            index = self.builder.attribute(
                name, least=quantity.at_least, most=quantity.at_most, start=quantity.start
            )
            attributes[of, name] = Attribute(name, index, NUMBER, of, quantity=True, least=quantity.at_least)
        for quantity in declared:
            for name in quantity.pays_as:
                if (quantity.of, name) not in attributes:
                    continue
                own, other = (attributes[quantity.of, one] for one in (quantity.name, name))
                self.builder.pays_as(own.index, other.index)
                self.world.paid_otherwise.add(other.index)
        for quantity in declared:
            if parts := self.kinds_of(quantity):
                key = quantity.of, quantity.name
                attributes[key] = replace(attributes[key], parts=parts)

    def keywords(self) -> None:
        """Which keywords a thing has."""
        for name, entry in self.world.vocabulary.names.items():
            if entry.noun == "keyword":
                title = f"keyword {name}"
                index = self.builder.attribute(title, "flag")
                self.keyword_columns[name] = index
                self.world.attributes["thing", title] = Attribute(title, index, NUMBER, "thing", flag=True)

    def kinds_of(self, quantity: src.Quantity) -> tuple[int, ...]:
        """The columns of those that are one of this quantity; what has kinds itself counts as those."""
        found: list[int] = []
        for each in self.source.quantities:
            if each.parent == quantity.name and each.of == quantity.of:
                found += self.kinds_of(each) or (self.world.attributes[each.of, each.name].index,)
        return tuple(found)

    def column(self, kind: str, attribute: src.Attribute) -> None:
        """One declared attribute."""
        world, builder = self.world, self.builder
        if attribute.many and attribute.of in world.vocabulary.lists:
            for word in world.vocabulary.lists[attribute.of]:
                index = builder.attribute(f"{kind}: {word}", "flag")
                self.many[kind, attribute.name, word] = index
                world.attributes[kind, word] = Attribute(word, index, NUMBER, kind, flag=True)
            return
        if attribute.form == "thing" and attribute.many:
            index = builder.listing()
            world.attributes[kind, attribute.name] = Attribute(
                attribute.name, index, entity(attribute.of or "thing"), kind, listed=True
            )
            return
        if attribute.form == "text" or attribute.many:
            return
        if attribute.form == "number":
            index = builder.attribute(attribute.name, least=attribute.low, most=attribute.high)
            type_ = NUMBER
        elif attribute.form == "flag":
            index, type_ = builder.attribute(attribute.name, "flag"), NUMBER
        elif attribute.of in world.vocabulary.lists:
            values = [world.values[word][0] for word in world.vocabulary.lists[attribute.of]]
            index, type_ = (
                builder.attribute(attribute.name, "list", values=values),
                Type("value", attribute.of),
            )
        else:
            index, type_ = builder.attribute(attribute.name, "ref"), entity(attribute.of or "thing")
        world.attributes[kind, attribute.name] = Attribute(
            attribute.name, index, type_, kind, flag=attribute.form == "flag"
        )

    # -- entities -------------------------------------------------------------------------------------------
    def full(self, maker: src.Kind | src.Place | src.Component) -> bool:
        """Whether no more entities may be made, which is told once, at what would make them."""
        made = len(self.builder.entities) - 1 - self.world.players
        limit = "components" if made >= self.limits.components else "values"
        if limit == "values" and made * len(self.builder.attributes) < self.limits.values:
            return False
        if not self.found:
            most = getattr(self.limits, limit)
            span = maker.span or Text.plain(maker.name).span()
            above = isinstance(maker, src.Place) and self.source.place(maker.part_of or maker.of or "")
            label = (
                f"for each of the {len(self.places.get(above.name, ())):,} that this makes" if above else ""
            )
            labels = [Label(above.span, label)] if above and above.span else []
            what = f"with `{maker.name}` there are more than {most:,} {COUNTS[limit]}"
            hint = f"make fewer; whoever plays it can allow more: {VARIABLE}={limit}={2 * most}"
            self.found.append(diagnose("SAY0317", span, what=what, labels=labels, hint=hint))
        return True

    def players(self, count: int, called: tuple[str, ...]) -> None:
        """The players, named as pack.yaml seats them; whoever looks at the game reads what they are `called`."""
        seats = list(self.source.manifest.seats)
        names = {
            entry.text: name for name, entry in self.world.vocabulary.names.items() if entry.noun == "player"
        }
        for number in range(count):
            text = seats[number] if number < len(seats) else f"Player {number + 1}"
            player = self.builder.player(called[number] if number < len(called) else text)
            if text in names:
                self.world.entities[names[text]] = (player, "player")
        self.world.players = count

    def ordered_places(self) -> list[src.Place]:
        """Places before their parts and before what is of them; kinds that only are parents make no entity."""
        abstract = {place.parent for place in self.source.places if place.parent}
        left = [
            place
            for place in self.source.places
            if place.group_of is None and (place.name not in abstract or place.part_of is not None)
        ]
        done: list[src.Place] = []
        waiting = {place.name for place in left}
        while ready := [place for place in left if waiting.isdisjoint((place.of, place.part_of))]:
            done += ready
            waiting -= {place.name for place in ready}
            left = [place for place in left if place.name in waiting]
        return done

    def place(self, place: src.Place) -> None:
        """The entities of a place: one, or one for each player, place or position."""
        made = self.places.setdefault(place.name, [])
        for how, whole in self.wholes(place):
            for number, (x, y) in enumerate(spots(place), 1):
                if self.full(place):
                    return
                entity_ = self.builder.place(
                    self.world.kinds[place.name].index,
                    of=whole if how == "of" else -1,
                    part_of=whole if how == "part" else -1,
                    x=x,
                    y=y,
                    number=number if how == "part" else 0,
                    ordered=place.ordered,
                    seen_by=place.seen_by,
                    capacity=self.capacity(place),
                )
                self.coordinates[entity_] = (whole, x, y)
                made.append(entity_)

    def capacity(self, place: src.Place) -> dict[int, int]:
        """How many of which kinds it holds."""
        kinds = self.world.kinds
        return {kinds[name].index: limit for name, limit in place.capacity if name in kinds}

    def wholes(self, place: src.Place) -> list[tuple[str, int]]:
        """Whose (*of*) or of what a part (*part*) the places of a kind are: one for each."""
        if place.of == "player":
            return [("of", player) for player in range(1, self.world.players + 1)]
        if place.of:
            return [("of", owner) for owner in self.places.get(place.of, ())]
        if place.part_of:
            return [("part", whole) for whole in self.places.get(place.part_of, ())]
        return [("", -1)]

    def places_of_documents(self, place: src.Place) -> None:
        """Places that are written as documents; of a part, the document names its whole (`room: hall`)."""
        kind, capacity = self.world.kinds[place.name].index, self.capacity(place)
        for component in self.documents.get(place.name, ()):
            if self.full(component):
                return
            whole = -1
            if place.part_of:
                wholes = self.components.get((place.part_of, str(component.attributes.get(place.part_of))))
                whole = (wholes or self.places.get(place.part_of) or [-1])[0]
            made = self.builder.place(
                kind,
                part_of=whole,
                ordered=place.ordered,
                seen_by=place.seen_by,
                capacity=capacity,
                name=component.text,
                attributes=self.printed(place.name, component),
            )
            self.places.setdefault(place.name, []).append(made)
            self.components[place.name, component.id] = [made]
            self.world.entities[component.name] = (made, place.name)

    def ownership(self) -> None:
        """Who owns what, as a column, where things change hands (`of: nobody`)."""
        if not any(kind.of == "nobody" for kind in self.source.kinds):
            return
        column = self.builder.attribute("owner", "ref")
        self.builder.ownership(column)
        self.world.owner_column = column
        for number, data in enumerate(self.builder.entities):
            self.builder.set(number, column, data.owner)

    def groups(self) -> None:
        """Rows, columns and runs of cells, for each whole."""
        for place in self.source.places:
            cells_kind = place.group_of
            if cells_kind is None:
                continue
            kind = self.world.kinds[place.name].index
            wholes: dict[int, dict[tuple[int, int], int]] = {}
            for cell in self.places.get(cells_kind, ()):
                whole, x, y = self.coordinates[cell]
                wholes.setdefault(whole, {})[x, y] = cell
            for _, spots in sorted(wholes.items()):
                for members in group_members(place, spots):
                    if self.full(place):
                        return
                    self.places.setdefault(place.name, []).append(self.builder.group(kind, members))

    def things(self) -> None:
        """Components: of documents, of numbers, one for each value of a list; for each player where they are
        a player's.
        """
        self.numbers = {
            (component.kind, component.id): number
            for number, component in enumerate(self.source.components, 1)
        }
        for kind in self.source.kinds:
            if kind.documents:
                for component in self.documents.get(kind.name, ()):
                    self.of_document(kind, component)
            elif kind.number is not None or kind.each:
                self.of_number(kind)
        self.references()

    def owners(self, kind: src.Kind) -> Iterable[int]:
        """Whose: each player, or nobody."""
        of = [entry.of for entry in self.source.lineage(kind.name) if entry.of]
        owned = "player" in of and of[0] != "nobody"
        return range(1, self.world.players + 1) if owned else (-1,)

    def starts_of(self, kind: src.Kind, owner: int, count: int) -> Iterable[int]:
        """Where so many components of a kind begin; several places of that kind are filled in turn; -1: outside the
        game.
        """
        starts = next((entry.starts for entry in self.source.lineage(kind.name) if entry.starts), None)
        entities = self.places.get(starts, []) if starts is not None else []
        if owner > 0:
            entities = [e for e in entities if self.builder.entities[e].owner == owner] or entities
        return islice(cycle(entities or [-1]), count)

    def printed(self, kind: str, component: src.Component) -> dict[int, int]:
        """The values of a document in the columns; references to others come later."""
        values: dict[int, int] = {}
        for name, value in component.attributes.items():
            if isinstance(value, tuple):
                for word in value:
                    for entry in self.world.lineage(kind):
                        if (entry.name, name, str(word)) in self.many:
                            values[self.many[entry.name, name, str(word)]] = 1
                continue
            attribute = self.world.attribute(kind, name)
            if attribute is None or attribute.type.base == "entity":
                continue
            values[attribute.index] = (
                self.world.values[str(value)][0] if attribute.type.base == "value" else int(value)
            )
        return values

    def of_document(self, kind: src.Kind, component: src.Component) -> None:
        """Copies of a card, their printed values in the columns."""
        made = self.components.setdefault((kind.name, component.id), [])
        values = {**self.in_common(kind), **self.printed(kind.name, component)}
        for keyword in component.keywords:
            column = self.keyword_columns.get(keyword) or next(
                (
                    c
                    for n, c in self.keyword_columns.items()
                    if n.lower() == keyword.lower() or n.endswith(f"/{keyword}")
                ),
                None,
            )
            if column is not None:
                values[column] = 1
        for owner in self.owners(kind):
            for at in self.spots(kind, component, owner):
                if self.full(component):
                    break
                face = self.face(kind, at)
                made.append(
                    self.builder.component(
                        self.world.kinds[kind.name].index,
                        owner=owner,
                        name=component.text,
                        attributes=values,
                        at=at,
                        face=face,
                        card=self.numbers[kind.name, component.id],
                    )
                )
                self.own_bounds(kind, made[-1], values)
        entities: int | tuple[int, ...] = made[0] if len(made) == 1 else tuple(made)
        self.world.entities[component.name] = (entities, kind.name)

    def spots(self, kind: src.Kind, component: src.Component, owner: int) -> Iterable[int]:
        """Where each copy of a card begins: where its kind does, or where the decks that were chosen have it."""
        if component.dealt is None:
            return self.starts_of(kind, owner, component.copies)
        mine = [spot for spot in component.dealt if owner in (-1, spot[0])]
        if not component.dealt:
            return repeat(-1, component.copies)
        return (
            next(e for e in self.places[place] if self.builder.entities[e].owner == seat)
            for seat, place, copies in mine
            for _ in range(copies)
        )

    def own_bounds(self, kind: src.Kind, component: int, values: dict[int, int]) -> None:
        """Bounds that another printed number gives (*1 to sides*)."""
        for entry in self.source.lineage(kind.name):
            for attribute in entry.attributes:
                if attribute.high_of is None:
                    continue
                own = self.world.attribute(kind.name, attribute.name)
                high = self.world.attribute(kind.name, attribute.high_of)
                if own is not None and high is not None:
                    self.builder.own(own.index, component, attribute.low, values.get(high.index, 0))

    def face(self, kind: src.Kind, at: int) -> int:
        """What has two faces begins face down in a place that not everybody sees; other things are seen as
        their place is.
        """
        if at < 0 or not any(entry.faces for entry in self.source.lineage(kind.name)):
            return 1
        return 0 if self.builder.entities[at].seen_by != "all" else 1

    def of_number(self, kind: src.Kind) -> None:
        """Plain pieces: so many, or one for each value."""
        made = self.components.setdefault((kind.name, ""), [])
        fixed = self.in_common(kind)
        each = 1 if kind.number is None else kind.number
        for owner in self.owners(kind):
            pieces = chain.from_iterable(repeat({**fixed, **values}, each) for values in self.each(kind))
            for values, at in zip(
                pieces, self.starts_of(kind, owner, self.limits.components + 1), strict=False
            ):
                if self.full(kind):
                    return
                made.append(
                    self.builder.component(
                        self.world.kinds[kind.name].index,
                        owner=owner,
                        attributes=values,
                        at=at,
                        face=self.face(kind, at),
                    )
                )

    def in_common(self, kind: src.Kind) -> dict[int, int]:
        """Values that all of a kind have, those of the kinds above it included."""
        found: dict[int, int] = {}
        for entry in self.source.lineage(kind.name):
            for name, word in entry.values:
                attribute = self.world.attribute(kind.name, name)
                if attribute is not None and attribute.type.base == "number" and word.lstrip("-").isdigit():
                    found.setdefault(attribute.index, int(word))
                elif attribute is not None and word in self.world.values:
                    found.setdefault(attribute.index, self.world.values[word][0])
        return found

    def each(self, kind: src.Kind) -> Iterator[dict[int, int]]:
        """The columns of the pieces of a kind: one for each value of a list, or for each combination of several."""
        choices: list[list[tuple[int, int]]] = []
        for name in kind.each:
            attribute = self.world.attribute(kind.name, name)
            if attribute is None:
                continue
            if attribute.type.base == "value":
                words = self.world.vocabulary.lists[attribute.type.name]
                choices.append([(attribute.index, self.world.values[word][0]) for word in words])
            else:
                column = self.builder.attributes[attribute.index]
                choices.append(
                    [(attribute.index, n) for n in range(column.least or 0, (column.most or 0) + 1)]
                )
        return (dict(chosen) for chosen in product(*choices))

    def references(self) -> None:
        """Attributes that name another document, or several."""
        for component in self.source.components:
            for name, value in component.attributes.items():
                attribute = self.world.attribute(component.kind, name)
                if attribute is None or attribute.type.base != "entity":
                    continue
                ids = value if isinstance(value, tuple) else (value,)
                targets = [target for id_ in ids if (target := self.document(attribute.type.name, id_)) >= 0]
                for entity_ in self.components.get((component.kind, component.id), ()):
                    if attribute.listed:
                        self.builder.listed[attribute.index][entity_] = tuple(targets)
                    elif targets:
                        self.builder.set(entity_, attribute.index, targets[0])

    def document(self, kind: str, id_: object) -> int:
        """The (first) component of a document of that kind, or the player in that seat; -1."""
        if self.world.is_a(kind, "player"):
            seats = [key_of(seat) for seat in self.source.manifest.seats[: self.world.players]]
            return seats.index(str(id_)) + 1 if str(id_) in seats else -1
        for other in (entry.name for entry in self.world.below(kind)):
            if made := self.components.get((other, str(id_))):
                return made[0]
        return -1

    def only(self) -> None:
        """Kinds with exactly one entity are constants; how many things of each kind there are."""
        for (name, _), made in self.components.items():
            for entry in self.world.lineage(name):
                self.world.totals[entry.name] = self.world.totals.get(entry.name, 0) + len(made)
                for word in self.values_of(made):
                    self.world.alike[entry.name, word] = self.world.alike.get((entry.name, word), 0) + 1

        sites: dict[str, list[int]] = {name: [] for name in self.world.kinds}
        for name, made in self.places.items():
            for entry in self.world.lineage(name):
                sites[entry.name] += made
        self.world.sites |= {name: tuple(sorted(found)) for name, found in sites.items()}
        parents = {kind.parent for kind in self.source.kinds}
        for name, made in self.places.items():
            if len(made) == 1:
                self.world.kinds[name] = replace(self.world.kinds[name], only=made[0])
        for (name, id_), made in self.components.items():
            if id_ == "" and len(made) == 1 and name not in parents:
                self.world.kinds[name] = replace(self.world.kinds[name], only=made[0])
        self.world.kinds["game"] = replace(self.world.kinds["game"], only=0)

    def values_of(self, made: Iterable[int]) -> Iterator[str]:
        """The values of lists that are printed on these, one after another."""
        words = {(number, of): word for word, (number, of) in self.world.values.items()}
        lists = {
            each.index: each.type.name for each in self.world.attributes.values() if each.type.base == "value"
        }
        for entity_ in made:
            for column, number in self.builder.entities[entity_].attributes:
                if column in lists:
                    yield words[number, lists[column]]


def _parents_first(entries: Iterable[Entry]) -> list[Entry]:
    every = {entry.name: entry for entry in entries}
    depth: dict[str, int] = {}
    for entry in every.values():
        path = [entry]
        while (
            (parent := every.get(path[-1].parent or "")) and parent.name not in depth and parent not in path
        ):
            path.append(parent)
        for one in reversed(path):
            depth[one.name] = depth.get(one.parent or "", -1) + 1
    return sorted(every.values(), key=lambda entry: depth[entry.name])


def spots(place: src.Place) -> list[tuple[int, int]]:
    """Column and row of each place of a kind: of a grid, of a line of positions, or of one alone."""
    if place.columns and place.rows:
        return [(x, y) for y in range(1, place.rows + 1) for x in range(1, place.columns + 1)]
    return [(x, 1) for x in place.positions] or [(0, 0)]


DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))
"""In which a run goes on; the other four are the same runs from the other end."""


def group_members(place: src.Place, spots: dict[tuple[int, int], int]) -> Iterable[list[int]]:
    """The groups of a grid: rows from the left, columns from the bottom, straight runs of a length in all
    eight directions once.
    """
    by_row = sorted(spots, key=lambda spot: (spot[1], spot[0]))
    if place.rows_of:
        return [[spots[spot] for spot in row] for _, row in groupby(by_row, key=lambda spot: spot[1])]
    if place.columns_of:
        return [
            [spots[spot] for spot in column] for _, column in groupby(sorted(spots), key=lambda spot: spot[0])
        ]
    return _runs(place.length or 2, by_row, spots)


def _runs(
    length: int, starts: list[tuple[int, int]], spots: dict[tuple[int, int], int]
) -> Iterator[list[int]]:
    """Whether the last cell is there says most: it is looked at first."""
    last = length - 1
    for (x, y), (dx, dy) in product(starts, DIRECTIONS):
        if (x + dx * last, y + dy * last) in spots:
            run = [(x + dx * i, y + dy * i) for i in range(length)]
            if all(spot in spots for spot in run):
                yield [spots[spot] for spot in run]
