"""How a sentence is read: outline, brackets, languages, program."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from toolkit.cli.output import failed, remark, say, show_diagnostics
from toolkit.cli.packs import search_for
from toolkit.cli.settings import Settings
from toolkit.compile.pack import Pack, load_pack
from toolkit.language import ast
from toolkit.language.parsing.brackets import bracket
from toolkit.language.printing.languages import LANGUAGES, print_tree
from toolkit.pack.locales import lexicon_of
from toolkit.pack.source import Component, Item
from toolkit.prove.single import judged
from toolkit.reading import text_of
from toolkit.reading.outline import Line
from toolkit.reading.pack import PackReader, errors_in
from toolkit.reading.text import ALIASES, STARTS, Session, Understood
from toolkit.report.diagnostic import Diagnostic

MEANS = {
    "effect": "An effect: it happens when it is reached.",
    "label effect": "An effect after a label: it happens when something resolves it.",
    "statement": "A standing rule: it holds as long as its text acts.",
    "condition": "A condition: it is true or false.",
    "definition": "A definition: it says when a word fits.",
    "given": "A given sentence: it sets up the table of an example.",
    "decision": "A decision: it answers what a player is asked in an example.",
    "formula": "A formula: it gives a number.",
    "cost": "A cost: it is paid whole or not at all.",
}

NEEDS_CARD = ("SAY0651", "SAY0653", "SAY0655")
"""Diagnostics of *you*, *this* and *another N*, where no card is known on which the text stands."""


def start_named(name: str | None) -> str | None:
    """A start symbol by its name or by that of a field.  Ends the command when there is none."""
    if name is None:
        return None
    start = ALIASES.get(name, name.replace("-", " "))
    if start in STARTS:
        return start
    from toolkit.report.suggest import nearest

    near = nearest(name, [*STARTS, *ALIASES])
    raise click.UsageError(
        f"There is no field {name}. "
        + (f"Did you mean {near[0]}?" if near else f"Fields: {', '.join(STARTS)}.")
    )


def loaded(folder: Path, settings: Settings) -> Pack | None:
    """The pack, however many errors it has; None (and the errors shown) if there is nothing to look at."""
    checked = load_pack(folder, search_for(settings), examples=False)
    if checked.value is None:
        show_diagnostics(checked.diagnostics, "full")
    elif failed(checked.diagnostics):
        remark(settings, f"{folder} has errors; sayso validate {folder} shows them", "warning")
    return checked.value


def card_of(session: Session, name: str | None) -> Component | None:
    """The card of that id or name.  Ends the command when there is none."""
    if name is None:
        return None
    found = session.card(name)
    if found is None:
        from toolkit.report.suggest import nearest

        near = nearest(name, [component.id for component in session.pack.source.components])
        raise click.UsageError(f"There is no card {name}." + (f" Did you mean {near[0]}?" if near else ""))
    return found


# --- One text -------------------------------------------------------------------------------------------------


def check_field(session: Session, component: Component, key: str | None) -> None:
    """A card must have the field that is named."""
    if key is not None and not session.starts(component, key):
        fields = ", ".join(name for name, _ in session.fields(component))
        raise click.UsageError(f"{component.text} has no field {key}. Fields: {fields}.")


def explain(
    text: str,
    folder: Path,
    start: str | None,
    card: str | None,
    key: str | None,
    settings: Settings,
    modules: tuple[str, ...] = (),
) -> int:
    """Show the reading of a text with these modules on; exit code 1 if there is none."""
    named = start_named(start)
    pack = loaded(folder, settings)
    if pack is None:
        return 1
    session = session_with(pack, modules)
    component = card_of(session, card)
    if component is not None:
        session.options = (*modules, *component.options)
        check_field(session, component, key)
    found = session.read(text, named, component, key)
    best = judged(session.pack, found[0])
    if best.tree is None or not best.tree.sentences:
        show_diagnostics(best.diagnostics, "full")
        return 1
    show(best, pack)
    if best.diagnostics:
        say()
        show_diagnostics(best.diagnostics, "full")
        codes = {diagnostic.code for each in found for diagnostic in each.diagnostics}
        if component is None and not codes.isdisjoint(NEEDS_CARD):
            remark(settings, "--card ID reads the text as if it stood on that card")
    if named is None and not best.mistakes:
        others = _others(found)
        if others:
            remark(settings, f"It could also be: {', '.join(others)} (--start FIELD)")
    return int(bool(best.mistakes))


def _others(found: Sequence[Understood]) -> list[str]:
    """What the text could be as well, each once: the best reading comes first."""
    names = dict.fromkeys(each.start for each in found[1:] if not any(each.badness))
    return [name for name in names if name != found[0].start]


def session_with(pack: Pack, modules: tuple[str, ...]) -> Session:
    """What reads texts with these modules on."""
    if unknown := set(modules) - set(pack.source.manifest.chosen()):
        raise click.UsageError(f"{pack.id} has no option {min(unknown)}.")
    return Session(pack, modules)


def show(reading: Understood, pack: Pack) -> None:
    """Everything about one reading."""
    tree = reading.tree
    assert tree is not None
    if not reading.mistakes:
        say("Understood as", "head")
        say(f"  {MEANS[reading.start]}")
        show_lines(reading.lines, "  ")
        say()
    say("Reading", "head")
    for line in bracket(tree).splitlines():
        say(f"  {line}")
    say()
    say("Languages", "head")
    for language in pack.source.manifest.languages:
        said = in_language(tree, language, pack)
        lines = said.splitlines() or [""]
        for number, line in enumerate(lines):
            say(f"  {language if number == 0 else '':<8}{line}")
    if reading.program:
        say()
        say("Program", "head")
        for line in reading.program.rstrip().splitlines():
            say(f"  {line}")


def show_lines(lines: tuple[Line, ...], indent: str = "") -> None:
    """An outline."""
    if lines:
        say(text_of(list(lines), indent))


def in_language(tree: ast.Paragraph, language: str, pack: Pack) -> str:
    """The text in one of the pack's languages."""
    if language not in LANGUAGES:
        return "(no printer for this language yet)"
    lexicon = None if language == "en" else lexicon_of(pack.source, language).value
    try:
        return print_tree(tree, language, pack.vocabulary, lexicon).value
    except (NotImplementedError, KeyError) as error:
        return f"(cannot be printed yet: {error})"


