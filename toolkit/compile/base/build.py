"""Small constructors of expressions, with the obvious simplifications (`and` of one, filter by True, …)."""

from __future__ import annotations

from toolkit.meaning import witness
from toolkit.meaning.witness import mentions as mentions
from toolkit.meaning.witness import substitute as substitute
from toolkit.program.expression import Expr, conjuncts

TRUE: Expr = ("truth", True)
FALSE: Expr = ("truth", False)
NONE: Expr = ("none",)
EMPTY: Expr = ("empty",)


def integer(n: int) -> Expr:
    """The number n."""
    return ("int", n)


def local(slot: int) -> Expr:
    """What slot holds."""
    return ("local", slot)


def both(*conditions: Expr) -> Expr:
    """All of them; flattened, trivial ones dropped.  What an earlier one found can be spoken of in a later one."""
    return FALSE if FALSE in conditions else witness.conjoin(*conditions)


def closed(condition: Expr) -> Expr:
    """The condition when nothing speaks any more of what it found: the border of a scope."""
    return witness.close(condition, some) if witness.is_open(condition) else condition


def either(*conditions: Expr) -> Expr:
    """At least one of them."""
    parts = [closed(condition) for condition in conditions if condition != FALSE]
    if TRUE in parts:
        return TRUE
    return FALSE if not parts else parts[0] if len(parts) == 1 else ("or", *parts)


def negate(condition: Expr) -> Expr:
    """Its opposite."""
    condition = closed(condition)
    if condition[0] == "not":
        return condition[1]
    if condition == TRUE:
        return FALSE
    return TRUE if condition == FALSE else ("not", condition)


def where(items: Expr, slot: int, condition: Expr) -> Expr:
    """The members for which condition holds."""
    condition = closed(condition)
    if condition == TRUE:
        return items
    return ("filter", *narrow(items, slot, condition))


def some(items: Expr, slot: int, condition: Expr) -> Expr:
    """Whether condition holds for a member."""
    return ("any", *narrow(items, slot, closed(condition)))


def narrow(items: Expr, slot: int, condition: Expr) -> tuple[Expr, int, Expr]:
    """Operands of a filter: all things of a kind that are in a place are looked for in that place alone."""
    here = ("local", slot)
    if items[0] == "all":
        parts = conjuncts(condition)
        for part in parts:
            if part[0] == "in" and part[1] == here and not mentions(part[2], slot):
                rest = (other for other in parts if other is not part)
                return ("inside", part[2]), slot, both(("is", here, items[1]), *rest)
    return items, slot, condition


def nonempty(items: Expr) -> Expr:
    """Whether the set has a member."""
    if items[0] == "filter":
        return ("any", items[1], items[2], items[3])
    if items[0] == "single":
        return ("ne", items[1], NONE)
    return ("gt", ("count", items), ("int", 0))
