"""*has*: pieces, contents, amounts, comparisons."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import reduce

from toolkit.compile.base import build
from toolkit.compile.base.scope import Scope
from toolkit.compile.base.values import NUMBER, Desc, Val, name_type
from toolkit.compile.base.world import Attribute, kind_of_figure
from toolkit.compile.conditions.found import introduce_group, joined, keep
from toolkit.compile.conditions.predicate import standing
from toolkit.compile.conditions.quantified import (
    counted,
    exists,
    in_all,
    in_one,
    in_place,
    is_spoken_of,
    none_in_one,
    not_shared,
    of_one_alike,
    over,
    same_for_all,
    spread,
    spreading,
    spreads,
)
from toolkit.compile.nouns import bounding, neighbour
from toolkit.compile.nouns.determiner import said
from toolkit.compile.nouns.figure import figure_of, nowhere
from toolkit.compile.nouns.lists import distributed
from toolkit.compile.nouns.modifier import PLACE_PREPOSITIONS
from toolkit.compile.nouns.nominal import describe, every_value
from toolkit.compile.nouns.others import than_each
from toolkit.compile.nouns.owning import amount_of, how_many, lies_where_they_are, owned_and_placed, the_most
from toolkit.compile.nouns.phrases import as_number, number_of, one_of_these, shared
from toolkit.compile.nouns.phrases import one as one_of
from toolkit.compile.nouns.pronoun import antecedent
from toolkit.compile.nouns.superlative import extreme, has_some, most_of
from toolkit.language import ast, which
from toolkit.program.expression import Expr, renamed
from toolkit.report.diagnostic import Label


def has(
    owner: Val, what: ast.Nominal, scope: Scope, node: ast.Node, place: ast.Complement | None = None
) -> Expr:
    """*X has N*: pieces that are X's (a player), that are in or on X (a place or thing), or so much of a quantity."""
    player = scope.world.is_player(owner.type)
    with scope.saying(mine=owner if player else scope.mine):
        return Having(owner, what, scope, node, place).truth()


