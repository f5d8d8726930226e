"""Accepted alternates for what is taken and put somewhere: *Take a card from the shop and add it to your hand.*

Rules of `clauses.py`.
"""

from __future__ import annotations

from toolkit.language import forms
from toolkit.language.lexer import Token, names
from toolkit.language.wording.passage import Alternates
from toolkit.language.wording.replaced import Found, closed, holds, mark, named, says, where_held, where_said

_SAYS_MORE = names("REL WHOSE WHERE")


def taken(a: Alternates, i: int) -> Found | None:
    """*Take a card from the shop and add it to your hand.* is *Put a card from the shop in your hand.*"""
    rest = a.clause(i + 1)
    at = where_held(rest, "AND")
    said = _put_it(a, rest[at:]) if at is not None else None
    if at is None or said is None or all(token.word != "from" for token in rest[:at]):
        return None
    put = a.said("puts" if a.text(i) == "takes" else "put", a.tokens[i])
    start, end = i + 1, i + 1 + at
    more = holds(rest[:at], *_SAYS_MORE)
    if more and (found := _taken_then(a, i, end, rest[at:])) is not None:
        return found
    source = [*a.within(start, end), a.said(said, rest[at + 3])]
    return Found(at + 5, [put, *source])


def _put_it(a: Alternates, rest: list[Token]) -> str | None:
    """The preposition of *and put it in your hand*."""
    words = [token.word for token in rest[:4]]
    if len(rest) < _PUT_IT or words[1].removesuffix("s") not in ("put", "add", "place"):
        return None
    prep = words[3]
    where = next((noun for token in rest[4:] if (noun := a.noun(token, "place"))), None)
    if words[2] not in ("it", "them") or where is None:
        return None
    if prep not in ("to", "in", "into", "on", "onto", "on top of", "under"):
        return None
    return a.lexicon.vocabulary.nouns[where].prep if prep in ("to", "into") else prep


def added(a: Alternates, i: int) -> Found | None:
    """*Add a card to your hand* is *Put a card in your hand*, *Add a cog to this cat* is *Put a cog on this cat*: of
    things, where the pack has no such verb.
    """
    rest = a.clause(i + 1)
    at = where_said(rest, "to")
    if not at or a.tokens[i].find("verb") or not _is_of_things(a, rest[:at]):
        return None
    prep = _where_to(a, rest[at + 1 :])
    if prep is None:
        return None
    put = a.said("puts" if a.text(i) == "adds" else "put", a.tokens[i])
    return Found(at + 2, [put, *a.within(i + 1, i + 1 + at), a.said(prep, rest[at])])


def _is_of_things(a: Alternates, what: list[Token]) -> bool:
    """*it*, *the top card of the deck*, *a cat*: no amount."""
    if closed(what[0]) == "PRON" or what[-1].word in ("others", "rest"):
        return True
    return any(_kind(a, token) == "thing" for token in what)


def _where_to(a: Alternates, where: list[Token]) -> str | None:
    """The preposition of what stands behind *add … to*: that of a place, *on* of a thing; None: neither."""
    if where and closed(where[0]) == "PRON":
        return "on"
    if says(where[:3], "top of", "bottom of", "top", "bottom"):
        return "on"
    for token in where:
        if (noun := _noun(token, a)) is not None:
            entry = a.lexicon.vocabulary.nouns.get(noun)
            if entry is None or entry.category not in ("place", "thing"):
                return None
            return entry.prep if entry.category == "place" else "on"
    return None


def _noun(token: Token, a: Alternates) -> str | None:
    """The noun that a token is, or the kind of what has this name."""
    noun = token.find("noun")
    if token.find("name"):
        return named(token, a) or None
    return noun.id if noun else None


def _kind(a: Alternates, token: Token) -> str | None:
    noun = _noun(token, a)
    entry = a.lexicon.vocabulary.nouns.get(noun) if noun is not None else None
    return entry.category if entry is not None else None


_PUT_IT = 5
"""Words of *and put it in hand*."""


def _taken_then(a: Alternates, i: int, end: int, rest: list[Token]) -> Found | None:
    """*Take a card from the shop that costs 2 and put it in your hand* is *Choose a card in the shop that costs 2.
    Put it in your hand.*: what is said of it ends where a sentence does.
    """
    source = next(k for k in range(i, end) if a.text(k) == "from")
    shop = next((noun for k in range(source, end) if (noun := a.noun(a.at(k), "place"))), None)
    if not a.opens_sentence() or shop is None:
        return None
    where = a.said(a.lexicon.vocabulary.nouns[shop].prep, a.tokens[source])
    choose = [a.spelled("Choose", a.tokens[i]), *a.within(i + 1, source), where]
    put = [mark("STOP", rest[0]), a.spelled(forms.capitalize(rest[1].text), rest[1])]
    return Found(end + 2 - i, [*choose, *a.within(source + 1, end), *put])
