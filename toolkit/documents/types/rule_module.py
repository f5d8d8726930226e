"""Rules and components that can be switched on and off."""

from toolkit.documents.document_type import DocumentType
from toolkit.documents.shapes import (
    FLAG,
    ID,
    IDS,
    NAME,
    PLAYERS,
    RULES,
    TEXT,
    key,
    mapping,
    sentences,
    several,
    whole,
)

TYPE = DocumentType(
    __doc__,
    keys={
        "name": NAME,
        "option": key(
            ID,
            "The option of the pack that switches it; without it the module is an option of its own id.",
            "short-game",
        ),
        "default": key(FLAG, "Whether it is on if nobody chooses; only without `option`.", False),
        "excludes": key(IDS, "Ids of modules that cannot be used together with it.", ["long-game"]),
        "players": key(PLAYERS, "How many players can take part with it: a number, or `2 to 5`.", "2 to 5"),
        "seats": key(
            several(TEXT, least=1),
            "The names of the players that it adds, after those of the pack.",
            ["Red", "Blue"],
        ),
        "copies": key(
            mapping(whole(1, 1000)),
            "Further copies of cards of the pack, by their id (or `type/id`).",
            {"first-card": 1},
        ),
        "setup": key(sentences("effect"), "What is done when a game is set up.", "Gain 1 point."),
        "rules": RULES,
    },
    needed=("id", "name"),
    chapter=6,
    heading="module",
)
