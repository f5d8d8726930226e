"""Places on a map: one name never on another, neighbours joined, whoever has no spot is listed."""

import re
import shutil
from itertools import combinations

import pytest

from tests.site.conftest import ROOT, book_of
from toolkit.compile.pack import load_pack
from toolkit.site.book import make_book
from toolkit.site.maps import Spot, drawn, scale_of


@pytest.fixture
def islands(tmp_path):
    """`islands(map)`: the pages of three islands in a row with this map, and what is wrong with it."""

    def make(spots):
        folder = tmp_path / "islands"
        shutil.copytree(ROOT / "tests/packs/islands", folder)
        layout = f"type: layout\nid: sea\nkinds: [island]\nmap: {spots}\n"
        (folder / "faces.yaml").write_text(layout, encoding="utf-8")
        checked = load_pack(folder)
        found = [(each.code, each.span.text) for each in checked.diagnostics if each.is_error]
        if found or checked.value is None:
            return {}, found
        book = make_book([checked.value])
        assert not book.broken()
        return {page.path: "\n".join(page.body) for page in book.pages}, found

    return make


def spots(*names):
    return [Spot(name, tuple(name.split()), x, y, f"{name}.html") for name, x, y in names]


def test_names_never_lie_upon_one_another():
    town = spots(
        ("The Old Harbour", 0, 0), ("Mill", 1, 0), ("A Very Long Name", 1, 1), ("Inn", 7, 2), ("Gate", 0, 1)
    )
    scale = scale_of(town)
    for one, other in combinations(town, 2):
        apart = abs(one.x - other.x) * scale - (one.width + other.width) / 2
        below = abs(one.y - other.y) * scale - (one.height + other.height) / 2
        assert max(apart, below) >= 20, (one.id, other.id)


def test_a_way_that_leads_one_way_is_an_arrow():
    town = spots(("Mill", 0, 0), ("Inn", 2, 0), ("Gate", 0, 2))
    shown = drawn(town, {"Mill": ["Inn"], "Inn": ["Mill"], "Gate": ["Mill"]}, "Town")
    assert shown.count('class="way"') == 2 and shown.count('class="tip"') == 1
    assert shown.count("<a ") == 3 and 'href="Gate.html"' in shown


def test_the_map_stands_above_the_cards_and_on_the_page_of_each_place(islands):
    pages, found = islands("{tern: [0, 0], gull: [1, 0]}")
    assert found == []
    for path, here in (("island/index", 0), ("island/tern", 1), ("island/auk", 0)):
        assert pages[path].count('class="graph map"') == 1
        assert pages[path].count('aria-current="page"') == here
        assert pages[path].count('class="way"') == 1
    listed = '<li><a href="auk.html">Auk</a>: <a href="gull.html">Gull</a></li>'
    assert listed in pages["island/index"] and "Not on the map" in pages["island/index"]
    assert "graph map" not in pages["boat/index"]


@pytest.mark.parametrize(
    ("map", "code", "text"),
    [
        ("{tern: [0, 0], yawl: [1, 0]}", "SAY0304", "yawl"),
        ("{tern: [0, 0], gull: [0, 0]}", "SAY0317", "gull"),
    ],
)
def test_a_map_holds_places_that_are_there_and_one_at_a_spot(islands, map, code, text):
    assert islands(map)[1] == [(code, text)]


@pytest.mark.parametrize(
    "map", ["{tern: [0], gull: [1, 0]}", "{tern: [0, 0]}", "{tern: [0, north], gull: [1, 0]}"]
)
def test_a_map_has_two_places_and_each_two_numbers(islands, map):
    assert islands(map)[1]


def test_the_districts_of_a_city():
    book = book_of("gangs-of-night-city", handbook=False)
    pages = {page.path: "\n".join(page.body) for page in book.pages}
    shown = pages["uk/district/index"]
    assert (
        re.search(r">Центр міста</tspan>|>Центр</tspan> <tspan[^>]*>міста<", shown)
        and shown.count('class="way"') == 8
    )
    lines = re.findall(r"<tspan[^>]*>([^<]*)</tspan>", pages["district/pacifica"])
    assert lines == ["Watson", "Westbrook", "City Center", "Heywood", "Santo", "Domingo", "Pacifica"]
