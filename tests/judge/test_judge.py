"""A second opinion on what sentences mean: `tests/judge` against the compiler, on random sentences and random tables.

Known differences stand in `known.yaml`, by construction; one that has healed must leave it.
"""

from __future__ import annotations

import pytest

from tests.judge.known import is_known, known
from tests.judge.run import PATIENCE, differences, run
from toolkit.language.wording import kept_behind

SHARES = {
    "trick-taking": 45,
    "parcels": 80,
    "islands": 70,
    "namesakes": 50,
    "tic-tac-toe": 34,
}
"""Sentences of each pack that are tried in the normal suite, each on 40 states; the rest of them is in
`test_judge_meaning.py`, which another process can run.
"""


@pytest.mark.parametrize("pack", SHARES)
def test_the_judge_and_the_machine_agree(pack):
    report = run(pack, seed=20, sentences=SHARES[pack], states=40, patience=PATIENCE)
    assert report.pairs > SHARES[pack] * 5
    assert [found.told() for found in report.different if not is_known(found)] == []


def test_no_known_difference_has_healed():
    for entry in known():
        found = differences(entry.pack, entry.field, entry.sentence)
        assert found, f"{entry.sentence} is judged alike now: leave the entry out"
        assert entry.name in found[0].notes


def test_the_judge_reads_a_condition_where_it_is_written(monkeypatch):
    """With the condition at the end taken for one in front, somebody else gains the point."""
    said = "Choose a player. That player gains 1 point if a player is rich."
    assert not differences("meaning", "effect", said, states=60)
    monkeypatch.setattr(kept_behind, "stays", lambda *given: False)
    assert differences("meaning", "effect", said, states=60)


AGREED = {
    "tic-tac-toe": [
        "Put a mark from your supply in the board. You may put a mark from the board in a cell. Put it in your supply.",
        "Put a mark from your supply in the board. You may put it in a cell. Put that mark in your supply.",
    ],
    "as-long-as": [
        "When Red puts a guard from Blue's yard in Red's yard, each other player may remove a thing. If they do not, "
        "they put a guard from Red's yard in their yard. // You put a guard from Blue's yard in Red's yard.",
    ],
}
"""Texts of which the judge once said something else: what nobody has chosen is not what was named before, even if it is
the same; who does something is nearer to *other* than whose something is.
"""


@pytest.mark.parametrize("pack", AGREED)
def test_the_judge_reads_what_is_named_anew(pack):
    assert [
        found.told() for said in AGREED[pack] for found in differences(pack, "effect", said, states=40)
    ] == []


def test_texts_are_said_in_other_ways():
    report = run("meaning", seed=21, sentences=60, states=1, field="texts")
    assert len(report.kinds) > 8
