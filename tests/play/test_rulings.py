"""Rulings: what they name is there, and they fall with an example that fails."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.cli.conftest import sayso
from tests.hygiene.project import ROOT

__all__ = ["sayso"]


@pytest.fixture
def lanterns(tmp_path: Path) -> Path:
    """A copy of the pack, to be changed."""
    return Path(shutil.copytree(ROOT / "tests" / "packs" / "lanterns", tmp_path / "lanterns"))


def swap(file: Path, before: str, after: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert before in text
    file.write_text(text.replace(before, after), encoding="utf-8")


def test_a_ruling_that_holds(lanterns, sayso):
    assert sayso("validate", lanterns).status == 0
    assert sayso("test", lanterns).status == 0


def test_a_ruling_falls_with_its_example(lanterns, sayso):
    swap(lanterns / "game.yaml", "away: Put the lantern in the shed.", "away: Put the lantern on your porch.")
    run = sayso("validate", lanterns)
    assert run.status == 1
    assert "the ruling lit-twice does not hold: its example lit fails" in run.out
    assert "this does not hold at the end" in run.out


def test_a_failing_example_names_the_ruling(lanterns, sayso):
    swap(lanterns / "game.yaml", "- Red has 2 sparks.", "- Red has 3 sparks.")
    run = sayso("test", lanterns)
    assert run.status == 1
    assert "FAILS  lit:" in run.out
    assert "the ruling lit-twice does not hold: its example lit fails" in run.out
    assert "SAY0922" in sayso("test", lanterns, "--format", "json").out


def test_an_example_that_is_not_there(lanterns, sayso):
    swap(lanterns / "rulings.yaml", "examples: [lit]", "examples: [lti]")
    run = sayso("validate", lanterns)
    assert run.status == 1
    assert "SAY0304" in run.out
    assert "did you mean `lit`?" in run.out


def test_a_card_that_is_not_there(lanterns, sayso):
    swap(lanterns / "rulings.yaml", "[storm-lantern, verb/kindle]", "[storm-lanten, verb/kindle]")
    run = sayso("validate", lanterns)
    assert run.status == 1
    assert "did you mean `storm-lantern`?" in run.out


@pytest.mark.parametrize(
    "line", ["examples: [lit]", "date: 2026-03-01", "about: [storm-lantern, verb/kindle]"]
)
def test_what_a_ruling_must_say(lanterns, sayso, line):
    swap(lanterns / "rulings.yaml", line + "\n", "")
    assert sayso("validate", lanterns).status == 1


def test_a_ruling_without_examples_or_with_half_a_date(lanterns, sayso):
    swap(lanterns / "rulings.yaml", "examples: [lit]", "examples: []")
    assert sayso("validate", lanterns).status == 1
    swap(lanterns / "rulings.yaml", "examples: []", "examples: [lit]")
    swap(lanterns / "rulings.yaml", "2026-03-01", "2026-03")
    assert sayso("validate", lanterns).status == 1


def test_what_nobody_has_translated(lanterns, sayso):
    swap(lanterns / "locales" / "uk.yaml", "lit-twice-question", "lit-twise-question")
    run = sayso("validate", lanterns)
    assert "lit-twice-question" in run.out
