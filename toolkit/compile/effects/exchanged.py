"""*Swap your hand with another player's hand*: what lies in either place goes to the other.

The verb of the kernel swaps two things.  Of two places it is done with what lies in them, which is kept in mind before
any of it is moved: to rules it is put there.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from toolkit.compile.base import build
from toolkit.compile.base.chooser import choosable
from toolkit.compile.base.scope import Scope
from toolkit.compile.base.values import Bound, Val, entity
from toolkit.compile.effects.deed import Deed
from toolkit.compile.effects.settling import settle
from toolkit.compile.events.event_verb import swaps
from toolkit.compile.events.template import phrase_of
from toolkit.compile.nouns.phrases import quietly
from toolkit.language import ast
from toolkit.program.expression import Expr


class Places(NamedTuple):
    """What is swapped with what."""

    one: ast.Nominal
    other: ast.Nominal


def places_of(verb: ast.Act, scope: Scope) -> Places | None:
    """The places that are swapped; None: nothing is, or things are.  SAY0752: a place with a thing."""
    obj, other = verb.complement("obj"), verb.complement("with")
    if obj is None or other is None:
        return None
    if not isinstance(obj.value, ast.Nominal) or not isinstance(other.value, ast.Nominal):
        return None
    found = phrase_of(verb, scope, quiet=True)
    if found is None or found[0].kernel is None or not swaps(found[0].kernel):
        return None
    two = Places(obj.value, other.value)
    are = [_is_place(each, scope) for each in two]
    if not any(are):
        return None
    if not all(place or isinstance(node, ast.Pronoun) for place, node in zip(are, two, strict=True)):
        raise scope.fail("SAY0752", two[are.index(True)], found="a place", wanted="a thing, like the other")
    return two


def _is_place(node: ast.Nominal, scope: Scope) -> bool:
    """Whether a place is named; what *it* is, or a card of *its* suit, is not asked for that."""
    if isinstance(node, Bound):
        return scope.world.is_place(node.value.type)
    return scope.world.category(ast.head_of(node)) == "place"


def possible(two: Places, doer: Val, scope: Scope) -> Expr:
    """Whether there are two such places."""
    described = [choosable(quietly(each, scope), doer, scope) for each in two]
    return build.both(*(build.nonempty(each.expr) for each in described if each.mode == "some"))


def exchange(deed: Deed, two: Places, scope: Scope, event: Callable[[Deed, Scope], None]) -> None:
    """Put what lies in each of the places in the other (`event`: does a verb)."""
    places = []
    for node in two:
        desc = choosable(scope.describe(node), deed.doer, scope)
        place = Val(scope.store(settle(desc, deed.doer, scope)), desc.type)
        scope.bind(place, desc.type.name)
        places.append(place)
    inside = [scope.store(_from_below(place, scope)) for place in places]
    for things, place in zip(inside, reversed(places), strict=True):
        event(deed.saying(_put(things, place, deed.verb, scope)), scope)
    scope.outcome = build.either(*map(build.nonempty, inside))


def _from_below(place: Val, scope: Scope) -> Expr:
    """What lies there; of a pile the top thing is put last, so that it is on top again."""
    there: Expr = ("contents", place.expr)
    return ("reverse", there) if scope.world.kinds[place.type.name].ordered else there


def _put(things: Expr, place: Val, verb: ast.Act, scope: Scope) -> ast.Act:
    """*put those things in that hand*, of the order that swaps them."""
    kind = scope.world.kinds[place.type.name]
    what = Bound(value=Val(things, entity("thing"), many=True), head="thing", span=verb.span)
    where = Bound(value=place, head=kind.name, span=verb.span)
    said = ast.Complement(role="obj", value=what, span=verb.span)
    to = ast.Complement(role="place", prep=kind.prep or "in", value=where, span=verb.span)
    return ast.Act(verb="put", complements=(said, to), span=verb.span)
