"""End the game, with no winner: rules about the end of the game may name some."""

from __future__ import annotations

from typing import Any

from toolkit.kernel.primitives import Kernel
from toolkit.kernel.state import State
from toolkit.verbs.verb import KernelVerb


def possible(kernel: Kernel, state: State, who: int, roles: tuple[Any, ...]) -> bool:
    return True


def apply(kernel: Kernel, state: State, who: int, roles: tuple[Any, ...]) -> Any:
    kernel.finish(state, ())
    return 1


VERB = KernelVerb(
    id="end-game",
    phrases=("end the game",),
    roles=(),
    apply=apply,
    possible=possible,
    nothing=0,
    examples=("End the game.",),
)
