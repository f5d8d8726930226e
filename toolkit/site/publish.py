"""From pages to a site: the files are written, mkdocs renders them with our theme, every link is followed.

The sources are written beside the site (`<out>-src`) and can be rendered by themselves.  A folder that holds anything
but an earlier site is never written to.
"""

from __future__ import annotations

import importlib.util
import os
import posixpath
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import yaml

from toolkit.report.atomic import write_atomic
from toolkit.report.files import read_bounded
from toolkit.resources import resource
from toolkit.site.book import Book
from toolkit.site.page import MOST_BYTES, Broken

MARK = ".sayso-site"
"""The file that says that a folder is ours to replace."""

EXTRA = "sayso[site]"


class SiteError(Exception):
    """The site cannot be made; the text says why, for the author."""


@dataclass(frozen=True)
class Built:
    """`out`: where the site lies.  `warnings`: of mkdocs.  `broken`: links of the finished pages."""

    out: Path
    warnings: tuple[str, ...]
    broken: tuple[Broken, ...]


def installed() -> bool:
    """Whether the programs that render a site are there."""
    return all(importlib.util.find_spec(name) is not None for name in ("mkdocs", "pymdownx"))


def write_sources(book: Book, folder: Path) -> None:
    """Everything that mkdocs needs, in a folder that is emptied first.  `SiteError`: it is not ours."""
    _take_over(folder)
    for path, content in sorted(book.sources().items()):
        target = folder / "docs" / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(content, encoding="utf-8", newline="\n")
    for path, picture in sorted(book.pictures.items()):
        (folder / "docs" / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / "docs" / path).write_bytes(read_bounded(picture, MOST_BYTES))
    shutil.copytree(resource("site", "theme"), folder / "theme")
    (folder / "base.yml").write_bytes(resource("site", "mkdocs.yml").read_bytes())
    write_atomic(folder / "mkdocs.yml", configuration(book))


def configuration(book: Book) -> str:
    """The generated part of the configuration; the rest is `site/mkdocs.yml`."""
    data = {
        "INHERIT": "base.yml",
        "site_name": book.title,
        "site_url": book.address and book.address.rstrip("/") + "/",
        "docs_dir": "docs",
        "nav": [next(page.file for page in book.pages if page.path == "index")],
        "extra": {"frames": book.frames},
    }
    return "# Made by `sayso site build`; the rest stands in base.yml.\n" + yaml.safe_dump(
        data, allow_unicode=True, sort_keys=False, width=1000
    )


def build(book: Book, out: Path) -> Built:
    """The site, in `out`.  Raises `SiteError`."""
    if not installed():
        raise SiteError(f"the site needs mkdocs: pip install '{EXTRA}'")
    sources = out.with_name(out.name + "-src")
    _take_over(out)
    write_sources(book, sources)
    log = _run(
        [
            sys.executable,
            "-m",
            "mkdocs",
            "build",
            "--strict",
            "-f",
            str(sources / "mkdocs.yml"),
            "-d",
            str(out.resolve()),
        ]
    )
    warnings = tuple(line for line in log.splitlines() if line.startswith(("WARNING", "ERROR")))
    if not (out / "index.html").is_file():
        raise SiteError(f"mkdocs made no site:\n{log}")
    for leftover in ("sitemap.xml", "sitemap.xml.gz"):  # without an address of the site they say nothing
        (out / leftover).unlink(missing_ok=True)
    (out / MARK).write_text("Made by sayso site build, which may replace this folder.\n", encoding="utf-8")
    return Built(out, warnings, tuple(check(out)))


def _take_over(folder: Path) -> None:
    """Empty a folder of ours; refuse any other."""
    if folder.is_symlink() or (folder.exists() and not folder.is_dir()):
        raise SiteError(f"{folder} is no folder")
    if folder.is_dir() and any(folder.iterdir()):
        if not (folder / MARK).is_file():
            raise SiteError(f"{folder} holds files that are no site of ours; name an empty folder with --out")
        for child in folder.iterdir():
            if child.is_dir() and not child.is_symlink():
                shutil.rmtree(child)
            elif child.name != MARK:  # whoever is killed here must find that the rest is ours
                child.unlink()
    folder.mkdir(parents=True, exist_ok=True)
    (folder / MARK).write_text("Being made by sayso site build.\n", encoding="utf-8")


def _run(command: list[str]) -> str:
    """What a program said.  The clock is stopped for it, so that the same pages give the same bytes."""
    environment = {
        **os.environ,
        "SOURCE_DATE_EPOCH": "0",
        "DISABLE_MKDOCS_2_WARNING": "true",
        "NO_COLOR": "1",
    }
    found = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    return found.stdout + found.stderr


# --- Following every link -----------------------------------------------------------------------------------


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


def check(out: Path) -> Iterator[Broken]:
    """Each link of the finished pages that leads to no file or to no anchor of it."""
    pages: dict[str, _Seen] = {}
    for path in sorted(out.rglob("*.html")):
        seen = _Seen()
        seen.feed(path.read_text(encoding="utf-8"))
        pages[path.relative_to(out).as_posix()] = seen
    for name, seen in pages.items():
        if name == "404.html":
            continue  # it is shown at any address, so its links start at the root
        for link in dict.fromkeys(seen.links):
            parts = urlsplit(link)
            if parts.scheme or parts.netloc or link == "#":
                continue
            target = _target(out, name, unquote(parts.path))
            if target in pages:
                anchor = unquote(parts.fragment)
                if anchor and not anchor.startswith("__") and anchor not in pages[target].ids:
                    yield Broken(name, link)
            elif not (out / target).is_file():
                yield Broken(name, link)


def _target(out: Path, page: str, path: str) -> str:
    """The file to which a path leads from a page."""
    target = posixpath.normpath(posixpath.join(posixpath.dirname(page), path)) if path else page
    return posixpath.normpath(posixpath.join(target, "index.html")) if (out / target).is_dir() else target
