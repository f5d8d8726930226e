"""Documents of kinds: the components of the game, and the names by which sentences call things.

In: the documents of a pack, its structure and its words.  Out: `Component`s, and in the vocabulary a `NameEntry` for
each card, seat, keyword, rule and module that has a name.  Two things of one name are told apart by their subtitles:
both are then called *Name (Subtitle)*; without subtitles it is SAY0318.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from toolkit.documents.card import key_of
from toolkit.documents.identity import unknown_id
from toolkit.documents.nodes import Document, ScalarNode
from toolkit.language.vocabulary import NameEntry, NounEntry, Vocabulary
from toolkit.pack.read import flag_of, number_of, text_of, texts_of, word_of
from toolkit.pack.source import Attribute, Component, Kind, Place
from toolkit.pack.structure import Structure
from toolkit.report.catalogue import diagnose
from toolkit.report.diagnostic import Checked, Diagnostic, Label
from toolkit.report.source import Span, Text

ARTICLES = ("the ", "The ")
NAMED_TYPES = {"keyword": "keyword", "rules": "rule", "rule-module": "module"}
"""Core documents that sentences call by name, and the noun of what they are."""


@dataclass(frozen=True, slots=True)
class _Named:
    """A name on its way into the vocabulary."""

    entry: NameEntry
    subtitle: str | None = None


def kinds_by_type(structure: Structure) -> dict[str, Kind | Place]:
    """The kinds whose components are documents, by the `type` of those documents."""
    owners: list[Kind | Place] = [*structure.kinds.values(), *structure.places.values()]
    return {key_of(owner.name): owner for owner in owners if owner.documents}


def lineage(structure: Structure, owner: Kind | Place) -> Iterator[Kind | Place]:
    """The kind and those above it, nearest first."""
    seen: set[str] = set()
    one: Kind | Place | None = owner
    while one is not None and one.name not in seen:
        seen.add(one.name)
        yield one
        one = structure.kinds.get(one.parent or "") or structure.places.get(one.parent or "")


def read_components(
    structure: Structure,
    documents: Sequence[Document],
    pack: str,
    known: Iterable[Component],
    before: Iterable[Document] = (),
    seats: Iterable[str] = (),
) -> Checked[tuple[Component, ...]]:
    """The components of `pack`.  `known`: those of the packs that it extends, to which its cards may refer; `before`:
    the documents of those packs, whose keywords its cards may have; `seats`: the players, who may be named, too.
    """
    kinds = kinds_by_type(structure)
    found: list[Diagnostic] = []
    ids: dict[str, set[str]] = {"player": {key_of(seat) for seat in seats}}
    for component in known:
        ids.setdefault(component.kind, set()).add(component.id)
    for document in documents:
        owner = kinds.get(document.type or "")
        if owner is not None and document.id:
            ids.setdefault(owner.name, set()).add(document.id)
    keywords = {d.id for d in (*before, *documents) if d.type == "keyword" and d.id}
    made = []
    for document in documents:
        owner = kinds.get(document.type or "")
        if owner is None or not document.id:
            continue
        name = word_of(document.root.get("name")) or document.id
        copies = number_of(document.root.get("copies"))
        attributes = {}
        for attribute in (a for one in lineage(structure, owner) for a in one.attributes):
            value = _value(document, attribute, structure, ids, found)
            if value is not None:
                attributes[attribute.name] = value
        words = []
        for text in texts_of(document.root.get("keywords")):
            if not keywords or not (wrong := unknown_id(text, keywords, "keyword")):
                words.append(text.value)
            else:
                found.append(wrong)
        made.append(
            Component(
                kind=owner.name,
                id=document.id,
                name=f"{document.type}/{document.id}",
                text=name,
                copies=1 if copies is None else copies,
                attributes=attributes,
                keywords=tuple(words),
                pack=pack,
                document=document,
                span=document.head,
            )
        )
    return Checked(tuple(made), tuple(found))


def _value(
    document: Document,
    attribute: Attribute,
    structure: Structure,
    ids: dict[str, set[str]],
    found: list[Diagnostic],
) -> int | bool | str | tuple[int | bool | str, ...] | None:
    node = document.root.get(key_of(attribute.name))
    if node is None:
        return None
    if attribute.form == "thing":
        allowed = {i for kind, some in ids.items() if _of(structure, kind, attribute) for i in some}
        texts = tuple(texts_of(node))
        if allowed:
            found += [wrong for text in texts if (wrong := unknown_id(text, allowed, attribute.of or ""))]
        values = tuple(text.value for text in texts)
        return values if attribute.many else next(iter(values), None)
    if attribute.many:
        return tuple(text.value for text in texts_of(node))
    if attribute.form == "number":
        return number_of(node)
    if attribute.form == "flag":
        return flag_of(node)
    return word_of(node) if isinstance(node, ScalarNode) else None


def _of(structure: Structure, kind: str, attribute: Attribute) -> bool:
    """Whether an attribute may name one of this kind."""
    return kind == attribute.of or _is_a(structure, kind, attribute.of)


def _is_a(structure: Structure, kind: str, other: str | None) -> bool:
    owner = structure.kinds.get(kind) or structure.places.get(kind)
    return owner is not None and any(one.name == other for one in lineage(structure, owner))


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
    groups: dict[str, list[NameEntry]] = {}
    for entry in words.names.values():
        for text in dict.fromkeys((entry.text, entry.short)):
            if text:
                groups.setdefault(text, []).append(entry)
    mine = {one.entry.id for one in named}
    for text, group in groups.items():
        if len(group) < 2 or not any(entry.id in mine for entry in group):
            continue
        full = {entry.id: f"{text} ({subtitles[entry.id]})" for entry in group if subtitles.get(entry.id)}
        for entry in group:
            if entry.id in full:
                short = entry.short if entry.short != text else None
                words.names[entry.id] = replace(entry, text=full[entry.id], short=short)
        rest = [entry for entry in group if entry.id not in full]
        values = list(full.values())
        doubled = next((e for e in group if e.id in full and values.count(full[e.id]) > 1), None)
        for entry in rest:  # a card of an extended pack keeps its bare name
            same = next(
                (e for e in group if e.id in full and entry.subtitle and e.subtitle == entry.subtitle), None
            )
            doubled = doubled or same
        if len(rest) == 1 and doubled is not None:
            yield _ambiguous(text, doubled, rest[0])
        elif len(rest) > 1 or doubled is not None:
            last, first = (rest[-1], rest[0]) if len(rest) > 1 else (group[-1], group[0])
            yield _ambiguous(text, last, first)


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
