"""Games on the workers of a dask scheduler: the same counts, and a message for whatever is missing there."""

import json
import pickle
import socket
import sys
import threading
import time
from pathlib import Path

import pytest

from tests.prove.conftest import PACKS
from toolkit.prove import cluster as module
from toolkit.prove.cluster import Cluster, ClusterError, Packet, Unfit, connected, play_there
from toolkit.prove.simulate import Job, Lab, open_lab, simulate
from toolkit.prove.summary import summary
from toolkit.report.kept import program_text

KINGS = PACKS / "hidden-hand"


def lab_of(folder: Path = KINGS, games: int = 40, **rest) -> Lab:
    return open_lab(Job(folder, games, **{"seed": 3, **rest}))


# --- What travels, without dask -----------------------------------------------------------------------------


def there(lab: Lab, first: int = 0, count: int = 5):
    """What a worker would answer; all that goes there and back is written out, as it is on the way."""
    told = pickle.loads(pickle.dumps((program_text(), "0", Packet.of(lab).packed(), first, count)))
    return pickle.loads(pickle.dumps(play_there(*told)))[2]


def test_a_worker_plays_the_same_games_from_what_travels():
    lab = lab_of()
    assert there(lab, 3, 9) == lab.play(3, 9)


def test_packs_that_are_extended_and_pictures_that_must_be_there_travel(tmp_path, starter):
    (starter / "art").mkdir()
    (starter / "art" / "one.svg").write_text("<svg/>")
    (starter / "faces.yaml").write_text(
        "type: layout\nid: faces\nkinds: [card]\nback: {picture: art/one.svg}\n"
    )
    above = Path("above")
    above.mkdir()
    (above / "pack.yaml").write_text("format: 1\ntype: pack\nid: above\nname: Above\nextends: [game]\n")
    lab = lab_of(above, search=(Path.cwd(),))
    assert set(Packet.of(lab).packs) == {"game", "above"}
    assert there(lab) == lab.play(0, 5)


def test_decks_travel_those_of_the_pack_by_name_and_others_as_their_files(tmp_path):
    own = tmp_path / "mine.yaml"
    found = (PACKS / "deck-box" / "decks" / "decks.yaml").read_text().split("---\n")
    own.write_text(next(deck for deck in found if "id: whole-box" in deck).replace("whole-box", "mine"))
    lab = lab_of(PACKS / "deck-box", decks=(("Blue", str(own)), ("Red", "one-wolf")))
    assert there(lab) == lab.play(0, 5)
    own.unlink()
    with pytest.raises(ClusterError, match=r"mine\.yaml: no such file"):
        Packet.of(lab)


def test_nothing_is_left_on_a_worker(monkeypatch, tmp_path):
    monkeypatch.setattr(module.tempfile, "tempdir", str(tmp_path))
    module._opened.cache_clear()
    there(lab_of())
    assert list(tmp_path.iterdir()) == []


def test_where_a_game_failed_is_said_as_at_home(starter):
    rules = starter / "rules" / "game.yaml"
    rules.write_text(rules.read_text().replace("has at least 0 points.", "has at most 14 points."))
    lab = lab_of(starter)
    mine, theirs = lab.play(0, 12), there(lab, 0, 12)
    assert mine == theirs and mine.failed[0].place == theirs.failed[0].place == "game/rules/game.yaml:45"


def test_another_program_says_so(monkeypatch):
    packet = Packet.of(lab_of()).packed()
    with pytest.raises(Unfit, match=r"it has sayso .*, and this is sayso 99\.0"):
        play_there("other", "99.0", packet, 0, 1)


def test_other_limits_say_so(monkeypatch):
    packet = Packet.of(lab_of()).packed()
    module._opened.cache_clear()
    monkeypatch.setenv("SAYSO_LIMITS", "steps=777")
    with pytest.raises(Unfit, match="SAYSO_LIMITS"):
        play_there(program_text(), "0", packet, 0, 1)


