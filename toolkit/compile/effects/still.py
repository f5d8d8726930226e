"""What an order for later is about, if it is still there: *At the end of this turn, return it to its owner's field.*

A thing that has meanwhile gone to a place of another kind than where the effect left it (from a field to a graveyard)
is none that the order is about any more; one that is in a place of the same kind (another region) is.  An order that
asks a condition, or says from where something is taken, says itself when it acts.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from toolkit.compile.base import build
from toolkit.compile.base.scope import Scope
from toolkit.compile.rules.statement import Captured
from toolkit.language import ast
from toolkit.meaning.referents import Referent
from toolkit.meaning.values import Val
from toolkit.program.expression import Expr


def is_about_things(node: ast.Sentence) -> bool:
    """Whether something is done with what was named before, and nothing else says when."""
    said = list(node.walk())
    if any(
        isinstance(each, ast.Given) or (isinstance(each, ast.Closing) and each.condition) for each in said
    ):
        return False
    if any(isinstance(each, ast.Complement) and each.role == "from" for each in said):
        return False
    clauses = [each for each in said if isinstance(each, ast.Clause)]
    doers = (each.subject for each in clauses)
    done_with = (c.value for c in said if isinstance(c, ast.Complement) and c.role == "obj")
    return any(map(_points_back, (*doers, *done_with)))


def _points_back(node: ast.Node | None) -> bool:
    """*it*, *them*, *that unit*, *those units*, *the chosen unit*."""
    if isinstance(node, ast.Pronoun):
        return node.word in ("it", "they")
    if not isinstance(node, ast.Noun):
        return False
    det = node.determiner
    return det.article in ("that", "those") or (det.article == "the" and bool(node.adjectives))


def where_they_are(seen: Captured, values: list[Expr], scope: Scope) -> dict[int, int]:
    """Keep with the other `values` where each thing of `seen` is now: slot of the thing → slot of its place."""
    places: dict[int, int] = {}
    for slot, value in _things(seen, scope):
        kept = values[slot]
        if slot in places:
            continue
        places[slot] = len(values)
        each = scope.alloc()
        parents: Expr = ("flat", kept, each, ("single", ("parent", build.local(each))))
        values.append(parents if value.many else ("parent", kept))
    return places


def _things(seen: Captured, scope: Scope) -> Iterator[tuple[int, Val]]:
    """The slots of the things that were named."""
    kinds = scope.world.kinds
    for _, what in seen:
        if isinstance(what, Referent) and what.needs is not None:
            continue  # it is not kept yet
        value = what.value if isinstance(what, Referent) else what
        if value.type.base != "entity" or value.type.name not in kinds or value.expr[0] != "local":
            continue
        if kinds[value.type.name].category == "thing" and value.expr[1] > 1:
            yield value.expr[1], value


def only_what_is_there(seen: Captured, places: dict[int, int], inner: Scope) -> None:
    """From now on the things that have gone are none."""
    for slot, value in dict(_things(seen, inner)).items():
        if slot not in places:
            continue
        thing, place = build.local(slot), build.local(places[slot])
        if value.many:
            each, other = inner.alloc(), inner.alloc()
            like: Expr = ("eq", ("kind", ("parent", build.local(each))), ("kind", build.local(other)))
            there = build.where(thing, each, ("any", place, other, like))
        else:
            same: Expr = ("eq", ("kind", ("parent", thing)), ("kind", place))
            there = ("if", same, thing, build.NONE)
        left = inner.alloc()
        inner.emit("let", left, there)
        _speak_of(build.local(left), thing, inner)


def _speak_of(there: Expr, thing: Expr, scope: Scope) -> None:
    """Whatever means the thing means it where it still is."""
    for each in scope.discourse:
        if each.value.expr == thing:
            each.value = replace(each.value, expr=there)
    for name, value in scope.slots.items():
        if value.expr == thing:
            scope.slots[name] = replace(value, expr=there)
