"""`sayso play`: a game in the terminal, people at one keyboard and bots."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from toolkit.cli.output import remark, say, show_diagnostics
from toolkit.cli.settings import PackName, Settings, shared, until

if TYPE_CHECKING:
    from toolkit.play.game import Game
    from toolkit.play.journal import Journal

PERSON = "me"
PEOPLE = (PERSON, "none", "human", "")
"""Who is no bot, in a list of bots."""


@click.command("play", short_help="Play a pack in the terminal, with people and bots.")
@click.argument("pack_name", metavar="PACK|SAVE", required=False, type=PackName())
@click.option(
    "--players", type=click.IntRange(1), metavar="N", help="How many play; default: the fewest that can."
)
@click.option(
    "--seed", type=int, metavar="S", help="Of all chance in the game; default: a new one each time."
)
@click.option(
    "--bots",
    show_default="none",
    metavar="BOTS",
    help="none: people at one keyboard. easy, normal or hard: bots at every seat; or random, greedy, lookahead, first; "
    "lookahead:LINES: so many are tried for a decision, lookahead:2s: for so long. Or a list by seat, such as me,hard.",
)
@click.option(
    "--level",
    type=click.Choice(["easy", "normal", "hard"]),
    help="You have the first seat, and bots of this level the others.",
)
@click.option("--scenario", metavar="ID", help="A scenario of the pack.")
@click.option("--story", metavar="ID", help="The story that is told, in a pack that has stories.")
@click.option(
    *("--option", "--options", "--module", "options"),
    multiple=True,
    metavar="ID=on|off",
    help="An option or module of the pack; several are parted by commas.",
)
@click.option(
    "--deck", "decks", multiple=True, metavar="SEAT=DECK", help="A file, or a deck of the pack; once a seat."
)
@click.option(
    "--log",
    type=click.Choice(["full", "brief", "last"]),
    default="full",
    show_default=True,
    help="brief: what turns and rounds say, what players gain, and the deeds of automata. "
    "last: in brief, the last round of bots.",
)
@click.option("--why", is_flag=True, help="Show for each event the sentence that caused it.")
@click.option(
    "--undo",
    type=click.Choice(["safe", "always", "never"]),
    default="safe",
    show_default=True,
    help="safe: what was revealed cannot be taken back.",
)
@click.option(
    "--replay-out",
    metavar="FILE",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write a replay when the game ends.",
)
@click.option("--resume", is_flag=True, help="Go on with the last game (of PACK) that was not finished.")
@until
@shared
def command(
    pack_name: str | None,
    players: int | None,
    seed: int | None,
    bots: str | None,
    level: str | None,
    scenario: str | None,
    story: str | None,
    options: tuple[str, ...],
    decks: tuple[str, ...],
    log: str,
    why: bool,
    undo: str,
    replay_out: Path | None,
    resume: bool,
    until: int | None,
    settings: Settings,
) -> int:
    """Play a pack in the terminal: type the number of an option, or ? for what else can be typed.

    \b
    sayso play my-pack
    sayso play my-pack --level normal
    sayso play my-pack --bots hard,me --seed 7
    sayso play my-pack --bots me,lookahead:400
    sayso play my-pack --bots random --why
    sayso play my-pack --bots greedy --log last
    sayso play evening.save.json
    sayso play --resume

    easy sees what it could do now, and sometimes does not look; normal tries a hundred lines of play for a decision;
    hard thinks for a second, wherever it plays. None of them knows more than its seat.

    At one keyboard the secrets of other players stay hidden. The same pack, seed and decisions give the same game.

    What is decided is written down at once, in $XDG_STATE_HOME/sayso/games (~/.local/state/sayso/games), until the game
    is over. A game that was left, or whose terminal was closed, goes on with --resume.
    """
    from toolkit.cli.terminal import Table, quiet_game
    from toolkit.play.journal import new_journal
    from toolkit.play.story import path_text
    from toolkit.report.diagnostic import DiagnosticError

    if bots is not None and level is not None:
        raise click.UsageError(
            "--level says who sits everywhere but in the first seat, and --bots, too: name one."
        )
    try:
        if resume or (pack_name or "").endswith(".journal"):
            game, journal = _resumed(pack_name, until, settings)
        else:
            asked = (players, seed, scenario, story, _options(options), _decks(decks))
            game = _game(pack_name, *asked, until, settings)
            journal = new_journal(game)
        game.bots = _against(level, game) if level else bots or game.bots
        seats = _bots(game.bots, game)
        journal.bots = game.bots
        remark(settings, _title(game))
        with _recorded(game, journal, replay_out, settings):
            if settings.quiet and len(seats) == len(game.people):
                quiet_game(game, seats)
            else:
                Table(game, seats, undo, why, settings, log).play()
    except DiagnosticError as error:
        show_diagnostics(error.diagnostics, "full")
        return 1
    if settings.quiet or not game.over:
        say(result(game), "head")  # else the table has said it
    if path := path_text(game.compiled, game.entries):
        say("\n".join(["The story:", *path]))
    return 0


def result(game: Game) -> str:
    """How the game ended, in a line."""
    from toolkit.play.naming import listed

    if not game.over:
        return f"The game is not over. Decisions so far: {len(game.decisions)}."
    winners = listed([game.name(seat) for seat in game.winners])
    if not winners:
        return "The game is over. Nobody won."
    return f"The game is over. {winners} won."


@contextmanager
def _recorded(game: Game, journal: Journal, replay: Path | None, settings: Settings) -> Iterator[None]:
    """While the game is played its journal is kept; then its replay is written."""
    game.changed = journal.follow
    finished = False
    try:
        yield
        finished = game.over  # and its end has been shown
    finally:
        if journal.kept and not finished:
            remark(settings, "Go on with: sayso play --resume")
        if journal.trouble:
            remark(settings, f"The game was not written down as it went: {journal.trouble}.", "warning")
        written = False
        try:
            if replay is not None:
                game.replay(replay)
                remark(settings, f"The replay is in {replay}: sayso replay, review or why {replay}")
            written = True
        finally:
            journal.close(finished and written)


def _resumed(name: str | None, until: int | None, settings: Settings) -> tuple[Game, Journal]:
    """The last game that was not finished, of this pack or of any, or the one of this journal.  Raises `UsageError`."""
    from toolkit.cli.packs import find_pack, search_for
    from toolkit.compile.pack import load_pack
    from toolkit.play.game import loaded_pack
    from toolkit.play.journal import Journal, new_journal, unfinished
    from toolkit.play.record import read_record
    from toolkit.play.restore import pack_of, resume
    from toolkit.report.atomic import being_written

    search = search_for(settings)
    pack = None
    if name is not None and name.endswith(".journal"):
        found = [Path(name)]
        if being_written(found[0]):
            raise click.UsageError(f"{name} is being played, or cannot be read.")
    else:
        pack = loaded_pack(load_pack(find_pack(name, settings), search)) if name is not None else None
        found = unfinished(pack.source.id if pack is not None else None)
    if not found:
        raise click.UsageError(f"There is no unfinished game{f' of {name}' if name else ''}.")
    record = read_record(found[0])
    game = resume(record, pack_of(record, pack, search, until), until)
    journal = (
        Journal(found[0]) if until is None else new_journal(game)
    )  # what comes after --until is not lost
    journal.bots = record.bots or ""
    journal.follow(game)
    return game, journal


def _title(game: Game) -> str:
    setup = game.setup
    return f"{game.pack.source.manifest.name}: {', '.join(game.players)}; seed {setup.seed}"


def _game(
    name: str | None,
    players: int | None,
    seed: int | None,
    scenario: str | None,
    story: str | None,
    options: dict[str, bool],
    decks: dict[str, str],
    until: int | None,
    settings: Settings,
) -> Game:
    """A new game, or the one that was saved."""
    from toolkit.cli.packs import find_pack, search_for
    from toolkit.compile.pack import load_pack
    from toolkit.play.game import new_game

    if name is None:
        raise click.UsageError("Name a PACK or a SAVE, or go on with --resume.")
    if Path(name).suffix == ".json":
        from toolkit.play.restore import load_game

        if not os.path.lexists(name):
            raise click.UsageError(f"There is no file {name}.")
        return load_game(name, search=search_for(settings), until=until)
    if seed is None:
        import secrets

        seed = secrets.randbelow(1_000_000)
    checked = load_pack(find_pack(name, settings), search_for(settings))
    try:
        return new_game(checked, players, seed, options, scenario, story, decks=decks)
    except ValueError as error:
        raise click.UsageError(f"{str(error)[:1].upper()}{str(error)[1:]}.") from None


def _options(texts: tuple[str, ...]) -> dict[str, bool]:
    chosen = {}
    for text in (part for each in texts for part in each.split(",")):
        name, equals, value = text.partition("=")
        if value.casefold() not in ("on", "off", "") or (equals and not value):
            raise click.UsageError(f"An option is on or off: --option {name}=on, not {text}.")
        chosen[name.strip()] = value.casefold() != "off"
    return chosen


def _decks(texts: tuple[str, ...]) -> dict[str, str]:
    """Which deck each seat uses."""
    chosen: dict[str, str] = {}
    for text in texts:
        seat, _, deck = text.partition("=")
        if not seat or not deck:
            raise click.UsageError(f"Say whose deck it is: --deck Red={text or 'FILE'}.")
        if seat in chosen:
            raise click.UsageError(f"{seat} has two decks.")
        chosen[seat] = deck
    return chosen


def _against(level: str, game: Game) -> str:
    """The person and the bots of a game, as `--bots` has them."""
    from toolkit.play.bots import against

    try:
        return against(level, game.people, PERSON)
    except ValueError as error:
        raise click.UsageError(f"{str(error)[:1].upper()}{str(error)[1:]}.") from None


def _bots(text: str, game: Game) -> dict[int, object]:
    """The bots by seat; people have none."""
    from toolkit.play.bots import seat_bots

    try:
        return dict(seat_bots(text, game.people, game.setup.seed, PEOPLE))
    except ValueError as error:
        raise click.UsageError(
            f"{str(error)[:1].upper()}{str(error)[1:]}. In --bots {PERSON} is you."
        ) from None
