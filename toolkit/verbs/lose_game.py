"""Lose the game: whoever does this is out of it.  When one of several players is left, that player has
won.
"""

from __future__ import annotations

from typing import Any

from toolkit.kernel.primitives import Kernel
from toolkit.kernel.state import State
from toolkit.verbs.verb import KernelVerb


def possible(kernel: Kernel, state: State, who: int, roles: tuple[Any, ...]) -> bool:
    return who > 0 and not state.out >> who & 1


def apply(kernel: Kernel, state: State, who: int, roles: tuple[Any, ...]) -> Any:
    kernel.leave(state, who)
    return 1


VERB = KernelVerb(
    id="lose-game",
    phrases=("lose the game",),
    roles=(),
    apply=apply,
    possible=possible,
    nothing=0,
    examples=("Lose the game.",),
)
