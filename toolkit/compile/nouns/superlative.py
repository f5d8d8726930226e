"""*the player with the most coins*, *the card with the highest rank*: the member that is ahead of all others."""

from __future__ import annotations

from dataclasses import replace

from toolkit.compile.base import build
from toolkit.compile.base.scope import Scope
from toolkit.compile.base.values import Desc, Type, Val
from toolkit.compile.nouns import neighbour, nothing
from toolkit.compile.nouns.owning import amount_of, how_many, one_place_each, the_most
from toolkit.compile.nouns.phrases import alone, as_number, as_set
from toolkit.compile.nouns.quantify import FIRST, LAST, quantify
from toolkit.language import ast, which
from toolkit.program.expression import Expr


def most_of(modifier: ast.Modifier) -> bool:
    """*with the most Ns*, *with the fewest Ns*, *with the highest N*, *with the lowest N*."""
    what = modifier.what
    return (
        modifier.word == "with"
        and isinstance(what, ast.Noun)
        and (what.determiner.quantifier in ("most", "fewest") or extreme(what) is not None)
    )


def most_and_more(node: ast.Noun, scope: Scope) -> None:
    """SAY0657: *a player with the most coins and a cat*: the most of all, or the most of those with a cat?"""
    for each in node.modifiers:
        items = each.what.items if each.word == "with" and isinstance(each.what, ast.Group) else ()
        if any(most_of(replace(each, what=item)) for item in items):
            hint = "of all, *… who has … and the most …*; of those who have the rest, *… with the most … who has …*"
            names = "who has the most of all, or the most of those with the rest"
            raise scope.fail("SAY0657", each, names=names, hint=hint)


def extreme(what: ast.Noun) -> str | None:
    """*highest* or *lowest* before an amount; None: neither."""
    if what.determiner.article != "the":
        return None
    words = (what.determiner.ordinal, *what.adjectives)
    return next((word for word in words if word in ("highest", "lowest")), None)


def superlative(node: ast.Noun, ranking: ast.Modifier, items: Expr, type_: Type, scope: Scope) -> Desc:
    """*the player with the most points*, *the card with the highest rank*: the one ahead of all others, or nobody;
    *the players with …*: all that share it; *the first player with …*: of these the first.  With one of several cards
    that tie something can be done nevertheless: who does it chooses.
    """
    what = ranking.what
    assert isinstance(what, ast.Noun)
    det = node.determiner
    if (det.possessive or det.owner) and scope.world.is_a(type_.name, "player"):
        raise scope.unfit(det.span or node, "an owner of a player")
    best = of_rank(what, best_of(what, items, type_, scope), scope)
    of_those_that_tie(node, ranking, scope)
    picked = det.quantifier is not None or det.number is not None or det.article == "a"
    if picked or det.ordinal in FIRST | LAST:
        return quantify(node, best, type_, scope)
    if det.ordinal is not None:  # *the second player with the most points* may be who comes after the first
        hint = "*the first … with the most …* is the first of those that tie; *Rank the …* orders them all"
        told = f"“{det.ordinal}” of those that are ahead"
        raise scope.unfit(det.span or node, told, hint=hint)
    if node.plural:
        return Desc("set", best, type_, node.span, head=node.head)
    found = alone(node, best, type_, node.head, scope)
    return found.but(among=None) if scope.world.is_player(type_) or type_.base != "entity" else found


def of_those_that_tie(node: ast.Noun, ranking: ast.Modifier, scope: Scope) -> None:
    """SAY0657: *2 cats with the most power*: of those that tie for it, or the first two in the order of their power?"""
    det = node.determiner
    several = isinstance(det.which, which.Count | which.UpTo) and det.number not in (None, 1)
    if det.of or det.bound not in (None, "up to", "between") or not several or scope.test:
        return
    ahead = f"say *{det.number} of the …s {_said(ranking)}* of those that tie; else "
    hint = ahead + one_by_one(ranking)
    names = "those that tie for it, or the first of all when they are sorted"
    raise scope.fail("SAY0657", node, names=names, hint=hint)


def one_by_one(ranking: ast.Modifier) -> str:
    """How the first two are named, where no more than one is ahead."""
    most = _said(ranking)
    return (
        f"say it of one after another: *Choose the … {most}. … that … and the other … {most}*; players are ranked: "
        "*Rank the players by their …*"
    )


def _said(ranking: ast.Modifier) -> str:
    return ranking.span.said if ranking.span is not None else "with the most …"


