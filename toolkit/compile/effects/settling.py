"""Turning a description into a value: somebody is asked where it leaves something open, or chance decides."""

from __future__ import annotations

from collections.abc import Callable

from toolkit.compile.base import anywhere, build
from toolkit.compile.base.scope import Scope
from toolkit.compile.base.values import Desc, Parts, Val
from toolkit.compile.nouns import likeness
from toolkit.compile.nouns.others import says_whose
from toolkit.compile.nouns.phrases import shared
from toolkit.language import ast, which
from toolkit.program.expression import Expr

ONE = build.integer(1)


def settle(
    desc: Desc,
    chooser: Val,
    scope: Scope,
    condition: Callable[[Expr], Expr] | None = None,
    *,
    limited: bool = False,
) -> Expr:
    """The value of a description.  `condition`: what a candidate must meet; `limited`: it may say where that lies.
    Raises `Fail` for a description that nobody could choose from.
    """
    if isinstance(desc.listing, Parts):
        raise scope.unfit(desc.span, "choosing several things in one list")
    if desc.mode in ("one", "set", "each"):
        return scope.store(desc.expr)
    can_be_chosen(desc, scope)
    if not limited:
        anywhere.note(desc, chooser, scope)
        whose_is_said(desc, chooser, scope)
    items = desc.expr
    if condition is not None:
        slot = scope.alloc()
        items = build.where(items, slot, condition(build.local(slot)))
    if desc.alike is not None:
        return likeness.choose(desc, items, desc.chooser or chooser.expr, scope)
    result = scope.alloc()
    if desc.random:
        scope.emit("random", items, desc.low, result)
        return ("first", build.local(result)) if is_single(desc) else build.local(result)
    who = desc.chooser or chooser.expr
    if is_single(desc):
        scope.emit("choose-one", who, items, result)
        return build.local(result)
    high = desc.high
    if high is None:
        items = scope.store(items)
        high = ("count", items)
    scope.emit("choose", who, items, desc.low, high, result)
    return build.local(result)


def whose_is_said(desc: Desc, chooser: Val, scope: Scope) -> None:
    """Refuse *Each player returns a worker*, where each has workers of their own: one of theirs, or any player's?"""
    several = scope.you is None or chooser.expr != scope.you.expr
    owned = desc.type.base == "entity" and scope.world.owned(desc.type.name)
    told = any(part is not None for part in (desc.chooser, desc.alike, desc.listing)) or says_whose(desc)
    if scope.test or desc.random or told or not (several and owned and desc.anywhere):
        return
    nouns = scope.world.vocabulary.nouns
    many = nouns[desc.type.name].plural if desc.type.name in nouns else f"{desc.type.name}s"
    known = (f"*one of their {many}*", "*… of another player*", "*… in …*")
    raise scope.unfit(desc.span, "this, of which it is not said whose it is,", expected=known)


def is_single(desc: Desc) -> bool:
    """Whether it leaves open which, and not how many: one."""
    return desc.low == desc.high == ONE


def can_be_chosen(desc: Desc, scope: Scope) -> None:
    """Refuse what says no number of things that somebody could choose."""
    if desc.mode != "some":
        raise scope.unfit(desc.span, "“no” here")
    if desc.bound not in (None, "exactly", "at least"):
        raise scope.unfit(desc.span, f"“{desc.bound}” in an action")
    if desc.scattered and (desc.random or not is_single(desc)):
        hint = "choose the player first: *Choose another player. … of that player*"
        raise scope.unfit(desc.span, "so many of one of several players", hint=hint)


def of_one_place(desc: Desc, node: ast.Node | None, scope: Scope) -> None:
    """Refuse *Destroy all units on another player's field*, where there are several others, and *Destroy all units in
    a site*: of one, or of all?  A list of which all are meant is no other.
    """
    if isinstance(node, ast.Group) and desc.mode in ("set", "each"):
        for item in shared(node) or node.items:
            of_one_place(desc, item, scope)
    if not isinstance(node, ast.Noun) or not means_all(node):
        return
    if desc.scattered and scope.world.most_players > 2:
        hint = "choose the player first: *Choose another player. … of that player*; or say *of all other players*"
        raise scope.unfit(desc.span, "all of one of several players", hint=hint)
    for modifier in node.modifiers:
        each = isinstance(node.determiner.which, which.Each) and modifier.word != "from"
        if not each:  # *each cat in a park*: of those that are in any
            not_of_any_place(modifier, scope)


def not_of_any_place(modifier: ast.Modifier, scope: Scope) -> None:
    """SAY0801: *in a site*, of which there are several."""
    kind = scope.world.kind(getattr(modifier.what, "head", None))
    several = kind is not None and kind.category == "place" and kind.only is None
    if kind is not None and several and is_any_place(modifier.what):
        chosen = f"*… from a {kind.name} …*, *Choose a {kind.name}. … that {kind.name}*"
        hint = f"of one that is chosen: {chosen}; of all: *in all …s*"
        raise scope.unfit(modifier, "all of one of several places", hint=hint)


def means_all(node: ast.Noun) -> bool:
    """*all cats*, *the cats*, *your cats*, *each cat*: every one of those of which the phrase speaks."""
    match node.determiner.which:
        case which.All() | which.Each():
            return True
        case which.The(number=None):
            return node.plural is True and node.determiner.article in (None, "the")
    return False


def is_any_place(node: ast.Node | None) -> bool:
    """*a site*, *a site with a cat*, *another site*."""
    return isinstance(ast.determiner_of(node).which, which.A | which.Another)
