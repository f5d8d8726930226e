"""How often a player wins the solo mode of Gangs of Night City, against each gang in turn and with each of the others.

`python -m tests.games.solo_rates 96 8101 solo-easier` plays so many games of a light greedy player with this seed and
these options, and prints a line for each enemy: won, games, rate and its 95 % interval, mean street cred of each seat.
"""

import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any

from tests.games.players import ROOT, pack
from toolkit.kernel.random import mix
from toolkit.play import new_stepper
from toolkit.play.bots import make_bot
from toolkit.play.outlook import Outlook
from toolkit.play.stepper import Stepper
from toolkit.prove.inference import wilson
from toolkit.prove.simulate import Job, Lab

PACK = "content/gangs-of-night-city"
GANGS = ("Maelstrom", "Tyger Claws", "Valentinos", "Voodoo Boys")

Played = tuple[str, bool, tuple[int, ...]]
"""The enemy, whether the player won, and what street cred each seat had."""


def games(number: int, seed: int, options: Sequence[str] = (), bot: str = "greedy:8") -> Iterator[Played]:
    """So many games, each against the next gang; after one of each the player takes another gang.

    Once both gangs are chosen the flat machine plays on, where it is compiled.
    """
    switched = tuple((option, True) for option in options)
    lab = Lab(pack(PACK), Job(ROOT / PACK, number, seed, None, (bot,), scenario="solo", options=switched))
    for n in range(number):
        enemy = GANGS[n % len(GANGS)]
        own = [gang for gang in GANGS if gang != enemy][n // len(GANGS) % (len(GANGS) - 1)]
        yield enemy, *ended(lab, mix(seed, n) >> 11, {own, f"{enemy} Behaviour"}, bot)


def ended(lab: Lab, seed: int, fixed: set[str], bot: str) -> tuple[bool, tuple[int, ...]]:
    """A game in which the player takes what is `fixed` as soon as it is offered."""
    steps = new_stepper(lab.pack, seed=seed, options=lab.setup.options, scenario="solo")
    player = make_bot(bot, seed, 1)
    while (decision := steps.decision) is not None and fixed:
        labels = [name_of(steps, option) for option in decision.options[0]]
        wanted = [label for label in labels if label in fixed]
        fixed -= {*wanted[:1]}
        steps.choose(
            labels.index(wanted[0]) if wanted else player.think(Outlook(steps.machine, steps.state, 1))
        )
    cred = [each.name for each in steps.machine.model.attributes].index("street cred")
    if lab.fast is not None:
        lab.fast.start = lab.fast.lowered.flat(steps.state)
        found = lab.fast.play(lab.fast.counting, seed)
        if found is not None:
            amounts = zip(lab.fast.amounts, found[-1], strict=True)
            return found[1] == (1,), tuple(amount for (column, _), amount in amounts if column == cred)
    steps.play(lambda _: (0, player.think(Outlook(steps.machine, steps.state, 1))))
    return steps.winners == (1,), tuple(
        steps.state.columns[cred][each] for each in steps.machine.model.players
    )


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
