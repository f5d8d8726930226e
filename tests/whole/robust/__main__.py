"""python -m tests.whole.robust [--inputs N] [--kind K]… [--seed S] [--portion P] [--jobs J] [--out FOLDER]

Damaged sentences, files, records, and hostile paths, many of each kind, and what came of them.  A crash leaves its
input in FOLDER; put the file into tests/whole/robust/finds, and the suite tries it from then on.  Ctrl-C keeps what is
done.  Exit code 1: something crashed.
"""

from __future__ import annotations

import argparse
import json
import signal
import sys
import time
from pathlib import Path

from tests.whole.robust.run import KINDS, Portion, Row, begin, portions, run, table, try_portion


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.whole.robust", description=__doc__)
    parser.add_argument("--inputs", type=int, default=100_000)
    parser.add_argument("--kind", action="append", choices=list(KINDS), help="only these; may be repeated")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--portion", type=int, help="only this one of a kind, in this process")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--out", type=Path, default=Path("build/robust"), help="where crashes are kept")
    given = parser.parse_args()
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    kinds = given.kind or list(KINDS)
    rows = {kind: Row() for kind in kinds}
    work = portions(given.inputs, given.seed, kinds)
    done, began = 0, time.monotonic()

    def told(portion: Portion, row: Row) -> None:
        nonlocal done
        done += 1
        rows[portion.kind].add(row)
        for crash in row.crashes:
            keep(crash, given.out)
        if sys.stderr.isatty() or done % 50 == 1 or row.crashes:
            inputs = sum(row.inputs for row in rows.values())
            crashes = sum(len(row.crashes) for row in rows.values())
            passed = time.monotonic() - began
            said = f"{done}/{len(work)} portions, {inputs:,} inputs, {crashes} crashes, {passed:.0f} s"
            print(f"\r{said}", end="" if sys.stderr.isatty() else "\n", file=sys.stderr, flush=True)

    print(
        f"{given.inputs:,} inputs in {len(work):,} portions; Ctrl-C keeps what is done",
        file=sys.stderr,
        flush=True,
    )
    try:
        if given.portion is not None:
            begin()
            for kind in kinds:
                told(one := Portion(kind, given.seed, given.portion), try_portion(one))
        else:
            run(work, given.jobs, told)
    except KeyboardInterrupt:
        print("\nStopped; what was done:", file=sys.stderr)
    print(f"\nseed {given.seed}, {time.monotonic() - began:.0f} s\n{table(rows)}")
    crashes = sum(len(row.crashes) for row in rows.values())
    if crashes:
        print(f"{crashes} crashes, kept in {given.out}")
    return int(crashes > 0)


def keep(crash: dict[str, object], folder: Path) -> None:
    """A file that can be put into `finds`."""
    folder.mkdir(parents=True, exist_ok=True)
    name = f"{crash['kind']}-{crash['seed']}-{crash['portion']}".replace(" ", "-").replace(":", "")
    number = len(list(folder.glob(f"{name}-*.json")))
    (folder / f"{name}-{number}.json").write_text(json.dumps(crash, indent=1) + "\n")


if __name__ == "__main__":
    sys.exit(main())
