"""The determiner: which members of a set are meant, and who says so."""

from __future__ import annotations

from dataclasses import replace

from toolkit.compile import build, seats
from toolkit.compile.determiner import bare
from toolkit.compile.pronoun import pronoun
from toolkit.compile.scope import Scope
from toolkit.compile.values import Desc, Type
from toolkit.language import ast, forms
from toolkit.program.expression import Expr

FIRST = {"first", "top", "leftmost", "bottommost"}


LAST = {"last", "bottom", "rightmost", "topmost"}


STACKED = {"top", "bottom"}
"""Of things that lie on each other.  Places of a column are the first, the last, the topmost, the bottommost."""


LEVELS = {"topmost", "bottommost"}


ORDINALS = {word: number for number, word in enumerate(forms.ORDINALS, 1) if number > 1}


def quantify(node: ast.Noun, items: Expr, type_: Type, scope: Scope) -> Desc:
    """The determiner: which members of the set are meant."""
    det = node.determiner
    if det.ordinal is not None and det.quantifier is None:
        return ordinal(node, items, type_, scope)
    desc = Desc("set", items, type_, node.span, head=node.head, more=det.more)
    if det.ordinal is not None and det.quantifier in ("all", "both", "each", "every"):
        desc = desc.but(expr=several_first(node, items, type_, scope))
    if det.quantifier in (None, "another", "one of"):
        return counted(node, desc, scope)
    return quantified(node, det.quantifier or "", desc, scope)


def several_first(node: ast.Noun, items: Expr, type_: Type, scope: Scope) -> Expr:
    """*(each of) the first 2 players*."""
    det = node.determiner
    if det.number is None:
        raise scope.fail("SAY0801", det.span or node, what=f"“{det.quantifier}” of one")
    plain = replace(node, determiner=replace(det, quantifier=None, of=False))
    return ordinal(plain, items, type_, scope).expr


def quantified(node: ast.Noun, quantifier: str, desc: Desc, scope: Scope) -> Desc:
    """*all*, *each*, *no*, *any number of*, *random* …: what the word makes of the set."""
    det = node.determiner
    number = build.integer(det.number) if det.number is not None else None
    match quantifier:
        case "all" | "both":
            return desc
        case "each" | "every":
            return desc.but(mode="each")
        case "no":
            return desc.but(mode="no")
        case "down to":
            if number is None:
                raise scope.fail("SAY0801", det.span or node, what="“down to” without a number")
            surplus: Expr = ("larger", ("sub", ("count", desc.expr), number), build.integer(0))
            return desc.but(mode="some", low=surplus, high=surplus)
        case "any number of":
            return desc.but(mode="some", low=build.integer(0), high=None)
        case "random" | "a random":
            if det.bound not in (None, "exactly"):
                raise scope.fail("SAY0801", det.span or node, what=f"“{det.bound}” before *random*")
            count = number or build.integer(1)
            return desc.but(mode="some", low=count, high=count, random=True)
        case "that many" | "that much":
            if scope.amount is None:
                raise scope.fail("SAY0656", node, word=quantifier)
            return desc.but(mode="some", low=scope.amount, high=scope.amount)
        case "most" | "fewest":
            return desc.but(more=quantifier)
        case "half of":
            raise scope.fail("SAY0801", node, what="half of a set")
    raise scope.fail("SAY0801", node, what=f"“{quantifier}” here")


def counted(node: ast.Noun, desc: Desc, scope: Scope) -> Desc:
    """A number, an article, an owner, or none of them."""
    det = node.determiner
    number = build.integer(det.number) if det.number is not None else None
    if det.bound == "up to":
        return desc.but(mode="some", low=build.integer(0), high=number)
    if number is not None and (det.article in (None, "that", "those") or det.of):
        return desc.but(mode="some", low=number, high=number, bound=det.bound, extra="number")
    if det.quantifier is not None or det.article in ("a", "an"):
        return desc.but(mode="some", extra="a")
    if number is not None:
        return desc  # all of them: `as_many_as_there_are`
    if det.article is None and not det.possessive and det.owner is None:
        if node.plural is False:
            raise bare(node, scope)
        return desc.but(extra="bare")
    return desc if node.plural else desc.but(mode="one", expr=("first", desc.expr))


def ordinal(node: ast.Noun, items: Expr, type_: Type, scope: Scope) -> Desc:
    """*the top card*, *the first 2 players*, *the third position*."""
    det = node.determiner
    word = det.ordinal
    category = scope.world.kinds[type_.name].category
    if (word in STACKED and category != "thing") or (word in LEVELS and category != "place"):
        raise scope.fail("SAY0801", det.span or node, what=f"“{word}” here", expected=("*first*", "*last*"))
    if det.article not in ("the", "that", "those") and det.possessive is None and det.owner is None:
        raise bare(node, scope)
    if category == "player":
        one_at_the_table(node, scope)
        items = seats.in_seat_order(items, scope)
    count = build.integer(det.number) if det.number is not None else None
    if word in FIRST:
        expr: Expr = ("first", items) if count is None else ("take", items, count)
    elif word in LAST:
        expr = ("last", items) if count is None else ("last-n", items, count)
    elif word in ORDINALS and count is None:
        expr = ("nth", items, build.integer(ORDINALS[word]))
    else:
        raise scope.fail("SAY0801", node, what=f"“{word}” here")
    return Desc("one" if count is None else "set", expr, type_, node.span, head=node.head)


def one_at_the_table(node: ast.Noun, scope: Scope) -> None:
    """*the second player*, after several were chosen: who that is among them, nothing says."""
    chosen = scope.discourse.named("player", many=True, verb="choose")
    if node.determiner.number is not None or not plain_head(node) or chosen is None:
        return
    word = node.determiner.ordinal
    raise scope.fail(
        "SAY0801",
        node,
        what=f"“the {word} player” after several were chosen: it would be the {word} one at the table",
        hint="let one be chosen after the other: *Choose a player.* and *Choose another player.*",
    )


def plain_head(node: ast.Noun) -> bool:
    """Whether nothing but the determiner stands beside the noun."""
    return not (node.adjectives or node.modifiers or node.relative)


def chosen_by(node: ast.Noun, desc: Desc, scope: Scope) -> Desc:
    """*a card of your choice*, *of their choice*: who chooses, if not the doer."""
    modifier = next((m for m in node.modifiers if m.word in ("of your choice", "of their choice")), None)
    if modifier is None:
        return desc
    if desc.mode != "some" or desc.random:
        raise scope.fail("SAY0801", modifier, what=f"“{modifier.word}” where nothing is chosen")
    return desc.but(chooser=who_chooses(modifier, scope))


def who_chooses(modifier: ast.Modifier, scope: Scope) -> Expr:
    """*of your choice* · *of their choice*."""
    who = ast.Pronoun(word="you" if modifier.word == "of your choice" else "they", span=modifier.span)
    return pronoun(who, scope).expr
