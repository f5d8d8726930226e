"""*A player at the chapel*: where the one piece is by which each player is on the board.

Only where the pack leaves no doubt: of all that belongs to players there is one kind, and one of it for each player.
"""

from __future__ import annotations

from dataclasses import replace

from toolkit.compile.base import build
from toolkit.compile.base.scope import Scope
from toolkit.compile.base.values import Val, entity
from toolkit.compile.base.world import kind_of_figure
from toolkit.language import ast


def figure_of(player: Val, scope: Scope) -> Val | None:
    """The piece of a player; None: players have no such piece, or it is no player."""
    world = scope.world
    if player.many or not world.is_player(player.type):
        return None
    name = kind_of_figure(world)
    if name is None:
        return None
    slot = scope.alloc()
    mine = ("eq", world.owner(build.local(slot)), player.expr)
    return Val(("first", ("filter", ("all", world.kinds[name].index), slot, mine)), entity(name))


def player_of(piece: Val, scope: Scope) -> Val | None:
    """The player of such a piece, who has what it is said to have; None: it is no such piece."""
    if piece.type.base != "entity" or piece.many or piece.type.name != kind_of_figure(scope.world):
        return None
    return Val(scope.world.owner(piece.expr), entity("player"))


def on_the_board(value: Val, node: ast.Node, scope: Scope) -> Val:
    """What is somewhere: a thing itself, of a player their piece.  SAY0801: players have no such piece."""
    if not scope.world.is_player(value.type):
        return value
    piece = figure_of(value, scope)
    if piece is None:
        raise nowhere(node, scope)
    return piece


def nowhere(node: ast.Node, scope: Scope, expected: tuple[str, ...] = ()) -> Exception:
    """A player in a place, where no piece stands for them."""
    return scope.unfit(
        node,
        "a place of a player",
        expected=expected,
        hint="players are in no place; what they have is: *each player with a … in …*",
    )


def player_with(subject: ast.Nominal, kind: str, scope: Scope) -> ast.Noun | None:
    """*heroes at the chapel*, who do something, as *players with a hero at the chapel*; None: no such pieces."""
    det = subject.determiner if isinstance(subject, ast.Noun) else None
    if det is None or not isinstance(subject, ast.Noun) or kind != kind_of_figure(scope.world):
        return None
    said = replace(det, span=None)
    if said not in (ast.Determiner(), ast.Determiner(article="a"), ast.Determiner(quantifier="each")):
        return None
    piece = replace(subject, determiner=ast.Determiner(article="a", span=det.span), plural=None)
    having = ast.Modifier(span=subject.span, word="with", what=piece)
    return ast.Noun(
        span=subject.span, determiner=det, head="player", plural=subject.plural, modifiers=(having,)
    )
