"""Swap two components: each goes where the other one was, in the same position.

The result is both.  Of two places (*Swap your hand with another player's hand.*) what lies in each is put in the other.
"""

from __future__ import annotations

from typing import Any

from toolkit.kernel.primitives import Kernel
from toolkit.kernel.state import State
from toolkit.verbs.verb import KernelVerb


def possible(kernel: Kernel, state: State, who: int, roles: tuple[Any, ...]) -> bool:
    a, b = roles
    components = kernel.model.is_component
    if a == b or not (
        components[a] and components[b] and kernel.in_game(state, a) and kernel.in_game(state, b)
    ):
        return False
    return not kernel.holds(state, a, b) and not kernel.holds(state, b, a)


def apply(kernel: Kernel, state: State, who: int, roles: tuple[Any, ...]) -> Any:
    kernel.swap(state, roles[0], roles[1])
    return roles


VERB = KernelVerb(
    id="swap",
    phrases=("swap {thing} with {other: thing}",),
    roles=("obj", "with"),
    apply=apply,
    possible=possible,
    nothing=(),
    moves=(0, 1),
    examples=("Swap a card with another card.",),
)
