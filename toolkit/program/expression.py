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
from typing import Any, NamedTuple

Expr = tuple[Any, ...]


class Op(NamedTuple):
    """The row of an op: its operands, what it gives, and what that is.

    `gives`: a `number`, `truth`, `thing` (also a place, the game, or none) or `player`, `one` of whatever an attribute
    holds, a `set`, the `players`, `numbers` (repetitions kept), or `any` of these, by its operands.
    """

    operands: str
    gives: str
    meaning: str


_ROWS = {
    # op: (operands, what it gives, meaning)
    "int": ("N", "number", "the number N"),
    "truth": ("B", "truth", "True or False"),
    "value": ("V", "one", "the list value with index V"),
    "none": ("", "thing", "no entity: -1"),
    "empty": ("", "set", "no entities: ()"),
    "set": ("E…", "set", "these entities (constants: named components)"),
    "local": ("I", "any", "local slot I of the frame"),
    "game": ("", "thing", "entity 0"),
    "players": (
        "",
        "players",
        "all players still in the game, clockwise from the active player; between turns in the order of seats",
    ),
    "active": ("", "player", "the active player; -1 before the first turn"),
    "all": (
        "K",
        "set",
        "every entity of kind K or below, ascending; components removed from the game excluded",
    ),
    "is": ("x K", "truth", "x is of kind K or below"),
    "kind": (
        "x",
        "number",
        "a number that x shares with all that are of the same kind, not below it; none: one of its own",
    ),
    "attr": ("A x", "one", "attribute A of x, with modifiers and within its bounds; none: 0"),
    "attr-left": (
        "A x",
        "one",
        "the same; of x that left where it is looked for and has not moved since: as it was then",
    ),
    "attr-for": ("A x y", "one", "the same as attr; what is modified for the player y alone, too"),
    "base": ("A x", "one", "attribute A of x as stored"),
    "owner": ("x", "player", "the player whom x belongs to; places: of whom the place is; none: -1"),
    "holder": (
        "x",
        "player",
        "the player who has x: its owner; for what belongs to nobody, the owner of the nearest place that holds it; -1",
    ),
    "name": ("x", "number", "a number that x shares with all that have its printed name; 0: it has none"),
    "card": (
        "x",
        "number",
        "a number that x shares with all that are made from its document; 0: it has none",
    ),
    "parent": ("x", "thing", "what x is directly in, at or on; -1"),
    "within": ("x K", "thing", "the nearest entity of kind K that x is in (parents, then theirs); -1"),
    "in": ("x place", "truth", "x is in, at or on place, directly or through what holds it"),
    "in-any": ("x set", "truth", "x is in, at or on one of these places, directly or through what holds it"),
    "contents": (
        "place",
        "set",
        "what is directly in place, in its order (first is the top, the left, the bottom of a column)",
    ),
    "inside": ("place", "set", "everything in place at any depth"),
    "all-in": (
        "K set",
        "set",
        "every entity of kind K or below that is in one of these places at any depth, ascending",
    ),
    "place": (
        "K x",
        "thing",
        "the place of kind K that belongs to x (a player or another place); x none: the only one",
    ),
    "parts": ("K x", "set", "the places of kind K that are parts of x, in order"),
    "members": ("x", "set", "the entities of group x (a line, a row, a column), in order"),
    "listed": (
        "L x",
        "set",
        "what the document of x names under its attribute with list number L, in its order",
    ),
    "groups": ("K x", "set", "the groups of kind K that x is a member of"),
    "index": (
        "x",
        "number",
        "position of x in its place, from 1; 0 in one without an order; parts of a place: their number from 1",
    ),
    "x": ("x", "number", "column of a part of a place, from 1"),
    "y": ("x", "number", "row of a part of a place, from 1 at the bottom"),
    "beside": (
        "x",
        "set",
        "the parts of the same place directly next to x (columns differ by 1; on a grid: rows, too, not diagonal)",
    ),
    "shift": (
        "x DX DY K",
        "thing",
        "the nearest part of kind K in the same place, going DX, DY from x, over parts of other kinds; -1",
    ),
    "face": ("x", "number", "1 when x is face up"),
    "left": ("x", "player", "the next player clockwise"),
    "right": ("x", "player", "the next player counter-clockwise"),
    "sees": ("player x", "truth", "the player may see the front of x now"),
    "order": ("players from", "players", "the players re-ordered clockwise, starting with from"),
    "filter": ("set I cond", "set", "the members for which cond holds with local I = member"),
    "first-where": ("set I cond", "thing", "the first such member; -1"),
    "map": ("set I x", "numbers", "numbers (or entities, repetitions kept): x with local I = member"),
    "flat": ("set I set", "set", "union of the sets that each member gives"),
    "closure": (
        "set I set",
        "set",
        "these members, and what each of them gives, and what each of those gives, and so on",
    ),
    "union": ("set…", "set", "all, first occurrence counts"),
    "inter": ("set set", "set", "members of both, order of the first"),
    "minus": ("set set", "set", "members of the first that are not in the second"),
    "single": ("x", "set", "the set of x; none: ()"),
    "count": ("set", "number", "how many"),
    "sum": ("numbers", "number", "0 when empty"),
    "max": ("numbers", "number", "0 when empty"),
    "min": ("numbers", "number", "0 when empty"),
    "distinct": ("numbers", "numbers", "without repetitions"),
    "any": ("set I cond", "truth", "cond holds for at least one"),
    "every": ("set I cond", "truth", "cond holds for all; empty: True"),
    "member": ("x set", "truth", "x is in set"),
    "subset": ("set set", "truth", "every member of the first is in the second"),
    "first": ("set", "thing", "-1 when empty"),
    "last": ("set", "thing", "-1 when empty"),
    "position": ("x set", "number", "where x stands in the set, from 1; 0 when it is not in it"),
    "nth": ("set n", "thing", "the n-th, from 1; -1"),
    "take": ("set n", "set", "the first n"),
    "drop": ("set n", "set", "all but the first n"),
    "last-n": ("set n", "set", "the last n"),
    "reverse": ("set", "set", ""),
    "rank": ("set I (x ASC)…", "set", "sorted by the keys in turn; ASC: 1 ascending, 0 descending; stable"),
    "best": ("set I x ASC", "set", "all members that tie for the highest (ASC 0) or lowest (ASC 1) x"),
    "range": ("a b", "numbers", "numbers a…b"),
    "add": ("a b", "number", ""),
    "sub": ("a b", "number", ""),
    "mul": ("a b", "number", ""),
    "neg": ("a", "number", ""),
    "div": ("a b", "number", "rounded down; b 0: 0"),
    "div-up": ("a b", "number", "rounded up; b 0: 0"),
    "mod": ("a b", "number", "b 0: 0"),
    "abs": ("a", "number", ""),
    "larger": ("a b", "number", ""),
    "smaller": ("a b", "number", ""),
    "eq": ("a b", "truth", "also of entities, values and sets"),
    "ne": ("a b", "truth", ""),
    "lt": ("a b", "truth", ""),
    "le": ("a b", "truth", ""),
    "gt": ("a b", "truth", ""),
    "ge": ("a b", "truth", ""),
    "and": ("cond…", "truth", "left to right, stops at the first False"),
    "or": ("cond…", "truth", "stops at the first True"),
    "not": ("cond", "truth", ""),
    "if": ("cond a b", "any", ""),
    "call": ("F x…", "any", "function F of the ruleset with these arguments"),
    "formula": (
        "FIELD x who",
        "one",
        "what sentence field FIELD of component x amounts to for player who (number or truth); without such a field: 0",
    ),
    "can": (
        "V who role…",
        "truth",
        "the verb could be proposed now: no prohibition, its `requires` holds, and its kernel check passes",
    ),
    "chooser": ("V who", "player", "who is asked what verb V is done with when `who` does it"),
    "happened": (
        "V P I cond",
        "number",
        "number of committed events of verb V (or a verb below it) since period P began (P -1, or before its first "
        "run: ever) for which cond holds with locals I = who, I+1… = roles, last = result",
    ),
    "happened-sum": ("V P I cond x", "number", "sum of x over the same events"),
    "happened-map": ("V P I cond x", "numbers", "numbers: x for each such event, repetitions kept"),
    "period": (
        "P",
        "number",
        "number of the current run of period P, from 1 (how many have begun); 0 outside",
    ),
    "period-who": ("P", "player", "the player who does the innermost running period P; -1"),
    "period-role": ("P N", "any", "role N of the verb whose run is the innermost period P"),
    "used": (
        "KEY P",
        "number",
        "how often the once-counter KEY was used since period P began (KEY: expression tuple (RULE, x…))",
    ),
    "over": ("", "truth", "the game has ended"),
    "winners": ("", "players", "the players who won"),
}
EXPRESSIONS = {op: Op(*row) for op, row in _ROWS.items()}


