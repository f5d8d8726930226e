"""`sayso explain`: how a sentence is read, or the page of a diagnostic."""

from __future__ import annotations

import re

import click

from toolkit.cli.output import paint, say
from toolkit.cli.settings import PackName, Settings, shared

CODE = re.compile(r"SAY\d+", re.IGNORECASE)


@click.command("explain", short_help="Show how a sentence is read, or what a diagnostic means.")
@click.argument("text", metavar="TEXT|SAY0000")
@click.option(
    "--pack", "pack_name", metavar="PACK", type=PackName(), help="The pack whose words may be used."
)
@click.option(
    "--as",
    "start",
    metavar="FIELD",
    help="What the text stands for: effect, condition, statement, definition, given, decision, formula, cost. "
    "Without it, the first that fits.",
)
@shared
def command(text: str, pack_name: str | None, start: str | None, settings: Settings) -> int:
    """Show how a sentence is read, or what a diagnostic means.

    \b
    sayso explain "Draw a card." --pack my-pack
    sayso explain "You have at least 3 cards." --pack my-pack --as condition
    sayso explain SAY0203

    The reading of a sentence is shown in brackets and as a paraphrase, then in every language that the pack
    declares, then as the program that it becomes.
    """
    if CODE.fullmatch(text.strip()):
        return _explain_code(text.strip().upper())
    if pack_name is None:
        raise click.UsageError("A sentence needs --pack: the words of a sentence are those of a pack.")
    from toolkit.cli.packs import find_pack
    from toolkit.cli.reading import explain

    return explain(text, find_pack(pack_name, settings), start, settings)


def _explain_code(code: str) -> int:
    from toolkit.report.catalogue import codes, entry
    from toolkit.report.suggest import nearest

    if code not in codes():
        near = nearest(code, codes())
        did_you_mean = f" Did you mean {' or '.join(near)}?" if near else ""
        raise click.UsageError(f"There is no diagnostic {code}.{did_you_mean}")
    page = entry(code)
    say(
        paint(page.severity.value, f"{page.code} {page.name}")
        + paint("dim", f"  ({page.severity.value}, {page.area})")
    )
    say(page.message, "message")
    say()
    say(page.why)
    for title, files in (("Wrong", page.bad), ("Right", page.good)):
        say()
        say(title, "head")
        for file in files:
            note = {"file": "", "link": " (a link)", "drop": " (this file is missing)"}[file.kind]
            say(f"  {file.path}{note}", "dim")
            lines = [] if file.kind == "drop" else file.text.splitlines()
            for line in lines[:LONGEST]:
                say(f"    {line}")
            if len(lines) > LONGEST:
                say(f"    ... and {len(lines) - LONGEST} more lines", "dim")
    return 0


LONGEST = 40
"""Lines of an example file that are shown."""
