"""Shuffle a place: its order becomes random, and everybody forgets what they knew about the components in
it.
"""

from __future__ import annotations

from typing import Any

from toolkit.kernel.primitives import Kernel
from toolkit.kernel.state import State
from toolkit.verbs.verb import KernelVerb


def possible(kernel: Kernel, state: State, who: int, roles: tuple[Any, ...]) -> bool:
    return roles[0] >= 0


def apply(kernel: Kernel, state: State, who: int, roles: tuple[Any, ...]) -> Any:
    kernel.shuffle(state, roles[0])
    return 1


VERB = KernelVerb(
    id="shuffle",
    phrases=("shuffle {place}",),
    roles=("obj",),
    apply=apply,
    possible=possible,
    nothing=0,
    batch=0,
    examples=("Shuffle the deck.",),
)
