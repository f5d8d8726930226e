"""Small constructors of expressions, with the obvious simplifications (`and` of one, filter by True, …)."""

from __future__ import annotations

from toolkit.program.expression import Expr

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
    """All of them; flattened, trivial ones dropped."""
    parts: list[Expr] = []
    for condition in conditions:
        if condition == FALSE:
            return FALSE
        if condition[0] == "and":
            parts.extend(condition[1:])
        elif condition != TRUE:
            parts.append(condition)
    return TRUE if not parts else parts[0] if len(parts) == 1 else ("and", *parts)


def either(*conditions: Expr) -> Expr:
    """At least one of them."""
    parts = [condition for condition in conditions if condition != FALSE]
    if TRUE in parts:
        return TRUE
    return FALSE if not parts else parts[0] if len(parts) == 1 else ("or", *parts)


def negate(condition: Expr) -> Expr:
    """Its opposite."""
    if condition[0] == "not":
        return condition[1]  # type: ignore[no-any-return]
    if condition == TRUE:
        return FALSE
    return TRUE if condition == FALSE else ("not", condition)


def where(items: Expr, slot: int, condition: Expr) -> Expr:
    """The members for which condition holds; two filters over the same slot become one."""
    if condition == TRUE:
        return items
    if items[0] == "filter" and items[2] == slot:
        return ("filter", items[1], slot, both(items[3], condition))
    return ("filter", items, slot, condition)


def some(items: Expr, slot: int, condition: Expr) -> Expr:
    """Whether condition holds for a member."""
    if items[0] == "filter" and items[2] == slot:
        return ("any", items[1], slot, both(items[3], condition))
    return ("any", items, slot, condition)


def nonempty(items: Expr) -> Expr:
    """Whether the set has a member."""
    if items[0] == "filter":
        return ("any", items[1], items[2], items[3])
    if items[0] == "single":
        return ("ne", items[1], NONE)
    return ("gt", ("count", items), ("int", 0))
