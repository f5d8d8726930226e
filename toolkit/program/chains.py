"""What an expression is made of; which functions and verbs of a ruleset need which: how long their chains are, and
where one needs itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from toolkit.program.expression import LOOPS, Expr
from toolkit.program.ruleset import Function, Ruleset

Graph = Mapping[int, Iterable[int]]


def parts(expr: Expr) -> Iterator[Expr]:
    """The expressions that an expression is made of."""
    for part in expr[1:]:
        if isinstance(part, tuple) and part:
            if isinstance(part[0], str):
                yield part
            else:
                yield from (each for each in part if isinstance(each, tuple))


def rewritten(part: Any, rewrite: Callable[[Expr], Expr]) -> Any:
    """An operand, an expression or a tuple of operands, with its expressions rewritten."""
    if not isinstance(part, tuple) or not part:
        return part
    if isinstance(part[0], str):
        return rewrite(part)
    return tuple([rewritten(each, rewrite) for each in part])


def free_locals(expr: Expr, ruleset: Ruleset) -> set[int]:
    """The locals that an expression reads and does not bind."""
    match expr:
        case ("local", int(slot)):
            return {slot}
        case (str(op), members, int(slot), *bodies) if op in LOOPS:
            inside = free_locals(("if", *parts(("if", *bodies))), ruleset)
            return free_locals(members, ruleset) | inside - {slot}
        case ("happened" | "happened-sum" | "happened-map", verb, _, int(slot), *bodies):
            bound = range(slot, slot + len(ruleset.verbs[verb].roles) + 2)
            return free_locals(("if", *bodies), ruleset) - set(bound)
    return set().union(*(free_locals(part, ruleset) for part in parts(expr)))


def mentions(expr: Expr, slot: int) -> bool:
    """Whether an expression reads a local."""
    return expr == ("local", slot) or any(mentions(part, slot) for part in parts(expr))


def calls(function: Function) -> list[int]:
    """The functions that a function calls itself."""
    found, waiting = [], [function.body]
    while waiting:
        expr = waiting.pop()
        if expr[0] == "call":
            found.append(int(expr[1]))
        waiting += parts(expr)
    return list(dict.fromkeys(found))


def longest(graph: Graph) -> int:
    """How many stand in the longest chain; one that comes back to itself is not followed further.

    Like all of this module without Python's own stack: chains may be thousands long.
    """
    depths: dict[int, int] = {}
    for start in graph:
        waiting = [(start, False)]
        while waiting:
            at, leaving = waiting.pop()
            if leaving:
                depths[at] = 1 + max((depths.get(each, 0) for each in graph.get(at, ())), default=0)
            elif at not in depths:
                depths[at] = 0
                waiting.append((at, True))
                waiting += [(each, False) for each in graph.get(at, ()) if each not in depths]
    return max(depths.values(), default=0)


def circles(graph: Graph) -> list[list[int]]:
    """Circles in which something needs itself: one, and a short one, for each group of those that need one another."""
    found: list[list[int]] = []
    in_circles: set[int] = set()
    done: set[int] = set()
    for start in graph:
        if start in done:
            continue
        path, on_path, waiting = [start], {start}, [iter(graph.get(start, ()))]
        while waiting:
            after = next(waiting[-1], None)
            if after is None:
                waiting.pop()
                gone = path.pop()
                on_path.discard(gone)
                done.add(gone)
            elif after in on_path:
                circle = path[path.index(after) :]
                if in_circles.isdisjoint(circle):
                    found.append(circle)
                    in_circles.update(circle)
            elif after not in done:
                path.append(after)
                on_path.add(after)
                waiting.append(iter(graph.get(after, ())))
    return found
