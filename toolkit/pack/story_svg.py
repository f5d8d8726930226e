"""A story as a picture, without other programs: rows by acts, a condition on each way, ends marked.

In: graphs (`story_graph.py`).  Out: one SVG.  Each condition is a box in the gutter between two rows, so that nothing
lies upon anything; a long way is led through the rows between by points that take part in the order of their row.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from html import escape
from itertools import pairwise

from toolkit.pack.story_graph import Edge, Graph, act_text, edge_text

CHARACTER, CHARACTER_BEYOND, LINE, PAD = 7.0, 8.4, 17.0, 10.0
"""Width of a Latin character and of others, height of a line, and the space around a text, in pixels at 13 px."""
GAP_X, GAP_Y = 26.0, 30.0
WIDEST = 26
"""Characters in a line."""
ROUNDS = 8

STYLE = """
text { font: 13px system-ui, 'DejaVu Sans', sans-serif; fill: #1d2430; }
.name { font-weight: 600; }
.act { font-size: 11px; fill: #5b6675; }
.if { font-size: 12px; fill: #37404d; }
.title { font-size: 18px; font-weight: 600; }
.card { fill: #ffffff; stroke: #4a5568; stroke-width: 1.4; }
.begin { fill: #4a5568; stroke: none; }
.end { fill: #fdf3dc; stroke: #a06a00; stroke-width: 1.4; }
.end-inner { fill: none; stroke: #a06a00; stroke-width: 0.8; }
.label { fill: #f3f5f8; stroke: none; }
.way { fill: none; stroke: #6b7787; stroke-width: 1.5; }
.opens { stroke-dasharray: 2 4; }
.now { stroke-width: 3; }
.tip { fill: #6b7787; }
""".strip()


@dataclass(eq=False)
class Box:
    """Something that takes room in a layer: a card, a condition, or the point of a long way."""

    lines: tuple[tuple[str, str], ...] = ()  # class of the text, text
    form: str = "point"
    layer: int = 0
    href: str = ""  # where a card leads
    x: float = 0.0  # its middle
    y: float = 0.0  # its top
    width: float = 2.0
    height: float = 0.0
    above: list[Box] = field(default_factory=list)
    below: list[Box] = field(default_factory=list)

    def fit(self) -> Box:
        """Large enough for its lines."""
        if self.lines:
            self.width = max(wide(text) for _, text in self.lines) + 2 * PAD
            self.height = len(self.lines) * LINE + PAD
        if self.form in ("card", "end"):
            self.width = max(self.width, 110.0) + (8 if self.form == "end" else 0)
            self.height += 6
        return self


@dataclass(eq=False)
class Route:
    """A way through the boxes from one card to another."""

    boxes: list[Box]
    edge: Edge


def svg(graphs: Iterable[Graph], hrefs: Mapping[str, str] | None = None) -> str:
    """All stories below each other.  `hrefs`: where nodes lead, by their ids."""
    drawings = [Drawing(graph, hrefs) for graph in graphs]
    width = max((drawing.width for drawing in drawings), default=100.0)
    height, parts = 0.0, []
    for drawing in drawings:
        parts.append(
            f'<g transform="translate({_n((width - drawing.width) / 2)} {_n(height)})">{drawing.body()}</g>'
        )
        height += drawing.height
    title = escape(", ".join(drawing.graph.name for drawing in drawings))
    role = "group" if hrefs else "img"  # what holds links is no picture
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_n(width)} {_n(height)}" width="{_n(width)}" '
        f'height="{_n(height)}" role="{role}" aria-label="{title}">\n<title>{title}</title>\n<style>{STYLE}</style>\n'
        '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" '
        'markerUnits="userSpaceOnUse" orient="auto"><path class="tip" d="M0 0L8 4L0 8z"/></marker></defs>\n'
        '<rect width="100%" height="100%" fill="#ffffff"/>\n' + "\n".join(parts) + "\n</svg>\n"
    )


class Drawing:
    """One story with its places."""

    def __init__(self, graph: Graph, hrefs: Mapping[str, str] | None = None) -> None:
        self.graph = graph
        self.cards: dict[str, Box] = {}
        self.layers: dict[int, list[Box]] = {}
        self.routes: list[Route] = []
        for node in graph.nodes:
            name = [("name", line) for line in wrapped(node.name)] if node.form != "begin" else []
            act = [("act", act_text(node))] if act_text(node) else []
            href = (hrefs or {}).get(node.id, "")
            box = Box((*name, *act), node.form, 2 * node.row, href).fit()
            if node.form == "begin":
                box.width = box.height = 14.0
            self.cards[node.id] = self.add(box)
        for edge in graph.edges:
            self.route(edge)
        self.order()
        self.place()

    def add(self, box: Box) -> Box:
        self.layers.setdefault(box.layer, []).append(box)
        return box

    def route(self, edge: Edge) -> None:
        """The boxes through which a way goes; one that leads back ends at the side of its card."""
        source, target = self.cards[edge.source], self.cards[edge.target]
        boxes = [source]
        layer = source.layer + 1
        if edge.label:
            lines = tuple(("if", line) for line in wrapped(edge_text(edge)))
            boxes.append(self.add(Box(lines, "label", layer).fit()))
        if not edge.back:
            first = layer + (1 if edge.label else 0)
            boxes += [self.add(Box(layer=between)) for between in range(first, target.layer)]
        for upper, lower in zip(boxes, [*boxes[1:], *([] if edge.back else [target])], strict=False):
            upper.below.append(lower)
            lower.above.append(upper)
        if source.layer == target.layer:  # from below, between the two
            boxes[-1].above.append(target)
        self.routes.append(Route([*boxes, target], edge))

    def order(self) -> None:
        """Neighbours near each other: each box to the middle of those above it, then of those below it."""
        numbers = sorted(self.layers)
        position = {box: float(n) for layer in self.layers.values() for n, box in enumerate(layer)}
        for turn in range(ROUNDS):
            down = turn % 2 == 0
            for number in numbers if down else reversed(numbers):
                layer = self.layers[number]

                def middle(box: Box, down: bool = down) -> float:
                    near = box.above if down else box.below
                    return sum(position[other] for other in near) / len(near) if near else position[box]

                layer.sort(key=middle)
                position.update({box: float(n) for n, box in enumerate(layer)})

    def place(self) -> None:
        """Rows from the top; in a row, as near to what it hangs together with as the others let it."""
        y = 56.0
        self.tops: dict[int, float] = {}
        self.bottoms: dict[int, float] = {}
        for number in sorted(self.layers):
            layer = self.layers[number]
            tallest = max(box.height for box in layer)
            self.tops[number], self.bottoms[number] = y, y + tallest
            for box in layer:
                box.y = y + (tallest - box.height) / 2
            y += tallest + GAP_Y
            x = 0.0
            for box in layer:
                box.x = x + box.width / 2
                x += box.width + GAP_X
        for turn in range(4 * ROUNDS):
            for number in sorted(self.layers, reverse=turn % 2 == 1):
                self.pull(self.layers[number])
        left = min(box.x - box.width / 2 for layer in self.layers.values() for box in layer)
        for layer in self.layers.values():
            for box in layer:
                box.x += 24 - left
        right = max(box.x + box.width / 2 for layer in self.layers.values() for box in layer)
        backs = sum(map(self.upwards, self.routes))
        self.lane = right + 20
        self.width = max(right + 24 + 18 * backs + (12 if backs else 0), 40 + len(self.graph.name) * 10.0)
        self.height = y + 10

    def pull(self, layer: list[Box]) -> None:
        """Towards the mean of the neighbours; groups that would overlap move as one."""
        groups: list[
            tuple[float, float, list[Box]]
        ] = []  # sum of wishes, weight, boxes; a wish is for the first box
        for box in layer:
            near = [*box.above, *box.below]
            wish = sum(other.x for other in near) / len(near) if near else box.x
            weight = 1.0
            groups.append((wish * weight, weight, [box]))
            while len(groups) > 1:
                (s1, w1, b1), (s2, w2, b2) = groups[-2:]
                width = sum(b.width + GAP_X for b in b1) - b1[0].width / 2 + b2[0].width / 2
                if s1 / w1 + width <= s2 / w2:
                    break
                groups[-2:] = [(s1 + s2 - width * w2, w1 + w2, b1 + b2)]
        for total, weight, boxes in groups:
            x = total / weight
            for place, box in enumerate(boxes):
                if place:
                    x += boxes[place - 1].width / 2 + GAP_X + box.width / 2
                box.x = x

    # -- Drawing ---------------------------------------------------------------------------------------------
    def body(self) -> str:
        """The elements of the picture: ways first, boxes over them."""
        parts = [f'<text class="title" x="24" y="30">{escape(self.graph.name)}</text>']
        lane = self.lane
        for route in self.routes:
            if self.upwards(route):
                lane += 18
            parts.append(self.way(route, lane))
        parts += [self.box(box) for layer in self.layers.values() for box in layer if box.form != "point"]
        return "\n".join(parts)

    def way(self, route: Route, lane: float) -> str:
        names = {"opens": "way opens", "branch": "way", "at once": "way now"}
        path: list[str] = []
        boxes = route.boxes[:-1] if route.edge.back else route.boxes
        for upper, lower in pairwise(boxes):
            x1, y1, x2, y2 = upper.x, upper.y + upper.height, lower.x, lower.y
            if not path:
                path.append(f"M{_n(x1)} {_n(y1)}")
            elif upper.height:
                path.append(f"L{_n(x1)} {_n(y1)}")
            bend = (y2 - y1) / 2
            path.append(f"C{_n(x1)} {_n(y1 + bend)} {_n(x2)} {_n(y2 - bend)} {_n(x2)} {_n(y2)}")
        last, target = boxes[-1], route.boxes[-1]
        if self.upwards(route):
            # through the free strips below the one row and above the other, and beside everything
            low = self.bottoms[last.layer] + GAP_Y / 2 - 4
            high = self.tops[target.layer] - GAP_Y / 2 + 4
            x = target.x + target.width / 4
            path.append(f"M{_n(last.x)} {_n(last.y + last.height)}V{_n(low)}H{_n(lane)}V{_n(high)}H{_n(x)}")
            path.append(f"V{_n(target.y)}")
        elif route.edge.back:
            x1, y1, x2, y2 = last.x, last.y, target.x, target.y + target.height
            bend = (y1 - y2) / 2
            path.append(
                f"M{_n(x1)} {_n(y1)}C{_n(x1)} {_n(y1 - bend)} {_n(x2)} {_n(y2 + bend)} {_n(x2)} {_n(y2)}"
            )
        return f'<path class="{names[route.edge.form]}" marker-end="url(#tip)" d="{"".join(path)}"/>'

    @staticmethod
    def upwards(route: Route) -> bool:
        """Whether it leads to a row above, or straight to its own."""
        source, target = route.boxes[0], route.boxes[-1]
        return route.edge.back and (source.layer != target.layer or len(route.boxes) < 3 or source is target)

    def box(self, box: Box) -> str:
        x, y = box.x - box.width / 2, box.y
        if box.form == "begin":
            return f'<circle class="begin" cx="{_n(box.x)}" cy="{_n(y + box.height / 2)}" r="7"/>'
        radius = {"card": 5, "end": 14, "label": 9}[box.form]
        parts = [
            f'<rect class="{box.form}" x="{_n(x)}" y="{_n(y)}" width="{_n(box.width)}" height="{_n(box.height)}" '
            f'rx="{radius}"/>'
        ]
        if box.form == "end":
            parts.append(
                f'<rect class="end-inner" x="{_n(x + 3)}" y="{_n(y + 3)}" width="{_n(box.width - 6)}" '
                f'height="{_n(box.height - 6)}" rx="{radius - 3}"/>'
            )
        top = y + (box.height - len(box.lines) * LINE) / 2 + 12.5
        for number, (name, line) in enumerate(box.lines):
            parts.append(
                f'<text class="{name}" text-anchor="middle" x="{_n(box.x)}" y="{_n(top + number * LINE)}">'
                f"{escape(line)}</text>"
            )
        drawn = "".join(parts)
        return f'<a href="{escape(box.href)}">{drawn}</a>' if box.href else drawn


def wide(text: str) -> float:
    """Pixels that a line takes; letters that are not Latin are wider."""
    return sum(CHARACTER if letter.isascii() else CHARACTER_BEYOND for letter in text)


def wrapped(text: str) -> list[str]:
    """Lines of at most `WIDEST` characters, as even as words allow."""
    import textwrap

    count = max(1, -(-len(text) // WIDEST))
    width = min(WIDEST, max(-(-len(text) // count) + 3, 8))
    return textwrap.wrap(text, width, break_long_words=False) or [""]


def _n(number: float) -> str:
    """A coordinate, short."""
    return f"{number:.1f}".rstrip("0").rstrip(".")
