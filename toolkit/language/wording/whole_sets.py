"""Accepted alternate for a set of one of each value: *2 points for each set of a red, a blue and a green card*.

Rule of `alternates.py`, which only replaces what follows: *for each set of 3 cards of different colours*, where these
are all the colours that there are.
"""

from __future__ import annotations

from toolkit.language.wording.passage import Alternates
from toolkit.language.wording.replaced import Found

_FEWEST = 2
_ONE = ("a", "an", "one", "1")


def one_of_each(a: Alternates, at: int) -> Found | None:
    """*for each set of a red, a blue and a green card in your hand*."""
    if (a.text(at + 1), a.text(at + 2)) != ("set", "of"):
        return None
    vocabulary, (named, thing, end) = a.lexicon.vocabulary, _listed(a, at + 3)
    lists = [name for name, values in vocabulary.lists.items() if sorted(values) == sorted(named)]
    if len(named) < _FEWEST or thing is None or len(lists) != 1:
        return None
    like = a.tokens[at + 1]
    said = (vocabulary.nouns[thing].plural, "of", "different", vocabulary.nouns[lists[0]].plural)
    number = a.number(str(len(named)), like)
    a.tokens[at + 3 : end] = [number, *a.words(like, *said)]
    return None


def _listed(a: Alternates, k: int) -> tuple[list[str], str | None, int]:
    """The values of *a red, a blue and a green card*, the thing, and where the list ends."""
    named: list[str] = []
    thing = None
    while a.text(k) in _ONE and a.text(k + 1) in a.lexicon.values:
        named.append(a.text(k + 1))
        k += 2
        if noun := a.noun(a.at(k), "thing"):
            thing, k = noun, k + 1
        joint = _joint(a, k)
        if not joint:
            break
        k += joint
    return named, thing, k


def _joint(a: Alternates, k: int) -> int:
    """How many tokens join what follows: a comma, *and*, or both."""
    comma = int(a.at(k).type == "COMMA")
    return comma + (a.text(k + comma) == "and")
