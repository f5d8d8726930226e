"""Take components into a place of your own.

The same as *put*, in other words: it has the same roles, and rules about *put* see it too.
"""

from __future__ import annotations

from toolkit.verbs.put import ROLES, apply, possible
from toolkit.verbs.verb import KernelVerb

VERB = KernelVerb(
    id="take",
    phrases=(
        "take {thing} into {place}",
        "take {thing} from {source: place} into {place}",
        "take {thing} from {source: thing} into {place}",
    ),
    roles=ROLES,
    apply=apply,
    possible=possible,
    nothing=(),
    batch=0,
    parents=("put",),
    examples=("Take the top card of the deck into your hand.",),
)
