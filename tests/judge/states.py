"""Random tables of a pack: mostly nothing, one or two of a thing, sometimes many, sometimes something on something."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from tests.judge.values import Lore
from toolkit.kernel.model import GROUP
from toolkit.kernel.primitives import Kernel
from toolkit.kernel.state import State


class Shaker:
    """Makes states of one pack, each from a seed."""

    def __init__(self, lore: Lore, first: State, turn: int = -1) -> None:
        """`turn`: number of the period that is a player's turn, -1: there is none."""
        self.lore = lore
        self.turn = turn
        self.model = lore.model
        self.first = first
        self.kernel = Kernel(self.model)
        model = self.model
        self.components = [e for e in range(model.count) if model.is_component[e]]
        whole = {model.entities[e].part_of for e in range(model.count)}
        self.places = [
            e
            for e in range(model.count)
            if model.is_place[e] and e not in whole and model.kind[e] not in model.below[GROUP]
        ]
        self.players = list(model.players)
        self.focus: frozenset[str] = frozenset()
        """Kinds of places where most things shall lie; empty: anywhere."""
        self.deeds: Callable[[State, int, Random], State] | None = None
        """Something is done by that player, if anything can be."""

    def state(self, random: Random, lived: bool = False) -> State:
        """A legal table; `lived`: with something that has happened before this turn, and in it."""
        state = self.table(random)
        if not lived or self.deeds is None:
            return state
        for _ in range(random.choice((0, 0, 1, 2))):
            state = self.deeds(state, random.choice(self.players), random)
        if self.turn >= 0 and state.periods[self.turn][1]:
            start = len(state.history)
            state.periods[self.turn] = (1, ((1, state.active, (), start),), start)
        for _ in range(random.choice((0, 1, 1, 2, 3, 4))):
            state = self.deeds(state, random.choice(self.players), random)
        state.changed = 0
        state.forget_derived()
        return state

    def table(self, random: Random) -> State:
        """Things and amounts; perhaps it is somebody's turn."""
        state = self.first.copy(log=False)
        if self.places and self.components:
            self.place_things(state, random)
        self.set_amounts(state, random)
        if self.turn >= 0 and random.random() < 0.7:
            state.active = random.choice(self.players)
            state.periods[self.turn] = (1, ((1, state.active, (), 0),), 0)
        state.changed = 0
        state.forget_derived()
        return state

    def place_things(self, state: State, random: Random) -> None:
        style = random.choice(("few", "few", "some", "many", "one place"))
        places = self.places
        if self.focus and random.random() < 0.8:
            kinds = self.model.kinds
            places = [e for e in places if kinds[self.model.kind[e]].name in self.focus] or places
        favourite = random.choice(places)
        used = random.sample(places, min(len(places), random.choice((1, 2, 3, 6))))
        share = {"few": 0.1, "some": 0.35, "many": 0.9, "one place": 0.9}[style]
        for thing in self.components:
            if random.random() < share:
                to = favourite if style == "one place" else random.choice(used)
                if random.random() < 0.06:
                    to = random.choice(self.components)
                if self.kernel.can_move(state, thing, to):
                    self.kernel.move(state, thing, to, random.choice((0, 1)))
            if self.model.kinds[self.model.kind[thing]].faces:
                state.face[thing] = random.choice((0, 1))
            if state.parent[thing] < 0:  # what has not come yet may come: no sentence means that by *all*
                self.kernel.remove(state, thing)
        if random.random() < 0.3:
            for thing in random.sample(self.components, len(self.components) // random.choice((2, 8))):
                if state.parent[thing] >= 0:
                    self.kernel.remove(state, thing)

    def set_amounts(self, state: State, random: Random) -> None:
        kernel = self.kernel
        above = {q.parent for q in self.lore.pack.source.quantities}
        for quantity in self.lore.pack.source.quantities:
            if quantity.name in above:
                continue
            holders = self.players if quantity.of == "player" else [0]
            for who in holders:
                value = random.choice((0, 0, 1, 1, 2, 3, 5))
                kernel.set_attribute(state, self.lore.amounts[quantity.name], who, value)
        documents = {k.name for k in self.lore.pack.source.kinds if k.documents}
        each = {k.name for k in self.lore.pack.source.kinds if k.each}
        for thing in self.components:
            kind = self.model.kinds[self.model.kind[thing]].name
            if kind in documents or kind in each:
                continue
            columns = self.lore.column_of[self.model.kind[thing]]
            for name, attribute in self.lore.attributes_of[self.model.kind[thing]].items():
                if attribute.form in ("number", "flag") and not attribute.many:
                    most = 1 if attribute.form == "flag" else 3
                    kernel.set_attribute(state, columns[name], thing, random.randint(0, most))
        column = self.model.owner_column
        if column >= 0:
            for thing in self.components:
                if any(
                    k.of == "nobody"
                    for k in self.lore.pack.source.lineage(self.model.kinds[self.model.kind[thing]].name)
                ):
                    state.columns[column][thing] = random.choice([-1, *self.players])

    def told(self, state: State) -> list[str]:
        """The table in words: where things lie, what there is of amounts other than 0."""
        lines = []
        label = self.label
        for place in range(self.model.count):
            if state.kids[place]:
                held = ", ".join(self.thing(state, e) for e in state.kids[place])
                lines.append(f"{label(place)}: {held}")
        for quantity in self.lore.pack.source.quantities:
            for who in self.players if quantity.of == "player" else [0]:
                n = state.columns[self.lore.amounts[quantity.name]][who]
                if n:
                    lines.append(f"{label(who)} has {n} {quantity.name}")
        if state.active >= 0:
            lines.append(f"it is the turn of {label(state.active)}")
        verbs = self.lore.verbs
        start = state.periods[self.turn][1][-1][3] if self.turn >= 0 and state.periods[self.turn][1] else 0
        for k, (number, who, *roles, result, _) in enumerate(state.history):
            when = "this turn" if k >= start else "before"
            done = ", ".join(f"{n} {r}" for n, r in zip(verbs[number][1], roles, strict=False) if r != -1)
            lines.append(f"{when} {label(who)} did {verbs[number][0]} ({done}; came to {result})")
        lines.append("nothing else" if any(state.parent[e] < 0 for e in self.components) else "all there is")
        return lines

    def changes(self, before: State, after: State) -> list[str]:
        """What is otherwise than before."""
        lines = []
        for e in range(self.model.count):
            if before.parent[e] != after.parent[e]:
                to = after.parent[e]
                lines.append(f"{self.label(e)} to {self.label(to) if to >= 0 else 'nowhere'}")
            if before.face[e] != after.face[e]:
                lines.append(f"{self.label(e)} face {'up' if after.face[e] else 'down'}")
            if set(before.kids[e]) == set(after.kids[e]) and before.kids[e] != after.kids[e]:
                lines.append(f"{self.label(e)} in the order {', '.join(map(str, after.kids[e]))}")
            for column, attribute in enumerate(self.model.attributes):
                if before.columns[column][e] != after.columns[column][e]:
                    lines.append(
                        f"{attribute.name} of {self.label(e)} {before.columns[column][e]} to {after.columns[column][e]}"
                    )
        return lines or ["nothing changes"]

    def thing(self, state: State, e: int) -> str:
        said = []
        columns = self.lore.column_of[self.model.kind[e]]
        for name, attribute in self.lore.attributes_of[self.model.kind[e]].items():
            if attribute.form in ("number", "flag", "value") and not attribute.many:
                value = state.columns[columns[name]][e]
                if attribute.form == "value":
                    said.append(self.model.values[value] if value >= 0 else "none")
                elif value:
                    said.append(f"{name} {value}")
        return self.label(e) + (f" ({', '.join(said)})" if said else "")

    def label(self, e: int) -> str:
        owner = self.model.owner[e]
        whose = f"{self.model.label(owner)}'s " if owner >= 0 and owner != e else ""
        return f"{whose}{self.model.label(e)}"
