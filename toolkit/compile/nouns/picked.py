"""What is picked out of what several have: *the top card of another player's hand*, *the highest cat of each player*.

Taken together, the things of several owners have one that is the highest; a reader means one of each of them, or that
of one of them, who is chosen by choosing it.
"""

from __future__ import annotations

from toolkit.compile.base import build
from toolkit.compile.base.scope import Scope
from toolkit.compile.base.values import Bound, Desc, Val
from toolkit.compile.nouns.amount import COMPARATIVES
from toolkit.compile.nouns.modifier import PLACE_PREPOSITIONS
from toolkit.compile.nouns.others import name_player
from toolkit.compile.nouns.possess import each_owner
from toolkit.compile.nouns.superlative import most_of
from toolkit.language import ast, which
from toolkit.program.expression import Expr


def of_several(node: ast.Noun, head: str, scope: Scope) -> Desc | None:
    """*the lowest card in another player's hand*: that of any one of them; None: it is picked out of one set."""
    open_one = one_of_several(node) if picks(node, head, scope) else None
    if open_one is None:
        return None
    with scope.trial(), scope.saying(placed=False, found=None, looking=True):
        owners = scope.describe(open_one)
    if owners.type.base != "entity" or owners.mode in ("one", "set", "no"):
        return None
    if owners.mode == "each":
        raise one_after_another(node, "one that is picked out, of each of several,", scope)
    if node.determiner.article == "a":
        raise of_all_or_of_one(node, open_one, scope)
    with scope.saying(placed=False, found=None, looking=True):
        owners = scope.describe(open_one)
        name_player(open_one, owners.type, scope)
        slot = scope.alloc()
        known = Bound(value=Val(build.local(slot), owners.type), head=open_one.head or "", span=open_one.span)
        mark = scope.discourse.mark()
        best = scope.describe(ast.swapped(node, open_one, known))
        scope.discourse.forget(mark)  # what the phrase says of each of them is nobody that was named
    if best.mode != "one" or best.type.base != "entity":
        owner, a = open_one.head or owners.type.name, words(open_one)
        hint = f"choose the {owner} first: *Choose {a}. … {words(node).replace(a, f'that {owner}')}*"
        raise scope.unfit(node, "what is picked out, of one of several,", hint=hint)
    scope.discourse.owners.add((scope.number, owners.type.name, open_one.span))
    those: Expr = ("flat", owners.expr, slot, all_that_tie(best))
    return best.but(mode="some", expr=those, extra="a", among=None)


def of_all_or_of_one(node: ast.Noun, owner: ast.Noun, scope: Scope, *, event: bool = False) -> Exception:
    """*a cat in a park with the highest power*: of all those in parks, or of those in one of the parks?  SAY0657.
    `event`: it is what happens, where nobody chooses anything.
    """
    a, whose = words(owner), words(node)
    names = f"one that is ahead of all of them together, or of those of one {owner.head} alone"
    that = whose.replace(a, f"that {owner.head}")
    first = f"choose the {owner.head} first: *Choose {a}. … {that}*"
    if event:
        first = f"say which {owner.head} it is, instead of *{a}*"
    hint = f"{first}; of all of them together, say it of several: *in …s*, *of players*"
    return scope.fail("SAY0657", node, names=names, hint=hint)


def of_that_one(node: ast.Node | None, owner: ast.Nominal, scope: Scope) -> None:
    """Refuse *the cat of another player with the highest power*, of which a condition says something."""
    if not isinstance(node, ast.Noun) or not isinstance(owner, ast.Noun) or owner is node.determiner.owner:
        return
    one = isinstance(owner.determiner.which, which.A | which.Another)
    if one and not node.plural and any(most_of(modifier) for modifier in node.modifiers):
        raise of_all_or_of_one(node, owner, scope)


def of_whom_it_is(node: ast.Noun, scope: Scope) -> None:
    """Refuse *the power of the cat in a park with the highest power*."""
    for owner in (node.determiner.owner, *(each.what for each in node.modifiers if each.word == "of")):
        if isinstance(owner, ast.Noun) and (open_one := one_of_several(owner)) is not None:
            of_that_one(owner, open_one, scope)


def all_that_tie(best: Desc) -> Expr:
    """The one that is picked out, or all that are ahead together, of whom one is chosen."""
    if best.among is not None:
        return best.among
    op, *rest = best.expr
    return rest[0] if op == "first" and rest[0][0] == "best" else ("single", best.expr)


def picks(node: ast.Noun, head: str, scope: Scope) -> bool:
    """Whether the phrase picks out one of its things, or so many: by their order, or by how high they are."""
    if head not in scope.world.kinds and head not in scope.world.aliases:
        return False
    det = node.determiner
    if scope.world.is_a(head, "player") or det.quantifier is not None or det.of:
        return False
    said = det.ordinal is not None or any(word in COMPARATIVES for word in node.adjectives)
    return said or (not node.plural and any(most_of(modifier) for modifier in node.modifiers))


def one_of_several(node: ast.Noun) -> ast.Noun | None:
    """*another player* of *another player's hand*, *each town* of *in each town*: of whom, or of what, it is left open;
    None: that is said.
    """
    places = (m.what for m in node.modifiers if m.word == "of" or m.word in PLACE_PREPOSITIONS)
    for owner in (node.determiner.owner, *places):
        if not isinstance(owner, ast.Noun):
            continue
        if isinstance(owner.determiner.which, which.A | which.Another | which.Each):
            return owner if owner.determiner.owner is None else one_of_several(owner) or owner
        if owner.head is not None and (found := one_of_several(owner)) is not None:
            return found
    return None


def some_of_each(node: ast.Noun, scope: Scope) -> None:
    """Refuse *a card of each player*, *2 cards of each player's hand*: so many of each, one player after another, or in
    all?
    """
    det = node.determiner
    several = det.number is not None and det.number > 1 and not det.of and det.owner is not None
    if each_owner(node) is None or several or not isinstance(det.which, which.Some):
        return
    raise one_after_another(node, "some of what each of several has", scope)


def one_after_another(node: ast.Noun, what: str, scope: Scope) -> Exception:
    """What is said of each of several stands after *For each …*."""
    owner = one_of_several(node) or each_owner(node)
    hint = "say it of one after another: *For each …, …*"
    if owner is not None:
        each, whose = words(owner), words(node)
        hint = f"say it of one after another: *For {each}, … {whose.replace(each, f'that {owner.head}')}*"
    return scope.unfit(node, what, hint=hint)


def words(node: ast.Noun) -> str:
    """A phrase as it was written."""
    return node.span.said if node.span is not None else node.head or "…"
