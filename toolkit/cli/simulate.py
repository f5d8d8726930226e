"""`sayso simulate`: many games of bots, counted."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from toolkit.cli.output import counted, remark, saved_report, say, show_diagnostics
from toolkit.cli.settings import PackName, Settings, shared

if TYPE_CHECKING:
    from toolkit.prove.simulate import Job, Lab
    from toolkit.prove.tally import Tally

MOST_REPLAYS = 5
"""Of games that failed: more of them seldom say more."""


@click.command("simulate", short_help="Let bots play many games, and count.")
@click.argument("pack_name", metavar="PACK", type=PackName())
@click.option(
    "--games", type=click.IntRange(1), default=100, show_default=True, metavar="N", help="How many."
)
@click.option(
    "--seed", type=int, default=1, show_default=True, metavar="S", help="Of all chance in all games."
)
@click.option(
    "--jobs",
    "-j",
    type=click.IntRange(0),
    default=1,
    show_default=True,
    metavar="J",
    help="Processes; 0: one for each CPU.",
)
@click.option(
    "--players", type=click.IntRange(1), metavar="P", help="How many play; default: the fewest that can."
)
@click.option(
    "--bots",
    default="random",
    show_default=True,
    metavar="BOTS",
    help="random, greedy, lookahead or first; greedy:LINES, lookahead:LINES: so many lines are tried for a decision. "
    "One for all seats, or a list by seat such as greedy,random.",
)
@click.option("--scenario", metavar="ID", help="A scenario of the pack.")
@click.option("--story", metavar="ID", help="The story that is told, in a pack that has stories.")
@click.option(
    "--option",
    "--module",
    "options",
    multiple=True,
    metavar="ID=on|off",
    help="An option or module of the pack.",
)
@click.option(
    "--deck", "decks", multiple=True, metavar="SEAT=DECK", help="A file, or a deck of the pack; once a seat."
)
@click.option(
    "--format", "form", type=click.Choice(["table", "json", "csv"]), default="table", show_default=True
)
@click.option(
    "--html",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Write a page with plots, too.",
)
@click.option(
    "--replays",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path("."),
    metavar="DIR",
    help="Where replays of games that failed are written; default: here.",
)
@shared
def command(
    pack_name: str,
    games: int,
    seed: int,
    jobs: int,
    players: int | None,
    bots: str,
    scenario: str | None,
    story: str | None,
    options: tuple[str, ...],
    decks: tuple[str, ...],
    form: str,
    html: Path | None,
    replays: Path,
    settings: Settings,
) -> int:
    """Let bots play many games: length, wins, final quantities, and how often each component was used and
    what it earned.

    \b
    sayso simulate my-pack --games 1000 --jobs 2
    sayso simulate my-pack --players 3 --bots greedy,random,random
    sayso simulate my-pack --games 500 --format csv > games.csv
    sayso simulate my-pack --html games.html

    The same pack, seed and bots give the same summary, for any number of processes. Invariants are looked at
    after every event. A game that fails leaves a replay. Ctrl-C keeps what is done.

    Exit code 0: all games ended. 1: some failed, or the pack has errors. 130: stopped.
    """
    from toolkit.cli.packs import find_pack, search_for
    from toolkit.cli.play import _decks, _options
    from toolkit.play.game import runaway_of
    from toolkit.prove.simulate import Job, simulate
    from toolkit.prove.summary import summary

    names = tuple(name.strip() for name in bots.split(","))
    search = search_for(settings)
    job = Job(
        find_pack(pack_name, settings),
        games,
        seed,
        players,
        names,
        scenario,
        tuple(sorted(_options(options).items())),
        search,
        story,
        tuple(sorted(_decks(decks).items())),
    )
    lab = lab_of(job)
    if lab is None:
        return 1
    with progress_bar(games, settings) as advance:
        tally = simulate(job, jobs or os.cpu_count() or 1, advance, lab)
    beyond = [failed.runaway for failed in tally.failed if failed.runaway]
    if tally.games or not beyond:
        _show(summary(lab, tally), form, html, settings)
    if beyond:
        show_diagnostics([runaway_of(lab.pack, lab.compiled, beyond[0])], "full")
    _write_replays(lab, tally, replays, settings)
    return _status(job, tally, settings)


def lab_of(job: Job) -> Lab | None:
    """Where the games of a job are played; None: what is wrong with the pack has been told.  Raises `UsageError`."""
    from toolkit.prove.simulate import open_lab
    from toolkit.report.diagnostic import DiagnosticError

    try:
        return open_lab(job)
    except DiagnosticError as error:
        show_diagnostics(error.diagnostics, "full")
        return None
    except ValueError as error:
        raise click.UsageError(f"{str(error)[:1].upper()}{str(error)[1:]}.") from None


def _status(job: Job, tally: Tally, settings: Settings) -> int:
    from toolkit.cli.main import INTERRUPTED

    done = tally.games + len(tally.failed)
    if done < job.games and not any(failed.runaway for failed in tally.failed):
        remark(settings, f"Stopped after {done} of {counted(job.games, 'game')}.", "error")
        return INTERRUPTED
    return int(bool(tally.failed))


def _show(data: dict[str, Any], form: str, html: Path | None, settings: Settings) -> None:
    from toolkit.prove.tables import as_csv, as_text

    if form == "json":
        click.echo(json.dumps(data, ensure_ascii=False, indent=1))
    elif form == "csv":
        click.echo(as_csv(data), nl=False)
    else:
        say(as_text(data))
    if html is not None:
        from toolkit.prove.page import as_html
        from toolkit.report.atomic import write_atomic

        write_atomic(html, as_html(data))
        remark(settings, f"The page is in {html}", "plain")


def _write_replays(lab: Lab, tally: Tally, folder: Path, settings: Settings) -> None:
    for failed in tally.failed[:MOST_REPLAYS]:
        path = folder / f"{lab.pack.id}-{lab.setup.players}-{failed.seed}.replay.json"
        folder.mkdir(parents=True, exist_ok=True)
        lab.game(failed).replay(path)
        where = f" at {failed.place}" if failed.place else ""
        remark(settings, f"Game {failed.game}: {failed.reason}{where}. sayso replay {path}", "error")
    reports = list(dict.fromkeys(failed.report for failed in tally.failed if failed.report))
    if reports:
        remark(settings, saved_report("\n".join(reports[:MOST_REPLAYS])), "error")
    if len(tally.failed) > MOST_REPLAYS:
        remark(settings, f"… and {len(tally.failed) - MOST_REPLAYS} more games failed.", "error")


@contextmanager
def progress_bar(games: int, settings: Settings) -> Iterator[Callable[[Tally], None] | None]:
    """A bar on standard error when somebody sits there."""
    if settings.quiet or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (BarColumn(), MofNCompleteColumn(), TextColumn("games"), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("games", total=games)
        yield lambda tally: bar.update(task, completed=tally.games + len(tally.failed))
