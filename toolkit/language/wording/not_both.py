"""Accepted alternates for two states of which neither is so: *is neither rich nor tired*, *is not rich and not tired*
are *is not rich and is not tired*.

Rules of `clauses.py`.  Of things that somebody has it is *no cat and no dog* (`Clauses.neither`).
"""

from __future__ import annotations

from toolkit.language.lexer import Token
from toolkit.language.wording.passage import Alternates
from toolkit.language.wording.replaced import SENTENCE, Found, closed, holds, until

_NOT_ALONE = ("COMMA", "AND", "OR", "IF", "THEN", "SEMI")


def is_neither(a: Alternates, i: int) -> Found | None:
    """*are neither rich nor tired*, *is neither tired nor in the park*."""
    end = next((k for k in range(i + 1, until(a.tokens, i, SENTENCE)) if a.text(k) == "nor"), 0)
    first = a.tokens[i + 1 : end]
    if closed(a.last) != "BE" or not first or holds(first, *_NOT_ALONE):
        return None
    return Found(end + 1 - i, [a.said("not", a.tokens[i]), *first, *_and_is_not(a, a.last, a.tokens[end])])


def and_not(a: Alternates, i: int) -> Found | None:
    """*are not rich and not tired*, *is not rich and not in the park*."""
    said = a.out[-3:]
    if len(said) < 3 or closed(said[0]) != "BE" or said[1].word != "not" or not said[2].find("adj"):
        return None
    if a.text(i + 1) != "not" or not (_state(a, i + 2) or a.text(i + 2) in ("in", "on", "at")):
        return None
    return Found(2, _and_is_not(a, said[0], a.tokens[i]))


def _state(a: Alternates, i: int) -> bool:
    """Whether an adjective stands there alone."""
    return bool(a.at(i).find("adj")) and not a.nominal(i + 1)


def _and_is_not(a: Alternates, be: Token, like: Token) -> list[Token]:
    return [a.spelled("and", like), a.said(be.text.lower(), like), a.said("not", like)]
