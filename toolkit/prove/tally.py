"""What happened in many games: only counts of whole numbers, so that tallies of any chunks add up to the same.

`Recorder` is the machine that fills one: it looks at the invariants after every batch of events, and at what
players gain while a component is what a running verb is about.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any

from toolkit.kernel.changes import FIRST_COLUMN
from toolkit.kernel.state import State
from toolkit.machine import Machine, Runaway
from toolkit.machine.event import VerbInfo
from toolkit.machine.frame import EVENT
from toolkit.machine.window import Done
from toolkit.play.invariants import Invariants

if TYPE_CHECKING:
    from toolkit.compile.compiled import CompiledGame

Choice = tuple[int, str, int]
"""An option that is no thing: the sentence that asks, its form, and which one (of a branch: its own sentence)."""

Use = tuple[int, int]
"""`(document, verb)`: index into the compiled game's documents of components, and of the verb."""


@dataclass(frozen=True)
class Failed:
    """A game that went wrong.

    `game`: its number.  `reason`: what happened, in words.  `place`: `rules/game.yaml:21`, or nothing.
    `decisions`: as in a replay; the last of them leads to what went wrong.  `runaway`: the limit that was passed.
    `report`: the traceback of a mistake of ours.
    """

    game: int
    seed: int
    reason: str
    place: str
    decisions: tuple[tuple[int, int], ...]
    runaway: Runaway | None = field(default=None, compare=False)
    report: str = field(default="", compare=False)


@dataclass
class Tally:
    """Counts of `games` games that were played to the end.

    `decisions`: games by their number of decisions.  `periods`: `(period, runs)`.  `wins`: by seat;
    `shared`: games with several winners, `draws`: with none.  `amounts`: `(column, entity, final value)`.
    `verb_games`, `verb_events`: by verb. `use_games`, `use_events`: by `Use`.  `earned`: `(document, verb,
    column)`, sum of what players gained.  `held`, `held_wins`: by document, the players who had one of it at the
    end, and those of them who won.

    `offered`, `taken`: by document, decisions that could be answered with it, and that were; `weighed`,
    `preferred`: of these the ones of bots that weigh, where something else could be taken.  `offered_players`,
    `taken_players`, and `…_wins`: players to whom that happened in a game, and those of them who won.  `choices`:
    `((sentence, form, which), taken)` of bots that weigh.  `leads`: games by how often the lead changed; `ahead`:
    `(quarter, won)`, games in which somebody led then; `still`: games in which no evaluation changed; `crowned`: those
    won by who had taken the lead last, by whether that was in the turn of a third player.  `began`,
    `began_wins`: by player.  `acted`: by sentence, games in which it made something happen.  `ways`: by way of
    the story, games that took it.  `flat`: games that the flat machine played, which count the same.
    `runs`: which games these are, where somebody asks (`Lab.play`): runs of their numbers, each the first one and the
    one after its last.
    """

    games: int = 0
    shared: int = 0
    draws: int = 0
    decisions: Counter[int] = field(default_factory=Counter)
    periods: Counter[tuple[int, int]] = field(default_factory=Counter)
    wins: Counter[int] = field(default_factory=Counter)
    amounts: Counter[tuple[int, int, int]] = field(default_factory=Counter)
    verb_games: Counter[int] = field(default_factory=Counter)
    verb_events: Counter[int] = field(default_factory=Counter)
    use_games: Counter[Use] = field(default_factory=Counter)
    use_events: Counter[Use] = field(default_factory=Counter)
    earned: Counter[tuple[int, int, int]] = field(default_factory=Counter)
    held: Counter[int] = field(default_factory=Counter)
    held_wins: Counter[int] = field(default_factory=Counter)
    offered: Counter[int] = field(default_factory=Counter)
    taken: Counter[int] = field(default_factory=Counter)
    weighed: Counter[int] = field(default_factory=Counter)
    preferred: Counter[int] = field(default_factory=Counter)
    offered_players: Counter[int] = field(default_factory=Counter)
    offered_wins: Counter[int] = field(default_factory=Counter)
    taken_players: Counter[int] = field(default_factory=Counter)
    taken_wins: Counter[int] = field(default_factory=Counter)
    choices: Counter[tuple[Choice, bool]] = field(default_factory=Counter)
    leads: Counter[int] = field(default_factory=Counter)
    ahead: Counter[tuple[int, bool]] = field(default_factory=Counter)
    still: int = 0
    crowned: Counter[bool] = field(default_factory=Counter)
    began: Counter[int] = field(default_factory=Counter)
    began_wins: Counter[int] = field(default_factory=Counter)
    acted: Counter[int] = field(default_factory=Counter)
    ways: Counter[int] = field(default_factory=Counter)
    flat: int = field(default=0, compare=False)
    runs: list[tuple[int, int]] = field(default_factory=list)
    failed: list[Failed] = field(default_factory=list)

    @property
    def done(self) -> int:
        """Games that were played, with those that failed."""
        return self.games + len(self.failed)

    @property
    def runaway(self) -> bool:
        """Whether a game went beyond a limit: others would, too."""
        return any(failed.runaway for failed in self.failed)

    def add(self, other: Tally) -> None:
        """Count what the other has counted, too."""
        add_up(self, other)
        self.runs = joined(self.runs)
        self.failed.sort(key=lambda failed: failed.game)


