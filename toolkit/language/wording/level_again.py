"""Accepted alternate: *Lower the price by 1. Otherwise, raise it by 1.* is *… Otherwise, raise the price by 1.*

No amount is called *it*; the one that was changed last is said again, where no thing was named that *it* could be.
"""

from __future__ import annotations

from toolkit.language.wording.passage import Alternates
from toolkit.language.wording.replaced import Found

_CHANGES = frozenset({"raise", "raises", "lower", "lowers", "set", "sets"})
_WHOSE = frozenset({"the", "your", "their"})


def changed_again(a: Alternates, i: int) -> Found | None:
    """*it* behind *raise*, *lower* or *set*."""
    if not a.out or a.last.word not in _CHANGES:
        return None
    before = a.out[:-1]
    at = next((k for k in range(len(before) - 1, -1, -1) if before[k].word in _CHANGES), None)
    if at is None or len(before) < at + len(("raise", "the", "price", "by")):
        return None
    whose, what, by = before[at + 1 : at + 4]
    if whose.word not in _WHOSE or not a.noun(what, "quantity") or by.word not in ("by", "to"):
        return None
    if any(a.noun(token, "thing", "place") or token.find("name") for token in before):
        return None
    return Found(1, [a.spelled(whose.word, a.tokens[i]), a.spelled(what.word, a.tokens[i])])
