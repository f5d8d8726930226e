"""A pack as numbers: what the flat machine (`c/`) needs of a model and a ruleset, in two arrays.

What has no lowered form is `NotLowered`, with what it is: such a pack is left to the other machine.  Lowered are the
model (`tables.py`), expressions (`expressions.py`), instructions (`instructions.py`), and here rules, verbs and
programs.  The layout is in `c/flat.h`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from toolkit.flat.differing import NOTHING_DIFFERS, Differing
from toolkit.flat.instructions import FORMS, Instructions, name_of
from toolkit.flat.proposed import ACTING, KINDS, SAME_AS_PUT, acted_on, remembered
from toolkit.flat.scope import NOTHING
from toolkit.flat.tables import BITS, LARGE, SMALL, NotLowered, halves
from toolkit.kernel.changes import FIRST_COLUMN
from toolkit.machine.machine import Machine
from toolkit.program.blank import blank
from toolkit.program.chains import free_locals
from toolkit.program.expression import Expr
from toolkit.program.instruction import Instr
from toolkit.program.ruleset import Program, Rule

__all__ = ["Lowering", "NotLowered"]

EMPTY = -2
"""What stands for an empty set among the blanks of a program."""

PROGRAM_ROW, FUNCTION_ROW = 6, 3
"""Numbers of a row, as in `c/flat.h`."""

FIRST_WATCHED = 3
"""Locals of a watch: you, this, the member."""


class Lowering(Instructions):
    """Of one machine.  `head`, `narrow`, `wide`: what a `Pack` is made from.  `changes`: bits of what can change.
    `most_left`: so many attributes can be asked of what has left.  `differing`: what a game notes that it came to;
    `without`: left out altogether.
    """

    def __init__(
        self,
        machine: Machine,
        ops: Sequence[str],
        instructions: Sequence[str],
        verbs: Sequence[str],
        most_roles: int,
        most_left: int,
        differing: Differing = NOTHING_DIFFERS,
        without: bool = False,
    ) -> None:
        super().__init__(machine, ops, verbs, most_roles)
        self.differing, self.without = differing, without
        self.instructions = {name: number for number, name in enumerate(instructions)}
        self.seeming = [number for number, seems in enumerate(machine.seems) if seems]
        self.head["nagain"] = 0
        self.refuse(most_left)
        self.tables()
        self.rows()

    def refuse(self, most_left: int) -> None:
        """What no part of the flat machine knows."""
        machine, ruleset, model = self.machine, self.ruleset, self.model
        acting = range(len(ruleset.rules))
        self.changes = FIRST_COLUMN.bit_length() - 1 + len(model.attributes) + len(model.kinds)
        lasting = {instr[1] for program in ruleset.programs for instr in program.code if instr[0] == "effect"}
        reasons = {
            "decisions that are asked however little can be answered": ruleset.always,
            "texts that ask while their cards lie hidden": any(
                ruleset.rules[n].program >= 0 and machine.unseen.places(n) for n in acting
            ),
            "a watch that lasts": any(ruleset.rules[n].kind == "watch" for n in lasting),
            "watches that may have to seem to ask, in so large a pack": bool(self.seeming)
            and self.changes > BITS,
            "many attributes of what has left": len(machine.left.attributes) > most_left,
            "more than 60 players": len(model.players) > 60,
        }
        for reason, so in reasons.items():
            if so:
                raise NotLowered(reason)

    def rows(self) -> None:
        """Functions, verbs, rules and programs."""
        ruleset, head, limits = self.ruleset, self.head, self.machine.limits
        low, high = halves(self.machine.watched_for)
        head.update(
            steps=limits.steps, options=limits.options, chosen=limits.chosen, set_members=limits.members,
            depth=limits.depth, waiting=limits.waiting, lasting=limits.lasting, log=limits.log,
            nprograms=len(ruleset.programs), nverbs=len(ruleset.verbs), nrules=len(ruleset.rules),
            nsteps=len(ruleset.steps), nseems=len(self.seeming), asks=int(self.machine.secrecy.asks),
            ordering=int(ruleset.ordering), people=-1 if ruleset.people is None else ruleset.people,
            watched_low=low, watched_high=high,
        )  # fmt: skip
        every = [*range(self.model.count), -1]
        for name in ("formulas", "effects"):
            fields = [self.put(found.get(e, -1) for e in every) for found in getattr(ruleset, name)]
            head[name] = self.put(fields)
        head["functions"] = self.put(
            [n for number in range(len(ruleset.functions)) for n in self.function(number)]
        )
        head["rules"] = self.put([n for number in range(len(ruleset.rules)) for n in self.rule(number)])
        head["verbs"] = self.put([n for number in range(len(ruleset.verbs)) for n in self.verb(number)])
        head["acting"] = self.put(self.acting())
        self.judged()
        watches = [number for number, _ in self.machine.static.watches]
        head["watches"], head["nwatches"] = self.put(watches), len(watches)
        _, uses, periods = self.machine.past.asked()
        head["asked_periods"], head["nasked"] = self.put(periods), len(periods)
        head["asked_uses"] = self.ranges([sorted(uses.get(n, ())) for n in range(len(ruleset.rules))])
        left = self.machine.left.attributes
        head["left"], head["nleft"] = self.put(left), len(left)
        head["programs"] = self.put(
            [n for number in range(len(ruleset.programs)) for n in self.program(number)]
        )
        places = sorted(self.kept_places)
        head["kept_places"], head["nkept_places"] = self.put(places), len(places)

    def function(self, number: int) -> list[int]:
        function, differs = self.ruleset.functions[number], number in self.differing.functions
        if differs and self.without:
            return [0] * FUNCTION_ROW
        return [self.x(function.body, NOTHING), function.locals, int(differs)]

    def acting(self) -> list[int]:
        """For each kind of rule where the rules stand that always act, by verb, step or attribute."""
        static, verbs = self.machine.static, range(len(self.ruleset.verbs))
        tables: list[tuple[dict[int, list[tuple[int, object]]], range]] = [
            *((static.verbs[kind], verbs) for kind in ACTING),  # type: ignore[list-item]  # rows of other kinds of rule
            (static.steps, range(len(self.ruleset.steps))),  # type: ignore[list-item]  # rows of other kinds of rule
            (static.skips, range(len(self.ruleset.steps))),  # type: ignore[list-item]  # rows of other kinds of rule
            (static.modifiers, range(len(self.model.attributes))),  # type: ignore[list-item]  # rows of other kinds of rule
        ]
        return [
            self.ranges([[rule for rule, _ in table.get(number, ())] for number in numbers])
            for table, numbers in tables
        ]

    def judged(self) -> None:
        """What a position is worth to a player; and the invariants, each with what it reads."""
        worth = [self.maybe(("call", number, ("local", 0), ("none",))) for number in self.ruleset.evaluations]
        self.head["evaluations"], self.head["nevaluations"] = self.put(worth), len(worth)
        reads, asked = self.reads, self.ruleset.invariants
        rows = [n for expr, _, _ in asked for n in (self.maybe(expr), self.bits([reads.condition(expr)]))]
        self.head["invariants"], self.head["ninvariants"] = self.put(rows), len(asked)

    # --- Verbs ----------------------------------------------------------------------------------------------

    def verb(self, number: int) -> list[int]:
        info, verb, machine = self.machine.verbs[number], self.ruleset.verbs[number], self.machine
        kind = "" if verb.program >= 0 else "put" if verb.id in SAME_AS_PUT else verb.id
        below = sorted(machine.below[number])
        asked = sorted(machine.past.asked()[0].get(number, ()))
        moves = machine.moves.get(number, ())
        return [
            self.verbs.get(kind, -1), int(info.nothing == ()), info.batch, info.obj, verb.program,
            self.maybe(verb.requires), self.put(info.needs), len(info.needs), len(verb.roles), int(info.recorded),
            self.put(below), len(below), self.put(asked), len(asked), self.put(moves), len(moves),
            remembered(self, number), acted_on(self, number),
        ]  # fmt: skip

    # --- Rules ----------------------------------------------------------------------------------------------

    def kind(self, rule: Rule) -> int:
        return KINDS.index("step" if rule.step and rule.kind != "skip" else rule.kind)

    def asked(self, number: int, name: str) -> int:
        """Where a field of a rule stands, which is an expression; -1: it has none."""
        expr: Expr | None = getattr(self.ruleset.rules[number], name)
        if expr is None or (number, name) not in self.differing.fields:
            return self.maybe(expr)
        return -1 if self.without else self.stand(["reach", self.x0(expr)])

    def standing(self, rule: Rule) -> None:
        """Whom a rule stands on asks for you, this and what was captured, and for nothing of an event."""
        for expr in (rule.holders, rule.holds, rule.you):
            if expr is not None and max(free_locals(expr, self.ruleset), default=0) >= 2 + rule.captured:
                raise NotLowered("a rule that stands on what an event tells")

    def rule(self, number: int) -> list[int]:
        rule, machine = self.ruleset.rules[number], self.machine
        self.standing(rule)
        held = [EMPTY if value == () else value for value in machine.questions[number].blank]
        events: set[int] = set(rule.events)
        if rule.kind in ACTING and not rule.step:
            events = {verb for event in rule.events for verb in machine.below[event]}
        bounds = [SMALL if rule.least is None else rule.least, LARGE if rule.most is None else rule.most]
        pretends = rule.program >= 0 and machine.secrecy.pretends(number)
        looks, own = machine.unseen.looks(number) if machine.seems[number] else ((), False)
        asked = partial(self.asked, number)
        moving = rule.holders is not None and rule.holders[0] != "set"
        return [
            self.kind(rule), asked("match"), asked("holders"), asked("you"), asked("over"), rule.own, asked("holds"),
            asked("value"), asked("was"), asked("before"), int(moving), rule.layer,
            int(rule.newest), int(rule.seated), rule.captured, len(held), self.put(held), rule.program, rule.attribute,
            int(rule.op == "add"), self.far(bounds), self.put(sorted(events)), len(events),
            self.bits([machine.reads[number]]), self.seeming.index(number) if machine.seems[number] else -1,
            int(pretends), self.parts(rule.match if pretends else None), self.parts(rule.was if pretends else None),
            self.put(looks), len(looks), int(own), self.stands(number),
            self.bare(rule.spends),
        ]  # fmt: skip

    def bare(self, expr: Expr | None) -> int:
        """Where an expression stands of which the parts are looked at, and nothing is remembered; -1: there is none."""
        return -1 if expr is None else self.stand(self.node(expr, NOTHING))

    def stands(self, number: int) -> int:
        """The bits on which it depends what a rule stands on; -1: that it depends on more, or is always the same."""
        holders = self.ruleset.rules[number].holders
        if holders is None or holders[0] == "set" or (number, "holders") in self.differing.fields:
            return -1
        return self.bits([self.reads.condition(holders)]) if self.reads.keepable(holders) else -1

    # --- Programs -------------------------------------------------------------------------------------------

    def program(self, number: int) -> list[int]:
        program, differs = self.ruleset.programs[number], number in self.differing.programs
        if differs and self.without:
            return [0] * PROGRAM_ROW
        self.lists = sets_of_sets(program)
        instructions = [self.instruction(number, pc, instr) for pc, instr in enumerate(program.code)]
        code = [self.put(each) for each in (*self.passed(instructions), [self.instructions["over"]])]
        self.lists = frozenset()
        blanks = [EMPTY if value == () else value for value in blank(program)]
        return [
            self.put(code),
            len(code) - 1,
            program.locals,
            self.put(blanks),
            self.put(program.at),
            int(differs),
        ]

    def passed(self, code: Sequence[list[int]]) -> list[list[int]]:
        """Where nothing is done, how many such instructions there are from there on: they are passed at once."""
        found: list[list[int]] = []
        row = 0
        for each in reversed(code):
            row = row + 1 if each == [self.instructions["pass"]] else 0
            found.append([*each, row] if row else each)
        return found[::-1]

    def instruction(self, program: int, pc: int, instr: Instr) -> list[int]:
        name, machine = instr[0], self.machine
        if (name == "emit" and instr[1] not in machine.heard) or (
            name == "skip" and instr[1] not in machine.skippable
        ):
            return [self.instructions["pass"]]
        if name not in self.instructions:
            raise NotLowered(f"the instruction {name!r}")
        form = FORMS.get(name)
        operands = instr[1:] if form is None else form(self, instr, program, pc)
        return [self.instructions[name_of(self, instr)], *operands]


def sets_of_sets(program: Program) -> frozenset[int]:
    """The locals that hold what several have chosen."""
    found = frozenset(instr[-1] for instr in program.code if instr[0] == "choose-each")
    filled = {instr[1] for instr in program.code if instr[0] == "let"}
    if found & filled:
        raise NotLowered("what several have chosen, and something else in its place")
    return found
