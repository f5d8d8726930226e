"""Bots against one another, each in every seat, and how strong that shows them to be.

    cup = Cup(job, ("greedy", "random"))
    standings = contend(cup, jobs=2)

A *round* is one seed, played by every line-up of bots in every order of going round the table, so that neither a
deal nor a seat favours a bot.  A bot may judge positions by the evaluation of another version of the pack.
`Standings` hold whole numbers only (and how long bots thought, which no two runs share).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from itertools import combinations
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING, Any

from toolkit.compile.pack import load_pack
from toolkit.machine import Machine, Runaway
from toolkit.play.bots import Thinker, by_the_clock, make_bot
from toolkit.play.outlook import Outlook
from toolkit.prove.fanout import MOST_AT_ONCE, Key, gathered, in_parts, key_of, once_there
from toolkit.prove.fast import Ended
from toolkit.prove.inference import DIGITS, wilson
from toolkit.prove.rating import Table, ratings
from toolkit.prove.simulate import Job, Lab, open_lab, rarely_collecting
from toolkit.prove.tally import Broken

if TYPE_CHECKING:
    from toolkit.kernel.state import State


@dataclass(frozen=True)
class Contender:
    """A bot.  `label`: what it is called here; `name`: as `--bots` knows it.  `folder`, `search`: the version of
    the pack by whose evaluation it judges; None: the one that is played.
    """

    label: str
    name: str
    folder: Path | None = None
    search: tuple[Path, ...] = ()


@dataclass(frozen=True)
class Cup:
    """`job`: the pack and everything about its games but the bots; `games`: how many at least."""

    job: Job
    bots: tuple[Contender, ...]


@dataclass
class Standings:
    """`games`: that were played to the end.  `results`: by line-up (a bot for each seat, by its number) and the
    seats that won, from 0.  `decisions`: by bot.  `failed`: games that did not end as they should.  `seconds`:
    that bots thought.
    """

    games: int = 0
    results: Counter[tuple[Table, Table]] = field(default_factory=Counter)
    decisions: Counter[int] = field(default_factory=Counter)
    failed: int = 0
    seconds: dict[int, float] = field(default_factory=dict, compare=False)

    @property
    def done(self) -> int:
        """Games that were played, with those that failed."""
        return self.games + self.failed

    def add(self, other: Standings) -> None:
        """What the other has counted, too."""
        self.games += other.games
        self.failed += other.failed
        self.results.update(other.results)
        self.decisions.update(other.decisions)
        for bot, seconds in other.seconds.items():
            self.thought(bot, seconds)

    def thought(self, bot: int, seconds: float) -> None:
        """A bot has thought so long."""
        self.seconds[bot] = self.seconds.get(bot, 0.0) + seconds


def line_ups(bots: int, seats: int) -> list[Table]:
    """Who sits where: each set of as many bots as there are seats (of fewer, all, going round again), begun with
    each."""
    groups = list(combinations(range(bots), seats)) if bots >= seats else [tuple(range(bots))]
    return [
        tuple(group[(seat + first) % len(group)] for seat in range(seats))
        for group in groups
        for first in range(len(group))
    ]


BY_THE_CLOCK = (
    "Of a bot that thinks for so long these figures are true of this machine: on a faster one, or one that does "
    "nothing else meanwhile, it tries more lines."
)


class Bout(Lab):
    """The lab of a cup.  `judges`: what tells the bot of each seat what positions are worth; `thinking`: of each seat,
    how often its bot has decided, and for how long it has thought."""

    repeatable = False
    judges: tuple[Machine | None, ...] = ()
    thinking: list[tuple[int, float]]

    def thinkers(self, seed: int) -> list[Thinker]:
        """The bots of a game; how long they think is noted."""
        return [Timed(bot, self, seat) for seat, bot in enumerate(super().thinkers(seed))]

    def outlook(self, state: State, seat: int) -> Outlook:
        """With the evaluation by which this seat's bot judges."""
        return Outlook(self.machine, state, seat, self.judges[self.compiled.model.players.index(seat)])

    def ended(self, seed: int) -> Ended | None:
        """A game; None: it did not end as it should."""
        found = self.fast.ended(seed, self.judges) if self.fast is not None else None
        if found is not None:
            return found
        self.thinking = [(0, 0.0)] * len(self.bots)
        self.machine.sheet = None
        try:
            return Ended(self.played(seed, [], []).winners, tuple(self.thinking))
        except (Runaway, Broken):
            return None  # `simulate` tells of it


