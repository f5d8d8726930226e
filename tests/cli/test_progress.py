"""The bar of games: how many a second, and none where nobody looks."""

import io
import re
import threading
import time
from types import SimpleNamespace

from rich.console import Console

from toolkit.cli.progress import counting, games_bar, progress_bar
from toolkit.cli.settings import Settings


def test_it_says_how_many_are_done_and_how_fast():
    out = io.StringIO()
    console = Console(file=out, force_terminal=True, width=100)
    with games_bar(Settings(), 40, "pairs", console) as advance:
        assert advance is not None
        advance(SimpleNamespace(done=30))
    said = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", out.getvalue())
    assert "pairs" in said and "30/40" in said and re.search(r"[0-9.]+ a second", said)


def test_what_was_done_before_is_said_and_is_no_speed():
    out = io.StringIO()
    console = Console(file=out, force_terminal=True, width=120)
    with games_bar(Settings(), 4000, console=console, taken=3000) as advance:
        assert advance is not None
        time.sleep(0.02)
        advance(SimpleNamespace(done=4000))
    said = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", out.getvalue())
    assert "games (3000 from before)" in said and "4000/4000" in said
    assert float(re.findall(r"([0-9.]+) a second", said)[-1]) <= 50_000


def test_no_thread_draws_a_bar_beside_which_processes_are_copied():
    console = Console(file=io.StringIO(), force_terminal=True)
    before = threading.active_count()
    with games_bar(Settings(), 40, console=console):
        assert threading.active_count() == before
    with progress_bar(Settings(), "examples", console, ticking=False) as advance:
        assert advance is not None
        advance(1, 2)
        assert threading.active_count() == before


def test_steps_are_counted_and_named():
    told = []
    step = counting(lambda done, total, now="": told.append((done, total, now)), 2)
    step("words")
    step("pages")
    assert told == [(0, 2, "words"), (1, 2, "pages")]
    counting(None, 2)("nobody looks")


def test_a_pipe_gets_none():
    with games_bar(Settings(), 40) as advance:
        assert advance is None
