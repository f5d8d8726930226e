"""A part of the game that runs by itself, such as its set-up, in named steps."""

from toolkit.documents.document_type import DocumentType
from toolkit.documents.shapes import MODULE, NAME, RULES, key, steps

TYPE = DocumentType(
    __doc__,
    keys={
        "name": NAME,
        "steps": key(
            steps("effect"),
            "Effects in the order in which they happen, each under its name.",
            {"shuffle": "Shuffle the pile."},
        ),
        "rules": RULES,
        "module": MODULE,
    },
    needed=("id", "steps"),
    chapter=2,
    heading="sequence of play",
)
