"""Place components on the table: from a supply into play.

The same as *put*, in other words: it has the same roles, and rules about *put* see it too.
"""

from __future__ import annotations

from toolkit.verbs.put import ROLES, apply, possible
from toolkit.verbs.verb import KernelVerb

VERB = KernelVerb(
    id="place",
    phrases=(
        "place {thing} in {place}",
        "place {thing} on {other: thing}",
        "place {thing} from {source: place} in {place}",
        "place {thing} from {source: thing} in {place}",
    ),
    roles=ROLES,
    apply=apply,
    possible=possible,
    nothing=(),
    batch=0,
    parents=("put",),
    examples=("Place a token in an empty cell.",),
)
