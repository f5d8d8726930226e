"""A card's face as HTML: its name, its numbers, the colour of its value, its words; a look that needs no artwork.

The first number of a card stands in its corner, the others below its text; the colour of its frame is that of the
first value of a list by which the cards of its kind differ.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from toolkit.language import ast
from toolkit.pack.read import word_of
from toolkit.pack.source import Attribute, Component, Item
from toolkit.pack.story import prose_of, translated_prose
from toolkit.site.colour import PALETTE, on_night, on_paper
from toolkit.site.labels import labels
from toolkit.site.markup import element, link, text
from toolkit.site.page import Page
from toolkit.site.shelf import Shelf, anchor_of, capital
from toolkit.site.speech import said

OWN = "en"


def face(
    shelf: Shelf, page: Page, card: Component, target: str = "", *, level: str = "div", anchored: bool = False
) -> str:
    """The face in the language of the shelf.

    `target`: where its name leads; `level`: the element of its name; `anchored`: its sentences can be linked to.
    """
    name = text(shelf.called(card.name, card.text))
    corner, numbers, values, flags = _sorted(shelf, card)
    head = element(level, link(target, name) if target else name, class_="card-name")
    if corner:
        inner = element("b", corner[1]) + element("small", text(corner[0]))
        head += element("div", inner, class_="corner")
    copies = f" ×{card.copies}" if card.copies > 1 else ""
    kind = " · ".join([capital(shelf.word(card.kind)) + copies, *flags])
    parts = [element("div", head, class_="card-head")]
    if under := subtitle(card):
        parts.append(element("p", text(under), class_="card-subtitle", lang=_other(shelf)))
    parts.append(element("p", text(kind), class_="card-kind"))
    if values:
        shown = "".join(element("li", inner) for inner in values)
        parts.append(element("ul", shown, class_="card-values"))
    parts.append(element("div", "".join(_words(shelf, page, card, anchored)), class_="card-text"))
    if numbers:
        shown = "".join(element("li", f"{text(name)} {element('b', value)}") for name, value in numbers)
        parts.append(element("ul", shown, class_="card-numbers"))
    return "".join(parts)


def subtitle(card: Component) -> str:
    """What tells apart two cards of a name; as its author wrote it."""
    return (word_of(card.document.root.get("subtitle")) if card.document is not None else None) or ""


def _other(shelf: Shelf) -> str | None:
    """The language of what only authors have written, where it is not that of the page."""
    return None if shelf.language == OWN else OWN


def frame_of(shelf: Shelf, card: Component) -> str | None:
    """The style of a card's frame: its colour on light and on dark ground."""
    name = colouring(shelf, card.kind)
    value = card.attributes.get(name) if name else None
    if not isinstance(value, str):
        return None
    own = shelf.brand.values.get(value)
    names = _values(shelf, card.kind, str(name))
    colour = own or PALETTE[names.index(value) % len(PALETTE)] if own or value in names else PALETTE[0]
    return f"--light:{on_paper(colour)};--night:{on_night(colour)}"


def colouring(shelf: Shelf, kind: str) -> str | None:
    """The attribute that colours the cards of a kind: the first with values of a list that are not all the same."""
    cards = [card for card in shelf.pack.source.components if card.kind == kind]
    for name, attribute in attributes_of(shelf, kind).items():
        if attribute.form == "value" and not attribute.many:
            if len({card.attributes.get(name) for card in cards} - {None}) > 1:
                return name
    return None


def attributes_of(shelf: Shelf, kind: str) -> dict[str, Attribute]:
    """What cards of a kind have, by name, in the order of the declarations."""
    source = shelf.pack.source
    place = source.place(kind)
    owners = (*source.lineage(kind), *((place,) if place else ()))
    return {attribute.name: attribute for one in owners for attribute in one.attributes}


def _values(shelf: Shelf, kind: str, name: str) -> list[str]:
    of = attributes_of(shelf, kind)[name].of or ""
    return list(shelf.pack.vocabulary.lists.get(of, ()))


Number = tuple[str, str]


