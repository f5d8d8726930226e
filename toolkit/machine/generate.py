"""Generated code: all instructions between two stops as one Python function, expressions inside it.

The text that is compiled holds slot numbers, indices and names of this module's own, never a string of an
author: operands are numbers or expressions (`whole` refuses anything else).  What it means is in
`interpret.py` and `plain.py`; tests compare them.  Functions are compiled when they first run.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

from toolkit.kernel.state import State
from toolkit.machine import plain
from toolkit.machine.cost import HEAVY, UNIT, Costs
from toolkit.machine.effects import Evaluate
from toolkit.machine.generated import hoisted, whole
from toolkit.machine.instructions import Instructions
from toolkit.machine.library import Library
from toolkit.machine.plain import Step
from toolkit.program.expression import Expr
from toolkit.program.instruction import Instr

T = TypeVar("T")

Names = dict[int, str]
"""Slots that are variables here, not locals of the frame."""

STOPS = frozenset(
    [
        "choose", "choose-one", "choose-number", "choose-value", "choose-quantity", "choose-payment", "choose-each",
        "may", "branch",
    ]
)  # fmt: skip
"""Instructions at which a saved game may continue."""

LONGEST = 24
"""Instructions in one function, beyond which the next entry begins another."""

INLINE_DEPTH = 4

TOO_DEEP = (SyntaxError, RecursionError, MemoryError)
"""What Python says of text that is nested too deeply for it: then instructions run plainly."""

SCALARS = frozenset(
    """int truth value none game active is attr base owner holder parent within in in-any place index x y shift
    face left right sees first-where count sum max min any every member subset first last nth position add sub mul
    neg div div-up mod abs larger smaller eq ne lt le gt ge and or not can happened happened-sum period period-who
    used over""".split()  # noqa: SIM905
)
"""Ops that never give a set."""

TRUTHS = frozenset(
    "truth is in in-any sees any every member subset eq ne lt le gt ge and or not can over".split()  # noqa: SIM905
)


class Generator:
    """Makes functions for one machine."""

    def __init__(self, machine: Instructions) -> None:
        self.machine = machine
        self.model = machine.model
        self.functions: set[int] = set()
        self.inlining: list[int] = []
        self.counter = 0
        self.costs = Costs(machine.model, machine.ruleset)
        self.out: list[str] = []
        library, model = machine.library, machine.model
        self.names: dict[str, Any] = {
            "KIND": model.kind, "OWNER": model.owner, "NAMED": model.named,
            "CARD": model.card, "MEMBERS": model.members, "BESIDE": model.beside,
            "X": model.x, "Y": model.y, "HAS_PARTS": model.parts, "BELOW": model.below, "NONE": (-1,),
            "ALL": model.all_of, "PLACE": [d.get for d in model.place_of],
            "PARTS": [d.get for d in model.parts_of], "GROUPS": [d.get for d in model.groups_of],
            "LISTED": [d.get for d in model.listed],
            "attribute": machine.attribute, "can": machine.can, "chooser": machine.chooser,
            "m": machine, "kernel": machine.kernel,
            "players": library.players, "all_of": library.all_of, "within": library.within,
            "holder": library.holder, "is_in": library.is_in, "inside": library.inside,
            "in_any": library.in_any, "all_in": library.all_in, "belongs": library.belongs,
            "index": library.index, "shift": library.shift, "next_player": library.next_player,
            "sees": library.sees, "order": library.order, "inter": Library.inter, "minus": Library.minus,
            "union": Library.union, "nth": Library.nth, "position": Library.position, "rank": Library.rank,
            "best": Library.best, "div": Library.div, "div_up": Library.div_up, "mod": Library.mod,
            "equal": Library.equal, "mul": library.mul, "range_of": library.range,
            "guard": machine.meter.guard, "charge": machine.meter.charge,
            "events": library.events, "used": library.used,
            "period": Library.period, "period_who": Library.period_who, "period_role": Library.period_role,
            "distinct": dict.fromkeys, "formula": self.formula, "propose": machine.propose,
            "choose_one": machine.choose_one, "choose_some": machine.choose_some, "branch": machine.branch,
        }  # fmt: skip

    # --- Entry points ---------------------------------------------------------------------------------------

    def expression(self, expr: Expr) -> Evaluate:
        """A function of state and locals."""
        try:
            return self.define(self.lambda_("made", "S, L", expr, {}))
        except TOO_DEEP:
            self.out, self.inlining = [], []
            evaluate = self.machine.interpreter.evaluate
            return lambda state, locals: evaluate(expr, state, locals)

    def program(self, code: tuple[Instr, ...]) -> list[Step]:
        """For each instruction that can be entered a function that runs from there; the others are never
        called.
        """
        entries = {0} | {pc for pc, instr in enumerate(code) if instr[0] in STOPS}
        for pc, instr in enumerate(code):
            entries |= _targets(instr)
            if instr[0] not in ("let", "unless", "jump", "each", "random", "use", "later"):
                entries.add(pc + 1)
        entries.discard(len(code))
        steps: list[Step] = [_unreachable] * len(code)
        for pc in entries:
            steps[pc] = self.lazy(code, pc, entries, steps)
        machine = self.machine
        steps.append(lambda state, frame, locals: machine.fall(state, frame))
        return steps  # the same list: `lazy` puts what it compiled into it

    def lazy(self, code: tuple[Instr, ...], pc: int, entries: set[int], steps: list[Step]) -> Step:
        """Compiled when it first runs."""

        def first(state: Any, frame: Any, locals: Any) -> int:
            try:
                steps[pc] = self.define(self.block(code, pc, entries))
            except TOO_DEEP:
                self.out, self.inlining = [], []
                steps[:] = plain.steps(self.machine, code)
            return steps[pc](state, frame, locals)

        return first

    def define(self, source: str) -> Callable[..., Any]:
        # The source is made of numbers and of this module's names only: see `whole`.
        space: dict[str, Any] = {}
        exec(compile(source, "<generated>", "exec"), self.names, space)  # noqa: S102
        return space["made"]

    # --- Instructions ---------------------------------------------------------------------------------------

    def block(self, code: tuple[Instr, ...], start: int, entries: set[int]) -> str:
        lines = ["def made(S, F, L):"]
        pc = start
        while True:
            if pc >= len(code) or (pc in entries and pc - start >= LONGEST):
                lines.append(f" return {pc}")
                break
            before, (body, ends) = self.capture(partial(self.instruction, code[pc], pc))
            lines += [f" {line}" for line in (*before, *body)]
            if ends:
                break
            pc += 1
        return "\n".join(lines) + "\n"

    def instruction(self, instr: Instr, pc: int) -> tuple[list[str], bool]:
        """Lines, and whether nothing follows them."""
        x = self.x0
        here, after = f"F[1] = {pc}", f"F[1] = {pc + 1}"

        def keep(call: str, slot: int) -> list[str]:
            lines = [f"r = {call}", "if r is None: return -1"]
            return [*lines, f"L[{whole(slot)}] = r"] if slot >= 0 else lines

        match instr:
            case ("let", slot, a):
                return [f"L[{whole(slot)}] = {x(a)}"], False
            case ("jump", target):
                return [f"return {whole(target)}"], True
            case ("unless", cond, target):
                return [f"if not {x(cond)}{self.machine.secrecy.unless(pc)}: return {whole(target)}"], False
            case ("each", members, count, slot, target):
                return [
                    f"i = L[{whole(count)}]; s = L[{whole(members)}] if i else m.passes(S, F[0], {pc}, L)",
                    f"if i >= len(s): return {whole(target)}",
                    f"L[{whole(slot)}] = s[i]; L[{whole(count)}] = i + 1",
                ], False
            case ("choose", who, members, least, most, slot):
                return [
                    here,
                    *keep(f"choose_some(S, F, {x(who)}, {x(members)}, {x(least)}, {x(most)})", slot),
                ], False
            case ("choose-one", who, members, slot):
                return [here, *keep(f"choose_one(S, {x(who)}, {x(members)})", slot)], False
            case ("choose-number", who, a, b, slot):
                return [here, *keep(f"m.choose_number(S, {x(who)}, {x(a)}, {x(b)})", slot)], False
            case ("choose-value", who, numbers, slot):
                return [here, *keep(f"m.choose_value(S, {x(who)}, {x(numbers)})", slot)], False
            case ("choose-quantity", who, members, slot):
                lines = [here, "q = []"]
                for cond, attribute in members:
                    lines += [f"if {x(cond)}: q.append({whole(attribute)})"]
                return [*lines, *keep(f"m.choose_quantity(S, {x(who)}, q)", slot)], False
            case ("choose-payment", who, attribute, amount, slot):
                call = f"m.choose_payment(S, {x(who)}, {whole(attribute)}, {x(amount)})"
                return [here, *keep(call, slot)], False
            case ("choose-each", players, index, members, least, most, slot):
                name, seats = self.fresh(index), x(players)
                before, offer = self.capture(lambda: self.values((members, least, most), {index: name}))
                loop = [f"for {name} in p:", *(f" {line}" for line in before), f" o.append({offer})"]
                return [here, f"p = {seats}; o = []", *loop, *keep("m.choose_each(S, F, p, o)", slot)], False
            case ("may", who, slot):
                return [here, f"m.may(S, {x(who)})", "return -1"], True
            case ("branch", who, optional, branches, target):
                targets = [whole(branch[1]) for branch in branches]
                lines = [here, "b = []"]
                for k, (cond, *_) in enumerate(branches):
                    lines += (
                        [f"if {x(cond)}: b.append({k})"] if cond != ("truth", True) else [f"b.append({k})"]
                    )
                return [
                    *lines,
                    f"r = branch(S, {x(who)}, {whole(optional)}, b)",
                    "if r is None: return -1",
                    f"return ({', '.join(map(str, targets))}, {whole(target)})[r]",
                ], True
            case ("random", members, n, slot):
                return [
                    f"r = kernel.sample(S, {x(members)}, {x(n)})",
                    *([f"L[{whole(slot)}] = r"] if slot >= 0 else []),
                ], False
            case ("do", verb, who, roles, slot):
                call = f"propose(S, F, {whole(verb)}, {x(who)}, {self.values(roles, {})}, {whole(slot)})"
                if self.machine.verbs[verb].plain:
                    self.names.setdefault(f"do{verb}", self.machine.quick(verb))
                    call = f"do{verb}(S, F, {x(who)}, {self.values(roles, {})}, {whole(slot)})"
                return [after, *keep(call, slot)], False
            case ("emit", step, who, roles):
                if step not in self.machine.heard:
                    return [], False
                return [
                    after,
                    f"if m.step(S, F, {whole(step)}, {x(who)}, {self.values(roles, {})}): return -1",
                ], False
            case ("skip", step, target):
                if step not in self.machine.skippable:
                    return [], False
                return [f"if m.skipped(S, {whole(step)}): return {whole(target)}"], False
            case ("enter", period, who, roles):
                return [
                    after,
                    f"if m.begin(S, {whole(period)}, {x(who)}, {self.values(roles, {})}): return -1",
                ], False
            case ("leave", period):
                return [after, f"if m.finish_period(S, {whole(period)}): return -1"], False
            case ("effect", rule, captured, period, edge, who):
                until = f"{whole(period)}, {whole(edge)}, {x(who)}"
                call = f"m.take_effect(S, L, {whole(rule)}, {self.values(captured, {})}, {until})"
                return [after, f"if {call}: return -1"], False
            case ("later", step, program, captured):
                return [
                    f"m.postpone(S, F, {whole(step)}, {whole(program)}, {self.values(captured, {})})"
                ], False
            case ("use", key):
                return [f"m.use(S, {whole(key[0])}, {self.values(key[1:], {})})"], False
            case ("call", program, arguments, slot):
                made = ", ".join(x(a) for a in arguments)
                return [
                    after,
                    f"m.call(S, F, {whole(program)}, [{made}], {whole(slot)})",
                    "return -1",
                ], True
            case ("resolve", field, component, who, slot):
                call = f"m.resolve(S, F, {whole(field)}, {x(component)}, {x(who)}, {whole(slot)})"
                lines = [after, f"if {call}: return -1"]
                return [*lines, f"L[{whole(slot)}] = 0"] if slot >= 0 else lines, False
            case ("borrow", field, component, this, who, slot):
                operands = f"{whole(field)}, {x(component)}, {x(this)}, {x(who)}, {whole(slot)}"
                lines = [after, f"if m.borrow(S, F, {operands}): return -1"]
                return [*lines, f"L[{whole(slot)}] = 0"] if slot >= 0 else lines, False
            case ("return", a):
                return [after, f"m.returned(S, F, {x(a)})", "return -1"], True
            case ("decline",):
                return [after, "m.returned(S, F, 0, True)", "return -1"], True
            case ("end", winners):
                return [after, f"m.end(S, F, tuple({x(winners)}))", "return -1"], True
            case ("all-lose",):
                return [after, "m.all_lose(S)", "return -1"], True
        raise ValueError(f"no such instruction: {instr[0]!r}")

    # --- Expressions ----------------------------------------------------------------------------------------

    def x0(self, expr: Expr) -> str:
        return self.x(expr, {})

    def fresh(self, slot: int) -> str:
        self.counter += 1
        return f"v{whole(slot)}_{self.counter}"

    def values(self, exprs: Any, names: Names) -> str:
        made = [self.x(expr, names) for expr in exprs]
        return f"({', '.join(made)}{',' if len(made) == 1 else ''})"

    def x(self, expr: Expr, names: Names) -> str:
        """The Python expression of an expression, in parentheses where needed; what must run before it goes
        to `out`.
        """
        return _EMIT[expr[0]](self, expr, names)

    def capture(self, make: Callable[[], T]) -> tuple[list[str], T]:
        """What `make` gives, and the lines that must run before it."""
        outer, self.out = self.out, []
        made = make()
        inner, self.out = self.out, outer
        return inner, made

    def try_x(self, expr: Expr, names: Names) -> tuple[list[str], str]:
        return self.capture(lambda: self.x(expr, names))

    def nest(self, header: str, *lines: str) -> None:
        self.out.append(header)
        self.out += [f" {line}" for line in lines]

    def temporary(self) -> str:
        self.counter += 1
        return f"t{self.counter}"

    def members(self, expr: Expr, body: Expr, names: Names) -> str:
        """The members that a loop goes through, watched where that may take long."""
        members, cost = self.x(expr, names), self.costs.of(body)
        heavy = cost * self.costs.size(expr) >= HEAVY
        return f"guard({members}, {min(cost, UNIT)})" if heavy else members

    def lambda_(self, name: str, parameters: str, body: Expr, names: Names) -> str:
        before, value = self.try_x(body, names)
        if self.costs.of(body) >= HEAVY:
            before = [f"charge({UNIT})", *before]
        lines = hoisted([*before, f"return {value}"])
        return "\n ".join([f"def {name}({parameters}):", *lines]) + "\n"

    def key(self, slot: int, body: Expr, names: Names) -> str:
        """A function of one member: a name, or a lambda."""
        variable = self.fresh(slot)
        before, value = self.try_x(body, {**names, slot: variable})
        if self.costs.of(body) >= HEAVY:
            before = [f"charge({UNIT})", *before]
        if not before:
            return f"(lambda {variable}: {value})"
        name = self.temporary()
        self.nest(f"def {name}({variable}):", *before, f"return {value}")
        return name

    def function(self, number: int, arguments: list[str]) -> str:
        """A call, or the body itself when the arguments are variables or constants."""
        function = self.machine.ruleset.functions[number]
        simple = all(
            a.isidentifier() or a.lstrip("-").isdigit() or (a.startswith("L[") and a[2:-1].isdigit())
            for a in arguments
        )
        if simple and number not in self.inlining and len(self.inlining) < INLINE_DEPTH:
            self.inlining.append(number)
            body = self.x(function.body, dict(enumerate(arguments)))
            self.inlining.pop()
            return body
        return f"{self.named(number)}({', '.join(['S', *arguments])})"

    def named(self, number: int) -> str:
        """The name of a function of the ruleset.  It is compiled when it is first called: chains may be long."""
        name = f"f{whole(number)}"
        if number not in self.functions:
            self.functions.add(number)

            def first(*arguments: Any) -> Any:
                self.names[name] = self.made(number)
                return self.names[name](*arguments)

            self.names[name] = first
        return name

    def made(self, number: int) -> Callable[..., Any]:
        """A function of state and arguments for one of the ruleset."""
        function = self.machine.ruleset.functions[number]
        parameters = [f"a{i}" for i in range(function.arguments)]
        self.inlining = [number]
        try:
            known = dict(enumerate(parameters))
            return self.define(self.lambda_("made", ", ".join(["S", *parameters]), function.body, known))
        except TOO_DEEP:
            self.out = []
            read = self.machine.interpreter.function
            return lambda state, *arguments: read(number, list(arguments), state)
        finally:
            self.inlining = []

    def formula(self, state: State, field: int, component: int, who: int) -> Any:
        """The value of a component's sentence field."""
        number = self.machine.ruleset.formulas[field].get(component, -1)
        return self.names[self.named(number)](state, who, component) if number >= 0 else 0


