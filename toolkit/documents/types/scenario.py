"""A game that can be played: players, options and what is on the table."""

from toolkit.documents.document_type import DocumentType
from toolkit.documents.shapes import (
    ID,
    NAME,
    PLAYED_WITH,
    SWITCHES,
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
        "players": key(whole(1, 99), "How many players take part.", 2),
        "people": key(
            whole(0, 99),
            "How many of the first seats decide; those after them are automata, which do what "
            "sentences say. Without it, all decide.",
            1,
        ),
        "seats": key(
            several(TEXT, least=1, unique=False),
            "What the players are called when it is played; sentences call them as in `pack.yaml`.",
            ["Red", "The Machine"],
        ),
        "start": key(
            several(ID, least=1, unique=False),
            "The procedures that are run in order, in place of the pack's.",
            ["other-set-up", "game"],
        ),
        "options": key(
            SWITCHES, "Which options are on or off; the others have their default.", {"short-game": True}
        ),
        "story": key(ID, "The id of the story that is told.", "first-story"),
        "decks": key(
            mapping(ID, least=1),
            "The deck of each seat, by its id; without it, the set-up says who plays with what.",
            {"Red": "first-deck", "Blue": "second-deck"},
        ),
        "given": key(sentences("given"), "Sentences that set the table.", ["Red has 3 points."]),
        "module": PLAYED_WITH,
    },
    needed=("id", "name"),
    alone=True,
)
