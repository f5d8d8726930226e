"""Runs benchmarks and prints their ratios: `python -m benchmarks.run [NAME...] [--quick] [--readme] [--json FILE]`."""

import argparse
import importlib
import json
import os
import pkgutil
import platform
import sys
from dataclasses import asdict
from datetime import date
from pathlib import Path

import benchmarks
from benchmarks.harness import REGISTRY, Benchmark, Result, Unavailable, measure

README = Path(__file__).with_name("README.md")
BEGIN, END = "<!-- figures -->\n", "<!-- end of figures -->\n"
"""Between these the figures stand in the README."""

NOT_BENCHMARKS = {"again", "harness", "run", "games", "growth", "native", "writer", "bots"}


def discover() -> dict[str, Benchmark]:
    """Imports each file of this folder; each registers what it holds."""
    for module in sorted(found.name for found in pkgutil.iter_modules(benchmarks.__path__)):
        if module not in NOT_BENCHMARKS:
            importlib.import_module(f"benchmarks.{module}")
    return REGISTRY


def duration(seconds: float) -> str:
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds / 1e-9:.3g} ns"


def table(entry: Benchmark, results: list[Result]) -> str:
    lines = [f"{entry.name}: {entry.title} (per {entry.unit})"]
    width = max(len(result.contestant) for result in results)
    for result in results:
        time, ratio = result.seconds, result.ratio
        lines.append(
            f"  {result.contestant:{width}}  ×{ratio.median:<7.3g} [{ratio.least:.3g}–{ratio.greatest:.3g}]"
            f"   {duration(time.median)} [{duration(time.least)}–{duration(time.greatest)}]"
        )
    return "\n".join(lines)


def markdown(title: str, unit: str, results: list[Result]) -> str:
    """One benchmark as a table."""
    rows = [
        f"| {result.contestant} | {result.ratio.median:.3g} | {result.ratio.least:.3g}–{result.ratio.greatest:.3g} | "
        f"{duration(result.seconds.median)} |"
        for result in results
    ]
    head = f"| {title}, per {unit} | ratio | least–greatest | median |"
    return "\n".join([head, "| --- | ---: | ---: | ---: |", *rows]) + "\n"


def machine() -> dict[str, str]:
    """Where the figures come from.  `load`: of the last minute, of all programs."""
    return {
        "date": date.today().isoformat(),
        "python": platform.python_version(),
        "machine": f"{platform.machine()}, {os.cpu_count()} processors",
        "system": platform.system(),
        "load": f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "unknown",
    }


def refresh(tables: list[str], *, whole: bool) -> None:
    """Write new figures into the README, in the place of the old ones; not `whole`: of these benchmarks alone."""
    before, rest = README.read_text(encoding="utf-8").split(BEGIN)
    old, after = rest.split(END)
    fresh = {table.partition("\n")[0]: table for table in tables[1:]}
    kept = [fresh.get(each.partition("\n")[0], f"{each}\n") for each in old.strip().split("\n\n")]
    text = "\n".join(tables if whole else kept)
    new = README.with_suffix(".new")
    new.write_text(f"{before}{BEGIN}\n{text}\n{END}{after}", encoding="utf-8")
    new.replace(README)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="benchmarks.run", description="Benchmarks, as ratios measured in one run."
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help="which benchmarks (all, without a name)")
    parser.add_argument("--list", action="store_true", help="name the benchmarks and stop")
    parser.add_argument("--rounds", type=int, default=15, help="turns of each contestant (15)")
    parser.add_argument("--quick", action="store_true", help="three rounds: does it run at all?")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the figures as JSON")
    parser.add_argument("--markdown", type=Path, metavar="FILE", help="also write them as tables in Markdown")
    parser.add_argument(
        "--readme",
        action="store_true",
        help="also write these tables into benchmarks/README.md, in the place of the old ones",
    )
    options = parser.parse_args(arguments)

    known = discover()
    if options.list:
        for name, entry in sorted(known.items()):
            print(f"{name:20} {entry.title}")
        return 0
    if unknown := [name for name in options.names if name not in known]:
        print(f"no such benchmark: {', '.join(unknown)}; known: {', '.join(sorted(known))}", file=sys.stderr)
        return 2

    report: dict[str, dict[str, object]] = {}
    tables: list[str] = [" · ".join(f"{what}: {value}" for what, value in machine().items()) + "\n"]
    for name in options.names or sorted(known):
        entry = known[name]
        try:
            contestants = entry.set_up()
        except Unavailable as missing:
            print(f"{name}: left out, {missing}\n")
            report[name] = {"title": entry.title, "unavailable": str(missing)}
            continue
        results = measure(contestants, min(entry.rounds, 3 if options.quick else max(1, options.rounds)))
        print(table(entry, results) + "\n", flush=True)
        tables.append(markdown(entry.title, entry.unit, results))
        report[name] = {
            "title": entry.title,
            "unit": entry.unit,
            "results": [asdict(result) for result in results],
        }

    if options.json:
        text = json.dumps({"machine": machine(), "benchmarks": report}, indent=2, ensure_ascii=False)
        options.json.write_text(text + "\n", encoding="utf-8")
    if options.markdown:
        options.markdown.parent.mkdir(parents=True, exist_ok=True)
        options.markdown.write_text("\n".join(tables), encoding="utf-8")
    if options.readme:
        refresh(tables, whole=not options.names)
    return 0


if __name__ == "__main__":
    sys.exit(main())
