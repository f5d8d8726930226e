"""A pack folder and all that it extends → `PackSource`.

The stages, each for every folder, the extended ones first: documents → manifest → structure → words → names →
schemas → references → sentence items.  Everything that is wrong is gathered; only a pack that is not there stops it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from toolkit.documents.card import (
    Field,
    card_schema,
    flag,
    key_of,
    list_of,
    number,
    one_of,
    reference,
    sentence,
)
from toolkit.documents.card import text as text_field
from toolkit.documents.folder import read_folder
from toolkit.documents.identity import check_identity
from toolkit.documents.nodes import Document
from toolkit.documents.schema import Schema, SchemaSet
from toolkit.language.vocabulary import Vocabulary
from toolkit.pack import consequences
from toolkit.pack.clashes import check_words
from toolkit.pack.common import add_common
from toolkit.pack.components import add_names, kinds_by_type, read_components
from toolkit.pack.decks import check_decks, deck_rules
from toolkit.pack.items import read_items
from toolkit.pack.layouts import check_layouts
from toolkit.pack.manifest import (
    default_search,
    digest,
    extended_ids,
    find_folder,
    find_id,
    known_packs,
    read_manifest,
)
from toolkit.pack.read import texts_of
from toolkit.pack.references import check_references
from toolkit.pack.source import Attribute, Component, Item, Kind, Manifest, PackFolder, PackSource
from toolkit.pack.story import CARD_KEYS
from toolkit.pack.story_check import check_stories
from toolkit.pack.structure import Structure, read_structure
from toolkit.pack.words import build_vocabulary
from toolkit.report.catalogue import diagnose
from toolkit.report.diagnostic import Checked, Diagnostic, Label, in_order
from toolkit.report.source import Source, Span
from toolkit.report.suggest import nearest

T = TypeVar("T")

SHARED = ("verb", "procedure", "keyword", "rule-module", "story")
"""Core types whose ids are unique over a pack and all that it extends: sentences and start lists call them."""


def load_source(pack: str | Path, search: Iterable[Path] | None = None) -> Checked[PackSource | None]:
    """The pack at a path or with an id, with everything that it extends; None if it cannot be found.

    `search`: folders in which ids are looked up (default: `./content` and the bundled packs).  Never raises for what an
    author wrote.
    """
    folders = tuple(default_search() if search is None else search)
    folder = find_folder(pack, folders)
    if folder is None:
        name = str(pack)
        return Checked(None, (_no_pack(name, Source(name, name).span(0, len(name)), folders),))
    loading = _Loading(folders)
    loading.folder(folder, ())
    source = loading.source()
    readable = not any(d.is_error and d.code < "SAY03" for d in loading.found)
    loading.found += check_stories(source, readable=readable)
    loading.found += check_decks(source)
    return Checked(source, in_order(consequences.told(loading.found, source.documents)))


def schemas_of(source: PackSource) -> dict[str, Schema]:
    """The schema of every document type of a pack: the core's and those of its kinds."""
    structure = Structure(
        dict(source.vocabulary.lists),
        {kind.name: kind for kind in source.kinds},
        {place.name: place for place in source.places},
    )
    keywords = any(True for _ in source.of_type("keyword"))
    core: dict[str, Any] = deepcopy(dict(SchemaSet().schemas))
    _add_names(core, source)
    return {**core, **card_schemas(structure, keywords)}


def _add_names(core: dict[str, Any], source: PackSource) -> None:
    """What the pack names, where keys of documents are names: sections, cards, seats, attributes."""
    sections = {section.id for rules in deck_rules(source).values() for section in rules.sections}
    ids = {name for card in source.components for name in (card.id, f"{key_of(card.kind)}/{card.id}")}
    for type in ("deck", "example") if sections else ():
        core[type]["properties"]["cards"]["propertyNames"] = {"enum": sorted(sections)}
        core[type]["$defs"]["card"]["enum"] = sorted(ids)
    for schema in core.values():
        if (decks := schema["properties"].get("decks")) is not None:
            decks["propertyNames"] = {"enum": list(source.manifest.seats)}
    values = core["vocabulary"]["properties"]["kinds"]["additionalProperties"]["properties"]["values"]
    values["propertyNames"] = {"enum": sorted({a.name for kind in source.kinds for a in kind.attributes})}


def card_schemas(structure: Structure, keywords: bool) -> dict[str, Schema]:
    """The schema of each kind whose components are documents."""
    made: dict[str, Schema] = {}
    for type, owner in kinds_by_type(structure).items():
        fields: dict[str, Field] = {}
        if keywords:
            fields["keywords"] = list_of(reference("keyword"))
        for one in reversed(list(structure.lineage(owner))):
            for attribute in one.attributes:
                fields[key_of(attribute.name)] = _field(attribute, structure)
        for one in reversed(list(structure.lineage(owner))):
            for name, start in one.sentences:
                fields[key_of(name)] = sentence(start)
        for reserved in ("type", "id", ""):
            fields.pop(reserved, None)
        story = isinstance(owner, Kind) and owner.story is not None
        made[type] = card_schema(
            owner.name,
            fields,
            more=CARD_KEYS if story else {},
            needed=("story", "act") if story else (),
        )
    return made


def _field(attribute: Attribute, structure: Structure) -> Field:
    match attribute.form:
        case "number":
            made = number(attribute.low, attribute.high)
        case "flag":
            made = flag()
        case "text":
            made = text_field()
        case "value":
            values = structure.lists.get(attribute.of or "", ())
            made = one_of(values) if values else text_field()
        case "thing":
            made = reference(attribute.of or "")
    return list_of(made) if attribute.many else made


