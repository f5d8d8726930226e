"""What stands on each piece that is cut out, as plain data for the templates.

In: a `Shelf` in a language.  Out: a `Print` for each card and token: its face, its back, how many of it there are.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product, zip_longest
from pathlib import Path
from typing import Any

from toolkit.documents.card import key_of
from toolkit.pack.decks import decks_of
from toolkit.pack.layouts import SIZES
from toolkit.pack.locales import OWN
from toolkit.pack.read import text_of, word_of, words_of
from toolkit.pack.source import Component, Item, Kind, PackSource
from toolkit.pack.story import WAYS, read_stories
from toolkit.pack.story import Card as StoryCard
from toolkit.report.source import Span
from toolkit.site.chapters import chapters_of
from toolkit.site.colour import PALETTE, on_paper
from toolkit.site.faces import Face, Value, agreeing, face_of
from toolkit.site.front import game_name
from toolkit.site.shelf import Shelf, capital

Data = dict[str, Any]

MOST, LEAST = 13.0, 6.0
"""Points: the text of a card is as large as there is room for, between these."""
MOST_AID, MOST_LINES, MOST_STEPS = 9.5, 30, 28
"""The same for a player aid, the lines on a side of it, and the steps of a chapter that stand together."""
LEAST_SMALL, SMALL = 5.0, 50
"""The least on a card narrower than so many millimetres."""
WIDEST_WORDS = 3
"""Words of a text, the longest, that are tried by themselves: words are not broken."""


@dataclass(frozen=True, slots=True)
class Print:
    """A piece.  `key`: `type/id`.  `kind`: its noun.

    `front`, `back`: for the templates; `back` None: it has only one side.  `copies`: how many are cut.  `span`: where
    its author named it.
    """

    key: str
    kind: str
    front: Data
    back: Data | None
    copies: int
    span: Span | None


class Pictures:
    """The pictures that are shown, each under a name of ours; so no path of an author reaches a template."""

    def __init__(self) -> None:
        self.names: dict[Path, str] = {}

    def name(self, path: Path | None) -> str | None:
        """What the templates call it."""
        if path is None:
            return None
        return self.names.setdefault(path, f"picture-{len(self.names)}{path.suffix.casefold()}")


class Pieces:
    """The pieces of a pack in the language of a shelf."""

    def __init__(self, shelf: Shelf, pictures: Pictures) -> None:
        self.shelf, self.pictures = shelf, pictures
        self.source = shelf.pack.source
        self.stories = {(card.type, card.id): card for card in read_stories(self.source).cards}
        self.types = {kind: type for type, kind in shelf.kinds.items()}
        self.in_decks = {row[1] for deck in decks_of(self.source).values() for row in deck.plain.cards}

    # --- Cards ------------------------------------------------------------------------------------------------

    def cards(self) -> Iterator[Print]:
        """Each component that is written as a document, but those that are rolled."""
        for card in self.source.components:
            if card.copies and card.kind in self.types and not rolled(self.source, card.kind):
                yield self.card(card)

    def card(self, card: Component) -> Print:
        """A card, or a token of a kind that is no card."""
        face = face_of(self.shelf, card, counted=False)
        key = f"{self.types[card.kind]}/{card.id}"
        front = self._blank(key, card.kind) | self._face(key, card, face)
        return self._print(card.kind, front, self._copies(card), _named(card))

    def _print(self, kind: str, front: Data, copies: int, span: Span | None) -> Print:
        back = None if front["shape"] == "token" else self._back(kind, (front["width"], front["height"]))
        return Print(front["key"], kind, front, back, copies, span)

    def _blank(self, key: str, kind: str) -> Data:
        """A face with nothing on it, as large as those of its kind are."""
        said = self.shelf.layouts.of(kind).size if kind else SIZES["tarot"]
        token = said == SIZES["token"] or (said is None and not self._is_card(kind))
        width, height = SIZES["token"] if token else said or SIZES["poker"]
        return {
            "shape": "token" if token else "card", "key": key, "width": width, "height": height,
            "colour": on_paper(self.shelf.brand.accent), "name": "", "name-words": [], "subtitle": "",
            "subtitle-language": OWN, "kind": "", "corner": None, "icon": None, "values": [], "value-words": [],
            "words": [], "long-words": [], "told": [], "numbers": [], "artwork": None, "top": False, "most": MOST,
            "least": LEAST if width >= SMALL else LEAST_SMALL,
        }  # fmt: skip

    def _is_card(self, kind: str) -> bool:
        """Whether things of a kind are read, or held so that others do not know which; else they are tokens."""
        lineage = list(self.shelf.layouts.lineage(kind))
        if self.source.place(kind) is not None or any(key_of(one.name) in self.in_decks for one in lineage):
            return True
        kinds = [one for one in lineage if isinstance(one, Kind)]
        starts = next((self.source.place(one.starts) for one in kinds if one.starts), None)
        hidden = starts is not None and (starts.ordered or starts.seen_by != "all")
        return hidden or any(one.story is not None or one.faces or one.sentences for one in kinds)

    def _copies(self, card: Component) -> int:
        """Of a kind of which each player has their own, as many as there can be players."""
        kind = self.source.kind(card.kind)
        start = self.source.place(kind.starts or "") if kind is not None else None
        each = self._owned(card.kind) or (start is not None and start.of == "player")
        return card.copies * (self.source.manifest.most if each else 1)

    def _owned(self, kind: str) -> bool:
        """Whether each player has their own: what a kind says of it stands before what those above it say."""
        said = [one.of for one in self.source.lineage(kind) if one.of]
        return "player" in said and said[0] != "nobody"

    def _face(self, key: str, card: Component, face: Face) -> Data:
        words = list(self._words(card, face))
        said = [line["text"] for one in words for line in one["lines"]]
        told = [{"text": each.text, "language": each.language} for each in face.told]
        told += [{"text": text, "language": self.shelf.language} for text in self._reminders(card)]
        return {
            "colour": on_paper(face.colour or self.shelf.brand.accent),
            "name": capital(face.name),
            "name-words": longest([face.name]),
            "subtitle": face.subtitle,
            "subtitle-language": face.subtitle_language,
            "kind": self._kind(key, face),
            "corner": self._value(face.corner) if face.corner else None,
            "icon": next((self.pictures.name(each.icon) for each in face.values if each.icon), None),
            "values": [self._value(each) for each in face.values],
            "value-words": longest([each.shown for each in (*face.values, *face.numbers)]),
            "words": words,
            "long-words": longest([*said, *(each["text"] for each in told)]),
            "told": told,
            "numbers": [self._value(each) for each in face.numbers],
            "artwork": self.pictures.name(face.artwork),
        }

    def _kind(self, key: str, face: Face) -> str:
        """What it is; of a card of a story also of which one, and its act."""
        type, _, id = key.partition("/")
        story = self.stories.get((type, id))
        if story is None:
            return face.kind
        told = next(
            each
            for each in self.shelf.pack.source.documents
            if (each.type, each.id) == ("story", story.story)
        )
        return " · ".join((face.kind, self.shelf.title(told), self.shelf.act(story.act)))

    def _value(self, value: Value) -> Data:
        return {"label": value.label, "shown": value.shown, "icon": self.pictures.name(value.icon)}

    def _words(self, card: Component, face: Face) -> Iterator[Data]:
        story = self.stories.get((self.types[card.kind], card.id))
        for words in face.words:
            leads, more = self._leads(story, words.item)
            said = self.shelf.say(words.item) + more
            yield {"head": words.head, "lines": list(lines(said)), "leads": leads}

    def _reminders(self, card: Component) -> Iterator[str]:
        """What the keywords of a card mean."""
        for keyword in card.keywords:
            for document in self.shelf.chapters:
                if document.type == "keyword" and document.id == keyword:
                    said = " ".join(self.shelf.say(item) for item in self.shelf.items(document))
                    yield f"{self.shelf.title(document)}: {said}"

    def _leads(self, story: StoryCard | None, item: Item) -> tuple[str, str]:
        """Where a way of a story card leads, and whether at once."""
        if story is None or item.path[0] not in WAYS or item.path[-1] != "when":
            return "", ""
        way = next(one for one in story.ways if (one.list, one.number) == item.path[:2])
        names = {card.id: card for card in self.source.components if self.types.get(card.kind) == story.type}
        goals = [self.shelf.called(names[id].name, names[id].text) for id in way.targets if id in names]
        at_once = " " + self.shelf.label("at-once") if way.at_once else ""
        return ", ".join(goals) or self.shelf.label("the-end"), at_once

    def _back(self, kind: str, size: tuple[int, int]) -> Data:
        """The same for all that may lie in one deck: that of the kind with a back of its own, else of the family."""
        lineage = list(self.shelf.layouts.lineage(kind))
        faced = (one.name for one in lineage if isinstance(one, Kind) and one.faces)
        kind = next(faced, lineage[-1].name if lineage else kind)
        layout, name = self.shelf.layouts.of(kind), game_name(self.shelf)
        return {
            "shape": "back",
            "key": f"back/{key_of(kind)}",
            "width": size[0],
            "height": size[1],
            "colour": on_paper(layout.back_colour or self.shelf.brand.accent),
            "name": name,
            "name-words": longest([name]),
            "kind": capital(self.shelf.word(kind)),
            "picture": self.pictures.name(layout.back),
        }

    # --- Player aids ------------------------------------------------------------------------------------------

    def aids(self) -> Iterator[Print]:
        """For each player the steps of the game, with the numbers under which the rulebook has them."""
        starts = [words_of(each.root.get("start")) for _, each in self.source.of_type("scenario")]
        # What is done once, before the game, is looked up.
        before = {id for start in (self.source.manifest.start, *starts) for id in start[:-1]}
        parts = [
            {
                "head": f"{chapter.number} {chapter.title}",
                "lines": [
                    {"mark": one.number, "text": one.step} for one in steps[start : start + MOST_STEPS]
                ],
                "leads": "",
            }
            for chapter in chapters_of(self.shelf)
            if chapter.document.type == "procedure" or word_of(chapter.document.root.get("period"))
            if chapter.document.id not in before
            if len(steps := [one for one in chapter.sentences if one.item.field == "steps"]) > 1
            for start in range(0, len(steps), MOST_STEPS)
        ]
        sides = [self._aid(number, words) for number, words in enumerate(_sides(parts), 1)]
        for front, back in zip_longest(sides[::2], sides[1::2]):
            yield Print(front["key"], "", front, back, self.source.manifest.most, None)

    def _aid(self, number: int, words: list[Data]) -> Data:
        steps = [line["text"] for part in words for line in part["lines"]]
        name = game_name(self.shelf)
        shown = {"name": name, "name-words": longest([name]), "words": words, "long-words": longest(steps)}
        return (
            self._blank(f"aid/{number}", "")
            | shown
            | {"kind": self.shelf.label("aid"), "top": True, "most": MOST_AID}
        )

    # --- Tokens -----------------------------------------------------------------------------------------------

    def tokens(self) -> Iterator[Print]:
        """What a kind says that there is of it without documents: each player's in the colour of their seat."""
        for kind in self.source.kinds:
            if kind.documents or rolled(self.source, kind.name) or not (kind.number or kind.each):
                continue
            seats = (
                self.source.manifest.seats[: self.source.manifest.most] if self._owned(kind.name) else ("",)
            )
            for place, seat in enumerate(seats):
                for values in product(*(self._values(kind, name) for name in kind.each)):
                    yield self._token(kind, seat, place, values)

    def _values(self, kind: Kind, name: str) -> Sequence[str]:
        """The values of which there is one each: those of a list, or the numbers of an attribute."""
        listed = self.source.vocabulary.lists.get(name, ())
        attribute = next((one for one in kind.attributes if one.name == name), None)
        if listed or attribute is None or attribute.low is None or attribute.high is None:
            return listed
        return [str(number) for number in range(attribute.low, attribute.high + 1)]

    def _token(self, kind: Kind, seat: str, place: int, values: Sequence[str]) -> Print:
        """A piece of which all that is said is what it is, whose it is and which values it has."""
        name, brand = capital(self.shelf.word(kind.name)), self.shelf.brand
        owner = [self.shelf.called(f"player/{key_of(seat)}", seat)] if seat else []
        number = next((value for value in values if value.isdigit()), "")
        named = zip(kind.each, values, strict=True)
        words = [
            agreeing(self.shelf, name, value) or self.shelf.value(value)
            for name, value in named
            if value != number
        ]
        own = (brand.values.get(value) for value in (*values, key_of(seat)))
        usual = COLOURS.get(key_of(seat)) or (
            PALETTE[place % len(PALETTE)] if seat else self._listed(kind, values)
        )
        front = self._blank(f"token/{key_of(kind.name)}", kind.name) | {
            "colour": on_paper(next(filter(None, own), usual)),
            "name": name,
            "name-words": longest([name, *owner, *words]),
            "kind": " · ".join([*words, *owner]),
            "corner": {"label": "", "shown": number, "icon": None} if number else None,
        }
        return self._print(kind.name, front, kind.number or 1, kind.span)

    def _listed(self, kind: Kind, values: Sequence[str]) -> str:
        """The colour of the first value of a list, by its place there."""
        for name, value in zip(kind.each, values, strict=True):
            listed = list(self.source.vocabulary.lists.get(name, ()))
            if value in listed:
                return PALETTE[listed.index(value) % len(PALETTE)]
        return self.shelf.brand.accent


