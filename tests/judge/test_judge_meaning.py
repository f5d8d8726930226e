"""The other half of `test_judge.py`: the pack with the most kinds of words, sentences and whole texts."""

from __future__ import annotations

import pytest

from tests.judge.known import is_known
from tests.judge.run import PATIENCE, run

MORE = [1, pytest.param(4, marks=pytest.mark.long)]


@pytest.mark.parametrize("times", MORE)
def test_the_judge_and_the_machine_agree(times):
    report = run("meaning", seed=20, sentences=120 * times, states=40, patience=PATIENCE)
    assert report.pairs > 120 * 5
    assert [found.told() for found in report.different if not is_known(found)] == []


@pytest.mark.parametrize("times", MORE)
def test_they_agree_on_texts_of_several_sentences(times):
    report = run("meaning", seed=20, sentences=48 * times, states=10, field="texts", patience=PATIENCE)
    assert report.pairs > 40
    assert [found.told() for found in report.different if not is_known(found)] == []
