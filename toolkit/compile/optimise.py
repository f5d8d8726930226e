"""Cheaper expressions with the same value, and what a watch depends on.

`improve`: *things of a kind that are in P* are looked for in P instead of among all things of the kind; *the thing of
a kind that is X* is X, if it is of that kind.
`reads`: the columns that an expression looks at, so that a watch is asked again only when one of them
changed.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from toolkit.compile import build
from toolkit.program.expression import Expr
from toolkit.program.instruction import Instr
from toolkit.program.ruleset import Ruleset

SEARCHES = ("filter", "any", "first-where")
THINGS = frozenset(
    ["shift", "parent", "within", "owner", "holder", "place", "first", "last", "nth", "first-where", "left", "right"]
)
"""Ops that give a thing or none, never several."""
BINDERS = ("filter", "any", "first-where", "map", "flat", "best", "every", "rank")
MOST_ROLES = 24
"""More locals than any event fills (who, roles, result)."""
PLACED = frozenset(
    {"parent", "within", "in", "contents", "inside", "face", "holder", "index", "all", "sees", "position"}
)
ALWAYS = frozenset(
    [
        "happened",
        "happened-sum",
        "happened-map",
        "period",
        "period-who",
        "period-role",
        "used",
        "over",
        "winners",
        "active",
        "players",
        "can",
        "chooser",
        "formula",
    ]
)
"""Ops whose value may change without a column changing: a watch that uses one is always asked."""


def improve(expr: Any) -> Any:
    """The expression (or any tuple of data that holds some) with its searches merged and narrowed."""
    if not isinstance(expr, tuple):
        return expr
    made = tuple([improve(part) if type(part) is tuple else part for part in expr])
    if made[:1] == ("first",) and made[1][0] == "filter":
        made = ("first-where", *made[1][1:])
    if len(made) == 4 and made[0] in SEARCHES and isinstance(made[1], tuple):
        made = _merge(made)
        if made[1][:1] == ("all",):
            made = _narrow(made)
    return made


def _merge(expr: Expr) -> Expr:
    """One search instead of a search among what another found."""
    op, items, slot, condition = expr
    if items[0] != "filter":
        return expr
    _, among, inner, first = items
    if inner != slot and (_uses(first, slot) or not {inner, slot}.isdisjoint(_bound(first))):
        return expr
    return (op, among, slot, build.both(_renamed(first, inner, slot), condition))


def _bound(expr: Any) -> set[int]:
    """The slots that an expression fills itself."""
    if not isinstance(expr, tuple) or not expr:
        return set()
    own: set[int] = set()
    if expr[0] in BINDERS:
        own = {expr[2]}
    elif isinstance(expr[0], str) and expr[0].startswith("happened"):
        own = set(range(expr[3], expr[3] + MOST_ROLES))
    return own.union(*(_bound(part) for part in expr))


def _renamed(expr: Any, slot: int, new: int) -> Any:
    if not isinstance(expr, tuple):
        return expr
    return ("local", new) if expr == ("local", slot) else tuple(_renamed(part, slot, new) for part in expr)


def _narrow(expr: Expr) -> Expr:
    op, items, slot, condition = expr
    parts = list(condition[1:]) if condition[0] == "and" else [condition]
    for part in parts:
        one = _equal(part, slot)
        if one is not None:
            rest = [p for p in parts if p is not part]
            among = ("member", ("local", slot), items)
            return (op, ("single", one), slot, build.both(among, *rest))
    for part in parts:
        place = _place(part, slot, op)
        if place is None:
            continue
        rest = [p for p in parts if p is not part]
        return (op, place, slot, build.both(("is", ("local", slot), items[1]), *rest))
    return expr


def _equal(part: Expr, slot: int) -> Expr | None:
    """The one thing that `part` says local `slot` is."""
    if part[0] == "eq" and ("local", slot) in part[1:]:
        other = part[2] if part[1] == ("local", slot) else part[1]
        if other[0] in THINGS and not _uses(other, slot):
            return other
    return None


def _place(part: Expr, slot: int, op: str) -> Expr | None:
    """The set that `part` restricts local `slot` to: what is in a place, or in a group where order does not matter."""
    if part[0] == "in" and part[1] == ("local", slot) and not _uses(part[2], slot):
        return ("inside", part[2])
    if part[0] == "eq" and part[1] == ("parent", ("local", slot)) and not _uses(part[2], slot):
        return ("contents", part[2])
    if op == "any" and part[0] == "member" and part[1] == ("local", slot):
        if part[2][0] == "members" and not _uses(part[2], slot):
            return part[2]
    return None


def _uses(expr: Any, slot: int) -> bool:
    if not isinstance(expr, tuple):
        return False
    return expr == ("local", slot) or any(_uses(part, slot) for part in expr)


def improve_ruleset(ruleset: Ruleset) -> None:
    """Every expression of a ruleset, in place; watches learn what they read."""
    ruleset.functions = [replace(f, body=improve(f.body)) for f in ruleset.functions]
    ruleset.programs = [replace(p, code=tuple(_instruction(i) for i in p.code)) for p in ruleset.programs]
    ruleset.verbs = [replace(v, requires=improve(v.requires)) for v in ruleset.verbs]
    ruleset.invariants = [(improve(expr), size, sentence) for expr, size, sentence in ruleset.invariants]
    for number, rule in enumerate(ruleset.rules):
        better = replace(
            rule,
            match=improve(rule.match),
            holders=improve(rule.holders),
            you=improve(rule.you),
            value=improve(rule.value),
            over=improve(rule.over),
        )
        if rule.kind == "watch":
            better = replace(better, reads=watch_reads(better.match, better.over, better.holders, ruleset))
        ruleset.rules[number] = better


def _instruction(instr: Instr) -> Instr:
    return tuple(improve(part) for part in instr)


def watch_reads(
    match: Expr | None, over: Expr | None, holders: Expr | None, ruleset: Ruleset
) -> tuple[int, ...]:
    """Columns (and -1 for places and faces) that the expressions look at; () when that cannot be told."""
    found: set[int] = set()
    for expr in (match, over, holders):
        if expr is not None and not _reads(expr, found, ruleset, set()):
            return ()
    return tuple(sorted(found))


def _reads(expr: Any, found: set[int], ruleset: Ruleset, inside: set[int]) -> bool:
    if not isinstance(expr, tuple) or not expr:
        return True
    op = expr[0]
    if op == "players":
        return True
    if op in ALWAYS:
        return False
    if op in PLACED:
        found.add(-1)
    if op == "attr":
        found.add(expr[1])
        if any(rule.kind == "modify" and rule.attribute == expr[1] for rule in ruleset.rules):
            return False
    if op == "base":
        found.add(expr[1])
    if op == "call" and expr[1] not in inside:
        inside.add(expr[1])
        if not _reads(ruleset.functions[expr[1]].body, found, ruleset, inside):
            return False
    return all(_reads(part, found, ruleset, inside) for part in expr[1:])
