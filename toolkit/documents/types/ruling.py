"""How a question about a card or a rule was decided, with the examples that show that the rules do so."""

from toolkit.documents.document_type import DocumentType
from toolkit.documents.shapes import ID, PLAYED_WITH, TEXT, key, pattern, several

TYPE = DocumentType(
    __doc__,
    keys={
        "about": key(
            several(TEXT, least=1),
            "Ids of the cards and rules that it is about, with their type before a slash where an "
            "id alone could be two things.",
            ["heron"],
            ["unit/heron", "verb/turn"],
        ),
        "question": key(
            TEXT,
            "What was asked, in prose; a locale translates it as *id-question*.",
            "May I move a unit that has just come?",
        ),
        "answer": key(
            TEXT,
            "How it was decided, in prose; a locale translates it as *id-answer*.",
            "Yes. Nothing says that it must wait.",
        ),
        "date": key(
            pattern("^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$"),
            "When it was decided, as `2026-01-31`.",
            "2026-01-31",
        ),
        "examples": key(
            several(ID, least=1),
            "Ids of examples that show it; the ruling falls when one of them fails.",
            ["unit-that-has-just-come"],
        ),
        "module": PLAYED_WITH,
    },
    needed=("id", "about", "question", "answer", "date", "examples"),
    plays=False,
)
