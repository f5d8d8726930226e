"""Chance: the same for ever, fair, and a function of seed and position."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from toolkit.kernel.random import Chance, below, mix, sample, shuffled


def test_numbers_that_saved_games_rely_on():
    # Published values of splitmix64; a change here breaks every replay.
    assert [mix(0, n) for n in range(3)] == [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F]
    assert shuffled(Chance(1), range(8)) == shuffled(Chance(1), range(8))


def test_the_position_is_all_there_is():
    chance = Chance(5)
    first = [below(chance, 100) for _ in range(10)]
    again = Chance(5, counter=4)
    assert [below(again, 100) for _ in range(6)] == first[4:]


def test_what_is_certain_draws_nothing():
    chance = Chance(5)
    assert below(chance, 1) == below(chance, 0) == 0
    assert shuffled(chance, "x") == ("x",)
    assert chance.counter == 0


def test_it_is_fair_enough():
    chance = Chance(11)
    counts = Counter(1 + below(chance, 6) for _ in range(12_000))
    assert set(counts) == {1, 2, 3, 4, 5, 6}
    assert all(1800 < count < 2200 for count in counts.values())
    orders = Counter(shuffled(chance, (1, 2, 3)) for _ in range(6000))
    assert len(orders) == 6
    assert all(850 < count < 1150 for count in orders.values())


@given(st.integers(0, 2**64 - 1), st.lists(st.integers(), max_size=20, unique=True), st.integers(-2, 25))
def test_a_sample_is_of_the_items(seed, items, n):
    found = sample(Chance(seed), items, n)
    assert len(found) == max(0, min(n, len(items)))
    assert set(found) <= set(items)
    assert sorted(shuffled(Chance(seed), items)) == sorted(items)
