"""A folder in which a run goes on: the same summary, and nothing is believed that is not of these games."""

import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

from tests.prove.conftest import PACKS
from toolkit.prove import counted as module
from toolkit.prove.counted import FILE, Counted, FolderError, as_data, as_tally
from toolkit.prove.identity import differences, identity
from toolkit.prove.simulate import Job, Lab, open_lab, simulate
from toolkit.prove.summary import summary
from toolkit.prove.tally import Tally

KINGS = PACKS / "hidden-hand"


@pytest.fixture(scope="module")
def lab() -> Lab:
    return lab_of(30)


def lab_of(games: int, folder: Path = KINGS, **rest) -> Lab:
    return open_lab(Job(folder, games, **{"seed": 3, **rest}))


def played(lab: Lab, folder: Path, jobs: int = 1, progress=None) -> Tally:
    with Counted.at(folder, lab) as counted:
        return simulate(lab.job, jobs, progress, lab, counted)


def told(lab: Lab, tally: Tally) -> str:
    return json.dumps(summary(lab, tally), ensure_ascii=False, indent=1)


@pytest.fixture
def begun(tmp_path: Path, lab: Lab) -> Path:
    """A folder with all games of the lab."""
    folder = tmp_path / "run"
    played(lab, folder)
    return folder


def rewritten(folder: Path, change) -> None:
    """What the file holds, changed, with a seal that fits."""
    data = json.loads((folder / FILE).read_text().split("\n")[1])
    change(data)
    body = json.dumps(data, separators=(",", ":"))
    (folder / FILE).write_text(f"{module._head(body)}\n{body}\n")


# --- Going on -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("jobs", [1, 2])
def test_what_was_counted_before_and_now_comes_to_the_same_as_at_once(tmp_path, lab, jobs):
    played(lab_of(11), tmp_path / "run")
    assert told(lab, played(lab, tmp_path / "run", jobs)) == told(lab, simulate(lab.job, lab=lab))


def test_only_what_is_missing_is_played(begun, monkeypatch):
    more = lab_of(37)
    asked = []
    play = more.play
    monkeypatch.setattr(more, "play", lambda first, count: asked.append((first, count)) or play(first, count))
    played(more, begun)
    assert [game for first, count in asked for game in range(first, first + count)] == [*range(30, 37)]


def test_stopped_in_the_middle_it_goes_on(tmp_path, lab, monkeypatch):
    from toolkit.prove import fanout

    monkeypatch.setattr(fanout, "NO_TIME", 0.0)  # one game after the other

    def stop(tally: Tally) -> None:
        if tally.games == 7:
            raise KeyboardInterrupt

    assert played(lab, tmp_path / "run", progress=stop).games == 7
    with Counted.at(tmp_path / "run", lab) as counted:
        assert counted.tally.runs == [(0, 7)]
    assert played(lab, tmp_path / "run") == simulate(lab.job, lab=lab)


def test_games_that_failed_are_played_again_and_told_again(tmp_path, starter):
    rules = starter / "rules" / "game.yaml"
    rules.write_text(
        rules.read_text().replace(
            "- Each player has at least 0 points.", "- Each player has at most 14 points."
        )
    )
    lab = lab_of(12, starter)
    once = played(lab, tmp_path / "run")
    assert once.failed and once.games
    again = played(lab, tmp_path / "run")
    assert again == once and told(lab, again) == told(lab, once)


def test_a_process_that_is_killed_loses_little(tmp_path):
    """Whatever it has said to be counted before it was written the last time is there."""
    folder = tmp_path / "run"
    command = [
        sys.executable, "-m", "toolkit", "simulate", str(KINGS), "--seed", "3", "--games", "1000000", "--jobs", "2",
        "--out", str(folder), "--quiet",
    ]  # fmt: skip
    run = subprocess.Popen(command, stdout=subprocess.DEVNULL, start_new_session=True)
    lab = lab_of(1_000_000)
    deadline = time.monotonic() + 60
    try:
        while (
            not (folder / FILE).is_file() or '"runs":[]' in (folder / FILE).read_text()
        ) and time.monotonic() < deadline:
            time.sleep(0.05)
    finally:
        os.killpg(run.pid, signal.SIGKILL)
        run.wait()
    while time.monotonic() < deadline:
        try:
            with Counted.at(folder, lab) as counted:
                assert counted.tally.games > 0
                assert counted.tally == counted_anew(lab, counted.tally.runs)
                return
        except FolderError as error:  # its copies are about to end
            assert "Another" in str(error)
            time.sleep(0.05)
    raise AssertionError("the folder stays locked")


