"""Roll something: what it shows becomes a random value within its bounds.

The result is the value; of several, the sum."""

from __future__ import annotations

from typing import Any

from toolkit.kernel.primitives import Kernel
from toolkit.kernel.state import State
from toolkit.verbs.verb import KernelVerb


def possible(kernel: Kernel, state: State, who: int, roles: tuple[Any, ...]) -> bool:
    return kernel.in_game(state, roles[0]) and kernel.shown[roles[0]] >= 0


def apply(kernel: Kernel, state: State, who: int, roles: tuple[Any, ...]) -> Any:
    return kernel.roll(state, roles[0])


VERB = KernelVerb(
    id="roll",
    phrases=("roll {thing}",),
    roles=("obj",),
    apply=apply,
    possible=possible,
    nothing=0,
    batch=0,
    needs="shows",
    examples=("Roll all your dice.",),
)
