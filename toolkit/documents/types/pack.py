"""What a pack is called, in which languages it is, and how a game of it is put together. Stands in `pack.yaml`."""

from dataclasses import asdict

from toolkit.documents.document_type import DocumentType
from toolkit.documents.shapes import (
    FLAG,
    ID,
    IDS,
    LANGUAGE,
    PLAYERS,
    TEXT,
    WORD,
    either,
    key,
    mapping,
    one_of,
    pattern,
    record,
    several,
    whole,
)
from toolkit.limits import COUNTS, DEFAULTS

TYPE = DocumentType(
    __doc__,
    keys={
        "id": key(
            ID, "What other documents and saved games call it; never changed or used again.", "my-game"
        ),
        "format": key({"const": 1}, "The version of this file format.", 1),
        "name": key(TEXT, "The name of the game or expansion.", "My Game"),
        "extends": key(IDS | {"maxItems": 100}, "Ids of the packs that this one builds on.", ["my-game"]),
        "languages": key(
            several(LANGUAGE, least=1),
            "The languages in which the pack is published; the first one is English.",
            ["en", "uk"],
        ),
        "players": key(PLAYERS, "How many players take part: a number, or `2 to 4`.", "2 to 4"),
        "seats": key(
            several(TEXT, least=1), "The names of the players, in the order of the table.", ["Red", "Blue"]
        ),
        "precedence": key(
            several(WORD, least=1),
            "Layers of rules from weak to strong; the stronger one wins.",
            ["base", "card"],
        ),
        "options": key(
            mapping(
                record(
                    {
                        "name": key(TEXT, "What players see.", "A shorter game"),
                        "default": key(FLAG, "Whether it is on if nobody chooses.", False),
                    },
                    needed=("name", "default"),
                ),
                names=ID,
            ),
            "What players may switch on or off before a game, by id.",
            {"short-game": {"name": "A shorter game", "default": False}},
        ),
        "chapters": key(IDS, "Ids of the rules in the order in which they are read.", ["set-up", "turn"]),
        "start": key(
            several(ID, least=1, unique=False),
            "Ids of the procedures that make a game, run in this order.",
            ["set-up", "game"],
        ),
        "story": key(
            ID,
            "The id of the story that is told when nobody chooses one; the first one, if it is left out.",
            "first-story",
        ),
        "effect-order": key(
            one_of("rules", "player") | {"default": "rules"},
            "Who says which of several effects of cards comes first when they begin at the same "
            "moment: `rules` (the weakest layer first, then clockwise, then as they are written) "
            "or `player` (likewise, but each player orders those of their own cards).",
            "player",
        ),
        "forced": key(
            one_of("take", "ask") | {"default": "take"},
            "What happens to a decision in which there is one answer, or none: it is taken "
            "(`take`), or it is asked all the same if it is about what some player cannot see, "
            "because not being asked would tell something (`ask`).",
            "ask",
        ),
        "site": key(
            record(
                {
                    "about": key(
                        either(TEXT, mapping(TEXT, names=LANGUAGE)),
                        "What the game is, in a sentence; by language, if there are several.",
                        "A small game about songs.",
                    ),
                    "logo": key(TEXT, "A picture in the pack's folder.", "art/logo.svg"),
                    "address": key(
                        pattern("^https?://[^\\s\"'<>]+$"),
                        "Where the site will be published.",
                        "https://example.org/my-game/",
                    ),
                    "languages": key(
                        several(LANGUAGE, least=1),
                        "The languages of the site, the first one at its root; all of the pack's, "
                        "if it is left out.",
                        ["en", "uk"],
                    ),
                    "authors": key(several(TEXT, least=1), "Who made the game.", ["A. Author"]),
                    "licence": key(TEXT, "Under which licence the texts are published.", "CC BY 4.0"),
                    "version": key(TEXT, "What this version of the game is called.", "1.1"),
                    "colours": key(
                        mapping(
                            {"title": "A colour", "description": "Six hexadecimal digits: `#1f5f66`."}
                            | pattern("^#[0-9a-fA-F]{6}$"),
                            names=WORD,
                        ),
                        "`accent` is the colour of links and marks; any value of a list is the "
                        "colour of the cards that have it. Each is made as dark or as light as it "
                        "has to be.",
                        {"accent": "#1f5f66", "red": "#b03030"},
                    ),
                }
            ),
            "What the pack's own site says of the game, and how it looks (`sayso site build`).",
            {
                "about": "A small game about songs.",
                "authors": ["A. Author"],
                "licence": "CC BY 4.0",
                "colours": {"accent": "#1f5f66"},
            },
        ),
        "limits": key(
            record(
                {
                    name: key(whole(1, most) | {"default": most}, f"{COUNTS[name].capitalize()}.", most)
                    for name, most in asdict(DEFAULTS).items()
                }
            ),
            "Smaller limits than the usual ones on what the game may make grow before it is stopped.",
            {"steps": 5000},
        ),
    },
    needed=("id", "format", "name"),
    file="pack.yaml",
    news=False,
    declares=True,
    unheard=("site", "languages", "chapters", "seats"),
)
