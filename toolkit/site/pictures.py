"""An example as small pictures of the table: as it begins, and after each of its sentences.

In: an example of a pack, which is played.  Out: for each step the places of which it speaks, and what lies there, in
the language of the shelf; then HTML.  Of a table only that is shown which the example sets up or which changes in it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from toolkit.documents.nodes import Document
from toolkit.kernel.model import Model
from toolkit.kernel.state import State
from toolkit.language import ast
from toolkit.pack.read import words_of
from toolkit.pack.source import Item
from toolkit.site.face_html import style_of
from toolkit.site.faces import colour_of
from toolkit.site.markup import element, link, text
from toolkit.site.page import Page
from toolkit.site.shelf import Shelf, capital
from toolkit.site.speech import said


@dataclass(frozen=True, slots=True)
class Thing:
    """Equal things that lie together.  `value`: what they show; `colour`: of a card; `moved`: whether they
    were elsewhere, or showed something else, in the picture before."""

    name: str
    value: str
    colour: str | None
    moved: bool
    copies: int = 1


@dataclass(frozen=True, slots=True)
class Spot:
    """A place.  `more`: how many further things lie there."""

    name: str
    things: tuple[Thing, ...]
    more: int


@dataclass(frozen=True, slots=True)
class Picture:
    """The table at one moment.  `amounts`: of players, where they have changed: *Red: points 5*."""

    spots: tuple[Spot, ...]
    amounts: tuple[tuple[str, bool], ...]


def pictures_of(shelf: Shelf, document: Document) -> list[Picture]:
    """One picture for the beginning and one for each sentence of *when*; none of an example of decks."""
    from toolkit.site.played import (
        played,  # few pages have pictures, and what plays takes a while to be loaded
    )

    game = shelf.once(("pictures", document.id), lambda: played(shelf, document))
    if game is None:
        return []
    model, states, seen = game
    painter = _Painter(shelf, model, seen)
    befores = [states[0], *states]
    return [painter.picture(state, before) for state, before in zip(states, befores, strict=False)]


def steps_of(shelf: Shelf, document: Document) -> list[tuple[Item | None, Picture]]:
    """Each picture with the sentence of *when* after which the table is so; None: as it begins."""
    found = pictures_of(shelf, document)
    when = [item for item in shelf.items(document) if item.field == "when"]
    return list(zip([None, *when], found, strict=True)) if found else []


def drawn_in(shelf: Shelf, document: Document) -> Iterator[Document]:
    """The examples that a chapter in words shows."""
    by_id = shelf.once("by id", lambda: {example.id: example for example in shelf.documents("example")})
    named = (by_id.get(id) for id in words_of(document.root.get("pictures")))
    return (example for example in named if example is not None)


class _Painter:
    """Paints states of one game, in the words of a shelf."""

    def __init__(self, shelf: Shelf, model: Model, states: Sequence[State]) -> None:
        self.shelf, self.model = shelf, model
        self.cards = {card.text: card for card in shelf.pack.source.components}
        names = shelf.pack.vocabulary.names.values()
        self.players = {name.text: name.id for name in names if name.noun == "player"}
        self.touched = [
            each for each in range(model.count) if model.is_component[each] and self._changes(states, each)
        ]
        self.amounts = [
            (column, owner)
            for column, attribute in enumerate(model.attributes)
            if attribute.type == "number" and attribute.name in shelf.pack.vocabulary.nouns
            for owner in (0, *model.players)
            if len({state.columns[column][owner] for state in states}) > 1
        ]

    def _changes(self, states: Sequence[State], entity: int) -> bool:
        return len({(state.parent[entity], self._value(state, entity)) for state in states}) > 1

    def _value(self, state: State, entity: int) -> str:
        """What a thing shows: the number of a die, the side of a counter."""
        shown = self.model.shows(entity)
        if shown < 0:
            return ""
        value = state.columns[shown][entity]
        if self.model.attributes[shown].type != "list":
            return str(value)
        return self.shelf.value(self.model.values[value]) if 0 <= value < len(self.model.values) else ""

    def picture(self, state: State, before: State) -> Picture:
        """The state, with what is otherwise than before."""
        here: dict[int, list[int]] = {}
        for entity in self.touched:
            if state.parent[entity] >= 0:
                here.setdefault(state.parent[entity], []).append(entity)
        # A place from which all has gone stays on the table.
        gone = {before.parent[entity] for entity in self.touched} - here.keys() - {-1}
        spots = [
            Spot(
                self._place(place),
                tuple(self._things(state, before, place, here.get(place, []))),
                sum(self.model.is_component[each] for each in state.kids[place]) - len(here.get(place, ())),
            )
            for place in sorted({*here, *gone})
            if place > 0
        ]
        return Picture(tuple(spots), tuple(self._amounts(state, before)))

    def _things(self, state: State, before: State, place: int, entities: Sequence[int]) -> Iterator[Thing]:
        owner = self.model.entities[place].owner
        found = Counter(
            Thing(
                self._name(each, owner),
                self._value(state, each),
                self._colour(each),
                self._changes((before, state), each),
            )
            for each in entities
        )
        for thing, copies in found.items():
            yield replace(thing, copies=copies)

    def _amounts(self, state: State, before: State) -> Iterator[tuple[str, bool]]:
        for column, owner in self.amounts:
            value = state.columns[column][owner]
            what = self.shelf.word(self.model.attributes[column].name, plural=True)
            who = f"{self._name(owner)}: " if owner else ""
            yield f"{who}{what} {value}", value != before.columns[column][owner]

    # --- Names ------------------------------------------------------------------------------------------------

    def _name(self, entity: int, owner: int = -1) -> str:
        """A card or a player by name, anything else by what it is, and whose, where it lies with another player."""
        data, kind = self.model.entities[entity], self.model.kinds[self.model.kind[entity]].name
        if data.name and data.name in self.players:
            return capital(self.shelf.print(ast.Noun(name=self.players[data.name]), self.shelf.language))
        if data.name:
            card = self.cards.get(data.name)
            return capital(self.shelf.called(card.name, card.text) if card is not None else data.name)
        noun = capital(self.shelf.word(kind))
        if data.owner not in (-1, owner) and self.model.is_component[entity]:
            return f"{noun} ({self._name(data.owner)})"
        return noun

    def _place(self, place: int) -> str:
        """Whose it is, of what it is a part, and its number there."""
        data, name = self.model.entities[place], self._name(place)
        if data.part_of > 0:
            numbered = f"{name.lower()} {data.number}" if data.number and not data.name else name
            return f"{self._place(data.part_of)}, {numbered}"
        return f"{self._name(data.owner)}: {name.lower()}" if data.owner >= 0 and data.name is None else name

    def _colour(self, entity: int) -> str | None:
        card = self.cards.get(self.model.entities[entity].name or "")
        return colour_of(self.shelf, card) if card is not None else None


# --- HTML -----------------------------------------------------------------------------------------------------


def shown(shelf: Shelf, page: Page, document: Document) -> str:
    """An example with its pictures, each with the sentence that leads to it; empty if it has none."""
    steps = []
    for item, picture in steps_of(shelf, document):
        begin = element("p", text(shelf.label("picture-begin")), class_="step")
        caption = said(shelf, page, item) if item is not None else begin
        steps.append(element("li", caption + _table(picture)))
    title = link(page.to(shelf.example_target(document)), shelf.title_html(document))
    head = element("figcaption", f"{text(shelf.label('example'))}: {title}")
    return element("figure", head + element("ol", "".join(steps)), class_="pictures") if steps else ""


def _table(picture: Picture) -> str:
    spots = "".join(_spot(spot) for spot in picture.spots)
    amounts = "".join(
        element("li", text(told), class_="moved" if changed else None) for told, changed in picture.amounts
    )
    return element("div", spots, class_="table") + (
        element("ul", amounts, class_="amounts") if amounts else ""
    )


def _spot(spot: Spot) -> str:
    things = "".join(_thing(thing) for thing in spot.things)
    more = element("li", f"+{spot.more}", class_="more-things") if spot.more else ""
    inner = element("ul", things + more) if things or more else ""
    return element("div", element("b", text(spot.name)) + inner, class_="spot")


def _thing(thing: Thing) -> str:
    name = text(thing.name) + (f" {element('b', text(thing.value))}" if thing.value else "")
    copies = f" ×{thing.copies}" if thing.copies > 1 else ""
    classes = " ".join(["thing", *(["moved"] if thing.moved else [])])
    style = style_of(thing.colour) if thing.colour else None
    return element("li", name + copies, class_=classes, style=style)
