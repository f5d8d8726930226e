"""What stands on a card's face, as data: its name, its numbers, the colour of its value, its words.

The site's cards (`face_html.py`) and the printed ones (`toolkit/press`) are made from the same `Face`, and the pack's
layouts (`pack/layouts.py`) say where its fields stand.  As is usual, the first number of a card stands in its corner,
the others below its text; the colour of its frame is that of the first value by which the cards of its kind differ.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from toolkit.documents.card import key_of
from toolkit.documents.nodes import Document
from toolkit.language import ast
from toolkit.pack.layouts import Layout
from toolkit.pack.read import word_of
from toolkit.pack.source import Attribute, Component, Item
from toolkit.pack.story import prose_of
from toolkit.site.colour import PALETTE
from toolkit.site.labels import labels
from toolkit.site.shelf import Shelf, capital

OWN = "en"
MOST_SPOKEN = 3
"""Sentences of the rules that have room on a place which has none of its own."""


@dataclass(frozen=True, slots=True)
class Value:
    """An attribute as a face shows it: what it is called, which may be left out, and its value."""

    label: str
    shown: str
    icon: Path | None = None


@dataclass(frozen=True, slots=True)
class Words:
    """A sentence of a card; `head`: what stands over it, if its field is named.

    `target`: where the sentence stands, if it is one of the rules; then `head` is its chapter.
    """

    item: Item
    head: str = ""
    target: str = ""


@dataclass(frozen=True, slots=True)
class Told:
    """Prose; `language`: in which it is."""

    text: str
    language: str


@dataclass(frozen=True, slots=True)
class Face:
    """The face of a card in the language of its shelf.

    `kind`: what it is, how many there are of it, its flags.  `subtitle_language`: English where nobody has translated
    the subtitle.  `colour`: of its frame, as the pack gives it.  `artwork`: its picture.
    """

    name: str
    subtitle: str
    subtitle_language: str
    kind: str
    corner: Value | None
    values: tuple[Value, ...]
    words: tuple[Words, ...]
    told: tuple[Told, ...]
    numbers: tuple[Value, ...]
    colour: str | None
    artwork: Path | None


def face_of(shelf: Shelf, card: Component, *, counted: bool = True) -> Face:
    """The face of a card; `counted`: with the number of its copies."""
    layout = shelf.layouts.of(card.kind)
    corner, values, numbers, flags = _Fields(shelf, card, layout).zones()
    copies = f" ×{card.copies}" if counted and card.copies > 1 else ""
    name, under, language = called_of(shelf, card)
    return Face(
        name=name,
        subtitle=under,
        subtitle_language=language,
        kind=" · ".join([capital(shelf.word(card.kind)) + copies, *flags]),
        corner=corner,
        values=tuple(values),
        words=tuple(_words(shelf, card)),
        told=tuple(_told(shelf, card)),
        numbers=tuple(numbers),
        colour=colour_of(shelf, card),
        artwork=layout.picture(card.id),
    )


def called_of(shelf: Shelf, card: Component) -> tuple[str, str, str]:
    """The name of a card, its subtitle, and the language of that; a translation may have both: *Name (Subtitle)*.

    A subtitle that is no part of the name in sentences is translated by *subtitle/id*.
    """
    name, under = shelf.called(card.name, card.text), subtitle(card)
    if said := shelf.named(f"subtitle/{card.id}") if under else "":
        return name, said, shelf.language
    if under and shelf.language != OWN and name.endswith(")") and " (" in name:
        name, _, under = name[:-1].partition(" (")
        return name, under, shelf.language
    return name, under, OWN


def subtitle(card: Component) -> str:
    """What tells apart two cards of a name; as its author wrote it."""
    return (word_of(card.document.root.get("subtitle")) if card.document is not None else None) or ""


def colour_of(shelf: Shelf, card: Component) -> str | None:
    """The colour of a card's frame: that of its value; None for a card without one."""
    name = colouring(shelf, card.kind)
    value = card.attributes.get(name) if name else None
    if not isinstance(value, str):
        return None
    own = shelf.brand.values.get(value)
    names = _values(shelf, card.kind, str(name))
    return own or PALETTE[names.index(value) % len(PALETTE)] if own or value in names else PALETTE[0]


def colouring(shelf: Shelf, kind: str) -> str | None:
    """The attribute that colours the cards of a kind: that of its layout, else the first with values of a list that
    are not all the same."""
    cards = [card for card in shelf.pack.source.components if card.kind == kind]
    wanted = shelf.layouts.of(kind).colour
    for name, attribute in attributes_of(shelf, kind).items():
        if wanted and key_of(name) == wanted:
            return name
        if not wanted and attribute.form == "value" and not attribute.many:
            if len({card.attributes.get(name) for card in cards} - {None}) > 1:
                return name
    return None


