"""`sayso new`: the first files of a pack, a card, a rule or an example."""

from __future__ import annotations

from pathlib import Path

import click

from toolkit.cli.output import remark, say, show_diagnostics
from toolkit.cli.settings import Settings, shared


@click.command("new", short_help="Begin a pack, a card, a rule or an example.")
@click.argument(
    "what", metavar="pack|card|rule|example", type=click.Choice(["pack", "card", "rule", "example"])
)
@click.argument("name", metavar="NAME")
@click.option(
    "--pack",
    "folder",
    default=Path("."),
    metavar="DIR",
    type=click.Path(path_type=Path, file_okay=False),
    help="The pack of a new card, rule or example; default: this folder.",
)
@click.option("--kind", metavar="KIND", help="The kind of a card; default: the first that has documents.")
@shared
def command(what: str, name: str, folder: Path, kind: str | None, settings: Settings) -> int:
    """Begin a pack, a card, a rule or an example: files that are right, play, and hold at once.

    \b
    sayso new pack my-pack
    sayso new card "Big Pebble" --pack my-pack
    sayso new rule early-end --pack my-pack
    sayso new example first-win --pack my-pack

    A pack comes with settings for editors that know YAML and JSON Schema: completion and checks while you
    type. Nothing that is there is overwritten.
    """
    from toolkit.cli.packs import PACK_FILE, search_for
    from toolkit.prove.scaffold import CannotMake, add, new_pack
    from toolkit.report.diagnostic import DiagnosticError

    try:
        if what == "pack":
            path = Path(name)
            for written in new_pack(path):
                remark(settings, str(written), "plain")
            say(f"Now: sayso validate {path} && sayso test {path} && sayso simulate {path}")
            return 0
        if not (folder / PACK_FILE).is_file():
            raise click.UsageError(f"{folder} is no pack: it holds no {PACK_FILE}. Name one with --pack.")
        path, untranslated = add(folder, what, name, search_for(settings), kind)
        say(str(path))
        for diagnostic in untranslated:
            remark(settings, f"For the translators: {diagnostic.message}", "plain")
    except CannotMake as problem:
        raise click.UsageError(f"{str(problem)[:1].upper()}{str(problem)[1:]}.") from None
    except DiagnosticError as error:
        show_diagnostics(error.diagnostics, "full")
        return 1
    return 0
