"""The words of a pack: kinds of component, places, quantities, and the words that definitions define."""

from toolkit.documents.document_type import DocumentType
from toolkit.documents.shapes import (
    FLAG,
    MODULE,
    TEXT,
    WORD,
    WORDS,
    either,
    key,
    mapping,
    one_of,
    record,
    several,
    whole,
)

ATTRIBUTES = key(
    mapping(either(TEXT, several(TEXT, least=1, most=1, unique=False)), names=WORD),
    "What each of them has: `number`, a range such as `1 to 6` or `1 to "
    "sides` (the printed number of that attribute), `flag`, `text`, a "
    "list, a kind, or one of these in brackets for several.",
    {"value": "1 to 6", "suit": "suit", "tags": ["tag"]},
)

STARTS: dict[str, str] = {
    "definition": "definition",
    "rules": "statement",
    "statement": "statement",
    "effect": "effect",
    "condition": "condition",
    "formula": "formula",
    "label effect": "label effect",
}
"""What a kind may say of a sentence field, and the start symbol that it means."""

SENTENCES = key(
    mapping(one_of(*STARTS), names=WORD),
    "Keys of its documents that hold sentences, and what may stand there.",
    {"text": "rules"},
)

TYPE = DocumentType(
    __doc__,
    keys={
        "lists": key(
            mapping(several(either(WORD, whole()), least=1), names=WORD),
            "Lists of values; each value is a word.",
            {"suit": ["red", "blue"]},
        ),
        "kinds": key(
            mapping(
                record(
                    {
                        "noun": key(
                            {"title": "The forms of a noun"} | several(TEXT, least=1, most=2, unique=False),
                            "Singular and plural, if the plural is irregular.",
                            ["goose", "geese"],
                        ),
                        "is": key(WORD, "The kind that it is a special case of.", "card"),
                        "of": key(
                            WORD,
                            "Whose it is: `player` if each player has their own, `nobody` if "
                            "players come to own it.",
                            "player",
                        ),
                        "number": key(whole(0), "How many exist; with `of`, for each owner.", 4),
                        "documents": key(FLAG, "Whether documents of this type are the components.", True),
                        "story": key(
                            record(
                                {
                                    "open": key(
                                        WORD,
                                        "The place where they lie while they are open, and where "
                                        "alone their rules act.",
                                        "row",
                                    ),
                                    "closed": key(WORD, "The place where they begin.", "box"),
                                    "left": key(
                                        WORD,
                                        "The place where they lie after their act; `closed`, if "
                                        "it is left out.",
                                        "box",
                                    ),
                                },
                                needed=("open", "closed"),
                            ),
                            "Its documents are the cards of stories; where such cards lie.",
                            {"open": "row", "closed": "box"},
                        ),
                        "each": key(
                            either(WORD, several(WORD, least=1)),
                            "A list, or an attribute with bounds: there is one component for each "
                            "of its values; of several, one for each combination.",
                            "suit",
                            ["suit", "rank"],
                        ),
                        "starts": key(WORD, "The place where they begin.", "pile"),
                        "faces": key(FLAG, "Whether it has a face and a back.", True),
                        "attributes": ATTRIBUTES,
                        "shows": key(WORD, "The attribute that *shows 4* reads.", "value"),
                        "sentences": SENTENCES,
                        "works": key(
                            either(WORDS, mapping(WORDS, names=WORD, least=1)),
                            "Places where its rules act; everywhere that is not hidden, if it is "
                            "left out. By sentence field, if they differ.",
                            ["in play"],
                            {"text": ["in play"], "last words": ["discard"]},
                        ),
                        "values": key(
                            mapping(either(WORD, whole()), names=WORD),
                            "Attributes that all of this kind have in common, and their value: a word, or a number.",
                            {"suit": "red"},
                            {"strength": 2},
                        ),
                        "found": key(WORD, "The place that is meant when a sentence names none.", "reserve"),
                    }
                ),
                names=WORD,
            ),
            "Kinds of component.",
            {"card": {"documents": True}},
        ),
        "places": key(
            mapping(
                record(
                    {
                        "noun": key(
                            {"title": "The forms of a noun"} | several(TEXT, least=1, most=2, unique=False),
                            "Singular and plural, if the plural is irregular.",
                            ["leaf", "leaves"],
                        ),
                        "is": key(WORD, "The place, or `place`, that it is a special case of.", "room"),
                        "of": key(
                            WORD,
                            "Whose it is: `player` if each player has their own, `nobody` if "
                            "players come to own it.",
                            "player",
                        ),
                        "ordered": key(FLAG, "Whether the order of what lies there matters.", True),
                        "seen-by": key(
                            one_of("all", "owner", "nobody"), "Who sees what lies there.", "owner"
                        ),
                        "prep": key(one_of("in", "at", "on"), "The preposition that goes with it.", "in"),
                        "part-of": key(WORD, "The place that it is a part of.", "area"),
                        "documents": key(
                            FLAG,
                            "Whether documents of this type are the places; of a part, each names its whole.",
                            True,
                        ),
                        "attributes": ATTRIBUTES,
                        "sentences": SENTENCES,
                        "positions": key(
                            several(whole(), least=1),
                            "The numbers of its positions, if there is a place for each.",
                            [2, 4, 6, 8],
                        ),
                        "capacity": key(
                            mapping(whole(0), names=WORD), "How many of a kind it holds.", {"card": 1}
                        ),
                        "columns": key(whole(1, 100), "Columns of a grid of such places.", 3),
                        "rows": key(whole(1, 100), "Rows of a grid of such places.", 3),
                        "runs-of": key(WORD, "It is each straight run of these places.", "cell"),
                        "length": key(whole(1, 100), "How many places make a run.", 3),
                        "columns-of": key(
                            WORD, "It is each column of these places, from the bottom.", "cell"
                        ),
                        "rows-of": key(WORD, "It is each row of these places, from the left.", "cell"),
                    }
                ),
                names=WORD,
            ),
            "Places and zones.",
            {"pile": {"ordered": True, "seen-by": "nobody"}},
        ),
        "quantities": key(
            mapping(
                record(
                    {
                        "noun": key(
                            {"title": "The forms of a noun"} | several(TEXT, least=1, most=2, unique=False),
                            "Singular and plural, if the plural is irregular.",
                            ["point", "points"],
                        ),
                        "is": key(
                            WORD, "The quantity of which it is one: *gold* is a *resource*.", "resource"
                        ),
                        "of": key(WORD, "Who has it: `player` (each of them) or `game`.", "player"),
                        "at-least": key(whole(), "Its lowest value.", 0),
                        "at-most": key(whole(), "Its highest value.", 10),
                        "start": key(whole(), "Its value when a game begins.", 0),
                        "pays-as": key(
                            WORDS, "Quantities in whose place it may be paid, one for one.", ["wood", "stone"]
                        ),
                    }
                ),
                names=WORD,
            ),
            "Resources, tracks and other numbers.",
            {"point": {"of": "player", "start": 0}},
        ),
        "adjectives": key(WORDS, "Adjectives that definitions define.", ["empty"]),
        "relations": key(WORDS, "Relations that definitions define.", ["adjacent to"]),
        "nouns": key(WORDS, "Nouns that definitions define.", ["reach"]),
        "labels": key(WORDS, "Words before a colon that name a kind of effect.", ["PLAY"]),
        "adverbs": key(WORDS, "Adverbs that rules may use.", ["secretly"]),
        "orders": key(
            mapping(
                either(
                    record(
                        {
                            "noun": key(
                                {"title": "The forms of a noun"}
                                | several(TEXT, least=1, most=2, unique=False),
                                "Singular and plural, if the plural is irregular.",
                                ["turn order", "turn orders"],
                            )
                        }
                    ),
                    TEXT,
                ),
                names=WORD,
            ),
            "Nouns that name an order of players, each defined by a definition.",
            {"turn order": {}},
        ),
        "module": MODULE,
    },
    declares=True,
)
