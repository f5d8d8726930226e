"""Accepted alternates for an amount that was said before: *half as many points*, *twice as much instead*, *half its
worth*, *2 coins for each*.

Rules of `alternates.py`: it is said in full, where it is the same in another clause.
"""

from __future__ import annotations

from typing import NamedTuple

from toolkit.language.lexer import Token, names
from toolkit.language.wording.passage import Alternates
from toolkit.language.wording.replaced import CLAUSE, SENTENCE, Found, closed, says, since

_GAINS = frozenset({"gain", "lose", "score", "pay"})
_THEIRS = frozenset({"your", "their", "you", "they", "them", "there"})
"""Words that speak of somebody else, or of another place, in another clause."""
_ROUNDS = ("rounded up", "rounded down")


class Amount(NamedTuple):
    """`what`: the quantity.  `worth`: what stands after *equal to*; or `number` of it."""

    what: Token
    worth: list[Token]
    number: int | None


def _said(a: Alternates) -> Amount | None:
    """The one amount that somebody gains before the verb that ends what was read."""
    found = []
    before = a.out[:-1]
    for k, token in enumerate(before):
        verb = token.find("verb")
        if verb.id not in _GAINS or ("b" not in verb.form and "t" not in verb.form):
            continue
        rest = _clause(before, k + 1)
        if len(rest) > PAIR and a.noun(rest[0], "quantity") and rest[1].word == "equal to":
            found.append(Amount(rest[0], rest[2:], None))
        elif len(rest) == PAIR and rest[0].type == "NUMBER" and a.noun(rest[1], "quantity"):
            found.append(Amount(rest[1], [], int(rest[0].reading.id)))
        else:
            return None
    return found[0] if len(found) == 1 else None


PAIR = 2


def _clause(tokens: list[Token], start: int) -> list[Token]:
    end = next((k for k in range(start, len(tokens)) if closed(tokens[k]) in _ENDS), len(tokens))
    return tokens[start:end]


_ENDS = CLAUSE | names("AND OR THEN IF")


def half(a: Alternates, i: int) -> Found | None:
    """*half as many points*, half of what was said; *half its worth*: points, if these were its worth."""
    said = _said(a) if a.last.find("verb").id in _GAINS else None
    if said is None:
        return None
    if a.text(i + 1) in ("as many", "as much"):
        return _half_as_much(a, i, said)
    return _half_of_it(a, i, said)


def twice(a: Alternates, i: int) -> Found | None:
    """*Gain wood equal to your stone. If …, gain twice as much instead.*: wood equal to twice your stone."""
    said = _said(a) if a.last.find("verb").id in _GAINS else None
    if said is None or a.text(i + 1) not in ("as many", "as much"):
        return None
    used = 3 if a.noun(a.at(i + 2), "quantity") == a.noun(said.what, "quantity") else 2
    if not _the_same_here(a, i + used, said):
        return None
    like, noun = a.tokens[i], a.lexicon.vocabulary.nouns[a.noun(said.what, "quantity")]
    if said.number is not None:
        return Found(used, [a.number(str(2 * said.number), like), a.spelled(noun.plural, like)])
    words = a.words(like, noun.plural, "equal to", "twice")
    return Found(used, [*words, *(token.at(like) for token in said.worth)])


def _the_same_here(a: Alternates, end: int, said: Amount) -> bool:
    """Whether the amount is what it was: of what *your* means, or *instead* of the first."""
    instead = a.text(end) == "instead" and _told(a)
    moved = _THEIRS - {"your", "you"} if instead else _THEIRS
    return (instead or a.ends(end)) and not says(said.worth, *moved)


def _told(a: Alternates) -> bool:
    """Whether it is an order to *you*: what is said of you there is said of you here."""
    clause = a.clause_before()
    return len(clause) == 1 and bool(clause[0].find("verb"))


def _half_as_much(a: Alternates, i: int, said: Amount) -> Found | None:
    same = a.noun(a.at(i + 2), "quantity") == a.noun(said.what, "quantity")
    if not (same or a.ends(i + 2)) or says(said.worth, *_THEIRS):
        return None
    return _so_much(a, i, 3 if same else 2, said)


