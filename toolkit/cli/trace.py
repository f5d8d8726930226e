"""`sayso trace`: which sentences and examples stand for each rule id."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from toolkit.cli.output import counted, paint, say, show_diagnostics
from toolkit.cli.progress import progress_bar
from toolkit.cli.settings import PackName, Settings, shared

if TYPE_CHECKING:
    from toolkit.compile.pack import Pack
    from toolkit.prove.trace import Traced


@click.command("trace", short_help="Say which sentences and examples stand for each rule id.")
@click.argument("pack_name", metavar="PACK", type=PackName())
@click.option("--format", "form", type=click.Choice(["table", "json"]), default="table", show_default=True)
@click.option("--missing", is_flag=True, help="Only what is missing.")
@shared
def command(pack_name: str, form: str, missing: bool, settings: Settings) -> int:
    """Say which sentences cite each rule id of sources.yaml, and which examples cite it or run those sentences.

    \b
    sayso trace my-pack
    sayso trace my-pack --missing
    sayso trace my-pack --format json

    An id without a sentence or an example is missing. A reason may stand beside it in sources.yaml: why.

    Exit code 0: nothing is missing without a reason. 1: something is, or the pack has errors.
    """
    from toolkit.prove.trace import as_data, trace

    pack = whole_pack(pack_name, settings)
    if pack is None:
        return 1
    with progress_bar(settings, "examples") as advance:
        traced = trace(pack, advance)
    bad = [one for one in traced if one.missing and not one.why]
    if form == "json":
        click.echo(json.dumps(as_data(pack, traced), ensure_ascii=False, indent=1))
        return int(bool(bad))
    for one in traced:
        if one.missing or not missing:
            _show(one)
    if not settings.quiet:
        excused = sum(bool(one.missing and one.why) for one in traced)
        text = f"{pack.id}: {counted(len(traced), 'rule id')}, {len(bad)} missing"
        click.echo(
            paint("error" if bad else "good", text) + (f", {excused} with a reason" if excused else "")
        )
    return int(bool(bad))


def whole_pack(name: str, settings: Settings) -> Pack | None:
    """The pack; None, and what is wrong has been said, if it has errors."""
    from toolkit.cli.packs import find_pack, search_for
    from toolkit.compile.pack import load_pack

    checked = load_pack(find_pack(name, settings), search_for(settings))
    if checked.value is None or checked.errors:
        show_diagnostics(checked.errors, "full")
        return None
    return checked.value


def _show(one: Traced) -> None:
    mark = paint("error" if not one.why else "warning", f"  {one.missing}") if one.missing else ""
    why = f": {one.why}" if one.missing and one.why else ""
    say(paint("head", one.id) + f" ({one.kind}){mark}{why}")
    say(f"  {one.fact}", "dim")
    for sentence in one.sentences:
        say(f"  {sentence.file}:{sentence.line}: {sentence.text}")
    if one.examples:
        say(f"  examples: {', '.join(one.examples)}")
    elif one.running:
        more = f" and {len(one.running) - 3} more" if len(one.running) > 3 else ""
        say(f"  run by: {', '.join(one.running[:3])}{more}")
