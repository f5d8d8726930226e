"""What a benchmark is, and how contestants are measured side by side.

Contestants take turns within each round, in an order that rotates, so that a busy minute of the machine falls on all
of them. What is measured is processor time. A ratio is taken within a round, between neighbours in time; the median of
the ratios is the result.
"""

import gc
import statistics
from collections.abc import Callable
from dataclasses import dataclass
from resource import RUSAGE_CHILDREN, getrusage
from time import process_time

Contestants = dict[str, Callable[[], object]]

SLICE_SECONDS = 0.02
"""A contestant is called so often in a round that its turn takes at least about this long."""


class Unavailable(Exception):
    """What a benchmark needs is not there; its message says what."""


@dataclass(frozen=True)
class Benchmark:
    """`name`: as asked for on the command line. `unit`: what one call of a contestant does once. `rounds`: no more
    than these, where a call takes seconds.
    """

    name: str
    title: str
    unit: str
    set_up: Callable[[], Contestants]
    rounds: int


@dataclass(frozen=True)
class Spread:
    """Median, least and greatest of one figure over all rounds."""

    median: float
    least: float
    greatest: float

    @classmethod
    def of(cls, figures: list[float]) -> "Spread":
        return cls(statistics.median(figures), min(figures), max(figures))


@dataclass(frozen=True)
class Result:
    """`seconds`: a call takes. `ratio`: that, to the first contestant of the same round (1 for itself)."""

    contestant: str
    seconds: Spread
    ratio: Spread


REGISTRY: dict[str, Benchmark] = {}


def benchmark(
    name: str, title: str, unit: str, rounds: int = 100
) -> Callable[[Callable[[], Contestants]], Callable[[], Contestants]]:
    """Registers a function that sets up and returns its contestants, the one to compare with first."""

    def register(set_up: Callable[[], Contestants]) -> Callable[[], Contestants]:
        if name in REGISTRY:
            raise ValueError(f"two benchmarks are called {name}")
        REGISTRY[name] = Benchmark(name, title, unit, set_up, rounds)
        return set_up

    return register


def spent() -> float:
    """Processor time so far, in seconds, with that of processes which this one has started and seen end.  By the clock
    what others do meanwhile falls on whoever takes longer, and makes the quick ones look quicker.
    """
    children = getrusage(RUSAGE_CHILDREN)
    return process_time() + children.ru_utime + children.ru_stime


def calls_per_turn(contestant: Callable[[], object]) -> int:
    """How often to call so that a turn lasts `SLICE_SECONDS`. Also warms caches up."""
    contestant()
    started = spent()
    contestant()
    return max(1, round(SLICE_SECONDS / max(spent() - started, 1e-9)))


def measure(contestants: Contestants, rounds: int) -> list[Result]:
    """Takes turns for `rounds` rounds; the first contestant is what the others are compared with."""
    calls = {name: calls_per_turn(contestant) for name, contestant in contestants.items()}
    seconds: dict[str, list[float]] = {name: [] for name in contestants}
    names = list(contestants)
    gc.freeze()  # what is there already is no contestant's garbage
    try:
        for number in range(rounds):
            turn = number % len(names)
            for name in names[turn:] + names[:turn]:
                contestant, repeat = contestants[name], calls[name]
                gc.collect()
                started = spent()
                for _ in range(repeat):
                    contestant()
                seconds[name].append((spent() - started) / repeat)
    finally:
        gc.unfreeze()
    first = seconds[names[0]]
    return [
        Result(
            name, Spread.of(taken), Spread.of([own / base for own, base in zip(taken, first, strict=True)])
        )
        for name, taken in seconds.items()
    ]