@dataclass(frozen=True, slots=True)
class Having:
    """*X has N*, in a place if one is said; the first of the `READINGS` that knows such phrases says what it means."""

    owner: Val
    what: ast.Nominal
    scope: Scope
    node: ast.Node
    place: ast.Complement | None

    def truth(self) -> Expr:
        """Whether it is so."""
        without = isinstance(self.node, ast.Modifier) and self.node.word == "without"
        none_in_one(self.what, self.scope, self.place, none=without)
        if self.owner.type == NUMBER:  # *if the price has more power than a dog*
            wanted = "a player, a place or a thing"
            raise self.scope.fail("SAY0752", self.node, found=name_type(NUMBER), wanted=wanted)
        self.best_of_all()
        self.taken_from()
        for reading in READINGS:
            if (found := reading(self)) is not None:
                return found
        return self.things()

    def best_of_all(self) -> None:
        """SAY0801: *the player who has the cat with the highest power in their room*: of all, or of those there?  *the
        player with the cat with the highest power*: where two cats of one player tie, or nobody has it, nobody?  *the
        room with the cat with the highest power*: that one may lie in no room.
        """
        what = self.what
        if not isinstance(what, ast.Noun) or what.determiner.article != "the":
            return
        described = any(map(most_of, what.modifiers))
        if not described and (self.place is None or extreme(what) is None):
            return
        if what.plural or what.modifier(*PLACE_PREPOSITIONS) is not None:
            return
        if self.place is None and not self.is_one_of_several():
            return
        if not self.scope.world.is_player(self.owner.type):
            raise self.best_in_a_place(what)
        where = "of the …s in their …" if self.place is not None else "of their …s"
        expected = (f"*the player with the highest … {where}*",)
        said = "that lies in a place" if self.place is not None else "as that of one of the players"
        raise self.scope.unfit(what, f"the one of all there are {said}", expected=expected)

    def best_in_a_place(self, what: ast.Noun) -> Exception:
        """SAY0801, with the thing said before its place."""
        where = self.owner.type.name
        hint = (
            f"choose the thing first: *Choose the {what.head} with the highest … in a {where}. … its {where}*"
        )
        said = f"the one of all there are as that in a {where}"
        return self.scope.unfit(what, said, hint=hint)

    def taken_from(self) -> None:
        """SAY0801: *a card of a suit of which you have no card from the row*: the one that is taken is from there."""
        from_ = self.what.modifier("from") if isinstance(self.what, ast.Noun) else None
        kind = self.scope.world.kinds.get(ast.head_of(from_.what) or "") if from_ is not None else None
        if kind is not None and kind.category == "place":
            hint = "what is taken from there is chosen first: *Choose a … in the …. If you have no … of its …, …*"
            raise self.scope.unfit(from_, "“from” of what somebody has", hint=hint)

    def is_one_of_several(self) -> bool:
        """Whether it is asked of one player, or of one place, after another which of them has it."""
        one_after_another = self.owner.expr[0] == "local" and self.owner.expr[1] > 0
        place = self.scope.world.category_of(self.owner.type) == "place" and isinstance(
            self.node, ast.Modifier
        )
        found = self.scope.world.property(ast.head_of(self.what) or "", "found")
        return one_after_another and (
            self.scope.world.is_player(self.owner.type) or (place and found is None)
        )

    def of(self, what: ast.Nominal, *, counted: bool = False) -> Expr:
        """The same said of another phrase.  `counted`: it stands before a phrase of things (*1 coin and a cat in your
        park*), of which alone the place is said if this one is counted, and lies nowhere.
        """
        nowhere = counted and isinstance(what, ast.Noun) and kind_of_noun(what, self.scope) is None
        return replace(self, what=what, place=None if nowhere else self.place).truth()

    def at(self, where: ast.Nominal) -> Expr:
        """The same said of another place."""
        assert self.place is not None
        return replace(self, place=replace(self.place, value=where)).truth()

    # -- lists ----------------------------------------------------------------------------------------------
    def each_thing(self) -> Expr | None:
        """*has a cat and 2 dogs*."""
        if not isinstance(self.what, ast.Group):
            return None
        if (known := one_of_these(self.what)) is not None:
            return self.so_many_of(known)
        if one_count(self.what, self.scope):
            return None
        self.most_of_which(self.what)
        self.place_of_which(self.what)
        not_shared(self.what, self.scope, each=True)
        if self.place is not None and self.what.joint == "and":
            same_for_all(self.place.value, self.scope)
        elif self.place is not None:
            self.one_or_both_in_each(self.place.value)
        items = self.items(self.what)
        parts = (self.of(each, counted=each is not items[-1]) for each in items)
        return joined(parts, self.what.joint, self.scope)

    def so_many_of(self, known: list[ast.Noun]) -> Expr:
        """*has exactly one of this cat and that dog*: each is had or not."""
        det = known[0].determiner
        each = [replace(known[0], determiner=replace(which.uncounted(det), of=False)), *known[1:]]
        had: list[Expr] = [("if", self.of(one), build.integer(1), build.integer(0)) for one in each]
        number = reduce(lambda whole, one: ("add", whole, one), had)
        return bounding.so_many(number, det, self.what, self.scope)

    def one_or_both_in_each(self, where: ast.Node | None) -> None:
        """SAY0657: *has a cat or dog in each box*: the same kind in all of them, or one of either in each?"""
        if isinstance(where, ast.Nominal) and spreads(where):
            names = "the same in all of these places, or one or the other in each of them"
            hint = "say it of each place: *there is a … or … in each …*; else say *have* of each of the two"
            raise self.scope.fail("SAY0657", self.what, names=names, hint=hint)

    def items(self, list_: ast.Group) -> list[ast.Nominal]:
        """Those of *all cats and dogs of Red*, each of them of Red.  SAY0801: *of another player*, the same one?"""
        items, kinds = shared(list_), self.scope.world.kinds
        if items is None or not all(each.head in kinds for each in items):
            return distributed(list_)
        of_one_alike(items, self.scope)
        return [*items]

    def most_of_which(self, list_: ast.Group) -> None:
        """SAY0657: *If you have the most coins and points*: the most of each, or of both together?"""
        first, *others = map(ast.determiner_of, list_.items)
        if isinstance(first.which, which.Most) and any(each.is_empty() for each in others):
            of_which = "each" if list_.joint == "and" else "one"
            names = f"the most of {of_which} of these, or the most of all of them together"
            hint = f"say it of each: *the {first.quantifier} … {list_.joint} the {first.quantifier} …*"
            raise self.scope.fail("SAY0657", list_, names=names, hint=hint)

    def place_of_which(self, list_: ast.Group) -> None:
        """Refuse *if you have the flag or a cat in the park*: is the flag there, too?  Things that are both known, or
        both any, share their place, of which *or* asks besides that they are akin (*a cat or a dog in the park*).
        *A cat but no dog in the park* does not say it of the cat.
        """
        last = list_.items[-1]
        if self.place is None or self.scope.test or not isinstance(last, ast.Noun):
            return
        if last.determiner.is_empty() or (kind := kind_of_noun(last, self.scope)) is None:
            return
        for item in list_.items[:-1]:
            other = kind_of_noun(item, self.scope) if isinstance(item, ast.Noun) else None
            if other is None or not isinstance(item, ast.Noun):
                continue
            akin = list_.joint == "and" or self.scope.world.akin(kind, other)
            one_none = isinstance(item.determiner.which, which.No) != isinstance(
                last.determiner.which, which.No
            )
            alike = akin and not one_none and is_definite(item) == is_definite(last)
            if item.span is not None and not alike:
                labels = (Label(item.span, "does it belong to this as well?"),)
                hint = f"say *have* of each: *you have …, {list_.joint} you have … there*"
                raise self.scope.fail("SAY0601", self.place, word=list_.joint, labels=labels, hint=hint)

    def each_place(self) -> Expr | None:
        """*a unit in the park and the pond*: one in each, for nothing lies in both."""
        where = self.place.value if self.place is not None else None
        if not isinstance(where, ast.Group) or where.joint != "and":
            return None
        if ast.determiner_of(self.what).number is not None:
            hint = "say it of each place, or of all: *in the … or the …*"
            raise self.scope.unfit(self.place, "so many in several places", hint=hint)
        return build.both(*[self.at(each) for each in distributed(where)])

    def any_place(self) -> Expr | None:
        """*a unit in each park*.  SAY0657: *a unit in no park*, one that is in none, or none in any?"""
        where = self.place.value if self.place is not None else None
        if isinstance(where, ast.Noun) and isinstance(where.determiner.which, which.No):
            names = f"something that is in no {where.head}, or nothing in any {where.head}"
            hint = f"say which: *a … that is in no {where.head}*, or *no … in any {where.head}*"
            raise self.scope.fail("SAY0657", where, names=names, hint=hint)
        if not isinstance(where, ast.Nominal) or not (
            spreads(where) or in_all(where) or in_one(self.what, where) or is_spoken_of(where, self.scope)
        ):
            return None
        than_each(self.what, where, self.scope)
        return spread(where, self.scope, self.at)

    def of_each_value(self) -> Expr | None:
        """*a card of each suit*, *at least 2 cards of a suit*, *with at least 2 cards in a pile*."""
        what = self.what
        modifier = spreading(what, self.scope)
        if modifier is None:
            return None
        than_each(what, modifier.what, self.scope)
        they, discourse = self.scope.they, self.scope.discourse
        mark = discourse.mark()

        def of(that: ast.Nominal) -> Expr:
            # *a player has 2 cats of another player in their park*: in their own
            with self.scope.saying(they=they), discourse.without(tuple(discourse.since(mark))):
                return self.of(in_place(what, modifier, that))

        return spread(modifier.what, self.scope, of)

    # -- one phrase -----------------------------------------------------------------------------------------
    def keyword(self) -> Expr | None:
        """*has BLAZING*."""
        flag = keyword_flag(self.what, self.scope)
        if flag is None or self.owner.type.base != "entity":
            return None
        return ("ne", ("attr", flag.index, self.owner.expr), build.integer(0))

    def number(self) -> Expr | None:
        """*has the number of …*: the number of a place among those of its kind."""
        what, kind = self.what, self.scope.world.kinds.get(self.owner.type.name)
        if not isinstance(what, ast.Noun) or what.head != "number" or kind is None:
            return None
        if what.modifier("of") is None:
            return None
        det = what.determiner
        if kind.category != "place" or replace(det, article=None, span=None) != ast.Determiner():
            said = f"the number of things that a {kind.name} has"
            raise self.scope.unfit(what, said, hint="what is compared is named: *whose … is …*")
        return ("eq", ("index", self.owner.expr), number_of(what, self.scope))

    def compared(self) -> Expr | None:
        """*has more Ns than P*, *has the most Ns*."""
        if not isinstance(self.what, ast.Noun):
            return None
        return comparison(self.owner, self.what, self.scope, self.place)

    def so_much(self) -> Expr | None:
        """*has 2 coins*, *has no coins*, *has coins*."""
        what, scope = self.what, self.scope
        if not isinstance(what, ast.Noun) or what.head is None:
            return None
        number = amount_of(self.owner, what, scope, self.place)
        if number is None:
            return None
        det = what.determiner
        if det.quantifier == "no":
            return ("le" if may_be_below_0(number, scope) else "eq", number, build.integer(0))
        if det.number is None:
            return ("gt", number, build.integer(0))
        return bounding.so_many(number, det, what, scope)

    def things(self) -> Expr:
        """*has 2 cats in the park*."""
        scope, place = self.scope, self.place
        said = place is not None or scope.world.is_place(self.owner.type)  # *a park with 2 cats* says where
        with scope.saying(placed=said):
            desc = scope.describe(one_of_one_s_own(self.what, scope))
        if desc.type.base != "entity":
            raise scope.fail("SAY0752", self.what, found=name_type(desc.type), wanted="a thing")
        self.some_or_all()
        self.no_player_there(desc)
        self.highest_of_their_own(desc)
        slot = scope.alloc()
        item = Val(("local", slot), desc.type)
        condition = self.had(desc, item)
        if desc.mode == "one":
            one = Val(desc.expr, desc.type)
            truth = self.had(desc, one)
            keep(one, desc.head, desc.span, scope)
            return truth
        items = build.where(desc.expr, slot, condition)
        if desc.mode == "no":
            return build.negate(build.nonempty(items))
        if desc.mode == "some":
            return counted(desc.but(expr=items), scope, self.what)
        if desc.extra != "bare":
            return ("every", desc.expr, slot, condition)
        introduce_group(desc, items, scope)
        return build.nonempty(items)

    def highest_of_their_own(self, desc: Desc) -> None:
        """Refuse *the player with the card with the highest rank in their hand*: everybody has one of these."""
        among = desc.among
        if among is None or among[0] != "best" or self.owner.expr[0] != "local":
            return
        if build.mentions(among[1], self.owner.expr[1]):
            words = self.what.span.text if self.what.span is not None else "the highest …"
            expected = ("*the player with the highest … of the …s in their …*",)
            hint = f"everybody has such a thing of their own: say whose “{words}” is compared with those of the others"
            raise self.scope.unfit(self.what, "this of each of them", expected=expected, hint=hint)

    def no_player_there(self, desc: Desc) -> None:
        """Refuse *a field with another player*: players are in no place, and a field has none."""
        if (
            self.scope.world.is_place(self.owner.type)
            and desc.type.name == "player"
            and kind_of_figure(self.scope.world) is None
        ):
            who = ast.typed(self.what, "a player")
            raise nowhere(self.what, self.scope, (f"*a {self.owner.type.name} where {who} has a …*",))

    def had(self, desc: Desc, item: Val) -> Expr:
        """Whether it is the owner's, and where it is said to be."""
        where = standing(self.place, item, self.scope)
        if lies_where_they_are(self.owner, desc.type.name, self.what, self.place, self.scope):
            return where
        piece = figure_of(item, self.scope) if self.scope.world.is_place(self.owner.type) else None
        if piece is not None:  # *a site with another player*: where their piece is
            return build.both(("in", piece.expr, self.owner.expr), where)
        return owned_and_placed(self.owner, desc, item, where, self.scope)

    def some_or_all(self) -> None:
        """*a region with your forts*: with one of them, or with all?  *each suit with all cards in your hand*: are all
        of the suit there, or all that are there of the suit?
        """
        det = ast.determiner_of(self.what)
        if self.owner.type.base == "value" and isinstance(det.which, which.All | which.Each):
            value = self.owner.type.name
            expected = (
                f"*each {value} where all … of that {value} are …*",
                f"*each {value} of which you … all …*",
            )
            raise self.scope.unfit(self.what, f"“all” of one {value}", expected=expected)
        alone = replace(det, possessive=None, owner=None, span=None).is_empty()
        if alone and not det.is_empty() and isinstance(self.what, ast.Noun) and self.what.plural:
            known = ("*at least 1 of your …*", "*all your …*")
            raise self.scope.unfit(self.what, "some or all of them", expected=known)


