"""A game without words, for whoever plays very many: bots, simulations, searches.

    steps = new_stepper(load_pack("my-pack"), seed=7)
    while not steps.over:
        steps.choose(0)
    steps.winners

Options are the machine's own tuples (`("entity", 12)`, see `toolkit.machine`): nobody makes labels of them, nothing is
kept for taking back, and there is a log only if it is asked for.  The same seed and the same choices lead to the same
positions as in a `Game`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from toolkit.kernel.random import Source, below
from toolkit.play.game import Seat, loaded_pack, rig_of, seated, setup_of
from toolkit.play.scenario import first_state

if TYPE_CHECKING:
    from toolkit.compile.pack import Pack
    from toolkit.kernel.state import State
    from toolkit.machine import Decision, Machine, Option
    from toolkit.report.diagnostic import Checked

MOST = 100_000
"""Decisions of one game, unless somebody says otherwise."""

Pick = Callable[["Decision"], tuple[int, int]]
"""Who answers, as an index into `decision.seats`, and with which of their options."""


class Endless(RuntimeError):
    """A game asks on and on."""


class Stepper:
    """One game at a decision.  `state`: the whole position, which belongs to this stepper alone.  `machine`: may be
    shared by all games of a compiled pack.
    """

    __slots__ = ("machine", "state")

    def __init__(self, machine: Machine, state: State) -> None:
        self.machine = machine
        self.state = state
        machine.advance(state)

    @property
    def decision(self) -> Decision | None:
        """What is asked now: `kind`, `seats`, and `options` for each of these; None: the game is over."""
        return self.state.decision

    @property
    def over(self) -> bool:
        return self.state.decision is None

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The seats that have won; nobody before the end, and after a draw."""
        return self.state.winners

    def options(self, seat: Seat | None = None) -> tuple[Option, ...]:
        """What a seat may answer now (default: the first that is asked); nothing if it is not asked.  Raises
        `ValueError` if there is no such seat.
        """
        if seat is not None:
            seated(self.machine.model, seat)
        return self.machine.options(self.state, seat)

    def choose(self, index: int, seat: Seat | None = None) -> Decision | None:
        """Answer with the option of that index; the game runs on to the next decision, which is the result.

        Raises `ValueError` for an option that is not offered, and `Runaway` if an effect does not end.
        """
        return self.machine.choose(self.state, index, seat)

    def play(self, pick: Pick, most: int = MOST) -> int:
        """Answer with what `pick` gives to the end; the number of decisions.  Raises `Endless` after `most` of them."""
        choose, state = self.machine.choose, self.state
        decision = self.decision
        for number in range(most):
            if decision is None:
                return number
            at, index = pick(decision)
            decision = choose(state, index, decision.seats[at])
        if decision is None:
            return most
        raise Endless(f"the game is not over after {most} decisions")

    def copy(self, log: bool = False) -> Stepper:
        """An independent game at the same point, without the log unless it is asked for."""
        new = Stepper.__new__(Stepper)
        new.machine, new.state = self.machine, self.state.copy(log=log)
        return new

    def __deepcopy__(self, memo: dict[int, Any]) -> Stepper:
        return self.copy(log=True)


def at_random(chance: Source) -> Pick:
    """Any seat that is asked, any of its options, each as likely as the others."""

    def pick(decision: Decision) -> tuple[int, int]:
        at = below(chance, len(decision.seats))
        return at, below(chance, len(decision.options[at]))

    return pick


def new_stepper(
    pack: Pack | Checked[Pack | None] | str | Path,
    players: int | None = None,
    seed: int = 0,
    options: Mapping[str, bool] | None = None,
    scenario: str | None = None,
    story: str | None = None,
    *,
    decks: Mapping[str, str] | None = None,
    log: bool = False,
) -> Stepper:
    """A game at its first decision; everything as for `new_game`.  `log`: keep all events, in `state.log`.

    Raises as `new_game`, but `Runaway` where an effect of the set-up does not end.
    """
    loaded = loaded_pack(pack)
    setup = setup_of(loaded, players, seed, options, scenario, story, decks)
    rig = rig_of(loaded, loaded.compiled(setup.players, setup.options, setup.decks, setup.scenario).unwrap())
    return Stepper(rig.machine, first_state(rig, setup, seed, log=log))
