"""From a sentence of a ruleset, or a document, back to the author's file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolkit.report.source import Source, Span

if TYPE_CHECKING:
    from toolkit.compile.pack import Pack
    from toolkit.program.ruleset import Sentence


def span_of(pack: Pack, sentence: Sentence | None) -> Span:
    """Where a sentence was typed; the head of `pack.yaml` for none."""
    if sentence is not None:
        for source in pack.source.files:
            if source.name == sentence.file:
                start = source.offset(sentence.line, sentence.column)
                return source.span(start, _end(source, start, sentence.text))
    return manifest_span(pack)


def manifest_span(pack: Pack) -> Span:
    """The head of the pack's own `pack.yaml`."""
    span = pack.source.manifest.span
    if span is not None:
        return span
    files = pack.source.files
    return files[-1].span(0, 0) if files else Source(pack.source.id, "").span(0, 0)


def _end(source: Source, start: int, words: str) -> int:
    """Where the words end that begin at `start`; spaces may differ."""
    at = start
    for word in words.split():
        found = source.text.find(word, at)
        if found < 0:
            return max(at, start)
        at = found + len(word)
    return at
