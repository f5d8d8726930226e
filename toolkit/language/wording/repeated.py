"""Accepted alternates for what may be done several times: *Up to 3 times, you may pay 1 coin to take 2 stone.*, *You
may do this up to 3 times.* are *Repeat up to 3 times: Pay 1 coin to take 2 stone.*

Rules of `alternates.py`: a repetition that is offered each time, and may be left off at any time.
"""

from __future__ import annotations

from toolkit.language import forms
from toolkit.language.lexer import NO_READING, Token
from toolkit.language.wording.passage import Alternates
from toolkit.language.wording.replaced import SENTENCE, Found, mark, since

_YOU_MAY = ["you", "may"]


def up_to_so_often(a: Alternates, i: int) -> Found | None:
    """*Up to 3 times, you may rest.*"""
    times = _times(a, i)
    if times is None or since(a.out, SENTENCE) or a.text(times) != ",":
        return None
    if [a.text(times + 1), a.text(times + 2)] != _YOU_MAY or not _an_order(a.at(times + 3)):
        return None
    repeat = [a.spelled("Repeat", a.tokens[i]), *a.tokens[i:times], _colon(a.tokens[times])]
    order = a.tokens[times + 3]
    return Found(times + 4 - i, [*repeat, a.spelled(forms.capitalize(order.text), order)])


def do_this_so_often(a: Alternates, i: int) -> Found | None:
    """*You may rest. You may do this up to 3 times.*, of one order that was offered in the sentence before."""
    times = _times(a, i + 2) if a.text(i + 1) == "this" else None
    if times is None or not a.ends(times) or [token.word for token in since(a.out, SENTENCE)] != _YOU_MAY:
        return None
    before = a.out[: len(a.out) - len(_YOU_MAY) - 1]
    said = since(before, SENTENCE)
    if [token.word for token in said[: len(_YOU_MAY)]] != _YOU_MAY or not _an_order(
        said[2] if said[2:] else None
    ):
        return None
    like, order = said[0], said[2]
    how_often = [token.at(like) for token in a.tokens[i + 2 : times]]
    made = [
        a.spelled("Repeat", like),
        *how_often,
        _colon(like),
        a.spelled(forms.capitalize(order.text), order),
    ]
    return Found(times - i, [*made, *said[3:]], drop=len(said) + 1 + len(_YOU_MAY))


def _times(a: Alternates, i: int) -> int | None:
    """Where it goes on behind *up to 3 times*."""
    number = a.at(i + 1)
    if a.text(i) != "up to" or number.type != "NUMBER" or a.text(i + 2) != "times":
        return None
    return i + 3


def _an_order(token: Token | None) -> bool:
    verb = token.find("verb") if token is not None else NO_READING
    return "b" in verb.form


def _colon(like: Token) -> Token:
    return mark("COLON", like)
