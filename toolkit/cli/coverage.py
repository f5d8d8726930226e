"""`sayso coverage`: the sentences that nothing has executed."""

from __future__ import annotations

import json

import click

from toolkit.cli.output import counted, paint, remark, say, show_diagnostics
from toolkit.cli.progress import progress_bar
from toolkit.cli.settings import PackName, Settings, shared


@click.command("coverage", short_help="List the sentences that no example and no game has executed.")
@click.argument("pack_name", metavar="PACK", type=PackName())
@click.option(
    "--games",
    type=click.IntRange(0),
    default=20,
    show_default=True,
    metavar="N",
    help="Random games, beside the examples.",
)
@click.option(
    "--seed", type=int, default=1, show_default=True, metavar="S", help="Of all chance in the games."
)
@click.option("--format", "form", type=click.Choice(["table", "json"]), default="table", show_default=True)
@click.option("--strict", is_flag=True, help="Exit with 1 when something is missing.")
@shared
def command(pack_name: str, games: int, seed: int, form: str, strict: bool, settings: Settings) -> int:
    """List the sentences that no example and no game has executed, and the conditions that took one value only.

    \b
    sayso coverage my-pack
    sayso coverage my-pack --games 0
    sayso coverage my-pack --games 200 --format json

    An effect counts when it has made something happen; a condition when it has been true and false. Games
    are played by random bots, with each number of players in turn, and so is each scenario with automata: it is told
    whether these were never asked anything, or which sentence asked (exit code 1).
    """
    from toolkit.cli.trace import whole_pack
    from toolkit.prove.coverage import as_data, judge, seen_in_examples, seen_in_games, silences
    from toolkit.prove.probe import Seen

    pack = whole_pack(pack_name, settings)
    if pack is None:
        return 1
    seen = Seen()
    with progress_bar(settings, "examples") as advance:
        for each in seen_in_examples(pack, advance).values():
            seen.add(each)
    seen.add(seen_in_games(pack, games, seed))
    quiet = tuple(silences(pack, games, seed, seen))
    coverage = judge(pack, seen)
    missing = coverage.missing
    status = int((strict and bool(missing)) or any(each.asked for each in quiet))
    if form == "json":
        click.echo(json.dumps(as_data(pack, coverage, games, quiet), ensure_ascii=False, indent=1))
        return status
    for line in missing:
        sentence = line.sentence
        say(f"{sentence.file}:{sentence.line}:{sentence.column}: " + paint("warning", line.missing))
        say(f"  {sentence.text}")
    both, conditions = coverage.conditions
    text = (
        f"{pack.id}: {coverage.executed} of {counted(len(coverage.lines), 'sentence')} executed, "
        f"{both} of {counted(conditions, 'condition')} took both values"
    )
    say(text, "error" if missing else "good")
    remark(settings, f"in the examples and {counted(games, 'random game')}")
    for silence in quiet:
        show_diagnostics(silence.asked, "full")
        if not silence.asked:
            seats = " and ".join(silence.seats)
            text = f"{silence.scenario}: {seats} never had to decide, in {counted(games, 'random game')}"
            say(text, "good")
    return status
