"""Accepted alternate: *each suit of which you have 3 cards* is *each suit with 3 cards that you have*."""

from __future__ import annotations

from toolkit.language.lexer import NO_READING, Token
from toolkit.language.wording.passage import Alternates
from toolkit.language.wording.replaced import CLAUSE, Found, until

_ALL = frozenset({"all", "each", "every"})


def of_which(a: Alternates, i: int) -> Found | None:
    """*each suit of which you have 3 cards in your hand* is *each suit with 3 cards in your hand*; *of which you
    control all regions* is *where you control all regions of that suit*.
    """
    of, value = a.out[-1:], a.out[-2:-1]
    if not of or of[0].word not in ("of", "in"):
        return None
    if not value or (name := a.noun(value[0], "attribute")) not in a.lexicon.vocabulary.lists:
        return None
    had = a.text(i + 2) == "have" and not a.participle(i + 3) and a.text(i + 3) not in _ALL
    if a.text(i + 3) in ("more", "fewer") or a.text(i + 4) in ("most", "fewest"):
        had = False  # than others have, and not than of another suit
    end = _end_of_clause(a, i + 3)
    return _with_those(a, i, end, of[0]) if had else _where_of_that(a, i, end, name or "", of[0])


def _with_those(a: Alternates, i: int, end: int, of: Token) -> Found | None:
    """*of which you have 3 cards* as *with 3 cards that you have*."""
    said = a.within(i + 3, end)
    whose = {"you": "your", "they": "their"}.get(a.text(i + 1))
    if not said or whose is None:
        return None
    if all(token.word != whose for token in said):
        said += [a.said(word, said[-1]) for word in ("that", a.text(i + 1), "have")]
    return Found(end - i, [a.said("with", of), *said], drop=1)


def _where_of_that(a: Alternates, i: int, end: int, value: str, of: Token) -> Found | None:
    """*of which you control all regions* as *where you control all regions of that terrain*."""
    bearer = a.lexicon.bearers.get(value)
    if bearer is None:
        return None
    at = next((k for k in range(i + 2, end) if a.tokens[k].find("noun").id == bearer.id), None)
    if at is None:
        return None
    that = [a.said(word, a.tokens[at]) for word in ("of", "that", value)]
    said = [*a.within(i + 1, at + 1), *that, *a.within(at + 1, end)]
    return Found(end - i, [a.said("where", of), *said], drop=1)


def _end_of_clause(a: Alternates, start: int) -> int:
    """Where the clause ends whose verb stands before `start`: at a comma, or where *and …* has a verb of its own."""
    end, joint = until(a.tokens, start, CLAUSE), start
    for k in range(start, end):
        verb = a.at(k).find("verb") if not a.nominal(k) else NO_READING
        if a.text(k) in ("and", "or"):
            joint = k
        elif joint > start and verb.form.strip("n"):
            return joint
    return end
