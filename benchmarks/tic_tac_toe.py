"""Random games of the tic-tac-toe pack, against tic-tac-toe written in Python."""

from benchmarks.games import flat, machine, playouts, spiel, twin
from benchmarks.harness import Contestants, benchmark
from tests.games.reference_tic_tac_toe import TicTacToe

PACK, GAMES = "tests/packs/tic-tac-toe", 20


@benchmark("tic-tac-toe", f"{GAMES} random games of tic-tac-toe", unit=f"{GAMES} games", rounds=11)
def tic_tac_toe() -> Contestants:
    return {
        "hand-written Python": twin(TicTacToe, GAMES),
        "the pack": playouts(machine(PACK), GAMES),
        "the pack, with its log": playouts(machine(PACK), GAMES, log=True),
        "the pack, without generated code": playouts(machine(PACK, plain=True), GAMES),
        **flat(machine(PACK), GAMES),
        **spiel("tic_tac_toe", GAMES),
        **spiel("python_tic_tac_toe", GAMES),
    }
