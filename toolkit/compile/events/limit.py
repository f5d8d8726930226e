"""Limits of a prohibition: *cannot draw more than 2 cards each turn*.

The number is read from the verb (`limit_of`), which then says what is counted (`without_number`); the rule forbids
the event once as many have happened in the period (`over_limit`).
"""

from __future__ import annotations

from dataclasses import replace

from toolkit.compile.base import build
from toolkit.compile.base.scope import Scope
from toolkit.compile.events.event import EventMatch
from toolkit.compile.nouns.nominal import describe
from toolkit.language import ast
from toolkit.program.expression import Expr, renamed


def limit_of(verb: ast.Verb) -> tuple[int, ast.When] | None:
    """*more than N … each turn* of a prohibition."""
    if not isinstance(verb, ast.Act) or verb.modal != "cannot":
        return None
    when = next((a for a in verb.adverbials if isinstance(a, ast.When)), None)
    obj = verb.object
    if (
        when is None
        or not isinstance(obj, ast.Noun)
        or obj.determiner.bound != "more than"
        or obj.determiner.number is None
    ):
        return None
    return obj.determiner.number, when


def without_number(verb: ast.Verb) -> ast.Verb:
    """*draw more than 2 red cards* → *draw a red card*: what is counted."""
    assert isinstance(verb, ast.Act)
    det = ast.Determiner(article="a")
    complements = tuple(
        replace(c, value=replace(c.value, determiner=det, plural=None))
        if c.role == "obj" and isinstance(c.value, ast.Noun)
        else c
        for c in verb.complements
    )
    return replace(verb, complements=complements)


def over_limit(number: int, period: int, match: EventMatch, scope: Scope) -> Expr:
    """*cannot V more than N Ns each turn*: it has happened N times already in this run of the period."""
    base = scope.alloc()
    counted = build.integer(0)
    for verb in match.verbs:
        scope.world.ruleset.recorded.add(verb)
        roles = len(scope.world.ruleset.verbs[verb].roles)
        while scope.size < base + roles + 2:
            scope.alloc()
        names = {("local", match.base + n): ("local", base + n) for n in range(roles + 2)}
        earlier = renamed(match.condition, names)
        counted = (
            "add",
            counted,
            (
                "happened",
                verb,
                period,
                base,
                build.both(("eq", ("local", base), ("local", match.base)), earlier),
            ),
        )
    return ("ge", counted, build.integer(number))


def bounds_of(closings: tuple[ast.Closing, ...], scope: Scope) -> tuple[int | None, int | None]:
    """*…, but at least 1*, *…, but at most 9* of what adds to an attribute: how far it goes."""
    found: dict[str, int] = {}
    for closing in closings:
        if closing.word != "but" or closing.bound is None:
            continue
        bound = closing.bound
        det = bound.determiner if isinstance(bound, ast.Noun) and bound.head is None else ast.Determiner()
        if det.bound not in ("at least", "at most") or det.number is None or det.bound in found:
            expected = ("*…, but at least 1*", "*…, but at most 9*")
            raise scope.unfit(closing, "this bound", expected=expected)
        describe(bound, scope)  # nothing else may be said of it
        found[det.bound] = det.number
    return found.get("at least"), found.get("at most")
