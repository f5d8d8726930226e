"""`sayso export`: the components of a game for spreadsheets, programs and virtual tables."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, cast

import click

from toolkit.cli.output import counted, failed, paint, show_diagnostics
from toolkit.cli.print import known_languages, whole
from toolkit.cli.progress import counting, progress_bar
from toolkit.cli.settings import PackName, Settings, bleed, fonts, shared

if TYPE_CHECKING:
    from toolkit.press.export import Files
    from toolkit.press.game import Wanted
    from toolkit.report.diagnostic import Checked
    from toolkit.site.shelf import Shelf

TEXTS = ("csv", "json")
FORMATS = (*TEXTS, "png", "svg", "tts", "cockatrice")
OUT = Path("build/export")
STEPS = 3


@click.group("export", short_help="Write the components of a game for other programs.")
def command() -> None:
    """Write the components of a game for other programs: tables, pictures, Tabletop Simulator.

    \b
    sayso export cards my-pack --format csv
    """


@command.command(
    "cards", short_help="Cards and tokens as CSV, JSON, PNG, SVG, for Tabletop Simulator or Cockatrice."
)
@click.argument("pack", type=PackName())
@click.option("--format", "form", type=click.Choice(FORMATS), required=True)
@click.option("--language", metavar="uk", default="", help="Default: the first one of the pack.")
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    metavar="PATH",
    help="A file for csv and json (default: the standard output), a folder for all others "
    "(default: build/export/PACK-LANGUAGE).",
)
@click.option("--ppi", type=click.IntRange(36, 1200), default=300, show_default=True, help="Of PNG.")
@bleed
@click.option(
    "--address",
    metavar="URL",
    default="",
    help="For tts: where the pictures will be found, for players elsewhere. Default: on this machine.",
)
@fonts
@shared
def cards(
    pack: str,
    form: str,
    language: str,
    out: Path | None,
    ppi: int,
    bleed: float,
    address: str,
    fonts: Path | None,
    settings: Settings,
) -> int:
    """Write every card and token of a game.

    \b
    sayso export cards my-pack --format csv --out cards.csv
    sayso export cards my-pack --format json --language uk
    sayso export cards my-pack --format png --ppi 600
    sayso export cards my-pack --format tts --address https://example.org/my-pack
    sayso export cards my-pack --format cockatrice --out my-pack

    Pictures need the extra: pip install 'sayso[print]'. For Tabletop Simulator, put the JSON file into its folder
    Saves/Saved Objects; for Cockatrice, the XML file into its folder customsets. Exit code 0: written. 1: the pack has
    errors, or a card has.
    """
    from toolkit.press.export import as_csv, as_json
    from toolkit.press.game import Wanted
    from toolkit.site.page import Routes
    from toolkit.site.shelf import Shelf

    found = whole(pack, settings)
    if found is None:
        return 1
    tag = known_languages(found, (language,) if language else ())[0]
    shelf = Shelf.of(found, (tag,)).edition(tag, Routes())
    if form in TEXTS:
        return _text(as_csv(shelf) if form == "csv" else as_json(shelf), out, settings)
    folder = out or OUT / f"{found.id}-{tag}"
    if form == "cockatrice":
        from toolkit.press.cockatrice import cockatrice

        files = cockatrice(shelf)
        if not files:
            raise click.ClickException(f"{found.id} has no cards.")
        _written(files, folder, settings)
        return 0
    made = _pictures(shelf, form, Wanted(bleed=bleed, fonts=fonts), ppi, address, folder, settings)
    show_diagnostics(made.diagnostics, "full")
    if made.value is not None:
        _written(made.value, folder, settings)
    return int(failed(made.diagnostics))


def _text(said: str, out: Path | None, settings: Settings) -> int:
    from toolkit.report.atomic import write_atomic

    if out is None:
        click.echo(said, nl=False)
    else:
        write_atomic(out, said)
        if not settings.quiet:
            click.echo(paint("good", str(out)))
    return 0


def _pictures(
    shelf: Shelf, form: str, wanted: Wanted, ppi: int, address: str, folder: Path, settings: Settings
) -> Checked[Files | None]:
    from toolkit.press.export import pictures, tabletop
    from toolkit.press.typeset import Format, PressError

    def place(name: str) -> str:
        return f"{address.rstrip('/')}/{name}" if address else (folder.resolve() / name).as_uri()

    try:
        with progress_bar(settings, "Exporting") as advance:
            step = counting(advance, STEPS)
            if form == "tts":
                return tabletop(shelf, wanted, place, step)
            return pictures(shelf, cast(Format, form), wanted, ppi, step)
    except PressError as error:
        raise click.ClickException(str(error)) from error


def _written(files: Files, folder: Path, settings: Settings) -> None:
    from toolkit.report.atomic import write_atomic

    for name, content in files.items():
        write_atomic(folder / name, content)
    if not settings.quiet:
        click.echo(f"{counted(len(files), 'file')} in {paint('good', str(folder))}")
