"""How strong players are, from who won at which tables.

A player's strength is a number; at a table each wins with a chance that is their share of all strengths there.
Between two that is the model of Bradley and Terry (1952), which Elo's numbers are another scale of; for more it
is the first place of Plackett (1975) and Luce.  The likeliest strengths are found by Newton's method, their
intervals from the curvature there.  Each two have won half a game
against each other beforehand (Gart 1966), so that who won every game is not infinitely strong.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import exp, log, sqrt

from toolkit.prove.inference import Z

ELO = 400 / log(10)
"""Elo's points for one of the natural logarithm of strength."""

TURNS, NEAR, FARTHEST = 100, 1e-10, 2.0
"""Of Newton's method: the most steps, when it is there, and how far one step goes."""

Table = tuple[int, ...]
"""The players at a table, by seat; one may sit there several times."""


@dataclass(frozen=True)
class Rating:
    """`points`: Elo's, 0 being the mean of all players.  `error`: its standard error."""

    points: float
    error: float

    @property
    def interval(self) -> tuple[float, float]:
        """At 95 %."""
        return self.points - Z * self.error, self.points + Z * self.error


def ratings(players: int, results: Mapping[Table, Sequence[float]]) -> list[Rating]:
    """The rating of each player.  `results`: for each table how many games each seat won (a draw is shared)."""
    tables = {table: list(won) for table, won in results.items() if sum(won)}
    for pair in combinations(range(players), 2):
        won = tables.setdefault(pair, [0.0, 0.0])
        tables[pair] = [won[0] + 0.5, won[1] + 0.5]
    strengths = [0.0] * players
    curve = _curve(players, tables, strengths)[1]
    for _ in range(TURNS):
        slope, curve = _curve(players, tables, strengths)
        step = [sum(a * b for a, b in zip(row, slope, strict=True)) for row in inverse(curve)]
        far = max(abs(each) for each in step)
        part = min(1.0, FARTHEST / max(far, NEAR))
        strengths = [strength + each * part for strength, each in zip(strengths, step, strict=True)]
        if far < NEAR:
            break
    errors = inverse(curve)
    mean = sum(strengths) / players
    return [
        Rating(ELO * (strength - mean), ELO * sqrt(max(0.0, errors[n][n] - 1 / players**2)))
        for n, strength in enumerate(strengths)
    ]


def _curve(
    players: int, tables: Mapping[Table, Sequence[float]], strengths: Sequence[float]
) -> tuple[list[float], list[list[float]]]:
    """The slope of the likelihood's logarithm, and its curvature; to both 1 is added where all strengths grow
    alike, of which games tell nothing.
    """
    slope = [-sum(strengths)] * players
    curve = [[1.0] * players for _ in range(players)]
    for table, won in tables.items():
        games = sum(won)
        weights = [exp(strengths[player]) for player in table]
        chances = [weight / sum(weights) for weight in weights]
        for player, wins, chance in zip(table, won, chances, strict=True):
            slope[player] += wins - games * chance
            curve[player][player] += games * chance
        for one, chance in zip(table, chances, strict=True):
            for other, also in zip(table, chances, strict=True):
                curve[one][other] -= games * chance * also
    return slope, curve


def inverse(matrix: Sequence[Sequence[float]]) -> list[list[float]]:
    """By Gauss and Jordan's elimination, with the largest pivots; of a matrix of some players, which has one."""
    size = len(matrix)
    rows = [[*row, *(float(n == m) for m in range(size))] for n, row in enumerate(matrix)]
    for column in range(size):
        pivot = max(range(column, size), key=lambda n: abs(rows[n][column]))
        rows[column], rows[pivot] = rows[pivot], rows[column]
        scale = rows[column][column]
        rows[column] = [each / scale for each in rows[column]]
        for n in range(size):
            if n != column and rows[n][column]:
                times = rows[n][column]
                rows[n] = [a - times * b for a, b in zip(rows[n], rows[column], strict=True)]
    return [row[size:] for row in rows]
