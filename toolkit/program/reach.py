"""What runs because of what: which programs can begin while a program stands at one of its instructions.

An instruction `do` begins the steps of its verb and whatever waits for that verb; a step's event begins what waits for
it; and what anything changes may make a watched state true.  More is reached than ever happens (conditions are not
looked at), so what is not reached certainly does not run.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import reduce
from operator import or_
from typing import Any

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


Programs = int
"""A set of programs: bit n stands for program n.  Such sets are joined for each program of a pack."""


def together(programs: Iterable[int]) -> Programs:
    """The set of these."""
    return reduce(or_, (1 << each for each in programs), 0)


def members(programs: Programs) -> Iterator[int]:
    """The programs of a set."""
    while programs:
        lowest = programs & -programs
        yield lowest.bit_length() - 1
        programs ^= lowest


class Reach:
    """The programs of a ruleset, by what begins them.  `doing`: those that do a verb."""

    def __init__(self, ruleset: Ruleset, memory: Memory | None = None) -> None:
        self.ruleset = ruleset
        self.waiting: dict[int, Programs] = {}
        self.at_step: dict[int, Programs] = {}
        self.doing: dict[int, Programs] = {}
        self.watching: Programs = 0
        for rule in ruleset.rules:
            if rule.program < 0:
                continue
            if rule.kind == "watch":
                self.watching |= 1 << rule.program
            table = self.at_step if rule.step else self.waiting
            for event in rule.events:
                table[event] = table.get(event, 0) | 1 << rule.program
        self._begins = (memory or Memory()).each("begins", ruleset.programs, begins)
        for number, (_, instrs) in enumerate(self._begins):
            for op, operand, then in instrs:
                if op == "do":
                    self.doing[operand] = self.doing.get(operand, 0) | 1 << number
                elif op == "later":
                    self.at_step[operand] = self.at_step.get(operand, 0) | 1 << then
        self._below: dict[int, Programs] = {}
        self._own: dict[tuple[Any, ...], Programs] = {}
        self.watched: Programs = 0
        self.watched = self.after(self.watching)

    def waiting_for(self, verb: int) -> Programs:
        """The programs of rules about a verb."""
        return reduce(or_, (self.waiting.get(event, 0) for event in above(self.ruleset, verb)))

    def begun(self, instr: Instr, *, steps: bool = True) -> Programs:
        """The programs that an instruction begins by itself.  `steps`: also those of the verb that it does."""
        return self._waited(instr, steps) | (self.watching if instr[0] in CHANGING else 0)

    def _waited(self, instr: Instr, steps: bool = True) -> Programs:
        """The same without what waits for a state."""
        match instr:
            case ("do", int(verb), *_):
                program = self.ruleset.verbs[verb].program
                return self.waiting_for(verb) | (1 << program if steps and program >= 0 else 0)
            case ("emit", int(step), *_):
                return self.at_step.get(step, 0)
            case ("call", int(program), *_):
                return 1 << program
            case (("resolve" | "borrow"), int(field), *_):
                return together(self.ruleset.effects[field].values())
        return 0

    def after(self, programs: Programs) -> Programs:
        """These programs, and all that can run because of them."""
        found, left = 0, programs
        while left:
            if left & self.watched:  # nearly everything can make a watched state true
                found |= self.watched
            else:
                lowest = left & -left
                found |= lowest
                left |= self._next(lowest.bit_length() - 1)
            left &= ~found
        return found

    def _next(self, program: int) -> Programs:
        """The programs that one program begins by itself."""
        if program not in self._below:
            changes, instrs = self._begins[program]
            found = self.watching if changes else 0
            for each in instrs:
                if each not in self._own:
                    self._own[each] = self._waited(each)
                found |= self._own[each]
            self._below[program] = found
        return self._below[program]


def begins(program: Program) -> tuple[bool, set[tuple[str, int, int]]]:
    """Whether it changes anything, and its instructions that begin programs: op, first operand, and for *later* which
    program.
    """
    ops = ("do", "emit", "call", "resolve", "borrow")
    found = {(instr[0], instr[1], -1) for instr in program.code if instr[0] in ops}
    found |= {(instr[0], instr[1], instr[2]) for instr in program.code if instr[0] == "later"}
    return any(instr[0] in CHANGING for instr in program.code), found
