"""Accepted alternates for a score that is higher for all of them: *1 point for each cat in your park, or 2 points for
each if there are at least 3 of them.*

Rules of `alternates.py`: the amounts of a score are added up, so what each is worth more then is a sentence of its own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolkit.language.wording.replaced import CLAUSE, SENTENCE, Found, closed, mark, since

if TYPE_CHECKING:
    from toolkit.language.lexer import Token
    from toolkit.language.wording.alternates import Alternates


def or_so_much_each(a: Alternates, i: int) -> Found | None:
    """*1 point for each cat, or 2 points for each if there are at least 3 of them.* is *1 point for each cat. 1 point
    for each cat if there are at least 3 cats.*
    """
    said, at = since(a.out[:-1], SENTENCE), i + 4
    more, each = a.at(i + 1), next((k for k, token in enumerate(said) if closed(token) == "FOR_EACH"), 0)
    if [closed(token) for token in a.out[-1:]] != ["COMMA"] or each != _SO_MANY or more is None:
        return None
    number, counted, things = said[0], said[1], said[each + 1 :]
    if any(closed(token) in CLAUSE for token in said) or more.type != "NUMBER" or number.type != "NUMBER":
        return None
    if a.noun(counted, "quantity") is None or a.noun(a.at(i + 2), "quantity") != a.noun(counted, "quantity"):
        return None
    words = [a.text(k) for k in (i + 3, at, at + 1, at + 2)]
    bound = a.bound_at(at + 3)
    difference = int(more.reading.id) - int(number.reading.id)
    if words != ["for each", "if", "there", "are"] or bound is None or difference < 1:
        return None
    end = at + 3 + bound[2]
    if [a.text(end), a.text(end + 1)] != ["of", "them"] or not a.ends(end + 2):
        return None
    several = _in_the_plural(a, things)
    if several is None:
        return None
    like = a.tokens[i]
    extra = [a.number(str(difference), more), a.spelled(counted.word, like), a.spelled("for each", like)]
    if_ = [*(a.spelled(word, like) for word in ("if", "there", "are", bound[0])), bound[1]]
    return Found(end + 2 - i, [mark("STOP", like), *extra, *things, *if_, *several], drop=1)


_SO_MANY = 2
"""Words of *1 point* before *for each*."""


def _in_the_plural(a: Alternates, things: list[Token]) -> list[Token] | None:
    """*other cats in your park*, of *other cat in your park*."""
    head = next((k for k, token in enumerate(things) if a.noun(token, "thing") is not None), None)
    if head is None:
        return None
    plural = a.lexicon.vocabulary.nouns[a.noun(things[head], "thing") or ""].plural
    return [*things[:head], a.spelled(plural, things[head]), *things[head + 1 :]]