class Timed:
    """A bot whose thinking is timed."""

    def __init__(self, bot: Thinker, bout: Bout, seat: int) -> None:
        self.name = bot.name
        self.choose = bot.choose
        self.bot, self.bout, self.seat = bot, bout, seat

    def think(self, outlook: Outlook) -> int:
        """What the bot says."""
        started = process_time()
        index = self.bot.think(outlook)
        decisions, seconds = self.bout.thinking[self.seat]
        self.bout.thinking[self.seat] = decisions + 1, seconds + process_time() - started
        return index


class Ring:
    """A pack, made ready for the games of a cup."""

    def __init__(self, cup: Cup, lab: Bout) -> None:
        self.cup = cup
        self.lab = lab
        self.seats = len(lab.bots)
        self.tables = line_ups(len(cup.bots), self.seats)
        self.judges = tuple(self.judge(bot) for bot in cup.bots)

    @property
    def games(self) -> int:
        """As many as asked for, and what a whole round needs beyond."""
        rounds = -(-self.cup.job.games // len(self.tables))
        return rounds * len(self.tables)

    def judge(self, bot: Contender) -> Machine | None:
        """What tells a bot what positions are worth.  Raises as `open_lab`, and `ValueError` for another game."""
        if bot.folder is None:
            return None
        lab = open_lab(replace(self.lab.job, folder=bot.folder, search=bot.search), examples=False)
        if _shape(lab) != _shape(self.lab):
            raise ValueError(
                f"{bot.label} cannot judge these games: that version has other components, places or quantities"
            )
        return lab.machine

    def play(self, first: int, count: int) -> Standings:
        """The games from `first` on."""
        found = Standings()
        with rarely_collecting():
            for game in range(first, first + count):
                self.one(game, found)
        return found

    def one(self, game: int, found: Standings) -> None:
        """Play a game and count it."""
        lab = self.lab
        table = self.tables[game % len(self.tables)]
        lab.bots = tuple(self.cup.bots[bot].name for bot in table)
        lab.judges = tuple(self.judges[bot] for bot in table)
        ended = lab.ended(lab.job.seed_of(game // len(self.tables)))
        if ended is None:
            found.failed += 1
            return
        seats = {player: seat for seat, player in enumerate(lab.compiled.model.players[: self.seats])}
        won = tuple(seats[player] for player in sorted(ended.winners) if player in seats)
        found.games += 1
        found.results[table, won] += 1
        for bot, (decisions, seconds) in zip(table, ended.thinking, strict=True):
            found.decisions[bot] += decisions
            found.thought(bot, seconds)


def _shape(lab: Lab) -> tuple[Any, ...]:
    """Games of one shape have states that say the same."""
    model = lab.compiled.model
    return model.entities, [kind.name for kind in model.kinds], model.attributes, model.values


# --- Over processes -----------------------------------------------------------------------------------------

Progress = Callable[[Standings], None]


def open_ring(cup: Cup) -> Ring:
    """Load everything.  Raises `DiagnosticError` for a pack with errors, `ValueError` for what cannot be played."""
    for bot in cup.bots:
        make_bot(bot.name, 0, 1)  # refuses a name that is none
    pack = load_pack(cup.job.folder, cup.job.search or None).unwrap()
    return Ring(cup, Bout(pack, replace(cup.job, bots=("random",))))


def _chunk(cup: Cup, key: Key, first: int, count: int) -> Standings:
    return once_there(open_ring, key, cup).play(first, count)


def contend(cup: Cup, jobs: int = 1, progress: Progress | None = None, ring: Ring | None = None) -> Standings:
    """Play all games; after Ctrl-C: what had been counted."""
    playing = ring or open_ring(cup)
    parts = in_parts(
        playing.games, jobs, playing.play, lambda: (_chunk, cup, key_of(playing.lab.pack)), MOST_AT_ONCE
    )
    return gathered(Standings(), parts, progress, lambda _: False)


# --- What it means ------------------------------------------------------------------------------------------


def standings_data(ring: Ring, standings: Standings) -> dict[str, Any]:
    """Ratings, and each two against one another, as plain data."""
    bots = ring.cup.bots
    shares: dict[Table, list[float]] = {}
    for (table, won), times in standings.results.items():
        winners = won or range(len(table))  # a draw is everybody's
        mine = shares.setdefault(table, [0.0] * len(table))
        for seat in winners:
            mine[seat] += times / len(winners)
    rated = ratings(len(bots), shares)
    rows = [
        {
            "bot": bot.label,
            "elo": round(rating.points) + 0,
            "interval": [round(each) for each in rating.interval],
            **_record(number, standings),
        }
        for number, (bot, rating) in enumerate(zip(bots, rated, strict=True))
    ]
    return {
        "pack": ring.lab.pack.id,
        "players": ring.seats,
        "seed": ring.cup.job.seed,
        "repeatable": not any(by_the_clock(bot.name) for bot in bots),
        "games": standings.games,
        "asked": ring.games,
        "failed": standings.failed,
        "bots": sorted(rows, key=lambda row: -row["elo"]),
        "pairs": [_pair(one, other, ring, standings) for one, other in combinations(range(len(bots)), 2)],
    }


def _record(bot: int, standings: Standings) -> dict[str, Any]:
    """Seats in which a bot sat, won and drew, and the decisions that it made."""
    sat = won = drawn = 0
    for (table, winners), times in standings.results.items():
        for seat, each in enumerate(table):
            if each == bot:
                sat += times
                won += times * (seat in winners)
                drawn += times * (not winners)
    interval = list(wilson(won, sat))
    return {
        "sat": sat,
        "won": won,
        "drawn": drawn,
        "rate": round(won / sat, DIGITS) if sat else 0.0,
        "rate-interval": interval,
        "decisions": standings.decisions[bot],
    }


def _pair(one: int, other: int, ring: Ring, standings: Standings) -> dict[str, Any]:
    """How often one of two won where both sat, and neither."""
    wins = Counter[int]()
    games = 0
    for (table, winners), times in standings.results.items():
        if one in table and other in table:
            games += times
            for bot in {table[seat] for seat in winners} & {one, other}:
                wins[bot] += times
    labels = [ring.cup.bots[bot].label for bot in (one, other)]
    return {"bots": labels, "games": games, "won": [wins[one], wins[other]]}


def as_text(data: dict[str, Any], milliseconds: dict[str, float]) -> str:
    """Tables for people.  `milliseconds`: that each bot thought about a decision."""
    from toolkit.prove.tables import between, blocks, percent

    stopped = f" of {data['asked']}" if data["games"] + data["failed"] < data["asked"] else ""
    title = f"{data['pack']}: {data['games']}{stopped} games, {data['players']} players, seed {data['seed']}"
    rows = [("", "Elo", "95 %", "sat", "won", "rate", "95 %", "drawn", "ms a decision")]
    for row in data["bots"]:
        low, high = row["interval"]
        rows.append(
            (
                row["bot"],
                f"{row['elo']:+d}",
                f"{low:+d} to {high:+d}",
                str(row["sat"]),
                str(row["won"]),
                percent(row["rate"]),
                between(row["rate-interval"]),
                str(row["drawn"]),
                f"{milliseconds.get(row['bot'], 0.0):.1f}",
            )
        )
    against = [("", "games", "the first won", "the second won")]
    for pair in data["pairs"]:
        if pair["games"]:
            first, second = (str(won) for won in pair["won"])
            against.append((" – ".join(pair["bots"]), str(pair["games"]), first, second))
    tables = blocks([(title, []), ("Bots", rows), ("One against another", against)])
    return tables if data["repeatable"] else f"{tables.rstrip()}\n\n{BY_THE_CLOCK}"