# --- Texts that stand in a pack ---------------------------------------------------------------------------------


def explain_card(folder: Path, name: str, settings: Settings) -> int:
    """All texts of a card."""
    pack = loaded(folder, settings)
    if pack is None:
        return 1
    card = card_of(Session(pack), name)
    assert card is not None
    items = [i for i in pack.source.items if i.document == card.id and i.type == _type(card)]
    say(f"{card.text} ({card.kind})", "head")
    if not items:
        say("  (it has no text)")
    return show_items(pack, items)


def _type(card: Component) -> str:
    from toolkit.documents.card import key_of

    return key_of(card.kind)


def explain_line(path: Path, line: int, settings: Settings) -> int:
    """The sentences of a line of a file, in the context in which they stand."""
    folder = next((each for each in path.resolve().parents if (each / "pack.yaml").is_file()), None)
    if folder is None:
        raise click.UsageError(f"{path} is in no pack: no folder above it holds a pack.yaml.")
    pack = loaded(folder, settings)
    if pack is None:
        return 1
    items = list(items_at(pack, path, line))
    if not items:
        raise click.UsageError(f"No sentence stands in line {line} of {path}.")
    return show_items(pack, items)


def items_at(pack: Pack, path: Path, line: int) -> Iterator[Item]:
    """The items of a file that stand in a line."""
    for item in pack.source.items:
        span = item.text.span()
        if (
            span.position[0] <= line <= span.end_position[0]
            and Path(span.source.name).resolve() == path.resolve()
        ):
            yield item


def show_items(pack: Pack, items: list[Item]) -> int:
    """Each item's words and outline; exit code 1 if one of them has errors."""
    reader, status = PackReader(pack), 0
    for item in items:
        reading = reader.of(item)
        say()
        say(f"{reading.where}", "dim")
        say(f"“{reading.said}”", "message")
        lines, wrong = reading.lines, errors_in(pack, item)
        if not lines and not wrong:
            lines, wrong = alone(pack, item)
        show_lines(lines, "  ")
        if wrong:
            show_diagnostics(wrong, "full")
            status = 1
    return status


def alone(pack: Pack, item: Item) -> tuple[tuple[Line, ...], list[Diagnostic]]:
    """The reading of an item that the pack itself does not hold: of an example, of an option that is off."""
    found = Session(pack, item.options).read(item.text, item.start)[0]
    return found.lines, [d for d in found.diagnostics if d.is_error]
