"""What single instructions do beyond events and decisions: periods, effects, calls, the end of a program."""

from __future__ import annotations

from typing import Any

from toolkit.kernel.state import Frame, State
from toolkit.machine.event import Events
from toolkit.machine.frame import APPLIED, RULE
from toolkit.native import mypyc_attr


@mypyc_attr(allow_interpreted_subclasses=True)
class Instructions(Events):
    """The fifth layer of the machine.  True from a method: effects wait, look at the stack again."""

    def settle(self, state: State) -> bool:
        """Watches, after a change that was no event."""
        if state.changed & self.watched_for:
            waiting: list[Any] = []
            self.watch(state, waiting)
            if waiting:
                self.open_window(state, waiting)
                return True
        return False

    def begin(self, state: State, period: int, who: int, roles: tuple[Any, ...]) -> bool:
        self.enter(state, period, who, roles)
        return self.settle(state)

    def finish_period(self, state: State, period: int) -> bool:
        self.leave(state, period)
        return self.settle(state)

    def take_effect(
        self,
        state: State,
        locals: list[Any],
        rule: int,
        values: tuple[Any, ...],
        period: int,
        edge: int,
        who: int,
    ) -> bool:
        """What a watch finds true at once does not become true."""
        this = locals[1] if len(locals) > 1 else -1
        run = self.last_run(state, period, edge, who)
        self.begin_effect(state, rule, locals[0], this, values, period, run)
        if self.ruleset.rules[rule].kind == "watch":
            effect = state.effects[-1]
            self.now_true(state, (rule, effect), (rule, effect[0]))
        return self.settle(state)

    def postpone(self, state: State, frame: Frame, step: int, program: int, values: tuple[Any, ...]) -> None:
        state.delayed = (*state.delayed, (step, program, values, frame[RULE]))

    def call(self, state: State, frame: Frame, program: int, arguments: list[Any], slot: int) -> None:
        self.push(state, program, arguments, slot, (), frame[RULE], frame[APPLIED])

    def resolve(self, state: State, frame: Frame, field: int, component: int, who: int, slot: int) -> bool:
        """Runs the component's program of a sentence field, if it has one."""
        program = self.ruleset.effects[field].get(component)
        if program is None:
            return False
        self.push(state, program, [who, component], slot, (), frame[RULE], frame[APPLIED])
        return True

    def borrow(
        self, state: State, frame: Frame, field: int, component: int, this: int, who: int, slot: int
    ) -> bool:
        """Runs the component's program of a sentence field as if it stood on `this`."""
        program = self.ruleset.effects[field].get(component)
        if program is None:
            return False
        self.push(state, program, [who, this], slot, (), frame[RULE], frame[APPLIED])
        return True

    def end(self, state: State, frame: Frame, winners: tuple[int, ...]) -> None:
        """The game is over; that they have won is told of each of them."""
        win = next((info.number for info in self.verbs if info.id == "win"), -1)
        if state.log is not None and win >= 0:
            sentence = self.sentence_of(frame)
            state.log += [(win, who, (), 1, sentence, frame[RULE], ()) for who in winners]
        self.kernel.finish(state, winners)

    def all_lose(self, state: State) -> None:
        """All players are out of the game at the same moment, so that nobody wins by being left."""
        for player in self.kernel.model.players:
            state.out |= 1 << player
        self.kernel.finish(state, ())

    def fall(self, state: State, frame: Frame) -> int:
        """The end of a program: it did what it says."""
        self.returned(state, frame, 1)
        return -1
