"""Accepted alternates for the one and the other of several: *Choose 2 players. The one with less coins gains 1 coin.*

Rules of `alternates.py`: *one* and *other* are said with the noun of those of whom a number was named last.
"""

from __future__ import annotations

from typing import NamedTuple

from toolkit.language.lexer import Token, names
from toolkit.language.wording.passage import Alternates
from toolkit.language.wording.replaced import CLAUSE, SENTENCE, Found, closed, since, until
from toolkit.language.wording.row import Filled, Row

_EXTREMES = {"most": "most", "fewest": "fewest", "least": "fewest", "highest": "highest", "lowest": "lowest"}
_OF_TWO = {"more": "most", "fewer": "fewest", "less": "fewest", "higher": "highest", "lower": "lowest"}
"""What is said of the one of two: *more coins*, *the higher cost*."""
_WHERE = names("PLACE INTO FROM TO THAN OF")
_OF = names("THAN OF")
_PUT = frozenset({"put", "move", "return"})
_TOWARDS = frozenset({"in", "into", "on", "onto", "at", "to", "under", "on top of"})
_NEAR = 3
"""Words from a number to its noun: *2 other players*."""
PAIR = "2"


class Several(NamedTuple):
    """`many`: how many were named; `one`, `all`: their noun in the singular and the plural."""

    many: str
    one: str
    all: str


def _named(a: Alternates) -> Several | None:
    """Of whom a number was named last; None: nobody, or more was said of others since."""
    for k in range(len(a.out) - 1, 0, -1):
        noun = a.out[k].find("noun")
        if not noun or noun.form == "s" or a.noun(a.out[k], "thing", "player") in ("", "thing"):
            continue
        number = next((t for t in reversed(a.out[max(0, k - _NEAR) : k]) if t.type == "NUMBER"), None)
        if number is not None and number.reading.id != "1":
            return Several(number.reading.id, noun.id, a.out[k].word)
    return None


def the_one(a: Alternates, i: int) -> Found | None:
    """*the one with less coins* is *the player with the fewest coins among those players*, *the one with the highest
    cost* *one of those cards with the highest cost*.
    """
    before, those = a.last, _named(a)
    if before.word != "the" or those is None:
        return None
    at = i + 1
    if a.text(i) == "one of":
        if a.text(at) not in ("them", "those"):
            return None
        at += 2 if a.text(at) == "those" and a.text(at + 1) == those.all else 1
    ranked = _ranked(a, at, those) if a.text(at) == "with" else None
    if ranked is None:
        return None
    word, what, end = ranked
    like = a.tokens[i]
    best = [a.tokens[at], *a.words(like, "the", word), what]
    if those.one != "player":  # of those that tie, who does it takes one
        one = [a.said("one of", before), *a.words(like, "those", those.all)]
        return Found(end - i, [*one, *best], drop=1)
    those_players = a.words(like, "among", "those", those.all)
    return Found(end - i, [a.said(those.one, like), *best, *those_players])


def from_those(a: Alternates, i: int) -> Found | None:
    """*Put a unit among them in your hand* is *Put a unit from those cards in your hand*: of two places the first is
    where it is taken from.
    """
    said = since(a.out, SENTENCE)
    those = _things(a, len(a.out) - len(said)) if a.text(i + 1) == "them" else None
    told = a.text(i + 1) == "those" and bool(a.noun(a.at(i + 2), "thing"))
    end = i + 3 if told else i + 2
    put = any(each.find("verb").id in _PUT for each in said)
    if (those is None and not told) or a.text(end) not in _TOWARDS or not put:
        return None
    like = a.tokens[i]
    of = [a.tokens[i + 2]] if those is None else [a.spelled(those.word, like)]
    return Found(end - i, [a.said("from", like), a.spelled("those", like), *of])


def from_among(a: Alternates, i: int) -> Found | None:
    """*Put a unit from among them in your hand*: likewise; *reveal a unit from among them*: among them."""
    if a.text(i + 1) != "among":
        return None
    if (found := from_those(a, i + 1)) is not None:
        return Found(found.used + 1, found.tokens)
    verbs = [verb.id for each in since(a.out, CLAUSE) if (verb := each.find("verb"))]
    frames = a.lexicon.frames.get(verbs[-1], set()) if verbs else set()
    taken = not frames or any("from" in frame for frame in frames)
    return None if taken else Found(2, a.words(a.tokens[i], "among"))


