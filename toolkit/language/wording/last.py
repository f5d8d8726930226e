"""Accepted alternates for the last one: *When you send the last cat in a park, …* is *When you send a cat in a park, if
there are no other cats there, …*; *when the last rich player is out* is *…, if each other rich player is out*.

Rules of `alternates.py`.  The one it happens to need not be gone afterwards, so it is asked of the others.
"""

from __future__ import annotations

from typing import NamedTuple

from toolkit.language import forms
from toolkit.language.lexer import Token, names
from toolkit.language.wording.passage import Alternates
from toolkit.language.wording.replaced import CLAUSE, Found, closed, holds, mark, until

_PREPS = ("in", "at", "on", "from")
_SOME = frozenset({"a", "an"})
_NO_OTHER = ["if", "there", "are", "no", "other"]
_ASKS = names("IF UNLESS WHEN COMMA")


class Last(NamedTuple):
    """`said`: adjectives and the noun; `where`: its place, from the preposition on; `whose`: the possessive."""

    said: list[Token]
    where: list[Token]
    whose: Token | None


def last_of_them(a: Alternates, i: int) -> Found | None:
    """*the last cat in a park*, *your last cat in a park*, at the end of what happens or before what happens to it."""
    clause, before = a.clause_before(), a.last
    if not before or not clause or closed(clause[0]) != "WHEN":
        return None
    if before.word != "the" and closed(before) != "POSS":
        return None
    end = until(a.tokens, i, CLAUSE)
    behind = a.at(end)
    if behind.type != "COMMA" or closed(a.at(end + 1) or behind) in _ASKS:
        return None
    if len(clause) == PAIR:
        return _happens_to(a, i, end)
    found = _last(a, a.within(i + 1, end), before)
    if found is None or not found.where:
        return None
    like = a.tokens[i]
    one = [a.spelled(forms.article(found.said[0].text), before), *found.said, *found.where]
    return Found(end - i, [*one, mark("COMMA", like), *_no_other(a, found, like)], drop=1)


PAIR = 2
"""*When the*: what follows is what it happens to."""


def _last(a: Alternates, tokens: list[Token], before: Token) -> Last | None:
    """What is said of the last one; None: something else stands there as well."""
    noun = next((k for k, token in enumerate(tokens) if a.noun(token, "thing", "player")), None)
    if noun is None or not all(token.find("adj") for token in tokens[:noun]):
        return None
    where = tokens[noun + 1 :]
    if where and (where[0].word not in _PREPS or not a.speaks_of(where, "place")):
        return None
    if holds(where, "REL", "AND", "OR", "TO", "INTO"):
        return None
    return Last(tokens[: noun + 1], where, before if closed(before) == "POSS" else None)


def _no_other(a: Alternates, found: Last, like: Token) -> list[Token]:
    """*if there are no other cats there*, *if they have no other cats there*."""
    noun = a.lexicon.vocabulary.nouns[a.noun(found.said[-1], "thing", "player")]
    others = [*(token.at(like) for token in found.said[:-1]), a.spelled(noun.plural, like)]
    there = found.where[1:]
    named = there[0].word in _SOME
    prep = a.lexicon.vocabulary.nouns[next(n for t in there if (n := a.noun(t, "place")))].prep
    where = [a.spelled("there", like)] if named else [a.spelled(prep, like), *(t.at(like) for t in there)]
    if found.whose is None:
        has = _NO_OTHER
    else:
        who = "you" if found.whose.word == "your" else "they"
        has = ["if", who, "have", "no", "other"]
    return [*a.words(like, *has), *others, *where]


def _happens_to(a: Alternates, i: int, end: int) -> Found | None:
    """*When the last rich player is out, …*, *When the last cat in a park is sent, …*."""
    at = next((k for k in range(i + 1, end) if a.text(k) in ("is", "are")), None)
    before = a.last
    if at is None or not before or at != end - PAIR:
        return None
    found = _last(a, a.tokens[i + 1 : at], before)
    participle = a.tokens[end - 1]
    if found is None:
        return None
    like = a.tokens[i]
    one = (
        [a.spelled(forms.article(found.said[0].text), before), *found.said, *found.where]
        if found.where
        else []
    )
    so = [a.tokens[at], participle, mark("COMMA", like)]
    if found.where:
        return Found(end - i, [*one, *so, *_no_other(a, found, like)], drop=1)
    if not a.noun(found.said[-1], "player") or not participle.find("adj") or len(found.said) < PAIR:
        return None  # whether the others have been is no state
    one = [a.spelled(forms.article(found.said[0].text), before), *found.said]
    each = a.words(like, "if", "each", "other")
    again = [token.at(like) for token in (*found.said, a.tokens[at], participle)]
    return Found(end - i, [*one, *so, *each, *again], drop=1)


def only_one_of_theirs(a: Alternates, i: int) -> Found | None:
    """*When a player's only cat in a park is sent, …* is *When a player's cat in a park is sent, if that player has no
    other cats there, …*.
    """
    if [token.word for token in a.clause_before()] != ["when", "a", "player", "'s"]:
        return None
    end = until(a.tokens, i, CLAUSE)
    at = next((k for k in range(i + 1, end) if a.text(k) in ("is", "are")), None)
    found = _last(a, a.tokens[i + 1 : at], a.last) if at is not None and at == end - PAIR else None
    if found is None or not found.where or closed(a.tokens[end - 1]) in _ASKS:
        return None
    like = a.tokens[i]
    theirs = a.words(like, "if", "that", "player", "has", "no", "other")
    others = _no_other(a, found, like)[len(_NO_OTHER) :]
    return Found(end - i, [*a.tokens[i + 1 : end], mark("COMMA", like), *theirs, *others])
