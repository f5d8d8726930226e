"""`sayso compare`: what a new version of a pack does to its games."""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from toolkit.cli.gaming import Gaming, gaming, opened
from toolkit.cli.output import counted, paint, remark, say, show_diagnostics
from toolkit.cli.packs import find_pack, known_packs, search_for
from toolkit.cli.progress import games_bar
from toolkit.cli.settings import PackName, Settings, shared

if TYPE_CHECKING:
    from toolkit.prove.compare.pairs import Contrast, Sides
    from toolkit.prove.compare.tables import Table

WIDE = 160
"""Columns of a table that no terminal shows."""


@click.command("compare", short_help="Play two versions of a pack, and say what is different.")
@click.argument("old_name", metavar="OLD", type=PackName())
@click.argument("new_name", metavar="[NEW]", type=PackName(), required=False)
@gaming(200)
@click.option("--all", "everything", is_flag=True, help="Also the components and ways that did not change.")
@click.option("--json", "form", flag_value="json", help="Write data instead of tables.")
@click.option("--markdown", "form", flag_value="markdown", help="Write Markdown, for a pull request.")
@click.option(
    "--html", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE", help="Write a page, too."
)
@shared
def command(
    old_name: str,
    new_name: str | None,
    table: Gaming,
    everything: bool,
    form: str | None,
    html: Path | None,
    settings: Settings,
) -> int:
    """Let the same bots play OLD and NEW with the same seeds, and say for each seat, kind, component, branch and
    epilogue what is different, with intervals. The sentences that changed come first, with what they did.

    \b
    sayso compare my-pack-1.0 my-pack
    sayso compare my-pack@v1.0 my-pack
    sayso compare my-pack@HEAD
    sayso compare my-pack@HEAD --bots greedy --games 2000 --jobs 0
    sayso compare my-pack@main --markdown > comment.md
    sayso compare my-pack@HEAD~3 my-pack@HEAD --html compared.html

    PACK@REVISION is the pack as it was in a revision of git; without NEW it is compared with the pack as it
    is. Any number of processes gives the same answer. Ctrl-C keeps the pairs that are done.

    Exit code 0, whatever the difference is. 1: games failed, or a pack has errors. 130: stopped.
    """
    from toolkit.prove.compare.findings import findings
    from toolkit.prove.compare.pairs import Match, contest, open_sides

    if new_name is None:
        new_name = _revised(old_name, settings)[0]
        if new_name == old_name:
            raise click.UsageError(
                f"Say what {old_name} is compared with: another folder, or {old_name}@REVISION."
            )
    with tempfile.TemporaryDirectory(prefix="sayso-") as laid:
        found = [
            _found(name, Path(laid) / side, settings) for side, name in (("old", old_name), ("new", new_name))
        ]
        match = Match(*(table.job(folder, search) for folder, search in found))
        sides = opened(lambda: open_sides(match))
        if sides is None:
            return 1
        with games_bar(settings, table.games, "pairs") as advance:
            contrast = contest(match, table.jobs, advance, sides)
        data = findings(sides, contrast, (old_name, new_name))
        _show(data, form, everything, settings)
        if contrast.unreached:
            remark(settings, _played_once(contrast))
        if html is not None:
            _write_page(html, data, everything, settings)
        return _status(sides, contrast, settings)


# --- Which versions -----------------------------------------------------------------------------------------


def _revised(name: str, settings: Settings) -> tuple[str, str | None]:
    """*my-pack@v1.0*: the pack and the revision.  A folder that is called so comes first."""
    if (Path(name) / "pack.yaml").is_file() or name in known_packs(settings.packs):
        return name, None
    pack, at, revision = name.partition("@")
    while at:
        if not revision:
            raise click.UsageError(f"Say which revision: {pack}@HEAD.")
        if Path(pack).is_dir() or pack in known_packs(settings.packs) or "@" not in revision:
            return pack, revision
        further, at, revision = revision.partition("@")
        pack = f"{pack}@{further}"
    return name, None


