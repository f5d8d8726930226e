"""Accepted alternates for who receives something: *Pay that player 2 coins.*, *Each other player must either give you
1 coin or rest.*

Rules of `alternates.py`, as in `people.py`.  What they leave, *pay 2 coins to that player*, is the rules' of
`handed.py` and `handing.py`.
"""

from __future__ import annotations

from toolkit.language.lexer import Token, names
from toolkit.language.wording.handing import amount_at, definite, indefinite
from toolkit.language.wording.passage import Alternates
from toolkit.language.wording.replaced import (
    CHOICE,
    CLAUSE,
    SENTENCE,
    Found,
    closed,
    mark,
    nth,
    since,
    text_of,
    until,
)

_LONGEST = 10
"""Words of *the owner of a cat in the park*, and the verb."""
_ORDERS = frozenset({"pay", "give"})
_OPENS = names("IF WHEN UNLESS AS_LONG_AS FIRST_TIME REL WHOSE")


def first(a: Alternates, i: int) -> Found | None:
    """*Pay that player 2 coins.* is *Pay 2 coins to that player.*"""
    if a.text(i).removesuffix("s") in a.lexicon.frames and a.text(i).startswith("give"):
        return None
    for at in range(i + 2, min(i + _LONGEST, len(a.tokens))):
        amount, used = amount_at(a, at)
        person = a.tokens[i + 1 : at]
        if not amount:
            continue
        end = at + used
        if text_of(person) == "you" and end < len(a.tokens) and closed(a.tokens[end]) == "FOR_EACH":
            end = a.end(end)  # *pays you 1 coin for each of your cats*
        if not a.ends(end) or not _somebody(a, person):
            return None
        to = a.spelled("to", person[0])
        a.tokens[i + 1 : end] = [*a.tokens[at:end], to, *person]
        return None
    return None


def _somebody(a: Alternates, person: list[Token]) -> bool:
    """*you*, *that player*, *another player*, *its owner*; what each of several gets is paid to nobody yet."""
    words = [token.word for token in person]
    known = words[:1] in (["its"], ["that"], ["this"])
    owner = (known and words[-1] == "owner") or words[:3] == ["the", "owner", "of"]
    return owner or indefinite(person) or definite(a, person)


def shown(a: Alternates, i: int) -> Found | None:
    """*Show that player a card*, *Show your card to all players*: what is shown to somebody is revealed to them.

    A thing that *shows 4* has that on it, and shows it to nobody.
    """
    start = since(a.out, CLAUSE)
    if any(closed(token) in _OPENS or token.find("verb") for token in start) or _of_the_pack(a, "show"):
        return None
    end = a.end(i + 1)
    person, what = _to_whom(a, i + 1, end)
    everybody = text_of(person) == "all players"
    if not _shows(a, what) or not (everybody or definite(a, person)):
        return None
    a.tokens[i + 1 : end] = what if everybody else [*what, a.spelled("to", a.tokens[i]), *person]
    return Found(1, [a.said("reveals" if a.text(i).endswith("s") else "reveal", a.tokens[i])])


def _to_whom(a: Alternates, i: int, end: int) -> tuple[list[Token], list[Token]]:
    """Who sees it, and what: *your card to that player*, *that player your card*."""
    tokens = a.tokens[i:end]
    to = next((k for k, token in enumerate(tokens) if k and closed(token) == "TO"), None)
    if to is not None:
        return tokens[to + 1 :], tokens[:to]
    begins = names("POSS ART QIN NUMBER")
    at = next((k for k, token in enumerate(tokens[:_LONGEST]) if k and closed(token) in begins), len(tokens))
    return tokens[:at], tokens[at:]


def _of_the_pack(a: Alternates, verb: str) -> bool:
    return any(each.verb == verb and each.pack != "core" for each in a.lexicon.vocabulary.templates)


def _shows(a: Alternates, what: list[Token]) -> bool:
    """Whether it is a thing."""
    return a.speaks_of(what, "thing") and not a.speaks_of(what, "quantity", "attribute")


def or_else(a: Alternates, i: int) -> Found | None:
    """*Each other player must give you 1 coin or rest.* is *Each other player chooses one:* and a line for each."""
    end = until(a.tokens, i, SENTENCE)
    subject = since(a.out, SENTENCE)
    either = a.text(i + 1) == "either"
    ways = _ways(a.tokens[i + 1 + either : end])
    if not subject or any(closed(token) in _OPENS or token.type == "COMMA" for token in subject):
        return None
    if len(ways) != 2 or not all(map(_is_order, ways)) or not any(_pays_somebody(a, way) for way in ways):
        return None
    if end < len(a.tokens) and a.tokens[end].type != "STOP":
        return None
    token = a.tokens[i]
    several = subject[-1].word in ("you", "they")
    made = [mark("COLON", token)]
    for k, way in enumerate(ways):
        head = way[0]
        made += [mark("STOP", ways[0][-1])] if k else []
        made += [mark("BULLET", head), _beginning(a, head), *way[1:]]
    a.tokens[i + 1 : end] = made
    choose = "choose one" if several else "chooses one"
    return Found(1, [Token(choose, token.start, token.end, token.span, CHOICE, "CHOOSE_ONE")])


def _beginning(a: Alternates, head: Token) -> Token:
    """The verb of a line; nobody can choose to give what they have not got, which is to *pay*."""
    if head.word == "give":
        return a.spelled("Pay", head)
    return head.large()


def _ways(tokens: list[Token]) -> list[list[Token]]:
    """What stands between *or*s."""
    ways: list[list[Token]] = [[]]
    for token in tokens:
        if closed(token) == "OR":
            ways.append([])
        else:
            ways[-1].append(token)
    return ways


def _is_order(way: list[Token]) -> bool:
    """Whether it is one verb in its base form and what it is done with."""
    verb = nth(way, 0).find("verb")
    if not way:
        return False
    base = way[0].word in _ORDERS or "b" in verb.form
    return base and not any(token.type == "COMMA" or closed(token) in ("AND", "THEN") for token in way)


def _pays_somebody(a: Alternates, way: list[Token]) -> bool:
    """*give you 1 coin*, *pay 1 coin to you*."""
    if way[0].word not in _ORDERS:
        return False
    inner = type(a)(list(way), a.lexicon)
    first(inner, 0)
    amount, used = amount_at(inner, 1)
    return bool(amount) and inner.text(1 + used) == "to" and _somebody(a, inner.tokens[2 + used :])
