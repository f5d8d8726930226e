"""The rules that a pack carries out, each with a one-line fact in our own words. Stands in `sources.yaml`."""

from toolkit.documents.document_type import DocumentType
from toolkit.documents.shapes import RULE_ID, TEXT, key, mapping, one_of, record

TYPE = DocumentType(
    __doc__,
    keys={
        "rules": key(
            mapping(
                record(
                    {
                        "fact": key(
                            TEXT, "What the rule says, in our own words.", "A player draws one card a turn."
                        ),
                        "kind": key(
                            one_of("rule", "component", "derived", "reading", "open"),
                            "A rule, a component, something derived, a reading of an unclear rule, "
                            "or an open question.",
                            "rule",
                        ),
                        "why": key(
                            TEXT,
                            "Why no sentence or no example stands for it.",
                            "It lies in the box and does nothing.",
                        ),
                    },
                    needed=("fact", "kind"),
                ),
                names=RULE_ID,
            ),
            "Facts by rule id.",
            {"BASE-DRAW-1": {"fact": "A player draws one card a turn.", "kind": "rule"}},
        )
    },
    needed=("rules",),
    file="sources.yaml",
    plays=False,
    news=False,
)
