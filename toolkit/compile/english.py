"""What English phrases mean: noun phrases and conditions, tied together (`semantics` says why)."""

from __future__ import annotations

from toolkit.compile.base.scope import Scope
from toolkit.compile.base.values import Desc, Val
from toolkit.compile.conditions import having, predicate, relative
from toolkit.compile.effects import ability
from toolkit.compile.nouns import nominal
from toolkit.language import ast
from toolkit.program.expression import Expr


class English:
    """The `Semantics` of a pack's sentences."""

    def describe(self, node: ast.Nominal, scope: Scope) -> Desc:
        return nominal.describe(node, scope)

    def relative(self, node: ast.Relative, item: Val, scope: Scope) -> Expr:
        return relative.relative(node, item, scope)

    def related(self, word: str, item: Val, what: ast.Nominal, scope: Scope, node: ast.Node) -> Expr:
        return predicate.related(word, item, what, scope, node)

    def has(
        self, owner: Val, what: ast.Nominal, scope: Scope, node: ast.Node, place: ast.Complement | None = None
    ) -> Expr:
        return having.has(owner, what, scope, node, place)

    def standing(self, place: ast.Complement | None, subject: Val, scope: Scope) -> Expr:
        return predicate.standing(place, subject, scope)

    def can_do(self, verb: ast.Act, subject: Val, scope: Scope) -> Expr:
        return ability.can_do(verb, subject, scope)
