"""Put components in, at, on or under something: a place, or another component.

*Face up* and *face down* turn them on the way.  In an ordered place they come to lie on top, unless the
sentence says *under*, *on the bottom* or *in random order*; several keep the order in which they were named,
the last one on top.  A place that is full takes no more. A place that nobody, or only its owner, sees makes
everybody forget what they knew about them.  What lies there already, and shows the face it is to show, is not put
there: no rule acts on it, and *if you do* does not hold.  In an ordered place it comes to lie where it is said.

*Put a token in the park*, of pieces that are no documents: one of those where they begin (`starts`), unless the
sentence says which or where from, or the vocabulary says where they are looked for (`found`).

`move`, `place`, `return`, `take`, `deal` and `attach` are the same with other words: rules about *put* see
them too.
"""

from __future__ import annotations

from typing import Any

from toolkit.kernel.primitives import Kernel
from toolkit.kernel.state import State
from toolkit.verbs.verb import KernelVerb

ROLES = ("obj", "to", "position", "face")


possible = Kernel.can_put


def apply(kernel: Kernel, state: State, who: int, roles: tuple[Any, ...]) -> Any:
    thing, to, position, face = roles
    kernel.move(state, thing, to, position, face)
    return (thing,)


VERB = KernelVerb(
    id="put",
    phrases=(
        "put {thing} in {place}", "put {thing} into {place}", "put {thing} on {other: thing}",
        "put {thing} from {source: place} in {place}", "put {thing} from {source: place} into {place}",
        "put {thing} from {source: thing} in {place}", "put {thing} from {source: thing} into {place}",
    ),
    roles=ROLES,
    apply=apply,
    possible=possible,
    nothing=(),
    batch=0,
    moves=(0,),
    examples=("Put a card from your hand under the deck.", "Put that card on another card face down."),
)  # fmt: skip
