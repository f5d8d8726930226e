"""How strong and how quick the bots are: duels with intervals.  A report; nothing fails for it.

    python -m benchmarks.bots                    # every pack, look-ahead against greedy against random
    python -m benchmarks.bots content/sentient lookahead:100 greedy --games 20 --seconds 300

Two games of a pair begin alike with the seats exchanged, so that neither the deal nor the seat favours a bot.
"""

import argparse
from dataclasses import dataclass
from pathlib import Path
from time import process_time

from toolkit.prove.inference import wilson
from toolkit.prove.simulate import Job, Lab, open_lab

ROOT = Path(__file__).resolve().parent.parent

DUELS = (
    ("tests/packs/connect-four", "greedy", "random"),
    ("tests/packs/connect-four", "lookahead:50", "greedy"),
    ("content/sentient", "greedy", "random"),
    ("content/sentient", "lookahead:50", "greedy"),
    ("content/cyberpunk-tcg", "greedy", "random"),
    ("content/cyberpunk-tcg", "lookahead:50", "greedy"),
)


@dataclass
class Duel:
    """What happened.  `won`: games of the first bot, a shared win in parts; `seconds`: of this process."""

    games: int = 0
    won: float = 0.0
    drawn: int = 0
    decisions: int = 0
    seconds: float = 0.0

    def __str__(self) -> str:
        low, high = wilson(round(self.won), self.games)
        return (
            f"{self.won:g} of {self.games} ({low:.0%} to {high:.0%}), {self.drawn} drawn; "
            f"a game: {self.seconds / max(1, self.games):.1f} s, {self.decisions / max(1, self.games):.0f} decisions, "
            f"{self.decisions / max(self.seconds, 1e-9):.0f} a second"
        )


def duel(pack: str, first: str, second: str, games: int, seconds: float) -> Duel:
    """So many games, or as many as begin in so many seconds, in pairs."""
    labs: list[Lab] = [
        open_lab(Job(ROOT / pack, games, bots=bots)) for bots in ((first, second), (second, first))
    ]
    found = Duel()
    for game in range(games):
        if found.seconds > seconds and game % 2 == 0:
            break
        lab, seat = labs[game % 2], 1 + game % 2
        decisions: list[tuple[int, int]] = []
        started = process_time()
        lab.machine.sheet = lab.sheet
        state = lab.played(lab.job.seed_of(game // 2), decisions, [])
        found.seconds += process_time() - started
        found.games += 1
        found.decisions += len(decisions)
        found.drawn += not state.winners
        found.won += (seat in state.winners) / max(1, len(state.winners))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description="Duels of bots.")
    parser.add_argument("duel", nargs="*", help="PACK BOT BOT; default: a list of duels")
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--seconds", type=float, default=120)
    asked = parser.parse_args()
    if len(asked.duel) not in (0, 3):
        parser.error("a duel is PACK BOT BOT")
    duels = [tuple(asked.duel)] if asked.duel else DUELS
    for pack, first, second in duels:
        print(f"{pack}: {first} against {second}: ", end="", flush=True)
        print(duel(pack, first, second, asked.games, asked.seconds), flush=True)


if __name__ == "__main__":
    main()
