"""Saves and replays."""

import json
import shutil

import pytest

from tests.hygiene.project import ROOT, python
from tests.play import damage
from tests.play.conftest import PACKS
from toolkit import load_game, load_pack, new_game
from toolkit.play.bots import RandomBot, play_out
from toolkit.report.diagnostic import DiagnosticError


def bots(seats=2, seed=1):
    return {seat: RandomBot(seed, seat) for seat in range(1, seats + 1)}


@pytest.mark.parametrize(
    "name", ["tic-tac-toe", "dice", "hidden-hand", "secret-choice", "replacement-optional"]
)
def test_a_saved_game_goes_on_where_it_stood(pack, name, tmp_path):
    game = new_game(pack(name), seed=11)
    for _ in range(3):
        if game.decision is not None:
            game.choose(0, game.decision.seat)
    game.save(tmp_path / "one.json")
    loaded = load_game(tmp_path / "one.json", pack(name))
    assert loaded.digest() == game.digest()
    assert loaded.decisions == game.decisions
    assert loaded.log == game.log
    for each in (game, loaded):
        play_out(each, bots(len(game.players)))
    assert loaded.digest() == game.digest()
    assert loaded.log == game.log


def test_a_loaded_game_can_be_taken_back(pack, tmp_path):
    game = new_game(pack("connect-four"))
    game.choose(3)
    before = game.digest()
    game.choose(2)
    loaded = load_game(game.save(), pack("connect-four"))
    loaded.undo()
    assert loaded.digest() == before


def test_a_loaded_game_is_taken_back_to_its_beginning(pack):
    game = new_game(pack("connect-four"))
    digests = []
    for column in (3, 2, 3):
        digests.append(game.digest())
        game.choose(column)
    loaded = load_game(game.save(), pack("connect-four"))
    while digests:
        loaded.undo()
        assert loaded.digest() == digests.pop()


def test_a_game_saved_in_one_process_is_finished_in_another(pack, tmp_path):
    game = new_game(pack("hidden-hand"), seed=5)
    game.choose(1)
    game.save(tmp_path / "half.json")
    play_out(game, bots())
    script = (
        "import sys; from toolkit import load_game; from toolkit.play.bots import RandomBot, play_out\n"
        "game = load_game(sys.argv[1], sys.argv[2])\n"
        "play_out(game, {seat: RandomBot(1, seat) for seat in (1, 2)})\n"
        "print(game.digest(), len(game.log))"
    )
    result = python("-c", script, str(tmp_path / "half.json"), str(PACKS / "hidden-hand"), cwd=ROOT)
    assert result.stdout.split() == [game.digest(), str(len(game.log))], result.stderr


def test_a_replay_leads_to_the_same_position(pack, tmp_path):
    game = new_game(pack("dice"), seed=3)
    play_out(game, bots())
    game.replay(tmp_path / "all.json")
    again = load_game(tmp_path / "all.json", pack("dice"))
    assert again.digest() == game.digest()
    assert again.log == game.log


def test_the_pack_is_found_by_its_path(pack, tmp_path, monkeypatch):
    monkeypatch.chdir(ROOT)
    game = new_game(load_pack("tests/packs/tic-tac-toe"))
    game.save(tmp_path / "one.json")
    assert load_game(tmp_path / "one.json").digest() == game.digest()


# --- Refusals -----------------------------------------------------------------------------------------------


def refused(source, pack=None):
    with pytest.raises(DiagnosticError) as caught:
        load_game(source, pack)
    [diagnostic] = caught.value.diagnostics
    return diagnostic


def test_other_content_is_refused_with_the_pack_that_changed(pack, tmp_path):
    game = new_game(pack("tic-tac-toe"))
    game.save(tmp_path / "one.json")
    shutil.copytree(PACKS / "tic-tac-toe", tmp_path / "tic-tac-toe")
    with (tmp_path / "tic-tac-toe" / "rules" / "game.yaml").open("a") as file:
        file.write("# a remark\n")
    diagnostic = refused(tmp_path / "one.json", tmp_path / "tic-tac-toe")
    assert diagnostic.code == "SAY1003"
    assert diagnostic.message == "this save belongs to another version of tic-tac-toe"


# --- Content that has changed -------------------------------------------------------------------------------


TURNS = """\
type: vocabulary
quantities: {coin: {of: player}, point: {of: player}}
---
type: verb
id: turn
phrase: take a turn
steps:
  act: |
    Choose one:
"""
GAME = """\
---
type: procedure
id: game
steps:
  turns: Red takes a turn 4 times.
"""


@pytest.fixture
def market(write_pack):
    """`market(sentence, …)`: a pack in which Red may do one of these things, four times."""

    def write(*effects):
        lines = "".join(f"    - {effect}\n" for effect in effects)
        return load_pack(write_pack(TURNS + lines + GAME)).unwrap()

    return write


