"""What is counted wherever it is, also in decks and hands: *Gain 1 point for each painting* means all there are.

A choice among such things is refused (`compile.base.anywhere`).  How many there are can be meant, so it is a warning.
"""

from __future__ import annotations

from collections.abc import Iterator

from toolkit.compile.base.anywhere import where_they_hide
from toolkit.compile.compiled import CompiledGame
from toolkit.compile.story_check import Written, parts
from toolkit.program.expression import Expr

COUNTED = frozenset({"count", "any", "every", "map"})
"""What asks how many there are, or of one after another."""

TOLD = frozenset({
    "in", "in-any", "parent", "within", "index", "contents", "inside", "place", "beside", "face", "member", "base",
    "happened", "call",
})  # fmt: skip
"""What tells some of them from the others by where they are, by who took them or by what was done."""


class Everywhere:
    """Of one game, where things of each kind may lie that not everybody sees there; and of those that somebody has.
    `written`: which of their values may change.
    """

    def __init__(self, game: CompiledGame, written: Written) -> None:
        self.kinds = game.model.kinds
        self.lying = where_they_hide(game.world, game.source)
        self.buried = where_they_hide(game.world, game.source, buried=True)
        self.written = written

    def counted(self, expr: Expr) -> Iterator[tuple[str, str]]:
        """The kinds that an expression counts wherever they are, and where that is besides."""
        for part in parts(expr):
            kind, said = _members(part) if part[0] in COUNTED else (-1, [])
            if kind < 0 or any(self.tells(each) for each in said):
                continue
            theirs = any(each[0] == "holder" for each in said)
            where = (self.buried if theirs else self.lying).get(self.kinds[kind].name)
            if where:
                yield self.kinds[kind].name, where

    def tells(self, expr: Expr) -> bool:
        """Whether it tells some of them from the others otherwise than by what they are from beginning to end."""
        return expr[0] in TOLD or self.written.may_differ(expr)


def _members(expr: Expr) -> tuple[int, list[Expr]]:
    """Of which kind all are looked through (-1: they are told otherwise), and all that is said of each."""
    items, said = expr[1], list[Expr]()
    if expr[0] in ("any", "every"):
        said += parts(expr[3])
    while items[0] == "filter":
        said += parts(items[3])
        items = items[1]
    return (items[1] if items[0] == "all" else -1), said
