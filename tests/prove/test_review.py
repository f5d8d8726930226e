"""`sayso review`: blunders are found and told, what is as good is none, and nobody's secrets are told."""

import json

import pytest

from tests.prove.conftest import PACKS
from toolkit import load_pack, new_game
from toolkit.play.bots import play_out, seat_bots
from toolkit.prove.review import Asked, Found, Review, review_data

TIC_TAC_TOE = PACKS / "tic-tac-toe"
KINGS = PACKS / "hidden-hand"

BLUNDER = ("second cell of the second row", "first cell of the first row", "second cell of the first row",
           "third cell of the first row", "second cell of the third row")  # fmt: skip
"""Cross threatens a column, Nought looks elsewhere, Cross wins."""


def played(folder, *words, seed=1, **rest):
    """A game in which these options were taken, by a part of their words."""
    game = new_game(load_pack(folder), seed=seed, **rest)
    for each in words:
        game.choose(next(option for option in game.decision.options if each in option.short))
    return game


def reviewed(game, bot="lookahead:200", seats=(1, 2), **rest):
    review = Review(game, Asked(seats, bot, **rest))
    return review_data(review, review.walk())


@pytest.fixture
def blunder(tmp_path):
    path = tmp_path / "blunder.json"
    played(TIC_TAC_TOE, *BLUNDER).replay(path)
    return path


def test_a_blunder_is_found_with_what_it_cost():
    data = reviewed(played(TIC_TAC_TOE, *BLUNDER))
    assert data["mistakes"][0] == 4
    wrong = data["looked"][3]
    assert (wrong["number"], wrong["seat"], wrong["periods"]) == (4, 2, {"turn": 4})
    assert "second cell of the third row" in wrong["better"] and "third cell of the first" in wrong["taken"]
    assert wrong["cost"] > 0.3 and wrong["worth"] - wrong["worth-taken"] == pytest.approx(
        wrong["cost"], abs=1e-3
    )
    low, high = wrong["cost-interval"]
    assert 0 < low < wrong["cost"] < high
    red, blue = data["seats"]
    assert blue["mistakes"] >= 1 and blue["accuracy"] < 1 and blue["loss"] > 0.1
    assert red["chance"][-1] == [5, 1.0] and blue["chance"][0][1] < 0.6


def test_a_review_is_repeatable_and_the_same_on_both_machines():
    game = new_game(load_pack(KINGS), seed=4)
    play_out(game, seat_bots("random", (1, 2), 4))
    first = reviewed(game, "lookahead:12")
    assert reviewed(game, "lookahead:12") == first
    game.rig.thinking.__dict__["flat"] = None  # as where nothing is compiled
    assert reviewed(game, "lookahead:12") == first
    assert first["looked"] and first["repeatable"]


PICKS = """\
type: pack
format: 1
id: picks
name: Picks
players: 2
seats: [Red, Blue]
precedence: [base]
start: [game]
---
type: vocabulary
id: words
quantities: {coin: {of: player}}
kinds: {die: {number: 1, faces: false, starts: box, attributes: {value: 1 to 6}, shows: value}}
places: {box: {}}
---
type: verb
id: pick
phrase: pick
steps:
  one: |
    Choose one:
    - Gain 3 coins.
    - Gain 1 coin. Gain 2 coins.
  luck: Roll the die. Gain coins equal to the value of the die.
---
type: procedure
id: game
steps:
"""


def test_options_that_are_worth_the_same_are_no_mistakes(tmp_path):
    steps = "".join(f"  pick {n}: Each player picks.\n" for n in range(12))
    end = "  end: The player with the most coins wins the game.\n"
    (tmp_path / "pack.yaml").write_text(PICKS + steps + end)
    game = new_game(load_pack(tmp_path).unwrap())
    play_out(game, seat_bots("random", (1, 2), 1))
    data = reviewed(game, "lookahead:40")
    assert len(data["looked"]) == 24 and not data["mistakes"]
    assert any(each["better"] for each in data["looked"])


def test_what_left_no_choice_is_left_out():
    game = played(TIC_TAC_TOE, *BLUNDER)
    found = Review(game, Asked((1,), "lookahead:20")).walk()
    assert (found.made, found.forced) == ({1: 3}, {1: 0})
    nothing = Found({1: 2}, {1: 2}, [])
    data = review_data(Review(game, Asked((1,), "lookahead:20")), nothing)
    assert data["seats"][0]["accuracy"] is None and not data["mistakes"]


