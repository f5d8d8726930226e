"""What commands that let bots play many games have in common: which games, and who plays them."""

from __future__ import annotations

import functools
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from toolkit.cli.output import show_diagnostics

if TYPE_CHECKING:
    from toolkit.prove.simulate import Job

R = TypeVar("R")

BOTS = (
    "random, greedy, lookahead or first; greedy:LINES, lookahead:LINES: so many lines are tried for a decision; "
    "or the levels easy and normal. One for all seats, or a list by seat such as greedy,random."
)

switches = click.option(
    "--option",
    "--module",
    "options",
    multiple=True,
    metavar="ID=on|off",
    help="An option or module of the pack.",
)
"""Gives a command `options`: the texts as they were typed."""


@dataclass(frozen=True)
class Gaming:
    """The options as they were given.  `jobs`: processes."""

    games: int
    seed: int
    jobs: int
    players: int | None
    bots: tuple[str, ...]
    scenario: str | None
    story: str | None
    options: tuple[str, ...]
    decks: tuple[str, ...]

    def job(self, folder: Path, search: tuple[Path, ...]) -> Job:
        """The job of a pack.  Ends the command for options that say nothing."""
        from toolkit.cli.play import _decks, _options
        from toolkit.prove.simulate import Job

        return Job(
            folder,
            self.games,
            self.seed,
            self.players,
            self.bots,
            self.scenario,
            tuple(sorted(_options(self.options).items())),
            search,
            self.story,
            tuple(sorted(_decks(self.decks).items())),
        )


def gaming(games: int, bots: str | None = "random") -> Callable[[Callable[..., R]], Callable[..., R]]:
    """Gives a command the options of games; it receives them as `table`.  `games`: how many unless somebody says it;
    `bots`: who plays then; None: the command has another way to say who.
    """
    options = [
        click.option(
            "--games", type=click.IntRange(1), default=games, show_default=True, metavar="N", help="How many."
        ),
        click.option(
            "--seed", type=int, default=1, show_default=True, metavar="S", help="Of all chance in all games."
        ),
        click.option(
            "--jobs",
            "-j",
            type=click.IntRange(0),
            default=1,
            show_default=True,
            metavar="J",
            help="Processes; 0: one for each CPU.",
        ),
        click.option(
            "--players",
            type=click.IntRange(1),
            metavar="P",
            help="How many play; default: the fewest that can.",
        ),
        *(
            [click.option("--bots", default=bots, show_default=True, metavar="BOTS", help=BOTS)]
            if bots
            else []
        ),
        click.option("--scenario", metavar="ID", help="A scenario of the pack."),
        click.option("--story", metavar="ID", help="The story that is told, in a pack that has stories."),
        switches,
        click.option(
            "--deck",
            "decks",
            multiple=True,
            metavar="SEAT=DECK",
            help="A file, or a deck of the pack; once a seat.",
        ),
    ]

    def given(function: Callable[..., R]) -> Callable[..., R]:
        @functools.wraps(function)
        def wrapper(
            *args: Any,
            games: int,
            seed: int,
            jobs: int,
            players: int | None,
            scenario: str | None,
            story: str | None,
            options: tuple[str, ...],
            decks: tuple[str, ...],
            bots: str = "",
            **kwargs: Any,
        ) -> R:
            names = tuple(name.strip() for name in bots.split(","))
            jobs = jobs or os.cpu_count() or 1
            table = Gaming(games, seed, jobs, players, names, scenario, story, options, decks)
            return function(*args, table=table, **kwargs)

        found: Any = wrapper
        for option in reversed(options):
            found = option(found)
        return found

    return given


def opened(open: Callable[[], R]) -> R | None:
    """What `open` gives; None: what is wrong with the pack has been told.  Raises `UsageError`."""
    from toolkit.report.diagnostic import DiagnosticError

    try:
        return open()
    except DiagnosticError as error:
        show_diagnostics(error.diagnostics, "full")
        return None
    except ValueError as error:
        raise click.UsageError(f"{str(error)[:1].upper()}{str(error)[1:]}.") from None
