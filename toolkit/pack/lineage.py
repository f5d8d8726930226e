"""What stands above a kind, a place or a quantity: never itself, and not too much.

What is above is asked for so often that a pack with a chain of thousands would take hours.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from toolkit.documents.nodes import MappingNode
from toolkit.pack.source import Kind, Place, Quantity
from toolkit.report.catalogue import diagnose
from toolkit.report.diagnostic import Diagnostic, Label

if TYPE_CHECKING:
    from toolkit.pack.structure import Structure

Entry = Kind | Place | Quantity

DEEPEST = 100
"""Kinds above a kind, and wholes of a part."""
ABOVE = ({"is": "parent"}, {"part-of": "part_of", "of": "of"})
"""Keys that say what is above, and what the entries call them."""


def check_lineage(
    structure: Structure, new: Sequence[Entry], nodes: Mapping[str, MappingNode]
) -> Iterator[Diagnostic]:
    """SAY0313 for each circle, at its first in the files; SAY0317 for the first chain that is too long.

    A chain that is too long is cut, so that what is checked next comes to an end.
    """
    for keys in ABOVE:
        climb = _Climb(structure, keys, nodes, {entry.name: number for number, entry in enumerate(new)})
        for entry in new:
            yield from climb.above(entry)


@dataclass
class _Climb:
    """From each entry upwards.  `depth`: of those that have been looked at; `told`: one is too deep."""

    structure: Structure
    keys: Mapping[str, str]
    nodes: Mapping[str, MappingNode]
    order: Mapping[str, int]
    depth: dict[str, int] = field(default_factory=dict)
    told: bool = False

    def above(self, entry: Entry) -> Iterator[Diagnostic]:
        """What is wrong above an entry, as far as nobody has been there."""
        path: dict[str, Entry] = {}
        one: Entry | None = entry
        while one is not None and one.name not in self.depth and one.name not in path:
            path[one.name] = one
            one = self.next(one)
        names = list(path)
        if one is not None and one.name in path:
            circle = names[names.index(one.name) :]
            if len(circle) > DEEPEST:  # as a chain whose last is the first of the circle
                yield from self.too_deep(one)
                circle = [one.name]
            else:
                yield from self.circle([path[name] for name in circle])
            self.depth |= dict.fromkeys(circle, 0)
            names = [name for name in names if name not in self.depth]
        above = self.depth[one.name] if one is not None else -1
        for name in reversed(names):
            above += 1
            if above > DEEPEST:
                yield from self.too_deep(path[name])
                above = 0
            self.depth[name] = above

    def next(self, entry: Entry) -> Entry | None:
        names = (getattr(entry, name, None) for name in self.keys.values())
        return self.structure.declared(next(filter(None, names), ""))

    def circle(self, entries: list[Entry]) -> Iterator[Diagnostic]:
        """Told at the first of them, unless a pack that is extended has told already."""
        places = [self.order.get(entry.name, -1) for entry in entries]
        if min(places) < 0:
            return
        at = places.index(min(places))
        first, *others = [*entries[at:], *entries[:at]]
        body = self.nodes[first.name]
        node = next((body.get(key) for key in self.keys if key in body), None)
        yield diagnose(
            "SAY0313",
            node.span if node else body.span,
            word=first.name,
            chain=" → ".join(entry.name for entry in (first, *others, first)),
            labels=[Label(entry.span, f"above it: {entry.name}") for entry in others if entry.span],
        )

    def too_deep(self, entry: Entry) -> Iterator[Diagnostic]:
        """Cuts the chain here, and tells of it once."""
        structure: Any = self.structure
        for store in (structure.kinds, structure.places, structure.quantities):
            if (found := store.get(entry.name)) is not None:
                known = {name: None for name in self.keys.values() if hasattr(found, name)}
                store[entry.name] = replace(found, **known)
        if not self.told and entry.span is not None:
            self.told = True
            yield diagnose(
                "SAY0317", entry.span, what=f"above `{entry.name}` stand more than {DEEPEST} others"
            )
