"""Plays a toy game to its end from a seed and prints the digest after each decision.  Run by other Pythons,
too:

python tests/machine/replay.py market 7          from the start
python tests/machine/replay.py market 7 FILE     from a state saved as JSON
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.machine import toys
from toolkit.kernel.random import Chance, below
from toolkit.kernel.state import State
from toolkit.machine import Machine


def digests(machine: Machine, state: State) -> Iterator[str]:
    """The digest at each decision and at the end.  Answers depend on the position alone, so that any game can
    be resumed.
    """
    while True:
        decision = machine.advance(state)
        digest = state.digest()
        yield digest
        if decision is None:
            return
        chance = Chance(int(digest[:15], 16))
        seat = below(chance, len(decision.seats))
        machine.choose(state, below(chance, len(decision.options[seat])), decision.seats[seat])


def main(name: str, seed: str, file: str = "") -> None:
    machine: Machine = getattr(toys, name)()
    state = State.from_json(json.loads(Path(file).read_text("utf-8"))) if file else machine.start(int(seed))
    print("\n".join(digests(machine, state)))


if __name__ == "__main__":
    main(*sys.argv[1:])