def joined(runs: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Runs of numbers in order, as few as can be."""
    found: list[tuple[int, int]] = []
    for first, stop in sorted(runs):
        if found and found[-1][1] == first:
            found[-1] = found[-1][0], stop
        else:
            found.append((first, stop))
    return found


def add_up(mine: Any, other: Any) -> None:
    """Adds to each field of a dataclass of counts, numbers and lists the same of another."""
    for each in fields(mine):
        old, new = getattr(mine, each.name), getattr(other, each.name)
        if isinstance(old, Counter):
            old.update(new)
        else:
            setattr(mine, each.name, old + new)


class Broken(Exception):
    """An invariant does not hold.  `sentence`: index in the ruleset."""

    def __init__(self, sentence: int) -> None:
        super().__init__(sentence)
        self.sentence = sentence


class Recorder(Machine):
    """Plays as `Machine` does and shows its `sheet` every batch of events of a game that keeps a log."""

    def __init__(self, model: Any, ruleset: Any, kernel_verbs: Mapping[str, Any]) -> None:
        super().__init__(model, ruleset, kernel_verbs)
        self.sheet: Sheet | None = None

    def finish(
        self,
        state: State,
        info: VerbInfo,
        done: list[Done],
        rule: int,
        sentence: int,
        slot: int = -1,
        total: Any = None,
    ) -> bool:
        waiting = super().finish(state, info, done, rule, sentence, slot, total)
        if self.sheet is not None and state.log is not None:
            self.sheet.look(state)
        return waiting


class Sheet:
    """What one game earned.  `document_of`: for each component that has one, the index of its document."""

    def __init__(self, machine: Machine, compiled: CompiledGame, document_of: Mapping[int, int]) -> None:
        self.document_of = document_of
        self.things = things_of(compiled)
        self.players = compiled.model.players
        self.columns = tuple(
            attribute.index
            for (of, _), attribute in compiled.world.attributes.items()
            if attribute.quantity and of == "player"
        )
        self.bits = sum(FIRST_COLUMN << column for column in self.columns)
        self.invariants = Invariants(machine)
        self.before: list[int] = []
        self.earned: Counter[tuple[int, int, int]] = Counter()

    def clear(self) -> None:
        """Another game begins."""
        self.before = []
        self.earned.clear()

    def look(self, state: State) -> None:
        """Once after each batch of events.  Raises `Broken` when an invariant does not hold."""
        if not self.before or (state.changed | state.recent) & self.bits:
            now = [state.columns[column][player] for column in self.columns for player in self.players]
            if now != self.before:
                if self.before:
                    self.gained(state, now)
                self.before = now
        broken = self.invariants.broken(state)
        if broken:
            raise Broken(broken[0])

    def gained(self, state: State, now: list[int]) -> None:
        """What changed counts for every component that a running verb is about."""
        uses = set(self.running(state))
        if not uses:
            return
        players = len(self.players)
        for at, column in enumerate(self.columns):
            part = slice(at * players, (at + 1) * players)
            change = sum(now[part]) - sum(self.before[part])
            if change:
                for document, verb in uses:
                    self.earned[document, verb, column] += change

    def running(self, state: State) -> Iterator[Use]:
        """The components of unfinished events of pack verbs."""
        for frame in state.frames:
            event = frame[EVENT]
            if len(event) > 2:
                for document in self.documents(event[0], event[2]):
                    yield document, event[0]

    def documents(self, verb: int, roles: tuple[Any, ...]) -> Iterator[int]:
        """The documents of the components that an event is about."""
        for index in self.things[verb]:
            role = roles[index]
            for entity in role if type(role) is tuple else (role,):
                if entity in self.document_of:
                    yield self.document_of[entity]


def things_of(compiled: CompiledGame) -> tuple[tuple[int, ...], ...]:
    """For each verb the roles that hold things: of a kernel verb its object, of a pack's verb all but
    amounts and values.
    """
    vocabulary = compiled.world.vocabulary
    found: list[tuple[int, ...]] = [()] * len(compiled.ruleset.verbs)
    for info in compiled.world.verbs.values():
        if info.kernel is not None:
            found[info.index] = tuple(n for n, role in enumerate(info.roles) if role == "obj")
        else:
            nouns = [slot.noun for slot in info.templates[0].slots]
            numbers = {"amount", "number", *vocabulary.lists}
            found[info.index] = tuple(n for n, noun in enumerate(nouns) if noun not in numbers)
    return tuple(found)
