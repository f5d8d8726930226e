"""Random games of the Connect Four pack, against Connect Four written in Python."""

from benchmarks.games import flat, machine, playouts, spiel, twin
from benchmarks.harness import Contestants, benchmark
from tests.games.reference_connect_four import ConnectFour

PACK, GAMES = "tests/packs/connect-four", 10


@benchmark("connect-four", f"{GAMES} random games of Connect Four", unit=f"{GAMES} games", rounds=9)
def connect_four() -> Contestants:
    return {
        "hand-written Python": twin(ConnectFour, GAMES),
        "the pack": playouts(machine(PACK), GAMES),
        "the pack, with its log": playouts(machine(PACK), GAMES, log=True),
        "the pack, without generated code": playouts(machine(PACK, plain=True), GAMES),
        **flat(machine(PACK), GAMES),
        **spiel("connect_four", GAMES),
    }
