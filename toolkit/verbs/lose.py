"""Lose an amount of a quantity: as much as there is.  Less than nothing is nothing.

Who may choose it, after *may* or as a line of a choice, must have all of it.

The result is what was really lost."""

from __future__ import annotations

from typing import Any

from toolkit.kernel.primitives import Kernel
from toolkit.kernel.state import State
from toolkit.verbs.verb import KernelVerb


def possible(kernel: Kernel, state: State, who: int, roles: tuple[Any, ...]) -> bool:
    if who < 0 or roles[1] <= 0:
        return False
    have = state.columns[roles[0]][who]
    return kernel.bounded(roles[0], who, have - roles[1]) < have


def apply(kernel: Kernel, state: State, who: int, roles: tuple[Any, ...]) -> Any:
    return -kernel.set_attribute(state, roles[0], who, state.columns[roles[0]][who] - roles[1]) or None


VERB = KernelVerb(
    id="lose",
    phrases=("lose {quantity}",),
    roles=("attr", "amount"),
    apply=apply,
    possible=possible,
    examples=("Lose 1 point.",),
)
