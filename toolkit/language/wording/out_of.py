"""*Put a card in your hand in the box.* is *Put a card from your hand in the box.*: of two places the first is where
the thing lies, and the second where it goes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from toolkit.language.ast import (
    Act,
    Clause,
    Complement,
    Group,
    Modifier,
    Nominal,
    Noun,
    There,
    head_of,
    is_it,
    swapped,
)
from toolkit.language.lexer import Lexicon, Token
from toolkit.language.vocabulary import Vocabulary

LIES = ("in", "on", "at")
"""What says no more than that it lies there; *under your hand* does."""


def out_of(clause: Clause | There, lexicon: Lexicon) -> Clause | There:
    """*Put a card in your hand in the box.* is *Put a card from your hand in the box.*"""
    if not isinstance(clause, Clause):
        return clause
    verbs = tuple(
        replace(verb, complements=_from_to(verb.complements, lexicon.vocabulary))
        if isinstance(verb, Act)
        and any({"from", "place"} <= set(f) for f in lexicon.frames.get(verb.verb, ()))
        else verb
        for verb in clause.verbs
    )
    return replace(clause, verbs=verbs) if verbs != clause.verbs else clause


def hint(words: Sequence[Token]) -> str | None:
    """What to say of a second place, which is none of the verb's.  `words`: from the verb to before it."""
    verb, *rest = words
    first = next(
        (each for each in rest if each.type in ("PLACE", "THERE") and each.word in (*LIES, "there")), None
    )
    if first is None or any(each.type == "FROM" for each in rest):
        return None
    lies = "name the place for *there*: " if first.type == "THERE" else ""
    return f"of two places the first is where it lies: {lies}*{verb.text.lower()} … from … in …*"


def _from_to(complements: tuple[Complement, ...], vocabulary: Vocabulary) -> tuple[Complement, ...]:
    """*a card in their hand in X* as *a card from their hand in X*, X being no place of which hands are parts."""
    said = {complement.role: complement for complement in complements}
    at = said.get("place")
    if at is None or at.prep not in LIES or not isinstance(at.value, Noun) or "from" in said:
        return complements
    if _is_of_several(said.get("obj")):
        return complements
    further, own = _further(at.value), at.value
    if further is not None and _is_where_to(further, own, vocabulary):
        own = own.without(further)
    elif (inner := _of_what_lies_there(own, vocabulary)) is not None:
        thing, further = inner
        own = swapped(own, thing, thing.without(further))
    else:
        return complements
    source = Complement(span=own.span, role="from", prep="from", value=own)
    to = replace(at, prep=further.word, value=further.what)
    return (*(c for c in complements if c is not at), source, to)


def _is_of_several(obj: Complement | None) -> bool:
    """*Put a card and 2 coins in your hand in the box*: whether the card is in the hand, too, it does not say."""
    items = obj.value.items[1:] if obj is not None and isinstance(obj.value, Group) else ()
    return any(not isinstance(each, Noun) or not each.determiner.is_empty() for each in items)


def _further(place: Noun) -> Modifier | None:
    """The second place; *a card in their hand under X* is read as it stands."""
    beside = () if place.determiner.possessive is not None else ("under",)
    return place.modifier(*LIES, "on top of", *beside)


def _of_what_lies_there(place: Noun, vocabulary: Vocabulary) -> tuple[Noun, Modifier] | None:
    """*the garden with your cat in the park*: the thing that lies in the first place, so not in the second, which is
    where something goes; and that second place.
    """
    if not place.modifiers or place.relative is not None:
        return None
    last = place.modifiers[-1]
    inner = last.what
    if not isinstance(inner, Noun):
        return None
    further = inner.modifiers[-1] if inner.modifiers else None
    lies_there = last.word in ("with", "of") and further is not None and further.word in LIES
    if lies_there and inner.relative is None and _is_a_thing(inner, vocabulary):
        assert further is not None
        if isinstance(further.what, Noun) and _apart(place, further.what, vocabulary):
            return inner, further
    return _of_what_lies_there(inner, vocabulary)


def _is_a_thing(noun: Noun, vocabulary: Vocabulary) -> bool:
    entry = vocabulary.noun(noun.head)
    return entry is not None and entry.category == "thing"


def _is_where_to(further: Modifier, inside: Noun, vocabulary: Vocabulary) -> bool:
    """Whether a second place is another one, of which the first is no part; a place lies on no thing (*on it*)."""
    what = _whole(further.what)
    entry = vocabulary.noun(head_of(what))
    it = is_it(what)
    if further.word == "on" and (it or (entry is not None and entry.category == "thing")):
        return not inside.relative and _is_place(inside, vocabulary)
    return isinstance(what, Noun) and not inside.relative and _apart(inside, what, vocabulary)


def _whole(what: Nominal | None) -> Nominal | None:
    """*the bottom of the deck* is in the deck."""
    if not isinstance(what, Noun) or what.head not in ("top", "bottom"):
        return what
    return next((each.what for each in what.modifiers if each.word == "of"), what)


def _is_place(noun: Noun, vocabulary: Vocabulary) -> bool:
    """Whether it is a place of the pack that is no thing's."""
    entry = vocabulary.noun(noun.head)
    return entry is not None and entry.category == "place" and entry.place_of in (None, "player")


def _apart(inside: Noun, outside: Noun, vocabulary: Vocabulary) -> bool:
    """Whether both are places, and the first is surely no part of the second."""
    found = [vocabulary.noun(noun.head) for noun in (inside, outside)]
    first, second = found
    if first is None or second is None or first.pack == "core" or second.pack == "core":
        return False
    return (
        first.category == second.category == "place" and first.place_of in (None, "player") and not first.is_a
    )
