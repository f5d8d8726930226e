"""`sayso validate`: everything that is wrong with packs."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from toolkit.cli.output import counted, failed, formatted, paint, remark, saved_report, show_diagnostics
from toolkit.cli.packs import find_pack, search_for
from toolkit.cli.progress import counting, progress_bar
from toolkit.cli.settings import PackName, Settings, shared
from toolkit.cli.watch import Loaded, stamps
from toolkit.documents.document_type import types_that

if TYPE_CHECKING:
    from toolkit.compile.pack import Pack
    from toolkit.report.diagnostic import Diagnostic

POLL = 0.1
"""Seconds between two looks at the files with `--watch`."""


@click.command("validate", short_help="Check packs and say everything that is wrong.")
@click.argument("packs_", metavar="PACK...", nargs=-1, required=True, type=PackName())
@formatted
@click.option("--watch", is_flag=True, help="Check again whenever a file changes, until Ctrl-C.")
@click.option(
    "--readings", is_flag=True, help="Also list what every sentence was understood to mean, for review."
)
@click.option(
    "--out",
    metavar="FILE",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write the readings to this file.",
)
@shared
def command(
    packs_: tuple[str, ...], form: str, watch: bool, readings: bool, out: Path | None, settings: Settings
) -> int:
    """Check packs: files, keys, words, sentences, references, programs.

    \b
    sayso validate my-pack
    sayso validate content/* --format github
    sayso validate my-pack --watch
    sayso validate my-pack --readings --out readings.txt

    Exit code 0: no errors (warnings are only shown). 1: errors. 2: no such pack.
    """
    if out is not None and not readings:
        raise click.UsageError("--out is where the readings are written: it needs --readings.")
    folders = [find_pack(name, settings) for name in packs_]
    seen = stamps(folders)  # before the files are read: what changes meanwhile is not missed
    loaded = Loaded()
    status, checked = _check(folders, form, settings, loaded)
    if readings:
        _list(checked, out, settings)
    while watch:
        time.sleep(POLL)
        now = stamps(folders)
        if now != seen:
            seen = now
            click.clear()
            _check(folders, form, settings, loaded)
    return status


def _check(folders: list[Path], form: str, settings: Settings, loaded: Loaded) -> tuple[int, list[Pack]]:
    """Shows what is wrong; the exit code, and the packs that could be read."""
    from toolkit.pack.source import COMMON
    from toolkit.report.diagnostic import in_order
    from toolkit.report.internal import REPORTS
    from toolkit.report.render import summary

    found: list[Diagnostic] = []
    counts = []
    packs: list[Pack] = []
    checks = _checks()
    with progress_bar(settings, "Checking") as advance:
        step = counting(advance, (1 + len(checks)) * len(folders))
        for folder in folders:
            step(folder.name)
            checked = loaded.load(folder, search_for(settings))
            found += checked.diagnostics
            pack = checked.value
            if pack is None:
                continue
            packs.append(pack)
            found += _examples(pack)
            for what, check in checks if checked.ok else ():
                step(f"{pack.id}: {what}")
                found += check(pack)
            sentences = sum(item.pack != COMMON for item in pack.trees)
            counts.append((folder, len(pack.source.files), sentences, checked.ok))
    diagnostics = in_order(found)
    if REPORTS:
        click.echo(saved_report("\n".join(REPORTS)), err=True)
        REPORTS.clear()
    show_diagnostics(diagnostics, form)
    if form in ("full", "concise"):
        for folder, files, sentences, right in counts:
            why = "" if sentences else ": it has none" if right else ": first its documents must be right"
            remark(settings, f"{folder}: {counted(files, 'file')}, {counted(sentences, 'text')} read{why}")
        if not settings.quiet:
            click.echo(paint("error" if failed(diagnostics) else "good", summary(diagnostics)))
    return int(failed(diagnostics)), packs


def _checks() -> tuple[tuple[str, Callable[[Pack], Iterable[Diagnostic]]], ...]:
    """What is looked for in a pack without errors, beside what loading finds."""
    from toolkit.compile.pack import Pack
    from toolkit.play.decks import check_pack
    from toolkit.play.rulings import check_rulings
    from toolkit.prove.account import unaccounted
    from toolkit.prove.dead import dead
    from toolkit.prove.modules import contradictions
    from toolkit.prove.secrets import telling

    return (
        ("decks", check_pack),
        ("rulings", check_rulings),
        ("options", Pack.with_other_options),
        ("words that make no difference", unaccounted),
        ("what never happens", dead),
        ("rules against each other", contradictions),
        ("what tells secrets", telling),
    )


def _list(packs: list[Pack], out: Path | None, settings: Settings) -> None:
    """The readings of all packs: in a file, or after the findings."""
    from toolkit.reading.pack import listing
    from toolkit.report.atomic import write_atomic

    text = "\n".join(listing(pack) for pack in packs)
    if out is None:
        click.echo(text, nl=False)
    else:
        write_atomic(out, text)
        remark(settings, f"{out}: {counted(len(packs), 'pack')} read")


def _examples(pack: Pack) -> Sequence[Diagnostic]:
    """What is wrong with the examples, also beside other mistakes, but without echoes of these."""
    from toolkit.pack.consequences import MEANINGLESS, sentences_are_read
    from toolkit.play.example import check

    if not sentences_are_read(pack.diagnostics):
        return ()
    wrong = {(d.span.source.name, d.span.start) for d in pack.diagnostics if d.is_error}
    declaring = types_that(lambda each: each.declares)
    places = [item.text.span() for item in pack.source.items if item.type in declaring]
    echoes = any(s.source.name == file and s.start <= at <= s.end for s in places for file, at in wrong)
    return [d for d in check(pack) if not echoes or d.code not in MEANINGLESS]
