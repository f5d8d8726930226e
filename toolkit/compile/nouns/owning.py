"""What it means that somebody or something has a thing, or so much of something."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from toolkit.compile.base import build
from toolkit.compile.base.scope import Scope
from toolkit.compile.base.values import NUMBER, Desc, Type, Val, name_type
from toolkit.compile.nouns.determiner import plain, said
from toolkit.compile.nouns.figure import player_of
from toolkit.compile.nouns.neighbour import beside_it
from toolkit.compile.nouns.phrases import as_set
from toolkit.compile.nouns.possess import attribute_of_list, possess, used_by
from toolkit.language import ast, which
from toolkit.meaning import witness
from toolkit.program.expression import Expr, conjuncts
from toolkit.report.source import Span


def owned_by(owner: Val, desc: Desc, scope: Scope) -> Callable[[Val], Expr]:
    """What *X has it* means for these kinds."""
    world = scope.world
    kind = desc.type.name
    attribute = attribute_of_list(kind, owner.type.name, scope) if owner.type.base == "value" else None
    if attribute is not None:  # *the suit with the most cards*: cards of that suit
        return lambda item: ("eq", ("attr", attribute, item.expr), owner.expr)
    if owner.type.base != "entity":
        raise scope.fail(
            "SAY0752", desc.span, found=name_type(owner.type), wanted="a player, a place or a thing"
        )
    if world.is_player(owner.type):
        entry = world.kinds[kind]
        if world.is_a(kind, "player"):
            whom_they_have(owner, desc, scope)
            return lambda item: (
                build.TRUE
            )  # *the player with the most players that they tickled*: the rest tells whom
        if entry.category == "place":
            if not world.of_players(kind):  # *you have 2 regions*, which are nobody's: never so
                raise scope.fail("SAY0753", desc.span, noun=kind, of="player")
            return lambda item: ("eq", ("owner", item.expr), owner.expr)
        if world.owned(kind):
            return lambda item: ("eq", world.owner(item.expr), owner.expr)
        return lambda item: ("eq", ("holder", item.expr), owner.expr)
    if world.kinds[owner.type.name].category == "group":
        slot = scope.alloc()
        return lambda item: (
            ("member", item.expr, ("members", owner.expr))
            if world.is_a(kind, world.kinds[owner.type.name].members or "")
            else ("any", ("members", owner.expr), slot, ("in", item.expr, ("local", slot)))
        )
    if world.kinds[kind].category == "group":
        return lambda item: ("member", owner.expr, ("members", item.expr))
    can_lie(desc.type, owner.type, desc.span, scope)
    return lambda item: ("in", item.expr, owner.expr)


def whom_they_have(owner: Val, desc: Desc, scope: Scope) -> None:
    """SAY0801: *if you have another player*: players have none; *the most players that they accused* says whom."""
    base, told = _told(desc, Val(build.NONE, desc.type))
    # *other than them*, *you have you*: no more than who they are
    says = (each for each in (base, *told) if each[0] != "ne" and each != owner.expr)
    if not any(witness.holds(each, owner.expr) for each in says):
        raise scope.unfit(desc.span, "having players")


def can_belong(what: Val, node: ast.Node, scope: Scope) -> None:
    """SAY0752: *If the park belongs to Blue*, *is yours*: a place that is nobody's, or a player."""
    name = what.type.name
    place = scope.world.is_place(what.type) and not scope.world.of_players(name)
    if place or scope.world.is_player(what.type):
        hint = f"who has it is defined: *A player rules a {name} if …*; a place of each player is declared `of: player`"
        raise scope.fail(
            "SAY0752", node, found=name_type(what.type), wanted="what belongs to a player", hint=hint
        )


def can_be(what: Type, other: Type, node: ast.Node, scope: Scope) -> None:
    """SAY0752: *if a cat is Red*, *if the park is a cat*: a player, a place and a thing are never one."""
    one, another = scope.world.kind_of(what), scope.world.kind_of(other)
    apart = ("player", "place", "thing")
    if one is None or another is None or one.category == another.category:
        return
    if one.category in apart and another.category in apart:
        hint = "whose it is: *… belongs to …*, *… is yours*" if another.category == "player" else None
        raise scope.fail("SAY0752", node, found=name_type(other), wanted=f"a {one.category}", hint=hint)


