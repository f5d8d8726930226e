"""Every correction that is offered corrects: made in the file, it leaves no new error in its sentence.

pytest tests/mutation/test_fixes.py                a sample of damaged sentences
pytest tests/mutation/test_fixes.py -m long -s     more of them, in all packs
"""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.diagnostics.test_pages import OUTSIDE, PACKS, said
from tests.mutation.fixes import Broken, broken_fixes
from tests.mutation.mutants import Subject, damaged_sentence, subjects
from tests.mutation.words import DAMAGES
from toolkit.compile.pack import load_pack
from toolkit.report.catalogue import entry

SENTENCES = tuple(damaged_sentence(damage) for damage in DAMAGES)


def broken_in(packs: list[Subject], seed: int, number: int, folder: Path) -> Iterator[Broken | int]:
    """For so many damaged sentences: how many corrections are offered, and those that do not hold."""
    chance = random.Random(seed)
    for at in range(number):
        subject = chance.choice(packs)
        mutant = SENTENCES[at % len(SENTENCES)](subject, chance)
        if mutant is None:
            continue
        copy = folder / subject.root.name
        if not copy.exists():
            shutil.copytree(subject.root, copy)
        path = copy / mutant.file
        path.write_text(mutant.text, encoding="utf-8")
        try:
            found = load_pack(copy, subject.search).diagnostics
            yield sum(len(d.fixes) for d in found)
            yield from broken_fixes(copy, subject.search, found)
        finally:
            path.write_text(mutant.before, encoding="utf-8")


def hold(results: list[Broken | int], least: int) -> None:
    broken = [one for one in results if isinstance(one, Broken)]
    assert not broken, "\n".join(map(str, broken))
    offered = sum(one for one in results if isinstance(one, int))
    assert offered >= least, f"only {offered} corrections were offered"


def test_corrections_of_damaged_sentences_hold(tmp_path: Path) -> None:
    hold(list(broken_in(subjects("tests/packs"), 3, 20, tmp_path)), 6)


@pytest.mark.long
def test_corrections_hold_in_all_packs(tmp_path: Path) -> None:
    hold(list(broken_in(subjects("tests/packs", "content"), 1, 1000, tmp_path)), 300)


@pytest.mark.parametrize("code", OUTSIDE)
def test_corrections_on_a_page_hold(code: str, tmp_path: Path) -> None:
    """Those of other pages, and of newcomers' mistakes, are tested with these (`tests/diagnostics`)."""
    found = said(tmp_path, entry(code).bad)
    hold(list(broken_fixes(tmp_path / "base", (PACKS, tmp_path), found)), 0)
