"""What can be told of a verb before anybody asks whether it can be done."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from toolkit.flat.scope import SIMPLE
from toolkit.program.chains import free_locals
from toolkit.program.expression import Expr

if TYPE_CHECKING:
    from toolkit.flat.expressions import Expressions

SAME_AS_PUT = frozenset({"move", "place", "return", "take", "deal", "attach"})
"""Kernel verbs that do what *put* does."""

KINDS = ("trigger", "replace", "forbid", "allow", "choose", "step", "skip", "modify", "watch")
"""What rules do, in the order of `c/flat.h`."""

ACTING = KINDS[:5]
"""On verbs."""

NOT, BY_ALL, BY_WHO = 0, 1, 2
"""Whether it can be done is asked each time, is remembered of what it is done with, depends on who does it alone."""

LONG = 10
"""What takes more operations to ask is remembered."""


def only_put(lower: Expressions, verb: int, asked: Sequence[Expr]) -> bool:
    """Whether nothing but the places of things says if a verb can be done: no rule that always acts, and nothing that
    it requires.  `asked`: who does it, with what.
    """
    info, rules = lower.ruleset.verbs[verb], lower.machine.static.verbs
    return (
        (info.id in SAME_AS_PUT or info.id == "put")
        and info.program < 0
        and info.requires is None
        and not lower.machine.verbs[verb].needs
        and not any(verb in rules[kind] for kind in ("forbid", "replace"))
        and all(each[0] in SIMPLE for each in (asked[0], *asked[3:]))
    )


def acted_on(lower: Expressions, verb: int) -> int:
    """A bit for each kind of rule that always acts on a verb."""
    rules = lower.machine.static.verbs
    return sum(1 << at for at, kind in enumerate(ACTING) if rules[kind].get(verb))


def remembered(lower: Expressions, number: int) -> int:
    """How it is."""
    verb = lower.ruleset.verbs[number]
    if not long_to_ask(lower, number):
        return NOT
    asks = free_locals(verb.requires, lower.ruleset) if verb.requires is not None else set()
    return BY_WHO if verb.program >= 0 and not acted_on(lower, number) and set(asks) <= {0} else BY_ALL


def long_to_ask(lower: Expressions, number: int) -> bool:
    """Whether it takes long."""
    required, rules = lower.ruleset.verbs[number].requires, lower.machine.static.verbs
    weight = 0 if required is None else lower.weight(required)
    return weight > LONG or number in rules["forbid"]
