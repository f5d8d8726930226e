"""What an expression amounts to, where some of it is certain: an empty place, an amount that is known.

`Foregone.decided` gives the parts of an operand that come out the same whatever the position is, and that would depend
on it without the facts: a condition, or an amount, of a sentence that asks too late.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from toolkit.compile.emptied import ANY, EVERYBODY, LIES, MEMBER, Fact, one_thing, wholes
from toolkit.kernel.model import Model
from toolkit.program.expression import Expr, conjuncts, renamed
from toolkit.program.instruction import Instr
from toolkit.program.ruleset import Ruleset

UNKNOWN: Expr = ("unknown",)
EMPTY: Expr = ("empty",)
NONE: Expr = ("none",)
CONSTANT = frozenset({"int", "truth", "empty", "none", "value"})
OF_NOTHING: dict[str, Expr] = {
    "count": ("int", 0), "sum": ("int", 0), "max": ("int", 0), "min": ("int", 0), "first": NONE, "last": NONE,
    "nth": NONE, "first-where": NONE, "any": ("truth", False), "every": ("truth", True), "distinct": EMPTY,
    "filter": EMPTY, "map": EMPTY, "flat": EMPTY, "take": EMPTY, "drop": EMPTY, "last-n": EMPTY, "reverse": EMPTY,
    "rank": EMPTY, "best": EMPTY, "minus": EMPTY,
}  # fmt: skip
"""What is made of no things at all."""
OF_NONE: dict[str, Expr] = {
    "is": ("truth", False),
    "attr": ("int", 0),
    "attr-for": ("int", 0),
    "base": ("int", 0),
    "single": EMPTY,
}
"""What is asked of nothing: the operand that may be nothing is the first one that is an expression."""
SUMS: dict[str, Callable[[Any, Any], Any]] = {
    "add": operator.add, "sub": operator.sub, "mul": operator.mul, "larger": max, "smaller": min,
}  # fmt: skip
COMPARED: dict[str, Callable[[Any, Any], bool]] = {
    "eq": operator.eq, "ne": operator.ne, "lt": operator.lt, "le": operator.le, "gt": operator.gt, "ge": operator.ge,
}  # fmt: skip
DEEPEST = 12
"""Definitions within definitions that are looked into."""


@dataclass
class Foregone:
    """`facts`: what is certain.  `used`: those that an answer hung on.

    `known`: definitions, and what they amount to.
    """

    model: Model
    ruleset: Ruleset
    facts: Collection[Fact]
    used: list[Fact] = field(default_factory=list)
    known: dict[tuple[Any, ...], tuple[Expr, tuple[Fact, ...]]] = field(default_factory=dict)
    depth: int = 0

    def decided(self, instr: Instr, values: Mapping[int, Expr]) -> Iterator[Fact]:
        """The fact that decides a condition, an amount or a set of an instruction; `values`: what locals hold."""
        for expr in asked(instr):
            self.used = []
            if self.value(expr, values)[0] in CONSTANT and self.used:
                yield self.used[0]
            elif expr[0] in ("rank", "map"):
                yield from self.all_alike(expr, values)

    def all_alike(self, expr: Expr, values: Mapping[int, Expr]) -> Iterator[Fact]:
        """The fact by which all are ranked alike, *rank the players by the red card they played*, when none is red; or
        by which the same is counted for each: *each player gains 1 coin for each cat in their home*, when all are out.
        """
        op, _, slot, *said = expr
        inner = {at: value for at, value in values.items() if at != slot}
        for key in said if op == "map" else [key for key, _ascending in said]:
            self.used = []
            if self.value(key, inner)[0] in CONSTANT and self.used:
                yield self.used[0]

    def value(self, expr: Any, values: Mapping[int, Expr]) -> Expr:
        """A constant, a place or a local that is known, or UNKNOWN."""
        if not isinstance(expr, tuple) or not expr:
            return UNKNOWN
        match expr:
            case ("local", int(slot)):
                return values.get(slot, UNKNOWN)
            case (("int" | "truth" | "value" | "none" | "empty" | "game"), *_):
                return expr
            case ("place", kind, whose):
                return ("place", kind, self.value(whose, values))
            case (("inside" | "contents") as op, place):
                return self.held(op, self.value(place, values), ())
            case ("filter" | "any" | "first-where" | "every", *_):
                return self.search(expr, values)
            case ("attr" | "base", int(attribute), of):
                return self.amount(attribute, self.value(of, values))
            case ("within", thing, int(kind)) if one_thing(thing) is not None:
                return self.within(thing, kind)
            case ("and" | "or" | "not" | "if", *_):
                return self.truth(expr, values)
            case ("call", int(number), *arguments):
                return self.called(number, [self.value(each, values) for each in arguments])
            case (op, a, b) if op in SUMS or op in COMPARED:
                return self.compared(op, self.value(a, values), self.value(b, values))
        return self.of_nothing(expr, values)

    # --- Places and amounts -------------------------------------------------------------------------------------
    def held(self, op: str, place: Expr, conditions: Collection[Expr]) -> Expr:
        """What lies in a place, and is as these conditions of MEMBER say: nothing, or unknown."""
        if place == NONE:
            return EMPTY
        for fact in self.facts:
            if (
                fact.attribute == ANY
                and (fact.deep or op == "contents")
                and self.is_of(fact.of, place)
                and all(any(self.implies(said, each) for said in conditions) for each in fact.conditions)
            ):
                self.used.append(fact)
                return EMPTY
        return UNKNOWN

    def is_of(self, known: Expr, asked: Expr) -> bool:
        """Whether what is known of one place, or of one thing, is known of this one."""
        if known == asked:
            return asked[-1] != UNKNOWN
        match known, asked:
            case ("place", kind, whose), ("place", other, _):
                return bool(kind == other and whose == EVERYBODY)
        return False

    def implies(self, said: Expr, wanted: Expr) -> bool:
        """Whether one condition of a thing holds only if another does."""
        if said == wanted:
            return True
        match said, wanted:
            case ("is", x, int(kind)), ("is", y, int(other)):
                return x == y and self.model.below[kind] <= self.model.below[other]
        return False

    def amount(self, attribute: int, of: Expr) -> Expr:
        """How much of something there is, where that is known."""
        for fact in self.facts:
            if fact.attribute == attribute and of != UNKNOWN and fact.of in (of, EVERYBODY):
                self.used.append(fact)
                return ("int", fact.amount)
        return ("int", 0) if of == NONE else UNKNOWN

    def within(self, thing: Expr, kind: int) -> Expr:
        """In which place of a kind a thing lies: in none, if it is known to lie in another one."""
        if not all(self.model.is_place[each] for each in self.model.all_of[kind]):
            return UNKNOWN
        for fact in self.facts:
            if fact.attribute == LIES and fact.of == thing and not part_of(fact.amount, kind, self.model):
                self.used.append(fact)
                return NONE
        return UNKNOWN

    # --- Ops ----------------------------------------------------------------------------------------------------
    def search(self, expr: Expr, values: Mapping[int, Expr]) -> Expr:
        """A search among what lies in a place."""
        op, items, slot, condition = expr
        if items[0] in ("inside", "contents") and op != "every":
            said = [renamed(part, {("local", slot): MEMBER}) for part in conjuncts(condition)]
            if self.held(items[0], self.value(items[1], values), said) == EMPTY:
                return OF_NOTHING[op]
        if self.value(items, values) == EMPTY:
            return OF_NOTHING[op]
        inner = {at: value for at, value in values.items() if at != slot}
        of_each = self.value(condition, inner)
        if of_each == ("truth", op == "every"):
            return OF_NOTHING[op]
        so_of_some = of_each[0] == "truth" and op in ("any", "every") and some(items)
        return of_each if so_of_some else UNKNOWN

    def truth(self, expr: Expr, values: Mapping[int, Expr]) -> Expr:
        """What is made of conditions."""
        match expr:
            case ("not", condition):
                value = self.value(condition, values)
                return ("truth", not value[1]) if value[0] == "truth" else UNKNOWN
            case ("if", condition, a, b):
                value = self.value(condition, values)
                return self.value(a if value[1] else b, values) if value[0] == "truth" else UNKNOWN
        if expr[0] == "and" and self.of_none(expr[1:], values):
            return ("truth", False)
        found = [self.value(part, values) for part in expr[1:]]
        ending = ("truth", expr[0] == "or")
        if ending in found:
            return ending
        return ("truth", expr[0] == "and") if all(each[0] == "truth" for each in found) else UNKNOWN

    def of_none(self, parts: Sequence[Expr], values: Mapping[int, Expr]) -> bool:
        """Whether something that there is has to be what there is not: of the colour of a card that is not there."""
        there = {part[1] for part in parts if part[0] == "ne" and part[2] == NONE}
        return any(
            part[0] == "eq" and part[1] in there and self.value(part[2], values) == NONE for part in parts
        )

    def called(self, number: int, arguments: list[Expr]) -> Expr:
        """What a definition amounts to."""
        if self.depth >= DEEPEST:
            return UNKNOWN
        key = (number, *arguments)
        if key not in self.known:
            self.depth += 1
            before, self.used = self.used, []
            found = self.value(self.ruleset.functions[number].body, dict(enumerate(arguments)))
            self.known[key] = found, tuple(self.used)
            self.used = before
            self.depth -= 1
        value, used = self.known[key]
        self.used += used
        return value

    def compared(self, op: str, a: Expr, b: Expr) -> Expr:
        """Two amounts, or two things of which one may be nothing."""
        if op == "mul" and ("int", 0) in (a, b):
            return ("int", 0)
        if op in ("eq", "ne") and a[0] in CONSTANT and b[0] in CONSTANT:
            return ("truth", (a == b) == (op == "eq"))
        if a[0] != "int" or b[0] != "int":
            return UNKNOWN
        return ("int", SUMS[op](a[1], b[1])) if op in SUMS else ("truth", COMPARED[op](a[1], b[1]))

    def of_nothing(self, expr: Expr, values: Mapping[int, Expr]) -> Expr:
        """What is made of an empty set, or asked of nothing."""
        match expr:
            case ("member", _, items) if self.value(items, values) == EMPTY:
                return ("truth", False)
            case ("union", *items):
                return EMPTY if all(self.value(each, values) == EMPTY for each in items) else UNKNOWN
            case ("inter", a, b):
                return EMPTY if EMPTY in (self.value(a, values), self.value(b, values)) else UNKNOWN
            case ("all-in", int(kind), ("single", place)):
                return self.held("inside", self.value(place, values), (("is", MEMBER, kind),))
            case (op, items, *_) if op in OF_NOTHING and self.value(items, values) == EMPTY:
                return OF_NOTHING[op]
            case (op, of, *_) if op in OF_NONE and self.value(of, values) == NONE:
                return OF_NONE[op]
        return UNKNOWN


def part_of(place: int, kind: int, model: Model) -> bool:
    """Whether what lies in a place of one kind may lie in a place of the other; ANY: it is out of the game."""
    return place != ANY and any(
        model.kind[whole] in model.below[kind]
        for each in model.all_of[place]
        for whole in wholes(model, each)
    )


def some(items: Expr) -> bool:
    """Whether there is something in a set, whatever the position is: the values of a list."""
    match items:
        case ("single", ("int" | "value", *_)):
            return True
        case ("union", *parts):
            return any(some(each) for each in parts)
    return False


def asked(instr: Instr) -> Iterator[Expr]:
    """The conditions, amounts and sets that an instruction asks for, each as its author said it."""
    match instr:
        case ("unless", condition, _):
            yield from apart(condition)
        case ("let", _, expr):
            yield from apart(expr)
        case ("do", _, _, roles, _):
            yield from (role for role in roles if isinstance(role, tuple))
        case ("branch", _, _, ways, _):
            for way in ways:
                yield from apart(way[0])
        case (("choose" | "choose-one" | "random" | "choose-number"), *operands):
            yield from (each for each in operands if isinstance(each, tuple))


def apart(condition: Expr) -> Iterator[Expr]:
    """The single conditions that a condition is made of."""
    if condition[0] in ("and", "or", "not"):
        for part in condition[1:]:
            yield from apart(part)
    else:
        yield condition
