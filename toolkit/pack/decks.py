"""Decks as they are written: `deck-rules`, and lists of cards by their ids.

In: the documents of a pack, or of a file that lies elsewhere.  Out: `DeckRules` and `Deck`, each with spans, and
`DeckList`, the plain list that a game is set up and recorded with.  What is wrong with an id, a section or a place is a
diagnostic; whether a deck satisfies the sentences of its rules is asked of a table (`toolkit.play.decks`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from toolkit.documents.card import key_of
from toolkit.documents.identity import unknown_id
from toolkit.documents.nodes import Document, MappingNode, Node, SequenceNode
from toolkit.pack.read import entries_of, mapping_of, number_of, text_of, texts_of, word_of
from toolkit.pack.source import Component, PackSource
from toolkit.report.catalogue import diagnose
from toolkit.report.diagnostic import Checked, Diagnostic
from toolkit.report.source import Span, Text

RULES = "deck-rules"
DECK = "deck"
MOST_SHOWN = 8
"""Ids that are listed where no near one is found: a game may have thousands of cards."""
MOST_COPIES = 1000
"""Of a card in a deck, as the schema has it."""


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a deck.  `place`: where its cards begin, one of each player's; `holds`: types of documents."""

    id: str
    place: str
    holds: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DeckRules:
    """The sections of decks; the sentences that must hold are items of the pack (`must`)."""

    id: str
    name: str
    sections: tuple[Section, ...]

    @property
    def types(self) -> frozenset[str]:
        """All types of documents of which decks are made."""
        return frozenset(type for section in self.sections for type in section.holds)


