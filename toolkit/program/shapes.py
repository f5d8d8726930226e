"""One or several: whether each operand of a compiled program is what its op can work with.

The tables `EXPRESSIONS` and `INSTRUCTIONS` say by the names of operands what an op needs.  What is known to give the
other shape can be carried out by no machine; what is not known (roles, results of verbs) is let pass.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from toolkit.program.chains import LOOPS
from toolkit.program.expression import EXPRESSIONS, Expr
from toolkit.program.instruction import INSTRUCTIONS, Instr
from toolkit.program.ruleset import Program, Rule, Ruleset

ONE, SEVERAL = "one", "several"

Shape = str | None
"""`ONE`, `SEVERAL`, or None: not known."""

NEEDS: dict[str, Shape] = {"set": SEVERAL, "numbers": SEVERAL, "players": SEVERAL}
NEEDS |= dict.fromkeys(
    ["x", "a", "b", "n", "place", "player", "from", "who", "min", "max", "cond", "amount"], ONE
)
"""By the name of an operand."""

SETS = frozenset(
    """empty set players all contents all-in inside parts members listed groups beside order filter map flat union
    inter minus single distinct take drop last-n reverse rank best range happened-map winners""".split()  # noqa: SIM905
)
ANY = frozenset(
    ["eq", "ne", "if", "let", "return", "do", "call", "can", "use", "enter", "emit", "later", "effect"]
)
"""Ops whose operands may be of either shape."""


class Shapes:
    """What is known of the expressions of a ruleset."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.functions: dict[int, Shape] = {}

    def wrong(self) -> Iterator[int]:
        """The sentences with an operand of the wrong shape; -1 for one that is not known."""
        for function in self.ruleset.functions:
            if not self.fits(function.body, {}):
                yield function.sentence
        for rule in self.ruleset.rules:
            if not all(self.fits(expr, {}) for expr in _of_rule(rule)):
                yield rule.sentence
        for program in self.ruleset.programs:
            yield from self.in_program(program)
        for verb in self.ruleset.verbs:
            if verb.requires is not None and not self.fits(verb.requires, {}):
                yield verb.requires_at
        for expr, _, sentence in (*self.ruleset.invariants, *self.ruleset.deck_rules):
            if not self.fits(expr, {}):
                yield sentence

    def in_program(self, program: Program) -> Iterator[int]:
        known: dict[int, Shape] = {}
        for instr, sentence in zip(program.code, program.at, strict=True):
            if not self.instruction(instr, known):
                yield sentence
            for slot, shape in self.made(instr, known):
                known[slot] = shape if known.get(slot, shape) == shape else None

    def made(self, instr: Instr, known: dict[int, Shape]) -> Iterator[tuple[int, Shape]]:
        """The slots that an instruction fills."""
        match instr:
            case ("let", slot, value):
                yield slot, self.of(value, known)
            case ("choose" | "random", *_, slot):
                yield slot, SEVERAL
            case ("choose-one", *_, slot) | ("each", _, _, slot, _):
                yield slot, ONE
            case ("do" | "call" | "resolve" | "borrow", *_, slot):
                yield slot, None

    def instruction(self, instr: Instr, known: dict[int, Shape]) -> bool:
        operands = instr[1:]
        if instr[0] in ANY:
            return all(self.fits(part, known) for part in _expressions(operands))
        if instr[0] == "choose-each":
            known = {**known, instr[2]: ONE}
        return self.operands(INSTRUCTIONS[instr[0]][0].split(), operands, known)

    def fits(self, expr: Expr, known: dict[int, Shape]) -> bool:
        """Whether all operands, at any depth, can be worked with."""
        if expr[0] in LOOPS or expr[0] in ("happened", "happened-sum", "happened-map"):
            known = {slot: shape for slot, shape in known.items() if slot != expr[2]}
        if expr[0] in ANY:
            return all(self.fits(part, known) for part in _expressions(expr[1:]))
        return self.operands(EXPRESSIONS[expr[0]][0].split(), expr[1:], known)

    def operands(self, names: list[str], operands: tuple[Any, ...], known: dict[int, Shape]) -> bool:
        for number, operand in enumerate(operands):
            name = names[min(number, len(names) - 1)] if names else ""
            for expr in _expressions((operand,)):
                need = NEEDS.get(name.rstrip("…")) if expr is operand else None
                shape = self.of(expr, known)
                if need is not None and shape is not None and shape != need:
                    return False
                if not self.fits(expr, known):
                    return False
        return True

    def of(self, expr: Expr, known: dict[int, Shape]) -> Shape:
        """What an expression gives."""
        match expr:
            case ("local", slot):
                return known.get(slot)
            case ("if", _, then, otherwise):
                one, other = self.of(then, known), self.of(otherwise, known)
                return one if one == other else None
            case ("call", int(number), *_):
                return self.function(number)
        if expr[0] == "period-role" or (expr[0] in ("first", "last", "nth") and not self.of(expr[1], known)):
            return None  # a member of what is not known may itself be several
        return SEVERAL if expr[0] in SETS else ONE

    def function(self, number: int) -> Shape:
        if number not in self.functions:
            self.functions[number] = None  # while it is looked at, and if it needs itself
            body = self.ruleset.functions[number].body
            self.functions[number] = self.of(body, {})
        return self.functions[number]


def _expressions(operands: Iterable[Any]) -> Iterator[Expr]:
    """The expressions among operands, also in lists of them."""
    for operand in operands:
        if isinstance(operand, tuple) and operand:
            if isinstance(operand[0], str):
                yield operand
            else:
                yield from _expressions(operand)


def _of_rule(rule: Rule) -> list[Expr]:
    every = (rule.match, rule.holders, rule.you, rule.value, rule.over, rule.holds, rule.was, rule.before)
    return [expr for expr in every if expr is not None]
