"""On which layer the sentences of a document stand."""

from __future__ import annotations

from pathlib import Path

from toolkit.compile.pack import load_pack

CONTENT = Path(__file__).resolve().parents[2] / "content"


def test_a_story_stands_above_the_kind_that_its_cards_are_of():
    pack = load_pack(CONTENT / "gangs-of-night-city", [CONTENT]).value
    layers = {(item.type, item.layer) for item in pack.source.items}
    assert ("story-card", "story") in layers
    assert ("story-card", "card") not in layers
    assert ("edgerunner", "card") in layers
