"""Remove components from the game, with everything that is on them.  Nothing brings them back."""

from __future__ import annotations

from typing import Any

from toolkit.kernel.primitives import Kernel
from toolkit.kernel.state import State
from toolkit.verbs.verb import KernelVerb


def possible(kernel: Kernel, state: State, who: int, roles: tuple[Any, ...]) -> bool:
    return kernel.model.is_component[roles[0]] and kernel.in_game(state, roles[0])


def apply(kernel: Kernel, state: State, who: int, roles: tuple[Any, ...]) -> Any:
    kernel.remove(state, roles[0])
    return (roles[0],)


VERB = KernelVerb(
    id="remove",
    phrases=("remove {thing}", "remove {thing} from {place}", "remove {thing} from {source: thing}"),
    roles=("obj",),
    apply=apply,
    possible=possible,
    nothing=(),
    batch=0,
    moves=(0,),
    examples=("Remove a token from this card.",),
)
