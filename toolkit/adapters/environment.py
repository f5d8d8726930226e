"""A pack's game for programs that learn to play: an `Environment` is made once, a `Position` is one of its games.

    env = Environment("my-pack", players=2, chance="decided")
    position = env.start(seed=7)
    position.seat                   # who is asked; CHANCE: chance is, one of `position.outcomes`; None: it is over
    position.legal()                # the actions of that seat, by their numbers
    position.apply(position.legal()[0])
    position.observation(1)         # numbers (`env.layout`); observation_string(1): in words
    position.information_state(1)   # and all that the seat has learned and answered
    position.returns()

Seats are counted from 1.  All that a seat is told is what it may know.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal
from weakref import WeakValueDictionary

from toolkit.adapters.actions import NUMBERS, Actions
from toolkit.adapters.layout import Layout, chosen_by
from toolkit.adapters.named import named_view, schema_of
from toolkit.kernel.primitives import DRAWS
from toolkit.kernel.random import Chance, Undecided
from toolkit.play.game import IllegalChoice, Rig, Seat, loaded_pack, rig_of, seated, setup_of
from toolkit.play.scenario import first_state

if TYPE_CHECKING:
    from toolkit.compile.pack import Pack
    from toolkit.kernel.state import State
    from toolkit.report.diagnostic import Checked

CHANCE = 0
"""The seat of chance, where somebody decides what it would."""

DEALS = 64
"""Deals that are tried until one asks what is asked."""

WaysOfChance = Literal["drawn", "decided"]

Pin = tuple[Any, ...]


@dataclass(frozen=True)
class Spec:
    """What an environment is made of, as data: of the pack its folder and the digests of its content."""

    folder: str
    digests: tuple[tuple[str, str], ...]
    players: int
    options: tuple[tuple[str, bool], ...]
    scenario: str | None
    story: str | None
    decks: tuple[tuple[str, str], ...]
    chance: WaysOfChance
    forced: bool
    numbers: int


_KNOWN: WeakValueDictionary[Spec, Environment] = WeakValueDictionary()
"""Those of this process: positions that are read back find theirs again."""


class Environment:
    """One game of a pack, for so many players, with these options.

    `chance`: *drawn*, from the seed of a position; *decided*: at a node of its own for each thing that chance decides,
    all outcomes being equally likely.  `forced`: decisions that can be answered in one way are asked, too (*no* and
    *done* where nothing can be chosen).  `numbers`: how many numbers in a row a decision may offer.  Others as for
    `new_game`, and so is what it raises; `ValueError` for another word for `chance`.
    """

    def __init__(
        self,
        pack: Pack | Checked[Pack | None] | str | Path,
        players: int | None = None,
        *,
        options: Mapping[str, bool] | None = None,
        scenario: str | None = None,
        story: str | None = None,
        decks: Mapping[str, str] | None = None,
        chance: WaysOfChance = "drawn",
        forced: bool = False,
        numbers: int = NUMBERS,
    ) -> None:
        if chance not in ("drawn", "decided"):
            raise ValueError(f"chance is drawn or decided, not {chance!r}")
        if numbers < 1:
            raise ValueError(f"numbers are counted from 1, not {numbers}")
        self.pack = loaded_pack(pack)
        self.setup = setup_of(self.pack, players, 0, options, scenario, story, decks)
        setup = self.setup
        compiled = self.pack.compiled(setup.players, setup.options, setup.decks, setup.scenario).unwrap()
        if forced:
            always = replace(compiled.ruleset, always=True)
            self.rig = Rig(self.pack, replace(compiled, ruleset=always))
        else:
            self.rig = rig_of(self.pack, compiled)
        self.machine = self.rig.machine
        self.teller = self.rig.teller
        self.chance = chance
        self.actions = Actions(self.machine, self.teller.names, numbers)
        self.layout = Layout(self.machine, self.teller)
        self.spec = Spec(
            str(self.pack.source.folders[-1].root.resolve()),
            tuple(sorted(self.pack.source.digests.items())),
            setup.players,
            tuple(sorted(setup.options.items())),
            setup.scenario,
            setup.story,
            tuple(sorted((decks or {}).items())),
            chance,
            forced,
            numbers,
        )
        _KNOWN[self.spec] = self

    def __reduce__(self) -> tuple[Any, ...]:
        return environment_of, (self.spec,)

    def __deepcopy__(self, memo: dict[int, Any]) -> Environment:
        return self

    def __repr__(self) -> str:
        return f"<Environment of {self.pack.id}, {len(self.seats)} seats, {self.actions.size} actions>"

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The players, those of automata last; `people` are asked."""
        return self.machine.model.players

    @property
    def people(self) -> tuple[Seat, ...]:
        return self.seats[: self.machine.ruleset.people]

    def seat(self, seat: Seat) -> Seat:
        """The seat itself.  Raises `ValueError` if there is none of that number."""
        return seated(self.machine.model, seat)

    @cached_property
    def schema(self) -> dict[str, Any]:
        """JSON Schema of `Position.view`: every name that can stand there."""
        return schema_of(self.machine, self.teller)

    @cached_property
    def outcomes(self) -> int:
        """No decision of chance has more outcomes; 0: no text asks for any."""
        model = self.machine.model
        programs = self.machine.ruleset.programs
        used = {self.machine.ruleset.verbs[i[1]].id for p in programs for i in p.code if i[0] == "do"}
        drawn = any(i[0] == "random" for p in programs for i in p.code)
        if not drawn and used.isdisjoint(("roll", "shuffle", "put")):
            return 0
        most = sum(model.is_component)
        for entity in range(model.count):
            if (attribute := model.shows(entity)) >= 0:
                least, greatest = model.limits(attribute, entity)
                sides = len(model.attributes[attribute].values) or (greatest or 0) - (least or 0) + 1
                most = max(most, sides)
        return most

    # -- Beginning ----------------------------------------------------------------------------------------------

    def start(self, seed: int = 0, deal: Mapping[str, Sequence[str]] | None = None) -> Position:
        """A game at its first decision, or its first node of chance.

        `deal`: for places, by name (*Red's deck*), what comes to lie on top when they are shuffled first: names of
        components from the top down.  Raises `ValueError` for a name that there is not, and `Runaway` as a stepper.
        """
        pins = tuple(self._dealt(place, names) for place, names in (deal or {}).items())
        first = ((DRAWS, ()),) if self.chance == "decided" else ()
        position = Position(self, None, _Start(seed, (*first, *pins)))
        position._run()
        return position

    def _dealt(self, place: str, names: Sequence[str]) -> Pin:
        model, fixed = self.machine.model, self.teller.names.fixed
        ordered = {e: fixed(e) for e in range(model.count) if model.is_place[e] and model.ordered[e]}
        places = [e for e, name in ordered.items() if name == place]
        if not places:
            known = ", ".join(dict.fromkeys(ordered.values())) or "none"
            raise ValueError(f"there is no place {place} with an order; there are {known}")
        rest = {e: fixed(e) for e in range(model.count) if model.is_component[e]}
        found: list[int] = []
        for name in names:
            entity = next((e for e, called in rest.items() if called == name), None)
            if entity is None:
                raise ValueError(f"there is no {'other ' if found else ''}{name} for {place}")
            found.append(entity)
            del rest[entity]
        return "shuffle", tuple(found), tuple(places)


