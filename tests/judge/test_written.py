"""What people wrote means the same to both on tables that nobody chose: see `written.py`."""

from __future__ import annotations

from tests.judge.written import judged, known, texts


def test_written_texts_mean_the_same_to_both() -> None:
    """Every fourth; `python -m tests.judge --written` tries all of them on more tables."""
    found = judged([text for text in texts() if text not in known()][::4], states=3)
    assert not found.different, "\n".join(each.told() for each in found.different.values())


def test_the_judge_knows_most_of_what_is_written() -> None:
    said = texts()[1::8]
    assert judged(said, states=1).read / len(said) > 0.5


def test_a_text_that_the_judge_takes_at_its_word_is_still_written() -> None:
    assert known() <= set(texts())
