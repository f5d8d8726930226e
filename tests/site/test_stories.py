"""The page of stories."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from toolkit.compile.pack import load_pack
from toolkit.site.book import Book, make_book

PACKS = Path(__file__).parents[1] / "packs"


@cache
def book() -> Book:
    packs = [load_pack(PACKS / name).unwrap() for name in ("two-roads", "tic-tac-toe")]
    return make_book([pack for pack in packs if pack is not None], handbook=True)


def test_each_story_has_its_picture_and_its_ways():
    page = book().sources()["two-roads/stories.md"]
    assert '<figure class="graph" tabindex="0"><svg' in page
    assert '<a href="waymark/departure.html"><rect' in page
    assert "A player has at least 12 coins. At once." in page
    assert "At the last house of the village the road divides." in page


def test_what_comes_is_folded():
    page = book().sources()["two-roads/stories.md"]
    before = page[: page.index("<svg")]
    assert before.rindex("<details") > before.rindex("</details>")


def test_a_card_tells_its_prose():
    assert "Nobody looks back." in book().sources()["two-roads/waymark/departure.md"]


def test_a_pack_without_stories_has_no_such_page():
    assert not [path for path in book().sources() if path.startswith("tic-tac-toe/stories")]


def test_no_link_of_the_page_leads_nowhere():
    assert not [each for each in book().broken() if "stories" in str(each)]


def test_every_sentence_stands_where_links_seek_it():
    shelf = book().shelves[0]
    pages = {page.path: page for page in book().pages}
    missing = []
    for item in shelf.pack.source.items:
        path, _, anchor = shelf.target(item).partition("#")
        if path not in pages or anchor not in pages[path].anchors:
            missing.append(shelf.target(item))
    assert missing == []


def test_a_story_is_read_along_its_ways():
    """What comes after a way is folded in it, at each step; what the card itself tells stands before its ways."""
    page = book().sources()["two-roads/stories.md"]
    told = page[page.index('<details class="more path"') : page.index("The whole story")]
    way = told.index("A player has at least 12 coins")
    assert told.index("Nobody looks back.") > 0
    assert told[:way].rindex("<details") > told[:way].rindex("</p>")
    assert told.count("<details") == told.count("</details>") + 1


def test_an_act_is_called_by_its_number_and_an_epilogue_is_no_act():
    shelf = book().shelves[0]
    assert [shelf.act(act) for act in ("2A", "epilogue", "epilogue B")] == [
        "act 2A",
        "epilogue",
        "epilogue B",
    ]
