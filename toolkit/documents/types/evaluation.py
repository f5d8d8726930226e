"""What a position is worth to a player, for bots that look ahead: formulas, added up."""

from toolkit.documents.document_type import DocumentType
from toolkit.documents.shapes import MODULE, NAME, key, sentences

TYPE = DocumentType(
    __doc__,
    keys={
        "name": NAME,
        "value": key(
            sentences("formula"), "Formulas, each an item; *you* are the player.", ["Score your points."]
        ),
        "module": MODULE,
    },
    needed=("value",),
    judges=True,
    news=False,
)
