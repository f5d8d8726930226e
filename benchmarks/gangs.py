"""A random game of Gangs of Night City for four players, and copies of one in the middle.  There is no twin in Python:
see `tcg`.

`python -m benchmarks.gangs` prints games and decisions a second, options a decision, and which sentences take most.
"""

from benchmarks.games import flat, machine, playouts, report
from benchmarks.harness import Contestants, benchmark
from benchmarks.state_copy import deep, flat_copy, middle

PACK, PLAYERS = "content/gangs-of-night-city", 4


@benchmark("gangs", f"A random game of Gangs of Night City, {PLAYERS} players", unit="game", rounds=3)
def gangs() -> Contestants:
    return {
        "the pack": playouts(machine(PACK, PLAYERS), 1),
        "the pack, with its log": playouts(machine(PACK, PLAYERS), 1, log=True),
        **flat(machine(PACK, PLAYERS), 1),
    }


@benchmark("gangs-copy", "Copying a game of Gangs of Night City after 20 decisions", unit="copy")
def gangs_copy() -> Contestants:
    state = middle(PACK, PLAYERS)
    return {
        "copy.deepcopy": deep(state),
        "state.copy": state.copy,
        "digest": state.digest,
        **flat_copy(PACK, PLAYERS, state),
    }


if __name__ == "__main__":
    print("\n".join(report(machine(PACK, PLAYERS), 8)))
