"""How two things lie to each other: next to, to the left of, above, on top of; and how two players sit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from toolkit.compile.base import build
from toolkit.compile.base.scope import Scope
from toolkit.compile.base.values import Val, name_type
from toolkit.compile.nouns.preposition import WHERE, misplaced
from toolkit.language import ast, which
from toolkit.program.chains import parts
from toolkit.program.expression import Expr

BESIDE = ("next to", "beside", "between")
STEPS = {"to the left of": (-1, 0), "to the right of": (1, 0), "above": (0, 1), "below": (0, -1)}
"""Columns and rows from the other place."""

DEEPER = {"above": -1, "below": 1}
"""In a pile."""

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
    if world.is_player(subject.type) and world.is_player(other.type):
        return sits(relation, subject, other, scope, node)
    here, there = spot(subject, scope), spot(other, scope)
    if relation in BESIDE:
        lie_side_by_side(relation, (subject, other), scope, node)
        return ("member", here, ("beside", there))
    kind = world.kinds[other.type.name]
    if relation in STEPS and relation not in DEEPER:
        lie_side_by_side(relation, (subject, other), scope, node)
    if relation == "on top of":
        if kind.category != "place":
            return in_pile(subject, other, -1)
        if not kind.ordered:
            raise misplaced(relation, kind.prep, kind.name, node, scope)
        return ("eq", subject.expr, ("first", ("contents", other.expr)))
    if relation in DEEPER and in_no_rows(subject, other, scope):
        return deeper(relation, subject, other, scope, node)
    if kind.category == "place" and kind.part_of is None:  # it lies in no columns and rows
        raise misplaced(relation, kind.prep, kind.name, node, scope)
    return ("eq", here, ("shift", there, *STEPS[relation], any_place(subject, scope)))


def nearest_on_a_side(node: ast.Noun, scope: Scope) -> None:
    """SAY0657: *each card to the left of that card*: those in the place that is nearest on that side, or all?"""
    det = node.determiner
    several = node.plural or which.says_plural(det) or det.bound == "at least"
    if not (several or isinstance(det.which, which.Each)):
        return
    for word, said in _sides(node):
        if word in STEPS:
            names = f"directly {word} it, or anywhere on that side"
            hint = f"one place lies directly there: *the … {word} …*, *each … in the … {word} …*"
            raise scope.fail("SAY0657", said, names=names, hint=hint)


def _sides(node: ast.Noun) -> Iterator[tuple[str, ast.Node]]:
    """The words that may say how it lies to something: *each card above …*, *each card that is above …*."""
    yield from ((each.word, each) for each in node.modifiers if each.what is not None)
    clause = node.relative
    while clause is not None:
        match clause.verb:
            case ast.Be(predicate=ast.IsPlaced(prep=word) | ast.IsRelated(relation=word)):
                yield word, clause
        clause = clause.more


def in_rows(node: ast.Noun, slot: int, conditions: Sequence[Expr], scope: Scope) -> None:
    """Refuse *each card in your town that is next to a card*, where a town has no columns, rows or positions.

    `conditions`: of the thing in `slot`, as its phrase says them.
    """
    if not _apart(node, scope):
        return
    there: Expr = ("parent", ("local", slot))
    waiting = list(conditions)
    while waiting:
        part = waiting.pop()
        if part[0] == "member" and part[2][0] == "beside" and there in (part[1], part[2][1]):
            raise scope.fail("SAY0801", node, **_nowhere("next to", scope))
        waiting += parts(part)


def _apart(node: ast.Noun, scope: Scope) -> bool:
    """Whether a phrase says that things are in a place in which nothing lies side by side."""
    kinds = scope.world.kinds
    wholes = {kind.part_of for kind in kinds.values() if kind.part_of is not None}
    if any(whole in kinds and kinds[whole].category == "thing" for whole in wholes):
        return False
    heads = [
        each.what.head for each in node.modifiers if isinstance(each.what, ast.Noun) and each.word in WHERE
    ]
    places = [kinds[head] for head in heads if head in kinds and kinds[head].category == "place"]
    return any(kind.part_of is None and kind.name not in wholes for kind in places)


def lie_side_by_side(relation: str, those: tuple[Val, ...], scope: Scope, node: ast.Node) -> None:
    """Refuse *a region next to a region* of a map that no columns, rows or positions give an order: it is never so."""
    world = scope.world
    places = [kind for kind in world.kinds.values() if kind.category == "place"]
    for each in those:
        there = [kind for kind in places if world.is_a(kind.name, each.type.name)] or places
        if all(kind.part_of is None for kind in there):
            raise scope.fail("SAY0801", node, **_nowhere(relation, scope))


def _nowhere(relation: str, scope: Scope) -> Mapping[str, Any]:
    """What to say where nothing lies side by side."""
    relations = scope.world.vocabulary.relations.items()
    own = tuple(f"*{word}*" for word, entry in relations if entry.pack != "core")
    hint = "places lie side by side if they have columns and rows, or positions; of others a relation of the pack says "
    what = f"“{relation}” where nothing lies side by side"
    return {"what": what, "expected": own, "hint": hint + "it, and a definition when"}


def any_place(subject: Val, scope: Scope) -> int:
    """Which places are looked at: those of the subject's kind, or all in which a thing may be."""
    kinds = scope.world.kinds
    kind = kinds[subject.type.name]
    if kind.category == "place":
        return kind.index
    holder = next((k for k in kinds.values() if k.category == "place" and k.part_of), kind)
    return kinds["place"].index if "place" in kinds else holder.index


def deeper(relation: str, subject: Val, other: Val, scope: Scope, node: ast.Node) -> Expr:
    """*A card that is above that card*, of things that lie in an order."""
    if not any(place.ordered for place in scope.world.kinds.values()):
        hint = (
            "places have an order if they are declared `ordered`; then it is *the top …*, *the bottom …*, too"
        )
        raise scope.unfit(node, f"“{relation}” where nothing lies in an order", hint=hint)
    return in_pile(subject, other, DEEPER[relation])


def in_pile(subject: Val, other: Val, by: int) -> Expr:
    """Whether the subject lies deeper by so many in the pile in which the other lies."""
    return build.both(
        ("eq", ("parent", subject.expr), ("parent", other.expr)),
        ("eq", ("index", subject.expr), ("add", ("index", other.expr), build.integer(by))),
    )


def in_no_rows(subject: Val, other: Val, scope: Scope) -> bool:
    """Whether they are things, in a game without columns and rows."""
    kinds = scope.world.kinds
    places = any(kinds[each.type.name].category == "place" for each in (subject, other))
    return not places and not any(each.category == "place" and each.part_of for each in kinds.values())


def spot(value: Val, scope: Scope) -> Expr:
    """A place itself, or where a thing is."""
    is_place = scope.world.kinds[value.type.name].category == "place"
    return value.expr if is_place else ("parent", value.expr)


def sits(relation: str, subject: Val, other: Val, scope: Scope, node: ast.Node) -> Expr:
    """How two players sit: *next to you*, *to the left of you*."""
    if relation not in SIDES:
        raise scope.unfit(node, f"“{relation}” of players")
    beside = build.either(*(("eq", subject.expr, (side, other.expr)) for side in SIDES[relation]))
    return build.both(("ne", subject.expr, other.expr), beside)
