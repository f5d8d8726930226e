"""Accepted alternates for what is compared: *a card of the same suit as the top card*, *lose 1 less*, *gets +2 power*.

Rules of `alternates.py`, as in `people.py`: *a card whose suit is the suit of the top card*.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolkit.language.lexer import Token, names
from toolkit.language.wording.people import compares, in_condition
from toolkit.language.wording.replaced import Found, closed

if TYPE_CHECKING:
    from toolkit.language.wording.alternates import Alternates

_SENTENCE_ENDS = names("STOP BULLET COLON")
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


def of_one(a: Alternates, i: int) -> Found | None:
    """*2 cards of one suit* are of the same suit."""
    noun = a.at(i + 2)
    number = a.out[-2] if len(a.out) > 1 and a.out[-1].find("noun") else None
    if a.text(i + 1) != "one" or number is None or number.type != "NUMBER" or noun is None:
        return None
    if a.noun(noun, "attribute", "value", "list") is None or not a.ends_or_goes_on(i + 3):
        return None
    return Found(3, [a.tokens[i], a.said("the", noun), a.said("same", noun), noun])


def _whose(a: Alternates, i: int, what: Token, other: Token, unlike: bool) -> tuple[int, list[Token]]:
    """*whose suit is (not) the suit of*; *whose suit is its suit*."""

    def said(text: str, like: Token) -> Token:
        token = a.said(text, like)
        token.text = text
        return token

    start = a.tokens[i]
    found = [said("whose", start), what, said("is", start)]
    if unlike:
        found.append(said("not", start))
    its = {"it": "its", "them": "their", "they": "their"}.get(other.text.casefold())
    if its is not None:
        return 6, [*found, said(its, other), what]
    return 5, [*found, said("the", start), what, said("of", start)]


# --- More and less ------------------------------------------------------------------------------------------

_BY = {"less": "minus", "fewer": "minus", "more": "plus", "extra": "plus", "additional": "plus"}


def so_many_less(a: Alternates, i: int) -> Found | None:
    """*If you would lose life, lose 1 less.* is *…, lose that much life minus 1 instead.*"""
    sign, token = _BY.get(a.text(i + 1)), a.tokens[i]
    start = next((k + 1 for k in range(len(a.out) - 1, -1, -1) if a.out[k].type in _SENTENCE_ENDS), 0)
    event = [each.text.casefold() for each in a.out[start:]]
    if sign is None or "would" not in event or "," not in event:
        return None
    k = start + event.index("would") + 1
    verb, end = a.out[k].find("verb"), start + event.index(",")
    noun = next((each for each in a.out[k + 1 : end] if a.noun(each, "quantity")), None)
    said = a.out[-1].find("verb")
    if verb is None or said is None or said.id != verb.id or noun is None:
        return None
    j = i + 2
    if a.noun(a.at(j), "quantity"):
        if a.noun(a.at(j), "quantity") != a.noun(noun, "quantity"):
            return None
        j += 1
    j += a.text(j) == "instead"
    entry = a.lexicon.vocabulary.nouns[a.noun(noun, "quantity") or ""]
    many = "that much" if entry.plural == entry.id else "that many"
    words = [a.said(many, token), a.said(entry.plural, token), a.said(sign, token), token]
    return Found(j - i, [*words, a.said("instead", token)]) if a.ends(j) else None


def gets(a: Alternates, i: int) -> Found | None:
    """*gets +2 power* is *has +2 power*, so is *has 2 more power*: no amount that is paid out, and no comparison."""
    number = a.at(i + 1)
    if number is None or number.type not in ("SIGNED", "NUMBER"):
        return None
    verb = a.said("has" if a.text(i) in ("has", "gets", "gains", "receives") else "have", a.tokens[i])
    if number.type == "SIGNED":
        return Found(1, [verb]) if a.noun(a.at(i + 2), "attribute") is not None else None
    sign = {"less": "-", "fewer": "-", "more": "+"}.get(a.text(i + 2))
    if sign is None or a.noun(a.at(i + 3), "attribute") is None or in_condition(a) or compares(a, i):
        return None
    return Found(3, [verb, a.number(f"{sign}{number.reading.id}", number, "SIGNED")])


def total(a: Alternates, i: int) -> Found | None:
    """*the total value of the cards* is *the sum of the value of the cards*."""
    noun = a.at(i + 1)
    before = a.out[-1].text.casefold() if a.out else ""
    if a.noun(noun, "attribute") is None or noun is None or a.text(i + 2) != "of" or before != "the":
        return None
    return Found(1, [a.said("sum", a.tokens[i]), a.said("of", noun), a.said("the", noun)])
