"""A story as a drawing: nodes and edges, and where they go.

In: a `Story`.  Out: `Graph`, the same for every format; `written` gives it as Mermaid, Graphviz (dot) or JSON.  The
picture is made by `story_svg.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from typing import Any, Literal

from toolkit.pack.story import Card, Story
from toolkit.report.source import Text

NodeForm = Literal["begin", "card", "end"]
EdgeForm = Literal["opens", "branch", "at once"]


@dataclass(frozen=True, slots=True)
class Node:
    """`id`: of the card, or made up for the beginning and for an epilogue that is an entry of a card.  `act`: as
    written; `row`: from the top, 0 is the beginning.
    """

    id: str
    form: NodeForm
    name: str
    act: str
    row: int
    note: str = ""


@dataclass(frozen=True, slots=True)
class Edge:
    """`label`: the condition.  `back`: it leads up, or to its own row."""

    source: str
    target: str
    form: EdgeForm
    label: str = ""
    back: bool = False


@dataclass(frozen=True, slots=True)
class Graph:
    """A story, ready to be drawn."""

    id: str
    name: str
    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]


BEGIN = "begin"


def _opens(story: Story, source: str, names: Iterable[Text]) -> Iterator[Edge]:
    return (Edge(source, text.value, "opens") for text in names if story.card(text.value))


def graph_of(story: Story) -> Graph:
    """The nodes and edges of a story.  What it names and does not hold is left out; the validator tells."""
    rows = _rows(story)
    last = max(rows.values(), default=0) + (not any(card.ending for card in story.cards))
    nodes = [Node(BEGIN, "begin", story.name, "", 0)]
    edges = list(_opens(story, BEGIN, story.begins))
    for card in story.cards:
        note = f"stays until act {card.until}" if card.stays else ""
        nodes.append(
            Node(card.id, "end" if card.ending else "card", card.name, card.act, rows[card.id], note)
        )
    for card in story.cards:
        edges += _opens(story, card.id, card.opens)
        for way in card.ways:
            goals = [goal for goal in way.targets if story.card(goal)]
            if way.list == "epilogues":
                goals.insert(0, f"{card.id}-end-{way.number + 1}")
                nodes.append(Node(goals[0], "end", f"{card.name} ends", "epilogue", last))
            form: EdgeForm = "at once" if way.at_once else "branch"
            edges += [Edge(card.id, goal, form, way.when) for goal in goals]
    row = {node.id: node.row for node in nodes}
    edges = [Edge(e.source, e.target, e.form, e.label, row[e.target] <= row[e.source]) for e in edges]
    return Graph(story.id, story.name, tuple(nodes), tuple(edges))


def _rows(story: Story) -> dict[str, int]:
    """Acts from the top; a card that one of its own act leads to stands a row below that."""
    depth = {card.id: 0 for card in story.cards}
    for _ in story.cards:
        for card in story.cards:
            for goal in _same_act(story, card):
                if depth[goal.id] <= depth[card.id] < len(story.cards):
                    depth[goal.id] = depth[card.id] + 1
    keys = sorted({(card.number, min(depth[card.id], len(story.cards))) for card in story.cards})
    return {
        card.id: 1 + keys.index((card.number, min(depth[card.id], len(story.cards)))) for card in story.cards
    }


def _same_act(story: Story, card: Card) -> list[Card]:
    """Later cards of its own act to which it leads; those before it in the file would be a circle."""
    ids = [*(text.value for text in card.opens), *(id for way in card.ways for id in way.targets)]
    found = (story.card(id) for id in ids)
    after = story.cards.index(card)
    return [g for g in found if g is not None and g.number == card.number and story.cards.index(g) > after]


# --- Text formats -------------------------------------------------------------------------------------------


def written(graphs: Iterable[Graph], form: str) -> str:
    """All of them as `mermaid`, `dot` or `json`."""
    import json

    graphs = tuple(graphs)
    if form == "json":
        return json.dumps([data(graph) for graph in graphs], ensure_ascii=False, indent=1) + "\n"
    return mermaid(graphs) if form == "mermaid" else dot(graphs)


def data(graph: Graph) -> dict[str, Any]:
    """A graph as plain data."""
    return {
        "story": graph.id,
        "name": graph.name,
        "nodes": [asdict(node) for node in graph.nodes],
        "edges": [asdict(edge) for edge in graph.edges],
    }


def mermaid(graphs: tuple[Graph, ...]) -> str:
    """A flow chart of Mermaid; a subgraph for each story when there are several."""
    lines = ["flowchart TD"]
    for number, graph in enumerate(graphs):
        ids = {node.id: f"s{number}n{place}" for place, node in enumerate(graph.nodes)}
        indent = "  "
        if len(graphs) > 1:
            lines.append(f'  subgraph s{number}["{_quoted(graph.name)}"]')
            indent = "    "
        for node in graph.nodes:
            left, right = {"begin": ("([", "])"), "card": ("[", "]"), "end": ("[[", "]]")}[node.form]
            text = "<br>".join(_quoted(line) for line in (node.name, act_text(node)) if line)
            lines.append(f'{indent}{ids[node.id]}{left}"{text}"{right}')
        for edge in graph.edges:
            arrow = {"opens": "-.->", "branch": "-->", "at once": "==>"}[edge.form]
            label = f'|"{_quoted(edge_text(edge))}"|' if edge.label else ""
            lines.append(f"{indent}{ids[edge.source]} {arrow}{label} {ids[edge.target]}")
        if len(graphs) > 1:
            lines.append("  end")
    return "\n".join(lines) + "\n"


def dot(graphs: tuple[Graph, ...]) -> str:
    """A directed graph of Graphviz."""
    lines = ["digraph story {", "  rankdir=TB;", '  node [shape=box, fontname="sans-serif"];']
    for number, graph in enumerate(graphs):
        lines.append(f"  subgraph cluster_{number} {{")
        lines.append(f"    label={_string(graph.name)};")
        rows: dict[int, list[str]] = {}
        for node in graph.nodes:
            id = _string(f"{graph.id}/{node.id}")
            text = "\n".join(line for line in (node.name, act_text(node)) if line)
            shape = {"begin": ", shape=oval", "card": "", "end": ", peripheries=2"}[node.form]
            lines.append(f"    {id} [label={_string(text)}{shape}];")
            rows.setdefault(node.row, []).append(id)
        lines += [f"    {{ rank=same; {'; '.join(ids)}; }}" for _, ids in sorted(rows.items())]
        for edge in graph.edges:
            style = {"opens": "style=dashed", "branch": "style=solid", "at once": "style=bold"}[edge.form]
            source, target = _string(f"{graph.id}/{edge.source}"), _string(f"{graph.id}/{edge.target}")
            label = f", label={_string(edge_text(edge))}" if edge.label else ""
            free = ", constraint=false" if edge.back else ""
            lines.append(f"    {source} -> {target} [{style}{label}{free}];")
        lines.append("  }")
    return "\n".join([*lines, "}"]) + "\n"


def act_text(node: Node) -> str:
    """*Act 2A* · *Epilogue B*, and what else there is to say."""
    act = node.act if node.act.startswith("epilogue") else f"act {node.act}" if node.act else ""
    return ", ".join(part for part in (act[:1].upper() + act[1:], node.note) if part)


def edge_text(edge: Edge) -> str:
    """Its condition; *at once* is said."""
    return f"{edge.label.rstrip('.')} (at once)" if edge.form == "at once" else edge.label.rstrip(".")


def _quoted(text: str) -> str:
    """Text within the quotes of Mermaid."""
    return text.replace("&", "&amp;").replace('"', "#quot;").replace("<", "&lt;").replace(">", "&gt;")


def _string(text: str) -> str:
    """A quoted string of Graphviz."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'
