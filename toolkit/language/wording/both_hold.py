"""Accepted alternates for two things that hold for a time in one sentence: *Until your next turn, units of that tribe
get +1 power and other units get -1 power.*

Rules of `alternates.py`: a sentence says one thing that holds, so there are two; and the other ones are those of which
the first is not so.
"""

from __future__ import annotations

from toolkit.language.lexer import Token
from toolkit.language.wording.passage import Alternates
from toolkit.language.wording.replaced import CLAUSE, SENTENCE, Found, closed, mark, since, until

_HAVE = frozenset({"get", "gets", "have", "has", "gain", "gains"})
_TIMES = frozenset({"until", "until the end of", "until the start of"})


def and_have(a: Alternates, i: int) -> Found | None:
    """*A has +1 power and B has -1 power until T* is *A has +1 power until T. B has -1 power until T.*, and so is
    *Until T, …*.
    """
    said, end = since(a.out, SENTENCE), until(a.tokens, i, SENTENCE)
    if len(said) < _CATS_HAVE_SO_MUCH or not _changes(a, said[-3:]):
        return None
    has = next((k for k in range(i + 1, end) if a.text(k) in _HAVE), end)
    if has == i + 1 or not _changes(a, a.tokens[has : has + 3]):
        return None
    comma = next((k for k, token in enumerate(said) if token.type == "COMMA"), None)
    if comma is None:
        return _time_behind(a, i, has + 3, end)
    opens = said[0].text.casefold() in _TIMES and all(token.type != "COMMA" for token in a.tokens[i:end])
    if not opens or has + 3 != end:
        return None
    return Found(1, [mark("STOP", a.tokens[i]), *said[: comma + 1]])


def _time_behind(a: Alternates, i: int, start: int, end: int) -> Found | None:
    """*… until T* behind both is said of the first, too."""
    time = a.within(start, end)
    if not time or (time[0].word not in _TIMES and time[0].word != "this"):
        return None
    a.tokens[i + 1] = a.tokens[i + 1].large()
    return Found(1, [*time, mark("STOP", a.tokens[i])])


_CATS_HAVE_SO_MUCH = 4


def _changes(a: Alternates, said: list[Token]) -> bool:
    """*get +1 power*."""
    if len(said) < 3 or said[0].word not in _HAVE or said[1].type != "SIGNED":
        return False
    return bool(a.noun(said[2], "attribute"))


def other_ones(a: Alternates, i: int) -> Found | None:
    """*Units of that tribe get +1 power. Other units get -1 power.*: units that are not of that tribe."""
    here, noun = since(a.out, SENTENCE), a.at(i + 1)
    name = a.noun(noun, "thing")
    if not noun or not name or not _changes(a, a.tokens[i + 2 : i + 5]):
        return None
    if here and (closed(here[-1]) != "COMMA" or here[0].text.casefold() not in _TIMES):
        return None
    value = _of_that(a, since(a.out[: len(a.out) - len(here) - 1], SENTENCE), name)
    if value is None:
        return None
    like = a.tokens[i]
    first = noun.large() if like.text[:1].isupper() else noun
    words = a.words(like, "that", "are", "not", "of", "that")
    return Found(2, [first, *words, value])


def _of_that(a: Alternates, before: list[Token], name: str) -> Token | None:
    """*tribe* of *units of that tribe get*, of those things and of nothing more."""
    of = next((k for k, token in enumerate(before) if token.word == "of" and k), 0)
    if not of or len(before) < of + 4 or a.noun(before[of - 1], "thing") != name:
        return None
    that, value, then = before[of + 1 : of + 4]
    alone = that.word == "that" and closed(then) not in CLAUSE | {"AND", "OR"}
    return value if alone and a.noun(value, "attribute") else None
