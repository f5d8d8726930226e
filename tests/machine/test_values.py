"""A state is a value: saved, loaded, copied, searched and replayed at every decision, also in mid-effect."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from tests.machine import toys
from tests.machine.replay import digests
from toolkit.kernel.random import Chance, below
from toolkit.kernel.state import State
from toolkit.machine import Machine

ROOT = Path(__file__).resolve().parents[2]
GAMES = ("tic_tac_toe", "market")
SEEDS = range(12)
PYTHONS = sorted(Path.home().glob(".pyenv/versions/3.1[0-9]*/bin/python"))


@cache
def machine(game: str, plain: bool = False) -> Machine:
    return getattr(toys, game)(plain=plain)


@cache
def expected(game: str, seed: int) -> list[str]:
    m = machine(game)
    return list(digests(m, m.start(seed)))


def test_the_toy_games_stop_in_the_middle_of_everything():
    m = machine("market")
    kinds, depths, programs = set(), set(), set()
    for seed in SEEDS:
        state = m.start(seed)
        for _ in digests(m, state):
            if state.decision:
                kinds.add(state.decision.kind)
                depths.add(len(state.frames))
                programs |= {frame[0] for frame in state.frames if frame[0] < 0}
    assert kinds == {"choose", "choose-one", "choose-each", "may", "branch", "replace"}
    assert max(depths) >= 5
    assert programs == {-1, -2, -3}


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("game", GAMES)
def test_generated_code_plays_the_same_game_as_the_plain_machine(game, seed):
    m = machine(game, plain=True)
    assert list(digests(m, m.start(seed))) == expected(game, seed)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("game", GAMES)
def test_saved_and_loaded_at_every_decision(game, seed):
    m = machine(game)
    state = m.start(seed)
    found = []
    while True:
        text = state.text()
        state = State.from_json(json.loads(text))
        assert state.text() == text
        step = digests(m, state)
        found.append(next(step))
        if m.advance(state) is None:
            break
        next(step)
    assert found == expected(game, seed)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("game", GAMES)
def test_undone_and_done_again_at_every_decision(game, seed):
    m = machine(game)
    state = m.start(seed)
    found = []
    while True:
        before = state.copy()
        step = digests(m, state)
        found.append(next(step))
        if m.advance(state) is None:
            break
        next(step)
        again = digests(m, before)
        assert next(again) == found[-1]
        after = state.digest()
        assert next(again) == after
        state = before
    assert found == expected(game, seed)


@pytest.mark.parametrize("seed", SEEDS[:4])
@pytest.mark.parametrize("game", GAMES)
def test_a_search_from_a_state_does_not_change_that_state(game, seed):
    m = machine(game)
    state = m.start(seed)
    for _ in digests(m, state):
        if state.decision is None:
            break
        before = state.digest()
        decision = state.decision
        for playout in range(3):
            copy = state.copy(log=False)
            chance = Chance(playout)
            while (asked := m.advance(copy)) is not None:
                seat = below(chance, len(asked.seats))
                m.choose(copy, below(chance, len(asked.options[seat])), asked.seats[seat])
        assert state.decision is decision
        state.decision = None
        m.advance(state)
        assert state.decision == decision
        assert state.digest() == before
    assert state.digest() == expected(game, seed)[-1]


def python(program: str | Path, *arguments: str) -> list[str]:
    environment = {**os.environ, "PYTHONHASHSEED": "random", "PYTHONPATH": str(ROOT)}
    environment.pop("PYTHONHOME", None)
    command = [str(program), "tests/machine/replay.py", *arguments]
    result = subprocess.run(command, cwd=ROOT, env=environment, text=True, capture_output=True, timeout=120)
    assert result.returncode == 0, result.stderr
    return result.stdout.split()


def test_a_game_saved_in_mid_effect_is_finished_in_another_process(tmp_path):
    m = machine("market")
    seed = 6
    state = m.start(seed)
    steps = digests(m, state)
    number = 0
    next(steps)
    while len(state.frames) < 5:
        next(steps)
        number += 1
    file = tmp_path / "state.json"
    file.write_text(state.text(), encoding="utf-8")
    assert python(sys.executable, "market", str(seed), str(file)) == expected("market", seed)[number:]


@pytest.mark.parametrize("program", PYTHONS, ids=[path.parent.parent.name for path in PYTHONS] or None)
def test_every_python_plays_the_same_game(program):
    for game in GAMES:
        assert python(program, game, "7") == expected(game, 7)


def test_the_log_is_kept_only_when_asked_and_is_in_no_digest():
    m = machine("market")
    quiet, logged = m.start(3), m.start(3, log=True)
    assert list(digests(m, quiet)) == list(digests(m, logged))
    assert quiet.log is None
    assert logged.log
    for verb, _, roles, _, sentence, rule, _ in logged.log:
        assert len(roles) == len(m.ruleset.verbs[verb].roles)
        assert 0 <= sentence < len(m.ruleset.sentences)
        assert -1 <= rule < len(m.ruleset.rules)


def test_a_state_of_another_format_is_refused():
    data = machine("tic_tac_toe").start(1).to_json()
    with pytest.raises(ValueError, match="format"):
        State.from_json({**data, "format": 99})
