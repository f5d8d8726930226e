"""Attach a component to another one: from now on it is on that component, and goes where it goes.

The same as *put*, in other words: it has the same roles, and rules about *put* see it too.
"""

from __future__ import annotations

from toolkit.verbs.put import ROLES, apply, possible
from toolkit.verbs.verb import KernelVerb

VERB = KernelVerb(
    id="attach",
    phrases=("attach {thing} to {other: thing}",),
    roles=ROLES,
    apply=apply,
    possible=possible,
    nothing=(),
    batch=0,
    parents=("put",),
    examples=("Attach this card to a piece.",),
)
