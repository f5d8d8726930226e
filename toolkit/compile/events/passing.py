"""What is handed round: *each player puts a card from their hand in the hand of the player to their left*.

A loop does it one after another, so that who comes later could hand on what was just received.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from toolkit.compile.base.scope import Scope
from toolkit.compile.base.values import Desc, Val
from toolkit.compile.base.world import VerbInfo
from toolkit.compile.nouns.modifier import PLACE_PREPOSITIONS
from toolkit.language import ast
from toolkit.language.vocabulary import TOWARDS
from toolkit.meaning.referents import Referent
from toolkit.program.expression import Expr


def one_moment(clause: ast.Clause, desc: Desc, scope: Scope) -> None:
    """Refuse a clause in which each player hands things on, unless an order says that it is one after another."""
    if not scope.world.is_player(desc.type):
        return
    for verb in clause.verbs:
        if isinstance(verb, ast.Act) and (those := of_everybody(verb, scope)) is not None:
            raise scope.unfit(
                those,
                "what all players chose together, put by each of them in a place of their own",
                hint="say it in one sentence: *Each player secretly puts a … from their … in …*",
            )
    if scope.order is not None:
        return
    orders = [verb for verb in clause.verbs if isinstance(verb, ast.Act)]
    chosen_in = [place for verb in orders if verb.verb == "choose" for place in sources(verb)]
    for verb in orders:
        node = handed_on(verb, chosen_in)
        if node is not None and not given_to_you(clause.subject, node):
            raise scope.unfit(
                node,
                "handing on, one player after another, what was just received",
                expected=("*Each player secretly …*", "*In turn order, each player …*"),
                hint="with *secretly* all choose first, then everything happens; with *in turn order* it happens one "
                "after another",
            )


def given_to_you(givers: ast.Nominal | None, place: ast.Nominal) -> bool:
    """*Each other player gives you a card*, puts one in *your hand*: none of them takes what another has put there."""
    if not ast.determiner_of(givers).other or not isinstance(place, ast.Noun):
        return False
    return place.determiner.possessive == "your" or any(
        each.word == "of" and ast.is_you(each.what) for each in place.modifiers
    )


def _towards(verb: ast.Act) -> ast.Noun | None:
    to = verb.complement(*TOWARDS)
    return to.value if to is not None and isinstance(to.value, ast.Noun) else None


def handed_on(verb: ast.Act, chosen_in: Sequence[str | None] = ()) -> ast.Nominal | None:
    """The place of somebody else that is filled from the like place of one's own; None: no such verb phrase.

    `chosen_in`: where *them* was chosen before.
    """
    to = _towards(verb)
    if to is None or of_their_own(to):
        return None
    them = isinstance(verb.object, ast.Pronoun)
    return to if to.head is not None and to.head in (*sources(verb), *(chosen_in if them else ())) else None


def of_everybody(verb: ast.Act, scope: Scope) -> ast.Noun | None:
    """*those cards*, which a loop gathered from all players, where each player has a place of their own for them."""
    to = _towards(verb)
    obj = verb.object
    if not isinstance(obj, ast.Noun) or obj.determiner != ast.Determiner(article="those") or obj.modifiers:
        return None
    if to is None or obj.head not in scope.world.kinds or obj.relative is not None:
        return None
    if not any(hangs_on_them(node) for node in to.walk()):
        return None
    found = scope.find(obj.head, many=True, other=True)
    return obj if found is not None and found.source == "loop" else None


def of_who_does_it(info: VerbInfo, node: ast.Node | None, taken: Expr, doer: Val, scope: Scope) -> None:
    """Refuse *Each player reveals a card. Discard those cards.*, where who discards puts it in a pile of their own.

    `taken`: what the verb is done with.  SAY0801, if it is of what a loop gathered from several players.
    """
    if not info.to_own or scope.you is None or doer.expr != scope.you.expr:
        return
    here = (scope.you.expr, scope.they.expr if scope.they is not None else None, None)
    if any(
        _gathered(each) and each.they not in here and _in(each.value.expr, taken) for each in scope.discourse
    ):
        raise scope.unfit(
            node,
            f"“{info.phrase}” by one player with what all players have shown or chosen",
            hint="whoever does it puts it in a place of their own: let each player do it with theirs (*Each player …. "
            "If that …, they ….*)",
        )


def _gathered(each: Referent) -> bool:
    """Whether a loop named it, in each of its passes."""
    return each.source == "loop" and each.value.many


def _in(expr: Expr, whole: Any) -> bool:
    return whole == expr or (isinstance(whole, tuple) and any(_in(expr, part) for part in whole))


def hangs_on_them(node: ast.Node) -> bool:
    """*their hand*, *the player to their left*."""
    if isinstance(node, ast.Modifier):
        return "their" in node.word.split()
    return isinstance(node, ast.Noun) and of_their_own(node)


def sources(verb: ast.Act) -> list[str | None]:
    """The nouns of the places of one's own where a verb takes something from."""
    found = [c.value for c in verb.complements if c.role == "from"]
    for complement in verb.complements:
        if complement.role == "obj" and isinstance(complement.value, ast.Noun):
            modifiers = complement.value.modifiers
            found += [m.what for m in modifiers if m.word in PLACE_PREPOSITIONS]
    return [place.head for place in found if isinstance(place, ast.Noun) and of_their_own(place)]


def of_their_own(place: ast.Noun) -> bool:
    """*their hand*."""
    return place.determiner.possessive == "their"
