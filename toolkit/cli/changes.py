"""`sayso changes`: what is otherwise in another version of a pack, and whether it means something else."""

from __future__ import annotations

import json
from collections import Counter
from itertools import groupby
from typing import TYPE_CHECKING

import click

from toolkit.cli.output import counted, paint, say
from toolkit.cli.packs import find_pack
from toolkit.cli.progress import counting, progress_bar
from toolkit.cli.settings import PackName, Settings, shared

if TYPE_CHECKING:
    from toolkit.prove.changes import Change

UNREADABLE = 2

STEPS = ("the old version", "the new version", "what differs")
FEW = 3
"""So many changes of one document on which no rule depends are shown one by one."""


@click.command(
    "changes", short_help="Say what is otherwise in a new version of a pack, and whether it means the same."
)
@click.argument("old_name", metavar="OLD", type=PackName())
@click.argument("new_name", metavar="NEW", type=PackName())
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
@click.option("--meaning", "only", is_flag=True, help="Only what changes how the game is played.")
@click.option("--exit-code", is_flag=True, help="Exit with 1 if a meaning has changed.")
@shared
def command(old_name: str, new_name: str, form: str, only: bool, exit_code: bool, settings: Settings) -> int:
    """Say what was added, removed and renamed from OLD to NEW, and of each text, number and attribute that changed
    whether the meaning did.

    \b
    sayso changes my-pack-1.0 my-pack
    sayso changes my-pack-1.0 my-pack --meaning
    sayso changes my-pack-1.0 my-pack --format json
    sayso changes my-pack-1.0 my-pack --exit-code

    OLD and NEW are folders of one pack. Two wordings with one program are told as wording only.

    Exit code 0. With --exit-code, 1 if a meaning has changed. 2: one of the packs cannot be read.
    """
    from toolkit.cli.reading import loaded
    from toolkit.prove.changes import as_data, changes

    folders = [find_pack(name, settings) for name in (old_name, new_name)]
    with progress_bar(settings, "Comparing") as advance:
        step = counting(advance, len(STEPS))
        packs = []
        for folder, now in zip(folders, STEPS, strict=False):
            step(now)
            packs.append(loaded(folder, settings))
        old, new = packs
        if old is None or new is None:
            return UNREADABLE
        step(STEPS[-1])
        found = changes(old, new)
    status = int(exit_code and any(change.effect == "meaning" for change in found))
    shown = [change for change in found if not only or change.effect == "meaning"]
    if form == "json":
        click.echo(json.dumps(as_data(old, new, shown), ensure_ascii=False, indent=1))
        return status
    for _, group in groupby(shown, key=lambda change: change.about.key):
        _show(list(group))
    if not settings.quiet:
        say(_summary(found))
    return status


def _show(changes: list[Change]) -> None:
    """All changes of one word or document."""
    about = changes[0].about
    name = f" ({about.label})" if about.label not in ("", about.id) else ""
    whole = changes[0] if not changes[0].path else None
    say(
        paint("head", " ".join(filter(None, (about.type, about.id))) + name)
        + (f": {_effect(whole)}" if whole else "")
    )
    if len(changes) > FEW and all(change.effect == "nothing" for change in changes):
        say(f"  {len(changes)} changes on which no rule depends (--format json lists them)", "dim")
        changes = []
    for change in changes:
        if change is not whole:
            _line(change)
            continue
        if change.effect == "nothing":
            continue
        sign, role = ("+", "good") if change.what == "added" else ("-", "error")
        for line in (change.after or change.before or "").splitlines():
            say(paint(role, f"    {sign} {line}"))
    say()


def _line(change: Change) -> None:
    """One change in a word or document."""
    path = " ".join(str(part + 1) if isinstance(part, int) else part for part in change.path)
    plain = change.what in ("value", "renamed")
    if plain:
        say(f"  {path}: {_or_nothing(change.before)} → {_or_nothing(change.after)}  {_effect(change)}")
        return
    say(f"  {path}: {_effect(change)}" + paint("dim", f"  {change.at[0]}:{change.at[1]}"))
    if change.why:
        say(f"    ({change.why})", "dim")
    if change.before == change.after:
        say(f"    “{change.after}”")
    else:
        if change.before is not None:
            say(paint("error", f"    - {change.before}"))
        if change.after is not None:
            say(paint("good", f"    + {change.after}"))
    for head, lines in zip(("before", "after"), change.readings, strict=True):
        for number, line in enumerate(lines):
            say(f"      {head + ':' if number == 0 else '':<8}{line}", "dim")


def _or_nothing(value: str | None) -> str:
    return "nothing" if value is None else value or "empty"


def _effect(change: Change) -> str:
    """*added*, *wording only*, *meaning*: what happened, as far as it is not plain to see."""
    words = {"text": "", "value": "", "renamed": "renamed", "order": "another order"}
    said = [words.get(change.what, change.what)]
    if change.effect == "meaning" and change.what not in ("added", "removed"):
        said.append(paint("error", "meaning"))
    elif change.effect == "wording":
        said.append(paint("good", "wording only"))
    elif change.effect == "nothing" and change.what != "renamed":
        said.append("no rule depends on it")
    return ", ".join(filter(None, said))


def _summary(found: list[Change]) -> str:
    """Everything in a line."""
    if not found:
        return "nothing has changed"
    texts = Counter(change.effect for change in found if change.what in ("text", "order"))
    others = Counter(change.what for change in found)
    parts = [
        f"{counted(texts['meaning'], 'text')} changed in meaning" if texts["meaning"] else "",
        f"{counted(texts['wording'], 'text')} in wording only" if texts["wording"] else "",
        f"{counted(others['value'], 'value')} changed" if others["value"] else "",
        *(f"{others[what]} {what}" for what in ("added", "removed", "renamed") if others[what]),
    ]
    said = ", ".join(filter(None, parts)) or "no rule depends on what has changed"
    means = any(change.effect == "meaning" for change in found)
    return paint("error" if means else "good", said)
