"""A chapter of the players’ book in words: what the game is about, what is in the box, how it begins."""

from toolkit.documents.document_type import DocumentType
from toolkit.documents.shapes import ID, MODULE, NAME, TEXT, key, several

TYPE = DocumentType(
    __doc__,
    keys={
        "id": key(
            ID,
            "Its id; `chapters` of pack.yaml puts it in its place, and `prose` of a locale file "
            "translates it.",
            "goal",
        ),
        "name": NAME,
        "prose": key(
            TEXT,
            "What it says, in paragraphs; no sentence of it is executed.",
            "You lead a company for three rounds.",
        ),
        "pictures": key(
            several(ID, least=1),
            "Ids of examples that are shown after the words, as pictures of the table with their steps.",
            ["first-turn"],
        ),
        "module": MODULE,
    },
    needed=("id", "name", "prose"),
    chapter=1,
    words_only=True,
    plays=False,
)
