"""From pages to a site: the files are written, pages are rendered (`render`), every link is followed.

The sources are written beside the site (`<out>-src`) and can be rendered by themselves.  A folder that holds anything
but an earlier site is never written to.
"""

from __future__ import annotations

import importlib.util
import os
import posixpath
import shutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path, PurePosixPath
from urllib.parse import unquote, urlsplit

import yaml

from toolkit.documents.folder import SITE_MARK
from toolkit.report.atomic import write_atomic
from toolkit.report.files import read_bounded
from toolkit.resources import resource
from toolkit.site.book import Book
from toolkit.site.page import MOST_BYTES, Broken
from toolkit.site.render import NOT_FOUND, Html, render

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
    """Everything that mkdocs needs, in a folder that holds nothing else afterwards; the texts by path.

    `SiteError`: the folder is not ours.
    """
    written = book.sources()
    files = {f"docs/{path}": content.encode() for path, content in written.items()}
    files |= {f"docs/{path}": read_bounded(each, MOST_BYTES) for path, each in book.pictures.items()}
    files |= {f"theme/{path}": content for path, content in _theme().items()}
    files["base.yml"] = resource("site", "mkdocs.yml").read_bytes()
    if book.handbook:
        files["handbook.yml"] = resource("site", "handbook.yml").read_bytes()
    files["mkdocs.yml"] = configuration(book).encode()
    _take_over(folder)
    _fill(folder, files)
    return written


def _theme() -> dict[str, bytes]:
    """The files of the theme, by path."""
    root = resource("site", "theme")
    return {
        path.relative_to(root).as_posix(): path.read_bytes() for path in root.rglob("*") if path.is_file()
    }


def configuration(book: Book) -> str:
    """The generated part of the configuration; the rest is `site/mkdocs.yml`."""
    data = {
        "INHERIT": "handbook.yml" if book.handbook else "base.yml",
        "site_name": book.title,
        "site_url": book.address and book.address.rstrip("/") + "/",
        "docs_dir": "docs",
        "nav": [next(page.file for page in book.pages if page.path == "index")],
        "extra": {"frames": book.frames},
    }
    return "# Made by `sayso site build`; the rest stands beside it.\n" + yaml.safe_dump(
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
    files = {path: page.text.encode() for path, page in rendered.pages.items()}
    files |= {path: content.encode() for path, content in book.files.items()}
    files |= {path: read_bounded(each, MOST_BYTES) for path, each in book.pictures.items()}
    files |= {path: content for path, content in _theme().items() if path.startswith("assets/")}
    _fill(out, files)
    write_atomic(out / SITE_MARK, "Made by sayso site build, which may replace this folder.\n")
    return Built(out, warnings, tuple(_broken(rendered.pages, out)), rendered.made)


def _take_over(folder: Path) -> None:
    """Mark a folder as one that is being made; refuse one that is not ours."""
    if folder.is_symlink() or (folder.exists() and not folder.is_dir()):
        raise SiteError(f"{folder} is no folder")
    if folder.is_dir() and any(folder.iterdir()) and not (folder / SITE_MARK).is_file():
        raise SiteError(f"{folder} holds files that are no site of ours; name an empty folder with --out")
    folder.mkdir(parents=True, exist_ok=True)
    # Whoever is killed from here on must find that the rest is ours.
    (folder / SITE_MARK).write_text("Being made by sayso site build.\n", encoding="utf-8")


def _fill(folder: Path, files: Mapping[str, bytes]) -> None:
    """Let a folder of ours hold these files and no others; what is there already as it should be stays."""
    wanted = {SITE_MARK, *files}
    folders = {"", *(parent.as_posix() for path in wanted for parent in PurePosixPath(path).parents)}
    for root, below, names in os.walk(folder):
        at = Path(root).relative_to(folder).as_posix()
        prefix = "" if at == "." else f"{at}/"
        for name in [*below]:
            child = Path(root, name)
            if child.is_symlink():
                child.unlink()
            elif prefix + name not in folders:
                shutil.rmtree(child)
            else:
                continue
            below.remove(name)
        for name in names:
            child = Path(root, name)
            if child.is_symlink() or prefix + name not in wanted:
                child.unlink()
    for path, content in files.items():
        _write(folder / path, content)


def _write(path: Path, content: bytes) -> None:
    """A file, unless it is as it should be."""
    try:
        if path.stat().st_size == len(content) and path.read_bytes() == content:
            return
    except FileNotFoundError:
        path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)


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

    @cache  # most links stand on many pages
    def leads_to(folder: str, link: str) -> tuple[str, str] | None:
        """The file (empty: the page itself) and the anchor; None: it leads out of the site."""
        path, _, anchor = link.partition("#")
        if link == "#" or path.startswith("//") or urlsplit(path).scheme:
            return None
        return path and target_of(folder, unquote(path)), unquote(anchor)

    for name, page in sorted(pages.items()):
        if name == NOT_FOUND:
            continue  # it is shown at any address, so its links start at the root
        folder = posixpath.dirname(name)
        for link in page.links:
            found = leads_to(folder, link)
            if found is None:
                continue
            target, anchor = found[0] or name, found[1]
            if target in pages:
                if anchor and not anchor.startswith("__") and anchor not in pages[target].ids:
                    yield Broken(name, link)
            elif not (out / target).is_file():
                yield Broken(name, link)
