"""How the cost of a decision grows: with cards, standing rules, invariants, players and the size of a grid.

    python -m benchmarks.growth                     every axis, up to 2,000 cards
    python -m benchmarks.growth cards --most 20000  one axis, further

Each axis is a small pack in which one thing grows and all else stays.  `a decision`: processor time of the machine in
random games, the median of several.  `an example`: processor time of one example in plain mode, in which the invariants
are looked at after each event.  `grows`: the exponent between this size and the one before (1: twice as much, twice as
long).  It is a report; nothing fails for it.
"""

import argparse
import math
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import median
from time import process_time

from benchmarks.writer import FILE
from toolkit.compile.pack import Pack, load_pack
from toolkit.play.example import Runner, examples
from toolkit.play.stepper import Stepper, new_stepper

ROUNDS, DECISIONS = 5, 200

HEAD = """\
type: pack
format: 1
id: growth
name: Growth
languages: [en]
players: {players}
seats: [{seats}]
"""

CARDS = """\
type: vocabulary
id: words
kinds:
  card:
    documents: true
    starts: deck
    attributes: {{cost: number}}
places:
  deck: {{ordered: true, seen-by: nobody}}
  hand: {{of: player, seen-by: owner}}
  table: {{prep: on}}
quantities:
  coin: {{of: player, at-least: 0}}
---
type: procedure
id: set-up
steps:
  deal: Each player puts the top 3 cards of the deck into their hand.
---
type: procedure
id: game
steps:
  play: |
    In turn order, each player takes a turn.
    Repeat this step until a player has at least 1000 coins.
---
type: verb
id: turn
phrase: take a turn
period: turn
steps:
  draw: Put the top card of the deck into your hand.
  action: Play a card from your hand.
  gain: Gain 1 coin.
  back: Put each card that is on the table on the bottom of the deck.
---
type: verb
id: play
phrase: play {{card}}
steps:
  put: Put the card on the table.
---
type: rules
id: more
rules:
- When a player plays a card, they gain 1 coin.
{rules}
---
type: invariants
id: always
always:
- Each player has at most 2000 coins.
{invariants}
---
type: example
id: one-turn
name: One card
given:
- Red has Card 1 in hand.
when:
- Red takes a turn and plays Card 1.
then:
- Red has 2 coins.
"""

CARD = """\
type: card
id: card-{n}
name: Card {n}
cost: {cost}
"""

GRID = """\
type: vocabulary
id: words
kinds:
  mark:
    of: player
    number: {marks}
    starts: supply
places:
  supply: {{of: player}}
  board: {{}}
  cell: {{part-of: board, columns: {size}, rows: {size}, capacity: {{mark: 1}}}}
  line: {{runs-of: cell, length: 3}}
adjectives: [empty]
---
type: definitions
id: board
is:
- A cell is empty if there is no mark in it.
---
type: procedure
id: game
steps:
  play: |
    In turn order, each player places a mark from their supply in an empty cell.
    Repeat this step until there are no empty cells.
rules:
- When a player has a mark in each cell of a line, they win the game.
"""


@dataclass(frozen=True)
class Axis:
    """What grows.  `sizes`: how far.  `write`: the files of a pack of that size."""

    sizes: tuple[int, ...]
    write: Callable[[int], dict[str, str]]


def cards(count: int, rules: int = 0, invariants: int = 0, players: int = 2) -> dict[str, str]:
    """A pack of cards that are drawn and played."""
    seats = "Red, Blue, Green, Yellow, White, Black, Brown, Pink"
    more = "\n".join(
        f"- When a player plays a card that costs {n + 10}, they gain {n % 5 + 2} coins."
        for n in range(rules)
    )
    always = "\n".join(
        f"- There are at most {n} cards on the table whose cost is {n}." for n in range(2, invariants + 2)
    )
    return {
        "pack.yaml": HEAD.format(players=players, seats=", ".join(seats.split(", ")[:players])),
        "game.yaml": CARDS.format(rules=more, invariants=always),
        **{
            f"from-{first}.yaml": "---\n".join(
                CARD.format(n=n, cost=n % 7) for n in range(first, min(first + FILE, count + 1))
            )
            for first in range(1, count + 1, FILE)
        },
    }


