"""Damaged pack files are caught where they are damaged, without a traceback and without a hang.

    pytest tests/mutation                      a sample
    pytest tests/mutation -m long -s           all, with the table
    make floors                                sentences only, many, with the table

`legal` mutants are counted, not judged: the sentence is still good English with another tree (*in* for *at*, a
word less), or equal; a key that may be left out; a value that is as good.
What is not caught stands in the failure, a line each.
"""

from __future__ import annotations

import pytest

from tests.mutation.floors import FLOORS, measured, missed, rate, table
from tests.mutation.judge import Score, judged
from tests.mutation.mutants import KINDS, mutants, subjects


def hold(score: Score) -> None:
    crashed = score.of("crash", "slow")
    assert not crashed, "\n".join(map(str, crashed))
    for group, bar in FLOORS.items():
        missed = [
            v for v in score.verdicts if v.mutant.group == group and v.result not in ("caught", "legal")
        ]
        assert score.rate(group) >= bar, f"{group}: {score.rate(group):.1%}\n" + "\n".join(map(str, missed))


def test_a_sample_of_mutants_is_caught() -> None:
    small = subjects("tests/packs")
    hold(judged(small, mutants(small, seed=2, number=3 * len(KINDS))))


@pytest.mark.long
def test_mutants_are_caught() -> None:
    every = subjects("tests/packs", "content")
    score = judged(every, mutants(every, seed=1, number=60 * len(KINDS)))
    print(f"\n{len(score.verdicts)} mutants of {len(every)} packs\n{score.table()}")
    for verdict in score.verdicts:
        if verdict.result != "caught":
            print(verdict)
    hold(score)


def test_the_same_seed_gives_the_same_mutants() -> None:
    few = subjects("tests/packs")[:3]
    first, second = ([m.text for m in mutants(few, seed=3, number=26)] for _ in range(2))
    assert first == second


def test_a_sample_of_damaged_sentences_is_above_the_floors() -> None:
    found = measured(subjects("tests/packs"), seed=1, number=75, kinds=("misspelt", "misplaced"))
    for group, floor in FLOORS.items():
        assert rate(found, group) >= floor, "\n".join([table(found), *map(str, missed(found, group))])
