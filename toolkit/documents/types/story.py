"""A story: a graph of cards, each of which leads to others or to the end."""

from toolkit.documents.document_type import DocumentType
from toolkit.documents.shapes import ID, MODULE, NAME, TEXT, either, key, sentences, several

TYPE = DocumentType(
    __doc__,
    keys={
        "name": NAME,
        "begins": key(
            either(ID, several(ID, least=1)),
            "The card, or cards, with which the story begins.",
            "introduction",
        ),
        "winner": key(
            sentences("effect"),
            "Who wins at an end that names no winner.",
            "The player with the most points wins the game.",
        ),
        "prose": key(
            TEXT,
            "What is told about it; nothing reads it, and it is translated by hand.",
            "The road ends at the sea.",
        ),
        "module": MODULE,
    },
    needed=("id", "name", "begins"),
)
