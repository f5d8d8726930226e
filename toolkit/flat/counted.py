"""How many there are of which something is so, and in which order they stand (`c/counted.h`): how that is lowered."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from itertools import combinations
from typing import TYPE_CHECKING, Any

from toolkit.flat.asked import about, kept_for_all, of_groups
from toolkit.flat.scope import Scope
from toolkit.machine.lift import Lifted
from toolkit.program.expression import Expr, conjuncts

if TYPE_CHECKING:
    from toolkit.flat.expressions import Expressions

ANY = -(1 << 31)
"""A first key has to be above nothing."""

COUNTED = "count-where"

FEW = 4
"""Of so many members a key that is seldom asked is asked each time as it stands."""


def count(lower: Expressions, expr: Expr, scope: Scope) -> list[Any]:
    """Of what a filter leaves, without a set of these; of several kinds of things one after another."""
    members = expr[1]
    if members[0] == "filter":
        return lower.loop((COUNTED, *members[1:]), scope)
    fits = lower.model.count <= lower.machine.limits.members  # else the set itself may be too large
    if members[0] == "union" and len(members) > 1 and fits and apart(lower, members[1:]):
        counts: Iterable[Expr] = (("count", part) for part in members[1:])
        return lower.node(reduce(lambda one, other: ("add", one, other), counts), scope)
    return lower.usual(expr, scope)


def counted(lower: Expressions, expr: Expr, scope: Scope) -> list[Any]:
    """The body of such a loop; of what is kept for places the set is made, which is quicker."""
    _, members, slot, body = expr
    kept = kept_for_all(lower, ("filter", *expr[1:]), scope)
    node = kept or of_groups(
        lower, ["filter", lower.x(members, scope), *lower.asked_of_each(body, slot, scope)]
    )
    return [COUNTED, *node[1:]] if node[0] == "filter" else ["count", lower.stand(node)]


def apart(lower: Expressions, sets: tuple[Expr, ...]) -> bool:
    """Whether no thing is in two of these, nor twice in one."""
    kinds = [kind_of(lower, each) for each in sets]
    every = lower.model.all_of
    return all(
        one is not None and other is not None and not set(every[one]) & set(every[other])
        for one, other in combinations(kinds, 2)
    )


def kind_of(lower: Expressions, expr: Expr) -> int | None:
    """Of which kind all things of a set are that has each once; None: that is not known."""
    match expr:
        case ("all", int(kind)) | ("all-in", int(kind), _):
            return kind
        case ("local", int(slot)) if slot < 0:  # what was taken out of a loop
            return next(
                (kind_of(lower, each) for each, known in lower.lift.slots.items() if known == slot), None
            )
        case ("filter", (("inside" | "contents"), _), int(slot), body):
            kinds = (part[2] for part in conjuncts(body) if part[:2] == ("is", ("local", slot)))
            return next(kinds, None)
        case ("filter", members, *_):
            return kind_of(lower, members)
    return None


def rank(lower: Expressions, expr: Expr, scope: Scope) -> list[Any]:
    """A key after the first is asked only of those that the keys before it do not tell apart, if it cannot go beyond a
    limit.
    """
    _, members, slot, *keys = expr
    members, above = above_which(members, slot, keys[0][0])
    seldom = all(map(lower.costs.harmless, (key for key, _ in keys[1:])))
    found: Lifted = {}
    asked: list[Expr] = []
    for at, (key, _) in enumerate(keys):
        more = dict(found)
        taken = lower.lift.walk(key, frozenset((slot,)), more)
        if at and seldom and lower.size(members) <= FEW:
            taken = put_back(taken, {local: each for each, local in more.items() if each not in found})
        else:
            found = more
        asked.append(taken)

    def ranked(scope: Scope) -> list[Any]:
        inner = scope.inner(slot)
        by = [
            n
            for key, (_, ascends) in zip(asked, keys, strict=True)
            for n in (lower.x(key, inner), int(ascends))
        ]
        return ["rank", lower.x(members, scope), scope.depth, len(keys), int(seldom), above, *by]

    return lower.with_each(found, scope, ranked)


def best(lower: Expressions, expr: Expr, scope: Scope) -> list[Any]:
    _, members, slot, key, least = expr
    members, above = above_which(members, slot, key)
    return ["best", lower.x(members, scope), scope.depth, lower.x(key, scope.inner(slot)), int(least), above]


def above_which(members: Expr, slot: int, key: Expr) -> tuple[Expr, int]:
    """*The rooms with cats by how many cats they have*: all rooms, and what the key has to be above.  So it is
    asked of each once.
    """
    match members:
        case ("filter", every, int(one), ("gt", asked, ("int", int(number)))) if about(asked, one) == about(
            key, slot
        ):
            if ANY < number < -ANY:
                return every, number
    return members, ANY


def put_back(expr: Any, values: dict[int, Expr]) -> Any:
    """An expression with what was taken out of it."""
    if not isinstance(expr, tuple):
        return expr
    if expr[:1] == ("local",) and expr[1] in values:
        return values[expr[1]]
    return tuple(put_back(part, values) for part in expr)
