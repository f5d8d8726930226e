"""How a number is bounded: what it must be (*at least 3*, *1 to 3*), and within what it is kept (*but at most 6*)."""

from __future__ import annotations

from dataclasses import replace

from toolkit.compile.base import build
from toolkit.compile.base.scope import Scope
from toolkit.compile.nouns.phrases import as_number
from toolkit.language import ast
from toolkit.program.expression import Expr


def bounded(value: Expr, closings: tuple[ast.Closing, ...], scope: Scope, of: str | None = None) -> Expr:
    """*…, but at least 0* · *…, but at most 6 points*; `of`: the noun of what is bounded.  SAY0752: *2 coins for each
    cat, but at most 6 points*.
    """
    for closing in closings:
        if closing.word == "but" and closing.bound is not None:
            head = ast.head_of(closing.bound)
            if of is not None and head not in (None, of) and plainly(closing.bound):
                raise scope.fail("SAY0752", closing.bound, found=f"“{head}”", wanted=f"a number of “{of}”")
            op, limit = limit_of(closing.bound, scope)
            if op is None:
                raise scope.unfit(closing, "this bound")
            value = (op, value, limit)
    return value


def limit_of(node: ast.Nominal, scope: Scope) -> tuple[str | None, Expr]:
    """*at most 6*, *at most your stone*: what keeps an amount within it, and how much that is."""
    det = ast.determiner_of(node)
    if isinstance(node, ast.Noun) and det.number is None and (det.article == "the" or det.possessive):
        alone = replace(node, determiner=replace(det, bound=None))
        return LIMITS.get(det.bound), as_number(scope.describe(alone), alone, scope)
    if isinstance(node, ast.Noun) and plainly(node) and not node.modifiers and node.relative is None:
        return LIMITS.get(det.bound), build.integer(det.number or 0)
    desc = scope.describe(node)
    return LIMITS.get(desc.bound), desc.expr


def plainly(bound: ast.Nominal) -> bool:
    """*at most 6 points*, where *at most your points* is a number like any other."""
    return ast.determiner_of(bound).number is not None


LIMITS: dict[ast.Bound | None, str] = {"at least": "larger", "at most": "smaller"}


def no_range(bound: ast.Bound | None, node: ast.Node, scope: Scope) -> None:
    """SAY0801: *If you have gained 1 to 3 coins this turn*, *When you gain 1 or 2 coins*: two bounds, two rules."""
    if bound == "between":
        raise scope.unfit(node, "a range of what happens, or has happened,", hint=TWO_BOUNDS)


TWO_BOUNDS = (
    "say the verb of each bound: *… gained at least 1 … this turn and gained at most 3 … this turn*; of what "
    "happens, a rule for each number: *When … exactly 1 …*; so many of what is done are chosen: *Pay 1 to 3 …*"
)


def must_be_bound(bound: ast.Bound | None, node: ast.Node, scope: Scope) -> None:
    """SAY0757: *If you have 3 coins*: at least, at most or exactly?  In an example it is exactly so many."""
    if bound is None and not scope.test:
        raise scope.fail("SAY0757", node)
    no_range(bound, node, scope)


def so_many(value: Expr, det: ast.Determiner, node: ast.Node, scope: Scope) -> Expr:
    """Whether an amount is what a determiner says: *at least 3*, *1 to 3*."""
    if det.bound == "between" and det.least is not None:
        return within(value, build.integer(det.least), build.integer(det.number or 0))
    must_be_bound(det.bound, node, scope)
    return compare(value, det.bound, build.integer(det.number or 0))


def within(value: Expr, least: Expr, most: Expr) -> Expr:
    """Whether an amount is neither less than the one nor more than the other."""
    return build.both(("ge", value, least), ("le", value, most))


def compare(value: Expr, bound: ast.Bound | None, number: Expr) -> Expr:
    """value is at least / at most / exactly / more than / fewer than number."""
    ops = {
        None: "eq",
        "exactly": "eq",
        "at least": "ge",
        "at most": "le",
        "up to": "le",
        "more than": "gt",
        "fewer than": "lt",
        "less than": "lt",
    }
    return (ops[bound], value, number)