def can_lie(what: Type, where: Type, node: ast.Node | Span | None, scope: Scope) -> None:
    """SAY0752: *if the pile is in the row*, *if a cat has a room*: a place stays where it is, which is in what it is
    part of, or belongs to; players are nowhere.
    """
    world = scope.world
    inner, outer = world.kind_of(what), world.kind_of(where)
    if inner is None or outer is None or outer.category not in ("place", "thing"):
        return
    if inner.category == "player":
        raise scope.fail("SAY0752", node, found="a player", wanted="a thing", hint="players are in no place")
    if inner.category == "place" and not world.may_be_part_of(inner, outer):
        hint = "places stay where they are; what lies there is named: *a … in …*, *the … in … are …*"
        raise scope.fail("SAY0752", node, found=name_type(what), wanted="a thing", hint=hint)


def owned_and_placed(owner: Val, desc: Desc, item: Val, where: Expr, scope: Scope) -> Expr:
    """What *X has it* means where it lies so: in a place of X's own it is theirs to count, whosever it is.

    *the player with the most ballots in their urn*: the ballots of the others lie there.  SAY0801: *a player with a
    cat of another player*, which belongs to that one wherever it lies.
    """
    mine = owned_by(owner, desc, scope)(item)
    base, told = _told(desc, item)
    lies = [each[2] for each in (*told, where) if each[0] == "in" and each[1] == item.expr]
    lies += [base[1]] if base[0] == "inside" else []
    if mine in told or any(each[0] == "place" and each[2] == owner.expr for each in lies):
        return where
    whose = scope.world.owner(item.expr)
    if mine == ("eq", whose, owner.expr) and any(witness.holds(each, whose) for each in told):
        hint = "such a thing is its owner's wherever it lies: say where it is: *… in their …*"
        raise scope.unfit(desc.span, "having what is said to be somebody else's", hint=hint)
    return build.both(mine, where)


def _told(desc: Desc, item: Val) -> tuple[Expr, list[Expr]]:
    """Of what a phrase is a part, and what it says of each: *cats of another player in the park*."""
    base, told = desc.expr, list[Expr]()
    while base[0] in ("filter", "flat"):
        if base[0] == "filter":
            told += (witness.substitute(part, base[2], item.expr) for part in conjuncts(base[3]))
        base = base[1] if base[0] == "filter" else base[3]  # *of another player*: those of each of them
    return base, told


def lies_where_they_are(
    owner: Val, kind: str, what: ast.Nominal, place: ast.Complement | None, scope: Scope
) -> bool:
    """*a player with a cat at their spot*: cats and spots are nobody's, so that one lies there is all that it
    says.
    """
    world = scope.world
    player = world.is_player(owner.type)
    if not player or world.kinds[kind].category != "thing" or world.owned(kind):
        return False
    said = [place.value] if place is not None else []
    if isinstance(what, ast.Noun):
        said += [each.what for each in what.modifiers if each.word in ("in", "at", "on")]
    for where in said:
        if not isinstance(where, ast.Noun) or where.determiner.possessive not in ("their", "your"):
            continue
        with scope.discourse.closed():
            of = scope.describe(where).type
        if of.base == "entity" and world.kinds[of.name].category == "place" and not world.of_players(of.name):
            return True
    return False