def _targets(instr: Instr) -> set[int]:
    match instr:
        case ("jump", target) | ("unless", _, target) | ("each", _, _, _, target) | ("skip", _, target):
            return {target}
        case ("branch", _, _, branches, target):
            return {target, *(branch[1] for branch in branches)}
    return set()


def _unreachable(state: Any, frame: Any, locals: Any) -> int:
    raise RuntimeError("a frame stands where no program can be entered")


Emit = Callable[[Generator, Expr, Names], str]


def _call(template: str, *operands: int) -> Emit:
    """`{0}`, `{1}`… stand for the operands; those at the positions `operands` (from 1) are expressions,
    others numbers.
    """

    def emit(g: Generator, x: Expr, names: Names) -> str:
        return template.format(
            *(g.x(p, names) if i in operands else whole(p) for i, p in enumerate(x[1:], 1))
        )

    return emit


def _comprehension(template: str, loop: str) -> Emit:
    """`template` when the body is an expression; else a loop that appends to a list."""

    def emit(g: Generator, x: Expr, names: Names) -> str:
        variable, members = g.fresh(x[2]), g.members(x[1], x[3], names)
        before, body = g.try_x(x[3], {**names, x[2]: variable})
        if not before:
            return template.format(v=variable, s=members, b=body)
        found = g.temporary()
        g.out.append(f"{found} = []")
        g.nest(f"for {variable} in {members}:", *before, loop.format(v=variable, b=body, t=found))
        return f"tuple({found})"

    return emit


