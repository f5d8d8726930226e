"""What simulated games say beside who won: what was wanted, how close it was, what never happened."""

from collections import Counter
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.hygiene.project import ROOT
from tests.prove.conftest import PACKS
from tests.prove.test_simulate import summary_of
from toolkit.prove.course import Course
from toolkit.prove.insight import unwanted
from toolkit.prove.simulate import Job, Lab, open_lab, simulate
from toolkit.prove.tally import Tally

RULE = "rules:\n- When a player has at least 90 points, that player loses 1 point.\n"


def change(folder: Path, file: str, before: str, after: str) -> None:
    path = folder / file
    text = path.read_text(encoding="utf-8")
    assert before in text
    path.write_text(text.replace(before, after, 1), encoding="utf-8")


def lab_and_tally(folder: Path, games: int, **rest) -> tuple[Lab, Tally]:
    lab = open_lab(Job(folder, games, **rest))
    return lab, simulate(lab.job, lab=lab)


# --- Offered and taken --------------------------------------------------------------------------------------


def test_each_decision_of_a_hand_takes_one_card_of_those_it_offers(starter):
    data = summary_of(starter, 40)
    every = data["groups"][0]["wanted"]
    decisions = sum(value * times for value, times in data["length"]["decisions"]["counts"])
    assert every["taken"] == decisions
    assert every["offered"] == 2 * decisions  # of two cards that are alike one is offered, so both are there
    parts = [one["wanted"] for one in data["components"]]
    assert sum(part["taken"] for part in parts) == every["taken"]


def test_players_who_took_it_and_who_left_it_are_those_to_whom_it_was_offered(starter):
    _, tally = lab_and_tally(starter, 40, bots=("greedy:8",))
    data = summary_of(starter, 40, bots=("greedy:8",))
    for number, one in enumerate(data["components"]):
        wanted = one["wanted"]
        players = wanted["won-taking"]["of"] + wanted["won-leaving"]["of"]
        assert players == tally.offered_players[number]
        won = wanted["won-taking"]["number"] + wanted["won-leaving"]["number"]
        assert won == tally.offered_wins[number] <= players


def test_bots_that_weigh_take_what_is_better(starter):
    wanted = {one["id"]: one["wanted"] for one in summary_of(starter, 40, bots=("greedy",))["components"]}
    assert wanted["stack"]["rate"] > 0.7 > 0.3 > wanted["pebble"]["rate"]


# --- What nobody takes --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("offered", "taken", "listed"), [(20, 0, True), (19, 0, False), (20, 1, False)])
def test_a_card_is_listed_when_it_was_left_often_enough(starter, offered, taken, listed):
    lab = open_lab(Job(starter, 1))
    tally = Tally(games=1, weighed=Counter({0: offered}), preferred=Counter({0: taken}))
    assert [one["id"] for one in unwanted(lab, tally)] == ["pebble"] * listed


def test_who_has_nothing_else_to_take_leaves_nothing():
    """A decision between two cards of one document says nothing; nor does what a random bot takes."""
    document_of = {5: 0, 6: 0, 7: 1}
    alike, other = (("entity", 5), ("entity", 6)), (("entity", 5), ("entity", 7))
    state = SimpleNamespace(active=1, out=0, winners=(), log=[])
    machine = SimpleNamespace(
        model=SimpleNamespace(players=(1, 2)), ruleset=SimpleNamespace(evaluations=[], verbs=[])
    )
    course, tally = Course(machine, None, document_of, weighing=(1,)), Tally()
    for seat, options in ((1, alike), (1, other), (2, other)):
        course.asked(state, SimpleNamespace(seats=(seat,), options=(options,)), seat, 1)
    course.count(state, tally)
    assert tally.offered == {0: 3, 1: 2} and tally.taken == {0: 1, 1: 2}
    assert tally.weighed == {0: 1, 1: 1} and +tally.preferred == {1: 1}


def test_an_answer_that_nobody_gives_is_listed_with_its_sentence(starter):
    change(
        starter,
        "rules/game.yaml",
        "  play: Play a card in your hand.\n",
        "  play: Play a card in your hand.\n  gift: You may lose 1 point.\n",
    )
    (starter / "examples" / "playing.yaml").unlink()
    left = [one for one in summary_of(starter, 20, bots=("greedy",))["unwanted"] if "text" in one]
    assert [(one["option"], one["text"]) for one in left] == [("Yes", "You may lose 1 point.")]


# --- What never happens -------------------------------------------------------------------------------------


def texts(data: dict) -> list[str]:
    return [one["text"] for one in data["idle"]]


def test_a_rule_that_never_acts_is_idle_and_what_happens_is_not(starter):
    change(starter, "rules/game.yaml", "rules:\n", RULE)
    idle = texts(summary_of(starter, 60))
    assert "When a player has at least 90 points, that player loses 1 point." in idle
    assert not {"Shuffle the deck.", "Play a card in your hand."} & {*idle}


