"""Modifiers: what a phrase after the noun says of its set: where to look, or what must hold of each member."""

from __future__ import annotations

from toolkit.compile.base import build
from toolkit.compile.base.scope import Scope
from toolkit.compile.base.values import NUMBER, Bound, Desc, Val, name_type
from toolkit.compile.base.world import Kind
from toolkit.compile.nouns import geometry, likeness, neighbour, nothing
from toolkit.compile.nouns import possess as possession
from toolkit.compile.nouns.figure import figure_of, nowhere
from toolkit.compile.nouns.phrases import as_set
from toolkit.compile.nouns.preposition import own_preposition
from toolkit.language import ast
from toolkit.language.forms import article
from toolkit.program.expression import Expr

PLACE_PREPOSITIONS = {"in", "at", "on", "from", "beside", "under", "on top of", "among", "into", "onto", "to"}


TIMES = ("for each", "for every")
"""*2 cats for each player*: what says how often so many are meant."""

READY = "ready in"
"""Where pieces lie that nobody has put anywhere yet: no word, but what *put* and *place* add to a phrase that says no
place.  It gives another program than *from*, so that a writer who says where from says something.
"""

Narrowing = tuple[Expr | None, Expr, bool]
"""What a modifier does to a set: a narrower base (None: the same), a condition, and whether it says a place."""


def modify(modifier: ast.Modifier, item: Val, kind: Kind, items: Expr | None, scope: Scope) -> Narrowing:
    """What a modifier does to a set of a kind, whose base is `items`; the condition speaks of `item`."""
    word, what = modifier.word, modifier.what
    if word == READY and isinstance(what, Bound):
        return None, ("in-any", item.expr, ("single", what.value.expr)), True
    if word in (*PLACE_PREPOSITIONS, "there"):
        return somewhere(modifier, item, kind, items, scope)
    if word in ("of your choice", "of their choice", "including"):
        return None, build.TRUE, False
    if what is None:
        raise scope.unfit(modifier, f"“{word}” here")
    if (alike := likeness.to_another(modifier, item, scope)) is not None:
        return None, alike, False
    if word in ("with", "without"):
        without_which(modifier, scope)
        truth = scope.world.semantics.has(item, what, scope, modifier)
        return None, build.negate(truth) if word == "without" else nothing.stated(truth, scope), False
    if word == "other than":
        of_which_place(word, what, scope)
        return None, other_than(what, item, scope), False
    if word == "of":
        return None, of_value(modifier, what, item, kind, scope), False
    where = word in geometry.RELATIONS or neighbour.whereabouts(item, word, scope) is not None
    of_which_place(word, what, scope)
    related = scope.world.semantics.related(word, item, what, scope, modifier)
    return None, related if where else nothing.stated(related, scope), where


def without_which(modifier: ast.Modifier, scope: Scope) -> None:
    """SAY0657: *each player without cats and dogs*: who has neither, or who has not both?"""
    what = modifier.what
    if modifier.word == "without" and isinstance(what, ast.Group) and what.joint == "and":
        names = "without any of these, or without one of them"
        hint = (
            "without any of them: *without … or …*; who lacks one: *who does not have … or does not have …*"
        )
        raise scope.fail("SAY0657", modifier, names=names, hint=hint)


def of_which_place(word: str, what: ast.Nominal, scope: Scope) -> None:
    """SAY0801: *Put a card higher than the highest card in the row in the pile*, *you have a card higher than the
    highest card in the row*, *each card in the row other than the highest card*: the place is said of what the verb
    speaks of, and the highest would be that of the game.
    """
    det = ast.determiner_of(what)
    if not isinstance(what, ast.Noun) or det.ordinal not in ("highest", "lowest") or what.modifiers:
        return
    if what.relative is not None or det.possessive is not None or det.owner is not None:
        return
    kind = scope.world.kind(what.head)
    if kind is not None and kind.category == "thing":
        entry = scope.world.vocabulary.noun(kind.name)
        several = entry.plural if entry is not None else kind.name
        hint = f"say where that lies, in a clause: *Choose a … that is {word} the {det.ordinal} {kind.name} in …*"
        if word == "other than":
            hint = f"choose that one first: *Choose the {det.ordinal} {kind.name} in …. … the other {several} in …*"
        asked = f"“{word}” the {det.ordinal} of all {several}, wherever they are,"
        raise scope.unfit(what, asked, hint=hint)


