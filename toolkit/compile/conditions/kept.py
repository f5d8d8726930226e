"""*You have crossed off more boxes than each other player*: where a verb keeps in one place all it was done with, what
somebody has done it with is what lies there.
"""

from __future__ import annotations

from dataclasses import replace

from toolkit.compile.base.scope import Scope
from toolkit.compile.base.values import Val
from toolkit.compile.events import keeping
from toolkit.compile.events.keeping import kept_in, place_of
from toolkit.language import ast
from toolkit.program.expression import Expr


def compared(verb: ast.Act, subject: Val, scope: Scope) -> ast.Act | None:
    """*has more boxes in their harvest than each other player*; None: nothing is compared.  SAY0801: what the verb was
    done with lies elsewhere, too, or more is said of it.
    """
    what = verb.object
    if not isinstance(what, ast.Noun) or what.determiner.more is None:
        return None
    if all(each.word != "than" for each in what.modifiers):
        return None
    place = kept_in(verb, scope)
    plain = (
        verb.tense == "perfect" and not verb.passive and not verb.adverbials and len(verb.complements) == 1
    )
    if place is None or not plain or what.modifier(*_WHERE) is not None:
        hint = "what lies there is compared: *more … in your … than each other player*"
        raise scope.unfit(what, "a comparison of what has been done", hint=hint)
    at = replace(place_of(subject, place, scope), span=what.span)
    there = ast.Modifier(word=scope.world.kinds[place].prep, what=at, span=what.span)
    lying = ast.swapped(verb, what, replace(what, modifiers=(there, *what.modifiers)))
    return replace(lying, verb="have", tense="present")


def lies_there(verb: ast.Verb, subject: ast.Nominal, who: Val, item: Val, scope: Scope) -> Expr | None:
    """*the colour with the fewest boxes that you have crossed off*, said of a box; None: it is asked of the history, of
    a time, or of what somebody else has done, whose boxes are others.
    """
    if not isinstance(verb, ast.Act) or not isinstance(subject, ast.Pronoun) or scope.counting:
        return None
    return keeping.lies_there(verb, who, item, scope)


_WHERE = ("in", "on", "at")
