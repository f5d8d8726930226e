"""What a command does with files that are none, with a disk that is full, and when it is told to end."""

import json
import os
import resource
import shutil
import signal
import subprocess
import sys
import time

import pytest

from tests.hygiene.project import ROOT
from toolkit.report.atomic import ENDING

SAYSO = [sys.executable, "-m", "toolkit.cli.main"]
TIC_TAC_TOE = "tests/packs/tic-tac-toe"


@pytest.fixture(autouse=True)
def in_the_project(monkeypatch, tmp_path):
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


NO_FILE = {
    "pipe": "it is not a file",
    "/dev/zero": "it is not a file",
    "folder.json": "it is a folder",
    "large": "it is too large",
}
READERS = {
    "replay": ["replay", "FILE"],
    "why": ["why", "FILE"],
    "review": ["review", "FILE"],
    "play": ["play", "FILE"],
    "deck": ["play", "tests/packs/deck-box", "--deck", "Red=FILE", "--deck", "Blue=sunny"],
}


@pytest.mark.parametrize("name", NO_FILE)
@pytest.mark.parametrize("reader", READERS)
def test_what_is_no_file_is_a_diagnostic(sayso, tmp_path, name, reader):
    if reader == "deck" and name in ("large", "folder.json"):
        pytest.skip("a file of YAML has another limit, a folder is no deck: tested elsewhere")
    if reader == "play" and name == "/dev/zero":
        pytest.skip("no name of a save")
    path = tmp_path / (f"{name}.json" if name in ("pipe", "large") else name)
    if name == "pipe":
        os.mkfifo(path)
    elif name == "folder.json":
        path.mkdir()
    elif name == "large":
        with path.open("wb") as file:
            file.truncate(20_000_000)
    run = sayso(*(part.replace("FILE", str(path)) for part in READERS[reader]))
    assert run.status == 1
    assert run.out.count("error[") == 1 and NO_FILE[name] in run.out


def test_a_name_that_is_too_long_is_no_pack(sayso):
    for command in ("validate", "play", "simulate"):
        run = sayso(command, "x" * 5000)
        assert run.status == 2 and "There is no pack x" in run.err


FULL = {
    "a replay": ["play", TIC_TAC_TOE, "--bots", "random", "-q", "--replay-out", "/dev/full"],
    "a page": ["simulate", TIC_TAC_TOE, "--games", "2", "--html", "/dev/full"],
    "readings": ["validate", TIC_TAC_TOE, "--readings", "--out", "/dev/full"],
}


@pytest.mark.parametrize("what", FULL)
def test_a_full_disk_is_a_line(sayso, what):
    run = sayso(*FULL[what])
    assert run.status == 1
    assert "Error: /dev/full: no space left on device." in run.err


def test_a_full_disk_behind_the_output_is_a_line():
    with open("/dev/full", "w") as full:
        run = subprocess.run(
            [*SAYSO, "validate", TIC_TAC_TOE], stdout=full, stderr=subprocess.PIPE, text=True, cwd=ROOT
        )
    assert run.returncode == 1
    assert run.stderr.splitlines()[-1] == "Error: no space left on device."


def test_a_game_whose_replay_cannot_be_written_is_not_lost(sayso, tmp_path):
    assert sayso(*FULL["a replay"]).status == 1
    run = sayso("play", "--resume", "--replay-out", tmp_path / "game.replay.json")
    assert "The game is over." in run.out
    assert sayso("replay", tmp_path / "game.replay.json").status == 0


def limited(size):
    """What a process may write to a file at most: as on a disk that becomes full.  It compiles no module for others:
    Python does not notice that there was no room for all of it.
    """
    return {
        "preexec_fn": lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size)),
        "env": {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
    }


def test_a_disk_that_becomes_full_leaves_the_old_files(tmp_path):
    subprocess.run([*SAYSO, "schema", "--out", str(tmp_path)], cwd=ROOT, check=True, capture_output=True)
    before = {path.name: path.read_bytes() for path in tmp_path.glob("*.json")}
    run = subprocess.run(
        [*SAYSO, "schema", "--out", str(tmp_path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        **limited(3000),
    )
    assert run.returncode == 1 and run.stderr.endswith(": file too large.\n")
    assert run.stderr.count("\n") <= len(before) + 1
    after = {path.name: path.read_bytes() for path in tmp_path.iterdir() if path.suffix != ".pyc"}
    assert after == before


def test_a_game_is_played_on_when_its_journal_has_no_room(tmp_path):
    run = subprocess.run(
        [*SAYSO, "play", "tests/packs/connect-four", "--bots", "random", "--seed", "3", "-q"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        **limited(1200),
    )
    assert run.returncode == 0 and "The game is over." in run.stdout


def test_runs_at_the_same_time_do_not_disturb_each_other(tmp_path):
    runs = [
        subprocess.Popen([*SAYSO, "schema", "--out", str(tmp_path)], cwd=ROOT, stderr=subprocess.DEVNULL)
        for _ in range(4)
    ]
    assert [run.wait() for run in runs] == [0] * 4
    for path in tmp_path.iterdir():
        assert path.suffix == ".json" and json.loads(path.read_text("utf-8"))


def test_fmt_leaves_a_file_that_was_changed_meanwhile(sayso, tmp_path, monkeypatch):
    from toolkit.cli import fmt

    pack = tmp_path / "tic-tac-toe"
    shutil.copytree(TIC_TAC_TOE, pack)
    rules = pack / "rules" / "game.yaml"
    rules.write_text(rules.read_text().replace("Place a mark", "Place one mark"))
    true = fmt.proved

    def slow(*arguments):
        rules.write_text("# what somebody has just saved\n" + rules.read_text())
        return true(*arguments)

    monkeypatch.setattr(fmt, "proved", slow)
    run = sayso("fmt", pack)
    assert "game.yaml: left as it is, it was changed meanwhile" in run.err
    assert rules.read_text().startswith("# what somebody has just saved")
    monkeypatch.undo()
    assert "1 sentence reworded" in sayso("fmt", pack).out


# --- Told to end --------------------------------------------------------------------------------------------


def told_to_end(command, seconds):
    """Exit code and what was said by a command that runs so long."""
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    time.sleep(seconds)
    process.send_signal(signal.SIGTERM)
    out, err = process.communicate(timeout=60)
    return process.returncode, out, err


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_simulate_keeps_what_is_done_when_it_is_told_to_end(jobs):
    command = [*SAYSO, "simulate", TIC_TAC_TOE, "--games", "1000000", "--jobs", jobs, "--format", "json"]
    for seconds in (3, 6, 12, 24, 48):  # until it has begun, however busy the machine is
        status, out, err = told_to_end(command, seconds)
        assert status == 130 and "Traceback" not in err
        if out and json.loads(out)["games"]:
            break
    assert 0 < json.loads(out)["games"] < 1_000_000
    assert "Stopped after" in err


def test_fmt_that_is_told_to_end_leaves_whole_files(tmp_path):
    (tmp_path / "pack.yaml").write_text((ROOT / TIC_TAC_TOE / "pack.yaml").read_text())
    process = subprocess.Popen([*SAYSO, "fmt", str(tmp_path)], cwd=ROOT, stderr=subprocess.PIPE, text=True)
    process.send_signal(signal.SIGTERM)
    process.communicate(timeout=60)
    assert [path.name for path in tmp_path.glob(f".*{ENDING}")] == []
