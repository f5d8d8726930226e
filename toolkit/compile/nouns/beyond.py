"""What goes beyond an amount: *for each coin above 6*, *more than your bid*."""

from __future__ import annotations

from dataclasses import replace

from toolkit.compile.base.scope import Scope
from toolkit.language import ast


def beyond(what: ast.Nominal, scope: Scope) -> tuple[ast.Nominal, ast.Nominal] | None:
    """*(for each) coin above 6*, *card in your hand above 3*, *coin you have above your bid*: what is counted, and
    the amount beyond which it is.  What lies *above* an amount lies nowhere, wherever the parser has hung it.
    """

    def amount(node: ast.Nominal) -> bool:
        if not isinstance(node, ast.Noun):
            return isinstance(node, ast.Arith)
        return node.head in (None, "number") or scope.world.quantity(node.head or "") is not None

    for node in what.walk():
        match node:
            case ast.Noun(modifiers=(*before, ast.Modifier(word="above", what=ast.Nominal() as limit))) if (
                amount(limit)
            ):
                return ast.swapped(what, node, replace(node, modifiers=tuple(before))), limit
            case ast.Act(complements=(*rest, ast.Complement(prep="above", value=ast.Nominal() as limit))) if (
                amount(limit)
            ):
                return ast.swapped(what, node, replace(node, complements=tuple(rest))), limit
    return None
