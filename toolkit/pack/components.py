"""Documents of kinds: the components of the game, and the names by which sentences call things.

In: the documents of a pack, its structure and its words.  Out: `Component`s, and in the vocabulary a `NameEntry` for
each card, seat, keyword, rule and module that has a name.  Two things of one name are told apart by their subtitles:
both are then called *Name (Subtitle)*; without subtitles it is SAY0318.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from toolkit.documents.card import key_of
from toolkit.documents.identity import unknown_id
from toolkit.documents.nodes import Document, ScalarNode
from toolkit.language.vocabulary import NameEntry, NounEntry, Vocabulary
from toolkit.pack.read import flag_of, number_of, text_of, texts_of, word_of
from toolkit.pack.source import Attribute, Component, Kind, Manifest, Place
from toolkit.pack.structure import Structure
from toolkit.report.catalogue import diagnose
from toolkit.report.diagnostic import Checked, Diagnostic, Label
from toolkit.report.source import Span, Text

ARTICLES = ("the ", "The ")
NAMED_TYPES = {"keyword": "keyword", "rules": "rule", "rule-module": "module"}
"""Core documents that sentences call by name, and the noun of what they are."""


Value = int | bool | str | tuple[int | bool | str, ...]
"""What a card says of an attribute."""


@dataclass(frozen=True, slots=True)
class _Named:
    """A name on its way into the vocabulary."""

    entry: NameEntry
    subtitle: str | None = None


def kinds_by_type(structure: Structure) -> dict[str, Kind | Place]:
    """The kinds whose components are documents, by the `type` of those documents."""
    owners: list[Kind | Place] = [*structure.kinds.values(), *structure.places.values()]
    return {key_of(owner.name): owner for owner in owners if owner.documents}


def read_components(
    structure: Structure,
    documents: Sequence[Document],
    pack: str,
    known: Iterable[Component],
    before: Iterable[Document],
    manifest: Manifest,
) -> Checked[tuple[Component, ...]]:
    """The components of `pack`.  `known`: those of the packs that it extends, to which its cards may refer; `before`:
    the documents of those packs, whose keywords its cards may have; `manifest`: has the players, who may be named, too.
    """
    kinds = kinds_by_type(structure)
    cards = [
        (document.id, kind, document)
        for document in documents
        if document.id and (kind := kinds.get(document.type or ""))
    ]
    ids: dict[str, set[str]] = {"player": {key_of(seat) for seat in manifest.seats}}
    for owner, id in (*((one.kind, one.id) for one in known), *((kind.name, id) for id, kind, _ in cards)):
        ids.setdefault(owner, set()).add(id)
    keywords = {d.id for d in (*before, *documents) if d.type == "keyword" and d.id}
    made, found = [], list[Diagnostic]()
    for id, kind, document in cards:
        copies = number_of(document.root.get("copies"))
        made.append(
            Component(
                kind=kind.name,
                id=id,
                name=f"{document.type}/{id}",
                text=word_of(document.root.get("name")) or id,
                copies=1 if copies is None else copies,
                attributes=dict(_attributes(document, kind, structure, ids, found)),
                keywords=tuple(_keywords(document, keywords, found)),
                options=switches_of(document, structure, manifest),
                pack=pack,
                document=document,
                span=document.head,
            )
        )
    return Checked(tuple(made), tuple(found))


def switches_of(document: Document, structure: Structure, manifest: Manifest) -> tuple[str, ...]:
    """The options without which a document is not there: its own, and those of its kind and the kinds above it."""
    owner = kinds_by_type(structure).get(document.type or "")
    above = (option for kind in structure.lineage(owner) for option in kind.options) if owner else ()
    return tuple(dict.fromkeys((*manifest.switches(document), *above)))


def _attributes(
    document: Document,
    kind: Kind | Place,
    structure: Structure,
    ids: dict[str, set[str]],
    found: list[Diagnostic],
) -> Iterator[tuple[str, Value]]:
    """The attributes of a card that it says."""
    for attribute in (a for one in structure.lineage(kind) for a in one.attributes):
        value = _value(document, attribute, structure, ids, found)
        if value is not None:
            yield attribute.name, value


def _keywords(document: Document, known: set[str], found: list[Diagnostic]) -> Iterator[str]:
    """The keywords of a card; without any documents of keywords, whatever stands there."""
    for text in texts_of(document.root.get("keywords")):
        if known and (wrong := unknown_id(text, known, "keyword")):
            found.append(wrong)
        else:
            yield text.value


def _value(
    document: Document,
    attribute: Attribute,
    structure: Structure,
    ids: dict[str, set[str]],
    found: list[Diagnostic],
) -> Value | None:
    node = document.root.get(key_of(attribute.name))
    if node is None:
        return None
    texts = tuple(texts_of(node))
    if attribute.form == "thing":
        allowed = set().union(*(some for kind, some in ids.items() if _of(structure, kind, attribute)))
        found += filter(None, (unknown_id(text, allowed, attribute.of or "") for text in texts if allowed))
    if attribute.many:
        return tuple(text.value for text in texts)
    match attribute.form:
        case "thing":
            return next((text.value for text in texts), None)
        case "number":
            return number_of(node)
        case "flag":
            return flag_of(node)
    return word_of(node) if isinstance(node, ScalarNode) else None


def _of(structure: Structure, kind: str, attribute: Attribute) -> bool:
    """Whether an attribute may name one of this kind."""
    return kind == attribute.of or _is_a(structure, kind, attribute.of)


def _is_a(structure: Structure, kind: str, other: str | None) -> bool:
    owner = structure.kinds.get(kind) or structure.places.get(kind)
    return owner is not None and any(one.name == other for one in structure.lineage(owner))


# --- Names --------------------------------------------------------------------------------------------------


def add_names(
    words: Vocabulary, structure: Structure, documents: Sequence[Document], seats: Sequence[Text], pack: str
) -> tuple[Diagnostic, ...]:
    """Put the names of a pack's seats, cards, keywords, rules and modules into its vocabulary."""
    kinds = kinds_by_type(structure)
    named: list[_Named] = [_seat(text, pack) for text in seats]
    for document in documents:
        owner = kinds.get(document.type or "")
        if owner is not None:
            named += _card(document, owner, pack)
        elif document.type in NAMED_TYPES:
            named += _document(document, words, NAMED_TYPES[document.type], pack)
    for one in named:
        words.names[one.entry.id] = one.entry
    return tuple(_tell_apart(words, named))


