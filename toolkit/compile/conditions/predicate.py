"""What follows *is*: adjectives, things and amounts, places, relations."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from toolkit.compile.base import apart, build
from toolkit.compile.base.scope import Scope
from toolkit.compile.base.values import Desc, Type, Val, entity, name_type
from toolkit.compile.base.world import Kind
from toolkit.compile.conditions.found import joined
from toolkit.compile.conditions.quantified import in_place, over, spread
from toolkit.compile.nouns import amount, bounding, geometry, neighbour, nothing
from toolkit.compile.nouns.adding import added_inside
from toolkit.compile.nouns.adjective import adjective, shown_number
from toolkit.compile.nouns.determiner import indefinite
from toolkit.compile.nouns.figure import on_the_board
from toolkit.compile.nouns.lists import one_or_the_other
from toolkit.compile.nouns.modifier import some_of
from toolkit.compile.nouns.nominal import describe
from toolkit.compile.nouns.others import self_of
from toolkit.compile.nouns.owning import can_be, can_belong, can_lie
from toolkit.compile.nouns.phrases import number_of
from toolkit.compile.nouns.possess import attribute_of_list, each_owner, for_each_owner
from toolkit.compile.nouns.preposition import outside, own_preposition
from toolkit.language import ast, forms, which
from toolkit.program.expression import Expr, conjuncts, renamed

COMPARISONS = {
    "lower than": "lt",
    "higher than": "gt",
    "less than": "lt",
    "greater than": "gt",
    "more than": "gt",
    "equal to": "eq",
    "the same as": "eq",
    "at least": "ge",
    "at most": "le",
}


def predicate(node: ast.Predicate, subject: Val, scope: Scope) -> Expr:
    """*is P* of a subject."""
    match node:
        case ast.IsAdjective():
            parts = [adjective(word, subject, scope, node) for word in node.adjectives]
            result = build.either(*parts) if node.joint == "or" else build.both(*parts)
            where = build.TRUE if node.where is None else placed(node.where, subject, scope)
            return build.both(result, where)
        case ast.IsThing():
            return is_thing(node, subject, scope)
        case ast.IsPlaced():
            return placed(node, subject, scope)
        case ast.IsRelated():
            return related(node.relation, subject, node.to, scope, node)
    raise scope.unfit(node, "this")


def is_thing(node: ast.IsThing, subject: Val, scope: Scope) -> Expr:
    """*is 7*, *is at most 4 or at least 10*, *is a card*, *is the first card or the last card of it*, *is plus*."""
    node = replace(node, what=one_or_the_other(node.what))
    if isinstance(node.what, ast.Group):
        one_bound_for_all(node.what, scope)
        parts = (is_thing(replace(node, what=item), subject, scope) for item in node.what.items)
        return joined(parts, node.what.joint, scope)
    if isinstance(node.what, ast.Noun) and isinstance(node.what.determiner.which, which.Each | which.All):
        expected = ("*is a …*", "*is the only …*")
        raise scope.unfit(node.what, "being each of several", expected=expected)
    if isinstance(node.what, ast.Noun) and node.what.determiner.ordinal == "only":
        return is_the_only_one(node.what, subject, scope)
    by_seat_or_in_time(node.what, scope)
    with scope.saying(placed=True):  # *is a unit* asks what it is, not where
        desc = describe(than_you(node.what, subject, scope), scope)
    match desc.type.base, subject.type.base:
        case ("number", _) | ("quantity", "number"):
            return is_amount(node, desc, subject, scope)
        case ("value", _) if (mine := value_of_list(subject, desc.type.name, scope)) is not None:
            no_order(desc.bound or amount.bound_of(node.what), node, scope)
            return against(desc, scope, node, lambda value: ("eq", mine, other(mine, value, node, scope)))
        case ("entity", "entity"):
            return is_one_of(node, desc, subject, scope)
    raise scope.fail("SAY0752", node, found=name_type(desc.type), wanted=name_type(subject.type))


def no_order(bound: str | None, node: ast.Node, scope: Scope) -> None:
    """SAY0801: *is higher than gold*, *is at least gold*, where gold is one of a list."""
    if bound in (None, "exactly", "equal to", "the same as"):
        return
    hint = "the values of a list have no order: name those that are meant, *is … or …*; a number has one"
    raise scope.unfit(node, f"“{bound}” of a value of a list", hint=hint)


def one_bound_for_all(group: ast.Group, scope: Scope) -> None:
    """SAY0752: *is less than your stone and your food*, *is at least 3 or 7*: than both together, or than each?."""
    first, *others = (amount.bound_of(each) for each in group.items)
    if first is None or all(others) or (first, group.joint) == ("exactly", "or"):
        return
    said = [each.span.said for each in group.items if each.span is not None]
    each_of_them = f" {group.joint} ".join((said[0], *(f"{first} {each}" for each in said[1:])))
    together = f", *{' plus '.join(said)}*" if group.joint == "and" else ""
    hint = f"say it of each, *{each_of_them}*{', or of both together' + together if together else ''}"
    raise scope.fail("SAY0752", group, found="a list of amounts", wanted="one amount", hint=hint)


def than_you(node: ast.Nominal, subject: Val, scope: Scope) -> ast.Nominal:
    """*If the player with the most coins is another player*: other than you, not than the one of whom it is said.
    SAY0655: the text speaks of no *you*.
    """
    if not isinstance(node, ast.Noun) or node.head is None or not scope.world.is_a(node.head, "player"):
        return node
    another = node.determiner.quantifier == "another"
    spoken_of = self_of(node, entity("player"), None, scope) if another else None
    if spoken_of is None or spoken_of.expr != subject.expr:
        return node
    whom = scope.you.expr if scope.you is not None else None
    # *for each player, if the dealer is another player*
    in_turn = scope.outer is not None and scope.outer.expr != whom
    if whom is None or whom == subject.expr or in_turn:
        raise scope.fail("SAY0655", node, noun=node.head, hint="say which: *a player other than …*")
    you = ast.Modifier(word="other than", what=ast.Pronoun(word="you", span=node.span), span=node.span)
    any_one = replace(node.determiner, quantifier=None, article="a")
    return replace(node, determiner=any_one, modifiers=(*node.modifiers, you))


def by_seat_or_in_time(node: ast.Nominal, scope: Scope) -> None:
    """SAY0801: *if they are the first player with 3 coins*, of seats as everywhere, or of who had them first?"""
    if not isinstance(node, ast.Noun) or node.head is None or scope.order is not None:
        return
    of_how_many(node, scope)
    described = node.relative is not None or node.modifier("with") is not None
    if node.determiner.ordinal == "first" and described and scope.world.is_a(node.head, "player"):
        raise scope.unfit(
            node,
            "being the first player of whom this is said",
            expected=("*The first time that a player has …, that player …*",),
            hint="players are counted by their seats, not by who came to it first: *The first time that a player …* is "
            "of time, *In clockwise order, starting with …, the first player …* is of seats",
        )


def of_how_many(node: ast.Noun, scope: Scope) -> None:
    """SAY0801: *if it is your third red card*: as they happen to lie, or because you have three now?"""
    det = node.determiner
    whose = det.possessive is not None or det.owner is not None
    if not whose or det.ordinal not in forms.ORDINALS or scope.world.thing(node.head) is None:
        return
    if not any(each.word in ("in", "on", "at", "of") for each in node.modifiers):
        count, noun = forms.ORDINALS.index(det.ordinal) + 1, scope.world.vocabulary.nouns[node.head or ""]
        several = f"{count} {noun.plural if count > 1 else noun.id}"
        hint = f"say how many there are then: *if they have exactly {several} in their …*"
        raise scope.unfit(node, f"being the {det.ordinal} of what somebody has", hint=hint)


def is_the_only_one(node: ast.Noun, subject: Val, scope: Scope) -> Expr:
    """*is the only player with no coins*: is one, and there is no other; *is the only cat in a park*: in that one."""
    where = next((m for m in node.modifiers if m.word in ("in", "at", "on") and is_any(m.what)), None)
    if where is not None:
        return spread(
            where.what, scope, lambda that: is_the_only_one(in_place(node, where, that), subject, scope)
        )
    every = replace(node, determiner=ast.Determiner(span=node.determiner.span, quantifier="all"), plural=True)
    desc = describe(every, scope)
    if replace(node.determiner, span=None) != ast.Determiner(article="the", ordinal="only") or not desc.many:
        raise scope.unfit(node, "“only” here")
    among: Expr = ("member", subject.expr, _but_for_itself(desc.expr, subject))
    return build.both(among, ("eq", ("count", desc.expr), build.integer(1)))


def _but_for_itself(items: Expr, subject: Val) -> Expr:
    """*it is the only card of its suit*: that its suit is its suit is not asked."""
    match items:
        case ("filter", whole, int(slot), condition):
            named = {build.local(slot): subject.expr}
            asked = [each for each in conjuncts(condition) if not _of_itself(renamed(each, named))]
            return build.where(_but_for_itself(whole, subject), slot, build.both(*asked))
    return items


def _of_itself(condition: Expr) -> bool:
    return condition[0] == "eq" and condition[1] == condition[2]


def is_any(node: ast.Nominal | None) -> bool:
    """*a park*: any one of them."""
    return isinstance(ast.determiner_of(node).which, which.A)


def is_amount(node: ast.IsThing, desc: Desc, subject: Val, scope: Scope) -> Expr:
    """*is 7*, *is at least 10*: of what the subject is or shows."""
    if desc.expr == build.NONE:
        raise scope.fail("SAY0761", node.what)
    number_of_each(node.what, scope)
    added_inside(node.what, scope)
    bound = desc.bound or amount.bound_of(node.what)
    shown = shown_number(subject, scope, node)
    return against(
        desc, scope, node, lambda value: bounding.compare(shown, bound, other(shown, value, node, scope))
    )


def number_of_each(node: ast.Nominal | None, scope: Scope) -> None:
    """SAY0752: *is at least twice the number of cats of each other player*: of all their cats, or of those of each?"""
    if isinstance(node, ast.Arith):
        number_of_each(node.left, scope)
        number_of_each(node.right, scope)
    those = node.of if isinstance(node, ast.Noun) and node.head == "number" else None
    if not isinstance(those, ast.Noun) or (owner := each_owner(those)) is None or owner.head != "player":
        return
    together = "of all together: *the number of … of the other players*"
    hint = f"than each of them has: *more … than each other player*; {together}"
    raise scope.fail("SAY0752", those, found="the number of each of several", wanted="one number", hint=hint)


def value_of_list(subject: Val, name: str, scope: Scope) -> Expr | None:
    """The value of a list that the subject is, or has; None: it has none of that list."""
    if subject.type.base == "value":
        return subject.expr if subject.type.name == name else None
    found = attribute_of_list(subject.type.name, name, scope) if subject.type.base == "entity" else None
    return ("attr", found, subject.expr) if found is not None else None


def is_one_of(node: ast.IsThing, desc: Desc, subject: Val, scope: Scope) -> Expr:
    """*is that card*, *is a card in your hand*, *is no card*."""
    bound = node.what.determiner.bound if isinstance(node.what, ast.Noun) else None
    if bound is not None:  # *is at most that card*: both as what they show
        return bounding.compare(shown_number(subject, scope, node), bound, number_of(node.what, scope))
    can_be(subject.type, desc.type, node.what, scope)
    if desc.mode == "one":
        return ("eq", subject.expr, other(subject.expr, desc.expr, node, scope))
    if desc.mode == "some" and desc.low not in (None, build.integer(1)):
        raise scope.unfit(node, "so many", expected=("*one of …*", "*a …*"))
    member = ("member", subject.expr, desc.expr)
    return build.negate(member) if desc.mode == "no" else member


def other(one: Expr, another: Expr, node: ast.Node, scope: Scope) -> Expr:
    """The other side of a comparison.  SAY0801: it is the same thing (*its owner is that player*: which player?)."""
    if one == another and one[0] != "int":
        hint = "say which of the two is meant: *you*, *that card*, *the owner of that card*"
        raise scope.unfit(node, "comparing a thing with itself", hint=hint)
    return another


def against(desc: Desc, scope: Scope, node: ast.Node, compare: Callable[[Expr], Expr]) -> Expr:
    """A comparison with an amount or a value; with that of *a N*, it holds if it holds for one of them."""
    if not desc.many:
        return compare(desc.expr)
    if desc.extra != "or":
        raise scope.fail("SAY0752", node, found="amounts of several things", wanted="one amount")
    slot = scope.alloc()
    condition = compare(build.local(slot))
    return build.some(apart.amounts(desc.expr, slot, condition), slot, condition)


def standing(place: ast.Complement | None, subject: Val, scope: Scope) -> Expr:
    """The place of a *have*, said of what is had; nothing if it says none."""
    if place is None:
        return build.TRUE
    where = place.value if isinstance(place.value, ast.Nominal) else None
    return placed(ast.IsPlaced(prep=place.prep, where=where, span=place.span), subject, scope)


def placed(node: ast.IsPlaced, subject: Val, scope: Scope) -> Expr:
    """*is in P*, *is at no P*, *is there*."""
    if node.prep not in ("with", "without", "of"):
        subject = on_the_board(subject, node, scope)
    if node.where is None:
        return there(node, subject, scope)
    if node.prep in ("with", "without"):
        result = scope.world.semantics.has(subject, node.where, scope, node)
        return build.negate(result) if node.prep == "without" else result
    place = describe(node.where, scope)
    if node.prep == "of" and place.type.base == "value" and subject.type.base == "entity":
        found = attribute_of_list(subject.type.name, place.type.name, scope)
        if found is not None:  # *is of that suit*
            return ("eq", ("attr", found, subject.expr), place.expr)
    if place.type.base != "entity" or subject.type.base != "entity":
        raise scope.fail("SAY0755", node, found=name_type(no_entity(place.type, subject.type)))
    if node.prep in geometry.DEEPER:  # *a field that is above that field*
        return over(place, scope, node, lambda value: geometry.lies(node.prep, subject, value, scope, node))
    kind = scope.world.kinds.get(place.type.name)
    if node.prep == "among" and some_of(place, scope.world.kinds[subject.type.name], scope):
        return ("member", subject.expr, place.expr)
    own_preposition(node.prep, place, node, scope, strict=True)
    not_in_several(place, kind, node, scope)
    if place.mode == "set":  # *in the decks* is in one of them; *in each deck* in every one
        place = place.but(extra="or")
    return over(place, scope, node, lambda where: inside(where, subject, kind, node, scope))


def no_entity(*types: Type) -> Type:
    """The first that is neither a thing nor a place."""
    return next(each for each in types if each.base != "entity")


def there(node: ast.IsPlaced, subject: Val, scope: Scope) -> Expr:
    """*is there*."""
    if subject.type.base != "entity":
        raise scope.fail("SAY0755", node, found=name_type(subject.type))
    place = scope.place_there(node)
    can_lie(subject.type, place.type, node, scope)
    return ("in", subject.expr, place.expr)


def inside(where: Val, subject: Val, kind: Kind | None, node: ast.Node, scope: Scope) -> Expr:
    """Whether something is in a place or a group of places, or a player has it."""
    scope.put_there(where, source="condition")
    if kind is not None and kind.category == "player":
        can_belong(subject, node, scope)
        return ("eq", ("holder", subject.expr), where.expr)
    if kind is not None and kind.category == "group":
        if scope.world.is_a(subject.type.name, kind.members or ""):
            return ("member", subject.expr, ("members", where.expr))
        slot = scope.alloc()
        return ("any", ("members", where.expr), slot, ("in", subject.expr, ("local", slot)))
    can_lie(subject.type, where.type, node, scope)
    not_where_it_lies(where, subject, node, scope)
    return ("in", subject.expr, where.expr)


def not_where_it_lies(where: Val, subject: Val, node: ast.Node, scope: Scope) -> None:
    """SAY0801: *if another cat is in its place*, said of that cat: wherever it lies, it lies there."""
    if where.expr[:2] == ("within", subject.expr):
        name = where.type.name
        theirs = (
            f"; of whoever has it, *its owner's {name}*"
            if scope.world.property(name, "of") == "player"
            else ""
        )
        hint = (
            f"of what was named before: *there is a … in its {name}*{theirs}; in any of them, *in a {name}*"
        )
        raise scope.unfit(node, "“in its place” of what is in its place anyhow", hint=hint)


def not_in_several(place: Desc, kind: Kind | None, node: ast.IsPlaced, scope: Scope) -> None:
    """SAY0801: *each cat is in each park*, *it is in at least 2 parks*, *in the park and the pond*: one thing lies in
    one place.
    """
    if isinstance(node.where, ast.Group) and node.where.joint == "and" and node.prep in ("in", "at", "on"):
        hint = "in one of them is *in … or …*"
        raise scope.unfit(node, "one thing in several places", hint=hint)
    counted = place.extra == "number" and place.low not in (build.integer(0), build.integer(1))
    if counted and place.bound in (None, "exactly", "at least"):
        hint = (
            "count the places outside: *If there are …s in at least 2 …s*, *If you have …s in at least 2 …s*"
        )
        raise scope.unfit(node, "one thing in several places", hint=hint)
    if place.mode == "each" and kind is not None and kind.category == "place":
        hint = "say it of each place: *there is a … in each …*, *a … is in each …*"
        raise scope.unfit(node, "one thing in each of several places", hint=hint)


def related(relation: str, subject: Val, to: ast.Nominal, scope: Scope, node: ast.Node) -> Expr:
    """*is lower than N*, *is next to N*, a defined relation, *is divisible by 2*."""
    if relation in COMPARISONS:
        return compared(relation, subject, to, scope, node)
    if relation == "divisible by":
        return ("eq", ("mod", shown_number(subject, scope, node), number_of(to, scope)), build.integer(0))
    if (here := neighbour.whereabouts(subject, relation, scope)) is not None:
        return build.both(nothing.present(here.expr, scope), related(relation, here, to, scope, node))
    own = subject.type.name if subject.type.base == "entity" else None
    if isinstance(to, ast.Group) and known_ones(to):  # next to that cat and this dog: to both
        both = "next to" if relation == "between" else relation
        return build.both(*(related(both, subject, each, scope, node) for each in to.items))
    desc = neighbour.it(relation, own, to, scope) or describe(to, scope)
    if relation == "between":
        desc, two = between(desc, to, scope, node)
        return build.both(
            two, over(desc, scope, node, lambda value: geometry.lies(relation, subject, value, scope, node))
        )
    if desc.mode == "set" and not isinstance(ast.determiner_of(to).which, which.All):
        desc = desc.but(extra="or")  # next to lilies: to any of them
    if relation in geometry.RELATIONS:
        return over(desc, scope, node, lambda value: geometry.lies(relation, subject, value, scope, node))

    def one(value: Val) -> Expr:
        types = (subject.type, value.type)
        while (defined := scope.world.find_defined(relation, *map(scope.world.argument, types))) is None:
            place = neighbour.seen_from(value, relation, own, scope) if own is not None else None
            if (
                place is None
                and relation == "outside"
                and (kind := scope.world.kind_of(value.type)) is not None
            ):
                raise outside(kind.prep, node, scope)
            if place is None:
                raise scope.fail("SAY0754", node, adjective=relation, noun=own or "amount")
            value, types = place, (subject.type, place.type)  # *adjacent to that cat*: to where it is
        return ("call", defined.function, subject.expr, value.expr)

    return over(desc, scope, to, one)


def known_ones(node: ast.Group) -> bool:
    """*that cat and the first field*, *this cat and a dog*: single ones, and not all of them are still to be found."""
    if node.joint != "and" or not all(isinstance(each, ast.Noun) and not each.plural for each in node.items):
        return False
    nouns = [each for each in node.items if isinstance(each, ast.Noun)]
    known = [each.name is not None or each.determiner.article in ("the", "this", "that") for each in nouns]
    return any(known) and all(
        is_known or each.determiner.article == "a" for each, is_known in zip(nouns, known, strict=True)
    )


def between(desc: Desc, to: ast.Nominal, scope: Scope, node: ast.Node) -> tuple[Desc, Expr]:
    """*between those cats*: next to all of them, of which there are two; *between your cats*, *between cats*: to two of
    them, whichever.  Also what must be so besides.
    """
    if desc.listing is not None or (desc.mode == "some" and desc.extra not in (None, "a", "one of")):
        return desc, build.TRUE
    if desc.mode != "set":
        raise scope.unfit(node, "“between” one thing", hint="name both: *between … and …*")
    noun = to if isinstance(to, ast.Noun) else None
    if noun is None or noun.determiner.article in ("those", "these") or noun.determiner.quantifier == "both":
        return desc, ("ge", ("count", desc.expr), build.integer(2))
    return desc.but(mode="some", extra="number", bound="at least", low=build.integer(2)), build.TRUE


def compared(relation: str, subject: Val, to: ast.Nominal, scope: Scope, node: ast.Node) -> Expr:
    """*is lower than N*, *is equal to N*: two amounts, two values of a list, or two things that show no number."""
    if subject.type.base == "entity" and relation in ("equal to", "the same as"):
        desc = describe(to, scope)
        can_be(subject.type, desc.type, to, scope)
        alike = desc.type.base == "entity" and desc.mode == "one"
        if alike and scope.world.shown(subject.type.name) is None:
            return ("eq", subject.expr, desc.expr)
    if subject.type.base == "value":
        return same_value(relation, subject, to, scope, node)
    number_of_each(to, scope)
    shown = shown_number(subject, scope, node)
    if indefinite(to):
        desc = describe(to, scope)
        if desc.many and desc.type.base == "number":
            return against(desc, scope, node, lambda value: (COMPARISONS[relation], shown, value))
    if isinstance(to, ast.Noun) and for_each_owner(
        to
    ):  # *than each other player's strength*: than all of them
        desc = describe(to, scope)
        if desc.many and desc.type.base == "number":
            slot = scope.alloc()
            beaten = build.negate((COMPARISONS[relation], shown, build.local(slot)))
            return build.negate(build.some(desc.expr, slot, beaten))
    beaten_all = than_every_one(relation, shown, subject, to, scope)
    return beaten_all or (COMPARISONS[relation], shown, other(shown, number_of(to, scope), node, scope))


def same_value(relation: str, subject: Val, to: ast.Nominal, scope: Scope, node: ast.Node) -> Expr:
    """*is equal to that suit*: of two values of one list."""
    no_order(relation, node, scope)
    desc = describe(to, scope)
    if desc.type != subject.type:
        raise scope.fail("SAY0752", node, found=name_type(desc.type), wanted=name_type(subject.type))
    return against(desc, scope, node, lambda value: ("eq", subject.expr, value))


def than_every_one(relation: str, shown: Expr, subject: Val, to: ast.Nominal, scope: Scope) -> Expr | None:
    """*is higher than each other card on the table*, of what they show; None: it is compared with something else."""
    desc = describe(to, scope) if isinstance(to, ast.Noun) and all_of_several(to) else None
    column = scope.world.shown_by(desc.type) if desc is not None and desc.type.base == "entity" else None
    if desc is None or column is None or not desc.many or desc.mode not in ("each", "set"):
        return None
    slot = scope.alloc()
    beaten = build.negate((COMPARISONS[relation], shown, ("attr", column.index, build.local(slot))))
    return build.negate(
        build.some(desc.expr, slot, build.both(("ne", build.local(slot), subject.expr), beaten))
    )


def all_of_several(node: ast.Noun) -> bool:
    """*than each other card*, *than all cards on the table*, *than the other cards*: than every one of them."""
    det = node.determiner
    return isinstance(det.which, which.Each | which.All) or (
        det.article == "the" and det.other and bool(node.plural)
    )
