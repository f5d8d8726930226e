"""What is handed round: *each player puts a card from their hand in the hand of the player to their left*.

A loop does it one after another, so that who comes later could hand on what was just received.
"""

from __future__ import annotations

from toolkit.compile.event import PUT_ROLES
from toolkit.compile.scope import Scope
from toolkit.compile.sets import PLACE_PREPOSITIONS
from toolkit.compile.values import Desc
from toolkit.language import ast


def one_moment(clause: ast.Clause, desc: Desc, scope: Scope) -> None:
    """Refuse a clause in which each player hands things on, unless an order says that it is one after another."""
    if scope.order is not None or not scope.world.is_a(desc.type.name, "player"):
        return
    for verb in clause.verbs:
        if isinstance(verb, ast.Act) and (node := handed_on(verb)) is not None:
            raise scope.fail(
                "SAY0801",
                node,
                what="handing on, one player after another, what was just received",
                expected=("*Each player secretly …*", "*In turn order, each player …*"),
                hint="with *secretly* all choose first, then everything happens; with *in turn order* it happens one "
                "after another",
            )


def handed_on(verb: ast.Act) -> ast.Nominal | None:
    """The place of somebody else that is filled from the like place of one's own; None: no such verb phrase."""
    to = next((c.value for c in verb.complements if c.role in PUT_ROLES), None)
    if not isinstance(to, ast.Noun) or of_their_own(to):
        return None
    return to if to.head is not None and to.head in sources(verb) else None


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
