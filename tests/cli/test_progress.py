"""The bar of games: how many a second, and none where nobody looks."""

import io
import re
from types import SimpleNamespace

from rich.console import Console

from toolkit.cli.progress import counting, games_bar
from toolkit.cli.settings import Settings


def test_it_says_how_many_are_done_and_how_fast():
    out = io.StringIO()
    console = Console(file=out, force_terminal=True, width=100)
    with games_bar(Settings(), 40, "pairs", console) as advance:
        assert advance is not None
        advance(SimpleNamespace(done=30))
    said = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", out.getvalue())
    assert "pairs" in said and "30/40" in said and re.search(r"[0-9.]+ a second", said)


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