def _search(start: str, test: str) -> Emit:
    """A loop that ends with the first member that decides."""

    def emit(g: Generator, x: Expr, names: Names) -> str:
        variable, members, found = g.fresh(x[2]), g.members(x[1], x[3], names), g.temporary()
        before, body = g.try_x(x[3], {**names, x[2]: variable})
        g.out.append(f"{found} = {start}")
        g.nest(f"for {variable} in {members}:", *before, test.format(v=variable, b=body, t=found))
        return found

    return emit


def _joined(word: str, empty: str) -> Emit:
    """Parts that need lines of their own run only when the parts before them leave it open."""

    def emit(g: Generator, x: Expr, names: Names) -> str:
        if len(x) == 1:
            return empty
        found = ""
        pending: list[str] = []

        def lines(parts: tuple[Expr, ...]) -> tuple[list[str], str]:
            """Lines, and the value of the parts from here on."""
            before, first = g.capture(lambda: _truth(g, parts[0], names))
            if len(parts) == 1:
                return before, first
            rest, value = lines(parts[1:])
            if not rest:
                return before, f"({first} {word} {value})"
            t = g.temporary()
            test = f"if {t}:" if word == "and" else f"if not {t}:"
            return [*before, f"{t} = {first}", test, *(f" {line}" for line in rest), f" {t} = {value}"], t

        pending, found = lines(x[1:])
        g.out += pending
        return found

    return emit


