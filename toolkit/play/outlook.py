"""What a bot that looks ahead may ask: its options, worlds that could be the real one, and what they are worth.

The real state is never handed out.  `imagine` gives a copy in which everything that the seat cannot know,
chance to come included, is dealt anew; `run` plays on in a copy of that.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from toolkit.kernel.random import Chance, below

if TYPE_CHECKING:
    from toolkit.kernel.state import State
    from toolkit.machine import Machine

WON = 1_000_000
"""More than any evaluation: a game that is won."""


class Outlook:
    """One decision of one seat.  `options`: what it can answer, as the machine has them."""

    def __init__(self, machine: Machine, state: State, seat: int) -> None:
        self.machine = machine
        self.seat = seat
        self._state = state
        self.options = machine.options(state, seat)

    def imagine(self, chance: Chance) -> State:
        """A world that could be the real one, at the same decision."""
        return self.machine.redetermine(self._state, self.seat, chance)

    def run(self, world: State, option: tuple[Any, ...], chance: Chance, deepest: int) -> tuple[int, int]:
        """Answer with the option in a copy, then at random for as long as only this seat is asked.

        Gives what the position is then worth, and how many own decisions there were after the first.
        """
        from toolkit.machine import Runaway

        machine, seat = self.machine, self.seat
        state = world.copy(log=False)
        options = machine.options(state, seat)
        if option not in options:
            return self.worth(state), 0  # in this world it cannot be done
        decided = 0
        try:
            decision = machine.choose(state, options.index(option), seat)
            while decision is not None and decision.seats == (seat,) and decided < deepest:
                decided += 1
                decision = machine.choose(state, below(chance, len(decision.options[0])), seat)
        except Runaway:
            return -WON, decided
        return self.worth(state), decided

    def worth(self, state: State) -> int:
        """What a position is worth to the seat: its evaluation; a game won or lost counts more than
        anything.
        """
        value = self.machine.worth(state, self.seat)
        if state.over and state.winners:
            value += WON if self.seat in state.winners else -WON
        return value
