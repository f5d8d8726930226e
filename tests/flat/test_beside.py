"""Of two versions of a pack, a game that comes to nothing that differs is played once; what is told is the same as if
it had been played twice.
"""

import re
import shutil
from pathlib import Path

import pytest

from tests.games.players import ROOT
from toolkit.prove.compare.pairs import Contrast, Match, open_sides
from toolkit.prove.simulate import Job
from toolkit.report import DiagnosticError

NUMBER = re.compile(r"(?<=[a-z] )[1-9](?= [a-z])")


def contrasts(old: Path, new: Path, games: int, **rest) -> tuple[Contrast, Contrast]:
    """What is told of the pairs; and what is, if both games of each pair are played."""
    match = Match(*(Job(folder, games, search=(ROOT / "content",), **rest) for folder in (old, new)))
    sides, twice = open_sides(match), open_sides(match)
    twice.beside = None
    return sides.play(0, games), twice.play(0, games)


def same(one: Contrast, other: Contrast) -> bool:
    one.unreached = 0
    return one == other


@pytest.mark.parametrize(
    ("path", "bots"), [("tests/packs/gizmos", "random"), ("tests/packs/lanterns", "greedy:3")]
)
def test_pairs_are_told_as_if_both_games_were_played(path, bots, tmp_path):
    new, reached = tmp_path / "new", set()
    shutil.copytree(ROOT / path, new)
    for file in sorted(new.rglob("*.yaml")):
        text = file.read_text(encoding="utf-8")
        for number in list(NUMBER.finditer(text))[:3]:
            more = str(int(number[0]) + 1)
            file.write_text(text[: number.start()] + more + text[number.end() :], encoding="utf-8")
            try:
                one, other = contrasts(ROOT / path, new, 4, bots=(bots,), seed=3)
            except DiagnosticError:
                continue
            finally:
                file.write_text(text, encoding="utf-8")
            reached.add(one.pairs - one.unreached)
            assert same(one, other)
    assert reached


def test_a_card_that_nobody_plays_makes_no_second_game(tmp_path):
    new, file = tmp_path / "new", tmp_path / "new" / "cards" / "weapons.yaml"
    shutil.copytree(ROOT / "content" / "gangs-of-night-city", new)
    text = file.read_text(encoding="utf-8")
    assert "- Gain 2 eurodollars." in text
    file.write_text(text.replace("- Gain 2 eurodollars.", "- Gain 3 eurodollars."), encoding="utf-8")
    one, other = contrasts(ROOT / "content" / "gangs-of-night-city", new, 12, players=2)
    assert 0 < one.unreached < 12
    assert same(one, other)
