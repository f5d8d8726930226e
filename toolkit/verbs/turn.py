"""Turn components face up or face down.

Only those that are not so already are turned.  What is turned face down in the open stays known to those who
saw it.
"""

from __future__ import annotations

from typing import Any

from toolkit.kernel.primitives import Kernel
from toolkit.kernel.state import State
from toolkit.verbs.verb import KernelVerb


def possible(kernel: Kernel, state: State, who: int, roles: tuple[Any, ...]) -> bool:
    return (
        kernel.model.is_component[roles[0]]
        and kernel.in_game(state, roles[0])
        and state.face[roles[0]] != roles[1]
    )


def apply(kernel: Kernel, state: State, who: int, roles: tuple[Any, ...]) -> Any:
    kernel.turn(state, roles[0], roles[1])
    return (roles[0],)


VERB = KernelVerb(
    id="turn",
    phrases=("turn {thing}",),
    roles=("obj", "face"),
    apply=apply,
    possible=possible,
    nothing=(),
    batch=0,
    examples=("Turn that card face down.",),
)
