"""What passes validation runs: nothing but the toolkit's own messages, whatever parts a sentence is made of."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from tests.fuzz.splice import bed

FINDS = yaml.safe_load((Path(__file__).parent / "finds.yaml").read_text())


QUICK = ("dice", "hidden-hand", "market-day", "ranking")
"""Small packs; `make fuzz` takes all."""


@given(st.sampled_from(QUICK), st.integers(0, 2**32))
def test_what_is_accepted_runs(name, seed):
    one = bed(name)
    item, text = one.spliced(Random(seed))
    _, find = one.tried(item, text, seed % 1000)
    assert find is None, find


@pytest.mark.parametrize("find", FINDS, ids=[find["text"] for find in FINDS])
def test_what_was_found_is_mended(find):
    one = bed(find["pack"])
    item = next(item for item in one.items if item.anchor == find["item"])
    assert one.tried(item, find["text"])[1] is None


def test_enough_is_accepted():
    """Otherwise the test above would say nothing."""
    one, random = bed(QUICK[0]), Random(1)
    assert sum(one.compiled(*one.spliced(random)) is not None for _ in range(30)) >= 5