@dataclass(frozen=True, slots=True, order=True)
class DeckList:
    """What a deck holds and nothing else.  `cards`: section, type of document, id, copies."""

    id: str
    name: str
    rules: str
    cards: tuple[tuple[str, str, str, int], ...]

    def to_json(self) -> dict[str, Any]:
        """As saves and replays hold it."""
        cards = [list(row) for row in self.cards]
        return {"id": self.id, "name": self.name, "rules": self.rules, "cards": cards}

    @staticmethod
    def from_json(data: Any) -> DeckList:
        """Raises `ValueError` for data that is not as `to_json` makes it."""
        try:
            cards = tuple((str(s), str(t), str(i), int(n)) for s, t, i, n in data["cards"])
            made = DeckList(str(data["id"]), str(data["name"]), str(data["rules"]), cards)
        except (TypeError, KeyError) as error:
            raise ValueError("no deck") from error
        if not made.name.isprintable() or not all(1 <= row[3] <= MOST_COPIES for row in cards):
            raise ValueError("no deck that a file can hold")
        return made


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of a deck: so many copies of a card.  `span`: of its id."""

    section: str
    type: str
    id: str
    copies: int
    span: Span


@dataclass(frozen=True, slots=True)
class Deck:
    """A deck with the places of its parts.  `exempt`: why it need not satisfy the rules, None: it must.

    `sections`: the span of each section's key.
    """

    id: str
    name: str
    rules: str
    entries: tuple[Entry, ...]
    sections: Mapping[str, Span]
    exempt: str | None
    span: Span

    @property
    def plain(self) -> DeckList:
        """The list alone; what several lines say of a card is added up."""
        cards: dict[tuple[str, str, str], int] = {}
        for entry in self.entries:
            key = (entry.section, entry.type, entry.id)
            cards[key] = cards.get(key, 0) + entry.copies
        rows = tuple((*key, copies) for key, copies in cards.items())
        return DeckList(self.id, self.name, self.rules, rows)


# --- Deck rules ---------------------------------------------------------------------------------------------


def deck_rules(source: PackSource) -> dict[str, DeckRules]:
    """The deck rules of a pack and of those that it extends, by id."""
    found = {}
    for _, document in source.of_type(RULES):
        sections = []
        for key, node in entries_of(document.root.get("sections")):
            inner = mapping_of(node)
            place = word_of(inner.get("place")) if inner else None
            if inner is not None and place:
                holds = tuple(text.value for text in texts_of(inner.get("holds")))
                sections.append(Section(key.name, place, holds))
        sections = _with_kinds_below(sections, source)
        id = document.id or ""
        found[id] = DeckRules(id, word_of(document.root.get("name")) or id, tuple(sections))
    return found


def _with_kinds_below(sections: list[Section], source: PackSource) -> list[Section]:
    """A section that holds cards holds every kind of card, unless a section names that kind itself."""
    parents = {kind.name: kind.parent for kind in source.kinds}
    named = {type for section in sections for type in section.holds}
    more: dict[str, list[str]] = {}
    for kind in source.kinds:
        type, above = key_of(kind.name), kind.parent
        if not kind.documents or type in named:
            continue
        for _ in source.kinds:
            if above is None or key_of(above) in named:
                break
            above = parents.get(above)
        if above is not None:
            more.setdefault(key_of(above), []).append(type)
    return [
        replace(
            section, holds=(*section.holds, *(new for type in section.holds for new in more.get(type, ())))
        )
        for section in sections
    ]


def check_decks(source: PackSource) -> tuple[Diagnostic, ...]:
    """What is wrong with ids, sections and places in the deck rules, decks and scenarios of the pack itself."""
    found: list[Diagnostic] = []
    for document in source.folders[-1].documents:
        if document.type == RULES:
            found += _sections(document, source)
        elif document.type == DECK:
            found += read_deck(document, source).diagnostics
        elif document.type == "scenario":
            found += _seats(document, source)
        elif is_deck_example(document):
            deck = read_deck(document, source)
            found += deck.diagnostics
            if deck.value is not None:
                said = [
                    one_line(item.text)
                    for item in source.items
                    if item.type == RULES and item.document == deck.value.rules
                ]
                found += _unknown(texts_of(document.root.get("breaks")), said, "sentence of deck rules")
    return tuple(found)


def is_deck_example(document: Document) -> bool:
    """Whether a document is an example of the rules for decks."""
    return document.type == "example" and document.root.get("cards") is not None


def one_line(text: Text) -> str:
    """A sentence as it is compared."""
    return " ".join(text.value.split())


def _sections(document: Document, source: PackSource) -> Iterator[Diagnostic]:
    places = [place.name for place in source.places if place.of == "player" and place.group_of is None]
    types = [key_of(kind.name) for kind in source.kinds if kind.documents]
    for _, node in entries_of(document.root.get("sections")):
        inner = mapping_of(node)
        if inner is None:
            continue
        yield from _unknown(texts_of(inner.get("place")), places, "place of each player")
        yield from _unknown(texts_of(inner.get("holds")), types, "type of card")


def _seats(document: Document, source: PackSource) -> Iterator[Diagnostic]:
    entries = list(entries_of(document.root.get("decks")))
    decks = [deck.id or "" for _, deck in source.of_type(DECK)]
    yield from _unknown((key.text for key, _ in entries), source.manifest.seats, "seat")
    yield from _unknown((text for _, node in entries for text in texts_of(node)), decks, "deck")


def _unknown(texts: Iterable[Text], known: Iterable[str], what: str) -> Iterator[Diagnostic]:
    ids = list(known)
    for text in texts:
        if wrong := unknown_id(text, ids, what):
            yield wrong


# --- Decks --------------------------------------------------------------------------------------------------


def read_deck(document: Document, source: PackSource) -> Checked[Deck | None]:
    """The deck of a document, for this pack.  None when it cannot be laid out (SAY0304, SAY0324, SAY0325, SAY0326)."""
    found: list[Diagnostic] = []
    rules = _rules_of(document, source, found)
    if rules is None:
        return Checked(None, tuple(found))
    sections = {section.id: section for section in rules.sections}
    components: dict[str, list[Component]] = {}
    for component in source.components:
        components.setdefault(component.id, []).append(component)
    entries: list[Entry] = []
    spans: dict[str, Span] = {}
    for key, node in entries_of(document.root.get("cards")):
        if wrong := unknown_id(key.text, list(sections), "section of a deck"):
            found.append(wrong)
            continue
        spans[key.name] = key.span
        for text, copies in deck_lines(node):
            type = _type(text, sections[key.name], rules, components, found)
            if type is not None:
                entries.append(Entry(key.name, type, text.value.rpartition("/")[2], copies, text.span()))
    if found:
        return Checked(None, tuple(found))
    id = document.id or ""
    name = word_of(document.root.get("name")) or id
    written = text_of(document.root.get("id"))
    span = written.span() if written else document.head
    exempt = word_of(document.root.get("exempt"))
    return Checked(Deck(id, name, rules.id, tuple(entries), spans, exempt, span))


def decks_of(source: PackSource) -> dict[str, Deck]:
    """The decks of a pack and of those that it extends, by id; those with mistakes are left out."""
    read = (read_deck(document, source).value for _, document in source.of_type(DECK))
    return {deck.id: deck for deck in read if deck is not None}


def deck_lines(node: Node) -> Iterator[tuple[Text, int]]:
    """Each card with its copies: a mapping of ids to numbers, or a list of ids."""
    if isinstance(node, MappingNode):
        for key, value in node.items:
            yield key.text, number_of(value) or 0
    elif isinstance(node, SequenceNode):
        for text in texts_of(node):
            yield text, 1


def _rules_of(document: Document, source: PackSource, found: list[Diagnostic]) -> DeckRules | None:
    known = deck_rules(source)
    said = text_of(document.root.get("rules"))
    if said is not None and known:
        if wrong := unknown_id(said, list(known), RULES):
            found.append(wrong)
        return known.get(said.value)
    if len(known) == 1:
        return next(iter(known.values()))
    reason = (
        "it has several rules, and the deck does not say which" if known else "it says nothing about decks"
    )
    hint = (
        "Write `rules:` with one of them."
        if known
        else "A document of `type: deck-rules` says what decks are."
    )
    found.append(
        diagnose(
            "SAY0324",
            document.head,
            pack=source.id,
            reason=reason,
            expected=[f"`{id}`" for id in sorted(known)],
            hint=hint,
        )
    )
    return None


def _type(
    text: Text,
    section: Section,
    rules: DeckRules,
    components: Mapping[str, list[Component]],
    found: list[Diagnostic],
) -> str | None:
    """The type of the card that a line of a section means; None, and a diagnostic, when it means none."""
    said, _, id = text.value.rpartition("/")
    types = [key_of(component.kind) for component in components.get(id, ())]
    fits = [type for type in types if type in rules.types and said in ("", type)]
    here = [type for type in fits if type in section.holds]
    if len(here) == 1:
        return here[0]
    if not fits:
        found.append(_no_card(text, bool(said), rules, components))
    elif here:
        expected = [f"`{type}/{id}`" for type in here]
        hint = "Write the type before the id."
        found.append(diagnose("SAY0326", text.span(), id=id, expected=expected, hint=hint))
    else:
        home = next((each.id for each in rules.sections if fits[0] in each.holds), None)
        label = f"belongs to `{home}`" if home else None
        expected = [f"`{type}`" for type in section.holds]
        about = diagnose(
            "SAY0325",
            text.span(),
            id=id,
            type=fits[0],
            section=section.id,
            label=label,
            expected=expected,
        )
        found.append(about)
    return None


def _no_card(
    text: Text, typed: bool, rules: DeckRules, components: Mapping[str, list[Component]]
) -> Diagnostic:
    """A card that there is not; `typed`: it is named with its type."""
    cards = [(key_of(one.kind), one.id) for some in components.values() for one in some]
    known = {f"{type}/{id}" if typed else id for type, id in cards if type in rules.types}
    wrong = unknown_id(text, known, "card")
    assert wrong is not None
    return _first_few(wrong)


def _first_few(diagnostic: Diagnostic) -> Diagnostic:
    if len(diagnostic.expected) <= MOST_SHOWN:
        return diagnostic
    return replace(diagnostic, expected=(*diagnostic.expected[:MOST_SHOWN], "…"))


# --- Laying decks out ---------------------------------------------------------------------------------------


def with_decks(source: PackSource, decks: Mapping[int, DeckList]) -> PackSource:
    """The pack for a game that is played with these decks (by seat, from 1).  Raises `ValueError` for other packs'.

    The cards of the decks begin in the places of their sections; other cards of those types are outside the game, so
    that a set-up that would hand them out finds none.
    """
    rules = deck_rules(source)
    ids = {(key_of(component.kind), component.id) for component in source.components}
    types: set[str] = set()
    dealt: dict[tuple[str, str], list[tuple[int, str, int]]] = {}
    for seat, deck in sorted(decks.items()):
        known = rules.get(deck.rules)
        places = {section.id: section.place for section in known.sections} if known else {}
        if known is None or any(row[0] not in places or row[1:3] not in ids for row in deck.cards):
            raise ValueError(f"the deck {deck.name} is for another version of {source.id}")
        types |= known.types
        for section, type, id, copies in deck.cards:
            dealt.setdefault((type, id), []).append((seat, places[section], copies))
    components = tuple(
        replace(component, dealt=tuple(dealt.get((key_of(component.kind), component.id), ())))
        if key_of(component.kind) in types
        else component
        for component in source.components
    )
    return replace(source, components=components)