def attributes_of(shelf: Shelf, kind: str) -> dict[str, Attribute]:
    """What cards of a kind have, by name, in the order of the declarations."""
    owners = shelf.layouts.lineage(kind)
    return {attribute.name: attribute for one in owners for attribute in one.attributes}


def _values(shelf: Shelf, kind: str, name: str) -> list[str]:
    of = attributes_of(shelf, kind)[name].of or ""
    return list(shelf.pack.vocabulary.lists.get(of, ()))


# --- Where its attributes stand -------------------------------------------------------------------------------


class _Fields:
    """The attributes of a card, each in its zone."""

    def __init__(self, shelf: Shelf, card: Component, layout: Layout) -> None:
        self.shelf, self.card, self.layout = shelf, card, layout
        self.forms = attributes_of(shelf, card.kind)
        self.placed = {key: zone for zone in ("foot", "values") for key in getattr(layout, zone)}
        self.placed |= dict.fromkeys(layout.omits, "omits") | (
            {layout.corner: "corner"} if layout.corner else {}
        )

    def zones(self) -> tuple[Value | None, list[Value], list[Value], list[str]]:
        """What stands in the corner, below the name, below the text; and the flags."""
        found: dict[str, list[tuple[str, Value]]] = {"corner": [], "values": [], "foot": [], "omits": []}
        flags = []
        for name, value in self.card.attributes.items():
            attribute, key = self.forms.get(name), key_of(name)
            if attribute is not None and attribute.form == "flag":
                flags += [self.shelf.word(name)] if value is True and self.placed.get(key) != "omits" else []
            elif isinstance(value, int):
                found[self.placed.get(key, "foot")].append((key, self._number(name, value)))
            else:
                found[self.placed.get(key, "values")].append((key, self._value(name, value, attribute)))
        if not self.layout.corner:
            self._fill_corner(found)
        values = self._in_order(found["values"], self.layout.values)
        values += [Value("", _keyword(self.shelf, each)) for each in self.card.keywords]
        corner = self._in_order(found["corner"], ())
        return next(iter(corner), None), values, self._in_order(found["foot"], self.layout.foot), flags

    def _fill_corner(self, found: dict[str, list[tuple[str, Value]]]) -> None:
        """Puts the first number there that has no place of its own."""
        first = next((pair for pair in found["foot"] if pair[0] not in self.placed), None)
        if first is not None:
            found["foot"].remove(first)
            found["corner"].append(first)

    def _in_order(self, found: list[tuple[str, Value]], order: Sequence[str]) -> list[Value]:
        """Those that the layout names first, in its order."""
        places = {key: number for number, key in enumerate(order)}
        return [value for _, value in sorted(found, key=lambda pair: places.get(pair[0], len(places)))]

    def _number(self, name: str, value: int) -> Value:
        return Value(capital(self.shelf.word(name)), str(value), self._icon(name))

    def _value(
        self, name: str, value: int | str | tuple[int | bool | str, ...], attribute: Attribute | None
    ) -> Value:
        """Its name and its value; in other languages, with words that agree."""
        shelf, several = self.shelf, value if isinstance(value, tuple) else (value,)
        many = shelf.language != OWN and len(several) > 1
        form = attribute.form if attribute is not None else None
        icon = self._icon(*map(str, several[:1]), name)
        if form == "value" and len(several) == 1 and (one := agreeing(shelf, name, str(several[0]))):
            return Value("", capital(one), icon)
        shown = ", ".join(shown_value(shelf, str(each), attribute) for each in several)
        return Value(capital(label_of(shelf, name, attribute, many)), shown, icon)

    def _icon(self, *names: str) -> Path | None:
        icons: Mapping[str, Path] = self.layout.icons
        return next((icons[key_of(name)] for name in names if key_of(name) in icons), None)


def _keyword(shelf: Shelf, id: str) -> str:
    """What a keyword is called, as its own chapter is."""
    documents = (document for _, document in shelf.pack.source.of_type("keyword"))
    return next(capital(shelf.title(document)) for document in documents if document.id == id)


def label_of(shelf: Shelf, name: str, attribute: Attribute | None, many: bool) -> str:
    """What an attribute is called; one whose name is no word (*tags*), as what it holds."""
    nouns, of = shelf.pack.vocabulary.nouns, attribute.of if attribute is not None else None
    if shelf.language == OWN or name in nouns or of not in nouns:
        return shelf.word(name, plural=many)
    return shelf.word(str(of), plural=many)


