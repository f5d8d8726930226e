"""Definitions of adjectives, relations and nouns, in sentences."""

from toolkit.documents.document_type import DocumentType
from toolkit.documents.shapes import MODULE, NAME, RULES, key, sentences

TYPE = DocumentType(
    __doc__,
    keys={
        "name": NAME,
        "is": key(
            sentences("definition"),
            "Definitions, each an item.",
            ["A place is empty if there are no cards there."],
        ),
        "rules": RULES,
        "module": MODULE,
    },
    chapter=7,
    heading="definitions",
    declares=True,
)
