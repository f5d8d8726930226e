"""Where the texts of components act: in the places that their kind names, or wherever all see them.

What has a face acts in a place that all see only while it lies face up; what its owner alone sees may lie face down.
A sentence that holds while its own component lies face down acts there nevertheless; one that turns its own component
face up (*you may reveal this role*) acts there only while it lies face down.

What a text says of its own component alone holds elsewhere, too: what is done with it (*You cannot play this card if
…*, *When you discard this card, …*), what it costs, and what holds while it lies in a place that the sentence names
(*As long as this card is in your hand, …*).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from toolkit.compile.base import build
from toolkit.compile.base.world import Kind as PlaceKind
from toolkit.compile.base.world import World
from toolkit.documents.card import key_of
from toolkit.pack.source import Kind, PackSource, Place
from toolkit.program.expression import Expr

HELD = 2
"""The slot of a component while it is asked whether its text acts."""

Places = tuple[Kind | Place | None, list[Expr], "Elsewhere | None"]
"""A kind, where its texts act (lying face up, either way, face down), and where else they could."""


@dataclass
class Acting:
    """The kind of a type of documents, and where their texts of a field act.  It is the same for all of them, so that
    it is found out once in a compilation.
    """

    _known: dict[tuple[str, str], Places] = field(default_factory=dict)

    def of(self, works: Works, type: str, field: str) -> Places:
        """No kind, and no places: documents of this type are no components and no places."""
        if (type, field) not in self._known:
            named: list[Kind | Place] = [*works.source.kinds, *works.source.places]
            kind = next((each for each in named if key_of(each.name) == type), None)
            faces = (1, None, 0) if kind is not None else ()
            places = [works.acts(kind, field, ("local", HELD), face) for face in faces if kind is not None]
            elsewhere = Elsewhere(works, kind, field) if kind is not None else None
            self._known[type, field] = kind, places, elsewhere
        return self._known[type, field]


@dataclass(frozen=True, slots=True)
class Works:
    """What a pack says of it.  `here`: the component, wherever one is asked about."""

    source: PackSource
    world: World

    def acts(
        self, kind: Kind | Place, field: str, here: Expr, face: int | None = 1, also: Collection[str] = ()
    ) -> Expr:
        """Whether the texts of a field act where a component of this kind lies.  `face`: how it must lie where all see
        it, 1 face up, 0 face down, None either way.  `also`: places where they act besides.
        """
        works = self.places(kind, field)
        upwards = self.upwards(kind, here, face) if face is not None else ()
        if works:
            return self.one_of((*works, *also), upwards, here)
        return self.to_be_seen(upwards, here, also) if isinstance(kind, Kind) else build.TRUE

    def places(self, kind: Kind | Place, field: str) -> Collection[str]:
        """The places where the texts of a field act; none: wherever all see them."""
        return self.said(kind, field) or self.world.property(kind.name, "works") or ()

    def anywhere(self, kind: Kind | Place, here: Expr) -> Expr:
        """Whether a component lies where its texts can be read by anybody: in the game, and not face down for all."""
        if isinstance(kind, Place):  # it is never taken out of the game, and lies in no other place
            return build.TRUE
        return build.both(("ne", ("parent", here), build.NONE), *self.legible(kind.name, here))

    def legible(self, name: str | None, here: Expr) -> tuple[Expr, ...]:
        """A keyword says as little as a text of what lies face down where all see it.  `name`: of the kind."""
        kind = next((kind for kind in self.source.kinds if kind.name == name), None)
        up = self.upwards(kind, here) if kind is not None else ()
        within = [("ne", self.within(place, here), build.NONE) for place in self.hidden()]
        return (build.either(*within, *up),) if up else ()

    def nobodys(self, kind: Kind | Place, field: str) -> bool:
        """Whether what acts belongs to no player, and lies in no place of one while it does: nobody is *you* there.
        What players come to own (`of: nobody`) does not count.
        """
        if isinstance(kind, Place):
            return not self.of_player(kind.name)
        if any(isinstance(entry, Kind) and entry.of is not None for entry in self.source.lineage(kind.name)):
            return False
        works = self.places(kind, field) or [place.name for place in self.source.places]
        return bool(works) and not any(map(self.of_player, works))

    def all_nobodys(self, kinds: Sequence[str]) -> bool:
        """The same of things of any of these kinds, of what a keyword says."""
        found = [each for each in self.source.kinds if each.name in kinds]
        return bool(found) and all(self.nobodys(each, "") for each in found)

    def of_player(self, name: str) -> bool:
        """Whether each player has such a place, or the one of which it is a part."""
        places = {place.name: place for place in self.source.places}
        place = places.get(name)
        while place is not None and place.of is None:
            place = places.get(place.part_of or place.group_of or "")
        return place is not None

    def said(self, kind: Kind | Place, field: str) -> tuple[str, ...] | None:
        """The places of one field, if the kind or one above it says so of that field."""
        kinds = {one.name: one for one in self.source.kinds}
        for entry in self.world.lineage(kind.name):
            for name, places in kinds[entry.name].works_of if entry.name in kinds else ():
                if key_of(name) == field:
                    return places
        return None

    def one_of(self, works: Iterable[str], upwards: tuple[Expr, ...], here: Expr) -> Expr:
        """Whether it lies in one of these places."""
        unseen = {place.name for place in self.source.places if place.seen_by != "all"}
        return build.either(
            *(
                build.both(("ne", self.within(name, here), build.NONE), *(() if name in unseen else upwards))
                for name in works
            )
        )

    def to_be_seen(self, upwards: tuple[Expr, ...], here: Expr, also: Collection[str]) -> Expr:
        """Whether it lies where all see it, or in one of these places."""
        there = [("ne", self.within(name, here), build.NONE) for name in also]
        return build.both(
            ("ne", ("parent", here), build.NONE),
            *(("eq", self.within(name, here), build.NONE) for name in self.hidden() if name not in also),
            *([build.either(*there, *upwards)] if upwards else ()),
        )

    def within(self, place: str, here: Expr) -> Expr:
        """The place of that name in which it lies, at whatever depth."""
        return ("within", here, self.world.kinds[place].index)

    def hidden(self) -> list[str]:
        """Places that not all see."""
        return [p.name for p in self.source.places if p.seen_by != "all" and p.group_of is None]

    def upwards(self, kind: Kind | Place, here: Expr, face: int = 1) -> tuple[Expr, ...]:
        """That it lies face up (0: face down), if it has a face."""
        faces = isinstance(kind, Kind) and any(
            isinstance(entry, Kind) and entry.faces for entry in self.source.lineage(kind.name)
        )
        return (("eq", ("face", here), build.integer(face)),) if faces else ()


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """The places where the texts of one field of a kind do not act by themselves."""

    works: Works
    kind: Kind | Place
    field: str

    def places(self) -> Iterator[PlaceKind]:
        """All of them, as the compiled game has them."""
        works = self.works.places(self.kind, self.field)
        hidden = self.works.hidden()
        for place in self.works.source.places:
            if place.group_of is None and (place.name not in works if works else place.name in hidden):
                yield self.works.world.kinds[place.name]

    def with_these(self, places: Collection[str]) -> Expr:
        """Whether the texts act where a component lies, if they also do in these places."""
        return self.works.acts(self.kind, self.field, ("local", HELD), also=places)

    def with_all(self) -> Expr:
        """Whether they act, if they do wherever they can be read."""
        return self.works.anywhere(self.kind, ("local", HELD))
