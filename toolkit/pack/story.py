"""Stories as written: a graph of cards, each with the ways on from it.

In: a pack's documents of type `story` and of the kind whose `story:` names the places of such cards.  Out: `Stories`,
which the validator (`story_check.py`), the compiler (`compile/story.py`) and the graph read alike.  A *way* is a branch
(it opens cards) or an epilogue (it ends the game).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from toolkit.documents.card import key_of
from toolkit.documents.nodes import Document, MappingNode, Node, ScalarNode, SequenceNode
from toolkit.documents.shapes import (
    FLAG,
    ID,
    SENTENCES,
    TEXT,
    Key,
    Shape,
    either,
    key,
    pattern,
    record,
    several,
    whole,
)
from toolkit.language.phrase import template
from toolkit.language.vocabulary import Template
from toolkit.pack.read import entries_of, flag_of, mapping_of, number_of, text_of, texts_of, word_of
from toolkit.pack.rulings import RULING
from toolkit.pack.source import Kind
from toolkit.report.source import Span, Text

if TYPE_CHECKING:
    from toolkit.pack.source import PackSource
    from toolkit.pack.structure import Structure

PHRASES = {
    "begin-story": "begin the story",
    "follow-story": "follow the story",
    "finish-story": "finish the story",
}
"""The verbs of a pack that has stories: what its procedures say where the story begins, goes on and ends."""

TEXTS = {"setup": "effect", "rules": "statement", "awards": "effect", "winner": "effect"}
"""Sentence fields of a card and their start symbols; `branches` and `epilogues` hold some of their own."""

WAYS = {
    "branches": {"when": "condition"},
    "epilogues": {"when": "condition", "awards": "effect", "winner": "effect"},
}
"""The lists of ways on and the sentence fields of their entries."""

OWN_FIELDS = ("setup", "awards", "winner", *WAYS)
"""Fields that the story carries out by itself; `rules` are those of any card."""

_ACT = re.compile(r"(?P<number>[0-9]{1,3})[A-Z]?|epilogue( [A-Z])?")
EPILOGUE = 1_000
"""The number of the last act of all."""


@dataclass(frozen=True, slots=True)
class Way:
    """A way on from a card.

    `list`: branches or epilogues; `number`: its place there, from 0.  `to`: ids of the cards that it opens; `at_once`:
    not only when the story is followed.  `when`: its condition as written.  `awards`, `winner`: whether it has them.
    """

    card: str
    list: str
    number: int
    when: str
    to: tuple[Text, ...] = ()
    at_once: bool = False
    awards: bool = False
    winner: bool = False
    span: Span | None = None

    @property
    def targets(self) -> tuple[str, ...]:
        """The ids of the cards that it opens."""
        return tuple(text.value for text in self.to)


@dataclass(frozen=True, slots=True)
class Card:
    """One card of a story.

    `act`: as written; `number`: the act's number, `EPILOGUE` for an epilogue.  `until`: it is left when a card of this
    act or a later one opens.  `opens`: cards that are opened right after it.
    """

    id: str
    type: str
    name: str
    story: str
    act: str
    number: int
    until: int
    stays: bool
    ways: tuple[Way, ...]
    opens: tuple[Text, ...]
    awards: bool
    winner: bool
    document: Document

    @property
    def ending(self) -> bool:
        """Whether the game ends with it."""
        return self.number == EPILOGUE

    @property
    def span(self) -> Span:
        """Where it is named."""
        return next((text.span() for text in texts_of(self.document.root.get("id"))), self.document.head)


@dataclass(frozen=True, slots=True)
class Story:
    """One story.  `begins`: ids of the cards with which it begins.  `winner`: whether it says who wins."""

    id: str
    name: str
    begins: tuple[Text, ...]
    winner: bool
    cards: tuple[Card, ...]
    document: Document

    def card(self, id: str) -> Card | None:
        """The card of that id."""
        return next((card for card in self.cards if card.id == id), None)

    @property
    def span(self) -> Span:
        """Where it is named."""
        return next((text.span() for text in texts_of(self.document.root.get("id"))), self.document.head)


@dataclass(frozen=True, slots=True)
class Stories:
    """All stories of a pack, in the order of the files.  `kinds`: those whose documents are cards of stories.

    `strays`: cards whose story is none of the pack's.  `default`: the story that is told when nobody chooses.
    """

    kinds: tuple[Kind, ...]
    stories: tuple[Story, ...]
    strays: tuple[Card, ...] = ()
    default: Story | None = None

    def __bool__(self) -> bool:
        return bool(self.kinds)

    def find(self, id: str) -> Story | None:
        """The story of that id."""
        return next((story for story in self.stories if story.id == id), None)

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards of all stories."""
        return tuple(card for story in self.stories for card in story.cards)

    def number(self, id: str | None) -> int:
        """A story's number in the state, from 1; 0: none, the default is told."""
        return next((n for n, story in enumerate(self.stories, 1) if story.id == id), 0)


