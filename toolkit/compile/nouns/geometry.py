"""How two things lie to each other: next to, to the left of, above, on top of; and how two players sit."""

from __future__ import annotations

from toolkit.compile.base import build
from toolkit.compile.base.scope import Scope
from toolkit.compile.base.values import Val, name_type
from toolkit.language import ast
from toolkit.program.expression import Expr

BESIDE = ("next to", "beside", "between")
STEPS = {"to the left of": (-1, 0), "to the right of": (1, 0), "above": (0, 1), "below": (0, -1)}
"""Columns and rows from the other place."""

RELATIONS = (*BESIDE, *STEPS, "on top of")

SIDES = {
    "next to": ("left", "right"),
    "beside": ("left", "right"),
    "to the left of": ("left",),
    "to the right of": ("right",),
}
"""Of players: the neighbours that are meant."""


def lies(relation: str, subject: Val, other: Val, scope: Scope, node: ast.Node) -> Expr:
    """Whether the subject lies so to the other; a thing that is no place counts as the place that it is in."""
    world = scope.world
    if subject.type.base != "entity" or other.type.base != "entity":
        raise scope.fail("SAY0755", node, found=name_type(other.type))
    if world.is_a(subject.type.name, "player") and world.is_a(other.type.name, "player"):
        return sits(relation, subject, other, scope, node)
    here, there = spot(subject, scope), spot(other, scope)
    if relation in BESIDE:
        return ("member", here, ("beside", there))
    if relation == "on top of":
        return build.both(
            ("eq", ("parent", subject.expr), ("parent", other.expr)),
            ("eq", ("index", subject.expr), ("sub", ("index", other.expr), build.integer(1))),
        )
    kind = world.kinds[subject.type.name]
    if kind.category != "place":
        holder = next((k for k in world.kinds.values() if k.category == "place" and k.part_of), kind)
        anywhere = world.kinds["place"].index if "place" in world.kinds else holder.index
    else:
        anywhere = kind.index
    return ("eq", here, ("shift", there, *STEPS[relation], anywhere))


def spot(value: Val, scope: Scope) -> Expr:
    """A place itself, or where a thing is."""
    is_place = scope.world.kinds[value.type.name].category == "place"
    return value.expr if is_place else ("parent", value.expr)


def sits(relation: str, subject: Val, other: Val, scope: Scope, node: ast.Node) -> Expr:
    """How two players sit: *next to you*, *to the left of you*."""
    if relation not in SIDES:
        raise scope.fail("SAY0801", node, what=f"“{relation}” of players")
    beside = build.either(*(("eq", subject.expr, (side, other.expr)) for side in SIDES[relation]))
    return build.both(("ne", subject.expr, other.expr), beside)
