"""SAY0601: what stands behind a list is said of all of it, or of its last item."""

from __future__ import annotations

from toolkit.report import Diagnostic, Fix, Label, diagnose
from toolkit.report.source import Span

PAIR = 2


def _said_of_each(first: Span, each: Span) -> list[Fix]:
    """*1 wood and 1 stone for each food paid* as *1 wood for each food paid and 1 stone for each food paid*."""
    text = each.source.text
    end = min((k for mark in ".,;:\n" if (k := text.find(mark, each.end)) >= 0), default=len(text))
    phrase = text[each.start : end].strip()
    return [Fix(f"say *{phrase}* of each", first, f"{first.text} {phrase}")]


def of_all_or_of_the_last(joint: str, many: int, first: Span, span: Span, kind: str) -> Diagnostic:
    """What is said of a phrase behind a list.  `joint`, `many`: of its items, of which the `first` may be meant, too;
    `kind`: the terminal of what stands behind.
    """
    labels = [Label(first, "does it belong to this as well?")]
    if kind != "FOR_EACH":
        other = "let it be chosen: *Choose one:*, a line for each" if joint == "or" else "make two sentences"
        there = f"say it of each (*… {span.text} … {joint} … {span.text} …*), or {other}"
        hints = {"PLACE": there, "FROM": there, "REL": "say it in a sentence for each"}
        return diagnose("SAY0601", span, word=joint, labels=labels, hint=hints.get(kind))
    hint = "say it of each (*… for each … and … for each …*), or make two sentences"
    fixes = _said_of_each(first, span) if many == PAIR else []
    return diagnose("SAY0601", span, word=joint, labels=labels, hint=hint, fixes=fixes)
