"""Games of bots with all that `sayso simulate` counts, and pairs of games of `sayso compare`, on both machines."""

from collections.abc import Callable
from itertools import count

from benchmarks.games import ROOT
from benchmarks.harness import Contestants, benchmark
from toolkit.flat import available
from toolkit.prove.compare.pairs import Match, Sides, open_sides
from toolkit.prove.simulate import Job, Lab, open_lab


def labs(pack: str, players: int, bots: str, *, fast: bool) -> Callable[[], object]:
    """Plays the next game."""
    lab = open_lab(Job(ROOT / pack, 1, players=players, bots=(bots,)))
    return turn(lab, lab, fast)


def turn(playing: Lab | Sides, first: Lab, fast: bool) -> Callable[[], object]:
    if not fast:
        first.fast = None
    games = count()
    return lambda: playing.play(next(games), 1)


def pairs(pack: str, players: int, bots: str, *, fast: bool) -> Callable[[], object]:
    """Plays the next pair of a pack and itself."""
    job = Job(ROOT / pack, 1, players=players, bots=(bots,))
    sides = open_sides(Match(job, job))
    if not fast:
        sides.new.fast = None
    return turn(sides, sides.old, fast)


def both(kind: Callable[..., Callable[[], object]], *told: object) -> Contestants:
    """The two machines."""
    slow = {"the machine": kind(*told, fast=False)}
    return slow | ({"the flat machine": kind(*told, fast=True)} if available() else {})


@benchmark("simulate", "simulate: a random game of Sentient, 3 players", unit="game")
def simulated() -> Contestants:
    return both(labs, "content/sentient", 3, "random")


@benchmark("greedy", "simulate: a game of Sentient, 3 greedy players", unit="game", rounds=3)
def greedy() -> Contestants:
    return both(labs, "content/sentient", 3, "greedy")


@benchmark("greedy-tcg", "simulate: a game of cyberpunk-tcg, 2 greedy players", unit="game", rounds=3)
def greedy_tcg() -> Contestants:
    return both(labs, "content/cyberpunk-tcg", 2, "greedy")


@benchmark("compare", "compare: a pair of games of Sentient, 3 players, greedy:8", unit="pair", rounds=3)
def compared() -> Contestants:
    return both(pairs, "content/sentient", 3, "greedy:8")
