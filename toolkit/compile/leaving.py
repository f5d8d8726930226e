"""What is said of a thing that has just left the place where it is looked for: *Destroy a unit. Gain gold equal to its
power.*

Whatever counted there towards its attributes counts no longer when that is asked, so it is asked of the thing as it
last was there (`attr-left`).  In: a ruleset.  Out: the same, with `attr-left` wherever an attribute that rules modify
is read of something that the program, or the event that began it, has moved.  What is chosen or found afterwards,
be it the same card, is looked at as it lies now.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import Any, TypeVar

from toolkit.program.chains import rewritten
from toolkit.program.expression import LOOPS, Expr, conjuncts, locals_of
from toolkit.program.instruction import Instr
from toolkit.program.memory import Memory
from toolkit.program.reach import following
from toolkit.program.ruleset import Function, Program, Rule, Ruleset
from toolkit.verbs import load_verbs

T = TypeVar("T")
R = TypeVar("R")

OF_FIRST = frozenset(
    {
        "first", "last", "nth", "single", "take", "drop", "last-n", "reverse", "rank", "best", "filter",
        "first-where", "minus", "inter", "order",
    }
)  # fmt: skip
"""Ops that give members of their first operand."""


Moved = frozenset[int]
"""Locals that hold things which may have been moved since they were put there."""


Sources = Mapping[int, set[int]]
"""For a local: those of which it holds things."""

Filled = tuple[int, frozenset[int]]
"""A local, and those whose things it is filled with."""

Done = tuple[int, dict[int, set[int]]]
"""A verb that a program does, and for each of its roles the locals from which its things come."""

NOWHERE: Sources = {}
NOTHING_MOVED: Moved = frozenset()


def look_back(
    ruleset: Ruleset,
    programs: int = 0,
    rules: int = 0,
    memory: Memory | None = None,
    new: Callable[[Hashable], int] | None = None,
) -> None:
    """Rewrites the programs from this number on, and what the rules from that number on ask and do, in place.  `new`:
    gives the number of a function by what it is of.
    """
    modified = {rule.attribute for rule in ruleset.rules if rule.kind == "modify"}
    if not modified:
        return
    pass_ = _Pass(ruleset, memory or Memory(), new or ruleset.new_function, frozenset(modified))
    begun: dict[int, Moved] = {}
    more = ruleset.rules[rules:]
    for number, (rule, moved) in enumerate(
        pass_.each(more, [NOTHING_MOVED] * len(more), pass_.trigger), rules
    ):
        if moved:
            ruleset.rules[number] = rule
            begun[rule.program] = moved
    numbers = sorted({*range(programs, len(ruleset.programs)), *begun})
    firsts = [begun.get(number, NOTHING_MOVED) for number in numbers]
    old = [ruleset.programs[number] for number in numbers]
    for number, program in zip(numbers, pass_.each(old, firsts, pass_.program), strict=True):
        ruleset.programs[number] = program


@dataclass
class _Pass:
    """One rewriting.  `modified`: the attributes that rules modify.  `asked`: what was asked of verbs and functions."""

    ruleset: Ruleset
    memory: Memory
    new: Callable[[Hashable], int]
    modified: frozenset[int]
    copies: dict[tuple[int, Moved], int] = field(default_factory=dict)
    ask: Callable[[tuple[Any, ...]], Any] | None = None

    def each(self, things: Sequence[T], moved: Sequence[Moved], how: Callable[[T, Moved], R]) -> list[R]:
        """What comes of each of them, as before if what it asks is the same."""
        name = ("left", how.__name__, self.modified)
        return self.memory.each_asking(name, things, moved, partial(self.asking, how), self.now)

    def asking(
        self, how: Callable[[T, Moved], R], thing: T, moved: Moved, ask: Callable[[tuple[Any, ...]], Any]
    ) -> R:
        """What comes of it, with `ask` for all that it asks."""
        before, self.ask = self.ask, ask
        made = how(thing, moved)
        self.ask = before
        return made

    def now(self, of: tuple[Any, ...]) -> Any:
        """What is moved by a verb, or the number of the copy of a function."""
        return self.roles[of[0]] if len(of) == 1 else self._copy(*of)

    # -- Which verbs move what ---------------------------------------------------------------------------------
    def moves(self, verb: int) -> frozenset[int]:
        """The roles of a verb that it may move, by number."""
        found: frozenset[int] = (self.ask or self.now)((verb,))
        return found

    @cached_property
    def roles(self) -> list[frozenset[int]]:
        """Of each verb the roles that it may move; those of a pack's verb by what its steps do."""
        verbs, programs = self.ruleset.verbs, self.ruleset.programs
        found = [
            frozenset(load_verbs()[verb.id].moves) if verb.program < 0 else frozenset[int]() for verb in verbs
        ]
        steps = {
            number: self.memory.of("done with", programs[verb.program], done_with)
            for number, verb in enumerate(verbs)
            if verb.program >= 0
        }
        left = set(steps)
        while left:
            more = {number for number in left if self._adds(number, steps[number], found)}
            left = {number for number, done in steps.items() if any(verb in more for verb, _ in done)}
        return found

    def _adds(self, verb: int, done: Sequence[Done], known: list[frozenset[int]]) -> bool:
        """Whether a verb moves more roles than is known, which it is then.  `done`: what its steps do."""
        moved = {slot for other, taken in done for role in known[other] for slot in taken.get(role, ())}
        roles = frozenset(n for n in range(len(self.ruleset.verbs[verb].roles)) if 2 + n in moved)
        before, known[verb] = known[verb], roles
        return roles != before

    def moved_by(self, instr: Instr, sources: Sources = NOWHERE) -> set[int]:
        """The locals whose things an instruction may move, and those that these were taken from."""
        if instr[0] != "do":
            return set()
        _, verb, _, roles, _ = instr
        return taken(
            {slot for n in self.moves(verb) if n < len(roles) for slot in locals_of(roles[n])}, sources
        )

    def of_event(self, rule: Rule) -> Moved:
        """The locals of a trigger that its event has moved: the object, and *this* if it is that."""
        found: set[int] = set()
        for event in rule.events:
            found |= {3 + rule.captured + n for n in self.moves(event)}
        match = conjuncts(rule.match) if rule.match is not None else ()
        this = {("eq", ("local", 1), ("local", slot)) for slot in found}
        this |= {("eq", ("local", slot), ("local", 1)) for slot in found}
        return frozenset(found | ({1} if rule.own in found or this & set(match) else set()))

    # -- Programs ----------------------------------------------------------------------------------------------
    def asks(self, expr: Any) -> bool:
        """Whether an attribute that is modified is read, or a function called that might."""
        if not isinstance(expr, tuple):
            return False
        if expr[:1] == ("call",) or (expr[:1] == ("attr",) and expr[1] in self.modified):
            return True
        return any(map(self.asks, expr))

    def trigger(self, rule: Rule, _: Moved) -> tuple[Rule, Moved]:
        """What it asks after the event, and what this has moved; what describes the object (`was`) is asked before it
        anyway.
        """
        moved = self.of_event(rule) if rule.kind == "trigger" and not rule.step else NOTHING_MOVED
        if rule.match is None or not moved:
            return rule, moved
        was = conjuncts(rule.was) if rule.was is not None else ()
        asked = [part if part in was else self.expr(part, moved) for part in conjuncts(rule.match)]
        return replace(rule, match=asked[0] if len(asked) == 1 else ("and", *asked)), moved

    def program(self, program: Program, first: Moved) -> Program:
        """Rewritten."""
        if not self.asks(program.code):
            return program
        states = self.flow(program.code, first)
        code = tuple(
            [
                instr if moved is None or not moved else self.instruction(instr, moved)
                for instr, moved in zip(program.code, states, strict=True)
            ]
        )
        return program if code == program.code else replace(program, code=code)

    def flow(self, code: Sequence[Instr], first: Moved) -> list[Moved | None]:
        """What may have been moved before each instruction; None: it is never reached."""
        filled = [filled_by(instr) for instr in code]
        sources = taken_from(filled)
        states: list[Moved | None] = [None] * len(code)
        left = [(0, first)]
        while left:
            at, coming = left.pop()
            if at >= len(code):
                continue
            before = states[at]
            now = coming if before is None else before | coming
            if now != before:
                states[at] = now
                then = self.after(code[at], filled[at], now, sources)
                left += [(target, then) for target in following(at, code[at])]
        return states

    def after(self, instr: Instr, filled: Filled | None, moved: Moved, sources: Sources) -> Moved:
        """What may have been moved when an instruction is done.  `filled`: the local that it fills."""
        if filled is not None:
            return self.kept(moved, filled[0], not moved.isdisjoint(filled[1]))
        match instr:
            case ("do", int(verb), _, _, int(slot)):
                gone = moved | self.moved_by(instr, sources)
                return self.kept(gone, slot, bool(self.moves(verb)))
            case (str(), *_, int(slot)) if instr[0] in ("call", "resolve", "borrow", "may"):
                return moved - {slot}
        return moved

    @staticmethod
    def kept(moved: Moved, slot: int, holds: bool) -> Moved:
        return moved | {slot} if holds else moved - {slot}

    # -- Expressions -------------------------------------------------------------------------------------------
    def instruction(self, instr: Instr, moved: Moved) -> Instr:
        """With its expressions rewritten."""
        return tuple([self.parts(part, moved) for part in instr])

    def parts(self, part: Any, moved: Moved) -> Any:
        """An operand."""
        return rewritten(part, lambda expr: self.expr(expr, moved))

    def expr(self, expr: Expr, moved: Moved) -> Expr:
        """Rewritten."""
        match expr:
            case ("attr", int(attribute), x) if attribute in self.modified and gives(x, moved):
                return ("attr-left", attribute, self.expr(x, moved))
            case ("call", int(number), *arguments):
                inner = frozenset(n for n, each in enumerate(arguments) if gives(each, moved))
                return ("call", self.function(number, inner), *[self.expr(each, moved) for each in arguments])
            case (str(op), items, int(slot), *bodies) if op in LOOPS:
                inside = self.kept(moved, slot, gives(items, moved))
                return (op, self.parts(items, moved), slot, *[self.parts(body, inside) for body in bodies])
        return (expr[0], *[self.parts(part, moved) for part in expr[1:]])

    def function(self, number: int, moved: Moved) -> int:
        """A function that looks back at these arguments: a copy, if it asks anything of them."""
        if not moved:
            return number
        found: int = self._copy(number, moved) if self.ask is None else self.ask((number, moved))
        return found

    def _copy(self, number: int, moved: Moved) -> int:
        key = number, moved
        if key not in self.copies:
            self.copies[key] = number  # one that calls itself
            function = self.ruleset.functions[number]
            find = partial(self._function, moved=moved)
            made = self.memory.asking(("left", moved, self.modified), function, find, self.now)
            if made is not function:
                self.copies[key] = self.new(("left", number, *sorted(moved)))
                self.ruleset.functions[self.copies[key]] = made
        return self.copies[key]

    def _function(self, function: Function, ask: Callable[[tuple[Any, ...]], Any], moved: Moved) -> Function:
        return self.asking(self.rewritten, function, moved, ask)

    def rewritten(self, function: Function, moved: Moved) -> Function:
        """A function that looks back at these arguments."""
        body = self.expr(function.body, moved)
        return function if body == function.body else replace(function, body=body)


