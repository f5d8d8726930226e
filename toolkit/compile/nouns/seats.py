"""Players by where they sit: *the next player*, *the second player to your left*, *the player opposite you*, *the third
player*; *the player of this turn*.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from toolkit.compile.base import build
from toolkit.compile.base.passes import is_that_player
from toolkit.compile.base.scope import Scope
from toolkit.compile.base.values import Desc, entity
from toolkit.compile.nouns.determiner import the_only
from toolkit.compile.nouns.phrases import value_of
from toolkit.language import ast
from toolkit.language.forms import ORDINALS
from toolkit.program.expression import Expr

SIDES = {"next": "left", "previous": "right"}
"""Turns go round clockwise: the next player sits to the left."""


WHOSE = (
    "of who sits there, in a second sentence: *The player to their left …. That player … their …*; of the other, an "
    "amount is said before: *That player …. The player to their left … that much …*"
)


def seat(node: ast.Noun, scope: Scope) -> Desc | None:
    """The player of a seat that is counted from somebody's; None: the phrase counts none."""
    det = node.determiner
    if det.ordinal in SIDES and not node.modifiers:
        plain = replace(node, determiner=replace(det, ordinal=None))
        the_only(plain, scope)
        if det.article != "the" or node.adjectives or node.relative or node.plural:
            raise scope.unfit(node, "this player", expected=(f"*the {det.ordinal} player*",))
        speaker = scope.player()
        return one(node, (SIDES[det.ordinal or ""], speaker.expr if speaker else ("active",)))
    for modifier in node.modifiers:
        if (found := side_of(modifier, scope)) is not None:
            side, who = found
            return one(node, round_the_table(side, who, steps(node, scope)))
        if modifier.word == "opposite" and modifier.what is not None:
            only_seat(node, scope)
            return one(node, opposite(modifier, modifier.what, scope))
        if modifier.word == "of" and (period := this_period(modifier.what, scope)) is not None:
            only_seat(node, scope)
            return one(node, ("period-who", period))
    return None


def opposite(modifier: ast.Modifier, what: ast.Nominal, scope: Scope) -> Expr:
    """*opposite you*.  SAY0801: nobody is, at a table of 3."""
    across, odd = divmod(scope.world.players, 2)
    if odd:
        left = "*the player to your left*; of 4 it is *the second player to your left*"
        hint = f"nobody sits opposite of one of {scope.world.players} players: {left}"
        raise scope.unfit(modifier, "“opposite” here", hint=hint)
    return round_the_table("left", value_of(what, scope).expr, across)


def this_period(node: ast.Nominal | None, scope: Scope) -> int | None:
    """*this turn* of *the player of this turn*: whose turn it is."""
    if not isinstance(node, ast.Noun) or node.determiner != ast.Determiner(article="this"):
        return None
    plain = not node.narrowed
    return scope.world.periods.get(node.head or "") if plain else None


def one(node: ast.Noun, expr: Expr) -> Desc:
    """A player of whom there is one."""
    return Desc("one", expr, entity("player"), node.span, head="player")


def side_of(modifier: ast.Modifier, scope: Scope) -> tuple[str, Expr] | None:
    """*to your left*, *to the right of that player* → side, and from whom; None: neither."""
    word, what = modifier.word, modifier.what
    if word.startswith("to ") and word.endswith((" left", " right")) and what is None:
        said = ast.Pronoun(word="you" if "your" in word else "they", span=modifier.span)
        who = value_of(said, scope)
        if who.many or not scope.world.is_player(who.type):  # *their*: of things that were named
            raise scope.fail("SAY0652", modifier, word="their")
        return word.rpartition(" ")[2], who.expr
    if word in ("to the left of", "to the right of") and what is not None:
        return word.split()[2], value_of(what, scope).expr
    return None


def steps(node: ast.Noun, scope: Scope) -> int:
    """How many seats away: *the second player to your left* is 2."""
    ordinal = node.determiner.ordinal
    only_seat(replace(node, determiner=replace(node.determiner, ordinal=None)), scope)
    if ordinal is None or ordinal == "next":
        return 1
    if ordinal not in ORDINALS:
        expected = ("*the player to …*", "*the second player to …*")
        raise scope.unfit(node.determiner.span or node, f"“{ordinal}” here", expected=expected)
    return ORDINALS.index(ordinal) + 1