def giving(*kinds: str) -> frozenset[str]:
    """The ops that give one of these."""
    return frozenset(op for op, row in EXPRESSIONS.items() if row.gives in kinds)


TRUTHS = giving("truth")
SINGLE = giving("number", "one", "truth", "thing", "player")
"""Ops that never give a tuple."""
SETS = giving("set", "players", "numbers")
"""Ops that always give one."""

LOOPS = frozenset(op for op, row in EXPRESSIONS.items() if row.operands.split()[1:2] == ["I"])
"""Ops that bind their second operand to each member of the first."""
SEARCHES = frozenset(["filter", "any", "first-where"])
"""Loops that pass by members for which their condition does not hold."""


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


def other_side(equation: Expr, term: Expr) -> Expr:
    """The side of an equation that is not this one."""
    side: Expr = equation[2] if equation[1] == term else equation[1]
    return side


def conjuncts(condition: Expr) -> tuple[Expr, ...]:
    """The parts of an *and*, in their order, also of one in it; of another condition: itself."""
    if condition[0] != "and":
        return (condition,)
    return tuple(part for each in condition[1:] for part in conjuncts(each))


def locals_of(expr: Any) -> set[int]:
    """All locals that are read in any tuple of data."""
    found: set[int] = set()
    left = [expr]
    while left:
        part = left.pop()
        if isinstance(part, tuple):
            if len(part) == 2 and part[0] == "local":
                found.add(part[1])
            else:
                left += part
    return found
