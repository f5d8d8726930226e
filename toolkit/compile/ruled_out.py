"""Questions that what a text waits for has answered: *When you build a low hut, …. If it is high, …*: it never is.

What follows a *When …* is said of what happened there.  An *if* that asks for the opposite of it was meant of other
events, and would never hold: SAY0861.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from toolkit.compile.base.world import World
from toolkit.compile.spans import Spans
from toolkit.pack.source import PackSource
from toolkit.program.expression import MIRRORED, Expr, conjuncts
from toolkit.program.ruleset import Rule, Ruleset, Verb
from toolkit.report.catalogue import diagnose
from toolkit.report.diagnostic import Diagnostic

_EXCLUDES = {
    "lt": frozenset({"gt", "ge", "eq"}),
    "le": frozenset({"gt"}),
    "gt": frozenset({"lt", "le", "eq"}),
    "ge": frozenset({"lt"}),
    "eq": frozenset({"lt", "gt", "ne"}),
    "ne": frozenset({"eq"}),
}
"""Which comparisons of the same two never hold beside one that does."""
_ASKED = frozenset({"attr", "local", "int", "value"})
"""Of what is compared: what a thing has printed on it, and what is known."""


def check(world: World, source: PackSource) -> Iterator[Diagnostic]:
    """SAY0861 for each sentence of a trigger that asks for the opposite of what it waits for."""
    found = {sentence for rule in world.ruleset.rules for sentence in _asking(rule, world.ruleset)}
    spans = Spans(world, source)
    for sentence in sorted(found & spans.keys()):
        yield diagnose("SAY0861", spans[sentence])


def _asking(rule: Rule, ruleset: Ruleset) -> Iterator[int]:
    """The sentences that ask so, as long as nothing has been done that could have changed the answer."""
    known = _known(rule) if rule.kind == "trigger" and rule.program >= 0 else set()
    if not known:
        return
    changed = {each.attribute for each in ruleset.rules if each.kind == "modify"}
    program = ruleset.programs[rule.program]
    for instr, sentence in zip(program.code, program.at, strict=True):
        if instr[0] == "do":
            if not _of_an_amount(ruleset.verbs[instr[1]]):
                return
            changed |= {part for part in instr[3] if isinstance(part, int)}
        said = conjuncts(_asked(instr))
        if any(_excluded(part, known) and not _attributes(part[1:]) & changed for part in said):
            yield sentence


def _of_an_amount(verb: Verb) -> bool:
    """Whether it changes so much of one thing, and nothing else."""
    return verb.program < 0 and verb.id in ("gain", "lose")


def _asked(instr: tuple[Any, ...]) -> Expr:
    """The condition that an instruction asks for or keeps; one that is always so, of any other instruction."""
    asked = {"let": instr[2:3], "unless": instr[1:2]}.get(instr[0], ())
    return asked[0] if asked and isinstance(asked[0], tuple) else ("truth", 1)


def _known(rule: Rule) -> set[Expr]:
    """The comparisons of attributes for which a trigger waits, either way round."""
    known = {
        part
        for said in (rule.match, rule.was, rule.before)
        for part in (conjuncts(said) if said is not None else ())
        if part[0] in _EXCLUDES and _attributes(part[1:])
    }
    return known | {(MIRRORED[op], b, a) for op, a, b in known}


def _excluded(asked: Expr, known: set[Expr]) -> bool:
    """Whether it never holds beside one of them."""
    return any(asked[0] in _EXCLUDES[op] and asked[1:] == (a, b) for op, a, b in known)


def _attributes(parts: tuple[Any, ...]) -> set[int]:
    """The attributes of things that are compared; none, if anything else is."""
    found: set[int] = set()
    waiting = list(parts)
    while waiting:
        each = waiting.pop()
        if not isinstance(each, tuple) or each[0] not in _ASKED:
            return set()
        if each[0] == "attr":
            found.add(each[1])
            waiting.append(each[2])
    return found
