"""Which decisions are asked even though nothing, or one thing only, can be answered: those that would tell the others
something by not being asked.

In a game with `forced: ask` a decision is asked when what can be answered depends on components of which one lies
hidden from some player now.  That is so if the instruction that asks speaks of a place in which such a component lies,
of a kind to which one belongs, or of one that a local holds: in its own expressions, in those of its locals, or in
those of what it calls.  Which components these are is no matter: for whoever does not know them, the same is asked
whatever they are.

A trigger or a replacement that asks whether it is done (*When a player draws a seven, they may …*) would tell by its
question what was drawn.  So it is *pretended* where it does not act for a reason that lies hidden: its question is
asked, and can only be declined.  The same is done in a loop that asks those players of whom something holds that
lies hidden (*Each player with a seven in their hand may …*): it goes through all who may be among them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from toolkit.kernel.changes import KNOWN, MOVED, kind_bit
from toolkit.kernel.model import Model
from toolkit.kernel.primitives import Kernel
from toolkit.kernel.state import Frame, State
from toolkit.machine.frame import LOCALS, PC, PRETENDED, PROGRAM, PROGRESS
from toolkit.machine.library import Library
from toolkit.program.expression import Expr, conjuncts, locals_of
from toolkit.program.instruction import Instr
from toolkit.program.ruleset import Ruleset

Evaluate = Callable[[Expr, State, Any], Any]
"""The interpreter's: the value of an expression over these locals."""

LOOKING = ("let", "unless")
"""Instructions that change nothing on the table."""

IDLE = (*LOOKING, "jump", "return", "decline")
"""These, and those that only go on elsewhere or end."""


class Region:
    """What expressions speak of: kinds of components, places with what is in them, and locals.  `components`: all
    of those kinds, wherever they are; `of_components`: the kinds that have any.  `number`: under which is kept whether
    one of these, or what is in the places, lies hidden.
    """

    __slots__ = ("components", "kinds", "locals", "number", "of_components", "places")

    def __init__(self) -> None:
        self.kinds: set[int] = set()
        self.places: set[int] = set()
        self.locals: set[int] = set()
        self.components: tuple[int, ...] = ()
        self.of_components: tuple[int, ...] = ()
        self.number = -1


Round = tuple[Expr, int, Expr]
"""`(everybody, slot, condition)`: of whom a loop asks those for whom the condition holds."""