def _sorted(shelf: Shelf, card: Component) -> tuple[Number | None, list[Number], list[str], list[str]]:
    """The number in its corner, the other numbers, its values and its flags."""
    forms = attributes_of(shelf, card.kind)
    numbers: list[Number] = []
    values: list[str] = []
    flags: list[str] = []
    for name, value in card.attributes.items():
        attribute = forms.get(name)
        several = value if isinstance(value, tuple) else (value,)
        many = shelf.language != OWN and len(several) > 1
        if attribute is not None and attribute.form == "flag":
            flags += [shelf.word(name)] if value is True else []
        elif len(several) == 1 and isinstance(value, int):
            numbers.append((capital(shelf.word(name)), str(value)))
        else:
            values.append(_value(shelf, name, many, several, attribute))
    values += [element("strong", text(_keyword(shelf, each))) for each in card.keywords]
    whole = numbers[0] if numbers else None
    return whole, numbers[1:], values, flags


def _keyword(shelf: Shelf, id: str) -> str:
    return shelf.called(f"keyword/{id}", capital(id.replace("-", " ")))


def _value(
    shelf: Shelf, name: str, many: bool, several: Sequence[int | bool | str], attribute: Attribute | None
) -> str:
    """An attribute as its card shows it: its name and its value; in other languages, with words that agree."""
    form = attribute.form if attribute is not None else None
    if shelf.language != OWN and form == "value" and len(several) == 1 and _agrees(shelf, str(several[0])):
        noun = ast.Noun(head=name, determiner=ast.Determiner(), adjectives=(str(several[0]),))
        return element("b", text(capital(shelf.print(noun, shelf.language))))
    shown = ", ".join(shown_value(shelf, str(each), form) for each in several)
    return f"{text(capital(_label(shelf, name, attribute, many)))} {element('b', text(shown))}"


def _label(shelf: Shelf, name: str, attribute: Attribute | None, many: bool) -> str:
    """What an attribute is called; one whose name is no word (*tags*), as what it holds."""
    nouns, of = shelf.pack.vocabulary.nouns, attribute.of if attribute is not None else None
    if shelf.language == OWN or name in nouns or of not in nouns:
        return shelf.word(name, plural=many)
    return shelf.word(str(of), plural=many)


def _agrees(shelf: Shelf, word: str) -> bool:
    """Whether the value is an adjective, which takes the gender of its noun."""
    entry = shelf.lexicons[shelf.language].words.get(word)
    return entry is not None and entry.kind in ("", "adjective")


def shown_value(shelf: Shelf, value: str, form: str | None) -> str:
    """A value of an attribute of this form, in the language of the page."""
    if form == "value":
        return shelf.value(value)
    if form != "thing":
        return value
    names = shelf.pack.vocabulary.names.values()
    named = next((name for name in names if name.id.endswith(f"/{value}")), None)
    return shelf.called(named.id, named.text) if named is not None else value


# --- Its words ----------------------------------------------------------------------------------------------


def _words(shelf: Shelf, page: Page, card: Component, anchored: bool) -> Iterator[str]:
    items = items_of(shelf, card)
    named, before, seen = _named(shelf, card, items), "", set[str]()
    for item in items:
        if item.field in named and item.field != before and (name := field_name(shelf, item.field)):
            yield element("p", text(name), class_="step")
        before = item.field
        shown = said(shelf, page, item, seen=seen)
        mark = page.anchor(anchor_of(item)) if anchored else None
        yield element("div", shown, id=mark) if mark else shown
    yield from told(shelf, card)


def items_of(shelf: Shelf, card: Component) -> list[Item]:
    """The sentences of a card."""
    return shelf.items(card.document) if card.document is not None else []


def _named(shelf: Shelf, card: Component, items: list[Item]) -> set[str]:
    """The fields that are called by their names on a card: where its kind has several, but not what always holds, nor
    the effect of a card that has nothing else."""
    found = {item.field for item in items}
    lineage = shelf.pack.source.lineage(card.kind)
    place = shelf.pack.source.place(card.kind)
    declared = {field for one in (*lineage, *((place,) if place else ())) for field, _ in one.sentences}
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


def told(shelf: Shelf, card: Component) -> Iterator[str]:
    """What a card of a story tells, in this language if somebody has translated it."""
    if card.document is None or shelf.pack.source.kind(card.kind) is None:
        return
    if all(kind.story is None for kind in shelf.pack.source.lineage(card.kind)):
        return
    translated = translated_prose(shelf.pack.source, shelf.language)
    for id, prose in prose_of(card.document).items():
        words = element("em", text(translated.get(id, prose.value)))
        own = shelf.language == OWN or id in translated
        yield element("p", words, class_="prose", lang=None if own else OWN)
