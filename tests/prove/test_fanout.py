"""Processes that begin as copies of the one that starts them."""

import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from toolkit.prove import fanout

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere no process is copied")


def said_by(program: str) -> str:
    """What a Python of its own says: this one may have threads."""
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
    assert run.stderr == ""
    return run.stdout.strip()


def test_a_copy_has_what_was_loaded():
    """It need not be a function that can be written out for another process, as a local one cannot."""
    program = """
from toolkit.prove.fanout import in_parts
loaded = [10]
def nowhere(): raise AssertionError("something is loaded again")
parts = in_parts(64, 2, lambda first, count: range(first + loaded[0], first + loaded[0] + count), nowhere)
print(sorted(number for part in parts for number in part) == list(range(10, 74)))
"""
    assert said_by(program) == "True"


def test_with_a_thread_beside_it_no_process_is_copied(monkeypatch):
    monkeypatch.setattr(threading, "active_count", lambda: 1)
    assert fanout.can_copy()
    monkeypatch.setattr(threading, "active_count", lambda: 2)
    assert not fanout.can_copy()


def test_who_stops_early_leaves_no_process():
    program = """
from multiprocessing import active_children
from time import monotonic, sleep
from toolkit.prove.fanout import in_copies
def slow(number): sleep(20 * (number > 1)); return number
began = monotonic()
for number in in_copies(slow, [(each,) for each in range(9)], 2): break
print(number in (0, 1), active_children(), monotonic() - began < 15)
"""
    assert said_by(program) == "True [] True"


def test_what_goes_wrong_in_a_copy_is_told():
    program = """
from toolkit.prove.fanout import in_copies
def wrong(number): raise ValueError(f"not {number}")
try: print(list(in_copies(wrong, [(7,)], 2)))
except ValueError as error: print(error)
"""
    assert said_by(program) == "not 7"


@pytest.mark.parametrize(
    "wanted", [[range(1)], [range(7)], [range(1003)], [range(3, 9), range(0), range(20, 5000)]]
)
@pytest.mark.parametrize("workers", [1, 2, 5])
@pytest.mark.parametrize("speed", [0.01, 3.0, 1e6])
def test_portions_cover_each_game_once_and_take_about_as_long(wanted, workers, speed):
    portions = fanout.Portions(wanted, workers)
    covered, sizes = [], []
    for first, count in portions:
        covered += range(first, first + count)
        sizes.append(count)
        assert list(portions.measured([(count, count / speed, None)])) == [None]
    assert covered == [number for each in wanted for number in each]
    assert max(sizes[1:], default=1) <= max(1, fanout.PORTION * speed)
    assert sizes[-1] <= max(1, len(covered) // (4 * workers))


@pytest.mark.parametrize(
    ("done", "games", "left"),
    [
        ([], 5, [range(5)]),
        ([(0, 3)], 5, [range(3, 5)]),
        ([(1, 2), (4, 9)], 6, [range(1), range(2, 4)]),
        ([(0, 6)], 6, []),
        ([(2, 3), (8, 9)], 20, [range(2), range(3, 8), range(9, 20)]),
    ],
)
def test_what_is_missing(done, games, left):
    assert fanout.missing(done, games) == left


def test_what_is_added_is_added_whole():
    """Ctrl-C waits until it is."""
    program = """
import signal
from toolkit.prove.fanout import uninterrupted
done = []
try:
    with uninterrupted():
        signal.raise_signal(signal.SIGINT)
        done.append("all")
    done.append("more")
except KeyboardInterrupt: print(done)
"""
    assert said_by(program) == "['all']"


def test_copies_of_a_process_that_is_killed_end_with_it():
    program = """
import os, time
from toolkit.prove.fanout import in_copies
def told(number): os.write(1, b"%d\\n" % os.getpid()); time.sleep(60)
list(in_copies(told, [(1,), (2,)], 2))
"""
    run = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    assert run.stdout is not None
    copies = [int(run.stdout.readline()) for _ in range(2)]
    assert all(map(alive, copies))
    run.kill()
    run.wait()
    deadline = time.monotonic() + 10
    while any(map(alive, copies)) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert not any(map(alive, copies))
    run.stdout.close()


def alive(process: int) -> bool:
    try:
        said = Path(f"/proc/{process}/stat").read_text()
    except FileNotFoundError:
        return False
    return said.rpartition(") ")[2][0] != "Z"
