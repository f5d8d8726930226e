"""`sayso replay`: a recorded game, once more."""

from __future__ import annotations

import click

from toolkit.cli.output import remark, say, show_diagnostics
from toolkit.cli.settings import Settings, shared


@click.command("replay", short_help="Play a recorded game again.")
@click.argument("file", metavar="FILE", type=click.Path(exists=True, dir_okay=False))
@click.option("--step", is_flag=True, help="Wait for Enter after each decision.")
@click.option("--why", is_flag=True, help="Show for each event the sentence that caused it.")
@shared
def command(file: str, step: bool, why: bool, settings: Settings) -> int:
    """Play a recorded game again, decision by decision, and check that it ends as it was recorded.

    \b
    sayso replay game.replay.json
    sayso replay game.replay.json --step --why

    A save will do, too: it knows the decisions that led to it. A game of other content is refused.
    """
    from toolkit.cli.packs import search_for
    from toolkit.cli.play import result
    from toolkit.cli.terminal import Stop, Table
    from toolkit.play.game import begin
    from toolkit.play.record import pack_of, read_record, resume
    from toolkit.report.diagnostic import DiagnosticError

    try:
        record = read_record(file)
        pack = pack_of(record, search=search_for(settings))
        final = resume(record, pack)  # refuses what does not fit before anything is shown
        game = begin(pack, final.compiled, record.setup)
    except DiagnosticError as error:
        show_diagnostics(error.diagnostics, "full")
        return 1
    table = Table(game, dict.fromkeys(game.compiled.model.players), "never", why, settings)
    try:
        table.tell_all()
        for number, (seat, index) in enumerate(record.decisions, 1):
            decision = game.decision
            assert decision is not None
            option = decision.options_for(seat)[index]
            say(f"{number}. {game.name(seat)}: {option.label}", "message")
            game.choose(option)
            table.tell_all()
            if step:
                if table.read("Enter to go on, v for the table: ") == "v":
                    table.table(None)
    except Stop:
        return 0
    table.table(None)
    if not game.over:
        say(result(game), "head")
    remark(settings, f"{len(record.decisions)} decisions, the same position as recorded")
    return 0
