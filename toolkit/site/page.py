"""Pages with their anchors and links, so that what leads nowhere is found before anything is rendered.

A page has an address (`tour/rules`) that is the same in every language; `Routes` says in which file each edition of it
lies.  A target is `address#anchor`; `Page.to` gives the relative address that a browser needs, which leads to a file
and so works without a server, too.
"""

from __future__ import annotations

import hashlib
import json
import posixpath
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from itertools import chain, count
from pathlib import Path

from toolkit.report.files import read_bounded
from toolkit.site.markup import element, link, plain, text, title_text

OWN = "en"
MOST_BYTES = 5_000_000
"""Of a picture."""


@dataclass(frozen=True, slots=True)
class Game:
    """Where the pages of a pack lie.  `base`: its folder, with the last slash; `languages`: the first one lies there,
    each other one in a folder of its own below."""

    base: str
    languages: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Routes:
    """From addresses to files.  `games`: by the id of the pack, which is the first part of its addresses.

    `handbook`: whether the pages of the language are there, too.
    """

    games: Mapping[str, Game] = field(default_factory=dict)
    handbook: bool = True

    def has(self, address: str) -> bool:
        """Whether such a page is made at all."""
        return self.handbook or address.partition("/")[0] in self.games

    def edition(self, address: str, language: str) -> str:
        """The language of the page at an address that a reader of this language gets."""
        game = self.games.get(address.partition("/")[0])
        if game is None:
            return OWN
        return language if language in game.languages else game.languages[0]

    def path(self, address: str, language: str) -> str:
        """The page's path without ending: `tour/uk/rules`."""
        pack, _, rest = address.partition("/")
        game = self.games.get(pack)
        if game is None:
            return address
        tongue = self.edition(address, language)
        return f"{game.base}{'' if tongue == game.languages[0] else tongue + '/'}{rest}"


@dataclass(frozen=True, slots=True)
class Entry:
    """What a search finds: its title, the page's anchor, a sort that ranks it, ids that find it exactly, its words.

    `also`: what else it is called.
    """

    title: str
    anchor: str
    sort: str
    words: str = ""
    ids: tuple[str, ...] = ()
    also: tuple[str, ...] = ()


