"""`sayso validate`: everything that is wrong with packs."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from toolkit.cli.output import counted, failed, formatted, paint, remark, show_diagnostics
from toolkit.cli.packs import find_pack, search_for
from toolkit.cli.settings import PackName, Settings, shared

if TYPE_CHECKING:
    from toolkit.report.diagnostic import Diagnostic

POLL = 0.4
"""Seconds between two looks at the files with `--watch`."""


@click.command("validate", short_help="Check packs and say everything that is wrong.")
@click.argument("packs_", metavar="PACK...", nargs=-1, required=True, type=PackName())
@formatted
@click.option("--watch", is_flag=True, help="Check again whenever a file changes, until Ctrl-C.")
@shared
def command(packs_: tuple[str, ...], form: str, watch: bool, settings: Settings) -> int:
    """Check packs: files, keys, words, sentences, references, programs.

    \b
    sayso validate my-pack
    sayso validate content/* --format github
    sayso validate my-pack --watch

    Exit code 0: no errors (warnings are only shown). 1: errors. 2: no such pack.
    """
    folders = [find_pack(name, settings) for name in packs_]
    seen = _stamps(folders)  # before the files are read: what changes meanwhile is not missed
    status = _check(folders, form, settings)
    while watch:
        time.sleep(POLL)
        now = _stamps(folders)
        if now != seen:
            seen = now
            click.clear()
            _check(folders, form, settings)
    return status


def _check(folders: list[Path], form: str, settings: Settings) -> int:
    from toolkit.compile.pack import load_pack
    from toolkit.pack.source import COMMON
    from toolkit.play.decks import check_pack
    from toolkit.play.example import check
    from toolkit.prove.account import unaccounted
    from toolkit.report.diagnostic import in_order
    from toolkit.report.render import summary

    found: list[Diagnostic] = []
    counts = []
    for folder in folders:
        checked = load_pack(folder, search_for(settings))
        found += checked.diagnostics
        pack = checked.value
        if pack is not None:
            if checked.ok:
                found += check(pack)
                found += check_pack(pack)
                found += unaccounted(pack)
            sentences = sum(item.pack != COMMON for item in pack.trees)
            counts.append((folder, len(pack.source.files), sentences, checked.ok))
    diagnostics = in_order(found)
    show_diagnostics(diagnostics, form)
    if form in ("full", "concise"):
        for folder, files, sentences, right in counts:
            why = "" if sentences else ": it has none" if right else ": first its documents must be right"
            remark(settings, f"{folder}: {counted(files, 'file')}, {counted(sentences, 'text')} read{why}")
        if not settings.quiet:
            click.echo(paint("error" if failed(diagnostics) else "good", summary(diagnostics)))
    return int(failed(diagnostics))


def _stamps(folders: list[Path]) -> dict[Path, tuple[int, int]]:
    stamps = {}
    for folder in folders:
        for path in folder.rglob("*.yaml"):
            try:
                found = path.stat()
            except OSError:
                continue
            stamps[path] = (found.st_mtime_ns, found.st_size)
    return stamps