def amount_of(owner: Val, what: ast.Noun, scope: Scope, place: ast.Complement | None = None) -> Expr | None:
    """How much X has of what the phrase names, when that is a quantity, an attribute or a defined amount.  SAY0801: it
    lies in no `place`.
    """
    world = scope.world
    assert what.head is not None
    if what.head in world.kinds or owner.type.base != "entity":
        return None
    value = possess(owner, what.head, what.modifiers, scope, what)
    if value is None and (player := player_of(owner, scope)) is not None:
        value = possess(player, what.head, what.modifiers, scope, what)
    if value is None or value.type.base != "number":
        return None
    plain(what, scope, modifiers=used_by(what.head, owner, scope))
    if place is not None:
        lies_nowhere = f"*{what.head}* is counted, and lies nowhere: leave out where"
        raise scope.unfit(place, "a place of what is counted", hint=lies_nowhere)
    det = what.determiner
    rest = replace(which.uncounted(det), of=False, signed=False)
    of_no_one = (ast.Determiner(article="a"), ast.Determiner(quantifier="no"))
    if not rest.is_empty() and rest not in of_no_one:
        hint = "name each of them: *at least 1 … and at least 1 …*" if det.quantifier == "each" else None
        raise scope.unfit(det.span or what, f"“{said(what)}” before an amount", hint=hint)
    return value.expr


def how_many(
    owner: Val, what: ast.Noun, scope: Scope, place: ast.Complement | None = None, *, beside: bool = False
) -> Expr:
    """How many or how much of it X has.  `beside`: what another has there is counted, too, and each thing is somebody's
    (*Red has more cats in Red's park than Blue*).
    """
    if owner.type == NUMBER:
        return owner.expr
    number = amount_of(owner, what, scope, place)
    if number is not None:
        return number
    if (near := beside_it(what, owner, scope, place)) is not None:
        return ("count", as_set(scope.describe(near)))
    player = scope.world.is_player(owner.type)
    said = place is not None or scope.world.is_place(owner.type)  # *the park with the most cats* says where
    with scope.saying(placed=scope.placed or said, mine=owner if player else scope.mine):
        desc = scope.describe(what)
    if desc.type.base != "entity":
        raise scope.fail("SAY0752", what, found=name_type(desc.type), wanted="things or an amount")
    slot = scope.alloc()
    item = Val(("local", slot), desc.type)
    where = scope.world.semantics.standing(place, item, scope)
    if what.relative is not None and places_of_nobody(owner, desc, scope):
        return ("count", build.where(as_set(desc), slot, where))  # *the most regions they control*
    if lies_where_they_are(owner, desc.type.name, what, place, scope):
        return ("count", build.where(as_set(desc), slot, where))
    if beside and _in_a_place_by_name(what, place):
        condition = build.both(owned_by(owner, desc, scope)(item), where)
    else:
        condition = owned_and_placed(owner, desc, item, where, scope)
    return ("count", build.where(as_set(desc), slot, condition))


def _in_a_place_by_name(what: ast.Noun, place: ast.Complement | None) -> bool:
    """*in Red's park*: in the same one, whoever has something there."""
    said = [each.what for each in what.modifiers if each.word in ("in", "at", "on")]
    said += [place.value] if place is not None and isinstance(place.value, ast.Nominal) else []
    owners = [each.determiner.owner for each in said if isinstance(each, ast.Noun)]
    return any(isinstance(each, ast.Noun) and each.name is not None for each in owners)


def places_of_nobody(owner: Val, desc: Desc, scope: Scope) -> bool:
    """Whether a phrase names places that belong to no player, and the owner is one."""
    world = scope.world
    player = world.is_player(owner.type)
    return player and world.kinds[desc.type.name].category == "place" and not world.of_players(desc.type.name)


def one_place_each(what: ast.Noun, scope: Scope) -> None:
    """Refuse *the player with the most units in a region*: in which one?  Counted would be those in all of them."""
    for modifier in what.modifiers:
        place = modifier.what
        if modifier.word not in ("in", "on", "at") or not isinstance(place, ast.Noun):
            continue
        kind = scope.world.kind(place.head)
        if (
            place.determiner.article == "a"
            and kind is not None
            and kind.category == "place"
            and kind.only is None
        ):
            hint = f"*that {place.head}*, which was chosen, or *For each {place.head}, … there …*"
            raise scope.unfit(place, "“a” of a place after the most, which one?", hint=hint)


def the_most(node: ast.Noun) -> bool:
    """*the most Ns*, *the fewest Ns*: nothing else before it."""
    return replace(node.determiner, quantifier=None) == ast.Determiner(article="the")
