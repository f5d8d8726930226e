"""python -m tests.fuzz MINUTES: texts of spliced parts are tried until the time is over; finds go into finds.yaml,
and accepted texts that do something new into corpus.yaml, from where parts are taken, too."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from random import Random, SystemRandom
from typing import Any

import yaml

from tests.fuzz.splice import CORPUS, rounds
from toolkit.program.chains import parts

FINDS = Path(__file__).parent / "finds.yaml"


def operations(game: Any) -> set[str]:
    """Pairs of ops, one right inside the other, in all programs."""
    found: set[str] = set()
    waiting = [expr for program in game.ruleset.programs for expr in program.code]
    waiting += [function.body for function in game.ruleset.functions]
    while waiting:
        outer = waiting.pop()
        for inner in parts(outer):
            found.add(f"{outer[0]} {inner[0]}")
            waiting.append(inner)
    return found


def add(path: Path, entry: dict[str, str]) -> None:
    """One entry more at the end of a list; whoever wrote the file keeps the rest as it is."""
    with path.open("a", encoding="utf-8") as file:
        file.write(yaml.safe_dump([entry], allow_unicode=True, sort_keys=False, width=110))


def main(minutes: float) -> int:
    seed = SystemRandom().randrange(2**32)
    print(f"seed {seed}")
    until = time.monotonic() + 60 * minutes
    tried = accepted = new = 0
    errors: set[str] = set()
    known: dict[str, set[str]] = {}
    for one, item, text, game, find in rounds(Random(seed)):
        tried += 1
        entry = {"pack": one.name, "item": item.anchor, "text": text}
        if find is not None and find.error not in errors:
            errors.add(find.error)
            print(f"{one.name} {item.anchor}: {text}\n  {find.error}")
            add(FINDS, entry)
        elif game is not None and find is None:
            accepted += 1
            before = known.setdefault(one.name, set())
            found = operations(game)
            if len(before) and not found <= before:
                new += 1
                add(CORPUS, entry)
            before |= found
        if time.monotonic() > until:
            break
    print(
        f"{tried} texts, {accepted} accepted, {new} new in {CORPUS.name}, {len(errors)} finds in {FINDS.name}"
    )
    return int(bool(errors))


if __name__ == "__main__":
    sys.exit(main(float(sys.argv[1]) if len(sys.argv) > 1 else 1))
