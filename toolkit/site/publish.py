"""From pages to a site: the files are written, pages are rendered (`render`), every link is followed.

The sources are written beside the site (`<out>-src`) and can be rendered by themselves.  A folder that holds anything
but an earlier site is never written to.
"""

from __future__ import annotations

import importlib.util
import posixpath
import shutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from urllib.parse import unquote, urlsplit

import yaml

from toolkit.report.atomic import write_atomic
from toolkit.report.files import read_bounded
from toolkit.resources import resource
from toolkit.site.book import Book
from toolkit.site.page import MOST_BYTES, Broken
from toolkit.site.render import NOT_FOUND, Html, render

MARK = ".sayso-site"
"""The file that says that a folder is ours to replace."""

EXTRA = "sayso[site]"


class SiteError(Exception):
    """The site cannot be made; the text says why, for the author."""


@dataclass(frozen=True)
class Built:
    """`out`: where the site lies.  `warnings`: of mkdocs.  `broken`: links of the finished pages.

    `made`: how many pages were rendered now, because they, or what stands around them, were not as in the last build.
    """

    out: Path
    warnings: tuple[str, ...]
    broken: tuple[Broken, ...]
    made: int


def installed() -> bool:
    """Whether the programs that render a site are there."""
    return all(importlib.util.find_spec(name) is not None for name in ("mkdocs", "pymdownx"))


def write_sources(book: Book, folder: Path) -> dict[str, str]:
    """Everything that mkdocs needs, in a folder that is emptied first; the texts by path.

    `SiteError`: the folder is not ours.
    """
    _take_over(folder)
    written = book.sources()
    for path, content in sorted(written.items()):
        target = folder / "docs" / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(content, encoding="utf-8", newline="\n")
    for path, picture in sorted(book.pictures.items()):
        (folder / "docs" / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / "docs" / path).write_bytes(read_bounded(picture, MOST_BYTES))
    shutil.copytree(resource("site", "theme"), folder / "theme")
    (folder / "base.yml").write_bytes(resource("site", "mkdocs.yml").read_bytes())
    write_atomic(folder / "mkdocs.yml", configuration(book))
    return written


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
    rendered = render(book, write_sources(book, sources), sources, out)
    warnings = tuple(line for line in rendered.log.splitlines() if line.startswith(("WARNING", "ERROR")))
    if "index.html" not in rendered.pages:
        raise SiteError(f"mkdocs made no site:\n{rendered.log}")
    for path, page in rendered.pages.items():
        (out / path).parent.mkdir(parents=True, exist_ok=True)
        (out / path).write_text(page.text, encoding="utf-8", newline="\n")
    for path in (*book.files, *book.pictures):
        (out / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(sources / "docs" / path, out / path)
    shutil.copytree(sources / "theme" / "assets", out / "assets")
    (out / MARK).write_text("Made by sayso site build, which may replace this folder.\n", encoding="utf-8")
    return Built(out, warnings, tuple(_broken(rendered.pages, out)), rendered.made)


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


# --- Following every link -----------------------------------------------------------------------------------


def check(out: Path) -> Iterator[Broken]:
    """Each link of the finished pages that leads to no file or to no anchor of it."""
    paths = sorted(out.rglob("*.html"))
    pages = {path.relative_to(out).as_posix(): Html.of(path.read_text(encoding="utf-8")) for path in paths}
    yield from _broken(pages, out)


def _broken(pages: Mapping[str, Html], out: Path) -> Iterator[Broken]:
    @cache
    def target_of(folder: str, path: str) -> str:
        """The file to which a path leads from the pages of a folder."""
        target = posixpath.normpath(posixpath.join(folder, path))
        whole = posixpath.normpath(posixpath.join(target, "index.html"))
        return whole if target not in pages and (out / target).is_dir() else target

    for name, page in sorted(pages.items()):
        if name == NOT_FOUND:
            continue  # it is shown at any address, so its links start at the root
        for link in page.links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc or link == "#":
                continue
            path = unquote(parts.path)
            target = target_of(posixpath.dirname(name), path) if path else name
            if target in pages:
                anchor = unquote(parts.fragment)
                if anchor and not anchor.startswith("__") and anchor not in pages[target].ids:
                    yield Broken(name, link)
            elif not (out / target).is_file():
                yield Broken(name, link)
