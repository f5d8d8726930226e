"""Look at components: whoever does it knows them until they are hidden again."""

from __future__ import annotations

from typing import Any

from toolkit.kernel.primitives import Kernel
from toolkit.kernel.state import State
from toolkit.verbs.verb import KernelVerb


def possible(kernel: Kernel, state: State, who: int, roles: tuple[Any, ...]) -> bool:
    return kernel.in_game(state, roles[0]) and who > 0


def apply(kernel: Kernel, state: State, who: int, roles: tuple[Any, ...]) -> Any:
    kernel.know(state, who, roles[0])
    return (roles[0],)


VERB = KernelVerb(
    id="look",
    phrases=("look at {thing}",),
    roles=("obj",),
    apply=apply,
    possible=possible,
    nothing=(),
    batch=0,
    examples=("Look at the top card of the deck.",),
)
