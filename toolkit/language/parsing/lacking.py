"""A place at the end of a verb's object that the verb lacks: *Put a card that shows 4 in your hand.*

A relative clause takes what follows it.  Where the verb would be left without a place, the last one is the verb's: no
other reading says everything that the verb needs.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace

from toolkit.language.ast import (
    Act,
    Be,
    Complement,
    IsAdjective,
    IsPlaced,
    IsThing,
    Modifier,
    Node,
    Nominal,
    Noun,
    Relative,
    Verb,
)
from toolkit.language.vocabulary import TOWARDS
from toolkit.language.wording.normal import HOLDING

Place = Modifier | Complement | IsPlaced
"""*in the park*, where it hangs: on a noun, on a verb, on an adjective."""


def completed(verb: Act, frames: Collection[tuple[str, ...]]) -> Act:
    """The verb with the place that the end of its last phrase has, if it is then one of its frames."""
    verb = _taken_from_among(verb)
    if not verb.complements or roles(verb) in frames:
        return verb
    last = verb.complements[-1]
    place = _last(last.value)
    if place is None or not isinstance(last.value, Noun):
        return verb
    rest = replace(last, value=_without(last.value, place))
    whole = replace(verb, complements=(*verb.complements[:-1], rest, _as_complement(place)))
    return whole if roles(whole) in frames else verb


def _taken_from_among(verb: Act) -> Act:
    """*put a card among the top 3 cards of your deck in your hand*: it is one of those, and goes in the hand."""
    match verb.complements:
        case (
            *before,
            Complement(value=Noun(relative=None) as what) as taken,
            Complement(prep="among", value=Nominal() as those) as among,
        ):
            if _last(those) is not None:
                hung = Modifier(span=among.span, word="among", what=those)
                one = replace(what, modifiers=(*what.modifiers, hung))
                return replace(verb, complements=(*before, replace(taken, value=one)))
    return verb


def placed(verb: Act, frames: Collection[tuple[str, ...]]) -> Act:
    """*When a player puts a cat they have in the park*: as in an order, the place is the verb's."""
    what = verb.complements[-1].value if verb.complements and not verb.passive else None
    return completed(verb, frames) if isinstance(what, Noun) and what.relative is not None else verb


def going_there(verb: Act, frames: Collection[tuple[str, ...]]) -> Act:
    """*lead a pet there*, of a verb that says *to* where: that is where it goes, not where it is."""
    last, said = verb.complements[-1] if verb.complements else None, roles(verb)
    towards = next((role for role in TOWARDS if (*said, role) in frames), None)
    if towards is None or last is None or not isinstance(last.value, Noun):
        return verb
    there: Node | None = last.value
    while there is not None and (deeper := _end(there)) is not None:
        there = deeper
    if not isinstance(there, Modifier) or there.word != "there":
        return verb
    bare = replace(last, value=_without(last.value, there))
    goes = Complement(span=there.span, role=towards, value=None)
    return replace(verb, complements=(*verb.complements[:-1], bare, goes))


def coming_from(verb: Act, frames: Collection[tuple[str, ...]], category_of: Callable[[Nominal], str]) -> Act:
    """*put a card in the row from your hand*: no place lies in another, so what comes from there is the card."""
    last = verb.complements[-1] if verb.complements else None
    end = _end(last.value) if last is not None and isinstance(last.value, Noun) else None
    if (
        last is None
        or not isinstance(last.value, Noun)
        or not isinstance(end, Modifier)
        or end.word != "from"
    ):
        return verb
    takes = any({"from", last.role} <= {*frame} for frame in frames)
    if not takes or "from" in roles(verb) or category_of(last.value) != "place":
        return verb
    place = replace(last, value=_without(last.value, end))
    comes = Complement(span=end.span, role="from", prep="from", value=end.what)
    return replace(verb, complements=(*verb.complements[:-1], comes, place))


