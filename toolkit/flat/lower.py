"""A pack as numbers: what the flat machine (`c/`) needs of a model and a ruleset, in two arrays.

Expressions become nodes `[op, operand…]`, of which those that are expressions are places in `narrow`; what a loop
binds has a number of its own (`Scope`), so that locals of frames are never written by expressions.  What has no lowered
form is `NotLowered`, with what it is: such a pack is left to the other machine.  The layout is in `c/flat.h`.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from typing import Any

from toolkit.kernel.view import back
from toolkit.machine.emit import TRUTHS
from toolkit.machine.machine import Machine
from toolkit.program.blank import blank
from toolkit.program.expression import Expr, locals_of
from toolkit.program.instruction import Instr

SMALL, LARGE = -(1 << 63), (1 << 63) - 1
"""What stands for no bound."""

EMPTY = -2
"""What stands for an empty set among the blanks of a program."""

SEEN = {"nobody": 0, "owner": 1, "all": 2}

SAME_AS_PUT = frozenset({"move", "place", "return", "take", "deal", "attach"})
"""Kernel verbs that do what *put* does."""

LOOPS = frozenset({"filter", "first-where", "map", "flat", "any", "every"})

TABLES = {"owner": "owner", "kind": "kind", "name": "named", "card": "card", "x": "x", "y": "y"}
RANGES = {"members": "members", "beside": "beside"}
BY_KIND = {"place": "place_of", "parts": "parts_of", "groups": "groups_of", "listed": "listed"}

SIMPLE = frozenset({"local", "int", "value", "none", "game"})
"""Ops that cost nothing and are the same wherever they stand."""

WRITTEN_OUT = 4
"""Definitions inside one another."""

CONSTANTS = {"game": 0, "none": -1}

NUMBERS = frozenset({"int", "value"})

PLAIN = frozenset(
    """players active holder parent in in-any contents inside index face sees order single count sum max min member
    subset first last position nth take drop last-n reverse range add sub mul neg div div-up mod abs larger smaller eq
    ne lt le gt ge if over winners inter minus""".split()  # noqa: SIM905
)
"""Ops whose operands are expressions, all of them."""

FIRST_ALONE = frozenset({"within", "shift"})
"""Ops of which only the first operand is an expression."""


class NotLowered(Exception):
    """Says what has no lowered form."""


Node = tuple[Any, ...]
"""An op by its name, and its operands."""


class Scope:
    """What slots are where an expression stands: what a loop has bound, or the argument of a definition that is
    written out; others are locals.  `depth`: how much loops have bound.  `inside`: definitions that are written out.
    """

    __slots__ = ("bound", "depth", "inside")

    def __init__(self, bound: dict[int, Node], depth: int, inside: tuple[int, ...] = ()) -> None:
        self.bound = bound
        self.depth = depth
        self.inside = inside

    def inner(self, slot: int) -> Scope:
        return Scope({**self.bound, slot: ("temp", self.depth)}, self.depth + 1, self.inside)


NOTHING = Scope({}, 0)


class Lowering:
    """Of one machine.  `head`, `narrow`, `wide`: what a `Pack` is made from."""

    def __init__(
        self,
        machine: Machine,
        ops: Sequence[str],
        instructions: Sequence[str],
        verbs: Sequence[str],
        most_roles: int,
    ) -> None:
        self.machine = machine
        self.model = machine.model
        self.ruleset = machine.ruleset
        self.ops = {name: number for number, name in enumerate(ops)}
        self.instructions = {name: number for number, name in enumerate(instructions)}
        self.verbs = {name: number for number, name in enumerate(verbs)}
        self.most_roles = most_roles
        self.costs = machine.generator.costs
        self.lift = machine.generator.lift
        self.narrow = array("i", [0])
        self.wide = array("q")
        self.head: dict[str, int] = {}
        self.by_kind: dict[tuple[str, int], int] = {}
        self.flags: dict[Expr, int] = {}
        self.refuse()
        self.tables()
        self.rows()

    def refuse(self) -> None:
        """What no part of the flat machine knows."""
        machine, ruleset = self.machine, self.ruleset
        kinds = {rule.kind for rule in ruleset.rules if rule.static} - {"watch", "replace"}
        reasons = {
            "decisions about what somebody cannot see": machine.secrecy.asks,
            "seats that decide nothing": ruleset.people is not None,
            "an order of effects that players choose": ruleset.ordering,
            "events that are recorded": bool(ruleset.recorded),
            f"standing rules: {', '.join(sorted(kinds))}": bool(kinds),
            "rules about steps": any(rule.step for rule in ruleset.rules if rule.static),
            "the newest of several rules": any(rule.newest for rule in ruleset.rules),
            "attributes that rules modify": bool(machine.modifiable),
            "quantities that are paid in place of others": bool(self.model.paid_as),
            "more than 60 players": len(self.model.players) > 60,
        }
        for reason, so in reasons.items():
            if so:
                raise NotLowered(reason)

    # --- Arrays ---------------------------------------------------------------------------------------------

    def put(self, numbers: Iterable[int]) -> int:
        """Where these stand from now on."""
        at = len(self.narrow)
        try:
            self.narrow.extend(numbers)
        except OverflowError:
            raise NotLowered("a number of more than 32 bits") from None
        return at

    def far(self, numbers: Iterable[int]) -> int:
        at = len(self.wide)
        self.wide.extend(numbers)
        return at

    def ranges(self, sets: Iterable[Sequence[int]]) -> int:
        """A table of ranges."""
        rows: list[int] = []
        for members in sets:
            rows += [self.put(members), len(members)]
        return self.put(rows)

    # --- The model ------------------------------------------------------------------------------------------

    def tables(self) -> None:
        """What is known of entities, kinds and attributes."""
        model = self.model
        self.head.update(
            count=model.count, kinds=len(model.kinds), attributes=len(model.attributes),
            nplayers=len(model.players), nperiods=len(self.ruleset.periods), owner_column=model.owner_column,
            everybody=self.machine.kernel.everybody, largest=self.machine.kernel.largest,
        )  # fmt: skip
        self.of_entities()
        self.of_places()
        self.of_kinds()
        self.of_attributes()

    def each(self, value: Callable[[int], int], none: int) -> int:
        """A table of what every entity has, and of what none has."""
        return self.put([*map(value, range(self.model.count)), none])

    def of_entities(self) -> None:
        model, head = self.model, self.head
        for name in (
            "kind",
            "owner",
            "is_component",
            "ordered",
            "number",
            "x",
            "y",
            "card",
            "named",
            "alike",
        ):
            head[name] = self.put(map(int, getattr(model, name)))
        seats = {player: seat for seat, player in enumerate(model.players)}
        head["players"] = self.put(model.players)
        head["seat"] = self.each(lambda e: seats.get(e, -1), -1)
        head["back"] = self.each(lambda e: back(model, e), -1)
        head["shows"] = self.each(model.shows, -1)
        head["moves"] = self.far(signed(folded(bits)) for bits in model.moves)

    def of_places(self) -> None:
        model, head, regions = self.model, self.head, self.machine.library.regions
        head["seen_by"] = self.put(SEEN[seen] for seen in model.seen_by)
        head["lies_open"] = self.put(map(int, self.machine.lies_open))
        head["part_of"] = self.each(lambda e: model.entities[e].part_of, -1)
        for name in ("parts", "beside", "members"):
            head[name] = self.ranges(getattr(model, name))
        head["regions"] = self.ranges([*map(regions, range(model.count)), ()])
        pairs = [list(chain(*data.capacity)) for data in model.entities]
        head["capacity"] = self.ranges([*pairs, ()])
        head["at"] = self.grids()

    def of_kinds(self) -> None:
        model, head = self.model, self.head
        kinds = [*model.kind[: model.count], -1]
        head["is_of"] = self.put(int(kind in below) for below in model.below for kind in kinds)
        head["all_of"] = self.ranges(model.all_of)
        head["changes"] = self.put(map(int, model.changes))

    def of_attributes(self) -> None:
        model, head = self.model, self.head
        head["values"] = self.ranges([attribute.values for attribute in model.attributes])
        bounds = []
        for attribute in range(len(model.attributes)):
            bounds += [*(model.limits(attribute, e) for e in range(model.count)), (None, None)]
        head["least"] = self.far(SMALL if low is None else low for low, _ in bounds)
        head["most"] = self.far(LARGE if high is None else high for _, high in bounds)

    def grids(self) -> int:
        """For each whole where its grid stands: its first and last column and row, then its parts, row by row."""
        wholes: dict[int, dict[tuple[int, int], int]] = {}
        for (whole, x, y), part in self.model.at.items():
            wholes.setdefault(whole, {})[x, y] = part
        rows = [0] * (self.model.count + 1)
        for whole, parts in wholes.items():
            xs, ys = [x for x, _ in parts], [y for _, y in parts]
            low, high, bottom, top = min(xs), max(xs), min(ys), max(ys)
            if (high - low + 1) * (top - bottom + 1) > 64 * len(parts) + 1000:
                raise NotLowered("a grid with more gaps than cells")
            cells = [parts.get((x, y), -1) for y in range(bottom, top + 1) for x in range(low, high + 1)]
            rows[whole] = self.put([low, high, bottom, top, *cells])
        return self.put(rows)

    def table_of(self, op: str, kind: int) -> int:
        """The table of an op that asks for what a kind of place, part or group is to an entity."""
        known = self.by_kind.get((op, kind))
        if known is None:
            found = getattr(self.model, BY_KIND[op])[kind]
            every = [*range(self.model.count), -1]
            if op == "place":
                known = self.put(found.get(e, -1) for e in every)
            else:
                known = self.ranges([found.get(e, ()) for e in every])
            self.by_kind[op, kind] = known
        return known

    # --- The ruleset ----------------------------------------------------------------------------------------

    def rows(self) -> None:
        """Functions, verbs, rules and programs."""
        ruleset, head, limits = self.ruleset, self.head, self.machine.limits
        head.update(
            steps=limits.steps, options=limits.options, chosen=limits.chosen, set_members=limits.members,
            depth=limits.depth, waiting=limits.waiting, nprograms=len(ruleset.programs),
            nverbs=len(ruleset.verbs), nrules=len(ruleset.rules),
        )  # fmt: skip
        every = [*range(self.model.count), -1]
        for name in ("formulas", "effects"):
            fields = [self.put(found.get(e, -1) for e in every) for found in getattr(ruleset, name)]
            head[name] = self.put(fields)
        bodies = [
            n for function in ruleset.functions for n in (self.x(function.body, NOTHING), function.locals)
        ]
        head["functions"] = self.put(bodies)
        head["rules"] = self.put([n for number in range(len(ruleset.rules)) for n in self.rule(number)])
        head["verbs"] = self.put([n for number in range(len(ruleset.verbs)) for n in self.verb(number)])
        watches = [number for number, _ in self.machine.static.watches]
        head["watches"], head["nwatches"] = self.put(watches), len(watches)
        head["programs"] = self.put(
            [n for number in range(len(ruleset.programs)) for n in self.program(number)]
        )

    def verb(self, number: int) -> list[int]:
        info, verb = self.machine.verbs[number], self.ruleset.verbs[number]
        kind = "" if verb.program >= 0 else "put" if verb.id in SAME_AS_PUT else verb.id
        acting = [rule for rule, _ in self.machine.static.verbs["replace"].get(number, ())]
        return [
            self.verbs.get(kind, -1), int(info.nothing == ()), info.batch, info.obj, verb.program,
            self.maybe(verb.requires), self.put(info.needs), len(info.needs), len(verb.roles), self.put(acting),
            len(acting),
        ]  # fmt: skip

    def rule(self, number: int) -> list[int]:
        rule = self.ruleset.rules[number]
        if not rule.static:
            return [-1] * 11
        reads = folded(self.machine.reads[number])
        return [
            self.maybe(rule.match), self.maybe(rule.holders), self.maybe(rule.you), self.maybe(rule.over), rule.own,
            self.maybe(rule.holds), rule.layer, rule.locals, rule.program, half(reads), half(reads >> 32),
        ]  # fmt: skip

    def program(self, number: int) -> list[int]:
        program = self.ruleset.programs[number]
        code = [self.put(self.instruction(number, pc, instr)) for pc, instr in enumerate(program.code)]
        blanks = [EMPTY if value == () else value for value in blank(program)]
        return [self.put(code), len(code), program.locals, self.put(blanks), self.put(program.at)]

    def used(self, verb: int, roles: Sequence[Expr]) -> int:
        """A verb that is done or asked about."""
        info = self.ruleset.verbs[verb]
        if info.program < 0 and info.id not in self.verbs and info.id not in SAME_AS_PUT:
            raise NotLowered(f"the verb {info.id!r}")
        if len(roles) > self.most_roles:
            raise NotLowered(f"more than {self.most_roles} roles")
        return verb

    # --- Instructions ---------------------------------------------------------------------------------------

    def instruction(self, program: int, pc: int, instr: Instr) -> list[int]:
        name, machine = instr[0], self.machine
        if (name == "emit" and instr[1] not in machine.heard) or (
            name == "skip" and instr[1] not in machine.skippable
        ):
            return [self.instructions["pass"]]
        if name not in self.instructions:
            raise NotLowered(f"the instruction {name!r}")
        form = FORMS.get(name)
        operands = instr[1:] if form is None else form(self, instr, program, pc)
        return [self.instructions[name], *operands]

    # --- Expressions ----------------------------------------------------------------------------------------

    def maybe(self, expr: Expr | None) -> int:
        return -1 if expr is None else self.x(expr, NOTHING)

    def x0(self, expr: Expr) -> int:
        return self.x(expr, NOTHING)

    def x(self, expr: Expr, scope: Scope) -> int:
        """Where the node of an expression stands."""
        name, *operands = self.node(expr, scope)
        if name not in self.ops:
            raise NotLowered(f"the op {name!r}")
        return self.put([self.ops[name], *operands])

    def node(self, expr: Expr, scope: Scope) -> list[Any]:
        op = expr[0]
        if op in LOOPS:
            return self.loop(expr, scope)
        if op in CONSTANTS or op in NUMBERS:
            return ["int", CONSTANTS.get(op, expr[-1])]
        form = SPECIAL.get(op)
        return self.usual(expr, scope) if form is None else form(self, expr, scope)

    def usual(self, expr: Expr, scope: Scope) -> list[Any]:
        """Ops of which many have the same form."""
        op = expr[0]
        if op in PLAIN:
            return [op, *(self.x(part, scope) for part in expr[1:])]
        if op in FIRST_ALONE:
            return [op, self.x(expr[1], scope), *expr[2:]]
        if op in TABLES:
            return ["table", self.head[TABLES[op]], self.x(expr[1], scope)]
        if op in RANGES:
            return ["ranges", self.head[RANGES[op]], self.x(expr[1], scope)]
        if op in BY_KIND:
            known = self.table_of(op, expr[1])
            return ["table" if op == "place" else "ranges", known, self.x(expr[2], scope)]
        raise NotLowered(f"the op {op!r}")

    def flagged(self, expr: Expr) -> int | None:
        """The table that answers whether something is of a kind, or one of a fixed set of things."""
        count = self.model.count
        match expr:
            case ("is", _, int(kind)):
                return self.head["is_of"] + kind * (count + 1)
            case ("member", _, ("set", *members)) if all(0 <= each < count for each in members):
                if expr not in self.flags:
                    self.flags[expr] = self.each(lambda e: int(e in members), 0)
                return self.flags[expr]
        return None

    def loop(self, expr: Expr, scope: Scope) -> list[Any]:
        if expr[0] == "any":  # the order of the members makes no difference
            expr = self.costs.among_fewer(expr)
        body, found = self.lift.out_of(expr[3], expr[2])
        if not found:
            return self.looped(expr, scope)
        values: list[int] = []  # what is the same in each round
        for value, slot in found.items():
            values += [scope.depth, self.x(value, scope)]
            scope = scope.inner(slot)
        name, *operands = self.looped((*expr[:3], body), scope)
        return ["with", len(found), self.put([self.ops[name], *operands]), *values]

    def looped(self, expr: Expr, scope: Scope) -> list[Any]:
        op, members, slot, body = expr
        if op == "any" and members[0] == "inside":
            asked = self.x(body, scope.inner(slot))
            return ["any-inside", self.x(members[1], scope), scope.depth, asked]
        if op == "map" and self.is_truth(body):
            raise NotLowered("a set of truths")
        if op == "any" and body[0] == "every" and body[1][0] in RANGES and body[1][1] == ("local", slot):
            _, (table, _), member, asked = body
            if slot not in locals_of(asked):  # each member is asked once, however many groups it is in
                inner = scope.inner(slot).inner(member)
                known = self.head[RANGES[table]]
                return ["any-every", self.x(members, scope), known, inner.depth - 1, self.x(asked, inner)]
        return [op, self.x(members, scope), scope.depth, self.x(body, scope.inner(slot))]

    def is_truth(self, expr: Expr) -> bool:
        while expr[0] == "call":
            expr = self.ruleset.functions[expr[1]].body
        return expr[0] in TRUTHS

    def several(self, exprs: Sequence[Expr], scope: Scope) -> list[int]:
        return [len(exprs), *(self.x(each, scope) for each in exprs)]


def _local(lower: Lowering, expr: Expr, scope: Scope) -> list[Any]:
    return list(scope.bound.get(expr[1], expr))


def _not(lower: Lowering, expr: Expr, scope: Scope) -> list[Any]:
    name, *operands = lower.node(expr[1], scope)
    if name == "any-inside":
        return ["none-inside", *operands]
    return ["not", lower.put([lower.ops[name], *operands])]


def _flag(lower: Lowering, expr: Expr, scope: Scope) -> list[Any]:
    flagged = lower.flagged(expr)
    if flagged is None:
        return lower.usual(expr, scope)
    return ["flag", flagged, lower.x(expr[1], scope)]


def _joined(lower: Lowering, expr: Expr, scope: Scope) -> list[Any]:
    """Of several conditions what costs little is asked first."""
    parts = expr[1:] if expr[0] == "union" else lower.costs.cheapest_first(expr[1:])
    return [expr[0], *lower.several(parts, scope)]


def _rank(lower: Lowering, expr: Expr, scope: Scope) -> list[Any]:
    inner = scope.inner(expr[2])
    keys = [n for key, ascending in expr[3:] for n in (lower.x(key, inner), int(ascending))]
    return ["rank", lower.x(expr[1], scope), scope.depth, len(expr) - 3, *keys]


def _best(lower: Lowering, expr: Expr, scope: Scope) -> list[Any]:
    key = lower.x(expr[3], scope.inner(expr[2]))
    return ["best", lower.x(expr[1], scope), scope.depth, key, int(expr[4])]


def _call(lower: Lowering, expr: Expr, scope: Scope) -> list[Any]:
    """A definition of simple arguments is written out."""
    _, number, *arguments = expr
    if len(arguments) > lower.most_roles:
        raise NotLowered("a definition of many things")
    simple = [lower.node(each, scope) for each in arguments if each[0] in SIMPLE]
    if len(simple) == len(arguments) and len(scope.inside) < WRITTEN_OUT and number not in scope.inside:
        bound = {slot: tuple(node) for slot, node in enumerate(simple)}
        body = lower.ruleset.functions[number].body
        return lower.node(body, Scope(bound, scope.depth, (*scope.inside, number)))
    return ["call", scope.depth, number, *lower.several(arguments, scope)]


def _can(lower: Lowering, expr: Expr, scope: Scope) -> list[Any]:
    verb = lower.used(expr[1], expr[3:])
    return ["can", scope.depth, verb, lower.x(expr[2], scope), *lower.several(expr[3:], scope)]


def _formula(lower: Lowering, expr: Expr, scope: Scope) -> list[Any]:
    return ["formula", scope.depth, expr[1], lower.x(expr[2], scope), lower.x(expr[3], scope)]


SPECIAL: dict[str, Callable[[Lowering, Expr, Scope], list[Any]]] = {
    "local": _local,
    "not": _not,
    "is": _flag,
    "member": _flag,
    **dict.fromkeys(("and", "or", "union"), _joined),
    "truth": lambda lower, x, scope: ["truth", int(x[1])],
    "empty": lambda lower, x, scope: ["empty"],
    "set": lambda lower, x, scope: ["set", len(x) - 1, *x[1:]],
    "all": lambda lower, x, scope: ["all", x[1]],
    "attr": lambda lower, x, scope: ["attr", x[1], lower.x(x[2], scope)],
    "base": lambda lower, x, scope: ["attr", x[1], lower.x(x[2], scope)],
    "all-in": lambda lower, x, scope: ["all-in", x[1], lower.x(x[2], scope)],
    "left": lambda lower, x, scope: ["next-player", lower.x(x[1], scope), 1],
    "right": lambda lower, x, scope: ["next-player", lower.x(x[1], scope), -1],
    "distinct": lambda lower, x, scope: ["distinct", 1, lower.x(x[1], scope)],
    "rank": _rank,
    "best": _best,
    "call": _call,
    "can": _can,
    "formula": _formula,
    "period": lambda lower, x, scope: ["period", x[1]],
    "period-who": lambda lower, x, scope: ["period-who", x[1]],
}


# --- Forms of instructions: what stands after its number ------------------------------------------------------


def _asking(lower: Lowering, instr: Instr, program: int, pc: int) -> list[int]:
    """Who is asked, where the answer goes, then what else it says."""
    _, who, *rest, slot = instr
    if slot < 0:
        raise NotLowered("an answer that nothing keeps")
    return [lower.x0(who), slot, *map(lower.x0, rest)]


def _each(lower: Lowering, instr: Instr, program: int, pc: int) -> list[int]:
    fair = lower.machine.arbitrary(program, pc, ("local", instr[1]))
    return [*instr[1:], int(fair)]


def _branch(lower: Lowering, instr: Instr, program: int, pc: int) -> list[int]:
    _, who, optional, branches, target = instr
    ways = [n for condition, way, *_ in branches for n in (lower.x0(condition), way)]
    return [lower.x0(who), int(optional), target, len(branches), *ways]


def _do(lower: Lowering, instr: Instr, program: int, pc: int) -> list[int]:
    _, verb, who, roles, slot = instr
    batch = lower.machine.verbs[lower.used(verb, roles)].batch
    fair = batch >= 0 and lower.machine.arbitrary(program, pc, roles[batch])
    return [verb, lower.x0(who), slot, int(fair), *lower.several(roles, NOTHING)]


def _enter(lower: Lowering, instr: Instr, program: int, pc: int) -> list[int]:
    _, period, who, roles = instr
    if roles:
        raise NotLowered("a period with roles")
    return [period, lower.x0(who)]


def _call_program(lower: Lowering, instr: Instr, program: int, pc: int) -> list[int]:
    _, called, arguments, slot = instr
    if len(arguments) > lower.most_roles:
        raise NotLowered(f"more than {lower.most_roles} arguments")
    return [called, slot, *lower.several(arguments, NOTHING)]


def _borrow(lower: Lowering, instr: Instr, program: int, pc: int) -> list[int]:
    _, field, component, this, who, slot = instr
    return [field, slot, lower.x0(component), lower.x0(who), lower.x0(this)]


FORMS: dict[str, Callable[[Lowering, Instr, int, int], Sequence[int]]] = {
    **dict.fromkeys(("choose", "choose-one", "choose-number", "choose-value", "may"), _asking),
    "let": lambda lower, x, program, pc: [x[1], lower.x0(x[2])],
    "unless": lambda lower, x, program, pc: [lower.x0(x[1]), x[2]],
    "random": lambda lower, x, program, pc: [lower.x0(x[1]), lower.x0(x[2]), x[3]],
    "return": lambda lower, x, program, pc: [lower.x0(x[1])],
    "end": lambda lower, x, program, pc: [lower.x0(x[1])],
    "resolve": lambda lower, x, program, pc: [x[1], x[4], lower.x0(x[2]), lower.x0(x[3])],
    "each": _each,
    "branch": _branch,
    "do": _do,
    "enter": _enter,
    "call": _call_program,
    "borrow": _borrow,
}
"""Of those that say no more than numbers there is none."""


# --- Bits -----------------------------------------------------------------------------------------------------


def folded(bits: int) -> int:
    """Bits of changes, in 64: several may share one, so that what asks again asks too often rather than too seldom."""
    if bits < 0:
        return (1 << 64) - 1
    found = 0
    while bits:
        found |= bits & ((1 << 64) - 1)
        bits >>= 64
    return found


def signed(bits: int) -> int:
    return bits - (1 << 64) if bits >> 63 else bits


def half(bits: int) -> int:
    """The low 32 bits as a number with a sign."""
    low = bits & 0xFFFFFFFF
    return low - (1 << 32) if low >> 31 else low
