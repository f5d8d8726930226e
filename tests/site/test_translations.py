"""What pages say in another language besides the sentences: names, prose of stories."""

from __future__ import annotations

from functools import cache
from pathlib import Path

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