def grid(size: int) -> dict[str, str]:
    """A board on which marks are placed until somebody has a line."""
    return {
        "pack.yaml": HEAD.format(players=2, seats="Red, Blue"),
        "game.yaml": GRID.format(size=size, marks=size * size),
    }


AXES = {
    "cards": Axis((100, 300, 1_000, 2_000, 5_000, 10_000, 20_000), cards),
    "rules": Axis((10, 30, 100, 300, 1_000), lambda size: cards(100, rules=size)),
    "invariants": Axis((10, 30, 100, 300), lambda size: cards(300, invariants=size)),
    "players": Axis((2, 4, 8), lambda size: cards(100, players=size)),
    "grid": Axis((3, 5, 10, 20, 30), grid),
}


def loaded(files: dict[str, str], folder: Path) -> Pack:
    """The pack of these files.  Raises `DiagnosticError`."""
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    pack = load_pack(folder, ()).unwrap()
    assert pack is not None
    return pack


def a_decision(pack: Pack) -> float:
    """Seconds of a decision in random games, after a first game in which code is generated."""
    played(new_stepper(pack, seed=0), 0)
    return median(played(new_stepper(pack, seed=seed), seed) for seed in range(1, ROUNDS + 1))


def played(steps: Stepper, seed: int) -> float:
    random, decisions = Random(seed), 0
    began = process_time()
    while not steps.over and decisions < DECISIONS:
        steps.choose(random.randrange(len(steps.options())))
        decisions += 1
    return (process_time() - began) / max(1, decisions)


def an_example(pack: Pack) -> float:
    """Seconds of the example of a pack; not a number: it has none."""
    found = list(examples(pack))
    return median(run(pack, found[0]) for _ in range(ROUNDS)) if found else math.nan


def run(pack: Pack, example: object) -> float:
    began = process_time()
    failure = Runner(pack, example, "plain").run()  # type: ignore[arg-type]
    assert failure is None, failure.diagnostic.message
    return process_time() - began


def report(name: str, most: int) -> Iterator[str]:
    """The rows of one axis."""
    yield f"| {name} | loading | a decision | grows | an example | grows |"
    yield "| ---: | ---: | ---: | ---: | ---: | ---: |"
    before: tuple[int, float, float] | None = None
    for size in AXES[name].sizes:
        if size > most:
            break
        with tempfile.TemporaryDirectory(prefix="sayso-growth-") as folder:
            began = process_time()
            pack = loaded(AXES[name].write(size), Path(folder))
            loading = process_time() - began
            decision, example = a_decision(pack), an_example(pack)
        growth = [""] * 2
        if before is not None:
            growth = [
                f"{math.log(now / then) / math.log(size / before[0]):.2f}"
                for now, then in ((decision, before[1]), (example, before[2]))
            ]
        shown = "" if math.isnan(example) else f"{example * 1e3:.1f} ms"
        yield (
            f"| {size:,} | {loading:.2f} s | {decision * 1e6:.0f} µs | {growth[0]} | {shown} | "
            f"{growth[1] if shown else ''} |"
        )
        before = (size, decision, example)


def main() -> None:
    parser = argparse.ArgumentParser(description="How the cost of a decision grows.")
    parser.add_argument("axes", nargs="*", metavar="AXIS", help=f"{', '.join(AXES)}; default: all")
    parser.add_argument("--most", type=int, default=2_000, help="the greatest size (default: 2,000)")
    asked = parser.parse_args()
    for name in asked.axes or AXES:
        for line in report(name, asked.most):
            print(line, flush=True)
        print()


if __name__ == "__main__":
    main()
