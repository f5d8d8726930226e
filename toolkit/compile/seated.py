"""What things cost one player: *Units cost you 1 less.*

Such a rule is `seated`: it acts only where it is said for whom an attribute is asked (`attr-for`).  That is: for who
pays, in the amount of a payment; and for who does a verb of the pack, in what it requires, in what its steps ask and
choose, and in what they take away.  Anywhere else, as in *Gain points equal to the cost of the card*, an attribute is
what it is for everybody.  In: a ruleset.  Out: the same, with `attr-for` there.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from toolkit.compile.base import build
from toolkit.compile.base.world import World
from toolkit.compile.spans import Spans
from toolkit.language import ast
from toolkit.pack.source import PackSource
from toolkit.program.chains import rewritten
from toolkit.program.expression import Expr, locals_of
from toolkit.program.instruction import Instr
from toolkit.program.memory import Memory
from toolkit.program.ruleset import Function, Program, Ruleset
from toolkit.report.catalogue import diagnose
from toolkit.report.diagnostic import Diagnostic

T = TypeVar("T")
W = TypeVar("W")

YOU: Expr = ("local", 0)
"""Who does a verb, in what it requires and does."""


def check(world: World, source: PackSource, new: Callable[[Hashable], int]) -> Iterator[Diagnostic]:
    """As `ask_for_whom`; SAY0859 for each sentence about what is never asked for anybody."""
    asked = ask_for_whom(world.ruleset, world.memory, new)
    vain = [rule for rule in world.ruleset.rules if rule.seated and rule.attribute not in asked]
    spans = Spans(world, source)
    names = {entry.index: name for name, entry in world.attributes.items()}
    for rule in vain:
        yield diagnose("SAY0859", spans[rule.sentence], attribute=names[rule.attribute])


def ask_for_whom(ruleset: Ruleset, memory: Memory, new: Callable[[Hashable], int]) -> set[int]:
    """Rewrites what verbs require, and all programs, in place; the attributes that are asked for somebody.

    `new`: gives the number of a function by what it is of.
    """
    seated = frozenset(rule.attribute for rule in ruleset.rules if rule.seated)
    if not seated:
        return set()
    asking = _Asking(ruleset, seated, memory, new)
    of_verbs = {verb.program for verb in ruleset.verbs}
    for number, verb in enumerate(ruleset.verbs):
        if verb.requires is not None:
            requires = asking.rewritten(verb.requires, YOU, asking.expr)
            ruleset.verbs[number] = replace(verb, requires=requires)
    for number, program in enumerate(ruleset.programs):
        whom = YOU if number in of_verbs else None
        ruleset.programs[number] = asking.rewritten(program, whom, asking.program)
    return asking.asked


@dataclass
class _Asking:
    """One rewriting.  `seated`: the attributes that are not the same for all."""

    ruleset: Ruleset
    seated: frozenset[int]
    memory: Memory
    new: Callable[[Hashable], int]
    copies: dict[int, int] = field(default_factory=dict)
    asked: set[int] = field(default_factory=set)
    ask: Callable[[int], int] | None = None

    def rewritten(self, thing: T, whom: W, how: Callable[[T, W], T]) -> T:
        """It rewritten, as it was if it was before and the functions that it calls are the same."""

        def find(one: T, ask: Callable[[int], int]) -> tuple[T, set[int]]:
            before, self.ask, asked, self.asked = self.ask, ask, self.asked, set()
            made = how(one, whom), self.asked
            self.ask, self.asked = before, asked
            return made

        made, asked = self.memory.asking(("seated", whom, self.seated), thing, find, self.copy)
        self.asked |= asked
        return made

    def program(self, program: Program, whom: Expr | None) -> Program:
        """One of a verb that is done by `whom`, or (None) of another text."""
        elsewhere = {slot for instr in program.code for slot in self.kept_as_it_is(instr)}
        code = [self.instruction(instr, whom, elsewhere) for instr in program.code]
        return replace(program, code=tuple(code))

    def kept_as_it_is(self, instr: Instr) -> set[int]:
        """The locals of which something is made that nobody pays."""
        return locals_of(instr[3]) if instr[0] == "do" and not self.takes(instr[1]) else set()

    def instruction(self, instr: Instr, whom: Expr | None, elsewhere: set[int]) -> Instr:
        """Rewritten.  `elsewhere`: locals that are not for anybody."""
        match instr:
            case ("do", int(verb), who, roles, slot) if self.pays(verb):
                return ("do", verb, who, self.any(roles, who), slot)
            case ("do", int(verb), *_) if whom is None or not self.takes(verb):
                return self.payments(instr)
            case ("let", int(slot), _) if slot in elsewhere:
                return self.payments(instr)
        return self.payments(instr) if whom is None else tuple([self.any(part, whom) for part in instr])

    def takes(self, verb: int) -> bool:
        """Whether it is the kernel's *pay* or *lose*."""
        return self.pays(verb) or self.is_kernels(verb, "lose")

    def pays(self, verb: int) -> bool:
        """Whether it is the kernel's *pay*."""
        return self.is_kernels(verb, "pay")

    def is_kernels(self, verb: int, id: str) -> bool:
        """Whether it is this verb of the kernel."""
        return self.ruleset.verbs[verb].id == id and self.ruleset.verbs[verb].program < 0

    def payments(self, part: Any) -> Any:
        """With what is asked of who could pay rewritten."""
        match part:
            case ("can", int(verb), who, *roles) if self.pays(verb):
                return ("can", verb, who, *[self.any(each, who) for each in roles])
        return tuple(map(self.payments, part)) if isinstance(part, tuple) else part

    def any(self, part: Any, whom: Expr) -> Any:
        """An operand."""
        return rewritten(part, lambda expr: self.expr(expr, whom))

    def expr(self, expr: Expr, whom: Expr) -> Expr:
        """With its attributes asked for a player."""
        match expr:
            case ("attr", int(attribute), x) if attribute in self.seated:
                self.asked.add(attribute)
                return ("attr-for", attribute, self.expr(x, whom), whom)
            case ("call", int(number), *arguments):
                inner = [self.expr(each, whom) for each in arguments]
                copy = self.function(number)
                if copy == number:
                    return ("call", number, *inner)
                size = self.ruleset.functions[number].locals
                unused = [build.integer(0)] * (size - len(inner))
                return ("call", copy, *inner, *unused, whom)
        return (expr[0], *[self.any(part, whom) for part in expr[1:]])

    def function(self, number: int) -> int:
        """A function that asks for a player: a copy to which who it is comes last, if it asks for any of these."""
        return self.copy(number) if self.ask is None else self.ask(number)

    def copy(self, number: int) -> int:
        """The number of the copy; of one that asks nothing its own."""
        if number not in self.copies:
            self.copies[number] = number  # one that calls itself
            function = self.ruleset.functions[number]
            made = self.rewritten(function, None, self.of_player)
            if made is not function:
                self.copies[number] = self.new(("seated", number))
                self.ruleset.functions[self.copies[number]] = made
        return self.copies[number]

    def of_player(self, function: Function, _: None) -> Function:
        """A function that asks for the player who comes last."""
        body, size = self.expr(function.body, ("local", function.locals)), function.locals + 1
        return (
            function if body == function.body else replace(function, body=body, arguments=size, locals=size)
        )


def costs_of(tree: ast.Paragraph) -> frozenset[str]:
    """The nouns of sentences in which something is paid: *Pay coins equal to the cost of the card*."""
    paying = [each for each in tree.sentences if any(ast.verb_of(n) == "pay" for n in each.walk())]
    return frozenset(node.head for each in paying for node in each.every(ast.Noun) if node.head)


def nouns_of(tree: ast.Paragraph) -> list[frozenset[str]]:
    """The nouns of each sentence of a text."""
    return [
        frozenset(node.head for node in sentence.every(ast.Noun) if node.head is not None)
        for sentence in tree.sentences
    ]


def beside(sentences: Iterable[frozenset[str]]) -> dict[str, frozenset[str]]:
    """The nouns of sentences, and which stand in one sentence with each."""
    found: dict[str, set[str]] = {}
    for nouns in sentences:
        for noun in nouns:
            found.setdefault(noun, set()).update(nouns)
    return {noun: frozenset(others) for noun, others in found.items()}
