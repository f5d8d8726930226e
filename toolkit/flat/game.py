"""Games of the flat machine, as `Stepper` has them; and the way between their positions and `State`."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType
from typing import Any

from toolkit.flat.differing import NOTHING_DIFFERS, Differing, differing
from toolkit.flat.lower import Lowering, NotLowered
from toolkit.flat.tables import BITS, halves
from toolkit.kernel.changes import EVERYTHING
from toolkit.kernel.random import MASK, Chance, below
from toolkit.kernel.state import State
from toolkit.machine import Decision, Machine
from toolkit.native import FLAT

FIELDS = (
    "parent", "kids", "columns", "face", "known", "gone", "out", "frames", "effects", "periods", "history", "delayed",
    "truths", "left", "seed", "counter", "clock", "active", "over", "winners",
)  # fmt: skip
"""Fields of a state that a flat game has.  Besides these it has what has changed."""

WHOLE = (1 << 64) - 1

MOST = 100_000
"""Decisions of one call."""


def native() -> ModuleType | None:
    """The compiled module, None: there is none, or it is not to be used."""
    try:
        return import_module(FLAT)
    except ImportError:
        return None


def available() -> bool:
    return native() is not None


class Lowered:
    """A pack's machine in lowered form.  `differing`: what its games note that they come to.  Raises `NotLowered` if it
    has none.
    """

    def __init__(self, machine: Machine, differing: Differing = NOTHING_DIFFERS) -> None:
        code = native()
        if code is None:
            raise NotLowered("the flat machine is not compiled")
        self.machine = machine
        self.code = code
        found = self.lowering(machine, differing)
        self.pack = code.Pack(found.head, found.narrow.tobytes(), found.wide.tobytes())
        self.exact = found.changes <= BITS
        self._begun: Any = None
        self._asked = False

    def lowering(self, machine: Machine, differing: Differing, without: bool = False) -> Lowering:
        code = self.code
        return Lowering(
            machine,
            code.OPS,
            code.INSTRUCTIONS,
            code.VERBS,
            code.MOST_ROLES,
            code.MOST_LEFT,
            differing,
            without,
        )

    def differing(self, other: Machine) -> Differing | None:
        """What a game of the other machine may come to that it does not in one of this; None: it cannot be told."""
        found = differing(self.machine.ruleset, other.ruleset)
        if found is None or self.machine.limits != other.limits:
            return None
        mine, its = (self.lowering(each, found, without=True) for each in (self.machine, other))
        same = (mine.head, mine.narrow, mine.wide) == (its.head, its.narrow, its.wide)
        return found if same else None

    def start(self, seed: int = 0) -> FlatGame:
        """As `Machine.start`: a new game, run to its first decision."""
        if self._begun is None:
            self._begun, self._asked = self.begun()
        game = self._begun.copy()
        game.reseed(seed & MASK)
        return FlatGame(self, game, self._asked)

    def begun(self) -> tuple[Any, bool]:
        """A new game, and whether it is at its first decision: where chance has no part in it until then, all games
        begin there.
        """
        state = self.machine.new()
        self.machine.begin_game(state)
        return self.first_asked(self.flat(state))

    def first_asked(self, game: Any) -> tuple[Any, bool]:
        """The same of a game of which nothing has run yet: as it is, where the seed decides what is asked first."""
        asked = game.copy()
        try:
            same = asked.run()
        except self.code.Beyond:
            same = False
        return (asked, True) if same else (game, False)

    def game(self, state: State) -> FlatGame:
        """A game that goes on from there; the state stays as it is.  Raises `NotLowered` if it has what no flat game
        has: chance decided beforehand, a log.
        """
        return FlatGame(self, self.flat(state))

    def flat(self, state: State) -> Any:
        if state.pins or state.log is not None:
            raise NotLowered(f"a state with {'pins' if state.pins else 'a log'}")
        try:
            return self.code.Game(self.pack, self.fields(state))
        except self.code.Beyond:
            raise NotLowered("a state that is too large, or none of this pack") from None

    def fields(self, state: State) -> dict[str, Any]:
        """What a flat game is told of a state."""
        changed = tuple(half & WHOLE for half in halves(state.changed))
        return {**{name: getattr(state, name) for name in FIELDS}, "changed": changed}

    def state(self, found: dict[str, Any]) -> State:
        """A state of what a flat game tells of itself."""
        state = self.machine.new()
        low, high = found.pop("changed")
        for name, value in found.items():
            setattr(state, name, value)
        state.changed = low | high << 64 if self.exact else EVERYTHING
        state.recent = EVERYTHING
        state.forget_derived()
        return state


class FlatGame:
    """One game, which runs to a decision unless it is `asked` one.  What it does is done by the other machine
    (`_other`) once it went beyond what a flat one holds.
    """

    __slots__ = ("_decision", "_game", "_lowered", "_other")

    def __init__(self, lowered: Lowered, game: Any, asked: bool = False) -> None:
        self._lowered = lowered
        self._game = game
        self._other: State | None = None
        self._decision: Decision | None = None
        if asked:
            return
        try:
            game.run()
        except lowered.code.Beyond:
            self._leave()

    def _leave(self) -> State:
        """The other machine goes on from where this one stands."""
        self._other = self.state()
        self._lowered.machine.advance(self._other)
        return self._other

    @property
    def flat(self) -> bool:
        """Whether it is still played here."""
        return self._other is None

    @property
    def decision(self) -> Decision | None:
        """What is asked now; None: the game is over."""
        if self._other is not None:
            asked: Decision | None = self._other.decision
            return asked
        if self._decision is None:
            found = self._game.decision
            if found is not None:
                self._decision = Decision(*found)
        return self._decision

    @property
    def over(self) -> bool:
        return self.options == 0

    @property
    def options(self) -> int:
        """How many options the first seat has that is asked."""
        if self._other is not None:
            return len(self._other.decision.options[0]) if self._other.decision is not None else 0
        count: int = self._game.options
        return count

    @property
    def winners(self) -> tuple[int, ...]:
        found: tuple[int, ...] = self._game.winners if self._other is None else self._other.winners
        return found

    def choose(self, index: int, seat: int | None = None) -> None:
        """Answers for the first seat that is asked, or for one of them, and runs on to the next decision.  Raises as
        `Machine.choose`.
        """
        self._decision = None
        if self._other is None:
            try:
                self._game.choose(index, -1 if seat is None else seat)
                return
            except self._lowered.code.Beyond:
                self._leave()
        assert self._other is not None
        self._lowered.machine.choose(self._other, index, seat)

    def play_random(self, chance: Chance, most: int = MOST) -> int:
        """Takes options at random to the end, or so many; gives how many.  What `at_random` would take: each option of
        the seat that is asked as likely as the others.
        """
        self._decision = None
        made = 0
        if self._other is None:
            try:
                made, chance.counter = self._game.play(chance.seed, chance.counter, most)
                return made
            except self._lowered.code.Beyond:  # it stands where it stood
                pass
        while self.options and made < most:
            self.choose(below(chance, self.options))
            made += 1
        return made

    def state(self) -> State:
        """The position as a `State` of its own."""
        if self._other is not None:
            return self._other.copy()
        return self._lowered.state(self._game.state())

    def copy(self) -> FlatGame:
        """An independent game at the same point."""
        new = FlatGame.__new__(FlatGame)
        new._lowered, new._decision = self._lowered, self._decision
        new._game = self._game.copy()
        new._other = self._other.copy() if self._other is not None else None
        return new
