"""Examples over processes: what comes of them does not depend on how many there are, nor on which runs which."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from toolkit.compile.pack import load_pack
from toolkit.play.example import examples
from toolkit.prove.fanout import key_of
from toolkit.prove.suite import of_one, of_some_there, outcomes, shares

PACKS = Path(__file__).resolve().parents[1] / "packs"
MODES = ("plain", "undone")


@pytest.fixture
def folder(tmp_path):
    """Connect Four, of whose examples two fail."""
    copy = tmp_path / "connect-four"
    shutil.copytree(PACKS / "connect-four", copy)
    for file, true, false in (
        ("turns", "There are 40 empty cells.", "There are 41 empty cells."),
        ("endings", "- Yellow has 18 discs in their supply.", "- Yellow has 17 discs in their supply."),
    ):
        path = copy / "examples" / f"{file}.yaml"
        text = path.read_text(encoding="utf-8")
        assert true in text
        path.write_text(text.replace(true, false), encoding="utf-8")
    return copy


def test_each_example_is_in_one_share_with_others_of_its_game():
    pack = load_pack(PACKS.parents[1] / "content" / "sentient").value
    assert pack is not None
    every = list(examples(pack))
    parts = shares(pack, every, 5)
    assert sorted(n for part in parts for n in part) == list(range(len(every)))
    assert max(map(len, parts)) == 5
    for part in parts:
        assert len({(every[n].scenario, str(every[n].options)) for n in part}) == 1


def test_a_process_that_loads_the_pack_finds_the_same(folder):
    pack = load_pack(folder).value
    assert pack is not None
    every = list(examples(pack))[::-1]
    here = list(outcomes(pack, every, MODES, 1, ()))
    ids = tuple(example.id for example in every)
    there = of_some_there(folder, (), key_of(pack), ids, MODES, range(len(every)))
    assert [(n, failure and failure.diagnostic.code) for n, failure in there] == [
        (n, failure and failure.diagnostic.code) for n, failure in here
    ]
    assert sum(failure is not None for _, failure in here) == 2


def test_what_fails_in_one_mode_is_not_run_in_the_next(folder):
    pack = load_pack(folder).value
    assert pack is not None
    every, begun = list(examples(pack)), []
    wrong = next(n for n in range(len(every)) if of_one(pack, every, ("plain",), n)[1])
    of_one(pack, every, MODES, wrong, lambda number, mode: begun.append(mode))
    assert begun == ["plain"]


def test_any_number_of_processes_says_the_same(folder):
    told = [
        subprocess.run(
            [sys.executable, "-m", "toolkit", "test", str(folder), "--format", "json", "--jobs", jobs],
            capture_output=True,
            text=True,
            timeout=120,
        )
        for jobs in ("1", "2")
    ]
    assert [(each.returncode, each.stderr) for each in told] == [(1, "")] * 2
    assert told[0].stdout == told[1].stdout != ""
