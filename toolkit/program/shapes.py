"""Whether programs keep sets and single values apart and read what is there: `misshapen` finds each operand that is a
set where one value is wanted, or the other way round, each local that nothing fills, and places that are nothing.

Such a program fails while a game is played, so none may be made of a text that is accepted.  What the operands of an
op want is read from its row in the tables; what stands in a local is found from the instructions that fill it.  A local
that holds now this and now that, and what a verb brings (a number or things), is not judged.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache, partial
from typing import Literal, TypeVar

from toolkit.program.expression import EXPRESSIONS, SETS, Expr
from toolkit.program.instruction import INSTRUCTIONS, Instr
from toolkit.program.memory import Memory
from toolkit.program.ruleset import Function, Program, Rule, Ruleset, Verb

T = TypeVar("T")
R = TypeVar("R")

Shape = Literal["one", "set", "any"]

Known = tuple[Shape, Mapping[int, Shape]]
"""What a function gives, and what it asks of its arguments."""

SET_OPERANDS = frozenset({"set", "numbers", "players"})
"""What the rows of the tables call operands that are tuples."""

FILLED: dict[str, Shape] = {
    op: "any" if row.gives == "any" else "set" if row.gives in ("set", "numbers") else "one"
    for op, row in INSTRUCTIONS.items()
    if row.gives
}
"""What an instruction leaves in the slot that is its last operand."""

NOTHING: Expr = ("none",)
OF_PLACES = frozenset({"in", "in-any", "contents", "inside"})

TUPLES = frozenset({"way"})
"""Roles of kernel verbs that are no entities and no numbers."""


@dataclass(frozen=True, slots=True)
class Misshapen:
    """An operand of the wrong shape: in which program, function or rule, of which sentence (-1: none).  `wanted` is
    any: it is a local that nothing fills.
    """

    where: str
    sentence: int
    expr: Expr
    wanted: Shape


@dataclass(slots=True)
class Locals:
    """What the locals of one body hold.  The shape of one without an entry is not judged; `wants` is what the body asks
    of it.  `given`: how many the body begins with; None: nobody knows.
    """

    given: int | None
    shapes: dict[int, Shape] = field(default_factory=dict)
    wants: dict[int, Shape] = field(default_factory=dict)

    def filled(self, slot: int) -> bool:
        """Whether something is there to be read."""
        return self.given is None or slot < self.given or slot in self.shapes

    @contextmanager
    def binding(self, first: int, count: int = 1) -> Iterator[None]:
        """Members of a set, or an event of the past, stand in these locals for a while."""
        before = dict(self.shapes)
        self.shapes = self.shapes | {first + n: "one" if count == 1 else "any" for n in range(count)}
        try:
            yield
        finally:
            self.shapes = before

    def fill(self, slot: int, shape: Shape) -> None:
        """A slot is filled with this; with something else before: it is not judged."""
        known = self.shapes.get(slot, shape)
        self.shapes[slot] = shape if shape == known else "any"


def operands(op: str) -> tuple[str, ...]:
    """The names of the operands of an op, as its row has them."""
    return named(EXPRESSIONS[op].operands)


@cache
def named(row: str) -> tuple[str, ...]:
    """The names of the operands of a row."""
    return tuple(name.rstrip("…") for name in row.replace("(", " ( ").replace(")", " ) ").split())


def misshapen(
    ruleset: Ruleset, given: Mapping[int, int] = {}, memory: Memory | None = None
) -> list[Misshapen]:
    """Every operand of the wrong shape in programs, functions and rules.  `given`: with how many locals programs begin
    that nothing in the ruleset calls.
    """
    return list(_Checker(ruleset, memory).all(given))


def well_shaped(condition: Expr, ruleset: Ruleset) -> bool:
    """Whether no operand of a condition is of the wrong shape."""
    checker = _Checker(ruleset)
    checker.want(condition, "one", Locals(None, {0: "one", 1: "one"}))
    return not checker.found and not checker.of_functions


def fits_together(program: Program, ruleset: Ruleset, given: int) -> bool:
    """Whether one program, which begins with so many locals, reads what is there, and each operand as it is."""
    checker = _Checker(ruleset)
    checker.program(program, None, given)
    return not checker.found and not checker.of_functions


OWN = frozenset(
    "local int truth value set if eq ne call can nth first last rank used".split()  # noqa: SIM905
) | {"happened", "happened-sum", "happened-map"}
"""Ops of which a case of `shape` says more than their row."""


class _Checker:
    def __init__(self, ruleset: Ruleset, memory: Memory | None = None) -> None:
        self.ruleset, self.memory = ruleset, memory or Memory()
        self.known: dict[int, Known] = {}
        self.ask: Callable[[int], Known] | None = None
        self.where = ""
        self.sentence = -1
        self.found: list[Misshapen] = []
        self.of_functions: list[Misshapen] = []

    def all(self, called: Mapping[int, int]) -> Iterator[Misshapen]:
        programs, rules = self.ruleset.programs, self.ruleset.rules
        for number in range(len(self.ruleset.functions)):
            self.function(number)
        standing = [None if rule.step else self.given(rule) for rule in rules]
        given = self.begun(called, standing)
        roles = {verb.program: verb.roles for verb in self.ruleset.verbs if verb.program >= 0}
        begun = [(roles.get(number), given.get(number)) for number in range(len(programs))]
        for found in (
            *self.memory.each_asking("shapes", programs, begun, self.of_program, self.function),
            *self.memory.each_asking("shaped", rules, standing, self.of_rule, self.function),
        ):
            self.found += found
        for verb in self.ruleset.verbs:
            if verb.requires is not None:
                look = partial(self.requires, verb)
                self.found += self.looked_at(verb.requires, verb.roles, look)[1]
        yield from (*self.of_functions, *self.found)

    def begun(self, called: Mapping[int, int], standing: Sequence[int | None]) -> dict[int, int]:
        """With how many locals each program begins.  `standing`: of each rule."""
        given = {**called} | {verb.program: 2 + len(verb.roles) for verb in self.ruleset.verbs}
        given |= {number: 2 for field in self.ruleset.effects for number in field.values()}
        rules = zip(self.ruleset.rules, standing, strict=True)
        given |= {rule.program: many for rule, many in rules if many is not None}
        return given | dict.fromkeys(self.ruleset.start, 2)

    def given(self, rule: Rule) -> int:
        """How many locals a rule begins with."""
        if rule.kind == "skip":
            return 2 + rule.captured
        if rule.kind in ("modify", "watch"):
            return 3 + rule.captured + rule.seated
        most = max((len(self.ruleset.verbs[event].roles) for event in rule.events), default=0)
        return 3 + rule.captured + most + 2

    # -- bodies -------------------------------------------------------------------------------------------------
    def function(self, number: int) -> Known:
        """What is known of a function.  Of one that is being looked at, which calls itself, nothing is."""
        if number not in self.known:
            self.known[number] = "any", {}
            self.known[number], found = self.looked_at(self.ruleset.functions[number], (), self.body)
            self.of_functions += found
        return self.known[number]

    def body(self, function: Function) -> Known:
        self.where, self.sentence = function.name, function.sentence
        inner = Locals(function.arguments)
        return self.shape(function.body, inner), inner.wants

    def looked_at(self, thing: T, how: Hashable, look: Callable[[T], R]) -> tuple[R, list[Misshapen]]:
        """What comes of looking at it, and what is found; as before, if what it calls is known to be the same.  `how`:
        as what it is looked at.
        """

        return self.memory.asking(("shapes", how), thing, partial(self.judged, look), self.function)

    def judged(
        self, look: Callable[[T], R], thing: T, ask: Callable[[int], Known]
    ) -> tuple[R, list[Misshapen]]:
        """What comes of looking at it, and what is found; `ask`: what it calls is asked of this."""
        before = self.where, self.sentence, self.found, self.ask
        self.found, self.ask = [], ask
        made = look(thing), self.found
        self.where, self.sentence, self.found, self.ask = before
        return made

    def of_program(
        self, program: Program, begun: tuple[tuple[str, ...] | None, int | None], ask: Callable[[int], Known]
    ) -> list[Misshapen]:
        """What is found in a program.  `begun`: the roles of its verb, and with how many locals it begins."""
        return self.judged(lambda one: self.program(one, *begun), program, ask)[1]

    def of_rule(self, rule: Rule, given: int | None, ask: Callable[[int], Known]) -> list[Misshapen]:
        """What is found in a rule that begins with so many locals."""
        return self.judged(lambda one: self.rule(one, given), rule, ask)[1]

    def program(self, program: Program, roles: tuple[str, ...] | None, given: int | None) -> None:
        self.where = program.name
        inside = Locals(given, {0: "one", 1: "one"} if roles is not None else {})
        for number, role in enumerate(roles or ()):
            inside.shapes[2 + number] = "any" if role in TUPLES else "one"
        for instr in program.code:
            self.fill(instr, inside)
        for at, instr in zip(program.at, program.code, strict=False):
            self.sentence = at
            self.instruction(instr, inside)

    def rule(self, rule: Rule, given: int | None) -> None:
        self.where, self.sentence = rule.name, rule.sentence
        inside = Locals(given, {0: "one", 1: "one"})
        for expr, wanted in (
            (rule.holders, "set"), (rule.over, "set"), (rule.you, "one"), (rule.match, "one"), (rule.value, "one"),
            (rule.holds, "one"), (rule.was, "one"), (rule.before, "one"), (rule.spends, "one"),
        ):  # fmt: skip
            if expr is not None:
                self.want(expr, "set" if wanted == "set" else "one", inside)

    def requires(self, verb: Verb, condition: Expr) -> None:
        self.where, self.sentence = verb.id, verb.requires_at
        self.want(condition, "one", Locals(2 + len(verb.roles), {0: "one", 1: "one"}))

    # -- instructions -------------------------------------------------------------------------------------------
    def fill(self, instr: Instr, inside: Locals) -> None:
        """What the instruction leaves in its slot."""
        match instr:
            case ("let", slot, expr):
                inside.fill(slot, self.guess(expr, inside))
            case ("each", _, _, slot, _):
                inside.fill(slot, "any")
            case (op, *_, slot) if op in FILLED and slot >= 0:
                inside.fill(slot, FILLED[op])

    def guess(self, expr: Expr, inside: Locals) -> Shape:
        """The shape of an expression, without judging what stands in it."""
        found = len(self.found)
        shape = self.shape(expr, inside)
        del self.found[found:]
        return shape

    def instruction(self, instr: Instr, inside: Locals) -> None:
        match instr:
            case ("let", _, expr) | ("return", expr):
                self.shape(expr, inside)
            case ("do", number, who, roles, _):
                self.want(who, "one", inside)
                self.roles(self.ruleset.verbs[number], roles, inside)
            case ("each", members, *_):
                self.want(("local", members), "set", inside)
            case ("branch", who, _, branches, _):
                self.want(who, "one", inside)
                for branch in branches:
                    self.want(branch[0], "one", inside)
            case ("choose-quantity", who, members, _):
                self.want(who, "one", inside)
                for cond, _ in members:
                    self.want(cond, "one", inside)
            case ("emit" | "enter" | "effect" | "later" | "call" | "use", *_):
                return  # what they hand on may have any shape
            case (op, *parts):
                self.parts(named(INSTRUCTIONS[op].operands), parts, inside)

    def roles(self, verb: Verb, roles: Sequence[Expr], inside: Locals) -> None:
        for number, (name, role) in enumerate(zip(verb.roles, roles, strict=False)):
            if number == verb.batch or name in TUPLES:
                self.shape(role, inside)
            else:
                self.want(role, "one", inside)

    # -- expressions --------------------------------------------------------------------------------------------
    def want(self, expr: Expr, wanted: Shape, inside: Locals) -> None:
        """Judge an operand.  Wanted is any: its shape does not matter."""
        shape = self.shape(expr, inside)
        if wanted == "any":
            return
        if expr[0] == "local" and expr[1] not in inside.shapes:
            inside.wants[expr[1]] = wanted
        if shape != "any" and shape != wanted:
            self.found.append(Misshapen(self.where, self.sentence, expr, wanted))

    def shape(self, expr: Expr, inside: Locals) -> Shape:
        """What an expression gives; its operands are judged on the way."""
        if expr[0] not in OWN:
            return self.row(expr, inside)
        match expr:
            case ("local", slot):
                if not inside.filled(slot):
                    self.found.append(Misshapen(self.where, self.sentence, expr, "any"))
                return inside.shapes.get(slot, "any")
            case ("int" | "truth" | "value", *_):
                return "one"
            case ("set", *_):
                return "set"
            case ("if", cond, yes, no):
                self.want(cond, "one", inside)
                return self.alike(yes, no, inside)
            case ("eq" | "ne", a, b):
                self.alike(a, b, inside)
                return "one"
            case ("call", number, *arguments):
                result, wants = (self.ask or self.function)(number)
                for slot, argument in enumerate(arguments):
                    self.want(argument, wants.get(slot, "any"), inside)
                return result
            case ("can", _, who, *roles):
                self.want(who, "one", inside)
                for role in roles:
                    self.shape(role, inside)
                return "one"
            case ("nth" | "first" | "last", ("local", slot), *_) if inside.shapes.get(slot) == "any":
                return "any"  # of what each player chose secretly: a tuple of tuples
            case ("rank", members, slot, *keys):
                self.want(members, "set", inside)
                with inside.binding(slot):
                    for key in keys:
                        self.want(key[0], "one", inside)
                return "set"
            case ("happened" | "happened-sum" | "happened-map" as op, verb, _, slot, *rest):
                with inside.binding(slot, 2 + len(self.ruleset.verbs[verb].roles)):
                    self.parts(operands(op)[3:], rest, inside)
                return "set" if op in SETS else "one"
            case ("used", key, _):
                for part in key[1:]:
                    self.shape(part, inside)
                return "one"
        return self.row(expr, inside)

    def row(self, expr: Expr, inside: Locals) -> Shape:
        """As `shape`, where its row says all.  Nothing is no place: whichever was meant was not found."""
        if expr[0] in OF_PLACES and NOTHING in expr[1:]:
            self.found.append(Misshapen(self.where, self.sentence, NOTHING, "one"))
        self.parts(operands(expr[0]), expr[1:], inside)
        return "set" if expr[0] in SETS else "one"

    def alike(self, a: Expr, b: Expr, inside: Locals) -> Shape:
        """Two operands that must have one shape."""
        first, second = self.shape(a, inside), self.shape(b, inside)
        if first == "any" or second == "any":
            return second if first == "any" else first
        if first != second:
            self.found.append(Misshapen(self.where, self.sentence, b, first))
        return first

    def parts(self, names: Sequence[str], parts: Sequence[object], inside: Locals) -> None:
        """The operands of a row, by their names: capitals are plain, the last one may be repeated."""
        before, last = inside.shapes, len(names) - 1
        for number, part in enumerate(parts):
            name = names[number if number < last else last]
            if name == "I" and isinstance(part, int) and number:  # what comes after it is about that member
                inside.shapes = inside.shapes | {part: "one"}
            elif isinstance(part, tuple) and name.islower():
                self.want(part, "set" if name in SET_OPERANDS else "one", inside)
        inside.shapes = before
