"""Accepted alternates for a score that is higher for all of them: *1 point for each cat in your park, or 2 points for
each if there are at least 3 of them.*

Rules of `alternates.py`: the amounts of a score are added up, so what each is worth more then is a sentence of its own.
"""

from __future__ import annotations

from toolkit.language.lexer import Token
from toolkit.language.wording.passage import Alternates
from toolkit.language.wording.replaced import CLAUSE, SENTENCE, Found, closed, mark, since


def or_so_much_each(a: Alternates, i: int) -> Found | None:
    """*1 point for each cat, or 2 points for each if there are at least 3 of them.* is *1 point for each cat. 1 point
    for each cat if there are at least 3 cats.*
    """
    said, like = since(a.out[:-1], SENTENCE), a.tokens[i]
    if [closed(token) for token in a.out[-1:]] != ["COMMA"] or not _so_much_each(a, said):
        return None
    things, end = said[_SO_MANY + 1 :], _of_them(a, i)
    difference = int(a.tokens[i + 1].reading.id) - int(said[0].reading.id) if end is not None else 0
    bound, several = a.bound_at(i + _MORE_EACH), _in_the_plural(a, things)
    if end is None or bound is None or several is None or difference < 1:
        return None
    number = a.number(str(difference), a.tokens[i + 1])
    extra = [number, *a.words(like, said[1].word, "for each")]
    if_ = [*a.words(like, "if", "there", "are", bound[0]), bound[1]]
    return Found(end - i, [mark("STOP", like), *extra, *things, *if_, *several], drop=1)


def _so_much_each(a: Alternates, said: list[Token]) -> bool:
    """*1 point for each cat in your park*, and nothing more."""
    if len(said) < _SO_MANY + 2 or said[0].type != "NUMBER" or closed(said[_SO_MANY]) != "FOR_EACH":
        return False
    return bool(a.noun(said[1], "quantity")) and all(closed(token) not in CLAUSE for token in said)


def _of_them(a: Alternates, i: int) -> int | None:
    """Where *or 2 points for each if there are at least 3 of them* ends, of the same amount."""
    bound, more = a.bound_at(i + _MORE_EACH), a.at(i + 1)
    words = [a.text(k) for k in range(i + 3, i + _MORE_EACH)]
    if bound is None or more.type != "NUMBER" or words != ["for each", "if", "there", "are"]:
        return None
    end = i + _MORE_EACH + bound[2]
    same = a.noun(a.at(i + 2), "quantity") == a.noun(since(a.out[:-1], SENTENCE)[1], "quantity")
    of_them = (a.text(end), a.text(end + 1)) == ("of", "them") and a.ends(end + 2)
    return end + 2 if same and of_them else None


_MORE_EACH = 7
"""Words of *or 2 points for each if there are*."""
_SO_MANY = 2
"""Words of *1 point* before *for each*."""


def _in_the_plural(a: Alternates, things: list[Token]) -> list[Token] | None:
    """*other cats in your park*, of *other cat in your park*."""
    head = next((k for k, token in enumerate(things) if a.noun(token, "thing")), None)
    if head is None:
        return None
    plural = a.lexicon.vocabulary.nouns[a.noun(things[head], "thing")].plural
    return [*things[:head], a.spelled(plural, things[head]), *things[head + 1 :]]
