"""A game that takes each way of a story: what cannot be proved is played.

`seek(job)` lets bots play until every branch and every epilogue of the job's story has been taken, or the games are
used up.  For each way the shortest game is kept: its seed and its decisions up to there, which is a replay.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from toolkit.play.story import ways_taken
from toolkit.prove.fanout import Key, in_parts, key_of, once_there
from toolkit.prove.simulate import Job, Lab, open_lab
from toolkit.prove.tally import Failed, Tally

if TYPE_CHECKING:
    from toolkit.pack.story import Card, Story, Way
    from toolkit.play.game import Game


@dataclass(frozen=True)
class Witness:
    """A game that takes a way.  `decisions`: up to there."""

    way: int
    game: int
    seed: int
    decisions: tuple[tuple[int, int], ...]


@dataclass
class Sought:
    """What has been found.  `games`: played so far; `found`: by way; `ends`: how many games ended on each way, 0: on
    none; `failed`: games that did not end as they should.
    """

    wanted: dict[int, tuple[Card, Way]]
    games: int = 0
    failed: int = 0
    taken: dict[int, int] = field(default_factory=dict)
    found: dict[int, Witness] = field(default_factory=dict)

    @property
    def missing(self) -> list[int]:
        """Ways that no game has taken."""
        return [way for way in self.wanted if way not in self.found]

    def add(self, games: int, failed: int, witnesses: list[Witness]) -> None:
        """What some more games have shown."""
        self.games += games
        self.failed += failed
        for one in witnesses:
            if one.way not in self.wanted:
                continue
            self.taken[one.way] = self.taken.get(one.way, 0) + 1
            known = self.found.get(one.way)
            if known is None or (len(one.decisions), one.game) < (len(known.decisions), known.game):
                self.found[one.way] = one


Progress = Callable[[Sought], None]


def story_of(lab: Lab) -> Story | None:
    """The story that a job tells."""
    telling = lab.compiled.story
    if telling is None:
        return None
    return telling.stories.find(lab.setup.story or "") or telling.stories.default


def seek(job: Job, jobs: int = 1, progress: Progress | None = None, lab: Lab | None = None) -> Sought:
    """Play until each way has a witness; after Ctrl-C: what had been found."""
    lab = lab or open_lab(job, followed=True)
    telling, story = lab.compiled.story, story_of(lab)
    wanted = {
        number: (card, way)
        for number, (card, way) in enumerate(telling.ways if telling else (), 1)
        if story is not None and card.story == story.id
    }
    sought = Sought(wanted)
    try:
        for games, failed, witnesses in in_parts(
            job.games, jobs, partial(play, lab), lambda: (_chunk, job, key_of(lab.pack))
        ):
            sought.add(games, failed, witnesses)
            if progress is not None:
                progress(sought)
            if not sought.missing:
                break
    except KeyboardInterrupt:
        pass
    return sought


def _chunk(job: Job, key: Key, first: int, count: int) -> tuple[int, int, list[Witness]]:
    return play(once_there(open_lab, key, job, True, True), first, count)


def play(lab: Lab, first: int, count: int) -> tuple[int, int, list[Witness]]:
    """Games played, games that failed (`simulate` tells of them), and the first time each game takes a way."""
    tally, found = Tally(), []
    for game in range(first, first + count):
        played = lab.one(game, tally)
        if played is None:
            continue
        known: set[int] = set()
        for entry, way in ways_taken(lab.compiled, played.log):
            if way not in known:
                known.add(way)
                until = next(
                    (n for n, length in enumerate(played.lengths) if length >= entry), len(played.decisions)
                )
                found.append(Witness(way, game, lab.job.seed_of(game), tuple(played.decisions[:until])))
    return count, len(tally.failed), found


def game_of(lab: Lab, witness: Witness) -> Game:
    """The game up to the way, for its replay."""
    return lab.game(Failed(witness.game, witness.seed, "", "", witness.decisions))
