"""The same position with other components in the places of some: what a seat cannot tell apart.

`relabel(state, model, names)` gives each component `e` of `names` the place, the face, the burden and the past of
`e`, but the print of `names[e]`.  A frame does not say which of its numbers are components: every number there that
is the number of an exchanged one is taken for it.  That is right but for rare amounts, and worlds that are only
imagined may be wrong in these.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from toolkit.kernel.model import Model
from toolkit.kernel.state import Frame, State

REPLACING, BATCH, WINDOW = -1, -2, -3
"""As in `toolkit.machine.frame`, which stands above the kernel."""


def relabel(
    state: State, model: Model, names: Mapping[int, int], columns: list[list[int]] | None = None
) -> State:
    """A copy without log and decision.  `names`: a permutation of components; `columns`: what is printed, as a
    state has it at the start, so that a value that was changed stays where it was changed.
    """
    new = state.copy(log=False)
    new.decision = None
    moved = {e: name for e, name in names.items() if e != name}
    if not moved:
        return new
    new.forget_derived()
    places = {state.parent[e] for e in moved}
    for place in (places | moved.keys()) - {-1}:
        held = [moved.get(e, e) for e in state.kids[place]]
        if not model.ordered[place]:
            held.sort()
        new.kids[moved.get(place, place)] = tuple(held)
    for e, name in moved.items():
        parent = state.parent[e]
        new.parent[name] = moved.get(parent, parent)
        new.face[name] = state.face[e]
        new.known[name] = state.known[e]
        for inner in state.kids[e]:
            if inner not in moved:
                new.parent[inner] = name
    for number, (now, after) in enumerate(zip(state.columns, new.columns, strict=True)):
        if model.attributes[number].type == "ref":
            after[:] = [moved.get(value, value) for value in after]
        first = columns[number] if columns is not None else now
        if now != first:
            for e, name in moved.items():
                after[name] = now[e] if now[e] != first[e] else first[name]
    renamed = _Renamer(moved)
    new.gone = tuple(sorted(renamed(state.gone)))
    new.frames = [renamed.frame(frame) for frame in new.frames]
    if state.effects:
        new.effects = tuple([(*each[:2], *renamed(each[2:5]), *each[5:]) for each in state.effects])
        new.index = None
    new.delayed = tuple([(*each[:2], renamed(each[2]), *each[3:]) for each in state.delayed])
    new.history = [(*event[:2], *renamed(event[2:])) for event in state.history]
    new.remembered = None
    new.periods = [
        (count, tuple([(*run[:2], renamed(run[2]), *run[3:]) for run in runs]), start)
        for count, runs, start in state.periods
    ]
    new.truths = {key: tuple(sorted(renamed(found))) for key, found in state.truths.items()}
    new.left = _of_others(state.left, moved)
    return new


def _of_others(left: tuple[Any, ...], moved: Mapping[int, int]) -> tuple[Any, ...]:
    """`State.left` with other names of things."""
    return tuple(sorted([(moved.get(entry[0], entry[0]), *entry[1:]) for entry in left]))


def speaks_of(state: State) -> dict[int, int]:
    """For each number that unfinished programs and effects hold: where they hold it first."""
    found: dict[int, int] = {}
    held = (
        [(frame[2], frame[4], frame[5]) for frame in state.frames],
        [each[2:5] for each in state.effects],
        [each[2] for each in state.delayed],
        [event[2:] for event in state.history],
    )
    for place, number in enumerate(_numbers(held)):
        found.setdefault(number, place)
    return found


def _numbers(value: Any) -> Iterator[int]:
    if isinstance(value, (tuple, list)):
        for item in value:
            yield from _numbers(item)
    elif type(value) is int:
        yield value


class _Renamer:
    """Calls a value with every exchanged component by its new name."""

    def __init__(self, names: Mapping[int, int]) -> None:
        self.names = names

    def __call__(self, value: Any) -> Any:
        if type(value) is int:
            return self.names.get(value, value)
        if type(value) is tuple:
            return tuple([self(item) for item in value])
        if type(value) is list:
            return [self(item) for item in value]
        return value

    def frame(self, frame: Frame) -> Frame:
        """Indices of programs, rules and sentences are no components: only what stands in locals, roles and
        answers is renamed.
        """
        program, pc, locals, slot, event, progress, rule, applied = frame
        if program == WINDOW:
            locals = [(number, code, self(values)) for number, code, values in locals]
        elif program == REPLACING:
            events, at, used, survivors, results, sentence = locals
            locals = [self(events), at, self.keys(used), self(survivors), self(results), sentence]
        elif program == BATCH:
            events, at, results, done, sentence = locals
            locals = [self(events), at, self(results), tuple([self.done(each) for each in done]), sentence]
        else:
            locals = self(locals)
        if len(event) == 6:
            number, who, roles, origin, before, sentence = event
            event = (number, who, self(roles), self(origin), self.before(before), sentence)
        if program == BATCH and progress:
            progress = (progress[0], *self.done((0, (), *progress[1:]))[2:])
        elif program >= 0 or progress[:1] == (1,):
            progress = self(progress)
        return [program, pc, locals, slot, event, progress, rule, self.keys(applied)]

    def keys(self, used: Any) -> Any:
        """Replacements that were used: `(rule, this, effect)`."""
        return tuple([(each[0], self(each[1]), *each[2:]) for each in used])

    def done(self, event: Any) -> Any:
        """A committed event: `(who, roles, result, origin, before)`."""
        who, roles, result, origin, before = event
        return (who, self(roles), self(result), self(origin), self.before(before))

    def before(self, held: Any) -> Any:
        """What `look_back` found before it happened: `(rule, effect, …)`, and then who holds, fits and had what."""
        return tuple([(*each[:2], *(self(part) for part in each[2:])) for each in held])