def test_a_pack_that_is_too_large_stays_at_home(monkeypatch):
    monkeypatch.setattr(module, "LARGEST", 100)
    with pytest.raises(ClusterError, match="too large"):
        Packet.of(lab_of())


def test_without_the_extra_the_message_names_it(sayso, monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    run = sayso("simulate", KINGS, "--cluster", "tcp://127.0.0.1:1")
    assert (run.status, run.out) == (1, "")
    assert "pip install 'sayso[cluster]'" in run.err


def test_processes_of_this_machine_and_a_cluster_are_misuse(sayso):
    run = sayso("simulate", KINGS, "--cluster", "tcp://127.0.0.1:1", "--jobs", 2)
    assert run.status == 2 and "--jobs" in run.err


# --- With a scheduler ---------------------------------------------------------------------------------------


def local(workers: int, processes: bool = False):
    """A scheduler with so many workers, of one thread each."""
    distributed = pytest.importorskip("distributed", reason="the extra `cluster` is not installed")
    return distributed.LocalCluster(
        n_workers=workers, threads_per_worker=1, processes=processes, protocol="tcp://",
        dashboard_address=":0", silence_logs=100,
    )  # fmt: skip


@pytest.fixture(scope="module")
def workers():
    """The address of a scheduler with two workers in this process."""
    with local(2) as found:
        yield found.scheduler_address


@pytest.fixture
def inside():
    """A scheduler that has no workers yet."""
    with local(0) as found:
        yield found


def test_a_worker_that_is_another_process_gives_the_same(sayso):
    common = ("simulate", KINGS, "--games", 30, "--seed", 3, "--format", "json")
    with local(1, processes=True) as found:
        run = sayso(*common, "--cluster", found.scheduler_address)
    assert (run.status, run.out) == (0, sayso(*common).out)


def test_a_cluster_gives_the_same_summary_as_this_machine(sayso, workers):
    here = sayso("simulate", KINGS, "--games", 50, "--seed", 3, "--format", "json")
    run = sayso("simulate", KINGS, "--games", 50, "--seed", 3, "--format", "json", "--cluster", workers)
    assert (run.status, run.out) == (here.status, here.out)
    assert "threads" not in run.err


def test_a_cluster_goes_on_with_a_folder(sayso, workers, tmp_path):
    common = ("simulate", KINGS, "--seed", 3, "--format", "json", "--games")
    here = sayso(*common, 30)
    sayso(*common, 12, "--out", tmp_path / "run")
    run = sayso(*common, 30, "--out", tmp_path / "run", "--cluster", workers)
    assert run.out == here.out and "12 games of 30 were played before" in run.err


def test_games_that_fail_there_leave_a_replay_here(sayso, workers, starter, tmp_path):
    rules = starter / "rules" / "game.yaml"
    rules.write_text(rules.read_text().replace("has at least 0 points.", "has at most 14 points."))
    options = ("--games", 12, "--seed", 3, "--replays", tmp_path / "replays", "--cluster", workers)
    run = sayso("simulate", starter, *options)
    assert run.status == 1 and "an invariant does not hold at game/rules/game.yaml:45" in run.err
    assert list((tmp_path / "replays").glob("*.replay.json"))


def test_a_scheduler_without_workers_is_told(sayso, inside, monkeypatch):
    monkeypatch.setattr(module, "PATIENCE", 0.5)
    run = sayso("simulate", KINGS, "--cluster", inside.scheduler_address)
    assert (run.status, run.out) == (1, "")
    assert f"has no workers. Start some, on any machine: dask worker {inside.scheduler_address}" in run.err


def test_threads_of_a_worker_play_one_after_the_other_and_that_is_told(sayso, inside):
    inside.new_spec["options"]["nthreads"] = 3
    inside.scale(1)
    inside.wait_for_workers(1)
    address = inside.scheduler_address
    run = sayso("simulate", KINGS, "--games", 6, "--seed", 3, "--format", "json", "--cluster", address)
    assert run.out == sayso("simulate", KINGS, "--games", 6, "--seed", 3, "--format", "json").out
    assert "1 process with 3 threads; each process plays one game at a time" in run.err


def test_a_worker_with_another_sayso_is_told(sayso, inside, monkeypatch):
    inside.scale(1)
    monkeypatch.setattr(module, "__version__", "99.0")  # told by the one who asks, looked at by the worker
    monkeypatch.setattr(module, "program_text", iter(["mine", *["theirs"] * 99]).__next__)
    run = sayso("simulate", KINGS, "--cluster", inside.scheduler_address)
    assert (run.status, run.out) == (1, "")
    assert "A worker of" in run.err and "is another program than this one" in run.err


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("nowhere", "missing port number"),
        ("http://127.0.0.1:8787", "unknown address scheme"),
        ("tcp://127.0.0.1:9", "No dask scheduler answers at tcp://127.0.0.1:9"),
        ("", "No dask scheduler"),
    ],
)
def test_an_address_at_which_nobody_answers(sayso, monkeypatch, address, said):
    pytest.importorskip("distributed", reason="the extra `cluster` is not installed")
    monkeypatch.setattr(module, "PATIENCE", 0.5)
    run = sayso("simulate", KINGS, "--cluster", address)
    assert (run.status, run.out) == (1, "")
    assert said in run.err and "tcp://10.0.0.5:8786" in run.err


