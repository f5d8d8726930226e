"""`sayso print`: a game on paper, one PDF a language."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from toolkit.cli.output import failed, paint, show_diagnostics
from toolkit.cli.packs import find_pack, search_for
from toolkit.cli.progress import counting, progress_bar
from toolkit.cli.settings import PackName, Settings, bleed, fonts, into, several, shared

if TYPE_CHECKING:
    from toolkit.compile.pack import Pack
    from toolkit.press.game import Wanted

OUT = Path("build/print")
STEPS = 4
"""What is said of one file while it is made."""


@click.command("print", short_help="Make a game to be printed, cut and played: one PDF a language.")
@click.argument("pack", type=PackName())
@click.option("--language", "languages", metavar="uk", multiple=True, help="Default: all that the pack has.")
@click.option("--paper", type=click.Choice(["a4", "letter"]), default="a4", show_default=True)
@click.option(
    "--only", metavar="cards,tokens", default="", callback=several, help="Which parts; default: all."
)
@bleed
@click.option(
    "--deck", metavar="ID", default="", help="Only the cards of a deck of the pack, as many as it has."
)
@click.option("--no-backs", is_flag=True, help="Faces only, for sleeves or one-sided paper.")
@click.option("--low-ink", is_flag=True, help="Lines instead of areas of colour.")
@fonts
@into(OUT, "Where the PDFs go.")
@shared
def command(
    pack: str,
    languages: tuple[str, ...],
    paper: str,
    only: tuple[str, ...],
    bleed: float,
    deck: str,
    no_backs: bool,
    low_ink: bool,
    fonts: Path | None,
    out: Path,
    settings: Settings,
) -> int:
    """Write a game as it is printed: its rulebook, cards and tokens, in each of its languages.

    \b
    sayso print my-pack
    sayso print my-pack --language uk --paper letter
    sayso print my-pack --only cards --bleed 3
    sayso print my-pack --deck my-deck --no-backs

    Print at 100 %, on both sides, turned along the left edge; a bar on each sheet is 50 mm long.
    Needs the extra: pip install 'sayso[print]'. Exit code 0: all fits. 1: a pack has errors, or what is printed has.
    """
    from toolkit.press.game import PARTS, Wanted
    from toolkit.press.sheets import PAPERS

    for part in only:
        if part not in PARTS:
            raise click.UsageError(f"There is no part {part}. It is one of: {', '.join(PARTS)}.")
    parts = only or (("cards",) if deck else PARTS)
    found = whole(pack, settings)
    if found is None:
        return 1
    tags = known_languages(found, languages)
    wanted = Wanted(parts, PAPERS[paper], bleed, not no_backs, not low_ink, fonts, deck)
    return max(made(found, tag, wanted, out, settings) for tag in tags)


def made(pack: Pack, language: str, wanted: Wanted, out: Path, settings: Settings) -> int:
    """The PDF of one language on disk; the exit code."""
    from toolkit.press.game import print_game
    from toolkit.press.typeset import PressError
    from toolkit.report.atomic import write_atomic

    try:
        with progress_bar(settings, f"Printing {language}") as advance:
            checked = print_game(pack, language, wanted, counting(advance, STEPS))
    except PressError as error:
        raise click.ClickException(str(error)) from error
    show_diagnostics(checked.diagnostics, "full")
    if checked.value:
        name = f"{pack.id}-{wanted.deck}" if wanted.deck else pack.id
        path = out / f"{name}-{language}.pdf"
        write_atomic(path, checked.value)
        if not settings.quiet:
            click.echo(f"{paint('good', str(path))}  {len(checked.value) // 1000} kB")
    return int(failed(checked.diagnostics))


def whole(name: str, settings: Settings) -> Pack | None:
    """A pack without errors, for a card may lack no sentence; None, and the errors are shown, if it has some.

    Examples are read only where a chapter shows some as pictures.
    """
    from toolkit.compile.pack import load_pack

    folder, others = find_pack(name, settings), search_for(settings)
    checked = load_pack(folder, others, examples=False)
    documents = checked.value.source.documents if checked.value is not None else ()
    if any(document.type == "prose" and document.root.get("pictures") for document in documents):
        checked = load_pack(folder, others)
    if failed(checked.diagnostics):
        show_diagnostics(checked.diagnostics, "full")
        return None
    return checked.value


def known_languages(pack: Pack, wanted: Sequence[str]) -> Sequence[str]:
    """Those that are wanted, else all of the pack; ends the command for one that it does not have."""
    from toolkit.pack.locales import printed_languages

    known = printed_languages(pack.source)
    for tag in wanted:
        if tag not in known:
            raise click.UsageError(f"{pack.id} cannot be printed in {tag}. Languages: {', '.join(known)}.")
    return wanted or known