def _things(a: Alternates, end: int) -> Token | None:
    """The things that were named last, before a token."""
    for token in reversed(a.out[:end]):
        noun = token.find("noun")
        if noun and noun.form != "s" and a.noun(token, "thing"):
            return token
    return None


def with_more(a: Alternates, i: int) -> Found | None:
    """*Choose 2 players. The player with more coins gains 1 coin.*: of the two."""
    before, those = a.out[-2:], _named(a)
    if (
        those is None
        or a.text(i + 1) not in _OF_TWO
        or [token.word for token in before] != ["the", those.one]
    ):
        return None
    ranked = _ranked(a, i, those)
    if ranked is None or those.one != "player":
        return None
    word, what, end = ranked
    like = a.tokens[i]
    said = [like, *a.words(like, "the", word), what]
    return Found(end - i, [*said, *a.words(like, "among", "those", those.all)])


def _ranked(a: Alternates, i: int, those: Several) -> tuple[str, Token, int] | None:
    """How one is ahead of the others, in what, and where that ends; *more* is said of two."""
    at = i + 1 + (a.text(i + 1) == "the")
    word = _EXTREMES.get(a.text(at)) or (_OF_TWO.get(a.text(at)) if those.many == PAIR else None)
    what, behind = a.at(at + 1), a.at(at + 2)
    if word is None or not a.noun(what, "quantity", "attribute", "amount", "thing"):
        return None
    counted = bool(a.noun(what, "thing"))  # of which it may be said where they are
    if behind and closed(behind) in (_WHERE if counted else _OF):
        return None
    return word, what, at + 2


def the_other(a: Alternates, i: int) -> Found | None:
    """*The other loses 1 coin.*, of two players: *The other player loses 1 coin.*"""
    before, behind, those = a.last, a.at(i + 1), _named(a)
    if before.word != "the" or not behind or those is None or those.many != PAIR:
        return None
    does = closed(behind) in ("MODAL", "BE") or "t" in behind.find("verb").form
    if not does or those.one != "player":
        return None
    return Found(1, [a.tokens[i], a.said(those.one, a.tokens[i])])


def _same_noun(a: Alternates, filled: Filled) -> bool:
    noun = filled["what"][0].find("noun")
    return bool(noun) and a.noun(filled["what"][0], "thing", "player") not in ("", "thing")


def _this_and_that(a: Alternates, filled: Filled) -> bool:
    """Whether a single *and* follows in the clause: *both a card and a die*."""
    at = next(k for k, token in enumerate(a.tokens) if token is filled["both"][0])
    rest = [closed(token) for token in a.tokens[at : until(a.tokens, at, CLAUSE)]]
    return rest.count("AND") == 1


def _the_one_and_that(a: Alternates, filled: Filled) -> bool:
    """*both the cat in the park and your dogs*; *both the cats* are two."""
    at = next(k for k, token in enumerate(a.tokens) if token is filled["both"][0])
    noun = next((found for token in a.tokens[at:] if (found := token.find("noun"))), None)
    return noun is not None and noun.form == "s" and _this_and_that(a, filled)


ROWS = (
    # Both a card and a die: the one and the other
    Row("[have|has|gain|gains|pay|pays|with] {both:both} [a|an|NUMBER]", "", when=_this_and_that),
    Row("[clause] {both:both} a", "a@both", when=_this_and_that),
    Row("[clause] {both:both} an", "an@both", when=_this_and_that),
    Row("[clause] {both:both} the", "the@both", when=_the_one_and_that),
    # The player with the most coins of those players: of them, not of their coins
    Row("[player] [with] [the] [most|fewest|least] [quantity] of [those|them]", "among"),
    # All players except the one with the most coins; each card other than the one that …
    Row(
        "{what:noun} {but:other_than} ^ the one [with|that|who|whose]",
        "{what} {but} the {what.id}",
        when=_same_noun,
    ),
)
