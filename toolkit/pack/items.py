"""All sentence items of a pack, each with its start symbol, layer and option.

Which fields hold sentences, and of which sort, stands in the record of a core type, and in the `sentences` of a kind
for its documents.  One list item is one item; a field without a list is one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from toolkit.documents.card import key_of
from toolkit.documents.document_type import sentence_fields, types_that
from toolkit.documents.nodes import Document, MappingNode, Node, ScalarNode, SequenceNode
from toolkit.language.vocabulary import Vocabulary
from toolkit.pack.components import kinds_by_type, switches_of
from toolkit.pack.read import entries_of, text_of, word_of, words_of
from toolkit.pack.source import Item, Kind, Manifest
from toolkit.pack.story import story_texts
from toolkit.pack.structure import Structure
from toolkit.report.source import Text

EXAMPLE_TYPES = types_that(lambda each: each.alone)
"""Documents whose sentences are compiled when they are run, not with the pack."""

NAMED_STEPS = "steps"
"""The field whose items have names: a mapping of names to sentences."""


def read_items(
    structure: Structure,
    words: Vocabulary,
    documents: Sequence[Document],
    pack: str,
    manifest: Manifest,
) -> tuple[Item, ...]:
    """The sentence items of the documents, in the order of the files."""
    kinds = kinds_by_type(structure)
    items: list[Item] = []
    for document in documents:
        type = document.type or ""
        layers = [type]
        fields = dict(sentence_fields().get(type, {}))
        owner = kinds.get(type)
        if owner is not None:
            layers = [one.name for one in structure.lineage(owner)]
            for one in reversed(list(structure.lineage(owner))):
                fields.update({key_of(name): start for name, start in one.sentences})
        story = isinstance(owner, Kind) and owner.story is not None
        if story:  # what a story says is stronger than what all cards say, unless its own kind is named
            layers.insert(1, "story")
        if fields or story:
            layer = _layer(document, layers, manifest.precedence)
            options = switches_of(document, structure, manifest)
            items += _items(document, fields, words, pack, layer, options, story=story)
    return tuple(items)


def _layer(document: Document, names: Sequence[str], precedence: Sequence[str]) -> str | None:
    """What the document says; else the layer named as its type or kind (*card*); else the weakest."""
    said = word_of(document.root.get("layer"))
    if said is not None:
        return said
    known = {key_of(layer): layer for layer in precedence}
    for name in names:
        if key_of(name) in known:
            return known[key_of(name)]
    return precedence[0] if precedence else None


def _items(
    document: Document,
    fields: dict[str, str],
    words: Vocabulary,
    pack: str,
    layer: str | None,
    options: tuple[str, ...],
    *,
    story: bool = False,
) -> Iterator[Item]:
    root = document.root
    common = words_of(root.get("cites"))
    provenance = word_of(root.get("provenance"))
    places: list[tuple[tuple[str | int, ...], Node, str]] = []
    for key, node in root:
        if (start := fields.get(key.name)) is not None:
            places.append(((key.name,), node, start))
    if story:
        places += [
            (path, node, start) for node, path, start in story_texts(document) if path[0] not in fields
        ]
    for where, node, start in places:
        for path, text, cites in sentence_texts(node, where):
            yield Item(
                pack=pack,
                type=document.type or "",
                document=document.id or "",
                path=path,
                start=_start(start, text, words),
                text=text,
                cites=(*common, *(cite for cite in cites if cite not in common)),
                provenance=provenance,
                layer=layer,
                options=options,
            )


def sentence_texts(
    node: Node, path: tuple[str | int, ...]
) -> Iterator[tuple[tuple[str | int, ...], Text, tuple[str, ...]]]:
    """Each item of a sentence field: its path, its text and its own `cites`."""
    match node:
        case ScalarNode():
            if text := text_of(node):
                yield path, text, ()
        case SequenceNode():
            for i, item in enumerate(node):
                yield from sentence_texts(item, (*path, i))
        case MappingNode() if isinstance(node.get("text"), ScalarNode) and path[-1:] != (NAMED_STEPS,):
            if text := text_of(node.get("text")):
                yield path, text, words_of(node.get("cites"))
        case MappingNode():
            for key, value in entries_of(node):
                yield from sentence_texts(value, (*path, key.name))


def _start(start: str, text: Text, words: Vocabulary) -> str:
    """A statement after a label (*TELL: …*) is an effect."""
    if start in ("statement", "effect"):
        head, colon, _ = text.value.partition(":")
        if colon and head in words.labels:
            return "label effect"
    return start
