"""`sayso replay`: a recorded game, once more."""

from __future__ import annotations

from pathlib import Path

import click

from toolkit.cli.output import remark, say, show_diagnostics
from toolkit.cli.settings import Settings, shared, until


@click.command("replay", short_help="Play a recorded game again.")
@click.argument("file", metavar="FILE", type=click.Path(exists=True, path_type=Path))
@click.option("--step", is_flag=True, help="Wait for Enter after each decision.")
@click.option("--why", is_flag=True, help="Show for each event the sentence that caused it.")
@until
@shared
def command(file: Path, step: bool, why: bool, until: int | None, settings: Settings) -> int:
    """Play a recorded game again, decision by decision, and check that it ends as it was recorded.

    \b
    sayso replay game.replay.json
    sayso replay game.replay.json --step --why
    sayso replay game.replay.json --until 12

    A save will do, too: it knows the decisions that led to it. A game of other content is refused; the message says how
    far its decisions still fit, and --until plays it so far.
    """
    from toolkit.cli.packs import search_for
    from toolkit.cli.play import result
    from toolkit.cli.terminal import Stop, Table
    from toolkit.play.game import begin
    from toolkit.play.record import read_record
    from toolkit.play.restore import pack_of, resume
    from toolkit.report.diagnostic import DiagnosticError

    try:
        record = read_record(file)
        pack = pack_of(record, search=search_for(settings), until=until)
        final = resume(record, pack, until)  # refuses what does not fit before anything is shown
        game = begin(pack, final.compiled, record.setup)
    except DiagnosticError as error:
        show_diagnostics(error.diagnostics, "full")
        return 1
    table = Table(game, dict.fromkeys(game.compiled.model.players), "never", why, settings)
    try:
        table.tell_all()
        for number, (seat, index) in enumerate(final.decisions, 1):
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
    same = until is None and record.digest is not None
    remark(settings, f"{len(final.decisions)} decisions{', the same position as recorded' if same else ''}")
    return 0
