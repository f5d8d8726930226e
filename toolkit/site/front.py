"""The front page of a pack: what it is, who plays, and the ways into it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from toolkit.pack.read import words_of
from toolkit.site.markup import code, element, link, plain, text
from toolkit.site.page import Page
from toolkit.site.rules import chapters
from toolkit.site.shelf import Shelf

NAMES = {"en": "English", "uk": "Українська", "pl": "Polski", "ru": "Русский", "zh-Hant": "繁體中文"}
"""What the speakers of a language call it."""


def front_page(shelf: Shelf) -> Page:
    """The page."""
    manifest = shelf.pack.source.manifest
    page = Page(f"{shelf.id}/index", shelf.name, shelf.name, shelf.languages)
    page.add(f"# {plain(shelf.name)}")
    for document in shelf.documents("pack"):
        notes = words_of(document.root.get("note"))
        page.add(*(element("p", text(note), class_="say-note") for note in notes))
    page.add(element("div", "".join(_tiles(shelf, page)), class_="say-tiles"))
    page.heading(2, "In the order of the rules", "chapters")
    rows = [
        element("li", link(page.to(shelf.rule_target(d.type or "", d.id or "")), text(shelf.title(d))))
        for d in chapters(shelf)
        if d.id in manifest.chapters
    ]
    if rows:
        page.add(element("ol", "".join(rows), class_="say-contents"))
    _players(shelf, page)
    if manifest.options:
        page.heading(2, "Options", "options")
        for option in manifest.options:
            usual = "on" if option.default else "off"
            page.add(element("p", f"{text(option.name)} ({code(option.id)}, usually {usual})"))
    if manifest.extends:
        page.heading(2, "Extends", "extends")
        names = [link(page.to(f"{id}/index"), text(id)) for id in manifest.extends]
        page.add(element("p", "This pack adds to " + ", ".join(names) + " and changes none of its files."))
    page.heading(2, "Play it", "play")
    page.add(element("pre", element("code", text(f"sayso play {shelf.id}\nsayso test {shelf.id}"))))
    return page


def _players(shelf: Shelf, page: Page) -> None:
    """How many there may be, and who they are in each language."""
    page.heading(2, "Players", "players")
    least, most = shelf.pack.source.manifest.least, shelf.pack.source.manifest.most
    page.add(element("p", f"{least} players." if least == most else f"{least} to {most} players."))
    players = [name for name in shelf.pack.vocabulary.names.values() if name.noun == "player"]
    seats = (
        "".join(element("span", text(shelf.called(n.id, n.text, tag)), lang=tag) for tag in shelf.languages)
        for n in players
    )
    if players:
        page.add(element("ul", "".join(element("li", seat) for seat in seats), class_="say-seats"))


def _tiles(shelf: Shelf, page: Page) -> Iterator[str]:
    elsewhere = {"example", "scenario", *shelf.kinds}
    rules = sum(item.type not in elsewhere for item in shelf.own_items())
    yield _tile(page, f"{shelf.id}/rules", "Rules", f"{rules} sentences")
    words = sum(target.startswith(f"{shelf.id}/words#") for target in shelf.words.values())
    yield _tile(page, f"{shelf.id}/words", "Words", f"{words} words")
    components = Counter(c.kind for c in shelf.pack.source.components if c.pack == shelf.id)
    for type, kind in shelf.kinds.items():
        if count := components[kind]:
            noun = shelf.pack.vocabulary.nouns.get(kind)
            plural = noun.plural if noun else kind
            yield _tile(page, shelf.card_page(type), plural.capitalize(), f"{count} cards")
    examples = sum(1 for _ in shelf.documents("example"))
    if examples:
        yield _tile(page, f"{shelf.id}/examples", "Examples", f"{examples} worked examples")
    facts = sum(target.startswith(f"{shelf.id}/sources#") for target in shelf.words.values())
    if facts:
        yield _tile(page, f"{shelf.id}/sources", "Sources", f"{facts} facts")


def _tile(page: Page, target: str, title: str, about: str) -> str:
    inner = element("strong", text(title)) + element("span", text(about))
    return link(page.to(target), inner, class_="say-tile")
