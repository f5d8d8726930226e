"""The other half of `test_judge.py`: the pack with the most kinds of words, sentences and whole texts."""

from __future__ import annotations

from tests.judge.known import is_known
from tests.judge.run import PATIENCE, run


def test_the_judge_and_the_machine_agree():
    report = run("meaning", seed=20, sentences=240, states=40, patience=PATIENCE)
    assert report.pairs > 240 * 5
    assert [found.told() for found in report.different if not is_known(found)] == []


def test_they_agree_on_texts_of_several_sentences():
    report = run("meaning", seed=20, sentences=80, states=10, field="texts", patience=PATIENCE)
    assert report.pairs > 80
    assert [found.told() for found in report.different if not is_known(found)] == []
