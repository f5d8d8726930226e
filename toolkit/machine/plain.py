"""Instructions, run one at a time with interpreted expressions: the plain meaning of
`toolkit.program.instruction`.

The reference that generated code is compared with.  `run` executes the instruction at `pc` and gives the next
position, or -1 when the stack changed or a decision waits (the frame's `PC` then says where to go on).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from toolkit.kernel.state import Frame, State
from toolkit.machine.frame import PC, PROGRAM, PROGRESS
from toolkit.machine.instructions import Instructions
from toolkit.program.instruction import Instr

Step = Callable[[State, Frame, list[Any]], int]


def steps(machine: Instructions, code: tuple[Instr, ...]) -> list[Step]:
    """One function for each instruction, and one for the end of the program."""

    def step(instr: Instr, pc: int) -> Step:
        return lambda state, frame, locals: run(machine, instr, pc, state, frame, locals)

    return [
        *(step(instr, pc) for pc, instr in enumerate(code)),
        lambda state, frame, locals: machine.fall(state, frame),
    ]


def run(machine: Instructions, instr: Instr, pc: int, state: State, frame: Frame, locals: list[Any]) -> int:
    read = machine.interpreter.evaluate

    def value(expr: Any) -> Any:
        return read(expr, state, locals)

    def values(exprs: Any) -> tuple[Any, ...]:
        return tuple(read(expr, state, locals) for expr in exprs)

    def keep(slot: int, result: Any) -> int:
        if result is None:
            return -1
        if slot >= 0:
            locals[slot] = result
        return pc + 1

    frame[PC] = pc  # a decision waits here
    match instr:
        case ("let", slot, x):
            return keep(slot, value(x))
        case ("jump", target):
            return int(target)
        case ("unless", cond, target):
            return pc + 1 if value(cond) or machine.secrecy.offers(state, frame[PROGRAM], pc) else int(target)
        case ("each", set_slot, index_slot, slot, target):
            index = locals[index_slot]
            members = locals[set_slot] if index else machine.passes(state, frame[PROGRAM], pc, locals)
            asking = machine.secrecy.asking(machine.ruleset.programs[frame[PROGRAM]].code, pc)
            if index >= len(members):
                frame[PROGRESS] = () if asking else frame[PROGRESS]
                return int(target)
            one = members[index]
            locals[slot] = machine.secrecy.member(frame, one) if asking else one
            locals[index_slot] = index + 1
            return pc + 1
        case ("choose", who, members, least, most, slot):
            return keep(slot, machine.choose_some(state, frame, value(who), *values((members, least, most))))
        case ("choose-one", who, members, slot):
            return keep(slot, machine.choose_one(state, value(who), value(members)))
        case ("choose-number", who, a, b, slot):
            return keep(slot, machine.choose_number(state, value(who), value(a), value(b)))
        case ("choose-value", who, numbers, slot):
            return keep(slot, machine.choose_value(state, value(who), value(numbers)))
        case ("choose-quantity", who, members, slot):
            those = [attribute for cond, attribute in members if value(cond)]
            return keep(slot, machine.choose_quantity(state, value(who), those))
        case ("choose-payment", who, attribute, amount, slot):
            return keep(slot, machine.choose_payment(state, value(who), attribute, value(amount)))
        case ("choose-each", players, index, members, least, most, slot):
            seats = value(players)
            offers: list[Any] = []
            for player in seats:
                inner = machine.interpreter.bind(locals, index, player)
                offers.append(tuple(read(expr, state, inner) for expr in (members, least, most)))
            return keep(slot, machine.choose_each(state, frame, seats, offers))
        case ("may", who, slot):
            machine.may(state, value(who))
            return -1
        case ("branch", who, optional, branches, target):
            open_branches = [k for k, branch in enumerate(branches) if value(branch[0])]
            chosen = machine.branch(state, value(who), optional, open_branches)
            if chosen is None:
                return -1
            return int(branches[chosen][1]) if chosen >= 0 else int(target)

    frame[PC] = pc + 1  # what is pushed now returns to the next instruction
    match instr:
        case ("random", members, n, slot):
            return keep(slot, machine.kernel.sample(state, value(members), value(n)))
        case ("do", verb, who, roles, slot):
            return keep(slot, machine.propose(state, frame, verb, value(who), values(roles), slot))
        case ("emit", step, _, _) if step not in machine.heard:
            return pc + 1
        case ("emit", step, who, roles):
            return -1 if machine.step(state, frame, step, value(who), values(roles)) else pc + 1
        case ("skip", step, target):
            return int(target) if machine.skipped(state, step) else pc + 1
        case ("enter", period, who, roles):
            return -1 if machine.begin(state, period, value(who), values(roles)) else pc + 1
        case ("leave", period):
            return -1 if machine.finish_period(state, period) else pc + 1
        case ("effect", rule, captured, period, edge, who):
            waits = machine.take_effect(state, locals, rule, values(captured), period, edge, value(who))
            return -1 if waits else pc + 1
        case ("later", step, program, captured):
            machine.postpone(state, frame, step, program, values(captured))
            return pc + 1
        case ("use", key):
            machine.use(state, key[0], values(key[1:]))
            return pc + 1
        case ("call", program, arguments, slot):
            machine.call(state, frame, program, list(values(arguments)), slot)
            return -1
        case ("resolve", field, component, who, slot):
            return (
                -1
                if machine.resolve(state, frame, field, value(component), value(who), slot)
                else keep(slot, 0)
            )
        case ("borrow", field, component, this, who, slot):
            lent = machine.borrow(state, frame, field, value(component), value(this), value(who), slot)
            return -1 if lent else keep(slot, 0)
        case ("return", x):
            machine.returned(state, frame, value(x))
            return -1
        case ("decline",):
            machine.returned(state, frame, 0, declined=True)
            return -1
        case ("end", winners):
            machine.end(state, frame, tuple(value(winners)))
            return -1
        case ("all-lose",):
            machine.all_lose(state)
            return -1
    raise ValueError(f"no such instruction: {instr[0]!r}")