def _half_of_it(a: Alternates, i: int, said: Amount) -> Found | None:
    like, end = a.tokens[i], i + 1 + len(said.worth)
    if not said.worth or [a.text(k) for k in range(i + 1, end)] != [token.word for token in said.worth]:
        return None
    if said.worth[0].word not in ("its", "that") or not a.ends(end):
        return None
    points = a.spelled(a.lexicon.vocabulary.nouns[a.noun(said.what, "quantity")].plural, like)
    return Found(1, [points, *a.words(like, "equal to", "half of")])


def _so_much(a: Alternates, i: int, used: int, said: Amount) -> Found | None:
    like, noun = a.tokens[i], a.lexicon.vocabulary.nouns[a.noun(said.what, "quantity")]
    if said.number is not None:
        rounds = a.text(i + used + 1) if a.text(i + used) == "," else ""
        if said.number % PAIR and rounds not in _ROUNDS:
            return None
        number = said.number // PAIR + (said.number % PAIR and rounds == "rounded up")
        what = a.spelled(noun.id if number == 1 else noun.plural, like)
        return Found(used + 2 * (rounds in _ROUNDS), [a.number(str(number), like), what])
    words = a.words(like, noun.plural, "equal to", "half of")
    return Found(used, [*words, *(token.at(like) for token in said.worth)])


def so_many(a: Alternates, i: int) -> Found | None:
    """*You gain 2 coins. Each other player gains 1.* is *… gains 1 coin.*: of what was gained before."""
    more = a.text(i + 1) == "more"
    if a.last.find("verb").id not in _GAINS or not a.ends(i + 2 if more else i + 1):
        return None
    if _number_follows(a, i + 1) or says((*a.out, *a.tokens[i:]), "would", "instead"):
        return None
    before, said = a.out, set[str]()
    while before and not said:
        sentence = since(before, SENTENCE)
        said = {name for token in sentence if (name := a.noun(token, "quantity"))}
        before = before[: max(len(before) - len(sentence) - 1, 0)]
    if len(said) != 1:
        return None
    noun, token = a.lexicon.vocabulary.nouns[said.pop()], a.tokens[i]
    what = a.said(noun.id if token.text == "1" else noun.plural, a.tokens[i + more])
    what.spell(what.word)
    return Found(1 + more, [token, what])


def _number_follows(a: Alternates, i: int) -> bool:
    """*gain 2 or 3 points*: the first number is of what the second is, whatever was gained before."""
    second = a.at(i + 1)
    return a.text(i) in ("or", "and", ",") and second.type == "NUMBER"


_SEVERAL = frozenset({"any number of", "up to", "all", "each", "every", "all of", "each of"})


def for_each_of_those(a: Alternates, i: int) -> Found | None:
    """*Return any number of your units to your home. Gain 1 coin for each.*: for each of those units."""
    gains = any(token.find("verb").id in _GAINS for token in a.clause_before())
    if not gains or not (a.ends(i + 1) or a.text(i + 1) in ("plus", ",")):
        return None
    things = _some_before(a)
    if things is None:
        return None
    like = a.tokens[i]
    return Found(1, [*a.words(like, "for each of", "those"), things.at(like)])


def _some_before(a: Alternates) -> Token | None:
    """The noun of those with which something was done before, however many they were; None: of others, too."""
    clause = since(a.out, SENTENCE | {"THEN"})
    before = since(a.out[: max(0, len(a.out) - len(clause) - 1)], SENTENCE)
    things = [token for token in before if a.noun(token, "thing") not in ("", "thing")]
    several = any(
        token.word in _SEVERAL or (token.type == "NUMBER" and token.word != "1") for token in before
    )
    if not several or len({a.noun(token, "thing") for token in things}) != 1:
        return None
    noun = things[0].find("noun")
    assert noun
    return a.spelled(a.lexicon.vocabulary.nouns[noun.id].plural, things[0])
