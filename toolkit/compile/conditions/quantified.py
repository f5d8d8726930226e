"""Quantifying: a condition said of all that a phrase ranges over, of as many as it says, or of none of them.

*each N* and *the Ns*: all of them; *a N*, *at least 2 Ns*: so many exist; *no N*: none does.  What is quantified first
stands outside: the subject outside the object, the owner in *each player's hand* outside the whole clause.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar, assert_never

from toolkit.compile.base import apart, build
from toolkit.compile.base.scope import Scope
from toolkit.compile.base.values import Bound, Desc, Val, entity
from toolkit.compile.conditions.found import (
    beside_the_point,
    introduce,
    introduce_group,
    joined,
    keep,
    key_of,
)
from toolkit.compile.nouns import amount, bounding, likeness, nothing, quantify
from toolkit.compile.nouns.determiner import indefinite
from toolkit.compile.nouns.geometry import STEPS
from toolkit.compile.nouns.nominal import describe
from toolkit.compile.nouns.others import name_player
from toolkit.compile.nouns.phrases import first_determiner, shared
from toolkit.compile.nouns.possess import for_each_owner
from toolkit.language import ast, which
from toolkit.meaning import witness
from toolkit.meaning.referents import Referent
from toolkit.program.expression import Expr

N = TypeVar("N", bound=ast.Nominal)


_SOME = which.A | which.Another | which.Count


def over(desc: Desc, scope: Scope, node: ast.Node, body: Callable[[Val], Expr]) -> Expr:
    """Quantify: body of the value, of each, of as many as said, of none."""
    if isinstance(node, ast.Nominal):
        name_player(node, desc.type, scope)
    if desc.listing is not None:
        of_one_sort(desc, node, scope)
        truths = (over(each, scope, node, body) for each in desc.listing.members)
        return joined(truths, desc.listing.joint, scope)
    if desc.type.base == "quantity" or desc.mode == "one":
        return over_one(desc, scope, node, body)
    slot = scope.alloc()
    mark = scope.discourse.mark()
    value = Val(build.local(slot), desc.type)
    if desc.type.base in ("entity", "value"):
        scope.bind(value, desc.called, source="condition")
    inner = spoken(value, scope, body)
    beside_the_point(scope, mark + 1, value)
    inner = of_another(desc, slot, inner)
    if desc.extra == "or" or (desc.mode == "some" and desc.extra == "a"):
        those, inner = apart.compared(desc.expr, slot, inner)
        return introduce(desc.but(expr=those), slot, inner, mark, scope)
    scope.discourse.forget(mark)  # *each player*, *no player*: nobody that a later *that player* could mean
    match desc.mode:
        case "no":
            return build.negate(build.some(desc.expr, slot, inner))
        case "some":
            return over_so_many(desc, build.where(desc.expr, slot, inner), scope, node)
        case "set" | "each" | "one":
            introduce_group(desc, desc.expr, scope)
            return build.both(*so_many_there(desc, node), ("every", desc.expr, slot, build.closed(inner)))
        case never:
            assert_never(never)


def of_one_sort(desc: Desc, node: ast.Node, scope: Scope) -> None:
    """SAY0801: *a cat that is in the park or at most 1 coin*, *there is a cat in a park or your points*."""
    members = desc.listing.members if desc.listing is not None else ()
    if len({each.type.base == "entity" for each in members}) > 1:
        what, hint = "a thing and an amount in one list", "say the verb again: *… is in … or has …*"
        raise scope.unfit(node, what, hint=hint)


def so_many_there(desc: Desc, node: ast.Node) -> list[Expr]:
    """*the top 2 cards are red*, *both of those cards are red*: there are two; *they*, *those cards*: there are some,
    as there is one where *it* is said.
    """
    det = ast.determiner_of(node)
    if ast.is_they(node) or (det.article in ("those", "these") and isinstance(det.which, which.The)):
        return [build.nonempty(desc.expr)]
    if det.quantifier == "both" and det.article in ("those", "these"):
        return [("eq", ("count", desc.expr), build.integer(2))]
    if desc.expr[0] not in ("take", "last-n"):
        return []
    return [("eq", ("count", desc.expr), desc.expr[2])]


def over_one(desc: Desc, scope: Scope, node: ast.Node, body: Callable[[Val], Expr]) -> Expr:
    """The body of one thing or amount; of a thing that may not be there, only if it is."""
    value, here = Val(desc.expr, desc.type), scope.discourse.mark()
    if _says_you(node) or desc.type.base != "entity":
        inner = body(value)
        if ast.determiner_of(node).possessive == "its":  # *its rank is higher than the rank of the top card*
            for each in scope.discourse.since(here):
                each.topic = False
        return inner
    scope.bind(value, desc.called, source="condition")
    inner = spoken(value, scope, body)
    beside_the_point(scope, here + 1, value)
    del scope.discourse.referents[here]  # inside it is what it is; in what follows, what it was
    keep(value, desc.head, desc.span, scope)
    if isinstance(node, ast.Pronoun):  # *it is red*: the same, as it is then
        scope.discourse.called_again.append(scope.discourse.referents[-1])
    if desc.among is not None and not witness.holds(inner, desc.expr):
        return inner  # *the highest card is at least 5*: any of them, if several tie
    return build.both(nothing.present(desc.expr, scope), inner)


def _says_you(node: ast.Node) -> bool:
    """*you*, *is yours*: *they* and *that player* are somebody else."""
    said = node.where if isinstance(node, ast.IsPlaced) else node
    return ast.is_you(said)


def of_another(desc: Desc, slot: int, inner: Expr) -> Expr:
    """The condition that some or no one is to fulfil, of others than it compares them with."""
    some = desc.mode == "no" or desc.extra in ("a", "or") or at_least_one(desc)
    return apart.condition_of_another(slot, inner) if some else inner


def at_least_one(desc: Desc) -> bool:
    """*at least 1 N*."""
    return desc.low == build.integer(1) and desc.bound == "at least"


def over_so_many(desc: Desc, those: Expr, scope: Scope, node: ast.Node) -> Expr:
    """Whether those for which it holds are as many as the phrase says."""
    if desc.extra == "one of":  # is one of them enough, or is it exactly one?  Nobody means exactly one
        desc = desc.but(bound="at least")
    if not desc.ranges:
        bounding.must_be_bound(desc.bound, node, scope)
    quantify.not_with_themselves(desc, those, scope)
    if desc.alike is not None:
        return likeness.there_are(desc.but(expr=those), scope, node)
    introduce_group(desc, those, scope)
    number: Expr = ("count", those)
    if desc.ranges and desc.high is not None:
        return bounding.within(number, desc.low, desc.high)
    return bounding.compare(number, desc.bound, desc.low)


def spoken(value: Val, scope: Scope, body: Callable[[Val], Expr]) -> Expr:
    """The body, with a player as *they*."""
    player = scope.world.is_player(value.type)
    with scope.saying(they=value if player else scope.they, outer=scope.they if player else scope.outer):
        return body(value)


def exists(desc: Desc, scope: Scope, node: ast.Node) -> Expr:
    """Whether there are as many as the phrase says."""
    if desc.listing is not None:
        return joined((exists(each, scope, node) for each in desc.listing.members), desc.listing.joint, scope)
    if desc.type.base == "quantity":
        raise scope.unfit(node, "an amount here")
    match desc.mode:
        case "no":
            return build.negate(build.nonempty(desc.expr))
        case "some":
            return counted(desc, scope, node)
        case "one":
            return ("ne", desc.expr, build.NONE)
        case "set" if not isinstance(first_determiner(node).which, which.All):
            return build.nonempty(desc.expr)
        case "each" | "set":  # *If there are all cats in the park*: that would be said of them
            hint = "say it of them: *each … is …*, *all … are …*"
            raise scope.unfit(node, "all after “there is”", expected=("*a …*", "*no …*"), hint=hint)
        case never:
            assert_never(never)


def counted(desc: Desc, scope: Scope, node: ast.Node) -> Expr:
    """*a N* / *at least 2 Ns* / *exactly 1 N* exist; a bare number only in tests, where it is exact."""
    if desc.alike is not None:
        return likeness.there_are(desc, scope, node)
    if desc.extra == "a":
        return introduce(desc, scope.alloc(), build.TRUE, scope.discourse.mark(), scope)
    if at_least_one(desc):
        introduce_group(desc, desc.expr, scope)
        return build.nonempty(desc.expr)
    return over_so_many(desc, desc.expr, scope, node)


# --- What stands outside the clause in which it is named -----------------------------------------------------


def spreads(node: ast.Nominal | None) -> bool:
    """Whether a place phrase is *each N* or *at least 2 Ns*: nothing lies in several, so it is said outside."""
    return so_many(node) or in_each(node)


def in_each(node: ast.Nominal | None) -> bool:
    """*each park*, *each player's park*."""
    return isinstance(node, ast.Noun) and (
        isinstance(node.determiner.which, which.Each) or for_each_owner(node)
    )


