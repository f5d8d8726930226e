"""python -m tests.whole.robust [--inputs N] [--kind K]… [--seed S] [--portion P] [--jobs J] [--out FOLDER] [--sum FILE]

Damaged sentences, files, records, and hostile paths, many of each kind, and what came of them.  A crash leaves its
input in FOLDER; put the file into tests/whole/robust/finds, and the suite tries it from then on.  Ctrl-C keeps what is
done.  With a FILE the runs add up: each writes what it did into it, takes a seed that none before it had, and shows the
table of all.  Exit code 1: something crashed.
"""

from __future__ import annotations

import argparse
import json
import signal
import sys
import time
from collections import Counter
from pathlib import Path

from tests.whole.robust.run import KINDS, Portion, Row, begin, portions, run, table, total, try_portion
from toolkit.report.atomic import write_atomic


class Progress:
    """What this run has done.  `before`: the runs that its file tells of."""

    def __init__(self, given: argparse.Namespace) -> None:
        self.given = given
        self.file: Path | None = given.sum
        self.before = json.loads(self.file.read_text()) if self.file and self.file.exists() else []
        self.seed = given.seed or 1 + max((run["seed"] for run in self.before), default=0)
        self.rows: dict[str, Row] = {}
        self.began = time.monotonic()
        self.portions = 0

    @property
    def seconds(self) -> int:
        return round(time.monotonic() - self.began)

    def told(self, portion: Portion, row: Row) -> None:
        """A portion is done."""
        self.portions += 1
        self.rows.setdefault(portion.kind, Row()).add(row)
        for crash in row.crashes:
            keep(crash, self.given.out)
        if self.portions % 20 == 1:
            self.write()  # what kills this process takes little with it
        if sys.stderr.isatty() or self.portions % 50 == 1 or row.crashes:
            every = total(self.rows)
            said = f"{self.portions} portions, {every.inputs:,} inputs, {len(every.crashes)} crashes, {self.seconds} s"
            print(f"\r{said}", end="" if sys.stderr.isatty() else "\n", file=sys.stderr, flush=True)

    def write(self) -> None:
        if self.file:
            rows = {kind: vars(row) for kind, row in self.rows.items()}
            run = {"seed": self.seed, "seconds": self.seconds, "rows": rows}
            write_atomic(self.file, json.dumps([*self.before, run], indent=1) + "\n")

    def end(self) -> int:
        """Shows the table; gives the exit code."""
        self.write()
        print(f"\nseed {self.seed}, {self.seconds} s\n{table(self.rows)}")
        if self.before:
            whole = {kind: self.rows.get(kind, Row()) for kind in KINDS}
            for run in self.before:
                for kind, row in run["rows"].items():
                    whole[kind].add(Row(**row | {"outcomes": Counter(row["outcomes"])}))
            seconds = self.seconds + sum(run["seconds"] for run in self.before)
            print(f"\nwith those before it, {len(self.before) + 1} runs, {seconds} s\n{table(whole)}")
        crashes = len(total(self.rows).crashes)
        if crashes:
            print(f"{crashes} crashes, kept in {self.given.out}")
        return int(crashes > 0)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.whole.robust", description=__doc__)
    parser.add_argument("--inputs", type=int, default=100_000)
    parser.add_argument("--kind", action="append", choices=list(KINDS), help="only these; may be repeated")
    parser.add_argument("--seed", type=int, help="default: 1, or with --sum one that is new")
    parser.add_argument("--portion", type=int, help="only this one of a kind, in this process")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--out", type=Path, default=Path("build/robust"), help="where crashes are kept")
    parser.add_argument("--sum", type=Path, help="what this run and those before it did, as JSON")
    given = parser.parse_args()
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    kinds = given.kind or list(KINDS)
    progress = Progress(given)
    work = portions(given.inputs, progress.seed, kinds)
    said = f"{given.inputs:,} inputs in {len(work):,} portions; Ctrl-C keeps what is done"
    print(said, file=sys.stderr, flush=True)
    try:
        if given.portion is not None:
            begin()
            for kind in kinds:
                progress.told(one := Portion(kind, progress.seed, given.portion), try_portion(one))
        else:
            run(work, given.jobs, progress.told)
    except KeyboardInterrupt:
        print("\nStopped; what was done:", file=sys.stderr)
    return progress.end()


def keep(crash: dict[str, object], folder: Path) -> None:
    """A file that can be put into `finds`."""
    folder.mkdir(parents=True, exist_ok=True)
    name = f"{crash['kind']}-{crash['seed']}-{crash['portion']}".replace(" ", "-").replace(":", "")
    number = len(list(folder.glob(f"{name}-*.json")))
    (folder / f"{name}-{number}.json").write_text(json.dumps(crash, indent=1) + "\n")


if __name__ == "__main__":
    sys.exit(main())
