"""Ids that documents name: chapters, procedures, options, modules, layers, kinds, rules of the sources.

In: the documents of one pack and what is known of it and of the packs that it extends.  Out: SAY0304 for each that is
not there.  References from card to card are checked where cards are read (`components.py`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from toolkit.documents.card import key_of
from toolkit.documents.document_type import sentence_fields
from toolkit.documents.identity import unknown_id
from toolkit.documents.nodes import Document, node_at
from toolkit.pack.components import kinds_by_type
from toolkit.pack.items import sentence_texts
from toolkit.pack.read import entries_of, flag_of, texts_of
from toolkit.pack.source import Manifest
from toolkit.pack.structure import Structure
from toolkit.report.catalogue import diagnose
from toolkit.report.diagnostic import Diagnostic
from toolkit.report.source import Text

CHAPTERS = ("definitions", "rules", "procedure", "verb", "keyword", "rule-module", "scenario", "prose")

RULES = ("definitions", "rules", "procedure", "verb", "keyword", "rule-module", "deck-rules", "story")
"""Documents that a ruling may be about, besides cards."""


def check_references(
    documents: Sequence[Document], everything: Sequence[Document], manifest: Manifest, structure: Structure
) -> tuple[Diagnostic, ...]:
    """What `documents` name and `everything` (they and those of extended packs) does not hold."""
    ids: dict[str, set[str]] = {}
    for document in everything:
        if document.type and document.id:
            ids.setdefault(document.type, set()).add(document.id)
    rules = {
        key.name for d in everything if d.type == "sources" for key, _ in entries_of(d.root.get("rules"))
    }
    return tuple(_all(documents, ids, rules, manifest, structure))


def _all(
    documents: Sequence[Document],
    ids: dict[str, set[str]],
    rules: set[str],
    manifest: Manifest,
    structure: Structure,
) -> Iterator[Diagnostic]:
    for document in documents:
        yield from _of_type(document, ids, manifest, structure)
        if document.type != "rule-module":
            modules = texts_of(document.root.get("module"))
            yield from _missing(modules, ids.get("rule-module", set()), "rule module")
        if rules:
            yield from _missing(_cites(document), rules, "rule of sources.yaml")


def _of_type(
    document: Document, ids: dict[str, set[str]], manifest: Manifest, structure: Structure
) -> Iterator[Diagnostic]:
    """What the keys of its own type name."""
    root, options = document.root, {option.id for option in manifest.options}
    match document.type:
        case "pack":
            chapters = {id for type in CHAPTERS for id in ids.get(type, ())}
            yield from _missing(texts_of(root.get("chapters")), chapters, "chapter")
            yield from _missing(texts_of(root.get("start")), ids.get("procedure", set()), "procedure")
            yield from _missing(texts_of(root.get("story")), ids.get("story", set()), "story")
        case "rules":
            yield from _missing(texts_of(root.get("layer")), manifest.precedence, "layer")
        case "rule-module":
            yield from _missing(texts_of(root.get("excludes")), ids.get("rule-module", set()), "rule module")
            yield from _missing(texts_of(root.get("option")), options, "option")
            cards = (key.text for key, _ in entries_of(root.get("copies")))
            yield from _missing(cards, _of_cards(ids, structure), "card")
        case "scenario" | "example":
            names = (key.text for key, _ in entries_of(root.get("options")))
            yield from _missing(names, options, "option")
            yield from _apart(document, manifest)
            yield from _missing(texts_of(root.get("story")), ids.get("story", set()), "story")
            yield from _missing(texts_of(root.get("start")), ids.get("procedure", set()), "procedure")
            yield from _missing(texts_of(root.get("scenario")), ids.get("scenario", set()), "scenario")
        case "keyword":
            kinds = {key_of(name) for name in structure.kinds} | set(structure.kinds)
            yield from _missing(texts_of(root.get("kinds")), kinds, "kind")
        case "verb":
            yield from _missing(texts_of(root.get("found")), structure.places, "place")
        case "prose":
            yield from _missing(texts_of(root.get("pictures")), ids.get("example", set()), "example")
        case "ruling":
            yield from _of_ruling(document, ids, structure)


def _apart(document: Document, manifest: Manifest) -> Iterator[Diagnostic]:
    """SAY0328 for a game with two modules that exclude each other."""
    said = {key.name: flag_of(value) for key, value in entries_of(document.root.get("options"))}
    apart = manifest.apart(dict.fromkeys(manifest.switches(document), True) | said)
    key = document.root.key("module") or document.root.key("options")
    if apart is not None and key is not None:
        yield diagnose("SAY0328", key.span, one=apart[0].name, other=apart[1].name)


def _of_cards(ids: Mapping[str, set[str]], structure: Structure) -> set[str]:
    """The ids of the documents of kinds, alone and with their type."""
    return {
        name for type in kinds_by_type(structure) for id in ids.get(type, ()) for name in (id, f"{type}/{id}")
    }


def _of_ruling(document: Document, ids: Mapping[str, set[str]], structure: Structure) -> Iterator[Diagnostic]:
    """What it is about, and the examples on which it stands."""
    known = _of_cards(ids, structure) | _of_rules(ids)
    yield from _missing(texts_of(document.root.get("about")), known, "card or rule")
    yield from _missing(texts_of(document.root.get("examples")), ids.get("example", set()), "example")


def _of_rules(ids: Mapping[str, set[str]]) -> set[str]:
    """The ids of rules, alone and with their type."""
    return {name for type in RULES for id in ids.get(type, ()) for name in (id, f"{type}/{id}")}


def _cites(document: Document) -> Iterator[Text]:
    yield from texts_of(document.root.get("cites"))
    for key, node in document.root:
        fields = sentence_fields().get(document.type or "")
        if fields is None or key.name in fields:
            for path, _, cites in sentence_texts(node, (key.name,)):
                if cites:
                    yield from _own_cites(document, path)


def _own_cites(document: Document, path: tuple[str | int, ...]) -> Iterator[Text]:

    yield from texts_of(node_at(document.root, (*path, "cites")))


def _missing(texts: Iterator[Text], known: Collection[str], what: str) -> Iterator[Diagnostic]:
    for text in texts:
        if wrong := unknown_id(text, known, what):
            yield wrong
