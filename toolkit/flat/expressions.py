"""Expressions as nodes `[op, operand…]`, of which those that are expressions are places in `narrow`: the second part of
`lower.py`.

What a loop binds has a number of its own (`Scope`), so that locals of frames are never written by expressions.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from itertools import chain
from typing import Any

from toolkit.flat.asked import KEPT_NODES, KEPT_OPS, NOWHERE, again, kept_for_all, of_groups
from toolkit.flat.counted import COUNTED, best, count, counted, rank
from toolkit.flat.proposed import BY_WHO, SAME_AS_PUT, only_put, remembered
from toolkit.flat.same import same
from toolkit.flat.scope import CONSTANTS, NOTHING, NUMBERS, SIMPLE, Scope
from toolkit.flat.shared import RANGES, asked_twice, bound_in, nearer, put_in
from toolkit.flat.tables import BY_KIND, NotLowered, Tables
from toolkit.kernel.changes import ACTS, FIRST_COLUMN, HAPPENED, KNOWN, LEFT, PERIODS
from toolkit.limits import Limits
from toolkit.machine.emit import TRUTHS
from toolkit.machine.lift import Lifted
from toolkit.machine.machine import Machine
from toolkit.machine.reads import Reads
from toolkit.program.chains import free_locals, mentions, parts
from toolkit.program.expression import LOOPS as EVERY_LOOP
from toolkit.program.expression import Expr, conjuncts, locals_of

USUAL = Limits()

ASKING = frozenset({"filter", "first-where", "any", "every"})
"""Loops of which the body is a condition."""

LOOPS = frozenset({"filter", "first-where", "map", "flat", "closure", "any", "every"})

TABLES = {"owner": "owner", "kind": "kind", "name": "named", "card": "card", "x": "x", "y": "y"}
WRITTEN_OUT = 4
"""Definitions inside one another."""

CALLED = 10
"""As so many operations counts a definition within another expression."""

MEMO = 40
"""What takes so many operations is remembered."""

REMEMBERED = frozenset(
    {
        "any",
        "every",
        "first-where",
        "count",
        "sum",
        "max",
        "min",
        "happened",
        "happened-sum",
        "all-in",
        "filter",
    }
)
"""Ops of which the value is remembered, besides definitions."""

MOST_ASKED = 2
"""Of how many values it may depend: as in `c/remember.h`."""

PLAIN = frozenset(
    """players active holder parent in in-any contents inside index face sees order single count sum max min member
    subset first last position nth take drop last-n reverse range add sub mul neg div div-up mod abs larger smaller eq
    ne lt le gt ge if over winners inter minus""".split()  # noqa: SIM905
)
"""Ops whose operands are expressions, all of them."""

ASKS_TWICE = frozenset({"if", "add", "sub", "mul", "larger", "smaller", "eq", "ne", "lt", "le", "gt", "ge"})
"""Ops that are looked through for what they ask for twice, besides *and* and *or*."""

FIRST_ALONE = frozenset({"within", "shift"})
"""Ops of which only the first operand is an expression."""

OF_BOUND = {"attr": 1, "flag": 1, "face": 0, "within": 0, "table": 1}
"""Ops that have a shorter form for what a loop has bound, and which of their operands that is."""


class Expressions(Tables):
    """`lists`: locals of the program that is being lowered in which several have chosen: sets of sets."""

    def __init__(self, machine: Machine, ops: Sequence[str], verbs: Sequence[str], most_roles: int) -> None:
        super().__init__(machine)
        self.names = ops
        self.ops = {name: number for number, name in enumerate(ops)}
        self.verbs = {name: number for number, name in enumerate(verbs)}
        self.most_roles = most_roles
        self.costs = machine.generator.costs
        self.lift = machine.generator.lift
        self.reads = Reads(machine.model, machine.ruleset)
        self.columns = (FIRST_COLUMN << len(machine.model.attributes)) - FIRST_COLUMN
        self.still = self.columns | HAPPENED | PERIODS | LEFT | KNOWN | ACTS  # no thing moves
        self.weights: dict[Expr, int] = {}
        self.memos: dict[Expr, int] = {}
        self.flags: dict[Expr, int] = {}
        self.kept: dict[tuple[Any, ...], int] = {}
        self.kept_places: set[int] = set()
        self.near: dict[tuple[Any, ...], int] = {}
        self.lists: frozenset[int] = frozenset()
        self.head["nagain"] = self.head["nmemos"] = 0

    def used(self, verb: int, roles: Sequence[Expr]) -> int:
        """A verb that is done or asked about."""
        info = self.ruleset.verbs[verb]
        if info.program < 0 and info.id not in self.verbs and info.id not in SAME_AS_PUT:
            raise NotLowered(f"the verb {info.id!r}")
        if len(roles) > self.most_roles:
            raise NotLowered(f"more than {self.most_roles} roles")
        return verb

    def maybe(self, expr: Expr | None) -> int:
        return -1 if expr is None else self.x(expr, NOTHING)

    def x0(self, expr: Expr) -> int:
        return self.x(expr, NOTHING)

    def x(self, expr: Expr, scope: Scope) -> int:
        """Where the node of an expression stands."""
        node = self.node(expr, scope)
        return self.stand(self.memo(expr, scope, node) if expr[0] in REMEMBERED else node)

    def memo(self, expr: Expr, scope: Scope, node: list[Any]) -> list[Any]:
        """The same, to be asked again only when something has changed on which it depends, if it takes long enough and
        that can be told.  An expression is the same one wherever it stands.
        """
        free: Collection[int] = free_locals(expr, self.ruleset)
        if node[0] in KEPT_NODES or not self.keepable(expr):
            return node
        key, free = same(expr, set(free), self.ruleset)
        number = self.memos.setdefault(key, len(self.memos) + 1)
        self.head["nmemos"] = len(self.memos)
        looked, table, within = self.looked_into(expr, free)
        bits, at = self.bits([self.reads.condition(within)]), self.stand(node)
        values = [self.stand(scope.bound.get(slot, ("local", slot))) for slot in free]
        return ["memo", number, bits, at, len(values), looked, table, *values]

    def keepable(self, expr: Expr) -> bool:
        """Whether it takes long enough to be remembered, and it can be told what it depends on."""
        long = self.weight(expr) >= MEMO
        return long and len(free_locals(expr, self.ruleset)) <= MOST_ASKED and self.reads.keepable(expr)

    def remembers(self, expr: Expr) -> bool:
        return expr[0] in REMEMBERED and self.keepable(expr)

    def looked_into(self, expr: Expr, free: Sequence[int]) -> tuple[int, int, Expr]:
        """Which of some slots is the one place, if what has moved counts for an expression only where it lies in there,
        or in a member of it; the table of where that is; and the expression as if it did not look there.
        """
        for at, slot in enumerate(free):
            if slot in bound_in(expr):
                continue
            for name, within in (
                ("regions", self.without_contents(expr, slot)),
                *(
                    (RANGES[op], self.without_members(expr, op, slot))
                    for op in RANGES
                    if self.plain(RANGES[op])
                ),
            ):
                if within != expr and not self.reads.condition(within) & ~self.still:
                    return at, self.head[name], within
        return NOWHERE, 0, expr

    def plain(self, table: str) -> bool:
        """Whether all that is in a member of a group lies in the member itself, which has no regions of its own."""
        regions = self.machine.library.regions
        return all(regions(each) == (each,) for each in set(chain(*getattr(self.model, table))))

    def without_contents(self, expr: Any, place: int) -> Any:
        """An expression that does not ask what lies in a place, but has something there of which nothing is known."""
        if not isinstance(expr, tuple):
            return expr
        if expr in (("inside", ("local", place)), ("contents", ("local", place))):
            return ("local", place)
        if expr[:1] == ("call",) and ("local", place) in expr[2:]:
            body, argument = self.ruleset.functions[expr[1]].body, expr.index(("local", place)) - 2
            within = self.without_contents(body, argument)
            if expr.count(("local", place)) == 1 and argument not in bound_in(body) and within != body:
                return ("and", within, *expr[2:])
        return tuple(self.without_contents(part, place) for part in expr)

    def without_members(self, expr: Any, op: str, place: int) -> Any:
        """An expression that does not ask what lies in members of a place."""
        if not isinstance(expr, tuple):
            return expr
        if expr[:1] == ("any",):
            expr = self.costs.among_fewer(expr)
        if (
            expr[:1]
            and expr[0] in ASKING
            and expr[1] == (op, ("local", place))
            and expr[2] not in bound_in(expr[3])
        ):
            return (*expr[:3], self.without_contents(expr[3], expr[2]))
        return tuple(self.without_members(part, op, place) for part in expr)

    def weight(self, expr: Expr) -> int:
        """About how many operations an expression takes mostly."""
        found = self.weights.get(expr)
        if found is None:
            found = self.weights[expr] = self.weighed(expr)
        return found

    def weighed(self, expr: Expr) -> int:
        found = 1 + sum(map(self.weight, parts(expr)))
        match expr:
            case ("call", *_):
                return found + CALLED
            case ("happened" | "happened-sum" | "happened-map", *_):
                return 20 * found
            case ("all-in", _, places):
                return found + self.size(expr) + 10 * self.size(places)
            case ("all", *_):
                return found + self.size(expr)
            case (str(op), members, int(_), *_) if op in EVERY_LOOP:
                if (near := nearer(self, expr)) is not expr:
                    return self.weight(near)
                outside = self.weight(members)
                if self.only_one(expr):
                    return found
                return 1 + outside + self.size(members) * (found - outside)
        return found

    def size(self, expr: Expr) -> int:
        """About how many members a set has mostly."""
        match expr:
            case ("players",):
                return len(self.model.players)
            case ("all", int(kind)):
                return len(self.model.all_of[kind])
            case ("all-in", int(kind), _):
                return min(10, len(self.model.all_of[kind]))
            case ("set", *members):
                return len(members)
            case (str(op), members, *_) if op in EVERY_LOOP:
                return self.size(members)
        return 4

    def stand(self, node: Sequence[Any]) -> int:
        """Where a node stands from now on, in its shortest form."""
        name, *operands = self.shorter(*node)
        if name not in self.ops:
            raise NotLowered(f"the op {name!r}")
        return self.put([self.ops[name], *operands])

    def shorter(self, name: str, *operands: Any) -> Sequence[Any]:
        """The same in one node instead of several, of what is asked most: what a thing that a loop has bound has and
        where it is, and whether something is one number.
        """
        if name in OF_BOUND:
            at = OF_BOUND[name]
            bound = self.operand(operands[at], "temp")
            if bound is not None:
                return [f"{name}-of", *operands[:at], bound, *operands[at + 1 :]]
        if name in ("eq", "ne"):
            left, right = operands
            number = self.operand(right, "int")
            if number is not None:
                return self.against(name, left, number)
            local = self.operand(right, "local")
            if name == "eq" and local is not None and self.narrow[left] == self.ops["attr-of"]:
                return ["attr-is", *self.narrow[left + 1 : left + 3], local]
        return [name, *operands]

    def against(self, name: str, left: int, number: int) -> Sequence[Any]:
        """Whether what stands there is a number, or is not (`name`)."""
        op, *operands = self.narrow[left : left + 3]
        if op == self.ops["attr-of"]:
            return [f"attr-{name}", *operands, number]
        if name == "eq" and op == self.ops["face-of"]:
            return ["face-eq", operands[0], number]
        if name == "ne" and op == self.ops["within-of"] and number == NOWHERE:
            return ["within-some", *operands]
        return [f"{name}-int", left, number]

    def operand(self, at: int, op: str) -> int | None:
        """What the node there says, if it has this op."""
        return self.narrow[at + 1] if self.narrow[at] == self.ops[op] else None

    def node(self, expr: Expr, scope: Scope) -> list[Any]:
        op = expr[0]
        if op in LOOPS:
            return self.loop(nearer(self, expr), scope)
        if op in ASKS_TWICE and (twice := asked_twice(self, expr)):
            return self.once(twice, expr, scope)
        if op in CONSTANTS or op in NUMBERS:
            return ["int", CONSTANTS.get(op, expr[-1])]
        form = SPECIAL.get(op)
        return self.usual(expr, scope) if form is None else form(self, expr, scope)

    def once(self, twice: Expr, expr: Expr, scope: Scope) -> list[Any]:
        """What an expression asks for twice is asked for in front of it."""
        slot = self.lift.slots.setdefault(twice, -1 - len(self.lift.slots))
        return self.with_each(
            {twice: slot}, scope, lambda inner: self.node(put_in(expr, twice, ("local", slot)), inner)
        )

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
        if expr[0] == "near":
            return self.node(expr, scope)
        if expr[0] == "any":  # the order of the members makes no difference
            expr = self.costs.among_fewer(expr)
        if alone := self.only_one(expr):
            return self.node_of_one(expr, alone, scope)
        body, found = self.lift.out_of(expr[3], expr[2])
        form = counted if expr[0] == COUNTED else Expressions.looped
        return self.with_each(found, scope, lambda inner: form(self, (*expr[:3], body), inner))

    def with_each(self, found: Lifted, scope: Scope, node: Callable[[Scope], list[Any]]) -> list[Any]:
        """A node that asks again and again, and what is the same in each round."""
        values: list[int] = []
        for value, slot in found.items():
            values += [scope.depth, self.x(value, scope)]
            scope = scope.inner(slot)
        return ["with", len(found), self.stand(node(scope)), *values] if found else node(scope)

    def only_one(self, expr: Expr) -> Expr | None:
        """*The cell that is the one to the left of it*: the one that can be what a search looks for among things
        that are always the same.
        """
        if expr[0] != "first-where":
            return None
        _, members, slot, body = expr
        if not self.fixed(members) or not self.costs.harmless(body):
            return None
        for part in conjuncts(body):
            match part:
                case ("eq", ("local", one), other) | ("eq", other, ("local", one)) if one == slot:
                    if not mentions(other, slot) and slot not in bound_in(body):
                        return other
        return None

    def node_of_one(self, expr: Expr, alone: Expr, scope: Scope) -> list[Any]:
        """That one, if the rest of what is looked for is so of it, and it is one of these."""
        _, members, slot, body = expr
        one, inner = ("local", slot), scope.inner(slot)
        said = [("eq", one, alone), ("eq", alone, one)]
        if alone[0] == "shift":  # from nowhere leads nowhere
            said.append(("ne", alone[1], ("none",)))
        rest = [part for part in conjuncts(body) if part not in said]
        if not rest and (table := self.flagged(("member", one, ("set", *self.fixed(members))))) is not None:
            return ["one-of", table, self.x(alone, scope)]
        so = ("and", ("member", one, ("set", *self.fixed(members))), *rest)
        found = self.stand(self.node(("if", so, one, ("none",)), inner))
        return ["with", 1, found, scope.depth, self.x(alone, scope)]

    def looped(self, expr: Expr, scope: Scope) -> list[Any]:
        op, members, slot, body = expr
        limited = self.machine.limits.members < USUAL.members  # the set itself is what may be too large
        if op == "any" and members[0] == "inside" and not limited:
            return ["any-inside", self.x(members[1], scope), *self.asked_of_each(body, slot, scope)]
        if op == "map" and self.is_truth(body):
            raise NotLowered("a set of truths")
        if op == "any" and body[0] == "every" and body[1][0] in RANGES and body[1][1] == ("local", slot):
            if slot not in locals_of(body[3]):
                return self.any_every(members, body, scope.inner(slot))
        if op in KEPT_OPS and not limited and (kept := kept_for_all(self, expr, scope)):
            return kept
        if op in ASKING:
            return of_groups(self, [op, self.x(members, scope), *self.asked_of_each(body, slot, scope)])
        return [op, self.x(members, scope), scope.depth, self.x(body, scope.inner(slot))]

    def any_every(self, members: Expr, body: Expr, scope: Scope) -> list[Any]:
        """Whether for one of some groups something is so of every member: each is asked once, however many it is in."""
        _, (table, _), member, asked = body
        groups = [getattr(self.model, table)[e] for e in self.fixed(members)]
        if kept := again(self, groups, member, asked, scope):
            return ["any-again", *kept]
        inner = scope.inner(member)
        so = [inner.depth - 1, self.x(asked, inner)]
        return ["any-every", self.x(members, scope), self.head[RANGES[table]], *so]

    def asked_of_each(self, body: Expr, slot: int, scope: Scope) -> list[int]:
        """What is bound, what is asked of it; how many parts of that a table answers, how many others, these."""
        asked = self.x(body, scope.inner(slot))
        op, *operands = self.narrow[asked : asked + 2]
        every = list(self.narrow[asked + 2 : asked + 2 + operands[0]]) if op == self.ops["and"] else [asked]
        gates = {part: self.gate(part, scope.depth) for part in every}
        told = [n for part in every for n in gates[part]]
        rest = [part for part in every if not gates[part]]
        return [scope.depth, asked, len(every) - len(rest), len(rest), *told, *rest]

    def gate(self, at: int, bound: int) -> list[int]:
        """The op, its table, and where stands what that has to say of what a loop has bound; nothing: it is something
        else that is asked there.
        """
        op, *operands = self.narrow[at : at + 4]
        rows = self.model.count + 1
        match self.names[op], operands:
            case "flag-of", [table, thing, *_] if thing == bound:
                return [op, table, NOWHERE]
            case "attr-eq", [attribute, thing, number] if thing == bound:
                return [self.ops["attr-of"], attribute * rows, self.stand(("int", number))]
            case "attr-is", [attribute, thing, local] if thing == bound:
                return [self.ops["attr-of"], attribute * rows, self.stand(("local", local))]
            case "face-eq", [thing, number, *_] if thing == bound:
                return [self.ops["face-of"], 0, self.stand(("int", number))]
            case "eq", [left, right, *_] if self.same_each_time(right, bound):
                return self.of_table(left, right, bound)
            case "eq-int", [left, number, *_]:
                return self.of_table(left, self.stand(("int", number)), bound)
        return []

    def same_each_time(self, at: int, bound: int) -> bool:
        """Whether a node is a simple one that a loop does not bind."""
        name, operand = self.names[self.narrow[at]], self.narrow[at + 1]
        return name in ("int", "local") or (name == "temp" and operand != bound)

    def of_table(self, at: int, wanted: int, bound: int) -> list[int]:
        op, table, thing = self.narrow[at : at + 3]
        of = {"table-of": 1, "attr-of": self.model.count + 1}.get(self.names[op])
        return [op, of * table, wanted] if of and thing == bound else []

    def fixed(self, members: Expr) -> Sequence[int]:
        """The things of a set that is always the same; none: it is not."""
        match members:
            case ("all", int(kind)) if not self.model.changes[kind]:
                return self.model.all_of[kind]
            case ("set", *things) if all(0 <= each < self.model.count for each in things):
                return things
        return ()

    def is_truth(self, expr: Expr) -> bool:
        while expr[0] == "call":
            expr = self.ruleset.functions[expr[1]].body
        return expr[0] in TRUTHS

    def several(self, exprs: Sequence[Expr], scope: Scope) -> list[int]:
        return [len(exprs), *(self.x(each, scope) for each in exprs)]


def _local(lower: Expressions, expr: Expr, scope: Scope) -> list[Any]:
    if expr[1] in lower.lists and expr[1] not in scope.bound:
        raise NotLowered("what several have chosen, as a whole")
    return list(scope.bound.get(expr[1], expr))


def _nth(lower: Expressions, expr: Expr, scope: Scope) -> list[Any]:
    match expr:
        case (_, ("local", slot), number) if slot in lower.lists and slot not in scope.bound:
            return ["nth-list", slot, lower.x(number, scope)]
    return lower.usual(expr, scope)


def _attribute(lower: Expressions, expr: Expr, scope: Scope) -> list[Any]:
    """To nobody in particular, or to a player."""
    _, attribute, *asked = expr
    if attribute not in lower.machine.modifiable:
        return ["attr", attribute, lower.x(asked[0], scope)]
    op = "modified" if len(asked) == 1 else "modified-for"
    return [op, scope.depth, attribute, *(lower.x(each, scope) for each in asked)]


def _attribute_left(lower: Expressions, expr: Expr, scope: Scope) -> list[Any]:
    _, attribute, thing = expr
    number = lower.machine.left.attributes.index(attribute)
    return ["attr-left", scope.depth, number, attribute, lower.x(thing, scope)]


def _happened(lower: Expressions, expr: Expr, scope: Scope) -> list[Any]:
    """Who, the roles and the result are bound one after another."""
    op, verb, period, slot, *asked = expr
    size = len(lower.ruleset.verbs[verb].roles)
    inner = scope.inner(slot, size + 2)
    return [op, scope.depth, verb, period, size, *(lower.x(each, inner) for each in asked)]


def _used(lower: Expressions, expr: Expr, scope: Scope) -> list[Any]:
    _, (rule, *values), period = expr
    if len(values) > lower.most_roles:
        raise NotLowered("a once-counter of many things")
    return ["used", rule, period, *lower.several(values, scope)]


def _not(lower: Expressions, expr: Expr, scope: Scope) -> list[Any]:
    inside = expr[1]
    name, *operands = node = lower.node(inside, scope)
    if name == "any-inside":
        return ["none-inside", *operands]
    return ["not", lower.stand(lower.memo(inside, scope, node) if inside[0] in REMEMBERED else node)]


def _flag(lower: Expressions, expr: Expr, scope: Scope) -> list[Any]:
    flagged = lower.flagged(expr)
    if flagged is None:
        return lower.usual(expr, scope)
    return ["flag", flagged, lower.x(expr[1], scope)]


def _joined(lower: Expressions, expr: Expr, scope: Scope) -> list[Any]:
    """Of several conditions what costs little is asked first."""
    if expr[0] == "union":
        return [expr[0], *lower.several(expr[1:], scope)]
    parts = lower.costs.cheapest_first(tuple(dict.fromkeys(expr[1:])))
    for at in range(len(parts) - 1):
        rest = (expr[0], *parts[at:])
        if twice := asked_twice(lower, rest):
            others = [
                *(lower.x(part, scope) for part in parts[:at]),
                lower.stand(lower.once(twice, rest, scope)),
            ]
            return [expr[0], len(others), *others]
    return [expr[0], *lower.several(parts, scope)]


def _call(lower: Expressions, expr: Expr, scope: Scope) -> list[Any]:
    """A definition of simple arguments is written out."""
    _, number, *arguments = expr
    if len(arguments) > lower.most_roles:
        raise NotLowered("a definition of many things")
    simple = [lower.node(each, scope) for each in arguments if each[0] in SIMPLE]
    if len(simple) == len(arguments) and len(scope.inside) < WRITTEN_OUT and number not in scope.inside:
        bound = {slot: tuple(node) for slot, node in enumerate(simple)}
        body, inner = lower.ruleset.functions[number].body, Scope(bound, scope.depth, (*scope.inside, number))
        return lower.memo(body, inner, lower.node(body, inner))
    return ["call", scope.depth, number, *lower.several(arguments, scope)]


def _can(lower: Expressions, expr: Expr, scope: Scope) -> list[Any]:
    verb = lower.used(expr[1], expr[3:])
    by_who = remembered(lower, verb) == BY_WHO
    op = "can-put" if only_put(lower, verb, expr[2:]) else "can-who" if by_who else "can"
    return [op, scope.depth, verb, lower.x(expr[2], scope), *lower.several(expr[3:], scope)]


def _formula(lower: Expressions, expr: Expr, scope: Scope) -> list[Any]:
    return ["formula", scope.depth, expr[1], lower.x(expr[2], scope), lower.x(expr[3], scope)]


SPECIAL: dict[str, Callable[[Expressions, Expr, Scope], list[Any]]] = {
    "local": _local,
    "not": _not,
    "is": _flag,
    "member": _flag,
    **dict.fromkeys(("and", "or", "union"), _joined),
    "truth": lambda lower, x, scope: ["truth", int(x[1])],
    "empty": lambda lower, x, scope: ["empty"],
    "set": lambda lower, x, scope: ["set", len(x) - 1, *x[1:]],
    "all": lambda lower, x, scope: ["all", x[1]],
    "attr": _attribute,
    "attr-left": _attribute_left,
    "attr-for": _attribute,
    "nth": _nth,
    **dict.fromkeys(("happened", "happened-sum", "happened-map"), _happened),
    "used": _used,
    "chooser": lambda lower, x, scope: ["chooser", scope.depth, x[1], lower.x(x[2], scope)],
    "period-role": lambda lower, x, scope: ["period-role", x[1], x[2]],
    "base": lambda lower, x, scope: ["attr", x[1], lower.x(x[2], scope)],
    "all-in": lambda lower, x, scope: ["all-in", x[1], lower.x(x[2], scope)],
    "left": lambda lower, x, scope: ["next-player", lower.x(x[1], scope), 1],
    "right": lambda lower, x, scope: ["next-player", lower.x(x[1], scope), -1],
    "distinct": lambda lower, x, scope: ["distinct", 1, lower.x(x[1], scope)],
    "count": count,
    "rank": rank,
    "best": best,
    "call": _call,
    "can": _can,
    "formula": _formula,
    "near": lambda lower, x, scope: ["ranges", x[1], lower.x(x[2], scope)],
    "period": lambda lower, x, scope: ["period", x[1]],
    "period-who": lambda lower, x, scope: ["period-who", x[1]],
}
