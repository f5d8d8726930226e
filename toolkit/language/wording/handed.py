"""Accepted alternates for what one player gives another: *Give a card from your hand to that player.*

Rules of `alternates.py`, as in `people.py`: it is put from the place that is named in the like place of the other.  A
verb of the pack that says so itself goes first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolkit.language.lexer import Token, names
from toolkit.language.wording.replaced import CLAUSE, Found, closed, mark, since, until

if TYPE_CHECKING:
    from toolkit.language.wording.alternates import Alternates

_LEMMAS = {"give": "put", "gives": "puts", "pass": "put", "passes": "puts"}
_VERBS = {"give": "give", "gives": "give", "pass": "pass", "passes": "pass", "pay": "pay", "pays": "pay"}
_PAID = {"pay": "pay", "pays": "pays", "give": "lose", "gives": "loses"}
_TAKEN = {"take": "lose", "steal": "lose"}
WORDS = frozenset(_LEMMAS)
PAID, TAKEN = frozenset(_PAID), frozenset(_TAKEN)


def given(a: Alternates, i: int) -> Found | None:
    """*gives 2 cards in their hand to the player to their left*."""
    to = _joint(a, i + 1)
    if to is None or to < i + 5 or _of_the_pack(a, i):
        return None
    prep, whose, place = a.tokens[to - 3 : to]
    if prep.text.casefold() not in ("in", "from", "at", "on") or closed(whose) != "POSS":
        return None
    entry = a.lexicon.vocabulary.nouns.get(a.noun(place, "place") or "")
    if entry is None or entry.place_of != "player" or not _player(a, to + 1):
        return None
    token = a.tokens[to]
    where = _said(a, token, entry.prep, "the", entry.id, "of")
    verb = a.said(_LEMMAS[a.text(i)], a.tokens[i])
    taken = [*a.tokens[i + 1 : to - 3], a.said("from", prep), whose, place]
    return Found(to + 1 - i, [verb, *taken, *where])


def paid(a: Alternates, i: int) -> Found | None:
    """*Pay 2 coins to that player.* is *Pay 2 coins, then that player gains that many coins.*, of each who pays by
    themself; who may pay: *If you do, …*.
    """
    to = _joint(a, i + 1)
    amount = _amount(a, i + 1, to)
    if to is None or amount is None or _of_the_pack(a, i) or not _somebody(a, to + 1):
        return None
    end = _end(a, to)
    if a.at(end) is not None and a.tokens[end].type not in ("STOP", "BULLET"):
        return None
    token = a.tokens[to]
    subject = _subject(a)
    may = bool(subject) and subject[-1].text.casefold() == "may"
    each = bool(subject) and subject[0].text.casefold() in ("each", "every")
    if a.text(i) in WORDS and (not each or may or a.text(to + 1) in ("another", "a")):
        return None  # what one of them gives, or somebody is chosen first: `handing.py`
    pays = [a.said(_PAID[a.text(i)], a.tokens[i]), *_counted(a, i + 1, to)]
    gains = _received(a, a.tokens[to + 1 : end], token, amount)
    if may:
        return Found(end - i, [*pays, *_if_done(a, subject, token), *gains])
    behind = [mark("COMMA", token), a.said("then", token), *gains]
    if each:
        first = subject[0]
        loop = [a.said("for each", first), *subject[1:], mark("COMMA", token)]
        return Found(end - i, [*loop, *_said(a, token, "that", "player"), *pays, *behind], drop=len(subject))
    return Found(end - i, [*pays, *behind])


def _if_done(a: Alternates, subject: list[Token], like: Token) -> list[Token]:
    """*. If they do,*, of who may pay."""
    who = "you" if len(subject) == 1 or subject[0].text.casefold() == "you" else "they"
    return [mark("STOP", like), *_said(a, like, "If", who, "do"), mark("COMMA", like)]


def _received(a: Alternates, receiver: list[Token], like: Token, amount: Token) -> list[Token]:
    """*that player gains that many coins*; *them* as a subject is *they*."""
    several = receiver[-1].text.casefold() in ("you", "them") or _several(receiver)
    who = [a.said("they", each) if each.text.casefold() == "them" else each for each in receiver]
    return [*who, *_said(a, like, "gain" if several else "gains", "that many"), _plural(a, amount)]


def took(a: Alternates, i: int) -> Found | None:
    """*Take 2 coins from each other player.*: of each by themself; from one of them: `handing.py`."""
    source = next((k for k in range(i + 1, _end(a, i)) if closed(a.tokens[k]) == "FROM"), None)
    amount = _amount(a, i + 1, source)
    before = a.out[-1] if a.out else None
    if source is None or amount is None or a.text(source + 1) not in ("each", "every"):
        return None
    if before is not None and before.type not in ("STOP", "BULLET", "COMMA"):
        return None  # somebody else takes
    token, end = a.tokens[i], _end(a, source)
    giver = a.tokens[source + 2 : end]
    loop = [a.said("For each" if token.text[:1].isupper() else "for each", a.tokens[source + 1]), *giver]
    loses = [mark("COMMA", token), *_said(a, token, "that", "player", "loses")]
    gained = [mark("COMMA", token), *_said(a, token, "then", "you", "gain", "that many")]
    return Found(end - i, [*loop, *loses, *_counted(a, i + 1, source), *gained, _plural(a, amount)])


def _said(a: Alternates, like: Token, *words: str) -> list[Token]:
    return [a.spelled(word, like) for word in words]


def _plural(a: Alternates, like: Token) -> Token:
    noun = a.lexicon.vocabulary.nouns[a.noun(like, "quantity") or ""]
    return a.spelled(noun.plural, like)


def _somebody(a: Alternates, i: int) -> bool:
    """Whether a phrase begins here that may be a player's: *the banker*, *that player*, a name."""
    first = a.at(i)
    return first is not None and (closed(first) in names("ART QIN POSS PRON") or _player(a, i))