def _if(g: Generator, x: Expr, names: Names) -> str:
    cond = g.x(x[1], names)
    before_a, a = g.try_x(x[2], names)
    before_b, b = g.try_x(x[3], names)
    if not before_a and not before_b:
        return f"({a} if {cond} else {b})"
    t = g.temporary()
    g.nest(f"if {cond}:", *before_a, f"{t} = {a}")
    g.nest("else:", *before_b, f"{t} = {b}")
    return t


def _truth(g: Generator, x: Expr, names: Names) -> str:
    text = g.x(x, names)
    return text if x[0] in TRUTHS else f"bool({text})"


def _equality(operator: str, function: str) -> Emit:
    def emit(g: Generator, x: Expr, names: Names) -> str:
        a, b = g.x(x[1], names), g.x(x[2], names)
        if x[1][0] in SCALARS or x[2][0] in SCALARS:
            return f"({a} {operator} {b})"
        if x[1] == ("empty",) or x[2] == ("empty",):
            return f"({a} {operator} {b})"
        return f"({function}({a}, {b}))"

    return emit


def _set(g: Generator, x: Expr, names: Names) -> str:
    return repr(tuple(whole(e) for e in x[1:]))


def _local(g: Generator, x: Expr, names: Names) -> str:
    return names.get(x[1]) or f"L[{whole(x[1])}]"


