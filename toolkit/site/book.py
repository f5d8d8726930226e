"""All pages of a site in their order, what stands around them, and the files beside them.

In: loaded packs.  Out: `Book`.  The book of one pack is that game's own site: nothing of the toolkit is in it.  A
handbook has the guide, the language and the diagnostics, and the games below them, each in its folder.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from toolkit.compile.pack import Pack
from toolkit.pack.locales import OWN
from toolkit.site.brand import ACCENT
from toolkit.site.cards import Cards
from toolkit.site.colour import on_night, on_paper
from toolkit.site.decks import decks_page
from toolkit.site.examples import examples_pages
from toolkit.site.front import NAMES, front_page, game_name
from toolkit.site.labels import labels
from toolkit.site.markup import element, link, text
from toolkit.site.page import Broken, Game, Page, Routes, broken_links
from toolkit.site.rules import rules_pages
from toolkit.site.rulings import rulings_page
from toolkit.site.search import forms_of, index_of
from toolkit.site.shelf import WORD_PAGE, Shelf
from toolkit.site.sources import sources_pages
from toolkit.site.statistics import Statistics
from toolkit.site.stories import stories_page
from toolkit.site.timing import Windows, timing_pages
from toolkit.site.versions import Since, changes_page
from toolkit.site.words import words_page

HANDBOOK = "handbook"
FRAME_LABELS = (
    "skip", "menu", "search", "search-about", "search-none", "search-close", "scheme", "contents", "language",
    "foot", "unofficial", "not-found", "home", "copied", "permalink",
)  # fmt: skip

Frame = dict[str, Any]

_LEFT = re.compile(rf'<(?:span|p|small|h2)\b[^>]* lang="{OWN}"')
"""What stands in place of a translation; the face of a card in its other language is a `div`."""


@dataclass
class Book:
    """`pages` in reading order.  `files`: path → text.  `pictures`: path → a file to be copied there.

    `frames`: what stands around pages, by name.  `title`, `address`: of the whole site.  `handbook`: whether it
    also has the pages of the toolkit.
    """

    title: str = "Sayso"
    address: str = ""
    pages: list[Page] = field(default_factory=list)
    files: dict[str, str] = field(default_factory=dict)
    pictures: dict[str, Path] = field(default_factory=dict)
    frames: dict[str, Frame] = field(default_factory=dict)
    shelves: tuple[Shelf, ...] = ()
    handbook: bool = False

    def sources(self) -> dict[str, str]:
        """Every file of the site before it is rendered: path → text."""
        return {**{page.file: page.markdown() for page in self.pages}, **self.files}

    def broken(self) -> list[Broken]:
        """Links that lead nowhere."""
        return list(broken_links(self.pages, self.files))


def make_book(
    packs: Sequence[Pack],
    languages: tuple[str, ...] = (),
    *,
    handbook: bool = False,
    since: Since | None = None,
    statistics: Statistics | None = None,
    step: Callable[[str], None] = lambda now: None,
) -> Book:
    """The site of some packs, which have no errors; what a pack extends has to be among them.

    The first one lies at the root, those that it extends in folders of their own; in a handbook all lie in folders.
    `since`: an earlier version of the first one, whose changes are told.  `statistics`: of games of the first one.
    `step`: hears what comes next.
    """
    shelves = tuple(Shelf.of(pack, languages) for pack in packs)
    routes = _routes(shelves, handbook)
    book = Book(shelves=shelves, handbook=handbook)
    if not handbook:
        book.title, book.address = shelves[0].name, shelves[0].brand.address
    games = [
        (shelf, list(_editions(shelf, routes, step, *((None, None) if number else (since, statistics)))))
        for number, shelf in enumerate(shelves)
    ]
    if handbook:
        _handbook(book, shelves, routes)
    for shelf, editions in games:
        logo = _logo(book, shelf, routes)
        for edition, pages in editions:
            book.pages += pages
            for page in pages:
                book.pictures |= page.pictures
            _frame(book, edition, pages, logo, handbook)
        shelf.kept.save()
    return book


def _routes(shelves: Sequence[Shelf], handbook: bool) -> Routes:
    games = {}
    for number, shelf in enumerate(shelves):
        base = f"{shelf.id}/" if handbook or number else ""
        games[shelf.id] = Game(base, shelf.languages)
    return Routes(games, handbook)


def _editions(
    shelf: Shelf,
    routes: Routes,
    step: Callable[[str], None],
    since: Since | None,
    statistics: Statistics | None,
) -> Iterator[tuple[Shelf, list[Page]]]:
    """The pages of a pack in each of its languages."""
    windows = Windows(shelf)
    for language in shelf.languages:
        step(f"{shelf.name}, {language}")
        edition = shelf.edition(language, routes)
        pages = list(_pack_pages(edition, windows, since, statistics))
        if edition.foreign:
            for page in pages:
                _say_what_is_left(edition, page)
        yield edition, pages


def _say_what_is_left(shelf: Shelf, page: Page) -> None:
    """Under the title of a page on which something is not translated, that it is so; a glossary has both languages."""
    if page.address != f"{shelf.id}/{WORD_PAGE}" and any(map(_LEFT.search, page.body)):
        place = next(number for number, block in enumerate(page.body) if block.startswith("# ")) + 1
        if page.body[place : place + 1] and page.body[place].startswith('<p class="lead"'):
            place += 1
        page.body.insert(place, element("p", text(shelf.label("untranslated")), class_="note left"))


def _pack_pages(
    shelf: Shelf, windows: Windows, since: Since | None, statistics: Statistics | None
) -> Iterator[Page]:
    cards = Cards(shelf, windows.reading, since, statistics)
    yield front_page(shelf, cards)
    parts: tuple[tuple[str, Iterable[Page | None]], ...] = (
        ("rules", rules_pages(shelf)),
        ("timing", timing_pages(shelf, windows)),
        (WORD_PAGE, [words_page(shelf)]),
        ("cards", cards.pages()),
        ("decks", [decks_page(shelf)]),
        ("stories", [stories_page(shelf)]),
        ("rulings", [rulings_page(shelf)]),
        ("changes", [changes_page(shelf, since)]),
        ("examples", examples_pages(shelf)),
        ("sources", sources_pages(shelf)),
    )
    for part, pages in parts:
        for page in pages:
            if page is not None:
                page.part = part
                yield page


# --- What stands around pages ---------------------------------------------------------------------------------


def _frame(book: Book, shelf: Shelf, pages: Sequence[Page], logo: str, handbook: bool) -> None:
    """The head and the foot of a game's pages in a language, and their search."""
    name = f"{shelf.id}/{shelf.language}"
    index = f"search/{shelf.id}-{shelf.language}.js"
    menu = list(_menu(shelf, pages))
    book.files[index] = index_of(
        pages, forms_of(shelf), shelf.language, [(title, url) for title, url, _ in menu]
    )
    book.frames[name] = {
        "brand": game_name(shelf),
        "home": pages[0].url,
        "logo": logo,
        "menu": [list(each) for each in menu],
        "language": shelf.language,
        "languages": {tag: NAMES.get(tag, tag) for tag in shelf.languages},
        "labels": {key: labels(shelf.language)[key] for key in FRAME_LABELS},
        "search": [index],
        "colours": [on_paper(shelf.brand.accent), on_night(shelf.brand.accent)],
        "credits": [part for part in (", ".join(shelf.brand.authors), shelf.brand.licence) if part],
        "about": shelf.brand.about.get(shelf.language, ""),
        "above": ["Sayso", "index.html"] if handbook else [],
    }


