"""Places as a map: where a layout says where they lie, their neighbours joined by lines, each a link to its page.

In: the cards of a shelf whose kind has a layout with a `map`.  Out: one SVG in the language of the page, as small as it
can be without one name upon another; and a list of those that have no spot on it.  A neighbour is what an attribute
names that holds things of a kind of the same map.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from textwrap import wrap

from toolkit.documents.card import key_of
from toolkit.pack.source import Component
from toolkit.site.markup import element, link, text
from toolkit.site.page import Page
from toolkit.site.shelf import Shelf

CHARACTER, LINE, PAD, GAP = 8.0, 17.0, 9.0, 22.0
"""Width of a character, height of a line, the space around a name and between two, in pixels at 13 px."""
WIDEST = 11
"""Characters in a line, if a word is not longer."""
STEEP = 7.0
"""Half the width of the tip of an arrow."""


@dataclass(frozen=True)
class Spot:
    """A place on the map.  `x`, `y`: as the layout says, to the right and down.  `here`: the page is its own."""

    id: str
    lines: tuple[str, ...]
    x: float
    y: float
    href: str
    here: bool = False

    @property
    def width(self) -> float:
        return max(map(len, self.lines)) * CHARACTER + 2 * PAD

    @property
    def height(self) -> float:
        return len(self.lines) * LINE + 2 * PAD


@dataclass(frozen=True)
class Places:
    """The places of one map.  `at`: id → where.  `neighbours`: id → those that it names."""

    cards: tuple[Component, ...]
    at: Mapping[str, tuple[int, int]]
    neighbours: Mapping[str, tuple[str, ...]]

    def beyond(self) -> list[Component]:
        """Those without a spot that have neighbours or are neighbours."""
        named = {id for neighbours in self.neighbours.values() for id in neighbours}
        return [c for c in self.cards if c.id not in self.at and (c.id in named or self.neighbours[c.id])]


def places_of(shelf: Shelf, kind: str) -> Places | None:
    """The map to which a kind of place belongs; None: it has none."""
    return shelf.once(("map", kind), lambda: _places(shelf, kind))


def _places(shelf: Shelf, kind: str) -> Places | None:
    layout = shelf.layouts.of(kind)
    if len(layout.map) < 2:
        return None
    components = shelf.pack.source.components
    cards = tuple(c for c in components if c.pack == shelf.id and shelf.layouts.of(c.kind) is layout)
    ids = {card.id for card in cards}
    if len(ids & set(layout.map)) < 2:
        return None
    at = {id: spot for id, spot in layout.map.items() if id in ids}
    return Places(cards, at, {card.id: tuple(_neighbours(shelf, card, ids)) for card in cards})


def _neighbours(shelf: Shelf, card: Component, ids: set[str]) -> Iterator[str]:
    """The places of the same map that its attributes name."""
    for one in shelf.layouts.lineage(card.kind):
        for attribute in one.attributes:
            if attribute.form == "thing":
                value = card.attributes.get(attribute.name, ())
                named = value if isinstance(value, tuple) else (value,)
                yield from (str(id) for id in named if id in ids and id != card.id)


def map_of(shelf: Shelf, page: Page, kind: str, here: str = "") -> Iterator[str]:
    """The map with its list, as HTML; nothing for a kind without one.  `here`: the place whose page it is."""
    places = places_of(shelf, kind)
    if places is None:
        return
    targets = {card.id: page.to(_target(shelf, card)) for card in places.cards}
    names = {card.id: shelf.called(card.name, card.text) for card in places.cards}
    spots = [
        Spot(id, tuple(wrap(names[id], WIDEST, break_long_words=False)), x, y, targets[id], id == here)
        for id, (x, y) in places.at.items()
    ]
    drawing = drawn(spots, places.neighbours, shelf.label("map"))
    yield element("figure", drawing, class_="graph map", tabindex="0")
    rows = []
    for card in places.beyond():
        near = [id for id in names if id in places.neighbours[card.id] or card.id in places.neighbours[id]]
        ways = ", ".join(link(targets[id], text(names[id])) for id in near)
        rows.append(element("li", f"{link(targets[card.id], text(names[card.id]))}: {ways}"))
    if rows:
        yield element("p", text(shelf.label("map-beyond")), class_="about")
        yield element("ul", "".join(rows))


def _target(shelf: Shelf, card: Component) -> str:
    return shelf.card_page(key_of(card.kind), card.id)


# --- The drawing ----------------------------------------------------------------------------------------------


def drawn(spots: Sequence[Spot], neighbours: Mapping[str, Sequence[str]], name: str) -> str:
    """One SVG on one line.  A line joins two neighbours; it is an arrow where only one of them names the other."""
    scale = scale_of(spots)
    left = min(spot.x * scale - spot.width / 2 for spot in spots) - 4
    top = min(spot.y * scale - spot.height / 2 for spot in spots) - 4
    width = max(spot.x * scale + spot.width / 2 for spot in spots) - left + 4
    height = max(spot.y * scale + spot.height / 2 for spot in spots) - top + 4
    middles = {spot.id: (spot.x * scale - left, spot.y * scale - top) for spot in spots}
    parts = list(_ways(spots, neighbours, middles))
    parts += [_box(spot, *middles[spot.id]) for spot in spots]
    size = f'viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" height="{height:.0f}"'
    return f'<svg {size} role="group" aria-label="{text(name)}">{"".join(parts)}</svg>'


def scale_of(spots: Sequence[Spot]) -> float:
    """How many pixels a step on the map has: as few as keep all names apart."""
    least = 1.0
    for one, other in combinations(spots, 2):
        across, down = abs(one.x - other.x), abs(one.y - other.y)
        ways = [((one.width + other.width) / 2 + GAP) / across] if across else []
        ways += [((one.height + other.height) / 2 + GAP) / down] if down else []
        least = max(least, min(ways, default=0))
    return least


def _ways(
    spots: Sequence[Spot],
    neighbours: Mapping[str, Sequence[str]],
    middles: Mapping[str, tuple[float, float]],
) -> Iterator[str]:
    for one, other in combinations(spots, 2):
        there, back = other.id in neighbours.get(one.id, ()), one.id in neighbours.get(other.id, ())
        if not there and not back:
            continue
        (ax, ay), (bx, by) = middles[one.id], middles[other.id]
        yield f'<path class="way" d="M{ax:.0f} {ay:.0f}L{bx:.0f} {by:.0f}"/>'
        if there != back:
            start, end, spot = ((ax, ay), (bx, by), other) if there else ((bx, by), (ax, ay), one)
            yield _tip(start, end, spot)


def _tip(start: tuple[float, float], end: tuple[float, float], spot: Spot) -> str:
    """The head of an arrow where it meets the box at its end."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = (dx * dx + dy * dy) ** 0.5
    inside = min(
        spot.width / 2 / abs(dx) if dx else 1.0,
        spot.height / 2 / abs(dy) if dy else 1.0,
    )
    ux, uy = dx / length, dy / length
    x, y = end[0] - dx * inside, end[1] - dy * inside
    bx, by = x - 2 * STEEP * ux, y - 2 * STEEP * uy
    points = ((x, y), (bx - STEEP * uy, by + STEEP * ux), (bx + STEEP * uy, by - STEEP * ux))
    return f'<path class="tip" d="M{"L".join(f"{px:.1f} {py:.1f}" for px, py in points)}z"/>'


def _box(spot: Spot, x: float, y: float) -> str:
    """A name in its box, which is a link."""
    first = y - (len(spot.lines) - 1) * LINE / 2 + 4.5
    lines = " ".join(
        f'<tspan x="{x:.0f}" y="{first + number * LINE:.1f}">{text(line)}</tspan>'
        for number, line in enumerate(spot.lines)
    )
    said = f'<text class="name" text-anchor="middle">{lines}</text>'
    left, top = x - spot.width / 2, y - spot.height / 2
    size = f'width="{spot.width:.0f}" height="{spot.height:.0f}"'
    box = f'<rect class="card" x="{left:.0f}" y="{top:.0f}" {size} rx="8"/>'
    here = ' class="here" aria-current="page"' if spot.here else ""
    return f'<a href="{text(spot.href)}"{here}>{box}{said}</a>'