@dataclass
class _Loading:
    """What has been gathered, folder after folder."""

    search: tuple[Path, ...]
    found: list[Diagnostic] = field(default_factory=list)
    folders: list[PackFolder] = field(default_factory=list)
    manifests: dict[str, Manifest] = field(default_factory=dict)
    structure: Structure = field(default_factory=Structure)
    words: Vocabulary | None = None
    components: list[Component] = field(default_factory=list)
    items: list[Item] = field(default_factory=list)
    ids: dict[tuple[str, str], tuple[str, Span]] = field(default_factory=dict)
    keywords: bool = False

    def folder(self, root: Path, below: tuple[tuple[Path, str], ...]) -> None:
        """Read the pack at `root` after those that it extends.  `below`: the packs that led here."""
        shown = root.as_posix()
        checked = read_folder(root, shown=shown)
        documents = checked.value
        self.found += checked.diagnostics
        self.found += check_identity(documents, shown=shown)
        id = next((d.id for d in documents if d.type == "pack" and d.id), root.name)
        extended = []
        for text in extended_ids(documents):
            manifest = self.extend(text.value, text.span(), (*below, (root.resolve(), id)))
            if manifest is not None:
                extended.append(manifest)
        self.one(root, id, documents, extended, f"{shown}/")

    def extend(self, name: str, span: Span, below: tuple[tuple[Path, str], ...]) -> Manifest | None:
        if name in self.manifests:
            return self.manifests[name]
        search = (*self.search, below[-1][0].parent)  # the folder beside it comes last
        where = find_id(name, search)
        if where is None:
            self.found.append(_no_pack(name, span, search))
            return None
        paths = [path for path, _ in below]
        if where.resolve() in paths:
            circle = [id for _, id in below[paths.index(where.resolve()) :]]
            self.found.append(
                diagnose(
                    "SAY0322",
                    span,
                    pack=name,
                    chain=" → ".join([*circle, circle[0]]),
                    hint="put what both need in a third pack, and let both extend that",
                )
            )
            return None
        self.folder(where, below)
        return self.manifests.get(name)

    def one(
        self, root: Path, id: str, documents: tuple[Document, ...], extended: list[Manifest], prefix: str
    ) -> None:
        """All stages for the documents of one folder."""
        manifest = self.keep(read_manifest(documents, extended)) or Manifest(id, id)
        self.manifests[id] = manifest
        self.structure = self.keep(
            read_structure(self.structure, (d for d in documents if d.type == "vocabulary"), id, manifest)
        )
        self.words = self.keep(build_vocabulary(self.words, self.structure, documents, id))
        seating = [document for document in documents if document.type in ("pack", "rule-module")]
        seats = [seat for document in seating for seat in texts_of(document.root.get("seats"))]
        self.found += add_names(self.words, self.structure, documents, seats, id)
        self.found += check_words(self.words, id)
        self.keywords |= any(document.type == "keyword" for document in documents)
        cards = card_schemas(self.structure, self.keywords)
        schemas = SchemaSet().extended(cards, (name.replace(" ", "-") for name in self.structure.kinds))
        self.found += schemas.check_all(documents)
        self.unique(id, documents)
        before = [d for folder in self.folders for d in folder.documents]
        components = read_components(self.structure, documents, id, self.components, before, manifest)
        self.found += components.diagnostics
        self.components += components.value
        self.found += check_layouts(documents, self.structure, root)
        self.found += check_references(documents, [*before, *documents], manifest, self.structure)
        self.items += read_items(self.structure, self.words, documents, id, manifest)
        self.folders.append(PackFolder(id, root, digest(documents, prefix), documents))

    def keep(self, checked: Checked[T]) -> T:
        self.found += checked.diagnostics
        return checked.value

    def unique(self, pack: str, documents: Iterable[Document]) -> None:
        """SAY0301: an id that a pack takes from one that it extends."""
        types = {*SHARED, *kinds_by_type(self.structure)}
        for document in documents:
            if document.type not in types or not document.id:
                continue
            key = (document.type, document.id)
            node = next((t for t in texts_of(document.root.get("id"))), None)
            span = node.span() if node else document.head
            other = self.ids.setdefault(key, (pack, span))
            if other[0] != pack:
                self.found.append(
                    diagnose(
                        "SAY0301",
                        span,
                        type=document.type,
                        id=document.id,
                        labels=[Label(other[1], f"used here already, in {other[0]}")],
                        hint="A pack adds to those that it extends and replaces nothing in them. Give it another id.",
                    )
                )

    def source(self) -> PackSource:
        last = self.folders[-1]
        assert self.words is not None
        common = add_common(self.words, (id for type, id in self.ids if type == "verb"))
        return PackSource(
            id=last.id,
            manifest=self.manifests[last.id],
            folders=tuple(self.folders),
            vocabulary=self.words,
            kinds=tuple(self.structure.kinds.values()),
            places=tuple(self.structure.places.values()),
            quantities=tuple(self.structure.quantities.values()),
            components=tuple(self.components),
            items=tuple(self.items),
            common=common,
        )


def _no_pack(name: str, span: Span, search: Iterable[Path]) -> Diagnostic:
    known: Mapping[str, Path] = known_packs(search)
    near = nearest(name, known)
    return diagnose(
        "SAY0320",
        span,
        pack=name,
        expected=[f"`{id}`" for id in near or sorted(known)],
        label=f"did you mean `{near[0]}`?" if near else None,
        hint="give a path, or the id of a pack in ./content or in a folder given with --packs",
    )