def counted_anew(lab: Lab, runs: list[tuple[int, int]]) -> Tally:
    total = Tally()
    for first, stop in runs:
        total.add(lab.play(first, stop - first))
    return total


# --- What is refused ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("job", "said"),
    [
        ({"seed": 4}, "seed 3 (now 4)"),
        ({"bots": ("greedy", "random")}, "bots random,random (now greedy,random)"),
    ],
)
def test_other_games_are_refused_and_it_says_what_is_different(begun, job, said):
    with pytest.raises(FolderError) as refused, Counted.at(begun, lab_of(30, **job)):
        pass
    assert said in str(refused.value)


def test_the_same_said_otherwise_is_the_same(begun, lab):
    same = lab_of(30, players=2, bots=("random", "random"))
    assert played(same, begun) == simulate(lab.job, lab=lab)


def test_another_version_of_the_pack_is_refused(tmp_path, starter):
    played(lab_of(3, starter), tmp_path / "run")
    cards = starter / "cards" / "cards.yaml"
    cards.write_text(cards.read_text().replace("name: Pebble", "name: Cobble"))
    (starter / "examples" / "playing.yaml").unlink()
    with (
        pytest.raises(FolderError, match="another version of game"),
        Counted.at(tmp_path / "run", lab_of(3, starter)),
    ):
        pass


def test_fewer_games_are_refused(begun):
    with pytest.raises(FolderError, match="--games 30 or more"), Counted.at(begun, lab_of(29)):
        pass


def test_a_second_process_is_refused_while_the_first_one_counts(tmp_path, lab):
    second = Counted.at(tmp_path / "run", lab)
    with (
        Counted.at(tmp_path / "run", lab),
        pytest.raises(FolderError, match="Another sayso simulate"),
        second,
    ):
        pass
    with Counted.at(tmp_path / "run", lab):
        pass


def test_a_folder_of_something_else_is_left_alone(tmp_path, lab):
    (tmp_path / "notes.txt").write_text("mine")
    with pytest.raises(FolderError, match="other files"), Counted.at(tmp_path, lab):
        pass
    assert [each.name for each in tmp_path.iterdir()] == ["notes.txt"]


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{}",
        b"[1]\n",
        b'{"sayso":"save"}\n{}',
        b"\xff\xfe",
        b'{"sayso": "games"}',
        b"[" * 100_000,
        b"9" * 9999,
    ],
)
def test_a_foreign_file_is_refused(begun, lab, content):
    (begun / FILE).write_bytes(content)
    with pytest.raises(FolderError, match=FILE), Counted.at(begun, lab):
        pass
    assert (begun / FILE).read_bytes() == content


@pytest.mark.parametrize("at", [0.2, 0.5, 0.9, 0.99999])
def test_a_damaged_file_is_refused(begun, lab, at):
    data = bytearray((begun / FILE).read_bytes())
    data[int(at * (len(data) - 2))] ^= 1
    (begun / FILE).write_bytes(data)
    with pytest.raises(FolderError), Counted.at(begun, lab):
        pass
    (begun / FILE).write_bytes(data[: int(at * (len(data) - 2))])
    with pytest.raises(FolderError), Counted.at(begun, lab):
        pass


def counts(name, value):
    return lambda data: data["counts"].__setitem__(name, value)


@pytest.mark.parametrize(
    "change",
    [
        counts("games", 31),
        counts("games", True),
        counts("runs", [[0, 40]]),
        counts("runs", [[0, 20], [10, 20]]),
        counts("runs", [[-1, 29]]),
        counts("runs", [[0, 15], [15, 30]]),
        counts("runs", [[30, 0]]),
        counts("wins", [[1, 500]]),
        counts("wins", [[1, 2], [1, 2]]),
        counts("wins", [["1", 2]]),
        counts("wins", {"1": 2}),
        counts("amounts", [[1, 2]]),
        counts("amounts", [[10**30, 2, 3, 4]]),
        counts("decisions", []),
        counts("more", 1),
        lambda data: data.__setitem__("counts", [1]),
        lambda data: data["counts"].pop("wins"),
        lambda data: data.__setitem__("asked", "30"),
        lambda data: data.__setitem__("run", None),
    ],
)
def test_what_is_sealed_and_cannot_be_is_refused(begun, lab, change):
    rewritten(begun, change)
    with pytest.raises(FolderError), Counted.at(begun, lab):
        pass


