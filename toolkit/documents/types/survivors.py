"""Sentences without which every example still holds, each with the reason. Stands in `drop-survivors.yaml`."""

from toolkit.documents.document_type import DocumentType
from toolkit.documents.shapes import NAME, TEXT, key, record, several

TYPE = DocumentType(
    __doc__,
    keys={
        "name": NAME,
        "kept": key(
            several(
                record(
                    {
                        "text": key(TEXT, "The sentence as it stands in the pack.", "Shuffle the deck."),
                        "why": key(TEXT, "Why no example can notice.", "Chance has no wrong order."),
                    },
                    needed=("text", "why"),
                ),
                unique=False,
            ),
            "Sentences that may be dropped unnoticed (`sayso test --drop`).",
            [{"text": "Shuffle the deck.", "why": "Chance has no wrong order."}],
        ),
        "mutated": key(
            several(
                record(
                    {
                        "text": key(TEXT, "The sentence as it stands in the pack.", "Shuffle the deck."),
                        "becomes": key(TEXT, "What the sentence became.", "Draw 2 cards."),
                        "why": key(TEXT, "Why no example can notice.", "Chance has no wrong order."),
                    },
                    needed=("text", "becomes", "why"),
                ),
                unique=False,
            ),
            "Changed sentences that stay unnoticed (`sayso test --mutate`).",
            [
                {
                    "text": "Draw at most 1 card.",
                    "becomes": "Draw at least 1 card.",
                    "why": "There is only one.",
                }
            ],
        ),
    },
    plays=False,
    news=False,
)
