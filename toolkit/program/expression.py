"""Expressions: nested tuples `(op, operand, …)` that read the state and never change it.

`EXPRESSIONS` is the specification: one row an op.  Operands named `x`, `a`, `b`, `set`, … are expressions;
operands in CAPITALS are plain ints or strings (indices into the ruleset's and the model's tables).  Values
are ints and tuples:

* entity: int ≥ 0 (0 is the game); none is -1.      * number: int.      * truth: bool.
* value of a list: index into `Model.values`; none is -1.  * set: tuple of distinct entities, in a fixed
  order.
* numbers: tuple of ints, repetitions kept.

Every op is total: an operand of none or an empty set gives none, 0, False or (), as the row says.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Expr = tuple[Any, ...]

EXPRESSIONS: dict[str, tuple[str, str]] = {
    # op: (operands, meaning)
    "int": ("N", "the number N"),
    "truth": ("B", "True or False"),
    "value": ("V", "the list value with index V"),
    "none": ("", "no entity: -1"),
    "empty": ("", "no entities: ()"),
    "set": ("E…", "these entities (constants: named components)"),
    "local": ("I", "local slot I of the frame"),
    "game": ("", "entity 0"),
    "players": (
        "",
        "all players still in the game, clockwise from the active player; between turns in the order of seats",
    ),
    "active": ("", "the active player; -1 before the first turn"),
    "all": ("K", "every entity of kind K or below, ascending; components removed from the game excluded"),
    "is": ("x K", "x is of kind K or below"),
    "kind": (
        "x",
        "a number that x shares with all that are of the same kind, not below it; none: one of its own",
    ),
    "attr": ("A x", "attribute A of x, with modifiers and within its bounds; none: 0"),
    "attr-left": (
        "A x",
        "the same; of x that left where it is looked for and has not moved since: as it was then",
    ),
    "base": ("A x", "attribute A of x as stored"),
    "owner": ("x", "the player whom x belongs to; places: of whom the place is; none: -1"),
    "holder": (
        "x",
        "the player who has x: its owner; for what belongs to nobody, the owner of the nearest place that holds it; -1",
    ),
    "name": ("x", "a number that x shares with all that have its printed name; 0: it has none"),
    "card": ("x", "a number that x shares with all that are made from its document; 0: it has none"),
    "parent": ("x", "what x is directly in, at or on; -1"),
    "within": ("x K", "the nearest entity of kind K that x is in (parents, then theirs); -1"),
    "in": ("x place", "x is in, at or on place, directly or through what holds it"),
    "in-any": ("x set", "x is in, at or on one of these places, directly or through what holds it"),
    "contents": (
        "place",
        "what is directly in place, in its order (first is the top, the left, the bottom of a column)",
    ),
    "inside": ("place", "everything in place at any depth"),
    "all-in": (
        "K set",
        "every entity of kind K or below that is in one of these places at any depth, ascending",
    ),
    "place": (
        "K x",
        "the place of kind K that belongs to x (a player or another place); x none: the only one",
    ),
    "parts": ("K x", "the places of kind K that are parts of x, in order"),
    "members": ("x", "the entities of group x (a line, a row, a column), in order"),
    "listed": ("L x", "what the document of x names under its attribute with list number L, in its order"),
    "groups": ("K x", "the groups of kind K that x is a member of"),
    "index": (
        "x",
        "position of x in its place, from 1; 0 in one without an order; parts of a place: their number from 1",
    ),
    "x": ("x", "column of a part of a place, from 1"),
    "y": ("x", "row of a part of a place, from 1 at the bottom"),
    "beside": (
        "x",
        "the parts of the same place directly next to x (columns differ by 1; on a grid: rows, too, not diagonal)",
    ),
    "shift": (
        "x DX DY K",
        "the nearest part of kind K in the same place, going DX, DY from x, over parts of other kinds; -1",
    ),
    "face": ("x", "1 when x is face up"),
    "left": ("x", "the next player clockwise"),
    "right": ("x", "the next player counter-clockwise"),
    "sees": ("player x", "the player may see the front of x now"),
    "order": ("players from", "the players re-ordered clockwise, starting with from"),
    "filter": ("set I cond", "the members for which cond holds with local I = member"),
    "first-where": ("set I cond", "the first such member; -1"),
    "map": ("set I x", "numbers (or entities, repetitions kept): x with local I = member"),
    "flat": ("set I set", "union of the sets that each member gives"),
    "union": ("set…", "all, first occurrence counts"),
    "inter": ("set set", "members of both, order of the first"),
    "minus": ("set set", "members of the first that are not in the second"),
    "single": ("x", "the set of x; none: ()"),
    "count": ("set", "how many"),
    "sum": ("numbers", "0 when empty"),
    "max": ("numbers", "0 when empty"),
    "min": ("numbers", "0 when empty"),
    "distinct": ("numbers", "without repetitions"),
    "any": ("set I cond", "cond holds for at least one"),
    "every": ("set I cond", "cond holds for all; empty: True"),
    "member": ("x set", "x is in set"),
    "subset": ("set set", "every member of the first is in the second"),
    "first": ("set", "-1 when empty"),
    "last": ("set", "-1 when empty"),
    "position": ("x set", "where x stands in the set, from 1; 0 when it is not in it"),
    "nth": ("set n", "the n-th, from 1; -1"),
    "take": ("set n", "the first n"),
    "drop": ("set n", "all but the first n"),
    "last-n": ("set n", "the last n"),
    "reverse": ("set", ""),
    "rank": ("set I (x ASC)…", "sorted by the keys in turn; ASC: 1 ascending, 0 descending; stable"),
    "best": ("set I x ASC", "all members that tie for the highest (ASC 0) or lowest (ASC 1) x"),
    "range": ("a b", "numbers a…b"),
    "add": ("a b", ""),
    "sub": ("a b", ""),
    "mul": ("a b", ""),
    "neg": ("a", ""),
    "div": ("a b", "rounded down; b 0: 0"),
    "div-up": ("a b", "rounded up; b 0: 0"),
    "mod": ("a b", "b 0: 0"),
    "abs": ("a", ""),
    "larger": ("a b", ""),
    "smaller": ("a b", ""),
    "eq": ("a b", "also of entities, values and sets"),
    "ne": ("a b", ""),
    "lt": ("a b", ""),
    "le": ("a b", ""),
    "gt": ("a b", ""),
    "ge": ("a b", ""),
    "and": ("cond…", "left to right, stops at the first False"),
    "or": ("cond…", "stops at the first True"),
    "not": ("cond", ""),
    "if": ("cond a b", ""),
    "call": ("F x…", "function F of the ruleset with these arguments"),
    "formula": (
        "FIELD x who",
        "what sentence field FIELD of component x amounts to for player who (number or truth); without such a field: 0",
    ),
    "can": (
        "V who role…",
        "the verb could be proposed now: no prohibition, its `requires` holds, and its kernel check passes",
    ),
    "chooser": ("V who", "who is asked what verb V is done with when `who` does it"),
    "happened": (
        "V P I cond",
        "number of committed events of verb V (or a verb below it) since period P began (P -1, or before its first "
        "run: ever) for which cond holds with locals I = who, I+1… = roles, last = result",
    ),
    "happened-sum": ("V P I cond x", "sum of x over the same events"),
    "happened-map": ("V P I cond x", "numbers: x for each such event, repetitions kept"),
    "period": ("P", "number of the current run of period P, from 1 (how many have begun); 0 outside"),
    "period-who": ("P", "the player who does the innermost running period P; -1"),
    "period-role": ("P N", "role N of the verb whose run is the innermost period P"),
    "used": (
        "KEY P",
        "how often the once-counter KEY was used since period P began (KEY: expression tuple (RULE, x…))",
    ),
    "over": ("", "the game has ended"),
    "winners": ("", "the players who won"),
}


OPPOSITE = {"eq": "ne", "ne": "eq", "lt": "ge", "ge": "lt", "le": "gt", "gt": "le"}
"""The comparison that holds exactly if another one does not."""

MIRRORED = {"eq": "eq", "ne": "ne", "lt": "gt", "gt": "lt", "le": "ge", "ge": "le"}
"""The same comparison with its sides exchanged."""


def renamed(expr: Any, names: Mapping[Expr, Expr]) -> Any:
    """An expression with others in the place of some locals.  `names`: by the local as an expression."""
    if not isinstance(expr, tuple):
        return expr
    if len(expr) == 2 and expr[0] == "local":
        return names.get(expr, expr)
    return tuple([renamed(part, names) for part in expr])


def conjuncts(condition: Expr) -> tuple[Expr, ...]:
    """The parts of an *and*, in their order, also of one in it; of another condition: itself."""
    if condition[0] != "and":
        return (condition,)
    return tuple(part for each in condition[1:] for part in conjuncts(each))


def locals_of(expr: Any) -> set[int]:
    """All locals that are read in any tuple of data."""
    if not isinstance(expr, tuple):
        return set()
    if len(expr) == 2 and expr[0] == "local":
        return {expr[1]}
    return set().union(*(locals_of(part) for part in expr)) if expr else set()
