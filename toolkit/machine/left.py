"""What was so of things when they left the place where their kind is looked for (`Kind.found`).

Kept is what `attr-left` may ask for: the attributes that it names, of what lay in such a place open to all, until the
thing moves again or a period begins.  `State.left` has `(thing, values, waits)`; it waits while a batch runs in which
the thing is named: its members leave at the same moment, so each is described as it was before the first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from toolkit.kernel.model import Model
from toolkit.kernel.primitives import Kernel
from toolkit.kernel.state import State
from toolkit.machine.library import Library
from toolkit.program.ruleset import Ruleset

Apply = Callable[[Kernel, State, int, tuple[Any, ...]], Any]


def asked_for(ruleset: Ruleset) -> tuple[int, ...]:
    """The attributes that some sentence asks of what has left."""
    found: set[int] = set()
    waiting: list[Any] = [program.code for program in ruleset.programs]
    waiting += [function.body for function in ruleset.functions]
    waiting += [rule.match for rule in ruleset.rules]
    while waiting:
        part = waiting.pop()
        if type(part) is tuple:
            if part[:1] == ("attr-left",):
                found.add(part[1])
            waiting += part
    return tuple(sorted(found))


class Left:
    """For one ruleset.  `attribute`: what one is worth now."""

    def __init__(
        self,
        model: Model,
        ruleset: Ruleset,
        library: Library,
        attribute: Callable[[State, int, int], int],
    ) -> None:
        self.library = library
        self.attribute = attribute
        self.attributes = asked_for(ruleset)
        self.found = [model.found(e) for e in range(model.count)] if self.attributes else []

    def stands(self, state: State, thing: int) -> bool:
        """It is where its kind is looked for."""
        place = self.found[thing]
        return place >= 0 and self.library.within(state, thing, place) >= 0

    def noting(self, apply: Apply, roles: tuple[int, ...]) -> Apply:
        """A kernel verb that moves what is in these roles, and notes first what they were like."""

        def noted(kernel: Kernel, state: State, who: int, values: tuple[Any, ...]) -> Any:
            things = [values[n] for n in roles]
            if state.left or self.any_stands(state, things):
                self.note(state, things, 0)
            return apply(kernel, state, who, values)

        return noted

    def any_stands(self, state: State, things: list[Any]) -> bool:
        for thing in things:
            if type(thing) is int and thing >= 0 and self.stands(state, thing):
                return True
        return False

    def note(self, state: State, things: Iterable[Any], waits: int) -> None:
        """These leave now, or (`waits`) will in the batch that begins."""
        known = {entry[0]: entry for entry in state.left}
        for thing in things:
            if type(thing) is not int or thing < 0:
                continue
            entry = known.pop(thing, None)
            if entry is not None and entry[2]:
                known[thing] = (thing, entry[1], waits)
            elif self.stands(state, thing) and self.library.lies_in_the_open(state, thing):
                values = tuple([self.attribute(state, each, thing) for each in self.attributes])
                known[thing] = (thing, values, waits)
        state.left = tuple([known[thing] for thing in sorted(known)])

    def settled(self, state: State, things: Iterable[Any]) -> None:
        """The batch is over: those that stayed have not left."""
        stayed = set(things)
        state.left = tuple([entry for entry in state.left if not entry[2] or entry[0] not in stayed])

    def value(self, state: State, attribute: int, thing: int) -> int:
        """An attribute of what may have left: as it was then."""
        if thing >= 0 and not self.stands(state, thing):
            for entry in state.left:
                if entry[0] == thing and not entry[2]:
                    return int(entry[1][self.attributes.index(attribute)])
        return self.attribute(state, attribute, thing)
