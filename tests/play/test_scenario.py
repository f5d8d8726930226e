"""Scenarios: a table of their own, options, players; and what can be said of examples before they are run."""

import pytest

from tests.play.test_example import WORDS
from toolkit import load_game, load_pack, new_game
from toolkit.play.example import check

SIEGE = """\
type: scenario
id: siege
name: The siege
players: 2
options: {rich: true}
given:
- Red has 3 coins.
- Red has Ace in hand.
- Blue has 2 pawns in their yard.
"""
MODULE = """\
type: rule-module
id: rich
name: Riches
option: rich
rules:
- When a player earns, that player gains 1 coin.
"""
MANIFEST = """\
type: pack
format: 1
id: base
name: Base
languages: [en]
players: 2 to 3
seats: [Red, Blue, Green]
options: {rich: {name: Riches, default: false}}
"""


@pytest.fixture
def folder(write_pack):
    return write_pack(WORDS, MODULE, SIEGE, manifest=MANIFEST)


def test_a_scenario_begins_with_its_table(folder):
    game = new_game(load_pack(folder), scenario="siege", seed=4)
    assert game.players == ("Red", "Blue")
    assert game.setup.options == {"rich": True}
    red = "\n".join(game.table())
    assert "3 coins" in red
    assert "hand: Ace" in red
    assert "yard: 2 pawns" in red
    assert game.decision is not None
    assert not game.entries  # what is given is no event


def test_its_option_acts(folder):
    pack = load_pack(folder)
    coins = []
    for scenario in (None, "siege"):
        game = new_game(pack, scenario=scenario)
        game.choose("Earn")
        game.choose(0)
        coins.append([event.text for event in game.log].count("Red gains 1 coin."))
    assert coins == [1, 2]


def test_options_of_the_call_are_stronger(folder):
    game = new_game(load_pack(folder), scenario="siege", options={"rich": False}, players=3)
    assert game.setup.options == {"rich": False}
    assert game.players == ("Red", "Blue", "Green")


def test_a_scenario_is_saved_replayed_and_taken_back(folder, tmp_path):
    pack = load_pack(folder)
    game = new_game(pack, scenario="siege")
    before = game.digest()
    game.choose("Earn")
    game.save(tmp_path / "one.json")
    game.replay(tmp_path / "two.json")
    for name in ("one.json", "two.json"):
        loaded = load_game(tmp_path / name, pack)
        assert loaded.digest() == game.digest()
        loaded.undo()
        assert loaded.digest() == before


def test_an_unknown_scenario_has_a_suggestion(folder):
    with pytest.raises(ValueError, match="did you mean siege"):
        new_game(load_pack(folder), scenario="sige")


@pytest.mark.parametrize(
    ("field", "sentence", "code"),
    [
        ("given", "Red is rich.", "SAY0881"),
        ("given", "Red earns.", "SAY0880"),
        ("when", "Red may earn.", "SAY0911"),
    ],
)
def test_examples_are_checked_without_running_them(write_pack, sayso, field, sentence, code):
    example = f"type: example\nid: one\nname: One\n{field}:\n- {sentence}\nthen:\n- Red has no coins."
    folder = write_pack(WORDS, example)
    [diagnostic] = check(load_pack(folder).unwrap())
    assert diagnostic.code == code
    run = sayso("validate", folder)
    assert run.status == 1
    assert f"error[{code}]" in run.out
