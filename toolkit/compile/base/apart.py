"""What is as much as something, or more, is something else: *a player has as many coins as you*, *it costs as much as a
card in your hand*.  Everything is as much as itself, so nobody who says so means the thing that is compared.

Of all of them (*each card with its cost*, *the number of players with as many coins as you*) it is one.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from toolkit.compile.base import build
from toolkit.meaning.witness import WITNESS, substitute
from toolkit.program.expression import LOOPS, Expr, conjuncts, other_side

_REFLEXIVE = ("eq", "le", "ge")
_SOME = ("any", WITNESS)
_IN_PLACES = (*_SOME, "every")
_WHERE = ("owner", "holder", "parent", "within")
"""What a thing shares with others without being compared: *a card of its owner* may be the card itself."""


def members(items: Expr) -> Expr:
    """Those of a set, without the one that its condition compares them with."""
    match items:
        case ("filter", whole, int(slot), condition):
            return ("filter", whole, slot, condition_of_another(slot, condition))
    return items


def one_of_them(items: Expr) -> bool:
    """Whether a set was narrowed by a comparison with what may be one of it."""
    return items[0] == "filter" and any(not _without(items[1], each) for each in itself(items[2], items[3]))


def _without(items: Expr, one: Expr) -> bool:
    """Whether a set says already that it is others: *2 other players with …*."""
    while items[0] == "filter":
        if ("ne", build.local(items[2]), one) in conjuncts(items[3]):
            return True
        items = items[1]
    return False


def condition_of_another(slot: int, condition: Expr) -> Expr:
    """A condition of what the slot holds, which is not what it is compared with; of *or* each half by itself."""
    if condition[0] == "or":
        return build.either(*(condition_of_another(slot, each) for each in condition[1:]))
    said = condition
    if condition[0] == "and":
        said = build.both(
            *(condition_of_another(slot, e) if e[0] == "or" else e for e in conjuncts(condition))
        )
    return build.both(said, *(("ne", build.local(slot), each) for each in itself(slot, condition)))


def amounts(items: Expr, slot: int, condition: Expr) -> Expr:
    """The amounts of several, of which the condition compares one, in the slot, with the same of one of them."""
    match items:
        case ("map", those, int(one), amount):
            for part in conjuncts(condition):
                if part[0] in _REFLEXIVE and build.local(slot) in part[1:]:
                    found = _of_whom(amount, one, other_side(part, build.local(slot)))
                    if found is not None:
                        return ("map", build.where(those, one, ("ne", build.local(one), found)), one, amount)
                if part[0] in _SOME and (others := _with_others(part, slot, one, amount)) is not None:
                    return ("map", build.where(those, one, others), one, amount)
    return items


def compared(items: Expr, slot: int, condition: Expr) -> tuple[Expr, Expr]:
    """The same, and what is still to be asked of each: not what was asked with another one."""
    others = amounts(items, slot, condition)
    looked = others != items and condition[0] in _SOME
    return others, build.TRUE if looked else condition


def _with_others(part: Expr, slot: int, one: int, amount: Expr) -> Expr | None:
    """*The cost of the card in a hand is the cost of a card in your hand*: that of another card; None: it compares
    something else.
    """
    items, other_slot, inner = part[1:4]
    said = substitute(inner, slot, amount)
    others = amounts(items, other_slot, said)
    if others == items or not build.mentions(others, one):
        return None
    return (part[0], others, other_slot, said, *part[4:])


def itself(slot: int, condition: Expr) -> Iterator[Expr]:
    """With what a condition compares what the slot holds, each in the same respect; also in some place that it finds,
    or in each (*as many cats as Red in a park*).
    """
    parts = conjuncts(condition)
    for part in parts:
        if part[0] in _IN_PLACES:
            yield from (each for each in itself(slot, part[3]) if not build.mentions(each, part[2]))
            continue
        left, right = _compared(part)
        for one, another in ((left, right), (right, left)):
            found = _of_whom(one, slot, another) if one[0] not in ("local", *_WHERE) else None
            if found is not None and ("ne", build.local(slot), found) not in parts:
                yield found


def _compared(part: Expr) -> tuple[Expr, Expr]:
    """The two sides of a comparison that holds of what is the same: *as many*, *at least as many*, *at most 2 more*."""
    match part:
        case ("eq" | "le" | "ge", ("sub", left, right), ("int", int(margin))) if margin and part[0] != "eq":
            return (left, right) if (margin > 0) == (part[0] == "le") else (build.TRUE, build.TRUE)
        case ("eq" | "le" | "ge", left, right):
            return left, right
    return build.TRUE, build.TRUE


def _of_whom(amount: Expr, slot: int, other: Expr) -> Expr | None:
    """Of whom an expression says what `amount` says of the slot; None: it says something else."""
    if not build.mentions(amount, slot) or build.mentions(other, slot):
        return None
    found: list[Expr] = []
    same = _matches(amount, _where_it_is_something(other), slot, {}, found)
    return found[0] if same and found and all(each == found[0] for each in found) else None


def _where_it_is_something(amount: Expr) -> Expr:
    """An amount of what may be nothing (*the strength of the first card in your hand*), where it is something."""
    match amount:
        case ("if", _, said, ("int", 0)):
            return said
    return amount


def same(one: Expr, other: Expr) -> bool:
    """Whether two expressions are the same, whatever slots their loops fill."""
    return _matches(one, other, -1, {}, [])


def _matches(amount: Any, other: Any, slot: int, bound: dict[int, int], found: list[Expr]) -> bool:
    """Whether two expressions are the same but for who stands in the slot; `bound`: locals that loops bind in each."""
    if amount == ("local", slot):
        found.append(other)
        return True
    if not isinstance(amount, tuple) or not isinstance(other, tuple):
        return bool(amount == other)
    if len(amount) != len(other) or not amount:
        return amount == other
    if amount[0] == "local" and amount[1] in bound:
        return other == ("local", bound[amount[1]])
    if amount[0] in LOOPS and amount[0] == other[0]:
        bound = {**bound, amount[2]: other[2]}
        amount, other = (*amount[:2], *amount[3:]), (*other[:2], *other[3:])
    return all(_matches(one, two, slot, bound, found) for one, two in zip(amount, other, strict=True))
