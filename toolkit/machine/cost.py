"""About how many operations an expression takes at worst, told from its form alone.

Only what may take long is watched while it runs (`Meter`), so that all else costs nothing.
"""

from __future__ import annotations

from toolkit.kernel.model import Model
from toolkit.program.chains import calls, mentions, parts
from toolkit.program.expression import LOOPS, Expr, conjuncts
from toolkit.program.ruleset import Ruleset

HEAVY = 200_000
"""From here on an expression is watched: about ten milliseconds."""

UNIT = 1_000
"""As what one round of something heavy counts; what it is made of is watched itself."""

MODIFIED = 200
"""An attribute that rules modify, a verb that is asked whether it can be done."""

SAME_SIZE = LOOPS | {"take", "drop", "last-n", "reverse", "distinct", "inter", "minus"}
MODEST = frozenset(["single", "empty", "beside", "listed", "groups", "members"])
SCANNED = frozenset(["all-in", "inside", "union", "inter", "minus", "distinct", "order"])
"""What goes through all members once."""
EVENTS = 1_000

CHEAP = frozenset(
    """int truth value none empty set local game active is base owner name card parent face member members x y eq ne
    lt le gt ge not""".split()  # noqa: SIM905
)
"""Ops that take no longer than a look into a table."""

ATTRIBUTES = frozenset(["attr", "attr-left", "attr-for"])
"""Ops that ask what an attribute is worth: a look into a column, if no rule modifies it."""

LIMITED = frozenset(["mul", "range", "formula", "can", "chooser"]) | ATTRIBUTES
"""Ops in which a limit may be passed."""


class Costs:
    """Of the expressions of one ruleset over one model."""

    def __init__(self, model: Model, ruleset: Ruleset) -> None:
        self.model = model
        self.components = sum(model.is_component)
        self.functions = ruleset.functions
        self.formulas = ruleset.formulas
        self.modified = {rule.attribute for rule in ruleset.rules if rule.kind == "modify"}
        self.known: dict[int, int] = {}
        self.harmless_functions: dict[int, bool] = {}

    def of(self, expr: Expr) -> int:
        """Operations, at most `HEAVY` times itself: more makes no difference."""
        return min(self.count(expr), HEAVY * HEAVY)

    def count(self, expr: Expr) -> int:
        inner = sum(self.of(part) for part in parts(expr))
        match expr:
            case ("call", int(number), *_):
                return inner + self.function(number)
            case ("formula", int(field), *_):
                return inner + max((self.function(f) for f in self.formulas[field].values()), default=1)
            case (str(op), int(attribute), *_) if op in ATTRIBUTES and attribute in self.modified:
                return inner + MODIFIED
            case ("can" | "chooser", *_):
                return inner + MODIFIED
            case ("happened" | "happened-sum" | "happened-map", *_):
                return inner * EVENTS
            case ("flat", members, _, body):
                return 1 + self.of(members) + self.size(members) * (self.of(body) + self.size(body))
            case (str(op), *_) if op in SCANNED:
                return 1 + inner + self.size(expr)
            case (str(op), members, *_) if op in LOOPS:
                return 1 + self.of(members) + self.size(members) * (inner - self.of(members))
        return 1 + inner

    def cheapest_first(self, conditions: tuple[Expr, ...]) -> tuple[Expr, ...]:
        """Conditions of which all must hold, or one: those without a loop are asked before the others.

        Not beyond one that may run into a limit: whoever stands before it may be there to prevent that.
        """
        safe = [self.harmless(each) for each in conditions]
        end = safe.index(False) if False in safe else len(safe)
        first = sorted(conditions[:end], key=lambda each: not self.looked_up(each))
        return (*first, *conditions[end:])

    def among_fewer(self, expr: Expr) -> Expr:
        """*Any of these cells that is in this column and …*: any of this column that is one of these cells and …."""
        op, items, slot, condition = expr
        if op != "any" or not (items[0] == "set" or (items[0] == "all" and not self.model.changes[items[1]])):
            return expr
        every = conjuncts(condition)
        for part in every:
            match part:
                case ("member", ("local", one), ("members", group)) if one == slot and not mentions(
                    group, slot
                ):
                    rest = [each for each in every if each is not part]
                    return (op, ("members", group), slot, ("and", ("member", ("local", slot), items), *rest))
        return expr

    def looked_up(self, expr: Expr) -> bool:
        """Whether it takes no longer than a few looks into tables."""
        if expr[0] == "member" and expr[2][0] == "all":
            return self.looked_up(expr[1])
        stored = expr[0] in ATTRIBUTES and expr[1] not in self.modified
        return (stored or expr[0] in CHEAP) and all(self.looked_up(part) for part in parts(expr))

    @staticmethod
    def cheap(expr: Expr) -> bool:
        """Whether there is no loop in it, and nothing that may have one."""
        return expr[0] in CHEAP and all(Costs.cheap(part) for part in parts(expr))

    def harmless(self, expr: Expr) -> bool:
        """Whether it cannot go beyond a limit."""
        if expr[0] == "call":
            number = int(expr[1])
            if number not in self.harmless_functions:
                self.harmless_functions[number] = (
                    False  # until it is known: what needs itself is not harmless
                )
                self.harmless_functions[number] = self.harmless(self.functions[number].body)
            if not self.harmless_functions[number]:
                return False
        stored = expr[0] in ATTRIBUTES and expr[1] not in self.modified
        return (stored or expr[0] not in LIMITED) and all(self.harmless(part) for part in parts(expr))

    def size(self, expr: Expr) -> int:
        """About how many members a set has."""
        match expr:
            case ("players",):
                return len(self.model.players)
            case ("all", int(kind)):
                return len(self.model.all_of[kind])
            case ("set", *members):
                return len(members)
            case (str(op), members, *_) if op in SAME_SIZE:
                return self.size(members)
            case (str(op), *_) if op in MODEST:
                return 10
            case ("inside" | "contents", *_):  # nothing but components
                return self.components
        return self.model.count

    def function(self, number: int) -> int:
        """Of a definition; one that needs itself is heavy.  Goes down without Python's stack: chains may be long."""
        waiting = [(number, False)]
        while waiting:
            at, leaving = waiting.pop()
            if leaving:
                self.known[at] = self.of(self.functions[at].body)
            elif at not in self.known:
                self.known[at] = HEAVY * HEAVY
                waiting.append((at, True))
                waiting += [(each, False) for each in calls(self.functions[at])]
        return self.known[number]