def so_many(node: ast.Nominal | None) -> bool:
    """*at least 2 Ns*, *exactly 1 N*, but not *at least 1 N*, which is one in any place."""
    det = ast.determiner_of(node)
    return det.bound is not None and (det.bound, det.number) != ("at least", 1)


def as_one(node: ast.Nominal | None) -> ast.Noun | None:
    """A noun; of *2 cats or dogs in a park* the last one, of which the number is said, too; None: no such list."""
    if isinstance(node, ast.Noun):
        return node
    items = shared(node) if isinstance(node, ast.Group) else None
    if items is None or not isinstance(node, ast.Group):
        return None
    before = (each for each in node.items[:-1] if isinstance(each, ast.Noun))
    alone = all(not each.modifiers and each.relative is None for each in before)
    return replace(items[-1], plural=items[0].plural) if alone else None


def spreading(what: ast.Nominal, scope: Scope) -> ast.Modifier | None:
    """*a cat in each park*, *2 cards of each suit*, *2 cards of a suit*, *3 cats in a park*: what is quantified outside
    the phrase.  How many a thing has is said of it: *a park with at least 2 cats*.
    """
    node = as_one(what)
    if node is None:
        return None

    def of_a_value(what: ast.Nominal | None) -> bool:
        if not isinstance(what, ast.Noun) or what.head not in scope.world.vocabulary.lists:
            return False
        if isinstance(what.determiner.which, which.All):
            return True
        return ranges(what) and not isinstance(node.determiner.which, which.No)

    def in_all_places(modifier: ast.Modifier) -> bool:
        return modifier.word in ("in", "at", "on") and in_all(modifier.what)

    compared = ("than", "as")  # with whom, is found later
    said = (m for m in node.modifiers if m.word not in compared)
    own = ("with", "without")
    outside = (m for m in said if m.word not in own or not so_many(m.what))
    found = next((m for m in outside if spreads(m.what) or of_a_value(m.what) or in_all_places(m)), None)
    if found is not None:
        not_beside_each(found, scope)
    return found or counted_there(node, one_place(node) or place_spoken_of(node, scope), scope)


