"""Whatever a pack makes grow is stopped in time, with the sentence and what led to it."""

from __future__ import annotations

import resource
from pathlib import Path
from time import process_time

import pytest
import yaml

from tests.cli.conftest import sayso
from tests.limits.packs import write
from toolkit import load_game, new_game
from toolkit.documents.schema import core_schemas
from toolkit.limits import COUNTS, DEFAULTS, Limits, limits_for
from toolkit.play.game import runaway_of
from toolkit.prove.simulate import Job, open_lab, simulate
from toolkit.report.diagnostic import DiagnosticError
from toolkit.site.limits import limits_page

__all__ = ["sayso"]

HERE = Path(__file__).parent
CASES = yaml.safe_load((HERE / "hostile.yaml").read_text())
SECONDS = DEFAULTS.seconds + 1.0
"""What the slowest may take on an idle machine: as long as a decision may, and one for a slower one than ours."""
MEGABYTES = 500


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_it_is_stopped_with_its_sentence(case, monkeypatch, tmp_path):
    if case["limit"] != "seconds":  # which a busy machine may reach first
        monkeypatch.setenv("SAYSO_LIMITS", "seconds=600")
    lab = open_lab(Job(write(tmp_path, case), games=50))
    if case["limit"] == "seconds":
        lab.fast = None  # which may be through in that time
    tally = simulate(lab.job, lab=lab)
    assert len(tally.failed) == 1 and not tally.games  # the other 49 are not even begun
    runaway = tally.failed[0].runaway
    assert runaway is not None and runaway.limit == case["limit"]
    diagnostic = runaway_of(lab.pack, lab.compiled, runaway)
    assert diagnostic.span.text.startswith(case["at"])
    chain = [label.span.text for label in diagnostic.labels]
    assert all(text in chain for text in case.get("chain", ())), chain


@pytest.mark.long
@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_it_is_stopped_soon_and_in_little_memory(case, tmp_path):
    lab = open_lab(Job(write(tmp_path, case), games=1))
    memory, began = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, process_time()
    simulate(lab.job, lab=lab)
    assert process_time() - began < SECONDS
    assert (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - memory) / 1024 < MEGABYTES


def test_simulate_shows_the_message_alone(sayso, tmp_path):
    run = sayso("simulate", write(tmp_path, CASES[0]), "--games", 50, "--replays", tmp_path)
    assert run.status == 1
    assert "error[SAY0905]" in run.out and "Seats" not in run.out
    assert "sayso replay" in run.err


def test_a_variable_that_says_nothing_is_refused(sayso, monkeypatch, tmp_path):
    monkeypatch.setenv("SAYSO_LIMITS", "stairs=3")
    run = sayso("validate", write(tmp_path, CASES[0]))
    assert run.status == 2 and "SAYSO_LIMITS is a list such as" in run.err


# --- The table ----------------------------------------------------------------------------------------------


def test_a_pack_may_lower_each_limit_and_raise_none():
    said = core_schemas()["pack"]["properties"]["limits"]["properties"]
    assert {name: each["maximum"] for name, each in said.items()} == {
        name: getattr(DEFAULTS, name) for name in COUNTS
    }
    assert DEFAULTS.lowered({"steps": 7}).steps == 7
    assert DEFAULTS.lowered({"steps": 10**9}) == DEFAULTS


def test_a_person_sets_them_freely():
    words = {"SAYSO_LIMITS": "steps=1000000, seconds=60"}
    assert limits_for({"steps": 5, "depth": 9}, words) == Limits(steps=1_000_000, seconds=60, depth=9)


@pytest.mark.parametrize("words", ["steps", "steps=", "steps=-1", "steps=0", "stairs=3", "steps=1e3", "=4"])
def test_words_that_say_no_limit_are_refused(words):
    with pytest.raises(ValueError, match="SAYSO_LIMITS"):
        limits_for({}, {"SAYSO_LIMITS": words})


def test_the_page_lists_them_all():
    page = str(limits_page().body)
    assert all(name in page for name in COUNTS) and f"{DEFAULTS.steps:,}" in page


# --- A mistake of ours --------------------------------------------------------------------------------------


@pytest.mark.usefixtures("broken_at_77")
def test_it_names_the_sentence_and_leaves_a_report(sayso, tmp_path):
    case = {"play": "Each player gains 5 coins. Each player gains 72 coins."}
    run = sayso("simulate", write(tmp_path, case), "--games", 2, "--replays", tmp_path)
    assert run.status == 1
    assert "TypeError: no such number" in run.err and "Each player gains 72 coins." in run.err
    report = Path(run.err.rpartition("what happened: ")[2].split()[0])
    assert "in broken" in report.read_text() and "Each player gains 72 coins." in report.read_text()


# --- Decisions ----------------------------------------------------------------------------------------------

ASKING = next(case for case in CASES if case["limit"] == "decisions")


def answered(game, count: int) -> None:
    for number in range(count):
        game.choose(number % len(game.decision.options))


def test_a_game_in_the_hand_has_as_many_as_one_of_bots(tmp_path):
    game = new_game(write(tmp_path, ASKING))
    answered(game, 300)
    with pytest.raises(DiagnosticError) as error:
        answered(game, 1)
    [found] = error.value.diagnostics
    assert found.code == "SAY0920" and found.span.text.startswith(ASKING["at"])
    game.undo()
    answered(game, 1)


def test_states_that_are_not_kept_any_more_are_played_again(monkeypatch, tmp_path):
    game, full = (new_game(write(tmp_path, ASKING), seed=1) for _ in range(2))
    answered(full, 40)
    monkeypatch.setattr("toolkit.play.game.MOST_KEPT", 2000)
    answered(game, 40)
    assert len(game._before) < len(full._before) == 40
    assert list(game.said()) == list(full.said())
    while game.decisions:
        game.undo()
        full.undo()
        assert game.digest() == full.digest() and game.decisions == full.decisions


def test_a_save_with_more_is_refused(tmp_path):
    game = new_game(write(tmp_path, ASKING))
    answered(game, 1)
    saved = game.save()
    saved["decisions"] *= DEFAULTS.decisions + 1
    with pytest.raises(DiagnosticError, match="more than 20,000 decisions"):
        load_game(saved)
