"""What a bot that looks ahead may ask: its options, worlds that could be the real one, and what they are worth.

The real state is never handed out.  `imagine` gives a copy in which everything that the seat cannot know,
chance to come included, is dealt anew; what is tried is tried in copies of that.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from toolkit.kernel.random import Chance, below, mix
from toolkit.kernel.view import seen_option

if TYPE_CHECKING:
    from toolkit.kernel.state import State
    from toolkit.machine import Decision, Machine

WON = 1_000_000
"""More than any evaluation: a game that is won."""

TRIES = 4
"""Worlds that are dealt until one asks what the real one asks."""


class Outlook:
    """One decision of one seat.  `options`: what it can answer, as the seat knows it (`seen_option`): options that
    are equal here are one to it.  `judge`: the machine whose evaluation says what positions are worth, if it is another
    one; it must know the same components and quantities.
    """

    def __init__(self, machine: Machine, state: State, seat: int, judge: Machine | None = None) -> None:
        self.machine = machine
        self.judge = judge or machine
        self.seat = seat
        self._state = state
        self._raw = machine.options(state, seat)

    @property
    def count(self) -> int:
        """How many options there are; cheaper than `options`."""
        return len(self._raw)

    @cached_property
    def options(self) -> tuple[tuple[Any, ...], ...]:
        return self.known(self._state, self.seat, self._raw)

    @cached_property
    def different(self) -> tuple[int, ...]:
        """The indices of options that the seat can tell apart: the first of each."""
        first: dict[tuple[Any, ...], int] = {}
        for index, option in enumerate(self.options):
            first.setdefault(option, index)
        return tuple(first.values())

    def known(
        self, state: State, seat: int, options: tuple[tuple[Any, ...], ...]
    ) -> tuple[tuple[Any, ...], ...]:
        """Options of a position as a seat knows them."""
        kernel = self.machine.kernel
        return tuple([seen_option(state, kernel, seat, option) for option in options])

    def imagine(self, chance: Chance) -> State:
        """A world that could be the real one, at the same decision with the same options."""
        world = self._state
        for _ in range(TRIES):
            world = self.machine.redetermine(self._state, self.seat, chance)
            chance.counter += 1
            if self.known(world, self.seat, self.machine.options(world, self.seat)) == self.options:
                break
        return world

    def begin(self, world: State, chance: Chance) -> State:
        """A copy of a world to try something in; its dice fall as they never fell before."""
        state = world.copy(log=False)
        state.seed = mix(chance.seed, chance.counter)
        chance.counter += 1
        state.counter = 0
        return state

    def run(self, world: State, index: int, chance: Chance, deepest: int) -> tuple[int, int]:
        """Answer with an option in a copy, then at random for as long as only this seat is asked.

        Gives what the position is then worth, and how many own decisions there were after the first.
        """
        from toolkit.machine import Runaway

        machine, seat = self.machine, self.seat
        state = world.copy(log=False)
        if index >= len(machine.options(state, seat)):
            return self.worth(state, seat), 0  # in this world it cannot be done
        decided = 0
        try:
            decision = machine.choose(state, index, seat)
            while decision is not None and decision.seats == (seat,) and decided < deepest:
                decided += 1
                decision = machine.choose(state, below(chance, len(decision.options[0])), seat)
        except Runaway:
            return -WON, decided
        return self.worth(state, seat), decided

    def decision(self, state: State) -> Decision | None:
        """What is asked in a position that was tried."""
        return self.machine.advance(state)

    def worth(self, state: State, player: int) -> int:
        """What a position is worth to a player: how far ahead they are; a game won or lost counts more than
        anything.
        """
        value = self.margin(state, player)
        if state.over and state.winners:
            value += WON if player in state.winners else -WON
        return value

    def values(self, state: State) -> dict[int, int]:
        """The pack's evaluation of a position for each player."""
        return {player: self.judge.worth(state, player) for player in self.players}

    def margin(self, state: State, player: int, values: dict[int, int] | None = None) -> int:
        """How far a player is ahead of the best other one who is still in the game.  `values`: if they are known."""
        values = values or self.values(state)
        others = [value for other, value in values.items() if other != player and not state.out >> other & 1]
        return values[player] - max(others, default=0)

    @property
    def players(self) -> tuple[int, ...]:
        return self.machine.model.players

    @property
    def judged(self) -> bool:
        """Whether the pack says what a position is worth, before the game is over."""
        return bool(self.judge.ruleset.evaluations)