def counted_there(node: ast.Noun, place: ast.Modifier | None, scope: Scope) -> ast.Modifier | None:
    """The place, of which it is noted that one thing is counted in it."""
    if place is not None and node.determiner.number == 1 and node.head is not None:
        scope.discourse.counted_one[scope.number] = node.head
    return place


def not_beside_each(modifier: ast.Modifier, scope: Scope) -> None:
    """SAY0657: *There is a cat outweighed by each moth*: another one for each, or one that is outweighed by all?
    *There are no marks above each cell*: above none of them, or not above all?
    """
    beside = modifier.word in scope.world.vocabulary.relations or modifier.word in STEPS
    if in_each(modifier.what) and beside:
        names = f"one that is “{modifier.word}” all of them or another one for each"
        hint = "say it one by one: *For each …, if there is … that …, …*"
        raise scope.fail("SAY0657", modifier, names=names, hint=hint)


def one_place(node: ast.Noun) -> ast.Modifier | None:
    """*at least 3 cats in a park*, *all cats of another player*: where all of them are, or whose."""
    place = next((m for m in node.modifiers if m.word in ("in", "at", "on") and in_one(node, m.what)), None)
    return place or next((m for m in node.modifiers if of_one_player(node, m)), None)


def place_spoken_of(node: ast.Noun, scope: Scope) -> ast.Modifier | None:
    """*a cat in a park*, where what follows speaks of that park."""
    return next(
        (m for m in node.modifiers if m.word in ("in", "at", "on") and is_spoken_of(m.what, scope)), None
    )


