"""Pages with their anchors and links, so that what leads nowhere is found before anything is rendered.

A page has an address (`tour/rules`, shown at `tour/rules/`), and says every anchor that it sets and every link that it
makes.  A target is `address#anchor` from the site's root; `Page.to` gives the relative address that a browser needs.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain, count

from toolkit.site.markup import element, link, plain, text, title_text


@dataclass
class Page:
    """`address`: path without ending; `section/index` is shown at `section/`.  `title`: as the author wrote it.

    `section`: what the search groups it by.  `languages`: what its reader may switch between.  `hide`: columns that
    the page does without (navigation, toc).
    """

    address: str
    title: str
    section: str
    languages: tuple[str, ...] = ()
    hide: tuple[str, ...] = ()
    body: list[str] = field(default_factory=list)
    anchors: set[str] = field(default_factory=set)
    links: list[str] = field(default_factory=list)

    @property
    def url(self) -> str:
        """Where it is shown, from the root: `tour/rules/`; the front page is the empty text."""
        if self.address == "index":
            return ""
        return self.address.removesuffix("/index") + "/"

    @property
    def file(self) -> str:
        """Where its Markdown lies."""
        return f"{self.address}.md"

    def add(self, *blocks: str) -> None:
        """Append Markdown or HTML blocks, each apart from the next."""
        self.body += blocks

    def heading(self, level: int, text: str, anchor: str | None = None) -> None:
        """A heading of the author's text, with an anchor that stays when the text changes."""
        mark = f" {{ #{self.anchor(anchor)} }}" if anchor else ""
        self.add(f"{'#' * level} {plain(text)}{mark}")

    def trail(self, *ways: tuple[str, str]) -> None:
        """The pages above this one: (target, title)."""
        links = " › ".join(link(self.to(target), text(title)) for target, title in ways)
        self.add(element("div", links, class_="say-trail", data_pagefind_ignore="all"))

    def anchor(self, name: str) -> str:
        """Sets an anchor and gives it back; a second one of a name (*left hand*, *left-hand*) has a number."""
        numbered = (f"{name}-{number}" for number in count(2))
        free = next(each for each in chain([name], numbered) if each not in self.anchors)
        self.anchors.add(free)
        return free

    def to(self, target: str) -> str:
        """The relative address of a target (`address#anchor`), remembered for the check."""
        self.links.append(target)
        address, mark, anchor = target.partition("#")
        if not address:
            return mark + anchor
        url = "" if address == "index" else address.removesuffix("/index") + "/"
        here = self.url or "."
        path = posixpath.relpath(url or ".", here) if (url or ".") != here else "."
        return ("./" if path == "." else path + "/") + mark + anchor

    def markdown(self) -> str:
        """The whole file."""
        head = [f'title: "{title_text(self.title)}"', f'section: "{title_text(self.section)}"']
        if len(self.languages) > 1:
            head.append(f'languages: "{" ".join(self.languages)}"')
        if self.hide:
            head.append(f"hide: [{', '.join(self.hide)}]")
        return "\n".join(["---", *head, "---", ""]) + "\n" + "\n\n".join(self.body) + "\n"


@dataclass(frozen=True, slots=True)
class Broken:
    """A link that leads nowhere: on which page, and where it would go."""

    page: str
    target: str

    def __str__(self) -> str:
        return f"{self.page}: {self.target} leads nowhere"


def broken_links(pages: Iterable[Page], files: Iterable[str] = ()) -> Iterator[Broken]:
    """Each link to a page, anchor or file that is not there."""
    by_address = {page.address: page for page in pages}
    known = set(files)
    for page in by_address.values():
        for target in page.links:
            address, _, anchor = target.partition("#")
            found = by_address.get(address or page.address) or by_address.get(f"{address}/index")
            if found is None:
                if address not in known:
                    yield Broken(page.address, target)
            elif anchor and anchor not in found.anchors:
                yield Broken(page.address, target)


def slug(text: str) -> str:
    """Words as a part of an anchor: small letters, digits and hyphens."""
    return re.sub(r"[^\w]+", "-", text.casefold()).strip("-")