def agreeing(shelf: Shelf, name: str, value: str) -> str:
    """A value that takes the gender of what it is a value of, with that; empty if it does not."""
    if shelf.language == OWN or not _agrees(shelf, value):
        return ""
    return shelf.print(ast.Noun(head=name, determiner=ast.Determiner(), adjectives=(value,)), shelf.language)


def _agrees(shelf: Shelf, word: str) -> bool:
    """Whether the value is an adjective, which takes the gender of its noun."""
    entry = shelf.lexicons[shelf.language].words.get(word)
    return entry is not None and entry.kind in ("", "adjective")


def shown_value(shelf: Shelf, value: str, attribute: Attribute | None) -> str:
    """A value of an attribute, in the language of the page."""
    if attribute is None or attribute.form not in ("value", "thing"):
        return value
    if attribute.form == "value":
        return shelf.value(value)
    for name in shelf.pack.vocabulary.names.values():  # a seat and a card may have the same id
        if name.id.endswith(f"/{value}") and _is_a(shelf, name.noun, attribute.of):
            return shelf.called(name.id, name.text)
    return value


def _is_a(shelf: Shelf, noun: str, kind: str | None) -> bool:
    return noun == kind or any(one.name == kind for one in shelf.layouts.lineage(noun))


# --- Its words ----------------------------------------------------------------------------------------------


def items_of(shelf: Shelf, card: Component) -> list[Item]:
    """The sentences of a card."""
    return shelf.items(card.document) if card.document is not None else []


def _words(shelf: Shelf, card: Component) -> Iterator[Words]:
    items = items_of(shelf, card)
    named, before = _named(shelf, card, items), ""
    for item in items:
        begins = item.field in named and item.field != before
        yield Words(item, field_name(shelf, item.field) if begins else "")
        before = item.field
    if not items:
        yield from _of_its_kind(shelf, card)


def _of_its_kind(shelf: Shelf, card: Component) -> Iterator[Words]:
    """What a place without words is for: the few sentences of the rules that speak of what it is."""
    if card.document is None or shelf.pack.source.place(card.kind) is None:
        return
    for one in shelf.layouts.lineage(card.kind):
        spoken = _spoken(shelf).get(one.name, [])
        found = [(item, chapter) for item, chapter in spoken if set(item.options) <= set(card.options)]
        if one.sentences or len(found) > MOST_SPOKEN:
            return
        for item, chapter in found:
            lead = labels(shelf.language).get(f"field-{item.field}", "")
            yield Words(item, " · ".join(filter(None, (shelf.title(chapter), lead))), shelf.target(item))
        if found:
            return


def _spoken(shelf: Shelf) -> dict[str, list[tuple[Item, Document]]]:
    """Noun → the sentences that speak of it, each with its chapter."""

    def gathered() -> dict[str, list[tuple[Item, Document]]]:
        found: dict[str, list[tuple[Item, Document]]] = {}
        for chapter in shelf.chapters:
            for item in shelf.items(chapter):
                nodes = shelf.pack.trees[item].walk()
                for head in dict.fromkeys(node.head for node in nodes if isinstance(node, ast.Noun)):
                    found.setdefault(head or "", []).append((item, chapter))
        return found

    return shelf.once("spoken", gathered)


def _named(shelf: Shelf, card: Component, items: list[Item]) -> set[str]:
    """The fields that are called by their names on a card: where its kind has several, but not what always holds, nor
    the effect of a card that has nothing else."""
    found = {item.field for item in items}
    declared = {field for one in shelf.layouts.lineage(card.kind) for field, _ in one.sentences}
    if len(declared | found) < 2 or found == {"effect"}:
        return set()
    return found - {"text"}


def field_name(shelf: Shelf, field: str) -> str:
    """What a field with sentences is called (*Reveal effect*), if the language has a word for it."""
    if known := labels(shelf.language).get(f"face-{field}"):
        return known
    nouns = shelf.pack.vocabulary.nouns
    name = field.replace("-", " ")
    effect = f"{name.capitalize()} effect"
    if (noun := effect if effect in nouns else name) not in nouns:
        return capital(name) if shelf.language == OWN else ""
    return capital(shelf.word(noun))


def _told(shelf: Shelf, card: Component) -> Iterator[Told]:
    """What a card of a story tells, in this language if somebody has translated it."""
    if card.document is None or shelf.pack.source.kind(card.kind) is None:
        return
    if all(kind.story is None for kind in shelf.pack.source.lineage(card.kind)):
        return
    translated = shelf.prose
    for id, prose in prose_of(card.document).items():
        own = shelf.language == OWN or id in translated
        yield Told(translated.get(id, prose.value), shelf.language if own else OWN)