def is_spoken_of(where: ast.Node | None, scope: Scope) -> bool:
    """*in a park*, where what follows speaks of that park: it is found first, and what is said to be there in it."""
    said = isinstance(where, ast.Noun) and one_of_several(where, scope)
    return said and where is not None and scope.wants(key_of("found", where.span, scope))


def name_place(what: ast.Nominal, scope: Scope) -> None:
    """*There is a cat in a park*: what follows can speak of that park, too."""
    for modifier in what.modifiers if isinstance(what, ast.Noun) else ():
        where = modifier.what
        if (
            modifier.word in ("in", "at", "on")
            and isinstance(where, ast.Noun)
            and one_of_several(where, scope)
        ):
            place = Val(build.local(scope.alloc()), entity(where.head or ""))
            scope.bind(place, where.head or "", source="condition", needs=key_of("found", where.span, scope))
            scope.discourse.referents[-1].topic = False


def of_one_player(node: ast.Noun, modifier: ast.Modifier) -> bool:
    """*2 cats of another player*, *all cats of a player*: of the same one."""
    owner, those = modifier.what, node.determiner.which
    if modifier.word != "of" or not isinstance(owner, ast.Noun) or owner.head != "player":
        return False
    whole = isinstance(those, which.All | which.Each) or (
        isinstance(those, which.The) and node.plural is True
    )
    return in_one(node, owner) or (whole and isinstance(owner.determiner.which, which.A | which.Another))


def of_one_place(clause: ast.Clause) -> tuple[ast.Nominal, Callable[[ast.Nominal], ast.Clause]] | None:
    """*At least 3 cats are in a park*, *at least 3 cats in a park are tired*: where, and what is said of one place."""
    subject, one = clause.subject, as_one(clause.subject)
    if subject is None or one is None:
        return None
    place = one_place(one)
    if place is not None and place.what is not None:
        return place.what, lambda that: replace(clause, subject=in_place(subject, place, that))
    return said_of_place(clause, lambda where: in_one(one, where))


def each_of_its_own(subject: ast.Nominal | None) -> tuple[ast.Nominal, ...] | None:
    """The items of *all cats and all dogs of another player*, of which one speaks of one of several; else None."""
    if not isinstance(subject, ast.Group) or subject.joint != "and" or as_one(subject) is not None:
        return None
    found = any(isinstance(each, ast.Noun) and one_place(each) is not None for each in subject.items)
    return subject.items if found else None


def whole_of_either(subject: ast.Nominal | None, scope: Scope) -> tuple[ast.Nominal, ...] | None:
    """The items of *all cats or all dogs*, *each cat or each dog*, *your cats or your dogs*: it is so of all of the
    ones, or of all of the others; None: another subject.
    """
    if not isinstance(subject, ast.Group) or subject.joint != "or":
        return None
    each = any(map(is_each, subject.items)) and shared(subject) is None  # *each cat or dog* is every one
    if not each and not any(map(is_whole, subject.items)):
        return None
    not_shared(subject, scope)
    return subject.items


def is_each(node: ast.Nominal) -> bool:
    """*each cat*, *every dog*."""
    return isinstance(ast.determiner_of(node).which, which.Each)


def is_whole(node: ast.Nominal) -> bool:
    """*all cats*, *your cats*, *those cats*."""
    if not isinstance(node, ast.Noun):
        return False
    which_ = node.determiner.which
    return isinstance(which_, which.All) or (isinstance(which_, which.The) and bool(node.plural))


