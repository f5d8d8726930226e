"""Effects said with *is*: *The number of X is A* names an amount; *becomes* is a verb of the pack, not handled here."""

from __future__ import annotations

from toolkit.compile.scope import Scope
from toolkit.compile.values import Val
from toolkit.language import ast


def becomes(verb: ast.Be, doer: Val, scope: Scope) -> None:
    """A state is no effect: say what makes it so."""
    raise scope.fail("SAY0812", verb, verb="be")
