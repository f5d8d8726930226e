"""Which sentences have been found to count in every word: remembered between runs, so that a changed one is looked at.

A verdict depends on the sentence, on what the pack's words mean, on what all sentences together say of verbs, and on
the compiler; the key of a sentence covers all four.  What the steps of a verb do is no part of what the word means.  A
text of a component means the same on every card of its kind; any other one may speak of what its own document says
besides, and a card of a story of where it stands in it.  Only good verdicts are kept, and a lost or damaged file costs
time alone.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import toolkit
from toolkit.compile.pack import Pack
from toolkit.compile.verbs import said_of_verbs
from toolkit.documents.card import key_of
from toolkit.documents.document_type import sentence_fields, types_that
from toolkit.language.parsing.grammar import cache_folder
from toolkit.pack.source import Item, PackSource
from toolkit.report.atomic import keep
from toolkit.report.files import read_bounded
from toolkit.report.source import Span

DECLARING = types_that(lambda each: each.declares)
"""Documents that say what words mean."""

MOST = 100_000
"""Sentences that are remembered; a pack with more is looked at again from the start."""

LARGEST = 64 * MOST
"""Bytes of the file."""


class Accounted:
    """The sentences of a pack that need no second look; a context that writes down what was added."""

    def __init__(self, pack: Pack, *, whole: bool = True) -> None:
        """`whole`: all sentences are looked at, so that what is met is all that is worth knowing; else nothing is
        written.
        """
        self.whole = whole
        source, folder = pack.source, cache_folder("accounted")
        game = pack.compiled(options={each.id: True for each in source.manifest.options}).value
        assert game is not None
        words = hashlib.sha256("\0".join((toolkit.__version__, _compiler())).encode())
        for text in (*_declared(source), *said_of_verbs(game)):
            words.update(text.encode())
        self.words = words.hexdigest()
        self.beside: dict[tuple[str, str, str], str] = {}
        for item in source.items:
            of = (item.pack, item.type, item.document)
            self.beside[of] = self.beside.get(of, "") + "\0" + item.text.value
        kinds = {key_of(kind.name) for kind in source.kinds if kind.story is None}
        self.alike = (kinds | {key_of(place.name) for place in source.places}) - sentence_fields().keys()
        self.path = folder / f"{hashlib.sha256(source.id.encode()).hexdigest()[:32]}.json" if folder else None
        self.known = self._read()
        self.met: set[str] = set()

    def key(self, item: Item) -> str:
        """Names a sentence in its field, with these words and this compiler."""
        of = (item.pack, item.type, item.document)
        among = "" if item.type in self.alike else item.document + self.beside[of]
        parts = (self.words, item.type, item.field, item.start, among, item.text.value)
        return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:32]

    def __enter__(self) -> Accounted:
        return self

    def __exit__(self, *_: object) -> None:
        if self.whole and self.path is not None and self.met != self.known and len(self.met) <= MOST:
            keep(self.path, json.dumps(sorted(self.met)))  # where it cannot be, the next run looks again

    def _read(self) -> set[str]:
        try:
            found = json.loads(read_bounded(self.path, LARGEST)) if self.path is not None else []
        except (OSError, ValueError, RecursionError):
            return set()
        return {each for each in found if isinstance(each, str)} if isinstance(found, list) else set()


def _declared(source: PackSource) -> Iterator[str]:
    """The documents that declare words, as they were typed, without what their sentences do."""
    sentences: dict[str, list[Span]] = {}
    for item in source.items:
        if item.type in DECLARING and item.start != "definition":
            sentences.setdefault(item.text.source.name, []).append(item.text.span())
    for document in source.documents:
        if document.type not in DECLARING:
            continue
        whole = document.root.span
        at = whole.start
        for span in sorted(sentences.get(whole.source.name, ()), key=lambda each: each.start):
            if at <= span.start and span.end <= whole.end:
                yield whole.source.text[at : span.start]
                at = span.end
        yield whole.source.text[at : whole.end]


@cache
def _compiler() -> str:
    """Changes with every change of the modules that give sentences their meaning."""
    root = Path(toolkit.__file__).parent
    files = sorted(path for part in ("compile", "meaning", "prove") for path in (root / part).rglob("*.py"))
    return repr([(path.name, path.stat().st_mtime_ns, path.stat().st_size) for path in files])
