"""Amounts: arithmetic, *the number/sum/difference of*, *the lower/highest X of*, quantities, *for each*, bounds.

Every function gives a `Desc` of type number (or quantity, for *2 points*), or None when the phrase is not an amount.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import reduce

from toolkit.compile.base import build
from toolkit.compile.base.construction import Constructions
from toolkit.compile.base.scope import Scope
from toolkit.compile.base.values import NUMBER, Desc, Val, name_type
from toolkit.compile.nouns import across, bounding, likeness
from toolkit.compile.nouns.adding import added_inside, one_unit, operation
from toolkit.compile.nouns.beyond import beyond
from toolkit.compile.nouns.determiner import each_of, indefinite, said, the_only
from toolkit.compile.nouns.made import made_before
from toolkit.compile.nouns.of_whom import whose
from toolkit.compile.nouns.phrases import alone, as_number, as_set, join, number_of, shared, value_of
from toolkit.compile.nouns.possess import each_owner, possess
from toolkit.compile.nouns.quantify import quantify
from toolkit.compile.nouns.unplaced import counted_anywhere, of_those_seen_too, of_those_too, where_they_lay
from toolkit.language import ast, forms, which
from toolkit.program.expression import Expr

COMPARATIVES = {
    "lower": "min",
    "lowest": "min",
    "higher": "max",
    "highest": "max",
    "smaller": "min",
    "smallest": "min",
    "larger": "max",
    "largest": "max",
}


def arithmetic(node: ast.Arith, scope: Scope) -> Desc:
    """*A plus B*, *A minus B*, *A divided by B, rounded up*, *half of A, rounded up*."""
    up = node.op == "rounded up"
    if up or node.op == "rounded down":
        if isinstance(node.left, ast.Arith) and node.left.op == "divided by":
            return calculated(node.left, "div-up" if up else "div", scope)
        half = describe_half(node.left, scope, up=up)
        if half is None:
            raise scope.unfit(node, f"“{node.op}” without *half*")
        return half
    return calculated(node, operation(node, scope), scope)


def calculated(node: ast.Arith, op: str, scope: Scope) -> Desc:
    """Two amounts, and what is done with them from left to right."""
    assert node.right is not None
    if op not in ("add", "sub") and isinstance(node.left, ast.Arith) and node.left.op in ("plus", "minus"):
        hint = "what is multiplied or divided stands first: *A multiplied by B plus C*"
        raise scope.unfit(node, f"“{node.op}” after “{node.left.op}”", hint=hint)
    left = scope.describe(node.left)
    one_unit(node, scope)
    more = as_number(scope.describe(node.right), node.right, scope)
    value = (op, as_number(left, node.left, scope), more)
    if left.type.base == "quantity":
        return left.but(expr=value, span=node.span)
    return Desc("one", value, NUMBER, node.span, bound=bound_of(node))


def bound_of(node: ast.Nominal) -> ast.Bound | None:
    """*at most* before a whole calculation: it is written at its first number."""
    while isinstance(node, ast.Arith):
        node = node.left
    return node.determiner.bound if isinstance(node, ast.Noun) else None


def describe_half(node: ast.Nominal, scope: Scope, *, up: bool) -> Desc | None:
    """*half (of) A, rounded up*: coins, if A are coins; of things so many are chosen."""
    first = node.items[0] if isinstance(node, ast.Group) and shared(node) is not None else node
    if not isinstance(first, ast.Noun) or first.determiner.quantifier not in HALF:
        return None
    if isinstance(node, ast.Group) and node.joint == "and":
        hint = "say it of each by itself, in two sentences; of all of them together say *or*"
        raise scope.fail("SAY0657", node, names="half of each of them, or half of all together", hint=hint)
    det = first.determiner
    whole_amount = scope.world.quantity(first.head) is not None if first.head else False
    rest = replace(first, determiner=replace(det, bound=None, quantifier="all" if whole_amount else None))
    inner = replace(node, items=(rest, *node.items[1:])) if isinstance(node, ast.Group) else rest
    op = "div-up" if up else "div"
    whole = scope.describe(inner)
    if whole.type.base == "entity" and whole.mode == "set":
        if (owner := each_owner(first)) is not None:  # so much of each, or of all together?
            hint = f"say it of one after another: *For each {owner.head}, … half of that {owner.head}'s …*"
            raise scope.unfit(node, "half of what each of several has", hint=hint)
        half: Expr = (op, ("count", whole.expr), build.integer(2))
        return whole.but(mode="some", low=half, high=half, bound=det.bound, extra="number", span=node.span)
    value = (op, number_of(inner, scope), build.integer(2))
    if whole.type.base == "quantity":
        return whole.but(expr=value, span=node.span)
    return Desc("one", value, NUMBER, node.span, bound=det.bound)


HALF = ("half", "half of")
ROUNDED_UP = {"at least": True, "fewer than": True, "less than": True, "at most": False, "more than": False}
"""Which whole number *at least half* of 5 is: only one makes no difference to what is compared."""


def special(node: ast.Noun, scope: Scope) -> Desc | None:
    """Amounts with a head word of their own, and superlatives of things; None when it is an ordinary phrase."""
    with scope.saying(
        placed=False
    ):  # wherever the amount stands: what it counts is looked for where it always is
        return so_many_made(node, scope) or _special(node, scope)


def so_many_made(node: ast.Noun, scope: Scope) -> Desc | None:
    """*the coins paid this way*; None: it is no such amount."""
    if node.determiner != ast.THE or (not scope.made and node.relative is None):
        return None
    made = made_before(replace(node, determiner=ast.BARE), scope)
    return Desc("one", made, NUMBER, node.span) if made is not None else None


def _special(node: ast.Noun, scope: Scope) -> Desc | None:
    det = node.determiner
    if (factor := factor_of(det)) is not None:
        number = number_of(replace(node, determiner=replace(det, quantifier=None)), scope)
        return Desc("one", ("mul", build.integer(factor), number), NUMBER, node.span, bound=det.bound)
    if det.quantifier in HALF:
        if det.bound not in ROUNDED_UP:
            raise scope.fail("SAY0756", node)
        return describe_half(node, scope, up=ROUNDED_UP[det.bound])
    if det.quantifier in ("that much", "that many") and node.head in (None, "much"):
        return Desc("one", scope.that_much(node, det.quantifier), NUMBER, node.span)
    if AMOUNTS.knows(node):
        return with_head(node, scope)
    if det.ordinal in COMPARATIVES and det.ordinal is not None:
        node = replace(
            node, determiner=replace(det, ordinal=None), adjectives=(det.ordinal, *node.adjectives)
        )
    found = (superlative(node, word, scope) for word in node.adjectives if word in COMPARATIVES)
    return next((best for best in found if best is not None), None)


# --- The number of, the sum of … ------------------------------------------------------------------------------


def gathered(node: ast.Noun) -> ast.Noun:
    """An amount without its bound, whose modifiers are said of what is counted (*the number of values on the dice*),
    but for what it is *equal to*.
    """
    det = replace(node.determiner, bound=None)
    of = next(
        (m for m in node.modifiers if m.word in ("of", "between") and isinstance(m.what, ast.Noun)), None
    )
    if of is None or not isinstance(of.what, ast.Noun):
        return replace(node, determiner=det)
    more = (*of.what.modifiers, *(m for m in node.modifiers if m is not of))
    inner = replace(of.what, modifiers=tuple(m for m in more if m.word != "equal to"))
    equal = (m for m in more if m.word == "equal to")
    return replace(node, determiner=det, modifiers=(replace(of, what=inner), *equal))


AMOUNTS = Constructions("cost", gathered)


def with_head(node: ast.Noun, scope: Scope) -> Desc | None:
    """An amount by its own word (*number*, *sum* …); None: the word means something else here."""
    found = AMOUNTS.meaning(node, scope)
    if found is None and node.modifier("of", "between") is not None:
        if AMOUNTS.match(replace(node, determiner=ast.Determiner(article="the"))) is not None:
            raise scope.fail("SAY0763", node, noun=node.head)
        raise AMOUNTS.unlike(node, scope)
    return found if found is None or isinstance(found, Desc) else Desc("one", found, NUMBER, node.span)


@AMOUNTS.form("the number of {noun phrase}")
def number_of_things(scope: Scope, items: ast.Nominal) -> Expr:
    """How many there are; of *different* ones, each value is counted once."""
    whole(items, scope)
    of_one_owner(items, scope)
    return count_of(items, scope)


@AMOUNTS.form("the sum of {amounts}", "the total of {amounts}")
def sum_of(scope: Scope, amounts: ast.Nominal) -> Expr:
    """Added up."""
    listed = each_amount(amounts, scope)
    if listed is None:
        return ("sum", numbers_of(amounts, scope))
    parts = (("sum", numbers_of(each, scope)) if many else number_of(each, scope) for each, many in listed)
    return reduce(lambda whole, each: ("add", whole, each), parts)


def each_amount(node: ast.Nominal, scope: Scope) -> list[tuple[ast.Nominal, bool]] | None:
    """*your coins and your points*, *your coins and points*, *the power of your cats and your coins*, *the die and your
    coins*: each amount, and whether it is that of several; None: no list, or one of things alone.
    """
    if not isinstance(node, ast.Group) or node.joint != "and":
        return None
    items = shared(node) or node.items
    with scope.trial():
        descs = [scope.describe(item) for item in items]
    if all(each.type.base not in ("quantity", "number") for each in descs):
        return None
    return [(item, desc.many) for item, desc in zip(items, descs, strict=True)]


def one_by_one(node: ast.Nominal, scope: Scope) -> list[Expr] | None:
    """The amounts of a list; None: it is none, or one is that of several."""
    listed = each_amount(node, scope)
    if listed is None or any(many for _, many in listed):
        return None
    return [number_of(each, scope) for each, _ in listed]


@AMOUNTS.form("the difference between {amounts}", "the difference of {amounts}")
def difference(scope: Scope, of: ast.Nominal) -> Expr:
    """Of two amounts, or of the largest and the smallest: never negative."""
    if isinstance(of, ast.Group) and len(of.items) == 2:
        left, right = one_by_one(of, scope) or [number_of(item, scope) for item in of.items]
        return ("abs", ("sub", left, right))
    numbers = numbers_of(of, scope)
    return ("sub", ("max", numbers), ("min", numbers))


@AMOUNTS.form("the lowest number among {amounts}")
def lowest(scope: Scope, amounts: ast.Nominal) -> Expr:
    """*the lowest of your coins and your points*."""
    return reduce(lambda least, each: ("smaller", least, each), _listed(amounts, scope))


@AMOUNTS.form("the highest number among {amounts}")
def highest(scope: Scope, amounts: ast.Nominal) -> Expr:
    """*the highest of your coins and your points*."""
    return reduce(lambda most, each: ("larger", most, each), _listed(amounts, scope))


def _listed(amounts: ast.Nominal, scope: Scope) -> list[Expr]:
    """Each amount of a list.  SAY0801: it is no list of amounts."""
    found = one_by_one(amounts, scope)
    if found is None:
        raise scope.unfit(amounts, "no list of amounts", expected=("*your … and your …*",))
    return found


@AMOUNTS.form("a number of {things} equal to {amount}")
def as_many(scope: Scope, things: ast.Nominal, amount: ast.Nominal) -> Desc:
    """So many of them are chosen."""
    number = scope.store(number_of(amount, scope))
    desc = scope.describe(things)
    if desc.type.base != "entity" or desc.mode != "set" or desc.extra == "or":
        raise scope.unfit(things, "this after *a number of*", expected=("*cards*", "*your cards*"))
    return desc.but(mode="some", low=number, high=number, extra="number")


@AMOUNTS.form("the number")
def the_number(scope: Scope) -> Desc | None:
    """A verb's own number, or the one that was chosen."""
    slot = scope.slots.get("number")
    return that_number(scope) if slot is None else Desc("one", slot.expr, NUMBER, scope.span, head="number")


