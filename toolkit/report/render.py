"""Diagnostics as text: for a person at a terminal, for a narrow list, and for other programs.

`full` shows the author's own line with the smallest wrong thing underlined; `concise` is one line for each;
`to_json`, `to_sarif`, `to_github` and `to_table` are for machines and reports. All give plain strings. Who
wants colour takes `pieces`, which is `full` cut into parts that say what they are.

What an author typed is not trusted: control characters, terminal escapes and characters that turn the
direction of writing are shown as visible signs of the same width. Columns in the text forms count code points
from 1; the caret is set by display width (wide and combining characters, tabs).
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from toolkit.report.diagnostic import Diagnostic, Fix, Severity
from toolkit.report.source import Source, Span

TAB = 4
"""Columns that a tab is wide at most."""
WIDEST = 120
"""Display columns of an author's line that are shown; a longer line is cut around its span."""
TALLEST = 4
"""Lines of one span that are underlined; of a longer one, the first lines."""

Role = Literal[
    "plain", "error", "warning", "info", "message", "place", "gutter", "source", "second", "help", "fix"
]


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a rendered diagnostic and what it is; the text of all pieces together is `full`."""

    role: Role
    text: str


def full(diagnostic: Diagnostic) -> str:
    """Several lines, without a line break at the end: message, places, expectations, help, corrections."""
    return "".join(piece.text for piece in pieces(diagnostic)).rstrip("\n")


def full_report(diagnostics: Sequence[Diagnostic]) -> str:
    """All of them in full with an empty line between, and a closing line that counts them."""
    return "\n\n".join([*(full(d) for d in diagnostics), summary(diagnostics)])


def concise(diagnostic: Diagnostic) -> str:
    """`file:line:column: error[SAY0000] message`, always one line."""
    line, column = diagnostic.span.position
    place = f"{clean_line(diagnostic.span.source.name)}:{line}:{column}"
    return f"{place}: {diagnostic.severity.value}[{diagnostic.code}] {_one(diagnostic.message)}"


def summary(diagnostics: Iterable[Diagnostic]) -> str:
    """`2 errors, 1 warning`, or `no findings`."""
    counts = dict.fromkeys(Severity, 0)
    for d in diagnostics:
        counts[d.severity] += 1
    words = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}
    said = [f"{n} {words[s]}{'' if n == 1 else 's'}" for s, n in counts.items() if n]
    return ", ".join(said) or "no findings"


def pieces(diagnostic: Diagnostic) -> tuple[Piece, ...]:
    """What `full` shows, cut into parts for colouring."""
    return tuple(_pieces(diagnostic))


# --- the full form ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Mark:
    span: Span
    message: str
    primary: bool


def _pieces(d: Diagnostic) -> Iterator[Piece]:
    severity: Role = d.severity.value
    yield Piece(severity, f"{d.severity.value}[{d.code}]")
    yield Piece("message", f": {clean(d.message)}\n")
    marks = [_Mark(d.span, d.label, True), *(_Mark(x.span, x.message, False) for x in d.labels)]
    files: dict[str, list[_Mark]] = {}
    for mark in marks:
        files.setdefault(mark.span.source.name, []).append(mark)
    shown = [m.span.end_position[0] for m in marks] + [f.span.end_position[0] for f in d.fixes]
    gutter = max(len(str(max(shown))), 1)
    for i, (name, group) in enumerate(files.items()):
        line, column = group[0].span.position
        yield Piece("gutter", f"{' ' * gutter}{'-->' if i == 0 else ':::'} ")
        yield Piece("place", f"{clean_line(name)}:{line}:{column}\n")
        group = [mark for mark in group if mark.span.source.text]  # a whole file has no line to show
        if group:
            yield Piece("gutter", f"{' ' * gutter} |\n")
            yield from _excerpt(group, gutter, severity)
    yield from _notes(d, gutter)


def _notes(d: Diagnostic, gutter: int) -> Iterator[Piece]:
    """What helps, below the lines that are shown."""
    if d.expected or d.hint or d.fixes or d.cites:
        yield Piece("gutter", f"{' ' * gutter} |\n")
    if d.expected:
        yield from _note(gutter, "expected", _listed(d.expected))
    if d.cites:
        yield from _note(gutter, "see", ", ".join(d.cites))
    if d.hint:
        yield from _note(gutter, "help", d.hint)
    for fix in d.fixes:
        yield from _note(gutter, "help", fix.title)
        for number, text in corrected(fix):
            yield Piece("gutter", f"{number:>{gutter}} ")
            yield Piece("fix", f"+ {_cut(text, 0, 0)[0]}".rstrip() + "\n")


def _note(gutter: int, title: str, text: str) -> Iterator[Piece]:
    first, *rest = clean(text).split("\n")
    yield Piece("gutter", f"{' ' * gutter} = ")
    yield Piece("help", f"{title}: ")
    yield Piece("plain", first + "\n")
    for line in rest:
        yield Piece("plain", f"{' ' * (gutter + len(title) + 5)}{line}".rstrip() + "\n")


def _listed(words: Sequence[str], most: int = 12) -> str:
    if len(words) <= most:
        return ", ".join(words)
    return f"{', '.join(words[:most])} and {len(words) - most} more"


_Row = tuple[int, int, _Mark, bool]
"""What is underlined on a line: from where to where, by which mark, and whether the mark ends there."""


def _rows(mark: _Mark) -> Iterator[tuple[int, _Row]]:
    """A mark on each of its lines, by the line's number."""
    source = mark.span.source
    (first, start), (last, end) = mark.span.position, mark.span.end_position
    if last > first and end == 1:  # the line break itself belongs to the line it ends
        last -= 1
        end = len(source.line(last)) + 1
    stop = min(last, first + TALLEST - 1)
    for number in range(first, stop + 1):
        text = source.line(number)
        left = start - 1 if number == first else len(text) - len(text.lstrip())
        right = end - 1 if number == last else len(text.rstrip())
        yield number, (left, right, mark, number == stop)


