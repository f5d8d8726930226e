"""What noun phrases and conditions need of each other.

Noun phrases hold conditions (*a card that is ready*) and conditions hold noun phrases (*there is a card in …*).  A
module asks for what stands above it through `World.semantics`; `english.English` ties both together.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from toolkit.language import ast
from toolkit.program.expression import Expr

if TYPE_CHECKING:
    from toolkit.compile.base.scope import Scope
    from toolkit.compile.base.values import Desc, Val


class Semantics(Protocol):
    """Meanings of phrases in a scope.  All of them raise `Fail` when a phrase is not understood."""

    def describe(self, node: ast.Nominal, scope: Scope) -> Desc:
        """What a noun phrase, a list of them or an amount describes."""
        ...

    def relative(self, node: ast.Relative, item: Val, scope: Scope) -> Expr:
        """Whether a relative clause holds of an item."""
        ...

    def related(self, word: str, item: Val, what: ast.Nominal, scope: Scope, node: ast.Node) -> Expr:
        """Whether an item is *next to N*, *lower than N*, …"""
        ...

    def has(
        self, owner: Val, what: ast.Nominal, scope: Scope, node: ast.Node, place: ast.Complement | None = None
    ) -> Expr:
        """Whether somebody or something *has N*, in a place if one is said."""
        ...

    def standing(self, place: ast.Complement | None, subject: Val, scope: Scope) -> Expr:
        """Whether what is had lies where the complement says; true if it says nothing."""
        ...

    def can_do(self, verb: ast.Act, subject: Val, scope: Scope) -> Expr:
        """Whether somebody could carry a verb out: *if you can pay 2 coins*."""
        ...