def rolled(source: PackSource, kind: str) -> bool:
    """Whether things of a kind show what nobody has printed on them, as dice do."""
    kinds = list(source.lineage(kind))
    shown = next((one.shows for one in kinds if one.shows), None)
    if shown is None or any(shown in one.each for one in kinds):
        return False
    return not any(shown in card.attributes for card in source.components if card.kind == kind)


def _sides(parts: Sequence[Data]) -> list[list[Data]]:
    """The parts of a player aid, as many on a side as can be read there."""
    sides: list[list[Data]] = []
    room = 0
    for part in parts:
        need = 2 + len(part["lines"])
        if need > room or not sides:
            sides.append([])
            room = MOST_LINES
        sides[-1].append(part)
        room -= need
    return sides


def _named(card: Component) -> Span | None:
    """Where its author named it."""
    name = text_of(card.document.root.get("name")) if card.document is not None else None
    return name.span() if name is not None else card.span


COLOURS = {
    "red": "#b03030",
    "blue": "#2f5f9f",
    "green": "#3d7d4a",
    "yellow": "#9a7a1c",
    "orange": "#b5591b",
    "purple": "#7a4b8a",
}
"""For seats that are called after colours; any other takes the next one of the palette."""


def lines(said: str) -> Iterator[Data]:
    """The paragraphs of a printed sentence; choices have a mark."""
    for line in said.split("\n"):
        if line.strip():
            choice = line.startswith("- ")
            yield {"mark": "•" if choice else "", "text": line.removeprefix("- ")}


def longest(texts: Sequence[str]) -> list[str]:
    """The words that need most room by themselves."""
    words = {word for text in texts for word in text.split()}
    return sorted(words, key=lambda word: (-len(word), word))[:WIDEST_WORDS]
