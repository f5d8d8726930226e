"""Proper names: one component, or several of one name (*copies*)."""

from __future__ import annotations

from dataclasses import replace

from toolkit.compile.base import build
from toolkit.compile.base.scope import Scope
from toolkit.compile.base.values import Desc, Val, entity
from toolkit.compile.nouns import possess as possession
from toolkit.compile.nouns import sets
from toolkit.compile.nouns.determiner import undetermined
from toolkit.compile.nouns.others import name_player
from toolkit.compile.nouns.owning import owned_by
from toolkit.compile.nouns.quantify import quantify
from toolkit.language import ast, which
from toolkit.program.expression import Expr


def named(node: ast.Noun, scope: Scope) -> Desc:
    """A proper name: one component, or copies of one (`copies`)."""
    assert node.name is not None
    found = scope.world.entities.get(node.name)
    if found is None:
        raise scope.fail("SAY0802", node, word=node.name)
    entities, kind = found
    if isinstance(entities, tuple):
        return copies(node, entities, kind, scope)
    det = node.determiner
    numbered = det.article == "a" or det.number is not None or isinstance(det.which, which.No)
    if numbered and scope.world.kinds[kind].category == "thing":
        return copies(node, (entities,), kind, scope)  # how many there are need not be known
    undetermined(node, scope, "the name of one thing", the=not scope.world.is_a(kind, "player"))
    name_player(node, entity(kind), scope)
    if not is_narrowed(node):
        return Desc("one", ("int", entities), entity(kind), node.span, head=kind)
    alone = Val(("single", ("int", entities)), entity(kind), True)
    desc = sets.filtered(replace(node, name=None, head=kind, plural=True), alone, scope)
    return desc.but(mode="one", expr=("first", desc.expr))


def is_narrowed(node: ast.Noun) -> bool:
    """Whether more is said of the noun than its name and a determiner."""
    different = node.determiner.other or isinstance(node.determiner.which, which.Another)
    return bool(node.narrowed or different)


def _itself(node: ast.Noun, entities: tuple[int, ...], scope: Scope) -> Val | None:
    """*When Moor Knight is lost, …* on Moor Knight: this one, and no copy of it."""
    bare = node.determiner == ast.Determiner(span=node.determiner.span) and not is_narrowed(node)
    return scope.this if bare and entities == scope.own else None


def copies(node: ast.Noun, entities: tuple[int, ...], kind: str, scope: Scope) -> Desc:
    """A name of which there are copies: bare, it is any one of them; *your N* is one of yours.

    Copies are named like things of a kind; only a bare name is *a N*, and on a card itself that card.
    """
    det = node.determiner
    if det.article in ("this", "that", "these", "those"):
        what, right = f"“{det.article}” before a name of which there are copies", f"*{det.article} {kind}*"
        raise scope.unfit(det.span or node, what, expected=(right,))
    if (itself := _itself(node, entities, scope)) is not None:
        return Desc("one", itself.expr, entity(kind), node.span, head=kind)
    items: Expr = ("set", *entities)
    owner, rest = possession.possessor_of(node, scope)
    alone = False
    if owner is not None:
        slot = scope.alloc()
        mine = owned_by(owner, Desc("set", items, entity(kind), node.span), scope)
        items = build.where(items, slot, mine(Val(build.local(slot), entity(kind))))
        alone = scope.world.owned(kind) and len(entities) == scope.world.players and not owner.many
        det = replace(det, possessive=None, owner=None)
        node = replace(node, determiner=det, modifiers=rest)
    if det == ast.Determiner(span=det.span):
        det = replace(det, article="a")
    elif det.article == "the" and not (det.number or det.ordinal or det.other):
        return _the_one(node, items, kind, scope)
    node = replace(node, determiner=det, name=None, head=kind)
    if alone and det.article == "a" and not is_narrowed(node):
        return Desc("one", ("first", items), entity(kind), node.span, head=kind)
    return _some_of(node, items, kind, scope, unplaced=owner is None)


def _some_of(node: ast.Noun, items: Expr, kind: str, scope: Scope, *, unplaced: bool) -> Desc:
    """Copies as the phrase says, or where their kind is found; an example speaks of any, wherever it lies."""
    in_example = scope.recorded is not None
    if in_example and not is_narrowed(node):
        return quantify(node, items, entity(kind), scope)
    return sets.filtered(node, Val(items, entity(kind), True), scope, alike=unplaced and not in_example)


def _the_one(node: ast.Noun, items: Expr, kind: str, scope: Scope) -> Desc:
    """*the N*, where there are copies.  SAY0803: which one, if no example says more of it, or who does it."""
    if not scope.test:
        raise scope.fail("SAY0803", node)
    if is_narrowed(node):  # *the Plum in the park*: nothing that is said of it may be passed over
        return sets.filtered(replace(node, name=None, head=kind), Val(items, entity(kind), True), scope)
    return Desc("one", ("first", items), entity(kind), node.span, head=kind)
