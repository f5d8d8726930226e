"""All examples of a pack, in one process or in several: what came of each."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING

from toolkit.play.example import Example, Failure, Mode, Runner, attempt, examples
from toolkit.prove.fanout import Key, can_copy, fan_out, in_copies, key_of, once_there

if TYPE_CHECKING:
    from pathlib import Path

    from toolkit.compile.pack import Pack

Outcome = tuple[int, Failure | None]
"""The number of an example, and why it failed; None: it holds."""

Begun = Callable[[int, Mode], None]
"""Told which example begins in which mode, by the process that runs it."""

AT_ONCE = 8
"""In so many parts at least the examples of each process come, or they would end at different times."""


def outcomes(
    pack: Pack,
    every: Sequence[Example],
    modes: Sequence[Mode],
    jobs: int,
    search: tuple[Path, ...],
    begun: Begun | None = None,
) -> Generator[Outcome, None, None]:
    """The outcome of each of these examples of the pack, in their order with one job, else as they come.

    An example that fails in a mode is not run in the next ones: they would say the same.
    """
    if jobs <= 1:
        for number in range(len(every)):
            yield of_one(pack, every, modes, number, begun)
        return
    parts = shares(pack, every, max(1, len(every) // (AT_ONCE * jobs)))
    if can_copy():
        results = in_copies(partial(of_some, pack, every, modes), [(part,) for part in parts], jobs)
    else:
        ids = tuple(each.id for each in every)
        told = (pack.source.folders[-1].root, search, key_of(pack), ids, tuple(modes))
        results = fan_out(of_some_there, [(*told, part) for part in parts], jobs)
    for some in results:
        yield from some


def shares(pack: Pack, every: Sequence[Example], most: int) -> list[list[int]]:
    """The numbers of examples, at most so many together, of which all are played in one game: that is compiled first.
    Those of the game with most of them come first.
    """

    def setting(number: int) -> tuple[str, ...]:
        runner = Runner(pack, every[number], "plain")
        return str(runner.players()), every[number].scenario or "", str(sorted(runner.options().items()))

    groups = [list(group) for _, group in groupby(sorted(range(len(every)), key=setting), setting)]
    groups.sort(key=len, reverse=True)
    return [group[at : at + most] for group in groups for at in range(0, len(group), most)]


def of_some(
    pack: Pack, every: Sequence[Example], modes: Sequence[Mode], numbers: Sequence[int]
) -> list[Outcome]:
    """The outcomes of some of the examples."""
    return [of_one(pack, every, modes, number) for number in numbers]


def of_one(
    pack: Pack, every: Sequence[Example], modes: Sequence[Mode], number: int, begun: Begun | None = None
) -> Outcome:
    """The outcome of one of them."""
    ends: dict[str, str] = {}
    for mode in modes:
        if begun is not None:
            begun(number, mode)
        failure = attempt(pack, every[number], mode, ends)
        if failure is not None:
            return number, failure
    return number, None


def _load(folder: Path, search: tuple[Path, ...], ids: tuple[str, ...]) -> tuple[Pack, list[Example]]:
    from toolkit.compile.pack import load_pack

    pack = load_pack(folder, search or None).unwrap()
    known = {example.id: example for example in examples(pack)}
    return pack, [known[id] for id in ids]


def of_some_there(
    folder: Path,
    search: tuple[Path, ...],
    key: Key,
    ids: tuple[str, ...],
    modes: tuple[Mode, ...],
    numbers: Sequence[int],
) -> list[Outcome]:
    """The same in a process that has to load the pack."""
    pack, every = once_there(_load, key, folder, search, ids)
    return of_some(pack, every, modes, numbers)
