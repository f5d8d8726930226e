"""`sayso explain`: how a sentence is read, or the page of a diagnostic."""

from __future__ import annotations

import re
from pathlib import Path

import click

from toolkit.cli.output import paint, say
from toolkit.cli.settings import PackName, Settings, shared

CODE = re.compile(r"SAY\d+", re.IGNORECASE)
LINE = re.compile(r"(.+):(\d+)")


@click.command("explain", short_help="Show how a sentence is read, or what a diagnostic means.")
@click.argument("text", metavar="TEXT|PACK|FILE:LINE|SAY0000", required=False)
@click.argument("of_pack", metavar="[TEXT]", required=False)
@click.option(
    "--pack", "pack_name", metavar="PACK", type=PackName(), help="The pack whose words may be used."
)
@click.option(
    "--start",
    "--as",
    "start",
    metavar="NAME",
    help="What the text stands for: rules, effect, condition, definition, given, decision, formula, cost. "
    "Without it, the first that fits.",
)
@click.option("--card", metavar="ID", help="Read the text as if it stood on this card.")
@click.option("--field", "key", metavar="FIELD", help="The field of the card in which it stands.")
@click.option("--module", "modules", multiple=True, metavar="ID", help="A module that is on.")
@click.option("-i", "--interactive", is_flag=True, help="Ask for one text after another.")
@shared
def command(
    text: str | None,
    of_pack: str | None,
    pack_name: str | None,
    start: str | None,
    card: str | None,
    key: str | None,
    modules: tuple[str, ...],
    interactive: bool,
    settings: Settings,
) -> int:
    """Show how a sentence is read, or what a diagnostic means.

    \b
    sayso explain my-pack "Draw a card."
    sayso explain my-pack "This unit has +1 power." --card cup
    sayso explain my-pack --card cup
    sayso explain my-pack/cards.yaml:12
    sayso explain -i --pack my-pack
    sayso explain SAY0203

    What a sentence was understood to mean is said in plain English, made from the program that it became and never
    from its words: from where, how many, who chooses, how far an *if* reaches, what a word refers to. Then come its
    brackets, every language that the pack declares, and the program.
    """
    if of_pack is not None and pack_name is not None:
        raise click.UsageError("The pack is named twice: before the text, and by --pack.")
    if of_pack is not None:
        pack_name, text = text, of_pack
    if text is not None and CODE.fullmatch(text.strip()):
        return _explain_code(text.strip().upper())
    if key is not None and card is None:
        raise click.UsageError("--field is a field of a card: it needs --card.")
    if interactive:
        return _prompt(pack_name or text, settings)
    if text is None:
        raise click.UsageError("Missing argument 'TEXT|PACK|FILE:LINE|SAY0000'.")
    from toolkit.cli.packs import find_pack
    from toolkit.cli.reading import explain, explain_card, explain_line

    if pack_name is not None:
        return explain(text, find_pack(pack_name, settings), start, card, key, settings, modules)
    place = LINE.fullmatch(text)
    if place is not None and Path(place[1]).is_file():
        return explain_line(Path(place[1]), int(place[2]), settings)
    if card is not None:
        return explain_card(find_pack(text, settings), card, settings)
    raise click.UsageError("A sentence needs a pack before it, or --pack: its words are those of a pack.")


def _prompt(pack: str | None, settings: Settings) -> int:
    from toolkit.cli.packs import find_pack
    from toolkit.cli.prompt import Prompt

    if pack is None:
        raise click.UsageError("The prompt needs a pack: the words of a sentence are those of a pack.")
    return Prompt(find_pack(pack, settings), settings).run()


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
