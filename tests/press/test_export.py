"""The components for other programs: what is in them, that nothing of them acts, that pictures are what they say."""

import csv
import io
import json
import struct

import pytest

from tests.press.conftest import CARDS, typst
from toolkit.press.export import as_csv, as_json
from toolkit.site.page import Routes
from toolkit.site.shelf import Shelf

PNG = b"\x89PNG\r\n\x1a\n"


def shelf_of(checked):
    assert checked.ok, checked.diagnostics
    return Shelf.of(checked.value).edition("en", Routes())


def size(png):
    assert png.startswith(PNG)
    return struct.unpack(">II", png[16:24])


def test_json(made):
    data = json.loads(as_json(shelf_of(made())))
    lantern = next(each for each in data["components"] if each["id"] == "lantern")
    assert (data["pack"], data["language"], lantern["copies"]) == ("small", "en", 2)
    assert lantern["attributes"] == {"cost": 3, "suit": "moon", "weight": 1}
    assert lantern["text"][0]["field"] == "effect" and lantern["text"][0]["text"].startswith("Choose one:")


def rows(checked):
    return {row["id"]: row for row in csv.DictReader(io.StringIO(as_csv(shelf_of(checked))))}


def test_csv(made):
    mirror = rows(made())["mirror"]
    assert (mirror["type"], mirror["name"], mirror["cost"], mirror["secret"]) == (
        "charm",
        "Mirror",
        "2",
        "yes",
    )
    assert mirror["text: effect"] == "Put a charm from the pile in your hand."


@pytest.mark.parametrize("name", ["=1+1", "@SUM(A1)", "+x", "-x"])
def test_no_cell_is_calculated(made, name):
    found = rows(made(cards__all=CARDS.replace("name: Mirror", f"name: '{name}'")))
    assert found["mirror"]["name"] == f"'{name}"


def test_a_number_below_zero_stays_a_number(made):
    assert rows(made(cards__all=CARDS.replace("weight: 4", "weight: -4")))["mirror"]["weight"] == "-4"


def export(sayso, folder, form, *more):
    return sayso("export", "cards", folder / "small", "--format", form, *more)


def test_texts_go_to_the_standard_output_or_a_file(sayso, made, tmp_path):
    made()
    run = export(sayso, tmp_path, "csv")
    assert run.status == 0 and run.out.startswith("type,id,pack,name")
    assert export(sayso, tmp_path, "csv", "--out", tmp_path / "new" / "cards.csv").status == 0
    assert (tmp_path / "new" / "cards.csv").read_text(encoding="utf-8") == run.out


@typst
def test_pictures(sayso, made, tmp_path):
    made()
    out = tmp_path / "out"
    assert export(sayso, tmp_path, "png", "--out", out, "--ppi", "100").status == 0
    assert sorted(path.name for path in out.iterdir()) == [
        "back-charm-63x88.png",
        "charm-lantern.png",
        "charm-mirror.png",
        "pebble-grey.png",
        "token-marker-north.png",
        "token-marker-south.png",
    ]
    assert size((out / "charm-lantern.png").read_bytes()) == (248, 346)  # 63 × 88 mm
    assert export(sayso, tmp_path, "svg", "--out", tmp_path / "svg").status == 0
    assert (tmp_path / "svg" / "charm-lantern.svg").read_text(encoding="utf-8").startswith("<svg")


@typst
def test_a_deck_for_tabletop_simulator(sayso, made, tmp_path):
    made()
    out = tmp_path / "out"
    assert export(sayso, tmp_path, "tts", "--out", out, "--address", "https://example.org/x/").status == 0
    saved = json.loads((out / "small.json").read_text(encoding="utf-8"))
    deck, *rest = saved["ObjectStates"]
    assert deck["Name"] == "Deck" and deck["DeckIDs"] == [100, 100, 101], "two lanterns, a mirror"
    assert [card["Nickname"] for card in deck["ContainedObjects"]] == ["Lantern", "Lantern", "Mirror"]
    sheet = deck["CustomDeck"]["1"]
    assert (sheet["NumWidth"], sheet["NumHeight"]) == (2, 2)
    assert sheet["FaceURL"] == "https://example.org/x/cards-1.png"
    assert deck["Nickname"] == "Charms"
    assert {each["Name"] for each in rest} == {"Custom_Tile", "Infinite_Bag"}
    assert {"Marker (North)", "Marker (South)"} <= {each["Nickname"] for each in rest}
    for url in (url for url in json.dumps(saved).split('"') if url.startswith("https:")):
        wide, high = size((out / url.rpartition("/")[2]).read_bytes())
        assert max(wide, high) <= 4097
    faces, back = (size((out / name).read_bytes()) for name in ("cards-1.png", "back-1.png"))
    assert abs(faces[0] - 2 * back[0]) <= 2 and abs(faces[1] - 2 * back[1]) <= 2


@typst
def test_one_card_is_no_deck_for_tabletop_simulator(sayso, made, tmp_path):
    lantern = CARDS.partition("---")[0].replace("copies: 2", "copies: 1")
    made(cards__all=lantern)
    assert export(sayso, tmp_path, "tts", "--out", tmp_path / "out").status == 0
    first = json.loads((tmp_path / "out" / "small.json").read_text(encoding="utf-8"))["ObjectStates"][0]
    assert first["Name"] == "Card" and first["CustomDeck"]["1"]["FaceURL"].startswith("file://")


@typst
@pytest.mark.parametrize("form", ["png", "tts"])
def test_a_game_without_cards(sayso, made, tmp_path, form):
    made(vocabulary__words="type: vocabulary\nid: words\nplaces: {pile: {}}\n", cards__all="")
    (tmp_path / "small" / "cards" / "all.yaml").unlink()
    assert export(sayso, tmp_path, form, "--out", tmp_path / "out").status == 0
    assert [path.name for path in (tmp_path / "out").glob("*")] == (["small.json"] if form == "tts" else [])


@typst
def test_what_lies_in_one_deck_has_one_back(made):
    """Or a face-down card would say what it is."""
    from toolkit.press.pieces import Pictures, Pieces

    words = """
        type: vocabulary
        id: words
        kinds:
          card: {faces: true, starts: pile, found: pile}
          beast: {is: card, documents: true, sentences: {effect: effect}}
          spell: {is: card, documents: true, sentences: {effect: effect}}
          hero: {is: card, faces: true, documents: true, sentences: {effect: effect}}
        places: {pile: {ordered: true, seen-by: nobody}}
    """
    cards = "\n---\n".join(
        f"type: {type}\nid: a-{type}\nname: A {type.title()}\neffect: Turn a card face up."
        for type in ("beast", "spell", "hero")
    )
    checked = made(vocabulary__words=words, cards__all=cards)
    backs = {each.kind: each.back["key"] for each in Pieces(shelf_of(checked), Pictures()).cards()}
    assert backs == {"beast": "back/card", "spell": "back/card", "hero": "back/hero"}