def beside_it(having: Having) -> Expr | None:
    """*a lily with no frog next to it*, *it has an adjacent frog*: what lies there is asked for, not what it has."""
    what, scope = having.what, having.scope
    det = ast.determiner_of(what)
    if det.more is not None or det.quantifier in ("most", "fewest", "as many", "as much"):
        return None  # compared with what others have
    said = neighbour.beside_it(what, having.owner, scope, having.place)
    return exists(describe(said, scope), scope, said) if said is not None else None


READINGS: tuple[Callable[[Having], Expr | None], ...] = (
    beside_it,
    Having.each_thing,
    Having.each_place,
    Having.any_place,
    Having.of_each_value,
    Having.keyword,
    Having.number,
    Having.compared,
    Having.so_much,
)
"""What is tried, in this order; each gives None for a phrase that it does not know."""


def one_of_one_s_own(what: ast.Nominal, scope: Scope) -> ast.Nominal:
    """*a region with your fort*: with at least 1 of them, where each player has several."""
    if not isinstance(what, ast.Noun) or scope.test or what.head not in scope.world.kinds:
        return what
    det, kind = what.determiner, scope.world.kinds[what.head]
    own = det.possessive is not None or det.owner is not None
    bare = replace(det, possessive=None, owner=None, span=None)
    fort = what.plural is False and bare.is_empty() and kind.category == "thing"
    several = scope.world.totals.get(kind.name, 0) > scope.world.players
    if not own or not several or not fort:
        return what
    return replace(
        what, plural=True, determiner=replace(det, quantifier=None, bound="at least", number=1, of=True)
    )


