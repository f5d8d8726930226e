"""Reveal components to one player, who knows them until they are hidden again."""

from __future__ import annotations

from typing import Any

from toolkit.kernel.primitives import Kernel
from toolkit.kernel.state import State
from toolkit.verbs.verb import KernelVerb


def possible(kernel: Kernel, state: State, who: int, roles: tuple[Any, ...]) -> bool:
    return kernel.in_game(state, roles[0]) and roles[1] > 0


def apply(kernel: Kernel, state: State, who: int, roles: tuple[Any, ...]) -> Any:
    return (roles[0],) if kernel.know(state, roles[1], roles[0]) else None


VERB = KernelVerb(
    id="reveal-to",
    phrases=("reveal {thing} to {player}",),
    roles=("obj", "to"),
    apply=apply,
    possible=possible,
    nothing=(),
    batch=0,
    examples=("Reveal your hand to another player.",),
)
