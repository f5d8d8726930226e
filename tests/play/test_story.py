"""Stories in play: what the examples of the pack `two-roads` cannot say."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest

from toolkit import load_game, new_game
from toolkit.compile.pack import Pack, load_pack
from toolkit.play.game import Game
from toolkit.play.story import path_of, path_text

PACK = Path(__file__).parents[1] / "packs" / "two-roads"


@cache
def two_roads() -> Pack:
    pack = load_pack(PACK).unwrap()
    assert pack is not None
    return pack


def play(game: Game, *labels: str) -> Game:
    """Answer with options whose label begins like this."""
    for label in labels:
        assert game.decision is not None
        options = [option for option in game.decision.options if option.short.lower().startswith(label)]
        assert options, f"{label}: {[option.short for option in game.decision.options]}"
        game.choose(options[0])
    return game


def names(game: Game) -> list[str]:
    return [turning.card.name for turning in path_of(game.compiled, game.entries)]


def test_the_default_story_begins_with_its_introduction():
    game = new_game(two_roads(), seed=1)
    assert names(game) == ["Departure", "Crossroads", "Milestone"]


def test_the_path_names_the_sentence_that_led_on():
    game = play(new_game(two_roads(), seed=1), "gamble", "gamble", "gamble")
    last = path_of(game.compiled, game.entries)[-1]
    assert (last.card.name, last.sentence and last.sentence.text) == (
        "Coast",
        "A player has at least 5 coins.",
    )
    assert last.sentence is not None and last.sentence.file.endswith("story.yaml")
    assert "Coast: A player has at least 5 coins" in path_text(game.compiled, game.entries)[-1]


def test_the_log_tells_what_was_decided_and_why():
    game = play(new_game(two_roads(), seed=1), "gamble", "gamble", "gamble")
    told = {event.text: event for event in game.log}
    assert any("gains 3 coins" in text for text in told)
    turned = told["The story will go on to Coast."]
    assert turned.sentence is not None and turned.sentence.text == "A player has at least 5 coins."


def test_a_way_is_undecided_before_and_decided_after_one_event():
    game = play(new_game(two_roads(), seed=1), "gamble")
    telling = game.compiled.story
    assert telling is not None
    assert game.state.columns[telling.taken][0] == 0
    play(game, "beg", "gamble")
    assert names(game)[-1] == "Coast"


def test_a_game_is_saved_in_the_middle_of_its_story_and_goes_on_alike(tmp_path: Path):
    game = play(new_game(two_roads(), seed=5, story="ring-road"), "beg", "gamble")
    file = tmp_path / "game.json"
    game.save(file)
    again = load_game(file, two_roads())
    for each in (game, again):
        play(each, "beg", "gamble", "gamble")
    assert again.digest() == game.digest()
    assert names(game)[:2] == ["East Gate", "West Gate"]
    assert json.loads(file.read_text())["story"] == "ring-road"


def test_taking_back_takes_the_turning_back():
    game = play(new_game(two_roads(), seed=1), "gamble", "gamble")
    before, digest = names(game), game.digest()
    play(game, "gamble")
    assert names(game) != before
    game.undo(force=True)  # Blue has seen the coast
    assert (names(game), game.digest()) == (before, digest)
    game.redo()
    assert names(game)[-1] == "Coast"


def test_an_epilogue_names_another_winner_than_the_story():
    game = play(new_game(two_roads(), seed=1), "gamble", "gamble", "gamble", "feast")
    while not game.over:
        play(game, "feast" if game.decision and game.decision.seat == 2 else "beg")
    last = path_of(game.compiled, game.entries)[-1]
    assert last.end and last.way is not None and last.way.list == "epilogues"
    assert game.winners == (1,)


def test_a_scenario_chooses_the_story():
    game = new_game(two_roads(), scenario="round-about")
    assert names(game)[:2] == ["East Gate", "West Gate"]
    assert (game.setup.story, game.setup.players) == ("ring-road", 3)


def test_who_asks_for_a_story_beats_the_scenario():
    game = new_game(two_roads(), scenario="round-about", story="two-roads")
    assert names(game)[0] == "Departure"


def test_an_unknown_story_is_refused_with_the_nearest():
    with pytest.raises(ValueError, match="no story ring-rode; did you mean ring-road"):
        new_game(two_roads(), story="ring-rode")


def test_generated_code_and_plain_instructions_tell_the_same_story():
    from toolkit.machine import Machine
    from toolkit.verbs import load_verbs

    game = new_game(two_roads(), seed=1)
    plain = Machine(game.compiled.model, game.compiled.ruleset, load_verbs(), plain=True)
    state = plain.start(1, log=True)
    for label in ("gamble", "beg", "gamble", "feast", "gamble", "beg"):
        assert game.decision is not None
        index = next(o.index for o in game.decision.options if o.short.lower().startswith(label))
        plain.choose(state, index, game.decision.seat)
        game.choose(index)
    assert state.digest() == game.digest()


def test_a_pack_without_stories_has_no_path():
    game = new_game(PACK.parent / "tic-tac-toe")
    assert path_of(game.compiled, game.entries) == []