def kind_of_noun(node: ast.Noun, scope: Scope) -> str | None:
    """The kind of things that a phrase speaks of; None: of an amount or a player."""
    named = scope.world.entities.get(node.name or "")
    kind = scope.world.thing(named[1] if named is not None else node.head)
    return kind.name if kind is not None else None


def is_definite(node: ast.Noun) -> bool:
    """Whether it is a thing that is known (*the flag*, *that cat*), and not any of several."""
    return node.determiner.article in ("the", "this", "that", "these", "those")


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
        (ast.head_of(i) in scope.world.kinds or ast.head_of(i) in scope.world.aliases) for i in node.items
    ):
        raise scope.unfit(node, "a list under one number here")
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
        return the_best(owner, what, than, scope, place)
    if than is None and det.more is None:
        return None
    whom = compared_with(what, than, scope)
    assert than is not None
    others_than_several(whom, scope)
    than_oneself(owner, whom, det, scope)
    plain = replace(what.without(than), determiner=ast.Determiner(), plural=True)
    player = scope.world.is_player(owner.type)
    they = owner if player else scope.they
    # *a suit of which they have more cards than each other player*: theirs, before another player is spoken of
    ours = None if player else how_many(owner, plain, scope, place)

    def one(value: Val) -> Expr:
        if ours is not None:
            return ahead(ours, others(value, owner, plain, scope, place, of=owner), what, scope)
        with scope.saying(they=they, certain=player or scope.certain):
            mine = how_many(owner, plain, scope, place, beside=value.type != NUMBER)
        return ahead(mine, others(value, owner, plain, scope, place), what, scope)

    other = other_side(whom, owner, what, scope, place)
    if other.type.base == "number":
        return one(Val(as_number(other, whom, scope), NUMBER))
    return over(other, scope, whom, one)


