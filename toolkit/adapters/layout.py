"""What a seat knows, as numbers in a fixed order: observations, and all that it has learned so far.

A `Layout` is a row of segments, each with a name and a shape.  All numbers are as the game has them (nothing is
scaled); what the seat does not know is 0.

| segment | shape | its numbers |
| --- | --- | --- |
| `seat` | players | 1 at the seat that looks |
| `active` | players | 1 at the active player |
| `asked` | players | 1 at each who is asked |
| `out` | players | 1 at each who has lost |
| `question` | kinds of decisions | 1 at the kind of what is asked |
| `sentence` | 1 | which sentence asks the seat, from 1; 0: it is not asked |
| `periods` | periods | how many of each have begun (rounds, turns) |
| `game` | attributes of the game | what each is worth now |
| `players` | players, attributes of players | the same |
| `contents` | places, classes of components | how many known ones lie in a place, or on what lies there |
| `hidden` | places, backs | how many lie there that the seat does not know |
| `things` | components, 4 | 1 if known; what it lies in, from 1; position from the top, 0: no order; 1 if face up |
| `values` | attributes of components and places | what each is worth now |
| `chosen` | entities | what the seat has chosen in the decision that is open, numbered from 1 |
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod
from typing import TYPE_CHECKING, Any

from toolkit.kernel.view import back
from toolkit.machine.frame import LOCALS, PC, PROGRAM, PROGRESS
from toolkit.play.brief import PLAIN

if TYPE_CHECKING:
    from toolkit.kernel.state import LogEntry, State
    from toolkit.machine import Machine
    from toolkit.play.telling import Teller

KINDS = (
    "choose-one", "choose", "choose-number", "choose-value", "choose-quantity", "choose-payment", "choose-each", "may",
    "branch", "replace", "order",
)  # fmt: skip

EVENTS, ROLES, ANSWERS = 64, 4, 32
"""Of an information state: the last events, so many roles of each, and the seat's last answers."""


@dataclass(frozen=True)
class Segment:
    """`size` numbers of the row from `first` on."""

    name: str
    shape: tuple[int, ...]
    first: int

    @property
    def size(self) -> int:
        return prod(self.shape)


