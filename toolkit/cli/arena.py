"""`sayso arena`: bots against one another, and how strong they are."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import click

from toolkit.cli.gaming import Gaming, gaming, opened
from toolkit.cli.output import counted, remark, say
from toolkit.cli.packs import PACK_FILE, find_pack, search_for
from toolkit.cli.progress import games_bar
from toolkit.cli.settings import PackName, Settings, shared

if TYPE_CHECKING:
    from toolkit.prove.arena import Contender


@click.command("arena", short_help="Let bots play against one another, and rate them.")
@click.argument("pack_name", metavar="PACK", type=PackName())
@click.argument("labels", metavar="BOT BOT...", nargs=-1, required=True)
@gaming(100, bots=None)
@click.option("--json", "form", flag_value="json", help="Write data instead of tables.")
@shared
def command(
    pack_name: str, labels: tuple[str, ...], table: Gaming, form: str | None, settings: Settings
) -> int:
    """Let bots play against one another, each in every seat of the same games, and say how strong they are: Elo's
    points with intervals.

    \b
    sayso arena my-pack greedy random
    sayso arena my-pack lookahead:200 lookahead:50 greedy --games 300 --jobs 0
    sayso arena my-pack hard normal easy --games 30
    sayso arena my-pack greedy greedy@my-pack-1.0
    sayso arena my-pack greedy greedy@HEAD

    BOT is random, greedy, lookahead or first; greedy:LINES and lookahead:LINES try so many lines for a decision,
    lookahead:500ms tries as many as it can in so long; or a level: easy, normal, hard. Of a bot that thinks for so
    long, as hard does, the result is true of this machine.
    BOT@VERSION judges positions by the evaluation in another folder, or in a revision of git.

    A round is one deal, played with every line-up; rounds are played whole. Any number of processes gives the
    same result, but for the time. Ctrl-C keeps what is done.

    Exit code 0: all games ended. 1: some failed, or the pack has errors. 130: stopped.
    """
    from toolkit.cli.main import INTERRUPTED
    from toolkit.prove.arena import Cup, as_text, contend, open_ring, standings_data

    if len(labels) < 2 or len({*labels}) < len(labels):
        raise click.UsageError("Name two bots or more, each once: sayso arena my-pack greedy random.")
    with tempfile.TemporaryDirectory(prefix="sayso-") as laid:
        folder, search = find_pack(pack_name, settings), search_for(settings)
        contenders = [
            _contender(bot, folder, Path(laid) / str(number), settings) for number, bot in enumerate(labels)
        ]
        cup = Cup(table.job(folder, search), tuple(contenders))
        ring = opened(lambda: open_ring(cup))
        if ring is None:
            return 1
        with games_bar(settings, ring.games) as advance:
            standings = contend(cup, table.jobs, advance, ring)
    data = standings_data(ring, standings)
    if form == "json":
        click.echo(json.dumps(data, ensure_ascii=False, indent=1))
    else:
        spent = {
            bot: 1000 * standings.seconds.get(number, 0.0) / max(1, standings.decisions[number])
            for number, bot in enumerate(labels)
        }
        say(as_text(data, spent))
    if standings.failed:
        failed = counted(standings.failed, "game")
        remark(settings, f"{failed} did not end as they should: sayso simulate", "error")
    if standings.done < ring.games:
        remark(settings, f"Stopped after {standings.done} of {counted(ring.games, 'game')}.", "error")
        return INTERRUPTED
    return int(bool(standings.failed))


def _contender(label: str, folder: Path, into: Path, settings: Settings) -> Contender:
    """*greedy@VERSION*: the bot, and where the evaluation is by which it judges."""
    from toolkit.prove.arena import Contender
    from toolkit.prove.compare.revision import NoRevision, lay_out

    name, at, version = label.partition("@")
    search = search_for(settings)
    if not at:
        return Contender(label, name)
    if (Path(version) / PACK_FILE).is_file():
        return Contender(label, name, Path(version), search)
    try:
        return Contender(label, name, *lay_out(folder, version, search, into))
    except NoRevision as error:
        said = f"{str(error)[:1].upper()}{str(error)[1:]}"
        raise click.UsageError(
            f"{label}: {version} is no folder of a pack, and no revision. {said}."
        ) from None
