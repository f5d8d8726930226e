"""Words and verbs that need themselves, so that nothing can ever be found out or finished.

In: the compiled definitions and verbs.  Out: SAY0849 for a word whose definition asks for the word again, unless it
asks for what lies in the thing (or what the thing lies in) alone, which comes to an end; SAY0850 for a verb that
always does itself, with nothing between that could stop it; SAY0801 for a sentence in which one thing stands where
several are needed, or several where it must be one (*the sum of the sum of the dice*); SAY0867 for an attribute of many
things that depends on what it is of the others.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from toolkit.compile.base.world import World
from toolkit.compile.spans import Spans
from toolkit.pack.source import PackSource
from toolkit.program.chains import calls, circles, parts
from toolkit.program.expression import LOOPS, Expr, conjuncts
from toolkit.program.instruction import Instr
from toolkit.program.memory import Memory
from toolkit.program.reach import events_of
from toolkit.program.ruleset import Function, Rule, Ruleset
from toolkit.program.shapes import Misshapen, misshapen
from toolkit.report.catalogue import diagnose
from toolkit.report.diagnostic import Diagnostic, Label
from toolkit.report.source import Span

INWARDS = frozenset(["contents", "inside"])
OUTWARDS = frozenset(["parent", "within"])
OF_A_SET = frozenset(
    ["filter", "first", "last", "nth", "take", "drop", "last-n", "reverse", "rank", "best", "first-where"]
)
PARTING = frozenset(["unless", "each", "branch", "may", "return", "decline", "end", "all-lose"])
"""Instructions after which it depends what comes, or nothing does."""

ONE_OR_SEVERAL = "one amount or one thing stands here where several are needed, or several where one is"
"""What to say to an operand that does not fit."""

OF_NOTHING = "it speaks of what nothing has named; choose it first"
"""What to say to a local that nothing fills."""

ENDINGS = frozenset(["win", "lose-game", "end-game"])
"""Kernel verbs after which the game may be over."""


def check(world: World, source: PackSource, known: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
    """SAY0849 and SAY0850 for each circle, SAY0801 for operands that do not fit; but where `known` errors stand."""
    failed = [each.span for each in known if each.is_error]
    ruleset = world.ruleset
    spans = Spans(world, source)
    functions, memory = ruleset.functions, world.memory
    for circle in circles(dict(enumerate(memory.each("calls", functions, calls)))):
        if not _ends([functions[number] for number in circle], set(circle)):
            names = [functions[number].name for number in circle]
            yield from _told("SAY0849", names, [functions[number].sentence for number in circle], spans)
    yield from modifiers(world, spans)
    if not may_end(ruleset):
        for circle in circles({number: always_does(ruleset, number) for number in range(len(ruleset.verbs))}):
            names = [ruleset.verbs[number].id for number in circle]
            at = [ruleset.programs[ruleset.verbs[number].program].at for number in circle]
            yield from _told("SAY0850", names, [max(each, default=-1) for each in at], spans)
    yield from mixed(ruleset, spans, failed, memory=memory)


def mixed(
    ruleset: Ruleset,
    spans: Mapping[int, Span],
    failed: Sequence[Span],
    given: Mapping[int, int] = {},
    memory: Memory | None = None,
) -> Iterator[Diagnostic]:
    """SAY0801 for operands that do not fit.  `given`: as `misshapen` takes it."""
    empty: dict[int, bool] = {}
    for found in _misshapen(ruleset, given, memory):
        empty[found.sentence] = empty.get(found.sentence, True) and found.wanted == "any"
    for number in sorted(empty):
        where = spans.get(number, spans.get(-1))
        if where and not any(
            where.source is at.source and where.start <= at.start <= where.end for at in failed
        ):
            hint = OF_NOTHING if empty[number] else ONE_OR_SEVERAL
            yield diagnose("SAY0801", where, what="a part of this", hint=hint)


def _misshapen(ruleset: Ruleset, given: Mapping[int, int], memory: Memory | None) -> list[Misshapen]:
    try:
        return misshapen(ruleset, given, memory)
    except RecursionError:  # a very long chain of definitions
        return []


def _told(
    code: str, names: list[str], sentences: Iterable[int], spans: Mapping[int, Span]
) -> Iterator[Diagnostic]:
    where = [spans[number] for number in sentences if number in spans] or [spans[-1]] * (-1 in spans)
    if where:
        labels = [Label(span, "in the circle") for span in where[1:]]
        yield diagnose(code, where[0], word=names[0], circle=" → ".join([*names, names[0]]), labels=labels)


# --- Words --------------------------------------------------------------------------------------------------


def _ends(functions: list[Function], circle: set[int]) -> bool:
    """Whether each round is about something further in, or each about something further out."""
    ways: set[str | None] = set()
    for function in functions:
        ways |= set(_ways(function.body, dict.fromkeys(range(function.arguments), "same"), circle))
    return ways in ({"in"}, {"out"})


def _ways(expr: Expr, known: dict[int, str], circle: set[int]) -> Iterator[str | None]:
    """For each call into the circle, which way its arguments lead; None: none that comes to an end."""
    if expr[0] == "call" and expr[1] in circle:
        found = {_way(argument, known) for argument in expr[2:]}
        yield "in" if "in" in found else "out" if "out" in found else None
    inner = known
    if expr[0] in LOOPS:
        way = _way(expr[1], known)
        inner = {slot: each for slot, each in known.items() if slot != expr[2]}
        if way is not None:
            inner[expr[2]] = way
    for part in parts(expr):
        yield from _ways(part, known if part is expr[1] else inner, circle)


def _way(expr: Expr, known: dict[int, str]) -> str | None:
    """How what an expression gives lies to the thing that the definition speaks of."""
    if expr[0] == "local":
        return known.get(expr[1])
    if expr[0] in OF_A_SET:
        return _way(expr[1], known)
    for ops, way in ((INWARDS, "in"), (OUTWARDS, "out")):
        if expr[0] in ops and _way(expr[1], known) in ("same", way):
            return way
    return None


# --- Attributes ---------------------------------------------------------------------------------------------


def modifiers(world: World, spans: Mapping[int, Span]) -> Iterator[Diagnostic]:
    """SAY0867 for rules by which what an attribute of each is worth depends on what it is worth of the others.

    A card that says so of itself alone (*this cat has …*) is not asked: the next one says nothing.
    """
    ruleset = world.ruleset
    asked: dict[int, set[int]] = {}
    said: dict[int, Rule] = {}
    for rule in ruleset.rules:
        if rule.kind != "modify" or rule.match is None:
            continue
        each = ("local", 2 + rule.captured)
        if not any(part[0] == "eq" and each in part for part in conjuncts(rule.match)):
            found = {
                other for expr in (rule.match, rule.value) for other in of_others(expr, each, ruleset, set())
            }
            asked.setdefault(rule.attribute, set()).update(found)
            if found:
                said.setdefault(rule.attribute, rule)
    name = {each.index: each.name for each in world.attributes.values()}
    for circle in circles({number: found & asked.keys() for number, found in asked.items()}):
        names = [name[number] for number in circle]
        yield from _told("SAY0867", names, [said[number].sentence for number in circle], spans)


def of_others(expr: Expr | None, each: Expr, ruleset: Ruleset, known: set[tuple[int, Expr]]) -> Iterator[int]:
    """The attributes that are asked of other things than this one, in definitions, too (those in `known` are)."""
    if expr is None:
        return
    if expr[0] == "attr" and expr[2] != each:
        yield int(expr[1])
    if expr[0] == "call":
        number, given = int(expr[1]), expr[2:]
        inside = ("local", given.index(each)) if each in given else ("none",)
        if (number, inside) not in known:
            known.add((number, inside))
            yield from of_others(ruleset.functions[number].body, inside, ruleset, known)
    for part in parts(expr):
        yield from of_others(part, each, ruleset, known)


# --- Verbs --------------------------------------------------------------------------------------------------


def always_does(ruleset: Ruleset, verb: int) -> list[int]:
    """The verbs of the pack that a verb does whatever the position is."""
    program = ruleset.verbs[verb].program
    if program < 0:
        return []
    skipped, stopped = events_of(ruleset, "skip"), events_of(ruleset, "forbid", "replace")
    found: list[int] = []
    code = ruleset.programs[program].code
    pc, seen = 0, set()
    while pc < len(code) and pc not in seen:
        seen.add(pc)
        instr = code[pc]
        if instr[0] in PARTING or (instr[0] == "skip" and instr[1] in skipped):
            break
        if instr[0] == "do" and surely(ruleset, instr[1], stopped):
            found.append(instr[1])
        pc = instr[1] if instr[0] == "jump" else pc + 1
    return found


def surely(ruleset: Ruleset, number: int, stopped: set[int]) -> bool:
    """Whether nothing can refuse this verb of the pack, or put something else in its place."""
    verb = ruleset.verbs[number]
    free = verb.program >= 0 and verb.requires is None and not verb.needs and verb.batch < 0
    return free and stopped.isdisjoint((number, *verb.parents))


def may_end(ruleset: Ruleset) -> bool:
    """Whether a verb, or a rule, can end the game: then what goes on and on need not go on for ever."""
    programs = {rule.program for rule in ruleset.rules} | {verb.program for verb in ruleset.verbs}
    return any(_is_ending(ruleset, i) for number in programs - {-1} for i in ruleset.programs[number].code)


def _is_ending(ruleset: Ruleset, instr: Instr) -> bool:
    return instr[0] in ("end", "all-lose") or (instr[0] == "do" and ruleset.verbs[instr[1]].id in ENDINGS)
