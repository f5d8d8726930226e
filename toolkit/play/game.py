"""A game that is being played: what is asked, answering it, taking it back, what has happened and why.

    game = new_game(load_pack("my-pack"), seed=7)
    while not game.over:
        game.choose(0)
    game.winners

`Game` is a thin shell: the whole position is `game.state`, a value of `toolkit.kernel`, and `game.decisions` is what
was answered to get there.  Seats are counted from 1; a seat is also the number of the player's entity.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any
from weakref import WeakValueDictionary, ref

from toolkit.play.telling import Teller
from toolkit.report.diagnostic import Checked, DiagnosticError, Label

if TYPE_CHECKING:
    from toolkit.compile.compiled import CompiledGame
    from toolkit.compile.pack import Pack
    from toolkit.kernel.model import Model
    from toolkit.kernel.state import LogEntry, State
    from toolkit.machine import Machine
    from toolkit.pack.decks import DeckList
    from toolkit.play.thinking import Thinking
    from toolkit.program.ruleset import Sentence

Seat = int
LONGEST_CHAIN = 8
"""Sentences that are shown of those that led to something endless."""

RawOption = tuple[Any, ...]


class IllegalChoice(ValueError):
    """What was chosen is not offered now."""


class UndoRefused(RuntimeError):
    """The last decision cannot be taken back; the message says why."""


@dataclass(frozen=True)
class Option:
    """One possible answer.

    `index`: its number among the seat's options, from 0.  `raw`: as the machine has it, `("entity", 12)`.
    `label`: an order in words, made when somebody looks.  `short`: the thing alone, for a list under the prompt.
    """

    index: int
    seat: Seat
    raw: RawOption
    _teller: Teller = field(repr=False, compare=False)
    _state: State = field(repr=False, compare=False)

    @cached_property
    def short(self) -> str:
        return self._teller.option(self._state, self.seat, self.raw)

    @cached_property
    def label(self) -> str:
        return self._teller.order(self._state, self.seat, self.raw)

    def __str__(self) -> str:
        return self.label


@dataclass(frozen=True)
class Decision:
    """What is asked now.

    `kind`: the instruction that asks (`choose-one`, `choose`, `choose-number`, `choose-value`, `choose-quantity`,
    `choose-payment`, `choose-each`, `may`, `branch`) or `replace`.  `seats`: who may answer; several for a secret,
    simultaneous choice.  `options`: those of the first seat; `options_for(seat)`: of another.
    """

    kind: str
    seats: tuple[Seat, ...]
    _teller: Teller = field(repr=False, compare=False)
    _state: State = field(repr=False, compare=False)

    @property
    def seat(self) -> Seat:
        """Who answers next."""
        return self.seats[0]

    @cached_property
    def options(self) -> tuple[Option, ...]:
        return self.options_for(self.seat)

    def options_for(self, seat: Seat) -> tuple[Option, ...]:
        """What this seat may answer; nothing if it is not asked."""
        if seat not in self.seats:
            return ()
        raw = self._state.decision.options[self.seats.index(seat)]
        return tuple(Option(index, seat, each, self._teller, self._state) for index, each in enumerate(raw))

    @cached_property
    def sentence(self) -> Sentence | None:
        """The sentence that asks."""
        return self._teller.asking(self._state)

    @cached_property
    def prompt(self) -> str:
        """The words of the sentence that asks."""
        return self._teller.prompt(self._state)

    @property
    def question(self) -> str:
        """The prompt in short, without when and on what condition the sentence asks."""
        return self._teller.question(self._state)


@dataclass(frozen=True)
class Event:
    """Something that happened.

    `number`: from 1.  `verb`: its id.  `who`: the player, -1: nobody in particular.  `roles`: the verb's roles by
    name. `text`: a readable line.  `sentence`: the one that made it happen.  `rule`: the standing rule through
    which, or None.
    """

    number: int
    verb: str
    who: int
    roles: Mapping[str, Any]
    result: Any
    text: str
    sentence: Sentence | None
    rule: Sentence | None

    @property
    def place(self) -> str:
        """`rules/game.yaml:21`, or nothing."""
        source = self.sentence or self.rule
        return f"{source.file}:{source.line}" if source else ""

    def __str__(self) -> str:
        return f"{self.text}  [{self.place}]" if self.place else self.text


@dataclass(frozen=True)
class Setup:
    """What a game is begun with; with the decisions it is the whole game.  `decks`: by seat; none: the pack's own."""

    players: int
    seed: int = 0
    options: Mapping[str, bool] = field(default_factory=dict)
    scenario: str | None = None
    story: str | None = None
    decks: Mapping[Seat, DeckList] = field(default_factory=dict)