def test_what_another_run_is_called_cannot_act(begun, lab):
    rewritten(begun, lambda data: data["run"].__setitem__("bots", "\x1b[2J"))
    with pytest.raises(FolderError) as refused, Counted.at(begun, lab):
        pass
    assert "bots another (now random,random)" in str(refused.value)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes")
def test_a_pipe_is_not_waited_for(tmp_path, lab):
    os.mkfifo(tmp_path / module.LOCK)
    with Counted.at(tmp_path, lab):
        pass
    (tmp_path / FILE).unlink()
    os.mkfifo(tmp_path / FILE)
    with pytest.raises(FolderError), Counted.at(tmp_path, lab):
        pass


def test_a_link_leads_to_nothing_that_is_written(tmp_path, lab):
    other = tmp_path / "other.txt"
    other.write_text("mine")
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / FILE).symlink_to(other)
    with pytest.raises(FolderError), Counted.at(tmp_path / "run", lab):
        pass
    assert other.read_text() == "mine"


# --- A tally as data ----------------------------------------------------------------------------------------


def test_a_tally_is_read_as_it_was_written():
    tally = lab_of(6, bots=("greedy",)).play(0, 6)
    tally.choices[(3, "branch", -2), True] += 4
    tally.ahead[1, False] += 2
    data = json.loads(json.dumps(as_data(tally)))
    assert as_tally(data) == tally
    assert not any(isinstance(value, Counter) for value in data.values())


def test_differences_are_told_once(lab):
    mine = identity(lab)
    assert differences(mine, mine) == []
    theirs = {**mine, "sayso": "0.0.1", "program": "x", "compiled": "y"}
    assert len(differences(theirs, mine)) == 1
    assert differences({**mine, "compiled": "y"}, mine) == ["the same files, compiled otherwise"]
    assert differences({**mine, "later": 1}, mine)
    assert differences({}, mine)


# --- As a command -------------------------------------------------------------------------------------------


def test_the_command_says_how_it_goes_on(sayso, starter, monkeypatch):
    from toolkit.prove import fanout

    play = Lab.play

    def interrupted(self, first, count):
        if first >= 6:
            raise KeyboardInterrupt
        return play(self, first, count)

    whole = sayso("simulate", starter, "--games", 20, "--format", "json")
    monkeypatch.setattr(fanout, "NO_TIME", 0.0)
    monkeypatch.setattr(Lab, "play", interrupted)
    run = sayso("simulate", starter, "--games", 20, "--out", "run")
    assert run.status == 130
    assert "Stopped after 6 of 20 games. They are in run: the same command goes on." in run.err
    monkeypatch.setattr(Lab, "play", play)
    run = sayso("simulate", starter, "--games", 20, "--out", "run", "--format", "json")
    assert "6 games of 20 were played before: run" in run.err
    assert (run.status, run.out) == (0, whole.out)
    run = sayso("simulate", starter, "--games", 20, "--seed", 2, "--out", "run")
    assert run.status == 1
    assert "seed 1 (now 2)" in run.err and not run.out


def test_a_full_disk_ends_it_and_what_was_counted_is_shown(sayso, starter, monkeypatch):
    written = []

    def full(path, content, **_):
        if written:
            raise OSError(28, "No space left on device", str(path))
        written.append(path)

    monkeypatch.setattr(module, "write_atomic", full)
    monkeypatch.setattr(module, "EVERY", 0.0)
    monkeypatch.setattr(module, "SELDOM", 0)
    run = sayso("simulate", starter, "--games", 200, "--out", "run")
    assert run.status == 1
    assert "games.json: no space left on device." in run.err
    assert run.out.startswith("game: ") and "of 200 games" in run.out


def test_a_folder_that_cannot_be_made_is_told_before_anything_is_played(sayso, starter):
    Path("file").write_text("")
    run = sayso("simulate", starter, "--out", "file")
    assert (run.status, run.out) == (1, "") and "file is no folder." in run.err
