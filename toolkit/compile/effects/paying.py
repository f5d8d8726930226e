"""Amounts of which somebody says what they are: what stands in for what is paid, and quantities of several kinds.

*Pay 2 coins*, where iron is paid as coins: the payer chooses how much of each.  *Gain 2 resources*, where coins and
iron are resources: one after another, each the kind that is chosen.
"""

from __future__ import annotations

from dataclasses import dataclass

from toolkit.compile.base import build
from toolkit.compile.base.scope import Scope
from toolkit.compile.base.values import Val
from toolkit.compile.base.world import Attribute, VerbInfo
from toolkit.language import ast
from toolkit.program.expression import Expr


def with_way(info: VerbInfo, roles: list[Expr], doer: Val, scope: Scope) -> list[Expr]:
    """The roles of a payment with the way in which the doer makes it up."""
    attribute, amount, way = (info.roles.index(name) for name in ("attr", "amount", "way"))
    match roles[attribute]:
        case ("int", int(column)) if column in scope.world.paid_otherwise:
            settled = list(roles)
            settled[amount], slot = scope.store(roles[amount]), scope.alloc()
            scope.emit("choose-payment", doer.expr, column, settled[amount], slot)
            settled[way] = build.local(slot)
            return settled
    return roles


@dataclass(frozen=True)
class Kinds:
    """So much of a quantity of several kinds.  `amount`: None for all there is.  `chooser`: if not the doer."""

    quantity: Attribute
    amount: Expr | None
    chooser: Expr | None


def kinds_of(verb: ast.Act, info: VerbInfo, scope: Scope) -> Kinds | None:
    """What the object says, if it is so much of a quantity of several kinds."""
    obj = verb.object
    if info.kernel is None or "attr" not in info.roles or not isinstance(obj, ast.Noun):
        return None
    quantity = several_quantities(obj, scope)
    if quantity is None:
        return None
    if info.roles[:2] != ("attr", "amount"):
        what = f"“{quantity.name}”, which is several quantities, with this verb"
        raise scope.unfit(obj, what)
    desc = scope.describe(obj)
    if desc.type.base != "quantity" or desc.bound not in (None, "exactly"):
        raise scope.unfit(obj, "this amount of several quantities")
    if obj.determiner.quantifier == "all":
        return Kinds(quantity, None, desc.chooser)
    if desc.expr == build.NONE:
        raise scope.fail("SAY0761", obj)
    return Kinds(quantity, desc.expr, desc.chooser)


def several_quantities(node: ast.Noun, scope: Scope) -> Attribute | None:
    """The quantity that a noun names, if others are that, too (*resources*)."""
    if node.head is None or node.head in scope.world.kinds:
        return None
    quantity = scope.world.quantity(node.head)
    return quantity if quantity is not None and quantity.parts else None


def _can(info: VerbInfo, part: int, doer: Val) -> Expr:
    """Whether 1 of one kind could be gained, lost or paid; only what is there is lost or paid."""
    roles = (build.integer(part), build.integer(1), *((build.EMPTY,) if "way" in info.roles else ()))
    some: Expr = build.TRUE
    if info.id != "gain":
        some = ("gt", ("attr", part, doer.expr), build.integer(0))
    return build.both(some, ("can", info.index, doer.expr, *roles))


def possible(info: VerbInfo, kinds: Kinds, doer: Val) -> Expr:
    """Whether it can be done: all of it, if it is paid, else some of it."""
    parts = kinds.quantity.parts
    if info.id != "pay" or kinds.amount is None:
        return build.either(*(_can(info, part, doer) for part in parts))
    total: Expr = build.integer(0)
    for part in parts:
        here: Expr = ("if", _can(info, part, doer), ("attr", part, doer.expr), build.integer(0))
        total = ("add", total, here)
    return ("ge", total, kinds.amount)


def of_kinds(info: VerbInfo, kinds: Kinds, doer: Val, scope: Scope) -> None:
    """One after another: the kind is chosen, then 1 of it is gained, lost or paid."""
    done, kind, total = scope.alloc(), scope.alloc(), scope.alloc()
    scope.emit("let", done, build.integer(0))
    one: Expr = build.integer(1)
    if kinds.amount is None:
        for part in kinds.quantity.parts:
            _event(info, part, ("attr", part, doer.expr), doer, done, scope)
        scope.amount, scope.outcome = build.local(done), ("gt", build.local(done), build.integer(0))
        return
    scope.emit("let", total, kinds.amount)
    never = None
    if info.id == "pay":
        kinds = Kinds(kinds.quantity, build.local(total), kinds.chooser)
        never = scope.emit("unless", possible(info, kinds, doer), -1)
    head = scope.here()
    over = scope.emit("unless", ("lt", build.local(done), build.local(total)), -1)
    members = tuple((_can(info, part, doer), part) for part in kinds.quantity.parts)
    scope.emit("choose-quantity", kinds.chooser or doer.expr, members, kind)
    nothing = scope.emit("unless", ("ge", build.local(kind), build.integer(0)), -1)
    for part in kinds.quantity.parts:
        other = scope.emit("unless", ("eq", build.local(kind), build.integer(part)), -1)
        before = scope.let(build.local(done))
        _event(info, part, one, doer, done, scope)
        scope.emit(
            "unless", ("eq", build.local(done), build.local(before)), head
        )  # nothing came of it: no more
        scope.patch(other)
    scope.patch(over, nothing, *((never,) if never is not None else ()))
    scope.forget()
    whole: Expr = ("ge", build.local(done), build.local(total))
    scope.amount = build.local(done)
    scope.outcome = whole if info.id == "pay" else ("gt", build.local(done), build.integer(0))


def _event(info: VerbInfo, part: int, amount: Expr, doer: Val, done: int, scope: Scope) -> None:
    """One event, and what it made is counted."""
    slot = scope.alloc()
    roles = (build.integer(part), amount, *((build.EMPTY,) if "way" in info.roles else ()))
    scope.emit("do", info.index, doer.expr, roles, slot)
    scope.emit("let", done, ("add", build.local(done), build.local(slot)))
