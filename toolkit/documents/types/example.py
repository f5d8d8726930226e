"""A test beside the content: a table, some decisions, and what must hold then."""

from toolkit.documents.document_type import DocumentType
from toolkit.documents.shapes import (
    ID,
    LISTED,
    PLAYED_WITH,
    SWITCHES,
    TEXT,
    either,
    key,
    mapping,
    one_of,
    sentences,
    several,
    whole,
)

TYPE = DocumentType(
    __doc__,
    keys={
        "name": key(
            TEXT, "What it shows, as a sentence without a full stop.", "A tie for most points loses nobody"
        ),
        "from": key(
            one_of("set-up"), "Begin after the set-up; if it is left out, with an empty table.", "set-up"
        ),
        "players": key(whole(1, 99), "How many players take part.", 2),
        "scenario": key(
            ID,
            "The scenario that is played; it says how many players there are, and which options are on.",
            "first-scenario",
        ),
        "options": key(
            SWITCHES, "Which options are on or off; the others have their default.", {"short-game": True}
        ),
        "story": key(ID, "The id of the story that is told.", "first-story"),
        "given": key(sentences("given"), "Sentences that set the table.", ["Red has 3 points."]),
        "when": key(sentences("decision"), "Decisions that are taken, in order.", ["Red draws a card."]),
        "then": key(sentences("condition"), "Conditions that must hold.", ["Red has 3 points."]),
        "cards": key(
            mapping(LISTED, names=ID, least=1),
            "An example of the deck rules: the cards of a deck, as in a document of `type: deck`. "
            "It needs no `then`.",
            {"main": {"otter": 3, "heron": 2}},
        ),
        "rules": key(
            ID,
            "The `deck-rules` that the cards are tried with; needed when the pack has several.",
            "standard",
        ),
        "breaks": key(
            either(TEXT, several(TEXT, unique=False)),
            "The sentences of the deck rules that these cards break, word for word; they satisfy all others.",
            ["There are at most 3 copies of each card in your library."],
        ),
        "module": PLAYED_WITH,
    },
    needed=("id", "name"),
    more={
        "dependentRequired": {"rules": ["cards"], "breaks": ["cards"]},
        "if": {"required": ["cards"]},
        "then": {
            "patternProperties": {"^(type|id|name|cards|rules|breaks|cites|provenance|note)$": True},
            "additionalProperties": False,
        },
        "else": {"required": ["then"]},
    },
    alone=True,
    plays=False,
    news=False,
)