def test_a_verb_in_the_midst_of_which_the_game_ends_has_happened():
    data = summary_of(ROOT / "content" / "sentient", 3)
    assert "Finish the game." not in texts(data)


def test_what_another_procedure_does_is_not_asked_for(starter):
    change(
        starter,
        "rules/game.yaml",
        "type: procedure\nid: game\n",
        "type: procedure\nid: other\nsteps:\n  all: Each player gains 3 points.\n---\ntype: procedure\nid: game\n",
    )
    assert "Each player gains 3 points." not in texts(summary_of(starter, 10))


def test_only_the_story_that_is_told_is_judged():
    lab = open_lab(Job(PACKS / "two-roads", 5))
    documents = [document.id for document in lab.untold()]
    told = {card.id for card in lab.compiled.story.stories.default.cards}
    assert not told & {*documents}


# --- How games went -----------------------------------------------------------------------------------------


def course_of(positions, winners=(1,), players=(1, 2), out=0) -> Tally:
    """A game with these values before each of its decisions, and at its end."""
    worth = {}
    machine = SimpleNamespace(
        model=SimpleNamespace(players=players),
        ruleset=SimpleNamespace(evaluations=[0], verbs=[]),
        worth=lambda state, player: worth[player],
    )
    course = Course(machine, None, {}, ())
    state = SimpleNamespace(active=0, out=out, winners=winners, log=[])
    decision = SimpleNamespace(seats=(1,), options=((("done",),),))
    *before, last = positions
    for number, values in enumerate(before):
        worth.update(zip(players, values, strict=True))
        state.active = 1 + number % len(players)
        course.asked(state, decision, 1, 0)
    worth.update(zip(players, last, strict=True))
    tally = Tally()
    course.count(state, tally)
    return tally


@pytest.mark.parametrize(
    ("positions", "changes"),
    [
        ([(0, 0), (1, 0), (2, 0)], 0),
        ([(1, 0), (1, 1), (2, 1)], 0),  # to be level is no change
        ([(1, 0), (0, 1), (0, 2), (3, 2)], 2),
        ([(1, 0), (1, 1), (1, 2)], 1),
    ],
)
def test_the_lead_changes_when_another_is_ahead(positions, changes):
    assert course_of(positions).leads == {changes: 1}


def test_who_is_ahead_at_a_quarter_of_the_decisions():
    tally = course_of([(0, 0), (0, 1), (0, 1), (5, 1), (9, 1)], winners=(1,))
    assert tally.ahead == {(1, False): 1, (2, False): 1, (3, True): 1}


def test_a_draw_says_nothing_about_who_was_ahead():
    assert course_of([(1, 0), (1, 0), (1, 1)], winners=()).ahead == {}


def test_who_is_out_is_not_ahead():
    tally = course_of([(9, 0), (9, 0), (9, 1)], winners=(2,), out=1 << 1)
    assert tally.ahead == {(1, True): 1, (2, True): 1, (3, True): 1}


@pytest.mark.parametrize(
    ("positions", "winner", "crowned"),
    [
        ([(3, 0, 0), (3, 0, 0), (3, 0, 0), (0, 4, 0)], 2, {True: 1}),  # in the third player's turn
        ([(3, 0, 0), (3, 0, 0), (0, 4, 0)], 2, {False: 1}),  # in the winner's own
        ([(3, 0, 0), (0, 4, 0), (0, 4, 0)], 2, {False: 1}),  # in that of who was ahead
        ([(3, 0, 0), (3, 0, 0), (3, 0, 0), (0, 4, 0)], 1, {}),  # it did not last
        ([(3, 0, 0), (4, 0, 0)], 1, {}),  # nobody else was ahead
    ],
)
def test_who_puts_another_player_ahead_for_good_is_a_kingmaker(positions, winner, crowned):
    assert course_of(positions, winners=(winner,), players=(1, 2, 3)).crowned == crowned


def test_who_begins_is_the_first_active_player():
    tally = course_of([(1, 0), (1, 0), (1, 1)], winners=(1,))
    assert tally.began == {1: 1} and tally.began_wins == {1: 1}


def test_beginning_and_being_ahead_are_in_the_summary(starter):
    data = summary_of(starter, 30)
    assert data["began"]["of"] == 30 and data["began"]["number"] == data["seats"][0]["wins"]
    assert data["base"] == pytest.approx(0.5, abs=0.03)
    assert [one["quarter"] for one in data["drama"]["ahead"]] == [1, 2, 3]


# --- Warnings -----------------------------------------------------------------------------------------------


def test_an_evaluation_that_is_constant_by_mistake_is_told(sayso, starter):
    change(starter, "rules/game.yaml", "value: Score your points.", "value: Score 3 points.")
    run = sayso("simulate", starter, "--games", 5)
    assert "evaluation never changed in 5 games" in run.err
    assert "\nThe pack's" in f"\n{run.err}"


def test_one_that_changes_is_not(sayso, starter):
    assert "never changed" not in sayso("simulate", starter, "--games", 5).err
