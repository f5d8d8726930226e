"""Layouts: where each field of a card stands on its face, what colours it, which pictures it bears.

In: documents of `type: layout`.  Out: the `Layout` of each kind, which the site's cards and the printed ones share; and
what a layout says that nothing answers to (SAY0304, SAY0307, SAY0317).  A kind without a layout has the usual one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from toolkit.documents.card import key_of
from toolkit.documents.identity import unknown_id
from toolkit.documents.nodes import Document, Node, SequenceNode
from toolkit.pack.read import entries_of, number_of, text_of, texts_of, word_of, words_of
from toolkit.pack.source import Attribute, Kind, PackSource, Place
from toolkit.pack.structure import Structure
from toolkit.report.catalogue import diagnose
from toolkit.report.diagnostic import Diagnostic, Label
from toolkit.report.source import Span, Text

LAYOUT = "layout"
SIZES: Mapping[str, tuple[int, int]] = {
    "poker": (63, 88),
    "mini": (44, 68),
    "tarot": (70, 120),
    "square": (70, 70),
    "token": (25, 25),
}
"""Width and height in millimetres of what is cut."""

ZONES = ("values", "foot", "omits")
"""Keys of a layout that name several attributes."""
PICTURES = (".svg", ".png", ".jpg", ".jpeg")


@dataclass(frozen=True, slots=True)
class Layout:
    """How faces look; what is empty is as usual.

    `kinds`: the types of document that have it.  `size`: width and height in millimetres.  `corner`: the attribute in
    the corner; `values`: those below the name, in this order; `foot`: those below the text; `omits`: those that are
    not shown.  `colour`: the attribute whose values colour the frame.  `icons`: value or attribute → its picture.
    `artwork`: a path with `{id}` in it; `back`, `back_colour`: of the other side.  `map`: id of a place
    → where it lies on the map, to the right and down.  `root`: the pack's folder.
    """

    id: str = ""
    kinds: tuple[str, ...] = ()
    size: tuple[int, int] | None = None
    corner: str = ""
    values: tuple[str, ...] = ()
    foot: tuple[str, ...] = ()
    omits: tuple[str, ...] = ()
    colour: str = ""
    icons: Mapping[str, Path] = field(default_factory=dict)
    artwork: str = ""
    back: Path | None = None
    back_colour: str = ""
    map: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    root: Path = Path()
    span: Span | None = field(default=None, compare=False)

    def picture(self, id: str) -> Path | None:
        """The artwork of the card with this id, if there is any."""
        return inside(self.root, self.artwork.replace("{id}", id)) if self.artwork else None


class Layouts:
    """The layouts of a pack and of the packs that it extends, read once."""

    def __init__(self, source: PackSource) -> None:
        self.structure = Structure.of(source)
        self._named = {
            type: layout
            for folder in source.folders
            for document in folder.documents
            if document.type == LAYOUT
            for layout in [_read(document, folder.root)]
            for type in layout.kinds
        }

    def lineage(self, name: str) -> Iterator[Kind | Place]:
        """The kind of component or place and those above it, nearest first."""
        owner = self.structure.kinds.get(name) or self.structure.places.get(name)
        return self.structure.lineage(owner) if owner is not None else iter(())

    def of(self, kind: str) -> Layout:
        """That of a kind of component or place: its own, else that of the nearest kind above it, else the usual."""
        keys = (key_of(one.name) for one in self.lineage(kind))
        return next((self._named[key] for key in keys if key in self._named), Layout())


def _read(document: Document, root: Path) -> Layout:
    node = document.root.get
    pictures = ((key.name, inside(root, word_of(value) or "")) for key, value in entries_of(node("icons")))
    back = {key.name: word_of(value) or "" for key, value in entries_of(node("back"))}
    return Layout(
        id=document.id or "",
        kinds=tuple(map(key_of, words_of(node("kinds")))),
        size=_size(node("size")),
        corner=key_of(word_of(node("corner")) or ""),
        values=tuple(map(key_of, words_of(node("values")))),
        foot=tuple(map(key_of, words_of(node("foot")))),
        omits=tuple(map(key_of, words_of(node("omits")))),
        colour=key_of(word_of(node("colour")) or ""),
        icons={key_of(name): path for name, path in pictures if path is not None},
        artwork=word_of(node("artwork")) or "",
        back=inside(root, back["picture"]) if "picture" in back else None,
        back_colour=back.get("colour", ""),
        map=dict(_spots(node("map"))),
        root=root,
        span=document.head,
    )


def _size(node: Node | None) -> tuple[int, int] | None:
    said = {key.name: number_of(value) or 0 for key, value in entries_of(node)}
    return (said["width"], said["height"]) if len(said) == 2 else SIZES.get(word_of(node) or "")


def _spots(node: Node | None) -> Iterator[tuple[str, tuple[int, int]]]:
    for key, value in entries_of(node):
        if isinstance(value, SequenceNode):
            numbers = [number_of(each) or 0 for each in value.items]
            if len(numbers) == 2:
                yield key.name, (numbers[0], numbers[1])


def inside(root: Path, name: str) -> Path | None:
    """A picture of the pack itself: nothing outside its folder is published."""
    try:
        path = (root / name).resolve()
        known = path.suffix.casefold() in PICTURES and path.is_relative_to(root.resolve()) and path.is_file()
    except (OSError, ValueError):  # no file can be named so
        return None
    return path if known else None


# --- What a layout says that nothing answers to ---------------------------------------------------------------


def check_layouts(documents: Sequence[Document], structure: Structure, root: Path) -> Iterator[Diagnostic]:
    """SAY0304 for kinds, attributes, values and places that are not there, SAY0307 for pictures, SAY0317 for a kind or
    an attribute with two places, and for a spot of the map with two."""
    first: dict[str, Text] = {}
    for document in documents:
        if document.type == LAYOUT:
            yield from _names(document, structure)
            yield from _pictures(document, root)
            yield from _map(document, documents, structure)
            yield from _twice(texts_of(document.root.get("kinds")), first, "a second layout")
            placed: dict[str, Text] = {}
            zones = (text for key in ("corner", *ZONES) for text in texts_of(document.root.get(key)))
            yield from _twice(zones, placed, "a second place on the face")


def _names(document: Document, structure: Structure) -> Iterator[Diagnostic]:
    owners: dict[str, Kind | Place] = {**structure.kinds, **structure.places}
    kinds = list(texts_of(document.root.get("kinds")))
    yield from _unknown(kinds, owners, "kind")
    attributes = _attributes({key_of(text.value) for text in kinds}, structure, owners)
    known = [attribute.name for attribute in attributes]
    zones = [text for key in ("corner", "colour", *ZONES) for text in texts_of(document.root.get(key))]
    yield from _unknown(zones, known, "attribute of these kinds")
    values = {value for attribute in attributes for value in structure.lists.get(attribute.of or "", ())}
    words = [key.text for key, _ in entries_of(document.root.get("icons"))]
    yield from _unknown(words, [*known, *values], "value or attribute of these kinds")


def _attributes(kinds: set[str], structure: Structure, owners: Mapping[str, Kind | Place]) -> list[Attribute]:
    """What cards of these kinds, and of those below them, have."""
    lineages = [list(structure.lineage(owner)) for owner in owners.values()]
    below = [lineage for lineage in lineages if any(key_of(one.name) in kinds for one in lineage)]
    return [attribute for lineage in below for one in lineage for attribute in one.attributes]


def _unknown(texts: Iterable[Text], known: Iterable[str], what: str) -> Iterator[Diagnostic]:
    """A word of the vocabulary may be written as a key, too."""
    words = {each for name in known for each in (name, key_of(name))}
    yield from (wrong for text in texts if (wrong := unknown_id(text, words, what)))


def _map(document: Document, documents: Sequence[Document], structure: Structure) -> Iterator[Diagnostic]:
    """Places that are not there, and two at one spot."""
    named = {key_of(text.value) for text in texts_of(document.root.get("kinds"))}
    owners: list[Kind | Place] = [*structure.kinds.values(), *structure.places.values()]
    types = {
        key_of(owner.name)
        for owner in owners
        if any(key_of(one.name) in named for one in structure.lineage(owner))
    }
    ids = [each.id for each in documents if each.type in types and each.id]
    first: dict[tuple[int, int], Text] = {}
    spots = dict(_spots(document.root.get("map")))
    for key, _ in entries_of(document.root.get("map")):
        if wrong := unknown_id(key.text, ids, "document of these kinds"):
            yield wrong
        elif key.name in spots and (before := first.setdefault(spots[key.name], key.text)) is not key.text:
            labels = [Label(before.span(), "the first one")]
            what = f"`{key.name}` lies where another place lies"
            yield diagnose("SAY0317", key.text.span(), what=what, labels=labels)


def _pictures(document: Document, root: Path) -> Iterator[Diagnostic]:
    back = next(
        (value for key, value in entries_of(document.root.get("back")) if key.name == "picture"), None
    )
    icons = (value for _, value in entries_of(document.root.get("icons")))
    for text in filter(None, map(text_of, (back, *icons))):
        if inside(root, text.value) is None:
            yield diagnose("SAY0307", text.span(), path=text.value)


def _twice(texts: Iterable[Text], first: dict[str, Text], what: str) -> Iterator[Diagnostic]:
    for text in texts:
        before = first.setdefault(key_of(text.value), text)
        if before is not text:
            labels = [Label(before.span(), "the first one")]
            yield diagnose("SAY0317", text.span(), what=f"`{text.value}` has {what}", labels=labels)
