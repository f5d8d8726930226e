"""The known words nearest to an unknown one, for "did you mean"."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import SequenceMatcher

LONGEST = 80
"""Longer words than this are compared by their beginning; a name is never so long by mistake."""


def nearest(word: str, candidates: Iterable[str], limit: int = 3) -> tuple[str, ...]:
    """Up to `limit` candidates that `word` may have been meant as, the nearest first.

    Letter case does not count, neighbouring letters that changed places count as one slip, and nothing
    is returned that a reader would not recognise. The order is stable: equal ones keep their order.
    """
    target = word.casefold()[:LONGEST]
    if not target:
        return ()
    matcher: SequenceMatcher[str] = SequenceMatcher(autojunk=False)
    matcher.set_seq2(target)
    found: list[tuple[float, int, str]] = []
    for i, candidate in enumerate(dict.fromkeys(candidates)):
        known = candidate.casefold()[:LONGEST]
        if known == target:
            found.append((-2.0, i, candidate))
            continue
        matcher.set_seq1(known)
        # The quick ratio compares the letters as a bag, so letters that changed places pass it.
        if matcher.real_quick_ratio() < 0.6 or matcher.quick_ratio() < 0.6:
            continue
        slips = distance(known, target)
        score = max(matcher.ratio(), 1 - slips / max(len(known), len(target)))
        if score >= 0.6 or (slips == 1 and sorted(known) == sorted(target)):
            found.append((-score, i, candidate))
    found.sort()
    return tuple(candidate for _, _, candidate in found[:limit])


def distance(a: str, b: str) -> int:
    """How many letters must be put in, left out, changed or swapped with a neighbour to make `b` of `a`."""
    before: list[int] = []
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        before, last, row = row, before, [i]
        for j, y in enumerate(b, 1):
            best = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (x != y))
            if i > 1 and j > 1 and x == b[j - 2] and a[i - 2] == y:
                best = min(best, last[j - 2] + 1)
            row.append(best)
    return row[-1]
