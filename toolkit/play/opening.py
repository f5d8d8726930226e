"""The table that `given` sentences describe, set up by hand: nothing that is done here is an event, no rule sees it.

In: a new state and the operations of `toolkit.compile.given`.  What was already placed is not taken again, so
*Red has a card in hand. Red has a card on the board.* are two cards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from toolkit.compile.given import Assign, Clear, During, Op, Pin, Put
from toolkit.compile.given_things import Things
from toolkit.kernel.changes import EVERYTHING, PERIODS
from toolkit.kernel.primitives import DEFAULT
from toolkit.kernel.state import State
from toolkit.report.catalogue import diagnose
from toolkit.report.diagnostic import DiagnosticError
from toolkit.report.source import Span

if TYPE_CHECKING:
    from toolkit.kernel.model import Model
    from toolkit.machine import Machine


@dataclass
class Opening:
    """Sets up one state.  `size`: locals that the expressions of the operations need."""

    machine: Machine
    state: State
    size: int
    taken: set[int] = field(default_factory=set)
    here: set[int] = field(default_factory=set)

    @property
    def model(self) -> Model:
        return self.machine.model

    def set_up(
        self, operations: list[tuple[Op, Span]], look: Callable[[State, Span], None] = lambda *_: None
    ) -> None:
        """Do all of them.  Raises `DiagnosticError` (SAY0908) when there are not as many things as were given.
        `look`: at what each text has made of the table, but where it gives what rules then change (*+1 power*).
        """
        changed = {rule.attribute for rule in self.machine.ruleset.rules if rule.kind == "modify"}
        for span, said in groupby(operations, itemgetter(1)):
            raw = False
            for operation, _ in said:
                self.one(operation, span)
                self.state.forget_derived()
                raw = raw or (isinstance(operation, Assign) and operation.attribute in changed)
            if not raw:
                look(self.state, span)
        self.settle()

    def settle(self) -> None:
        """What is true now was always so: watches do not see it as a change."""
        self.state.changed = EVERYTHING
        self.machine.watch(self.state, [])

    def one(self, operation: Op, span: Span) -> None:
        """Do one."""
        match operation:
            case Put():
                self.put(operation, span)
            case Clear():
                self.clear(operation)
            case Assign():
                self.assign(operation, span)
            case Pin():
                those = tuple(self.value(operation.of))
                pins = tuple((operation.what, self.value(value), those) for value in operation.values)
                self.state.pins = (*self.state.pins, *pins)
            case During():
                who = self.value(operation.who) if operation.who is not None else -1
                run = (operation.number, who, (), len(self.state.history))
                self.state.periods[operation.period] = (operation.number, (run,), len(self.state.history))
                if operation.turn and who > 0:
                    self.state.active = who
                self.state.stale |= PERIODS

    def clear(self, operation: Clear) -> None:
        """Take away what lies in a place, in one of several, or anywhere."""
        place = self.value(operation.place) if operation.place is not None else None
        places = place if isinstance(place, tuple) else (place,)
        for entity in self.candidates(operation.things):
            there = self.state.parent[entity] >= 0
            if there and any(each is None or self.inside(entity, each) for each in places):
                self.take_out(entity)

    # -- Things ---------------------------------------------------------------------------------------------

    def value(self, expr: Any, slot: int = -1, entity: int = -1) -> Any:
        """An expression now; `slot` holds `entity`."""
        locals = [-1, -1, *[0] * max(self.size - 2, 0)]
        if slot >= 0:
            locals[slot] = entity
        return self.machine.evaluate(expr, self.state, locals)

    def candidates(self, things: Things) -> list[int]:
        """All components that fit, wherever they are, in the order in which they were made; those used already
        left out."""
        every = things.names if things.names is not None else self.model.all_of[things.kind]
        return [
            entity
            for entity in every
            if entity not in self.taken and self.value(things.condition, things.slot, entity)
        ]

    def inside(self, entity: int, place: int) -> bool:
        """In it, at any depth."""
        return self.machine.library.is_in(self.state, entity, place)

    def put(self, operation: Put, span: Span) -> None:
        place = self.value(operation.place) if operation.place is not None else None
        if place is not None and (place == () or (isinstance(place, int) and place < 0)):
            raise self.no_place(operation.things, span)
        if operation.each and isinstance(place, tuple):
            for one in place:
                self.put_there(operation, one, span)
        else:
            self.put_there(operation, place, span)

    def put_there(self, operation: Put, place: Any, span: Span) -> None:
        """In one place, or one by one in several."""
        things = operation.things
        if operation.whole and isinstance(place, int):
            self.take_out_all(entity for entity in self.state.kids[place] if entity not in self.taken)
        fits = self.candidates(things)
        count = len(fits) if things.count is None else things.count
        if isinstance(place, int):
            # What is there already need not be moved, so that three that stay are the three that are meant.
            fits.sort(
                key=lambda one: (self.state.parent[one] != place, self.foreign(one, place), self.far(one))
            )
        else:
            fits.sort(key=self.far)
        if len(fits) < count:
            raise self.too_few(things, len(fits), count, span)
        chosen, rest = fits[:count], fits[count:]
        if isinstance(place, tuple) and things.count is not None and count > len(place):
            raise self.no_place(things, span)
        for number, entity in enumerate(chosen):
            self.taken.add(entity)
            self.lay(entity, self.place_for(place, number, entity), operation, span)
        if operation.exact and isinstance(place, int):
            self.take_out_all(entity for entity in rest if self.state.parent[entity] == place)

    def take_out_all(self, entities: Iterable[int]) -> None:
        """Each of them."""
        for entity in tuple(entities):
            self.take_out(entity)

    def foreign(self, entity: int, place: int) -> bool:
        """Whether it is another player's than the place: *Sword is on Blue's field* is Blue's, unless it says whose."""
        owner, whose = self.model.entities[entity].owner, self.model.entities[place].of
        return 0 <= owner != whose >= 0

    def far(self, entity: int) -> int:
        """What nobody holds is taken first, then what lies open; from decks and hands only what is nowhere else."""
        place = self.state.parent[entity]
        if place < 0:
            return 0
        model = self.model
        if model.is_place[place] and not model.ordered[place] and model.seen_by[place] == "all":
            return 1 if model.entities[place].of < 0 else 2
        return 3

    def lay(self, entity: int, where: int | None, operation: Put, span: Span) -> None:
        """Put one thing there, with its face."""
        if where is not None and operation.position is not None:
            if self.state.parent[entity] == where:
                self.take_out(entity)
            self.move(entity, where, span, operation.position)
        elif where is not None and self.state.parent[entity] != where:
            self.move(entity, where, span)
        if where is not None or operation.face is not None:
            self.state.face[entity] = self.face(operation.face, entity)

    def place_for(self, place: Any, number: int, entity: int) -> int | None:
        """One place for all, one for each, or where the thing is now (where it begins, if it is nowhere)."""
        if isinstance(place, tuple):
            return int(place[min(number, len(place) - 1)])
        if place is not None:
            return int(place)
        if self.state.parent[entity] < 0 and self.model.entities[entity].at >= 0:
            return self.model.entities[entity].at
        return None

    def face(self, said: int | None, entity: int) -> int:
        """As said; else what has two faces lies face up where everybody sees it, as when a game begins."""
        if said is not None:
            return said
        if not self.two_faced(entity):
            return 1
        place = self.state.parent[entity]
        while place >= 0 and self.model.is_component[place]:
            place = self.state.parent[place]
        return int(place < 0 or self.model.seen_by[place] == "all")

    def two_faced(self, entity: int) -> bool:
        """Whether its kind, or one above it, has faces: of anything else nobody asks how it lies."""
        kind = self.model.kinds[self.model.kind[entity]]
        while not kind.faces and kind.parent >= 0:
            kind = self.model.kinds[kind.parent]
        return kind.faces

    def move(self, entity: int, to: int, span: Span, position: int = DEFAULT) -> None:
        kernel = self.machine.kernel
        if not kernel.can_move(self.state, entity, to):
            raise DiagnosticError(
                [
                    diagnose(
                        "SAY0909",
                        span,
                        thing=self.model.label(entity),
                        place=self.model.label(to),
                        hint="The place is full, or the thing has left the game.",
                    )
                ]
            )
        kernel.move(self.state, entity, to, position)

    def take_out(self, entity: int) -> None:
        """Outside the game, from where a later sentence may bring it back."""
        self.machine.kernel.remove(self.state, entity)
        self.state.gone = tuple(gone for gone in self.state.gone if gone != entity)

    def no_place(self, things: Things, span: Span) -> DiagnosticError:
        """A sentence names a place that is not there, or fewer places than things."""
        name = self.model.label(things.names[0]) if things.names else self.model.kinds[things.kind].name
        hint = "There is no such place, or there are fewer of them than things."
        return DiagnosticError(
            [diagnose("SAY0909", span, thing=name, place="a place that is not there", hint=hint)]
        )

    def too_few(self, things: Things, there: int, wanted: int, span: Span) -> DiagnosticError:
        name = self.model.kinds[things.kind].name
        if things.names:
            name = self.model.label(things.names[0])
        return DiagnosticError(
            [
                diagnose(
                    "SAY0908",
                    things.span or span,
                    wanted=wanted,
                    there=there,
                    thing=name,
                    hint="Every component can be given once. Is one of them given elsewhere, or does it belong to "
                    "another player?",
                )
            ]
        )

    # -- Values ---------------------------------------------------------------------------------------------

    def assign(self, operation: Assign, span: Span) -> None:
        target = self.value(operation.of)
        entities = target if isinstance(target, tuple) else (target,)
        values = [self.value(value) for value in operation.values]
        if len(values) > 1 and len(values) != len(entities):
            raise DiagnosticError(
                [
                    diagnose(
                        "SAY0908",
                        span,
                        wanted=len(values),
                        there=len(entities),
                        thing="thing that can show them",
                        hint="Give one value for all, or one for each.",
                    )
                ]
            )
        for number, entity in enumerate(entities):
            if entity >= 0:
                value = values[number] if len(values) > 1 else values[0]
                self.machine.kernel.set_attribute(self.state, operation.attribute, entity, int(value))
