"""What is asked of places and is kept for each of them (`c/asked.h`): how that is lowered."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain, pairwise
from typing import TYPE_CHECKING, Any

from toolkit.flat.scope import CONSTANTS, NOTHING, NUMBERS, Node, Scope
from toolkit.flat.shared import RANGES
from toolkit.flat.tables import signed
from toolkit.program.chains import free_locals
from toolkit.program.expression import Expr

if TYPE_CHECKING:
    from toolkit.flat.expressions import Expressions

NOWHERE = -1

AGAIN, KEPT = 8, 5
"""For so many values is kept what was found for them, so many numbers besides each place's: as in `c/asked.h`."""

KEPT_OPS = {"filter": "kept-filter", "any": "kept-any", "first-where": "kept-first"}
"""What is asked of places one after another, as it is kept for all of them."""

KEPT_NODES = frozenset({"any-again", "kept-groups", *KEPT_OPS.values()})
"""What needs not be remembered besides."""

LEAST_KEPT, MOST_KEPT = 8, 256
"""Of how many places something is kept: of a few it is asked as fast."""

WORD = 64
WHOLE = (1 << WORD) - 1


def again(
    lower: Expressions, groups: Sequence[Sequence[int]], member: int, asked: Expr, scope: Scope
) -> list[int]:
    """What the machine needs to know to ask of members of groups only when something has changed in them; nothing:
    it depends on more.
    """
    every = sorted(set(chain(*groups)))
    if not plain_places(lower, every):
        return []
    masks = [mask(lower, group, every) for group in groups]
    inside = lower.ranges([m for m, group in zip(masks, groups, strict=True) if e in group] for e in every)
    kept = asked_of_places(lower, every, member, asked, scope, inside)
    return kept and [len(groups), lower.put(masks), *kept]


def mask(lower: Expressions, group: Iterable[int], every: Sequence[int]) -> int:
    """Where it stands: bit k is there for the k-th of all."""
    bits = sum(1 << at for at, each in enumerate(every) if each in group)
    return lower.far(signed(bits >> first & WHOLE) for first in range(0, len(every), WORD))


def masks_of(lower: Expressions, op: str, groups: Sequence[Sequence[int]], every: Sequence[int]) -> list[int]:
    """The same of each of some groups.  Where order counts, a group of another one than that of all has none: -1."""
    known = {
        group: mask(lower, group, every)
        if op == "any" or ascends(e for e in group if e in every)
        else NOWHERE
        for group in dict.fromkeys(map(tuple, groups))
    }
    return [known[tuple(group)] for group in groups]


def plain_places(lower: Expressions, every: Sequence[int]) -> bool:
    """Whether there are any, and what is in one lies in itself."""
    regions = lower.machine.library.regions
    return bool(every) and all(regions(each) == (each,) for each in every)


