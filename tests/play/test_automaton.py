"""An automaton: a seat that decides nothing.  What it does is sentences, and what would ask it is told."""

import shutil
from pathlib import Path
from random import Random

import pytest

from toolkit.compile.pack import load_pack
from toolkit.kernel.random import Chance
from toolkit.limits import Asked
from toolkit.play import new_game, new_stepper
from toolkit.play.stepper import at_random
from toolkit.prove.coverage import silences
from toolkit.prove.probe import Seen
from toolkit.report.diagnostic import DiagnosticError

HERON = Path(__file__).parents[1] / "packs" / "heron"

MISTAKES = {
    "which one": ("beak: Hook the first bream in", "beak: Hook a bream in"),
    "whether": ("hook the first trout", "you may hook the first trout"),
    "where": ("the first teeming haunt", "a teeming haunt"),
}


@pytest.fixture
def heron(tmp_path):
    """The pack, with one place of its sentences changed."""

    def changed(old, new):
        folder = tmp_path / "heron"
        shutil.copytree(HERON, folder)
        file = folder / "heron.yaml"
        text = file.read_text(encoding="utf-8")
        assert text.count(old) == 1
        file.write_text(text.replace(old, new), encoding="utf-8")
        return load_pack(folder).unwrap(), new

    return changed


def test_only_people_are_asked():
    game = new_game(HERON, scenario="alone", seed=3)
    assert game.people == (1,)
    random = Random(3)
    while game.decision is not None:
        assert game.decision.seats == (1,)
        game.choose(random.randrange(len(game.decision.options)))
    verbs = [event.verb for event in game.log if event.who == 2]
    assert verbs.index("follow-a-habit") > verbs.index("put")


def test_without_the_scenario_the_same_seat_is_a_person():
    game = new_game(HERON, seed=3)
    assert game.people == (1, 2)
    assert not any(event.verb == "follow-a-habit" for event in game.log)


def test_coverage_tells_that_an_automaton_was_left_alone():
    seen = Seen()
    (silence,) = silences(load_pack(HERON).unwrap(), 5, 1, seen)
    assert (silence.scenario, silence.seats, silence.games, silence.asked) == ("alone", ("Heron",), 5, ())
    assert any(place[0].endswith("heron.yaml") for place in seen.happened)


@pytest.mark.parametrize("mistake", MISTAKES)
def test_coverage_names_the_sentence_that_asks(heron, mistake):
    pack, new = heron(*MISTAKES[mistake])
    (silence,) = silences(pack, 20, 1, Seen())
    (found,) = silence.asked
    assert found.code == "SAY0921" and "Heron" in found.message
    line = found.span.source.text.splitlines()[found.span.position[0] - 1]
    assert new.strip() in line


def test_a_game_that_asks_an_automaton_stops_there(heron):
    pack, _ = heron(*MISTAKES["which one"])
    with pytest.raises(Asked):
        for seed in range(20):
            steps = new_stepper(pack, scenario="alone", seed=seed)
            steps.play(at_random(Chance(seed)))
    with pytest.raises(DiagnosticError) as stopped:
        for seed in range(20):
            game, random = new_game(pack, scenario="alone", seed=seed), Random(seed)
            while game.decision is not None:
                game.choose(random.randrange(len(game.decision.options)))
    assert stopped.value.diagnostics[0].code == "SAY0921"


def test_a_saved_game_goes_on_with_its_automaton(tmp_path):
    from toolkit.play import load_game

    game = new_game(HERON, scenario="alone", seed=5)
    game.choose(0)
    game.save(tmp_path / "game.json")
    again = load_game(tmp_path / "game.json", HERON)
    assert again.digest() == game.digest() and again.people == (1,)
