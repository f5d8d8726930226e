"""Reveal components to all players: they are turned face up, and where they lie hidden everybody knows them
from now on.

Components that everybody knows already are not revealed again.
"""

from __future__ import annotations

from typing import Any

from toolkit.kernel.primitives import Kernel
from toolkit.kernel.state import State
from toolkit.verbs.verb import KernelVerb


def possible(kernel: Kernel, state: State, who: int, roles: tuple[Any, ...]) -> bool:
    return kernel.in_game(state, roles[0])


def apply(kernel: Kernel, state: State, who: int, roles: tuple[Any, ...]) -> Any:
    thing = roles[0]
    new = [player for player in kernel.model.players if kernel.know(state, player, thing)]
    if not state.face[thing]:
        kernel.turn(state, thing, 1)
    elif not new:
        return None
    return (thing,)


VERB = KernelVerb(
    id="reveal",
    phrases=("reveal {thing}",),
    roles=("obj",),
    apply=apply,
    possible=possible,
    nothing=(),
    batch=0,
    examples=("Reveal the top card of the deck.",),
)
