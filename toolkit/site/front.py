"""The front page of a game: what it is, who plays, and the ways into it."""

from __future__ import annotations

from collections.abc import Iterator

from toolkit.documents.document_type import types_that
from toolkit.language import ast
from toolkit.pack.rulings import rulings_of
from toolkit.site.cards import Cards, tile, tiles
from toolkit.site.decks import decks_of
from toolkit.site.markup import element, link, plain, text
from toolkit.site.page import Page
from toolkit.site.shelf import RULING_PAGE, SOURCE_PAGE, Shelf, example_files, facts_of
from toolkit.site.stories import own_stories

NAMES = {"en": "English", "uk": "Українська", "pl": "Polski", "ru": "Русский", "zh-Hant": "繁體中文"}
"""What the speakers of a language call it."""


def front_page(shelf: Shelf, cards: Cards) -> Page:
    """The page."""
    manifest = shelf.pack.source.manifest
    page = shelf.page("index", game_name(shelf), contents=False)
    page.add(f"# {plain(game_name(shelf))}")
    page.finds(game_name(shelf), "", "front")
    if about := shelf.brand.about.get(shelf.language):
        page.add(element("p", text(about), class_="lead"))
    page.add(element("dl", "".join(_facts(shelf)), class_="facts"))
    page.add(tiles(list(_tiles(shelf, page))))
    if cards.kinds:
        page.heading(2, shelf.label("cards"), "cards")
        page.add(tiles(cards.tiles(page)))
    rows = [
        element("li", link(page.to(shelf.rule_target(d.type or "", d.id or "")), shelf.title_html(d)))
        for d in shelf.chapters
    ]
    if rows:
        page.heading(2, shelf.label("chapters"), "chapters")
        page.add(element("ol", "".join(rows), class_="chapters"))
    page.heading(2, shelf.label("players"), "players")
    page.add(element("ul", "".join(_seats(shelf)), class_="values"))
    if manifest.options:
        page.heading(2, shelf.label("options"), "options")
        options = [_option(shelf, each.id, each.default) for each in manifest.options]
        page.add(element("ul", "".join(options)))
    if manifest.extends:
        page.heading(2, shelf.label("extends"), "extends")
        names = [element("li", link(page.to(f"{id}/index"), text(id))) for id in manifest.extends]
        page.add(element("ul", "".join(names)))
    return page


def game_name(shelf: Shelf) -> str:
    """The name of the game in the language of the page."""
    return shelf.called(f"pack/{shelf.id}", shelf.name)


def _facts(shelf: Shelf) -> Iterator[str]:
    manifest, brand = shelf.pack.source.manifest, shelf.brand
    least, most = manifest.least, manifest.most
    found = {
        "players": f"{least}" if least == most else f"{least}–{most}",
        "authors": ", ".join(brand.authors),
        "licence": brand.licence,
        "version": brand.version,
    }
    for key, value in found.items():
        if value:
            yield element("dt", text(shelf.label(key))) + element("dd", text(value))


def _seats(shelf: Shelf) -> Iterator[str]:
    names = [n for n in shelf.pack.vocabulary.names.values() if n.noun == "player" and n.pack == shelf.id]
    for name in names:
        said = shelf.print(ast.Noun(name=name.id), shelf.language)
        yield element("li", text(said[:1].upper() + said[1:]))


def _option(shelf: Shelf, id: str, default: bool) -> str:
    usual = shelf.label("usually", state=shelf.label("on" if default else "off"))
    return element("li", f"{shelf.option_html(id)} ({text(usual)})")


def _tiles(shelf: Shelf, page: Page) -> Iterator[str]:
    own = shelf.pack.source.folders[-1]
    elsewhere = {*types_that(lambda each: each.alone or each.judges), *shelf.kinds}
    rules = sum(item.type not in elsewhere for item in shelf.own_items())
    examples = sum(len(documents) for documents in example_files(own).values())
    words = sum(target.startswith(f"{shelf.id}/words#") for target in shelf.words.values())
    counts = {
        "rules": rules,
        "examples": examples,
        "words": words,
        "decks": len(decks_of(shelf)),
        "stories": len(own_stories(shelf)),
        RULING_PAGE: len(list(rulings_of(own))),
        SOURCE_PAGE: len(list(facts_of(own))),
    }
    for key, number in counts.items():
        if number:
            yield tile(page, f"{shelf.id}/{key}", shelf.label(key), str(number))
