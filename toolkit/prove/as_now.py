"""What is said of a thing in the past, and may have changed since: *If you played a spell with at least 3 power this
turn* looks for a spell that has so much power now.

The history tells what was done with which thing, and not how the thing was then.  Where that may be something else, it
is a warning.
"""

from __future__ import annotations

from collections.abc import Iterator

from toolkit.compile.compiled import CompiledGame
from toolkit.compile.story_check import Written, all_parts, parts
from toolkit.program.expression import Expr, locals_of

HISTORY = frozenset({"happened", "happened-sum", "happened-map"})
WHERE = frozenset(
    {"holder", "parent", "within", "in", "in-any", "place", "beside", "face", "inside", "contents"}
)
"""What tells where a thing is, and so who has it."""


class AsNow:
    """Of one game, what a question to the history asks of things as they are now.  `written`: which values change."""

    def __init__(self, game: CompiledGame, written: Written) -> None:
        self.game, self.written = game, written

    def asked(self, expr: Expr) -> Iterator[str]:
        """What a question to the history says of the things of its event that may be otherwise by now."""
        for part in parts(expr):
            if part[0] in HISTORY:
                yield from self._said(part[4], set(range(part[3], part[3] + 1 + self._roles(part[1]))))

    def _roles(self, verb: int) -> int:
        return len(self.game.ruleset.verbs[verb].roles)

    def _said(self, condition: Expr, event: set[int]) -> Iterator[str]:
        """What of a condition speaks of a thing of the event, and may be otherwise."""
        for part in parts(condition):
            if not locals_of(part[2:]) & event:  # behind the number of an attribute, of a definition
                continue
            if self.written.may_differ(part):
                yield self.game.model.attributes[part[1]].name
            elif part[0] == "call" and self._may_change(part):
                yield self.game.ruleset.functions[part[1]].name

    def _may_change(self, call: Expr) -> bool:
        """Whether what a definition says may be otherwise at another time."""
        said = all_parts(self.game.ruleset.functions[call[1]].body, self.game.ruleset)
        return any(part[0] in WHERE or self.written.may_differ(part) for part in said)
