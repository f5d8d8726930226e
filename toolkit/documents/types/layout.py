"""How the faces of some kinds look, on the site and in print: what stands where, colours, pictures, size."""

from toolkit.documents.document_type import DocumentType
from toolkit.documents.shapes import (
    ID,
    TEXT,
    WORD,
    WORDS,
    either,
    key,
    mapping,
    one_of,
    pattern,
    record,
    several,
    whole,
)

TYPE = DocumentType(
    __doc__,
    keys={
        "kinds": key(
            several(WORD, least=1),
            "The kinds whose faces it lays out, also of those below them that have no layout of their own.",
            ["unit"],
        ),
        "size": key(
            either(
                one_of("poker", "mini", "tarot", "square", "token"),
                record(
                    {
                        "width": key(whole(15, 200), "Millimetres.", 57),
                        "height": key(whole(15, 200), "Millimetres.", 87),
                    },
                    needed=("width", "height"),
                ),
            ),
            "What is cut: a usual size, or width and height in millimetres.",
            "poker",
            {"width": 57, "height": 87},
        ),
        "corner": key(
            WORD,
            "The attribute in the upper corner; the first number without another place, if it is left out.",
            "cost",
        ),
        "values": key(
            WORDS,
            "Attributes below the name, in this order; those that no key names follow.",
            ["tags", "suit"],
        ),
        "foot": key(
            WORDS,
            "Attributes below the text, in this order; numbers that no key names follow.",
            ["power", "weight"],
        ),
        "omits": key(WORDS, "Attributes that the face does not show.", ["secret"]),
        "colour": key(
            WORD,
            "The attribute whose values colour the frame; their colours stand under `site:` in `pack.yaml`.",
            "suit",
        ),
        "icons": key(
            mapping(TEXT, names=WORD, least=1),
            "A picture in the pack's folder for each value or attribute that has one: SVG, PNG or JPEG.",
            {"red": "art/red.svg"},
        ),
        "map": key(
            mapping(
                {
                    "type": "array",
                    "prefixItems": [
                        {"type": "integer", "minimum": 0, "maximum": 1000},
                        {"type": "integer", "minimum": 0, "maximum": 1000},
                    ],
                    "minItems": 2,
                    "maxItems": 2,
                },
                names=ID,
                least=2,
            ),
            "Where places lie on a map: to the right and down, in steps of any size. Neighbours "
            "are joined by lines.",
            {"mill": [2, 0], "harbour": [0, 1]},
        ),
        "artwork": key(
            pattern("\\{id\\}"),
            "Where the picture of a card lies, with `{id}` for its id; a card without one is shown without.",
            "art/{id}.svg",
        ),
        "back": key(
            record(
                {
                    "picture": key(
                        TEXT, "A picture that covers the whole back, with its bleed.", "art/back.svg"
                    ),
                    "colour": key(pattern("^#[0-9a-fA-F]{6}$"), "The ground of the back.", "#1f5f66"),
                }
            ),
            "The other side of these cards: a picture in the pack's folder, or a colour.",
            {"colour": "#1f5f66"},
        ),
    },
    needed=("id", "kinds"),
    cited=False,
    plays=False,
    news=False,
)
