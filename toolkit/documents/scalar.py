"""From what was typed to what it says: one scalar.

The YAML reader gives a scalar's text and its place; here the two are laid side by side, so that each
character of the text knows where it was typed. Escapes, doubled quotes, folded lines and the indentation of
`|` make the two differ. Also here: which plain scalars are numbers, truth values and null (YAML 1.2 core).
"""

from __future__ import annotations

import re
from collections.abc import Callable

from toolkit.documents.nodes import Style, Value
from toolkit.report.source import Break

STYLES: dict[str, Style] = {"'": "single", '"': "double", "|": "literal", ">": "folded"}

_LINE_BREAK = re.compile(r"\r\n|\r|\n")
_FOLD = re.compile(r"[ \t]*(?:(?:\r\n|\r|\n)[ \t]*)+")
_ESCAPED_BREAK = re.compile(r"\\(?:\r\n|\r|\n)[ \t]*((?:(?:\r\n|\r|\n)[ \t]*)*)")
_SHORT = {
    "0": "\0",
    "a": "\a",
    "b": "\b",
    "t": "\t",
    "\t": "\t",
    "n": "\n",
    "v": "\v",
    "f": "\f",
    "r": "\r",
    "e": "\x1b",
    "N": "\x85",
    "_": "\xa0",
    "L": "\u2028",
    "P": "\u2029",
}
_LONG = {"x": 2, "u": 4, "U": 8}

_INT = re.compile(r"[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+")
_FLOAT = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?")
_NOT_FINITE = re.compile(r"[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)")
_WORDS: dict[str, Value] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL"), None),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
LONGEST_NUMBER = 18
"""Characters of a number; a longer one has no use in a game and would not survive JSON."""


def core_value(text: str) -> Value:
    """The value of a plain scalar. Raises `ValueError` for a number that is infinite, not one, or too long."""
    if text in _WORDS:
        return _WORDS[text]
    if text[0] not in "+-.0123456789":
        return text
    if _INT.fullmatch(text):
        if len(text) > LONGEST_NUMBER:
            raise ValueError(text)
        return int(text, 0) if text[:2] in ("0o", "0x") else int(text)
    if _FLOAT.fullmatch(text):
        number = float(text)
        if len(text) > LONGEST_NUMBER or number in (float("inf"), float("-inf")):
            raise ValueError(text)
        return number
    if _NOT_FINITE.fullmatch(text):
        raise ValueError(text)
    return text


def breaks_of(text: str, start: int, end: int, style: Style, value: str) -> tuple[Break, ...]:
    """How the characters of `value` lie in `text[start:end]`, which is the scalar as typed.

    A scalar that cannot be laid beside its text (`>`, which is refused elsewhere) points at its start.
    """
    raw = text[start:end]
    if style == "literal":
        return _literal(raw, start, value)
    if style == "folded":
        return ((0, start, 0),)
    if style != "plain":
        raw, start = raw[1:-1], start + 1
    if raw == value:
        return ((0, start, 1),)
    cooked, breaks = _flow(raw, start, style)
    return breaks if cooked == value else ((0, start, 0),)


def literal_end(text: str, start: int, end: int) -> int:
    """Where the last line with something on it ends, of a `|` or `>` scalar that the reader ends later."""
    return start + len(text[start:end].rstrip("\r\n \t"))


def _literal(raw: str, start: int, value: str) -> tuple[Break, ...]:
    """Each cooked line is the end of the typed line with the same number after the `|` line."""
    breaks: list[Break] = []
    header = _LINE_BREAK.search(raw)
    if header is None:
        return ((0, start + len(raw), 1),)
    cooked, at = 0, header.end()
    for line in value.split("\n"):
        found = _LINE_BREAK.search(raw, at)
        stop, after = (found.start(), found.end()) if found else (len(raw), len(raw))
        if line:
            breaks.append((cooked, start + stop - len(line), 1))
            cooked += len(line)
        breaks.append((cooked, start + stop, after - stop))
        cooked += 1
        at = after
    if breaks[-1][0] >= len(value) and len(breaks) > 1:
        breaks.pop()  # the piece after the last line break holds no character
    return _joined(breaks)


def _flow(raw: str, start: int, style: Style) -> tuple[str, tuple[Break, ...]]:
    """Plain and quoted scalars: what they say, and its breaks."""
    out: list[str] = []
    breaks: list[Break] = [(0, start, 1)]
    cooked, at = 0, 0

    def put(text: str, raw_at: int, raw_width: int) -> None:
        nonlocal cooked
        breaks.append((cooked, start + raw_at, raw_width))
        out.append(text)
        cooked += len(text)

    special = re.compile({"plain": r"[ \t\r\n]", "single": r"[ \t\r\n']"}.get(style, r"[ \t\r\n\\]"))
    while at < len(raw):
        found = special.search(raw, at)
        if found is None:
            put(raw[at:], at, 1)
            break
        if found.start() > at:
            put(raw[at : found.start()], at, 1)
            at = found.start()
        fold = _FOLD.match(raw, at)
        if fold:
            ends = [m.span() for m in _LINE_BREAK.finditer(raw, at, fold.end())]
            if len(ends) == 1:
                put(" ", at, fold.end() - at)
            for first, last in ends[1:]:
                put("\n", first, last - first)
            at = fold.end()
        elif raw[at] in " \t":
            put(raw[at], at, 1)
            at += 1
        elif raw[at] == "'":
            put("'", at, 2)
            at += 2
        else:
            at = _escape(raw, at, put)
    return "".join(out), _joined(breaks)


def _escape(raw: str, at: int, put: Callable[[str, int, int], None]) -> int:
    """One escape of a double-quoted scalar; where the next character stands."""
    skipped = _ESCAPED_BREAK.match(raw, at)
    if skipped:
        for found in _LINE_BREAK.finditer(raw, *skipped.span(1)):
            put("\n", found.start(), found.end() - found.start())
        return skipped.end()
    sign = raw[at + 1 : at + 2]
    digits = _LONG.get(sign)
    if digits is None:
        put(_SHORT.get(sign, sign), at, 2)
        return at + 2
    try:
        put(chr(int(raw[at + 2 : at + 2 + digits], 16)), at, 2 + digits)
    except (ValueError, OverflowError):
        put("\ufffd", at, 2 + digits)
    return at + 2 + digits


def _joined(breaks: list[Break]) -> tuple[Break, ...]:
    """Without the breaks that only continue the one before."""
    kept: list[Break] = []
    for cooked, raw, width in breaks:
        if kept:
            last_cooked, last_raw, last_width = kept[-1]
            if cooked == last_cooked:
                kept.pop()
            elif width == last_width and raw == last_raw + (cooked - last_cooked) * width:
                continue
        kept.append((cooked, raw, width))
    return tuple(kept)
