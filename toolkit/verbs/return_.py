"""Return components to where they belong.

The same as *put*, in other words: it has the same roles, and rules about *put* see it too.
"""

from __future__ import annotations

from toolkit.verbs.put import ROLES, apply, possible
from toolkit.verbs.verb import KernelVerb

VERB = KernelVerb(
    id="return",
    phrases=(
        "return {thing} to {place}",
        "return {thing} into {place}",
        "return {thing} from {source: place} to {place}",
        "return {thing} from {source: thing} to {place}",
    ),
    roles=ROLES,
    apply=apply,
    possible=possible,
    nothing=(),
    batch=0,
    parents=("put",),
    examples=("Return that piece to your supply.",),
)
