"""Win the game: it ends, and whoever does this has won."""

from __future__ import annotations

from typing import Any

from toolkit.kernel.primitives import Kernel
from toolkit.kernel.state import State
from toolkit.verbs.verb import KernelVerb


def possible(kernel: Kernel, state: State, who: int, roles: tuple[Any, ...]) -> bool:
    return who > 0


def apply(kernel: Kernel, state: State, who: int, roles: tuple[Any, ...]) -> Any:
    kernel.finish(state, (who,))
    return 1


VERB = KernelVerb(
    id="win",
    phrases=("win", "win the game"),
    roles=(),
    apply=apply,
    possible=possible,
    nothing=0,
    examples=("Win the game.",),
)
