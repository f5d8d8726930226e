"""The YAML files of a pack folder, in an order that is the same everywhere.

Read are files that end in `.yaml` or `.yml`, in the folder and below it. Left alone are hidden files and folders,
folders that a program has made (a site of ours, a virtual environment, a cache) and all other files. A symbolic link
is refused, so that nothing outside the folder is ever read; the pack folder itself may be one.
"""

from __future__ import annotations

import os
import unicodedata
from collections import OrderedDict
from collections.abc import Iterator
from pathlib import Path

from toolkit.documents.nodes import Document
from toolkit.documents.reader import LARGEST, read_bytes
from toolkit.report.catalogue import diagnose
from toolkit.report.diagnostic import Checked, Diagnostic, Label
from toolkit.report.files import read_bounded, reason_of
from toolkit.report.source import Source

MOST_FILES = 4000
"""YAML files of a pack."""
DEEPEST_FOLDER = 16
"""Folders inside one another."""
ENDINGS = (".yaml", ".yml")
PACK_FILE = "pack.yaml"
MOST_RECENT = 2_000_000
"""Bytes of the files whose documents are kept: those of a pack or two."""
SITE_MARK = ".sayso-site"
"""The file that says that a folder is a site of ours, or what one is made from."""
MADE = (SITE_MARK, "pyvenv.cfg", "CACHEDIR.TAG")
"""A folder with one of these files was made by a program: nothing below it is of the author."""


def read_folder(path: str | Path, *, shown: str | None = None) -> Checked[tuple[Document, ...]]:
    """All documents of a pack, by file name and place in the file.

    `shown`: what stands before each file's path in diagnostics (default: `path` itself; may be empty).
    A file that cannot be read is left out, with a diagnostic. Never raises.
    """
    root = Path(path)
    prefix = (root.as_posix() if shown is None else shown).rstrip("/")
    prefix = f"{prefix}/" if prefix and prefix != "." else ""
    found: list[Diagnostic] = []
    documents: list[Document] = []
    if not root.is_dir():
        place = Source(prefix.rstrip("/") or ".", "").span(0, 0)
        hint = "Give the folder in which `pack.yaml` stands."
        return Checked((), (diagnose("SAY0130", place, hint=hint, reason="there is no such folder"),))
    files = _files(root, prefix, found)
    if files is None:
        return Checked((), tuple(found))
    if not any(relative == PACK_FILE for relative in files):
        place = Source(prefix + PACK_FILE, "").span(0, 0)
        hint = "Write a document of `type: pack` in a file of that name."
        found.append(diagnose("SAY0130", place, hint=hint, reason="it holds no file `pack.yaml`"))
    spellings: dict[str, str] = {}
    for relative in files:
        name = prefix + _shown(relative)
        other = spellings.setdefault(unicodedata.normalize("NFC", relative).casefold(), relative)
        if other != relative:
            place, first = Source(name, "").span(0, 0), Source(prefix + _shown(other), "").span(0, 0)
            found.append(
                diagnose(
                    "SAY0134",
                    place,
                    labels=[Label(first, "the other file")],
                    hint="Some computers see one file only. Rename one of the two.",
                    other=_shown(other),
                )
            )
        checked = _read(root / relative, name)
        documents += checked.value
        found += checked.diagnostics
    return Checked(tuple(documents), tuple(found))


def read_file(path: str | Path, *, shown: str | None = None) -> Checked[tuple[Document, ...]]:
    """The documents of one file, wherever it stands; `shown`: its name in diagnostics. Never raises."""
    return _read(Path(path), shown or Path(path).as_posix())


def _read(path: Path, name: str) -> Checked[tuple[Document, ...]]:
    try:
        data = read_bounded(path, LARGEST)  # one that grows while it is read is cut off
    except OSError as error:
        return Checked((), (_unreadable(name, reason_of(error)),))
    return _RECENT.read(name, data)


class _Recent:
    """What the files say that this process has read last: whoever edits a pack loads it again and again, with one file
    changed.  Documents never change, so packs may share them; a file with mistakes is read anew.
    """

    def __init__(self) -> None:
        self.known: OrderedDict[tuple[str, bytes], tuple[Document, ...]] = OrderedDict()
        self.size = 0

    def read(self, name: str, data: bytes) -> Checked[tuple[Document, ...]]:
        """The documents of a file with this name and content."""
        key = name, data
        if (known := self.known.get(key)) is not None:
            self.known.move_to_end(key)
            return Checked(known)
        checked = read_bytes(name, data)
        if not checked.diagnostics:
            self.known[key] = checked.value
            self.size += len(data)
            while self.size > MOST_RECENT:
                (_, oldest), _ = self.known.popitem(last=False)
                self.size -= len(oldest)
        return checked


_RECENT = _Recent()


def _unreadable(name: str, reason: str) -> Diagnostic:
    return diagnose("SAY0101", Source(name, "").span(0, 0), reason=reason)


def _files(root: Path, prefix: str, found: list[Diagnostic]) -> list[str] | None:
    """The relative paths to read, sorted by their parts, or None if they are too many; what is refused is told."""
    files: list[str] = []
    for relative, entry in _walk(root, "", prefix, found):
        if len(files) >= MOST_FILES:
            place = Source(prefix + _shown(relative), "").span(0, 0)
            found.append(
                diagnose("SAY0132", place, hint="Put several documents in a file.", limit=MOST_FILES)
            )
            return None
        name = prefix + _shown(relative)
        ending = os.path.splitext(relative)[1]
        if entry.is_symlink():
            hint = "Put a copy of the file in its place."
            found.append(diagnose("SAY0131", Source(name, "").span(0, 0), hint=hint))
        elif entry.is_dir(follow_symlinks=False):  # a folder that is named as a file
            found.append(_unreadable(name, "it is a folder"))
        elif ending in ENDINGS:
            files.append(relative)
        else:
            hint = f"Rename it to end in `{ending.lower()}`."
            found.append(diagnose("SAY0133", Source(name, "").span(0, 0), hint=hint, ending=ending))
    return sorted(files, key=lambda f: f.split("/"))


def _walk(
    folder: Path, before: str, prefix: str, found: list[Diagnostic]
) -> Iterator[tuple[str, os.DirEntry[str]]]:
    """Each entry that ends as a YAML file does, whatever it is, and each symbolic link to a folder."""
    try:
        with os.scandir(folder) as scan:
            entries = sorted(scan, key=lambda e: e.name)
    except OSError as error:
        name = prefix + _shown(before.rstrip("/"))
        found.append(_unreadable(name, reason_of(error)))
        return
    if before and any(entry.name in MADE for entry in entries):
        return
    for entry in entries:
        if entry.name.startswith("."):
            continue
        relative = before + entry.name
        named = os.path.splitext(entry.name)[1].lower() in ENDINGS
        if named or (entry.is_symlink() and entry.is_dir()):
            yield relative, entry
        elif entry.is_dir(follow_symlinks=False):
            if before.count("/") >= DEEPEST_FOLDER:
                found.append(_unreadable(prefix + _shown(relative), "it lies too deep"))
            else:
                yield from _walk(folder / entry.name, relative + "/", prefix, found)


def _shown(path: str) -> str:
    """A path that can be written anywhere: bytes of a name that are no UTF-8 are replaced."""
    return os.fsencode(path).decode("utf-8", "replace").replace(os.sep, "/")
