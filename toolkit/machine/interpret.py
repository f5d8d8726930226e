"""Expressions, read one node at a time: the plain meaning of `toolkit.program.expression`.

The reference: slow, short, and what generated code (`generate.py`) is compared with.  Also evaluates
expressions that are asked once.  `Context` is what both need of a machine.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from toolkit.kernel.model import Model
from toolkit.kernel.state import State
from toolkit.machine.left import Left
from toolkit.machine.library import Library
from toolkit.machine.meter import Meter
from toolkit.program.expression import Expr
from toolkit.program.ruleset import Ruleset

Locals = list[Any]


FEW = 20
"""Operations that one round of a loop takes here, about."""


class Context(Protocol):
    """What expressions need beyond model and state."""

    model: Model
    ruleset: Ruleset
    library: Library
    meter: Meter
    left: Left

    def attribute(self, state: State, attribute: int, entity: int) -> int: ...

    def can(self, state: State, verb: int, who: int, roles: tuple[Any, ...]) -> bool: ...

    def chooser(self, state: State, verb: int, who: int) -> int: ...


class Interpreter:
    """`evaluate(expr, state, locals)`; `locals` is never changed."""

    def __init__(self, context: Context) -> None:
        self.context = context

    def evaluate(self, expr: Expr, state: State, locals: Locals) -> Any:
        return _TABLE[expr[0]](self, expr, state, locals)

    def bind(self, locals: Locals, slot: int, *values: Any) -> Locals:
        new = list(locals) + [0] * (slot + len(values) - len(locals))
        new[slot : slot + len(values)] = values
        return new

    def function(self, number: int, arguments: list[Any], state: State) -> Any:
        function = self.context.ruleset.functions[number]
        self.context.meter.charge(FEW)
        return self.evaluate(function.body, state, arguments + [0] * (function.locals - len(arguments)))

    def formula(self, field: int, component: int, who: int, state: State) -> Any:
        number = self.context.ruleset.formulas[field].get(component)
        return 0 if number is None else self.function(number, [who, component], state)

    def each(self, expr: Expr, state: State, locals: Locals, body: Expr) -> list[tuple[Any, Any]]:
        """Members of `expr[1]`, each with the value of `body` for it."""
        members = self.context.meter.guard(self.evaluate(expr[1], state, locals), FEW)
        return [(e, self.evaluate(body, state, self.bind(locals, expr[2], e))) for e in members]


def _and(i: Interpreter, x: Expr, s: State, v: Locals) -> bool:
    return all(i.evaluate(c, s, v) for c in x[1:])


def _or(i: Interpreter, x: Expr, s: State, v: Locals) -> bool:
    return any(i.evaluate(c, s, v) for c in x[1:])


def _rank(i: Interpreter, x: Expr, s: State, v: Locals) -> Any:
    keys = [(lambda e, k=k: i.evaluate(k, s, i.bind(v, x[2], e)), ascending) for k, ascending in x[3:]]
    return i.context.library.rank(i.evaluate(x[1], s, v), *keys)


def _closure(i: Interpreter, x: Expr, s: State, v: Locals) -> Any:
    start = i.context.meter.guard(i.evaluate(x[1], s, v), FEW)
    return i.context.library.closure(start, lambda e: i.evaluate(x[3], s, i.bind(v, x[2], e)))


def _best(i: Interpreter, x: Expr, s: State, v: Locals) -> Any:
    return i.context.library.best(
        i.evaluate(x[1], s, v), lambda e: i.evaluate(x[3], s, i.bind(v, x[2], e)), x[4]
    )


def _happened(i: Interpreter, x: Expr, s: State, v: Locals) -> list[Any]:
    """For each event for which the condition holds: the value of the fifth operand (1 without one)."""
    found = []
    for event in i.context.library.events(s, x[1], x[2]):
        inner = i.bind(v, x[3], *event)
        if i.evaluate(x[4], s, inner):
            found.append(i.evaluate(x[5], s, inner) if len(x) > 5 else 1)
    return found


def _values(i: Interpreter, items: Any, s: State, v: Locals) -> list[Any]:
    return [i.evaluate(item, s, v) for item in items]


def _two(f: Callable[[Any, Any], Any]) -> Callable[..., Any]:
    return lambda i, x, s, v: f(i.evaluate(x[1], s, v), i.evaluate(x[2], s, v))


def _one(f: Callable[[Any], Any]) -> Callable[..., Any]:
    return lambda i, x, s, v: f(i.evaluate(x[1], s, v))


def _table(name: str) -> Callable[..., Any]:
    """The table of the model with that name, at x."""
    return lambda i, x, s, v: getattr(i.context.model, name)[i.evaluate(x[1], s, v)]


_TABLE: dict[str, Callable[..., Any]] = {
    "int": lambda i, x, s, v: x[1],
    "truth": lambda i, x, s, v: bool(x[1]),
    "value": lambda i, x, s, v: x[1],
    "none": lambda i, x, s, v: -1,
    "empty": lambda i, x, s, v: (),
    "set": lambda i, x, s, v: tuple(x[1:]),
    "local": lambda i, x, s, v: v[x[1]],
    "game": lambda i, x, s, v: 0,
    "players": lambda i, x, s, v: i.context.library.players(s),
    "active": lambda i, x, s, v: s.active,
    "all": lambda i, x, s, v: i.context.library.all_of(s, x[1]),
    "is": lambda i, x, s, v: i.context.model.kind[i.evaluate(x[1], s, v)] in i.context.model.below[x[2]],
    "kind": _table("kind"),
    "attr": lambda i, x, s, v: i.context.attribute(s, x[1], i.evaluate(x[2], s, v)),
    "attr-left": lambda i, x, s, v: i.context.left.value(s, x[1], i.evaluate(x[2], s, v)),
    "attr-for": lambda i, x, s, v: i.context.attribute(
        s, x[1], i.evaluate(x[2], s, v), i.evaluate(x[3], s, v)
    ),
    "base": lambda i, x, s, v: s.columns[x[1]][i.evaluate(x[2], s, v)],
    "owner": _table("owner"),
    "name": _table("named"),
    "card": _table("card"),
    "holder": lambda i, x, s, v: i.context.library.holder(s, i.evaluate(x[1], s, v)),
    "parent": lambda i, x, s, v: s.parent[i.evaluate(x[1], s, v)],
    "within": lambda i, x, s, v: i.context.library.within(s, i.evaluate(x[1], s, v), x[2]),
    "in": lambda i, x, s, v: i.context.library.is_in(s, i.evaluate(x[1], s, v), i.evaluate(x[2], s, v)),
    "contents": lambda i, x, s, v: s.kids[i.evaluate(x[1], s, v)],
    "in-any": lambda i, x, s, v: i.context.library.in_any(s, i.evaluate(x[1], s, v), i.evaluate(x[2], s, v)),
    "all-in": lambda i, x, s, v: i.context.library.all_in(s, x[1], i.evaluate(x[2], s, v)),
    "inside": lambda i, x, s, v: i.context.library.inside(s, i.evaluate(x[1], s, v)),
    "place": lambda i, x, s, v: i.context.library.place(x[1], i.evaluate(x[2], s, v)),
    "parts": lambda i, x, s, v: i.context.library.parts(x[1], i.evaluate(x[2], s, v)),
    "members": _table("members"),
    "listed": lambda i, x, s, v: i.context.model.listed[x[1]].get(i.evaluate(x[2], s, v), ()),
    "groups": lambda i, x, s, v: i.context.library.groups(x[1], i.evaluate(x[2], s, v)),
    "index": lambda i, x, s, v: i.context.library.index(s, i.evaluate(x[1], s, v)),
    "x": _table("x"),
    "y": _table("y"),
    "beside": _table("beside"),
    "shift": lambda i, x, s, v: i.context.library.shift(i.evaluate(x[1], s, v), x[2], x[3], x[4]),
    "face": lambda i, x, s, v: s.face[i.evaluate(x[1], s, v)],
    "left": lambda i, x, s, v: i.context.library.next_player(s, i.evaluate(x[1], s, v), 1),
    "right": lambda i, x, s, v: i.context.library.next_player(s, i.evaluate(x[1], s, v), -1),
    "sees": lambda i, x, s, v: i.context.library.sees(s, i.evaluate(x[1], s, v), i.evaluate(x[2], s, v)),
    "order": lambda i, x, s, v: i.context.library.order(s, i.evaluate(x[1], s, v), i.evaluate(x[2], s, v)),
    "filter": lambda i, x, s, v: tuple(e for e, holds in i.each(x, s, v, x[3]) if holds),
    "first-where": lambda i, x, s, v: next((e for e, holds in i.each(x, s, v, x[3]) if holds), -1),
    "map": lambda i, x, s, v: tuple(value for _, value in i.each(x, s, v, x[3])),
    "closure": _closure,
    "flat": lambda i, x, s, v: i.context.library.flat(value for _, value in i.each(x, s, v, x[3])),
    "union": lambda i, x, s, v: i.context.library.union(*_values(i, x[1:], s, v)),
    "inter": _two(Library.inter),
    "minus": _two(Library.minus),
    "single": _one(lambda e: (e,) if e >= 0 else ()),
    "count": _one(len),
    "sum": _one(sum),
    "max": _one(lambda t: max(t, default=0)),
    "min": _one(lambda t: min(t, default=0)),
    "distinct": _one(lambda t: tuple(dict.fromkeys(t))),
    "any": lambda i, x, s, v: any(holds for _, holds in i.each(x, s, v, x[3])),
    "every": lambda i, x, s, v: all(holds for _, holds in i.each(x, s, v, x[3])),
    "member": _two(lambda e, t: e in t),
    "subset": _two(lambda a, b: all(e in b for e in a)),
    "first": _one(lambda t: t[0] if t else -1),
    "last": _one(lambda t: t[-1] if t else -1),
    "position": _two(Library.position),
    "nth": _two(Library.nth),
    "take": _two(lambda t, n: t[: max(n, 0)]),
    "drop": _two(lambda t, n: t[max(n, 0) :]),
    "last-n": _two(lambda t, n: t[-n:] if n > 0 else ()),
    "reverse": _one(lambda t: t[::-1]),
    "rank": _rank,
    "best": _best,
    "range": lambda i, x, s, v: i.context.library.range(i.evaluate(x[1], s, v), i.evaluate(x[2], s, v)),
    "add": _two(lambda a, b: a + b),
    "sub": _two(lambda a, b: a - b),
    "mul": lambda i, x, s, v: i.context.library.mul(i.evaluate(x[1], s, v), i.evaluate(x[2], s, v)),
    "neg": _one(lambda a: -a),
    "div": _two(Library.div),
    "div-up": _two(Library.div_up),
    "mod": _two(Library.mod),
    "abs": _one(abs),
    "larger": _two(max),
    "smaller": _two(min),
    "eq": _two(Library.equal),
    "ne": _two(lambda a, b: not Library.equal(a, b)),
    "lt": _two(lambda a, b: a < b),
    "le": _two(lambda a, b: a <= b),
    "gt": _two(lambda a, b: a > b),
    "ge": _two(lambda a, b: a >= b),
    "and": _and,
    "or": _or,
    "not": _one(lambda a: not a),
    "if": lambda i, x, s, v: i.evaluate(x[2] if i.evaluate(x[1], s, v) else x[3], s, v),
    "call": lambda i, x, s, v: i.function(x[1], _values(i, x[2:], s, v), s),
    "formula": lambda i, x, s, v: i.formula(x[1], i.evaluate(x[2], s, v), i.evaluate(x[3], s, v), s),
    "can": lambda i, x, s, v: i.context.can(s, x[1], i.evaluate(x[2], s, v), tuple(_values(i, x[3:], s, v))),
    "chooser": lambda i, x, s, v: i.context.chooser(s, x[1], i.evaluate(x[2], s, v)),
    "happened": lambda i, x, s, v: len(_happened(i, x, s, v)),
    "happened-sum": lambda i, x, s, v: sum(_happened(i, x, s, v)),
    "happened-map": lambda i, x, s, v: i.context.library.bounded(tuple(_happened(i, x, s, v))),
    "period": lambda i, x, s, v: Library.period(s, x[1]),
    "period-who": lambda i, x, s, v: Library.period_who(s, x[1]),
    "period-role": lambda i, x, s, v: Library.period_role(s, x[1], x[2]),
    "used": lambda i, x, s, v: i.context.library.used(s, x[1][0], tuple(_values(i, x[1][1:], s, v)), x[2]),
    "over": lambda i, x, s, v: s.over,
    "winners": lambda i, x, s, v: s.winners,
}
