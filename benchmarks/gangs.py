"""A random game of Gangs of Night City for four players, and copies of one in the middle.  There is no twin in Python:
see `tcg`.

`python -m benchmarks.gangs` prints games and decisions a second, options a decision, and which sentences take most.
"""

from benchmarks.games import ROOT, flat, machine, playouts, report
from benchmarks.harness import Contestants, benchmark
from benchmarks.state_copy import deep, flat_copy, middle
from toolkit.kernel.state import State
from toolkit.machine import Machine
from toolkit.play.bots import LookaheadBot
from toolkit.play.lookahead import Search
from toolkit.play.outlook import Outlook
from toolkit.play.thinking import told_of
from toolkit.prove.fast import Fast
from toolkit.prove.simulate import Job, open_lab

PACK, PLAYERS = "content/gangs-of-night-city", 4

LINES = 4 * Search.worlds
"""So many lines of play take all the worlds that a search imagines, each as often."""


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


def to_think_about(plays: Machine, state: State) -> int:
    """The seat that is asked, after more decisions if it has nothing to choose from."""
    while state.decision is None or len(Outlook(plays, state, state.decision.seats[0]).different) < 2:
        assert state.decision is not None, "nothing is left to decide"
        plays.choose(state, 0)
    return state.decision.seats[0]


def thinking(fast: Fast, state: State, seat: int) -> Contestants:
    """The same decision on the flat machine."""
    start, table = fast.lowered.flat(state), fast.playing
    told = told_of(LookaheadBot(1, seat, LINES), fast.lowered.pack)
    return {"the flat machine": lambda: table.think(start, (told,), 0, seat)}


@benchmark(
    "gangs-worlds",
    f"Gangs of Night City: a seat imagines {Search.worlds} worlds, and plays {LINES // Search.worlds} lines in each",
    unit="decision",
    rounds=7,
)
def gangs_worlds() -> Contestants:
    lab = open_lab(Job(ROOT / PACK, 1, players=PLAYERS, bots=("random",)))
    plays, state = lab.machine, middle(PACK, PLAYERS)
    seat = to_think_about(plays, state)
    slow = {"the machine": lambda: LookaheadBot(1, seat, LINES).think(Outlook(plays, state, seat))}
    return slow | (thinking(lab.fast, state, seat) if lab.fast is not None else {})


if __name__ == "__main__":
    print("\n".join(report(machine(PACK, PLAYERS), 8)))
