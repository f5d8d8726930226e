"""Texts that ask for the very event in which they are carried out: *If you have played 3 cats this turn, …* on a cat.

An event has happened when all of it is over, the text of the card included; so the history does not count the card that
is being played, and a reader may.  SAY0857, where the event could be one of those for which the text asks: *counting
this one* and *another cat* say which.  SAY0862, where the text waits for something that may happen in the midst of what
it asks for: *When you lose your last life, the player who stabbed you …*, and it is the stabbing that takes the life.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from toolkit.compile.base.world import World
from toolkit.compile.spans import Spans
from toolkit.compile.story_check import parts
from toolkit.kernel.model import Model
from toolkit.pack.source import PackSource
from toolkit.program.expression import Expr, conjuncts
from toolkit.program.memory import Memory
from toolkit.program.reach import Reach, above, together
from toolkit.program.ruleset import Program, Rule, Ruleset
from toolkit.report.catalogue import diagnose
from toolkit.report.diagnostic import Diagnostic

YOU, THIS = ("local", 0), ("local", 1)
SLOTS = 2
"""The first local of the steps of a verb that holds one of its slots."""

Carried = tuple[int, int, int]
"""A verb, one of its slots, and the sentence field that its steps carry out of what fills the slot."""


def check(world: World, source: PackSource, model: Model, reach: Reach) -> Iterator[Diagnostic]:
    """SAY0857 for each sentence of a card that asks for what is being done with that card; SAY0862."""
    found = dict(_asking(world.ruleset, model, world.memory))
    within = dict(_in_the_midst(reach, world.memory))
    spans = Spans(world, source)
    named = {info.index: info for info in world.verbs.values()}
    for sentence, verb in within.items():
        if sentence in spans and verb in named:
            yield diagnose("SAY0862", spans[sentence], verb=named[verb].phrase)
    for sentence, (verb, component) in found.items():
        if sentence in spans:
            kind = model.kinds[model.entities[component].kind].name
            yield diagnose("SAY0857", spans[sentence], verb=named[verb].phrase, kind=kind)


def _asking(ruleset: Ruleset, model: Model, memory: Memory) -> Iterator[tuple[int, tuple[int, int]]]:
    """The sentences that ask so, each with the verb that is under way and the component."""
    carried = _carried(ruleset, memory)
    for verb, slot, field in sorted(carried):
        for component, number in ruleset.effects[field].items():
            for part, sentence, others in memory.of("past", ruleset.programs[number], _past):
                if (
                    part[1] in above(ruleset, verb)
                    and len(part) > 4
                    and _could_be(part, slot, component, model, others)
                ):
                    yield sentence, (verb, component)


def _past(program: Program) -> list[tuple[Expr, int, set[Expr]]]:
    """Where a program asks what has happened: the question, its sentence, and what is left out of its sets."""
    return [
        (part, sentence, set(_others(instr)))
        for instr, sentence in zip(program.code, program.at, strict=True)
        for part in parts(instr)
        if str(part[0]).startswith("happened")
    ]


def _past_of(rule: Rule) -> list[tuple[Expr, int, set[Expr]]]:
    """The same of what a rule waits for."""
    return [] if rule.match is None else _past(Program("", (rule.match,), (rule.sentence,), 0))


def _in_the_midst(reach: Reach, memory: Memory) -> Iterator[tuple[int, int]]:
    """The sentences of triggers that ask for a verb in whose steps they may have begun, each with that verb."""
    ruleset = reach.ruleset
    for rule in ruleset.rules:
        if rule.kind != "trigger" or rule.program < 0 or rule.step:
            continue
        asked = memory.of("past", rule, _past_of), memory.of("past", ruleset.programs[rule.program], _past)
        for part, sentence, _ in chain(*asked):
            if _begins(reach, int(part[1]), rule.events):
                yield sentence, part[1]


def _begins(reach: Reach, verb: int, events: tuple[int, ...]) -> bool:
    """Whether one of these other events may happen before a verb is over."""
    ruleset = reach.ruleset
    if any(verb in above(ruleset, event) for event in events):
        return False
    steps = together(
        each.program
        for n, each in enumerate(ruleset.verbs)
        if each.program >= 0 and verb in above(ruleset, n)
    )
    ran = reach.after(steps)
    return any(
        ran & doing and not above(ruleset, done).isdisjoint(events) for done, doing in reach.doing.items()
    )


def _others(instr: tuple[object, ...]) -> Iterator[Expr]:
    """The members of sets from which this one is left out: *each other cat you have played*."""
    for part in parts(instr):
        if part[0] == "filter":
            member: Expr = ("local", part[2])
            if any(each in (("ne", member, THIS), ("ne", THIS, member)) for each in conjuncts(part[3])):
                yield member


def _carried(ruleset: Ruleset, memory: Memory) -> set[Carried]:
    """What the steps of verbs carry out of what fills their slots, themselves or with another verb."""
    doing: dict[int, list[tuple[int, int, int]]] = {}
    left: list[Carried] = []
    for number, verb in enumerate(ruleset.verbs):
        if verb.program < 0:
            continue
        slots = range(len(verb.roles))
        for of, slot, field, other in memory.of("carrying", ruleset.programs[verb.program], _carrying):
            if of in slots and other < 0:
                left.append((number, of, field))
            elif of in slots:
                doing.setdefault(other, []).append((slot, number, of))
    found: set[Carried] = set()
    while left:
        each = left.pop()
        if each not in found:
            found.add(each)
            verb_, slot_, field = each
            left += [(does, its, field) for slot, does, its in doing.get(verb_, ()) if slot == slot_]
    return found


def _carrying(program: Program) -> list[tuple[int, int, int, int]]:
    """What a program carries out of what fills its slots: the slot; of what it does another verb with: that one's slot,
    and the verb; else the field.
    """
    found: list[tuple[int, int, int, int]] = []
    for instr in program.code:
        match instr:
            case ("resolve", int(field), ("local", int(local)), *_):
                found.append((local - SLOTS, -1, field, -1))
            case ("do", int(other), _, roles, *_):
                locals_ = [(slot, role) for slot, role in enumerate(roles) if isinstance(role, tuple)]
                found += [(role[1] - SLOTS, n, -1, other) for n, role in locals_ if role[0] == "local"]
    return found


def _could_be(asked: Expr, slot: int, component: int, model: Model, others: set[Expr]) -> bool:
    """Whether what you are doing with this component may be one of the events for which a text asks."""
    first, condition = asked[3], asked[4]
    who, what = ("local", first), ("local", first + 1 + slot)
    said = conjuncts(condition)
    if any(part in (("eq", what, other), ("eq", other, what)) for part in said for other in others):
        return False
    return all(_may_hold(part, who, what, component, model) for part in said)


def _may_hold(said: Expr, who: Expr, what: Expr, component: int, model: Model) -> bool:
    """Whether a part of the condition may hold of it; what it does not speak of may."""
    match said:
        case ("eq", a, b) if who in (a, b):
            return YOU in (a, b)
        case ("ne", a, b) if what in (a, b):
            return THIS not in (a, b)
        case ("is", a, int(kind)) if a == what:
            return kind in _kinds(component, model)
    return True


def _kinds(component: int, model: Model) -> Iterator[int]:
    """The kind of a component, and those above it."""
    kind = model.entities[component].kind
    while kind >= 0:
        yield kind
        kind = model.kinds[kind].parent