class Secrecy:
    """For one ruleset.  `asks`: whether it wants such decisions to be asked."""

    def __init__(self, model: Model, ruleset: Ruleset, kernel: Kernel, library: Library) -> None:
        self.model = model
        self.ruleset = ruleset
        self.kernel = kernel
        self.library = library
        self.kept = library.kept
        self.always = ruleset.always
        self.asks = self.always or (ruleset.asking and len(model.players) > 1)
        self._regions: dict[tuple[int, int], Region] = {}
        self._pretends: dict[int, bool] = {}
        self._kinds: dict[int, tuple[tuple[int, ...], int]] = {}
        self._guards: dict[tuple[int, int], list[Expr]] = {}
        self._rounds: dict[tuple[int, int], Round | None] = {}
        self._conditions: dict[int, tuple[Expr, list[tuple[Expr, Region]]]] = {}  # by identity

    def forget(self, first: int) -> None:
        """The programs from this number on are no more."""
        self._regions = {at: found for at, found in self._regions.items() if at[0] < first}
        self._guards = {at: found for at, found in self._guards.items() if at[0] < first}
        self._rounds = {at: found for at, found in self._rounds.items() if at[0] < first}

    def wanted(self, state: State, members: tuple[int, ...] = ()) -> bool:
        """Whether the decision of the instruction that runs is to be asked, whatever can be answered.  `members`: what
        can be chosen.
        """
        if self.always or not self.asks:
            return self.always
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
        """Whether the condition at `pc`, which does not hold, only guards a *may* that is asked in any case."""
        return self.guarding(program, pc) and self._at_stake(state, program, pc)

    def able(self, state: State, evaluate: Evaluate) -> bool:
        """Whether the *may* that runs can be answered with yes: it is pretended by nobody, and what guards it holds."""
        frame = state.frames[-1]
        if not self.asks or frame[PROGRAM] < 0:
            return True
        if frame[PROGRESS] == (PRETENDED,):
            return False
        for guard in self.guards(frame[PROGRAM], frame[PC]):
            if not evaluate(guard, state, frame[LOCALS]):
                return False
        return True

    def guards(self, program: int, pc: int) -> list[Expr]:
        """The conditions without which the *may* at `pc` is asked all the same, and cannot be answered with yes."""
        known = self._guards.get((program, pc))
        if known is None:
            known = self._guards[program, pc] = self.found_guards(program, pc)
        return known

    def found_guards(self, program: int, pc: int) -> list[Expr]:
        code = self.ruleset.programs[program].code
        return [
            code[before][1]
            for before in (self._run(code, pc) if self.asks else ())
            if code[before][0] == "unless" and self._guarded(code, before) == pc
        ]

    def guarding(self, program: int, pc: int) -> bool:
        """Whether the condition at `pc` only guards a *may*."""
        return self.asks and self._guarded(self.ruleset.programs[program].code, pc) >= 0

    @staticmethod
    def _run(code: tuple[Instr, ...], pc: int) -> range:
        """The instructions right before `pc` that do nothing but look."""
        first = pc
        while first > 0 and code[first - 1][0] in LOOKING:
            first -= 1
        return range(first, pc)

    @staticmethod
    def _guarded(code: tuple[Instr, ...], pc: int) -> int:
        """Where the *may* stands that the condition at `pc` guards: without it the same follows as after a no; -1."""
        target, at = code[pc][2], pc + 1
        last = len(code) - 1  # something follows a *may*
        while at < last and (code[at][0] == "let" or (code[at][0] == "unless" and code[at][2] == target)):
            at += 1
        if at >= last or code[at][0] != "may":
            return -1
        after = code[at + 1]
        return at if after[0] == "unless" and after[2] == target else -1

    # --- Triggers and replacements that only ask ------------------------------------------------------------

    def pretends(self, number: int) -> bool:
        """Whether a rule that does not act could be pretended: all that its effect does unasked is to ask."""
        if not self.asks:
            return False
        found = self._pretends.get(number)
        if found is None:
            rule = self.ruleset.rules[number]
            code = self.ruleset.programs[rule.program].code
            found = self._pretends[number] = rule.spends is None and _only_asks(code)
        return found

    def unsure(self, state: State, number: int, locals: list[Any], evaluate: Evaluate) -> bool:
        """Whether all that keeps a rule from acting lies hidden."""
        rule = self.ruleset.rules[number]
        return self.open_to_doubt(state, rule.match, locals, evaluate) and self.open_to_doubt(
            state, rule.was, locals, evaluate
        )

    def open_to_doubt(self, state: State, expr: Expr | None, locals: list[Any], evaluate: Evaluate) -> bool:
        """Whether a condition holds, or all that keeps it from holding lies hidden."""
        return expr is None or all(
            self._hides(state, region, locals) or evaluate(part, state, locals)
            for part, region in self._parts(expr)
        )

    def in_doubt(self, state: State, expr: Expr | None, locals: list[Any], evaluate: Evaluate) -> bool:
        """The same of a condition of which at least a part lies hidden."""
        return (
            expr is not None
            and any(self._hides(state, region, locals) for _, region in self._parts(expr))
            and self.open_to_doubt(state, expr, locals, evaluate)
        )

    def region(self, expr: Expr) -> Region:
        """What a condition speaks of."""
        return self._region([expr], ())

    def _parts(self, expr: Expr) -> list[tuple[Expr, Region]]:
        known = self._conditions.get(id(expr))
        if known is None:
            known = expr, [(part, self._region([part], ())) for part in conjuncts(expr)]
            self._conditions[id(expr)] = known
        return known[1]

    # --- Loops that ask some of the players -----------------------------------------------------------------

    def round(self, state: State, program: int, pc: int, locals: list[Any], evaluate: Evaluate) -> Any:
        """The members of the loop at `pc` that begins, and `~` of each player whom it must seem to ask."""
        members = locals[self.ruleset.programs[program].code[pc][1]]
        if not self.asks:
            return members
        if (program, pc) not in self._rounds:
            self._rounds[program, pc] = asking_round(self.ruleset.programs[program].code, pc)
        found = self._rounds[program, pc]
        if found is None:
            return members
        everybody, slot, condition = found
        wider = []
        for player in evaluate(everybody, state, locals):
            held = [player if at == slot else value for at, value in enumerate(locals)]
            if player in members:
                wider.append(player)
            elif player in self.model.players and self.open_to_doubt(state, condition, held, evaluate):
                wider.append(~player)
        return tuple(wider)

    def asking(self, code: tuple[Instr, ...], pc: int) -> bool:
        """Whether `pc` is the head of such a loop."""
        return self.asks and asking_round(code, pc) is not None

    @staticmethod
    def member(frame: Frame, member: int) -> int:
        """Who is next in such a loop; notes whether they are asked only in pretence."""
        frame[PROGRESS] = (PRETENDED,) if member < 0 else ()
        return ~member if member < 0 else member

    def unless(self, code: tuple[Instr, ...], pc: int) -> str:
        """What generated code adds to the condition at `pc`."""
        guards = self.asks and self._guarded(code, pc) >= 0
        return f" and not m.secrecy.offers(S, F[0], {pc:d})" if guards else ""

    # --- What lies hidden -----------------------------------------------------------------------------------

    def at_stake(self, state: State, program: int, pc: int, locals: list[Any]) -> bool:
        """Whether what the instruction at `pc` comes to depends on what lies hidden."""
        return self._hides(state, self.at(program, pc), locals)

    def at(self, program: int, pc: int) -> Region:
        """What the instruction at `pc` speaks of."""
        region = self._regions.get((program, pc))
        if region is None:
            code = self.ruleset.programs[program].code
            region = self._regions[program, pc] = self._region([code[pc][1:]], code)
        return region

    def _at_stake(self, state: State, program: int, pc: int) -> bool:
        return self.at_stake(state, program, pc, state.frames[-1][LOCALS])

    def _hides(self, state: State, region: Region, locals: list[Any]) -> bool:
        answers = self.kept.answers(state, region.number)
        hides: bool | None = answers.get(region) if self.kept.on else None
        if hides is None:
            hides = answers[region] = self._anything_hides(state, region)
        if hides or not region.locals:
            return hides
        held = numbers_in([locals[slot] for slot in region.locals])
        return self._any_lies_hidden(state, [e for e in held if 0 <= e < self.model.count])

    def _anything_hides(self, state: State, region: Region) -> bool:
        """Whether something of those kinds, or in those places, lies hidden."""
        for kind in region.of_components:
            if self._of_kind_hides(state, kind):
                return True
        for place in region.places:
            if self._any_lies_hidden(state, self.library.inside(state, place)):
                return True
        return False

    def _of_kind_hides(self, state: State, kind: int) -> bool:
        """Whether a component of this very kind lies hidden."""
        components, number = self._kinds.get(kind) or self._kind(kind)
        answers = self.kept.answers(state, number)
        hides: bool | None = answers.get(kind) if self.kept.on else None
        if hides is None:
            hides = answers[kind] = self._any_lies_hidden(state, components)
        return hides

    def _kind(self, kind: int) -> tuple[tuple[int, ...], int]:
        """The components of a kind, and the number under which is kept whether one lies hidden."""
        model = self.model
        components = tuple([e for e in range(model.count) if model.is_component[e] and model.kind[e] == kind])
        number = self.kept.number("hides", kind_bit(len(model.attributes), kind) | KNOWN)
        self._kinds[kind] = components, number
        return self._kinds[kind]

    def _any_lies_hidden(self, state: State, members: Sequence[int]) -> bool:
        """Whether one of them is a component in the game that some player does not know."""
        is_component, parent, kernel = self.model.is_component, state.parent, self.kernel
        for e in members:
            if is_component[e] and parent[e] >= 0 and not kernel.open_to_all(state, e):
                return True
        return False

    def _any_hidden(self, state: State, members: Sequence[int]) -> bool:
        kernel = self.kernel
        for e in members:
            if not kernel.open_to_all(state, e):
                return True
        return False

    # --- What an instruction speaks of ----------------------------------------------------------------------

    def _region(self, waiting: list[Any], code: tuple[Instr, ...]) -> Region:
        region = Region()
        for part in waiting:  # and what stands in the locals that it reads
            new = locals_of(part) - region.locals
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
        self._found(region)
        return region

    def _found(self, region: Region) -> None:
        """Notes which components are of its kinds, and what it depends on."""
        region.of_components = tuple(sorted([kind for kind in region.kinds if self._kind(kind)[0]]))
        region.components = tuple(sorted([e for kind in region.kinds for e in self._kind(kind)[0]]))
        reads = MOVED if region.places else 0
        for kind in region.kinds:
            reads |= kind_bit(len(self.model.attributes), kind)
        region.number = self.kept.number("hides", reads | KNOWN)

    def _named(self, expr: tuple[Any, ...], region: Region) -> Iterator[tuple[str, int]]:
        """Notes what an op speaks of; gives what it calls."""
        model = self.model
        match expr:
            case ("place" | "parts", int(kind), *_):
                region.places.update(model.all_of[kind])
            case ("all-in", int(kind), ("set", *_)) if all(isinstance(each, int) for each in expr[2][1:]):
                region.places.update(expr[2][1:])
            case ("all" | "all-in", int(kind), *_):
                region.kinds.update(model.below[kind])
            case ("set", *_):
                region.places.update(each for each in expr[1:] if isinstance(each, int))
            case ("call" | "formula" | "can" as op, int(number), *_):
                yield str(op), number

    def _bodies(self, op: str, number: int) -> list[Expr | None]:
        ruleset = self.ruleset
        if op == "call":
            return [ruleset.functions[number].body]
        if op == "formula":
            return [ruleset.functions[each].body for each in ruleset.formulas[number].values()]
        return [ruleset.verbs[number].requires]