def environment_of(spec: Spec) -> Environment:
    """What was made of this, here or in another process.  Raises `ValueError` if the pack has changed since."""
    found = _KNOWN.get(spec)
    if found is None:
        found = Environment(
            spec.folder,
            spec.players,
            options=dict(spec.options),
            scenario=spec.scenario,
            story=spec.story,
            decks=dict(spec.decks),
            chance=spec.chance,
            forced=spec.forced,
            numbers=spec.numbers,
        )
        if found.spec.digests != spec.digests:
            raise ValueError(f"{spec.folder} has changed since this was kept")
    return found


@dataclass(frozen=True)
class _Start:
    """The beginning of a game, as something that is done and may stop where chance is to be decided."""

    seed: int
    pins: tuple[Pin, ...]


@dataclass(frozen=True)
class _Answer:
    """The same of an answer."""

    index: int
    seat: Seat


class Position:
    """One game at a decision, at a node of chance, or over.  A value: `copy()`, `copy.deepcopy` and `pickle` give
    independent ones; the pack stays behind.

    `state`: the position of the machine; at a node of chance that before the last answer, None before the first
    decision.  `history`: `(seat, action)` of all answers, those of chance with the seat `CHANCE`.
    """

    __slots__ = ("_drawn", "_legal", "_step", "answers", "env", "history", "outcomes", "state")

    def __init__(self, env: Environment, state: State | None, step: _Start | _Answer | None = None) -> None:
        self.env = env
        self.state = state
        self.outcomes = 0
        """At a node of chance: how many outcomes there are, numbered from 0; else 0."""
        self.history: list[tuple[Seat, int]] = []
        self.answers: dict[Seat, list[int]] = {seat: [] for seat in env.seats}
        self._step = step
        self._drawn: tuple[int, ...] = ()
        self._legal: dict[Seat, dict[int, int]] = {}

    # -- Asking ---------------------------------------------------------------------------------------------------

    @property
    def seat(self) -> Seat | None:
        """Who answers next: the first of those that are asked; `CHANCE`; None: the game is over."""
        if self.outcomes:
            return CHANCE
        asked = self._at.decision
        return asked.seats[0] if asked is not None else None

    @property
    def seats(self) -> tuple[Seat, ...]:
        """All who are asked at the same time: several for a secret choice."""
        return self._at.decision.seats if not self.over and not self.outcomes else ()

    @property
    def over(self) -> bool:
        return self.seat is None

    @property
    def _at(self) -> State:
        assert self.state is not None
        return self.state

    def legal(self, seat: Seat | None = None) -> list[int]:
        """The actions that a seat (default: the one that answers next) can take now, ascending; of `CHANCE` the numbers
        of its outcomes.  Raises `ValueError` for a seat that does not exist.
        """
        asked = self.seat if seat is None else seat
        if asked is None:
            return []
        return list(range(self.outcomes)) if asked == CHANCE else list(self._options(self.env.seat(asked)))

    def _options(self, seat: Seat) -> dict[int, int]:
        if seat not in self._legal:
            options = self.env.machine.options(self._at, seat) if not self.outcomes else ()
            self._legal[seat] = self.env.actions.legal(self._at, seat, options) if options else {}
        return self._legal[seat]

    def label(self, action: int, seat: Seat | None = None) -> str:
        """An action in words: as the game would offer it, if it can be taken now."""
        if self.outcomes:
            return f"outcome {action + 1} of {self.outcomes}"
        asked = self.seat if seat is None else self.env.seat(seat)
        if asked is None or action not in (found := self._options(asked)):
            return self.env.actions.label(action)
        option = self.env.machine.options(self._at, asked)[found[action]]
        return self.env.teller.order(self._at, asked, option)

    # -- Answering ------------------------------------------------------------------------------------------------

    def apply(self, action: int, seat: Seat | None = None) -> None:
        """Take an action (of the seat that answers next, or of another that is asked), or an outcome of chance; the
        game runs on.  Raises `IllegalChoice`, a `ValueError`, for one that cannot be taken now.
        """
        if self.over:
            raise IllegalChoice("the game is over")
        if self.outcomes:
            if not 0 <= action < self.outcomes:
                raise IllegalChoice(
                    f"chance has {self.outcomes} outcomes here, from 0; there is none {action}"
                )
            self.history.append((CHANCE, action))
            self._drawn += (action,)
        else:
            asked = self.seats[0] if seat is None else self.env.seat(seat)
            found = self._options(asked)
            if action not in found:
                what = self.env.actions.label(action)
                raise IllegalChoice(f"seat {asked} cannot take action {action} ({what}) now; see legal()")
            self.history.append((asked, action))
            self.answers[asked] = [*self.answers[asked], action]
            self._step, self._drawn = _Answer(found[action], asked), ()
        self._run()

    def _run(self) -> None:
        """Does what was begun last; where chance is to be decided, from its beginning, once that is known."""
        step, env = self._step, self.env
        assert step is not None
        decided = env.chance == "decided"
        try:
            if isinstance(step, _Start):
                pins = ((DRAWS, self._drawn), *step.pins[1:]) if decided else step.pins
                state = first_state(env.rig, env.setup, step.seed, pins=pins)
            else:
                state = self._at
                if decided:
                    state = state.copy()
                    state.pins = ((DRAWS, self._drawn), *state.pins[1:])
                env.machine.choose(state, step.index, step.seat)
        except Undecided as open_:
            self.outcomes = open_.n
            return
        self.state, self.outcomes, self._step, self._drawn, self._legal = state, 0, None, (), {}

    # -- Looking --------------------------------------------------------------------------------------------------

    def observation(self, seat: Seat) -> list[float]:
        """What a seat knows, as `env.layout` orders it.  At a node of chance: as it was before the last answer."""
        seat = self.env.seat(seat)
        return self.env.layout.observation(self.state, seat) if self.state else [0.0] * self.env.layout.size

    def information_state(self, seat: Seat) -> list[float]:
        """The same, with the last events as the seat saw them, and its own last answers."""
        layout, seat = self.env.layout, self.env.seat(seat)
        if self.state is None:
            return [0.0] * layout.information
        return layout.information_state(self.state, seat, self.answers[seat])

    def observation_string(self, seat: Seat) -> str:
        """The table as a seat sees it, what is asked, and what it has chosen so far."""
        env, seat = self.env, self.env.seat(seat)
        if self.state is None:
            return "Nothing has happened yet."
        lines = env.teller.table.lines(self.state, seat)
        asked = self.state.decision
        if asked is not None:
            lines.append("Asked: " + ", ".join(env.teller.names.fixed(each) for each in asked.seats))
            if seat in asked.seats:
                lines.append(env.teller.prompt(self.state))
            if chosen := chosen_by(env.machine, self.state, seat):
                table = env.teller.table
                lines.append("Chosen: " + ", ".join(table.full(self.state, each, seat) for each in chosen))
        return "\n".join(lines)

    def information_string(self, seat: Seat) -> str:
        """The same, after all events as the seat saw them, and its own answers: positions that a seat cannot tell
        apart, remembering everything, have the same.
        """
        env, seat = self.env, self.env.seat(seat)
        entries = self.state.log or () if self.state is not None else ()
        log = [env.teller.event_text(entry, seat) for entry in entries]
        answers = " ".join(map(str, self.answers[seat]))
        return "\n".join([f"Seat {seat}", *log, f"Answers: {answers}", self.observation_string(seat)])

    def view(self, seat: Seat | None = None) -> dict[str, Any]:
        """What a seat knows, by names; without a seat, what lies open to all.  `env.schema` says what can be in it."""
        if seat is not None:
            self.env.seat(seat)
        if self.state is None:
            raise ValueError("chance decides before there is anything to see")
        actions = self._options(seat) if seat in self.seats else {}
        offered = [{"action": action, "says": self.label(action, seat)} for action in actions]
        return named_view(self.env.machine, self.env.teller, self.state, seat, offered)

    # -- Ending ---------------------------------------------------------------------------------------------------

    @property
    def winners(self) -> tuple[Seat, ...]:
        return self.state.winners if self.over and self.state is not None else ()

    def returns(self) -> list[float]:
        """For each seat from -1 to 1.  Where somebody has won and others have not: 1 for each who has, and what these
        have for all others to share, below 0.  All have won: 1.  Nobody has, or it is not over: 0.
        """
        winners, seats = self.winners, self.env.seats
        lost = len(seats) - len(winners)
        loss = -len(winners) / lost if lost else 0.0
        if loss < -1.0:  # more have won than lost
            return [lost / len(winners) if seat in winners else -1.0 for seat in seats]
        return [1.0 if seat in winners else loss for seat in seats]

    # -- Values ---------------------------------------------------------------------------------------------------

    def imagine(self, seat: Seat, seed: int = 0) -> Position:
        """A position that this one could as well be, as far as the seat knows: all else is dealt anew, and what the
        seat is asked is the same.  Its log and its answers are those of this one.  Raises `ValueError` at a node of
        chance, and `LookupError` if there was no such deal among the first ones.
        """
        seat = self.env.seat(seat)
        if self.outcomes:
            raise ValueError("a world can be imagined where somebody is asked, not at a node of chance")
        if self.over:
            return self.copy()
        machine, legal, asked = self.env.machine, self.legal(seat), self._at.decision
        for counter in range(DEALS):
            state = machine.redetermine(self._at, seat, Chance(seed, counter))
            options = machine.options(state, seat)
            if (
                state.decision.kind == asked.kind
                and list(self.env.actions.legal(state, seat, options)) == legal
            ):
                break
        else:
            raise LookupError(f"in {DEALS} deals what seat {seat} is asked was never the same")
        if self.env.chance == "decided":
            state.pins = ((DRAWS, ()),)
        state.log = list(self._at.log or ())
        new = Position(self.env, state)
        new.history, new.answers = self.history[:], dict(self.answers)
        return new

    def copy(self) -> Position:
        """An independent game at the same point."""
        new = Position(self.env, self.state.copy() if self.state is not None else None, self._step)
        new.outcomes, new._drawn = self.outcomes, self._drawn
        new.history, new.answers = self.history[:], dict(self.answers)
        return new

    def __copy__(self) -> Position:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> Position:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        kept = self.state, self._step, self.outcomes, self._drawn, self.history, self.answers
        return _restored, (self.env.spec, kept)

    def __repr__(self) -> str:
        return f"<Position of {self.env.pack.id}, {len(self.history)} answers, seat {self.seat}>"


def _restored(spec: Spec, kept: tuple[Any, ...]) -> Position:
    env = environment_of(spec)
    position = Position(env, kept[0], kept[1])
    _, _, position.outcomes, position._drawn, position.history, position.answers = kept
    if position.state is not None and not position.state.over:
        env.machine.advance(position.state)
    return position