@AMOUNTS.form("that number", "a number")
def that_number(scope: Scope) -> Desc | None:
    """The number that was chosen before; None: none was."""
    found = scope.discourse.headed("number")
    return None if found is None else Desc("one", found.value.expr, NUMBER, scope.span, head="number")


def factor_of(det: ast.Determiner) -> int | None:
    """*twice* the sum, *3 times* the sum; None: no multiple."""
    word = det.quantifier or ""
    if word == "twice":
        return 2
    return int(word.removesuffix(" times")) if word.endswith(" times") else None


def superlative(node: ast.Noun, word: str, scope: Scope) -> Desc | None:
    """*the lower of those dice* → the one that shows least; *the highest power of the cards* → an amount."""
    op = COMPARATIVES[word]
    det = node.determiner
    if (
        word.endswith("er")
        and det.article not in ("the", "that")
        and det.possessive is None
        and det.owner is None
    ):
        expected = (f"*the {word} …*", f"*a … that shows {'more' if op == 'max' else 'less'} than …*")
        raise scope.unfit(node, f"“{word}” without *than*", expected=expected)
    world = scope.world
    known = world.find_defined(node.head) if node.head is not None and node.head not in world.kinds else None
    kind = known.type.name if known is not None and known.type.base == "entity" else node.head
    shown = world.shown(kind) if kind in world.kinds else None
    if shown is None:
        return extreme_of(node, op, scope)
    rest = replace(node, adjectives=tuple(w for w in node.adjectives if w != word))
    return one_that_shows(rest, shown.index, op, scope, all_that_tie=word.endswith("est"))


