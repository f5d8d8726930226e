"""Work over processes, in any order, that Ctrl-C (or SIGTERM) ends without losing what is done.

The processes do not hear it.  This one notes it and stops after the next result; a second Ctrl-C stops at once."""

from __future__ import annotations

import os
import signal
import threading
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from toolkit.compile.pack import Pack

T = TypeVar("T")

STOPS = (signal.SIGINT, signal.SIGTERM)
"""What asks this process to end."""

Key = tuple[str, tuple[tuple[str, str], ...]]
"""Where paths begin, and the digest of each pack: processes live on between two runs, and must not answer for
another folder or an older pack.
"""


def key_of(pack: Pack) -> Key:
    """What a process must know beside the path of a pack."""
    return os.getcwd(), tuple(sorted(pack.source.digests.items()))


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


def _deaf(function: Callable[..., T], task: tuple[Any, ...]) -> T:
    for number in STOPS:
        signal.signal(number, signal.SIG_IGN)
    return function(*task)


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
