"""Plays random games and tells all of them, a line a decision, for comparison with the same games elsewhere.

python -m tests.native.play random DECISIONS SEED PACK…     from the start, for the most players
python -m tests.native.play save FILE DECISIONS SEED PACK   so many decisions, then the position is written down
python -m tests.native.play go-on FILE PACK                 a hundred more decisions from there

A line holds what is asked, every option, and the digests of the position and of the log.  The choices depend on the
seed alone, or, from a file, on the position.  The first line says what plays.
"""

from __future__ import annotations

import hashlib
import json
import pickle
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

from tests.games.players import pack
from toolkit import native
from toolkit.kernel.state import State
from toolkit.machine import Machine
from toolkit.play.game import Rig, setup_of
from toolkit.play.scenario import first_state


def begun(path: str, seed: int, players: int | None = None) -> tuple[Machine, State]:
    """A game for the most players at its first decision, with its log."""
    loaded = pack(path)
    setup = setup_of(loaded, players or loaded.source.manifest.most, seed, None, None)
    rig = Rig(loaded, loaded.compiled(setup.players, setup.options).unwrap())
    return rig.machine, first_state(rig, setup, seed, log=True)


def told(machine: Machine, state: State, random: Random, most: int) -> Iterator[str]:
    """A line for each decision, and one for the end or where it is left."""
    for number in range(most + 1):
        decision = machine.advance(state)
        log = hashlib.sha256(repr(state.log).encode()).hexdigest()[:16]
        yield f"{number} {decision!r} {state.digest()[:16]} {log}"
        if decision is None or number == most:
            return
        at = random.randrange(len(decision.seats))
        machine.choose(state, random.randrange(len(decision.options[at])), decision.seats[at])


def write(file: Path, path: str, seed: int, most: int) -> None:
    """A position in the middle of a game: as JSON, and pickled."""
    machine, state = begun(path, seed)
    for _ in told(machine, state, Random(seed), most):
        pass
    log, state.log = state.log, None
    held = {"json": json.dumps(state.to_json()), "pickled": pickle.dumps(state).hex()}
    assert log is not None
    file.write_text(json.dumps(held), encoding="utf-8")


def go_on(file: Path, path: str) -> Iterator[str]:
    """From each form of the position."""
    machine, _ = begun(path, 0)
    held = json.loads(file.read_text(encoding="utf-8"))
    restored = pickle.loads(bytes.fromhex(held["pickled"]))
    for form, state in (("json", State.from_json(json.loads(held["json"]))), ("pickled", restored)):
        yield form
        yield from told(machine, state, Random(state.digest()), 100)


def main(what: str, *arguments: str) -> None:
    machine = native.version()
    print(machine)
    if what == "random":
        most, seed, *paths = arguments
        for path in paths:
            print(path)
            for line in told(*begun(path, int(seed)), Random(int(seed)), int(most)):
                print(line)
    elif what == "save":
        file, most, seed, path = arguments
        write(Path(file), path, int(seed), int(most))
    else:
        file, path = arguments
        for line in go_on(Path(file), path):
            print(line)


if __name__ == "__main__":
    main(*sys.argv[1:])
