"""Rulings on the site: a chapter of their own, and on the pages of what they are about."""

from __future__ import annotations

import pytest

from tests.games.players import pack
from toolkit.site.book import make_book


@pytest.fixture(scope="module")
def book():
    return make_book([pack("tests/packs/lanterns")])


def page(book, address: str) -> str:
    return book.sources()[f"{address}.md"]


def test_the_chapter(book):
    said = page(book, "rulings")
    assert "Can I kindle the same lantern again&#63; { #ruling/lit-twice }" in said
    assert "<p>Not from your porch: a lantern that was lit lies in the shed.</p>" in said
    assert "<p>Who gets it from there kindles it as any other.</p>" in said
    assert '<time datetime="2026-03-01">2026-03-01</time>' in said
    assert 'href="lantern/storm-lantern.html"' in said
    assert 'href="rules.html#verb/kindle"' in said
    assert 'href="game.html#example/lit"' in said or "#example/lit" in said


def test_the_card_and_the_rule_that_it_is_about(book):
    for address in ("lantern/storm-lantern", "rules"):
        assert "rulings.html#ruling/lit-twice" in page(book, address)
        assert "Not from your porch" in page(book, address)
    assert "ruling" not in page(book, "lantern/paper-lantern")


def test_in_ukrainian(book):
    said = page(book, "uk/rulings")
    assert "Чи можна запалити той самий ліхтар знову" in said
    assert "Не зі свого ґанку" in said
    assert "Not from your porch" not in said
    assert 'lang="en"' not in said.split("ruling/lit-twice")[1].split("<dl")[0]


def test_links_lead_somewhere_and_the_menu_knows_the_chapter(book):
    assert book.broken() == []
    assert ["Rulings", "rulings.html", "rulings"] in book.frames["lanterns/en"]["menu"]
    assert ["Роз'яснення", "uk/rulings.html", "rulings"] in book.frames["lanterns/uk"]["menu"]
