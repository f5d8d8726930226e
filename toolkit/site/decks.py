"""The decks of a pack: section by section, each card a link."""

from __future__ import annotations

from collections import defaultdict

from toolkit.pack import decks
from toolkit.pack.decks import DECK, DeckList
from toolkit.site.faces import called_of
from toolkit.site.markup import element, link, plain, text
from toolkit.site.page import Page
from toolkit.site.shelf import DECK_PAGE, Shelf, capital


def decks_of(shelf: Shelf) -> list[DeckList]:
    """The decks that the pack itself holds."""
    return shelf.once("decks", lambda: _own_decks(shelf))


def _own_decks(shelf: Shelf) -> list[DeckList]:
    own = {document.id for document in shelf.documents(DECK)}
    return [deck.plain for deck in decks.decks_of(shelf.pack.source).values() if deck.id in own]


def decks_page(shelf: Shelf) -> Page | None:
    """All of them on one page; None for a pack without any."""
    found = decks_of(shelf)
    if not found:
        return None
    page = shelf.page(DECK_PAGE, shelf.label("decks"))
    page.add(f"# {plain(shelf.label('decks'))}")
    for deck in found:
        name = shelf.called(f"deck/{deck.id}", deck.name)
        page.heading(2, name, deck.id)
        page.finds(name, deck.id, "deck", ids=(deck.id,))
        sections: dict[str, list[tuple[str, str, int]]] = defaultdict(list)
        for section, type, id, copies in deck.cards:
            sections[section].append((type, id, copies))
        shown = [_section(shelf, page, name, rows) for name, rows in sections.items()]
        page.add(element("div", "\n".join(shown), class_="columns"))
    return page


def _section(shelf: Shelf, page: Page, name: str, rows: list[tuple[str, str, int]]) -> str:
    lines = []
    for type, id, copies in rows:
        kind = shelf.kinds[type]
        card = next(c for c in shelf.pack.source.components if c.id == id and c.kind == kind)
        called, second, language = called_of(shelf, card)
        target = page.to(shelf.card_page(type, id, card.pack))
        other = None if language == shelf.language else language
        under = element("small", f" {text(second)}", lang=other) if second else ""
        lines.append(element("li", f"{copies} × {link(target, text(called))}{under}"))
    total = sum(copies for _, _, copies in rows)
    head = element("h3", f"{section_html(shelf, name)} ({total})")
    return element("section", head + element("ul", "".join(lines), class_="plain"))


def section_html(shelf: Shelf, name: str) -> str:
    """What a section of decks is called: as its word, or as a locale calls it by *section/id*."""
    known = name in shelf.pack.vocabulary.nouns
    said = shelf.word(name) if known else shelf.named(f"section/{name}")
    own = capital(name.replace("-", " "))
    return text(capital(said)) if said else element("span", text(own), lang=shelf.foreign)
