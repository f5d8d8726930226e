"""Which mistakes are only consequences of another one, so that an author meets causes and not their echo.

A word that a damaged document would have declared is unknown in every sentence; a card of a kind that was not read
has an unknown type and unknown keys.  Such errors say nothing new: the causes are told, and the rest when they are gone.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence

from toolkit.documents.nodes import Document
from toolkit.report.diagnostic import Diagnostic

DECLARING = frozenset({"pack", "vocabulary", "verb", "keyword"})
"""Documents that give words to all sentences."""

REFERRING = frozenset({"SAY0202", "SAY0304"})
"""A type that is not there, an id that is not there: perhaps because its declaration was not read."""

CORE = DECLARING | {"definitions", "rules", "procedure", "rule-module", "scenario", "example", "invariants", "evaluation", "survivors",
                    "sources", "locale"}  # fmt: skip


def told(found: Iterable[Diagnostic], documents: Sequence[Document]) -> list[Diagnostic]:
    """The diagnostics of a pack without those that follow from others of them."""
    found = list(found)
    where = _Places(documents)
    unread = [d for d in found if d.is_error and d.code < "SAY02"]
    damaged = [d for d in found if d.is_error and "SAY02" <= d.code < "SAY03" and d.code not in REFERRING]
    untyped = any(d.code == "SAY0202" for d in found) or any(d.code == "SAY0201" for d in found)
    words = bool(unread) or any(where.type(d) in ("vocabulary", "pack") for d in damaged)
    if words:
        # Kinds and lists may be missing: what cards say cannot be judged, nor what anything refers to.
        core = [d for d in found if d.code not in REFERRING and (d.code < "SAY02" or where.type(d) in CORE or d in unread)]
        return core or found
    if untyped or any("id" in d.message and d.code == "SAY0204" for d in damaged):
        return [d for d in found if d.code != "SAY0304"]
    return found


def words_are_read(found: Iterable[Diagnostic], documents: Sequence[Document]) -> bool:
    """Whether every document that declares words was understood, so that an unknown word is the sentence's fault."""
    where = _Places(documents)
    return not any(
        d.is_error
        and (
            d.code < "SAY02"
            or d.code in ("SAY0201", "SAY0202")
            or (d.code < "SAY03" and where.type(d) in DECLARING)
            or (d.code < "SAY04" and d.code >= "SAY03" and d.code != "SAY0304")
        )
        for d in found
    )


class _Places:
    """Finds the document in which a diagnostic stands."""

    def __init__(self, documents: Sequence[Document]) -> None:
        self.files: dict[str, list[Document]] = {}
        for document in documents:
            self.files.setdefault(document.source.name, []).append(document)

    def type(self, diagnostic: Diagnostic) -> str | None:
        """The type of its document; None: outside of all."""
        documents = self.files.get(diagnostic.span.source.name, [])
        at = bisect_right(documents, diagnostic.span.start, key=lambda d: d.root.span.start) - 1
        return documents[at].type if documents and at >= 0 else None