class Layout:
    """The observations of one compiled game.  `size`: how many numbers; `segments`: by name, in order."""

    def __init__(self, machine: Machine, teller: Teller) -> None:
        self.machine = machine
        self.teller = teller
        model = machine.model
        self.places = [e for e in range(model.count) if model.is_place[e]]
        self.components = [e for e in range(model.count) if model.is_component[e]]
        self.classes = list(dict.fromkeys(self.class_of(e) for e in self.components))
        self.backs = list(dict.fromkeys(self.back_of(e) for e in self.components))
        self.of_game = self._cells([0])
        self.of_players = self._cells(model.players)
        self.of_things = self._cells([*self.places, *self.components])
        self.segments: dict[str, Segment] = {}
        self.size = 0
        for name, shape in self._shapes().items():
            self.segments[name] = Segment(name, shape, self.size)
            self.size += self.segments[name].size
        self.row_of = {place: row for row, place in enumerate(self.places)}
        columns = {each: column for column, each in enumerate(self.classes)}
        backs = {each: column for column, each in enumerate(self.backs)}
        self.column_of = {e: columns[self.class_of(e)] for e in self.components}
        self.back_at = {e: backs[self.back_of(e)] for e in self.components}

    def _cells(self, entities: Sequence[int]) -> list[tuple[int, int]]:
        """Each attribute of each of these, as `(attribute, entity)`: those of one after the other."""
        columns, has = range(len(self.machine.model.attributes)), self.teller.table.has
        return [(column, entity) for entity in entities for column in columns if has(entity, column)]

    def _shapes(self) -> dict[str, tuple[int, ...]]:
        model, players = self.machine.model, len(self.machine.model.players)
        return {
            "seat": (players,),
            "active": (players,),
            "asked": (players,),
            "out": (players,),
            "question": (len(KINDS),),
            "sentence": (1,),
            "periods": (len(self.machine.ruleset.periods),),
            "game": (len(self.of_game),),
            "players": (players, len(self.of_players) // players),
            "contents": (len(self.places), len(self.classes)),
            "hidden": (len(self.places), len(self.backs)),
            "things": (len(self.components), 4),
            "values": (len(self.of_things),),
            "chosen": (model.count,),
        }

    def class_of(self, entity: int) -> tuple[int, ...]:
        """Components of a class have the same kind, the same card and the same owner."""
        model = self.machine.model
        return model.kind[entity], model.card[entity], model.owner[entity]

    def back_of(self, entity: int) -> tuple[int, int]:
        """What is known of one whose front is not."""
        model = self.machine.model
        return back(model, entity), model.owner[entity]

    # -- Observations -------------------------------------------------------------------------------------------

    def observation(self, state: State, seat: int) -> list[float]:
        """What the seat knows of a position."""
        row = [0.0] * self.size
        self._around(row, state, seat)
        self._table(row, state, seat)
        read = self.machine.attribute
        for name, cells in (("game", self.of_game), ("players", self.of_players)):
            first = self.segments[name].first
            for at, (column, entity) in enumerate(cells, first):
                row[at] = float(read(state, column, entity))
        for at, entity in enumerate(chosen_by(self.machine, state, seat)):
            row[self.segments["chosen"].first + entity] = at + 1.0
        return row

    def _around(self, row: list[float], state: State, seat: int) -> None:
        """Whose turn it is, and what is asked."""
        players, decision = self.machine.model.players, state.decision
        at = {name: segment.first for name, segment in self.segments.items()}
        for number, player in enumerate(players):
            row[at["seat"] + number] = float(player == seat)
            row[at["active"] + number] = float(player == state.active)
            row[at["out"] + number] = float(state.out >> player & 1)
            row[at["asked"] + number] = float(decision is not None and player in decision.seats)
        for number, (count, _, _) in enumerate(state.periods):
            row[at["periods"] + number] = float(count)
        if decision is not None:
            row[at["question"] + KINDS.index(decision.kind)] = 1.0
            if seat in decision.seats:
                row[at["sentence"]] = 1.0 + self.teller.asking_index(state)

    def _table(self, row: list[float], state: State, seat: int) -> None:
        """What lies where, as far as the seat knows."""
        model, kernel, read = self.machine.model, self.machine.kernel, self.machine.attribute
        contents, hidden = self.segments["contents"].first, self.segments["hidden"].first
        things, values = self.segments["things"].first, self.segments["values"].first
        known = set()
        ordered = (place for place in range(model.count) if model.ordered[place])
        positions = {e: k for place in ordered for k, e in enumerate(state.kids[place], 1)}
        for number, entity in enumerate(self.components):
            parent = outer = state.parent[entity]
            while outer >= 0 and model.is_component[outer]:
                outer = state.parent[outer]
            sees = kernel.sees(state, seat, entity)
            if outer >= 0:
                place = self.row_of[outer]
                if sees:
                    row[contents + place * len(self.classes) + self.column_of[entity]] += 1.0
                else:
                    row[hidden + place * len(self.backs) + self.back_at[entity]] += 1.0
            if sees:
                known.add(entity)
                at, position = things + 4 * number, float(positions.get(entity, 0))
                row[at : at + 4] = (1.0, parent + 1.0, position, float(state.face[entity]))
        for at, (column, entity) in enumerate(self.of_things, values):
            if entity in known or model.is_place[entity]:
                row[at] = float(read(state, column, entity))

    # -- Information states ---------------------------------------------------------------------------------------

    @property
    def information(self) -> int:
        """How many numbers an information state has: the observation, the last events, and the seat's last answers."""
        return self.size + EVENTS * (2 + ROLES) + ANSWERS

    def information_state(self, state: State, seat: int, answers: list[int]) -> list[float]:
        """The observation, then the last events, newest first (verb from 1, who from 1, what it was about from 1), then
        the seat's last answers, newest first, from 1.
        """
        row = self.observation(state, seat)
        for entry in reversed((state.log or [])[-EVENTS:]):
            row += self._event(entry, seat)
        row += [0.0] * (self.size + EVENTS * (2 + ROLES) - len(row))
        row += [action + 1.0 for action in reversed(answers[-ANSWERS:])]
        return row + [0.0] * (self.information - len(row))

    def _event(self, entry: LogEntry, seat: int) -> list[float]:
        verb, who, roles, _, _, _, seen = entry
        unseen = {entity for entity, seers in seen if not seers >> seat & 1}
        names = self.machine.ruleset.verbs[verb].roles
        told = [
            0.0 if name not in PLAIN and role in unseen else _plain(role)
            for name, role in zip(names[:ROLES], roles, strict=False)
        ]
        return [verb + 1.0, who + 1.0, *told, *([0.0] * (ROLES - len(told)))]


def _plain(role: Any) -> float:
    """A role as a number: an entity, an amount, a value, from 1; how many, of a set."""
    return float(len(role)) if isinstance(role, tuple) else float(role) + 1.0


def chosen_by(machine: Machine, state: State, seat: int) -> tuple[int, ...]:
    """What a seat has chosen in the decision that is open, in order: it may be secret to others."""
    decision = state.decision
    if decision is None or not state.frames:
        return ()
    frame = state.frames[-1]
    progress = frame[PROGRESS]
    if decision.kind == "choose":
        return tuple(progress) if seat in decision.seats else ()
    if decision.kind != "choose-each" or not progress:
        return ()
    instr = machine.ruleset.programs[frame[PROGRAM]].code[frame[PC]]
    players = machine.evaluate(instr[1], state, frame[LOCALS])
    return tuple(progress[players.index(seat)][0]) if seat in players else ()
