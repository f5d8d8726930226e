"""Accepted alternates for two states of which neither is so: *is neither rich nor tired*, *is not rich and not tired*
are *is not rich and is not tired*.

Rules of `clauses.py`.  Of things that somebody has it is *no cat and no dog* (`Clauses.neither`).
"""

from __future__ import annotations

from toolkit.language.lexer import Token
from toolkit.language.wording.passage import Alternates
from toolkit.language.wording.replaced import Found, closed

_NOR = 2
"""Words from one state to the next: *rich nor*."""


def is_neither(a: Alternates, i: int) -> Found | None:
    """*are neither rich nor tired*, and nothing more of the two."""
    first, second = i + 1, i + 1 + _NOR
    if closed(a.last) != "BE" or a.text(i + _NOR) != "nor" or not (_state(a, first) and _state(a, second)):
        return None
    like = a.tokens[i + _NOR]
    return Found(1 + _NOR, [a.said("not", a.tokens[i]), a.tokens[first], *_and_is_not(a, a.last, like)])


def and_not(a: Alternates, i: int) -> Found | None:
    """*are not rich and not tired*."""
    said = a.out[-3:]
    if len(said) < 3 or closed(said[0]) != "BE" or said[1].word != "not" or not said[2].find("adj"):
        return None
    if a.text(i + 1) != "not" or not _state(a, i + _NOR):
        return None
    return Found(_NOR, _and_is_not(a, said[0], a.tokens[i]))


def _state(a: Alternates, i: int) -> bool:
    """Whether an adjective stands there alone."""
    return bool(a.at(i).find("adj")) and not a.nominal(i + 1)


def _and_is_not(a: Alternates, be: Token, like: Token) -> list[Token]:
    return [a.spelled("and", like), a.said(be.text.lower(), like), a.said("not", like)]
