"""Findings as one HTML page that needs nothing else: the tables, with a drawing of each interval."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape
from typing import Any

from toolkit.prove.compare.tables import COLUMNS, Report, Row, Table, report
from toolkit.prove.page import STYLE

MORE = """.none{stroke:#999;stroke-dasharray:2 2}.bar{stroke:#4a6fa5;stroke-width:3}.dot{fill:#1c1c22}
.changed .bar{stroke:#b3541e}.changed .dot{fill:#b3541e}tr.changed td:last-child{color:#b3541e;font-weight:600}
th:nth-child(2),td:nth-child(2){text-align:left}td:nth-child(2){white-space:normal;min-width:9rem}
pre{background:#f7f7fa;padding:.5rem .8rem;overflow-x:auto;white-space:pre-wrap}
.gone{color:#a33}.come{color:#286a2f}.note{color:#555;font-size:.85rem}
@media(prefers-color-scheme:dark){.dot{fill:#e6e6ea}pre{background:#202027}.gone{color:#e88}.come{color:#8d8}
.note{color:#aaa}}
"""

WIDTH, HEIGHT, EDGE = 150, 16, 4


def as_html(data: Mapping[str, Any], everything: bool = False) -> str:
    """The whole page."""
    return "\n".join(_page(report(data, everything))) + "\n"


def _page(found: Report) -> Iterator[str]:
    yield "<!doctype html>"
    yield '<html lang="en"><head><meta charset="utf-8">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield f"<title>{escape(found.title)}</title><style>{STYLE}{MORE}</style></head><body>"
    yield f"<h1>{escape(found.title)}</h1>"
    yield from (f"<p>{escape(sentence)}</p>" for sentence in found.verdict)
    if found.changed:
        yield "<h2>What changed, and what it did</h2>"
    for changed in found.changed:
        yield f"<h3>{escape(changed.heading)}</h3>"
        if changed.told:
            yield f"<p>{escape(changed.told)}</p>"
        if changed.lines:
            yield f"<pre>{''.join(_line(sign, text) for sign, text in changed.lines)}</pre>"
        if changed.table is not None:
            yield from _table(changed.table)
    for table in found.tables:
        yield f"<h2>{escape(table.heading)}</h2>"
        yield from _table(table)
    yield from (f'<p class="note">{escape(note)}</p>' for note in found.notes)
    yield "</body></html>"


def _line(sign: str, text: str) -> str:
    kind = {"-": "gone", "+": "come"}.get(sign, "")
    return f'<span class="{kind}">{escape(sign or " ")} {escape(text)}</span>\n'


def _table(table: Table) -> Iterator[str]:
    scale = max((abs(bound) for row in table.measures for bound in _bounds(row)), default=0.0)
    heads = (*COLUMNS[:-2], COLUMNS[-2], "", COLUMNS[-1])
    yield '<div class="wide"><table>'
    yield "<tr>" + "".join(f"<th>{escape(head)}</th>" for head in heads) + "</tr>"
    for cells, row in zip(table.rows, table.measures, strict=True):
        shown = "".join(f"<td>{escape(cell)}</td>" for cell in cells[:-1])
        yield (
            f"<tr{' class=changed' if row['changed'] else ''}>{shown}<td>{_drawing(row, scale)}</td>"
            f"<td>{escape(cells[-1])}</td></tr>"
        )
    yield "</table></div>"


def _bounds(row: Row) -> list[float]:
    """The interval, and the difference in it: of a rate in hundredths, of a number as a part of what it was."""
    if row["interval"] is None or row["difference"] is None:
        return []
    low, high = row["interval"]
    if row["form"] == "mean":
        unit = abs(row["old"] or 0.0)
        return [each / unit for each in (low, row["difference"], high)] if unit else []
    return [low, row["difference"], high]


def _drawing(row: Row, scale: float) -> str:
    """Where the interval lies; the broken line is no difference."""
    bounds = _bounds(row)
    if not bounds or not scale:
        return ""
    low, at, high = (WIDTH / 2 + (WIDTH / 2 - EDGE) * each / scale for each in bounds)
    half = HEIGHT / 2
    return (
        f'<svg role="img" width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}">'
        f'<line class="none" x1="{WIDTH / 2}" x2="{WIDTH / 2}" y1="0" y2="{HEIGHT}"/>'
        f'<line class="bar" x1="{low:.1f}" x2="{high:.1f}" y1="{half}" y2="{half}"/>'
        f'<circle class="dot" cx="{at:.1f}" cy="{half}" r="3"/></svg>'
    )
