"""Accepted alternates for a quantity that counts what was done: who *sold the most cards* has the most *cards sold*.

Rules of `alternates.py`, as in `people.py`.  A quantity whose noun ends in a participle (*cards sold*) says how many of
that were done; who sold 3 cards has 3 cards sold.  A verb that takes such a thing itself is asked for its history.
"""

from __future__ import annotations

from toolkit.language.lexer import NO_READING, Token, names
from toolkit.language.wording.passage import Alternates
from toolkit.language.wording.replaced import Found, closed

_DETERMINERS = names("ART QIN QOUT MOST MORE BOUND NUMBER")
_TIMES = names("TIME QIN")
_ONE = ("a", "an")


def done(a: Alternates, i: int) -> Found | None:
    """*sold the most cards*, *sold at least 3 cards*; *for each card they sold*."""
    verb = a.tokens[i].find("verb")
    counted = a.lexicon.tallies.get(a.text(i), {})
    if "d" not in verb.form or not a.out:
        return None
    if (perfect := _perfect(a, i, counted)) is not None:
        return perfect
    if closed(a.last) in ("BE", "NOT", "BEEN"):
        return None
    if a.last.find("verb") and not a.last.find("noun"):
        return None
    behind = _behind(a, i, counted)
    return behind if behind is not None else _before(a, i, counted)


def _behind(a: Alternates, i: int, counted: dict[str, str]) -> Found | None:
    """*sold the most cards*: *has the most cards sold*."""
    j = i + 1
    while (token := a.at(j)) and j < i + 4 and (closed(token) in _DETERMINERS or token.word == "any"):
        j += 1
    noun = token.find("noun")
    if not token or not noun or noun.id not in counted or _takes(a, i, noun.id) or j == i + 1:
        return None
    if a.text(j + 1) in ("this", "that", "in", "each", "during"):
        return None
    said = list(a.tokens[i + 1 : j])
    tally = _tally(a, token, counted[noun.id])
    if said[0].word == "any":
        said[:1] = [a.said("at least", said[0]), a.number("1", said[0])]
        tally = a.spelled(counted[noun.id], token)
    if said[0].word == "all":
        if len(said) < 2 or said[1].type != "NUMBER":
            return None
        said[0] = a.said("at least", said[0])
    return Found(j + 1 - i, [a.said(_has(a), a.tokens[i]), *said, tally])


def _perfect(a: Alternates, i: int, counted: dict[str, str]) -> Found | None:
    """*has not sold a card* is *has no cards sold*; *has sold at least 3 cards*: *has at least 3 cards sold*."""
    denied = a.last.word == "not"
    has = a.out[-2:][0] if denied else a.last
    if has.word not in ("has", "have"):
        return None
    found = _behind(a, i, counted)
    if found is None:
        return None
    first = a.tokens[i + 1]
    if not denied:
        one = [a.said("at least", first), a.number("1", first)]
        return Found(found.used, [*one, found.tokens[-1]] if first.word in _ONE else found.tokens[1:])
    if first.word not in (*_ONE, "any"):
        return None  # *has not sold 3 cards*: fewer, or none at all?
    last = found.tokens[-1]
    tally = a.spelled(a.lexicon.vocabulary.nouns[a.noun(last, "quantity")].plural, last)
    return Found(found.used, [a.said("no", a.last), tally], drop=1)


def _before(a: Alternates, i: int, counted: dict[str, str]) -> Found | None:
    """*each card they sold*: *each of their cards sold*."""
    whose = {"they": "their", "you": "your"}.get(a.last.word)
    what = a.out[-2] if len(a.out) > 2 else None
    noun = what.find("noun") if what is not None else NO_READING
    if whose is None or what is None or not noun or noun.id not in counted or _takes(a, i, noun.id):
        return None
    tally = [a.said(whose, a.last), _tally(a, what, counted[noun.id], many=True)]
    first = a.out[-3]
    if closed(first) == "FOR_EACH":
        return Found(1, [a.said("for each of", first), *tally], drop=3)
    if first.word == "the":
        return Found(1, tally, drop=3)
    return Found(1, tally, drop=2) if closed(first) == "OF" else None


def _tally(a: Alternates, like: Token, quantity: str, many: bool = False) -> Token:
    noun = a.lexicon.vocabulary.nouns[quantity]
    plural = many or like.word != (like.find("noun") or like.readings[0]).id
    return a.spelled(noun.plural if plural else noun.id, like)


def _has(a: Alternates) -> str:
    """*has* or *have*, by the subject."""
    for token in reversed(a.out):
        if token.word in ("you", "they"):
            return "have"
        if noun := token.find("noun"):
            return "have" if noun.form == "p" else "has"
        if token.find("name"):
            return "has"
    return "has"


def _takes(a: Alternates, i: int, noun: str) -> bool:
    """Whether the verb itself is done with such things."""
    verb = a.tokens[i].find("verb")
    return any(
        verb and template.verb == verb.id and any(slot.noun == noun for slot in template.slots)
        for template in a.lexicon.vocabulary.templates
    )
