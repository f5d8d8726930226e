"""Move components from where they are to another place, or to a component, on which they then lie.

The same as *put*, in other words: it has the same roles, and rules about *put* see it too.
"""

from __future__ import annotations

from toolkit.verbs.put import ROLES, apply, possible
from toolkit.verbs.verb import KernelVerb

VERB = KernelVerb(
    id="move",
    phrases=(
        "move {thing} to {place}",
        "move {thing} into {place}",
        "move {thing} from {source: place} to {place}",
        "move {thing} from {source: thing} to {place}",
        "move {thing} to {other: thing}",
        "move {thing} from {source: place} to {other: thing}",
        "move {thing} from {source: thing} to {other: thing}",
    ),
    roles=ROLES,
    apply=apply,
    possible=possible,
    nothing=(),
    batch=0,
    parents=("put",),
    examples=("Move a piece to the next cell.",),
)
