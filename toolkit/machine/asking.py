"""The text of `proposable` and `replaceable` of one verb, for generated code: what it needs, what its rules require,
forbid and replace.  What that means is in `event.py`; tests compare them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from toolkit.machine.cost import HEAVY, UNIT
from toolkit.machine.emit import Names
from toolkit.machine.generated import hoisted, whole
from toolkit.program.expression import Expr, locals_of

if TYPE_CHECKING:
    from toolkit.machine.generate import Generator
    from toolkit.machine.quick import Ask


def asking(g: Generator, verb: int, count: int) -> str:
    """A function of state, who does it, and so many roles, none of them a batch."""
    info = g.machine.verbs[verb]
    roles = [f"a{2 + number}" for number in range(count)]
    lines = [f"if {roles[number]} in (-1, ()): return False" for number in info.needs]
    if info.possible is not None:
        g.names[f"possible{whole(verb)}"] = info.possible
        lines.append(f"if not possible{verb}(kernel, S, who, R)")
        lines[-1] += (
            f" and not m.replacements(S, {verb}, who, R, ()):" if listens(g, "replace", verb) else ":"
        )
        lines.append(" return False")
    g.single.add("who")
    required = g.machine.ruleset.verbs[verb].requires
    if required is not None:
        lines += requiring(g, required, roles)
    lines += [*forbidding(g, verb, roles), "return True"]
    return "\n ".join(["def made(S, who, R):", *taken(roles, lines), *lines]) + "\n"


def taken(roles: list[str], lines: list[str]) -> list[str]:
    """The roles as variables, where lines speak of any."""
    return (
        [f"{', '.join(roles)}, = R"]
        if any(re.search(rf"\b{role}\b", "\n".join(lines)) for role in roles)
        else []
    )


def requiring(g: Generator, required: Expr, roles: list[str]) -> list[str]:
    """One instruction may ask it of many things one after another, so what does not speak of the roles is answered
    once (`State.asked`).
    """
    known: Names = {0: "who", 1: "-1", **dict(enumerate(roles, 2))}
    asked, found = g.lift.out_of(required, *range(2, 2 + len(roles)))
    answered, known = g.capture(
        lambda: {**known, **{slot: g.answered(expr, slot, known) for expr, slot in found.items()}}
    )
    before, met = g.try_x(asked, known)
    lines = [*charged(g, asked), *hoisted([*answered, *before, f"met = {met}"])]
    most = g.machine.limits.depth
    if g.costs.harmless(required):  # then no other verb is asked for it
        deeper, back = [f"if meter.deep >= {most}: meter.refuse('depth', meter.deep + 1, {most})"], []
    else:
        deeper = ["meter.deep += 1", f"if meter.deep > {most}: meter.refuse('depth', meter.deep, {most})"]
        back = ["meter.deep -= 1"]
    return [*deeper, *lines, *back, "if not met: return False"]


def forbidding(g: Generator, verb: int, roles: list[str]) -> Iterator[str]:
    """Where a rule forbids it and one may allow it all the same, the machine asks for both."""
    refused = "return False"
    if listens(g, "allow", verb):
        machine = g.machine
        plainly: Ask = lambda state, who, roles: not machine.forbidden(state, verb, who, roles)
        g.names[f"lifted{whole(verb)}"] = g.about(verb, lifting, len(roles), plainly)
        refused = f"return lifted{verb}(S, who, R)"
    yield from matching(g, "forbid", verb, roles, refused)
    if not all(listens(g, "forbid", verb)):
        yield f"if S.effects and {verb} in m.index(S).verbs['forbid']: return not m.forbidden(S, {verb}, who, R)"


def lifting(g: Generator, verb: int, count: int) -> str:
    """A function of state, who does it, and roles: whether a rule allows what one forbids."""
    roles = [f"a{2 + number}" for number in range(count)]
    both = f"return not m.forbidden(S, {verb}, who, R)"
    lines = [*matching(g, "allow", verb, roles, both)]
    if not all(listens(g, "allow", verb)):
        lines.append(f"if S.effects and {verb} in m.index(S).verbs['allow']: {both}")
    return "\n ".join(["def made(S, who, R):", *taken(roles, lines), *lines, "return False"]) + "\n"


def replacing(g: Generator, verb: int, count: int) -> str:
    """A function of state, who does it, and roles: whether a rule could put something else in its place."""
    roles = [f"a{2 + number}" for number in range(count)]
    lines = [*matching(g, "replace", verb, roles, "return True")]
    if not all(listens(g, "replace", verb)):
        lines.append(f"if S.effects and {verb} in m.index(S).verbs['replace']: return True")
    return "\n ".join(["def made(S, who, R):", *taken(roles, lines), *lines, "return False"]) + "\n"


def matching(g: Generator, kind: str, verb: int, roles: list[str], then: str) -> Iterator[str]:
    """What is done if a rule of the pack fits that always acts, or only seems to."""
    machine = g.machine
    static = machine.static.of(kind, verb)
    if kind == "replace":
        yield from seeming(g, verb, then)
    known: Names = {0: "-1", 1: "-1", 2: "who", **dict(enumerate(roles, 3))}
    known |= {3 + len(roles): "0", 4 + len(roles): "-1"}
    told = []
    for number, _ in static:
        rule = machine.ruleset.rules[number]
        if machine.questions[number].alone:
            told.append(number)
            match = rule.match or ("truth", True)
            before, holds = g.try_x(match, known)
            yield from charged(g, match)
            yield from hoisted([*before, f"if {holds}: {then}"])
        elif 2 <= rule.own < 3 + len(roles) and rule.holds is not None and locals_of(rule.holds) <= {1}:
            told.append(number)
            yield from on_one(g, number, rule.holds, ["who", *roles][rule.own - 2], then)
    if len(told) < len(static):
        number = machine.present_number(kind, verb)
        if number < 0:
            yield f"standing = m.standing_now(S, '{kind}', {verb})"
        else:
            yield "if S.stale: fresh(S)"
            yield f"standing = S.kept[{number}].get(('{kind}', {verb}))"
            yield f"if standing is None: standing = m.standing_now(S, '{kind}', {verb})"
        yield "for active in standing:"
        others = f"active[0] not in {tuple(told)} and " if told else ""
        yield f" if {others}m.matches(S, active, who, R): {then}"


def seeming(g: Generator, verb: int, then: str) -> Iterator[str]:
    """What is done if a rule that replaces it may have to seem to fit; on cards that all see, it does so where it
    stands.
    """
    machine = g.machine
    for number, _ in machine.static.of("replace", verb):
        if machine.secrecy.pretends(number):
            seen = machine.scattered[number] and not machine.unseen.places(number)
            yield f"if m.stands(S, ({number}, None)): {then}" if seen else then


def on_one(g: Generator, number: int, holds: Expr, one: str, then: str) -> Iterator[str]:
    """A rule that asks for the thing on which it stands: mostly that is another one, which is told at once."""
    before, stands = g.try_x(holds, {1: one})
    yield from charged(g, holds)
    yield f"if type({one}) is int and {one} >= 0:"
    yield from (f" {line}" for line in hoisted([*before, f"stands = {stands}"]))
    yield f"else: stands = type({one}) is not int"
    yield f"if stands and m.matches(S, ({number}, None), who, R): {then}"


def listens(g: Generator, kind: str, verb: int) -> list[bool]:
    """For each rule of a kind that is about the verb, whether it always acts."""
    below, rules = g.machine.below, g.machine.ruleset.rules
    return [rule.static for rule in rules if rule.kind == kind and any(verb in below[e] for e in rule.events)]


def charged(g: Generator, expr: Expr) -> list[str]:
    """What may take long is watched."""
    return [f"charge({UNIT})"] if g.costs.of(expr) >= HEAVY else []