def others_than_several(whom: ast.Nominal, scope: Scope) -> None:
    """Refuse *you and another player have more coins than each other player*: each of them is another to the other."""
    if scope.several and ast.head_of(whom) == "player" and ast.determiner_of(whom).other:
        hint = "if they tie, they *have the most …*; else say than whom: *than each player other than …*"
        raise scope.unfit(whom, "“other” than several", hint=hint)


def than_oneself(owner: Val, whom: ast.Nominal, det: ast.Determiner, scope: Scope) -> None:
    """Refuse *more coins than each player*, *than any player*: nobody has more than themself."""
    if not isinstance(whom, ast.Noun) or whom.head != "player" or det.more not in ("more", "fewer", "less"):
        return
    everybody = whom.determiner.quantifier in ("each", "every", "all") and not whom.determiner.other
    plain = not whom.modifiers and whom.relative is None and not whom.adjectives
    if everybody and plain and scope.world.is_player(owner.type):
        raise scope.unfit(whom, "more than somebody has themself", expected=("*each other player*",))


def other_side(
    whom: ast.Nominal, owner: Val, what: ast.Noun, scope: Scope, place: ast.Complement | None
) -> Desc:
    """Whom or what *than* names: *than dogs* is how many of these the owner has."""
    player = scope.world.is_player(owner.type)
    if (instead := kind_compared(whom, what, scope)) is not None:
        with scope.saying(they=owner if player else scope.they):
            return Desc("one", how_many(owner, instead, scope, place), NUMBER)
    with scope.saying(they=they_compared(whom, owner, scope) if player else scope.they):
        other = it_compared(whom, owner, what, scope) or scope.describe(whom)
    more = what.determiner.more in ("more", "fewer", "less")
    if more and player and other.expr == owner.expr and ast.determiner_of(whom).article == "that":
        # *When a player thanks another player, if they have more coins than that player*
        hint = "of two who were named say it of the other one: *if that player has fewer … than them, they …*"
        raise scope.unfit(whom, "more than somebody has themself", hint=hint)
    if other.among is not None and ranked_by(whom) == what.head:
        return other.but(expr=("first", other.among))  # of those that tie each has as much
    return other


