"""`propose` of one verb, as a function for generated code: it has at hand what it needs, and leaves out what no rule of
the pack asks of that verb.  What it means is in `event.py`; tests compare them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from toolkit.kernel.state import Frame, State
from toolkit.machine.event import Events
from toolkit.machine.frame import APPLIED, RULE
from toolkit.machine.window import Done, Roles

Ask = Callable[[State, int, Roles], bool]
"""Whether somebody could do the verb with these roles."""

Do = Callable[[State, Frame, int, Roles, int, int], Any]
"""As `Events.propose`, without the verb, but with the sentence of the instruction."""


def doing(machine: Events, verb: int, asks: list[Ask], replaces: list[Ask]) -> Do:
    """`propose` of a verb.  `asks`: `proposable` of each, which is made when it is first asked; `replaces`:
    `replaceable`.
    """
    info = machine.verbs[verb]
    if info.plain:
        return at_once(machine, verb)
    return (
        in_steps(machine, verb, asks, replaces)
        if info.apply is None
        else heard(machine, verb, asks, replaces)
    )


def at_once(machine: Events, verb: int) -> Do:
    """Of a kernel verb that no rule of the pack is about."""
    info, kernel = machine.verbs[verb], machine.kernel
    apply, possible, nothing, batch, obj = info.apply, info.possible, info.nothing, info.batch, info.obj
    recorded, watched_for = info.recorded, machine.watched_for
    several = together(machine, verb)
    assert apply is not None

    def run(state: State, frame: Frame, who: int, roles: Roles, slot: int, sentence: int) -> Any:
        if batch >= 0 and type(roles[batch]) is tuple:
            return several(state, frame, who, roles, slot, sentence)
        if possible is not None and not possible(kernel, state, who, roles):
            return nothing
        origin = machine.origin(state, info, roles) if recorded and obj >= 0 else -1
        result = apply(kernel, state, who, roles)
        if result is None:
            return nothing
        if not recorded and not state.changed & watched_for and state.log is None:
            return None if state.over else result
        done = [(who, roles, result, origin, ())]
        return None if machine.finish(state, info, done, frame[RULE], sentence, slot, result) else result

    return run


def together(machine: Events, verb: int) -> Do:
    """Of such a verb and several things at once."""
    info, kernel, meter = machine.verbs[verb], machine.kernel, machine.meter
    apply, possible, nothing, batch, obj = info.apply, info.possible, info.nothing, info.batch, info.obj
    recorded, watched_for, leaving = info.recorded, machine.watched_for, bool(machine.left.attributes)
    assert apply is not None

    def run(state: State, frame: Frame, who: int, roles: Roles, slot: int, sentence: int) -> Any:
        if leaving or len(roles[batch]) >= meter.many:
            return machine.propose(state, frame, verb, who, roles, slot)
        roles = machine.in_fair_order(state, frame, info, roles)
        first, last = roles[:batch], roles[batch + 1 :]
        events = [(*first, member, *last) for member in roles[batch]]
        if possible is not None:
            events = [each for each in events if possible(kernel, state, who, each)]
        if len(events) > 1:
            return happen(state, frame, who, events, slot, sentence)
        if not events:
            return nothing
        return machine.commit_one(state, info, who, events[0], slot, frame[RULE], frame[APPLIED], sentence)

    def happen(state: State, frame: Frame, who: int, events: list[Roles], slot: int, sentence: int) -> Any:
        done: list[Done] = []
        for each in events:
            if possible is not None and done and not possible(kernel, state, who, each):
                continue  # what came before it has made it impossible
            origin = machine.origin(state, info, each) if recorded and obj >= 0 else -1
            result = apply(kernel, state, who, each)
            if result is not None:
                done.append((who, each, result, origin, ()))
        total = machine.total(info, tuple([event[2] for event in done]))
        if not done or not (recorded or state.changed & watched_for or state.over or state.log is not None):
            return total
        return None if machine.finish(state, info, done, frame[RULE], sentence, slot, total) else total

    return run


def in_steps(machine: Events, verb: int, asks: list[Ask], replaces: list[Ask]) -> Do:
    """Of a pack's verb: its steps run next, unless a rule replaces it."""
    info = machine.verbs[verb]
    batch, obj, listened, nothing = info.batch, info.obj, info.listened, info.nothing
    replaced, free = info.replaced, info.free
    program = info.program
    filled = 2 + len(machine.ruleset.verbs[verb].roles)
    rest = tuple(machine.blank(program)[filled:])

    def run(state: State, frame: Frame, who: int, roles: Roles, slot: int, sentence: int) -> Any:
        if batch >= 0 and type(roles[batch]) is tuple:
            return machine.propose(state, frame, verb, who, roles, slot)
        if state.effects and verb in machine.index(state).heard:
            return machine.propose(state, frame, verb, who, roles, slot)
        if not free:
            state.asked = {}
            if not asks[verb](state, who, roles):
                return nothing
        if replaced and replaces[verb](state, who, roles):
            return machine.propose(state, frame, verb, who, roles, slot)
        origin = -1
        if obj >= 0 and type(roles[obj]) is int:
            origin = state.parent[roles[obj]]
        before: tuple[Any, ...] = ()
        if listened:
            before = machine.look_back(state, verb, who, roles, roles[obj] if obj >= 0 else -1)
        event = (verb, who, roles, origin, before, sentence)
        locals = [who, -1, *roles, *rest]
        state.frames.append([program, 0, locals, slot, event, (), frame[RULE], frame[APPLIED]])
        return None

    return run


def heard(machine: Events, verb: int, asks: list[Ask], replaces: list[Ask]) -> Do:
    """Of a kernel verb of which rules speak: it happens, unless one replaces it."""
    info, kernel = machine.verbs[verb], machine.kernel
    apply, nothing, batch, obj, listened = info.apply, info.nothing, info.batch, info.obj, info.listened
    replaced = info.replaced
    assert apply is not None

    def run(state: State, frame: Frame, who: int, roles: Roles, slot: int, sentence: int) -> Any:
        if batch >= 0 and type(roles[batch]) is tuple:
            return machine.propose(state, frame, verb, who, roles, slot)
        if state.effects and verb in machine.index(state).heard:
            return machine.propose(state, frame, verb, who, roles, slot)
        state.asked = {}
        if not asks[verb](state, who, roles):
            return nothing
        if replaced and replaces[verb](state, who, roles):
            return machine.propose(state, frame, verb, who, roles, slot)
        thing = roles[obj] if obj >= 0 else -1
        before = machine.look_back(state, verb, who, roles, thing) if listened else ()
        origin = state.parent[thing] if type(thing) is int else -1
        result = apply(kernel, state, who, roles)
        if result is None:
            return nothing
        total = result if type(result) is type(nothing) else machine.total(info, (result,))
        done = [(who, roles, result, origin, before)]
        return None if machine.finish(state, info, done, frame[RULE], sentence, slot, total) else total

    return run
