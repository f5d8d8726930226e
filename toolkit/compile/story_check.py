"""What can be proved of the conditions of a story's ways, from their expressions.

In: a compiled story.  Out: SAY0840 for a condition that is never or always true, SAY0841 for a way that an earlier one
of the same card hides, SAY0842 for an amount that is asked for and that nothing in the pack changes.

The proof is interval arithmetic: a term (an attribute of something, the number of things in a place) lies between
bounds, and comparisons joined by *and* narrow them.  What it does not understand may be anything.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from toolkit.compile.story import Telling
from toolkit.kernel.model import Model
from toolkit.pack.story import Card, Way
from toolkit.program.expression import LOOPS, MIRRORED, OPPOSITE, Expr, conjuncts
from toolkit.program.memory import Memory
from toolkit.program.ruleset import Program, Ruleset, Verb
from toolkit.report.catalogue import diagnose
from toolkit.report.diagnostic import Diagnostic, Label
from toolkit.report.source import Span

Interval = tuple[float, float]
ANY: Interval = (float("-inf"), float("inf"))

UNKNOWN = -1
"""An attribute that is known on the table only."""


@dataclass(frozen=True)
class Judged:
    """The condition of a way of a card."""

    card: Card
    way: Way
    expr: Expr
    span: Span


def check_conditions(
    telling: Telling, model: Model, ruleset: Ruleset, quantities: Collection[int], memory: Memory
) -> Iterator[Diagnostic]:
    """All findings of all ways that could be compiled.  `quantities`: the columns that may be asked about."""
    judge = Judge(model, ruleset)
    written = Written(ruleset, model, memory)
    by_card: dict[str, list[Judged]] = {}
    for number, (card, way) in enumerate(telling.ways, 1):
        expr = telling.matches.get(number)
        if expr is not None and way.span is not None:
            by_card.setdefault(f"{card.type}/{card.id}", []).append(Judged(card, way, plain(expr), way.span))
    for ways in by_card.values():
        for place, one in enumerate(ways):
            truth = judge.truth(one.expr)
            if truth is not None:
                hint = "a way is taken when its condition becomes true; ask for something that can change"
                yield diagnose("SAY0840", one.span, truth="always" if truth else "never", hint=hint)
                continue
            yield from _never_reached(one, ways[:place], judge)
            for attribute in sorted(read(one.expr, ruleset) & set(quantities)):
                if not written.changes(attribute):
                    name = model.attributes[attribute].name
                    hint = "let a sentence of the pack change it, or ask for something else"
                    yield diagnose("SAY0842", one.span, amount=name, hint=hint)


def _never_reached(one: Judged, before: Sequence[Judged], judge: Judge) -> Iterator[Diagnostic]:
    """SAY0841: whenever its condition holds, an earlier way is taken."""
    for earlier in before:
        if earlier.way.at_once and not one.way.at_once:
            continue
        if judge.implies(one.expr, earlier.expr):
            same = earlier.expr == one.expr
            label = "the same condition" if same else "this is true whenever the later is"
            hint = "the earlier way is always taken first; put the narrower one first, or leave one out"
            yield diagnose(
                "SAY0841", one.span, card=one.card.id, labels=[Label(earlier.span, label)], hint=hint
            )
            return


# --- Expressions --------------------------------------------------------------------------------------------


def plain(expr: Expr, slots: dict[int, int] | None = None) -> Expr:
    """The same expression with bound slots numbered by depth, so that equal conditions are equal tuples."""
    slots = slots or {}
    op = expr[0]
    if op == "local":
        return ("local", slots.get(expr[1], expr[1]))
    if op in LOOPS:
        _, members, slot, *rest = expr
        inner = {**slots, slot: -1 - len(slots)}
        return (op, _inner(members, slots), inner[slot], *(_inner(part, inner) for part in rest))
    return (op, *(_inner(part, slots) for part in expr[1:]))


def _inner(part: Any, slots: dict[int, int]) -> Any:
    if isinstance(part, tuple):
        if part and isinstance(part[0], str):
            return plain(part, slots)
        return tuple(_inner(each, slots) for each in part)
    return part


def parts(expr: Any) -> Iterator[Expr]:
    """The expression and all that it is made of, in the order in which it is written."""
    waiting = [expr]
    while waiting:
        each = waiting.pop()
        if not isinstance(each, tuple):
            continue
        if each and isinstance(each[0], str):
            yield each
        waiting += each[::-1]


def all_parts(expr: Expr, ruleset: Ruleset) -> Iterator[Expr]:
    """The same, and all that what it calls is made of: each definition once."""
    seen: set[int] = set()
    left = [expr]
    while left:
        for part in parts(left.pop()):
            yield part
            if part[0] == "call" and part[1] not in seen:
                seen.add(part[1])
                left.append(ruleset.functions[part[1]].body)


def read(expr: Expr, ruleset: Ruleset) -> set[int]:
    """The attributes that a condition reads, through what definitions define, too."""
    asked = (part for part in all_parts(expr, ruleset) if part[0] in ("attr", "attr-for", "base"))
    return {part[1] for part in asked if isinstance(part[1], int)}


# --- What changes -------------------------------------------------------------------------------------------


class Written:
    """The attributes that something in a ruleset changes."""

    def __init__(self, ruleset: Ruleset, model: Model, memory: Memory | None = None) -> None:
        modified = {rule.attribute for rule in ruleset.rules if rule.kind == "modify"}
        find = partial(_changed, verbs=ruleset.verbs, model=model)
        self.attributes = modified.union(*(memory or Memory()).each("changed", ruleset.programs, find))

    def changes(self, attribute: int) -> bool:
        """Whether something may change it."""
        return UNKNOWN in self.attributes or attribute in self.attributes

    def may_differ(self, expr: Expr) -> bool:
        """Whether an expression is a value that something may change."""
        return expr[0] in ("attr", "attr-left", "attr-for") and self.changes(expr[1])


def _changed(program: Program, verbs: Sequence[Verb], model: Model) -> set[int]:
    """The attributes that the kernel's verbs in a program change."""
    found: set[int] = set()
    for instr in program.code:
        verb = verbs[instr[1]] if instr[0] == "do" else None
        if verb is None or verb.program >= 0:
            continue
        if verb.id == "roll":
            found |= {kind.shows for kind in model.kinds if kind.shows >= 0}
        if "attr" in verb.roles:
            match instr[3][verb.roles.index("attr")]:
                case ("int", int(attribute)) | int(attribute):
                    found.add(attribute)
                case _:
                    found.add(UNKNOWN)
    return found


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
                return self.disjunction(some)
            case ("any", over, _, condition):
                return _of_members(over, self.truth(condition), of_nobody=False)
            case ("every", over, _, condition):
                return _of_members(over, self.truth(condition), of_nobody=True)
            case (("eq" | "ne" | "lt" | "le" | "gt" | "ge") as op, a, b):
                return compare(op, self.interval(a), self.interval(b)) if number(a) and number(b) else None
        return None

    def disjunction(self, some: list[Expr]) -> bool | None:
        """At least one of several."""
        known = [self.truth(part) for part in some]
        if True in known:
            return True
        return False if set(known) == {False} else None

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
        for part in conjuncts(expr):
            op, a, b = _comparison(part)
            if op is None:
                continue
            if a[0] == "int":
                op, a, b = MIRRORED[op], b, a
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
            case (("attr" | "attr-for" | "base"), int(attribute), *_):
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
                for part in conjuncts(condition):
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
        if a == b:
            return True
        match a, b:
            case _, ("and", *some) if all(self.implies(a, part) for part in some):
                return True
            case _, ("or", *some) if any(self.implies(a, part) for part in some):
                return True
            case ("or", *some), _:
                return all(self.implies(part, b) for part in some)
            case (("any" | "every") as op, over, slot, one), _ if b[:3] == (op, over, slot):
                return self.implies(one, b[3])
            case ("and", *some), _ if any(self.implies(part, b) for part in some):
                return True
        return b[0] != "and" and self.within(a, b)

    def within(self, a: Expr, b: Expr) -> bool:
        """Whether `b` bounds one term, and `a` bounds it more narrowly."""
        wanted = self.bounds(b)
        if len(wanted) != 1:
            return False
        term, (low, high) = next(iter(wanted.items()))
        given = self.bounds(a).get(term)
        if given is None:
            return False
        least, most = self.interval(term)
        return max(given[0], least) >= low and min(given[1], most) <= high


def _of_members(over: Expr, known: bool | None, *, of_nobody: bool) -> bool | None:
    """What is known of some or all members of a set, when so much is known of each; only players are never none."""
    return known if known is None or known == of_nobody or over == ("players",) else None


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
    return expr[0] in (
        "int",
        "attr",
        "attr-for",
        "base",
        "count",
        "add",
        "sub",
        "mul",
        "sum",
        "max",
        "min",
        "abs",
    )


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
