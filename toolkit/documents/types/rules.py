"""A chapter of standing rules."""

from toolkit.documents.document_type import DocumentType
from toolkit.documents.shapes import MODULE, NAME, RULES, WORD, key

TYPE = DocumentType(
    __doc__,
    keys={
        "name": NAME,
        "rules": RULES,
        "layer": key(WORD, "The layer of the pack's `precedence` in which these rules stand.", "base"),
        "module": MODULE,
    },
    needed=("id",),
    chapter=4,
    heading="standing rules",
)