def asking_round(code: tuple[Instr, ...], pc: int) -> Round | None:
    """Of the loop at `pc`, if it does nothing but ask some of the players, by *may*, and what follows a yes."""
    _, members, _, one, _ = code[pc]
    made = [instr[2] for instr in code if instr[:2] == ("let", members)]
    if [each[:2] for each in made] != [("filter", ("players",))]:
        return None
    asked = next((instr[1] for instr in code[pc:] if instr[0] == "may"), None)
    if asked != ("local", one) or not asks_first(code, pc + 1, pc):
        return None
    loops = [instr for instr in code if instr[:2] == ("each", members)]
    if len(loops) > 1 or any(members in locals_of(instr) for instr in code):
        return None
    return made[0][1:]


def _only_asks(code: tuple[Instr, ...]) -> bool:
    """Whether a program looks, asks by *may*, and does nothing else without a yes."""
    return asks_first(code, 0)


def asks_first(code: tuple[Instr, ...], pc: int, end: int = -1) -> bool:
    """The same of what stands from `pc` on, until it comes to `end`."""
    at = pc
    while code[at][0] in LOOKING:
        at += 1
    if code[at][0] != "may" or code[at + 1][0] != "unless":
        return False
    ways = [instr[2] for instr in (*code[pc:at], code[at + 1]) if instr[0] == "unless"]
    return all(_idle(code, way, end) for way in ways)


def _idle(code: tuple[Instr, ...], pc: int, end: int = -1) -> bool:
    """Whether nothing but looking comes from here to the end."""
    ways, seen = [pc], {end}
    for at in ways:
        if at in seen:
            continue
        seen.add(at)
        name = code[at][0]
        if name not in IDLE:
            return False
        ways += [at + 1] if name in LOOKING else []
        ways += [code[at][-1]] if name in ("jump", "unless") else []
    return True


def numbers_in(value: Any) -> list[int]:
    """All numbers in tuples and lists inside one another: some may be components."""
    found: list[int] = []
    for each in value:
        if type(each) is int:
            found.append(each)
        elif isinstance(each, (tuple, list)):
            found += numbers_in(each)
    return found
