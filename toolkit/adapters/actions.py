"""Every answer that could ever be given in a game, each with a number of its own that it always has.

A thing that the seat does not know has the number of the spot where it lies, so no number tells what is hidden.  Ways
to pay, and effects that begin at the same moment, are counted in the order in which they are offered.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from toolkit.kernel.view import back, seen_option
from toolkit.program.expression import conjuncts

if TYPE_CHECKING:
    from toolkit.kernel.model import Model
    from toolkit.kernel.state import State
    from toolkit.machine import Machine, Option
    from toolkit.play.naming import Names
    from toolkit.program.expression import Expr

NUMBERS = 128
"""Numbers in a row that one decision may offer, unless somebody says otherwise."""

COUNTED = 64
"""Ways to pay, or effects to put in order, of one decision."""

ALONE = ("yes", "no", "done")


class TooMany(ValueError):
    """A decision offers more numbers, ways to pay or effects than there are actions for."""


@dataclass(frozen=True)
class Block:
    """Actions of one form: `size` numbers from `first` on."""

    form: str
    first: int
    size: int

    @property
    def end(self) -> int:
        return self.first + self.size


class Actions:
    """The actions of one compiled game.  `size`: how many there are; they are numbered from 0.

    `blocks`: in their order: what stands alone (*yes*, *no*, *done*), lines of a choice, values, quantities, numbers,
    payments, effects, things, and spots where a thing lies that the seat does not know.  A form that no text of the
    game asks for has no numbers.
    """

    def __init__(self, machine: Machine, names: Names, numbers: int = NUMBERS) -> None:
        self.machine = machine
        self.names = names
        model, asked = machine.model, list(_asking(machine))
        kinds = {instr[0] for instr in asked}
        self.things = self._things(asked)
        self.spots = list(self._spots())
        branches = max((len(instr[3]) for instr in asked if instr[0] == "branch"), default=0)
        counted = machine.ruleset.ordering or any(rule.kind == "replace" for rule in machine.ruleset.rules)
        sizes = {
            "alone": len(ALONE),
            "branch": branches,
            "value": len(model.values) if "choose-value" in kinds else 0,
            "quantity": len(model.attributes) if "choose-quantity" in kinds else 0,
            "number": numbers if "choose-number" in kinds else 0,
            "payment": COUNTED if "choose-payment" in kinds else 0,
            "rule": COUNTED if counted else 0,
            "entity": len(self.things),
            "hidden": len(self.spots),
        }
        self.blocks: dict[str, Block] = {}
        self.size = 0
        for form, size in sizes.items():
            self.blocks[form] = Block(form, self.size, size)
            self.size += size
        self._spot = {spot: number for number, spot in enumerate(self.spots)}
        self._thing = {entity: number for number, entity in enumerate(self.things)}

    def _things(self, asked: Sequence[tuple[Any, ...]]) -> list[int]:
        """All that could ever be chosen."""
        model, found = self.machine.model, set[int]()
        for instr in asked:
            if instr[0] in ("choose", "choose-one", "choose-each"):
                found |= members(model, instr[3] if instr[0] == "choose-each" else instr[2])
        return sorted(found)

    def _spots(self) -> Iterator[tuple[int, int]]:
        """`(place, position)` wherever something that can be chosen can lie hidden; position 0: where there is no
        order.
        """
        model = self.machine.model
        things = [e for e in self.things if model.is_component[e]]
        faces = [e for e in things if model.kinds[back(model, e)].faces]
        for place in range(model.count):
            within = things if model.is_place[place] and model.seen_by[place] != "all" else faces
            if not within:
                continue
            if model.is_place[place] and model.ordered[place]:
                yield from ((place, position) for position in range(1, sum(model.is_component) + 1))
            elif model.is_place[place] or model.is_component[place]:
                yield place, 0

    # -- Numbers ------------------------------------------------------------------------------------------------

    def legal(self, state: State, seat: int, options: Sequence[Option]) -> dict[int, int]:
        """For each action that the seat can take now the index of the option that it stands for, in ascending order of
        the actions.  Options that the seat cannot tell apart are one action, the first of them.  Raises `TooMany`.
        """
        kernel = self.machine.kernel
        found: dict[int, int] = {}
        counted: dict[str, int] = {}
        for index, option in enumerate(options):
            seen = seen_option(state, kernel, seat, option)
            found.setdefault(self.number(seen, counted), index)
        if "number" in counted and counted["number"] > self.blocks["number"].size:
            raise TooMany(
                f"{counted['number']} numbers are offered: Environment(…, numbers={counted['number']})"
            )
        return dict(sorted(found.items()))

    def number(self, seen: tuple[Any, ...], counted: dict[str, int]) -> int:
        """The action of an option as its seat sees it.  `counted`: of the options before it in the decision."""
        form = seen[0]
        if form in ALONE:
            return ALONE.index(form)
        block = self.blocks[form]
        if form in ("number", "payment", "rule"):
            at = counted.get(form, 0)
            counted[form] = at + 1
            if form == "number":  # they come in a row, so within one decision each has another remainder
                at = seen[1] % block.size
            elif at >= block.size:
                raise TooMany(f"a decision offers more than {block.size} of the form {form}")
        else:
            at = (
                self._spot[seen[1:]]
                if form == "hidden"
                else self._thing[seen[1]]
                if form == "entity"
                else seen[1]
            )
        return block.first + at

    # -- Words --------------------------------------------------------------------------------------------------

    def label(self, action: int) -> str:
        """What an action is, whatever the position: *yes*, *3*, *the first cell of the second row*.  Raises
        `ValueError` for a number that is none.
        """
        block = self.block(action)
        at, model = action - block.first, self.machine.model
        if block.form == "hidden":
            place, position = self.spots[at]
            where = self.names.where(place)
            return f"what lies hidden {where}" + (f", number {position}" if position else "")
        said = {
            "alone": lambda: ALONE[at],
            "branch": lambda: f"line {at + 1}",
            "value": lambda: model.values[at],
            "quantity": lambda: model.attributes[at].name,
            "number": lambda: str(at),
            "payment": lambda: f"payment {at + 1}",
            "rule": lambda: f"effect {at + 1}",
            "entity": lambda: self.names.fixed(self.things[at]),
        }
        return said[block.form]()

    def block(self, action: int) -> Block:
        """The block to which an action belongs.  Raises `ValueError`."""
        for block in self.blocks.values():
            if block.first <= action < block.end:
                return block
        raise ValueError(f"there is no action {action}; they are numbered from 0 to {self.size - 1}")


def _asking(machine: Machine) -> Iterator[tuple[Any, ...]]:
    """The instructions of the game that ask something."""
    for program in machine.ruleset.programs:
        yield from (instr for instr in program.code if instr[0].startswith(("choose", "may", "branch")))


def members(model: Model, expr: Expr) -> frozenset[int]:
    """All that a set could hold, in whatever position."""
    op = expr[0]
    if op == "set":
        return frozenset(expr[1:])
    if op == "players":
        return frozenset(model.players)
    if op in ("all", "all-in", "parts"):
        return frozenset(model.all_of[expr[1]])
    if op in ("minus", "take", "drop", "last-n", "reverse", "rank", "best"):
        return members(model, expr[1])
    if op in ("union", "inter"):
        parts = [members(model, part) for part in expr[1:]]
        return frozenset.union(*parts) if op == "union" else frozenset.intersection(*parts)
    if op == "filter":
        found = members(model, expr[1])
        for cond in conjuncts(expr[3]):
            if cond[0] == "is" and cond[1] == ("local", expr[2]):
                found &= frozenset(model.all_of[cond[2]])
        return found
    return frozenset(range(model.count))
