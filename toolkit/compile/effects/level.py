"""*Lower the doom by 3, but to at least 2*: where a change stops; *but at most 3* bounds by how much it is changed.

What has passed the bound already stays as it is.
"""

from __future__ import annotations

from toolkit.compile.base import build
from toolkit.compile.base.scope import Scope
from toolkit.compile.effects.deed import Deed
from toolkit.compile.effects.roles import Roles
from toolkit.language import ast
from toolkit.program.expression import Expr

STOPS: dict[str, str] = {"lower": "at least", "raise": "at most"}
"""On which side each verb can be stopped."""


def kept_within(deed: Deed, roles: Roles, settled: list[Expr], scope: Scope) -> list[Expr]:
    """What fills the roles, the amount so that nothing passes the bound at the end of the sentence."""
    if roles.info.id not in STOPS:
        return settled
    thing, column, amount = settled
    for closing in deed.closings:
        if closing.word != "but to":
            continue
        desc = scope.describe(closing.bound) if closing.bound is not None else None
        if desc is None or desc.bound != STOPS[roles.info.id] or roles.items[0].many or column[0] != "int":
            raise scope.unfit(closing, "this bound")
        now: Expr = ("attr", column[1], thing)
        room: Expr = ("sub", now, desc.expr) if roles.info.id == "lower" else ("sub", desc.expr, now)
        amount = ("larger", build.integer(0), ("smaller", amount, room))
    return [thing, column, amount]


def fit(deed: Deed, roles: Roles, amount: Expr | None, scope: Scope) -> None:
    """Refuse a bound of which nobody can tell what it bounds, and one that bounds nothing.  SAY0801."""
    stop = STOPS.get(roles.info.id)
    for closing in deed.closings:
        bound = closing.bound
        det = ast.determiner_of(bound)
        if closing.word == "but to":
            if stop is None:
                hint = "a level is what is lowered or raised to: *Lower your … by 1, but to at least …*"
                raise scope.unfit(closing, "this bound", hint=hint)
        elif closing.word == "but" and stop is not None and det.bound == stop:
            hint = f"*but to {stop} …* is where it stops; how far it goes at once is a case of its own: *If …, … by …*"
            raise scope.unfit(closing, "this bound of two", hint=hint)
        elif closing.word == "but" and amount is not None and bounds_a_number(amount):
            hint = (
                "*… for each …, but at most 3* bounds what comes of all together; so many by themselves are always so "
                "many, and where it stops is said of what is raised or lowered: *Raise your … by 3, but to at most …*"
            )
            raise scope.unfit(closing, "a bound of a number", hint=hint)


def bounds_a_number(amount: Expr) -> bool:
    """*3, but at most 5*: nothing that could come to more than the bound."""
    return amount[0] in ("larger", "smaller") and all(part[0] == "int" for part in amount[1:])