def test_a_decision_is_found_by_its_words_where_the_content_has_changed(market):
    old = market("Gain 1 coin.", "Gain 1 point.")
    game = new_game(old)
    for label in ("Gain 1 point", "Gain 1 coin", "Gain 1 point"):
        game.choose(label)
    new = market("Gain 3 coins.", "Gain 1 coin.", "Gain 1 point.")
    refusal = refused(game.save(), new)
    assert refusal.code == "SAY1003"
    assert "--until 3" in refusal.hint
    again = load_game(game.save(), new, until=3)
    assert [event.text for event in again.log] == [event.text for event in game.log]
    assert [index for _, index in again.decisions] == [2, 1, 2]


def test_the_decision_that_no_longer_fits_is_named(market):
    game = new_game(market("Gain 1 coin.", "Gain 1 point."))
    for label in ("Gain 1 coin", "Gain 1 point", "Gain 1 coin"):
        game.choose(label)
    new = market("Gain 1 coin.", "Gain 2 points.")
    hint = refused(game.save(), new).hint
    assert hint.startswith(
        "Decision 2 no longer fits: Red chose *Gain 1 point*, but that is not offered now. --until 1 goes on"
    )
    assert len(load_game(game.save(), new, until=1).decisions) == 1
    with pytest.raises(DiagnosticError):
        load_game(game.save(), new, until=2)


def test_a_changed_decision_is_named_and_the_one_before_is_offered(pack):
    game = new_game(pack("tic-tac-toe"))
    game.choose(4)
    game.choose(0)
    data = game.save()
    data["decisions"][1] = [2, 77]
    diagnostic = refused(data, pack("tic-tac-toe"))
    assert "decision 2 no longer fits: Nought chose" in diagnostic.message
    assert "--until 1" in diagnostic.hint
    assert load_game(data, pack("tic-tac-toe"), until=1).decisions == [(1, 4)]


def test_no_position_is_read_from_a_file(pack):
    game = new_game(pack("tic-tac-toe"))
    game.choose(4)
    loaded = load_game({**game.save(), "state": {"frames": [1]}, "log": [7]}, pack("tic-tac-toe"))
    assert loaded.digest() == game.digest() and loaded.log == game.log


# --- Damage -------------------------------------------------------------------------------------------------


def test_damaged_records_are_refused_or_played_on(tmp_path):
    counts = damage.search(600, 1, tmp_path)
    assert counts["loaded"] > 50 and counts["SAY1001"] > 50 and counts["SAY1005"] > 20


@pytest.mark.long
def test_50_000_damaged_records_are_refused_or_played_on(tmp_path):
    assert damage.search(50_000, 2, tmp_path).total() == 50_000


ENDLESS = {"id": "", "name": "", "rules": "", "cards": [["", "", "", float("inf")]]}


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda data: "nonsense", "SAY1001"),
        (lambda data: {}, "SAY1001"),
        (lambda data: [1, 2], "SAY1001"),
        (lambda data: {**data, "format": 2}, "SAY1002"),
        (lambda data: {**data, "players": "two"}, "SAY1001"),
        (lambda data: {**data, "decisions": [[1]]}, "SAY1001"),
        (lambda data: {**data, "decisions": [[1, 0], [1, 0]]}, "SAY1005"),
        (lambda data: {**data, "decisions": [[1, 99]]}, "SAY1005"),
        (lambda data: {**data, "players": 9}, "SAY1005"),
        (lambda data: {**data, "players": 10**9}, "SAY1005"),
        (lambda data: {**data, "options": {"first": []}}, "SAY1001"),
        (lambda data: {**data, "options": {"fog": True}}, "SAY1005"),
        (lambda data: {**data, "scenario": "siege"}, "SAY1005"),
        (lambda data: {**data, "story": "saga"}, "SAY1005"),
        (lambda data: {**data, "story": "\x1b[2J"}, "SAY1001"),
        (lambda data: {**data, "decisions": [[1, 0]] * 30_000}, "SAY1001"),
        (lambda data: {**data, "decks": {"1": ENDLESS}}, "SAY1001"),
        (lambda data: {**data, "digest": "0"}, "SAY1005"),
        (lambda data: {**data, "digests": {}}, "SAY1003"),
    ],
)
def test_a_file_that_is_no_replay_is_refused(pack, tmp_path, change, code):
    game = new_game(pack("tic-tac-toe"))
    game.choose(4)
    path = tmp_path / "changed.json"
    path.write_text(json.dumps(change(game.replay())))
    assert refused(path, pack("tic-tac-toe")).code == code


@pytest.mark.parametrize("content", [b"\xff\xfe", b"", b"[" * 100_000, b'{"sayso": "save"'])
def test_a_file_that_is_no_json_is_refused(tmp_path, content):
    (tmp_path / "x.json").write_bytes(content)
    assert refused(tmp_path / "x.json").code == "SAY1001"


def test_a_file_that_is_not_there_is_refused(tmp_path):
    assert refused(tmp_path / "x.json").code == "SAY1001"


def test_an_unknown_pack_is_refused(pack):
    data = {**new_game(pack("tic-tac-toe")).save(), "pack": "chess", "path": "/nowhere"}
    assert refused(data).code == "SAY1004"
