"""What the passes of a loop have left of a group: *Reveal 3 cards. Each player puts one of them in their hand.*

What one player has taken lies elsewhere, and is none of those any more of which the next one takes.  Where a group lay
as the loop began is kept only if a phrase in it takes some of the group.
"""

from __future__ import annotations

from toolkit.compile.base import build
from toolkit.compile.base.scope import Passing, Scope
from toolkit.compile.base.values import Val
from toolkit.meaning.referents import Key, SpeaksOf
from toolkit.program.expression import Expr


def passing(key: Key, scope: Scope) -> Passing:
    """At the beginning of a loop: where the groups lie of which its passes take some."""
    places: dict[Expr, int] = {}
    ours = (each[-1] for each in scope.world.wanted or () if each[:-1] == (*key, "left"))
    for wanted in sorted(each for each in ours if isinstance(each, int)):
        group, slot, each = build.local(wanted), scope.alloc(), scope.alloc()
        scope.emit("let", slot, ("flat", group, each, ("single", ("parent", build.local(each)))))
        places[group] = slot
    return Passing(key, places, scope.discourse.mark())


def still_left(group: Val, items: Expr, scope: Scope) -> Expr:
    """Those of the items, all of them or some of a group, that no pass of the loop before has taken elsewhere."""
    around, expr, kinds = scope.passing, group.expr, scope.world.kinds
    if around is None or not (scope.running and group.many) or expr[0] != "local":
        return items
    if group.type.name not in kinds or kinds[group.type.name].category != "thing":
        return items
    if any(each.value.expr == expr for each in scope.discourse.since(around.mark)):
        return items  # of this pass itself
    if expr not in around.places:
        raise SpeaksOf((*around.key, "left", expr[1]))
    slot = scope.alloc()
    lies = ("parent", build.local(slot))
    return build.where(items, slot, ("member", lies, build.local(around.places[expr])))