def _all(g: Generator, x: Expr, names: Names) -> str:
    kind = whole(x[1])
    return f"all_of(S, {kind})" if g.model.changes[kind] else f"ALL[{kind}]"


def _attr(g: Generator, x: Expr, names: Names) -> str:
    attribute, entity = whole(x[1]), g.x(x[2], names)
    if attribute in g.machine.modifiable:
        return f"attribute(S, {attribute}, {entity})"
    return f"S.columns[{attribute}][{entity}]"


def _inside(g: Generator, x: Expr, names: Names) -> str:
    place = g.x(x[1], names)
    if place.isidentifier():  # most places of a board hold nothing: no call for those
        return f"(inside(S, {place}) if S.kids[{place}] or HAS_PARTS[{place}] else ())"
    return f"inside(S, {place})"


def _member(g: Generator, x: Expr, names: Names) -> str:
    one = g.x(x[1], names)
    if x[2][0] == "all" and g.model.changes[x[2][1]]:  # no list of them all
        return f"belongs(S, {one}, {whole(x[2][1])})"
    return f"({one} in {g.x(x[2], names)})"


def _union(g: Generator, x: Expr, names: Names) -> str:
    return f"union({', '.join(g.x(part, names) for part in x[1:])})"


def _rank(g: Generator, x: Expr, names: Names) -> str:
    members = g.x(x[1], names)
    keys = [f"({g.key(x[2], key, names)}, {whole(int(ascending))})" for key, ascending in x[3:]]
    return f"rank({', '.join([members, *keys])})"