def somewhere(modifier: ast.Modifier, item: Val, kind: Kind, items: Expr | None, scope: Scope) -> Narrowing:
    """*in the park*, *there*, *from those cards*."""
    what = modifier.what
    if kind.category == "player" and modifier.word == "among" and what is not None:
        return among_players(what, modifier, scope)
    if kind.category == "player" and (piece := figure_of(item, scope)) is not None:
        kind = scope.world.kinds[piece.type.name]
        _, condition, _ = somewhere(modifier, piece, kind, build.EMPTY, scope)
        return None, condition, True
    if kind.category == "player":
        raise nowhere(modifier, scope)
    if what is None:
        named = scope.place_there(modifier)
        there = Desc("one", named.expr, named.type)
        return in_place(there, item, kind, items, scope, modifier)
    if is_game(what):
        raise game_is_no_place(what, modifier.word, scope)
    place = scope.describe(what)
    if modifier.word in ("from", "among") and some_of(place, kind, scope):
        return as_set(place), ("is", item.expr, kind.index), True
    if place.mode == "one" and place.type.base == "entity":
        scope.put_there(Val(place.expr, place.type))
    if place.mode == "some" and place.type.base == "entity":
        scope.put_somewhere(Val(place.expr, place.type, many=True), what.span)
    return in_place(place, item, kind, items, scope, modifier)


def among_players(what: ast.Nominal, modifier: ast.Modifier, scope: Scope) -> Narrowing:
    """*the player with the most coins among those players*: of these, who were named."""
    those = scope.describe(what)
    if not scope.world.is_player(those.type) or those.mode != "set":
        raise nowhere(modifier, scope)
    return those.expr, build.TRUE, False


def is_game(node: ast.Node | None) -> bool:
    """*the game*: there is one, and it is nobody's."""
    one = (ast.Determiner(article="the"), ast.Determiner(article="this"))
    return ast.head_of(node) == "game" and ast.determiner_of(node) in one


def game_is_no_place(node: ast.Node, word: str, scope: Scope) -> Exception:
    """*a card from the game*: nothing lies in the game itself, and only *remove … from the game* means all places."""
    places = [
        each for each in scope.world.kinds.values() if each.category == "place" and each.name != "place"
    ]
    expected = tuple(
        f"*{word} {article(each.name) if each.only is None else 'the'} {each.name}*" for each in places
    )
    what, hint = (
        f"“{word} the game” as a place",
        "nothing lies in the game itself: leave it out, or name the place that is meant",
    )
    return scope.unfit(node, what, expected=expected, hint=hint)


def other_than(what: ast.Nominal, item: Val, scope: Scope) -> Expr:
    """*other than that cat*, wherever it is: the phrase itself says where it looks."""
    with scope.saying(placed=True):
        excluded = scope.describe(what)
    parts = excluded.listing.members if excluded.listing is not None else (excluded,)
    if any(each.mode == "no" or each.random or (each.mode == "some" and each.extra != "a") for each in parts):
        hint = "*other than that …*, *other than those …*, or a kind: *other than a …*"
        raise scope.unfit(what, "some of several after “other than”", hint=hint)
    for each in parts:
        if not comparable(item, each, scope):
            hint = "what is left out stands right after what it is left out of: *all Ns other than … in …*"
            said = f"a {item.type.name} “other than” a {each.type.name}"
            raise scope.unfit(what, said, hint=hint)
    return build.both(
        *(
            ("ne", item.expr, each.expr)
            if each.mode == "one"
            else build.negate(("member", item.expr, each.expr))
            for each in parts
        )
    )


