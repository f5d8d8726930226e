"""The long run: `python -m tests.judge --pairs 500000 --seed 1 [--pack meaning] [--field effect] [--all]`.

Prints every difference once for each set of names, made small; `--all` also those that `known.yaml` knows.
`--written`: what people wrote, in place of what is made at random."""

from __future__ import annotations

import argparse
import time
from collections import Counter

from tests.judge.bench import PACKS, SLOW
from tests.judge.known import is_known
from tests.judge.run import Difference, Report, run, small
from tests.judge.written import judged, known, texts

CHUNK = 300


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.judge")
    parser.add_argument("--pairs", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--pack", choices=sorted(PACKS))
    parser.add_argument("--field", choices=("condition", "effect", "laws", "texts"))
    parser.add_argument("--states", type=int, default=20)
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--written", action="store_true")
    options = parser.parse_args()
    if options.written:
        return written(options.states)
    packs = [options.pack] if options.pack else sorted(set(PACKS) - set(SLOW))
    total, smallest, kinds = Report(), {}, Counter[tuple[str, ...]]()
    started, chunk = time.process_time(), 0
    while total.pairs < options.pairs and time.process_time() - started < options.minutes * 60:
        report = run(
            packs[chunk % len(packs)],
            options.seed * 10_000 + chunk,
            CHUNK,
            options.states,
            field=options.field,
        )
        chunk += 1
        total.pairs += report.pairs
        total.sentences += report.sentences
        total.open += report.open
        total.unsaid += report.unsaid
        total.unknown += report.unknown
        total.refused += report.refused
        total.truths += report.truths
        total.kinds += report.kinds
        for found in report.different:
            key = (found.kind, *sorted(found.notes))
            kinds[key] += 1
            if not is_known(found) or options.all:
                keep(smallest, key, found)
    for key in sorted(smallest, key=lambda key: -kinds[key]):
        print(f"--- {kinds[key]} × {', '.join(key)}")
        print(f"of: {smallest[key].sentence}")
        print(small(smallest[key]).told())
    print(f"{total.pairs} pairs, {total.sentences} sentences, {time.process_time() - started:.0f} s")
    print(
        f"true {total.truths[True]}, false {total.truths[False]}; open {total.open}; no round trip {total.unsaid}"
    )
    print("refused by the compiler:", dict(total.refused.most_common()))
    print("unknown to the judge:", dict(total.unknown.most_common()))
    print("said otherwise:", dict(total.kinds.most_common()))
    print("differences:", {", ".join(key): n for key, n in kinds.most_common()})
    return 1 if any(True for key in smallest) and not options.all else 0


def written(states: int) -> int:
    """The texts of the cases, on so many tables each."""
    said = [text for text in texts() if text not in known()]
    found = judged(said, states)
    for each in found.different.values():
        print(each.told())
    print(f"{found.read} of {len(said)} texts are read; unknown: {dict(found.unknown.most_common(40))}")
    return 1 if found.different else 0


def keep(smallest: dict[tuple[str, ...], Difference], key: tuple[str, ...], found: Difference) -> None:
    old = smallest.get(key)
    if old is None or len(found.sentence) < len(old.sentence):
        smallest[key] = found


if __name__ == "__main__":
    raise SystemExit(main())