def it_compared(whom: ast.Nominal, owner: Val, what: ast.Noun, scope: Scope) -> Desc | None:
    """*Put a wound on each unit with more power than it*: no wound has power; None: *it* is nothing of the kind."""

    def fits(value: Val) -> bool:
        return scope.world.attribute_of(value.type, what.head or "") is not None

    if not ast.is_it(whom) or not fits(owner):
        return None
    return one_of(antecedent(whom, scope, fits), whom) if scope.discourse.singles(fits) else None


def ranked_by(node: ast.Nominal) -> str | None:
    """*power* of *the unit with the highest power*."""
    modifiers = node.modifiers if isinstance(node, ast.Noun) else ()
    ranking = next((each.what for each in modifiers if most_of(each)), None)
    return ast.head_of(ranking)


def they_compared(whom: ast.Nominal, owner: Val, scope: Scope) -> Val | None:
    """Who is *they* in *than P*: nobody has more than themselves, so *than them* is whoever was spoken of before."""
    if not ast.is_they(whom):
        return owner
    before = scope.outer if scope.they is None or scope.they.expr == owner.expr else scope.they
    return before if before is None or before.expr != owner.expr else None


def compared_with(what: ast.Noun, than: ast.Modifier | None, scope: Scope) -> ast.Nominal:
    """Whom *than* names.  Raises `Fail` for half a comparison, and for one that says more than how many."""
    det = what.determiner
    if than is None or than.what is None or det.more is None:
        hint = "*more … than each other player*"
        raise scope.unfit(what, "half a comparison", hint=hint)
    if det.quantifier is not None or det.article is not None or det.other or det.ordinal is not None:
        raise scope.unfit(det.span or what, f"“{said(what)}” in a comparison")
    return than.what