def one_that_shows(node: ast.Noun, shown: int, op: str, scope: Scope, *, all_that_tie: bool) -> Desc:
    """One of the things, so that it can be acted on; as an amount it is what it shows.  *The highest cards* are all
    that tie, *each highest card*, *2 of the highest cards* are of these.
    """
    det = node.determiner
    among = replace(node, determiner=replace(det, article="the"), plural=True)
    whose(among, scope, "one of the things of all players, wherever they are,")
    items = scope.describe(among)
    if items.anywhere:
        of_those_too(replace(among, adjectives=()), scope, best=True)
    slot = scope.alloc()
    best: Expr = ("best", as_set(items), slot, ("attr", shown, ("local", slot)), int(op == "min"))
    if not all_that_tie:
        return Desc("one", ("first", best), items.type, node.span, head=node.head, anywhere=items.anywhere)
    if isinstance(det.which, which.The) and not node.plural:
        return alone(node, best, items.type, node.head, scope).but(anywhere=items.anywhere)
    return quantify(node, best, items.type, scope).but(anywhere=items.anywhere)


def extreme_of(node: ast.Noun, op: str, scope: Scope) -> Desc | None:
    """The smallest or largest of an amount that several things have; None: they have no such amount.  *The highest
    bid*, of an amount of players, is that of all of them.
    """
    said = next((m.what for m in node.modifiers if m.word == "of" and m.what is not None), None)
    of = said if said is not None else of_all_players(node, scope)
    if of is None or node.head is None:
        return None
    if said is not None and (node.determiner.possessive or node.determiner.owner):
        hint = "say whose they are: *the highest … of your …*"
        raise scope.unfit(
            node.determiner.span or node, "“your” or “their” before an amount of other things", hint=hint
        )
    the_only(replace(node, adjectives=()), scope)
    whose(node, scope)
    of_one_owner(of, scope)
    owner = value_of(of, scope)
    if not owner.many:
        owner = Val(("single", owner.expr), owner.type, True)
    values = possess(owner, node.head, (), scope, node)
    if values is None or values.type.base != "number":
        return None
    return Desc("one", (op, values.expr), NUMBER, node.span)


