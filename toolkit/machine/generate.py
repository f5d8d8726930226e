"""Generated code: all instructions between two stops as one Python function, expressions inside it.

The text that is compiled holds slot numbers, indices and names of this module's own, never a string of an
author: operands are numbers or expressions (`whole` refuses anything else).  What it means is in
`interpret.py` and `plain.py`; tests compare them.  Functions are compiled when they first run.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache, partial
from types import CodeType
from typing import Any, TypeVar

from toolkit.kernel.changes import EVERYTHING
from toolkit.kernel.state import State
from toolkit.machine import plain, quick
from toolkit.machine.asking import asking, replacing
from toolkit.machine.cost import HEAVY, UNIT, Costs
from toolkit.machine.effects import Evaluate
from toolkit.machine.emit import EMIT, Names, of_things
from toolkit.machine.event import Events
from toolkit.machine.generated import TABLES, hoisted, unfrozen, whole
from toolkit.machine.instructions import Instructions
from toolkit.machine.library import Library
from toolkit.machine.lift import Lift, Lifted
from toolkit.machine.meter import MANY
from toolkit.machine.plain import Step
from toolkit.program.expression import SINGLE, TRUTHS, Expr, locals_of
from toolkit.program.instruction import Instr
from toolkit.program.order import arbitrary

T = TypeVar("T")

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


class Generator:
    """Makes functions for one machine."""

    def __init__(self, machine: Instructions) -> None:
        self.machine = machine
        self.model = machine.model
        self.functions: set[int] = set()
        self.inlining: list[int] = []
        self.single: set[str] = set()  # variables that never hold a set
        self.truths: set[str] = set()  # those that hold True or False
        self.counter = 0
        self.costs = Costs(machine.model, machine.ruleset)
        self.lift = Lift(self.costs)
        self.out: list[str] = []
        self.stored: dict[Any, str] = {}  # variables that have a value where the next line will stand
        self.front: tuple[list[str], dict[Any, str]] | None = (
            None  # of the outermost loop: lines before it, stored
        )
        self.sharing = False  # whether parts of what is written now have variables of their own
        library, model = machine.library, machine.model
        self.code: tuple[Instr, ...] = ()
        self.at: tuple[int, ...] = ()  # the sentences of that code
        self.asks = [self.ask(verb) for verb in range(len(machine.verbs))]
        self.replaces = [self.replace(verb) for verb in range(len(machine.verbs))]
        self.names: dict[str, Any] = {
            "OWNER": model.owner, "NAMED": model.named,
            "CARD": model.card, "KIND": model.kind, "MEMBERS": model.members, "BESIDE": model.beside,
            "X": model.x, "Y": model.y, "NONE": (-1,),
            "ALL": model.all_of,
            "attribute": machine.attribute, "left": machine.left.value, "can": machine.can, "chooser": machine.chooser,
            "m": machine, "kernel": machine.kernel,
            "players": library.players, "all_of": library.all_of, "within": library.within,
            "holder": library.holder, "is_in": library.is_in, "inside": library.inside,
            "in_any": library.in_any, "stirred": library.stirred, "all_in": library.all_in, "belongs": library.belongs,
            "index": library.index, "next_player": library.next_player,
            "sees": library.sees, "order": library.order, "inter": Library.inter, "minus": Library.minus,
            "union": library.union, "pair": Library.pair, "flat": library.flat, "closure": library.closure,
            "bounded": library.bounded,
            "single": Library.single, "nth": Library.nth, "position": Library.position, "rank": Library.rank,
            "best": Library.best, "div": Library.div, "div_up": Library.div_up, "mod": Library.mod,
            "equal": Library.equal, "mul": library.mul, "range_of": library.range,
            "meter": machine.meter, "guard": machine.meter.guard, "charge": machine.meter.charge,
            "events": library.events, "used": library.used, "fresh": machine.kept.fresh,
            "period": Library.period, "period_who": Library.period_who, "period_role": Library.period_role,
            "distinct": dict.fromkeys, "propose": machine.propose,
            "fair": machine.fair, "branch": machine.branch,
            "choose_one": machine.choose_one, "choose_some": machine.choose_some,
        }  # fmt: skip

    # --- Entry points ---------------------------------------------------------------------------------------

    def expression(self, expr: Expr) -> Evaluate:
        """A function of state and locals."""
        try:
            return self.define(self.lambda_("made", "S, L", expr, {}))
        except TOO_DEEP:
            self.abandon()
            evaluate = self.machine.interpreter.evaluate
            return lambda state, locals: evaluate(expr, state, locals)

    def program(self, code: tuple[Instr, ...], at: tuple[int, ...]) -> list[Step]:
        """For each instruction that can be entered a function that runs from there; the others are never called.  `at`:
        the sentences of the instructions.
        """
        entries = {0} | {pc for pc, instr in enumerate(code) if instr[0] in STOPS}
        for pc, instr in enumerate(code):
            entries |= _targets(instr)
            if instr[0] not in ("let", "unless", "jump", "each", "random", "use", "later"):
                entries.add(pc + 1)
        entries.discard(len(code))
        steps: list[Step] = [_unreachable] * len(code)
        for pc in entries:
            steps[pc] = self.lazy(code, at, pc, entries, steps)
        machine = self.machine
        steps.append(lambda state, frame, locals: machine.fall(state, frame))
        return steps  # the same list: `lazy` puts what it compiled into it

    def lazy(
        self, code: tuple[Instr, ...], at: tuple[int, ...], pc: int, entries: set[int], steps: list[Step]
    ) -> Step:
        """Compiled when it first runs."""

        def first(state: Any, frame: Any, locals: Any) -> int:
            self.at = at
            try:
                steps[pc] = self.define(self.block(code, pc, entries))
            except TOO_DEEP:
                self.abandon()
                steps[:] = plain.steps(self.machine, code)
            return steps[pc](state, frame, locals)

        return first

    def define(self, source: str) -> Callable[..., Any]:
        # The source is made of numbers and of this module's names only: see `whole`.
        space: dict[str, Any] = {}
        exec(_compiled(source), self.names, space)  # noqa: S102
        return space["made"]

    # --- Instructions ---------------------------------------------------------------------------------------

    def block(self, code: tuple[Instr, ...], start: int, entries: set[int]) -> str:
        lines = ["def made(S, F, L):"]
        self.code = code
        pc, written = start, set[int]()
        while True:
            if pc >= len(code) or pc in written or (pc in entries and len(written) >= LONGEST):
                lines.append(f" return {pc}")
                break
            written.add(pc)
            if (
                code[pc][0] == "jump"
            ):  # what is done there is written here, too; what is here already begins anew
                pc = whole(code[pc][1])
                continue
            before, (body, ends) = self.capture(partial(self.instruction, code[pc], pc))
            if _ASKS.search(" ".join([*before, *body])):
                lines.append(" S.asked = {}")
            lines += [f" {line}" for line in (*hoisted(before), *hoisted(body, TABLES))]
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
                return [
                    f"if not {x(cond)}{self.machine.secrecy.unless(self.code, pc)}: return {whole(target)}"
                ], False
            case ("each", *_):
                return self.loop_head(instr, pc), False
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
                operands = f"{x(who)}, {self.values(roles, {})}, {whole(slot)}, {self.sentence(pc)}"
                return [after, *keep(f"{self.doing(verb)}(S, F, {operands})", slot)], False
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
                entering = f"m.enter(S, {whole(period)}, {x(who)}, {self.values(roles, {})})"
                return [after, entering, *self.settling()], False
            case ("leave", period):
                return [after, f"m.leave(S, {whole(period)})", *self.settling()], False
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

    def settling(self) -> list[str]:
        """Watches, after a change that was no event."""
        most = whole(self.machine.watched_for)
        return [f"if S.changed & {most} and m.settle(S): return -1"] if most else []

    def sentence(self, pc: int) -> int:
        """The sentence of an instruction; -1."""
        return whole(self.at[pc]) if pc < len(self.at) else -1

    def loop_head(self, instr: Instr, pc: int) -> list[str]:
        _, members, count, slot, target = instr
        asking = self.machine.secrecy.asking(self.code, pc)
        over, one = ("F[5] = (); ", "m.secrecy.member(F, s[i])") if asking else ("", "s[i]")
        begun = []
        if asking:
            begun = [f"if not i: s = m.passes(S, F[0], {pc}, L)"]
        elif arbitrary(("local", members), self.code, self.machine.ruleset.functions):
            begun = [f"if not i: s = L[{members}] = fair(S, s)"]
        return [
            f"i = L[{whole(count)}]; s = L[{whole(members)}]",
            *begun,
            f"if i >= len(s): {over}return {whole(target)}",
            f"L[{whole(slot)}] = {one}; L[{whole(count)}] = i + 1",
        ]

    # --- Expressions ----------------------------------------------------------------------------------------

    def x0(self, expr: Expr) -> str:
        return self.x(expr, {})

    def fresh(self, slot: int) -> str:
        self.counter += 1
        return f"v{whole(slot)}_{self.counter}"

    def member_of(self, slot: int, items: Expr) -> str:
        """A variable for the members of a set; what several have chosen is a set of sets."""
        name = self.fresh(slot)
        if of_things(items):
            self.single.add(name)
        return name

    def values(self, exprs: Any, names: Names) -> str:
        made = [self.x(expr, names) for expr in exprs]
        return f"({', '.join(made)}{',' if len(made) == 1 else ''})"

    def x(self, expr: Expr, names: Names) -> str:
        """The Python expression of an expression, in parentheses where needed; what must run before it goes
        to `out`.
        """
        return EMIT[expr[0]](self, expr, names)

    def capture(self, make: Callable[[], T]) -> tuple[list[str], T]:
        """What `make` gives, and the lines that must run before it."""
        outer, self.out = (self.out, self.stored, self.sharing), []
        self.stored, self.sharing = self.stored.copy(), False
        made = make()
        inner = self.out
        self.out, self.stored, self.sharing = outer
        return inner, made

    def try_x(self, expr: Expr, names: Names) -> tuple[list[str], str]:
        return self.capture(lambda: self.x(expr, names))

    def abandon(self) -> None:
        """What was begun is not finished."""
        self.out, self.stored, self.sharing, self.inlining, self.front = [], {}, False, [], None

    def nest(self, header: str, *lines: str) -> None:
        self.out.append(header)
        self.out += [f" {line}" for line in lines]

    def temporary(self) -> str:
        self.counter += 1
        return f"t{self.counter}"

    def is_truth(self, expr: Expr) -> bool:
        """Whether its value is True or False, and no other that counts as one of them."""
        for _ in range(INLINE_DEPTH):
            if expr[0] != "call":
                break
            expr = self.machine.ruleset.functions[expr[1]].body
        return expr[0] in TRUTHS

    def is_kind(self, kind: int) -> str:
        """The name of a table that tells for each entity whether it is of a kind."""
        name = f"is{whole(kind)}"
        if name not in self.names:
            below = self.model.below[kind]
            self.names[name] = tuple([each in below for each in self.model.kind])
        return name

    def table(self, name: str, number: int, known: dict[int, Any], nothing: Any) -> str:
        """The name of a table that has for each entity, and for none, what is known of it."""
        name = f"{name}{whole(number)}"
        if name not in self.names:
            each = [*range(self.model.count), -1]
            self.names[name] = [known.get(entity, nothing) for entity in each]
        return name

    def formulas(self, field: int) -> str:
        """The name of a table that has for each entity what its sentence field comes to, as a function."""
        numbers = self.machine.ruleset.formulas[field]
        name = self.table("formula", field, {}, _nothing)
        table: list[Any] = self.names[name]

        def later(entity: int, number: int) -> Callable[..., Any]:
            def first(*arguments: Any) -> Any:
                function = self.named(number)
                value = self.names[function](*arguments)
                table[entity] = self.names[function]
                return value

            return first

        for entity, number in numbers.items():
            if table[entity] is _nothing:
                table[entity] = later(entity, number)
        return name

    def members(self, expr: Expr, body: Expr, names: Names) -> str:
        """The members that a loop goes through, watched where that may take long."""
        members, cost = unfrozen(self.x(expr, names)), self.costs.of(body)
        size = self.costs.size(expr)
        most = self.machine.limits.members
        heavy = cost * size >= HEAVY or size > most or most < MANY  # how large a set is, is only guessed
        return f"guard({members}, {min(cost, UNIT)})" if heavy else members

    def lifted(self, loop: Expr, names: Names) -> tuple[Expr, Names]:
        """A loop without what is the same in each round, which then stands before it."""
        body, found = self.lift.out_of(loop[3], loop[2])
        return (*loop[:3], body, *loop[4:]), self.before_loop(found, names)

    def before_loop(self, found: Lifted, names: Names) -> Names:
        """Variables with the values of what was taken out of a loop."""
        outer, self.sharing = self.sharing, True
        values = {slot: self.store(expr, names) for expr, slot in found.items()}
        self.sharing = outer
        return {**names, **values}

    def store(self, expr: Expr, names: Names) -> str:
        """A variable with the value of an expression: the one that has it, if this was asked before."""
        key = self.asked_already(expr, names)
        if key not in self.stored:
            self.stored[key] = self.variable(self.x(expr, names))
        name = self.stored[key]
        if expr[0] in SINGLE:
            self.single.add(name)
        if self.is_truth(expr):
            self.truths.add(name)
        return name

    def asked_already(self, expr: Expr, names: Names) -> tuple[Any, ...]:
        """What tells an expression from all others, in `stored`."""
        return expr, *[names.get(slot, "") for slot in sorted(locals_of(expr))]

    @contextmanager
    def looping(self) -> Iterator[None]:
        """What is written now is the body of a loop, whose head follows."""
        outer = self.front
        self.front = outer or (self.out, self.stored)
        yield
        self.front = outer

    def before_loops(self, value: str) -> str:
        """What is the same whatever loops go through: before the outermost of them, a variable."""
        if self.front is None:
            return value
        out, stored = self.front
        if value not in stored:
            stored[value] = self.temporary()
            out.append(f"{stored[value]} = {value}")
        return stored[value]

    def variable(self, value: str) -> str:
        """A variable with this value: the one that has it, if this was asked before."""
        if value.isidentifier():
            return value
        if value not in self.stored:
            self.stored[value] = self.temporary()
            self.out.append(f"{self.stored[value]} = {value}")
        return self.stored[value]

    def lambda_(self, name: str, parameters: str, body: Expr, names: Names) -> str:
        before, value = self.try_x(body, names)
        if self.costs.of(body) >= HEAVY:
            before = [f"charge({UNIT})", *before]
        if parameters == "S, L" and _ASKS.search(" ".join([*before, value])):
            before = ["S.asked = {}", *before]
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

    def asking(self, verb: int) -> str:
        """The name of `proposable` of a verb."""
        name = f"ask{whole(verb)}"
        if name not in self.names:
            self.names[name] = self.asks[verb]
        return name

    def ask(self, verb: int) -> quick.Ask:
        """`proposable` of a verb.  It is compiled when it is first asked: verbs may ask for one another."""

        def first(state: State, who: int, roles: tuple[Any, ...]) -> bool:
            info = self.machine.verbs[verb]
            plainly: quick.Ask = lambda state, who, roles: Events.proposable(
                self.machine, state, info, who, roles
            )
            made = self.asks[verb] = self.about(verb, asking, len(roles), plainly)
            self.names[f"ask{verb}"] = made
            return made(state, who, roles)

        return first

    def replace(self, verb: int) -> quick.Ask:
        """`replaceable` of a verb, likewise."""

        def first(state: State, who: int, roles: tuple[Any, ...]) -> bool:
            made = self.replaces[verb] = self.about(verb, replacing, len(roles), lambda *_: True)
            return made(state, who, roles)

        return first

    def about(
        self, verb: int, text: Callable[[Generator, int, int], str], roles: int, plainly: quick.Ask
    ) -> quick.Ask:
        """A function of a verb."""
        self.inlining = []
        try:
            return self.define(text(self, verb, roles))
        except TOO_DEEP:
            self.abandon()
            return plainly

    def doing(self, verb: int) -> str:
        """The name of `propose` of a verb."""
        name = f"do{whole(verb)}"
        if name not in self.names:
            self.names[name] = quick.doing(self.machine, verb, self.asks, self.replaces)
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
        self.inlining = [number]
        return self.positional(function.body, function.arguments)

    def positional(self, body: Expr, count: int) -> Callable[..., Any]:
        """A function of state and so many arguments, for an expression over as many locals."""
        known = {slot: f"a{slot}" for slot in range(count)}
        heading = ", ".join(["S", *known.values()])
        try:
            return self.define(self.lambda_("made", heading, body, known))
        except TOO_DEEP:
            self.abandon()
            read = self.machine.interpreter
            return lambda state, *arguments: read.evaluate(body, state, list(arguments))
        finally:
            self.inlining = []

    def answered(self, expr: Expr, slot: int, known: Names) -> str:
        """A variable with the value of an expression that depends on nothing but who asks: kept until something changes
        that it reads, or while this instruction asks.
        """
        before, value = self.try_x(expr, known)
        name = self.temporary()
        if expr[0] == "place" and Costs.cheap(expr[2]):
            self.out.append(f"{name} = {value}")
            return name
        reads = self.machine.reader.of_whoever_asks(expr)
        if reads == EVERYTHING:
            self.out.append(f"{name} = S.asked.get(({whole(slot)}, who))")
            self.nest(f"if {name} is None:", *before, f"{name} = S.asked[{whole(slot)}, who] = {value}")
            return name
        table, number = self.temporary(), whole(self.machine.kept.number("asked", reads))
        self.out += ["if S.stale: fresh(S)", f"{table} = S.kept[{number}]"]
        self.out.append(f"{name} = {table}.get(({whole(slot)}, who))")
        self.nest(f"if {name} is None:", *before, f"{name} = {table}[{whole(slot)}, who] = {value}")
        return name


@lru_cache(maxsize=4096)
def _compiled(source: str) -> CodeType:
    """Machines of one pack (for other players or options, other examples) have most of their code in common."""
    return compile(source, "<generated>", "exec")


_ASKS = re.compile(r"\b(?:(?:ask\d+|can|f\d+)\(|formula\d+\[)")
"""Calls of what may ask whether a verb can be done."""


def _targets(instr: Instr) -> set[int]:
    match instr:
        case ("jump", target) | ("unless", _, target) | ("each", _, _, _, target) | ("skip", _, target):
            return {target}
        case ("branch", _, _, branches, target):
            return {target, *(branch[1] for branch in branches)}
    return set()


def _nothing(state: Any, who: int, component: int) -> int:
    """What a sentence field comes to that is not there."""
    return 0


def _unreachable(state: Any, frame: Any, locals: Any) -> int:
    raise RuntimeError("a frame stands where no program can be entered")
