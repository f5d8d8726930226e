"""Many games of bots, in chunks over processes.

    job = Job(folder, games=1000, seed=7, players=3, bots=("greedy",))
    tally = simulate(job, jobs=2)

The seed of game *n* is a function of the run's seed and *n*, and a tally only counts, so the result is the
same for any number of processes.  Interrupted, or after a game in which something grows beyond a limit,
`simulate` gives what has been counted.  Whatever goes wrong in a game (a limit, an invariant, a mistake of ours) is
in the tally with the decisions that lead to it.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from traceback import format_exception
from typing import TYPE_CHECKING, Any

from toolkit.compile.pack import Pack, load_pack
from toolkit.kernel.random import mix
from toolkit.machine import Decision, Runaway
from toolkit.play.bots import Thinker, by_the_clock, make_bot, weighs
from toolkit.play.game import Rig, setup_of
from toolkit.play.outlook import Outlook
from toolkit.play.scenario import first_state
from toolkit.play.stepper import Stepper
from toolkit.play.story import ways_taken
from toolkit.prove.course import Course
from toolkit.prove.coverage import judged_places
from toolkit.prove.fanout import (
    MOST_AT_ONCE,
    Key,
    gathered,
    in_parts,
    key_of,
    missing,
    once_there,
    uninterrupted,
)
from toolkit.prove.fast import Fast, fast_of
from toolkit.prove.tally import Broken, Failed, Recorder, Sheet, Tally, joined

if TYPE_CHECKING:
    from toolkit.compile.compiled import CompiledGame
    from toolkit.documents.nodes import Document
    from toolkit.kernel.state import LogEntry, State
    from toolkit.pack.source import Component
    from toolkit.play.game import Game
    from toolkit.prove.cluster import Cluster
    from toolkit.prove.counted import Counted

COLLECT = 50_000
"""New objects after which the collector of circles looks for some."""

Progress = Callable[[Tally], None]
"""Called after each chunk with all that is counted so far."""


@dataclass(frozen=True)
class Job:
    """What is played.  `bots`: names by seat, or one for all.  `options`: those that differ from their
    defaults.  `decks`: seat, and a file or an id.
    """

    folder: Path
    games: int
    seed: int = 0
    players: int | None = None
    bots: tuple[str, ...] = ("random",)
    scenario: str | None = None
    options: tuple[tuple[str, bool], ...] = ()
    search: tuple[Path, ...] = ()
    story: str | None = None
    decks: tuple[tuple[str, str], ...] = ()

    def seed_of(self, game: int) -> int:
        """The seed of a game, the same in every run; small enough for any JSON reader."""
        return mix(self.seed, game) >> 11


@dataclass(frozen=True)
class Played:
    """A game that is over.  `told`: gives its log.  `decisions`: as in a replay; `chosen`: the options that were taken;
    `lengths`: of the log at each decision and at the end.  `raw`: equal, and not None, only for equal events.
    """

    told: Callable[[], list[LogEntry]]
    chosen: list[tuple[Any, ...]]
    decisions: list[tuple[int, int]]
    lengths: list[int]
    raw: bytes | None = None

    @cached_property
    def log(self) -> list[LogEntry]:
        return self.told()


class Lab:
    """A pack, made ready for the games of a job.  `followed`: somebody asks how each game went (`played`).
    `repeatable`: what comes of its games is the same on every machine.
    """

    repeatable = True

    def __init__(self, pack: Pack, job: Job, followed: bool = False) -> None:
        self.pack = pack
        self.job = job
        self.followed = followed
        self.setup = setup_of(
            pack, job.players, job.seed, dict(job.options), job.scenario, job.story, dict(job.decks)
        )
        setup = self.setup
        compiled = pack.compiled(setup.players, setup.options, setup.decks, setup.scenario).unwrap()
        self.compiled: CompiledGame = compiled
        self.rig = Rig(pack, compiled, Recorder)
        machine = self.rig.machine
        assert isinstance(machine, Recorder)
        self.machine = machine
        seats = len(compiled.model.players[: compiled.ruleset.people])
        self.bots = job.bots * seats if len(job.bots) == 1 else job.bots
        if len(self.bots) != seats:
            raise ValueError(f"there are {seats} seats, and {len(self.bots)} bots")
        for name in self.bots:
            if by_the_clock(name) and self.repeatable:  # refuses a name that is none
                raise ValueError(
                    f"what {name} decides depends on how fast the machine is, and what is counted here is the same "
                    "everywhere: say how many lines it tries, as in lookahead:2000 (sayso arena takes a time)"
                )
        self.sheet = Sheet(machine, compiled, self.document_of)
        weighing = [seat for seat, name in enumerate(self.bots, 1) if weighs(name)]
        self.course = Course(machine, self.rig.teller, self.document_of, weighing)

    @cached_property
    def fast(self) -> Fast | None:
        """What plays these games faster, if there is something."""
        return fast_of(self)

    @cached_property
    def documents(self) -> tuple[Component, ...]:
        """The documents of components, in the order of the pack."""
        return self.pack.source.components

    @cached_property
    def document_of(self) -> dict[int, int]:
        """For each component the index of its document."""
        made = self.compiled.table.components
        return {
            entity: number
            for number, document in enumerate(self.documents)
            for entity in made.get((document.kind, document.id), ())
        }

    @cached_property
    def amounts(self) -> tuple[tuple[int, str, tuple[int, ...]], ...]:
        """Quantities: column, name, and who has one (the players, or the game)."""
        return tuple(
            (attribute.index, name, self.compiled.model.players if of == "player" else (0,))
            for (of, name), attribute in self.compiled.world.attributes.items()
            if attribute.quantity
        )

    @cached_property
    def texts(self) -> dict[str, list[tuple[int, int]]]:
        """For each file where the texts stand that games may run: not those of stories that are not told."""
        untold = [document.root.span for document in self.untold()]
        return {
            file: [
                (first, last)
                for first, last, _ in spans
                if not any(
                    each.source.name == file and each.start <= first <= last <= each.end for each in untold
                )
            ]
            for file, spans in judged_places(self.pack).items()
        }

    def untold(self) -> Iterator[Document]:
        """The documents of stories that this job does not tell."""
        telling = self.compiled.story
        if telling is None:
            return
        told = telling.stories.find(self.setup.story or "") or telling.stories.default
        for story in telling.stories.stories:
            if told is not None and story.id != told.id:
                yield story.document
                yield from (card.document for card in story.cards)

    @cached_property
    def offsets(self) -> dict[str, Callable[[int, int], int]]:
        """For each file what tells the offset of a line and a column."""
        return {source.name: source.offset for source in self.pack.source.files}

    # -- Playing --------------------------------------------------------------------------------------------

    def play(self, first: int, count: int) -> Tally:
        """The games from `first` on, but none after one that grew beyond a limit."""
        tally = Tally()
        fast = self.fast
        ended = []
        with rarely_collecting():
            for game in range(first, first + count):
                quickly = fast is not None and fast.one(self.job.seed_of(game), tally)
                if quickly or self.slowly(game, tally) is not None:
                    ended.append((game, game + 1))
                elif tally.runaway:
                    break
        tally.runs = joined(ended)
        if fast is not None:
            fast.settle(tally)
        return tally

    def one(self, game: int, tally: Tally) -> Played | None:
        """Play one game and count it; None: it failed, and is only listed."""
        fast = self.fast
        if fast is None or not fast.one(self.job.seed_of(game), tally):
            return self.slowly(game, tally)
        fast.settle(tally)
        return Played(*fast.told_of_game())

    def slowly(self, game: int, tally: Tally) -> Played | None:
        """As `one`, by the machine that can play whatever there is."""
        seed = self.job.seed_of(game)
        decisions: list[tuple[int, int]] = []
        lengths: list[int] = []
        self.sheet.clear()
        self.course.clear()
        reason, sentence, beyond, report = "", -1, None, ""
        try:
            self.machine.sheet = self.sheet
            state = self.played(seed, decisions, lengths)
        except Runaway as runaway:
            reason, sentence, beyond = str(runaway), runaway.sentence, runaway
        except Broken as broken:
            reason, sentence = "an invariant does not hold", broken.sentence
        except Exception as error:
            where = "".join(f" ({note})" for note in getattr(error, "__notes__", ()))
            reason = f"sayso fails: {type(error).__name__}: {error}{where}"
            report = "".join(format_exception(error))
        if reason:
            tally.failed.append(
                Failed(game, seed, reason, self.place(sentence), tuple(decisions), beyond, report)
            )
            return None
        self.count(state, len(decisions), tally)
        return Played(lambda: state.log or [], self.course.chosen, decisions, lengths)

    def start(self, seed: int) -> State:
        """A game at its first decision."""
        return first_state(self.rig, self.setup, seed)

    def played(self, seed: int, decisions: list[tuple[int, int]], lengths: list[int]) -> State:
        """Play to the end; each decision is listed before it is taken.  `lengths`: of the log at each decision
        and at the end.
        """
        state = self.start(seed)
        steps = Stepper(self.machine, state)
        seats = dict(zip(self.compiled.model.players, self.thinkers(seed), strict=False))

        most = self.machine.limits.decisions

        def pick(decision: Decision) -> tuple[int, int]:
            if len(decisions) >= most:
                raise self.machine.told(state, Runaway("decisions", most))
            lengths.append(len(state.log or ()))
            seat = decision.seats[0]
            index = seats[seat].think(self.outlook(state, seat))
            if self.machine.sheet is not None:
                self.course.asked(state, decision, seat, index)
            decisions.append((seat, index))
            return 0, index

        steps.play(pick, most + 1)
        lengths.append(len(state.log or ()))
        return state

    def thinkers(self, seed: int) -> list[Thinker]:
        """The bots of a game, by seat."""
        return [make_bot(name, seed, seat) for seat, name in enumerate(self.bots, 1)]

    def outlook(self, state: State, seat: int) -> Outlook:
        """What a bot may ask at a decision."""
        return Outlook(self.machine, state, seat)

    def place(self, sentence: int) -> str:
        """`rules/game.yaml:21` of a sentence of the ruleset."""
        found = self.rig.teller.sentence(sentence)
        return f"{found.file}:{found.line}" if found else ""

    def count(self, state: State, decisions: int, tally: Tally) -> None:
        """Add a game that is over."""
        tally.games += 1
        tally.decisions[decisions] += 1
        for period, (runs, _, _) in enumerate(state.periods):
            tally.periods[period, runs] += 1
        tally.wins.update(state.winners)
        tally.draws += not state.winners
        tally.shared += len(state.winners) > 1
        for column, _, owners in self.amounts:
            for entity in owners:
                tally.amounts[column, entity, state.columns[column][entity]] += 1
        events: dict[int, int] = {}
        uses: dict[tuple[int, int], int] = {}
        acted: set[int] = set()
        for verb, _, roles, _, sentence, *_ in state.log or ():
            acted.add(sentence)
            events[verb] = events.get(verb, 0) + 1
            for document in self.sheet.documents(verb, roles):
                uses[document, verb] = uses.get((document, verb), 0) + 1
        tally.verb_games.update(events.keys())
        tally.verb_events.update(events)
        tally.use_games.update(uses.keys())
        tally.use_events.update(uses)
        tally.earned.update(self.sheet.earned)
        holder = self.machine.library.holder
        held = {(document, holder(state, entity)) for entity, document in self.document_of.items()}
        tally.held.update(document for document, player in held if player >= 0)
        tally.held_wins.update(document for document, player in held if player in state.winners)
        tally.acted.update(acted)
        tally.ways.update({way for _, way in ways_taken(self.compiled, state.log or ())})
        self.course.count(state, tally)

    def game(self, failed: Failed) -> Game:
        """A failed game as far as it came, for its replay."""
        from toolkit.play.game import Game

        setup = replace(self.setup, seed=failed.seed)
        self.machine.sheet = None
        try:
            state = self.start(failed.seed)
        except Exception:  # it goes wrong before anybody decides
            state = self.machine.new(failed.seed, log=True)
        for number, (seat, index) in enumerate(failed.decisions):
            try:
                self.machine.choose(state, index, seat)
            except Exception:  # the last decision is the one that goes wrong
                if number + 1 < len(failed.decisions):
                    raise
        game = Game(self.pack, self.compiled, setup, state, rig=self.rig)
        game.decisions = list(failed.decisions)
        return game


@contextmanager
def rarely_collecting() -> Iterator[None]:
    """Games leave no circles behind, so there is little for the collector to find."""
    before = gc.get_threshold()
    gc.set_threshold(COLLECT, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)


# --- Over processes -----------------------------------------------------------------------------------------


def open_lab(job: Job, examples: bool = True, followed: bool = False) -> Lab:
    """Load the pack of a job; `followed`: as for `Lab`.  Raises `DiagnosticError` for one with errors (`examples`: also
    in its examples), `ValueError` for what it cannot play.
    """
    pack = load_pack(job.folder, job.search or None, examples=examples).unwrap()
    return Lab(pack, job, followed)


def play_chunk(job: Job, key: Key, first: int, count: int) -> Tally:
    """What a process does."""
    return once_there(open_lab, key, job).play(first, count)


def simulate(
    job: Job,
    jobs: int = 1,
    progress: Progress | None = None,
    lab: Lab | None = None,
    counted: Counted | None = None,
    cluster: Cluster | None = None,
) -> Tally:
    """Play all games; after Ctrl-C: what had been counted (fewer games than asked for).

    `jobs`: processes; 1: this one, with `lab` if there is one.  `counted`: a folder whose games are not played again,
    and which is given those that are.  `cluster`: where the games are played, instead of here.
    """
    playing = lab or open_lab(job)
    total, report = Tally(), progress
    if counted is not None:
        total.add(counted.tally)
        report = counted.heard(progress)
    left = missing(total.runs, job.games)
    try:
        if cluster is not None:
            parts = cluster.play(left)
        else:
            if jobs > 1 and left:
                playing.fast  # noqa: B018 (made once, before there are copies)
            told = play_chunk, job, key_of(playing.pack)
            parts = in_parts(left, jobs, playing.play, lambda: told, MOST_AT_ONCE)
        return gathered(total, parts, report, lambda part: part.runaway or bool(counted and counted.trouble))
    finally:
        if counted is not None:
            with uninterrupted():
                counted.write(total)