def not_shared(what: ast.Node | None, scope: Scope, *, each: bool = False) -> None:
    """SAY0801: *all cats or dogs*: all that are one of the two, or all of the one kind or of the other?  `each`: so is
    *has each cat or dog*; of *each cat or dog* something is said of every one.
    """
    if not isinstance(what, ast.Group) or what.joint != "or":
        return
    first = what.items[0]
    shares = isinstance(ast.determiner_of(first).which, which.Each)
    if not (is_whole(first) or (each and shares)):
        return
    if any(isinstance(item, ast.Noun) and item.determiner.is_empty() for item in what.items[1:]):
        hint = "say it again of each: *all … or all …*, *your … or your …*; of all together it is *and*"
        raise scope.unfit(what, "“or” after one “all”, “each” or “your”", hint=hint)


def of_one_alike(items: list[ast.Noun], scope: Scope) -> None:
    """SAY0801: *has cats and dogs of another player*, *there are cats and dogs in a park*: of one and the same?"""
    for modifier in items[-1].modifiers:
        same_for_all(modifier.what, scope)


def same_for_all(where: ast.Node | None, scope: Scope) -> None:
    """SAY0801: *a cat and a dog are in a park*: both in the same one?"""
    if any_one(where):
        hint = "choose or name it first, or say the whole again for each: *…, and …*"
        raise scope.unfit(where, "one of several, for each of a list,", hint=hint)


def any_one(where: ast.Node | None) -> bool:
    """*a park*, *another player's home*, *the park of a player*."""
    if not isinstance(where, ast.Noun):
        return False
    return isinstance(where.determiner.which, which.A | which.Another) or indefinite(where)


def each_in_one(clause: ast.Clause, scope: Scope) -> tuple[ast.Nominal, ...] | None:
    """The items of *at least 2 cats or at least 2 dogs are in a home*: so many in one; None: another clause.
    SAY0801: *a cat and a dog are in a home*.
    """
    if not isinstance(clause.subject, ast.Group) or shared(clause.subject) is not None:
        return None
    found = said_of_place(clause, any_one)
    counts = [each for each in clause.subject.items if isinstance(ast.determiner_of(each).which, _SOME)]
    if found is None or not counts:
        return None
    if clause.subject.joint == "and":
        same_for_all(found[0], scope)
    return clause.subject.items


def of_each_place(clause: ast.Clause) -> tuple[ast.Nominal, Callable[[ast.Nominal], ast.Clause]] | None:
    """*A cat is in each park*, *at most 1 cat is in each park*: another one in each, for nothing lies in several."""
    subject = clause.subject
    items = subject.items if isinstance(subject, ast.Group) else (subject,)
    if not all(isinstance(each, ast.Noun) and isinstance(each.determiner.which, _SOME) for each in items):
        return None
    return said_of_place(clause, lambda where: in_each(where) or in_all(where))


def said_of_place(
    clause: ast.Clause, fits: Callable[[ast.Nominal], bool]
) -> tuple[ast.Nominal, Callable[[ast.Nominal], ast.Clause]] | None:
    """Where its subject is said to be, or to whom to belong, if that `fits`, and the clause, said of one such place."""

    def saying(verb: ast.Verb) -> Callable[[ast.Nominal], ast.Clause]:
        return lambda that: replace(clause, verbs=(ast.swapped(verb, where, that),))

    match clause.verbs:
        case (
            ast.Be(predicate=ast.IsPlaced(prep="in" | "at" | "on", where=ast.Nominal() as where))
            | ast.Act(
                verb="belong", complements=(ast.Complement(role="to", value=ast.Nominal() as where),)
            ) as verb,
        ) if not verb.negated and fits(where):
            return where, saying(verb)
    return None


