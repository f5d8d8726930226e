"""The timing chart: each step, and what acts before, instead of and after it, as links."""

from __future__ import annotations

import re

import pytest

from tests.games.players import pack
from toolkit.site.book import Book, make_book


def book_of(name: str) -> Book:
    return make_book([pack(f"tests/packs/{name}")])


@pytest.fixture(scope="module")
def market():
    return book_of("market-day")


@pytest.fixture(scope="module")
def lanterns():
    return book_of("lanterns")


def rows(book: Book, chapter: str, language: str = "") -> list[str]:
    """The rows of a chapter's table as plain words."""
    said = book.sources()[f"{language}timing.md"]
    table = said.split(f"#timing/{chapter} }}")[1].split("</table>")[0]
    found = re.findall(r"<tr>(.*?)</tr>", table, re.DOTALL)
    return [" ".join(re.sub(r"<[^>]+>|&nbsp;", " ", row).split()) for row in found]


def test_each_step_of_a_verb_in_its_order(market):
    assert rows(market, "verb/turn") == [
        "Step What acts",
        "The whole After Customs 7.2",
        "1. Action",
        "2. Rest Skipped by Customs 7.1",
    ]


def test_a_procedure_in_which_nothing_acts_has_no_column_for_it(market):
    assert rows(market, "procedure/game") == ["Step", "1. Weigh", "2. Sell", "3. Count"]


def test_what_acts_before_an_event_is_not_what_replaces_it(lanterns):
    assert rows(lanterns, "verb/kindle") == [
        "Step What acts",
        "The whole Before Paper burns 3.1 Instead Paper burns 3.2",
        "1. Glow",
        "2. Away",
    ]


def test_each_entry_is_a_link(market):
    said = market.sources()["timing.md"]
    assert 'href="rules.html#rules/customs/rules/1"' in said
    assert 'href="rules.html#verb/turn/steps/rest"' in said
    assert market.broken() == []


def test_the_chart_in_ukrainian(lanterns):
    assert rows(lanterns, "verb/kindle", "uk/")[1].startswith("Усе разом Перед")
    assert ["Timing", "timing.html", "timing"] in lanterns.frames["lanterns/en"]["menu"]


def test_no_two_links_beside_one_another_have_one_name():
    twice = re.compile(r">([^<>]+)</a>(?:</em>)?(?:, | · )<(?:em><)?a [^>]*>\1</a>")
    for file, said in chart_and_sources():
        assert twice.search(said) is None, (file, twice.search(said))


def chart_and_sources() -> list[tuple[str, str]]:
    """The pages of a game that name many sentences: its timing chart and its sources."""
    files = make_book([pack("content/sentient")], ["en"]).sources()
    return [(file, said) for file, said in files.items() if file.startswith(("timing", "sources"))]
