"""Deal cards to a place.

The same as *put*, in other words: it has the same roles, and rules about *put* see it too.
"""

from __future__ import annotations

from toolkit.verbs.put import ROLES, apply, possible
from toolkit.verbs.verb import KernelVerb

VERB = KernelVerb(
    id="deal",
    phrases=("deal {thing} to {place}", "deal {thing} from {source: place} to {place}"),
    roles=ROLES,
    apply=apply,
    possible=possible,
    nothing=(),
    batch=0,
    parents=("put",),
    examples=("Deal the top card of the deck to the row.",),
)
