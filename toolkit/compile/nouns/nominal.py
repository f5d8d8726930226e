"""Noun phrases → sets, single things and amounts.

`describe(phrase, scope)` gives a `Desc`: a definite value, a definite set, or members still to be chosen.  It
only builds expressions; choosing is `effect.py`'s part, quantifying is `condition.py`'s.  The set of a phrase
is made in one order: where to look (possessor, place, default place) → what kind → adjectives → modifiers →
relative clause → ordinal → determiner.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from toolkit.compile.base import build
from toolkit.compile.base.scope import Scope
from toolkit.compile.base.values import NUMBER, Bound, Desc, Type, Val
from toolkit.compile.nouns import amount, likeness, nothing, others, picked, sets
from toolkit.compile.nouns import possess as possession
from toolkit.compile.nouns.determiner import (
    POINTING,
    bounds_an_amount,
    compares_nothing,
    indefinite,
    plain,
    the_only,
    undetermined,
)
from toolkit.compile.nouns.lists import group
from toolkit.compile.nouns.modifier import PLACE_PREPOSITIONS, TIMES, other_than, without_which
from toolkit.compile.nouns.names import named
from toolkit.compile.nouns.phrases import one
from toolkit.compile.nouns.pronoun import pronoun
from toolkit.compile.nouns.quantify import plain_head, quantify
from toolkit.compile.nouns.quantity import quantity
from toolkit.compile.nouns.reference import (
    called_before,
    nth_done,
    nth_named,
    nth_ranked,
    referred,
    remaining,
    slot_of,
)
from toolkit.compile.nouns.sets import so_many_of_all
from toolkit.compile.nouns.superlative import most_of, superlative
from toolkit.language import ast, forms, which
from toolkit.meaning.referents import Referent
from toolkit.program.expression import Expr


def describe(node: ast.Nominal, scope: Scope) -> Desc:
    """What the phrase describes.  Raises `Fail` when it is not understood."""
    match node:
        case ast.Pronoun():
            return pronoun(node, scope)
        case ast.Arith():
            return amount.arithmetic(node, scope)
        case ast.Group():
            return group(node, scope)
        case ast.Noun():
            return noun(node, scope)
        case Bound():
            return one(node.value, node, node.head)
    raise scope.unfit(node, "this phrase")


def noun(node: ast.Noun, scope: Scope) -> Desc:
    """An ordinary noun phrase: the first of the `READINGS` that knows its head."""
    if node.determiner.signed:
        raise scope.unfit(
            node,
            "a number with a sign here",
            hint="a sign is said of what a thing has: *Each … has +1 …*; an effect says *gain 1 …*, *lose 1 …*",
        )
    modifier = likeness.said_of(node, scope)
    if modifier is not None:
        if not likeness.of_another(node, modifier, scope):
            return likeness.described(node, modifier, scope)
        alike = tuple(replace(m, word="with") if m is modifier else m for m in node.modifiers)
        node = replace(node, modifiers=alike)
    compares_nothing(node, scope)
    if node.name is not None:
        return named(node, scope)
    if node.head is None:
        return bare_number(node, scope)
    for reading in READINGS:
        if (found := reading(node, node.head, scope)) is not None:
            bounds_an_amount(node, found, scope)
            return found.saying(node.adjectives, others.narrowed(node), others.extent(node))
    raise scope.fail("SAY0802", node, word=node.head)


def bare_number(node: ast.Noun, scope: Scope) -> Desc:
    """*7*, *at least 2*, *1 for every 10 points of it*."""
    det = node.determiner
    if det.number is None:
        raise scope.unfit(node, "this phrase")
    plain(node, scope, modifiers=TIMES)
    undetermined(node, scope, "a number")
    number: Expr = build.integer(det.number)
    for modifier in node.modifiers:
        number = ("mul", number, amount.multiplied(modifier, scope))
    return Desc("one", number, NUMBER, node.span, bound=det.bound)


# --- Readings of the head, each of which gives None for what it does not know ------------------------------


def period(node: ast.Noun, head: str, scope: Scope) -> Desc | None:
    """*this turn*, as an amount: which one it is."""
    number = scope.world.periods.get(head)
    if number is None or node.determiner.article not in ("this", "that", "the"):
        return None
    return Desc("one", ("period", number), NUMBER, node.span, head=head)


def pointed_at(node: ast.Noun, head: str, scope: Scope) -> Desc | None:
    """*that cat*, *those cats*, *this card*; *the tired cat* that was named so; *the other cats*, where some of those
    were chosen.
    """
    if (counted := nth_named(node, scope)) is not None:
        return counted
    if (det := node.determiner).article in POINTING:
        if det.ordinal is not None:
            what = f"“{det.article} {det.ordinal}”"
            raise scope.unfit(det.span or node, what, expected=(f"*{det.article}*", "*the*"))
        found = referred(node, scope)
        if found is not None:
            return found
    earlier = nth_ranked(node, scope) or nth_done(node, scope) or called_before(node, scope)
    return earlier or remaining(node, scope)


def special_amount(node: ast.Noun, head: str, scope: Scope) -> Desc | None:
    """*the number of cats*, *twice your coins*, *the lower die*."""
    return amount.special(node, scope)


def value(node: ast.Noun, head: str, scope: Scope) -> Desc | None:
    """A value of a list: *red*."""
    if head not in scope.world.values or head in scope.world.kinds:
        return None
    index, list_name = scope.world.values[head]
    plain(node, scope)
    undetermined(node, scope, "a value")
    return Desc("one", ("value", index), Type("value", list_name), node.span, head=head)


def quantity_noun(node: ast.Noun, head: str, scope: Scope) -> Desc | None:
    """*2 points*, *your gold*."""
    entry = scope.world.quantity(head)
    return quantity(node, entry, scope) if entry is not None and head not in scope.world.kinds else None


def possessed(node: ast.Noun, head: str, scope: Scope) -> Desc | None:
    """*your cats*, *the power of that cat*: what the possessor has of the name."""
    world, det = scope.world, node.determiner
    node = any_that_ties(node, scope)
    possessor, rest = possession.possessor_of(node, scope)
    if possessor is None:
        return None
    of_one_value(node, possessor, scope)
    inner = replace(node, modifiers=rest)
    says_place = sets.may_say_where(node.relative, scope) or any(m.word in PLACE_PREPOSITIONS for m in rest)
    with scope.saying(placed=scope.placed or says_place):
        had = possession.possess(possessor, head, rest, scope, node)
    if had is not None and had.type.base == "entity":
        return possessed_things(node, inner, possessor, had, scope)
    if had is not None:
        picked.of_whom_it_is(node, scope)
        return possessed_value(node, inner, possessor, had, scope)
    if possessor.type.base == "entity":
        known = world.find_defined(head)
        by_itself = (
            head in world.kinds or head in world.aliases or (known is not None and known.type.base != "truth")
        )
        if det.possessive is not None or det.owner is not None or not by_itself:
            raise scope.fail("SAY0753", node, noun=head, of=possessor.type.name)
    return None


def not_one_value(node: ast.Noun, head: str, scope: Scope) -> None:
    """SAY0801: *each red suit*, of which there is one: what is red?"""
    value = node.adjectives[0] if node.adjectives else None
    if value in scope.world.vocabulary.lists[head]:
        hint = f"count the things that have it: *each {value} …*, with the noun of what is {value}"
        raise scope.unfit(node, f"“{value} {head}”, which is one value,", hint=hint)


def values(node: ast.Noun, head: str, scope: Scope) -> Desc | None:
    """*each suit*, *another suit*, *the suit with the fewest cards*: of the values of a list.  Which one *the suit* is,
    nothing says.
    """
    if head not in scope.world.vocabulary.lists.keys() - scope.world.kinds.keys():
        return None
    ranking = next((m for m in node.modifiers if most_of(m)), None)
    if says_no_value(node.determiner, ranking):
        return None
    if node.determiner.article in ("that", "those"):  # of which none was named
        return that_value(node, head, scope)
    rest = tuple(m for m in node.modifiers if m.word not in ("with", "without", "other than"))
    where = node.relative is not None and node.relative.word == "where"
    not_one_value(node, head, scope)
    plain(replace(node, modifiers=rest, relative=None if where else node.relative), scope)
    if plain_head(node):  # *all four suits*
        so_many_of_all(node, len(scope.world.vocabulary.lists[head]), scope)
    items = values_that_fit(node, head, [m for m in node.modifiers if m is not ranking], scope)
    if ranking is not None:
        return superlative(node, ranking, items, Type("value", head), scope)
    return quantify(node, items, Type("value", head), scope)


def says_no_value(det: ast.Determiner, ranking: ast.Modifier | None) -> bool:
    """*the first suit*, *the suit*: which one, nothing says; but *each of the four suits* is each of them."""
    of_all = isinstance(det.which, which.Each | which.All)
    return det.ordinal is not None or (det.article == "the" and ranking is None and not of_all)


def values_that_fit(node: ast.Noun, head: str, modifiers: list[ast.Modifier], scope: Scope) -> Expr:
    """The values of a list of which these modifiers are true, and which are not the one that was named."""
    item = Val(build.local(scope.alloc()), Type("value", head))
    conditions = [value_is(modifier, item, scope) for modifier in modifiers]
    if node.relative is not None:
        conditions.append(scope.world.semantics.relative(node.relative, item, scope))
        if not build.mentions(conditions[-1], item.expr[1]):
            what, expected = "this, which does not say which ones are meant", (f"*… of that {head} …*",)
            raise scope.unfit(node.relative, what, expected=expected)
    if node.determiner.other or node.determiner.quantifier == "another":
        conditions.append(("ne", item.expr, other_value(node, scope)))
    return build.where(every_value(head, scope), item.expr[1], build.both(*conditions))


def every_value(name: str, scope: Scope) -> Expr:
    """All values of a list, in their order."""
    indices = sorted(index for index, of in scope.world.values.values() if of == name)
    return ("union", *(("single", ("value", index)) for index in indices))


def value_is(modifier: ast.Modifier, item: Val, scope: Scope) -> Expr:
    """*with at least 3 cards*, *without cards*, *other than that suit*, of a value."""
    assert modifier.what is not None
    if modifier.word == "other than":
        return other_than(modifier.what, item, scope)
    without_which(modifier, scope)
    truth = scope.world.semantics.has(item, modifier.what, scope, modifier)
    return build.negate(truth) if modifier.word == "without" else truth


def other_value(node: ast.Noun, scope: Scope) -> Expr:
    """From which value *another suit* differs: the suit that was named, else that of the thing that was.  SAY0655:
    there is none, or several have one.
    """
    assert node.head is not None
    if (named_so := scope.discourse.headed(node.head)) is not None and not named_so.value.many:
        return named_so.value.expr

    found = values_of_named(node.head, scope)
    if len(found) != 1:
        hint = f"what has another {node.head} than that is said so: *a … that is not of that {node.head}*; "
        hint += f"else name one first: *Choose a {node.head}.*"
        raise scope.fail("SAY0655", node, noun=node.head, hint=hint)
    return found[0][0]


def that_value(node: ast.Noun, head: str, scope: Scope) -> Desc:
    """*When you cross off a box, if you have no boxes of that colour*: that of the one thing that was named.  SAY0654:
    there is none, or several have one.  What a verb is told (`spread {colour}`) is named by the verb itself.
    """
    found = values_of_named(head, scope)
    told = scope.slots.get(head)
    if told is not None and node.determiner.article == "that":
        plain(node, scope)
        if all(each.verb is None for each in with_value_of(head, scope)):  # of what only passes by
            return one(told, node, head)
        names = f"the {head} of which the verb speaks, or that of what was named since"
        raise scope.fail(
            "SAY0657", node, names=names, hint=f"say “the {head}” of the verb’s, or “that …’s {head}”"
        )
    if node.determiner.article != "that" or not plain_head(node) or len(found) != 1:
        raise scope.fail("SAY0654", node, noun=head, article=node.determiner.article, named=head)
    value, thing = found[0]
    return one(Val(nothing.read(value, thing, scope), Type("value", head)), node, head)


def values_of_named(head: str, scope: Scope) -> list[tuple[Expr, Expr]]:
    """The values of a list that the single things have which were named, each with its thing."""
    things = [scope.discourse.at_hand(each).value for each in with_value_of(head, scope)]
    attributes = [possession.attribute_of_list(thing.type.name, head, scope) for thing in things]
    return [(("attr", at, thing.expr), thing.expr) for at, thing in zip(attributes, things, strict=True)]


def with_value_of(head: str, scope: Scope) -> list[Referent]:
    """The single things that were named and have a value of a list."""
    return scope.discourse.singles(
        lambda value: possession.attribute_of_list(value.type.name, head, scope) is not None
    )


def possessed_value(node: ast.Noun, inner: ast.Noun, possessor: Val, had: Val, scope: Scope) -> Desc:
    """*the power of that cat*: there is one of it for each owner."""
    assert node.head is not None
    plain(inner, scope, modifiers=possession.used_by(node.head, possessor, scope))
    the_only(node, scope, many=had.many)
    desc = one(had, node, node.head).but(bound=node.determiner.bound)
    return desc.but(extra="or") if had.many and indefinite(node) else desc


def any_that_ties(node: ast.Noun, scope: Scope) -> ast.Noun:
    """*the number of cards of the suit with the most cards*: of suits that tie, each has as many, so that any of them
    will do; *a card* may be of any of them.  Else they have other cards, and it would be those of none: SAY0801.
    """
    for modifier in node.modifiers:
        value, ranked = modifier.what, _ranked(modifier.what, scope)
        if ranked is None or not isinstance(value, ast.Noun):
            continue
        rest = node.without(modifier)
        that = _of_those_that_tie(node.determiner.which, value, scope, alike=_same_things(ranked, rest))
        if that is None:
            raise _value_of_none(node, value, scope)
        return node.with_what(modifier, that)
    return node


def _of_those_that_tie(said: which.Which, value: ast.Noun, scope: Scope, *, alike: bool) -> Bound | None:
    """The values that tie, where one thing of any of them is meant, or the first, where so many are counted of each;
    None: nothing says of which of them.
    """
    best = scope.describe(replace(value, plural=True))
    found = None
    if isinstance(said, which.A):
        found = Val(best.expr, best.type, True)
    elif alike and (scope.counting or (isinstance(said, which.Count) and said.bound is not None)):
        found = Val(("first", best.expr), best.type)
    return None if found is None else Bound(value=found, head=value.head or "", span=value.span)


def _value_of_none(node: ast.Noun, value: ast.Noun, scope: Scope) -> Exception:
    """*the cards in your hand of the suit with the most cards on the table*: in a tie those of none."""
    whose = f"*For each {picked.words(value).removeprefix('the ')}, … of that {value.head}*"
    hint = f"of each that ties: {whose}; where these are counted, say the place of both: "
    hint += "*the … on your … in the … with the most … on your …*"
    return scope.unfit(node, f"one {value.head} of several that may tie", hint=hint)


def _ranked(value: ast.Node | None, scope: Scope) -> ast.Noun | None:
    """*the most cards* of *the suit with the most cards*."""
    if not isinstance(value, ast.Noun) or value.head not in scope.world.vocabulary.lists:
        return None
    if value.plural or value.determiner.article != "the":
        return None
    ranked = next((m.what for m in value.modifiers if most_of(m)), None)
    return ranked if isinstance(ranked, ast.Noun) else None


def _same_things(one: ast.Noun, other: ast.Noun) -> bool:
    """Whether two phrases speak of the same things, but for how many of them."""

    def said(node: ast.Noun) -> ast.Noun:
        det = node.determiner
        whose = ast.Determiner(possessive=det.possessive, owner=det.owner)
        return replace(node, determiner=whose, span=None, plural=None)

    return said(one) == said(other)


def of_one_value(node: ast.Noun, possessor: Val, scope: Scope) -> None:
    """*a card of any suit* is any card; of *2 cards of a suit* and *a card of each suit* it must be said otherwise, for
    all suits taken together have other cards.
    """
    if possessor.type.base != "value" or not possessor.many:
        return
    value = possessor.type.name
    said = node.determiner.which
    other = any(ast.determiner_of(m.what).quantifier == "another" for m in node.modifiers)
    tied = any(isinstance(m.what, Bound) for m in node.modifiers)
    if (isinstance(said, which.A) and (tied or indefinite(node))) or (
        isinstance(said, which.All | which.Each) and other
    ):
        return
    if node.determiner.ordinal == "last":
        hint = f"say what is then so: *When … a {node.head}, if there are no … of its {value}, …*"
        raise scope.unfit(node, f"the last {node.head} of a {value}", hint=hint)
    hint = f"of each of them: *For each {value}, … of that {value}*; of one: *2 … of the same {value}*"
    raise scope.unfit(node, f"“{node.head}” of several {forms.plural(value)}", hint=hint)


def possessed_things(node: ast.Noun, inner: ast.Noun, possessor: Val, had: Val, scope: Scope) -> Desc:
    """*your cats*, *Red's hand*, *each player's hand*: things or places; which of them, the determiner says."""
    named = possession.names_its_kind(possessor, node.head or "", scope) is not None
    alike = possessor.type.base == "value" or named
    if not alike:
        picked.some_of_each(node, scope)
    if had.many and not possessor.many and not named:
        if whatever_it_is(node, had, scope):
            return wherever_it_lies(node, inner, possessor, had, scope)
        which_is_said(node, inner, had, scope)
    if had.many and (shared := shared_out(node, scope)) is not None:
        return sets.filtered(replace(inner, determiner=shared), had, scope, alike=alike)
    one_of_each_in_a_list(node, scope)
    players = scope.world.is_player(possessor.type)
    scattered = players and possessor.many and indefinite(node)
    desc = sets.filtered(inner, had, scope, alike=alike)
    return desc.but(scattered=scattered or desc.scattered)  # *your cats in another player's park*


def one_of_each_in_a_list(node: ast.Noun, scope: Scope) -> None:
    """SAY0801: *the home of Red and Blue* is no one home, and which of two it would be, nobody has said."""
    owner, det = node.owner, replace(node.determiner, span=None)
    if not isinstance(owner, ast.Group) or node.plural or det != ast.Determiner(article="the"):
        return
    whose = [ast.typed(item, "…") for item in owner.items]
    each = f" {owner.joint} ".join(f"the {node.head} of {each}" for each in whose)
    raise scope.unfit(node, "this list of owners", hint=f"say it of each: *{each}*")


def wherever_it_lies(node: ast.Noun, inner: ast.Noun, possessor: Val, had: Val, scope: Scope) -> Desc:
    """Any of them, not only where their kind is usually looked for."""
    with scope.saying(placed=True):
        had = possession.possess(possessor, node.head or "", inner.modifiers, scope, node) or had
    return sets.filtered(replace(inner, determiner=ast.Determiner(article="a")), had, scope)


def shared_out(node: ast.Noun, scope: Scope) -> ast.Determiner | None:
    """*each player's hand* is each of these hands, *a player's hand* any one of them; None: all of them, or some."""
    det = node.determiner
    if possession.for_each_owner(node):
        if det.ordinal is not None or det.number is not None:
            raise picked.one_after_another(node, "this of each", scope)
        return replace(det, article=None, owner=None, quantifier="each")
    no_number = det.quantifier is None and det.ordinal is None and det.number is None
    return (
        replace(det, article="a", owner=None) if indefinite(node) and no_number and not node.plural else None
    )


def whatever_it_is(node: ast.Noun, had: Val, scope: Scope) -> bool:
    """*their role*, of a kind that belongs to nobody: what lies with them just now.  If it is more than one thing, it
    is one of those, as with *a role of theirs*; how many things of their own players have is known.
    """
    det, kind = node.determiner, scope.world.kinds[had.type.name]
    whose = det in (ast.Determiner(possessive=det.possessive), ast.Determiner(owner=det.owner, span=det.span))
    said = det.possessive is not None or det.owner is not None
    bare = not node.narrowed
    return (
        whose
        and said
        and bare
        and node.plural is False
        and kind.category == "thing"
        and not scope.world.owned(kind.name)
    )


def which_is_said(node: ast.Noun, inner: ast.Noun, had: Val, scope: Scope) -> None:
    """*your cat* of somebody who may have several, *the cell of that column*: nothing says which of them."""
    det, world = node.determiner, scope.world
    owners = world.players if world.owned(had.type.name) else 1
    alone = det in (
        ast.Determiner(possessive=det.possessive),
        ast.Determiner(owner=det.owner, span=det.span),
        ast.Determiner(article="the", span=det.span),
    )
    if world.totals.get(had.type.name, 0) > owners and alone and node.plural is False:
        sets.one_of_those(inner, scope)
    if world.kinds[had.type.name].category in ("place", "group"):
        sets.which_one(inner, scope)


def defined_noun(node: ast.Noun, head: str, scope: Scope) -> Desc | None:
    """A noun that a definition defines: of the game, or of what the text stands on."""
    defined = scope.world.find_defined(head)
    if defined is None or head in scope.world.kinds or defined.type.base == "truth":
        return None
    if not defined.kinds:
        plain(node, scope)
        the_only(node, scope, many=defined.many)
        return one(Val(("call", defined.function), defined.type, defined.many), node, head)
    if scope.this is not None and scope.world.find_defined(head, scope.this.type.name) is not None:
        had = possession.possess(scope.this, head, node.modifiers, scope, node)
        if had is not None:
            return sets.filtered(node, had, scope) if had.type.base == "entity" else one(had, node, head)
    raise scope.fail("SAY0753", node, noun=head, of=" and ".join(defined.kinds))


def things(node: ast.Noun, head: str, scope: Scope) -> Desc | None:
    """*the ready cats in the park*: things, places, players of a kind."""
    if head not in scope.world.kinds and head not in scope.world.aliases:
        return None
    times = node.modifier(*TIMES)
    if times is None or not isinstance(node.determiner.which, which.Count):
        return sets.filtered(node, None, scope)
    number: Expr = ("mul", build.integer(node.determiner.number or 1), amount.multiplied(times, scope))
    return sets.filtered(node.without(times), None, scope).but(low=number, high=number)


READINGS: tuple[Callable[[ast.Noun, str, Scope], Desc | None], ...] = (
    period, pointed_at, picked.of_several, special_amount, value, slot_of, quantity_noun, possessed, values,
    defined_noun, things,
)  # fmt: skip
"""In the order in which they are asked: what a word points at goes before what it means by itself."""
