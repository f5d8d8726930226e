"""Accepted alternates for what each of several players does, and what comes of it each time: *Each player chooses
another player, then the chosen player gains 1 coin.*, *For each of their debts, each player pays 1 coin.*

Rules of `alternates.py`: *For each player, that player …, then …* says where a pass begins and where it ends.
"""

from __future__ import annotations

from toolkit.language.lexer import Token
from toolkit.language.wording.compared import AMOUNTS
from toolkit.language.wording.passage import Alternates
from toolkit.language.wording.replaced import SENTENCE, Found, closed, holds, mark, since, where_said


def then_the_chosen(a: Alternates, i: int) -> Found | None:
    """*Each player chooses another player, then the chosen player gains 1 coin.* is *For each player, that player
    chooses another player, then the chosen player gains 1 coin.*: of each the one that they chose.
    """
    said = since(a.out, SENTENCE)
    at = where_said(said, "each")
    chosen = a.at(i + 1)
    if at is None or not chosen or [closed(token) for token in said[-3:-1]] != ["COMMA", "THEN"]:
        return None
    if at and closed(said[at - 1]) != "COMMA":
        return None
    who, chooses, what = _who(a, said, at), *_chooses(a, said)
    noun = chosen.find("noun")
    if not who or at + 1 + len(who) != chooses or not noun or what != noun.id:
        return None
    return Found(1, [*_of_each(a, said, at, who), *said[chooses:], a.tokens[i]], drop=len(said))


def _who(a: Alternates, said: list[Token], at: int) -> list[Token]:
    """*player* or *other player* behind *each*."""
    end = at + 2 if at + 1 < len(said) and said[at + 1].word == "other" else at + 1
    return said[at + 1 : end + 1] if end < len(said) and said[end].word == "player" else []


def _chooses(a: Alternates, said: list[Token]) -> tuple[int, str]:
    """Where *chooses* stands, and what is chosen, if it is one and nothing else is done in the clause."""
    at = next((k for k, token in enumerate(said) if token.word == "chooses"), len(said))
    what = said[at + 1 : -3]
    if not what or what[0].word not in ("a", "an", "another"):
        return len(said), ""
    if holds(what, "AND", "OR", "COMMA", "THEN"):
        return len(said), ""
    head = next((noun for token in what if (noun := token.find("noun"))), None)
    return at, head.id if head is not None else ""


def _of_each(a: Alternates, said: list[Token], at: int, who: list[Token]) -> list[Token]:
    """*For each player, that player*, behind what stands before *each player*."""
    each = said[at]
    return [
        *said[:at],
        a.spelled("for each" if at else "For each", each),
        *who,
        mark("COMMA", each),
        *a.words(each, "that", "player"),
    ]


def of_their_own(a: Alternates, i: int) -> Found | None:
    """*For each of their debts, each player pays 1 coin*, *For each debt they have, …* is *For each player, for each
    debt they have, that player pays 1 coin*.  Only as the first words of a text: else *they* may be somebody else.
    """
    said, player = list(a.out), a.at(i + 1)
    if not said or said[0].text.casefold() not in ("for each", "for each of") or closed(said[-1]) != "COMMA":
        return None
    words, counted = [token.word for token in said], _amount_of_theirs(a, said[:-1])
    used = 3 if a.text(i + 1) == "other" else 2
    if not player or counted is None or a.text(i + used - 1) != "player" or words.count(",") != 1:
        return None
    like, who = a.tokens[i], a.tokens[i + 1 : i + used]
    each = [a.spelled("For each", said[0]), *who, mark("COMMA", said[0]), a.spelled("for each", said[0])]
    had = [counted, *a.words(counted, "they", "have"), said[-1]]
    return Found(used, [*each, *had, *a.words(like, "that", "player")], drop=len(said))


def _amount_of_theirs(a: Alternates, said: list[Token]) -> Token | None:
    """*debt* of *for each of their debts*, *for each debt they have*."""
    words = [token.word for token in said]
    if words[1:] and words[-2:] == ["they", "have"] and len(words) == _DEBT_THEY_HAVE:
        noun = said[1]
    elif words[-2:-1] == ["their"] and len(words) in (_OF_THEIR_DEBTS, _OF_THEIR_DEBTS + 1):
        noun = said[-1]
    else:
        return None
    name = a.noun(noun, "quantity")
    entry = a.lexicon.vocabulary.noun(name)
    return a.spelled(entry.id, noun) if entry is not None and entry.owned else None


_DEBT_THEY_HAVE, _OF_THEIR_DEBTS = 4, 3


def as_them(a: Alternates, who: list[Token], subject: list[Token]) -> list[Token]:
    """*them* for *that player*, who would be the one who pays."""
    return [a.said("them", who[0])] if of_each(a, who, subject) else who


def of_each(a: Alternates, who: list[Token], subject: list[Token]) -> bool:
    """*For each other player, the auctioneer pays 1 coin to that player*: to each of those."""
    before = since(a.out, SENTENCE)[: -len(subject)] if subject else []
    words = [token.text.casefold() for token in before]
    each = "for each" in words and "player" in words[words.index("for each") + 1 :][:2]
    named = bool(subject) and subject[0].word not in ("you", "they", "that")
    return each and named and [token.word for token in who] == ["that", "player"]


def who_did_most(a: Alternates, i: int) -> Found | None:
    """*the player who drew the most cards this turn* is *the player with the most cards that they drew this turn*.
    Without a time it is not known since when.
    """
    if [each.word for each in a.out[-3:-2]] != ["who"] or a.last.word != "the":
        return None
    who, does, the = a.out[-3:]
    verb = does.find("verb")
    head = next((k for k in range(i + 1, a.end(i + 1)) if a.tokens[k].find("noun")), None)
    if head is None or "d" not in verb.form or verb.id in AMOUNTS or not _time_at(a, head + 1):
        return None
    said = [a.said("with", who), the, *a.tokens[i : head + 1], *a.words(does, "that", "they"), does]
    return Found(head + 1 - i, said, drop=3)


def _time_at(a: Alternates, i: int) -> bool:
    """Whether *this turn*, *in that round* stands there."""
    at = i + 1 if a.text(i) == "in" else i
    return a.text(at) in ("this", "that") and bool(a.noun(a.at(at + 1), "period"))
