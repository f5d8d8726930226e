"""Each limit of the table: a pack lowers it, the person who runs the pack sets it higher again."""

from __future__ import annotations

from itertools import count
from pathlib import Path

import pytest
import yaml

from tests.limits.packs import write
from toolkit import load_pack, new_game
from toolkit.limits import COUNTS
from toolkit.machine import meter
from toolkit.report.diagnostic import Diagnostic, DiagnosticError

CASES = yaml.safe_load((Path(__file__).parent / "lowered.yaml").read_text())


def said(folder: Path) -> list[Diagnostic]:
    """What is wrong with a pack, or with a game of it in which the first option is taken."""
    try:
        game = new_game(load_pack(folder), seed=1)
        while game.decision is not None:
            game.choose(0)
    except DiagnosticError as error:
        return [each for each in error.diagnostics if each.is_error]
    return []


def test_there_is_a_case_for_each():
    assert {case["limit"] for case in CASES} == set(COUNTS)


@pytest.mark.parametrize("case", CASES, ids=[case["limit"] for case in CASES])
def test_a_pack_lowers_it_and_a_person_sets_it_higher(case, monkeypatch, tmp_path):
    if case["limit"] == "seconds":  # a clock of its own
        ticks = count(step=3)
        monkeypatch.setattr(meter, "wall_time", lambda: float(next(ticks)))
        monkeypatch.setattr(meter, "processor_time", lambda: float(next(ticks)))
    else:
        assert not said(write(tmp_path, case))
    folder = write(tmp_path, {**case, "limits": {case["limit"]: case["to"]}})
    [found] = said(folder)
    assert f"{case['to']} {COUNTS[case['limit']]}" in found.message or case["limit"] in (
        "components",
        "values",
    )
    assert found.span is not None and found.span.text.startswith(case["at"])
    chain = [label.span.text for label in found.labels]
    assert all(text in chain for text in case.get("chain", ())), chain
    monkeypatch.setenv("SAYSO_LIMITS", f"{case['limit']}=1000000000")
    assert not said(folder)
