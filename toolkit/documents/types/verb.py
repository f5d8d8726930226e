"""A verb of the pack: a phrase with slots, and the steps that it means."""

from toolkit.documents.document_type import DocumentType
from toolkit.documents.shapes import MODULE, NAME, RULES, TEXT, WORD, key, sentences, several, steps

TYPE = DocumentType(
    __doc__,
    keys={
        "name": NAME,
        "phrase": key(
            TEXT, "The phrase as it is printed, with its slots in braces.", "hand {card} to {player}"
        ),
        "also": key(several(TEXT), "Other wordings that are understood.", ["turn {card} to {side}"]),
        "period": key(WORD, "The noun for the time in which this verb runs.", "turn"),
        "found": key(
            WORD,
            "The place where it looks for what it is done with, if a sentence names none: that of who does it, where "
            "each player has one.",
            "hand",
        ),
        "requires": key(
            sentences("condition"),
            "A condition without which it cannot be done.",
            "You have at least 1 card.",
        ),
        "steps": key(
            steps("effect"),
            "Effects in the order in which they happen, each under its name, which is a timing window.",
            {"reveal": "Reveal the played cards."},
        ),
        "rules": RULES,
        "layer": key(WORD, "The layer of the pack's `precedence` in which its effects stand.", "card"),
        "module": MODULE,
    },
    needed=("id", "phrase"),
    chapter=3,
    heading="action",
    declares=True,
    unheard=("also",),
)
