"""Many games of Gangs of Night City, for the tables of `content/README.md`.

`python -m tests.games.gangs_games random 500`    every story for two to five players, every module for three, a tenth
                                                 of it for every pair of modules, all that go together
`python -m tests.games.gangs_games balance 1000`  light greedy bots: what seats and gangs win, of the base game and with
                                                 each module, for two to five players
`python -m tests.games.gangs_games ways 500`      light greedy bots: the ways of each story

Add a seed to play other games.  They are played on the flat machine (`make native`), two settings at once.
"""

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from joblib import Parallel, delayed

from tests.games.players import ROOT, pack
from toolkit.prove.inference import wilson
from toolkit.prove.simulate import Job, Lab
from toolkit.prove.tally import Tally

PACK = "content/gangs-of-night-city"
STORIES = ("training", "price-of-success", "tour-of-night-city", "subtle-war", "troublesome-gift")
MODULES = ("badlands", "death-race", "delamain", "engrams", "fifth-player", "fixers", "trauma-team")
APART = ("death-race", "delamain")
"""Exclude each other (GNC-MOD-GEN-03)."""
FIVE = "fifth-player"


@dataclass(frozen=True)
class Setting:
    games: int
    players: int
    story: str | None = None
    modules: tuple[str, ...] = ()
    bot: str = "random"

    def __str__(self) -> str:
        what = " + ".join(filter(None, [self.story, *self.modules])) or "base game"
        return f"{what}, {self.players} players, {self.bot}"


def random(games: int) -> Iterator[Setting]:
    for players in range(2, 6):
        for story in STORIES:
            yield Setting(games, players, story, (FIVE,) if players == 5 else ())
    for module in MODULES:
        yield Setting(games, 3, None, (module,))
    for pair in combinations(MODULES, 2):
        if pair != APART:
            yield Setting(games // 10, 4, None, pair)
    for left in APART:
        yield Setting(games // 5, 5, None, tuple(each for each in MODULES if each != left))


def balance(games: int) -> Iterator[Setting]:
    for players in range(2, 5):
        yield Setting(games, players, "training", (), "greedy:8")
    for players in range(2, 6):
        for module in MODULES:
            if module == FIVE or players < 5:
                yield Setting(games, players, "training", (module,), "greedy:8")


def ways(games: int) -> Iterator[Setting]:
    for story in STORIES[1:]:
        for players in range(2, 6):
            yield Setting(games, players, story, (FIVE,) if players == 5 else (), "greedy:8")


def played(setting: Setting, seed: int) -> list[str]:
    """The lines of a setting; also of each game that failed."""
    job = Job(
        ROOT / PACK, setting.games, seed, setting.players, (setting.bot,), story=setting.story,
        options=tuple((module, True) for module in setting.modules),
    )  # fmt: skip
    lab = Lab(pack(PACK), job)
    tally = lab.play(0, setting.games)
    lines = [f"{setting}: {tally.games} games, {len(tally.failed)} failed, {tally.draws} drawn"]
    lines += [
        f"  FAILED game {each.game}, seed {each.seed}: {each.reason} {each.place}" for each in tally.failed
    ]
    lines += [f"  {each}" for each in (*seats(lab, tally), *gangs(lab, tally), *turns(lab, tally))]
    return lines


def share(name: str, won: int, of: int) -> str:
    low, high = wilson(won, of)
    return f"{name:28} {won:5} of {of:5}, {won / of if of else 0:6.1%} ({low:.0%}-{high:.0%})"


def seats(lab: Lab, tally: Tally) -> Iterator[str]:
    for seat, player in enumerate(lab.compiled.model.players, 1):
        yield share(f"seat {seat}", tally.wins[player], tally.games)


def gangs(lab: Lab, tally: Tally) -> Iterator[str]:
    for number, document in enumerate(lab.documents):
        if document.kind == "gang" and tally.held[number]:
            yield share(document.id, tally.held_wins[number], tally.held[number])


def turns(lab: Lab, tally: Tally) -> Iterator[str]:
    """The ways of a story."""
    telling = lab.compiled.story
    if telling is None:
        return
    for number, (card, way) in enumerate(telling.ways, 1):
        if card.story == (lab.setup.story or ""):
            yield share(f"{card.id} -> {'+'.join(way.targets) or way.list}", tally.ways[number], tally.games)


def main(what: str, games: str, seed: str = "1") -> None:
    settings = {"random": random, "balance": balance, "ways": ways}[what](int(games))
    parallel = Parallel(n_jobs=2, return_as="generator_unordered", batch_size=1)
    for lines in parallel(delayed(played)(setting, int(seed)) for setting in settings):
        print(*lines, sep="\n", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
