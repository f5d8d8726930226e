"""Games of real packs, decided by a rule that needs nothing but a number; also as a command, for other processes.

python -m tests.whole.playing trail SEED PACK[:PLAYERS]…  JSON: what each pack and game came to
python -m tests.whole.playing finish SAVE PACK            goes on from a saved game to its end, prints the digest
"""

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.loaded import pack
from toolkit.kernel.random import Chance, below
from toolkit.kernel.state import State
from toolkit.play import Game, load_game, new_game
from toolkit.play.game import rig_of
from toolkit.program.serial import dumps

ROOT = Path(__file__).resolve().parents[2]
MOST = 2000
"""Decisions of a game."""

PACKS = (
    "content/sentient:3",
    "tests/packs/connect-four",
    "tests/packs/dice",
    "tests/packs/face-down",
    "tests/packs/hidden-hand",
    "tests/packs/keyword",
    "tests/packs/modifier-duration",
    "tests/packs/more-marks",
    "tests/packs/ranking",
    "tests/packs/remembered",
    "tests/packs/replacement-forced",
    "tests/packs/replacement-optional",
    "tests/packs/secret-choice",
    "tests/packs/state-trigger",
    "tests/packs/tic-tac-toe",
)
"""Packs whose games end, one for each part of the machine; `path` or `path:players`."""


def game(what: str, seed: int, *, keep: bool = False) -> Game:
    path, _, players = what.partition(":")
    return new_game(pack(path), players=int(players) if players else None, seed=seed, keep=keep)


def decide(state: State) -> tuple[int, int]:
    """Seat and index: as the position itself says, so that no process can disagree about it."""
    assert state.decision is not None
    chance = Chance(int(state.digest()[:15], 16))
    at = below(chance, len(state.decision.seats))
    return state.decision.seats[at], below(chance, len(state.decision.options[at]))


def step(one: Game) -> bool:
    """One decision; False when there is none."""
    if one.decision is None:
        return False
    seat, index = decide(one.state)
    one.choose(index, seat)
    return True


def finish(one: Game) -> Game:
    for _ in range(MOST):
        if not step(one):
            return one
    raise AssertionError(f"no end after {MOST} decisions")


def trail(what: str, seed: int) -> dict[str, Any]:
    """What a pack compiles to, and every position of a game of it, in a few numbers."""
    one = game(what, seed)
    digests = [one.digest()]
    while len(digests) < MOST and step(one):
        digests.append(one.digest())
    assert one.over
    return {
        "program": _hash(dumps(one.compiled.ruleset)),
        "model": _hash(repr(one.compiled.model.entities)),
        "decisions": len(digests) - 1,
        "trail": _hash("".join(digests)),
        "log": _hash("\n".join(map(str, one.log))),
        "end": one.digest(),
        "winners": list(one.winners),
    }


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def middle(one: Game, decisions: int) -> Game:
    """After so many decisions, and then on to one with an effect that has begun and has not ended."""
    for _ in range(decisions):
        assert step(one)
    while not in_mid_effect(one):
        assert step(one), "no effect is ever unfinished"
    return one


def in_mid_effect(one: Game) -> bool:
    """Something is asked while the innermost program is past its first instruction, inside another one."""
    frames = one.state.frames
    return one.decision is not None and len(frames) > 1 and frames[-1][1] > 0


def python(*arguments: str, program: str = sys.executable, **environment: str) -> str:
    """What the command above prints in another process."""
    result = subprocess.run(
        [program, "-m", "tests.whole.playing", *arguments],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert result.returncode == 0, result.stderr
    return result.stdout


def machine_of(one: Game) -> Any:
    return rig_of(one.pack, one.compiled).machine


def main(command: str, *arguments: str) -> None:
    if command == "trail":
        seed, *packs = arguments
        print(json.dumps({what: trail(what, int(seed)) for what in packs}))
    elif command == "finish":
        file, what = arguments
        print(finish(load_game(file, pack(what.partition(":")[0]))).digest())


if __name__ == "__main__":
    main(*sys.argv[1:])