# --- Reading ------------------------------------------------------------------------------------------------


def read_stories(source: PackSource) -> Stories:
    """The stories of a pack; empty (and false) when it has none."""
    kinds = tuple(kind for kind in source.kinds if kind.story is not None and kind.documents)
    if not kinds:
        return Stories((), ())
    documents = (document for kind in kinds for _, document in source.of_type(key_of(kind.name)))
    cards = [card_of(document) for document in documents if document.id]
    stories = tuple(_stories(source, cards))
    known = {story.id: story for story in stories}
    strays = tuple(card for card in cards if card.story not in known)
    first = stories[0] if stories else None
    return Stories(kinds, stories, strays, known.get(source.manifest.story or "", first))


def _stories(source: PackSource, cards: list[Card]) -> Iterator[Story]:
    for _, document in source.of_type("story"):
        if document.id:
            yield Story(
                document.id,
                word_of(document.root.get("name")) or document.id,
                tuple(texts_of(document.root.get("begins"))),
                "winner" in document.root,
                tuple(card for card in cards if card.story == document.id),
                document,
            )


def card_of(document: Document) -> Card:
    """A document as a card of a story; what the schema finds wrong is read as if it were not there."""
    root = document.root
    id = document.id or ""
    act = _text(root.get("act"))
    number = act_number(act)
    until = number_of(root.get("stays-until"))
    ways = tuple(
        Way(
            id,
            list,
            place,
            _text(entry.get("when")),
            tuple(texts_of(entry.get("go-to"))),
            flag_of(entry.get("at-once")),
            "awards" in entry,
            "winner" in entry,
            (text.span() if (text := _sentence(entry.get("when"))) else entry.span),
        )
        for list in WAYS
        for place, entry in enumerate(_entries(root.get(list)))
    )
    return Card(
        id,
        document.type or "",
        word_of(root.get("name")) or id,
        word_of(root.get("story")) or "",
        act,
        number,
        until if until is not None else number + 1,
        until is not None,
        ways,
        tuple(texts_of(root.get("opens"))),
        "awards" in root,
        "winner" in root,
        document,
    )


def act_number(act: str) -> int:
    """*2A* is 2, an epilogue is the last of all."""
    match = _ACT.fullmatch(act)
    return int(match["number"]) if match and match["number"] else EPILOGUE if match else 0


def story_texts(
    document: Document,
) -> Iterator[tuple[Node, tuple[str | int, ...], str]]:
    """The sentence fields of a card of a story: node, path, start symbol."""
    for field, node in document.root:
        if field.name in TEXTS:
            yield node, (field.name,), TEXTS[field.name]
        elif field.name in WAYS:
            for place, entry in enumerate(_entries(node)):
                for part, value in entries_of(entry):
                    if start := WAYS[field.name].get(part.name):
                        yield value, (field.name, place, part.name), start


def prose_of(document: Document) -> dict[str, Text]:
    """What a document tells, by the ids under which `prose` of a locale file translates it: that of the document, of a
    way *id-branch-1*, *id-epilogue-1*, of a ruling *id-question*, *id-answer*.
    """
    found: dict[str, Text] = {}
    id, root = document.id or "", document.root
    if document.type == RULING:
        parts = {f"{id}-{key}": text_of(root.get(key)) for key in ("question", "answer")}
        return {key: told for key, told in parts.items() if told is not None}
    if (told := text_of(root.get("prose"))) is not None:
        found[id] = told
    for list, name in (("branches", "branch"), ("epilogues", "epilogue")):
        for number, entry in enumerate(_entries(root.get(list)), 1):
            if (told := text_of(entry.get("prose"))) is not None:
                found[f"{id}-{name}-{number}"] = told
    return found


