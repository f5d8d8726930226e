"""*has*: pieces, contents, amounts, comparisons."""

from __future__ import annotations

from dataclasses import replace

from toolkit.compile import amount, build
from toolkit.compile.determiner import said
from toolkit.compile.lists import distributed
from toolkit.compile.nominal import describe
from toolkit.compile.owning import amount_of, how_many, owned_by, the_most
from toolkit.compile.phrases import number_of
from toolkit.compile.predicate import standing
from toolkit.compile.quantified import counted, over, spread, spreads
from toolkit.compile.scope import Scope
from toolkit.compile.values import NUMBER, Val, entity, name_type
from toolkit.compile.world import Attribute
from toolkit.language import ast
from toolkit.program.expression import Expr


def has(
    owner: Val, what: ast.Nominal, scope: Scope, node: ast.Node, place: ast.Complement | None = None
) -> Expr:
    """*X has N*: pieces that are X's (a player), that are in or on X (a place or thing), or so much of a quantity."""
    if isinstance(what, ast.Group) and not one_count(what, scope):
        parts = [has(owner, item, scope, node, place) for item in distributed(what)]
        return build.either(*parts) if what.joint == "or" else build.both(*parts)
    if place is not None and isinstance(place.value, ast.Group) and place.value.joint == "and":
        # *a unit in the park and the pond*: one in each, for nothing lies in both.
        if isinstance(what, ast.Noun) and what.determiner.number is not None:
            hint = "say it of each place, or of all: *in the … or the …*"
            raise scope.fail("SAY0801", place, what="so many in several places", hint=hint)
        places = distributed(place.value)
        return build.both(*(has(owner, what, scope, node, replace(place, value=each)) for each in places))
    if place is not None and isinstance(place.value, ast.Nominal) and spreads(place.value):
        return spread(
            place.value, scope, lambda that: has(owner, what, scope, node, replace(place, value=that))
        )
    if place is not None and isinstance(place.value, ast.Noun) and isinstance(what, ast.Noun):
        than = next((m for m in place.value.modifiers if m.word in ("than", "as")), None)
        if than is not None and what.determiner.more is not None:
            bare = replace(place.value, modifiers=tuple(m for m in place.value.modifiers if m is not than))
            return has(
                owner,
                replace(what, modifiers=(*what.modifiers, than)),
                scope,
                node,
                replace(place, value=bare),
            )
    flag = keyword_flag(what, scope)
    if flag is not None and owner.type.base == "entity":
        return ("ne", ("attr", flag.index, owner.expr), build.integer(0))
    if isinstance(what, ast.Noun):
        if (
            what.head == "number"
            and owner.type.base == "entity"
            and any(m.word == "of" for m in what.modifiers)
        ):
            return ("eq", ("index", owner.expr), number_of(what, scope))
        if (compared := comparison(owner, what, scope, place)) is not None:
            return compared
        if what.head is not None and (number := amount_of(owner, what, scope)) is not None:
            det = what.determiner
            if det.quantifier == "no":
                return ("eq", number, build.integer(0))
            if det.number is not None:
                if det.bound is None and not scope.test:
                    raise scope.fail("SAY0757", what)
                return amount.compare(number, det.bound, build.integer(det.number))
            return ("gt", number, build.integer(0))
    with scope.saying(placed=place is not None):
        desc = describe(what, scope)
    if desc.type.base != "entity":
        raise scope.fail("SAY0752", what, found=name_type(desc.type), wanted="a thing")
    mine = owned_by(owner, desc, scope)
    slot = scope.alloc()
    item = Val(("local", slot), desc.type)
    condition = build.both(mine(item), standing(place, item, scope))
    if desc.mode == "one":
        only = Val(desc.expr, desc.type)
        return build.both(mine(only), standing(place, only, scope))
    items = build.where(desc.expr, slot, condition)
    if desc.mode == "no":
        return build.negate(build.nonempty(items))
    if desc.mode == "some":
        return counted(desc.but(expr=items), scope, what)
    return build.nonempty(items) if desc.extra == "bare" else ("every", desc.expr, slot, condition)


def one_count(node: ast.Group, scope: Scope) -> bool:
    """*2 cats or dogs*, *no cats or dogs*: a list under one number is one set, which is counted."""
    first, rest = node.items[0], node.items[1:]
    if not isinstance(first, ast.Noun) or not all(
        isinstance(i, ast.Noun) and i.determiner.is_empty() for i in rest
    ):
        return False
    det = first.determiner
    if det.number is None and det.quantifier != "no" and det.more is None:
        return False
    if det.more is not None or not all(
        isinstance(i, ast.Noun) and (i.head in scope.world.kinds or i.head in scope.world.aliases)
        for i in node.items
    ):
        raise scope.fail("SAY0801", node, what="a list under one number here")
    return True


