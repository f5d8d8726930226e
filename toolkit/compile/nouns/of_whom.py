"""Of whom, and where, things are that an amount counts: each player has some, and a word must say whose are meant."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from toolkit.compile.base.scope import Scope
from toolkit.compile.base.world import Kind
from toolkit.language import ast, which

WHOSE = frozenset({"of", "in", "on", "at", "from", "beside", "under", "among", "there", "other than"})
"""Words after a noun that say whose it is, or where."""


MEASURED = frozenset({"of", "on", "among"})
"""Words between a measure and what has it: *values on the dice*."""


def whose(
    node: ast.Nominal | None,
    scope: Scope,
    what: str = "a number of things of all players, wherever they are,",
) -> None:
    """Refuse *1 coin for each crossed box*, *the sum of the values of the crossed boxes*, where each player has boxes
    and nothing says whose they are, or where; and *1 coin for each empty field*, where each player's farm has fields.
    """
    kind = scope.world.kind(ast.head_of(node))
    if not isinstance(node, ast.Noun):
        return
    if kind is None:
        for measured in measured_by(node):
            whose(measured, scope, what)
        return
    if not (scope.world.owned(kind.name) or is_any_part(node, kind, scope)) or scope.placed:
        return
    if scope.world.property(kind.name, "found") is not None or not only_like_what(node, kind.name, scope):
        return
    entry = scope.world.vocabulary.nouns.get(kind.name)
    several = entry.plural if entry is not None else f"{kind.name}s"
    known = (f"*… of your {several}*", f"*… {several} of all players*", f"*… {kind.name} in …*")
    raise scope.unfit(node, what, expected=known)


def is_any_part(node: ast.Noun, kind: Kind, scope: Scope) -> bool:
    """Whether each player has several places of a kind, the parts or rows of a place of their own, and nothing but what
    lies there tells which (*next to that field*, *joined to it* do).
    """
    if any(modifier.word not in ("with", "without") for modifier in node.modifiers):
        return False
    above = kind.part_of or kind.members
    while above is not None:
        kind = scope.world.kinds[above]
        if kind.of == "player":
            return True
        above = kind.part_of or kind.members
    return False


def measured_by(node: ast.Noun) -> Iterator[ast.Noun]:
    """*the crossed boxes* of *the values of the crossed boxes*; *all dogs* are those of all players, as it says."""
    for modifier in node.modifiers:
        of = modifier.what
        if modifier.word in MEASURED and isinstance(of, ast.Noun) and of.determiner.quantifier != "all":
            yield of


def whose_faces(node: ast.Nominal, scope: Scope) -> None:
    """The same of *each die that shows 4* and *if all dice show 4*, where somebody is *you*: one's own dice?"""
    if (
        not isinstance(node, ast.Noun)
        or scope.you is None
        or scope.test
        or node.head not in scope.world.kinds
    ):
        return
    det = node.determiner
    counted = replace(which.uncounted(det), quantifier=None, span=None)
    if scope.world.shown(node.head) is not None and counted in (
        ast.Determiner(),
        ast.Determiner(article="a"),
    ):
        bare = replace(node, determiner=ast.Determiner(span=det.span))
        whose(bare, scope, "a thing of which each player has some, and no word says whose,")


def only_like_what(node: ast.Noun, kind: str, scope: Scope) -> bool:
    """Whether a phrase says nothing of its things but what they are like: *crossed boxes that show 4*."""
    det = node.determiner
    that = node.relative.verb if node.relative is not None and node.relative.subject is None else None
    state = that.predicate if isinstance(that, ast.Be) else None
    like = (ast.verb_of(that) == "show") or (isinstance(state, ast.IsAdjective) and state.where is None)
    return (
        replace(det, quantifier=None, article=None, span=None).is_empty()
        and det.article in (None, "the")
        and all(w in scope.world.values or scope.world.find_defined(w, kind) for w in node.adjectives)
        and node.modifier(*WHOSE) is None
        and (node.relative is None or like)
    )