def _found(name: str, into: Path, settings: Settings) -> tuple[Path, tuple[Path, ...]]:
    """The folder of a version, and where the packs that it extends are looked up."""
    from toolkit.prove.compare.revision import NoRevision, lay_out

    pack, revision = _revised(name, settings)
    search = search_for(settings)
    if revision is None:
        return find_pack(pack, settings), search
    folder = Path(pack)
    if not folder.is_dir() and pack in (known := known_packs(settings.packs)):
        folder = known[pack]
    try:
        return lay_out(folder, revision, search, into)
    except NoRevision as error:
        raise click.UsageError(f"{str(error)[:1].upper()}{str(error)[1:]}.") from None


def _status(sides: Sides, contrast: Contrast, settings: Settings) -> int:
    from toolkit.cli.main import INTERRUPTED
    from toolkit.play.game import runaway_of

    games = sides.new.job.games
    for lab, failed in ((sides.old, contrast.failed_old), (sides.new, contrast.failed_new)):
        beyond = [each.runaway for each in failed if each.runaway]
        if beyond:
            show_diagnostics([runaway_of(lab.pack, lab.compiled, beyond[0])], "full")
    if contrast.done < games and not contrast.runaway:
        remark(settings, f"Stopped after {contrast.done} of {counted(games, 'pair')}.", "error")
        return INTERRUPTED
    return int(bool(contrast.failed_old or contrast.failed_new))


def _played_once(contrast: Contrast) -> str:
    """A remark of the machine that played, not of what came of it: other machines play both games of each pair."""
    return (
        f"In {contrast.unreached:,} of {counted(contrast.pairs, 'pair')} no game came to anything that differs, nor "
        "did a bot in its head: it was played once."
    )


# --- Showing ------------------------------------------------------------------------------------------------


def _show(data: Mapping[str, Any], form: str | None, everything: bool, settings: Settings) -> None:
    from toolkit.prove.compare.tables import as_markdown, report

    if form == "json":
        click.echo(json.dumps(data, ensure_ascii=False, indent=1))
        return
    if form == "markdown":
        click.echo(as_markdown(data, everything), nl=False)
        return
    found = report(data, everything)
    say(found.title, "head")
    for sentence in found.verdict:
        say(sentence)
    for changed in found.changed:
        say()
        say(changed.heading, "head")
        for sign, text in changed.lines:
            say(paint({"-": "error", "+": "good"}.get(sign, "plain"), f"  {sign or ' '} {text}"))
        if changed.told:
            say(f"  {changed.told}")
        if changed.table is not None:
            _table(changed.table, settings)
    for each in found.tables:
        say()
        say(each.heading, "head")
        _table(each, settings)
    for note in found.notes:
        say()
        say(note, "dim")
    for failed in data["failed"]:
        where = f" at {failed['place']}" if failed["place"] else ""
        remark(
            settings,
            f"Game {failed['game']} of the {failed['version']} version: {failed['reason']}{where}.",
            "error",
        )


def _table(table: Table, settings: Settings) -> None:
    """A table as wide as the terminal; in a pipe, as wide as it is."""
    for line in _lines(table, settings):
        click.echo(line.rstrip())


def _lines(table: Table, settings: Settings) -> Iterator[str]:
    from rich.console import Console
    from rich.table import Table as Drawn
    from rich.text import Text

    from toolkit.prove.compare.tables import COLUMNS

    console = Console(
        file=sys.stdout,
        width=None if sys.stdout.isatty() else WIDE,
        no_color=not settings.color,
        force_terminal=settings.color,
        color_system="standard" if settings.color else None,
        legacy_windows=False,
    )
    drawn = Drawn(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    drawn.add_column("")
    for number, head in enumerate(COLUMNS):
        drawn.add_column(head, justify="right" if 2 <= number < len(COLUMNS) - 1 else "left", overflow="fold")
    for row, measure in zip(table.rows, table.measures, strict=True):
        style = "bold" if measure["changed"] else ""
        drawn.add_row("", *(Text(cell, style=style) for cell in row))
    with console.capture() as captured:
        console.print(drawn)
    yield from captured.get().rstrip("\n").split("\n")


def _write_page(path: Path, data: Mapping[str, Any], everything: bool, settings: Settings) -> None:
    from toolkit.prove.compare.page import as_html
    from toolkit.report.atomic import write_atomic

    write_atomic(path, as_html(data, everything))
    remark(settings, f"The page is in {path}", "plain")