def comparable(item: Val, excluded: Desc, scope: Scope) -> bool:
    """Whether one could be among the others at all: *your field other than cats* leaves nothing out."""
    if item.type.base != "entity" or excluded.type.base != "entity":
        return item.type.base == excluded.type.base
    return scope.world.related(item.type.name, excluded.type.name)


def of_value(modifier: ast.Modifier, what: ast.Nominal, item: Val, kind: Kind, scope: Scope) -> Expr:
    """*units of that class*: a value of an attribute."""
    desc = scope.describe(what)
    if desc.type.base == "value":
        attribute = possession.attribute_of_list(kind.name, desc.type.name, scope)
        if attribute is not None:
            return ("eq", ("attr", attribute, item.expr), desc.expr)
    if desc.type == NUMBER:
        word = what.head if isinstance(what, ast.Noun) and what.head else "…"
        expected = (f"*a {kind.name} whose {word} is …*", f"*a {kind.name} with the same {word} …*")
        raise scope.unfit(modifier, "“of” before a number", expected=expected)
    raise scope.fail("SAY0753", modifier, noun=kind.name, of=desc.type.name)


def some_of(place: Desc, kind: Kind, scope: Scope) -> bool:
    """*gear from those cards*, *a unit among your cards*: of these things, not on them."""
    if place.type.base != "entity" or not place.many or place.mode != "set" or kind.category != "thing":
        return False
    return scope.world.related(place.type.name, kind.name)


def in_place(
    place: Desc, item: Val, kind: Kind, items: Expr | None, scope: Scope, node: ast.Node
) -> Narrowing:
    """*in/at/on P*: directly from the contents of a single place, else a condition."""
    holder = possible_place(place, kind, scope, node)
    if not scope.test:
        scope.world.looked_for.add((kind.name, place.type.name))
    if holder is not None and holder.category == "group" and place.mode == "one":
        slot = scope.alloc()
        op = "in" if kind.category == "thing" else "eq"
        return None, ("any", ("members", place.expr), slot, (op, item.expr, ("local", slot))), True
    from_whom = holder is not None and holder.category == "player"
    if place.mode == "one":
        if from_whom:
            return None, ("eq", ("holder", item.expr), place.expr), True
        if items is None and kind.category == "thing":
            return ("inside", place.expr), ("is", item.expr, kind.index), True
        return None, ("in", item.expr, place.expr), True
    slot = scope.alloc()
    inside: Expr = ("in", item.expr, ("local", slot))
    if from_whom:
        inside = ("eq", ("holder", item.expr), ("local", slot))
    truth = build.some(place.expr, slot, inside)
    return None, build.negate(truth) if place.mode == "no" else truth, True


def possible_place(place: Desc, kind: Kind, scope: Scope, node: ast.Node) -> Kind | None:
    """The kind of a place in which things of `kind` may lie, as `place` describes it.  Raises `Fail` for any other."""
    if place.type.base != "entity":
        raise scope.fail("SAY0755", node, found=name_type(place.type))
    if isinstance(node, ast.Modifier):
        own_preposition(node.word, place, node, scope, strict=True)
    if place.chooser is not None:
        hint = f"let it be chosen first: *Choose a {place.type.name}. … at that {place.type.name}*"
        raise scope.unfit(node, "a choice inside this", hint=hint)
    if place.listing is not None:
        raise scope.unfit(node, "“or” between such places", hint="*in a … or in …*, one sentence each")
    if place.mode == "each" or (place.mode == "some" and place.extra != "a"):
        raise scope.unfit(node, "each or a number of places here")
    holder = scope.world.kinds.get(place.type.name)
    both_places = holder is not None and holder.category == kind.category == "place"
    if holder is not None and both_places and not scope.world.may_be_part_of(kind, holder):
        raise scope.unfit(node, f"a {kind.name} in a {holder.name}", hint="where things come from: *from …*")
    return holder
