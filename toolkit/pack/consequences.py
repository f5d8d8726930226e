"""Which mistakes are only consequences of another one, so that an author meets causes and not their echo.

A word that a damaged document would have declared is unknown in every sentence; a card of a kind that was not read
has an unknown type and unknown keys.  Such errors say nothing new: the causes are told, and the rest when
they are gone.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import replace

from toolkit.documents.nodes import Document, ScalarNode
from toolkit.documents.schema import core_schemas
from toolkit.report.diagnostic import Diagnostic, Label
from toolkit.report.source import Span

DECLARING = frozenset({"pack", "vocabulary", "verb", "keyword"})
"""Documents that give words to all sentences."""

REFERRING = frozenset({"SAY0202", "SAY0304", "SAY0356"})
"""A type, an id or a kind that is not there: perhaps because its declaration was not read."""

UNTYPED = ("SAY0201", "SAY0202")
"""A document without a type, or of one that is not there."""

KIND_KEYS = frozenset(
    {"lists", "kinds", "places", "quantities", "adjectives", "relations"}
    | {"nouns", "labels", "orders", "adverbs", "extends"}
)
"""Keys without which kinds and their words are missing."""

DECLARING_KEYS = KIND_KEYS | {"phrase", "also", "seats"}
"""Keys that declare words where they belong; under another document they declare nothing, and the words are missing."""

OFTEN = 3
"""From so many times on, one unknown word is told once, with the other places beside it."""

REPEATED = ("SAY0202", "SAY0401")


def told(found: Iterable[Diagnostic], documents: Sequence[Document]) -> list[Diagnostic]:
    """The diagnostics of a pack without those that follow from others of them."""
    found = unknown_once(found)
    where, core = _Places(documents), core_schemas()

    def is_judged(d: Diagnostic) -> bool:
        """Though kinds and lists may be missing: not what cards say, nor what anything refers to."""
        if d.code in UNTYPED and where.declares(d):
            return True
        return d.code not in REFERRING and (d.code < "SAY02" or where.type(d) in core)

    if any(_hides_words(d, where) for d in found):
        return list(filter(is_judged, found)) or found
    if any(d.code in UNTYPED or (d.code == "SAY0204" and "id" in d.message) for d in found):
        return [d for d in found if d.code != "SAY0304"]
    return found


def _hides_words(d: Diagnostic, where: _Places) -> bool:
    """Whether kinds and lists may be missing: a file that was not read, or a document with words that was not."""
    if d.code in UNTYPED and where.declares(d):
        return True
    if not d.is_error or d.code >= "SAY03" or d.code in REFERRING:
        return False
    return d.code < "SAY02" or where.type(d) in ("vocabulary", "pack")


def words_are_read(found: Iterable[Diagnostic], documents: Sequence[Document]) -> bool:
    """Whether every document that declares words was understood, so that an unknown word is the sentence's fault."""
    where = _Places(documents)
    return not any(
        d.is_error
        and (
            d.code < "SAY02"
            or d.code in UNTYPED
            or (d.code < "SAY03" and (where.type(d) in DECLARING or where.nameless(d)))
            or (d.code == "SAY0203" and d.span.text in DECLARING_KEYS)
            or (d.code < "SAY04" and d.code >= "SAY03" and d.code != "SAY0304")
        )
        for d in found
    )


def sentences_are_read(found: Iterable[Diagnostic]) -> bool:
    """Whether documents and keys are right, so that what is wrong stands in single sentences."""
    return not any(d.is_error and (d.code < "SAY04" or d.code == "SAY0890") for d in found)


MEANINGLESS = frozenset({"SAY0753", "SAY0754", "SAY0758", "SAY0802"})
"""A word has no meaning: perhaps because its definition failed."""


def defined(found: Iterable[Diagnostic], definitions: Iterable[Span]) -> list[Diagnostic]:
    """Without errors about words whose definition has an error itself.  `definitions`: the places of all
    definitions.
    """
    found = list(found)
    errors = [d.span for d in found if d.is_error and d.code >= "SAY04"]
    failed = [span for span in definitions if any(_meet(error, span) for error in errors)]
    lost = {word.casefold() for span in failed for word in re.findall(r"\w+", span.text)}

    def follows(d: Diagnostic) -> bool:
        if d.code not in MEANINGLESS or any(_meet(d.span, span) for span in failed):
            return False
        return bool(lost & {word.casefold() for word in re.findall(r"“(\w+)”", d.message)})

    return [d for d in found if not follows(d)]


def _meet(one: Span, other: Span) -> bool:
    return one.source.name == other.source.name and one.start <= other.end and other.start <= one.end


def unknown_once(found: Iterable[Diagnostic]) -> list[Diagnostic]:
    """A word or a type that is unknown in many places is told at the first, with labels at some of the others."""
    by_word: dict[str, list[Diagnostic]] = {}
    found = list(found)
    for diagnostic in found:
        if diagnostic.code in REPEATED:
            by_word.setdefault(diagnostic.span.text.casefold(), []).append(diagnostic)
    kept: list[Diagnostic] = []
    for diagnostic in found:
        same = by_word.get(diagnostic.span.text.casefold(), []) if diagnostic.code in REPEATED else []
        if len(same) < OFTEN:
            kept.append(diagnostic)
        elif diagnostic is same[0]:
            labels = [Label(other.span, "here, too") for other in same[1:OFTEN]]
            rest = len(same) - len(labels) - 1
            if rest:
                labels[-1] = Label(
                    labels[-1].span, f"here, too, and in {rest} more place{'s' if rest > 1 else ''}"
                )
            kept.append(replace(diagnostic, labels=(*diagnostic.labels, *labels)))
    return kept


class _Places:
    """Finds the document in which a diagnostic stands."""

    def __init__(self, documents: Sequence[Document]) -> None:
        self.files: dict[str, list[Document]] = {}
        for document in documents:
            self.files.setdefault(document.source.name, []).append(document)

    def document(self, diagnostic: Diagnostic) -> Document | None:
        """Its document; None: outside of all."""
        documents = self.files.get(diagnostic.span.source.name, [])
        at = bisect_right(documents, diagnostic.span.start, key=lambda d: d.root.span.start) - 1
        return documents[at] if documents and at >= 0 else None

    def type(self, diagnostic: Diagnostic) -> str | None:
        """The type of its document."""
        document = self.document(diagnostic)
        return document.type if document is not None else None

    def declares(self, diagnostic: Diagnostic) -> bool:
        """Whether its document has keys that declare words, so that it was meant as a vocabulary."""
        document = self.document(diagnostic)
        return document is not None and any(key.name in KIND_KEYS for key, _ in document.root)

    def nameless(self, diagnostic: Diagnostic) -> bool:
        """Whether it stands in a component that lost its id, or the name by which sentences call it."""
        document = self.document(diagnostic)
        if document is None or document.type in core_schemas():
            return False
        return any(not isinstance(document.root.get(key), ScalarNode) for key in ("id", "name"))
