"""`sayso witness`: games that take each way of a story."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from toolkit.cli.gaming import Gaming, switches
from toolkit.cli.output import counted, paint, remark, say
from toolkit.cli.settings import PackName, Settings, shared

if TYPE_CHECKING:
    from toolkit.prove.simulate import Lab
    from toolkit.prove.witness import Sought


@click.command("witness", short_help="Play until every way of a story has been taken.")
@click.argument("pack_name", metavar="PACK", type=PackName())
@click.argument("story", metavar="[STORY]", required=False)
@click.option(
    "--games", type=click.IntRange(1), default=200, show_default=True, metavar="N", help="At most so many."
)
@click.option(
    "--seed", type=int, default=0, show_default=True, metavar="S", help="Another seed, other games."
)
@click.option("--players", type=click.IntRange(1), metavar="N", help="How many play.")
@click.option("--bots", default="random", show_default=True, metavar="BOTS", help="As for simulate.")
@switches
@click.option(
    "--replays", type=click.Path(file_okay=False, path_type=Path), help="Folder for a replay of each way."
)
@click.option("--format", "form", type=click.Choice(["table", "json"]), default="table", show_default=True)
@click.option(
    "-j", "--jobs", type=click.IntRange(0), default=1, metavar="N", help="Processes; 0: one a core."
)
@shared
def command(
    pack_name: str,
    story: str | None,
    games: int,
    seed: int,
    players: int | None,
    bots: str,
    options: tuple[str, ...],
    replays: Path | None,
    form: str,
    jobs: int,
    settings: Settings,
) -> int:
    """Let bots play a story until each of its branches and epilogues has been taken.

    \b
    sayso witness my-pack
    sayso witness my-pack first-story --games 1000 --bots greedy -j 0
    sayso witness my-pack --replays witnesses && sayso replay witnesses/first-act-branch-1.replay.json

    For each way: the shortest game that takes it. A way without one may be impossible, or merely unlikely.

    Exit code 0: each way has a witness. 1: one has none, or the pack has errors.
    """
    from toolkit.cli.packs import find_pack, search_for
    from toolkit.cli.simulate import lab_of
    from toolkit.prove.witness import seek, story_of

    names = tuple(name.strip() for name in bots.split(","))
    table = Gaming(games, seed, jobs, players, names, None, story, options, ())
    job = table.job(find_pack(pack_name, settings), search_for(settings))
    lab = lab_of(job, followed=True)
    if lab is None:
        return 1
    told = story_of(lab)
    if told is None:
        raise click.UsageError(f"{lab.pack.id} has no stories.")
    with progress_bar(games, settings) as progress:
        sought = seek(job, jobs or os.cpu_count() or 1, progress, lab)
    paths = _write(lab, sought, replays) if replays is not None else {}
    if form == "json":
        click.echo(json.dumps(_data(told.id, sought, paths), ensure_ascii=False, indent=1))
    else:
        _show(told.name, sought, paths, settings)
    return int(bool(sought.missing))


def _name(sought: Sought, way: int) -> str:
    card, entry = sought.wanted[way]
    return f"{card.id}-{'branch' if entry.list == 'branches' else 'epilogue'}-{entry.number + 1}"


def _write(lab: Lab, sought: Sought, folder: Path) -> dict[int, str]:
    from toolkit.prove.witness import game_of

    folder.mkdir(parents=True, exist_ok=True)
    paths = {}
    for way, witness in sorted(sought.found.items()):
        path = folder / f"{_name(sought, way)}.replay.json"
        game_of(lab, witness).replay(path)
        paths[way] = path.as_posix()
    return paths


def _data(story: str, sought: Sought, paths: dict[int, str]) -> dict[str, Any]:
    ways = []
    for way, (card, entry) in sought.wanted.items():
        found = sought.found.get(way)
        ways.append(
            {
                "card": card.id,
                "list": entry.list,
                "number": entry.number + 1,
                "when": entry.when,
                "go-to": list(entry.targets),
                "games": sought.taken.get(way, 0),
                "witness": None
                if found is None
                else {"seed": found.seed, "decisions": [list(one) for one in found.decisions]},
                "replay": paths.get(way),
            }
        )
    return {"story": story, "games": sought.games, "failed": sought.failed, "ways": ways}


def _show(story: str, sought: Sought, paths: dict[int, str], settings: Settings) -> None:
    for way, (card, entry) in sought.wanted.items():
        found = sought.found.get(way)
        goal = " and ".join(entry.targets) or "the end"
        say(f"{card.name} → {goal}: {entry.when}", "head")
        if found is None:
            games = counted(sought.games, "game")
            if sought.failed:  # of these nobody knows which ways they took
                games = f"the {sought.games - sought.failed} of {games} that ended as they should"
            say(f"  no witness in {games}", "error")
            continue
        took = f"{counted(sought.taken[way], 'game')} of {sought.games}"
        where = f"  {paths[way]}" if way in paths else ""
        say(f"  {took}; seed {found.seed}, {counted(len(found.decisions), 'decision')}{where}")
    if not settings.quiet:
        missing = len(sought.missing)
        click.echo(
            paint(
                "error" if missing else "good",
                f"{story}: {counted(len(sought.wanted), 'way')}, {missing} without a witness",
            )
            + f" in {counted(sought.games, 'game')}"
        )
    if sought.failed:
        remark(
            settings, f"{counted(sought.failed, 'game')} did not end as they should: sayso simulate", "error"
        )


def progress_bar(games: int, settings: Settings) -> Any:
    """A bar on standard error when somebody sits there."""
    import sys
    from contextlib import contextmanager

    @contextmanager
    def bar() -> Any:
        if settings.quiet or not sys.stderr.isatty():
            yield None
            return
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

        columns = (
            TextColumn("games"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeRemainingColumn(),
            TextColumn("{task.fields[ways]}"),
        )
        with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
            task = progress.add_task("", total=games, ways="")

            def advance(sought: Sought) -> None:
                ways = f"{len(sought.found)} of {counted(len(sought.wanted), 'way')}"
                progress.update(task, completed=sought.games, ways=ways)

            yield advance

    return bar()
