"""Accepted alternates for conditions of rules: *Unless there is a cat, players cannot play a dog.*, *If a player
would rest and they have no cats, …*

In: tokens, as in `alternates.py`.  Out: *Players cannot play a dog unless there is a cat.*, *If a player would rest, if
they have no cats, …*
"""

from __future__ import annotations

from itertools import pairwise

from toolkit.language.lexer import Token
from toolkit.language.wording.passage import Alternates
from toolkit.language.wording.replaced import CONDITION, SENTENCE, Found, closed, mark, says, since, until

_SUBJECTS = frozenset({"they", "you", "that", "there", "the", "their", "your", "no"})
_STATES = frozenset({"have", "has", "is", "are"})


def unless(a: Alternates, i: int) -> Found | None:
    """Of what is forbidden only: an order begins with its condition."""
    if since(a.out, SENTENCE):
        return None
    end = until(a.tokens, i, SENTENCE)
    comma = until(a.tokens, i, SENTENCE | {"COMMA"})
    said, condition = a.tokens[comma + 1 : end], a.tokens[i + 1 : comma]
    if not said or not says(said, "cannot"):
        return None
    if any(closed(token) in CONDITION or token.type == "COMMA" for token in said):
        return None
    like, head = a.tokens[i], said[0]
    small = like.saying(like.text.lower())
    a.tokens[i + 1 : end] = [*said[1:], small, *condition]
    return Found(1, [head.large()])


def and_if(a: Alternates, i: int) -> Found | None:
    """*If a player would rest and they have no cats, … instead*: what is so of it is a condition of its own."""
    before = since(a.out, SENTENCE)
    words = [token.word for token in before]
    if not before or before[0].word != "if" or "would" not in words or "," in words:
        return None
    end = until(a.tokens, i, SENTENCE | {"COMMA"})
    clause = a.tokens[i + 1 : end]
    if not clause or clause[0].word not in _SUBJECTS or not says(clause[1:], *_STATES):
        return None
    joint = a.tokens[i]
    return Found(1, [mark("COMMA", joint), a.spelled("if", joint)])


def in_each(a: Alternates, i: int) -> Found | None:
    """*In each region, the player with the most units there gains 2 points* is said *for each region*; without *there*,
    *that region* or *it* the units would be those of all regions.  So is *In each region, that player gains 1 coin*.
    """
    if not a.opens_sentence() or a.text(i + 1) not in ("each", "every"):
        return None
    comma, end = until(a.tokens, i, SENTENCE | {"COMMA"}), until(a.tokens, i, SENTENCE)
    places = [place for token in a.tokens[i + 2 : comma] if (place := a.noun(token, "place", "group"))]
    order = a.tokens[comma + 1 : end]
    said = [token.word for token in order]
    if not places or not said:
        return None
    again = ("that", places[0]) in pairwise(said) or "there" in said
    again = again or (not {"it", "its"}.isdisjoint(said) and not _lies_anywhere(a, order))
    known = "that" in said and not _thing_behind(a, order, "that")
    return Found(2, [a.spelled("for each", a.tokens[i])]) if again or known else None


def _lies_anywhere(a: Alternates, order: list[Token]) -> bool:
    """*each player removes a unit and gains points equal to its worth*: one that lies in it?"""
    behind = [*order[1:], order[-1]]
    said = ("PLACE", "FROM")
    return any(
        a.noun(token, "thing") not in ("", "thing") and closed(then) not in said
        for token, then in zip(order, behind, strict=True)
    )


def _thing_behind(a: Alternates, order: list[Token], word: str) -> bool:
    """Whether things are named after the last of these words: *that player removes a unit*, one that lies there?"""
    last = max(k for k, token in enumerate(order) if token.word == word)
    return any(a.noun(token, "thing") not in ("", "thing") for token in order[last + 1 :])


def second_best(a: Alternates, i: int) -> Found | None:
    """*the second highest red card on the table* is *the highest red card on the table other than the highest red card
    on the table*: of two that are as high, the other one.  Without a place it would be that of all there are.
    """
    joined = "-" in a.text(i)
    extreme, start = a.text(i).rpartition("-")[2] if joined else a.text(i + 1), i + 1 if joined else i + 2
    end = _lying_in_a_place(a, start)
    if extreme not in ("highest", "lowest") or a.last.word != "the" or end is None:
        return None
    if closed(since(a.out, SENTENCE)[0]) == "WHEN":
        return None  # what has happened may have taken them from there
    like, the = a.tokens[i], a.last
    one = [a.spelled(extreme, like), *a.within(start, end)]
    other = [a.spelled("other than", like), a.spelled("the", the), *one]
    return Found(end - i, [*one, *other])


def _lying_in_a_place(a: Alternates, i: int) -> int | None:
    """Where *red card on the table* ends, if no more is said of it."""
    while (token := a.at(i)) and token.find("adj") and not token.find("noun"):
        i += 1
    if len(a.tokens) < i + _CARD_ON_THE_TABLE or not a.noun(a.at(i), "thing"):
        return None
    place, whose, where = a.tokens[i + 1 : i + _CARD_ON_THE_TABLE]
    lies = closed(place) == "PLACE" and closed(whose) in ("ART", "POSS") and bool(a.noun(where, "place"))
    end = i + _CARD_ON_THE_TABLE
    return end if lies and _says_no_more(a, end) else None


_CARD_ON_THE_TABLE = 4


def _says_no_more(a: Alternates, i: int) -> bool:
    """Whether the phrase ends there, or a verb, or where something goes, follows."""
    token = a.at(i)
    return a.ends(i) or (closed(token) in ("FROM", "INTO", "TO") or bool(token.find("verb")))