def may_be_below_0(number: Expr, scope: Scope) -> bool:
    """Whether so much can be less than nothing: of who has -1 points it is so that they have no points."""
    match number:
        case ("count", *_):
            return False
        case ("add", one, other):
            return may_be_below_0(one, scope) or may_be_below_0(other, scope)
        case ("attr" | "attr-for" | "base", int(index), *_):
            found = (each for each in scope.world.attributes.values() if each.index == index)
            return all(each.least is None or each.least < 0 for each in found)
    return True


MORE = {"more": "gt", "fewer": "lt", "less": "lt", "as many": "eq", "as much": "eq"}


def ahead(mine: Expr, theirs: Expr, what: ast.Noun, scope: Scope) -> Expr:
    """*more*, *at least 4 more*, *at least as many*: how one number compares with another, by a determiner."""
    det = what.determiner
    alike = det.more in ("as many", "as much")
    if det.number is not None:
        bounding.must_be_bound(None if alike else det.bound, what, scope)
        margin = ("sub", theirs, mine) if det.more in ("fewer", "less") else ("sub", mine, theirs)
        return bounding.compare(margin, det.bound, build.integer(det.number))
    if alike:
        return bounding.compare(mine, det.bound or "exactly", theirs)
    if det.bound is not None:
        raise scope.unfit(det.span or what, f"“{det.bound}” in a comparison")
    return (MORE[det.more or "more"], mine, theirs)


def kind_compared(other: ast.Nominal, what: ast.Noun, scope: Scope) -> ast.Noun | None:
    """*more wood than stone*, *more cats than dogs*: of another kind, of the same owner; None: of somebody else."""
    if isinstance(other, ast.Group):
        _kinds_compared(other, what, scope)
    if not isinstance(other, ast.Noun) or not other.determiner.is_empty() or other.name is not None:
        return None
    kind = scope.world.kind(other.head)
    if kind is not None and (other.plural is False or (kind.category != "thing" and not other.plural)):
        return None
    if kind is None and scope.world.quantity(other.head or "") is None:
        return None
    if other.modifiers or other.relative is not None:  # *more cats than dogs in the park*: the cats, too?
        hint = "all there are: *than the number of …*; those of the same player: *than the number of their …*"
        raise scope.unfit(other, "more about what is compared", hint=hint)
    return replace(other, plural=True)


def _kinds_compared(other: ast.Group, what: ast.Noun, scope: Scope) -> None:
    """SAY0657: *more pets than cats and dogs*."""
    if all(isinstance(each, ast.Noun) and kind_compared(each, what, scope) for each in other.items):
        hint = "say *the number of … is higher than the number of …* for all of them together"
        raise scope.fail("SAY0657", other, names="than each of them, or than all of them together", hint=hint)


