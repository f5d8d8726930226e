"""A file is written whole or not at all, wherever that is."""

import os
import signal
import stat
import subprocess
import sys
import time

import pytest

from tests.hygiene.project import ROOT
from toolkit.report import atomic
from toolkit.report.atomic import ENDING, keep, write_atomic
from toolkit.report.files import read_bounded, reason_of


@pytest.fixture(autouse=True)
def another_process():
    atomic._sweep.cache_clear()


def names(folder):
    return sorted(path.name for path in folder.iterdir())


def test_it_is_written_with_its_folders_and_replaced_with_its_rights(tmp_path):
    path = tmp_path / "a" / "b.txt"
    write_atomic(path, "one\n")
    path.chmod(0o640)
    write_atomic(path, b"two\n")
    assert path.read_bytes() == b"two\n" and stat.S_IMODE(path.stat().st_mode) == 0o640
    assert names(path.parent) == ["b.txt"]


def test_a_link_goes_on_pointing_at_the_file(tmp_path):
    (tmp_path / "real").write_text("old")
    (tmp_path / "link").symlink_to("real")
    write_atomic(tmp_path / "link", "new")
    assert (tmp_path / "link").is_symlink() and (tmp_path / "real").read_text() == "new"


FAILURES = {
    "full": ("/dev/full", "no space left on device"),
    "folder": ("{tmp}", "is a directory"),
    "below a file": ("{tmp}/file/x", "not a directory"),
    "too long": ("{tmp}/" + "x" * 5000, "file name too long"),
    "no name": ("{tmp}/\0", "no file can be named so"),
}


@pytest.mark.parametrize("case", FAILURES)
def test_what_cannot_be_written_is_said_with_its_path(case, tmp_path):
    path, reason = FAILURES[case]
    path = path.replace("{tmp}", str(tmp_path))
    (tmp_path / "file").write_text("")
    with pytest.raises(OSError) as failed:
        write_atomic(path, "text")
    assert reason_of(failed.value) == reason and failed.value.filename == path
    assert names(tmp_path) == ["file"]


@pytest.mark.parametrize("call", ["fsync", "chmod", "replace"])
@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), KeyboardInterrupt()])
def test_a_failure_leaves_the_old_file_and_no_litter(call, error, tmp_path, monkeypatch):
    path = tmp_path / "x"
    write_atomic(path, "old")

    def fail(*arguments):
        raise error

    monkeypatch.setattr(os, call, fail)
    with pytest.raises(type(error)):
        write_atomic(path, "new")
    monkeypatch.undo()
    assert path.read_text() == "old" and names(tmp_path) == ["x"]


def test_a_folder_that_may_only_be_read(tmp_path):
    (tmp_path / "x").write_text("old")
    tmp_path.chmod(0o555)
    root = os.getuid() == 0  # who may write everywhere
    try:
        if root:
            os.seteuid(65534)
        with pytest.raises(PermissionError):
            write_atomic(tmp_path / "x", "new")
    finally:
        if root:
            os.seteuid(0)
    assert (tmp_path / "x").read_text() == "old" and names(tmp_path) == ["x"]


def test_a_device_is_written_to_and_stays_one():
    write_atomic("/dev/null", "text")
    assert stat.S_ISCHR(os.stat("/dev/null").st_mode)


@pytest.mark.parametrize("kind", ["pipe", "folder", "link to a device", "link to itself"])
def test_what_only_saves_time_is_kept_in_a_file_or_not_at_all(tmp_path, kind):
    path = tmp_path / "cache"
    if kind == "pipe":
        os.mkfifo(path)  # nobody reads it: writing to it would wait for ever
    elif kind == "folder":
        path.mkdir()
    else:
        path.symlink_to("/dev/zero" if kind == "link to a device" else path)
    assert not keep(path, "text")
    assert keep(tmp_path / "other", "text") and (tmp_path / "other").read_text() == "text"


ENDLESS = """
import sys
from toolkit.report.atomic import write_atomic
for number in range(10**9):
    write_atomic(sys.argv[1], str(number % 10) * 200_000)
"""


def test_killed_at_any_moment_the_file_is_whole_and_the_next_one_sweeps(tmp_path):
    path = tmp_path / "x"
    for number in range(8):
        process = subprocess.Popen([sys.executable, "-c", ENDLESS, str(path)], cwd=ROOT)
        while not path.exists():
            time.sleep(0.01)
        time.sleep(0.02 * number)
        process.send_signal(signal.SIGKILL)
        process.wait()
        text = path.read_text()
        assert len(text) == 200_000 and len(set(text)) == 1
    for left in tmp_path.glob(f".*{ENDING}"):
        os.utime(left, (1, 1))
    (tmp_path / f".x.1{ENDING}").write_text("")
    os.utime(tmp_path / f".x.1{ENDING}", (1, 1))
    atomic._sweep.cache_clear()
    write_atomic(path, "last")
    assert names(tmp_path) == ["x"]


def test_what_another_process_writes_is_left_alone(tmp_path):
    other = tmp_path / f".x.1{ENDING}"
    with other.open("w") as file:
        os.utime(other, (1, 1))
        assert atomic.lock(file)
        write_atomic(tmp_path / "y", "text")
        assert other.exists()


# --- Reading ------------------------------------------------------------------------------------------------


def test_so_much_of_a_file_is_read(tmp_path):
    (tmp_path / "x").write_bytes(b"12345")
    assert read_bounded(tmp_path / "x", 9) == b"12345"
    assert read_bounded(tmp_path / "x", 3) == b"1234"


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("pipe", "it is not a file"),
        ("/dev/zero", "it is not a file"),
        (".", "it is a folder"),
        ("nothing", "no such file or directory"),
        ("x" * 5000, "file name too long"),
        ("\0", "no file can be named so"),
    ],
)
def test_what_is_no_file_is_not_read(name, reason, tmp_path):
    os.mkfifo(tmp_path / "pipe")
    before = len(os.listdir("/proc/self/fd"))
    with pytest.raises(OSError) as refused:
        read_bounded(tmp_path / name, 9)
    assert reason_of(refused.value) == reason
    assert len(os.listdir("/proc/self/fd")) == before
