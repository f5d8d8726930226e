"""`pack.yaml`, and how a pack is found: by path, or by its id in folders of packs.

In: a pack's documents, or what somebody typed for a pack.  Out: a `Manifest` with everything that the packs it extends
have said already; a folder.  What the manifest refers to is checked in `references.py`.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from toolkit.documents.folder import PACK_FILE
from toolkit.documents.nodes import Document, Node, ScalarNode
from toolkit.pack.read import entries_of, flag_of, number_of, text_of, texts_of, word_of, words_of
from toolkit.pack.source import Manifest, Option
from toolkit.report.catalogue import diagnose
from toolkit.report.diagnostic import Checked, Diagnostic, Fix, Label
from toolkit.report.files import read_bounded
from toolkit.report.source import Text
from toolkit.resources import resource

DEFAULT_START = ("set-up", "game")
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
    root = document.root
    found: list[Diagnostic] = []
    base = list(reversed(extended))
    least, most = _players(root.get("players"), base)
    if least > most and (players := root.get("players")):
        fixes = [Fix("swap them", players.span, f"{most} to {least}")]
        what = f"`{least} to {most}` holds no number"
        found.append(diagnose("SAY0317", players.span, what=what, fixes=fixes))
    seats = words_of(root.get("seats")) or _first(base, "seats")
    node = root.get("seats")
    if seats and len(seats) < most:
        key = root.key("players")
        where = node.span if node is not None else key.span if key else document.head
        labels = [Label(key.span, f"for {most} players")] if key and node is not None else []
        found.append(
            diagnose(
                "SAY0321",
                where,
                seats=len(seats),
                players=most,
                labels=labels,
                hint="name as many seats as there can be players",
            )
        )
    options: dict[str, Option] = {option.id: option for one in reversed(base) for option in one.options}
    for name, body in entries_of(root.get("options")):
        inner = {key.name: value for key, value in entries_of(body)}
        options[name.name] = Option(
            name.name, word_of(inner.get("name")) or name.name, flag_of(inner.get("default")), name.span
        )
    procedures = {d.id for d in documents if d.type == "procedure"}
    start = words_of(root.get("start")) or _first(base, "start")
    if not start:
        start = tuple(name for name in DEFAULT_START if name in procedures)
    manifest = Manifest(
        id=document.id or "",
        name=word_of(root.get("name")) or document.id or "",
        format=number_of(root.get("format")) or 1,
        extends=words_of(root.get("extends")),
        languages=words_of(root.get("languages")) or _first(base, "languages") or ("en",),
        least=least,
        most=most,
        seats=seats,
        precedence=words_of(root.get("precedence")) or _first(base, "precedence") or ("base",),
        options=tuple(options.values()),
        chapters=(*_first(base, "chapters"), *words_of(root.get("chapters"))),
        start=start,
        limits=_limits(root.get("limits"), base),
        ordering=(
            word_of(root.get("effect-order")) == "player"
            if root.get("effect-order") is not None
            else any(m.ordering for m in base)
        ),
        story=word_of(root.get("story")) or next((m.story for m in base if m.story), None),
        span=(text.span() if (text := text_of(root.get("id"))) else document.head),
    )
    return Checked(manifest, tuple(found))


def _first(manifests: Iterable[Manifest], name: str) -> tuple[str, ...]:
    """The field of the first manifest that says anything else than the default."""
    default = getattr(Manifest("", ""), name)
    return next((value for one in manifests if (value := getattr(one, name)) != default), ())


def _limits(node: Node | None, base: Sequence[Manifest]) -> tuple[tuple[str, int], ...]:
    """The smallest number that any of the packs says of each."""
    found: dict[str, int] = {}
    said = [(key.name, number_of(value) or 1) for key, value in entries_of(node)]
    for name, number in (*said, *(each for one in base for each in one.limits)):
        found[name] = min(number, found.get(name, number))
    return tuple(found.items())


def _players(node: object, base: Sequence[Manifest]) -> tuple[int, int]:

    if isinstance(node, ScalarNode):
        if isinstance(node.value, int):
            return node.value, node.value
        if match := _PLAYERS.fullmatch(node.text.value.strip()):
            return int(match[1]), int(match[2])
    return (base[0].least, base[0].most) if base else (2, 2)


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
    return list(texts_of(document.root.get("extends"))) if document else []
