"""Take components into a place of your own.

The same as *put*, in other words: it has the same roles, and rules about *put* see it too.  Where to may be left out
where it can be one place only: from somebody's hand into your hand; else where such things are looked for (`found`), or
the one place of yours where their texts act (`works`) or that you alone see.
"""

from __future__ import annotations

from toolkit.verbs.put import ROLES, apply, possible
from toolkit.verbs.verb import KernelVerb

VERB = KernelVerb(
    id="take",
    phrases=(
        "take {thing}",
        "take {thing} from {source: place}",
        "take {thing} from {source: thing}",
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
