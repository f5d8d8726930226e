"""A phrase as what its place asks for: a value, an amount, a set."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from toolkit.compile.base import build
from toolkit.compile.base.scope import Scope
from toolkit.compile.base.values import Desc, Type, Val, entity, name_type
from toolkit.compile.base.world import Attribute
from toolkit.compile.nouns.adding import added_inside
from toolkit.compile.nouns.determiner import indefinite
from toolkit.language import ast
from toolkit.program.expression import Expr


def value_of(node: ast.Nominal, scope: Scope) -> Val:
    """A phrase that must be definite: a thing, a set or an amount, not something to be chosen."""
    desc = scope.describe(node)
    if desc.mode in ("some", "no"):
        raise scope.fail("SAY0803", node)
    return Val(desc.expr, desc.type, desc.many, node.span)


def quietly(node: ast.Nominal, scope: Scope) -> Desc:
    """What a phrase describes, only to look at."""
    with scope.trial(), scope.saying(looking=True):
        return scope.describe(node)


def number_of(node: ast.Nominal, scope: Scope) -> Expr:
    """A phrase as an amount: a number, or a thing that counts as one (*that die*)."""
    of_no_unit(node, scope)
    return as_number(scope.describe(node), node, scope)


def of_no_unit(node: ast.Nominal, scope: Scope, of: Attribute | None = None) -> None:
    """SAY0752: *points equal to 3 coins*, *your points are at least 3 coins*: of coins it would say nothing.  `of`: the
    amount with which it goes; a price may be said in coins.
    """
    unit = scope.world.quantity(ast.head_of(node) or "")
    if unit is None or not isinstance(node, ast.Noun) or (of is not None and of.of != unit.of) or unit == of:
        return
    number = node.determiner.number
    if number is None and node.modifier("equal to") is None:
        return
    hint = f"a number alone is wanted, without “{unit.name}”: not so many of something"
    said = node.span.text if node.span else unit.name
    raise scope.fail("SAY0752", node, found=f"“{said}”", wanted="an amount", hint=hint)


def as_number(desc: Desc, node: ast.Node, scope: Scope) -> Expr:
    """The amount that a description stands for."""
    added_inside(node, scope)
    if desc.listing is not None:
        raise scope.fail(
            "SAY0752", node, found="a list of amounts", wanted="one amount", hint=of_a_list(node)
        )
    if desc.type.base == "quantity" and desc.expr == build.NONE:
        raise scope.fail("SAY0761", node)
    if desc.mode == "no":
        return build.integer(0)
    match desc.type.base:
        case "number" | "quantity" if desc.many:
            raise of_several(node, scope)
        case "number" | "quantity":
            return desc.expr
        case "entity" if desc.mode == "one" and (shown := scope.world.shown(desc.type.name)) is not None:
            return shown_of(desc.expr, shown.index, scope)
        case "entity" if desc.mode == "some" and scope.world.shown(desc.type.name) is not None:
            hint = "choose it first: *Choose …. … that …*; or of all of them: *the highest … of the other players*"
            raise scope.unfit(node, "an amount of one of several", hint=hint)
        case "entity" | "value" | "truth":
            raise scope.fail("SAY0752", node, found=name_type(desc.type), wanted="an amount")
        case never:
            assert_never(never)


def alone(node: ast.Node, best: Expr, type_: Type, head: str | None, scope: Scope) -> Desc:
    """The one that is ahead of all others; nothing if several tie, but where something is done with one of them."""
    tied = scope.store(best)
    only: Expr = ("if", ("eq", ("count", tied), build.integer(1)), ("first", tied), build.NONE)
    return Desc("one", only, type_, node.span, head=head, among=tied)


def first_that_ties(expr: Expr, scope: Scope) -> tuple[Expr, Expr] | None:
    """Of *the highest card*: the first of those that tie, and what they have as much of; None: of anything else."""
    match expr:
        case ("if", ("eq", ("count", tied), _), ("first", among), build.NONE) if tied == among:
            kept = (each[2] for each in scope.code if each[0] == "let" and build.local(each[1]) == tied)
            best, first = next(kept, tied), ("first", tied)
            if best[0] == "best":
                return first, build.substitute(best[3], best[2], first)
    return None


def those_that_tie(expr: Expr) -> Expr | None:
    """Of *the cat with the highest power*: those among which it is chosen, if several tie; None: of anything else."""
    match expr:
        case ("if", ("eq", ("count", tied), _), ("first", among), build.NONE) if tied == among:
            return tied
    return None


def shown_of(thing: Expr, shown: int, scope: Scope) -> Expr:
    """What a thing shows.  *The highest card is at least 5*, also if two are as high."""
    found, of_it = first_that_ties(thing, scope), ("attr", shown, thing)
    return found[1] if found is not None and found[1] == ("attr", shown, found[0]) else of_it


def of_several(node: ast.Node, scope: Scope) -> Exception:
    """SAY0752: one amount is wanted.  That of one of several (*another player's coins*) is no sum of theirs."""
    said = ast.typed(node, "…")
    expected: tuple[str, ...] = (f"*the sum of {said}*",)
    hint = None
    if isinstance(node, ast.Nominal) and indefinite(node):
        expected, hint = (), "choose it first: *Choose …. … of that …*; of all of them: *the sum of the …s …*"
    found = "amounts of several things"
    return scope.fail("SAY0752", node, found=found, wanted="one amount", expected=expected, hint=hint)


def of_a_list(node: ast.Node) -> str:
    """What *more than your coins and your points* may mean: than both together, or than each of them."""
    if isinstance(node, ast.Group) and node.joint == "or":
        larger = "the larger of two is *the highest number among … and …*"
        return f"one is chosen first: *Choose … or …. … of that …*; {larger}"
    parts = node.items if isinstance(node, ast.Group) else ()
    said = [each.span.said for each in parts if each.span is not None]
    added = f": *{' plus '.join(said)}*" if said else ""
    return f"together they are said so{added}; of each by itself, say the whole again for each"


def shared(node: ast.Group) -> list[ast.Noun] | None:
    """The items of *2 cats or dogs in the park*, each with the determiner of the first and what stands after the last,
    and those of *one of this cat and that dog*; None: an item has a determiner of its own.
    """
    if (known := one_of_these(node)) is not None:
        return known
    first, last = node.items[0], node.items[-1]
    nouns = [i for i in node.items if isinstance(i, ast.Noun)]
    if len(nouns) < len(node.items) or not isinstance(first, ast.Noun) or not isinstance(last, ast.Noun):
        return None
    if not all(i.determiner.is_empty() for i in nouns[1:]):
        return None
    return [
        replace(
            i,
            determiner=first.determiner,
            modifiers=i.modifiers or last.modifiers,
            relative=i.relative or last.relative,
        )
        for i in nouns
    ]


def first_item(node: ast.Node | None) -> ast.Node | None:
    """The first phrase of a list; another phrase itself."""
    return node.items[0] if isinstance(node, ast.Group) else node


def first_determiner(node: ast.Node | None) -> ast.Determiner:
    """What stands before a noun, or before the first one of a list."""
    return ast.determiner_of(first_item(node))


def one_of_these(node: ast.Group) -> list[ast.Noun] | None:
    """The items of *one of this cat and that dog*, with the number on the first: each is one that is known, and
    there is no *one of this cat* alone; None: another list.
    """
    first = node.items[0]
    if not isinstance(first, ast.Noun) or not first.determiner.of or first.determiner.number is None:
        return None
    if first.name is None and first.determiner.article not in ("this", "that"):
        return None  # *2 of your cats and 1 of your dogs*
    others = [i for i in node.items[1:] if isinstance(i, ast.Noun) and _is_known(i)]
    return [first, *others] if len(others) == len(node.items) - 1 else None


def _is_known(node: ast.Noun) -> bool:
    """*this cat*, *the cat in the park*, a name."""
    det = node.determiner
    said = node.name is not None or det.article in ("the", "this", "that") or det.possessive is not None
    counted = det.of or det.number is not None or det.quantifier is not None
    return (said or det.owner is not None) and not (node.plural or counted)


def one(value: Val, node: ast.Nominal, head: str | None = None) -> Desc:
    """A definite value as a description."""
    return Desc("set" if value.many else "one", value.expr, value.type, node.span, head=head)


def as_set(desc: Desc) -> Expr:
    """Its members as a set expression."""
    return ("single", desc.expr) if desc.mode == "one" else desc.expr


def join(sets: list[Expr]) -> Expr:
    """Union."""
    return sets[0] if len(sets) == 1 else ("union", *sets)


def common(descs: list[Desc], scope: Scope) -> Type:
    """The kind that all have in common (else *thing*)."""
    world = scope.world
    names = [d.type.name for d in descs]
    for entry in world.lineage(names[0]):
        if all(world.is_a(name, entry.name) for name in names):
            return entity(entry.name)
    return entity(world.kinds[names[0]].category if names[0] in world.kinds else "thing")