def of_all_players(node: ast.Noun, scope: Scope) -> ast.Noun | None:
    """Whose *the highest bid* is one: all players'; None: nobody is meant, or it is said who."""
    entry = scope.world.quantity(node.head or "") if node.head not in scope.world.kinds else None
    the = ast.Noun(head=node.head, determiner=ast.Determiner(article="the"))
    plain = replace(node, adjectives=(), plural=None) == the and all(
        w.endswith("est") for w in node.adjectives
    )
    if entry is None or entry.of != "player" or not plain:
        return None
    return ast.Noun(head="player", plural=True, determiner=ast.Determiner(quantifier="all"), span=node.span)


def numbers_of(node: ast.Nominal, scope: Scope) -> Expr:
    """A phrase as a list of numbers: the shown values of a set of things, or an attribute of each (already a list)."""

    whose(node, scope)
    of_one_owner(node, scope)
    of_those_too(node := where_they_lay(node, scope), scope)
    desc = scope.describe(node)
    if desc.listing is not None:
        expected = ("*the sum of … and …*", "*the difference between … and …*")
        raise scope.unfit(node, "this list of amounts", expected=expected)
    if desc.type.base == "number" and not desc.many:
        raise scope.fail("SAY0752", node, found="one amount", wanted="several")
    if desc.type.base == "number":
        of_any_one(node, scope)
        return desc.expr
    shown = scope.world.shown_by(desc.type)
    if shown is None or desc.mode in ("some", "no"):
        raise scope.fail("SAY0752", node, found=name_type(desc.type), wanted="amounts")
    slot = scope.alloc()
    items = ("single", desc.expr) if desc.mode == "one" else desc.expr
    return ("map", items, slot, ("attr", shown.index, ("local", slot)))


