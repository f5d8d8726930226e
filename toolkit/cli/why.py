"""`sayso why`: the sentence behind an event."""

from __future__ import annotations

import click

from toolkit.cli.output import say, show_diagnostics
from toolkit.cli.settings import Settings, shared


@click.command("why", short_help="Say which sentence caused an event of a recorded game.")
@click.argument("file", metavar="REPLAY|SAVE", type=click.Path(exists=True))
@click.argument("event", metavar="[EVENT]", required=False)
@shared
def command(file: str, event: str | None, settings: Settings) -> int:
    """Say which sentence caused an event: its words, file and line, and the ids of the rules that it follows.

    \b
    sayso why game.replay.json
    sayso why game.replay.json 12
    sayso why game.replay.json last

    Without EVENT all events are listed with their numbers and places.
    """
    from toolkit.cli.packs import search_for
    from toolkit.play.restore import load_game
    from toolkit.report.diagnostic import DiagnosticError

    try:
        game = load_game(file, search=search_for(settings))
    except DiagnosticError as error:
        show_diagnostics(error.diagnostics, "full")
        return 1
    count = len(game.entries)
    if event is None:
        for each in game.log:
            say(f"{each.number:>4}  {each}")
        return 0
    number = count if event == "last" else int(event) if event.isascii() and event.isdigit() else 0
    if not 1 <= number <= count:
        raise click.UsageError(f"There is no event {event}: there are {count}, numbered from 1.")
    for line in game.why(number):
        say(line)
    return 0
