"""Kinds that have faces to no end: nothing in the pack turns anything, or asks how something lies."""

from __future__ import annotations

from collections.abc import Iterator

from toolkit.language.said import Said
from toolkit.pack.source import Kind, PackSource
from toolkit.report.catalogue import diagnose
from toolkit.report.diagnostic import Diagnostic

WORDS = frozenset({"face up", "face down", "face-up", "face-down"})
TURNING = frozenset({"turn", "reveal", "secretly"})


def check_faces(source: PackSource, said: Said) -> Iterator[Diagnostic]:
    """SAY0843 for each kind of this pack with `faces: true`, if no sentence speaks of faces."""
    if said.nothing or any(first in WORDS or first in TURNING for first, *_ in said.words):
        return
    for kind in source.kinds:
        if kind.faces and kind.pack == source.id and kind.span is not None:
            yield diagnose("SAY0843", kind.span, noun=kind.plural, hint=_instead(source, kind))


def _instead(source: PackSource, kind: Kind) -> str:
    """What to do: the place where such things begin may hide them."""
    place = next((place for place in source.places if place.name == kind.starts), None)
    if place is None or place.seen_by == "all":
        return "leave `faces` out: what lies in a place that nobody sees is hidden by the place"
    return (
        f"leave `faces` out, or say *face up* where it is laid open: what begins in the {place.name} "
        "lies face down until it is turned, wherever it is put"
    )
