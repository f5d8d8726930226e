"""What runs because of what: which programs can begin while a program stands at one of its instructions.

An instruction `do` begins the steps of its verb and whatever waits for that verb; a step's event begins what waits for
it; and what anything changes may make a watched state true.  More is reached than ever happens (conditions are not
looked at), so what is not reached certainly does not run.
"""

from __future__ import annotations

from collections.abc import Iterable

from toolkit.program.instruction import Instr
from toolkit.program.memory import Memory
from toolkit.program.ruleset import Program, Ruleset

CHANGING = frozenset({"do", "enter", "leave", "effect", "resolve", "borrow", "call"})
"""Instructions after which a watched state may have become true."""


def following(at: int, instr: Instr) -> list[int]:
    """Where a program may go on after an instruction."""
    match instr:
        case ("return" | "decline" | "end" | "all-lose", *_):
            return []
        case ("jump", int(target)):
            return [target]
        case (("unless" | "each" | "skip"), *_, int(target)):
            return [at + 1, target]
        case ("branch", _, _, ways, int(last)):
            return [*(way[1] for way in ways), last]
    return [at + 1]


def above(ruleset: Ruleset, verb: int) -> set[int]:
    """The verb, and those whose rules see it, too."""
    found: set[int] = set()
    left = [verb]
    while left:
        each = left.pop()
        if each not in found:
            found.add(each)
            left += ruleset.verbs[each].parents
    return found


def events_of(ruleset: Ruleset, *kinds: str) -> set[int]:
    """What rules of these kinds are about."""
    return {event for rule in ruleset.rules if rule.kind in kinds for event in rule.events}


class Reach:
    """The programs of a ruleset, by what begins them."""

    def __init__(self, ruleset: Ruleset, memory: Memory | None = None) -> None:
        self.ruleset, self.memory = ruleset, memory or Memory()
        self.waiting: dict[int, set[int]] = {}
        self.at_step: dict[int, set[int]] = {}
        self.watching: set[int] = set()
        for rule in ruleset.rules:
            if rule.program < 0:
                continue
            if rule.kind == "watch":
                self.watching.add(rule.program)
            for event in rule.events:
                (self.at_step if rule.step else self.waiting).setdefault(event, set()).add(rule.program)
        self.doing: dict[int, set[int]] = {}
        self._begins = self.memory.each("begins", ruleset.programs, begins)
        for number, (_, instrs) in enumerate(self._begins):
            for op, operand, then in instrs:
                if op == "do":
                    self.doing.setdefault(operand, set()).add(number)
                elif op == "later":
                    self.at_step.setdefault(operand, set()).add(then)
        self._below: dict[int, frozenset[int]] = {}
        self._own: dict[tuple[str, int, int], set[int]] = {}
        self.watched: frozenset[int] = frozenset()
        self.watched = frozenset(self.after(self.watching))

    def waiting_for(self, verb: int) -> set[int]:
        """The programs of rules about a verb."""
        return set().union(*(self.waiting.get(event, ()) for event in above(self.ruleset, verb)))

    def begun(self, instr: Instr, *, steps: bool = True) -> set[int]:
        """The programs that an instruction begins by itself.  `steps`: also those of the verb that it does."""
        return self._waited(instr, steps) | (self.watching if instr[0] in CHANGING else set())

    def _waited(self, instr: Instr, steps: bool) -> set[int]:
        """The same without what waits for a state."""
        found: set[int] = set()
        match instr:
            case ("do", int(verb), *_):
                program = self.ruleset.verbs[verb].program
                found |= self.waiting_for(verb) | ({program} if steps and program >= 0 else set())
            case ("emit", int(step), *_):
                found |= self.at_step.get(step, set())
            case ("call", int(program), *_):
                found.add(program)
            case (("resolve" | "borrow"), int(field), *_):
                found |= set(self.ruleset.effects[field].values())
        return found

    def after(self, programs: Iterable[int]) -> set[int]:
        """These programs, and all that can run because of them."""
        found: set[int] = set()
        left = list(programs)
        while left:
            each = left.pop()
            if each in found:
                continue
            if each in self.watched:  # nearly everything can make a watched state true
                found |= self.watched
            else:
                found.add(each)
                left += self._next(each) - found
        return found

    def _next(self, program: int) -> frozenset[int]:
        """The programs that one program begins by itself."""
        if program not in self._below:
            changes, instrs = self._begins[program]
            own = [self._own.get(each) or self._begun(each) for each in instrs]
            self._below[program] = frozenset(self.watching if changes else ()).union(*own)
        return self._below[program]

    def _begun(self, instr: tuple[str, int, int]) -> set[int]:
        self._own[instr] = found = self._waited(instr, True)
        return found


def begins(program: Program) -> tuple[bool, set[tuple[str, int, int]]]:
    """Whether it changes anything, and its instructions that begin programs: op, first operand, and for *later* which
    program.
    """
    ops = ("do", "emit", "call", "resolve", "borrow")
    found = {(instr[0], instr[1], -1) for instr in program.code if instr[0] in ops}
    found |= {(instr[0], instr[1], instr[2]) for instr in program.code if instr[0] == "later"}
    return any(instr[0] in CHANGING for instr in program.code), found
