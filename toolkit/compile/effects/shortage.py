"""What somebody cannot pay: *Each player pays 1 food for each worker and loses 2 points for each food they cannot pay.*

To pay is all or nothing.  Where the text goes on to say what comes of what is lacking, so much is paid as there is.
"""

from __future__ import annotations

from toolkit.compile.base.scope import Scope
from toolkit.compile.base.values import Val
from toolkit.compile.base.world import VerbInfo
from toolkit.compile.conditions.found import key_of
from toolkit.language import ast
from toolkit.program.expression import Expr


def as_far_as_it_goes(
    verb: ast.Act, head: str | None, info: VerbInfo, settled: list[Expr], doer: Val, scope: Scope
) -> list[Expr]:
    """The roles of a payment: no more than there is, if a later phrase speaks of what is lacking."""
    quantity = scope.world.quantity(head) if head is not None else None
    if info.kernel is None or info.id != "pay" or quantity is None or quantity.parts or head is None:
        return settled
    everything = ast.determiner_of(verb.object).quantifier == "all"
    if quantity.index in scope.world.paid_otherwise or everything:
        return settled  # of all their coins none is lacking
    key = key_of("short", verb.span, scope)
    if not scope.wants(key):
        scope.short[verb.verb, head] = key, None, (doer.expr,)
        return settled
    has, wanted = scope.store(quantity.of_player(doer.expr)), settled[1]
    paid = scope.store(("if", ("gt", wanted, has), has, wanted))
    scope.short[verb.verb, head] = key, ("sub", wanted, paid), (doer.expr,)
    return [settled[0], paid, *settled[2:]]
