"""*Choose a die. Cross off a box with that value.*: the value of the one thing that was spoken of before.

Rules of `alternates.py`: it is said in full, where only one thing before has such a value.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolkit.language.lexer import Token, names
from toolkit.language.wording.replaced import SENTENCE, Found, closed, since

if TYPE_CHECKING:
    from toolkit.language.wording.alternates import Alternates

_ONE = frozenset({"a", "an", "another", "that", "this"})
_MORE = names("PLACE OF FROM WITH WITHOUT REL WHOSE GEN TO INTO")


def that_value(a: Alternates, i: int) -> Found | None:
    """*a box with that value*, *a box of that value* is *a box with the value of that die*."""
    before, named = a.last, a.at(i + 1)
    value = a.noun(named, "attribute")
    if before is None or named is None or value is None or before.word not in ("with", "of"):
        return None
    behind = a.at(i + 2)
    if behind is not None and closed(behind) in _MORE:
        return None  # *with that size in the pond*: a place would be that of the thing before
    one = _the_one(a, value)
    if one is None:
        return None
    like = a.tokens[i]
    said = [a.spelled("the", like), named, a.spelled("of", like)]
    return Found(2, [a.spelled("with", before), *said, a.spelled("that", like), a.spelled(one, like)], drop=1)


def _the_one(a: Alternates, value: str) -> str | None:
    """The one thing with such a value of which the sentences before spoke; here only what is to have it is named."""
    now = len(since(a.out, SENTENCE))
    here = [k for k, token in enumerate(a.out[len(a.out) - now :]) if _has(a, token, value)]
    earlier = a.out[: len(a.out) - now]
    found = [k for k, token in enumerate(earlier) if _has(a, token, value)]
    if len(found) != 1 or len(here) != 1 or not found[0]:
        return None
    noun = earlier[found[0]].find("noun")
    one = earlier[found[0] - 1].word in _ONE and noun is not None and noun.form != "p"
    return noun.id if one and noun is not None else None


def _has(a: Alternates, token: Token, value: str) -> bool:
    noun = a.noun(token, "thing")
    return noun is not None and a.lexicon.vocabulary.nouns[noun].attributes.get(value) == "number"
