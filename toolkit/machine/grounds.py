"""Which rules of the pack stand on anything, asked of the things of many of them at once.

Most rules of cards stand on theirs while one and the same condition holds of it: that it lies open on the table.  So
all things of a kind on which rules stand with that condition are looked at together, and again when one has moved.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from toolkit.kernel.changes import EVERYTHING
from toolkit.kernel.model import Model
from toolkit.kernel.state import State
from toolkit.machine.kept import Kept
from toolkit.machine.reads import Reads
from toolkit.program.chains import free_locals
from toolkit.program.expression import Expr
from toolkit.program.ruleset import Ruleset

Evaluate = Callable[[State, list[Any]], Any]


class Ground:
    """Things of one kind with the rules that stand on each, while one condition holds of it.  `number`: under which is
    kept which of the rules stand; -1: it is not.
    """

    __slots__ = ("asked", "evaluate", "number", "rules")

    def __init__(self) -> None:
        self.rules: dict[int, set[int]] = {}
        self.asked: Expr = ()
        self.evaluate: Evaluate | None = None
        self.number = -1


class Grounds:
    """For one ruleset.  `of`: by rule; a rule that is missing stands on what must be asked of it alone."""

    def __init__(
        self,
        model: Model,
        ruleset: Ruleset,
        kept: Kept,
        reader: Reads,
        function_of: Callable[[Expr], Evaluate],
    ) -> None:
        self.kept = kept
        self.function_of = function_of
        self.of: dict[int, Ground] = {}
        found: dict[tuple[Any, ...], Ground] = {}
        for number, rule in enumerate(ruleset.rules):
            match rule.holders:
                case ("filter", ("set", *things), int(slot), condition) if rule.static and things:
                    kinds = {model.kind[thing] for thing in things}
                    if len(kinds) == 1 and free_locals(condition, ruleset) <= {slot}:
                        ground = found.setdefault((slot, condition, *kinds), Ground())
                        self.of[number] = ground
                        for thing in things:
                            ground.rules.setdefault(thing, set()).add(number)
        for (slot, condition, _), ground in found.items():
            ground.asked = ("filter", ("set", *sorted(ground.rules)), slot, condition)
            reads = reader.of_whoever_asks(ground.asked)
            ground.number = kept.number("grounds", reads) if reads != EVERYTHING else -1
        self.of = {number: ground for number, ground in self.of.items() if ground.number >= 0}

    def stand(self, state: State, ground: Ground) -> frozenset[int]:
        """The rules of a ground that stand on something now."""
        answers = self.kept.answers(state, ground.number)
        found: frozenset[int] | None = answers.get(ground)
        if found is None:
            evaluate = ground.evaluate
            if evaluate is None:
                evaluate = ground.evaluate = self.function_of(ground.asked)
            rules = ground.rules
            found = frozenset([rule for thing in evaluate(state, [-1, -1]) for rule in rules[thing]])
            answers[ground] = found
        return found