def none_in_one(
    what: ast.Nominal | None, scope: Scope, place: ast.Node | None = None, *, none: bool = False
) -> None:
    """SAY0657: *no cats in a park*, *exactly 0 cats in a park*: are there none in any, or is there a park with none?
    *At most 2 cats in a park*: in each, or in some?  `none`: it is denied outside the phrase (*does not have a cat in a
    park*).
    """
    what = as_one(what)
    if scope.test or what is None:
        return
    none = none or says_none(what)
    so_few_of_one(what, scope)
    said = places_said(what, place) if none or says_no_more(what) else []
    vague = [where for where in said if in_one(what, where)]
    if len(vague) > 1:  # *at most 2 cats in another player's park are in a player's park*
        raise not_which_place(what, vague[-1], scope, none=none)
    for where in said:
        in_none_of = isinstance(what.determiner.which, which.No) and in_each(where)  # or not in all of them?
        if in_none_of or one_of_several(where, scope):
            raise not_which_place(what, where, scope, none=none)
        if none and amount.left_open(where, scope):
            names = f"no {what.head} in the {where.head} of any of them, or in that of one of them"
            hint = "say which: *… in the other players' …s*, or *another player has no … in their …*"
            raise scope.fail("SAY0657", where, names=names, hint=hint)


def so_few_of_one(what: ast.Nominal | None, scope: Scope, clause: ast.Clause | None = None) -> None:
    """SAY0657: *at most 1 cat of another player*, *exactly 0 cats of a player*, *fewer than 2 cats belong to a player*:
    of each, or of one?
    """
    what = as_one(what)
    if scope.test or what is None or not says_no_more(what):
        return
    one: ast.Node | None = next((m for m in what.modifiers if of_one_player(what, m)), None)
    if one is None and clause is not None and isinstance(clause.verbs[0], ast.Act):
        belong = said_of_place(clause, lambda whom: in_one(what, whom))
        one = belong[0] if belong is not None else None
    if one is None:
        return
    nouns = scope.world.vocabulary.nouns
    many = nouns[what.head].plural if what.head in nouns else f"{what.head}s"
    names = f"so few {many} of each of them, or of one of them"
    hint = f"say which: *no player has more than … {many} …*, or *a player has at most … {many} …*"
    raise scope.fail("SAY0657", one, names=names, hint=hint)


def not_which_place(what: ast.Noun, where: ast.Noun, scope: Scope, *, none: bool) -> Exception:
    """SAY0657: none, or so few, in any, or is there one with none, or with so few?"""
    prep = scope.world.kinds[where.head or ""].prep
    names = f"no {what.head} {prep} any {where.head}, or a {where.head} with no {what.head} there"
    hint = f"say which: *… {prep} any {where.head}*, or *there is a {where.head} where …*"
    if not none:
        names = f"so few in each {where.head}, or a {where.head} with so few"
        hint = f"say which: *no {where.head} has more than …*, or *there is a {where.head} with …*"
    return scope.fail("SAY0657", where, names=names, hint=hint)


def says_no_more(node: ast.Noun) -> bool:
    """*at most 2 cats*, *fewer than 3 cats*, *exactly 0 cats*: as many, or fewer."""
    some = node.determiner.which
    if not isinstance(some, which.Count):
        return False
    return some.bound in ("at most", "fewer than", "less than") or (some.bound, some.number) == ("exactly", 0)


def says_none(node: ast.Noun) -> bool:
    """*no cats*, *exactly 0 cats*, *fewer than 1 cat*."""
    match node.determiner.which:
        case (
            which.Count(number=0, bound="exactly" | "at most")
            | which.Count(number=1, bound="fewer than" | "less than")
        ):
            return True
        case which.No():
            return True
    return False


def places_said(what: ast.Noun, place: ast.Node | None) -> list[ast.Noun]:
    """The places after a noun, and that of the clause."""
    said: list[ast.Node | None] = [m.what for m in what.modifiers if m.word in ("in", "on", "at")]
    match place:
        case ast.Complement(role="place", value=where) | ast.IsPlaced(where=where):
            said.append(where)
    return [each for each in said if isinstance(each, ast.Noun)]


def one_of_several(where: ast.Noun, scope: Scope) -> bool:
    """*a park*, where there are several."""
    kind = scope.world.kind(where.head)
    place = kind is not None and kind.category == "place" and kind.only is None
    return place and isinstance(where.determiner.which, which.A)


