"""A text is compiled until nothing that it speaks of is missing.

Most of what phrases name is never spoken of again, so nothing is kept for it.  A phrase that needs what was not kept
raises `SpeaksOf`; everything the text has added so far is taken back, and it is compiled again, keeping that.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from operator import attrgetter
from typing import Any, TypeVar

from toolkit.compile.base.scope import Scope
from toolkit.meaning.referents import SpeaksOf

T = TypeVar("T")

GROWING = ("rules", "programs", "functions", "invariants")
"""The lists of a ruleset that a text adds to."""

_FIELDS = tuple(each.name for each in fields(Scope))
_held: Callable[[Scope], tuple[Any, ...]] = attrgetter(*_FIELDS)
_GROWS = (list, dict, set)


def settle(scope: Scope, action: Callable[[], T]) -> T:
    """Call `action`, which compiles a text in this scope, again and again, until all that it speaks of is kept.

    Inside another text (a rule that an effect makes) it is called once: the outermost text begins again.
    """
    world = scope.world
    if world.wanted is not None:
        return action()
    before = Before(scope)
    world.wanted = set()
    try:
        while True:
            try:
                result = action()
                scope.discourse.end_text()
                return result
            except SpeaksOf as needed:
                # Each turn keeps one referent more, and a text has finitely many.
                assert needed.key not in world.wanted, "what is kept is at hand"
                world.wanted.add(needed.key)
                before.restore()
    finally:
        world.wanted = None


class Before:
    """What a text may change, as it was: the scope, and how long the lists of the ruleset were."""

    def __init__(self, scope: Scope) -> None:
        self.scope = scope
        self.values = _held(scope)
        self.copies = [(held, held.copy()) for held in self.values if held.__class__ in _GROWS]
        self.referents = list(scope.discourse)
        self.sizes = {name: len(getattr(scope.world.ruleset, name)) for name in GROWING}

    def restore(self) -> None:
        """The scope and the ruleset as they were."""
        for name, value in zip(_FIELDS, self.values, strict=True):
            setattr(self.scope, name, value)
        for held, before in self.copies:
            # The list itself is what others hold.
            held.clear()
            held.extend(before) if isinstance(held, list) else held.update(before)
        self.scope.discourse.referents[:] = self.referents
        for name, size in self.sizes.items():
            del getattr(self.scope.world.ruleset, name)[size:]
