"""Pay an amount of a quantity: all of it, or nothing at all.

Whoever has less cannot pay.  What `pays-as` that quantity may be paid in its place, and who pays chooses how much
of each.  *Pay 2 resources*, where gold and iron are resources: each of the 2 is chosen.  The result is the amount;
paying 0 is possible, and nothing."""

from __future__ import annotations

from typing import Any

from toolkit.kernel.primitives import Kernel
from toolkit.kernel.state import State
from toolkit.verbs.verb import KernelVerb


def possible(kernel: Kernel, state: State, who: int, roles: tuple[Any, ...]) -> bool:
    return who >= 0 and roles[1] >= 0 and sum(kernel.free(state, who, roles[0], roles[1])) >= roles[1]


def apply(kernel: Kernel, state: State, who: int, roles: tuple[Any, ...]) -> Any:
    """`way`: how much of the quantity and of each that stands in for it; () or no longer possible: the first way."""
    attribute, amount, way = roles
    ways = kernel.payments(state, who, attribute, amount) if amount >= 0 else []
    if not ways:
        return None
    chosen = way if way in ways else ways[0]
    columns = (attribute, *kernel.model.paid_as.get(attribute, ()))
    for column, part in zip(columns, chosen, strict=True):
        kernel.set_attribute(state, column, who, state.columns[column][who] - part)
    return amount


VERB = KernelVerb(
    id="pay",
    phrases=("pay {quantity}",),
    roles=("attr", "amount", "way"),
    apply=apply,
    possible=possible,
    examples=("Pay 3 points.",),
)
