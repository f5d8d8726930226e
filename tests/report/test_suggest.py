"""What is offered for an unknown word."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolkit.report.suggest import distance, nearest

KEYS = ["cost", "name", "power", "points-of-interest", "rules", "type", "id", "rule-module", "City Center"]


@pytest.mark.parametrize(
    ("word", "first"),
    [
        ("cots", "cost"),
        ("Name", "name"),
        ("pwoer", "power"),
        ("point-of-interest", "points-of-interest"),
        ("rule", "rules"),
        ("tpye", "type"),
        ("di", "id"),
        ("city center", "City Center"),
        ("ruel-module", "rule-module"),
    ],
)
def test_the_nearest_comes_first(word: str, first: str) -> None:
    assert nearest(word, KEYS)[0] == first


@pytest.mark.parametrize("word", ["", "xyzzy", "q", "entirely different"])
def test_nothing_is_offered_that_a_reader_would_not_recognise(word: str) -> None:
    assert nearest(word, KEYS) == ()


def test_limit_order_and_each_once() -> None:
    assert nearest("card", ["cord", "cart", "card", "care", "cord"], limit=2) == ("card", "cord")
    assert nearest("a", [], limit=3) == ()


def test_distance() -> None:
    assert [distance("cost", w) for w in ("cost", "cots", "cst", "coast", "most", "")] == [0, 1, 1, 1, 1, 4]


@given(st.text("abc", max_size=6), st.text("abc", max_size=6))
def test_distance_is_the_same_both_ways(a: str, b: str) -> None:
    assert distance(a, b) == distance(b, a) <= max(len(a), len(b))
    assert (distance(a, b) == 0) == (a == b)


@pytest.mark.long
def test_long_words_and_many_candidates_are_cheap() -> None:
    begin = time.perf_counter()
    nearest("x" * 100_000, ["x" * 90_000, "y" * 100_000])
    nearest("westbrook", [f"district number {i}" for i in range(5000)])
    assert time.perf_counter() - begin < 2
