"""Whatever is damaged, an author gets a message or a game: a few inputs of each kind, and all that once crashed.

    make robust INPUTS=100000

tries many; a crash leaves its input in build/robust.  Put the file into tests/whole/robust/finds when it is mended.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from argparse import Namespace
from collections import Counter
from pathlib import Path

import pytest

from tests.hygiene.project import ROOT, python
from tests.whole.robust import files, hostile, records
from tests.whole.robust import run as module
from tests.whole.robust.__main__ import Progress
from tests.whole.robust.kinds import Kind, attempt
from tests.whole.robust.run import KINDS, Portion, Row, portions, run, try_inputs

FINDS = sorted((Path(__file__).parent / "robust" / "finds").glob("*.json"))
QUICK = [kind.name for kind in (*files.KINDS, *records.KINDS, *hostile.KINDS)]
"""Damaged sentences have a test of their own (tests/mutation)."""


@pytest.fixture(autouse=True)
def own_state(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


@pytest.mark.parametrize("kind", QUICK)
def test_a_few_of_each_kind(kind):
    row = try_inputs(Portion(kind, seed=3, number=0, size=8))
    assert row.inputs == 8
    assert not row.crashes, row.crashes[0]["error"]


@pytest.mark.parametrize("find", FINDS, ids=lambda path: path.stem)
def test_what_crashed_is_mended(find, tmp_path):
    found = json.loads(find.read_text())
    tried = attempt(KINDS[found["kind"]], found["data"], tmp_path)
    assert tried.outcome != "crash", tried.error


@pytest.mark.parametrize("kind", QUICK)
def test_the_same_seed_gives_the_same_inputs(kind):
    portion = Portion(kind, seed=5, number=2, size=3)
    first, second, other = (
        json.dumps(list(each.inputs())) for each in (portion, portion, Portion(kind, 6, 2, 3))
    )
    assert first == second != other


def test_portions_are_as_many_inputs_as_were_asked_for_and_in_turn():
    work = portions(1000, 1, KINDS)
    assert abs(sum(portion.size for portion in work) - 1000) < len(KINDS)
    assert len({portion.kind for portion in work[: len(KINDS)]}) == len(KINDS)


def test_a_process_that_dies_is_a_crash_of_its_input(monkeypatch):
    def tried(data, folder):
        if data["number"] == 7:
            os.kill(os.getpid(), signal.SIGKILL)
        if data["number"] == 9:
            raise TypeError("no such number")
        return "refused"

    monkeypatch.setitem(
        module.KINDS, "odd", Kind("odd", 1, lambda chance: {"number": chance.randrange(20)}, tried)
    )
    work = [Portion("odd", 1, number, 5) for number in range(20)]
    done: dict[int, Row] = {}
    run(work, 2, lambda portion, row: done.__setitem__(portion.number, row))
    assert len(done) == 20
    for portion in work:
        numbers = [data["number"] for data in portion.inputs()]
        crashed = [crash["data"]["number"] for crash in done[portion.number].crashes]
        assert crashed == ([7] if 7 in numbers else [9] * numbers.count(9))


@pytest.mark.long  # on a busy machine it waits for minutes
def test_what_is_done_is_kept_when_it_is_stopped(tmp_path):
    command = [sys.executable, "-m", "tests.whole.robust", "--kind", "save: values", "--inputs", "1000000"]
    process = subprocess.Popen(
        [*command, "--out", str(tmp_path)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert process.stderr is not None
    while " portions, " not in process.stderr.readline():
        pass
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=120)
    assert process.returncode == 0, err
    line = next(line for line in out.splitlines() if line.startswith("all"))
    assert 0 < int(line.split()[1].replace(",", "")) < 1_000_000


def test_runs_add_up(tmp_path, capsys):
    given = Namespace(sum=tmp_path / "sum.json", out=tmp_path, seed=None)
    for number in (1, 2):
        progress = Progress(given)
        assert progress.seed == number
        progress.told(Portion("deck", number, 0), Row(Counter(refused=5, same=number), 0.5 / number, 40))
        assert progress.end() == 0
    lines = [line.split() for line in capsys.readouterr().out.splitlines() if line.startswith("deck")]
    assert [line[1] for line in lines] == ["6", "7", "13"]
    assert lines[-1] == ["deck", "13", "10", "0", "3", "0", "0", "0.50", "s", "40", "MB"]


def test_one_portion_can_be_tried_again():
    run = python("-m", "tests.whole.robust", "--kind", "deck", "--seed", "2", "--portion", "1")
    assert run.returncode == 0 and "deck" in run.stdout
