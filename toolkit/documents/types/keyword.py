"""A keyword and the sentences that it stands for."""

from toolkit.documents.document_type import DocumentType
from toolkit.documents.shapes import MODULE, TEXT, WORDS, key, sentences

TYPE = DocumentType(
    __doc__,
    keys={
        "name": key(TEXT, "The keyword as it is printed.", "SWIFT"),
        "kinds": key(WORDS, "The kinds of component that may have it.", ["unit"]),
        "means": key(
            sentences("statement"),
            "What it means: standing rules about the component that has it.",
            ["This unit may block."],
        ),
        "module": MODULE,
    },
    needed=("id", "name", "means"),
    chapter=5,
    heading="keyword",
    declares=True,
)
