"""`sayso fmt`: sentences in their canonical wording, edited in place.

Only the characters of a sentence that is worded differently are touched: comments, layout and quotes stay.  A file is
read again before it is written, and is left alone if it would say anything else than it said.
"""

from __future__ import annotations

import codecs
import difflib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from toolkit.cli.output import counted, failed, paint, remark, say, show_diagnostics
from toolkit.cli.packs import find_pack, search_for
from toolkit.cli.settings import PackName, Settings, shared

if TYPE_CHECKING:
    from toolkit.compile.pack import Pack
    from toolkit.language.ast import Paragraph, Sentence
    from toolkit.language.parsing.parser import Parser
    from toolkit.pack.source import Item
    from toolkit.report.source import Source, Span, Text


@dataclass(frozen=True, slots=True)
class Edit:
    """`span`: the sentence as it was typed.  `text`: what it says in canonical wording, written as YAML wants it
    there.  `item`: the sentence item in which it stands."""

    span: Span
    text: str
    item: Item | None = None


@click.command("fmt", short_help="Rewrite sentences in their canonical wording.")
@click.argument("pack_name", metavar="PACK", type=PackName())
@click.option("--check", is_flag=True, help="Change nothing; exit code 1 if something would change.")
@click.option("--diff", is_flag=True, help="Change nothing; show what would change.")
@shared
def command(pack_name: str, check: bool, diff: bool, settings: Settings) -> int:
    """Rewrite sentences in their canonical wording: agreement, articles, accepted alternates, order.

    \b
    sayso fmt my-pack
    sayso fmt my-pack --diff
    sayso fmt my-pack --check

    Comments and layout stay as they are. Sentences that cannot be read stay, too: `sayso validate` explains them.
    """
    from toolkit.compile.pack import load_pack

    folder = find_pack(pack_name, settings)
    checked = load_pack(folder, search_for(settings))
    pack = checked.value
    if pack is None:
        show_diagnostics(checked.diagnostics, "full")
        return 1
    changed = 0
    for source, edits in by_file(pack):
        before = source.text
        edits = proved(before, edits, source.name, pack)
        after = apply(before, edits)
        if not edits or not same_meaning(before, after, source.name):
            remark(
                settings,
                f"{source.name}: left as it is, its quotes do not fit the canonical wording",
                "warning",
            )
            continue
        changed += 1
        if diff:
            _show_difference(source.name, before, after)
        elif check:
            say(f"{source.name}: {counted(len(edits), 'sentence')} would change")
        elif _write(path_of(source, pack), before, after):
            say(f"{source.name}: {counted(len(edits), 'sentence')} reworded")
        else:
            remark(settings, f"{source.name}: left as it is, it was changed meanwhile", "warning")
    if not changed:
        remark(settings, "Every sentence has its canonical wording.")
    if failed(checked.diagnostics):
        remark(settings, f"Some sentences could not be read: sayso validate {folder}", "warning")
    return int(bool(changed) and (check or diff))


def _write(path: Path, before: str, after: str) -> bool:
    """Put the new text in the place of the old one; False: somebody has written there since it was read."""
    from toolkit.documents.reader import LARGEST
    from toolkit.report.atomic import write_atomic
    from toolkit.report.files import read_bounded

    if read_bounded(path, LARGEST).removeprefix(codecs.BOM_UTF8) != before.encode("utf-8"):
        return False
    write_atomic(path, after)
    return True


def path_of(source: Source, pack: Pack) -> Path:
    """Where the file of a source is."""
    path = Path(source.name)
    if path.is_file():
        return path
    root = pack.source.folders[-1].root
    for parts in range(1, len(path.parts) + 1):
        if (found := root.joinpath(*path.parts[-parts:])).is_file():
            return found
    raise FileNotFoundError(source.name)


# --- What changes -------------------------------------------------------------------------------------------


def by_file(pack: Pack) -> Iterator[tuple[Source, list[Edit]]]:
    """The files of the pack itself (not of those it extends) in which sentences are worded differently."""
    from toolkit.language.parsing.parser import Parser

    files: dict[str, tuple[Source, list[Edit]]] = {}
    parser = Parser(pack.vocabulary)
    for item, tree in pack.trees.items():
        if item.pack != pack.source.id:
            continue
        for edit in edits_of(item.text, tree, item.start, parser):
            edit = replace(edit, item=item)
            files.setdefault(item.text.source.name, (item.text.source, []))[1].append(edit)
    for name in sorted(files):
        source, edits = files[name]
        yield source, sorted(edits, key=lambda edit: edit.span.start)


def edits_of(text: Text, tree: Paragraph, start: str, parser: Parser) -> Iterator[Edit]:
    """One edit for each sentence whose words differ from the canonical ones, and that says the same in them."""
    from toolkit.language.printing.english import print_english

    before = text.span().start
    for sentence in sentences_of(tree):
        if sentence.span is None or _within_a_line(sentence.span):
            continue
        span, before = _whole(sentence.span, before), sentence.span.end
        printed = print_english(sentence, parser.vocabulary)
        written = said(text, span)
        if printed.split() != written.split() and not _only_full_stop(written, printed):
            if _reads_as(printed, span, text, tree, start, parser):
                yield Edit(span, quoted(text, printed))


def _within_a_line(span: Span) -> bool:
    """Whether a sentence stands where none begins: a way of a choice that was said in one sentence."""
    words = span.source.text[: span.start].rstrip(" -").rstrip()
    return span.text[:1].islower() and words[-1:].isalpha()


