"""Instructions as what stands after their number: the third part of `lower.py`."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from toolkit.flat.expressions import Expressions
from toolkit.flat.proposed import SAME_AS_PUT, acted_on
from toolkit.flat.scope import NOTHING
from toolkit.flat.tables import NotLowered
from toolkit.machine.machine import Machine
from toolkit.machine.secrecy import Region, asking_round
from toolkit.program.expression import Expr, conjuncts
from toolkit.program.instruction import Instr


class Instructions(Expressions):
    """Of programs, and what the game asks for the sake of secrets (`machine/secrecy.py`).  `regions`: where those stand
    of which instructions and conditions speak.
    """

    def __init__(self, machine: Machine, ops: Sequence[str], verbs: Sequence[str], most_roles: int) -> None:
        super().__init__(machine, ops, verbs, most_roles)
        self.regions: dict[tuple[int, ...], int] = {}

    def region(self, region: Region) -> int:
        """How many components and these, places and these, locals and these."""
        numbers: list[int] = []
        for held in (region.components, sorted(region.places), sorted(region.locals)):
            numbers += [len(held), *held]
        known = self.regions.get(tuple(numbers))
        if known is None:
            known = self.regions[tuple(numbers)] = self.put(numbers)
        return known

    def at_stake(self, program: int, pc: int) -> int:
        """Of what an instruction speaks; -1 where nothing is asked for the sake of secrets."""
        if not self.machine.secrecy.asks:
            return -1
        return self.region(self.machine.secrecy.at(program, pc))

    def parts(self, condition: Expr | None) -> int:
        """The parts of a condition, each with what it speaks of."""
        if condition is None or not self.machine.secrecy.asks:
            return -1
        found = [
            (self.region(self.machine.secrecy.region(part)), self.x0(part)) for part in conjuncts(condition)
        ]
        return self.put([len(found), *(n for pair in found for n in pair)])


def _one(lower: Instructions, instr: Instr, program: int, pc: int) -> list[int]:
    """Who is asked, where the answer goes, what else it says, of what it speaks."""
    _, who, *rest, slot = instr
    return [lower.x0(who), kept(slot), *map(lower.x0, rest), lower.at_stake(program, pc)]


def kept(slot: int) -> int:
    if slot < 0:
        raise NotLowered("an answer that nothing keeps")
    return slot


def _some(lower: Instructions, instr: Instr, program: int, pc: int) -> list[int]:
    return [*_one(lower, instr, program, pc), int(instr[4][0] == "count")]


def _quantity(lower: Instructions, instr: Instr, program: int, pc: int) -> list[int]:
    _, who, members, slot = instr
    ways = [n for condition, attribute in members for n in (lower.x0(condition), attribute)]
    return [lower.x0(who), kept(slot), lower.at_stake(program, pc), len(members), *ways]


def _payment(lower: Instructions, instr: Instr, program: int, pc: int) -> list[int]:
    _, who, attribute, amount, slot = instr
    return [lower.x0(who), kept(slot), attribute, lower.x0(amount)]


def _of_each(lower: Instructions, instr: Instr, program: int, pc: int) -> list[int]:
    _, players, index, *offer, slot = instr
    inner = NOTHING.inner(index)
    asked = [lower.x(each, inner) for each in offer]
    return [
        -1, kept(slot), lower.x0(players), 0, *asked, lower.at_stake(program, pc), int(offer[2][0] == "count"),
    ]  # fmt: skip


def _may(lower: Instructions, instr: Instr, program: int, pc: int) -> list[int]:
    """What guards it, which is asked though it does not hold."""
    _, who, slot = instr
    guards = lower.machine.secrecy.guards(program, pc)
    return [lower.x0(who), kept(slot), *lower.several(guards, NOTHING)]


def _unless(lower: Instructions, instr: Instr, program: int, pc: int) -> list[int]:
    _, condition, target = instr
    guards = lower.machine.secrecy.guarding(program, pc)
    region = lower.at_stake(program, pc) if guards or lower.ruleset.ordering else -1
    return [lower.x0(condition), target, region, int(guards)]


def _each(lower: Instructions, instr: Instr, program: int, pc: int) -> list[int]:
    fair = lower.machine.arbitrary(program, pc, ("local", instr[1]))
    asks = lower.machine.secrecy.asks
    found = asking_round(lower.ruleset.programs[program].code, pc) if asks else None
    if found is None:
        return [*instr[1:], int(fair), -1]
    everybody, slot, condition = found
    return [*instr[1:], int(fair), lower.put([lower.x0(everybody), slot, lower.parts(condition)])]


def _branch(lower: Instructions, instr: Instr, program: int, pc: int) -> list[int]:
    _, who, optional, branches, target = instr
    ways = [n for condition, way, *_ in branches for n in (lower.x0(condition), way)]
    return [lower.x0(who), int(optional), target, lower.at_stake(program, pc), len(branches), *ways]


def _do(lower: Instructions, instr: Instr, program: int, pc: int) -> list[int]:
    _, verb, who, roles, slot = instr
    batch = lower.machine.verbs[lower.used(verb, roles)].batch
    fair = batch >= 0 and lower.machine.arbitrary(program, pc, roles[batch])
    return [verb, lower.x0(who), slot, int(fair), *lower.several(roles, NOTHING)]


def name_of(lower: Instructions, instr: Instr) -> str:
    """Under which name it is lowered: a *do* that puts things somewhere has one of its own, if no rule acts on that and
    nothing tells afterwards that it was done.
    """
    if instr[0] != "do":
        return instr[0]
    _, verb, _, roles, _ = instr
    info, machine = lower.ruleset.verbs[verb], lower.machine
    puts = (info.id in SAME_AS_PUT or info.id == "put") and info.program < 0 and info.requires is None
    facts = machine.verbs[verb]
    plain = puts and facts.batch == 0 and facts.nothing == () and not facts.needs and not facts.recorded
    alone = plain and not acted_on(lower, verb) and not machine.moves.get(verb)
    return "do-put" if alone and all(each[0] == "int" for each in roles[2:]) else "do"


def _with_roles(lower: Instructions, instr: Instr, program: int, pc: int) -> list[int]:
    """A step, or a period that begins."""
    _, number, who, roles = instr
    if len(roles) > lower.most_roles:
        raise NotLowered(f"more than {lower.most_roles} roles")
    return [number, lower.x0(who), *lower.several(roles, NOTHING)]


def _effect(lower: Instructions, instr: Instr, program: int, pc: int) -> list[int]:
    _, rule, captured, period, edge, who = instr
    return [rule, period, edge, lower.x0(who), *lower.several(captured, NOTHING)]


def _later(lower: Instructions, instr: Instr, program: int, pc: int) -> list[int]:
    _, step, later, captured = instr
    return [step, later, *lower.several(captured, NOTHING)]


def _use(lower: Instructions, instr: Instr, program: int, pc: int) -> list[int]:
    _, (rule, *values) = instr
    if len(values) > lower.most_roles:
        raise NotLowered("a once-counter of many things")
    return [rule, *lower.several(values, NOTHING)]


def _call_program(lower: Instructions, instr: Instr, program: int, pc: int) -> list[int]:
    _, called, arguments, slot = instr
    if len(arguments) > lower.most_roles:
        raise NotLowered(f"more than {lower.most_roles} arguments")
    return [called, slot, *lower.several(arguments, NOTHING)]


def _borrow(lower: Instructions, instr: Instr, program: int, pc: int) -> list[int]:
    _, field, component, this, who, slot = instr
    return [field, slot, lower.x0(component), lower.x0(who), lower.x0(this)]


FORMS: dict[str, Callable[[Instructions, Instr, int, int], Sequence[int]]] = {
    **dict.fromkeys(("choose-one", "choose-number", "choose-value"), _one),
    "choose": _some,
    "choose-quantity": _quantity,
    "choose-payment": _payment,
    "choose-each": _of_each,
    "may": _may,
    "let": lambda lower, x, program, pc: [x[1], lower.x0(x[2])],
    "unless": _unless,
    "random": lambda lower, x, program, pc: [lower.x0(x[1]), lower.x0(x[2]), x[3]],
    "return": lambda lower, x, program, pc: [lower.x0(x[1])],
    "end": lambda lower, x, program, pc: [lower.x0(x[1])],
    "resolve": lambda lower, x, program, pc: [x[1], x[4], lower.x0(x[2]), lower.x0(x[3])],
    "each": _each,
    "branch": _branch,
    "do": _do,
    **dict.fromkeys(("enter", "emit"), _with_roles),
    "effect": _effect,
    "later": _later,
    "use": _use,
    "call": _call_program,
    "borrow": _borrow,
}
"""Of those that say no more than numbers there is none."""
