"""What is added: of one unit, and to which amount."""

from __future__ import annotations

from toolkit.compile.base.scope import Scope
from toolkit.compile.base.values import Fail
from toolkit.language import ast


def added_inside(node: ast.Node | None, scope: Scope, *, each: bool = False) -> None:
    """SAY0607: *the number of cats whose power is at most 2 plus 3*: 2 plus 3, or 3 more than that number?  `each`: the
    noun stands behind *for each*.
    """
    if not isinstance(node, ast.Noun) or node.span is None:
        return
    for part in (*node.modifiers, *([node.relative] if node.relative is not None else [])):
        for inner in part.every(ast.Arith):
            if ends_with(node, inner) and not goes_inside(inner, each=each):
                raise ambiguous(node, inner, scope, each=each)


def goes_inside(inner: ast.Arith, *, each: bool) -> bool:
    """*1 more than the price* says so; *for each cat whose power is the price plus 1* would add 1 of nothing."""
    words = said(inner)
    if inner.op not in ("plus", "minus") or inner.op not in words.split():
        return True
    number = isinstance(inner.left, ast.Noun) and inner.left.head is None  # *2 plus 3* is 5: nobody says so
    return each and not number and ast.head_of(inner.right) is None and f", {inner.op}" not in words


def ambiguous(node: ast.Noun, inner: ast.Arith, scope: Scope, *, each: bool) -> Fail:
    """Both amounts, and how to say each."""
    assert inner.right is not None
    much = said(inner.right)
    more = f"{inner.op} {much}"
    far = said(node).removesuffix(more).rstrip(" ,")
    inside = f"of the number inside: *the sum of {said(inner.left)} and {much}*"
    if each:
        far = f"for each {far}"
        hint = f"to all of it: in front (*Gain {much}, plus 1 … {far}*), or in a sentence of its own"
    elif inner.op == "plus":
        hint = f"to all of it: *{much} plus {far}*; {inside}"
    else:
        hint = "what is subtracted from all of it is lost in a sentence of its own"
    return scope.fail("SAY0607", inner, more=more, near=said(inner.left), far=far, hint=hint)


def said(node: ast.Node) -> str:
    """Its words, without the bound that it is."""
    text = node.span.text if node.span is not None else ""
    return text.removeprefix(f"{ast.determiner_of(node).bound} ")


def ends_with(node: ast.Noun, inner: ast.Arith) -> bool:
    """Whether that stands last in it, and it is not the same to which of the two it is added."""
    same = node.head in ("sum", "total") and inner.op == "plus" and is_summand(node, inner)
    return node.span is not None and inner.span is not None and inner.span.end == node.span.end and not same


def is_summand(node: ast.Noun, inner: ast.Arith) -> bool:
    """*the sum of A and B plus 3*."""
    return isinstance(node.of, ast.Group) and any(each is inner for each in node.of.items)


OPERATIONS = {"plus": "add", "minus": "sub", "multiplied by": "mul"}


def operation(node: ast.Arith, scope: Scope) -> str:
    """The op of a calculation.  SAY0756: nothing says how it is rounded; SAY0801: *A plus B multiplied by C*."""
    if node.op == "divided by":
        raise scope.fail("SAY0756", node)
    return OPERATIONS[node.op]


def one_unit(node: ast.Arith, scope: Scope) -> None:
    """Refuse *2 food plus 1 coin*: of what would that be 3?  What is added has the same noun, or none."""
    first: ast.Nominal = node
    while isinstance(first, ast.Arith):
        first = first.left
    right = node.right
    if not isinstance(first, ast.Noun) or not isinstance(right, ast.Noun) or right.determiner.number is None:
        return
    of = first.of if first.head == "number" else first
    mine, unit = ast.head_of(of), right.head
    counted = mine is not None and (scope.world.quantity(mine) is not None or mine in scope.world.kinds)
    if counted and unit is not None and unit != mine:
        said = right.span.text if right.span else unit
        hint = f"what is something else is listed: *… and {said}*, or stands in a sentence of its own"
        raise scope.unfit(right, f"“{said}” added to {mine}", hint=hint)
