"""Code with jumps as a tree: what is inside which *if*, loop, choice or step.

The compiler makes code from nested sentences, so its jumps nest; where one leaves the block in which it stands, the
tree says so (`Leave`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from toolkit.program.expression import Expr, locals_of
from toolkit.program.instruction import Instr
from toolkit.program.ruleset import Program
from toolkit.program.shapes import FILLED


@dataclass
class Do:
    """One instruction that goes on with the next one."""

    instr: Instr
    at: int
    pc: int


@dataclass
class If:
    """Run `body` only if the condition holds, else `other`."""

    condition: Expr
    body: list[Node]
    at: int
    pc: int
    other: list[Node] = field(default_factory=list)


@dataclass
class Loop:
    """`each`: the loop head over a set, if it has one.  `until`: what ends it, looked at after each turn."""

    body: list[Node]
    at: int
    pc: int
    each: Instr | None = None
    until: Expr | None = None


@dataclass
class Line:
    """One line of a choice: when it is offered, and what it does."""

    condition: Expr
    body: list[Node]
    at: int


@dataclass
class Choice:
    """One of the lines; `none`: what happens if none is taken."""

    who: Expr
    optional: bool
    lines: list[Line]
    none: list[Node]
    at: int
    pc: int


@dataclass
class Step:
    """What a rule may skip."""

    step: int
    body: list[Node]
    at: int
    pc: int


@dataclass
class Leave:
    """Unless the condition holds, leave the loop (`again` False) or begin its next turn; `loop` False: not it, but
    the rest of a block in it, or of a text without one."""

    condition: Expr
    again: bool
    loop: bool
    at: int
    pc: int


Node = Do | If | Loop | Choice | Step | Leave


def tree(program: Program) -> list[Node]:
    """The nodes of a program in order."""
    return _Builder(program).block(0, len(program.code))


def walk(nodes: list[Node]) -> Iterator[Node]:
    """All nodes, outer ones first."""
    for node in nodes:
        yield node
        match node:
            case If():
                yield from walk(node.body)
                yield from walk(node.other)
            case Loop() | Step():
                yield from walk(node.body)
            case Choice():
                for line in node.lines:
                    yield from walk(line.body)
                yield from walk(node.none)


class _Builder:
    def __init__(self, program: Program) -> None:
        self.code, self.at = program.code, program.at
        # The last instruction that jumps back to a position: where its loop ends.
        self.back: dict[int, int] = {}
        for pc, instr in enumerate(self.code):
            if instr[0] in ("jump", "unless") and instr[-1] <= pc:
                self.back[instr[-1]] = pc
        self.heads: list[int] = []

    def block(self, start: int, end: int) -> list[Node]:
        """The instructions from `start` up to `end`."""
        nodes: list[Node] = []
        pc = start
        while pc < end:
            if pc in self.back and pc not in self.heads and self.back[pc] < end:
                found, pc = self.loop(pc)
            else:
                found, pc = self.one(pc, end)
            nodes += found
        return nodes

    def loop(self, head: int) -> tuple[list[Node], int]:
        tail = self.back[head]
        self.heads.append(head)
        first, last = self.code[head], self.code[tail]
        each = first if first[0] == "each" else None
        body = self.block(head + (each is not None), tail)
        self.heads.pop()
        until = last[1] if last[0] == "unless" else None
        return [Loop(body, self.at[head], head, each, until)], tail + 1

    def one(self, pc: int, end: int) -> tuple[list[Node], int]:
        instr, at = self.code[pc], self.at[pc]
        match instr:
            case ("unless", condition, target):
                node, after = self.unless(pc, condition, target, end)
                return [node], after
            case ("skip", step, target) if target <= end:
                return [Step(step, self.block(pc + 1, target), at, pc)], target
            case ("branch", *_):
                choice, after = self.choice(pc, end)
                return [choice], after
            case ("jump", target):
                # To the end of the block: the block ends here.  Back: the next turn of the loop.
                return [], pc + 1 if target <= pc else min(target, end)
        return [Do(instr, at, pc)], pc + 1

    def unless(self, pc: int, condition: Expr, target: int, end: int) -> tuple[Node, int]:
        at = self.at[pc]
        if target <= pc:
            return Leave(condition, True, True, at, pc), pc + 1
        if target > end:
            out = bool(self.heads) and target > self.back[self.heads[-1]]
            return Leave(condition, False, out, at, pc), pc + 1
        last = self.code[target - 1]
        if last[0] == "jump" and target < last[-1] <= end and target - 1 > pc:
            other = self.block(target, last[-1])
            return If(condition, self.block(pc + 1, target - 1), at, pc, other), last[-1]
        return If(condition, self.block(pc + 1, target), at, pc), target

    def choice(self, pc: int, end: int) -> tuple[Node, int]:
        _, who, optional, branches, none = self.code[pc]
        after = none
        lines = []
        starts = [branch[1] for branch in branches]
        for number, (condition, start, sentence) in enumerate(branches):
            stop = starts[number + 1] if number + 1 < len(starts) else none
            jump = self.code[stop - 1]
            if jump[0] == "jump":
                after = max(after, jump[-1])
                stop -= 1
            lines.append(Line(condition, self.block(start, stop), sentence))
        after = min(after, end)
        return Choice(who, bool(optional), lines, self.block(none, after), self.at[pc], pc), after


# -- Slots -------------------------------------------------------------------------------------------------------


def filled(instr: Instr) -> int:
    """The slot that an instruction fills; -1."""
    if instr[0] == "let":
        return int(instr[1])
    if instr[0] == "each":
        return int(instr[3])
    return int(instr[-1]) if instr[0] in FILLED else -1


def slots_filled(nodes: list[Node]) -> set[int]:
    """All slots that are filled somewhere in these nodes."""
    found = set()
    for node in walk(nodes):
        if isinstance(node, Do):
            found.add(filled(node.instr))
        if isinstance(node, Loop) and node.each is not None:
            found.add(filled(node.each))
    return found - {-1}


def reads_of(program: Program) -> dict[int, list[int]]:
    """Where each slot is read: positions in the code, ascending."""
    found: dict[int, list[int]] = {}
    for pc, instr in enumerate(program.code):
        read = locals_of(instr[1:]) | ({instr[1]} if instr[0] == "each" else set())
        for slot in read:
            found.setdefault(slot, []).append(pc)
    return found


def head_reads(node: Node) -> set[int]:
    """The slots that a node reads before what is inside it."""
    match node:
        case Do():
            return locals_of(node.instr[1:])
        case If() | Leave():
            return locals_of(node.condition)
        case Loop():
            return {int(node.each[1])} if node.each is not None else set()
        case Choice():
            return locals_of(node.who)
    return set()
