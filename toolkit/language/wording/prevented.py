"""Accepted alternates for *If a hero would be hurt, nothing happens instead.*: *prevent that*, *that does not happen*,
*you may pay 1 coin to prevent it*.  They are tried by `clauses.py`.
"""

from __future__ import annotations

from itertools import pairwise

from toolkit.language.lexer import Token, names
from toolkit.language.wording.passage import Alternates
from toolkit.language.wording.replaced import SENTENCE, Found, closed, holds, nth, says, since, text_of, until

PREVENT = ("prevent", "ignore", "cancel", "negate")
_IT = frozenset({"it", "that", "this"})
_WHO = frozenset({"", "it", "that", "you", "they", "that player"})


def prevent(a: Alternates, i: int) -> Found | None:
    """*prevent that*; *to prevent that*, of what is done for it, is *instead*."""
    if a.tokens[i].find("verb") or a.text(i + 1) not in _IT or not a.ends(i + 2):
        return None
    event = _would(a)
    if event is None:
        return None
    if a.last.word == "to":
        return Found(2, [a.said("instead", a.tokens[i])], drop=1)
    return Found(2, _of_so_much(a, i, event) or _nothing_instead(a, i))


def does_not_happen(a: Alternates, i: int) -> Found | None:
    """*that does not happen*, *nothing happens*, at the end of what *would* happen."""
    last = a.last
    words = (a.text(i), a.text(i + 1))
    if not a.ends(i + 2) or _would(a) is None:
        return None
    if words == ("does not", "happen") and last.word in _IT:
        return Found(2, _nothing_instead(a, i), drop=1)
    return Found(2, _nothing_instead(a, i)) if words == ("nothing", "happens") else None


def does_not(a: Alternates, i: int) -> Found | None:
    """*If you would lose health, you do not*, *you do not lose it*, *do not lose it*: nothing happens instead."""
    event, who = _would(a), a.clause_before()
    if event is None and _for_a_time(a, i):
        return Found(1, [a.said("cannot", a.tokens[i])])
    if event is None or text_of(who) not in _WHO:
        return None
    end = i + 1 if a.ends(i + 1) else _the_same(a, i + 1, event)
    if end is None:
        return None
    for k in range(len(a.out) - len(event), len(a.out)):  # *When you would lose health, …*
        if closed(a.out[k]) == "WHEN":
            a.out[k] = a.said("if", a.out[k])
    return Found(end - i, _nothing_instead(a, i), drop=len(who)) if a.ends(end) else None


def _the_same(a: Alternates, i: int, event: list[Token]) -> int | None:
    """Where *lose it* ends, of what would be lost."""
    verb, what = a.tokens[i].find("verb"), a.text(i + 1)
    would = next(k for k, token in enumerate(event) if token.word == "would")
    verbs = {found.id for token in event[would:] if (found := token.find("verb"))}
    return i + 2 if verb and verb.id in verbs and what in ("it", "that", "them", "so") else None


def _for_a_time(a: Alternates, i: int) -> bool:
    """*Until your next turn, you do not lose health*, *Players do not gain coins this turn*: what is forbidden so long,
    and no condition.
    """
    said, rest = since(a.out, SENTENCE), a.tokens[i + 1 : until(a.tokens, i, SENTENCE)]
    verb = nth(rest, 0).find("verb")
    if not a.clause_before() or not verb or verb.id == "have":
        return False
    if holds((*said, *rest), *_ASKS):
        return False
    this = any(one.word == "this" and a.noun(two, "period") for one, two in pairwise(rest))
    return this or any(closed(token) == "TIME" and token.word.startswith("until") for token in (*said, *rest))


_ASKS = names("IF WHEN UNTIL UNLESS AS_LONG_AS FIRST_TIME REL WHERE WHOSE TIME_CLAUSE")


def do_nothing(a: Alternates, i: int) -> Found | None:
    """*Do nothing.*, a line of *Choose one:* or a step; of a player in an example, *Red does nothing.*"""
    if a.text(i + 1) != "nothing" or not a.ends(i + 2):
        return None
    if a.text(i) == "does":
        return Found(2, [a.said("declines", a.tokens[i])])
    if not a.begins_clause():
        return None
    return Found(2, _nothing(a, i))


def _would(a: Alternates) -> list[Token] | None:
    """The sentence so far, if it says that something would happen."""
    event = since(a.out, SENTENCE)
    return event if says(event, "would") else None


def _nothing(a: Alternates, i: int) -> list[Token]:
    return [a.said(word, a.tokens[i]) for word in ("nothing", "happens")]


def _nothing_instead(a: Alternates, i: int) -> list[Token]:
    return [*_nothing(a, i), a.said("instead", a.tokens[i])]


def _of_so_much(a: Alternates, i: int, event: list[Token]) -> list[Token] | None:
    """*If you would lose health, prevent that.* is *lose 0 health instead*: no more than that is prevented."""
    at = next(k for k, token in enumerate(event) if token.word == "would")
    verb = nth(event, at + 1).find("verb")
    amounts = [t for t in event[at + 2 :] if a.noun(t, "quantity")]
    if verb.id not in ("gain", "lose", "pay") or len(amounts) != 1:
        return None
    token, you = a.tokens[i], event[at - 1].word == "you"
    who = [] if you else [a.said("they", token)]
    noun = a.lexicon.vocabulary.nouns[a.noun(amounts[0], "quantity")]
    said = [a.said(verb.id, token), a.number("0", token), a.said(noun.plural, token)]
    return [*who, *said, a.said("instead", token)]
