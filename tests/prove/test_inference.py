"""Intervals and tests against published numbers, against cases that are known exactly, by how often they are right."""

import random
from math import comb, sqrt

import pytest

from toolkit.prove.inference import (
    FEW,
    adjusted,
    games_needed,
    moments,
    paired_interval,
    paired_rate_interval,
    share_difference,
    sign_test,
    student,
    two_sided,
    wilson,
)


@pytest.mark.parametrize(("freedom", "value"), [(5, 2.571), (10, 2.228), (30, 2.042), (100, 1.984)])
def test_student_is_that_of_the_tables(freedom, value):
    assert student(freedom) == pytest.approx(value, abs=0.006)


@pytest.mark.parametrize(("more", "fewer"), [(9, 1), (3, 3), (7, 0), (0, 0), (1, 0)])
def test_of_happened_and_did_not_the_sign_test_is_that_of_mcnemar(more, fewer):
    number = more + fewer
    exact = 2 * sum(comb(number, k) for k in range(max(more, fewer), number + 1)) / 2**number
    assert sign_test({1: more, -1: fewer}) == pytest.approx(min(1.0, exact))


def test_beyond_a_few_pairs_the_normal_distribution_is_near():
    exact = sign_test({2: FEW - 4, -1: 4})
    near = sign_test({2: FEW - 3, -1: 4})
    assert near < exact < 0.01 and near == pytest.approx(exact, rel=0.7)


def test_all_of_one_sign_is_as_unlikely_as_it_is():
    assert sign_test({5: 6}) == pytest.approx(2 / 2**6)


def test_the_example_of_benjamini_and_hochberg():
    values = [0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262, 0.5719, 0.6528,
              0.7590, 1.0]  # fmt: skip
    found = adjusted(values[::-1])[::-1]
    assert [value <= 0.05 for value in found] == [True] * 4 + [False] * 11
    assert found == sorted(found) and found[-1] == 1.0
    assert adjusted([]) == []


def test_moments_count_the_pairs_that_did_not_differ():
    values = [0] * 6 + [2, 2, -1, 5]
    mean, variance = moments({2: 2, -1: 1, 5: 1}, 10)
    assert mean == pytest.approx(0.8)
    assert variance == pytest.approx(sum((v - 0.8) ** 2 for v in values) / 9)


def test_no_interval_is_made_of_nothing():
    assert paired_interval({}, 0) is None
    assert paired_interval({3: 1}, 1) is None
    assert paired_interval({3: 10}, 10) is None  # each differs by 3: how much others would, nobody knows
    low, high = paired_rate_interval(0, 0, 100)
    assert low < 0 < high


def test_a_share_of_one_in_every_game_is_a_paired_mean():
    joint = {(0, 1, 1, 1): 7, (1, 1, 0, 1): 2, (1, 1, 1, 1): 11}
    difference, error = share_difference(joint, 20)
    mean, variance = moments({1: 7, -1: 2}, 20)
    assert difference == pytest.approx(mean)
    assert error == pytest.approx(sqrt(variance / 20))


def test_games_needed_are_those_of_the_usual_formula():
    assert games_needed(0.5, 0.01) == pytest.approx(39244, abs=2)  # two rates of one half, 80 % power
    assert games_needed(0.0, 0.01) is None
    assert games_needed(0.5, 0.0) is None


def drawn(chance, gained, lost, size):
    """So many pairs: a difference of 1, of -1 or none."""
    values = [chance.random() for _ in range(size)]
    return sum(v < gained for v in values), sum(gained <= v < gained + lost for v in values)


@pytest.mark.parametrize(("gained", "lost"), [(0.02, 0.01), (0.3, 0.2), (0.05, 0.05)])
def test_intervals_hold_what_is_true_in_95_of_100(gained, lost):
    chance = random.Random(7)
    size, tries = 200, 600
    right = means = 0
    for _ in range(tries):
        more, fewer = drawn(chance, gained, lost, size)
        low, high = paired_rate_interval(more, fewer, size)
        right += low <= gained - lost <= high
        found = paired_interval({1: more, -1: fewer}, size)
        means += found is not None and found[0] <= gained - lost <= found[1]
    assert right / tries > 0.93
    assert means / tries > (0.85 if gained < 0.05 else 0.92)


@pytest.mark.parametrize("size", [20, 200])
def test_chance_alone_is_seldom_taken_for_a_difference(size):
    chance = random.Random(5)
    found = 0
    for _ in range(500):
        more, fewer = drawn(chance, 0.2, 0.2, size)
        found += sign_test({1: more, -1: fewer}) <= 0.05
    assert found / 500 < 0.07


def test_two_sided():
    assert two_sided(1.96, 1.0) == pytest.approx(0.05, abs=0.001)
    assert two_sided(0.0, 0.0) == 1.0


@pytest.mark.parametrize(("wins", "games"), [(0, 10), (5, 10), (10, 10), (0, 0)])
def test_intervals_hold_the_rate(wins, games):
    low, high = wilson(wins, games)
    assert 0 <= low <= (wins / games if games else 0.5) <= high <= 1