def best_of(what: ast.Noun, items: Expr, type_: Type, scope: Scope) -> Expr:
    """The items that have *the most Ns*, *the fewest*, *the highest N*, *the lowest N*."""
    word = extreme(what)
    if word is not None and replace(what.determiner, ordinal=None) != ast.Determiner(article="the"):
        raise scope.unfit(what, "this", expected=(f"*the {word} …*",))
    one_place_each(what, scope)
    slot = scope.alloc()
    member = Val(("local", slot), type_)
    with scope.saying(they=member if scope.world.is_a(type_.name, "player") else scope.they):
        if word is None:
            counted = replace(what, determiner=ast.Determiner(), plural=True)
            beside = neighbour.beside_it(
                counted, member, scope
            )  # *the square with the most frogs next to it*
            score = (
                ("count", scope.describe(beside).expr)
                if beside is not None
                else how_many(member, counted, scope)
            )
            items = build.where(
                items, slot, has_some(what, score, scope, fewest=what.determiner.quantifier == "fewest")
            )
        else:
            score, there = measure(member, what, word, scope)
            items = build.where(items, slot, there)  # who has none of it is neither highest nor lowest
    if not build.mentions(score, slot):
        hint = "say whose it is: *the player with the highest … in their …*, *the owner of the highest …*"
        raise scope.unfit(what, "the same amount of each of them", hint=hint)
    if word is None and not the_most(replace(what, determiner=replace(what.determiner, ordinal=None))):
        raise scope.unfit(what, "this", expected=(f"*the {what.determiner.quantifier} …*",))
    least = what.determiner.quantifier == "fewest" or word == "lowest"
    return ("best", items, slot, score, int(least))


RANKS = {None: 0, "second": 1, "third": 2}


def of_rank(what: ast.Noun, best: Expr, scope: Scope) -> Expr:
    """*the second most Ns*: those who are ahead without the one who has the most; nobody, if several tie for that."""
    rank = what.determiner.ordinal if extreme(what) is None else None
    if rank not in RANKS:
        raise scope.unfit(what, f"“{rank}” here", expected=("*the second most …*",))
    for _ in range(RANKS[rank]):
        ahead, slot = scope.store(best), scope.alloc()
        others = build.where(best[1], slot, build.negate(("member", build.local(slot), ahead)))
        alone: Expr = ("eq", ("count", ahead), build.integer(1))
        best = ("best", build.where(others, scope.alloc(), alone), *best[2:])
    return best


def has_some(what: ast.Noun, score: Expr, scope: Scope, *, fewest: bool) -> Expr:
    """Whether somebody has any of *the most paintings*: who has none has not the most, where they are things.  Of
    points all may have 0.
    """
    counted = not fewest and what.head in scope.world.kinds
    return ("gt", score, build.integer(0)) if counted else build.TRUE


def measure(member: Val, what: ast.Noun, word: str, scope: Scope) -> tuple[Expr, Expr]:
    """*the highest rank* of a card: its rank; *the highest sum of the dice in their hand* of a player: that sum;
    *the highest rank of their cards*, *the highest card in their hand*: that of one of them.

    Returns the amount, and whether the member has any.
    """
    plain = replace(
        what,
        determiner=ast.Determiner(),
        adjectives=tuple(w for w in what.adjectives if w != word),
        plural=False,
    )
    if (amount := amount_of(member, plain, scope)) is not None:
        return amount, nothing.there(nothing.missing(amount, scope))
    the = replace(plain, determiner=ast.Determiner(article="the"))
    op = "min" if word == "lowest" else "max"
    if plain.head in scope.world.kinds and (shown := scope.world.shown(plain.head)) is not None:
        things = as_set(scope.describe(replace(the, plural=True)))
        each = scope.alloc()
        numbers: Expr = ("map", things, each, ("attr", shown.index, build.local(each)))
        return (op, numbers), build.nonempty(things)
    desc = scope.describe(the)
    if desc.type.base == "number" and desc.many:  # *the lowest height of their towers*
        return (op, desc.expr), build.nonempty(desc.expr)
    number = as_number(desc, the, scope)
    return number, nothing.there(nothing.missing(number, scope))


def where_most(node: ast.Noun, scope: Scope) -> None:
    """Refuse *the region where you have the most units*: where you have more than the others, or more than elsewhere?
    SAY0657.
    """
    clause = node.relative
    if clause is None or clause.word != "where" or node.determiner.article != "the" or node.plural:
        return
    verb = clause.verb
    what = verb.complement("obj") if isinstance(verb, ast.Act) and verb.verb == "have" else None
    most = what.value if what is not None else None
    if (
        not isinstance(most, ast.Noun)
        or most.determiner.quantifier not in ("most", "fewest")
        or node.head is None
    ):
        return
    those = scope.world.vocabulary.noun(most.head)
    who = clause.subject.word if isinstance(clause.subject, ast.Pronoun) else "they"
    things = those.plural if those is not None else "things"
    much = most.determiner.quantifier
    names = (
        f"a {node.head} where nobody has as many, or the {node.head} where {who} have more than in any other"
    )
    if much == "fewest":
        names = f"a {node.head} where nobody has as few, or the {node.head} where {who} have fewer than in any other"
    hint = f"say *each {node.head} where {who} have the {much} {things}*, *a {node.head} where …*; or *the {node.head} "
    raise scope.fail("SAY0657", node, names=names, hint=f"{hint}with the {much} {things} {who} have*")
