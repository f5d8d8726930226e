"""Come to own something that changes hands: it belongs to who does it from now on.

For kinds that are declared `of: nobody`; where it lies does not change.  The result is the thing."""

from __future__ import annotations

from typing import Any

from toolkit.kernel.primitives import Kernel
from toolkit.kernel.state import State
from toolkit.verbs.verb import KernelVerb


def possible(kernel: Kernel, state: State, who: int, roles: tuple[Any, ...]) -> bool:
    column = kernel.model.owner_column
    thing = roles[0]
    if column < 0 or thing < 0 or not kernel.model.is_component[thing]:
        return False
    return state.columns[column][thing] != who


def apply(kernel: Kernel, state: State, who: int, roles: tuple[Any, ...]) -> Any:
    if not possible(kernel, state, who, roles):
        return None
    kernel.set_attribute(state, kernel.model.owner_column, roles[0], who)
    return (roles[0],)


VERB = KernelVerb(
    id="acquire",
    phrases=("acquire {thing}",),
    roles=("obj",),
    apply=apply,
    possible=possible,
    nothing=(),
    batch=0,
    needs="of nobody",
    examples=("Acquire a card.",),
)