def _menu(shelf: Shelf, pages: Sequence[Page]) -> Iterator[tuple[str, str, str]]:
    """The parts of a game's book that are there: what each is called, where it begins, and its key."""
    by_address = {page.address.removeprefix(f"{shelf.id}/"): page for page in pages}
    for key in (
        "rules",
        "timing",
        "cards",
        "decks",
        "stories",
        "rulings",
        "changes",
        "examples",
        "words",
        "sources",
    ):
        page = by_address.get(key)
        if key == "cards" and page is None:
            page = next(
                (each for each in pages if each.address.endswith("/index") and each.address.count("/") > 1),
                None,
            )
        if page is not None:
            yield shelf.label(key), page.url, key


def _logo(book: Book, shelf: Shelf, routes: Routes) -> str:
    """Where the game's picture lies; empty for a game without one."""
    if shelf.brand.logo is None:
        return ""
    path = f"{routes.games[shelf.id].base}logo{shelf.brand.logo.suffix.casefold()}"
    book.pictures[path] = shelf.brand.logo
    return path


# --- The handbook ---------------------------------------------------------------------------------------------


def _handbook(book: Book, shelves: Sequence[Shelf], routes: Routes) -> None:
    # A game's own site has none of this, and is made again after each change.
    from toolkit.site.catalogue import diagnostic_pages
    from toolkit.site.guide import guide_pages, home_page
    from toolkit.site.reference import reference_pages

    home = home_page("")
    home = home_page(_listing(home, shelves))
    for shelf in shelves:
        home.links.append(f"{shelf.id}/index")
    guide = list(guide_pages())
    pages = [
        home,
        *guide,
        *reference_pages([shelf.edition("en", routes) for shelf in shelves]),
        *diagnostic_pages(),
    ]
    for page in pages:
        page.part = page.address.partition("/")[0]
    index = f"search/{HANDBOOK}.js"
    book.files[index] = index_of(pages, {})
    sections = {"Guide": guide[0].url if guide else "", "Language": "language/index.html"}
    sections["Diagnostics"] = "diagnostics/index.html"
    games = [f"search/{shelf.id}-{shelf.languages[0]}.js" for shelf in shelves]
    book.pages += pages
    book.frames[HANDBOOK] = {
        "brand": "Sayso",
        "home": "index.html",
        "logo": "",
        "menu": [[title, url, url.partition("/")[0]] for title, url in sections.items() if url],
        "beside": {"guide": [[page.title, page.url] for page in guide]},
        "language": "en",
        "languages": {},
        "labels": {key: labels("en")[key] for key in FRAME_LABELS},
        "search": [index, *games],
        "colours": [on_paper(ACCENT), on_night(ACCENT)],
        "credits": [],
        "about": "Cards do what they say",
        "above": [],
    }


def _listing(page: Page, shelves: Sequence[Shelf]) -> str:
    tiles = []
    for shelf in shelves:
        manifest = shelf.pack.source.manifest
        least, most = manifest.least, manifest.most
        players = f"{least} players" if least == most else f"{least} to {most} players"
        inner = element("strong", text(shelf.name)) + element("span", players)
        tiles.append(element("li", link(page.to(f"{shelf.id}/index"), inner)))
    return element("ul", "".join(tiles), class_="tiles")
