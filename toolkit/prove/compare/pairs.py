"""Plays two versions of a pack with the same seeds and bots, and adds up what the pairs of games tell.

    match = Match(old_job, new_job)
    contrast = contest(match, jobs=2)

A `Contrast` holds whole numbers only, so it is the same for any number of processes.  Ctrl-C keeps the pairs that
are done.  A pair of which a game fails is counted in nothing but the list of what failed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from toolkit.prove.changes import Change, Comparison
from toolkit.prove.compare.cause import Cause, Origin, Reader
from toolkit.prove.compare.measures import Counter as Namer
from toolkit.prove.compare.measures import Counts, Measure
from toolkit.prove.entries import Entry, Key
from toolkit.prove.fanout import MOST_AT_ONCE, gathered, in_parts, key_of, once_there
from toolkit.prove.fanout import Key as PackKey
from toolkit.prove.inference import Joint
from toolkit.prove.sameness import MEANING
from toolkit.prove.simulate import Job, Lab, open_lab, rarely_collecting
from toolkit.prove.tally import Failed, Tally, add_up

if TYPE_CHECKING:
    from toolkit.prove.fast import Fast
    from toolkit.prove.simulate import Played


@dataclass(frozen=True)
class Match:
    """The two jobs; they differ in the folder of the pack alone."""

    old: Job
    new: Job


@dataclass
class Contrast:
    """What `pairs` pairs of games showed.

    `old`, `new`: sums by measure.  `differences`: `(measure, new - old)`, in how many pairs, where it is not 0.
    `joint`: `(measure, part and whole of old and new)`.  `apart`: by origin, the pairs whose games went
    differently.  `unreached`: pairs of which one game was played, for it came to nothing that differs.  `failed`:
    games of the old and of the new version that failed.
    """

    pairs: int = 0
    unreached: int = 0
    old: Counter[Measure] = field(default_factory=Counter)
    new: Counter[Measure] = field(default_factory=Counter)
    differences: Counter[tuple[Measure, int]] = field(default_factory=Counter)
    joint: Counter[tuple[Measure, Joint]] = field(default_factory=Counter)
    apart: Counter[Origin] = field(default_factory=Counter)
    failed_old: list[Failed] = field(default_factory=list)
    failed_new: list[Failed] = field(default_factory=list)

    @property
    def done(self) -> int:
        """Pairs that were played, with those that failed."""
        return self.pairs + len({failed.game for failed in (*self.failed_old, *self.failed_new)})

    @property
    def runaway(self) -> bool:
        """Whether a game went beyond a limit: others would, too."""
        return any(failed.runaway for failed in (*self.failed_old, *self.failed_new))

    def add(self, other: Contrast) -> None:
        """What the other has counted, too."""
        add_up(self, other)
        for failed in (self.failed_old, self.failed_new):
            failed.sort(key=lambda each: each.game)

    def same(self, both: Counts) -> None:
        """Add a pair of games of which one would be the other."""
        self.pairs += 1
        self.unreached += 1
        self.old.update(both.numbers)
        self.new.update(both.numbers)
        for measure, share in both.shares.items():
            self.joint[measure, share + share] += 1

    def count(self, old: Counts, new: Counts) -> None:
        """Add a pair."""
        self.pairs += 1
        self.old.update(old.numbers)
        self.new.update(new.numbers)
        for measure in old.numbers.keys() | new.numbers.keys():
            difference = new.numbers.get(measure, 0) - old.numbers.get(measure, 0)
            if difference:
                self.differences[measure, difference] += 1
        for measure in old.shares.keys() | new.shares.keys():
            both = old.shares.get(measure, (0, 0)) + new.shares.get(measure, (0, 0))
            self.joint[measure, both] += 1


class Sides:
    """Both versions, ready to be played.  `changes`: what differs between them."""

    def __init__(self, old: Lab, new: Lab) -> None:
        if len(old.compiled.model.players) != len(new.compiled.model.players):
            raise ValueError("the two versions are not for the same number of players")
        self.old, self.new = old, new
        self.comparison = Comparison(old.pack, new.pack)
        self.changes: list[Change] = list(self.comparison.all())
        self.namers = Namer(old, self.rename), Namer(new, lambda key: key)

    def rename(self, key: Key) -> Key:
        """What a word or a document of the old version is in the new one."""
        return self.comparison.renames.keys.get(key, key)

    @cached_property
    def changed(self) -> dict[Key, Entry]:
        """The words and documents that mean something else, by their keys in the new version."""
        return {
            self.rename(change.about.key): change.about for change in self.changes if change.effect == MEANING
        }

    @cached_property
    def cause(self) -> Cause:
        old = self.comparison.old.entries
        before = {self.rename(key): entry for key, entry in old.items() if self.rename(key) in self.changed}
        return Cause(Reader(self.old, self.rename, before), Reader(self.new, lambda key: key, self.changed))

    @cached_property
    def beside(self) -> Fast | None:
        """What plays the old version and tells which games are the same on the new one."""
        old, new = self.old.fast, self.new.fast
        return old.beside(new) if old is not None and new is not None else None

    def play(self, first: int, count: int) -> Contrast:
        """The pairs of games from `first` on."""
        contrast = Contrast()
        if self.beside is not None:
            self.old.fast = self.beside
        with rarely_collecting():
            for game in range(first, first + count):
                self.pair(game, contrast)
                if contrast.runaway:
                    break
        return contrast

    def pair(self, game: int, contrast: Contrast) -> None:
        """Play a game on both sides and count it."""
        tallies = Tally(), Tally()
        old = self.old.one(game, tallies[0])
        if old is not None and self.beside is not None and self.new.fast is not None:
            if not self.beside.reached:
                contrast.same(self.namers[0].of(tallies[0]))
                return
            self.beside.lead(self.new.fast)
        new = self.new.one(game, tallies[1])
        contrast.failed_old += tallies[0].failed
        contrast.failed_new += tallies[1].failed
        if old is None or new is None:
            return
        origin = self.parting(old, new)
        if origin is not None:
            contrast.apart[origin] += 1
        contrast.count(*(namer.of(tally) for namer, tally in zip(self.namers, tallies, strict=True)))

    def parting(self, old: Played, new: Played) -> Origin | None:
        """Where the games of a pair part, if they do."""
        return self.cause.parting(old, new)


Progress = Callable[[Contrast], None]
"""Called after each chunk with all that is counted so far."""


def open_sides(match: Match) -> Sides:
    """Load both packs.  Raises as `open_lab`; no game hangs on what their examples say."""
    return Sides(*(open_lab(job, examples=False, followed=True) for job in (match.old, match.new)))


def _chunk(match: Match, key: PackKey, first: int, count: int) -> Contrast:
    return once_there(open_sides, key, match).play(first, count)


def contest(
    match: Match, jobs: int = 1, progress: Progress | None = None, sides: Sides | None = None
) -> Contrast:
    """Play all pairs; after Ctrl-C: what had been counted."""
    return gathered(Contrast(), _contrasts(match, jobs, sides), progress, lambda contrast: contrast.runaway)


def _contrasts(match: Match, jobs: int, sides: Sides | None) -> Iterator[Contrast]:
    playing = sides or open_sides(match)

    def there() -> tuple[Any, ...]:
        return _chunk, match, key_of(playing.old.pack, playing.new.pack)

    yield from in_parts(match.new.games, jobs, playing.play, there, MOST_AT_ONCE)
