"""What things are called: the words by which a player knows a place, a card or a mark in a cell.

Names follow the sentences that an author may write (*the first cell of the second row*, *Red's hand*), so that an
option in a list and a sentence of an example use the same words.  A hidden thing is named by its kind only.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

from toolkit.kernel.model import GAME, GROUP, PLACE, PLAYER, Model
from toolkit.kernel.view import back
from toolkit.language.forms import ORDINALS


def ordinal(number: int) -> str:
    """*first* … *twelfth*, then *13th*, *21st* …"""
    if 1 <= number <= len(ORDINALS):
        return ORDINALS[number - 1]
    if number % 100 in (11, 12, 13):
        return f"{number}th"
    return f"{number}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th') }"


def listed(words: list[str], joint: str = "and") -> str:
    """*A*, *A and B*, *A, B and C*."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {joint} {words[-1]}"


def article(noun: str) -> str:
    """*a cell*, *an ace*."""
    return f"{'an' if noun[:1].lower() in 'aeiou' else 'a'} {noun}"


class Names:
    """The names of the entities of one model.

    `plural_of`: the plural of a noun.  `prep_of`: the preposition of a place (*at the first position*).
    """

    def __init__(
        self,
        model: Model,
        plural_of: Callable[[str], str] = lambda noun: noun + "s",
        prep_of: Callable[[str], str] = lambda noun: "in",
    ) -> None:
        self.model = model
        self.plural_of = plural_of
        self.prep_of = prep_of

    def noun(self, entity: int) -> str:
        """The lemma of its kind."""
        return self.model.kinds[self.model.kind[entity]].name

    def fixed(self, entity: int) -> str:
        """The name of what never moves: the game, a player, a place, a group.  A component by name or kind."""
        model = self.model
        if not 0 <= entity < model.count:
            return "nothing"
        data = model.entities[entity]
        if data.name:
            return data.name
        if data.kind in model.below[GAME]:
            return "the game"
        if data.kind in model.below[GROUP]:
            return self._group(entity)
        if data.kind in model.below[PLACE]:
            return self._place(entity)
        return self.printed(entity)

    def printed(self, entity: int) -> str:
        """What stands on a component: its name, or the values that tell it from others of its kind: *Red's piece*."""
        data = self.model.entities[entity]
        if data.name:
            return data.name
        noun = " ".join([*self.values(entity), self.noun(entity)]) + self.number(entity)
        if data.owner >= 0:
            return f"{self.possessive(data.owner)} {noun}"
        return f"the {noun}" if len(self.model.all_of[data.kind]) == 1 else noun

    def hidden(self, entity: int) -> str:
        """What is known of a component whose front is not seen."""
        owner = self.model.owner[entity]
        noun = f"face-down {self.back(entity)}"
        return f"{self.possessive(owner)} {noun}" if owner >= 0 else article(noun)

    def back(self, entity: int) -> str:
        """The lemma of what it is known to be when its front is not seen."""
        return self.model.kinds[back(self.model, entity)].name

    def possessive(self, entity: int) -> str:
        """*Red's*."""
        return self.fixed(entity) + "'s"

    def where(self, place: int) -> str:
        """*in Red's hand* · *at the first corner*; empty for nowhere."""
        if not 0 < place < self.model.count:
            return ""
        if not self.model.is_place[place]:
            return f"on {self.fixed(place)}"
        return f"{self.prep_of(self.noun(place))} {self.fixed(place)}"

    def plural(self, noun: str, number: int) -> str:
        """*1 mark*, *2 marks*."""
        return f"{number} {noun if number == 1 else self.plural_of(noun)}"

    # -- places and groups ----------------------------------------------------------------------------------

    def _place(self, entity: int) -> str:
        model = self.model
        data, noun = model.entities[entity], self.noun(entity)
        if data.part_of < 0:
            if data.of >= 0 and len(model.all_of[data.kind]) > 1:
                return f"{self.possessive(data.of)} {noun}"
            return f"the {noun}"
        if data.kind in self.grids:
            return self._cell(entity, noun)
        name = f"the {ordinal(data.number)} {noun}"
        whole = model.entities[data.part_of]
        if whole.of >= 0 or len(model.all_of[whole.kind]) > 1:
            name += f" {self.where(data.part_of)}"
        return name

    def _cell(self, entity: int, noun: str) -> str:
        """By the row or column that holds it, where the pack has a word for one; else by both numbers."""
        model = self.model
        for kind, groups in self._lines_of_cells.items():
            for group in groups:
                members = model.members[group]
                if entity in members:
                    number = ordinal(members.index(entity) + 1)
                    return f"the {number} {noun} of the {ordinal(groups.index(group) + 1)} {model.kinds[kind].name}"
        return f"the {noun} in column {model.x[entity]}, row {model.y[entity]}"

    def _group(self, entity: int) -> str:
        model, data = self.model, self.model.entities[entity]
        groups = self._lines_of_cells.get(data.kind)
        if groups is not None:
            return f"the {ordinal(groups.index(entity) + 1)} {self.noun(entity)}"
        return (
            f"the {self.noun(entity)} of {listed([self.fixed(member) for member in model.members[entity]])}"
        )

    @cached_property
    def grids(self) -> frozenset[int]:
        """Kinds of place that lie in several rows."""
        model = self.model
        return frozenset(
            data.kind for e, data in enumerate(model.entities) if data.part_of >= 0 and model.y[e] > 1
        )

    @cached_property
    def _lines_of_cells(self) -> dict[int, tuple[int, ...]]:
        """Kinds of group that are the rows, or the columns, of a grid, each with its groups in order."""
        model = self.model
        found: dict[int, tuple[int, ...]] = {}
        for kind in sorted(model.below[GROUP] - {GROUP}):
            groups = model.all_of[kind]
            for axis in (model.x, model.y):
                lines = [{axis[cell] for cell in model.members[group]} for group in groups]
                if (
                    groups
                    and all(len(line) == 1 for line in lines)
                    and len({min(line) for line in lines}) == len(lines)
                ):
                    found[kind] = groups
        return found

    # -- components -----------------------------------------------------------------------------------------

    def values(self, entity: int) -> list[str]:
        """The list values that are printed on it and that tell it from the others of its kind."""
        model = self.model
        data = model.entities[entity]
        words = []
        for attribute, value in data.attributes:
            if attribute in self._telling.get(data.kind, ()) and value >= 0:
                words.append(model.values[value])
        return words

    def number(self, entity: int) -> str:
        """*showing 4*, after a blank: the number that is printed on it, where things of its kind differ by that."""
        attribute = self.model.shows(entity)
        if self.model.kind[entity] not in self._numbered:
            return ""
        return f" showing {dict(self.model.entities[entity].attributes).get(attribute, 0)}"

    @cached_property
    def _numbered(self) -> frozenset[int]:
        """Kinds whose things begin with different numbers to show."""
        model = self.model
        found = set()
        for kind in range(len(model.kinds)):
            shown = {
                (attribute, dict(model.entities[e].attributes).get(attribute))
                for e in (model.all_of[kind] if kind not in (GAME, PLAYER) else ())
                if model.entities[e].kind == kind and (attribute := model.shows(e)) >= 0
            }
            if len(shown) > 1:
                found.add(kind)
        return frozenset(found)

    @cached_property
    def _telling(self) -> dict[int, frozenset[int]]:
        """For each kind the list attributes whose start values differ among its entities."""
        model = self.model
        found: dict[int, frozenset[int]] = {}
        for kind in range(len(model.kinds)):
            if kind in (GAME, PLAYER):
                continue
            values: dict[int, set[int]] = {}
            for entity in model.all_of[kind]:
                for attribute, value in model.entities[entity].attributes:
                    if model.attributes[attribute].type == "list":
                        values.setdefault(attribute, set()).add(value)
            found[kind] = frozenset(attribute for attribute, seen in values.items() if len(seen) > 1)
        return found