def _best(g: Generator, x: Expr, names: Names) -> str:
    return f"best({g.x(x[1], names)}, {g.key(x[2], x[3], names)}, {whole(int(x[4]))})"


def _flat(g: Generator, x: Expr, names: Names) -> str:
    flat = _comprehension("tuple(distinct([w for {v} in {s} for w in {b}]))", "{t}.extend({b})")(g, x, names)
    return flat if flat.startswith("tuple(distinct") else f"tuple(distinct({flat}))"


def _can(g: Generator, x: Expr, names: Names) -> str:
    return f"can(S, {whole(x[1])}, {g.x(x[2], names)}, {g.values(x[3:], names)})"


def _function(g: Generator, x: Expr, names: Names) -> str:
    return g.function(x[1], [g.x(part, names) for part in x[2:]])


def _happened(template: str) -> Emit:
    """`template` is filled with a list: a value for each event that fits."""

    def emit(g: Generator, x: Expr, names: Names) -> str:
        verb, period, first = whole(x[1]), whole(x[2]), whole(x[3])
        variables = {first + i: g.fresh(first + i) for i in range(g.machine.library.roles[verb] + 2)}
        inner = {**names, **variables}
        unpacked = ", ".join(variables.values())
        before, cond = g.try_x(x[4], inner)
        before_value, value = g.try_x(x[5], inner) if len(x) > 5 else ([], "1")
        loop = f"for {unpacked} in events(S, {verb}, {period})"
        if not before and not before_value:
            return template.format(f"[{value} {loop} if {cond}]")
        found = g.temporary()
        g.out.append(f"{found} = []")
        inside = [*(f" {line}" for line in before_value), f" {found}.append({value})"]
        g.nest(f"{loop}:", *before, f"if {cond}:", *inside)
        return template.format(found)

    return emit