def _line(number: int, gutter: int, shown: str) -> Iterator[Piece]:
    yield Piece("gutter", f"{number:>{gutter}} |")
    yield Piece("source", f" {shown}".rstrip() + "\n")


def _excerpt(marks: Sequence[_Mark], gutter: int, severity: Role) -> Iterator[Piece]:
    """The lines of one file with what is underlined on them; a gap between lines is three dots."""
    by_line: dict[int, list[_Row]] = {}
    for mark in marks:
        for number, row in _rows(mark):
            by_line.setdefault(number, []).append(row)
    previous = 0
    source = marks[0].span.source
    for number in sorted(by_line):
        if previous and number == previous + 2:
            shown, _, _ = _cut(source.line(previous + 1), 0, 0)
            yield from _line(previous + 1, gutter, shown)
        elif previous and number > previous + 2:
            yield Piece("gutter", "...\n")
        previous = number
        rows = sorted(by_line[number], key=lambda row: (not row[2].primary, row[0]))
        text = source.line(number)
        shown, skip, dots = _cut(text, rows[0][0], rows[0][1])
        yield from _line(number, gutter, shown)
        for left, right, mark, last_row in rows:
            before = max(dots + width(text[skip:left], 0) if left >= skip else 0, 0)
            run = width(text[max(left, skip) : right], before - dots)
            before = min(before, WIDEST + 2)
            run = min(max(run, 1), max(WIDEST + 2 - before, 1))
            yield Piece("gutter", f"{' ' * gutter} | ")
            line = " " * before + ("^" if mark.primary else "-") * run
            if last_row and mark.message:
                line += f" {_one(mark.message)}"
            yield Piece(severity if mark.primary else "second", line + "\n")


def corrected(fix: Fix) -> tuple[tuple[int, str], ...]:
    """The lines that a correction touches, as they will stand: line number and text."""
    source = fix.span.source
    (first, start), (last, end) = fix.span.position, fix.span.end_position
    before = source.line(first)[: start - 1]
    after = source.line(last)[end - 1 :]
    lines = (before + fix.replacement + after).splitlines() or [""]
    return tuple((first + i, clean_line(line)) for i, line in enumerate(lines[:12]))


def _cut(text: str, left: int, right: int) -> tuple[str, int, int]:
    """A line as it is shown: the text, the characters left out before it, and the dots put for them."""
    if width(text) <= WIDEST:
        return widen(text), 0, 0
    skip = 0
    if width(text[:right]) > WIDEST - 10:
        skip = max(0, left - 30)
    dots = 4 if skip else 0
    end, used = skip, 0
    while end < len(text) and used < WIDEST - 8:
        used += width(text[end], used)
        end += 1
    shown = ("... " if skip else "") + widen(text[skip:end]) + (" ..." if end < len(text) else "")
    return shown, skip, dots


