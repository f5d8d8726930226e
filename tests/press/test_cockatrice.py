"""A set of cards and decks for Cockatrice."""

from collections import Counter
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.press.conftest import CARDS
from tests.press.test_export import shelf_of
from toolkit.compile.pack import load_pack
from toolkit.press.cockatrice import cockatrice
from toolkit.site.page import Routes
from toolkit.site.shelf import Shelf

TCG = Path(__file__).parents[2] / "content" / "cyberpunk-tcg"


@cache
def files(language="en"):
    shelf = Shelf.of(load_pack(TCG).unwrap()).edition(language, Routes())
    return {name: ElementTree.fromstring(content) for name, content in cockatrice(shelf).items()}


def test_a_card_has_its_words_and_numbers():
    root = files()["cyberpunk-tcg.xml"]
    assert (root.tag, root.get("version")) == ("cockatrice_carddatabase", "4")
    card = next(each for each in root.iter("card") if each.findtext("name") == "Armored Minotaur")
    assert [part.tag for part in card] == ["name", "text", "prop", "set", "tablerow"]
    assert card.findtext("text").startswith("PLAY: If your street cred is at least 12, defeat an enemy unit")
    properties = {part.tag: part.text for part in card.find("prop")}
    assert (properties["type"], properties["cmc"], properties["power"]) == ("Unit", "6", "9")
    assert properties["tags"] == "Arasaka, Militech, Drone"
    assert (card.findtext("set"), card.find("set").get("num")) == ("cyberpunk-tcg", "armored-minotaur")


@pytest.mark.parametrize("language", ["en", "uk"])
def test_no_two_cards_are_called_alike(language):
    names = Counter(each.findtext("name") for each in files(language)["cyberpunk-tcg.xml"].iter("card"))
    assert set(names.values()) == {1}
    assert language == "uk" or {"Jackie Welles, Ride Or Die Choom", "Goro Takemura, Hands Unclean"} <= set(
        names
    )


def test_decks_hold_cards_of_the_set():
    names = {each.findtext("name") for each in files()["cyberpunk-tcg.xml"].iter("card")}
    deck = files()["decks/corporate.cod"]
    rows = {row.get("name"): int(row.get("number")) for row in deck.find("zone").iter("card")}
    assert deck.findtext("deckname") == "Corporate kit"
    assert set(rows) <= names and rows["Swordwise Huscle"] == 3


def test_what_an_author_writes_is_text(made):
    name = "</name><card>&amp;"
    found = cockatrice(shelf_of(made(cards__all=CARDS.replace("name: Mirror", f"name: '{name}'"))))
    root = ElementTree.fromstring(found["small.xml"])
    assert name in [each.findtext("name") for each in root.iter("card")]
    assert list(found) == ["small.xml"]


def test_the_command_writes_the_files(sayso, tmp_path):
    run = sayso("export", "cards", TCG, "--format", "cockatrice", "--out", tmp_path / "set")
    assert run.status == 0 and "3 files" in run.out
    assert sorted(path.name for path in (tmp_path / "set").rglob("*.*")) == [
        "corporate.cod",
        "cyberpunk-tcg.xml",
        "mercenary.cod",
    ]
    run = sayso(
        "export", "cards", "tests/packs/tic-tac-toe", "--format", "cockatrice", "--out", tmp_path / "none"
    )
    assert run.status == 2 and "has no cards" in run.all
