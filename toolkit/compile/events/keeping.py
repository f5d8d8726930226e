"""Where a verb keeps all it was done with (`VerbInfo.keeps`): what lies there is what somebody has done it with."""

from __future__ import annotations

from toolkit.compile.base.scope import Scope
from toolkit.compile.base.values import Val
from toolkit.language import ast
from toolkit.program.expression import Expr


def kept_in(verb: ast.Act, scope: Scope) -> str | None:
    """The place of its owner in which a verb keeps what it was done with."""
    return next((info.keeps for info, _ in scope.world.by_lemma.get(verb.verb, ()) if info.keeps), None)


def place_of(who: Val, place: str, scope: Scope) -> ast.Noun:
    """*your harvest*, *their harvest*."""
    whose: ast.Possessive = "your" if who == scope.you else "their"
    return ast.Noun(head=place, determiner=ast.Determiner(possessive=whose), plural=False)


def lies_there(verb: ast.Act, who: Val, item: Val, scope: Scope) -> Expr | None:
    """*(a box that) you have crossed off*: it lies where such things are kept; None: more is said, or it is asked of a
    time.
    """
    place = kept_in(verb, scope)
    if place is None or verb != ast.Act(verb=verb.verb, tense="perfect", span=verb.span):
        return None
    return ("in", item.expr, scope.describe(place_of(who, place, scope)).expr)
