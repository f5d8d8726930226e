"""Which decisions are asked even though nothing, or one thing only, can be answered: those that would tell the others
something by not being asked.

In a game with `forced: ask` a decision is asked when what can be answered depends on components of which one lies
hidden from some player now.  That is so if the instruction that asks speaks of a place in which such a component lies,
of a kind to which one belongs, or of one that a local holds: in its own expressions, in those of its locals, or in
those of what it calls.  Which components these are is no matter: for whoever does not know them, the same is asked
whatever they are.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from toolkit.kernel.model import Model
from toolkit.kernel.primitives import Kernel
from toolkit.kernel.state import State
from toolkit.machine.frame import LOCALS, PC, PROGRAM
from toolkit.program.expression import Expr
from toolkit.program.instruction import Instr
from toolkit.program.ruleset import Ruleset


class Region:
    """What expressions speak of: kinds of components, places with what is in them, and locals."""

    __slots__ = ("kinds", "locals", "places")

    def __init__(self) -> None:
        self.kinds: set[int] = set()
        self.places: set[int] = set()
        self.locals: set[int] = set()


class Secrecy:
    """For one ruleset.  `asks`: whether it wants such decisions to be asked."""

    def __init__(self, model: Model, ruleset: Ruleset, kernel: Kernel) -> None:
        self.model = model
        self.ruleset = ruleset
        self.kernel = kernel
        self.asks = ruleset.asking and len(model.players) > 1
        self._regions: dict[tuple[int, int], Region] = {}

    def wanted(self, state: State, members: tuple[int, ...] = ()) -> bool:
        """Whether the decision of the instruction that runs is to be asked, whatever can be answered.  `members`: what
        can be chosen.
        """
        if not self.asks:
            return False
        frame = state.frames[-1]
        return self._any_hidden(state, members) or (
            frame[PROGRAM] >= 0 and self._at_stake(state, frame[PROGRAM], frame[PC])
        )

    def open_ended(self, state: State, members: tuple[int, ...]) -> bool:
        """Whether the decision is to be asked, whatever can be answered, and is one about *any number of* them."""
        if not self.wanted(state, members):
            return False
        frame = state.frames[-1]
        most: Expr = self.ruleset.programs[frame[PROGRAM]].code[frame[PC]][-2]
        return bool(most[0] == "count")

    def offers(self, state: State, program: int, pc: int) -> bool:
        """Whether the condition at `pc` only guards a *may* that is asked in any case."""
        code = self.ruleset.programs[program].code
        return self.asks and code[pc + 1][0] == "may" and self._at_stake(state, program, pc)

    def guard(self, state: State) -> Expr | None:
        """The condition of the *may* that runs, if it is asked in any case."""
        program, pc = state.frames[-1][PROGRAM], state.frames[-1][PC]
        before = self.ruleset.programs[program].code[pc - 1] if self.asks and pc > 0 else ()
        if before[:1] == ("unless",) and self.offers(state, program, pc - 1):
            return before[1]
        return None

    def unless(self, pc: int) -> str:
        """What generated code adds to the condition at `pc`."""
        return f" and not m.secrecy.offers(S, F[0], {pc:d})" if self.asks else ""

    # --- What lies hidden -----------------------------------------------------------------------------------

    def _at_stake(self, state: State, program: int, pc: int) -> bool:
        region = self._regions.get((program, pc))
        if region is None:
            region = self._regions[program, pc] = self._region(self.ruleset.programs[program].code, pc)
        model, kinds, places = self.model, region.kinds, region.places
        held = list(numbers_in([state.frames[-1][LOCALS][slot] for slot in region.locals]))
        return any(
            model.is_component[e]
            and state.parent[e] >= 0
            and (model.kind[e] in kinds or e in held or self._lies_in(state, e, places))
            and self._any_hidden(state, (e,))
            for e in range(model.count)
        )

    def _lies_in(self, state: State, entity: int, places: set[int]) -> bool:
        while entity >= 0:
            entity = state.parent[entity]
            if entity in places:
                return True
        return False

    def _any_hidden(self, state: State, members: Any) -> bool:
        sees, players = self.kernel.sees, self.model.players
        return any(not sees(state, player, e) for e in members for player in players)

    # --- What an instruction speaks of ----------------------------------------------------------------------

    def _region(self, code: tuple[Instr, ...], pc: int) -> Region:
        region = Region()
        waiting: list[Any] = [code[pc][1:]]
        for part in waiting:  # and what stands in the locals that it reads
            new = set(_locals_in(part)) - region.locals
            region.locals |= new
            waiting += [instr[2] for instr in code if instr[0] == "let" and instr[1] in new]
        called: set[tuple[str, int]] = set()
        while waiting:
            part = waiting.pop()
            if not isinstance(part, tuple) or not part:
                continue
            for name in self._named(part, region):
                if name not in called:
                    called.add(name)
                    waiting += self._bodies(*name)
            waiting += part
        return region

    def _named(self, expr: tuple[Any, ...], region: Region) -> Iterator[tuple[str, int]]:
        """Notes what an op speaks of; gives what it calls."""
        model = self.model
        match expr:
            case ("place" | "parts", int(kind), *_):
                region.places.update(model.all_of[kind])
            case ("all-in", int(kind), ("set", *places)) if all(isinstance(each, int) for each in places):
                region.places.update(places)
            case ("all" | "all-in", int(kind), *_):
                region.kinds.update(model.below[kind])
            case ("set", *entities):
                region.places.update(each for each in entities if isinstance(each, int))
            case ("call" | "formula" | "can" as op, int(number), *_):
                yield str(op), number

    def _bodies(self, op: str, number: int) -> list[Expr | None]:
        ruleset = self.ruleset
        if op == "call":
            return [ruleset.functions[number].body]
        if op == "formula":
            return [ruleset.functions[each].body for each in ruleset.formulas[number].values()]
        return [ruleset.verbs[number].requires]


def numbers_in(value: Any) -> Iterator[int]:
    """All numbers in tuples and lists inside one another: some may be components."""
    for each in value:
        if type(each) is int:
            yield each
        elif isinstance(each, (tuple, list)):
            yield from numbers_in(each)


def _locals_in(expr: tuple[Any, ...]) -> Iterator[int]:
    """The slots that an instruction or an expression reads."""
    if expr[:1] == ("local",):
        yield expr[1]
    for part in expr:
        if isinstance(part, tuple):
            yield from _locals_in(part)
