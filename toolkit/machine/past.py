"""What has happened, as far as a sentence could still ask for it: by the rest of the past nothing differs.

Of which past some sentence speaks is read off the ruleset once.  What a state's history has of it is kept in the state
(`State.remembered`) and grows with the history, because many things are compared after one event.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from typing import Any

from toolkit.kernel.changes import HAPPENED, PERIODS
from toolkit.kernel.state import Event, State
from toolkit.machine.library import Library
from toolkit.program.ruleset import Ruleset

Since = dict[int, frozenset[int]]
"""For verbs, or for once-counters: since the start of which periods some sentence asks for them."""

AT_FIRST: tuple[int, tuple[Any, ...], int] = (0, (), 0)
"""Of the whole game."""

NOTHING: frozenset[Any] = frozenset()


def spoken_of(events: list[Event]) -> frozenset[Any]:
    """Whatever is a part of them, at any depth, but for where it was before."""
    waiting: list[Any] = [event[2:-1] for event in events]
    for part in waiting:  # which grows
        waiting += [each for each in part if type(each) is tuple]
    return frozenset(chain.from_iterable(waiting))


class Past:
    """For one ruleset.  `below`: for each verb itself and those that have it among their parents."""

    def __init__(self, ruleset: Ruleset, below: list[frozenset[int]], library: Library) -> None:
        self.ruleset = ruleset
        self.below = below
        self.library = library
        self.kept = library.kept
        self._number = self.kept.number("past", HAPPENED | PERIODS)
        self._asked: tuple[Since, Since, tuple[int, ...]] | None = None

    def of(self, state: State) -> list[Event]:
        """The events of the history that count, in their order; not to be changed."""
        if not state.history:
            return state.history
        found: list[Event] = self.remembered(state)[3]
        return found

    def named(self, state: State) -> frozenset[Any]:
        """All of which these events speak, but for where it was before."""
        if not state.history:
            return NOTHING
        known = self.remembered(state)
        if known[4] is None:
            known[4] = spoken_of(known[3])
        found: frozenset[Any] = known[4]
        return found

    def remembered(self, state: State) -> list[Any]:
        """What is remembered of a history: how long it was, where periods had begun, which of its events count, these,
        and of what they speak, if that was asked.
        """
        if not self.kept.on:
            return self.brought_up(state)
        answers = self.kept.answers(state, self._number)
        found: list[Any] | None = answers.get(())
        if found is None:
            found = answers[()] = self.brought_up(state)
        return found

    def brought_up(self, state: State) -> list[Any]:
        """The same, looked at anew: of what was remembered before only what has happened since."""
        history = state.history
        begun = self.begun(state)
        known: list[Any] | None = state.remembered
        if known is not None and known[1] == begun:
            length, at, events, names = known[:1] + known[2:]
            if length == len(history):
                return known
        elif known is not None and all(now >= before for now, before in zip(begun, known[1], strict=True)):
            length, at = known[0], self.counting(history, known[2], begun)  # some does no longer
            events, names = [history[n] for n in at], known[4] if at == known[2] else None
        else:
            length, at, events, names = min(begun, default=len(history)), [], [], None
        numbers = self.counting(history, range(length, len(history)), begun)
        new = [history[n] for n in numbers]
        if names is not None and new:
            names |= spoken_of(new)
        found = state.remembered = [len(history), begun, at + numbers, events + new, names]
        return found

    def begun(self, state: State) -> list[int]:
        """Where in the history each period has begun that is asked for."""
        _, _, periods = self._asked or self.asked()
        found = []
        for period in periods:
            _, runs, first = state.periods[period] if period >= 0 else AT_FIRST
            found.append(runs[-1][3] if runs else first)
        return found

    def counting(self, history: list[Event], numbers: Iterable[int], begun: list[int]) -> list[int]:
        """Those of some events of the history that count.  `begun`: where in it the periods have that are asked for."""
        verbs, uses, periods = self._asked or self.asked()
        first: dict[frozenset[int], int] = {}
        found = []
        for number in numbers:
            event = history[number]
            since = verbs.get(event[0]) if event[0] >= 0 else uses.get(event[1])
            if since is None:
                continue
            if since not in first:
                first[since] = min([begun[periods.index(period)] for period in since])
            if first[since] <= number:
                found.append(number)
        return found

    def asked(self) -> tuple[Since, Since, tuple[int, ...]]:
        """Of verbs and of once-counters the periods since whose start a sentence asks for them, and all of these."""
        ruleset = self.ruleset
        verbs: dict[int, set[int]] = {}
        uses: dict[int, set[int]] = {}
        waiting: list[Any] = [program.code for program in ruleset.programs]
        waiting += [function.body for function in ruleset.functions]
        waiting += [verb.requires for verb in ruleset.verbs]
        waiting += [(r.match, r.was, r.before, r.holders, r.you, r.over, r.value) for r in ruleset.rules]
        while waiting:
            value = waiting.pop()
            if not isinstance(value, (tuple, list)):
                continue
            match value:
                case ("happened" | "happened-sum" | "happened-map", int(verb), int(period), *_):
                    for below in self.below[verb]:
                        verbs.setdefault(below, set()).add(period)
                case ("used", (int(key), *_), int(period)):
                    uses.setdefault(key, set()).add(period)
            waiting += value
        of_verbs = {verb: frozenset(periods) for verb, periods in verbs.items()}
        of_uses = {key: frozenset(periods) for key, periods in uses.items()}
        every = sorted({period for those in (*verbs.values(), *uses.values()) for period in those})
        self._asked = of_verbs, of_uses, tuple(every)
        return self._asked
