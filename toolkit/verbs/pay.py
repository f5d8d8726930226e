"""Pay an amount of a quantity: all of it, or nothing at all.

Whoever has less cannot pay.  The result is the amount; paying 0 is possible, and nothing."""

from __future__ import annotations

from typing import Any

from toolkit.kernel.primitives import Kernel
from toolkit.kernel.state import State
from toolkit.verbs.verb import KernelVerb


def possible(kernel: Kernel, state: State, who: int, roles: tuple[Any, ...]) -> bool:
    if who < 0 or roles[1] < 0:
        return False
    rest = state.columns[roles[0]][who] - roles[1]
    return kernel.bounded(roles[0], who, rest) == rest


def apply(kernel: Kernel, state: State, who: int, roles: tuple[Any, ...]) -> Any:
    return -kernel.set_attribute(state, roles[0], who, state.columns[roles[0]][who] - roles[1])


VERB = KernelVerb(
    id="pay",
    phrases=("pay {quantity}",),
    roles=("attr", "amount"),
    apply=apply,
    possible=possible,
    examples=("Pay 3 points.",),
)