# --- widths and signs ---------------------------------------------------------------------------------


def width(text: str, start: int = 0) -> int:
    """How many columns a text takes on a terminal when it begins at column `start` (from 0)."""
    if text.isascii() and text.isprintable():
        return len(text)
    at = start
    for char in text:
        if char == "\t":
            at += TAB - at % TAB
        else:
            at += _char_width(char)
    return at - start


def widen(text: str) -> str:
    """A line as it may be shown: tabs as spaces, signs for what must not reach a terminal."""
    if "\t" not in text:
        return clean_line(text)
    out: list[str] = []
    at = 0
    for char in text:
        shown = " " * (TAB - at % TAB) if char == "\t" else _sign(char)
        at += TAB - at % TAB if char == "\t" else _char_width(char)
        out.append(shown)
    return "".join(out)


def clean(text: str) -> str:
    """The text with line breaks kept and every other control character made visible."""
    if text.isprintable():
        return text
    return "\n".join(clean_line(line) for line in text.replace("\r\n", "\n").split("\n"))


def clean_line(text: str) -> str:
    """The text on one line: each control character becomes one visible sign."""
    if text.isprintable():
        return text
    return "".join(map(_sign, text))


def _one(text: str) -> str:
    return clean_line(" ".join(text.split("\n")))


def _char_width(char: str) -> int:
    if " " <= char <= "~":
        return 1
    if _sign(char) != char:
        return 1
    if unicodedata.category(char) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


