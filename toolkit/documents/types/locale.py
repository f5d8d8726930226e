"""The words of a pack in another language. Stands in `locales/<language>.yaml`."""

from toolkit.documents.document_type import DocumentType
from toolkit.documents.shapes import (
    FORMS,
    ID,
    LANGUAGE,
    TEXT,
    WORD,
    either,
    key,
    mapping,
    one_of,
    pattern,
    record,
)

TYPE = DocumentType(
    __doc__,
    keys={
        "language": key(LANGUAGE, "The language.", "uk"),
        "status": key(
            one_of("suggested", "reviewed"), "Whether a speaker of the language has read it.", "suggested"
        ),
        "words": key(
            mapping(FORMS, names=WORD),
            "Forms of nouns, adjectives and values, by the English word.",
            {"card": ["карта", "карти"]},
        ),
        "phrases": key(
            mapping(
                TEXT,
                names={"title": "An id, or two", "description": "An id, or two with a slash between them."}
                | pattern("^[a-z0-9]+(-[a-z0-9]+)*(/[a-z0-9]+(-[a-z0-9]+)*)?$"),
            ),
            "The phrase of a verb, by its id; of what is done to one kind of thing, by that and "
            "the kind: `put/card`.",
            {"hand": "передати {card} {player}"},
        ),
        "names": key(
            mapping(
                FORMS,
                names={"title": "An id, or two", "description": "An id, or two with a slash between them."}
                | pattern("^[a-z0-9]+(-[a-z0-9]+)*(/[a-z0-9]+(-[a-z0-9]+)*)?$"),
            ),
            "Names of cards and chapters, by id; where two have the same, by type and id: `card/first`.",
            {"first-card": "Перша карта"},
        ),
        "prose": key(
            mapping(
                either(
                    TEXT,
                    record(
                        {
                            "text": key(TEXT, "The translation.", "Ласкаво просимо."),
                            "hash": key(TEXT, "The hash of the English text that was translated.", "3f2a"),
                        },
                        needed=("text",),
                    ),
                ),
                names=ID,
            ),
            "Texts that are translated by hand, by their id; `hash` is that of the English text.",
            {"intro": {"text": "Ласкаво просимо.", "hash": "3f2a"}},
        ),
    },
    needed=("language",),
    plays=False,
    news=False,
)
