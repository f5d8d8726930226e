"""A summary as one HTML page that needs nothing else: tables, and small drawings of distributions and rates."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Any

from toolkit.prove.tables import percent, tables, title

STYLE = """ body{font:15px/1.45 system-ui,sans-serif;max-width:62rem;margin:2rem auto;padding:0
1rem;color:#1c1c22;background:#fff} h1{font-size:1.35rem}h2{font-size:1.05rem;margin:2rem 0 .5rem}
table{border-collapse:collapse;font-variant-numeric:tabular-nums} th,td{padding:.15rem
.6rem;text-align:right;border-bottom:1px solid #e4e4ea}
th:first-child,td:first-child{text-align:left} td{white-space:nowrap} th{font-weight:600}
figure{display:inline-block;margin:.3rem 1rem .3rem 0}figcaption{font-size:.85rem;color:#555}
svg{background:#f7f7fa}svg text{font:10px system-ui,sans-serif;fill:#555}
.bar{fill:#4a6fa5}.range{stroke:#1c1c22;stroke-width:2}.even{stroke:#b3541e;stroke-dasharray:3
3}.wide{overflow-x:auto}
@media(prefers-color-scheme:dark){body{background:#17171b;color:#e6e6ea}th,td{border-color:#33333c}svg{background:#202027}
svg text,figcaption{fill:#aaa;color:#aaa}.bar{fill:#7c9fd3}.range{stroke:#e6e6ea}}
"""

WIDTH, HEIGHT, EDGE = 260, 110, 18


def as_html(data: dict[str, Any]) -> str:
    """The whole page."""
    parts = [
        "<!doctype html>",
        '<html lang="en"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(title(data))}</title><style>{STYLE}</style></head><body>",
        f"<h1>{escape(title(data))}</h1>",
        *_drawings(data),
        *_tables(data),
        "</body></html>",
    ]
    return "\n".join(parts) + "\n"


def _tables(data: dict[str, Any]) -> Iterator[str]:
    for heading, rows in tables(data):
        if not rows:
            continue
        yield f"<h2>{escape(heading)}</h2>"
        yield '<div class="wide"><table>'
        for number, row in enumerate(rows):
            tag = "td" if number else "th"
            yield "<tr>" + "".join(f"<{tag}>{escape(cell)}</{tag}>" for cell in row) + "</tr>"
        yield "</table></div>"


def _drawings(data: dict[str, Any]) -> Iterator[str]:
    yield _figure("Wins by seat, with the 95 % interval", rates(data["seats"]))
    yield _figure("Decisions in a game", histogram(data["length"]["decisions"]["counts"]))
    for seat in data["seats"]:
        for name, one in seat["amounts"].items():
            yield _figure(f"{seat['name']}: {name}", histogram(one["counts"]))


def _figure(caption: str, drawing: str) -> str:
    return f"<figure>{drawing}<figcaption>{escape(caption)}</figcaption></figure>"


def histogram(counts: list[list[int]], bins: int = 26) -> str:
    """Values and how often each came, in at most so many bars of whole numbers."""
    if not counts:
        return _svg([])
    least, most = counts[0][0], counts[-1][0]
    step = max(1, -(-(most - least + 1) // bins))
    heights = [0] * ((most - least) // step + 1)
    for value, times in counts:
        heights[(value - least) // step] += times
    highest = max(heights)
    width = (WIDTH - 2 * EDGE) / len(heights)
    parts = []
    for number, times in enumerate(heights):
        tall = (HEIGHT - 2 * EDGE) * times / highest
        low = least + number * step
        shown = str(low) if step == 1 else f"{low}–{low + step - 1}"
        parts.append(
            f'<rect class="bar" x="{EDGE + number * width:.1f}" y="{HEIGHT - EDGE - tall:.1f}" '
            f'width="{max(width - 1, 0.5):.1f}" height="{tall:.1f}"><title>{shown}: {times}</title></rect>'
        )
    parts.append(_label(EDGE, HEIGHT - 5, str(least), "start"))
    parts.append(_label(WIDTH - EDGE, HEIGHT - 5, str(most), "end"))
    return _svg(parts)


def rates(seats: list[dict[str, Any]]) -> str:
    """A bar for each seat, its interval, and where all would be equal."""
    if not seats:
        return _svg([])
    width = (WIDTH - 2 * EDGE) / len(seats)
    top = max(0.5, *(seat["interval"][1] for seat in seats))

    def level(rate: float) -> float:
        return HEIGHT - EDGE - (HEIGHT - 2 * EDGE) * rate / top

    parts = []
    for number, seat in enumerate(seats):
        left, middle = EDGE + number * width, EDGE + (number + 0.5) * width
        low, high = seat["interval"]
        parts.append(
            f'<rect class="bar" x="{left + 4:.1f}" y="{level(seat["rate"]):.1f}" width="{width - 8:.1f}" '
            f'height="{HEIGHT - EDGE - level(seat["rate"]):.1f}"><title>{percent(seat["rate"])}</title></rect>'
        )
        parts.append(
            f'<line class="range" x1="{middle:.1f}" x2="{middle:.1f}" y1="{level(low):.1f}" y2="{level(high):.1f}"/>'
        )
        parts.append(_label(middle, HEIGHT - 5, seat["name"], "middle"))
    even = level(1 / len(seats))
    parts.append(f'<line class="even" x1="{EDGE}" x2="{WIDTH - EDGE}" y1="{even:.1f}" y2="{even:.1f}"/>')
    return _svg(parts)


def _label(x: float, y: float, text: str, anchor: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'


def _svg(parts: list[str]) -> str:
    return f'<svg role="img" width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}">{"".join(parts)}</svg>'