def of_any_one(node: ast.Nominal, scope: Scope) -> None:
    """Refuse *the sum of the power of a cat*: of which one, or of all?"""
    owner = node.owner if isinstance(node, ast.Noun) else None
    if isinstance(owner, ast.Noun) and not owner.plural and indefinite(node):
        kind = owner.head or "thing"
        hint = f"choose it first (*Choose a {kind}. … of that {kind}*), or say *of all …s*"
        raise scope.unfit(node, "an amount of one of several things", hint=hint)


def how_many(what: ast.Nominal, scope: Scope) -> Expr:
    """How many Ns *for each N* is said of."""
    added_inside(what, scope, each=True)
    if (over := beyond(what, scope)) is not None:
        counted, limit = over
        of_which(counted, scope)
        above: Expr = ("sub", how_many(counted, scope), as_number(scope.describe(limit), limit, scope))
        return ("larger", above, build.integer(0))
    if (values := values_with(what, scope) or across.values(what, scope)) is not None:
        return values
    whole = whole_amount(what, scope)
    return whole if whole is not None else count_of(each_of(what, scope), scope)


def of_which(counted: ast.Nominal, scope: Scope) -> None:
    """SAY0801: *for each card above 4*: of all there are, or of those that were spoken of?"""
    if isinstance(counted, ast.Noun) and counted.head in scope.world.kinds:
        det = ast.Determiner(span=counted.determiner.span)
        if replace(counted.determiner, quantifier=None) == det and not (
            counted.modifiers or counted.relative
        ):
            hint = f"say which: *for each {counted.head} in … above …*, *for each {counted.head} they have above …*"
            raise scope.unfit(counted, "so many above an amount, wherever they are,", hint=hint)


def multiplied(modifier: ast.Modifier, scope: Scope) -> Expr:
    """How often *for each N* or *for every 3 Ns* (whole threes only) is."""

    what = modifier.what
    assert what is not None
    if modifier.word == "for each":
        return how_many(what, scope)
    if isinstance(what, ast.Group):
        return ("div", *_of_all_together(what, scope))
    assert isinstance(what, ast.Noun) and what.determiner.number is not None
    det = what.determiner
    number = det.number or 0
    rest = replace(det, number=None, of=False)  # *for every 2 of your coins*: of all of them
    article = det.article if det.of else None
    if rest != ast.Determiner(article=article, possessive=det.possessive, owner=det.owner) or number < 1:
        raise scope.unfit(what, "this after *for every*")
    bare = replace(what, determiner=rest, plural=True)
    if (alike := likeness.said_of(what, scope)) is not None:
        whose(likeness.without(bare, alike), scope)
        return likeness.sets_of(bare, number, alike, scope)
    amount = whole_amount(bare, scope)
    if amount is None:
        thing = what.head in scope.world.kinds
        the = rest if det.of else ast.Determiner(article="the")
        amount = (
            count_of(bare, scope) if thing else number_of(replace(bare, determiner=the, plural=None), scope)
        )
    return ("div", amount, build.integer(number))


def _of_all_together(those: ast.Group, scope: Scope) -> tuple[Expr, Expr]:
    """*for every 2 cats or dogs in the park*: how many of them there are, and 2."""
    first, *others = those.items
    det = ast.determiner_of(first)
    if not isinstance(first, ast.Noun) or not det.number or det.bound is not None:
        raise scope.unfit(those, "this after *for every*")
    items = (replace(first, determiner=replace(which.uncounted(det), of=False), plural=True), *others)
    return count_of(replace(those, joint="and", items=items), scope), build.integer(det.number)