def _counted(a: Alternates, start: int, end: int) -> list[Token]:
    """What stands there, *a coin* as *1 coin*."""
    found = list(a.tokens[start:end])
    if found and found[0].text.casefold() in ("a", "an"):
        found[0] = a.number("1", found[0])
    return found


def _several(phrase: list[Token]) -> bool:
    """*the other players*."""
    return any((noun := token.find("noun")) is not None and noun.form == "p" for token in phrase)


def _amount(a: Alternates, start: int, end: int | None) -> Token | None:
    """The noun of a quantity of which something stands here."""
    found = [each for each in a.tokens[start : end or start] if a.noun(each, "quantity") is not None]
    return found[0] if len(found) == 1 else None


def _end(a: Alternates, i: int) -> int:
    """Where the clause ends."""
    return until(a.tokens, i, CLAUSE | {"AND", "OR", "THEN"})


def _subject(a: Alternates) -> list[Token]:
    """What stands before the verb in its clause."""
    return since(a.out, CLAUSE)


def _joint(a: Alternates, i: int) -> int | None:
    """Where *to* stands in the clause."""
    at = until(a.tokens, i, CLAUSE | {"TO"})
    return at if at < len(a.tokens) and closed(a.tokens[at]) == "TO" else None


def _player(a: Alternates, i: int) -> bool:
    """Whether a player is named behind."""
    for token in a.tokens[i : until(a.tokens, i, CLAUSE)]:
        if a.noun(token, "player") is not None or token.text.casefold() in ("opponent", "them", "you"):
            return True
        name = token.find("name")
        if name is not None:
            return a.lexicon.vocabulary.names[name.id].noun == "player"
    return False


def _of_the_pack(a: Alternates, i: int) -> bool:
    """Whether the verb is said of things and players already."""
    return any(
        template.verb == _VERBS[a.text(i)] and any(slot.role == "to" for slot in template.slots)
        for template in a.lexicon.vocabulary.templates
    )
