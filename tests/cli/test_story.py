"""`sayso graph` and `sayso witness`."""

from __future__ import annotations

import json
import re
import shutil
import xml.etree.ElementTree as ET
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from toolkit.pack.load import load_source
from toolkit.pack.story import read_stories
from toolkit.pack.story_graph import graph_of
from toolkit.pack.story_svg import Box, Drawing

PACK = Path(__file__).parents[1] / "packs" / "two-roads"


@pytest.fixture
def run(sayso: Any) -> Callable[..., tuple[int, str]]:
    """Exit code and all that was written."""

    def call(*arguments: object) -> tuple[int, str]:
        made = sayso(*arguments)
        return made.status, made.all

    return call


@cache
def drawing(id: str) -> Drawing:
    source = load_source(PACK).value
    assert source is not None
    story = read_stories(source).find(id)
    assert story is not None
    return Drawing(graph_of(story))


def test_the_graph_as_data_has_each_card_and_each_way(run):
    code, text = run("graph", PACK, "two-roads", "--format", "json")
    assert code == 0
    (data,) = json.loads(text)
    assert {node["id"] for node in data["nodes"]} == {
        "begin", "departure", "crossroads", "milestone", "forest", "coast", "clearing", "coast-end-1",
    }  # fmt: skip
    ways = {(e["source"], e["target"]): (e["form"], e["label"]) for e in data["edges"]}
    assert ways["crossroads", "coast"] == ("branch", "A player has at least 5 coins.")
    assert ways["coast", "forest"] == ("at once", "A player has at least 12 coins.")
    assert ways["departure", "milestone"] == ("opens", "")
    assert len(ways) == 8


def test_mermaid_is_the_default_and_marks_ends(run):
    code, text = run("graph", PACK, "two-roads")
    assert code == 0 and text.startswith("flowchart TD\n")
    assert '[["Clearing<br>Epilogue A"]]' in text
    assert '-->|"A player has at least 5 coins"|' in text


def test_dot_puts_the_cards_of_an_act_on_one_rank(run):
    _, text = run("graph", PACK, "--format", "dot")
    assert '{ rank=same; "two-roads/forest"; "two-roads/coast"; }' in text
    assert text.count("subgraph") == 3


def test_the_picture_is_xml_and_holds_every_name_and_condition(run, tmp_path: Path):
    out = tmp_path / "story.svg"
    code, _ = run("graph", PACK, "two-roads", "--out", out)
    assert code == 0
    root = ET.fromstring(out.read_text(encoding="utf-8"))
    text = " ".join(each.text or "" for each in root.iter("{http://www.w3.org/2000/svg}text"))
    for wanted in ("Crossroads", "Coast ends", "Epilogue A", "There are no pebbles on this waymark"):
        assert wanted in text
    assert len(list(root.iter("{http://www.w3.org/2000/svg}path"))) == 1 + 8  # the tip, and each way


@pytest.mark.parametrize("id", ["two-roads", "ring-road"])
def test_no_box_lies_upon_another_and_all_are_in_the_picture(id: str):
    boxes = [box for layer in drawing(id).layers.values() for box in layer]
    for number, a in enumerate(boxes):
        assert a.x - a.width / 2 >= 0 and a.x + a.width / 2 <= drawing(id).width
        assert a.y >= 0 and a.y + a.height <= drawing(id).height
        for b in boxes[:number]:
            apart_x = abs(a.x - b.x) >= (a.width + b.width) / 2 - 0.01
            apart_y = a.y + a.height <= b.y or b.y + b.height <= a.y
            assert apart_x or apart_y, (a.lines, b.lines)


def test_acts_are_rows_from_the_top():
    cards = drawing("two-roads").cards
    order = ["begin", "departure", "crossroads", "forest", "clearing"]
    tops = [cards[id].y for id in order]
    assert tops == sorted(tops) and cards["forest"].y == cards["coast"].y


def test_an_unknown_story_is_a_misuse(run):
    code, text = run("graph", PACK, "two-rods")
    assert code == 2 and "Did you mean two-roads?" in text


def test_a_pack_without_stories_cannot_be_drawn(run):
    code, text = run("graph", PACK.parent / "tic-tac-toe")
    assert code == 2 and "has no stories" in text


def test_each_way_has_a_witness_that_replays(run, tmp_path: Path):
    code, text = run("witness", PACK, "--games", "80", "--replays", tmp_path, "--format", "json")
    assert code == 0
    data = json.loads(text)
    assert data["story"] == "two-roads" and len(data["ways"]) == 5
    for way in data["ways"]:
        assert way["games"] >= 1
        code, told = run("replay", way["replay"])
        assert code == 0 and "same position" in told
        from toolkit import load_game
        from toolkit.play.story import ways_taken

        game = load_game(way["replay"])
        telling = game.compiled.story
        assert telling is not None
        gone = [telling.ways[way - 1] for _, way in ways_taken(game.compiled, game.entries)]
        assert (way["card"], way["list"], way["number"]) in {(c.id, w.list, w.number + 1) for c, w in gone}


def test_a_way_that_no_game_takes_is_said_with_the_number_of_games(run):
    code, text = run("witness", PACK, "ring-road", "--games", "4", "--bots", "first")
    assert code == 1
    assert re.search(r"no witness in 4 games", text)
    assert re.search(r"5 ways, \d without a witness in 4 games", text)


def test_games_that_do_not_end_are_no_proof_that_nobody_takes_a_way(run, monkeypatch):
    monkeypatch.setenv("SAYSO_LIMITS", "decisions=1")
    code, text = run("witness", PACK, "ring-road", "--games", "4", "--bots", "first")
    assert code == 1
    assert re.search(r"no witness in the 0 of 4 games that ended as they should", text)
    assert re.search(r"4 games did not end as they should", text)


def test_witnesses_of_as_many_as_a_module_lets_in(run, tmp_path: Path):
    pack = shutil.copytree(PACK, tmp_path / "two-roads")
    module = "type: rule-module\nid: fourth\nname: A fourth\nplayers: 2 to 4\nseats: [Yellow]\n"
    (pack / "fourth.yaml").write_text(module, encoding="utf-8")
    asked = ("witness", pack, "--games", "4", "--players", "4")
    code, text = run(*asked)
    assert code == 2 and "is for 2 to 3 players, not 4" in text
    code, text = run(*asked, "--module", "fourth=on")
    assert code < 2 and "5 ways" in text


def test_the_same_seed_finds_the_same_witnesses(run):
    first = run("witness", PACK, "--games", "10", "--seed", "3", "--format", "json")
    assert first == run("witness", PACK, "--games", "10", "--seed", "3", "--format", "json")


def test_play_tells_the_path_at_the_end(run):
    code, text = run("play", PACK, "--bots", "random", "--seed", "3")
    assert code == 0
    assert "The story:\n  Departure\n  Crossroads\n  Milestone\n" in text
    assert "A player has at least" in text.split("The story:")[1]


def test_play_and_simulate_take_a_story(run):
    code, text = run("play", PACK, "--bots", "random", "--seed", "3", "--story", "ring-road")
    assert code == 0 and "The story:\n  East Gate\n  West Gate\n" in text
    code, text = run("simulate", PACK, "--games", "2", "--story", "ring-rod", "-j", "1")
    assert code == 2 and "did you mean ring-road" in text.lower()


def test_a_box_is_as_wide_as_its_words_in_other_letters():
    latin, cyrillic = (
        Box((("name", text),), "label").fit().width for text in ("Parallelogram", "Паралелограми")
    )
    assert cyrillic > latin