def in_all(place: ast.Nominal | None) -> bool:
    """*a cat in all parks*: in each of them."""
    return isinstance(ast.determiner_of(place).which, which.All)


def in_one(those: ast.Nominal, place: ast.Nominal | None) -> bool:
    """*at least 3 cats in a park*, *in another player's park*: all of them in the same one."""
    what = as_one(those)
    if what is None or not isinstance(place, ast.Noun):
        return False
    if not isinstance(place.determiner.which, which.A | which.Another) and not indefinite(place):
        return False
    det = what.determiner
    several = (
        (det.number or 0) > 1
        or so_many(what)
        or det.more is not None
        or isinstance(det.which, which.Most | which.AsMany)
    )
    return several and place.modifier("than", "as") is None


def ranges(node: ast.Nominal | None) -> bool:
    """Whether an owner is one of several: *each player's coins are 3*, *a player's*, *no player's*."""
    det = ast.determiner_of(node)
    return spreads(node) or det.article == "a" or isinstance(det.which, which.No | which.Another)


def spread(node: ast.Nominal | None, scope: Scope, body: Callable[[ast.Nominal], Expr]) -> Expr:
    """Quantify *each N* (and before it the *a M* in *each N of a M*) outside, then say `body` of each."""
    assert isinstance(node, ast.Noun)
    behind = next((m for m in node.modifiers if m.word == "of" and _of_any(m.what)), None)
    if behind is not None and isinstance(inner := behind.what, ast.Noun):
        desc, mark = describe(inner, scope), scope.discourse.mark()
        said = over(
            desc, scope, inner, lambda value: spread(in_place(node, behind, bound(value, inner)), scope, body)
        )
        rather_the_part(node, scope.discourse.since(mark))
        return said
    return over(describe(node, scope), scope, node, lambda value: body(bound(value, node)))


def rather_the_part(node: ast.Noun, named: list[Referent]) -> None:
    """*At least 2 cats are in a field of a row, and it …*: the field, not the row that says which one it is."""
    if len(named) > 1 and named[1].head == node.head:
        named[0].topic, named[1].topic = False, True


def in_place(node: N, modifier: ast.Modifier, what: ast.Nominal) -> N:
    """The phrase with other words after one of its modifiers, or of those of the last noun of a list."""
    if isinstance(node, ast.Group):
        return replace(node, items=(*node.items[:-1], in_place(node.items[-1], modifier, what)))
    assert isinstance(node, ast.Noun)
    return node.with_what(modifier, what)


def bound(value: Val, node: ast.Noun) -> Bound:
    """The phrase, where what it ranges over is one value."""
    return Bound(value=value, head=node.head or value.type.name, span=node.span)


def _of_any(node: ast.Nominal | None) -> bool:
    """*of a M*."""
    return ast.determiner_of(node).article == "a"


def ranging_owner(node: ast.Nominal) -> ast.Nominal | None:
    """The owner in *the A of each N* and *a N's A*, of which the clause is said one by one; None: there is none."""
    if not isinstance(node, ast.Noun) or (node.plural and node.determiner.owner is None):
        return None
    counted = node.head == "number"  # *the number of each cat*: of all of them
    owners = [node.determiner.owner, *(m.what for m in node.modifiers if m.word == "of" and not counted)]
    found = next((each for each in owners if ranges(each)), None)
    none_of_any = isinstance(node.determiner.which, which.No) and not in_each(found)
    return None if none_of_any else found  # *no cat of another player*: of any of them


def owned(node: ast.Nominal | None, owner: ast.Nominal, that: ast.Nominal) -> ast.Nominal:
    """The phrase with another owner in the place of this one."""
    assert isinstance(node, ast.Noun)
    if node.determiner.owner is owner:
        return replace(node, determiner=replace(node.determiner, owner=that))
    changed = (replace(m, what=that) if m.what is owner else m for m in node.modifiers)
    return replace(node, modifiers=tuple(changed))
