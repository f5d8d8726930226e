"""A list of cards that a player brings to a game."""

from toolkit.documents.document_type import DocumentType
from toolkit.documents.shapes import ID, LISTED, NAME, TEXT, key, mapping

TYPE = DocumentType(
    __doc__,
    keys={
        "name": NAME,
        "rules": key(ID, "The `deck-rules` that it follows; needed when the pack has several.", "standard"),
        "exempt": key(
            TEXT,
            "Why it need not satisfy the rules; without it, it must.",
            "A fixed deck of the starter box.",
        ),
        "cards": key(
            mapping(LISTED, names=ID, least=1),
            "The cards of each section, as the deck rules name them: ids with the number of "
            "copies, or a list of ids.",
            {"main": {"otter": 3, "heron": 2}},
        ),
    },
    needed=("id", "cards"),
)
