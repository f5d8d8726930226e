"""Random games between the two decks of the card pack.  There is no twin in Python: the pack with its log and without
generated code are compared with the pack, and a report says how many decisions a second that is.

`python -m benchmarks.tcg` prints the report.
"""

from benchmarks.games import flat, machine, playouts, report
from benchmarks.harness import Contestants, benchmark

PACK, GAMES = "content/cyberpunk-tcg", 2


@benchmark("tcg", f"{GAMES} random games between the decks of the alpha kit", unit=f"{GAMES} games", rounds=5)
def tcg() -> Contestants:
    return {
        "the pack": playouts(machine(PACK), GAMES),
        "the pack, with its log": playouts(machine(PACK), GAMES, log=True),
        "the pack, without generated code": playouts(machine(PACK, plain=True), GAMES),
        **flat(machine(PACK), GAMES),
    }


if __name__ == "__main__":
    print("\n".join(report(machine(PACK), 20)))
