"""Amounts: arithmetic, *the number/sum/difference of*, *the lower/highest X of*, quantities, *for each*, bounds.

Every function gives a `Desc` of type number (or quantity, for *2 points*), or None when the phrase is not an amount.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from toolkit.compile import build
from toolkit.compile.determiner import each_of, plain, said
from toolkit.compile.phrases import as_number, as_set, number_of, value_of
from toolkit.compile.possess import possess
from toolkit.compile.values import NUMBER, Desc, Val, name_type
from toolkit.language import ast
from toolkit.program.expression import Expr

if TYPE_CHECKING:
    from toolkit.compile.scope import Scope

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
    """*A plus B*, *A minus B*, *A, rounded up*."""

    if node.op in ("rounded up", "rounded down"):
        half = describe_half(node.left, scope, up=node.op == "rounded up")
        if half is None:
            raise scope.fail("SAY0801", node, what=f"“{node.op}” without *half*")
        return half
    assert node.right is not None
    left = scope.describe(node.left)
    value = (
        "add" if node.op == "plus" else "sub",
        as_number(left, node.left, scope),
        number_of(node.right, scope),
    )
    if left.type.base == "quantity":
        return left.but(expr=value, span=node.span)
    return Desc("one", value, NUMBER, node.span, bound=bound_of(node))


def bound_of(node: ast.Nominal) -> str | None:
    """*at most* before a whole calculation: it is written at its first number."""
    while isinstance(node, ast.Arith):
        node = node.left
    return node.determiner.bound if isinstance(node, ast.Noun) else None


def describe_half(node: ast.Nominal, scope: Scope, *, up: bool) -> Desc | None:
    """*half (of) A, rounded up*: coins, if A are coins."""

    if isinstance(node, ast.Noun) and node.determiner.quantifier in ("half", "half of"):
        whole_amount = scope.world.quantity(node.head) is not None if node.head else False
        inner = replace(node, determiner=replace(node.determiner, quantifier="all" if whole_amount else None))
        value = ("div-up" if up else "div", number_of(inner, scope), build.integer(2))
        whole = scope.describe(inner)
        if whole.type.base == "quantity":
            return whole.but(expr=value, span=node.span)
        return Desc("one", value, NUMBER, node.span, bound=node.determiner.bound)
    return None


def special(node: ast.Noun, scope: Scope) -> Desc | None:
    """Amounts with a head word of their own, and superlatives of things; None when it is an ordinary phrase."""
    with scope.saying(
        placed=False
    ):  # wherever the amount stands: what it counts is looked for where it always is
        return _special(node, scope)


def _special(node: ast.Noun, scope: Scope) -> Desc | None:

    det = node.determiner
    if (factor := factor_of(det)) is not None:
        inner = replace(node, determiner=replace(det, quantifier=None))
        return Desc(
            "one", ("mul", build.integer(factor), number_of(inner, scope)), NUMBER, node.span, bound=det.bound
        )
    if det.quantifier in ("half", "half of"):
        raise scope.fail("SAY0756", node)
    if (
        det.quantifier in ("that much", "that many")
        and scope.world.quantity(node.head or "") is None
        and node.head in (None, "much")
    ):
        if scope.amount is None:
            raise scope.fail("SAY0656", node, word=det.quantifier)
        return Desc("one", scope.amount, NUMBER, node.span)
    of = next((m.what for m in node.modifiers if m.word in ("of", "between") and m.what is not None), None)
    if node.head in ("number", "sum", "difference", "total") and of is not None:
        if node.head == "number" and (some := as_many(node, of, scope)) is not None:
            return some
        extra = tuple(m for m in node.modifiers if m.word not in ("of", "between"))
        if extra and isinstance(of, ast.Noun):  # *the number of values on the dice*: said of the values
            of = replace(of, modifiers=(*of.modifiers, *extra))
            node = replace(node, modifiers=tuple(m for m in node.modifiers if m not in extra))
        plain(node, scope, modifiers=("of", "between"))
        if replace(det, bound=None, span=None) != ast.Determiner(article="the"):
            raise scope.fail("SAY0763", node, noun=node.head)
        if node.head == "number":
            whole(of, scope)
            return Desc("one", count_of(of, scope), NUMBER, node.span)
        if node.head in ("sum", "total"):
            return Desc("one", ("sum", numbers_of(of, scope)), NUMBER, node.span)
        return Desc("one", difference(of, scope), NUMBER, node.span)
    if node.head == "number" and of is None and not node.modifiers and det.article in ("the", "that", "a"):
        return chosen_number(node, scope)
    for word in node.adjectives:
        if word in COMPARATIVES and (best := superlative(node, word, scope)) is not None:
            return best
    if det.ordinal in COMPARATIVES and det.ordinal is not None:
        inner = replace(
            node, determiner=replace(det, ordinal=None), adjectives=(det.ordinal, *node.adjectives)
        )
        return superlative(inner, det.ordinal, scope)
    return None


def factor_of(det: ast.Determiner) -> int | None:
    """*twice* the sum, *3 times* the sum; None: no multiple."""
    word = det.quantifier or ""
    if word == "twice":
        return 2
    return int(word.removesuffix(" times")) if word.endswith(" times") else None


def chosen_number(node: ast.Noun, scope: Scope) -> Desc | None:
    """*that number*, *the number*: the one chosen before, or a slot."""
    if "number" in scope.slots and node.determiner.article == "the":
        return Desc("one", scope.slots["number"].expr, NUMBER, node.span, head="number")
    found = scope.discourse.headed("number")
    return Desc("one", found.value.expr, NUMBER, node.span, head="number") if found is not None else None


def superlative(node: ast.Noun, word: str, scope: Scope) -> Desc | None:
    """*the lower of those dice* → the one that shows least; *the highest power of the cards* → an amount."""
    op = COMPARATIVES[word]
    rest = tuple(w for w in node.adjectives if w != word)
    det = replace(node.determiner, article="the")
    inner = replace(node, adjectives=rest, determiner=det, plural=True)
    world = scope.world
    known = world.find_defined(node.head) if node.head is not None and node.head not in world.kinds else None
    kind = known.type.name if known is not None and known.type.base == "entity" else node.head
    if kind in world.kinds and (shown := world.shown(kind)) is not None:
        # One of the things, so that it can be acted on; as an amount it is what it shows.

        items = scope.describe(inner)
        slot = scope.alloc()
        best = ("best", as_set(items), slot, ("attr", shown.index, ("local", slot)), int(op == "min"))
        return Desc("one", ("first", best), items.type, node.span, head=node.head)
    of = next((m.what for m in node.modifiers if m.word == "of" and m.what is not None), None)
    if of is not None and node.head is not None:
        owner = value_of(of, scope)
        if not owner.many:
            owner = Val(("single", owner.expr), owner.type, True)
        values = possess(owner, node.head, (), scope, node)
        if values is not None and values.type.base == "number":
            return Desc("one", (op, values.expr), NUMBER, node.span)
    return None


def numbers_of(node: ast.Nominal, scope: Scope) -> Expr:
    """A phrase as a list of numbers: the shown values of a set of things, or an attribute of each (already a list)."""

    desc = scope.describe(node)
    if desc.type.base == "number":
        return desc.expr
    shown = scope.world.shown(desc.type.name) if desc.type.base == "entity" else None
    if shown is None or desc.mode in ("some", "no"):
        raise scope.fail("SAY0752", node, found=name_type(desc.type), wanted="amounts")
    slot = scope.alloc()
    items = ("single", desc.expr) if desc.mode == "one" else desc.expr
    return ("map", items, slot, ("attr", shown.index, ("local", slot)))


def multiplied(modifier: ast.Modifier, scope: Scope) -> Expr:
    """How often *for each N* or *for every 3 Ns* (whole threes only) is."""

    what = modifier.what
    assert what is not None
    if modifier.word == "for each":
        whole = whole_amount(what, scope)
        return whole if whole is not None else count_of(each_of(what, scope), scope)
    assert isinstance(what, ast.Noun) and what.determiner.number is not None
    det = what.determiner
    number = det.number or 0
    if det != ast.Determiner(number=number) or number < 1:
        raise scope.fail("SAY0801", what, what="this after *for every*")
    from toolkit.compile import likeness

    if (alike := likeness.said_of(what, scope)) is not None:
        return likeness.sets_of(replace(what, determiner=ast.Determiner(), plural=True), number, alike, scope)
    bare = replace(what, determiner=ast.Determiner(), plural=True)
    amount = whole_amount(bare, scope)
    if amount is None:
        thing = what.head in scope.world.kinds
        amount = count_of(bare, scope) if thing else number_of(
            replace(bare, determiner=ast.Determiner(article="the"), plural=None), scope
        )  # fmt: skip
    return ("div", amount, build.integer(number))


def whole_amount(what: ast.Nominal, scope: Scope) -> Expr | None:
    """*(for each) point of it*, *(for every 2) points you have*: how many they are; of several owners, together."""

    if not isinstance(what, ast.Noun) or replace(what.determiner, span=None) != ast.Determiner():
        return None
    if what.head is None or what.head in scope.world.kinds or scope.world.quantity(what.head) is None:
        return None
    whole = had(replace(what, plural=True))
    if whole.determiner.owner is None:
        whole = replace(whole, determiner=ast.Determiner(article="the"))
    desc = scope.describe(whole)
    if desc.type.base == "quantity" and desc.expr == build.NONE:
        raise scope.fail("SAY0761", what, expected=(f"*… {what.head} you have*", f"*… {what.head} of …*"))
    if desc.type.base == "number" and desc.many:
        return ("sum", desc.expr)
    return as_number(desc, what, scope)


def as_many(node: ast.Noun, of: ast.Nominal, scope: Scope) -> Desc | None:
    """*a number of cards equal to A*: so many of them are chosen."""

    equal = next((m.what for m in node.modifiers if m.word == "equal to"), None)
    if equal is None and isinstance(of, ast.Noun):  # *a number of cards in your hand equal to A*
        equal = next((m.what for m in of.modifiers if m.word == "equal to"), None)
        of = replace(of, modifiers=tuple(m for m in of.modifiers if m.word != "equal to"))
    if equal is None or node.determiner != ast.Determiner(article="a"):
        return None
    plain(node, scope, modifiers=("of", "equal to"))
    number = scope.store(number_of(equal, scope))
    desc = scope.describe(of)
    if desc.type.base != "entity" or desc.mode != "set" or desc.extra == "or":
        raise scope.fail("SAY0801", of, what="this after *a number of*", expected=("*cards*", "*your cards*"))
    return desc.but(mode="some", low=number, high=number, extra="number")


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
        if chosen or det.quantifier in ("no", "any number of", "random", "a random"):
            raise scope.fail("SAY0801", det.span or item, what=f"“{said(item)}” of what is counted")


def count_of(node: ast.Nominal, scope: Scope) -> Expr:
    """*the number of Ns*; *the number of different values on the dice*."""

    if isinstance(node, ast.Noun) and "different" in node.adjectives:
        plain = replace(node, adjectives=tuple(w for w in node.adjectives if w != "different"))
        if plain.head in scope.world.kinds:  # no two things are one, so that each would count
            raise scope.fail(
                "SAY0801", node, what="“different” of things", hint="*the number of different names of …*"
            )
        on = [m for m in plain.modifiers if m.word in ("on", "of", "in", "among") and m.what is not None]
        if on and on[0].what is not None:
            return ("count", ("distinct", attributes_of(plain, on[0].what, scope)))
        desc = scope.describe(plain)
        return ("count", ("distinct", desc.expr))
    desc = scope.describe(node)
    if desc.type.base == "quantity" and desc.expr == build.NONE:
        raise scope.fail("SAY0761", node)
    if desc.type.base == "quantity":
        return desc.expr
    if desc.type.base == "number" and not desc.many:
        return desc.expr
    if (
        desc.type.base == "entity"
        and desc.mode == "one"
        and scope.world.kinds[desc.type.name].category == "place"
    ):
        return ("index", desc.expr)  # *the number of that position*: which one it is, not how many
    return (
        ("count", desc.expr)
        if desc.many
        else ("if", ("ne", desc.expr, build.NONE), build.integer(1), build.integer(0))
    )


def attributes_of(node: ast.Noun, of: ast.Nominal, scope: Scope) -> Expr:
    """*values on the dice*: the attribute of each."""

    owner = value_of(of, scope)
    if node.head is None:
        raise scope.fail("SAY0801", node, what="“different” before a name")
    value = possess(owner, node.head, (), scope, node)
    if value is None:
        raise scope.fail("SAY0753", node, noun=node.head, of=owner.type.name)
    return value.expr


def difference(of: ast.Nominal, scope: Scope) -> Expr:
    """*the difference between A and B* (or of two things): never negative."""

    if isinstance(of, ast.Group) and len(of.items) == 2:
        left, right = (number_of(item, scope) for item in of.items)
        return ("abs", ("sub", left, right))
    numbers = numbers_of(of, scope)
    return ("sub", ("max", numbers), ("min", numbers))


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


def bounded(value: Expr, closings: tuple[ast.Closing, ...], scope: Scope) -> Expr:
    """*…, but at least 0* · *…, but at most 6 points*."""

    for closing in closings:
        if closing.word == "but" and closing.bound is not None:
            desc = scope.describe(closing.bound)
            if desc.bound == "at least":
                value = ("larger", value, desc.expr)
            elif desc.bound == "at most":
                value = ("smaller", value, desc.expr)
            else:
                raise scope.fail("SAY0801", closing, what="this bound")
    return value


def compare(value: Expr, bound: str | None, number: Expr) -> Expr:
    """value is at least / at most / exactly / more than / fewer than number."""
    ops = {
        None: "eq",
        "exactly": "eq",
        "at least": "ge",
        "at most": "le",
        "up to": "le",
        "more than": "gt",
        "fewer than": "lt",
        "less than": "lt",
    }
    return (ops[bound], value, number)
