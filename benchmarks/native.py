"""Random games with compiled modules and without, on the flat machine, and in another revision: processor time, in
turns.

    python -m benchmarks.native                      compiled (`make native`), and flat, against pure Python
    python -m benchmarks.native --old 512da56        all against another revision, which runs as pure Python

Each turn is a process of its own that plays the same games after warming up; a round is a turn of each; a ratio is
taken within a round, and the median of the ratios is shown with the least and the greatest.  What is compared is the
time of a decision, for another revision may have other rules.  The flat machine plays each game in one call, with
chance of its own; of packs that have no lowered form it says so.
"""

import argparse
import os
import subprocess
import sys
import tarfile
from io import BytesIO
from math import isnan
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from toolkit import native

ROOT = Path(__file__).resolve().parent.parent

GAMES = {
    "tests/packs/tic-tac-toe": (2, 1000),
    "tests/packs/connect-four": (2, 250),
    "content/sentient": (3, 40),
    "content/cyberpunk-tcg": (2, 60),
    "content/gangs-of-night-city": (4, 4),
}
"""For each pack the players, and games enough for some tenths of a second."""

TURN = """
import sys, time
sys.path.insert(0, ".")
from benchmarks.games import machine, playouts
for each in sys.argv[2:]:
    pack, players, games = each.split(":")
    if sys.argv[1] == "flat":
        from benchmarks.games import NotLowered, flat
        try:
            call = flat(machine(pack, int(players)), int(games))["the pack, flat"]
        except NotLowered:
            print("nan")
            continue
    else:
        call = playouts(machine(pack, int(players)), int(games))
    call()
    began = time.process_time()
    decisions = call()
    print((time.process_time() - began) / decisions)
"""


def turn(folder: Path, compiled: bool, way: str, packs: list[str]) -> list[float]:
    """Seconds for a decision of each pack; nan: it cannot be played this way."""
    environment = {key: value for key, value in os.environ.items() if key != native.VARIABLE}
    if not compiled:
        environment[native.VARIABLE] = "0"
    command = [
        sys.executable,
        "-P",
        "-c",
        TURN,
        way,
        *(f"{pack}:{GAMES[pack][0]}:{GAMES[pack][1]}" for pack in packs),
    ]
    ran = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=True)
    return [float(line) for line in ran.stdout.splitlines()]


def shown(base: list[float], other: list[float]) -> str:
    """How many times as fast the other is: median, least and greatest."""
    if isnan(base[0]) or isnan(other[0]):
        return "no lowered form"
    ratios = [mine / its for mine, its in zip(base, other, strict=True)]
    return f"{median(ratios):.2f} ({min(ratios):.2f}–{max(ratios):.2f})"


def main() -> None:
    parser = argparse.ArgumentParser(description="Random games with compiled modules and without.")
    parser.add_argument("--old", help="another revision, or its folder, to compare with")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("packs", nargs="*", default=list(GAMES), help=", ".join(GAMES))
    chosen = parser.parse_args()
    with TemporaryDirectory() as laid:
        compared(chosen.packs, chosen.rounds, laid_out(chosen.old, Path(laid)) if chosen.old else None)


def laid_out(old: str, into: Path) -> Path:
    """The folder of a revision."""
    if Path(old).is_dir():
        return Path(old)
    archive = subprocess.run(["git", "archive", old], cwd=ROOT, capture_output=True, check=True)
    with tarfile.open(fileobj=BytesIO(archive.stdout)) as files:
        files.extractall(into, filter="data")
    return into


def compared(packs: list[str], rounds: int, old: Path | None) -> None:
    sides = {"pure Python": (ROOT, False, "frames")}
    if native.active():
        sides |= {"native": (ROOT, True, "frames"), "flat": (ROOT, True, "flat")}
    if old:
        sides = {"old": (old, False, "frames"), **sides}
    seconds: dict[str, list[list[float]]] = {name: [] for name in sides}
    names = list(sides)
    for number in range(rounds):
        turned = number % len(names)
        for name in names[turned:] + names[:turned]:
            seconds[name].append(turn(*sides[name], packs))
    print(f"{native.version()}; times as fast, {rounds} rounds, processor time of a decision")
    for column, pack in enumerate(packs):
        of = {name: [each[column] for each in seconds[name]] for name in names}
        pairs = [(name, base) for at, name in enumerate(names) for base in names[:at]]
        ratios = [f"{name} to {base}: {shown(of[base], of[name])}" for name, base in pairs]
        print(f"{pack}: {names[0]} {1e6 * median(of[names[0]]):.1f} µs; {'; '.join(ratios)}", flush=True)


if __name__ == "__main__":
    main()
