"""Processes that begin as copies of the one that starts them."""

import subprocess
import sys
import threading

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
print(sorted(in_parts(64, 2, lambda first, count: (first + loaded[0], count), nowhere)))
"""
    assert said_by(program) == str([(first + 10, 2) for first in range(0, 64, 2)])


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
