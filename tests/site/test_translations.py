"""What pages say in another language besides the sentences: names, prose of stories."""

from __future__ import annotations

import re
from functools import cache
from html import unescape
from pathlib import Path

import pytest

from tests.site.conftest import book_of
from toolkit.compile.pack import Pack
from toolkit.pack.load import load_source
from toolkit.site.face_html import face
from toolkit.site.markup import plain
from toolkit.site.page import Routes
from toolkit.site.shelf import Shelf
from toolkit.site.stories import stories_page

PACK = Path(__file__).parents[2] / "content" / "gangs-of-night-city"


@cache
def shelf() -> Shelf:
    source = load_source(PACK).value
    assert source is not None
    return Shelf.of(Pack(source, {}))


def test_a_heading_has_the_whole_name() -> None:
    assert shelf().called("edgerunner/jackie-welles", "Jackie Welles", "uk") == "Джекі Веллз"
    assert shelf().called("district/city-center", "City Center", "uk") == "Центр міста"
    assert shelf().called("net-level/red", "Red level", "uk") == "Червоний рівень"
    assert shelf().called("fixer/watson-fixer", "Watson fixer", "uk") == "Справник Вотсона"
    assert shelf().called("player/red", "Red", "uk") == "Червоний"
    assert shelf().called("weapon/dead-drop", "Dead Drop", "uk") == "Тайник"


def test_what_a_card_names_is_of_the_kind_that_it_may_name() -> None:
    """There is a Yellow player, too."""
    gate = next(card for card in shelf().pack.source.components if card.id == "gate")
    edition = shelf().edition("en", Routes())
    assert "Level <b>Yellow level</b>" in face(edition, edition.page("gate", ""), gate)


def test_what_is_printed_on_a_place_is_named() -> None:
    watson = next(card for card in shelf().pack.source.components if card.id == "watson")
    editions = (shelf().edition(language, Routes()) for language in ("en", "uk"))
    english, ukrainian = (face(each, each.page("watson", ""), watson) for each in editions)
    assert "Neighbours <b>Westbrook, City Center</b>" in english
    assert "Сусідні райони <b>Вестбрук, Центр міста</b>" in ukrainian


def test_a_story_is_told_in_each_language() -> None:
    for language, title, told in (
        ("en", "Troublesome Gift", "Nobody leaves such things by accident."),
        ("uk", "Незручний подарунок", "Такого ніхто не губить випадково."),
    ):
        page = stories_page(shelf().edition(language, Routes()))
        assert page is not None
        assert f"## {plain(title)}" in "\n".join(page.body) and told in "\n".join(page.body)


def unmarked(html: str) -> list[str]:
    """What a page says in Latin letters without saying that it is English."""
    found, tongues = [], ["uk"]
    for tag in re.finditer(r"<(/?)(\w+)([^>]*)>([^<]*)", html):
        end, name, attributes, said = tag.groups()
        lang = re.search(r'\blang="(\w+)"', attributes)
        if end:
            tongues.pop()
        elif name not in ("img", "br", "input", "rect", "path", "line", "circle", "polygon", "use"):
            tongues.append(lang[1] if lang else tongues[-1])
        if tongues[-1] == "uk" and re.search(r"[A-Za-z]{2}", unescape(said)):
            found.append(unescape(said).strip())
    return found


TERMS = re.compile(
    r"\b[A-Z][A-Z\d-]*-[\dA-Za-z]+(-[A-Z]+)?\b|\b(PLAY|ATTACK|FLIP|BLOCKER|GO SOLO|MTOD12|Sentient"
    r"|Cyberpunk TCG: alpha kit)\b"
)
"""Ids of facts, names of the games, and words that the Ukrainian cards of one of them print as they are."""


@pytest.mark.parametrize("game", ["sentient", "cyberpunk-tcg"])
def test_what_a_ukrainian_page_says_in_english_it_says_is_english(game: str) -> None:
    left = {
        (page.path, said)
        for page in book_of(game, handbook=False).pages
        if page.language == "uk"
        for block in page.body
        if block.startswith("<")
        for said in unmarked(block)
        if re.search(r"[A-Za-z]{2}", TERMS.sub("", said))
    }
    assert left == set()


def test_a_page_says_once_that_something_on_it_is_not_translated() -> None:
    pages = {page.path: "\n".join(page.body) for page in book_of("cyberpunk-tcg", handbook=False).pages}
    said = "Чого на цій сторінці ще ніхто не переклав"
    assert pages["uk/sources"].count(said) == 1
    assert said not in pages["uk/decks"] + pages["uk/legend/v"] + pages["uk/rules"]


def test_a_locale_names_sections_subtitles_and_files_of_examples() -> None:
    pages = {page.path: "\n".join(page.body) for page in book_of("cyberpunk-tcg", handbook=False).pages}
    assert "Основна частина (27)" in pages["uk/decks"] and "Упертий патріарх" in pages["uk/decks"]
    assert "Сім перемагають" in pages["uk/examples/options"]
    assert "Є щонайбільше 3 копії кожної карти" in pages["uk/examples/decks"]
    assert "Крок крадіжки: Контракти" in pages["uk/sources-2"]


def test_an_option_is_not_named_below_a_heading_that_names_it() -> None:
    pages = {page.path: "\n".join(page.body) for page in book_of("cyberpunk-tcg", handbook=False).pages}
    assert "модуль</" in pages["uk/rules"] and "з варіантом: Одне перенаправлення" not in pages["uk/rules"]
