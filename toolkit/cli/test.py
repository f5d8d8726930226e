"""`sayso test`: the examples of packs."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from toolkit.cli.output import counted, failed, formatted, paint, say, show_diagnostics
from toolkit.cli.packs import find_pack, search_for
from toolkit.cli.progress import Advance, progress_bar
from toolkit.cli.settings import PackName, Settings, shared

if TYPE_CHECKING:
    from toolkit.play.example import Example, Failure, Mode
    from toolkit.prove.suite import Begun, Outcome

MODES: tuple[Mode, ...] = ("plain", "saved", "undone", "replayed")


@click.command("test", short_help="Run the examples of packs.")
@click.argument("packs_", metavar="PACK...", nargs=-1, required=True, type=PackName())
@click.option(
    "-k",
    "keywords",
    metavar="TEXT",
    multiple=True,
    help="Only examples with this text in their id, name or file. May be repeated.",
)
@click.option(
    "--modes",
    default="all",
    show_default=True,
    metavar="MODES",
    help=f"all, or some of {','.join(MODES)}: how each example is run.",
)
@click.option("-v", "--verbose", is_flag=True, help="Name every example, not only those that fail.")
@click.option("-x", "--stop", is_flag=True, help="Stop at the first failure.")
@click.option("--drop", is_flag=True, help="Leave out each sentence in turn: does an example notice?")
@click.option(
    "--mutate", is_flag=True, help="Change each sentence a little, in turn: does an example notice?"
)
@click.option(
    "--jobs",
    "-j",
    type=click.IntRange(0),
    default=1,
    show_default=True,
    metavar="J",
    help="Processes; 0: one for each CPU.",
)
@click.option(
    "--budget", type=float, metavar="SECONDS", help="Judge only as many of them as fit into the time."
)
@click.option(
    "--record",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Keep what came of each, and begin with those of which it says nothing.",
)
@formatted
@shared
def command(
    packs_: tuple[str, ...],
    keywords: tuple[str, ...],
    modes: str,
    verbose: bool,
    stop: bool,
    drop: bool,
    mutate: bool,
    jobs: int,
    budget: float | None,
    record: Path | None,
    form: str,
    settings: Settings,
) -> int:
    """Run the examples of packs (given, when, then), each in four modes.

    \b
    sayso test my-pack
    sayso test my-pack -k tie
    sayso test my-pack --modes plain --jobs 0
    sayso test my-pack --drop --jobs 2
    sayso test my-pack --mutate --budget 60
    sayso test my-pack --mutate --budget 60 --record build/noticed.json

    plain: as written, invariants looked at after every event. saved: through a saved file at every decision.
    undone: every decision taken back and made again. replayed: all of it a second time.

    A failure shows the sentence, what was found, the table, and the last events with their sentences.

    --drop and --mutate prove the examples: a sentence that can be left out, or changed, without any example
    failing survives. One that no example can notice stands with its reason in a document of type survivors.
    --record keeps in a file which example noticed each: that one is tried first the next time, so that a second run is
    soon over, and one with a budget goes on where the last one ended.
    """
    jobs = jobs or os.cpu_count() or 1
    if drop or mutate:
        from toolkit.cli.proving import prove

        return max(
            prove(name, mutates, jobs, budget, record, form, settings)
            for name in packs_
            for mutates in (False, True)
            if (mutate if mutates else drop)
        )
    chosen = _modes(modes)
    status = 0
    for name in packs_:
        status = max(status, _one(name, keywords, chosen, verbose, stop, jobs, form, settings))
    return status


def _modes(text: str) -> tuple[Mode, ...]:
    if text == "all":
        return MODES
    names = tuple(part.strip() for part in text.split(","))
    for name in names:
        if name not in MODES:
            from toolkit.report.suggest import nearest

            near = nearest(name, MODES)
            raise click.UsageError(
                f"There is no mode {name}. Did you mean {near[0]}?" if near else f"There is no mode {name}."
            )
    return tuple(mode for name in names for mode in MODES if mode == name)


def _one(
    name: str,
    keywords: tuple[str, ...],
    modes: tuple[Mode, ...],
    verbose: bool,
    stop: bool,
    jobs: int,
    form: str,
    settings: Settings,
) -> int:
    from toolkit.compile.pack import load_pack
    from toolkit.play.example import examples
    from toolkit.play.rulings import fallen
    from toolkit.prove.suite import outcomes

    folder = find_pack(name, settings)
    checked = load_pack(folder, search_for(settings))
    pack = checked.value
    broken = failed(checked.diagnostics)
    if pack is None or broken:
        # Examples of a pack that does not hold together say nothing: what is wrong with it comes first.
        show_diagnostics(checked.diagnostics, form)
        return 1
    every = [example for example in examples(pack) if _fits(example, keywords)]
    began = time.perf_counter()
    with progress_bar(settings, "examples", ticking=False) as advance:
        results = outcomes(pack, every, modes, jobs, search_for(settings), _telling(advance, every))
        with closing(results):
            failing = dict(_shown(results, every, verbose, stop, form, advance if jobs > 1 else None))
    failures = [failing[number] for number in sorted(failing)]
    rulings = list(fallen(pack, failures))
    if form in ("full", "concise"):
        show_diagnostics(rulings, form)
    else:
        show_diagnostics([*checked.errors, *(failure.diagnostic for failure in failures), *rulings], form)
    if not settings.quiet and form in ("full", "concise"):
        bad = len({failure.example.span for failure in failures})
        text = f"{folder}: {counted(len(every), 'example')}, {counted(bad, 'failure') if bad else 'all hold'}"
        click.echo(
            paint("error" if bad else "good", text) + paint("dim", f"  ({_time(began)}, {', '.join(modes)})")
        )
    return int(bool(failures) or broken)


def _time(began: float) -> str:
    return f"{time.perf_counter() - began:.1f} s"


def _fits(example: Example, keywords: tuple[str, ...]) -> bool:
    texts = [text.casefold() for text in (example.id, example.name, example.file)]
    return not keywords or any(keyword.casefold() in text for keyword in keywords for text in texts)


def _telling(advance: Advance | None, every: Sequence[Example]) -> Begun | None:
    """Where somebody looks: what is told of each example that begins."""
    if advance is None:
        return None
    return lambda number, mode: advance(number, len(every), f"{every[number].id} ({mode})")


def _shown(
    results: Iterator[Outcome],
    every: Sequence[Example],
    verbose: bool,
    stop: bool,
    form: str,
    advance: Advance | None,
) -> Iterator[tuple[int, Failure]]:
    """The failures, each shown when it comes; `stop`: only the first.  `advance`: told how many are done."""
    for done, (number, failure) in enumerate(results, 1):
        if advance is not None:
            advance(done, len(every))
        if failure is not None:
            if form in ("full", "concise"):
                _show(failure, form)
            yield number, failure
            if stop:
                return
        elif verbose and form in ("full", "concise"):
            say(paint("good", "holds ") + f" {every[number].id}: {every[number].name}")


def _show(failure: Failure, form: str) -> None:
    example = failure.example
    in_mode = "" if failure.mode == "plain" else f" (mode {failure.mode})"
    say(
        paint("error", "FAILS ")
        + f" {example.id}: {example.name}{in_mode}"
        + paint("dim", f"  {example.file}:{example.line}")
    )
    show_diagnostics([failure.diagnostic], form)
    if form == "full" and failure.details:
        say(failure.details)
        say()


def shown(failure: Failure) -> dict[str, Any]:
    """A failure as plain data."""
    from toolkit.report.render import as_data

    return {
        "example": failure.example.id,
        "mode": failure.mode,
        "diagnostic": as_data(failure.diagnostic),
        "table": list(failure.table),
        "log": list(failure.log),
    }