def going_on(verb: Act, category_of: Callable[[Nominal], str]) -> Act:
    """*put a wound from a unit on your field on another unit*: no place lies on a thing, so that is where it goes."""
    match verb.complements:
        case (
            *before,
            Complement(role="from", value=Noun() as source) as comes,
            Complement(
                role="place", value=Noun(modifiers=(*_, Modifier(what=Noun() as on) as goes)) as where
            ) as place,
        ) if goes.word in HOLDING:
            kinds = [category_of(each) for each in (source, where, on)]
        case _:
            return verb
    if kinds != ["thing", "place", "thing"]:
        return verb
    lies = Modifier(span=place.span, word=place.prep, what=_without(where, goes))
    comes = replace(comes, value=replace(source, modifiers=(*source.modifiers, lies)))
    return replace(verb, complements=(*before, comes, _as_complement(goes)))


def roles(verb: Act) -> tuple[str, ...]:
    """Which frame the complements of a verb make."""
    return tuple(dict.fromkeys(complement.role for complement in verb.complements))


def _as_complement(place: Place) -> Complement:
    match place:
        case Modifier(word=prep, what=where) | IsPlaced(prep=prep, where=where):
            return Complement(span=place.span, role="place", prep=prep, value=where)
        case Complement():
            return place


def _last(node: Node | None) -> Place | None:
    """The place with which a phrase ends, however deep it stands in it."""
    if node is None:
        return None
    deeper = _last(_end(node))
    if deeper is not None:
        return deeper
    match node:
        case Modifier(word=word, what=Nominal()) | IsPlaced(prep=word, where=Nominal()) if word in HOLDING:
            return node
        case Complement(role="place", value=Nominal()):
            return node
    return None


def _end(node: Node) -> Node | None:
    """The part of a phrase that stands last in it."""
    match node:
        case Noun(relative=Relative() as relative, modifiers=modifiers):
            return modifiers[-1] if modifiers and _follows(modifiers[-1], relative) else relative
        case Noun(modifiers=(*_, last)):
            return last
        case Modifier(what=what):
            return what
        case Relative(more=Relative() as more):
            return more
        case Relative(verb=verb):
            return verb
        case Be(predicate=IsPlaced(where=where)) | Be(predicate=IsThing(what=where)):
            return where
        case Be(predicate=IsAdjective(where=where)) | IsPlaced(where=where):
            return where
        case Act(complements=(*_, last), adverbials=()):
            return last
        case Complement(value=Nominal() as value):
            return value
    return None


def _follows(modifier: Modifier, relative: Relative) -> bool:
    return (
        modifier.span is not None and relative.span is not None and modifier.span.start > relative.span.start
    )


def _without(node: Noun, place: Place) -> Noun:
    """A phrase without the place at its end."""
    end = _end(node)
    if end is place:
        return replace(node, modifiers=node.modifiers[:-1])
    if isinstance(end, Modifier) and isinstance(end.what, Noun):
        return replace(node, modifiers=(*node.modifiers[:-1], replace(end, what=_without(end.what, place))))
    assert isinstance(end, Relative)
    return replace(node, relative=_clause_without(end, place))


def _clause_without(clause: Relative, place: Place) -> Relative:
    if clause.more is not None:
        return replace(clause, more=_clause_without(clause.more, place))
    return replace(clause, verb=_verb_without(clause.verb, place))


def _placed_without(said: IsPlaced, place: Place) -> IsPlaced:
    return replace(said, where=_without(said.where, place)) if isinstance(said.where, Noun) else said


def _verb_without(verb: Verb | None, place: Place) -> Verb | None:
    match verb:
        case Be(predicate=IsPlaced() as said):
            return replace(verb, predicate=_placed_without(said, place))
        case Be(predicate=IsThing(what=Noun() as what) as said):
            return replace(verb, predicate=replace(said, what=_without(what, place)))
        case Be(predicate=IsAdjective(where=IsPlaced() as where) as said):
            left = None if where is place else _placed_without(where, place)
            return replace(verb, predicate=replace(said, where=left))
        case Act(complements=(*before, last)) if last is place:
            return replace(verb, complements=tuple(before))
        case Act(complements=(*before, Complement(value=Noun() as value) as last)):
            return replace(verb, complements=(*before, replace(last, value=_without(value, place))))
    return verb
