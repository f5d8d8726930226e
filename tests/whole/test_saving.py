"""A game is a value: saved in the middle of an effect in one process, it goes on in another as if nothing had been."""

import json

import pytest

from tests.whole.playing import finish, game, in_mid_effect, middle, pack, python, step
from toolkit.kernel.state import State
from toolkit.play import load_game
from toolkit.report.diagnostic import DiagnosticError

SEED = 5
INTERRUPTED = (
    "content/sentient:3",
    "tests/packs/connect-four",
    "tests/packs/hidden-hand",
    "tests/packs/replacement-optional",
)


@pytest.mark.parametrize("what", INTERRUPTED)
def test_saved_in_mid_effect_in_one_process_and_finished_in_another(what, tmp_path):
    save = tmp_path / "game.json"
    begun = middle(game(what, SEED), 1)
    begun.save(save)
    ended = python("finish", str(save), what).strip()
    assert ended == finish(begun).digest()


@pytest.mark.parametrize("what", INTERRUPTED)
def test_saved_and_loaded_at_every_decision(what):
    plain, saved = game(what, SEED), game(what, SEED)
    unfinished = 0
    while plain.decision is not None:
        text = json.dumps(saved.save())
        saved = load_game(json.loads(text), saved.pack)
        unfinished += in_mid_effect(saved)
        assert saved.state.decision == plain.state.decision
        step(plain)
        step(saved)
    assert saved.over and saved.digest() == plain.digest()
    assert [str(event) for event in saved.log] == [str(event) for event in plain.log]
    assert unfinished


def test_a_state_knows_its_decision_again(tmp_path):
    one = middle(game("content/sentient:3", SEED), 10)
    state = State.from_json(json.loads(json.dumps(one.state.to_json())))
    assert state.decision is None
    assert one.machine.advance(state) == one.state.decision
    assert state.digest() == one.digest()


@pytest.mark.parametrize("what", ["content/sentient:3", "tests/packs/dice", "tests/packs/secret-choice"])
def test_a_replay_gives_the_same_game(what, tmp_path):
    one = finish(game(what, SEED, keep=True))
    path = tmp_path / "game.replay.json"
    one.replay(path)
    again = load_game(path, one.pack)
    assert again.digest() == one.digest()
    assert again.decisions == one.decisions
    assert [str(event) for event in again.log] == [str(event) for event in one.log]


def test_a_replay_of_other_content_is_refused(tmp_path):
    one = finish(game("tests/packs/tic-tac-toe", SEED))
    record = one.replay()
    record["digests"] = {name: "0" * len(digest) for name, digest in record["digests"].items()}
    with pytest.raises(DiagnosticError):
        load_game(record, pack("tests/packs/tic-tac-toe"))


def test_taken_back_and_done_again_is_the_same():
    one = finish(game("content/sentient:3", SEED, keep=True))
    end, decisions = one.digest(), list(one.decisions)
    for _ in range(40):
        one.undo(force=True)
    for _ in range(40):
        one.redo()
    assert one.digest() == end and one.decisions == decisions
