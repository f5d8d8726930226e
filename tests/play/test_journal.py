"""What is decided is written at once: a game that is killed goes on where it was."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from random import Random

import pytest

from tests.hygiene.project import ROOT, run
from tests.play import damage
from tests.play.conftest import PACKS
from toolkit import load_game, new_game
from toolkit.play import journal as journals
from toolkit.play.bots import answer, make_bot, play_out
from toolkit.play.journal import Journal, new_journal, unfinished
from toolkit.report.atomic import being_written
from toolkit.report.diagnostic import DiagnosticError

TIC_TAC_TOE = PACKS / "tic-tac-toe"


@pytest.fixture(autouse=True)
def state(tmp_path, monkeypatch):
    """The user's folder of states, empty."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path / "state" / "sayso" / "games"


@pytest.fixture
def played(pack):
    """`played(3, 1, "undo")`: a game with its journal, so far."""

    def play(*steps, journal=None):
        game = new_game(pack("tic-tac-toe"))
        game.changed = (journal or new_journal(game)).follow
        for step in steps:
            game.undo() if step == "undo" else game.choose(step)
        return game

    return play


def written(path):
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def typed(*lines):
    return "".join(f"{line}\n" for line in lines)


def test_each_decision_is_a_line_at_once(played, state):
    game = played(4)
    [path] = state.iterdir()
    assert [each.get("decision") for each in written(path)] == [None, [1, 4]]
    game.choose(0)
    assert written(path)[-1] == {"decision": [2, 0], "words": game.said()[1]}
    game.undo()
    assert written(path)[-1] == {"back": 1}
    assert load_game(path, game.pack).decisions == [(1, 4)]


def test_a_game_without_a_decision_has_no_journal(played, state):
    played()
    assert not list(state.iterdir())


@pytest.mark.parametrize("steps", [(4,), (4, 0, 2), (4, 0, "undo", 3), (4, 0, "undo", "undo", 8, 1, 1)])
def test_cut_off_anywhere_it_is_the_game_before(played, state, steps):
    game = played(*steps)
    [path] = state.iterdir()
    text = path.read_text("utf-8")
    first = text.index("\n") + 1
    for end in range(first, len(text) + 1):
        path.write_text(text[:end], "utf-8")
        found = load_game(path, game.pack)
        assert found.decisions == load_game(_whole_lines(text[:end], path), game.pack).decisions
    assert found.digest() == game.digest()


@pytest.mark.parametrize("name", ["random", "greedy:4", "lookahead:2"])
def test_bots_go_on_as_they_would_have_gone_on(pack, state, name):
    def bots():
        return {seat: make_bot(name, 3, seat) for seat in (1, 2)}

    whole = new_game(pack("tic-tac-toe"), seed=3)
    play_out(whole, bots())
    assert len(whole.decisions) > 4
    begun = new_game(whole.pack, seed=3)
    begun.changed = new_journal(begun).follow
    table = bots()
    for _ in range(3):
        answer(begun, table)
    [path] = state.iterdir()
    resumed = load_game(path, whole.pack)
    play_out(resumed, bots())
    assert resumed.decisions == whole.decisions


def test_cut_off_within_a_letter_it_is_the_game_before(played, state):
    game = played(4)
    [path] = state.iterdir()
    path.write_bytes(path.read_bytes() + '{"decision":[2,0],"words":"є'.encode()[:-1])
    assert load_game(path, game.pack).decisions == [(1, 4)]


def _whole_lines(text, path):
    path.write_text(text[: text.rindex("\n") + 1], "utf-8")
    return path


def test_a_journal_that_was_damaged_is_refused_or_ends_before(played, state, tmp_path):
    game = played(4, 0, 2, "undo", 3, 1)
    [path] = state.iterdir()
    lines, random = path.read_text("utf-8").splitlines(), Random(1)
    for _ in range(300):
        changed = [*lines]
        at = random.randrange(len(lines))
        changed[at] = random.choice(
            (json.dumps(damage.damaged(json.loads(lines[at]), random)), lines[at][:9], "")
        )
        path.write_text("\n".join(changed) + "\n", "utf-8")
        try:
            damage.legal(load_game(path, game.pack))
        except DiagnosticError as error:
            assert error.diagnostics[0].code.startswith("SAY10")


# --- Going on -----------------------------------------------------------------------------------------------


def test_a_game_goes_on_and_ends(sayso, state):
    first = sayso("play", TIC_TAC_TOE, "--seed", "1", "--bots", "me,first", input=typed(5, "q"))
    assert "Go on with: sayso play --resume" in first.err
    run = sayso("play", "--resume", input=typed("q"))
    assert "Decisions so far: 2." in run.out
    assert "me,first" in state.joinpath(unfinished()[0]).read_text("utf-8")
    run = sayso("play", TIC_TAC_TOE, "--resume", "--bots", "random")
    assert "The game is over." in run.out
    assert not list(state.iterdir())
    assert "There is no unfinished game." in sayso("play", "--resume").err
    assert "PACK or a SAVE" in sayso("play").err


