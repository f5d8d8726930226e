"""What the value of an expression depends on, as bits of `toolkit.kernel.changes`: told from its form alone.

Of things the kind is told as well as it can be (`Reads.kind`), so that a condition about cards is not asked again when
a coin moves.  What cannot be told is taken to depend on everything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import reduce
from operator import or_
from typing import Any

from toolkit.kernel.changes import EVERYTHING, FIRST_COLUMN, HAPPENED, KNOWN, LEFT, MOVED, PERIODS, kind_bit
from toolkit.kernel.model import GAME, PLACE, PLAYER, Model
from toolkit.program.chains import parts
from toolkit.program.expression import LOOPS, SEARCHES, Expr, conjuncts, giving
from toolkit.program.ruleset import Rule, Ruleset

Kinds = Mapping[int, int]
"""For local slots the kind of what is in them; a slot of which nothing is known is missing."""

UNKNOWN = -1

SAME = frozenset(
    "filter first-where best rank take drop last-n reverse first last nth single inter minus distinct".split()  # noqa: SIM905
)
"""Ops that give something of their first operand."""

PLAYERS = giving("player", "players")

BITS = {
    "players": LEFT | PERIODS, "active": PERIODS, "left": LEFT, "right": LEFT,
    "happened": HAPPENED | PERIODS, "happened-sum": HAPPENED | PERIODS, "happened-map": HAPPENED | PERIODS,
    "used": HAPPENED | PERIODS, "period": PERIODS, "period-who": PERIODS, "period-role": PERIODS,
    "over": LEFT, "winners": LEFT, "sees": KNOWN, "contents": MOVED, "inside": MOVED, "index": MOVED,
    "can": EVERYTHING, "chooser": EVERYTHING,
}  # fmt: skip
"""What an op depends on, besides its operands."""


UNKEPT = frozenset({"can", "chooser", "attr-left", "attr-for"})
"""Ops that depend on more than on what has changed: on what asks, or on what has left."""


class Reads:
    """Of the expressions of one ruleset over one model."""

    def __init__(self, model: Model, ruleset: Ruleset) -> None:
        self.model = model
        self.ruleset = ruleset
        self.known: dict[
            Any, int
        ] = {}  # of functions and attributes; one that is being looked into needs everything
        self.modifiable = frozenset(rule.attribute for rule in ruleset.rules if rule.kind == "modify")

    def watch(self, rule: Rule) -> int:
        """What the condition of a watch depends on."""
        return self.bounded(lambda: self.asked_by(rule))

    def condition(self, expr: Expr) -> int:
        """What the truth of an expression depends on in which nothing is known of its locals."""
        return self.bounded(lambda: self.of(expr, {}))

    def standing(self, rule: Rule) -> int:
        """What it depends on, on what a rule stands and whose it is; everything: that cannot be kept."""
        every = [each for each in (rule.holders, rule.you) if each is not None]
        if not all(self.keepable(each) for each in every):
            return EVERYTHING
        kinds = {0: PLAYER}
        if rule.holders is not None:
            kinds[1] = self.kind(rule.holders, {0: PLAYER})
        return self.bounded(lambda: self.all(every, kinds))

    def of_whoever_asks(self, expr: Expr) -> int:
        """What an expression depends on that speaks of nothing but who asks; everything: its value cannot be kept."""
        return self.bounded(lambda: self.of(expr, {0: PLAYER})) if self.keepable(expr) else EVERYTHING

    @staticmethod
    def bounded(reads: Callable[[], int]) -> int:
        """What is read, of whatever is not nested too deeply to be told."""
        try:
            return reads()
        except RecursionError:
            return EVERYTHING

    def keepable(self, expr: Expr) -> bool:
        """Whether a value depends on nothing but the bits that are told of it."""
        waiting, called = [expr], set[int]()
        while waiting:
            each = waiting.pop()
            if each[0] in UNKEPT or (each[0] == "attr" and each[1] in self.modifiable):
                return False
            waiting += parts(each)
            more = self.called_by(each) - called
            waiting += [self.ruleset.functions[number].body for number in more]
            called |= more
        return True

    def called_by(self, expr: Expr) -> set[int]:
        """The functions that an op asks."""
        if expr[0] == "call":
            return {expr[1]}
        return set(self.ruleset.formulas[expr[1]].values()) if expr[0] == "formula" else set()

    def asked_by(self, rule: Rule) -> int:
        kinds = {0: PLAYER}
        if rule.holders is not None:
            kinds[1] = self.kind(rule.holders, {0: PLAYER})
        found = self.all([rule.holders, rule.you, rule.over], kinds, True)
        if rule.over is not None:
            kinds[2 + rule.captured] = self.kind(rule.over, kinds)
        return found | self.all([rule.match], kinds)

    def all(self, exprs: Any, kinds: Kinds, loose: bool = False) -> int:
        """What some of these expressions depend on, None being none.  `loose`: their order makes no difference."""
        return self.union(self.of(expr, kinds, loose) for expr in exprs if expr is not None)

    def of(self, expr: Expr, kinds: Kinds, loose: bool = False) -> int:
        """What the value of an expression depends on.  `loose`: of a set, but for its order."""
        op = expr[0]
        if op in LOOPS:
            return self.loop(expr, kinds, loose and op != "first-where")
        if op == "players" and loose:
            return LEFT
        found = BITS.get(op, 0) | self.own(expr, kinds)
        match expr:
            case ("member", one, ("all", _)):
                return found | self.of(one, kinds)
            case ("count" | "member" | "subset" | "sum" | "max" | "min", *operands):
                return self.all(operands[:-1], kinds) | self.of(operands[-1], kinds, True)
            case ("happened" | "happened-sum" | "happened-map", _, _, first, *bodies):
                return found | self.all(bodies, {slot: kind for slot, kind in kinds.items() if slot < first})
        return found | self.all(parts(expr), kinds)

    def own(self, expr: Expr, kinds: Kinds) -> int:
        """What an op depends on, for these operands, besides what they depend on themselves."""
        match expr:
            case ("all" | "all-in", kind, *_) | ("member", _, ("all", kind)):
                return self.place_of(kind)
            case ("parent" | "within" | "in" | "in-any" | "face", thing, *_) | ("sees", _, thing):
                return self.place_of(self.kind(thing, kinds))
            case ("holder", thing):
                column = self.model.owner_column
                return self.place_of(self.kind(thing, kinds)) | (FIRST_COLUMN << column if column >= 0 else 0)
            case ("base", attribute, _):
                return FIRST_COLUMN << int(attribute)
            case (("attr" | "attr-left" | "attr-for"), attribute, thing, *_):
                more = self.place_of(self.kind(thing, kinds)) if expr[0] == "attr-left" else 0
                return self.attribute(attribute) | more
            case ("call", number, *arguments):
                return self.function(number, {n: self.kind(x, kinds) for n, x in enumerate(arguments)})
            case ("formula", field, thing, _):
                known = {0: PLAYER, 1: self.kind(thing, kinds)}
                return self.union(
                    self.function(number, known) for number in self.ruleset.formulas[field].values()
                )
        return 0

    @staticmethod
    def union(every: Iterable[int]) -> int:
        """All their bits."""
        return reduce(or_, every, 0)

    def loop(self, expr: Expr, kinds: Kinds, loose: bool) -> int:
        """A loop over members, of which a search may look at some kind only."""
        op, members, slot = expr[:3]
        kind = self.kind(members, kinds)
        found = 0
        if op in SEARCHES:
            kind = _said(expr[3], slot, kind)
        if members[0] in ("inside", "contents") and kind != UNKNOWN:
            found |= self.place_of(kind) | self.all(parts(members), kinds)
        else:
            found |= self.of(members, kinds, loose or op in ("any", "every"))
        bodies = [key for key, _ in expr[3:]] if op == "rank" else expr[3:4]
        return found | self.all(bodies, {**kinds, slot: kind})

    def place_of(self, kind: int) -> int:
        """What changes when a thing of this kind moves; places and groups never do, players may leave."""
        if kind == UNKNOWN:
            return MOVED
        every = self.model.all_of[kind]
        if all(self.model.is_component[e] for e in every):
            return kind_bit(len(self.model.attributes), kind)
        if any(self.model.is_component[e] for e in every):
            return MOVED | LEFT
        return LEFT if self.model.changes[kind] else 0

    def attribute(self, attribute: int) -> int:
        """An attribute and whatever the rules depend on that modify it."""
        known = self.known.get(attribute)
        if known is None:
            self.known[attribute] = EVERYTHING
            known = FIRST_COLUMN << attribute
            for rule in self.ruleset.rules:
                if rule.kind == "modify" and rule.attribute == attribute:
                    known |= self.all([rule.holders, rule.you, rule.match, rule.value], {0: PLAYER})
                    known |= MOVED if rule.newest else 0
            self.known[attribute] = known
        return known

    def function(self, number: int, kinds: Kinds) -> int:
        """A definition, for arguments of these kinds."""
        key = (number, frozenset(kinds.items()))
        known = self.known.get(key)
        if known is None:
            self.known[key] = EVERYTHING
            known = self.known[key] = self.of(self.ruleset.functions[number].body, kinds)
        return known

    # --- Kinds ----------------------------------------------------------------------------------------------

    def kind(self, expr: Expr, kinds: Kinds) -> int:
        """The kind of a thing, or of all members of a set."""
        op = expr[0]
        if op in PLAYERS:
            return PLAYER
        match expr:
            case ("local", slot):
                return kinds.get(slot, UNKNOWN)
            case ("all" | "all-in" | "place" | "parts" | "groups", kind, *_) | ("within", _, kind):
                return int(kind)
            case ("none" | "empty" | "game",):
                return GAME
            case ("beside" | "shift", *_):
                return PLACE
            case ("set", *entities):
                return self.common(self.model.kind[e] for e in entities)
            case ("union", *sets):
                return self.common(self.kind(each, kinds) for each in sets)
            case ("if", _, a, b):
                return self.common([self.kind(a, kinds), self.kind(b, kinds)])
            case ("closure", start, slot, step):
                kind = self.kind(start, kinds)
                return self.common([kind, self.kind(step, {**kinds, slot: kind})])
            case ("filter" | "first-where", members, slot, condition):
                return _said(condition, slot, self.kind(members, kinds))
        return self.kind(expr[1], kinds) if op in SAME else UNKNOWN

    @staticmethod
    def common(kinds: Any) -> int:
        """The kind that all have."""
        every = set(kinds)
        return every.pop() if len(every) == 1 else UNKNOWN


def _said(condition: Expr, slot: int, kind: int) -> int:
    """The kind that a condition says something is of, or the one that is known of it."""
    for part in conjuncts(condition):
        match part:
            case ("is", ("local", one), said) | ("member", ("local", one), ("all", said)) if one == slot:
                return int(said)
    return kind
