"""The object of a verb that takes a number of things: *cards* in `draw {number} cards`.

Such a verb is done with no card in particular: *draw a card*, *draw up to 3 cards*, *draw that many cards* and *draw 1
card for each cat* give the number, and a phrase that says which cards (*draw a ready card*) does not fit.
"""

from __future__ import annotations

from dataclasses import replace

from toolkit.compile.base import build
from toolkit.compile.base.scope import Scope
from toolkit.compile.base.values import Val
from toolkit.compile.nouns import amount, bounding
from toolkit.compile.nouns.adding import one_unit, operation
from toolkit.compile.nouns.phrases import number_of as amount_said
from toolkit.language import ast, which
from toolkit.program.expression import Expr

_COUNTED = ("for each", "for every", "equal to")


def is_count(node: ast.Nominal, noun: str) -> bool:
    """Whether a phrase says how many of the noun, and nothing else of them."""
    if isinstance(node, ast.Arith):
        return node.right is not None and is_count(node.left, noun)
    if not isinstance(node, ast.Noun) or node.adjectives or node.relative is not None:
        return False
    if node.head == "number":
        return is_number_of(node, noun)
    if node.head != noun or any(m.word not in _COUNTED for m in node.modifiers):
        return False
    if node.determiner.is_empty():
        return is_bare_count(node)
    return is_how_many(node.determiner) and all(m.word != "equal to" for m in node.modifiers)


def is_bare_count(node: ast.Noun) -> bool:
    """Whether a phrase is *cards* or *cards equal to A*; *damage*, *gold* have no plural that could be seen."""
    words = [m.word for m in node.modifiers]
    return words == ["equal to"] or (bool(node.plural) and not words)


def is_number_of(node: ast.Noun, noun: str) -> bool:
    """Whether a phrase is *a number of cards equal to A*."""
    of = node.of
    equal = any(m.word == "equal to" for m in _all_modifiers(node, of))
    bare = isinstance(of, ast.Noun) and of.head == noun and of.determiner.is_empty()
    return node.determiner == ast.Determiner(article="a") and bare and equal


def is_how_many(det: ast.Determiner) -> bool:
    """Whether a determiner is a number, *a*, *another*, *that many* or *no*, and nothing else."""
    match det.which:
        case which.Count() | which.UpTo(number=int()):
            return which.uncounted(det).is_empty()
        case which.A():
            return replace(det, article=None, bound=None).is_empty()
        case which.Another() | which.No() | which.ThatMany(word="that many"):
            return replace(det, quantifier=None, bound=None).is_empty()
    return False


def noun_of(node: ast.Nominal) -> str | None:
    """The noun that a phrase says a number of: *card* of *that many cards plus 1*; None: of none."""
    while isinstance(node, ast.Arith):
        node = node.left
    if not isinstance(node, ast.Noun):
        return None
    of = node.of
    return of.head if node.head == "number" and isinstance(of, ast.Noun) else node.head


def _all_modifiers(node: ast.Noun, of: ast.Nominal | None) -> tuple[ast.Modifier, ...]:
    return (*node.modifiers, *(of.modifiers if isinstance(of, ast.Noun) else ()))


def number_of(node: ast.Nominal, doer: Val, scope: Scope) -> Expr:
    """How many the phrase says; the doer is asked where it leaves that open (*up to 3 cards*)."""
    if isinstance(node, ast.Arith) and node.right is not None:  # *that many cards plus 1*
        one_unit(node, scope)
        return (operation(node, scope), number_of(node.left, doer, scope), amount_said(node.right, scope))
    assert isinstance(node, ast.Noun)
    of = node.of if node.head == "number" else None
    equal = next((m.what for m in _all_modifiers(node, of) if m.word == "equal to"), None)
    if equal is not None:
        return amount_said(equal, scope)
    match node.determiner.which:
        case which.ThatMany(word=word):
            return scope.that_much(node, word)
        case which.No():
            raise scope.fail("SAY0815", node.span)
        case which.Bare():
            raise scope.unfit(node, "“some or all” here", expected=("*a …*", "*2 …*"))
    return chosen_number(node, doer, scope)


def chosen_number(node: ast.Noun, doer: Val, scope: Scope) -> Expr:
    """*2 cards*, *1 card for each cat*; *up to 2*: the doer says how many."""
    det = node.determiner
    number: Expr = build.integer(1 if det.number is None else det.number)
    for modifier in node.modifiers:
        number = ("mul", number, amount.multiplied(modifier, scope))
    if isinstance(det.which, which.UpTo):
        slot = scope.filled("choose-number", doer.expr, build.integer(det.least or 0), number)
        return build.local(slot)
    if det.bound not in (None, "exactly"):
        raise scope.unfit(node, f"“{det.bound}” in an action")
    return number


def told(node: ast.Nominal, noun: str, role: Expr, scope: Scope) -> Expr:
    """Whether the number in an event is what a phrase says: *When you draw a card*, *at least 2 cards*."""
    if not is_count(node, noun) or not isinstance(node, ast.Noun) or node.modifiers:
        raise scope.unfit(node, "this in an event", expected=("*a …*", "*at least 2 …*"))
    det = node.determiner
    if det.number is not None:
        bounding.no_range(det.bound, node, scope)
        return bounding.compare(role, det.bound, build.integer(det.number))
    if det.quantifier is not None:
        raise scope.unfit(node, f"“{det.quantifier}” in an event")
    return ("gt", role, build.integer(0))


def in_past(node: ast.Nominal, noun: str, scope: Scope) -> tuple[ast.Bound | None, Expr]:
    """How many in all: *you drew at least 3 cards this turn*, *you drew no cards*."""
    if not is_count(node, noun) or not isinstance(node, ast.Noun) or node.modifiers:
        raise scope.unfit(node, "this in the past", expected=("*a …*", "*at least 2 …*"))
    det = node.determiner
    if det.quantifier == "no":
        return "exactly", build.integer(0)
    if det.number is not None:
        bounding.must_be_bound(det.bound, node, scope)
        return det.bound, build.integer(det.number)
    if det.quantifier is not None:
        raise scope.unfit(node, f"“{det.quantifier}” in the past")
    return "at least", build.integer(1)