def test_who_listens_and_says_nothing_is_not_waited_for(sayso, monkeypatch):
    pytest.importorskip("distributed", reason="the extra `cluster` is not installed")
    monkeypatch.setattr(module, "PATIENCE", 0.5)
    with socket.create_server(("127.0.0.1", 0)) as deaf:
        began = time.monotonic()
        run = sayso("simulate", KINGS, "--cluster", f"tcp://127.0.0.1:{deaf.getsockname()[1]}")
        assert run.status == 1 and "No dask scheduler answers" in run.err
        assert time.monotonic() - began < 10


def test_a_worker_without_sayso_is_told(sayso, workers, monkeypatch):
    monkeypatch.setattr(module, "__name__", "toolkit.prove.of_another_version")
    run = sayso("simulate", KINGS, "--cluster", workers)
    assert (run.status, run.out) == (1, "")
    assert f"A worker of {workers} has no sayso, or another one: pip install sayso==" in run.err


def test_workers_that_are_all_gone_are_not_waited_for(inside, monkeypatch):
    monkeypatch.setattr(module, "GONE", 0.5)
    monkeypatch.setattr(module, "LOOKING", 0.1)
    inside.scale(1)
    inside.wait_for_workers(1)
    lab = lab_of(games=1_000_000)
    with connected(inside.scheduler_address, lab) as cluster:
        monkeypatch.setattr(module, "PATIENCE", 0.5)
        tally = simulate(lab.job, progress=lambda _: inside.scale(0), lab=lab, cluster=cluster)
    assert 0 < tally.games < 1_000_000
    assert cluster.trouble == f"No worker of {inside.scheduler_address} is left."


def test_ctrl_c_keeps_what_came_from_a_cluster(workers):
    lab = lab_of(games=1_000_000)
    with connected(workers, lab) as found:
        came = []

        def stop(tally):
            came.append(tally.done)
            raise KeyboardInterrupt

        tally = simulate(lab.job, progress=stop, lab=lab, cluster=found)
    assert tally.games == came[0] > 0


def test_a_scheduler_that_goes_away_ends_it_with_what_came(monkeypatch):
    found = local(1)
    monkeypatch.setattr(module, "GONE", 0.5)
    lab = lab_of(games=1_000_000)
    with connected(found.scheduler_address, lab) as cluster:

        def leave(tally):
            if found.status.name == "running":
                threading.Thread(target=found.close).start()

        tally = simulate(lab.job, progress=leave, lab=lab, cluster=cluster)
    assert 0 < tally.games < 1_000_000
    assert isinstance(cluster, Cluster) and cluster.trouble
    assert json.dumps(summary(lab, tally))
