"""Work over processes, in any order, that Ctrl-C (or SIGTERM) ends without losing what is done.

The processes do not hear it.  This one notes it and stops at once, with all results that have come; a second Ctrl-C is
as ever.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import warnings
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import lru_cache, partial
from queue import Empty, SimpleQueue
from time import perf_counter
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, cast

if TYPE_CHECKING:
    from toolkit.compile.pack import Pack

T = TypeVar("T")

CHUNK = 20
"""The most games that a process takes at once, as long as nobody knows how long a game takes."""

MOST_AT_ONCE = 5_000
"""The most games that it takes at once."""

NO_TIME = 0.1
"""Seconds of work that nobody need be told of, and that Ctrl-C may lose."""

PORTION = 0.4
"""Seconds that a process works for each time: what it is told, and what it tells, then takes little beside it."""

AHEAD = 2
"""Portions for each process: one on which it works, and the next one, for which it need not wait."""

HEARING = 0.2
"""Seconds after which one who waits for a result looks whether it is to stop."""


class Adds(Protocol):
    """What counts games, and adds up with what others have counted."""

    def add(self, other: Any) -> None: ...


A = TypeVar("A", bound=Adds)

END_WITH_PARENT = 1
"""Of `prctl`, on Linux: the signal that a process gets when the one that began it is gone."""

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


class Promise(Protocol):
    """What is being done elsewhere, as `concurrent.futures` and dask have it."""

    def result(self) -> Any: ...
    def add_done_callback(self, call: Callable[[Any], Any], /) -> Any: ...


class NotYet(Exception):
    """What was done is lost, and is being done again."""


Submit = Callable[..., Promise]
"""Called with the arguments of a task."""


def as_they_come(
    submit: Submit,
    tasks: Iterable[tuple[Any, ...]],
    room: Callable[[], int],
    waiting: Callable[[], None] = lambda: None,
) -> Iterator[Any]:
    """The results of tasks, of which so many are out at once as there is `room`.  `waiting`: called now and then while
    nothing comes; may raise what ends it.  Raises `KeyboardInterrupt` after Ctrl-C.
    """
    left, out = iter(tasks), 0
    come: SimpleQueue[Promise] = SimpleQueue()
    with _stopping() as stopped:
        while True:
            while out < room() and (task := next(left, None)) is not None:
                submit(*task).add_done_callback(come.put)
                out += 1
            if not out:
                return
            try:
                promise = come.get(timeout=HEARING)
            except Empty:
                promise = None
            found: list[Any] = []
            if promise is not None:
                try:
                    found.append(promise.result())
                except NotYet:
                    promise.add_done_callback(come.put)
            if found:
                out -= 1
                yield found[0]
            elif not stopped.is_set():
                waiting()
            if stopped.is_set() and come.empty():
                raise KeyboardInterrupt


def in_copies(function: Callable[..., T], tasks: Iterable[tuple[Any, ...]], jobs: int) -> Iterator[T]:
    """The same of processes that begin as copies of this one: what it has loaded is there, and is not loaded again."""
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import active_children, get_context

    others = active_children()
    context: Any = get_context("fork")
    with _handed_down(function):
        executor = ProcessPoolExecutor(jobs, context, _begin_as_copy, (os.getpid(),))
        try:
            yield from as_they_come(partial(executor.submit, _as_handed_down), tasks, lambda: AHEAD * jobs)
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
    games: int | Iterable[range],
    jobs: int,
    here: Callable[[int, int], T],
    there: Callable[[], tuple[Any, ...]],
    at_once: int = 1,
) -> Iterator[T]:
    """The results of so many games, or of these: `here(first, count)` a few at a time, or with several processes of
    portions.

    `there` gives what a process does that is no copy of this one, and what it is told before the first game and how
    many: function, arguments.
    `at_once`: so many games may be done here before anybody is told, if they take no time.
    """
    wanted = [range(games)] if isinstance(games, int) else games
    if jobs <= 1:
        for games_here in wanted:
            first, size = games_here.start, 1
            while first < games_here.stop:
                began = perf_counter()
                count = min(size, games_here.stop - first)
                found = here(first, count)
                first += count
                fits = int(count * NO_TIME / max(perf_counter() - began, 1e-6))
                size = max(1, min(2 * size, at_once, fits))
                yield found
        return
    portions = Portions(wanted, jobs)
    if can_copy():
        results = in_copies(partial(timed, here), portions, jobs)
    else:
        function, *told = there()
        results = fan_out(timed, ((function, *told, *portion) for portion in portions), jobs)
    yield from portions.measured(results)


Timed = tuple[int, float, T]
"""How many games, how many seconds, and what came of them."""


def timed(function: Callable[..., T], *told: Any) -> Timed[T]:
    """What a process does; the last two that it is told are the first game and how many."""
    began = perf_counter()
    found = function(*told)
    return told[-1], perf_counter() - began, found


class Portions:
    """Shares out games: the first one and how many, each time somebody asks.

    A portion is of so many games as take `PORTION` seconds, and small at the end, so that nobody waits long for the
    last one.  Of what size they are is nothing that anybody counts.
    """

    def __init__(self, wanted: Iterable[range], workers: int) -> None:
        self.wanted = [each for each in wanted if each]
        self.left = sum(map(len, self.wanted))
        self.workers = max(workers, 1)
        self.size = max(1, min(CHUNK, self.left // (16 * self.workers)))

    def __iter__(self) -> Portions:
        return self

    def __next__(self) -> tuple[int, int]:
        if not self.wanted:
            raise StopIteration
        first = self.wanted[0]
        size = min(self.size, len(first), max(1, self.left // (2 * AHEAD * self.workers)))
        self.left -= size
        self.wanted[:1] = [first[size:]] if size < len(first) else []
        return first.start, size

    def measured(self, results: Iterable[Timed[T]]) -> Iterator[T]:
        """The results alone; how long they took says how large the next portions are."""
        for count, seconds, found in results:
            fits = int(count * PORTION / max(seconds, 1e-6))
            self.size = max(1, min(fits, 4 * self.size, MOST_AT_ONCE))
            yield found


def missing(done: Sequence[tuple[int, int]], games: int) -> list[range]:
    """The games that are not among those that are done: runs of them, each the first one and the one after its last."""
    stops = [0, *(stop for _, stop in done)]
    starts = [*(start for start, _ in done), games]
    return [
        range(start, min(stop, games))
        for start, stop in zip(stops, starts, strict=True)
        if start < min(stop, games)
    ]


def gathered(
    total: A, parts: Iterable[A], progress: Callable[[A], None] | None, enough: Callable[[A], bool]
) -> A:
    """All parts added to `total`, until a part is `enough`; after Ctrl-C: what had been counted."""
    try:
        for part in parts:
            with uninterrupted():
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


def _begin_as_copy(parent: int) -> None:
    """A copy whose process is killed would wait for its next task for ever, and hold what that has opened."""
    _hear_nothing()
    with suppress(ImportError, AttributeError):
        from ctypes import CDLL

        CDLL(None).prctl(END_WITH_PARENT, signal.SIGKILL)
    if os.getppid() != parent:  # it was killed just now
        os._exit(1)


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Ctrl-C waits until this is done: nothing is added, or written, by half."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    heard: list[int] = []
    before = {number: signal.signal(number, lambda number, _: heard.append(number)) for number in STOPS}
    try:
        yield
    finally:
        for number in STOPS:
            signal.signal(number, before[number])
    for first in heard[:1]:
        signal.raise_signal(first)


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