def _seat(text: Text, pack: str) -> _Named:
    return _Named(
        NameEntry(f"player/{key_of(text.value)}", text.value, "player", pack=pack, span=text.span())
    )


def _card(document: Document, owner: Kind | Place, pack: str) -> Iterator[_Named]:
    text = text_of(document.root.get("name"))
    if text is None or document.id is None:
        return
    name, article = _without_article(text.value)
    short = word_of(document.root.get("short"))
    entry = NameEntry(
        f"{document.type}/{document.id}",
        name,
        owner.name,
        short,
        article=article,
        subtitle=word_of(document.root.get("subtitle")),
        pack=pack,
        span=text.span(),
    )
    yield _Named(entry, entry.subtitle)


def _document(document: Document, words: Vocabulary, noun: str, pack: str) -> Iterator[_Named]:
    """*SWIFT* as it is; *the Harvest rule*, *the Night module* by its name and what it is."""
    text = text_of(document.root.get("name"))
    if text is None or document.id is None:
        return
    if noun not in words.nouns:
        words.nouns[noun] = NounEntry(noun, f"{noun}s", "text")
    span = text.span()
    identity = f"{document.type}/{document.id}"
    if noun == "keyword":
        yield _Named(NameEntry(identity, text.value, noun, pack=pack, span=span))
    elif not text.value.startswith(("The ", "A ", "An ")):
        yield _Named(NameEntry(identity, f"{text.value} {noun}", noun, article=True, pack=pack, span=span))


def _without_article(name: str) -> tuple[str, bool]:
    """*the Watch* is printed with its article: its name is *Watch*."""
    return (name[4:], True) if name.startswith(ARTICLES[0]) else (name, False)


def _tell_apart(words: Vocabulary, named: Sequence[_Named]) -> Iterator[Diagnostic]:
    """SAY0318 for things that share a name; those with subtitles get them."""
    subtitles = {one.entry.id: one.subtitle for one in named}
    for text, group in _of_one_name(words).items():
        if len(group) < 2 or not any(entry.id in subtitles for entry in group):
            continue
        apart = [entry for entry in group if subtitles.get(entry.id)]
        bare = [entry for entry in group if not subtitles.get(entry.id)]
        for entry in apart:
            short = entry.short if entry.short != text else None
            words.names[entry.id] = replace(entry, text=f"{text} ({subtitles[entry.id]})", short=short)
        twice = _of_one_subtitle(apart, bare)
        if len(bare) > 1:
            yield _ambiguous(text, bare[-1], bare[0])
        elif twice is not None:
            last, first = (twice, bare[0]) if bare else (group[-1], group[0])
            yield _ambiguous(text, last, first)


def _of_one_name(words: Vocabulary) -> dict[str, list[NameEntry]]:
    """The things that are called so, by the name."""
    groups: dict[str, list[NameEntry]] = {}
    for entry in words.names.values():
        for text in dict.fromkeys((entry.text, entry.short)):
            if text:
                groups.setdefault(text, []).append(entry)
    return groups


def _of_one_subtitle(apart: Sequence[NameEntry], bare: Sequence[NameEntry]) -> NameEntry | None:
    """One of those with subtitles whose subtitle another has, too; a card of an extended pack keeps its bare name."""
    subtitles = [entry.subtitle for entry in apart]
    twice = (entry for entry in apart if subtitles.count(entry.subtitle) > 1)
    others = (entry for one in bare for entry in apart if entry.subtitle and entry.subtitle == one.subtitle)
    return next(chain(twice, others), None)


def _ambiguous(text: str, entry: NameEntry, other: NameEntry) -> Diagnostic:
    labels = [Label(other.span, f"a {other.noun} of the same name")] if other.span else []
    return diagnose(
        "SAY0318",
        _span(entry),
        name=text,
        labels=labels,
        hint=f"give each a `subtitle`; sentences then say `{text} (Subtitle)`",
    )


def _span(entry: NameEntry) -> Span:
    return entry.span or Text.plain(entry.text).span()
