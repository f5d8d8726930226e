"""A bar on standard error while something takes long: what is done, of how much, and what runs now.

Only for a person at a terminal; a pipe gets nothing.
"""

from __future__ import annotations

import itertools
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING, Protocol

from toolkit.cli.settings import Settings

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Task


OFTEN = 0.1
"""Seconds between two times that a bar of games is drawn."""


class Advance(Protocol):
    """So many of so many are done; `now`: what has just begun."""

    def __call__(self, done: int, total: int, now: str = "") -> None: ...


@contextmanager
def progress_bar(
    settings: Settings, what: str, console: Console | None = None, *, ticking: bool = True
) -> Iterator[Advance | None]:
    """Shows how far it is; gives None where nobody looks.  `what`: is counted.  `console`: default standard error.

    `ticking`: a thread draws it, also while nothing comes.  Beside one no process is copied (`can_copy`), and each
    would load the pack anew.
    """
    if console is None and (settings.quiet or not sys.stderr.isatty()):
        yield None
        return
    from rich.console import Console
    from rich.markup import escape
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (
        TextColumn(what),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("{task.description}"),
    )
    console = console or Console(stderr=True)
    to_terminal = sys.stdout.isatty()
    with Progress(
        *columns, console=console, transient=True, redirect_stdout=to_terminal, auto_refresh=ticking
    ) as bar:
        task = bar.add_task("", total=None)

        def advance(done: int, total: int, now: str = "") -> None:
            bar.update(task, completed=done, total=total, description=escape(now), refresh=not ticking)

        yield advance


def counting(advance: Advance | None, steps: int) -> Callable[[str], None]:
    """A hearer of steps that moves the bar."""
    done = itertools.count()
    return lambda now: None if advance is None else advance(next(done), steps, now)


class Done(Protocol):
    """What counts games: how many are done."""

    @property
    def done(self) -> int: ...


@contextmanager
def games_bar(
    settings: Settings, games: int, what: str = "games", console: Console | None = None, taken: int = 0
) -> Iterator[Callable[[Done], None] | None]:
    """The same for games: how many a second, and the time that is left.  Gives what is called with what counts them.

    `taken`: so many of them were done before.  No thread draws it (`ticking`).
    """
    if console is None and (settings.quiet or not sys.stderr.isatty()):
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
    from rich.table import Column

    columns = (
        TextColumn(f"{what} ({taken} from before)" if taken else what),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[speed]}", table_column=Column(min_width=10)),
        TimeRemainingColumn(),
    )
    console = console or Console(stderr=True)
    with Progress(*columns, console=console, transient=True, auto_refresh=False) as bar:
        task = bar.add_task("", total=games, completed=taken, speed="")
        bar.refresh()
        drawn = 0.0

        def advance(counted: Done) -> None:
            nonlocal drawn
            bar.update(task, completed=counted.done)
            if (now := monotonic()) - drawn > OFTEN or counted.done >= games:
                drawn = now
                bar.update(task, speed=_speed(bar.tasks[0], taken), refresh=True)

        yield advance


def _speed(task: Task, taken: int) -> str:
    """*12.3 a second*, of those that were not done before."""
    passed = task.elapsed or 0.0
    done = task.completed - taken
    return f"{done / passed:.1f} a second" if passed and done else ""
