"""Pieces that nobody has put anywhere yet: *Put a bead in the park* is one of those that lie where beads begin."""

from __future__ import annotations

from tests.judge import sets
from tests.judge.copies import replace
from tests.judge.forms import is_bare
from tests.judge.values import Fixed, Table
from toolkit.language import ast


def ready(node: ast.Nominal, target: ast.Nominal, who: int, table: Table) -> ast.Nominal:
    """The phrase with where such things lie ready for `who`, if nothing says where; of *a cat or a dog* both, or none.
    Of *a cat or dog* the one determiner is that of both."""
    if isinstance(node, ast.Group):
        one = sets.phrase_of(node)
        d = one.determiner if one is not None else None
        said = tuple(
            each if d is None or not isinstance(each, ast.Noun) else replace(each, determiner=d)
            for each in node.items
        )
        items = tuple(ready(item, target, who, table) for item in said)
        if node.joint == "or" and any(new is old for new, old in zip(items, said, strict=True)):
            return node
        if d is None:
            return replace(node, items=items)
        bare = (replace(each, determiner=ast.Determiner()) for each in items[1:])
        return replace(node, items=(items[0], *bare))
    if not isinstance(node, ast.Noun) or node.head is None or not is_bare(node):
        return node
    whither = target_kind(target, table)
    found = table.lore.found_in.get(node.head)
    supply = table.lore.supply(node.head)
    if supply is None or supply == whither or found not in (None, whither):
        return node
    places = table.all_of(supply)
    own = [place for place in places if table.owner(place) == who]
    if len(places) > 1 and len(own) != 1:
        return node
    there = ast.Modifier(word="from", what=Fixed(id=own[0] if own else places[0]))
    return replace(node, modifiers=(*node.modifiers, there))


def target_kind(target: ast.Nominal, table: Table) -> str | None:
    """The kind of place into which something is put; *there* (`Fixed`) is as *a room*, if it is one."""
    if isinstance(target, Fixed):
        return table.model.kinds[table.model.kind[target.id]].name if target.id >= 0 else None
    if not isinstance(target, ast.Noun):
        return None
    if target.name is not None:
        return table.model.kinds[table.model.kind[table.lore.names[target.name][0]]].name
    return target.head
