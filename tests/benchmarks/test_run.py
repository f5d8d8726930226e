"""Benchmarks are found, measured side by side and reported; their figures are nobody's test."""

import json
from pathlib import Path

import pytest

from benchmarks import run
from benchmarks.harness import Spread, measure


def test_every_file_registers_a_benchmark():
    names = {found.set_up.__module__ for found in run.discover().values()}
    files = {f"benchmarks.{path.stem}" for path in Path(run.__file__).parent.glob("[!_]*.py")}
    assert files - {f"benchmarks.{name}" for name in run.NOT_BENCHMARKS} == names


def test_the_first_contestant_is_the_measure_of_the_others():
    first, second = measure({"little": lambda: sum(range(100)), "more": lambda: sum(range(10_000))}, rounds=3)
    assert first.ratio == Spread(1.0, 1.0, 1.0)
    assert second.ratio.least <= second.ratio.median <= second.ratio.greatest
    assert second.seconds.median > first.seconds.median


def test_an_unknown_name_is_misuse(capsys):
    assert run.main(["no-such-benchmark"]) == 2
    assert "known: " in capsys.readouterr().err


@pytest.mark.long
def test_all_benchmarks_run(tmp_path):
    assert run.main(["--quick", "--json", str(tmp_path / "figures.json")]) == 0
    figures = json.loads((tmp_path / "figures.json").read_text(encoding="utf-8"))
    assert set(figures["benchmarks"]) == set(run.REGISTRY)