MOST_KEPT = 30_000_000
"""Numbers in all states that a game keeps for taking back; what is older is played again."""
BESIDE_COLUMNS = 8
"""Numbers that a state holds for each entity, besides those in its columns."""


class Game:
    """One game.  Made by `new_game` and `load_game`."""

    def __init__(
        self,
        pack: Pack,
        compiled: CompiledGame,
        setup: Setup,
        state: State,
        *,
        keep: bool = True,
        rig: Rig | None = None,
    ) -> None:
        self.pack = pack
        self.compiled = compiled
        self.setup = setup
        self.state = state
        self.rig = rig or rig_of(pack, compiled)
        self.machine = self.rig.machine
        self.teller = self.rig.teller
        self.decisions: list[tuple[Seat, int]] = []
        """`(seat, index)` of each answer so far."""
        self.keep = keep
        """Whether the state before each decision is kept, for taking back."""
        self.changed: Callable[[Game], None] | None = None
        """Called after each decision and each taking back."""
        self.bots = ""
        """Who plays, as `--bots` has it; empty: nobody has said."""
        self._before: list[State] = []  # the state at each decision; may lack the first ones of a loaded game
        self._taken_back: list[tuple[Seat, int]] = []
        self._said: list[str | None] = []  # of the first decisions, those that were asked for
        self._decision: Decision | None = None

    # -- Asking and answering -------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        return self.state.over or self.decision is None

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The seats that have won; nobody before the end, and after a draw."""
        return self.state.winners

    @property
    def players(self) -> tuple[str, ...]:
        """The names of the players in the order of their seats."""
        return tuple(self.teller.names.fixed(player) for player in self.compiled.model.players)

    @property
    def people(self) -> tuple[Seat, ...]:
        """The seats that decide; those of automata do what sentences say."""
        return self.compiled.model.players[: self.compiled.ruleset.people]

    def name(self, seat: Seat) -> str:
        """The name of the player in a seat.  Raises `ValueError` if there is no such seat."""
        return self.teller.names.fixed(seated(self.compiled.model, seat))

    @property
    def decision(self) -> Decision | None:
        """What is asked now; None when the game is over."""
        asked = self.state.decision
        if asked is None or self.state.over:
            return None
        if self._decision is None or self._decision._state is not self.state:
            self._decision = Decision(asked.kind, asked.seats, self.teller, self.state)
        return self._decision

    def choose(self, option: int | Option | str, seat: Seat | None = None) -> None:
        """Answer with an option, its index, or its label (or short label).  The game runs on to the next decision.

        `seat`: needed when several may answer and the option does not say whose it is.  Raises `IllegalChoice`, and
        `DiagnosticError` for what grows beyond a limit (SAY0905, SAY0920).
        """
        decision = self.decision
        if decision is None:
            raise IllegalChoice("the game is over")
        seat, index = _resolve(decision, option, seat)
        self._have_room()
        if self.keep:
            self._before.append(self.state)
            self.state = self.state.copy()
        self._decision = None
        self._taken_back.clear()
        self.decisions.append((seat, index))
        try:
            self._run(index, seat)
        except KeyboardInterrupt:  # half of it has happened
            if self.keep:
                self.state = self._before.pop()
                self.decisions.pop()
            raise
        if self.changed is not None:
            self.changed(self)

    def _run(self, index: int, seat: Seat) -> None:
        from toolkit.machine import Runaway

        try:
            self.machine.choose(self.state, index, seat)
        except Runaway as runaway:
            raise DiagnosticError([runaway_of(self.pack, self.compiled, runaway)]) from None

    def _have_room(self) -> None:
        """Room for one decision more.  Raises `DiagnosticError` if there have been as many as a game may have."""
        from toolkit.machine import Runaway

        most = self.machine.limits.decisions
        if len(self.decisions) >= most:
            runaway = self.machine.told(self.state, Runaway("decisions", most))
            raise DiagnosticError([runaway_of(self.pack, self.compiled, runaway)])
        model = self.compiled.model
        if len(self._before) * model.count * (len(model.attributes) + BESIDE_COLUMNS) > MOST_KEPT:
            self.said()  # in words, as long as the states are there
            del self._before[: len(self._before) // 2]

    def forget(self) -> None:
        """The position was changed by hand: there is nothing to take back any more."""
        self._decision = None
        self._before.clear()
        self._taken_back.clear()

    # -- Taking back ----------------------------------------------------------------------------------------

    def undo(self, force: bool = False) -> None:
        """Take the last decision back.

        Raises `UndoRefused` when there is none, or when it revealed something (chance, a hidden thing) and not `force`.
        """
        if not self.decisions:
            raise UndoRefused("nothing has been decided yet")
        before = self._previous()
        if not force and (reason := self.revealed(before, self.state)):
            raise UndoRefused(reason)
        self.state = before
        self._before.pop()
        self._taken_back.append(self.decisions.pop())
        del self._said[len(self.decisions) :]
        self._decision = None
        if self.changed is not None:
            self.changed(self)

    def redo(self) -> None:
        """Answer again what was taken back last.  Raises `UndoRefused` when nothing was."""
        if not self._taken_back:
            raise UndoRefused("nothing has been taken back")
        rest = self._taken_back[:-1]
        seat, index = self._taken_back[-1]
        self.choose(index, seat)
        self._taken_back = rest

    def _previous(self) -> State:
        if self._before:
            return self._before[-1]
        # A loaded game knows its decisions, not its states: play it again up to the last one.
        again = begin(self.pack, self.compiled, self.setup, keep=True)
        for seat, index in self.decisions[:-1]:
            again.choose(index, seat)
        self._before = [*again._before, again.state]
        return again.state

    def revealed(self, before: State, after: State) -> str:
        """What a player has learned between two states, in words; empty: nothing that was not known."""
        if before.counter != after.counter or before.pins != after.pins:
            return "chance has decided something since"
        from toolkit.play.learned import learned

        return learned(self, before, after)

    # -- Looking --------------------------------------------------------------------------------------------

    def view(self, seat: Seat | None = None) -> dict[str, Any]:
        """What this seat knows, as data for JSON (`toolkit.kernel.view`); without a seat, what lies open to all.

        Attributes are worth what they are worth now; what the seat does not know is not in it.  Raises `ValueError` if
        there is no such seat.
        """
        from toolkit.kernel.view import view

        def value(attribute: int, entity: int) -> int:
            return self.machine.attribute(self.state, attribute, entity)

        model = self.compiled.model
        return view(self.state, model, -1 if seat is None else seated(model, seat), value)

    def table(self, seat: Seat | None = None) -> list[str]:
        """The table as text, line by line, as this seat sees it; without a seat, everything.  Raises `ValueError` if
        there is no such seat.
        """
        if seat is not None:
            seated(self.compiled.model, seat)
        return self.teller.table.lines(self.state, seat)

    @property
    def log(self) -> tuple[Event, ...]:
        """Everything that has happened, oldest first."""
        return tuple(self.teller.event(number, entry) for number, entry in enumerate(self.entries, 1))

    @property
    def entries(self) -> Sequence[LogEntry]:
        """The log as the machine keeps it; cheaper than `log`."""
        return self.state.log or ()

    def why(self, event: Event | int, seat: Seat | None = None) -> list[str]:
        """Which sentences made an event (or its number, from 1) happen: words, file and line, rule ids.  `seat`:
        things are called as this seat knew them when it happened.
        """
        if isinstance(event, int):
            if not 1 <= event <= len(self.entries):
                raise IllegalChoice(f"there is no event {event}, there are {len(self.entries)}")
            event = self.teller.event(event, self.entries[event - 1], seat)
        return self.teller.why(event)

    # -- Values ---------------------------------------------------------------------------------------------

    def copy(self) -> Game:
        """An independent game at the same point; what happens to one does not happen to the other."""
        new = Game(self.pack, self.compiled, self.setup, self.state.copy(), keep=self.keep, rig=self.rig)
        new.decisions = self.decisions[:]
        new._before = self._before[:]
        new._taken_back = self._taken_back[:]
        new._said = self._said[:]
        new.bots = self.bots
        return new

    def __copy__(self) -> Game:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> Game:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        """For `pickle`: as it is saved; the pack stays behind, and is found again where it was."""
        return load_game, (self.save(),)

    def digest(self) -> str:
        """Names the whole position: equal for equal positions, in every process."""
        return self.state.digest()

    def said(self) -> Sequence[str | None]:
        """Each decision in the words of the option that was taken; None where the state before it was not kept."""
        first = len(self.decisions) - len(self._before)
        for number in range(len(self._said), len(self.decisions)):
            words = None
            if number >= first:
                seat, index = self.decisions[number]
                before = self._before[number - first]
                asked = before.decision
                words = self.teller.order(before, seat, asked.options[asked.seats.index(seat)][index])
            self._said.append(words)
        return self._said

    def keep_words(self, words: Sequence[str | None]) -> None:
        """The words of the first decisions, where somebody has kept them."""
        self._said = list(words)

    def save(self, path: str | Path | None = None) -> dict[str, Any]:
        """The game as plain data for JSON, in mid-effect too; written to `path` if there is one."""
        from toolkit.play.record import save

        return save(self, path)

    def replay(self, path: str | Path | None = None) -> dict[str, Any]:
        """As `save`, marked as the record of a game: what is needed to play the same game again."""
        from toolkit.play.record import replay

        return replay(self, path)

    def __repr__(self) -> str:
        return f"<Game of {self.pack.source.id}, {len(self.decisions)} decisions, {'over' if self.over else 'running'}>"


# --- Beginning ----------------------------------------------------------------------------------------------


def new_game(
    pack: Pack | Checked[Pack | None] | str | Path,
    players: int | None = None,
    seed: int = 0,
    options: Mapping[str, bool] | None = None,
    scenario: str | None = None,
    story: str | None = None,
    *,
    decks: Mapping[str, str] | None = None,
    keep: bool = True,
) -> Game:
    """A game at its first decision.

    `pack`: what `load_pack` gives, or what it takes.  `players`: default the scenario's, or the fewest that can
    play. `options`: switches of the pack that differ from their defaults.  `story`: id of the story that is told,
    default the scenario's, or the pack's.  `decks`: for each seat's name a file or the id of a deck.  `keep`: remember
    states for undo (playouts need not).  Raises `DiagnosticError` for a pack with errors and a deck that breaks its
    rules, `ValueError` for a wrong number of players or an unknown option.
    """
    loaded = loaded_pack(pack)
    setup = setup_of(loaded, players, seed, options, scenario, story, decks)
    compiled = loaded.compiled(setup.players, setup.options, setup.decks, setup.scenario).unwrap()
    return begin(loaded, compiled, setup, keep=keep)


def seated(model: Model, seat: Seat) -> Seat:
    """The seat itself.  Raises `ValueError` if there is none of that number."""
    if seat not in model.players:
        raise ValueError(f"there is no seat {seat}; seats are 1 to {len(model.players)}")
    return seat


def loaded_pack(pack: Pack | Checked[Pack | None] | str | Path) -> Pack:
    """The pack itself.  Raises `DiagnosticError` for one with errors."""
    if isinstance(pack, str | Path):
        from toolkit.compile.pack import load_pack

        pack = load_pack(pack)
    if isinstance(pack, Checked):
        return pack.unwrap()
    return pack


def setup_of(
    pack: Pack,
    players: int | None,
    seed: int,
    options: Mapping[str, bool] | None,
    scenario: str | None,
    story: str | None = None,
    decks: Mapping[str, str] | None = None,
) -> Setup:
    """What was asked for, completed from the scenario and the manifest.  Raises as `new_game`."""
    from toolkit.play.decks import chosen_decks
    from toolkit.play.scenario import find_scenario
    from toolkit.play.story import checked_story

    given = find_scenario(pack, scenario) if scenario is not None else None
    chosen = _options(pack, given.options if given else {}, options or {})
    number = _number_of_players(pack, players or (given.players if given else None), chosen)
    told = checked_story(pack, story or (given.story if given else None))
    with_decks = chosen_decks(pack, {**(given.decks if given else {}), **(decks or {})})
    _one_for_each_seat(pack, with_decks, number)
    return Setup(number, seed, chosen, scenario, told, with_decks)


def _options(pack: Pack, *asked: Mapping[str, bool]) -> dict[str, bool]:
    """Every option of a pack, on or off; what is asked later counts.

    ValueError: it has no such option, or two of these modules exclude each other.
    """
    from toolkit.report.suggest import nearest

    chosen = pack.source.manifest.chosen()
    for name, on in chain.from_iterable(source.items() for source in asked):
        if name not in chosen:
            near = nearest(name, chosen)
            hint = f", did you mean {near[0]}" if near else f", it has {', '.join(chosen) or 'none'}"
            raise ValueError(f"{pack.source.id} has no option {name}{hint}")
        chosen[name] = on
    if apart := pack.source.manifest.apart(chosen):
        raise ValueError(f"{apart[0].name} and {apart[1].name} do not go together")
    return chosen


def _number_of_players(pack: Pack, asked: int | None, options: Mapping[str, bool]) -> int:
    """How many play: the least, if nobody says it.  ValueError: the game is not for so many, with these options."""
    counts = pack.source.manifest.counts(options)
    number = asked or counts.start
    if number not in counts:
        most = f" to {counts[-1]}" if len(counts) > 1 else ""
        raise ValueError(f"{pack.source.id} is for {counts.start}{most} players, not {number}")
    return number


def _one_for_each_seat(pack: Pack, decks: Mapping[Seat, DeckList], players: int) -> None:
    """ValueError: some seats have a deck, and others have none."""
    if not decks or set(decks) == set(range(1, players + 1)):
        return
    seats = enumerate(pack.source.manifest.seats[:players], 1)
    missing = " and ".join(name for seat, name in seats if seat not in decks)
    raise ValueError(f"a deck for each seat, or for none; {missing or 'one seat'} has none")


def begin(pack: Pack, compiled: CompiledGame, setup: Setup, *, keep: bool = True) -> Game:
    """The game at its first decision."""
    from toolkit.machine import Runaway
    from toolkit.play.scenario import first_state

    try:
        state = first_state(rig_of(pack, compiled), setup, setup.seed)
    except Runaway as runaway:
        raise DiagnosticError([runaway_of(pack, compiled, runaway)]) from None
    return Game(pack, compiled, setup, state, keep=keep)


def load_game(
    source: str | Path | Mapping[str, Any],
    pack: Pack | Checked[Pack | None] | str | Path | None = None,
    *,
    until: int | None = None,
) -> Game:
    """The game of a save or a replay (a file, or its data).

    `pack`: default the one that the file names, looked up by its id.  `until`: after so many decisions, also with
    content that has changed since.  Raises `DiagnosticError` (SAY10xx) for a file that is none, that was damaged, or
    that belongs to another version of the content.
    """
    from toolkit.play.restore import load_game

    return load_game(source, pack, until=until)


# --- What belongs to a compiled game ------------------------------------------------------------------------


class Rig:
    """A compiled game with its machine and its words; one for all games that are played with it.

    `recorded`: verbs whose events are kept, besides those that the rules ask about.
    """

    def __init__(
        self,
        pack: Pack,
        compiled: CompiledGame,
        machine: type[Machine] | None = None,
        recorded: frozenset[int] = frozenset(),
    ) -> None:
        from toolkit.machine import Machine
        from toolkit.verbs import load_verbs

        self.pack = pack
        self.compiled = compiled
        ruleset = compiled.ruleset
        if recorded:
            ruleset = replace(ruleset, recorded=ruleset.recorded | recorded)
        self.machine = (machine or Machine)(compiled.model, ruleset, load_verbs())
        self.teller = Teller(pack, compiled)
        self.teller.table.read = self.machine.attribute
        self.teller.evaluate = self.machine.evaluate

    @cached_property
    def thinking(self) -> Thinking:
        """Where bots of these games think."""
        from toolkit.play.thinking import Thinking

        return Thinking(self.machine)


_RIGS: WeakValueDictionary[tuple[int, type[Machine] | None, frozenset[int]], Rig] = WeakValueDictionary()
"""By the identity of the compiled game, which a rig keeps alive: a number is never used twice while it is here."""
_LATEST: deque[tuple[ref[Pack], Rig]] = deque(maxlen=8)
"""Kept alive as long as their packs are: the next game is likely to be played with one of them, and its code has been
generated.
"""


def rig_of(
    pack: Pack,
    compiled: CompiledGame,
    machine: type[Machine] | None = None,
    recorded: frozenset[int] = frozenset(),
) -> Rig:
    """The rig of a compiled game, also if it is asked for again."""
    key = (id(compiled), machine, recorded)
    found = _RIGS.get(key)
    if found is None:
        # Of a copy, which shares all that has been compiled: so it is seen when nobody else has the pack any more.
        found = _RIGS[key] = Rig(copy(pack), compiled, machine, recorded)
        _LATEST.append((ref(pack, _dropped), found))
    return found


def _dropped(_: ref[Pack]) -> None:
    """A pack is gone, and with it what is kept alive of its games."""
    kept = [each for each in _LATEST if each[0]() is not None]
    _LATEST.clear()
    _LATEST.extend(kept)


def runaway_of(pack: Pack, compiled: CompiledGame, runaway: Any) -> Any:
    """The diagnostic for what grew beyond a limit (SAY0905: what does not end; SAY0920), or for an automaton that is
    asked (SAY0921), and what led to it.
    """
    from toolkit.limits import COUNTS, Asked
    from toolkit.play.place import span_of
    from toolkit.report.catalogue import diagnose

    sentences = dict(enumerate(compiled.ruleset.sentences))
    where = span_of(pack, sentences.get(runaway.sentence))
    chain = [span_of(pack, sentences.get(number)) for number in runaway.chain if number != runaway.sentence]
    labels = [Label(span, "in the course of this") for span in chain[:LONGEST_CHAIN]]
    if isinstance(runaway, Asked):
        who = compiled.model.label(runaway.seat)
        return diagnose("SAY0921", where, player=who, labels=labels)
    return diagnose(
        "SAY0905" if runaway.limit in ("steps", "depth") else "SAY0920",
        where,
        most=f"{runaway.most:,}",
        counts=COUNTS[runaway.limit],
        name=runaway.limit,
        labels=labels,
    )


def _resolve(decision: Decision, option: int | Option | str, seat: Seat | None) -> tuple[Seat, int]:
    """Seat and index of an answer.  Raises `IllegalChoice`."""
    seat = _seat_of(decision, option, seat)
    offered = decision.options_for(seat)
    if not offered:
        raise IllegalChoice(f"seat {seat} is not asked now")
    if isinstance(option, str):
        fits = [each for each in offered if option in (each.label, each.short)]
        if len(fits) != 1:
            raise IllegalChoice(f"{'several options are' if fits else 'no option is'} called {option!r}")
        return seat, fits[0].index
    index = option.index if isinstance(option, Option) else option
    if not 0 <= index < len(offered):
        raise IllegalChoice(f"there is no option {index}; there are {len(offered)}")
    if isinstance(option, Option) and offered[index].raw != option.raw:
        raise IllegalChoice("that option belongs to another decision")
    return seat, index


def _seat_of(decision: Decision, option: int | Option | str, seat: Seat | None) -> Seat:
    """Whose answer it is: the option may say so, and if one seat is asked, nobody need.  Raises `IllegalChoice`."""
    if isinstance(option, Option):
        if seat is not None and seat != option.seat:
            raise IllegalChoice(f"that option is for seat {option.seat}")
        return option.seat
    if seat is not None:
        return seat
    if len(decision.seats) > 1:
        raise IllegalChoice(f"say whose choice it is: seat {' or '.join(map(str, decision.seats))}")
    return decision.seat
