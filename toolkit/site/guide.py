"""The written pages: the guide in `site/guide/` and the front page of the site."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator

from toolkit.resources import resource
from toolkit.site.page import Page

ORDER = (
    "first-card",
    "first-rule-change",
    "first-module",
    "first-automaton",
    "first-act",
    "sentences",
    "words",
    "board",
    "cards",
    "together",
    "stories",
    "testing",
    "prove",
    "versions",
    "bots",
    "play",
    "print",
    "book",
    "python",
    "learning",
    "shell",
)
"""Pages of the guide in reading order; others follow by name."""

PACKS = "<!-- packs -->"
"""Where the front page lists the packs."""

_LINK = re.compile(r"(?<!!)\[[^\]]*\]\((?!https?://)([^)\s]+)\)")
_HEADING = re.compile(r"^#{1,6} (.+?)(?: \{ #([\w/-]+) \})?$", re.M)
_CODE = re.compile(r"^(`{3,}).*?^\1`*$", re.M | re.S)


def guide_pages() -> Iterator[Page]:
    """Every page of the guide, in reading order."""
    files = {path.stem: path for path in resource("site", "guide").glob("*.md") if path.stem != "README"}
    for stem in sorted(files, key=lambda stem: (ORDER.index(stem) if stem in ORDER else len(ORDER), stem)):
        yield written(f"guide/{stem}", files[stem].read_text(encoding="utf-8"))


def home_page(listing: str) -> Page:
    """The front page; `listing`: the packs, as HTML."""
    text = resource("site", "home.md").read_text(encoding="utf-8")
    page = written("index", text.replace(PACKS, listing))
    page.contents = False
    return page


def written(address: str, markdown: str) -> Page:
    """A page that somebody wrote in Markdown: its title is its first heading, its links go to `.md` files."""
    title = _HEADING.search(markdown)
    page = Page(address, title[1] if title else address)
    bare = _CODE.sub("", markdown)
    headings = list(_HEADING.finditer(bare))
    for heading, after in zip(headings, [*headings[1:], None], strict=True):
        anchor = heading[2] or anchor_of_heading(heading[1])
        words = bare[heading.end() : after.start() if after else None]
        page.anchors.add(anchor)
        page.finds(
            re.sub(r"[`*_]", "", heading[1]), anchor, "guide", re.sub(r"[`*]", "", " ".join(words.split()))
        )
    folder = posixpath.dirname(address)
    for match in _LINK.finditer(bare):
        file, mark, anchor = match[1].partition("#")
        target = posixpath.normpath(posixpath.join(folder, file)).removesuffix(".md") if file else address
        page.links.append(target + mark + anchor)
    page.add(markdown.strip())
    return page


def anchor_of_heading(text: str) -> str:
    """The anchor that a heading without one gets."""
    bare = re.sub(r"[`*_]", "", text)
    return re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", bare).strip().lower())
