"""Triggers that always fire themselves: *When you gain points, gain 1 point.*

Whoever writes so means that it is more, or another thing, that is gained: *If you would gain points, gain that many
plus 1 instead.*  SAY0864, where nothing lies between that could stop it and no bound is reached.  In: the rules of a
compiled game, before they are made faster.
"""

from __future__ import annotations

from collections.abc import Iterator

from toolkit.compile.base.world import World
from toolkit.compile.circles import PARTING, surely
from toolkit.compile.spans import Spans
from toolkit.kernel.model import Model
from toolkit.pack.source import PackSource
from toolkit.program.expression import Expr, conjuncts, renamed
from toolkit.program.instruction import Instr
from toolkit.program.reach import above, events_of
from toolkit.program.ruleset import Rule, Ruleset
from toolkit.report.catalogue import diagnose
from toolkit.report.diagnostic import Diagnostic

LASTING = frozenset({"eq", "ne", "gt", "ge", "lt", "le", "is", "local", "int", "none", "set", "member"})
"""What stays as it is, whatever happens."""

TRUE_OF_NUMBERS = {"eq": int.__eq__, "gt": int.__gt__, "ge": int.__ge__, "lt": int.__lt__, "le": int.__le__}


def check(world: World, source: PackSource, model: Model) -> Iterator[Diagnostic]:
    """SAY0864 for each trigger that makes its own event happen, each time."""
    ruleset = world.ruleset
    stopped = events_of(ruleset, "forbid", "replace", "skip")
    found = {rule.sentence: rule for rule in ruleset.rules if _goes_on(rule, ruleset, model, stopped)}
    spans = Spans(world, source)
    named = {info.index: info for info in world.verbs.values()}
    for sentence, rule in found.items():
        if sentence in spans:
            yield diagnose("SAY0864", spans[sentence], verb=named[rule.events[0]].id)


def _goes_on(rule: Rule, ruleset: Ruleset, model: Model, stopped: set[int]) -> bool:
    """Whether an instruction that is always reached makes the event of a trigger happen, of which it says the same."""
    if (
        rule.kind != "trigger"
        or rule.step
        or rule.program < 0
        or rule.over is not None
        or rule.was
        or rule.before
    ):
        return False
    for instr in ruleset.programs[rule.program].code:
        if instr[0] in PARTING or instr[0] == "jump":
            return False
        if instr[0] == "do" and not stopped & above(ruleset, instr[1]):
            if set(rule.events) & above(ruleset, instr[1]) and _happens(instr, ruleset, model):
                return _is_the_same(instr, rule)
    return False


def _happens(instr: Instr, ruleset: Ruleset, model: Model) -> bool:
    """Whether it happens whenever it is reached, however often that is."""
    _, verb, _, roles, _ = instr
    if ruleset.verbs[verb].program >= 0:
        return surely(ruleset, verb, set())
    match ruleset.verbs[verb].id, *roles:
        case "gain" | "lose" as way, ("int", int(column)), ("int", int(amount)):
            bound = model.attributes[column].most if way == "gain" else model.attributes[column].least
            return amount > 0 and bound is None
    return False


def _is_the_same(instr: Instr, rule: Rule) -> bool:
    """Whether all that a trigger says of its event is so of what an instruction does."""
    _, _, who, roles, _ = instr
    said = conjuncts(rule.match) if rule.match is not None else ()
    first = 2 + rule.captured
    known = (who, *roles, *roles[-1:])  # what comes of a kernel's verb is so much as it says
    names: dict[Expr, Expr] = {("local", first + n): each for n, each in enumerate(known)}
    return all(_is_lasting(part) and _holds(renamed(part, names), said) for part in said)


def _is_lasting(part: Expr) -> bool:
    return part[0] in LASTING and all(_is_lasting(each) for each in part[1:] if isinstance(each, tuple))


def _holds(part: Expr, said: tuple[Expr, ...]) -> bool:
    """Whether it is so, as it was of the event before."""
    match part:
        case (str(op), ("int", int(one)), ("int", int(other))) if op in TRUE_OF_NUMBERS:
            return bool(TRUE_OF_NUMBERS[op](one, other))
        case ("eq", one, other) if one == other:
            return True
        case ("is", ("local", 0), _):  # *you* are a player
            return True
    return part in said
