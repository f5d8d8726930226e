"""Where things come from that no phrase says: pieces lie ready where they begin; a place stands for what is in it."""

from __future__ import annotations

from dataclasses import replace

from toolkit.compile.base import build
from toolkit.compile.base.scope import Scope
from toolkit.compile.base.values import Bound, Desc, Fail, Val, entity
from toolkit.compile.nouns.lists import narrowed
from toolkit.compile.nouns.modifier import READY, TIMES
from toolkit.compile.nouns.phrases import quietly
from toolkit.language import ast, which
from toolkit.program.expression import Expr


def from_supply(node: ast.Nominal, to: ast.Complement | None, doer: Val, scope: Scope) -> ast.Nominal:
    """*Place a token in the park*: one of those that lie ready, not one that somebody has placed already.

    Only where nothing says which or where from, and not where it is put back.
    """
    if isinstance(node, ast.Group):
        said = each_determined(node)
        items = tuple(from_supply(item, to, doer, scope) for item in said)
        if any(new is old for new, old in zip(items, said, strict=True)):
            return node  # all of them, or none
        return replace(node, items=tuple(map(determined_as, items, node.items)))
    if not isinstance(node, ast.Noun) or node.head is None:
        return node
    if (counted := a_number_of(node)) is not None:
        of, what = counted
        ready = from_supply(replace(what, determiner=ast.Determiner(article="a")), to, doer, scope)
        assert isinstance(ready, ast.Noun)
        those = replace(of, what=replace(ready, determiner=what.determiner))
        return replace(node, modifiers=tuple(those if m is of else m for m in node.modifiers))
    return lying_ready(node, to, doer, scope) if is_any(node) else node


def each_determined(node: ast.Group) -> tuple[ast.Nominal, ...]:
    """*a cat or dog*: a cat, a dog."""
    first, *rest = node.items
    if not isinstance(first, ast.Noun) or not all(ast.determiner_of(each).is_empty() for each in rest):
        return node.items
    return (first, *(determined_as(each, first) for each in rest))


def determined_as(node: ast.Nominal, other: ast.Nominal) -> ast.Nominal:
    """The same with the determiner of the other."""
    if not isinstance(node, ast.Noun) or node.determiner == ast.determiner_of(other):
        return node
    return replace(node, determiner=ast.determiner_of(other))


def lying_ready(node: ast.Noun, to: ast.Complement | None, doer: Val, scope: Scope) -> ast.Nominal:
    """*a token*, from where such things lie ready; unless it is put there."""
    assert node.head is not None
    whither = destination(to, scope)
    supply = where_ready(node.head, doer, scope, whither)
    if supply is None:
        return node
    back = whither == supply.type.name
    there = Bound(span=node.span, value=supply, head=supply.type.name)
    return node if back else narrowed(node, ast.Modifier(word=READY, what=there, span=node.span))


def destination(to: ast.Complement | None, scope: Scope) -> str | None:
    """The kind of place into which something is put: of *each room*, *Attic* and *there* as of *a room*."""
    if to is not None and to.value is None:
        return scope.there.value.type.name if scope.there is not None else None
    if to is None or not isinstance(to.value, ast.Nominal):
        return None
    try:
        return quietly(to.value, scope).type.name
    except Fail:  # *its room*, of what is put there
        return ast.head_of(to.value)


def a_number_of(node: ast.Noun) -> tuple[ast.Modifier, ast.Noun] | None:
    """*of tokens* in *a number of tokens equal to A*, if nothing else is said of them; None: no such phrase."""
    if node.head != "number" or node.determiner.article != "a":
        return None
    for each in node.modifiers:
        what = each.what
        if each.word == "of" and isinstance(what, ast.Noun) and what.plural and what.determiner.is_empty():
            return each, what
    return None


def where_ready(head: str, doer: Val, scope: Scope, whither: str | None = None) -> Val | None:
    """The place where things of a kind lie ready for who takes one; None: there is not one such place, or they are
    looked for where they are found, unless that is where they go (`whither`).
    """
    world = scope.world
    if head not in world.kinds or world.property(head, "found") not in (None, whither):
        return None
    supply = world.property(head, "supply")
    kind = world.kinds[supply] if supply is not None else None
    if kind is not None and kind.of == "player":
        return Val(("place", kind.index, doer.expr), entity(kind.name))
    if kind is not None and kind.only is not None:
        return Val(build.integer(kind.only), entity(kind.name))
    return None


def on_top(node: ast.Nominal, source: ast.Nominal, dealt: bool, scope: Scope) -> ast.Nominal:
    """*Deal 5 cards from the deck*, *put 5 cards from a deck that nobody sees*: those on top, where they lie on
    each other; nobody picks them.  What is not of the whole deck (*a hazard*) is looked for.
    """
    world = scope.world
    kind = world.kind(ast.head_of(source))
    if kind is None or not kind.ordered or not isinstance(node, ast.Noun) or not is_any(node):
        return node
    det, own = node.determiner, world.kind(node.head)
    if det.bound is not None or det.quantifier is not None or node.name is not None:
        return node
    if not dealt and (kind.seen_by != "nobody" or own is None or own.parent not in (None, "thing")):
        return node
    return replace(
        node, determiner=ast.Determiner(article="the", ordinal="top", number=det.number, span=det.span)
    )


def is_any(node: ast.Noun) -> bool:
    """*a token*, *2 tokens*, *that many tokens*, of which nothing is said but what they are like."""
    det = node.determiner
    open_ = det.article is None and det.quantifier in ("that many", "any number of")
    rest = replace(det, quantifier=None) if open_ else det
    alone = replace(which.uncounted(rest), article=None).is_empty()
    counted = open_ or det.article == "a" or (det.article is None and det.number is not None)
    said = [m for m in node.modifiers if m.word not in TIMES]
    return alone and counted and not said and node.relative is None


def what_lies_in(desc: Desc, scope: Scope) -> Desc:
    """*Shuffle your graveyard into your deck*: the things in the place, where a verb takes things."""
    if scope.world.category_of(desc.type) != "place" or desc.mode not in ("one", "set"):
        return desc
    inside: Expr = ("inside", desc.expr)
    if desc.mode == "set":
        slot = scope.alloc()
        inside = ("flat", desc.expr, slot, ("inside", build.local(slot)))
    return Desc("set", inside, entity("thing"), desc.span)