def values_with(what: ast.Nominal, scope: Scope) -> Expr | None:
    """*(for each) suit with at least 3 cards in your hand*: how many suits so many of those cards have."""
    if not isinstance(what, ast.Noun) or what.head is None or len(what.modifiers) != 1:
        return None
    if what.head in scope.world.kinds:
        return None
    having = what.modifiers[0].what
    if not isinstance(having, ast.Noun) or what.modifiers[0].word != "with":
        return None
    det = having.determiner
    plain = which.uncounted(det).is_empty() and what.determiner.is_empty()
    if not plain or not det.number or det.bound not in ("at least", "more than", "exactly"):
        return None
    having = replace(having, determiner=ast.Determiner(article="the"), plural=True)
    whose(having, scope)
    things = scope.describe(having)
    attribute = scope.world.attribute_of(things.type, what.head)
    if attribute is None or attribute.type.base != "value" or attribute.listed:
        return None
    one, other = scope.alloc(), scope.alloc()
    mine, theirs = (("attr", attribute.index, build.local(each)) for each in (one, other))
    alike = ("count", build.where(things.expr, other, ("eq", theirs, mine)))
    enough = bounding.compare(alike, det.bound, build.integer(det.number))
    enough = build.both(("ne", mine, build.NONE), enough)
    return ("count", ("distinct", ("map", build.where(things.expr, one, enough), one, mine)))


def whole_amount(what: ast.Nominal, scope: Scope) -> Expr | None:
    """*(for each) point of it*, *(for every 2) points you have*: how many they are; of several owners, together."""
    if (made := made_before(what, scope)) is not None:
        return made
    if not isinstance(what, ast.Noun):
        return None
    if what.head is None or what.head in scope.world.kinds or scope.world.quantity(what.head) is None:
        return None
    det = replace(what.determiner, span=None)
    whose = ast.Determiner(possessive=det.possessive, owner=det.owner)
    if det == replace(whose, of=True) and whose != ast.Determiner():  # *for each of your points*
        return number_of(replace(what, determiner=whose, plural=True), scope)
    if det != ast.Determiner():
        return None
    whole = had(replace(what, plural=True))
    if whole.determiner.owner is None:
        whole = replace(whole, determiner=ast.Determiner(article="the"))
    desc = scope.describe(whole)
    if desc.type.base == "quantity" and desc.expr == build.NONE:
        raise scope.fail("SAY0761", what, expected=which_amount(what.head, scope))
    if desc.type.base == "number" and desc.many:
        return ("sum", desc.expr)
    return as_number(desc, what, scope)


def which_amount(head: str, scope: Scope) -> tuple[str, ...]:
    """What *(for each) coin* leaves open: those that somebody has, or those with which something was done."""
    done = [f"{forms.verb_forms(verb).participle} this way" for verb, of in scope.made if of == head]
    return tuple(f"*… {head} {each}*" for each in ("you have", *(done or ["of …"])))


def whole(node: ast.Nominal, scope: Scope) -> None:
    """What is counted is a whole set: *the number of 7 cards* is 7, and *the number of no cards* is nothing."""
    items = node.items if isinstance(node, ast.Group) else (node,)
    for item in items:
        if not isinstance(item, ast.Noun):
            continue
        det = item.determiner
        chosen = (
            det.number is not None and det.ordinal is None and det.article not in ("the", "those", "these")
        )
        if chosen or det.of or det.quantifier in ("no", "any number of", "random", "a random"):
            raise scope.unfit(det.span or item, f"“{said(item)}” of what is counted")


def of_one_owner(node: ast.Nominal, scope: Scope) -> None:
    """Refuse *the number of cards in another player's hand*, *the sum of the values of another player's cards*, where
    there are several: of one of them, not of all.  *For each N in another player's hand* is for each of all of them.
    """
    if left_open(node, scope):
        hint = "choose the player first: *Choose another player. … of that player*; or say *of the other players*"
        raise scope.unfit(node, "an amount of one of several players", hint=hint)


def left_open(node: ast.Nominal | None, scope: Scope) -> bool:
    """Whether a phrase leaves open whose it is: *(the cards in) another player's hand*, if there are several others."""
    if not isinstance(node, ast.Noun):
        return False
    if node.head is not None and scope.world.is_a(node.head, "player"):
        several = scope.world.most_players > 2
        return isinstance(node.determiner.which, which.A | which.Another if several else which.A)
    where = (each.what for each in node.modifiers if each.word in ("of", "in", "at", "on", "from"))
    return any(left_open(each, scope) for each in (node.determiner.owner, *where))