def others(
    value: Val,
    owner: Val,
    plain: ast.Noun,
    scope: Scope,
    place: ast.Complement | None = None,
    of: Val | None = None,
) -> Expr:
    """The same of somebody else than the `owner`: *you have more cards in your hand than each other player*: in the
    hand of that player; *Red has more cards in your hand*: in that one.  `of`: the suit of whose cards it is said.
    """
    if not scope.world.is_player(value.type):
        return how_many(value, plain, scope, place)
    yours = scope.you is not None and (of is not None or owner.expr == scope.you.expr)
    them = value if of is None or value.expr[0] == "local" else Val(("local", scope.alloc()), value.type)
    with scope.saying(you=them if yours else scope.you, they=them, certain=True):
        if of is None:
            return how_many(them, plain, scope, place, beside=True)
        theirs = how_many(of, plain, scope, place)
    # *the park has fewer cats than Blue*: as many as it has itself
    if not build.mentions(theirs, them.expr[1]):
        raise not_of_them(plain, scope)
    return renamed(theirs, {them.expr: value.expr})


def not_of_them(plain: ast.Noun, scope: Scope) -> Exception:
    """What is compared is nothing that players have."""
    expected = ("*more … in your … than each other player*",)
    hint = "a player has more than a player: *the number of … in the … is higher than the number of … that … has*"
    return scope.unfit(plain, "players who are compared by this", expected=expected, hint=hint)


def each_of_their_own(what: ast.Noun, place: ast.Complement | None, scope: Scope) -> None:
    """Refuse *you and another player have the most cards in your hands*: what is compared is each one's own."""
    if not scope.several:
        return
    for part in (node for phrase in (what, place) if phrase is not None for node in phrase.walk()):
        if ast.determiner_of(part).possessive == "your":
            raise scope.unfit(part, "“your” of several", expected=("*their …s*",))


def the_best(
    owner: Val, what: ast.Noun, than: ast.Modifier | None, scope: Scope, place: ast.Complement | None
) -> Expr:
    """*has the most Ns*, *has the most Ns in their hand*: strictly more than each other of its kind; several *have*
    them if they tie, so that nobody has more, and so has each of *the players who …*.
    """
    word = what.determiner.quantifier
    if than is not None or not the_most(what):
        known = (f"*the {word} …*",)
        raise scope.unfit(what, f"this with “{word}”", expected=known)
    kind, entry = owner.type.name, scope.world.kind_of(owner.type)
    # ahead of which others?  Those of the phrase are not known here
    if entry is not None and entry.category == "thing":
        degree = "lowest" if word == "fewest" else "highest"
        hint = f"*the {kind} with the {degree} …*, *each {kind} with the {degree} …*"
        raise scope.unfit(what, f"“{word}” of one thing among others", hint=hint)
    if entry is not None and entry.only is not None:  # of one park there is no other
        hint = "name what it is compared with: *… has more … than …*"
        raise scope.unfit(what, f"“{word}” of the only {kind}", hint=hint)
    slot = scope.alloc()
    other = Val(("local", slot), owner.type)
    everyone = every_value(kind, scope) if entry is None else scope.world.all_of(kind)
    plain = replace(what, determiner=ast.Determiner(), plural=True)
    player = scope.world.is_a(kind, "player")
    with scope.saying(they=owner if player else scope.they, certain=player or scope.certain):
        mine = how_many(owner, plain, scope, place, beside=True)
    theirs = others(other, owner, plain, scope, place)
    each_of_their_own(what, place, scope)
    if scope.several or scope.tying:
        ahead_of_all = ("every", everyone, slot, ("ge" if word == "most" else "le", mine, theirs))
        return build.both(has_some(what, mine, scope, fewest=word == "fewest"), ahead_of_all)
    leads = ("gt" if word == "most" else "lt", mine, theirs)
    return ("every", everyone, slot, build.either(("eq", other.expr, owner.expr), leads))