def asked_of_places(
    lower: Expressions, every: Sequence[int], place: int, asked: Expr, scope: Scope, groups: int = NOWHERE
) -> list[int]:
    """How something is asked of places of which each is kept, as `c/asked.h` has it; nothing: it depends on more than
    on what lies in each, on attributes, and on one value.
    """
    bits = columns_in(lower, asked, place)
    of = values(lower, free_locals(asked, lower.ruleset) - {place}, scope)
    if bits is None or len(of) > 1:
        return []
    lower.kept_places.update(every)
    kept = lower.head["nagain"]
    lower.head["nagain"] = kept + KEPT + 2 * (-(-len(every) // WORD) + len(every))
    value = lower.stand(of[0]) if of else NOWHERE
    inner = scope.inner(place)
    where = {e: at for at, e in enumerate(every)}
    return [
        *(inner.depth - 1, lower.x(asked, inner)),
        *(lower.bits([bits]) if bits else NOWHERE, value, kept * AGAIN),
        *(groups, lower.each(lambda e: where.get(e, NOWHERE), NOWHERE), len(every), *every),
    ]


def kept_for_all(lower: Expressions, expr: Expr, scope: Scope) -> list[Any]:
    """What is asked of the places of a group one after another, where it depends on nothing but what lies in each: it
    is kept for all of them, wherever it is asked.  Of those for which a table says no it is not asked.
    Nothing: it is something else.
    """
    op, members, slot, body = expr
    parts = body[1:] if body[0] == "and" else (body,)
    fixed = [part for part in parts if said_by_table(lower, part, slot)]
    asked = [part for part in parts if part not in fixed]
    if len(asked) != 1 or not of_places_alone(lower, asked[0], slot):
        return []
    groups = groups_of(lower, members)
    every = [e for e in sorted(set(chain(*groups))) if all(told(lower, part, e) for part in fixed)]
    if not LEAST_KEPT <= len(every) <= MOST_KEPT or not plain_places(lower, every):
        return []
    ways = way_to(lower, members, masks_of(lower, op, groups, every), scope)
    if not ways:
        return []
    key = (about(asked[0], slot), *every)
    if key not in lower.kept:
        lower.kept[key] = lower.put(asked_of_places(lower, every, slot, asked[0], NOTHING))
    return [KEPT_OPS[op], scope.depth, lower.kept[key], *ways]


def groups_of(lower: Expressions, members: Expr) -> Sequence[Sequence[int]]:
    """For each thing those that its group has; or the one that is always the same."""
    return getattr(lower.model, RANGES[members[0]]) if members[0] in RANGES else [lower.fixed(members)]


def way_to(lower: Expressions, members: Expr, masks: Sequence[int], scope: Scope) -> list[int]:
    """Of what places are the group, the masks by thing, the groups by thing; or the one mask, if there is any."""
    if members[0] not in RANGES:
        return [NOWHERE, *masks, NOWHERE] if masks[0] != NOWHERE else []
    return [lower.x(members[1], scope), lower.put(masks), lower.head[RANGES[members[0]]]]


def of_groups(lower: Expressions, node: list[Any]) -> list[Any]:
    """The same of a loop, but of a filter of groups by whether for any place of each something is so that is kept: all
    of these are asked at once.
    """
    op, members, slot, asked, gates, rest, *_ = node
    name, *found = lower.narrow[asked : asked + 6]
    if op != "filter" or gates or rest != 1 or name != lower.ops["kept-any"] or found[2] == NOWHERE:
        return node
    depth, kept, of, masks, _ = found
    return ["kept-groups", members, depth, kept, masks] if lower.operand(of, "temp") == slot else node


def ascends(numbers: Iterable[int]) -> bool:
    """Whether each is greater than the one before."""
    return all(one < other for one, other in pairwise(numbers))


def of_places_alone(lower: Expressions, asked: Expr, place: int) -> bool:
    return columns_in(lower, asked, place) == 0 and not free_locals(asked, lower.ruleset) - {place}


def said_by_table(lower: Expressions, asked: Expr, slot: int) -> bool:
    return asked[1:2] == (("local", slot),) and lower.flagged(asked) is not None


def told(lower: Expressions, asked: Expr, e: int) -> bool:
    """What a table says of a thing."""
    table = lower.flagged(asked)
    return table is not None and bool(lower.narrow[table + e])


def values(lower: Expressions, slots: Iterable[int], scope: Scope) -> list[Node]:
    """What stands in some slots, but for numbers."""
    nodes = [scope.bound.get(slot, ("local", slot)) for slot in sorted(slots)]
    return [node for node in dict.fromkeys(nodes) if node[0] not in CONSTANTS and node[0] not in NUMBERS]


def columns_in(lower: Expressions, asked: Expr, place: int) -> int | None:
    """The bits of attributes on which something depends that is asked of a place, if it depends on nothing else but
    on what lies there.
    """
    match asked:
        case ("not", inner):
            return columns_in(lower, inner, place)
        case ("call", number, ("local", slot)) if slot == place:
            return columns_in(lower, lower.ruleset.functions[number].body, 0)
        case ("any" | "every", (("inside" | "contents"), ("local", slot)), thing, body) if slot == place:
            if lower.reads.keepable(body):
                bits = lower.reads.condition(without_face(body, thing))
                return bits if not bits & ~lower.columns else None
    return None


def without_face(expr: Any, thing: int) -> Any:
    """An expression in which it makes no difference which face a thing shows."""
    if expr == ("face", ("local", thing)):
        return ("int", 0)
    return tuple(without_face(part, thing) for part in expr) if isinstance(expr, tuple) else expr


def about(expr: Any, thing: int) -> Any:
    """The same of a thing, whatever number its local has."""
    if expr == ("local", thing):
        return ("local", NOWHERE)
    return tuple(about(part, thing) for part in expr) if isinstance(expr, tuple) else expr
