"""What can be proved of the conditions of a story's ways, from their expressions.

In: a compiled story.  Out: SAY0840 for a condition that is never or always true, SAY0841 for a way that an earlier one
of the same card hides, SAY0842 for an amount that is asked for and that nothing in the pack changes.

The proof is interval arithmetic: a term (an attribute of something, the number of things in a place) lies between
bounds, and comparisons joined by *and* narrow them.  What it does not understand may be anything.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any

from toolkit.compile.story import Telling
from toolkit.kernel.model import Model
from toolkit.pack.story import Card, Way
from toolkit.program.expression import Expr
from toolkit.program.ruleset import Ruleset
from toolkit.report.catalogue import diagnose
from toolkit.report.diagnostic import Diagnostic, Label

Interval = tuple[float, float]
ANY: Interval = (float("-inf"), float("inf"))
OPPOSITE = {"eq": "ne", "ne": "eq", "lt": "ge", "ge": "lt", "gt": "le", "le": "gt"}
MIRROR = {"eq": "eq", "ne": "ne", "lt": "gt", "gt": "lt", "le": "ge", "ge": "le"}
BINDERS = {"filter": 2, "first-where": 2, "map": 2, "flat": 2, "any": 2, "every": 2, "best": 2, "rank": 2}
"""Ops whose operand with this index is a slot that they bind."""


def check_conditions(
    telling: Telling, model: Model, ruleset: Ruleset, quantities: Collection[int]
) -> Iterator[Diagnostic]:
    """All findings of all ways that could be compiled.  `quantities`: the columns that may be asked about."""
    judge = Judge(model, ruleset)
    written = Written(ruleset, model)
    by_card: dict[str, list[tuple[Card, Way, Expr]]] = {}
    for number, (card, way) in enumerate(telling.ways, 1):
        expr = telling.matches.get(number)
        if expr is not None and way.span is not None:
            by_card.setdefault(f"{card.type}/{card.id}", []).append((card, way, plain(expr)))
    for ways in by_card.values():
        for place, (card, way, expr) in enumerate(ways):
            assert way.span is not None
            truth = judge.truth(expr)
            if truth is not None:
                yield diagnose(
                    "SAY0840",
                    way.span,
                    truth="always" if truth else "never",
                    hint="a way is taken when its condition becomes true; ask for something that can change",
                )
                continue
            for _, other, earlier in ways[:place]:
                if other.at_once and not way.at_once:
                    continue
                if judge.implies(expr, earlier):
                    assert other.span is not None
                    same = earlier == expr
                    yield diagnose(
                        "SAY0841",
                        way.span,
                        card=card.id,
                        labels=[
                            Label(
                                other.span,
                                "the same condition" if same else "this is true whenever the later is",
                            )
                        ],
                        hint="the earlier way is always taken first; put the narrower one first, or leave one out",
                    )
                    break
            yield from (
                diagnose(
                    "SAY0842",
                    way.span,
                    amount=model.attributes[attribute].name,
                    hint="let a sentence of the pack change it, or ask for something else",
                )
                for attribute in sorted(read(expr, ruleset) & set(quantities))
                if not written.changes(attribute)
            )


# --- Expressions --------------------------------------------------------------------------------------------


def plain(expr: Expr, slots: dict[int, int] | None = None) -> Expr:
    """The same expression with bound slots numbered by depth, so that equal conditions are equal tuples."""
    slots = slots or {}
    op = expr[0]
    if op == "local":
        return ("local", slots.get(expr[1], expr[1]))
    bound = BINDERS.get(op)
    if bound is not None and isinstance(expr[bound], int):
        inner = {**slots, expr[bound]: -1 - len(slots)}
        first = tuple(plain(part, slots) if isinstance(part, tuple) else part for part in expr[1:bound])
        rest = tuple(_inner(part, inner) for part in expr[bound + 1 :])
        return (op, *first, inner[expr[bound]], *rest)
    return (op, *(_inner(part, slots) for part in expr[1:]))


def _inner(part: Any, slots: dict[int, int]) -> Any:
    if isinstance(part, tuple):
        if part and isinstance(part[0], str):
            return plain(part, slots)
        return tuple(_inner(each, slots) for each in part)
    return part


def parts(expr: Any) -> Iterator[Expr]:
    """The expression and all that it is made of."""
    if isinstance(expr, tuple):
        if expr and isinstance(expr[0], str):
            yield expr
        for part in expr:
            yield from parts(part)


def read(expr: Expr, ruleset: Ruleset) -> set[int]:
    """The attributes that a condition reads, through what definitions define, too."""
    found: set[int] = set()
    seen: set[int] = set()
    left = [expr]
    while left:
        for part in parts(left.pop()):
            if part[0] in ("attr", "base") and isinstance(part[1], int):
                found.add(part[1])
            elif part[0] == "call" and part[1] not in seen:
                seen.add(part[1])
                left.append(ruleset.functions[part[1]].body)
    return found


# --- What changes -------------------------------------------------------------------------------------------


class Written:
    """The attributes that something in a ruleset changes."""

    def __init__(self, ruleset: Ruleset, model: Model) -> None:
        self.attributes: set[int] = {rule.attribute for rule in ruleset.rules if rule.kind == "modify"}
        self.all = False
        rolls = {n for n, verb in enumerate(ruleset.verbs) if verb.id == "roll"}
        for program in ruleset.programs:
            for instr in program.code:
                if instr[0] == "do":
                    self._event(instr, ruleset)
                    if instr[1] in rolls:
                        self.attributes |= {kind.shows for kind in model.kinds if kind.shows >= 0}

    def _event(self, instr: tuple[Any, ...], ruleset: Ruleset) -> None:
        verb = ruleset.verbs[instr[1]]
        if "attr" not in verb.roles or verb.program >= 0:
            return
        match instr[3][verb.roles.index("attr")]:
            case ("int", int(attribute)) | int(attribute):
                self.attributes.add(attribute)
            case _:  # known on the table only
                self.all = True

    def changes(self, attribute: int) -> bool:
        """Whether something may change it."""
        return self.all or attribute in self.attributes


# --- Truth --------------------------------------------------------------------------------------------------


@dataclass
class Judge:
    """What is true of every state of a model."""

    model: Model
    ruleset: Ruleset

    def truth(self, expr: Expr) -> bool | None:
        """True: in every state; False: in none; None: it depends, or is not understood."""
        match expr:
            case ("truth", value):
                return bool(value)
            case ("not", inner):
                known = self.truth(inner)
                return None if known is None else not known
            case ("and", *some):
                return self.conjunction(some)
            case ("or", *some):
                known_all = [self.truth(part) for part in some]
                return True if True in known_all else False if set(known_all) == {False} else None
            case ("any", over, _, condition):
                known = self.truth(condition)
                return False if known is False else True if known and over == ("players",) else None
            case ("every", over, _, condition):
                known = self.truth(condition)
                return True if known else False if known is False and over == ("players",) else None
            case (("eq" | "ne" | "lt" | "le" | "gt" | "ge") as op, a, b):
                return compare(op, self.interval(a), self.interval(b)) if number(a) and number(b) else None
        return None

    def conjunction(self, some: list[Expr]) -> bool | None:
        """All of several: bounds of the same term are brought together."""
        known = [self.truth(part) for part in some]
        if False in known:
            return False
        if set(known) <= {True}:
            return True
        for term, (low, high) in self.bounds(("and", *some)).items():
            least, most = self.interval(term)
            if max(low, least) > min(high, most):
                return False
        return None

    def bounds(self, expr: Expr) -> dict[Expr, Interval]:
        """The terms that a condition bounds by numbers."""
        found: dict[Expr, Interval] = {}
        for part in expr[1:] if expr[0] == "and" else (expr,):
            op, a, b = _comparison(part)
            if op is None:
                continue
            if a[0] == "int":
                op, a, b = MIRROR[op], b, a
            if b[0] != "int" or a[0] == "int":
                continue
            low, high = found.get(a, ANY)
            n = b[1]
            match op:
                case "eq":
                    low, high = max(low, n), min(high, n)
                case "ge" | "gt":
                    low = max(low, n + (op == "gt"))
                case "le" | "lt":
                    high = min(high, n - (op == "lt"))
                case _:
                    continue
            found[a] = (low, high)
        return found

    def interval(self, expr: Expr) -> Interval:
        """Bounds of an amount in every state."""
        match expr:
            case ("int", int(n)):
                return (n, n)
            case (("attr" | "base"), int(attribute), _):
                column = self.model.attributes[attribute]
                least = ANY[0] if column.least is None else column.least
                return (least, ANY[1] if column.most is None else column.most)
            case ("count", some):
                return (0, self.most(some))
            case ("add", a, b):
                (a0, a1), (b0, b1) = self.interval(a), self.interval(b)
                return (a0 + b0, a1 + b1)
            case ("sub", a, b):
                (a0, a1), (b0, b1) = self.interval(a), self.interval(b)
                return (a0 - b1, a1 - b0)
        return ANY

    def most(self, expr: Expr) -> float:
        """How many members a set can have at most."""
        match expr:
            case ("empty",):
                return 0
            case ("single", _):
                return 1
            case ("all", int(kind)):
                return self.of_kind(kind)
            case ("filter", some, slot, condition):
                few = [self.most(some)]
                for part in condition[1:] if condition[0] == "and" else (condition,):
                    match part:
                        case ("is", ("local", local), int(kind)) if local == slot:
                            few.append(self.of_kind(kind))
                return min(few)
        return ANY[1]

    def of_kind(self, kind: int) -> float:
        """How many components of a kind there are; more players may bring more of what they own."""
        entities = self.model.all_of[kind]
        if any(not self.model.is_component[e] or self.model.entities[e].owner > 0 for e in entities):
            return ANY[1]
        return len(entities)

    def implies(self, a: Expr, b: Expr) -> bool:
        """Whether `b` is true in every state in which `a` is, as far as it is understood."""
        if a == b or (b[0] == "and" and all(self.implies(a, part) for part in b[1:])):
            return True
        if b[0] == "or" and any(self.implies(a, part) for part in b[1:]):
            return True
        if a[0] == "or":
            return all(self.implies(part, b) for part in a[1:])
        if a[0] == b[0] and a[0] in ("any", "every") and a[1:3] == b[1:3]:
            return self.implies(a[3], b[3])
        if a[0] == "and" and any(self.implies(part, b) for part in a[1:]):
            return True
        wanted = self.bounds(b)
        if not wanted or len(wanted) != 1 or b[0] == "and":
            return False
        term, (low, high) = next(iter(wanted.items()))
        given = self.bounds(a).get(term)
        if given is None:
            return False
        least, most = self.interval(term)
        return max(given[0], least) >= low and min(given[1], most) <= high


def _comparison(expr: Expr) -> tuple[str | None, Expr, Expr]:
    """A comparison of two amounts; its op is None for anything else."""
    if expr[0] == "not" and expr[1][0] in OPPOSITE:
        op, a, b = expr[1]
        return (OPPOSITE[op], a, b) if number(a) and number(b) else (None, (), ())
    if expr[0] in OPPOSITE and number(expr[1]) and number(expr[2]):
        return expr[0], expr[1], expr[2]
    return None, (), ()


def number(expr: Expr) -> bool:
    """Whether an expression is an amount for certain."""
    return expr[0] in ("int", "attr", "base", "count", "add", "sub", "mul", "sum", "max", "min")


def compare(op: str, a: Interval, b: Interval) -> bool | None:
    """The truth of a comparison of any values within the bounds."""
    (a0, a1), (b0, b1) = a, b
    match op:
        case "lt":
            return True if a1 < b0 else False if a0 >= b1 else None
        case "le":
            return True if a1 <= b0 else False if a0 > b1 else None
        case "gt" | "ge":
            return compare("lt" if op == "gt" else "le", b, a)
        case "eq":
            return True if a0 == a1 == b0 == b1 else False if a1 < b0 or b1 < a0 else None
        case _:
            equal = compare("eq", a, b)
            return None if equal is None else not equal
