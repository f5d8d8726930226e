"""Accepted alternates for things that are like another: *a card of the same suit as the top card*.

Rules of `alternates.py`, as in `people.py`: *a card whose suit is the suit of the top card*.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolkit.language.lexer import Token
from toolkit.language.wording.replaced import Found, closed

if TYPE_CHECKING:
    from toolkit.language.wording.alternates import Alternates

_DEFINITE = frozenset({"the", "that", "this", "your", "their", "its"})


def like(a: Alternates, i: int) -> Found | None:
    """*of the same suit as that card* · *with a different rank than that card*, behind a noun."""
    before = a.out[-1] if a.out else None
    if before is None or not (before.find("noun") or before.find("name")):
        return None
    word = a.text(i + 2)
    if (a.text(i + 1), word) not in (("the", "same"), ("a", "different"), ("another", "different")):
        return None
    what, joint, other = a.at(i + 3), a.text(i + 4), a.at(i + 5)
    if what is None or other is None or a.noun(what, "attribute", "value", "list") is None:
        return None
    if joint not in (("as",) if word == "same" else ("than", "from")):
        return None
    if word == "different" and not (
        other.text.casefold() in _DEFINITE or closed(other) == "PRON" or other.find("name")
    ):
        return None  # than each of several, or than one of them?
    return Found(*_whose(a, i, what, other, word == "different"))


def _whose(a: Alternates, i: int, what: Token, other: Token, unlike: bool) -> tuple[int, list[Token]]:
    """*whose suit is (not) the suit of*; *whose suit is its suit*."""

    start, said = a.tokens[i], a.spelled
    found = [said("whose", start), what, said("is", start)]
    if unlike:
        found.append(said("not", start))
    its = {"it": "its", "them": "their", "they": "their"}.get(other.text.casefold())
    if its is not None:
        return 6, [*found, said(its, other), what]
    return 5, [*found, said("the", start), what, said("of", start)]
