"""Pay an amount of a quantity: all of it, or nothing at all.

Whoever has less cannot pay; what `pays-as` that quantity makes up for what is missing.  The result is the amount;
paying 0 is possible, and nothing."""

from __future__ import annotations

from typing import Any

from toolkit.kernel.primitives import Kernel
from toolkit.kernel.state import State
from toolkit.verbs.verb import KernelVerb


def possible(kernel: Kernel, state: State, who: int, roles: tuple[Any, ...]) -> bool:
    return who >= 0 and roles[1] >= 0 and parts(kernel, state, who, *roles) is not None


def parts(kernel: Kernel, state: State, who: int, attribute: int, amount: int) -> list[tuple[int, int]] | None:
    """(quantity, amount) that make the payment; None: there is not enough."""
    found: list[tuple[int, int]] = []
    for column in (attribute, *kernel.model.paid_as.get(attribute, ())):
        have = state.columns[column][who]
        part = have - kernel.bounded(column, who, have - amount)
        found.append((column, part))
        amount -= part
    return None if amount else found


def apply(kernel: Kernel, state: State, who: int, roles: tuple[Any, ...]) -> Any:
    if not possible(kernel, state, who, roles):
        return None
    for column, part in parts(kernel, state, who, *roles) or ():
        kernel.set_attribute(state, column, who, state.columns[column][who] - part)
    return roles[1]


VERB = KernelVerb(
    id="pay",
    phrases=("pay {quantity}",),
    roles=("attr", "amount"),
    apply=apply,
    possible=possible,
    examples=("Pay 3 points.",),
)