def proved(before: str, edits: list[Edit], name: str, pack: Pack) -> list[Edit]:
    """The edits after which the text of each item, read anew from the file, is parsed to the tree that it had.

    Not so are quotes and escapes that the new wording does not fit, and lines of a choice that run together.
    """
    from toolkit.language.parsing.parser import Parser
    from toolkit.report.source import Text

    parser = Parser(pack.vocabulary)
    while edits:
        said = _texts(before, apply(before, edits), name)
        wrong = set()
        for item in {edit.item for edit in edits if edit.item is not None}:
            new = said.get(item.text.value.strip())
            again = parser.parse(Text.plain(new), item.start) if new is not None else None
            if again is None or not again.ok or again.value.sentences != pack.trees[item].sentences:
                wrong.add(item)
        if not wrong:
            break
        edits = [edit for edit in edits if edit.item not in wrong]
    return edits


def _texts(before: str, after: str, name: str) -> dict[str, str]:
    """What each text of a file says after the edits, by what it said before; nothing if it has another shape."""
    from toolkit.documents import read_text, to_data
    from toolkit.report.source import Source

    old, new = read_text(Source(name, before)), read_text(Source(name, after))
    found: dict[str, str] = {}
    if len(new.errors) <= len(old.errors) and len(new.value) == len(old.value):
        for a, b in zip(old.value, new.value, strict=True):
            _pair(to_data(a.root), to_data(b.root), found)
    return found


def _pair(before: object, after: object, found: dict[str, str]) -> None:
    if isinstance(before, dict) and isinstance(after, dict):
        for key in before.keys() & after.keys():
            _pair(before[key], after[key], found)
    elif isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        for a, b in zip(before, after, strict=True):
            _pair(a, b, found)
    elif isinstance(before, str) and isinstance(after, str):
        found[before.strip()] = after.strip()


def _whole(span: Span, before: int) -> Span:
    """The span with all words since the sentence before, labels and list signs left out."""
    between = span.source.text[before : span.start]
    if "\\" in between:  # `\n- ` in double quotes: no words, but a line that ends
        return span
    words = between.rpartition("\n")[2].rpartition(":")[2].lstrip(" -")
    return span.source.span(span.start - len(words), span.end)


def _reads_as(wording: str, span: Span, text: Text, tree: Paragraph, start: str, parser: Parser) -> bool:
    """Whether the text with this wording in the place of the span is read as the same tree."""
    from toolkit.report.fixes import Edit as Change
    from toolkit.report.fixes import applied
    from toolkit.report.source import Text as Plain

    first, last = text.offset(span.start), text.offset(span.end)
    if first is None or last is None:
        return False
    made = applied(text.value, [Change(first, last, wording)])
    again = parser.parse(Plain.plain(made), start, brief=True)
    return again.ok and (again.value.label, again.value.sentences) == (tree.label, tree.sentences)


def sentences_of(tree: Paragraph) -> Iterator[Sentence]:
    """The sentences that stand on a line of their own; a choice by its lines, if it has any."""
    from toolkit.language.ast import Choice, Paragraph

    for sentence in tree.sentences:
        if isinstance(sentence.body, Choice):
            for item in sentence.body.items:
                yield from (item.sentences if isinstance(item, Paragraph) else (item,))
        else:
            yield sentence


def _only_full_stop(written: str, printed: str) -> bool:
    """A field that holds one condition is written without a full stop as often as with one."""
    return printed.rstrip(".") == " ".join(written.split()).rstrip(".")


def said(text: Text, span: Span) -> str:
    """What the characters of a span say: escapes of quoted YAML undone."""
    if len(text.breaks) == 1:
        return span.text
    inside = [
        offset
        for offset in range(len(text.value))
        if span.start <= text.span(offset, offset + 1).start < span.end
    ]
    return text.value[inside[0] : inside[-1] + 1] if inside else span.text


def quoted(text: Text, wording: str) -> str:
    """A wording as it must be typed inside the quotes of this text."""
    start = text.span().start
    opening = text.source.text[start - 1 : start]
    if opening == "'":
        return wording.replace("'", "''")
    if opening == '"':
        return wording.replace("\\", "\\\\").replace('"', '\\"')
    return wording


# --- Changing it --------------------------------------------------------------------------------------------


def apply(text: str, edits: list[Edit]) -> str:
    """The text with each span replaced; everything else to the letter."""
    parts = []
    at = 0
    for edit in edits:
        parts += [text[at : edit.span.start], edit.text]
        at = edit.span.end
    return "".join([*parts, text[at:]])


def same_meaning(before: str, after: str, name: str) -> bool:
    """Whether the new file is read without new findings, and says the same but for the sentences of the edits."""
    from toolkit.documents import read_text, to_data
    from toolkit.report.source import Source

    old, new = read_text(Source(name, before)), read_text(Source(name, after))
    if len(new.errors) > len(old.errors) or len(new.value) != len(old.value):
        return False
    pairs = zip((to_data(d.root) for d in old.value), (to_data(d.root) for d in new.value), strict=True)
    return all(_alike(a, b) for a, b in pairs)


def _alike(before: object, after: object) -> bool:
    """The same keys, lists and values; texts may differ, but stay texts."""
    if isinstance(before, dict) and isinstance(after, dict):
        return list(before) == list(after) and all(_alike(before[key], after[key]) for key in before)
    if isinstance(before, list) and isinstance(after, list):
        return len(before) == len(after) and all(map(_alike, before, after))
    return type(before) is type(after) and (isinstance(before, str) or before == after)


def _show_difference(name: str, before: str, after: str) -> None:
    roles = {"+": "good", "-": "error", "@": "gutter"}
    lines = difflib.unified_diff(before.splitlines(), after.splitlines(), name, name, lineterm="")
    for number, line in enumerate(lines):
        say(paint("head" if number < 2 else roles.get(line[:1], "plain"), line))
