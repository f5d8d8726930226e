"""Where in an ordered place things go, and in which order: as they lie, by chance, or as somebody chooses.

*Put those cards on top of your deck in any order*: whoever does it puts one after another there, so the one that is
chosen last ends on top.
"""

from __future__ import annotations

from toolkit.compile.base import build
from toolkit.compile.base.scope import Scope
from toolkit.language import ast
from toolkit.program.expression import Expr

RANDOM = "in random order"
CHOSEN = ("in any order", "in an order of your choice", "in an order of their choice")
SAID = (RANDOM, *CHOSEN)
"""The adverbials that say it."""

TOP, BOTTOM = build.integer(0), build.integer(1)


def position_for(to: ast.Complement | None, verb: ast.Act) -> int:
    """Where in an ordered place: 0 top, 1 bottom, 2 random, -1 as the place has it.

    *under the deck in random order* is the bottom: only their own order is random (`arranged`).
    """
    if to is not None:
        if to.prep == "under":
            return 1
        if to.prep == "on top of":
            return 0
        if isinstance(to.value, ast.Noun) and to.value.head in ("top", "bottom"):
            return 0 if to.value.head == "top" else 1
    return 2 if _said(verb) == RANDOM else -1


def _said(verb: ast.Act) -> str | None:
    """What a verb says about the order."""
    return next((a.word for a in verb.adverbials if isinstance(a, ast.Manner) and a.word in SAID), None)


def arranged(verb: ast.Act, items: Expr, position: Expr, who: Expr, scope: Scope, *, several: bool) -> Expr:
    """Things in the order in which they go on top of or under others.  `several`: whether more than one may go."""
    said, there = _said(verb), position in (TOP, BOTTOM)
    if said in CHOSEN and not (several and there):
        hint = "say where several things go: *on top of …*, *under …*"
        why = "where nothing lies on top" if several else "of one thing"
        raise scope.unfit(verb, f"“{said}” {why}", hint=hint)
    if said is None or not several or not there:
        return items
    items, slot = scope.store(items), scope.alloc()
    if said == RANDOM:
        scope.emit("random", items, ("count", items), slot)
        return build.local(slot)
    scope.emit("choose", who, items, all_but_one(items), all_but_one(items), slot)
    return in_order(items, build.local(slot))


def all_but_one(items: Expr) -> Expr:
    """How many are chosen for an order: the one that is left is the last."""
    return ("sub", ("count", items), build.integer(1))


def in_order(items: Expr, chosen: Expr) -> Expr:
    """All items: those that were chosen, in their order, then the one that is left."""
    return ("union", chosen, ("minus", items, chosen))
