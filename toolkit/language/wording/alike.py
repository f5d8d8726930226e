"""Accepted alternates for what several things have in common: *no two dice show the same value*, *each die shows a
different value*, *another card has the same suit*.

Rules of `alternates.py`, as in `people.py`: *all dice have different values*, *there is another card with the same
suit*.
"""

from __future__ import annotations

from collections.abc import Sequence

from toolkit.language.lexer import Token
from toolkit.language.wording.passage import Alternates
from toolkit.language.wording.replaced import CONDITION, Found, closed, where_said


def alike(a: Alternates, i: int) -> Found | None:
    """*all dice show different values* is *have different values*; *no dice*, *no two dice show the same value* and
    *each die shows a different value* are that, too.
    """
    token = a.tokens[i]
    one = token.word in ("shows", "has")
    following = (a.text(i + 1), a.text(i + 2))
    if one and following == ("a", "different"):
        return _each_another(a, i)
    same = following == ("the", "same")
    if not same and a.text(i + 1) != "different":
        return None
    noun = a.at(i + 3 if same else i + 2)
    lemma = a.noun(noun, "attribute")
    if not lemma or not noun:
        return None
    found = _said_of_none(a, i, noun, a.lexicon.vocabulary.nouns[lemma].plural) if same else None
    have = a.said("has" if one else "have", token)
    return found or (Found(1, [have]) if token.word in ("show", "shows") else None)


def _said_of_none(a: Alternates, i: int, noun: Token, plural: str) -> Found | None:
    """What *the same value* says of another one or of none."""
    said = a.clause_before()
    if a.tokens[i].word in ("shows", "has") and (found := _one_alike(a, i, said)) is not None:
        return found
    none = where_said(said, "no")
    return None if none is None else _none_alike(a, i, none, noun, plural)


def _one_alike(a: Alternates, i: int, said: Sequence[Token]) -> Found | None:
    """*If another card on the table has the same suit*, *no other card has the same suit*: as what was named."""
    start = next((k for k in range(len(said)) if said[k].word in ("another", "no")), None)
    if start is None or (
        start and closed(said[start - 1]) not in CONDITION and said[start - 1].word != "and"
    ):
        return None
    if not a.speaks_of(said[start:], "thing"):
        return None
    there = [*said[:start], a.said("there", said[start]), a.said("is", said[start]), *said[start:]]
    if a.text(i + 4) != "as":
        return Found(1, [*there, a.said("with", a.tokens[i])], drop=len(said))
    what, it = a.tokens[i + 3], a.text(i + 5) == "it"
    whose = [a.said("whose", a.tokens[i]), what, a.said("is", what)]
    named = (
        [a.said("its", a.tokens[i + 5]), what]
        if it
        else [a.said("the", what), what, a.said("of", a.tokens[i + 4])]
    )
    return Found(6 if it else 5, [*there, *whose, *named], drop=len(said))


def _none_alike(a: Alternates, i: int, none: int, noun: Token, plural: str) -> Found:
    """*no dice*, *no two dice show the same value*: all of them have different ones."""
    said = a.clause_before()
    rest = said[none + 1 :]
    pair = bool(rest) and rest[0].type == "NUMBER" and rest[0].reading.id == "2"
    every = [*said[:none], a.said("all", said[none]), *rest[pair:], a.said("have", a.tokens[i])]
    made = [*every, a.said("different", a.tokens[i + 2]), a.said(plural, noun)]
    return Found(4, made, drop=len(said))


def _each_another(a: Alternates, i: int) -> Found | None:
    """*each die in the bowl shows a different value*: all of them have different ones."""
    noun, said = a.at(i + 3), a.clause_before()
    lemma = a.noun(noun, "attribute")
    each = next((k for k, one in enumerate(said) if closed(one) == "QIN" and one.word == "each"), None)
    if not noun or not lemma or each is None or not a.ends(i + 4):
        return None
    what = next((k for k in range(each + 1, len(said)) if a.noun(said[k], "thing")), None)
    if what is None or any(not said[k].find("adj") for k in range(each + 1, what)):
        return None
    nouns = a.lexicon.vocabulary.nouns
    many = a.said(nouns[a.noun(said[what], "thing")].plural, said[what])
    every = [*said[:each], a.said("all", said[each]), *said[each + 1 : what], many, *said[what + 1 :]]
    made = [*every, a.said("have", a.tokens[i]), a.said("different", a.tokens[i + 2])]
    return Found(4, [*made, a.said(nouns[lemma].plural, noun)], drop=len(said))


def no_two(a: Alternates, i: int) -> Found | None:
    """*there are no 2 dice with the same value* is *there are not at least 2 dice of the same value*."""
    number, noun, no = a.at(i + 1), a.at(i + 2), a.tokens[i]
    there = [token.word for token in a.out[-2:]]
    if there != ["there", "are"] or not noun or number.type != "NUMBER":
        return None
    if not a.noun(noun, "thing") or a.text(i + 3) not in ("with", "of"):
        return None
    if (a.text(i + 4), a.text(i + 5)) != ("the", "same"):
        return None
    said = [a.said("not", no), a.said("at least", no), number, noun, a.said("of", a.tokens[i + 3])]
    return Found(4, said)
