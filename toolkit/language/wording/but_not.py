"""Accepted alternates: *if you have the cup or the key, but not both* is *if you have exactly one of the cup and the
key*, *if you have the cup but not the key* is *if you have the cup and do not have the key*; *each player with a cup
but no key* is *each player with a cup and no key*.
"""

from __future__ import annotations

from toolkit.language.lexer import Token
from toolkit.language.wording.passage import Alternates
from toolkit.language.wording.replaced import CLAUSE, CONDITION, Found, closed, holds, since

_ARE_SO = frozenset({"have", "are", "do not", "do"})


def but_not(a: Alternates, i: int) -> Found | None:
    """What stands from *but* on; a comma may stand before it."""
    comma = bool(a.out) and closed(a.last) == "COMMA"
    before = a.out[:-1] if comma else a.out
    clause = since(before, CLAUSE | {"THEN"})
    if a.text(i + 1) != "not":
        return _but_so(a, i, clause, comma=comma)
    if not holds(clause, *CONDITION):
        return None
    has = next((k for k in range(len(clause) - 1, -1, -1) if clause[k].word in ("has", "have")), None)
    if has is None or has + 1 == len(clause):
        return None
    drop, like = int(comma), a.tokens[i]
    if a.text(i + 2) == "both":
        return _exactly_one(a, i, clause[has + 1 :], drop)
    end = a.end(i + 2)
    do_not = "does not" if clause[has].word == "has" else "do not"
    if end == i + 2:
        return None
    return Found(end - i, [*a.words(like, "and", do_not, "have"), *a.within(i + 2, end)], drop=drop)


def _but_so(a: Alternates, i: int, clause: list[Token], *, comma: bool) -> Found | None:
    """*each player with a cup but no key* (a condition keeps its *but*); *if you have a cup, but you have no key*."""
    conditional, following = holds(clause, *CONDITION), a.text(i + 1)
    if conditional and following in ("you", "they") and a.text(i + 2) in _ARE_SO:
        return Found(1, [a.said("and", a.tokens[i])])
    had = any(token.word in ("with", "has", "have") for token in clause)
    if conditional or not had or following != "no" or not a.nominal(i + 2):
        return None
    return Found(1, [a.said("and", a.tokens[i])], drop=int(comma))


def _exactly_one(a: Alternates, i: int, said: list[Token], drop: int) -> Found | None:
    """*the cup or the key but not both*."""
    either = int(said[0].word == "either")
    joints = [k for k, token in enumerate(said) if closed(token) == "OR"]
    if len(joints) != 1 or not a.ends(i + 3):
        return None
    like, one, other = a.tokens[i], said[either : joints[0]], said[joints[0] + 1 :]
    both = [*a.words(like, "exactly", "one of"), *one, a.said("and", like), *other]
    return Found(3, both, drop=drop + len(said))
