"""`sayso deck`: lists of cards, and whether they may be played with."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from toolkit.cli.output import counted, failed, formatted, paint, remark, show_diagnostics
from toolkit.cli.settings import PackName, Settings, shared

if TYPE_CHECKING:
    from toolkit.pack.decks import Deck
    from toolkit.report.diagnostic import Diagnostic


@click.group("deck", short_help="Check deck lists against the rules of a pack.")
def command() -> None:
    """Decks: lists of cards that players bring to a game.

    \b
    sayso deck check my-deck.yaml --pack my-pack

    A pack says what decks must satisfy in a document of `type: deck-rules`.
    """


@command.command("check", short_help="Say which rules a deck breaks.")
@click.argument(
    "files", metavar="FILE...", nargs=-1, required=True, type=click.Path(path_type=Path, dir_okay=False)
)
@click.option(
    "--pack",
    "pack_name",
    metavar="PACK",
    type=PackName(),
    help="The game; default: the pack in which FILE lies.",
)
@formatted
@shared
def check(files: tuple[Path, ...], pack_name: str | None, form: str, settings: Settings) -> int:
    """Check decks: ids, sections, and each sentence of the pack's deck rules.

    \b
    sayso deck check my-deck.yaml --pack my-pack
    sayso deck check decks/*.yaml --pack my-pack --format github

    Exit code 0: every deck may be played with. 1: one may not. 2: no such file or pack.
    """
    from toolkit.cli.packs import find_pack, search_for
    from toolkit.compile.pack import load_pack
    from toolkit.play.decks import check_deck, read_decks
    from toolkit.report.diagnostic import in_order

    for file in files:
        if not os.path.lexists(file):
            raise click.UsageError(f"There is no file {file}.")
    found: list[Diagnostic] = []
    decks: list[Deck] = []
    packs = {}
    for file in files:
        folder = find_pack(pack_name, settings) if pack_name is not None else _around(file)
        if folder not in packs:
            packs[folder] = load_pack(folder, search_for(settings))
        checked = packs[folder]
        if checked.value is None or not checked.ok:
            show_diagnostics(checked.diagnostics, form)
            return 1
        read = read_decks(file, checked.value)
        found += read.diagnostics
        for deck in read.value:
            decks.append(deck)
            found += check_deck(checked.value, deck)
    diagnostics = in_order(found)
    show_diagnostics(diagnostics, form)
    if form in ("full", "concise"):
        _sum_up(decks, diagnostics, settings)
    return int(failed(diagnostics))


def _sum_up(decks: list[Deck], diagnostics: tuple[Diagnostic, ...], settings: Settings) -> None:
    from toolkit.report.render import summary

    for deck in decks:
        cards = counted(sum(entry.copies for entry in deck.entries), "card")
        exempt = f"; exempt: {deck.exempt}" if deck.exempt is not None else ""
        remark(settings, f"{deck.name}: {cards}, rules {deck.rules}{exempt}")
    if not settings.quiet:
        click.echo(paint("error" if failed(diagnostics) else "good", summary(diagnostics)))


def _around(file: Path) -> Path:
    """The folder of the pack in which a file lies.  Ends the command when it lies in none."""
    from toolkit.cli.packs import PACK_FILE

    for folder in file.absolute().parents:
        if (folder / PACK_FILE).is_file():
            return folder
    raise click.UsageError(f"{file} lies in no pack. Say which game it is for, with --pack.")
