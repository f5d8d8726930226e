"""How often a player wins the solo mode of Gangs of Night City, against each gang in turn and with each of the others.

`python -m tests.games.solo_rates 96 8101 solo-easier` plays so many games of a light greedy player with this seed and
these options, and prints a line for each enemy: won, games, rate and its 95 % interval, mean street cred of each seat.
"""

import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any

from tests.games.players import pack
from toolkit.kernel.random import mix
from toolkit.play import new_stepper
from toolkit.play.bots import make_bot
from toolkit.play.outlook import Outlook
from toolkit.play.stepper import Stepper
from toolkit.prove.inference import wilson

PACK = "content/gangs-of-night-city"
GANGS = ("Maelstrom", "Tyger Claws", "Valentinos", "Voodoo Boys")

Played = tuple[str, bool, tuple[int, ...]]
"""The enemy, whether the player won, and what street cred each seat had."""


def games(number: int, seed: int, options: Sequence[str] = (), bot: str = "greedy:8") -> Iterator[Played]:
    """So many games, each against the next gang; after one of each the player takes another gang."""
    loaded = pack(PACK)
    for n in range(number):
        enemy = GANGS[n % len(GANGS)]
        own = [gang for gang in GANGS if gang != enemy][n // len(GANGS) % (len(GANGS) - 1)]
        fixed = {own, f"{enemy} Behaviour"}
        steps = new_stepper(
            loaded, seed=mix(seed, n) >> 11, options=dict.fromkeys(options, True), scenario="solo"
        )
        player = make_bot(bot, mix(seed, n), 1)
        while (decision := steps.decision) is not None:
            labels = [name_of(steps, option) for option in decision.options[0]] if fixed else []
            wanted = [label for label in labels if label in fixed]
            if wanted:
                fixed.remove(wanted[0])
                steps.choose(labels.index(wanted[0]))
            else:
                steps.choose(player.think(Outlook(steps.machine, steps.state, 1)))
        model = steps.machine.model
        cred = [each.name for each in model.attributes].index("street cred")
        yield enemy, steps.winners == (1,), tuple(steps.state.columns[cred][each] for each in model.players)


def name_of(steps: Stepper, option: tuple[Any, ...]) -> str:
    """What a thing that is offered is called; empty: it is none."""
    return steps.machine.model.label(option[1]) if option[0] == "entity" else ""


def line(enemy: str, played: Sequence[Played]) -> str:
    """A row of the table."""
    won = sum(each[1] for each in played)
    low, high = wilson(won, len(played))
    means = ", ".join(
        f"{sum(cred) / len(played):.1f}" for cred in zip(*(each[2] for each in played), strict=True)
    )
    rate = won / len(played)
    return f"{enemy}: {won} of {len(played)}, {rate:.0%} ({low:.0%}–{high:.0%}); street cred {means}"


def main(number: str, seed: str, *options: str) -> None:
    """Print each game, and the table at the end; Ctrl-C ends it early."""
    found: list[Played] = []
    with suppress(KeyboardInterrupt):
        for played in games(int(number), int(seed), options):
            found.append(played)
            print(*played, flush=True)
    for enemy in GANGS:
        print(line(enemy, [each for each in found if each[0] == enemy]), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
