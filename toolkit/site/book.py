"""All pages of a site in their order, and the files beside them.

In: loaded packs.  Out: `Book`.  Besides the pages it holds a small file for each document that is a part of a page, at
`<pack>/<type>/<id>/`, which leads there: that address is promised to stay.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from toolkit.compile.pack import Pack
from toolkit.site.cards import card_pages
from toolkit.site.catalogue import diagnostic_pages
from toolkit.site.examples import examples_page
from toolkit.site.front import front_page
from toolkit.site.guide import guide_pages, home_page
from toolkit.site.markup import element, link, text, title_text
from toolkit.site.page import Broken, Page, broken_links
from toolkit.site.reference import reference_pages
from toolkit.site.rules import chapters, rules_page
from toolkit.site.shelf import STORY_PAGE, Shelf
from toolkit.site.sources import sources_page
from toolkit.site.stories import pictures, stories_page
from toolkit.site.words import words_page

Nav = list[dict[str, Any]]


@dataclass
class Book:
    """`pages` in reading order.  `files`: path → text.  `nav`: titles and files, as mkdocs has it."""

    pages: list[Page] = field(default_factory=list)
    files: dict[str, str] = field(default_factory=dict)
    nav: Nav = field(default_factory=list)
    shelves: tuple[Shelf, ...] = ()

    def sources(self) -> dict[str, str]:
        """Every file of the site before it is rendered: path → text."""
        return {**{page.file: page.markdown() for page in self.pages}, **self.files}

    def broken(self) -> list[Broken]:
        """Links that lead nowhere."""
        return list(broken_links(self.pages, self.files))


def make_book(packs: Sequence[Pack], languages: tuple[str, ...] = ()) -> Book:
    """The site of some packs, which have no errors; what a pack extends has to be among them."""
    shelves = tuple(Shelf.of(pack, languages) for pack in packs)
    book = Book(shelves=shelves)
    sections = [(shelf, list(_pack_pages(shelf))) for shelf in shelves]
    home = home_page("")
    home = home_page(_listing(home, shelves))
    for shelf in shelves:
        home.links.append(f"{shelf.id}/index")
    guide = list(guide_pages())
    reference = list(reference_pages(shelves))
    diagnostics = list(diagnostic_pages())
    book.pages = [home, *guide, *(page for _, pages in sections for page in pages), *reference, *diagnostics]
    for shelf in shelves:
        book.files.update(_stubs(shelf))
        book.files.update(pictures(shelf))
    book.nav = [
        _entry(home, "Home"),
        {"Guide": [_entry(page) for page in guide]},
        *({title_text(shelf.name): _pack_nav(shelf, pages)} for shelf, pages in sections),
        {"Language": [_entry(page) for page in reference]},
        {"Diagnostics": [_entry(page) for page in diagnostics[:1]]},
    ]
    if not guide:
        del book.nav[1]
    return book


def _pack_pages(shelf: Shelf) -> Iterator[Page]:
    yield front_page(shelf)
    yield rules_page(shelf)
    yield words_page(shelf)
    yield from card_pages(shelf)
    rest = (stories_page(shelf), examples_page(shelf), sources_page(shelf))
    yield from (page for page in rest if page is not None)


def _pack_nav(shelf: Shelf, pages: Sequence[Page]) -> Nav:
    """The pack's pages without those of single cards, which are reached from the page of all."""
    prefix = f"{shelf.name}: "
    shown = [page for page in pages if page.address.count("/") == 1 or page.address.endswith("/index")]
    return [
        _entry(page, page.title.removeprefix(prefix) if page.title != shelf.name else None) for page in shown
    ]


def _entry(page: Page, title: str | None = None) -> dict[str, str]:
    name = title or page.title
    return {title_text(name[:1].upper() + name[1:]): page.file}


def _listing(page: Page, shelves: Sequence[Shelf]) -> str:
    tiles = []
    for shelf in shelves:
        manifest = shelf.pack.source.manifest
        players = (
            f"{manifest.least}" if manifest.least == manifest.most else f"{manifest.least} to {manifest.most}"
        )
        inner = element("strong", text(shelf.name)) + element("span", f"{players} players")
        tiles.append(link(page.to(f"{shelf.id}/index"), inner, class_="say-tile"))
    return element("div", "".join(tiles), class_="say-tiles")


def _stubs(shelf: Shelf) -> Iterator[tuple[str, str]]:
    """Small pages at the permanent addresses of chapters and examples."""
    for document in chapters(shelf):
        yield _stub(shelf, document.type, document.id, "rules")
    for type in ("example", "scenario"):
        for document in shelf.documents(type):
            yield _stub(shelf, type, document.id, "examples")
    for document in shelf.documents("story"):
        yield _stub(shelf, "story", document.id, STORY_PAGE)


def _stub(shelf: Shelf, type: str | None, id: str | None, page: str) -> tuple[str, str]:
    target = f"../../{page}/#{type}/{id}"
    head = f'<meta charset="utf-8"><title>{text(id)}</title><meta http-equiv="refresh" content="0; url={text(target)}">'
    body = f'<!doctype html>\n<html lang="en"><head>{head}</head><body>{link(target, text(target))}</body></html>\n'
    return f"{shelf.id}/{type}/{id}/index.html", body
