"""Accepted alternates for several things that are done, listed with commas.

Rules of `alternates.py`: *Discard a card, draw a card, then gain 1 coin.* are orders that follow each other; *Each
player draws a card, pats a cat, and gains 1 coin.* are sentences, of which each speaks of the same player.
"""

from __future__ import annotations

from itertools import pairwise

from toolkit.language.lexer import Token, names
from toolkit.language.wording.passage import Alternates
from toolkit.language.wording.replaced import SENTENCE, Found, closed, mark, since, until

_OBJECTS = names("ART POSS QIN QOUT BOUND PRON OTHER")
"""What an object begins with: *pile another* is an order, where *pile* is a place as well."""
_EACH = frozenset({"each", "every"})
_LAST = names("AND THEN")


def listed_orders(a: Alternates, i: int) -> Found | None:
    """*Discard a card, draw a card, then gain 1 coin.*: the orders of a list follow each other."""
    following = a.at(i + 1)
    clause = a.clause_before()
    if not following or not clause or not is_order(following):
        return None
    behind = a.at(i + 2)
    if a.nominal(i + 1) and (closed(behind) not in _OBJECTS):
        return None
    if not is_order(clause[0]) or clause[0].find("noun") or not _goes_on(a, i + 1):
        return None
    return Found(1, [a.tokens[i], a.said("then", following)])


def _goes_on(a: Alternates, i: int) -> bool:
    """Whether *then* or *and* stands before a later order of the sentence."""
    sentence = a.tokens[i : until(a.tokens, i, SENTENCE)]
    return any(closed(joint) in _LAST and is_order(token) for joint, token in pairwise(sentence))


def is_order(token: Token) -> bool:
    """Whether a verb stands there in its base form."""
    return "b" in token.find("verb").form and not any(r.kind == "word" for r in token.readings)


def done_by_each(a: Alternates, i: int) -> Found | None:
    """*Each player draws a card, pats a cat, and gains 1 coin.* is *Each player draws a card. They pat a cat. They
    gain 1 coin.*
    """
    end = until(a.tokens, i, SENTENCE)
    joints = _joints(a, i, end) if _of_each_player(a, since(a.out, SENTENCE)) and _is_done(a, i + 1) else []
    if not joints:
        return None
    for k in reversed(joints):
        verb = _behind(a, k) or k + 1
        a.tokens[k : verb + 1] = _they(a, a.tokens[verb])
    return Found(2, _they(a, a.tokens[i + 1]))


def _joints(a: Alternates, i: int, end: int) -> list[int]:
    """Where what is done is joined, behind the comma at `i`; nothing, if it is no list, or more stands between."""
    joints = [k for k in range(i + 2, end) if a.tokens[k].type == "COMMA" and _behind(a, k)]
    if any(a.tokens[k].type == "COMMA" and k not in joints for k in range(i + 2, end)):
        return []  # what else stands between commas may be said of all of it
    if not joints or closed(a.tokens[joints[-1] + 1]) not in _LAST:
        joints += [k - 1 for k in range(i + 2, end) if closed(a.tokens[k - 1]) == "AND" and _is_done(a, k)][
            -1:
        ]
    if not joints:
        return []
    last = joints[-1]
    return joints if closed(a.tokens[last]) in _LAST or closed(a.tokens[last + 1]) in _LAST else []


def _of_each_player(a: Alternates, said: list[Token]) -> bool:
    """Whether the sentence says of each player what they do, and nothing in front of it."""
    words = [token.word for token in said]
    who = 2 if words[1:2] == ["other"] else 1
    if not words or words[0] not in _EACH or len(said) < who + 2 or not a.noun(said[who], "player"):
        return False
    kinds = [closed(token) for token in said]
    verb = next((k for k in range(who + 1, len(said)) if _third(said[k])), None)
    joined = any(kind in _LAST or kind in ("OR", "COMMA", "MODAL") for kind in kinds)
    return verb is not None and not joined and not any(kind in ("REL", "WHOSE") for kind in kinds[:verb])


def _behind(a: Alternates, k: int) -> int | None:
    """Where the verb stands after a comma at `k`, which *and* or *then* may follow."""
    at = k + 1 + (k + 1 < len(a.tokens) and closed(a.tokens[k + 1]) in _LAST)
    return at if _is_done(a, at) else None


def _is_done(a: Alternates, i: int) -> bool:
    """*pats a cat*: the verb of a player, with its object, or one that is no noun besides."""
    token, object_ = a.at(i), a.at(i + 1)
    if not token or not _third(token):
        return False
    return not a.nominal(i) or (object_.type == "NUMBER" or closed(object_) in _OBJECTS)


def _third(token: Token) -> bool:
    return "t" in token.find("verb").form


def _they(a: Alternates, verb: Token) -> list[Token]:
    reading = verb.find("verb")
    assert reading
    return [mark("STOP", verb), *a.words(verb, "They", reading.id)]
