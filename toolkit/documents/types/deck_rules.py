"""What the decks of a game must satisfy, and where their cards lie when a game begins."""

from toolkit.documents.document_type import DocumentType
from toolkit.documents.shapes import ID, NAME, TEXT, key, mapping, record, sentences, several

TYPE = DocumentType(
    __doc__,
    keys={
        "name": NAME,
        "sections": key(
            mapping(
                record(
                    {
                        "place": key(TEXT, "The place of each player in which its cards begin.", "deck"),
                        "holds": key(several(ID, least=1), "The types of card that it may hold.", ["card"]),
                    },
                    needed=("place", "holds"),
                ),
                names=ID,
                least=1,
            ),
            "The parts of a deck: where the cards of each begin, and which types of card it may hold.",
            {"main": {"place": "deck", "holds": ["card"]}},
        ),
        "must": key(
            sentences("condition"),
            "Conditions that hold when nothing but the deck lies on the table; *you* is its owner.",
            ["There are at least 40 cards in your deck."],
        ),
    },
    needed=("id", "sections", "must"),
    chapter=8,
    heading="what decks must satisfy",
)
