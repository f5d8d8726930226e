"""A card's face as HTML."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from toolkit.pack.source import Component
from toolkit.site.colour import on_night, on_paper
from toolkit.site.faces import Face, Value, colour_of, face_of
from toolkit.site.markup import element, link, text
from toolkit.site.page import Page
from toolkit.site.shelf import Shelf, anchor_of
from toolkit.site.speech import said


def face(
    shelf: Shelf, page: Page, card: Component, target: str = "", *, level: str = "div", anchored: bool = False
) -> str:
    """The face in the language of the shelf.

    `target`: where its name leads; `level`: the element of its name; `anchored`: its sentences can be linked to.
    """
    shown = face_of(shelf, card)
    name = text(shown.name)
    head = element(level, link(target, name) if target else name, class_="card-name")
    if corner := shown.corner:
        head += element(
            "div", element("b", corner.shown) + element("small", text(corner.label)), class_="corner"
        )
    parts = [element("div", head, class_="card-head")]
    if shown.subtitle:
        other = None if shown.subtitle_language == shelf.language else shown.subtitle_language
        parts.append(element("p", text(shown.subtitle), class_="card-subtitle", lang=other))
    parts.append(element("p", text(shown.kind), class_="card-kind"))
    parts += _listed(page, "card-values", shown.values)
    if shown.artwork is not None:
        parts.append(_picture(page, shown.artwork, "card-art"))
    parts.append(element("div", "".join(_words(shelf, page, shown, anchored)), class_="card-text"))
    return "".join([*parts, *_listed(page, "card-numbers", shown.numbers)])


def frame_of(shelf: Shelf, card: Component) -> str | None:
    """The style of a card's frame: its colour on light and on dark ground."""
    colour = colour_of(shelf, card)
    return style_of(colour) if colour else None


def style_of(colour: str) -> str:
    """A colour on light and on dark ground."""
    return f"--light:{on_paper(colour)};--night:{on_night(colour)}"


def _listed(page: Page, name: str, values: tuple[Value, ...]) -> Iterator[str]:
    if values:
        shown = []
        for each in values:
            icon = _picture(page, each.icon, "icon") if each.icon is not None else ""
            said = f"{text(each.label)} {element('b', text(each.shown))}".strip()
            shown.append(element("li", icon + said))
        yield element("ul", "".join(shown), class_=name)


def _picture(page: Page, path: Path, name: str) -> str:
    """What beside it is said in words has no words of its own."""
    return f'<img src="{text(page.picture(path))}" alt="" class="{name}">'


def _words(shelf: Shelf, page: Page, face: Face, anchored: bool) -> Iterator[str]:
    seen = set[str]()
    for words in face.words:
        if words.head:
            head = text(words.head)
            yield element("p", link(page.to(words.target), head) if words.target else head, class_="step")
        shown = said(shelf, page, words.item, seen=seen)
        mark = page.anchor(anchor_of(words.item)) if anchored and not words.target else None
        yield element("div", shown, id=mark) if mark else shown
    for told in face.told:
        lang = None if told.language == shelf.language else told.language
        yield element("p", element("em", text(told.text)), class_="prose", lang=lang)
