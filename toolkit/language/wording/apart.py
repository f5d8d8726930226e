"""Accepted alternates for how far two amounts are apart: *loses 2 points for each coin over or under their bid*.

Rules of `alternates.py`, as in `people.py`: *loses points equal to twice the difference between their coins and
their bids*.
"""

from __future__ import annotations

from toolkit.language.lexer import Token
from toolkit.language.wording.passage import Alternates
from toolkit.language.wording.replaced import Found, so_often

_WHO = {"they": "their", "you": "your"}
_EITHER = frozenset({("over", "under"), ("above", "below"), ("more", "fewer than"), ("more", "less than")})
WORDS = frozenset({"under", "missed", "over"})


def missed(a: Alternates, i: int) -> Found | None:
    """*2 points for each coin by which they missed their bid*, *over or under their bid*."""
    what, price = a.at(i + 1), a.out[-2:]
    at = _either(a, i + 2) or _by_which(a, i + 2)
    if not what or at is None or not _is_price(a) or not a.ends(at + 2):
        return None
    one, other, whose = _quantity(a, what), a.noun(a.at(at + 1), "quantity"), a.text(at)
    if not one or not other or whose not in _WHO.values():
        return None
    nouns, gained = a.lexicon.vocabulary.nouns, a.noun(price[1], "quantity")
    said = a.words(price[0], nouns[gained].plural, "equal to")
    said += so_often(price[0], price[0]) if price[0].reading.id != "1" else []
    said += a.words(price[0], "the", "difference", "between")
    said += a.words(what, whose, nouns[one].plural, "and")
    said += [a.tokens[at], a.spelled(nouns[other].plural, a.tokens[at + 1])]
    return Found(at + 2 - i, said, drop=2)


def _is_price(a: Alternates) -> bool:
    """*loses 2 points*, and not *10 points plus 2 points*."""
    price = a.out[-2:]
    if len(price) < 2 or price[0].type != "NUMBER" or not a.noun(price[1], "quantity"):
        return False
    return len(a.out) < 3 or bool(a.out[-3].find("verb"))


def _either(a: Alternates, i: int) -> int | None:
    """Where stands what follows *they are over or under*."""
    if a.text(i) in _WHO and a.text(i + 1) in ("are", "were"):
        i += 2
    return i + 3 if a.text(i + 1) == "or" and (a.text(i), a.text(i + 2)) in _EITHER else None


def _by_which(a: Alternates, i: int) -> int | None:
    """Where stands what follows *by which they missed*."""
    said = (a.text(i), a.text(i + 1), a.text(i + 3))
    return i + 4 if said == ("by", "which", "missed") and a.text(i + 2) in _WHO else None


def _quantity(a: Alternates, what: Token) -> str:
    """The quantity that counts such things: of *cat* the only one that counts what was done to it, *cats sold*."""
    named = a.noun(what, "quantity")
    noun = what.find("noun")
    if named or not noun:
        return named
    counts = {counted[noun.id] for counted in a.lexicon.tallies.values() if noun.id in counted}
    return counts.pop() if len(counts) == 1 else ""
