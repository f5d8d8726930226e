"""What one phrase names, where several could be meant: who does something with it chooses.

*The highest box on your sheet*, of which several tie; *the cat in the park*, in which several lie.
"""

from __future__ import annotations

from toolkit.compile.base import build
from toolkit.compile.base.scope import Scope
from toolkit.compile.base.values import Bound, Desc
from toolkit.language import ast, which
from toolkit.program.expression import Expr


def one_of_them(desc: Desc, node: ast.Node | None, scope: Scope) -> Desc:
    """The description, with the choice that it may leave open."""
    op, *rest = desc.expr
    among = desc.among
    if desc.mode == "one" and op == "first" and (rest[0][0] == "best" or _lies_there(node, rest[0], scope)):
        among = rest[0]
    if among is None:
        return desc
    one = build.integer(1)
    return desc.but(mode="some", expr=among, low=one, high=one, extra="a", among=None)


def _lies_there(node: ast.Node | None, items: Expr, scope: Scope) -> bool:
    """*the cat in the park*: nothing else says which of those that lie there; in a pile it is the first of them."""
    if scope.test or not isinstance(node, ast.Noun) or node.plural or items[0] != "filter":
        return False
    kind = scope.world.thing(node.head)
    if kind is None or not isinstance(node.determiner.which, which.The):
        return False
    places = [each.what for each in node.modifiers if each.word in ("in", "on", "at", "from")]
    return bool(places) and not any(_is_ordered(each, scope) for each in places)


def _is_ordered(place: ast.Node | None, scope: Scope) -> bool:
    kind = scope.world.kind(place.head) if isinstance(place, ast.Noun | Bound) else None
    return kind is None or kind.ordered
