"""Accepted alternate for a set of one of each value: *2 points for each set of a red, a blue and a green card*.

Rule of `alternates.py`, which only replaces what follows: *for each set of 3 cards of different colours*, where these
are all the colours that there are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolkit.language.wording.replaced import Found, closed

if TYPE_CHECKING:
    from toolkit.language.wording.alternates import Alternates

_FEWEST = 2


def one_of_each(a: Alternates, at: int) -> Found | None:
    """*for each set of a red, a blue and a green card in your hand*."""
    i = at + 1
    vocabulary, k, named = a.lexicon.vocabulary, i + 2, list[str]()
    thing = None
    while (a.text(i), a.text(i + 1)) == ("set", "of") and (
        a.text(k) in ("a", "an") or a.text(k) == "1" or a.text(k) == "one"
    ):
        value = a.at(k + 1)
        if value is None or value.word not in a.lexicon.values:
            return None
        named.append(value.word)
        k += 2
        if a.noun(a.at(k), "thing") is not None:
            thing = a.noun(a.at(k), "thing")
            k += 1
        following = a.at(k)
        if following is None or (following.type != "COMMA" and closed(following) != "AND"):
            break
        k += 1 if closed(following) == "AND" else 1 + (closed(a.tokens[k + 1]) == "AND")
    lists = [name for name, values in vocabulary.lists.items() if sorted(values) == sorted(named)]
    if len(named) < _FEWEST or thing is None or len(lists) != 1:
        return None
    like = a.tokens[i]
    said = (vocabulary.nouns[thing].plural, "of", "different", vocabulary.nouns[lists[0]].plural)
    number = a.number(str(len(named)), like)
    a.tokens[i:k] = [like, a.tokens[i + 1], number, *(a.spelled(each, like) for each in said)]
    return None
