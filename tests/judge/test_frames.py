"""Nothing means something else in a frame: a sample here, the rest in the long run."""

from __future__ import annotations

from functools import cache

import pytest

from tests.compile.test_meaning import CASES
from tests.judge.frames import FRAMES, Framing, Piece

SAMPLE = {"condition": 40, "order": 60, "amount": 15, "group": 25}
"""Every so many-th piece of a kind is tried in the normal suite."""


@cache
def framing() -> Framing:
    return Framing()


@cache
def pieces() -> tuple[Piece, ...]:
    """What proven texts speak of."""
    texts: list[tuple[str, str]] = []
    for case in CASES:
        if "code" not in case:
            texts += [("effect", str(case["do"]))] if "do" in case else []
            texts += [("statement", str(rule)) for rule in (*case.get("rules", ()), *case.get("strong", ()))]
            texts += [("condition", str(said)) for said in case.get("then", ())]
    return tuple(framing().pieces(texts))


def unlike(kind: str, every: int, states: int) -> list[str]:
    """What differs of every so many-th piece of a kind."""
    mine = [piece for piece in pieces() if piece.kind == kind]
    assert len(mine) > 100
    return [found.told() for piece in mine[::every] for found in framing().unlike(piece, states)]


@pytest.mark.parametrize("kind", FRAMES)
def test_a_piece_means_the_same_in_every_frame(kind):
    assert unlike(kind, SAMPLE[kind], 4) == []


@pytest.mark.long
@pytest.mark.parametrize("kind", FRAMES)
def test_every_piece_does(kind):
    assert unlike(kind, 1, 10) == []