def test_options_are_called_as_the_seat_knew_them():
    """In words that were kept when they were taken; openly, with the names of what lay hidden."""
    game = new_game(load_pack(KINGS), seed=2)
    play_out(game, seat_bots("random", (1, 2), 2))
    said, data = game.said(), reviewed(game, "lookahead:8")
    assert data["looked"]
    for each in data["looked"]:
        assert each["taken"] == said[each["number"] - 1]
    shut = json.dumps(data["looked"])
    opened = json.dumps(reviewed(game, "lookahead:8", openly=True)["looked"])
    assert ("face-down" in shut) >= ("face-down" in opened)


# --- The command --------------------------------------------------------------------------------------------


def test_the_worst_are_told_in_words(sayso, blunder):
    run = sayso("review", blunder, "--bot", "lookahead:200", "--worst", "1")
    assert run.status == 0
    assert run.out.startswith("tic-tac-toe: 5 decisions, Cross won, seed 1; lookahead:200 has looked at it")
    assert "Decision 4, turn 4: Nought lost" in run.out and "better:" in run.out
    assert "chance to win, by the search:" in run.out and run.out.count("Decision") == 1
    data = json.loads(sayso("review", blunder, "--bot", "lookahead:200", "--json").out)
    assert data["mistakes"][0] == 4
    assert "Decision" not in sayso("review", blunder, "--worst", "0", "--bot", "lookahead:50").out


def test_people_are_reviewed_and_not_the_bots(sayso, tmp_path):
    path = tmp_path / "two.json"
    typed = "5\n1\n1\n1\n1\n1\n"
    sayso("play", TIC_TAC_TOE, "--bots", "me,first", "--seed", "3", "--replay-out", path, input=typed)
    assert json.loads(path.read_text())["bots"] == "me,first"
    for asked, seats in (([], [1]), (["--seat", "nought"], [2]), (["--seat", "2", "--seat", "1"], [1, 2])):
        data = json.loads(sayso("review", path, "--bot", "lookahead:20", "--json", *asked).out)
        assert [seat["seat"] for seat in data["seats"]] == seats


def test_who_plays_is_remembered_in_a_save(sayso, tmp_path):
    path = tmp_path / "one.json"
    sayso("play", TIC_TAC_TOE, "--level", "easy", "--seed", "3", input=f"5\ns {path}\nq\n")
    run = sayso("play", path, input="?\nq\n")
    assert "Nought: a bot, easy" in run.out
    assert "Nought: at this keyboard" in sayso("play", path, "--bots", "none", input="?\nq\n").out


def test_a_game_that_is_not_over_tells_of_one_seat(sayso, tmp_path):
    path = tmp_path / "begun.json"
    game = new_game(load_pack(KINGS), seed=2)
    game.choose(0)
    game.choose(0)
    game.save(path)
    refused = sayso("review", path)
    assert refused.status == 2 and "no business of another" in refused.err and "--seat " in refused.err
    assert sayso("review", path, "--seat", "1", "--bot", "lookahead:8").status == 0
    refused = sayso("review", path, "--seat", "1", "--open")
    assert refused.status == 2 and "not over" in refused.err


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--bot", "greedy"], "Greedy does not tell what options are worth"),
        (["--bot", "random"], "lookahead:2000"),
        (["--bot", "lookahed:3"], "did you mean lookahead"),
        (["--seat", "Croos"], "Did you mean Cross?"),
        (["--seat", "9"], "There are Cross, Nought"),
        (["--worst", "-1"], "-1"),
    ],
)
def test_what_cannot_be_asked_is_misuse(sayso, blunder, arguments, says):
    run = sayso("review", blunder, *arguments)
    assert run.status == 2 and says in run.err


def test_a_limit_of_time_is_said_to_be_true_of_this_machine(sayso, blunder):
    run = sayso("review", blunder, "--bot", "lookahead:5ms", "--seat", "Nought")
    assert run.status == 0 and "true of this machine" in run.err


def test_stopped_early_keeps_what_is_done(sayso, blunder, monkeypatch):
    look = Review.look

    def interrupted(self, game, number, seat, index):
        if number > 2:
            raise KeyboardInterrupt
        return look(self, game, number, seat, index)

    monkeypatch.setattr(Review, "look", interrupted)
    run = sayso("review", blunder, "--bot", "lookahead:20")
    assert run.status == 130
    assert "Stopped after 2 of 5 decisions" in run.err and run.out.startswith("tic-tac-toe: 5 decisions")


def test_only_the_first_decisions(sayso, blunder):
    data = json.loads(sayso("review", blunder, "--until", "3", "--bot", "lookahead:20", "--json").out)
    assert (data["decisions"], data["over"]) == (3, False)