@dataclass
class Page:
    """`address`: the same in every language.  `title`: as the author wrote it.  `frame`: what stands around it.

    `contents`: whether its headings are listed beside it.  `entries`: what of it a search finds.
    `numbered`: how many of its anchors have a number, because another one has the name.
    `pictures`: path in the site → the file to be copied there.  `part`: the key of the part of the book it belongs to.
    """

    address: str
    title: str
    frame: str = "handbook"
    language: str = OWN
    routes: Routes = field(default_factory=Routes)
    contents: bool = True
    body: list[str] = field(default_factory=list)
    anchors: set[str] = field(default_factory=set)
    links: list[str] = field(default_factory=list)
    entries: list[Entry] = field(default_factory=list)
    pictures: dict[str, Path] = field(default_factory=dict)
    numbered: int = 0
    part: str = ""

    @property
    def path(self) -> str:
        """Where it lies, without ending."""
        return self.routes.path(self.address, self.language)

    @property
    def url(self) -> str:
        """Where it is shown, from the root."""
        return f"{self.path}.html"

    @property
    def file(self) -> str:
        """Where its Markdown lies."""
        return f"{self.path}.md"

    def add(self, *blocks: str) -> None:
        """Append Markdown or HTML blocks, each apart from the next."""
        self.body += blocks

    def holds(self, part: Page) -> str:
        """What stands on another page of this address, made by itself, with its anchors, links and pictures."""
        self.anchors |= part.anchors
        self.links += part.links
        self.entries += part.entries
        self.pictures |= part.pictures
        return "\n".join(part.body)

    def heading(
        self, level: int, text: str, anchor: str | None = None, number: str = "", lang: str | None = None
    ) -> None:
        """A heading of the author's text, with an anchor that stays when the text changes.

        `lang`: in which language it is, where that is not the language of the page.
        """
        mark = f" {{ #{self.anchor(anchor)} }}" if anchor else ""
        counted = f"{plain(number)}&ensp;" if number else ""
        said = element("span", plain(text), lang=lang) if lang else plain(text)
        self.add(f"{'#' * level} {counted}{said}{mark}")

    def trail(self, label: str, *ways: tuple[str, str]) -> None:
        """The pages above this one: (target, title)."""
        steps = "".join(element("li", link(self.to(target), text(title))) for target, title in ways)
        self.add(element("nav", element("ol", steps), class_="trail", aria_label=label))

    def parts(self, ways: Iterable[tuple[str, str]]) -> None:
        """The pages over which this one's subject goes on, if there are several: (target, title)."""
        links = [link(self.to(target), text(title)) for target, title in ways]
        if len(links) > 1:
            self.add(element("p", " · ".join(links), class_="ways"))

    def anchor(self, name: str) -> str:
        """Sets an anchor and gives it back; a second one of a name (*left hand*, *left-hand*) has a number."""
        numbered = (f"{name}-{number}" for number in count(2))
        free = next(each for each in chain([name], numbered) if each not in self.anchors)
        self.numbered += free != name
        self.anchors.add(free)
        return free

    def finds(
        self,
        title: str,
        anchor: str,
        sort: str,
        words: str = "",
        ids: Iterable[str] = (),
        also: Iterable[str] = (),
    ) -> None:
        """Let a search find something of this page."""
        names = tuple(each for each in dict.fromkeys(also) if each != title)
        self.entries.append(Entry(title, anchor, sort, words, tuple(ids), names))

    def to(self, target: str) -> str:
        """The relative address of a target (`address#anchor`), remembered for the check."""
        self.links.append(target)
        address, mark, anchor = target.partition("#")
        if not address or address == self.address:
            return mark + anchor if anchor else posixpath.basename(self.url)
        url = f"{self.routes.path(address, self.language)}.html"
        return _relative(url, posixpath.dirname(self.url)) + mark + anchor

    def picture(self, path: Path) -> str:
        """The relative address of a picture, which is remembered to be copied; it lies there once."""
        target = self.picture_name(path)
        self.pictures[target] = path
        return _relative(target, posixpath.dirname(self.url))

    def picture_name(self, path: Path) -> str:
        """Where a picture lies, from the root: a name made of what is in it."""
        game = self.routes.games.get(self.address.partition("/")[0])
        return f"{game.base if game is not None else ''}pictures/{_picture_name(path)}"

    def markdown(self) -> str:
        """The whole file."""
        head: dict[str, object] = {
            "title": title_text(self.title),
            "frame": self.frame,
            "lang": self.language,
        }
        editions = self.editions()
        if len(editions) > 1:
            head["editions"] = editions
        if self.part:
            head["part"] = self.part
        if not self.contents:
            head["contents"] = False
        front = json.dumps(head, ensure_ascii=False)  # which is YAML, and made in a moment
        return f"---\n{front}\n---\n\n" + "\n\n".join(self.body) + "\n"

    def editions(self) -> dict[str, str]:
        """Language → the path of this page in it, from the root."""
        game = self.routes.games.get(self.address.partition("/")[0])
        languages = game.languages if game is not None else ()
        return {language: f"{self.routes.path(self.address, language)}.html" for language in languages}


@dataclass(frozen=True, slots=True)
class Broken:
    """A link that leads nowhere: on which page, and where it would go."""

    page: str
    target: str

    def __str__(self) -> str:
        return f"{self.page}: {self.target} leads nowhere"


def broken_links(pages: Iterable[Page], files: Iterable[str] = ()) -> Iterator[Broken]:
    """Each link to a page, anchor or file that is not there."""
    by_path = {page.path: page for page in pages}
    known = set(files)
    for page in by_path.values():
        for target in page.links:
            address, _, anchor = target.partition("#")
            found = by_path.get(page.routes.path(address, page.language)) if address else page
            if found is None:
                if address not in known:
                    yield Broken(page.path, target)
            elif anchor and anchor not in found.anchors:
                yield Broken(page.path, target)


def _picture_name(path: Path) -> str:
    found = path.stat()
    return _named_by_content(path, found.st_mtime_ns, found.st_size)


@cache  # an icon stands on every card
def _named_by_content(path: Path, *_stamp: int) -> str:
    return hashlib.sha256(read_bounded(path, MOST_BYTES)).hexdigest()[:12] + path.suffix.casefold()


@cache
def _relative(path: str, folder: str) -> str:
    """The way from a folder to a file; both from the root."""
    return posixpath.relpath(path, folder or ".")


def slug(text: str) -> str:
    """Words as a part of an anchor: small letters, digits and hyphens."""
    return re.sub(r"[^\w]+", "-", text.casefold()).strip("-")
