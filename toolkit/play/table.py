"""The table as text: who has what, what lies where.  For a person in the terminal, and for a failed example.

`lines(state, viewer)` shows what `viewer` may see (None: everything).  A grid is drawn; a place whose things nobody
could tell apart is a count.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from toolkit.kernel.model import Model
from toolkit.kernel.primitives import Kernel
from toolkit.kernel.state import State
from toolkit.play.naming import Names, listed, ordinal

NARROW = 12
"""Letters of a thing's name in a drawn grid."""


class Table:
    """Shows states of one model.  `columns`: for each attribute the kinds that have it."""

    def __init__(self, model: Model, names: Names, columns: Mapping[int, frozenset[int]]) -> None:
        self.model = model
        self.names = names
        self.columns = columns
        self.titles: dict[int, str] = {}
        self.kernel = Kernel(model)
        self.read: Callable[[State, int, int], int] = lambda state, attribute, entity: state.columns[
            attribute
        ][entity]
        """What an attribute is worth; a machine knows modifiers."""

    def has(self, entity: int, attribute: int) -> bool:
        """Whether things of its kind have the attribute."""
        return self.model.kind[entity] in self.columns.get(attribute, ())

    # -- single things --------------------------------------------------------------------------------------

    def sees(self, state: State, viewer: int | None, entity: int) -> bool:
        """Whether `viewer` knows which component it is; None sees all."""
        return viewer is None or self.kernel.sees(state, viewer, entity)

    def what(self, state: State, entity: int, viewer: int | None = None) -> str:
        """A thing without its place: *Red's piece*, *Red's die showing 4*, *a face-down card*."""
        model = self.model
        if not 0 <= entity < model.count or not model.is_component[entity]:
            return self.names.fixed(entity)
        text = self.name(state, entity, viewer)
        shown = model.shows(entity)
        if shown >= 0 and self.sees(state, viewer, entity):
            text = text.removesuffix(self.names.number(entity))
            text += f" showing {self.value(shown, self.read(state, shown, entity))}"
        return text

    def name(self, state: State, entity: int, viewer: int | None = None) -> str:
        """What it is called, whatever it shows: *Red's die*."""
        return self.names.hidden(entity) if self.hides(state, viewer, entity) else self.names.fixed(entity)

    def hides(self, state: State, viewer: int | None, entity: int) -> bool:
        """Whether it is a component of which `viewer` does not know which it is."""
        known = not 0 <= entity < self.model.count or not self.model.is_component[entity]
        return not known and not self.sees(state, viewer, entity)

    def full(self, state: State, entity: int, viewer: int | None = None) -> str:
        """A thing with its place: *Red's piece in Red's hand*."""
        text = self.what(state, entity, viewer)
        if 0 <= entity < self.model.count and self.model.is_component[entity]:
            where = self.names.where(state.parent[entity])
            return f"{text} {where}" if where else f"{text} outside the game"
        return text

    def whole(self, state: State, entity: int, viewer: int | None = None) -> str:
        """A thing with its place, with what has changed on it and what lies on it: *Ace (tired) in Red's hand*."""
        where = self.names.where(state.parent[entity]) or "outside the game"
        return f"{self._detail(state, entity, viewer)} {where}"

    def title(self, attribute: int) -> str:
        """What an attribute is called."""
        return self.titles.get(attribute) or self.model.attributes[attribute].name

    def value(self, attribute: int, value: int) -> str:
        """A value of a column in words."""
        column = self.model.attributes[attribute]
        if column.type == "list":
            return self.model.values[value] if 0 <= value < len(self.model.values) else "nothing"
        if column.type == "ref":
            return self.names.fixed(value)
        if column.type == "flag":
            return "yes" if value else "no"
        return str(value)

    # -- the whole table ------------------------------------------------------------------------------------

    def lines(self, state: State, viewer: int | None = None) -> list[str]:
        """Everything, a paragraph for each player and one for what is shared; grids at the end."""
        model, names = self.model, self.names
        shown: list[str] = []
        for owner in (*model.players, -1):
            body = [*self._quantities(state, owner if owner >= 0 else 0)]
            for place in self._places(owner):
                body += self._place(state, place, viewer)
                if parts := self._inside(state, place, viewer):
                    body += [self.names.noun(place), *parts]
            if body:
                title = names.fixed(owner) if owner >= 0 else "Shared"
                if owner >= 0 and owner == state.active:
                    title += " (active)"
                if owner >= 0 and state.out >> owner & 1:
                    title += " (out of the game)"
                shown += [title, *(f"  {line}" for line in body)]
        shown += self._grids(state, viewer)
        if state.over:
            winners = listed([names.fixed(winner) for winner in state.winners])
            shown.append(f"The game is over. {winners or 'Nobody'} won.")
        return shown

    def _quantities(self, state: State, entity: int) -> Iterator[str]:
        """Attributes of a player or the game that anybody has any of."""
        model = self.model
        peers = model.players if entity else (0,)
        words = []
        for index, column in enumerate(model.attributes):
            if not self.has(peers[0], index):
                continue
            values = [self.read(state, index, peer) for peer in peers]
            if all(value == (column.start if column.type != "number" else 0) for value in values):
                continue
            value = self.read(state, index, entity)
            if column.type == "number":
                words.append(self.names.plural(self.title(index), value))
            elif column.type == "flag":
                words += [self.title(index)] if value else []
            else:
                words.append(f"{self.title(index)}: {self.value(index, value)}")
        if words:
            yield ", ".join(words)

    def _places(self, owner: int) -> Iterator[int]:
        """Places that are no parts of others; a grid is drawn elsewhere."""
        model = self.model
        for entity in range(model.count):
            if model.is_place[entity] and model.owner[entity] == owner and model.entities[entity].part_of < 0:
                yield entity

    def _parts(self, whole: int) -> Iterator[int]:
        return (part for part in self.model.parts[whole] if not self._drawn(part))

    def _inside(self, state: State, whole: int, viewer: int | None) -> list[str]:
        """The lines of its parts, and under each those of its own."""
        found = []
        for part in self._parts(whole):
            body, inner = self._place(state, part, viewer), self._inside(state, part, viewer)
            if inner and not body:
                body = [self._called(part)]
            found += [f"  {line}" for line in (*body, *inner)]
        return found

    def _called(self, place: int) -> str:
        """*Harbour* · *second position* · *deck*."""
        data = self.model.entities[place]
        noun = self.names.noun(place)
        return data.name or (f"{ordinal(data.number)} {noun}" if data.part_of >= 0 and data.number else noun)

    def _place(self, state: State, place: int, viewer: int | None) -> list[str]:
        """A line for what is in a place; none for a place that is empty."""
        held = state.kids[place]
        if not held:
            return []
        return [f"{self._called(place)}: {self.contents(state, place, viewer)}"]

    def contents(self, state: State, place: int, viewer: int | None) -> str:
        """*4 pieces, Ace, 2 face-down cards*, in order; things that look the same one after another are counted.
        Where there is no order, what the viewer does not know comes last: its turn would tell something of it.
        """
        held: Sequence[int] = state.kids[place]
        if not self.model.ordered[place] and viewer is not None:
            held = sorted(held, key=lambda e: not self.sees(state, viewer, e))
            unseen = [e for e in held if not self.sees(state, viewer, e)]
            unseen.sort(key=lambda e: self._detail(state, e, viewer))
            held = [*held[: len(held) - len(unseen)], *unseen]
        runs: list[tuple[str, list[int]]] = []
        for entity in held:
            text = self._detail(state, entity, viewer)
            if runs and runs[-1][0] == text:
                runs[-1][1].append(entity)
            else:
                runs.append((text, [entity]))
        return ", ".join(self._counted(state, text, run, viewer) for text, run in runs)

    def _counted(self, state: State, text: str, run: list[int], viewer: int | None) -> str:
        """*4 pieces* · *2 face-down cards* · *2 x Ace* · what a single thing is called, its owner left out at home."""
        first, number = run[0], len(run)
        data = self.model.entities[first]
        if not self.sees(state, viewer, first):
            return self.names.plural(f"face-down {self.names.back(first)}", number)
        plain = data.name is None and text == self.what(state, first, viewer) and self.model.shows(first) < 0
        home = self._at_home(state, first)
        if plain and home:
            return self.names.plural(" ".join([*self.names.values(first), self.names.noun(first)]), number)
        if home and data.owner >= 0:
            text = text.removeprefix(self.names.possessive(data.owner) + " ")
        return text if number == 1 else f"{number} x {text}"

    def _at_home(self, state: State, entity: int) -> bool:
        """In a place of its own player, where its owner need not be said."""
        owner, place = self.model.owner[entity], state.parent[entity]
        return owner < 0 or (place >= 0 and self.model.owner[place] == owner)

    def _detail(self, state: State, entity: int, viewer: int | None) -> str:
        """A thing with what has changed on it and what lies on it."""
        text = self.what(state, entity, viewer)
        notes = []
        if self.sees(state, viewer, entity):
            if not state.face[entity] and self._open(state, entity):
                notes.append("face down")
            for index, column in enumerate(self.model.attributes):
                if not self.has(entity, index):
                    continue
                value = self.read(state, index, entity)
                start = dict(self.model.entities[entity].attributes).get(index, column.start)
                if value != start and index != self.model.shows(entity):
                    notes.append(self._note(entity, index, value))
        if state.kids[entity]:
            notes.append(f"with {self.contents(state, entity, viewer)}")
        return f"{text} ({', '.join(notes)})" if notes else text

    def _note(self, entity: int, index: int, value: int) -> str:
        """*power 8* · *tired* · *spent*, where no other attribute of the thing has such values."""
        if self.model.attributes[index].type == "flag" and value:
            return self.title(index)
        return self.state(entity, index, value) or f"{self.title(index)} {self.value(index, value)}"

    def state(self, entity: int, index: int, value: int) -> str:
        """A value of a list that says by itself what the thing is, as no other attribute of it has it; else nothing."""
        column = self.model.attributes[index]
        if column.type != "list" or value not in column.values:
            return ""
        others = [
            each.values for n, each in enumerate(self.model.attributes) if n != index and self.has(entity, n)
        ]
        return "" if any(value in values for values in others) else self.value(index, value)

    def _open(self, state: State, entity: int) -> bool:
        """Where everybody sees what lies face up, so that lying face down is worth telling."""
        place = state.parent[entity]
        return place >= 0 and self.model.seen_by[place] == "all"

    # -- grids ----------------------------------------------------------------------------------------------

    def _drawn(self, entity: int) -> bool:
        return self.model.kind[entity] in self.names.grids and self.model.entities[entity].part_of >= 0

    def _grids(self, state: State, viewer: int | None) -> list[str]:
        """Each place with rows and columns as a drawing, the highest row on top."""
        model = self.model
        lines: list[str] = []
        for whole in range(model.count):
            cells = [part for part in model.parts[whole] if self._drawn(part)]
            if not cells:
                continue
            texts = {(model.x[c], model.y[c]): self._cell(state, c, viewer) for c in cells}
            wide = max(map(len, [*texts.values(), "0"]))
            columns = range(1, max(x for x, _ in texts) + 1)
            lines.append(self.names.fixed(whole))
            for y in range(max(y for _, y in texts), 0, -1):
                row = [texts.get((x, y), "").center(wide) for x in columns]
                lines.append(f"  {y:>2} | {' | '.join(row)} |")
            lines.append(f"       {'   '.join(str(x).center(wide) for x in columns)}".rstrip())
        return lines

    def _cell(self, state: State, cell: int, viewer: int | None) -> str:
        """What is in a cell in a few letters: the name of a card, or the owner of a piece that has no name."""
        words = []
        for entity in sorted(state.kids[cell], key=lambda e: not self.sees(state, viewer, e)):
            data = self.model.entities[entity]
            if not self.sees(state, viewer, entity):
                words.append("?")
            elif data.name or data.owner < 0:
                words.append(self.names.printed(entity))
            else:
                words.append(self.names.fixed(data.owner))
        return "+".join(words)[:NARROW] or "."
