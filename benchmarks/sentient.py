"""Random games of Sentient for three players, against the reference of the tests, which is written in Python."""

from collections.abc import Callable
from random import Random
from typing import Any

from benchmarks.games import flat, machine, playouts
from benchmarks.harness import Contestants, benchmark
from tests.games.reference_sentient import SCORES, Robot, Table

PACK, PLAYERS, GAMES = "content/sentient", 3, 2


class Chance:
    """What the twin asks of chance; the toolkit's own chance decides as many things."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.spheres = list(SCORES)
        self.deck = [
            Robot(f"{sphere} {number}", sphere, (random.randint(-1, 1), random.randint(-1, 1)), score)
            for sphere, scores in SCORES.items()
            for number, score in enumerate(scores)
        ]
        self.discarded: list[Robot] = []
        random.shuffle(self.deck)

    def order(self) -> list[int]:
        return list(range(PLAYERS))

    def section(self, seat: int) -> str:
        return self.spheres[seat]

    def deal(self, place: int) -> Robot:
        if not self.deck:
            self.deck, self.discarded = self.discarded, []
            self.random.shuffle(self.deck)
        return self.deck.pop()

    def discard(self, robots: list[Robot]) -> None:
        self.discarded += robots

    def investors(self, number: int) -> list[str]:
        return self.random.sample(self.spheres, 5)

    def roll(self, seat: int) -> list[int]:
        return [self.random.randint(1, 6) for _ in range(5)]


def twin(games: int) -> Callable[[], object]:
    def call() -> None:
        for seed in range(games):
            random = Random(seed)
            table: Any = Table(PLAYERS, Chance(random))
            play = table.play()
            try:
                asked = next(play)
                while True:
                    asked = play.send(asked[2][int(random.random() * len(asked[2]))])
            except StopIteration:
                pass

    return call


@benchmark(
    "sentient", f"{GAMES} random games of Sentient, {PLAYERS} players", unit=f"{GAMES} games", rounds=7
)
def sentient() -> Contestants:
    return {
        "hand-written Python": twin(GAMES),
        "the pack": playouts(machine(PACK, PLAYERS), GAMES),
        "the pack, with its log": playouts(machine(PACK, PLAYERS), GAMES, log=True),
        "the pack, without generated code": playouts(machine(PACK, PLAYERS, plain=True), GAMES),
        **flat(machine(PACK, PLAYERS), GAMES),
    }
