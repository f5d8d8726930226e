"""The reading of a sentence in brackets: *put a card [in the hand [of a player]] under the table*.

In: a tree with spans.  Out: the text as it was typed, with square brackets around whatever hangs on something else:
modifiers, relative clauses, adverbials, openings, closings, and the clauses of a sentence that has several.
"""

from __future__ import annotations

from toolkit.language.ast import Clause, Clauses, Closing, Group, Modifier, Node, Opening, Relative
from toolkit.report import Span


def bracket(tree: Node) -> str:
    """The brackets of a parsed tree; a tree without spans (a made one) gives an empty text."""
    whole = tree.span
    if whole is None:
        return ""
    spans: list[Span] = []
    _collect(tree, spans)
    opens: dict[int, int] = {}
    closes: dict[int, int] = {}
    kept: list[Span] = []
    for span in sorted(set(spans), key=lambda s: (s.start, -s.end)):
        crossing = any(s.start < span.start < s.end < span.end for s in kept)
        if span.source is not whole.source or crossing or span.start >= span.end:
            continue
        kept.append(span)
        opens[span.start] = opens.get(span.start, 0) + 1
        closes[span.end] = closes.get(span.end, 0) + 1
    out = []
    text = whole.source.text
    for at in range(whole.start, whole.end + 1):
        out.append("]" * closes.get(at, 0) + "[" * opens.get(at, 0))
        if at < whole.end:
            out.append(text[at])
    return "".join(out)


def _collect(node: Node, spans: list[Span]) -> None:
    several = isinstance(node, Clauses) and len(node.clauses) > 1
    for child in node.children():
        shown = isinstance(child, (Modifier, Relative, Opening, Closing)) or (
            several and isinstance(child, Clause)
        )
        if isinstance(node, Group) and len(child.children()) > 1:
            shown = True
        if shown and child.span is not None:
            spans.append(child.span)
        _collect(child, spans)
