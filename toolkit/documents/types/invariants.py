"""Conditions that hold at every moment of every game; tests and simulations check them."""

from toolkit.documents.document_type import DocumentType
from toolkit.documents.shapes import MODULE, NAME, key, sentences

TYPE = DocumentType(
    __doc__,
    keys={
        "name": NAME,
        "always": key(
            sentences("condition"), "Conditions, each an item.", ["Each player has at least 0 points."]
        ),
        "module": MODULE,
    },
    needed=("always",),
    judges=True,
    news=False,
)