def only_seat(node: ast.Noun, scope: Scope) -> None:
    """Nothing but *the* (or *each*: there is one opposite) stands before a seat, and one modifier after it.  SAY0657:
    *each player to your left*: that one, or all on that side?
    """
    det = node.determiner
    if det != ast.Determiner(quantifier="each"):
        the_only(node, scope)
    elif len(node.modifiers) == 1 and (side := node.modifiers[0]).word.startswith("to "):
        hint = f"one player sits there: *the player {side.word}{' …' if side.what else ''}*"
        if side.what is None and side.word.endswith(" left"):
            hint += f"; of both sides it is *each player {side.word} or right*"
        raise scope.fail("SAY0657", node, names="the player who sits there, or all on that side", hint=hint)
    if node.plural or node.adjectives or node.relative or len(node.modifiers) > 1:
        expected = ("*the player to your left*", "*the second player to their right*")
        raise scope.unfit(node, "more about such a player", expected=expected)


def round_the_table(side: str, who: Expr, count: int) -> Expr:
    """The player so many seats away; who is out of the game has none."""
    for _ in range(count):
        who = (side, who)
    return who


def in_seat_order(items: Expr, scope: Scope) -> Expr:
    """Players as *the first*, *the third*, *the last* of them are counted: in turn order, whoever's turn it is."""
    name = scope.world.orders.get("turn order")
    seats: Expr = ("order", ("players",), build.integer(1)) if name is None else ("call", name)
    if items == ("players",):
        return seats
    return ("filter", seats, *items[2:]) if items[0] == "filter" and items[1] == ("players",) else items


def player_order(items: Expr, scope: Scope, node: ast.Node | None) -> Expr:
    """The members of a set of players, in the order that the sentence or the rules say."""
    if scope.order is None:
        return items
    word, start, _ = scope.order
    scope.order_used = True
    if word == "in counterclockwise order":
        return counterclockwise(items, start, scope)
    if start is not None and word not in ("in clockwise order", "in turn order"):
        raise scope.unfit(node, f"“{word}” with a start")
    name = word.removeprefix("in ")
    if name in scope.world.orders:
        order: Expr = ("call", scope.world.orders[name])
        return order if items == ("players",) else ("inter", order, items)
    if "random" in word:
        return items
    if word == "in turn order" and start is None:
        start = build.integer(1)  # no definition says otherwise: as they sit, beginning with the first seat
    if word in ("in clockwise order", "in turn order"):
        return ("order", items, start) if start is not None else items
    raise scope.unfit(node, f"“{word}”")


def counterclockwise(items: Expr, start: Expr | None, scope: Scope) -> Expr:
    """The players against the clock, from `start` (default: the first of them)."""
    whole = scope.store(items)
    begin = start if start is not None else ("first", whole)
    slot = scope.alloc()
    clock: Expr = ("order", whole, ("left", begin))
    return ("rank", whole, slot, (("position", build.local(slot), clock), 0))


def whose_of_two(clause: ast.Clause, scope: Scope) -> None:
    """SAY0657: *The player to their left loses points equal to their coins*: whose coins?"""
    parts = [part for verb in clause.verbs if isinstance(verb, ast.Act) for part in verb.complements]
    for part in parts:
        if part.value is not None:
            one_of_two(clause.subject, _of_the_clause(part.value), scope)


def one_of_two(subject: ast.Nominal | None, said: Iterable[ast.Node], scope: Scope) -> None:
    """SAY0657: *their* or *that player* beside a subject who is called by where they sit from another player."""
    if not isinstance(subject, ast.Noun) or not any(map(_from_another, subject.modifiers)):
        return
    for node in filter(_theirs, said):
        sits = ast.typed(subject, "the second player")
        names = f"“{sits}” or the player beside whom that one sits"
        raise scope.fail("SAY0657", node, names=names, hint=WHOSE)


def _of_the_clause(node: ast.Node) -> Iterator[ast.Node]:
    """The nodes of a phrase, without relative clauses: in these somebody else may be spoken of."""
    inner = {
        id(part)
        for each in node.every(ast.Noun)
        if each.relative is not None
        for part in each.relative.walk()
    }
    return (each for each in node.walk() if id(each) not in inner)


def _from_another(modifier: ast.Modifier) -> bool:
    """*to their left*, *to the right of that player*, *opposite them*: a seat counted from who was named."""
    word, what = modifier.word, modifier.what
    if word.startswith("to ") and what is None:
        return "their" in word
    counted = word in ("to the left of", "to the right of", "opposite")
    return counted and (_theirs(what) or ast.is_they(what))


def _theirs(node: ast.Node | None) -> bool:
    """*their N*, *that player*, *that player's N*."""
    if not isinstance(node, ast.Noun):
        return False
    return is_that_player(node) or node.determiner.possessive == "their" or _theirs(node.determiner.owner)
