"""What counts of many games can tell, and what they cannot: intervals, tests, and how many games it would take.

In: whole numbers that games were counted into.  Out: plain floats.  Everything is a formula of a few lines over the
standard library's normal distribution; each names where it is from.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil, isfinite, sqrt
from statistics import NormalDist

NORMAL = NormalDist()

Z = NORMAL.inv_cdf(0.975)
"""Of a normal distribution 95 % lie within so many standard deviations."""

POWER = NORMAL.inv_cdf(0.8)
"""A difference is to be seen in 80 of 100 comparisons."""

LEVEL = 0.05
"""Of what is reported as changed, so large a share may be chance."""

FEW = 16
"""Up to so many pairs that differ their signs are turned in all ways; beyond, the normal distribution is as good."""

DIGITS = 4
"""Decimals that are kept: far more than so many games can tell."""

Joint = tuple[int, int, int, int]
"""Part and whole of a share in one game: of the old version, then of the new one."""


def rate(part: int, whole: int) -> float:
    """A part of a whole; of nothing, 0."""
    return round(part / whole, DIGITS) if whole else 0.0


def wilson(wins: int, games: int) -> tuple[float, float]:
    """The interval in which a rate lies that gave so many wins in so many games (Wilson 1927)."""
    if games == 0:
        return 0.0, 1.0
    rate, square = wins / games, Z * Z / games
    middle = (rate + square / 2) / (1 + square)
    half = Z * sqrt(rate * (1 - rate) / games + square / (4 * games)) / (1 + square)
    return round(max(0.0, middle - half), DIGITS), round(min(1.0, middle + half), DIGITS)


# --- Pairs --------------------------------------------------------------------------------------------------


def moments(differences: Mapping[int, int], pairs: int) -> tuple[float, float]:
    """Mean and variance of the differences of pairs; `differences`: how often each came that is not 0."""
    total = sum(value * times for value, times in differences.items())
    squares = sum(value * value * times for value, times in differences.items())
    mean = total / pairs
    return mean, max(0.0, (squares - total * mean) / (pairs - 1)) if pairs > 1 else 0.0


def student(freedom: int) -> float:
    """How many standard deviations hold 95 % when the deviation is estimated itself: Student's t, by the series of
    Abramowitz and Stegun 26.7.5.
    """
    parts = (
        Z,
        (Z**3 + Z) / (4 * freedom),
        (5 * Z**5 + 16 * Z**3 + 3 * Z) / (96 * freedom**2),
        (3 * Z**7 + 19 * Z**5 + 17 * Z**3 - 15 * Z) / (384 * freedom**3),
    )
    return sum(parts)


def paired_interval(differences: Mapping[int, int], pairs: int) -> tuple[float, float] | None:
    """The 95 % interval of the mean difference of pairs; None where no interval can be given: fewer than two pairs, or
    all pairs differ by the same, which says nothing about how much others would.
    """
    mean, variance = moments(differences, pairs) if pairs else (0.0, 0.0)
    if not variance:
        return None
    half = student(pairs - 1) * sqrt(variance / pairs)
    return mean - half, mean + half


def paired_rate_interval(more: int, fewer: int, pairs: int) -> tuple[float, float]:
    """The 95 % interval of the difference of two rates over the same games: `more` happened in the new version only,
    `fewer` in the old one only (Bonett and Price 2012: one more of each, which holds also where few pairs differ).
    """
    gained, lost = (more + 1) / (pairs + 2), (fewer + 1) / (pairs + 2)
    half = Z * sqrt((gained + lost - (gained - lost) ** 2) / (pairs + 2))
    return max(-1.0, gained - lost - half), min(1.0, gained - lost + half)


def sign_test(differences: Mapping[int, int]) -> float:
    """How likely differences at least so far from 0 are, if in each pair old and new could as well be exchanged: the
    randomisation test of pairs (Fisher 1935), of which McNemar's is the case of 0 and 1.
    """
    total = abs(sum(value * times for value, times in differences.items()))
    number = sum(differences.values())
    if number == 0 or total == 0:
        return 1.0
    if number <= FEW:
        return _all_signs(differences, total)
    squares = sum(value * value * times for value, times in differences.items())
    return 2 * NORMAL.cdf(-total / sqrt(squares))


def _all_signs(differences: Mapping[int, int], total: int) -> float:
    """The share of all ways to turn the signs whose sum is at least so far from 0."""
    sums = {0: 1}
    for value, times in differences.items():
        for _ in range(times):
            turned: dict[int, int] = {}
            for reached, ways in sums.items():
                for each in (reached + value, reached - value):
                    turned[each] = turned.get(each, 0) + ways
            sums = turned
    return sum(ways for reached, ways in sums.items() if abs(reached) >= total) / sum(sums.values())


def share_difference(joint: Mapping[Joint, int], pairs: int) -> tuple[float, float]:
    """How much more the new version's share is than the old one's, and the standard error of that: a share is the
    sum of parts by the sum of wholes over all games (the linearised ratio of Cochran 1977, 6.3, paired).
    """
    sums = [sum(key[n] * times for key, times in joint.items()) for n in range(4)]
    old_part, old, new_part, new = sums
    was, now = old_part / old, new_part / new
    squares = 0.0
    for (a, b, c, d), times in joint.items():
        squares += times * ((c - now * d) / new - (a - was * b) / old) ** 2
    return now - was, sqrt(squares * pairs / (pairs - 1)) if pairs > 1 else 0.0


def two_sided(difference: float, error: float) -> float:
    """How likely a difference at least so large is by chance, of a normal estimate with this standard error."""
    return 2 * NORMAL.cdf(-abs(difference) / error) if error else 1.0


# --- Many comparisons ---------------------------------------------------------------------------------------


def adjusted(values: Sequence[float]) -> list[float]:
    """Each probability corrected for how many there are (Benjamini and Hochberg 1995): of those that are then at most
    q, a share of q is expected to be chance.
    """
    order = sorted(range(len(values)), key=lambda n: values[n], reverse=True)
    found = [1.0] * len(values)
    least = 1.0
    for place, number in enumerate(order):
        rank = len(values) - place
        least = min(least, values[number] * len(values) / rank)
        found[number] = least
    return found


def games_needed(variance: float, change: float) -> int | None:
    """How many pairs of games show a change of this size in 80 of 100 comparisons, at 5 %, if pairs differ as much as
    these did; None: these did not differ, or there is nothing to change.
    """
    if not variance or not change:
        return None
    needed = (Z + POWER) ** 2 * variance / change**2
    return ceil(needed) if isfinite(needed) else None
