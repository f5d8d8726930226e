"""`sayso simulate`: many games of bots, counted."""

from __future__ import annotations

import json
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from toolkit.cli.gaming import Gaming, gaming, opened
from toolkit.cli.output import counted, remark, saved_report, say, show_diagnostics
from toolkit.cli.progress import games_bar
from toolkit.cli.settings import PackName, Settings, shared

if TYPE_CHECKING:
    from toolkit.prove.cluster import Cluster
    from toolkit.prove.simulate import Job, Lab
    from toolkit.prove.tally import Tally

MOST_REPLAYS = 5
"""Of games that failed: more of them seldom say more."""


@click.command("simulate", short_help="Let bots play many games, and count.")
@click.argument("pack_name", metavar="PACK", type=PackName())
@gaming(100)
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
    "--out",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Keep there what is counted: the same command goes on where it was stopped, and plays only what is missing.",
)
@click.option(
    "--cluster",
    metavar="ADDRESS",
    help="Play on the workers of the dask scheduler there, such as tcp://10.0.0.5:8786.",
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
    table: Gaming,
    form: str,
    html: Path | None,
    out: Path | None,
    cluster: str | None,
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
    sayso simulate my-pack --games 100000 --jobs 0 --out run
    sayso simulate my-pack --games 100000 --cluster tcp://10.0.0.5:8786

    The same pack, seed and bots give the same summary, for any number of processes, here or elsewhere. Invariants
    are looked at after every event. A game that fails leaves a replay. Ctrl-C keeps what is done.

    --out DIR: stopped in any way, the same command goes on, and with more --games only the further ones are played.

    --cluster ADDRESS: needs the extra: pip install 'sayso[cluster]', and the same sayso where the workers are; the
    files of the pack travel there.

    Exit code 0: all games ended. 1: some failed, the pack has errors, DIR holds something else, or the cluster does not
    answer. 130: stopped.
    """
    from toolkit.cli.packs import find_pack, search_for
    from toolkit.play.game import runaway_of
    from toolkit.prove.summary import summary

    if cluster is not None and table.jobs != 1:
        raise click.UsageError("--jobs is of this machine, and with --cluster nothing is played here.")
    job = table.job(find_pack(pack_name, settings), search_for(settings))
    lab = lab_of(job)
    if lab is None:
        return 1
    played = _played(lab, table.jobs, out, cluster, settings)
    if played is None:
        return 1
    tally, troubles = played
    beyond = [failed.runaway for failed in tally.failed if failed.runaway]
    if tally.games or not (beyond or troubles):
        data = summary(lab, tally)
        _show(data, form, html, settings)
        if not cluster:
            remark(settings, _machine(tally), "plain")
        for warning in data["warnings"]:
            remark(settings, f"{warning}.", "warning")
    if beyond:
        show_diagnostics([runaway_of(lab.pack, lab.compiled, beyond[0])], "full")
    _write_replays(lab, tally, replays, settings)
    for trouble in troubles:
        click.echo(f"Error: {trouble}", err=True)
    return 1 if troubles else _status(job, tally, out, settings)


def _played(
    lab: Lab, jobs: int, out: Path | None, address: str | None, settings: Settings
) -> tuple[Tally, list[str]] | None:
    """What the games came to, and what ended them too early; None: why there are none has been told."""
    from toolkit.prove.cluster import ClusterError, connected
    from toolkit.prove.counted import Counted, FolderError
    from toolkit.prove.simulate import simulate

    with ExitStack() as stack:
        try:
            kept = stack.enter_context(Counted.at(out, lab)) if out is not None else None
            cluster = stack.enter_context(connected(address, lab)) if address is not None else None
        except (FolderError, ClusterError) as error:
            click.echo(f"Error: {error}", err=True)
            return None
        taken = kept.tally.games if kept is not None else 0
        if taken:
            remark(
                settings, f"{counted(taken, 'game')} of {lab.job.games} were played before: {out}", "plain"
            )
        if cluster is not None and cluster.idle:
            remark(settings, _threads(cluster), "warning")
        advance = stack.enter_context(games_bar(settings, lab.job.games, taken=taken))
        tally = simulate(lab.job, jobs, advance, lab, kept, cluster)
    goes_on = f" What was counted is in {out}: the same command goes on." if kept is not None else ""
    troubles = [cluster.trouble + goes_on] if cluster is not None and cluster.trouble else []
    if kept is not None and kept.trouble:
        troubles.append(
            f"{kept.file}: {kept.trouble}. What was counted since it was last written is not in it. The same command "
            "goes on with what is."
        )
    return tally, troubles


def _threads(cluster: Cluster) -> str:
    """Why not all of a cluster is at work."""
    return (
        f"{cluster.address} has {counted(cluster.processes, 'process', 'processes')} with "
        f"{cluster.processes + cluster.idle} threads; each process plays one game at a time. All cores play with: "
        f"dask worker {cluster.address} --nworkers auto --nthreads 1"
    )


def lab_of(job: Job, followed: bool = False) -> Lab | None:
    """Where the games of a job are played, `followed` as for `Lab`; None: what is wrong with the pack has been told.
    Raises `UsageError`.
    """
    from toolkit.prove.simulate import open_lab

    return opened(lambda: open_lab(job, followed=followed))


def _status(job: Job, tally: Tally, out: Path | None, settings: Settings) -> int:
    from toolkit.cli.main import INTERRUPTED

    if tally.done < job.games and not any(failed.runaway for failed in tally.failed):
        kept = f" They are in {out}: the same command goes on." if out is not None else ""
        remark(settings, f"Stopped after {tally.done} of {counted(job.games, 'game')}.{kept}", "error")
        return INTERRUPTED
    return int(bool(tally.failed))


def _machine(tally: Tally) -> str:
    """What played: it decides how long it took, and nothing else."""
    if tally.flat == tally.games:
        return "Played on the flat machine."
    if tally.flat:
        return f"Played on the flat machine; as Python {tally.games - tally.flat} of the {tally.games} games."
    return "Played as Python: sayso --version says what is compiled."


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
