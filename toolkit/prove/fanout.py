"""Work over processes, in any order, that Ctrl-C (or SIGTERM) ends without losing what is done.

The processes do not hear it.  This one notes it and stops after the next result; a second Ctrl-C stops at once."""

from __future__ import annotations

import os
import signal
import sys
import threading
import warnings
from collections.abc import Callable, Hashable, Iterable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from time import perf_counter
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, cast

if TYPE_CHECKING:
    from toolkit.compile.pack import Pack

T = TypeVar("T")

CHUNK = 20
"""The most games that a process takes at once."""

NO_TIME = 0.1
"""Seconds of work that nobody need be told of, and that Ctrl-C may lose."""


class Adds(Protocol):
    """What counts games, and adds up with what others have counted."""

    def add(self, other: Any) -> None: ...


A = TypeVar("A", bound=Adds)

STOPS = (signal.SIGINT, signal.SIGTERM)
"""What asks this process to end."""

Key = tuple[str, tuple[tuple[str, str], ...]]
"""Where paths begin, and the digest of each pack: processes live on between two runs, and must not answer for
another folder or an older pack.
"""


def key_of(*packs: Pack) -> Key:
    """What a process must know beside the paths of packs."""
    return os.getcwd(), tuple(item for pack in packs for item in sorted(pack.source.digests.items()))


def once_there(opening: Callable[..., T], key: Key, *what: Hashable) -> T:
    """What `opening(*what)` opens; a process does it once for all tasks that it gets."""
    return cast("T", _open(opening, key, *what))


@lru_cache(maxsize=1)
def _open(opening: Callable[..., Any], key: Key, *what: Hashable) -> Any:
    os.chdir(key[0])
    return opening(*what)


def fan_out(function: Callable[..., T], tasks: Iterable[tuple[Any, ...]], jobs: int) -> Iterator[T]:
    """The results of `function(*task)`, as they come.  Raises `KeyboardInterrupt` after Ctrl-C."""
    from joblib import Parallel, delayed

    parallel: Any = Parallel(n_jobs=jobs, return_as="generator_unordered", batch_size=1)
    with _stopping() as stopped:
        results = parallel(delayed(_deaf)(function, task) for task in tasks)
        try:
            for result in results:
                yield result
                if stopped.is_set():
                    raise KeyboardInterrupt
        finally:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # that the rest is not done is meant
                results.close()


def in_copies(function: Callable[..., T], tasks: Iterable[tuple[Any, ...]], jobs: int) -> Iterator[T]:
    """The same of processes that begin as copies of this one: what it has loaded is there, and is not loaded again."""
    from concurrent.futures import ProcessPoolExecutor, as_completed
    from multiprocessing import active_children, get_context

    others = active_children()
    context: Any = get_context("fork")
    with _stopping() as stopped, _handed_down(function):
        executor = ProcessPoolExecutor(jobs, context, _hear_nothing)
        try:
            for done in as_completed([executor.submit(_as_handed_down, *task) for task in tasks]):
                yield done.result()
                if stopped.is_set():
                    raise KeyboardInterrupt
        except BaseException:
            for child in active_children():
                if child not in others:
                    child.kill()  # that the rest is not done is meant
            raise
        finally:
            executor.shutdown(cancel_futures=True)


def can_copy() -> bool:
    """Whether a copy of this process is whole: of a thread it would have what the thread holds, and not the thread."""
    return sys.platform == "linux" and threading.active_count() == 1


_down: list[Callable[..., Any]] = []


@contextmanager
def _handed_down(function: Callable[..., Any]) -> Iterator[None]:
    """What the copies that begin meanwhile are to do: it need not be written out for them."""
    _down.append(function)
    try:
        yield
    finally:
        _down.pop()


def _as_handed_down(*task: Any) -> Any:
    return _down[-1](*task)


def in_parts(
    games: int,
    jobs: int,
    here: Callable[[int, int], T],
    there: Callable[[], tuple[Any, ...]],
    at_once: int = 1,
) -> Iterator[T]:
    """The results of so many games: `here(first, count)` one by one, or with several processes of chunks.

    `there` gives what a process does that is no copy of this one, and what it is told before the first game and how
    many: function, arguments.
    `at_once`: so many games may be done here before anybody is told, if they take no time.
    """
    if jobs <= 1:
        first, size = 0, 1
        while first < games:
            began = perf_counter()
            found = here(first, min(size, games - first))
            first += size
            size = min(2 * size, at_once) if perf_counter() - began < NO_TIME else 1
            yield found
        return
    if can_copy():
        yield from in_copies(here, chunks(games, jobs), jobs)
        return
    function, *told = there()
    yield from fan_out(function, [(*told, *chunk) for chunk in chunks(games, jobs)], jobs)


def chunks(games: int, jobs: int) -> list[tuple[int, int]]:
    """First game and number of games of each chunk: several for each process, so that none waits long for
    the last.
    """
    size = max(1, min(CHUNK, games // (16 * jobs)))
    return [(first, min(size, games - first)) for first in range(0, games, size)]


def gathered(
    total: A, parts: Iterable[A], progress: Callable[[A], None] | None, enough: Callable[[A], bool]
) -> A:
    """All parts added to `total`, until a part is `enough`; after Ctrl-C: what had been counted."""
    try:
        for part in parts:
            total.add(part)
            if progress is not None:
                progress(total)
            if enough(part):
                break
    except KeyboardInterrupt:
        pass
    return total


def _deaf(function: Callable[..., T], task: tuple[Any, ...]) -> T:
    _hear_nothing()
    return function(*task)


def _hear_nothing() -> None:
    for number in STOPS:
        signal.signal(number, signal.SIG_IGN)


@contextmanager
def _stopping() -> Iterator[threading.Event]:
    """Set by the first Ctrl-C; the second one is as ever."""
    stopped = threading.Event()
    if threading.current_thread() is not threading.main_thread():
        yield stopped
        return
    before = {number: signal.getsignal(number) for number in STOPS}

    def stop(number: int, frame: Any) -> None:
        signal.signal(number, before[signal.Signals(number)])
        stopped.set()

    for number in STOPS:
        signal.signal(number, stop)
    try:
        yield stopped
    finally:
        for number in STOPS:
            signal.signal(number, before[number])
