"""Accepted alternates for what is given to somebody who is named: *The high bidder gives coins equal to the high bid to
the auctioneer.*, *They give you a dagger from their hand.*

Rules of `alternates.py`, after those of `handed.py`.
"""

from __future__ import annotations

from toolkit.language.lexer import Token, names
from toolkit.language.wording.each_by_itself import of_each
from toolkit.language.wording.passage import Alternates
from toolkit.language.wording.replaced import (
    CLAUSE,
    SENTENCE,
    Found,
    closed,
    is_player,
    mark,
    says,
    since,
    until,
)

_LESS = {"give": "lose", "gives": "loses", "pay": "pay", "pays": "pays"}
PUT = {"give": "put", "gives": "puts", "pass": "put", "passes": "puts"}
_LEMMA = {"give": "give", "gives": "give", "pass": "pass", "passes": "pass", "pay": "pay", "pays": "pay"}
GIVE, PASS = frozenset(_LESS), frozenset(PUT)
_ENDS = CLAUSE | {"AND", "OR", "THEN"}
_OPEN = frozenset({"each", "every", "may", "can", "another"})
_WHERE = ("in", "from", "at", "on")


def so_much(a: Alternates, i: int) -> Found | None:
    """*The high bidder gives coins equal to the high bid to the auctioneer.* is *The high bidder loses coins equal to
    the high bid, then the auctioneer gains that many coins.*; *pays* likewise, and *gives 2 coins*.
    """
    subject, to = since(a.out, CLAUSE), _to(a, i)
    if to is None or says(subject, *_OPEN) or _in_condition(subject):
        return None
    end = until(a.tokens, to, SENTENCE)
    who = a.tokens[to + 1 : end]
    counted = a.noun(a.at(i + 1), "quantity")
    if not counted and a.text(i) in ("give", "gives") and a.tokens[i + 1].type == "NUMBER":
        counted = a.noun(a.at(i + 2), "quantity") if to == i + 3 else ""
    elif a.text(i + 2) != "equal to":
        return None
    if not counted or not _named(a, who) or said_to(a, i):
        return None
    like, amount = a.tokens[i], a.within(i + 1, to - (a.tokens[to - 1].type == "COMMA"))
    gains = "gain" if who[0].word == "you" else "gains"
    if of_each(a, who, subject):  # *that player* would be who pays
        who, gains = a.words(a.tokens[to], "they"), "gain"
    then = [mark("COMMA", a.tokens[to]), *a.words(a.tokens[to], "then")]
    many = a.words(a.tokens[to], gains, "that many", a.lexicon.vocabulary.nouns[counted].plural)
    return Found(end - i, [a.said(_LESS[a.text(i)], like), *amount, *then, *who, *many])


def _to(a: Alternates, i: int) -> int | None:
    """Where *to* stands, before the one who gets it; *, rounded down,* may stand between."""
    end = until(a.tokens, i, SENTENCE)
    found = [k for k in range(i + 2, end) if closed(a.tokens[k]) == "TO"]
    if len(found) != 1:
        return None
    commas = [k for k in range(i + 1, end) if a.tokens[k].type == "COMMA"]
    rounds = [k for k in commas if a.text(k + 1).startswith("rounded")]
    if any(k not in rounds and k != found[0] - 1 for k in commas):
        return None
    joined = any(closed(a.tokens[k]) in ("AND", "OR", "THEN", "IF") for k in range(i + 1, end))
    return None if joined else found[0]


def _named(a: Alternates, who: list[Token]) -> bool:
    """*the auctioneer*, *that player*, *you*, a name: whoever has most of something may be somebody else afterwards."""
    words = [token.word for token in who]
    if words in (["you"], ["that", "player"]) or (len(who) == 1 and is_player(who[0], a)):
        return True
    return len(who) == PAIR and words[0] == "the" and bool(who[1].find("noun")) and words[1] != "player"


PAIR = 2


def _in_condition(subject: list[Token]) -> bool:
    return any(
        closed(token) in names("IF WHEN UNLESS REL WOULD") or token.word in ("would", "cannot")
        for token in subject
    )


def said_to(a: Alternates, i: int) -> bool:
    """Whether the pack itself says the verb at `i` of things and somebody who gets them."""
    return any(
        each.verb == _LEMMA[a.text(i)] and any(slot.role == "to" for slot in each.slots)
        for each in a.lexicon.vocabulary.templates
    )


def _receiver(a: Alternates, i: int) -> int:
    """How many words name one who gets something; 0: nobody is named."""
    first = a.at(i)
    if (a.text(i), a.text(i + 1)) == ("that", "player"):
        return PAIR
    return int(first.word == "you" or is_player(first, a))


def to_somebody(a: Alternates, i: int) -> Found | None:
    """*give you a dagger from their hand*, *give that player a card in your hand*: put from there in the like place of
    the other.
    """
    who, first = _receiver(a, i + 1), a.at(i + 1)
    if not first or not who:
        return None
    end = until(a.tokens, i, _ENDS)
    if end < i + who + 5 or said_to(a, i):
        return None
    prep, whose, place = a.tokens[end - 3 : end]
    entry = a.lexicon.vocabulary.nouns.get(a.noun(place, "place"))
    if prep.word not in _WHERE or closed(whose) != "POSS" or entry is None or entry.place_of != "player":
        return None
    what = a.tokens[i + 1 + who : end - 3]
    if not a.speaks_of(what, "thing"):
        return None
    if first.word == "you":
        where = a.words(first, entry.prep, "your", entry.id)
    else:
        where = [*a.words(first, entry.prep, "the", entry.id, "of"), *a.tokens[i + 1 : i + 1 + who]]
    return Found(
        end - i, [a.said(PUT[a.text(i)], a.tokens[i]), *what, a.said("from", prep), whose, place, *where]
    )


def to_who_has(a: Alternates, i: int) -> Found | None:
    """*The banker gives 2 coins to the player with the fewest coins.* is *If a player has fewer coins than each other
    player, the banker loses 2 coins, then they gain that many coins.*: who that is, is asked before anybody loses any.
    """
    subject, to = since(a.out, SENTENCE), _to(a, i)
    if to is None or not _alone(a, subject) or said_to(a, i):
        return None
    end = until(a.tokens, to, SENTENCE)
    who, amount = a.tokens[to + 1 : end], a.within(i + 1, to - (a.tokens[to - 1].type == "COMMA"))
    if [token.word for token in who[:-2]] != ["the", "player", "with", "the"]:
        return None
    than, what = {"fewest": "fewer", "most": "more"}.get(who[-2].word), a.noun(who[-1], "quantity")
    given = next((each for token in amount if (each := a.noun(token, "quantity"))), None)
    if than is None or not what or given is None:
        return None
    nouns, like, there = a.lexicon.vocabulary.nouns, a.tokens[i], a.tokens[to]
    first = subject[0]
    if not first.find("name"):
        subject = [a.spelled(first.word, first), *subject[1:]]
    found = a.words(
        first, "If", "a", "player", "has", than, nouns[what].plural, "than", "each", "other", "player"
    )
    then = [mark("COMMA", there), *a.words(there, "then", "they", "gain", "that many", nouns[given].plural)]
    loses = a.said(_LESS[a.text(i)], like)
    return Found(end - i, [*found, mark("COMMA", first), *subject, loses, *amount, *then], drop=len(subject))


def _alone(a: Alternates, subject: list[Token]) -> bool:
    """Whether one is named who gives it, and nothing before that: no condition, no other order."""
    several = any(token.word in _OPEN or token.type == "COMMA" or closed(token) == "AND" for token in subject)
    return bool(subject) and not several and not _in_condition(subject)
