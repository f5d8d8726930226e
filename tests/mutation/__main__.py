"""python -m tests.mutation [NUMBER] [SEED]: so many sentences of all packs with each damage, the table, and what was
accepted without a word.  Exit code 1: fewer are found than `floors.FLOORS` says."""

from __future__ import annotations

import sys

from tests.mutation.floors import FLOORS, measured, missed, rate, table
from tests.mutation.mutants import subjects


def main(number: int, seed: int) -> int:
    found = measured(subjects("tests/packs", "content"), seed, number)
    for group in dict.fromkeys(each.damage.group for each in found):
        print(*missed(found, group), sep="\n")
    print(table(found))
    return int(any(rate(found, group) < floor for group, floor in FLOORS.items()))


if __name__ == "__main__":
    given = [int(each) for each in sys.argv[1:]]
    sys.exit(main(*(given + [1000, 1][len(given) :])))