def keyword_flag(node: ast.Nominal | None, scope: Scope) -> Attribute | None:
    """The column of a keyword, where a phrase is nothing but its name (*has BLAZING*)."""
    if not isinstance(node, ast.Noun) or node.name is None or node.modifiers or node.adjectives:
        return None
    return scope.world.attributes.get(("thing", f"keyword {node.name}"))


def comparison(owner: Val, what: ast.Noun, scope: Scope, place: ast.Complement | None) -> Expr | None:
    """*more Ns than P*, *fewer*, *as many … as*, *at least 4 more … than*, *the most Ns*."""
    det = what.determiner
    if det.quantifier in ("as many", "as much"):
        det = replace(det, quantifier=None, more="as many")
        what = replace(what, determiner=det)
    than = next((m for m in what.modifiers if m.word in ("than", "as") and m.what is not None), None)
    if det.quantifier in ("most", "fewest"):
        if than is not None or not the_most(what):
            raise scope.fail(
                "SAY0801",
                what,
                what=f"this with “{det.quantifier}”",
                expected=(f"*the {det.quantifier} …*",),
            )
        return best(owner, what, scope, place)
    if than is None or than.what is None or det.more is None:
        if than is not None or det.more is not None:
            raise scope.fail(
                "SAY0801", what, what="half a comparison", hint="*more … than each other player*"
            )
        return None
    if det.quantifier is not None or det.article is not None or det.other or det.ordinal is not None:
        raise scope.fail("SAY0801", det.span or what, what=f"“{said(what)}” in a comparison")
    plain = replace(
        what,
        determiner=ast.Determiner(),
        modifiers=tuple(m for m in what.modifiers if m is not than),
        plural=True,
    )
    margin = det.number
    instead = kind_compared(than.what, what, scope)

    def one(value: Val) -> Expr:
        with scope.saying(they=self_):
            mine = how_many(owner, plain, scope, place)
        theirs = others(value, plain, scope, place)
        if det.more in ("as many", "as much") and margin is None:
            return amount.compare(mine, det.bound or "exactly", theirs)
        if margin is None and det.bound is not None:
            raise scope.fail("SAY0801", det.span or what, what=f"“{det.bound}” in a comparison")
        if margin is not None:
            ahead = ("sub", theirs, mine) if det.more in ("fewer", "less") else ("sub", mine, theirs)
            if det.more in ("as many", "as much") or (det.bound is None and not scope.test):
                raise scope.fail("SAY0757", what)
            return amount.compare(ahead, det.bound, build.integer(margin))
        return (
            {"more": "gt", "fewer": "lt", "less": "lt", "as many": "eq", "as much": "eq"}[det.more or "more"],
            mine,
            theirs,
        )

    self_ = owner if scope.world.is_a(owner.type.name, "player") else scope.they
    if instead is not None:
        with scope.saying(they=self_):
            return one(Val(how_many(owner, instead, scope, place), NUMBER))
    with scope.saying(they=self_):
        other = describe(than.what, scope)
    if other.type.base == "number":
        return one(Val(other.expr, NUMBER))
    return over(other, scope, than, one)


def kind_compared(other: ast.Nominal, what: ast.Noun, scope: Scope) -> ast.Noun | None:
    """*more wood than stone*, *more cats than dogs*: of another kind, of the same owner; None: of somebody else."""
    if not isinstance(other, ast.Noun) or not other.determiner.is_empty() or other.name is not None:
        return None
    kind = scope.world.kinds.get(other.head or "")
    if kind is not None and (kind.category != "thing" or other.plural is False):
        return None
    if kind is None and scope.world.quantity(other.head or "") is None:
        return None
    if other.modifiers or other.relative is not None:  # *more cats than dogs in the park*: the cats, too?
        hint = "say it of each: *… is higher than the number of …*"
        raise scope.fail("SAY0801", other, what="more about what is compared", hint=hint)
    return replace(other, plural=True)


def others(value: Val, plain: ast.Noun, scope: Scope, place: ast.Complement | None = None) -> Expr:
    """The same of somebody else: *more cards in your hand than each other player*: in the hand of that player."""
    if not scope.world.is_a(value.type.name, "player"):
        return how_many(value, plain, scope, place)
    with scope.saying(you=value if scope.you is not None else None, they=value):
        return how_many(value, plain, scope, place)


def best(owner: Val, what: ast.Noun, scope: Scope, place: ast.Complement | None = None) -> Expr:
    """*has the most Ns*, *has the most Ns in their hand*: strictly more than each other of its kind."""
    kind = owner.type.name
    slot = scope.alloc()
    other = Val(("local", slot), entity(kind))
    plain = replace(what, determiner=ast.Determiner(), plural=True)
    with scope.saying(they=owner if scope.world.is_a(kind, "player") else scope.they):
        mine = how_many(owner, plain, scope, place)
    theirs = others(other, plain, scope, place)
    ahead = ("gt" if what.determiner.quantifier == "most" else "lt", mine, theirs)
    return ("every", scope.world.all_of(kind), slot, build.either(("eq", other.expr, owner.expr), ahead))