def count_of(node: ast.Nominal, scope: Scope) -> Expr:
    """*the number of Ns*; *the number of different values on the dice*."""
    with scope.saying(counting=True):
        return _count_of(node, scope)


def _count_of(node: ast.Nominal, scope: Scope) -> Expr:
    if (made := made_before(node, scope)) is not None:
        return made
    whose(node, scope)
    if isinstance(node, ast.Noun) and "different" in node.adjectives:
        return ("count", ("distinct", values_of(node, scope)))
    desc = scope.describe(node := where_they_lay(node, scope))
    if desc.anywhere:
        counted_anywhere(node, scope)
    of_those_seen_too(node, scope)
    if desc.type.base == "quantity" and desc.expr == build.NONE:
        raise scope.fail("SAY0761", node)
    if desc.listing is not None:  # of amounts too: *for each 1 coin and 1 point*
        return _in_all(desc.listing.members, node, scope)
    if desc.type.base == "quantity" or (desc.type.base == "number" and not desc.many):
        return desc.expr
    if desc.many:
        if desc.expr[0] == "map":  # *the number of suits of your cards*: those that are alike, too?
            hint = "say *the number of different …s of …*, or count the things: *the number of …*"
            raise scope.unfit(node, "the number of what each of several has", hint=hint)
        return ("count", desc.expr)
    return _number_of_one(desc, node, scope)


def _in_all(members: Sequence[Desc], node: ast.Nominal, scope: Scope) -> Expr:
    """How many there are in the sets of a list together."""
    if not all(each.many and each.type.base == "entity" for each in members):
        hint = "of each kind as many: *for each set of 1 … and 1 … you have*; together: *the sum of … and …*"
        raise scope.unfit(node, "the number of this list", hint=hint)
    return ("count", join([each.expr for each in members]))


def _number_of_one(desc: Desc, node: ast.Nominal, scope: Scope) -> Expr:
    """How many one thing is: 1, if there is one; of a place its number."""
    if scope.world.is_place(desc.type):
        return ("index", desc.expr)  # *the number of that position*: which one it is, not how many
    if isinstance(node, ast.Pronoun):
        # *a player with cards in their hand …, 1 coin for each of them*: the cards
        hint = "say of what: *for each … in their …*"
        raise scope.fail("SAY0652", node, word="them", hint=hint)
    return ("if", ("ne", desc.expr, build.NONE), build.integer(1), build.integer(0))


def values_of(node: ast.Noun, scope: Scope) -> Expr:
    """*different values on the dice*: all of them, as often as they are there."""
    plain = replace(node, adjectives=tuple(w for w in node.adjectives if w != "different"))
    if plain.head in scope.world.kinds:  # no two things are one, so that each would count
        raise scope.unfit(node, "“different” of things", hint="*the number of different names of …*")
    on = next(
        (m.what for m in plain.modifiers if m.word in ("on", "of", "in", "among") and m.what is not None),
        None,
    )
    if on is not None:
        return attributes_of(plain, on, scope)
    if plain.head in scope.world.vocabulary.lists and not plain.modifiers and plain.relative is None:
        hint = f"say among which things: *different {node.head}s among …*"
        raise scope.unfit(node, "“different” of all there are, which always differ,", hint=hint)
    return scope.describe(plain).expr


def attributes_of(node: ast.Noun, of: ast.Nominal, scope: Scope) -> Expr:
    """*values on the dice*: the attribute of each."""

    owner = value_of(of, scope)
    if node.head is None:
        raise scope.unfit(node, "“different” before a name")
    value = possess(owner, node.head, (), scope, node)
    if value is None:
        raise scope.fail("SAY0753", node, noun=node.head, of=owner.type.name)
    return value.expr


def had(node: ast.Noun) -> ast.Noun:
    """*(the number of) coins you have* are *your coins*."""
    relative = node.relative
    if relative is None or relative.subject is None or relative.more is not None:
        return node
    verb = relative.verb
    if not isinstance(verb, ast.Act) or verb != ast.Act(verb="have", span=verb.span):
        return node
    if relative.word not in ("", "that") or replace(node.determiner, span=None) != ast.Determiner():
        return node
    owner = ast.Determiner(owner=relative.subject, span=node.determiner.span)
    return replace(node, relative=None, determiner=owner)