def _used(g: Generator, x: Expr, names: Names) -> str:
    return f"used(S, {whole(x[1][0])}, {g.values(x[1][1:], names)}, {whole(x[2])})"


_EMIT: dict[str, Emit] = {
    "int": lambda g, x, n: str(whole(x[1])),
    "truth": lambda g, x, n: str(bool(x[1])),
    "value": lambda g, x, n: str(whole(x[1])),
    "none": lambda g, x, n: "-1",
    "empty": lambda g, x, n: "()",
    "set": _set,
    "local": _local,
    "game": lambda g, x, n: "0",
    "players": lambda g, x, n: "players(S)",
    "active": lambda g, x, n: "S.active",
    "all": _all,
    "is": _call("(KIND[{0}] in BELOW[{1}])", 1),
    "attr": _attr,
    "base": _call("S.columns[{0}][{1}]", 2),
    "owner": _call("OWNER[{0}]", 1),
    "name": _call("NAMED[{0}]", 1),
    "card": _call("CARD[{0}]", 1),
    "holder": _call("holder(S, {0})", 1),
    "parent": _call("S.parent[{0}]", 1),
    "within": _call("within(S, {0}, {1})", 1),
    "in": _call("is_in(S, {0}, {1})", 1, 2),
    "in-any": _call("in_any(S, {0}, {1})", 1, 2),
    "contents": _call("S.kids[{0}]", 1),
    "inside": _inside,
    "all-in": _call("all_in(S, {0}, {1})", 2),
    "place": _call("PLACE[{0}]({1}, -1)", 2),
    "parts": _call("PARTS[{0}]({1}, ())", 2),
    "members": _call("MEMBERS[{0}]", 1),
    "listed": _call("LISTED[{0}]({1}, ())", 2),
    "groups": _call("GROUPS[{0}]({1}, ())", 2),
    "index": _call("index(S, {0})", 1),
    "x": _call("X[{0}]", 1),
    "y": _call("Y[{0}]", 1),
    "beside": _call("BESIDE[{0}]", 1),
    "shift": _call("shift({0}, {1}, {2}, {3})", 1),
    "face": _call("S.face[{0}]", 1),
    "left": _call("next_player(S, {0}, 1)", 1),
    "right": _call("next_player(S, {0}, -1)", 1),
    "sees": _call("sees(S, {0}, {1})", 1, 2),
    "order": _call("order(S, {0}, {1})", 1, 2),
    "filter": _comprehension("tuple([{v} for {v} in {s} if {b}])", "if {b}: {t}.append({v})"),
    "first-where": _search("-1", "if {b}: {t} = {v}; break"),
    "map": _comprehension("tuple([{b} for {v} in {s}])", "{t}.append({b})"),
    "flat": _flat,
    "union": _union,
    "inter": _call("inter({0}, {1})", 1, 2),
    "minus": _call("minus({0}, {1})", 1, 2),
    "single": _call("tuple([e for e in ({0},) if e >= 0])", 1),
    "count": _call("len({0})", 1),
    "sum": _call("sum({0})", 1),
    "max": _call("max({0}, default=0)", 1),
    "min": _call("min({0}, default=0)", 1),
    "distinct": _call("tuple(distinct({0}))", 1),
    "any": _search("False", "if {b}: {t} = True; break"),
    "every": _search("True", "if not {b}: {t} = False; break"),
    "member": _member,
    "subset": _call("set({0}).issubset({1})", 1, 2),
    "first": _call("({0} or NONE)[0]", 1),
    "last": _call("({0} or NONE)[-1]", 1),
    "position": _call("position({0}, {1})", 1, 2),
    "nth": _call("nth({0}, {1})", 1, 2),
    "take": _call("{0}[:max({1}, 0)]", 1, 2),
    "drop": _call("{0}[max({1}, 0):]", 1, 2),
    "last-n": _call("{0}[::-1][:max({1}, 0)][::-1]", 1, 2),
    "reverse": _call("{0}[::-1]", 1),
    "rank": _rank,
    "best": _best,
    "range": _call("range_of({0}, {1})", 1, 2),
    "add": _call("({0} + {1})", 1, 2),
    "sub": _call("({0} - {1})", 1, 2),
    "mul": _call("mul({0}, {1})", 1, 2),
    "neg": _call("(-{0})", 1),
    "div": _call("div({0}, {1})", 1, 2),
    "div-up": _call("div_up({0}, {1})", 1, 2),
    "mod": _call("mod({0}, {1})", 1, 2),
    "abs": _call("abs({0})", 1),
    "larger": _call("max({0}, {1})", 1, 2),
    "smaller": _call("min({0}, {1})", 1, 2),
    "eq": _equality("==", "equal"),
    "ne": _equality("!=", "not equal"),
    "lt": _call("({0} < {1})", 1, 2),
    "le": _call("({0} <= {1})", 1, 2),
    "gt": _call("({0} > {1})", 1, 2),
    "ge": _call("({0} >= {1})", 1, 2),
    "and": _joined("and", "True"),
    "or": _joined("or", "False"),
    "not": _call("(not {0})", 1),
    "if": _if,
    "call": _function,
    "formula": _call("formula(S, {0}, {1}, {2})", 2, 3),
    "can": _can,
    "chooser": lambda g, x, names: f"chooser(S, {whole(x[1])}, {g.x(x[2], names)})",
    "happened": _happened("len({})"),
    "happened-sum": _happened("sum({})"),
    "happened-map": _happened("tuple({})"),
    "period": _call("period(S, {0})"),
    "period-who": _call("period_who(S, {0})"),
    "period-role": _call("period_role(S, {0}, {1})"),
    "used": _used,
    "over": lambda g, x, n: "S.over",
    "winners": lambda g, x, n: "S.winners",
}
