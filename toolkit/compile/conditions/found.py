"""What a condition names: witnesses and groups that the rest of its sentence can speak of (`toolkit.meaning`)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from toolkit.compile.base import build
from toolkit.compile.base.scope import Scope
from toolkit.compile.base.values import Desc, Val
from toolkit.meaning import witness
from toolkit.meaning.referents import Key
from toolkit.program.expression import Expr
from toolkit.report.source import Span


def joined(parts: Iterable[Expr], joint: str | None, scope: Scope) -> Expr:
    """Conditions, made one after another and joined by *or*, or else by *and*.  Of those joined by *or* nobody knows
    which held, so nobody can speak of what one of them found.
    """
    truths, mark, halves = [], scope.discourse.mark(), scope.discourse.halves
    for truth in parts:
        truths.append(truth)
        if joint == "or":
            scope.discourse.forget(mark, keep=lambda each: each.source != "condition")
            scope.discourse.halves = (*halves, *scope.discourse.since(mark))
    scope.discourse.halves = halves
    return build.either(*truths) if joint == "or" else build.both(*truths)


def introduce(desc: Desc, slot: int, inner: Expr, mark: int, scope: Scope) -> Expr:
    """*a N* satisfies `inner`, which says it of `slot`: a witness for those who speak of it later.

    mark: what has been introduced since is what `inner` found, and can be spoken of with it.
    """
    value = Val(build.local(slot), desc.type)
    if not any(each.value.expr == value.expr for each in scope.discourse.since(mark)):
        scope.bind(value, desc.called, source="condition", group=desc.group)
    key = key_of("found", desc.span, scope)
    if scope.wants(key):
        return witness.witness(desc.expr, slot, inner)
    turned = None if kept_with(slot, scope) else witness.inside_out(desc.expr, slot, inner, build.some)
    open_ = [] if turned is None else witness.slots_of(turned)
    for each in scope.discourse.since(mark):
        if each.value.expr not in map(build.local, open_):
            each.needs = each.needs or key
    if turned is not None:
        return turned
    return build.some(desc.expr, slot, inner)


def kept_with(slot: int, scope: Scope) -> bool:
    """Whether something is kept that could not be told without the very thing in that slot."""
    return any(witness.mentions(expr, slot) for _, expr in scope.kept or ())


def introduce_group(desc: Desc, items: Expr, scope: Scope) -> None:
    """*at least 2 Ns* of a condition are *those Ns* afterwards, *exactly 1 N* is *that N*; as they are now.  *One of
    them* is one of a group, so that *the others* are the rest of it.
    """
    single = desc.bound == "exactly" and desc.low == build.integer(1)
    if desc.type.base != "entity" or (scope.kept is None and not single):
        return
    one_or_all = Val(("first", items) if single else items, desc.type, not single)
    mark = scope.discourse.mark()
    keep(one_or_all, desc.head, desc.span, scope, desc.group if single or desc.extra == "one of" else None)
    if desc.extra == "one of" or (desc.bound == "at least" and desc.low == build.integer(1)):
        for each in scope.discourse.since(mark):
            each.any_one = desc.span


def keep(value: Val, head: str | None, span: Span | None, scope: Scope, group: Expr | None = None) -> None:
    """Name a value as it is when the condition is asked: what follows may change it.  `group`: it is one of that."""
    key = key_of("kept", span, scope)
    needs: Key | None = key
    if value.expr[0] in ("local", "int") or scope.kept is None:
        needs = None
    elif scope.wants(key):
        slot = scope.alloc()
        scope.kept.append((slot, value.expr))
        value, needs = replace(value, expr=build.local(slot)), None
    scope.bind(value, head or value.type.name, source="condition", needs=needs, group=group)


def key_of(what: str, span: Span | None, scope: Scope) -> Key:
    """Names a phrase of the text, the same each time that the text is compiled."""
    return (what, scope.number) if span is None else (what, span.source.name, span.start, span.end)


def beside_the_point(scope: Scope, mark: int, subject: Val) -> None:
    """What was named since only says something of the subject: *it* is the subject, if that is a thing."""
    if subject.type.base == "entity" and not scope.world.is_player(subject.type):
        for each in scope.discourse.since(mark):
            each.topic = False