def note_of(document: Document) -> dict[str, Text]:
    """What its readers are told beside it, by the id under which `prose` of a locale file translates it: *id-note*."""
    told = text_of(document.root.get("note-for-readers"))
    return {f"{document.id}-note": told} if told is not None else {}


def translated_prose(source: PackSource, language: str) -> dict[str, str]:
    """The hand-made translations of a pack in a language, by id."""
    found: dict[str, str] = {}
    for _, document in source.of_type("locale"):
        if word_of(document.root.get("language")) == language:
            for key, node in entries_of(document.root.get("prose")):
                inner = node.get("text") if isinstance(node, MappingNode) else node
                if (text := text_of(inner)) is not None:
                    found[key.name] = text.value
    return found


def _entries(node: Node | None) -> Iterator[MappingNode]:
    if isinstance(node, SequenceNode):
        yield from (entry for each in node if (entry := mapping_of(each)) is not None)


def _sentence(node: Node | None) -> Text | None:
    if isinstance(node, MappingNode):
        node = node.get("text")
    if isinstance(node, SequenceNode):
        node = next(iter(node), None)
    return text_of(node) if isinstance(node, ScalarNode) else None


def _text(node: Node | None) -> str:
    text = _sentence(node)
    return " ".join(text.value.split()) if text else ""


# --- What the rest of a pack's loading needs ----------------------------------------------------------------


def has_stories(structure: Structure) -> bool:
    """Whether a kind of the pack holds the cards of stories."""
    return any(kind.story is not None for kind in structure.kinds.values())


@cache
def story_templates() -> tuple[Template, ...]:
    """The phrases of the verbs about the story."""
    return tuple(template(phrase, id, pack="story") for id, phrase in PHRASES.items())


_PROSE = key(
    TEXT, "What is told here; nothing reads it, and it is translated by hand.", "The rain has stopped."
)
_CARDS = either(ID, several(ID, least=1))
_WHEN = key(SENTENCES, "What must become true.", "A player has at least 9 points.")
_AT_ONCE = key(FLAG, "Taken at once, and not when the story is followed.", True)
_GOAL = key(_CARDS, "The card, or cards, that are opened.", "second-act")
_AWARDS = key(SENTENCES, "What happens first at this end.", "Each player gains 1 point.")
_WINNER = key(
    SENTENCES,
    "Who wins at this end; if it is left out, what the story says.",
    "The player with the most points wins the game.",
)
_ACT_NAME = {
    "title": "An act",
    "description": "Write `1`, `2A`, `epilogue` or `epilogue B`.",
    **pattern(f"^({_ACT.pattern.replace('?P<number>', '')})$"),
}


def _ways(keys: Mapping[str, Key], *needed: str) -> Shape:
    way = record({"when": _WHEN, **keys, "at-once": _AT_ONCE, "prose": _PROSE}, needed=("when", *needed))
    return several(way, least=1, unique=False)


CARD_KEYS: Mapping[str, Key] = {
    "story": key(ID, "The id of the story to which this card belongs.", "first-story"),
    "act": key(
        either(whole(0, EPILOGUE - 1), _ACT_NAME),
        "Its act: a number, with a letter where acts are alternatives (`2A`), or `epilogue`, `epilogue B`.",
        1,
    ),
    "stays-until": key(
        whole(1),
        "The act whose first card puts this one away; one act later than its own if it is left out.",
        3,
    ),
    "setup": key(SENTENCES, "What happens as soon as this card is opened.", "Each player gains 1 point."),
    "rules": key(SENTENCES, "Rules that hold while this card is open.", "Players cannot gain points."),
    "opens": key(_CARDS, "The card, or cards, that are opened right after this one.", "first-act"),
    "branches": key(
        _ways({"go-to": _GOAL}, "go-to"),
        "Ways on: the first condition that becomes true is the way that is taken.",
        [{"when": "A player has at least 9 points.", "go-to": "second-act"}],
    ),
    "epilogues": key(
        _ways({"awards": _AWARDS, "winner": _WINNER}),
        "Ways to the end of the game.",
        [
            {
                "when": "A player has at least 9 points.",
                "winner": "The player with the most points wins the game.",
            }
        ],
    ),
    "awards": _AWARDS,
    "winner": _WINNER,
    "prose": _PROSE,
}
"""The keys that a card of a story has besides those of every card."""
