"""`pack.yaml`, and how a pack is found: by path, or by its id in folders of packs.

In: a pack's documents, or what somebody typed for a pack.  Out: a `Manifest` with everything that the packs it extends
have said already; a folder.  What the manifest refers to is checked in `references.py`.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

from toolkit.documents.folder import PACK_FILE
from toolkit.documents.nodes import Document, MappingNode, Node, ScalarNode
from toolkit.pack.read import entries_of, flag_of, number_of, text_of, texts_of, word_of, words_of
from toolkit.pack.source import Manifest, Module, Option
from toolkit.report.catalogue import diagnose
from toolkit.report.diagnostic import Checked, Diagnostic, Fix, Label
from toolkit.report.files import read_bounded
from toolkit.report.source import Text
from toolkit.resources import resource

MOST_EXTENDED = 100
"""Packs that a pack extends at once, as its schema says."""
DEFAULT_START = ("set-up", "game")
READ: dict[str, Callable[[Node | None], object]] = {
    "format": number_of,
    "languages": words_of,
    "seats": words_of,
    "precedence": words_of,
    "start": words_of,
    "story": word_of,
}
"""Keys of `pack.yaml` that say what packs which extend it need not say again."""
_NAME = re.compile(r"[\w-][\w.-]{0,99}")
"""What may name a pack; nothing that leads out of the folder in which it is looked up."""
_ID = re.compile(rb"^id:[ \t]*[\"']?([a-z0-9-]+)", re.M)
_PLAYERS = re.compile(r"([0-9]{1,2}) to ([0-9]{1,2})")


# --- Finding ------------------------------------------------------------------------------------------------


def default_search() -> tuple[Path, ...]:
    """Where ids are looked up when nobody says: `./content` and the bundled packs."""
    folders = (Path("content"), resource("content"))
    return tuple(dict.fromkeys(folder.resolve() for folder in folders if folder.is_dir()))


def find_folder(pack: str | Path, search: Iterable[Path]) -> Path | None:
    """The folder of a pack: a path to it or to its `pack.yaml`, else an id in one of the folders of packs."""
    path = Path(pack)
    try:
        if path.name == PACK_FILE and path.is_file():
            return path.parent
        if (path / PACK_FILE).is_file() or (len(path.parts) > 1 and path.is_dir()):
            return path  # SAY0130 says why it is no pack
    except OSError:  # no file can be named so
        return None
    return find_id(str(pack), search)


def find_id(id: str, search: Iterable[Path]) -> Path | None:
    """The folder of the pack with this id; one that is named so comes before one whose `pack.yaml` says so."""
    if not _NAME.fullmatch(id):
        return None
    folders = list(search)
    for folder in folders:
        if (folder / id / PACK_FILE).is_file():
            return _shortest(folder / id)
    return next((_shortest(where) for known, where in known_packs(folders).items() if known == id), None)


def known_packs(search: Iterable[Path]) -> dict[str, Path]:
    """Each pack in the folders by the id that its `pack.yaml` gives; the first of an id counts."""
    found: dict[str, Path] = {}
    for child in (child for folder in search for child in _children(folder)):
        try:
            head = read_bounded(child / PACK_FILE, 4000)
        except OSError:
            continue
        if match := _ID.search(head):
            found.setdefault(match[1].decode(), child)
    return found


def _children(folder: Path) -> list[Path]:
    try:
        return sorted(folder.iterdir())
    except OSError:
        return []


def _shortest(path: Path) -> Path:
    try:
        return path.resolve().relative_to(Path.cwd())
    except ValueError:
        return path


# --- Reading ------------------------------------------------------------------------------------------------


def read_manifest(documents: Sequence[Document], extended: Sequence[Manifest]) -> Checked[Manifest | None]:
    """The manifest of a pack, completed by those of the packs it extends, the last one first.

    None without a document of type `pack` (the folder's reader has told).  SAY0321 when players have no seats.
    """
    document = next((d for d in documents if d.type == "pack"), None)
    if document is None:
        return Checked(None)
    root, usual = document.root, _inherited(extended)
    start = usual.start or _start(documents)
    said: dict[str, Any] = {key.replace("-", "_"): read(root.get(key)) for key, read in READ.items()}
    least, most = _players(root.get("players")) or (usual.least, usual.most)
    id, order = text_of(root.get("id")), word_of(root.get("effect-order"))
    forced = word_of(root.get("forced"))
    manifest = replace(
        replace(usual, start=start),
        **{name: value for name, value in said.items() if value},
        id=document.id or "",
        name=word_of(root.get("name")) or document.id or "",
        extends=words_of(root.get("extends")),
        least=least,
        most=most,
        options=_options(documents, root, extended),
        modules=_modules(documents, extended),
        limits=_limits(root.get("limits"), extended[::-1]),
        chapters=(*usual.chapters, *words_of(root.get("chapters"))),
        ordering=order == "player" if "effect-order" in root else usual.ordering,
        asking=forced == "ask" if "forced" in root else usual.asking,
        span=id.span() if id is not None else document.head,
    )
    manifest = replace(manifest, seats=(*manifest.seats, *_more_seats(documents)))
    return Checked(manifest, tuple(_wrong_numbers(document, manifest)))


def _start(documents: Iterable[Document]) -> tuple[str, ...]:
    """The procedures with which a game begins, if the pack does not say."""
    procedures = {document.id for document in documents if document.type == "procedure"}
    return tuple(each for each in DEFAULT_START if each in procedures)


def _of_modules(documents: Iterable[Document]) -> Iterator[Document]:
    return (document for document in documents if document.type == "rule-module" and document.id)


def _more_seats(documents: Iterable[Document]) -> tuple[str, ...]:
    """Those that its modules add."""
    return tuple(seat for one in _of_modules(documents) for seat in words_of(one.root.get("seats")))


def _modules(documents: Iterable[Document], extended: Sequence[Manifest]) -> tuple[Module, ...]:
    """Those of the packs that it extends, and its own."""
    modules = {module.id: module for one in extended for module in one.modules}
    for document in _of_modules(documents):
        root, id = document.root, document.id or ""
        least, most = _players(root.get("players")) or (None, None)
        option, name = word_of(root.get("option")) or id, word_of(root.get("name")) or id
        copies = tuple((key.name, number_of(n) or 0) for key, n in entries_of(root.get("copies")))
        modules[id] = Module(id, name, option, words_of(root.get("excludes")), least, most, copies)
    return tuple(modules.values())


def _options(
    documents: Iterable[Document], root: MappingNode, extended: Sequence[Manifest]
) -> tuple[Option, ...]:
    """Those of the packs that it extends, those that its modules are, and its own."""
    options = {option.id: option for one in extended for option in one.options}
    for document in _of_modules(documents):
        id, own = document.id or "", document.root
        if "option" not in own:
            options[id] = Option(
                id, word_of(own.get("name")) or id, flag_of(own.get("default")), document.head
            )
    for name, body in entries_of(root.get("options")):
        inner = {key.name: value for key, value in entries_of(body)}
        said = word_of(inner.get("name")) or name.name
        options[name.name] = Option(name.name, said, flag_of(inner.get("default")), name.span)
    return tuple(options.values())


def _wrong_numbers(document: Document, manifest: Manifest) -> Iterator[Diagnostic]:
    """SAY0317 for players of whom there is no number, SAY0321 for too few seats."""
    root, least, most, seats = document.root, manifest.least, manifest.most, manifest.seats
    most = max([most, *(each.most for each in manifest.modules if each.most is not None)])
    if least > most and (players := root.get("players")):
        fixes = [Fix("swap them", players.span, f"{most} to {least}")]
        what = f"`{least} to {most}` holds no number"
        yield diagnose("SAY0317", players.span, what=what, fixes=fixes)
    if seats and len(seats) < most:
        node, key = root.get("seats"), root.key("players")
        where = node.span if node is not None else key.span if key else document.head
        labels = [Label(key.span, f"for {most} players")] if key and node is not None else []
        hint = "name as many seats as there can be players"
        yield diagnose("SAY0321", where, seats=len(seats), players=most, labels=labels, hint=hint)


def _inherited(extended: Sequence[Manifest]) -> Manifest:
    """What holds where a pack says nothing: each field as the last one that it extends has it, if not as usual."""
    usual = Manifest("", "")
    if not extended:
        return usual
    said: dict[str, Any] = {}
    for one in extended:
        mine = ((field.name, getattr(one, field.name)) for field in fields(Manifest))
        said |= {name: value for name, value in mine if value != getattr(usual, name)}
    return replace(usual, **said | {"least": extended[-1].least, "most": extended[-1].most})


def _limits(node: Node | None, base: Sequence[Manifest]) -> tuple[tuple[str, int], ...]:
    """The smallest number that any of the packs says of each."""
    found: dict[str, int] = {}
    said = [(key.name, number_of(value) or 1) for key, value in entries_of(node)]
    for name, number in (*said, *(each for one in base for each in one.limits)):
        found[name] = min(number, found.get(name, number))
    return tuple(found.items())


def _players(node: object) -> tuple[int, int] | None:
    if isinstance(node, ScalarNode):
        if isinstance(node.value, int):
            return node.value, node.value
        if match := _PLAYERS.fullmatch(node.text.value.strip()):
            return int(match[1]), int(match[2])
    return None


def digest(documents: Sequence[Document], prefix: str) -> str:
    """The content hash of a pack: its files by name, with line ends made equal.  The same on every machine."""
    made = hashlib.sha256()
    sources = {document.source.name: document.source for document in documents}
    for name in sorted(sources):
        text = sources[name].text.replace("\r\n", "\n").replace("\r", "\n")
        body = text.encode("utf-8", "surrogatepass")
        made.update(f"{name.removeprefix(prefix)}\n{len(body)}\n".encode())
        made.update(body)
    return made.hexdigest()


def extended_ids(documents: Sequence[Document]) -> list[Text]:
    """Ids of the packs that a pack extends."""
    document = next((d for d in documents if d.type == "pack"), None)
    return list(texts_of(document.root.get("extends")))[:MOST_EXTENDED] if document else []