def test_the_last_game_goes_on_or_that_of_a_pack(sayso, state):
    sayso("play", PACKS / "dice", "--seed", "1", input=typed(1, "q"))
    sayso("play", TIC_TAC_TOE, "--seed", "1", input=typed(1, 1, "q"))
    for path in state.iterdir():
        if path.name.startswith("dice"):
            os.utime(path, (1, 1))
    assert "Tic-tac-toe" in sayso("play", "--resume", input=typed("q")).err
    assert "Sevens" in sayso("play", PACKS / "dice", "--resume", input=typed("q")).err
    assert "of tests" not in sayso("play", PACKS / "secret-choice", "--resume").out


def test_what_comes_after_until_is_not_lost(sayso, state):
    sayso("play", TIC_TAC_TOE, "--seed", "1", input=typed(5, 1, 1, "q"))
    run = sayso("play", "--resume", "--until", "1", input=typed("q"))
    assert "Decisions so far: 1." in run.out
    assert sorted(len(written(path)) for path in state.iterdir()) == [2, 4]


def test_a_game_that_is_being_written_is_nobody_elses(played, state, sayso):
    game = played(4)
    assert unfinished() == [] and being_written(next(state.iterdir()))
    run = sayso("play", next(state.iterdir()))
    assert run.status == 2 and "is being played" in run.err
    game.changed.__self__.close(over=False)
    assert len(unfinished("tic-tac-toe")) == 1 and unfinished("chess") == []


def test_only_so_many_are_kept(played, state, monkeypatch):
    monkeypatch.setattr(journals, "MOST", 3)
    for _ in range(6):
        played(4).changed.__self__.close(over=False)
    assert len(list(state.iterdir())) == 3


@pytest.mark.parametrize("where", ["no folder", "file in its place", "full disk"])
def test_a_game_is_played_without_a_journal_where_none_can_be(sayso, tmp_path, monkeypatch, where):
    if where == "no folder":
        monkeypatch.setenv("XDG_STATE_HOME", "/dev/null/x")
    elif where == "file in its place":
        tmp_path.joinpath("state").write_text("")
    else:
        monkeypatch.setattr(Journal, "_append", _full)
    run = sayso("play", TIC_TAC_TOE, "--bots", "random", "--seed", "7", "-q")
    assert run.out == "The game is over. Cross won.\n"
    run = sayso("play", TIC_TAC_TOE, "--seed", "7", input=typed(5, 1, 1, "q"))
    assert run.status == 0
    assert "The game was not written down as it went: " in run.err


def _full(self, lines):
    raise OSError(28, "No space left on device")


def test_a_line_that_only_fits_in_part_is_taken_away(played, state, monkeypatch):
    class Full:
        def __init__(self, file):
            self.file = file

        def __getattr__(self, name):
            return getattr(self.file, name)

        def write(self, data):
            return self.file.write(data[:9])

    game = played(4)
    journal = game.changed.__self__
    [path] = state.iterdir()
    before = path.read_bytes()
    journal._file = Full(journal._file)
    game.choose(0)
    assert path.read_bytes() == before and journal.trouble == "the disk is full"


# --- Killed -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(4))
def test_killed_at_any_moment_it_goes_on(seed, tmp_path):
    """A process answers as fast as it can, and is killed; what it had shown is there in the next one."""
    random = Random(seed)
    command = [sys.executable, "-m", "toolkit.cli.main", "play"]
    process = subprocess.Popen(
        [*command, "connect-four", "--packs", str(PACKS), "--seed", "3"],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    assert process.stdin is not None and process.stdout is not None
    answers = [random.randrange(1, 8) for _ in range(20)]
    process.stdin.write(typed(*answers).encode())
    process.stdin.flush()
    shown = 0
    for line in process.stdout:  # a prompt is shown when all before it has been decided
        shown += b"> " in line
        if shown >= 3 + seed:
            break
    time.sleep(random.random() * 0.02)
    os.kill(process.pid, signal.SIGKILL)
    process.communicate()
    again = run([*command, "--resume", "--packs", str(PACKS)], input="q\n")
    assert again.returncode == 0, again.stderr
    found = re.search(r"Decisions so far: (\d+)", again.stdout)
    if found is None:
        assert "The game is over" in again.stdout
    else:
        assert shown - 1 <= int(found[1]) <= 20


def test_a_decision_that_was_interrupted_has_not_been_taken(interpreted, played, state, monkeypatch):
    game = played(4)
    before = game.digest()
    true = game.machine.choose

    def interrupted(*arguments):
        true(*arguments)
        raise KeyboardInterrupt

    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(game.machine, "choose", interrupted)
        game.choose(0)
    assert game.digest() == before and game.decisions == [(1, 4)]
    [path] = state.iterdir()
    assert load_game(path, game.pack).digest() == before
