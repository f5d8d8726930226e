"""Words that are defined by themselves: *A field is joined to another field if this field is next to that field, or
next to a field that is joined to that field.*

In: a compiled definition that asks for its own word.  Out: one that goes from thing to thing until nothing new is
found, so that it comes to an end.  The word then fits what must be so by its definition, and nothing else: two fields
with no chain of fields between them are not joined.

That is so only of a word that says once what leads to the next thing: of one of its things, the others staying what
they are, neither under a negation nor in an amount, and something else besides, with which a chain begins.  Everything
else is left as it is, for `circles.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from toolkit.compile.base import build
from toolkit.program.chains import calls, circles, parts, rewritten
from toolkit.program.expression import LOOPS, Expr
from toolkit.program.memory import Memory
from toolkit.program.ruleset import Function

Functions = list[Function]
EMPTY: Expr = ("empty",)


class Unfit(Exception):
    """What a word says of itself is more than what leads to the next thing."""


def close(functions: Functions, memory: Memory) -> None:
    """In place: every word that can be found out by going from thing to thing."""
    graph = dict(enumerate(memory.each("called", functions, calls)))
    for circle in circles(graph):
        one_another = {each for each in _after(circle[0], graph) if circle[0] in _after(each, graph)}
        for number in sorted(one_another, reverse=True):  # the word of several definitions is the last
            try:
                functions[number] = _closed(number, functions, one_another)
            except Unfit:
                continue
            break


def _after(number: int, graph: Mapping[int, Sequence[int]]) -> set[int]:
    """What a function asks, and what those ask."""
    found, waiting = set[int](), [number]
    while waiting:
        more = [each for each in graph[waiting.pop()] if each not in found]
        found.update(more)
        waiting += more
    return found


def _closed(number: int, functions: Functions, circle: set[int]) -> Function:
    """The function, which asks for itself no more."""
    whole = _whole(number, functions, circle - {number})
    whole = replace(whole, body=_one_by_one(whole.body, number))
    slot, last = whole.locals, whole.locals + 1
    at = {_led(call, whole) for call in _asked(whole.body, number)}
    if len(at) != 1:
        raise Unfit
    (thing,) = at
    step = build.substitute(_next(whole.body, number, thing), thing, build.local(slot))
    found = ("closure", ("single", build.local(thing)), slot, step)
    known = build.substitute(_without(whole.body, number), thing, build.local(last))
    if known == build.FALSE:  # a chain that nothing begins
        raise Unfit
    return replace(whole, body=("any", found, last, known), locals=last + 1)


def _whole(number: int, functions: Functions, others: set[int]) -> Function:
    """The function with those of its circle written out in it, which are about the same things."""
    writing = _Writing(functions[number], functions, others, functions[number].locals)
    return replace(writing.whole, body=writing.out(writing.whole.body), locals=writing.size)


@dataclass
class _Writing:
    """Definitions are written out in one of their circle.  `size`: its locals."""

    whole: Function
    functions: Functions
    others: set[int]
    size: int

    def out(self, expr: Expr) -> Expr:
        """With the others written out."""
        if expr[0] != "call" or expr[1] not in self.others:
            return (expr[0], *(rewritten(part, self.out) for part in expr[1:]))
        first = self.whole.arguments
        if list(expr[2:]) != [build.local(n) for n in range(first)]:
            raise Unfit
        inner, more = self.functions[expr[1]], self.size - first
        self.size += inner.locals - inner.arguments
        return _moved(inner.body, first, more)


def _moved(expr: Expr, first: int, by: int) -> Expr:
    """The locals from `first` on have other numbers."""
    moved = partial(_moved, first=first, by=by)
    if expr[0] == "local" and expr[1] >= first:
        return build.local(expr[1] + by)
    if expr[0] in LOOPS:
        members, slot, *rest = expr[1:]
        return (expr[0], moved(members), slot + by, *(rewritten(each, moved) for each in rest))
    if expr[0].startswith("happened"):
        raise Unfit
    return (expr[0], *(rewritten(part, moved) for part in expr[1:]))


def _one_by_one(expr: Expr, number: int) -> Expr:
    """*One of the fields that are joined …*: a field that is one, and is joined …."""
    match expr:
        case (("and" | "or") as op, *several):
            return (op, *(_one_by_one(each, number) for each in several))
        case ("any", ("filter", members, slot, condition), one, asked) if any(_asked(condition, number)):
            both = build.both(condition, build.substitute(asked, one, build.local(slot)))
            return _one_by_one(("any", members, slot, both), number)
        case ("any", members, slot, condition):
            return ("any", members, slot, _one_by_one(condition, number))
    return expr


def _asked(expr: Expr, number: int) -> Iterator[Expr]:
    """Where it asks for itself."""
    if expr[0] == "call" and expr[1] == number:
        yield expr
    for part in parts(expr):
        yield from _asked(part, number)


def _led(call: Expr, function: Function) -> int:
    """Which of its things is another one where it asks for itself."""
    others = [n for n, each in enumerate(call[2:]) if each != build.local(n)]
    if len(others) != 1 or len(call) - 2 != function.arguments:
        raise Unfit
    return others[0]


def _next(expr: Expr, number: int, thing: int) -> Expr:
    """For what it must be so, that it be so of this: a set."""
    if not any(_asked(expr, number)):
        return EMPTY
    match expr:
        case ("call", one, *given) if one == number and not any(_asked(given[thing], number)):
            return ("single", given[thing])
        case ("or", *several):
            return _union([_next(each, number, thing) for each in several])
        case ("and", *several):
            first, *more = [each for each in several if any(_asked(each, number))]
            if not more:
                rest = build.both(*(each for each in several if each is not first))
                return _where(_next(first, number, thing), rest)
        case ("any", members, slot, condition) if not any(_asked(members, number)):
            found = _next(condition, number, thing)
            if found[0] == "if" and found[2:] == (("single", build.local(slot)), EMPTY):
                return build.where(members, slot, found[1])
            return ("flat", members, slot, found)
    raise Unfit


def _where(found: Expr, condition: Expr) -> Expr:
    """The set, if something else is so, too."""
    if found[0] == "filter":
        return build.where(found[1], found[2], build.both(condition, found[3]))
    return ("if", condition, found, EMPTY)


def _union(sets: Sequence[Expr]) -> Expr:
    found = [each for each in sets if each != EMPTY]
    return found[0] if len(found) == 1 else ("union", *found)


def _without(expr: Expr, number: int) -> Expr:
    """What is so without it."""
    if not any(_asked(expr, number)):
        return expr
    match expr:
        case ("or", *several):
            return build.either(*(_without(each, number) for each in several))
        case ("and", *several):
            return build.both(*(_without(each, number) for each in several))
        case ("any", members, slot, condition):
            rest = _without(condition, number)
            return build.FALSE if rest == build.FALSE else ("any", members, slot, rest)
    return build.FALSE  # where it asks itself: `_next` knows all other forms
