"""Whatever is added to a sentence changes what it does, or is refused: nothing is swallowed.

`ADDED` lists what may be added without a difference, and why.  The other searches are in `test_swallowed.py`.
"""

from __future__ import annotations

import random

import pytest

from tests.compile.insertions import lost
from tests.compile.swallow import Bench
from tests.compile.test_swallowed import FOLDERS

ADDED = {
    "must": "an order is one with or without it",
    "again": "asks for nothing: what is done is done again because the text says so",
    "past": "of an example: *Red won the game* and *Red wins the game* are both said of a game that is over",
}
SAMPLE = 6
"""So many items of a pack are tried in the normal suite."""


def swallowed(folder, most: int | None) -> dict[str, str]:
    """The additions to sentences of a pack that are lost: kind and text."""
    bench = Bench(folder)
    items = bench.items()
    if most is not None and len(items) > most:
        items = random.Random(folder.name).sample(items, most)
    found = (insertion for item in items for insertion in lost(bench, item))
    return {insertion.kind: insertion.text for insertion in found if insertion.kind not in ADDED}


@pytest.mark.parametrize("folder", FOLDERS[::2], ids=lambda path: path.name)
def test_nothing_can_be_added_to_a_sample_without_a_difference(folder):
    assert swallowed(folder, SAMPLE) == {}


@pytest.mark.long
@pytest.mark.parametrize("folder", FOLDERS, ids=lambda path: path.name)
def test_nothing_can_be_added_without_a_difference(folder):
    assert swallowed(folder, None) == {}
