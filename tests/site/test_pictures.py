"""Chapters in words between the rules, and examples as pictures of the table."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from tests.site.conftest import packs
from toolkit.compile.pack import load_pack
from toolkit.site.book import make_book
from toolkit.site.pictures import drawn_in, pictures_of
from toolkit.site.shelf import Shelf

PACKS = Path(__file__).parents[1] / "packs"


@pytest.fixture(scope="module")
def lanterns():
    return load_pack(PACKS / "lanterns").unwrap()


@pytest.fixture(scope="module")
def sources(lanterns):
    return make_book([lanterns]).sources()


def drawn(shelf, id):
    """Each picture: the places with what lies there, marked where it has moved, and the amounts."""
    document = next(each for each in shelf.documents("example") if each.id == id)
    return [
        (
            {
                spot.name: [f"{thing.name}{' !' if thing.moved else ''}" for thing in spot.things]
                for spot in picture.spots
            },
            [f"{said}{' !' if changed else ''}" for said, changed in picture.amounts],
        )
        for picture in pictures_of(shelf, document)
    ]


def test_a_picture_of_the_beginning_and_one_after_each_step(lanterns):
    assert drawn(Shelf.of(lanterns), "lit") == [
        ({"Red: porch": ["Storm Lantern"]}, ["Red: sparks 0"]),
        ({"Shed": ["Storm Lantern !"], "Red: porch": []}, ["Red: sparks 2 !"]),
    ]


def test_pictures_are_in_the_language_of_the_page(lanterns):
    shelf = Shelf.of(lanterns)
    [before, _] = drawn(shelf.edition("uk", shelf.routes), "lit")
    assert [*before[0].values()] == [["Штормовий ліхтар"]]
    assert all("Червоний" in said for said in (*before[0], *before[1]))


def test_a_chapter_in_words_stands_among_the_rules(sources):
    said = sources["rules.md"]
    chapter = said.split("#prose/one-night }")[1].split("\n## ")[0]
    assert "<p>A lantern on your porch can be kindled.</p>" in chapter
    assert "<p>Then it lies in the shed.</p>" in chapter
    assert len(re.findall(r'<div class="table">', chapter)) == 2
    assert 'href="examples/game.html#example/lit"' in chapter


def test_what_readers_are_told_is_published_and_what_authors_note_is_not(sources):
    assert "Paper is quick to burn." in sources["rules.md"]
    assert "Папір горить швидко." in sources["uk/rules.md"]
    assert "It is folded by hand." in sources["lantern/paper-lantern.md"]
    assert "Його складено вручну." in sources["uk/lantern/paper-lantern.md"]
    assert not [path for path, said in sources.items() if "both kinds of lantern need one" in said]


def test_what_a_chapter_says_is_translated_or_says_that_it_is_not(tmp_path):
    pack = shutil.copytree(PACKS / "lanterns", tmp_path / "lanterns")
    words = pack / "locales/uk.yaml"
    words.write_text(words.read_text("utf-8").replace("  paper-note: Папір горить швидко.\n", ""), "utf-8")
    sources = make_book([load_pack(pack).unwrap()]).sources()
    assert "Потім він лежить у сараї." in sources["uk/rules.md"]
    assert '<p class="note" lang="en">Paper is quick to burn.</p>' in sources["uk/rules.md"]


def test_a_picture_of_no_example_is_found(tmp_path):
    pack = shutil.copytree(PACKS / "lanterns", tmp_path / "lanterns")
    book = pack / "book.yaml"
    book.write_text(book.read_text("utf-8").replace("[lit]", "[lot]"), "utf-8")
    [found] = load_pack(pack).diagnostics
    assert found.is_error and "lot" in found.message


def test_the_first_pages_of_a_game_show_a_turn():
    sources = make_book([load_pack("content/sentient").unwrap()]).sources()
    for path, mark in (("rules.md", "Cargo Mule"), ("uk/rules.md", "Вантажний мул")):
        chapter = sources[path].split("#prose/first-turn }")[1].split("\n## ")[0]
        assert chapter.count('<div class="table">') == 5 and mark in chapter


@pytest.mark.parametrize("game", ["sentient", "cyberpunk-tcg", "gangs-of-night-city"])
def test_each_picture_that_a_book_names_is_drawn(game):
    """Also of an example that ends while somebody has still to decide; and what has a name is called by it."""
    shelf = Shelf.of(packs(game)[0])
    named = [example for document in shelf.documents("prose") for example in drawn_in(shelf, document)]
    pictures = [pictures_of(shelf, example) for example in named]
    assert len(named) >= 2 and all(pictures)
    spots = {spot.name for steps in pictures for picture in steps for spot in picture.spots}
    assert game != "gangs-of-night-city" or {"City, Watson", "City, Heywood"} <= spots


def test_the_first_example_of_a_rule_stands_folded_in_its_place():
    sources = make_book([load_pack("content/sentient").unwrap()]).sources()
    chapter = sources["rules.md"].split("#verb/buy }")[1].split("\n## ")[0]
    [folded] = re.findall(r'<details class="more"><summary>Examples.*?</details>', chapter, re.DOTALL)
    [worked] = re.findall(r'<div class="worked">(.*?)</div>', folded, re.DOTALL)
    said = re.sub(r"<[^>]+>", " ", worked)
    assert [said.find(part) for part in ("Given", "When", "Then")] == sorted(
        said.find(part) for part in ("Given", "When", "Then")
    )
    title = re.search(r'href="([^"]+)"', worked)[1]
    assert "example/" in title and title not in folded.replace(worked, "")