def done_with(program: Program) -> list[Done]:
    """What a program does with things in its locals."""
    sources = taken_from(map(filled_by, program.code))
    found = [
        (instr[1], {n: taken(locals_of(role), sources) for n, role in enumerate(instr[3]) if locals_of(role)})
        for instr in program.code
        if instr[0] == "do"
    ]
    return [(verb, roles) for verb, roles in found if roles]


def taken(slots: set[int], sources: Sources) -> set[int]:
    """These locals, and those that what they hold was taken from."""
    found: set[int] = set()
    left = [*slots]
    while left:
        slot = left.pop()
        if slot not in found:
            found.add(slot)
            left += sources.get(slot, ())
    return found


def filled_by(instr: Instr) -> Filled | None:
    """The local that an instruction fills with things from other ones, and these; None: with nothing of theirs."""
    match instr:
        case ("let", int(slot), expr):
            return slot, holding(expr)
        case ("each", int(items), _, int(slot), _):
            return slot, frozenset({items})
        case (("choose" | "choose-one" | "random"), *parts, int(slot)):
            return slot, holding(parts[0 if instr[0] == "random" else 1])
    return None


def taken_from(code: Iterable[Filled | None]) -> Sources:
    """From which locals those of a program take what they hold.  `code`: what each instruction fills."""
    found: dict[int, set[int]] = {}
    for each in code:
        if each is not None:
            found.setdefault(each[0], set()).update(each[1])
    return found


def holding(expr: Expr) -> frozenset[int]:
    """The locals whose things an expression gives."""
    match expr:
        case ("local", int(slot)):
            return frozenset({slot})
        case ("union", *parts):
            return frozenset().union(*map(holding, parts))
        case ("if", _, yes, no):
            return holding(yes) | holding(no)
        case (str(op), part, *_) if op in OF_FIRST:
            return holding(part)
    return frozenset()


def gives(expr: Expr, moved: Moved) -> bool:
    """Whether an expression gives things that may have been moved."""
    return bool(holding(expr) & moved)
