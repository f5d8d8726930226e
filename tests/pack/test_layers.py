"""On which layer the sentences of a document stand."""

from __future__ import annotations

from tests import loaded


def test_a_story_stands_above_the_kind_that_its_cards_are_of():
    pack = loaded.pack("content/gangs-of-night-city")
    layers = {(item.type, item.layer) for item in pack.source.items}
    assert ("story-card", "story") in layers
    assert ("story-card", "card") not in layers
    assert ("edgerunner", "card") in layers
