"""From Markdown to HTML: mkdocs renders each page once, and again only if something that it is made from has changed.

In: a book, and its sources on disk.  Out: the finished pages.  What a page is made from is its Markdown, what stands
around it, the theme and the programs that render it; the hash of all this is its key.  Finished pages of a site are
kept under their keys in the user's cache.
"""

from __future__ import annotations

import hashlib
import json
import logging
import os
import tempfile
from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass, field
from html.parser import HTMLParser
from importlib.metadata import version
from pathlib import Path
from typing import Any

from toolkit.report.kept import KeptRows, digest_of
from toolkit.resources import resource
from toolkit.site.book import HANDBOOK, Book

PROGRAMS = ("mkdocs", "markdown", "pymdown-extensions", "jinja2", "pygments")
NOT_FOUND = "404.html"
SITES = 12
"""So many sites are kept."""


@dataclass(frozen=True, slots=True)
class Html:
    """A finished page.  `ids`: its anchors.  `links`: where it leads, each once."""

    text: str
    ids: frozenset[str]
    links: tuple[str, ...]

    @classmethod
    def of(cls, text: str) -> Html:
        seen = _Seen()
        seen.feed(text)
        return cls(text, frozenset(seen.ids), tuple(dict.fromkeys(seen.links)))


@dataclass
class Rendered:
    """`pages`: by their addresses.  `made`: how many of them mkdocs has rendered now.  `log`: what it said."""

    pages: dict[str, Html] = field(default_factory=dict)
    made: int = 0
    log: str = ""


def render(book: Book, written: Mapping[str, str], sources: Path, out: Path) -> Rendered:
    """All pages of a book, of which `written` is the Markdown by its path, and lies in `sources`, too.

    `out`: where they go; it names the site in the cache.

    A page is missing only where mkdocs has failed; the log says why.
    """
    keys, store = keys_of(book, written), KeptRows.of("site", str(out.resolve()), (), SITES)
    kept = {url: _kept(store, key) for url, key in keys.items()}
    found = Rendered({url: page for url, page in kept.items() if page is not None})
    if missing := keys.keys() - found.pages.keys():
        made = _made(book, missing, sources, found)
        found.made = len(made.keys() & keys.keys() - {NOT_FOUND})
        found.pages |= {url: made[url] for url in keys if url in made}
        for url in missing & found.pages.keys():
            store.put(keys[url], _row(found.pages[url]))
        store.save()
    return found


def _made(book: Book, missing: Set[str], sources: Path, found: Rendered) -> dict[str, Html]:
    """What mkdocs makes, by address: at least the pages that are missing, if it can."""
    fresh = _together(book, missing)
    alone = {NOT_FOUND} & missing
    made = _run(sources, [] if len(fresh) == len(book.pages) else fresh, alone, found)
    return made if missing <= made.keys() else _run(sources, [], {NOT_FOUND}, found)


def keys_of(book: Book, written: Mapping[str, str]) -> dict[str, str]:
    """The key of each page by its address; also that of the page for addresses which lead nowhere."""
    site = [
        *(f"{name} {version(name)}" for name in PROGRAMS),
        *_theme(),
        book.title,
        book.address,
        str(book.handbook),
    ]
    common = digest_of(site)
    frames = {name: digest_of([json.dumps(frame, sort_keys=True)]) for name, frame in book.frames.items()}
    found = {
        page.url: digest_of([common, frames[page.frame], page.file, written[page.file]])
        for page in book.pages
    }
    return {**found, NOT_FOUND: digest_of([common, NOT_FOUND])}


def _theme() -> Iterator[str]:
    """Every file that is part of every page."""
    root = resource("site", "theme")
    settings = (resource("site", "mkdocs.yml"), resource("site", "handbook.yml"))
    for path in (*settings, *sorted(each for each in root.rglob("*") if each.is_file())):
        yield path.name
        yield hashlib.sha256(path.read_bytes()).hexdigest()


def _together(book: Book, missing: Set[str]) -> list[str]:
    """The Markdown of what is rendered: pages of a handbook link to one another's Markdown, so none of them alone."""
    wanted = set(missing)
    own = {page.url for page in book.pages if page.frame == HANDBOOK}
    if wanted & own:
        wanted |= own
    return [page.file for page in book.pages if page.url in wanted] or [book.pages[0].file]


# --- mkdocs -------------------------------------------------------------------------------------------------


def _run(sources: Path, fresh: list[str], alone: set[str], found: Rendered) -> dict[str, Html]:
    """What mkdocs makes of the pages in `fresh`, or of all if none is named, and of templates that are `alone`; by
    address."""
    some: dict[str, Any] = {}
    if fresh:
        some = {"nav": fresh[:1], "exclude_docs": "\n".join(["*.md", *(f"!/{path}" for path in fresh)])}
    with tempfile.TemporaryDirectory() as folder:
        found.log = _built(sources / "mkdocs.yml", folder, alone, some)
        made = {}
        for path in Path(folder).rglob("*.html"):
            made[path.relative_to(folder).as_posix()] = Html.of(path.read_text(encoding="utf-8"))
    return made


def _built(settings: Path, out: str, alone: set[str], some: Mapping[str, Any]) -> str:
    """Let mkdocs write its pages to a folder; what it said.

    It runs in this process, for another one needs as long to start as a few pages take.  The clock is stopped for it,
    so that the same pages give the same bytes.
    """
    from mkdocs.commands.build import build
    from mkdocs.config import load_config

    logger, said = logging.getLogger("mkdocs"), _Heard()
    before = os.environ.get("SOURCE_DATE_EPOCH"), logger.propagate
    os.environ["SOURCE_DATE_EPOCH"], logger.propagate = "0", False
    logger.addHandler(said)
    try:
        config = load_config(str(settings), site_dir=out, strict=True, **some)
        config.theme.static_templates = alone  # no map of the site: nothing of it is published
        build(config)
    except (Exception, SystemExit) as error:  # --strict ends with an exit, which is an error like others here
        said.lines.append(f"ERROR   -  {error}")
    finally:
        logger.removeHandler(said)
        logger.propagate = before[1]
        if before[0] is None:
            del os.environ["SOURCE_DATE_EPOCH"]
        else:
            os.environ["SOURCE_DATE_EPOCH"] = before[0]
    return "\n".join(said.lines)


class _Heard(logging.Handler):
    """What mkdocs warns of, a line each."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(f"{record.levelname:<7} -  {record.getMessage()}")


class _Seen(HTMLParser):
    """The ids of a page and where its links go."""

    def __init__(self) -> None:
        super().__init__()
        self.ids: set[str] = set()
        self.links: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name == "id" and value:
                self.ids.add(value)
            elif value and (name == "href" or (name == "src" and tag in ("img", "script"))):
                self.links.append(value)


# --- What is kept -------------------------------------------------------------------------------------------


def _kept(store: KeptRows, key: str) -> Html | None:
    """A page that was rendered before."""
    row = store.get(key)
    try:
        text, ids, links = json.loads(row or "")
        return Html(str(text), frozenset(ids), tuple(links))
    except (ValueError, TypeError):  # of another hand
        return None


def _row(page: Html) -> str:
    return json.dumps([page.text, sorted(page.ids), page.links])