_TURNING = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""They change the direction of writing, so that what is shown is not what is there."""


def _sign(char: str) -> str:
    code = ord(char)
    if code < 0x20:
        return chr(0x2400 + code)
    if code == 0x7F:
        return "\u2421"
    if 0x80 <= code < 0xA0 or 0xD800 <= code < 0xE000 or char in _TURNING:
        return "\ufffd"
    if char in "\u2028\u2029":
        return "\u2424"
    return char


# --- for other programs -------------------------------------------------------------------------------


def to_json(diagnostics: Iterable[Diagnostic]) -> str:
    """A JSON object: `format` 1 and `diagnostics`; lines and columns count from 1, offsets from 0."""
    return json.dumps(
        {"format": 1, "diagnostics": [as_data(d) for d in diagnostics]}, ensure_ascii=False, indent=2
    )


def as_data(d: Diagnostic) -> dict[str, Any]:
    """One diagnostic as plain data, as in `to_json`."""
    return {
        "code": d.code,
        "name": d.name,
        "severity": d.severity.value,
        "confidence": d.confidence,
        "message": clean(d.message),
        "place": _place(d.span),
        "label": clean(d.label),
        "labels": [{"place": _place(x.span), "message": clean(x.message)} for x in d.labels],
        "expected": [clean(x) for x in d.expected],
        "hint": None if d.hint is None else clean(d.hint),
        "fixes": [
            {"title": clean(f.title), "place": _place(f.span), "replacement": f.replacement} for f in d.fixes
        ],
        "cites": list(d.cites),
    }


def _place(span: Span) -> dict[str, Any]:
    (line, column), (end_line, end_column) = span.position, span.end_position
    return {
        "file": clean_line(span.source.name),
        "line": line,
        "column": column,
        "end-line": end_line,
        "end-column": end_column,
        "start": span.start,
        "end": span.end,
    }


def to_sarif(diagnostics: Iterable[Diagnostic], *, version: str = "0") -> str:
    """A SARIF 2.1.0 log with one run; each code that occurs is a rule, with the reason from its page.

    `version`: of the tool. Columns count code points. Paths are percent-encoded and relative.
    """
    from toolkit.report.catalogue import CatalogueError, entry

    found = tuple(diagnostics)
    rules: dict[str, dict[str, Any]] = {}
    for d in found:
        if d.code in rules:
            continue
        rule: dict[str, Any] = {"id": d.code, "defaultConfiguration": {"level": _level(d.severity)}}
        if d.name:
            rule["name"] = "".join(part.title() for part in d.name.split("-"))
        try:
            why = entry(d.code).why
        except CatalogueError:  # a diagnostic that was not made by `diagnose`, as in a test
            why = d.message
        rule["shortDescription"] = {"text": (d.name or d.code).replace("-", " ")}
        rule["fullDescription"] = {"text": clean(why)}
        rule["properties"] = {"precision": "very-high" if d.confidence == "certain" else "medium"}
        rules[d.code] = rule
    order = list(rules)
    log = {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [
            {
                "tool": {"driver": {"name": "sayso", "version": version, "rules": list(rules.values())}},
                "columnKind": "unicodeCodePoints",
                "results": [_sarif_result(d, order.index(d.code)) for d in found],
            }
        ],
    }
    return json.dumps(log, ensure_ascii=False, indent=2)


def _level(severity: Severity) -> str:
    return "note" if severity is Severity.INFO else severity.value


def _sarif_result(d: Diagnostic, rule: int) -> dict[str, Any]:
    text = [clean(d.message)]
    if d.expected:
        text.append(f"Expected: {_listed([clean(x) for x in d.expected])}.")
    if d.hint:
        text.append(clean(d.hint))
    result: dict[str, Any] = {
        "ruleId": d.code,
        "ruleIndex": rule,
        "level": _level(d.severity),
        "message": {"text": "\n".join(text)},
        "locations": [_sarif_location(d.span)],
    }
    if d.labels:
        result["relatedLocations"] = [
            {"id": i, **_sarif_location(x.span), "message": {"text": clean(x.message)}}
            for i, x in enumerate(d.labels)
        ]
    if d.fixes:
        result["fixes"] = [
            {
                "description": {"text": clean(f.title)},
                "artifactChanges": [
                    {
                        "artifactLocation": {"uri": _uri(f.span.source)},
                        "replacements": [
                            {
                                "deletedRegion": _region(f.span),
                                "insertedContent": {"text": f.replacement},
                            }
                        ],
                    }
                ],
            }
            for f in d.fixes
        ]
    return result


def _sarif_location(span: Span) -> dict[str, Any]:
    return {
        "physicalLocation": {
            "artifactLocation": {"uri": _uri(span.source)},
            "region": _region(span),
        }
    }


def _region(span: Span) -> dict[str, Any]:
    (line, column), (end_line, end_column) = span.position, span.end_position
    return {
        "startLine": line,
        "startColumn": column,
        "endLine": end_line,
        "endColumn": end_column,
        "charOffset": span.start,
        "charLength": span.end - span.start,
    }


def _uri(source: Source) -> str:
    from urllib.parse import quote

    return quote(source.name.replace("\\", "/").encode("utf-8", "replace"), safe="/-._~")


def to_github(diagnostics: Iterable[Diagnostic]) -> str:
    """One GitHub workflow command a line: `::error file=…,line=…::message`."""
    kinds = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "notice"}
    lines: list[str] = []
    for d in diagnostics:
        (line, column), (end_line, end_column) = d.span.position, d.span.end_position
        text = [clean(d.message)]
        if d.label:
            text.append(clean(d.label))
        if d.expected:
            text.append(f"expected: {_listed([clean(x) for x in d.expected])}")
        if d.hint:
            text.append(f"help: {clean(d.hint)}")
        text += [f"help: {clean(f.title)}" for f in d.fixes]
        properties = f"file={_property(clean_line(d.span.source.name))},line={line},endLine={end_line}"
        if line == end_line:  # columns of several lines are not accepted there
            properties += f",col={column},endColumn={end_column}"
        title = f"{d.code} {d.name}".strip()
        lines.append(
            f"::{kinds[d.severity]} {properties},title={_property(title)}::{_data(chr(10).join(text))}"
        )
    return "\n".join(lines)


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


def to_table(diagnostics: Iterable[Diagnostic]) -> str:
    """Columns place, severity, code and message, aligned by display width, with a line of titles."""
    rows = [("place", "severity", "code", "message")]
    for d in diagnostics:
        line, column = d.span.position
        place = f"{clean_line(d.span.source.name)}:{line}:{column}"
        rows.append((place, d.severity.value, d.code, _one(d.message)))
    widths = [max(width(row[i]) for row in rows) for i in range(3)]
    return "\n".join(
        "  ".join(
            [*(cell + " " * (wide - width(cell)) for cell, wide in zip(row, widths, strict=False)), row[3]]
        ).rstrip()
        for row in rows
    )
