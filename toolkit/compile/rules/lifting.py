"""What a permission lifts of what a verb requires: *You can place workers at occupied spaces*, where *the space is not
occupied* is required.

A permission describes events; a part of a requirement that is false of each of them is what it is about.  That part
leaves the requirement and becomes a prohibition weaker than every layer, which the permission lifts like any other.
All else that the verb requires still holds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from toolkit.compile.base import build
from toolkit.compile.base.world import World
from toolkit.program.expression import MIRRORED, OPPOSITE, Expr, conjuncts, locals_of, renamed
from toolkit.program.ruleset import Rule, Ruleset, Verb
from toolkit.report import Diagnostic

REQUIRED = -1
"""The layer of such a prohibition."""


def lift(ruleset: Ruleset, world: World) -> Iterator[Diagnostic]:
    """Make the prohibitions that the permissions of a pack lift; what permissions in doubt lift nothing."""
    useful: set[int] = set()
    for number, mine in _permissions(ruleset).items():
        verb = ruleset.verbs[number]
        if verb.requires is None:
            continue
        parts = conjuncts(verb.requires)
        lifted = {part: _lifting(mine, verb, part) for part in parts}
        useful |= {rule for rules in lifted.values() for rule in rules}
        kept = [part for part in parts if not lifted[part]]
        ruleset.rules += [_prohibition(number, verb, part) for part in parts if lifted[part]]
        if len(kept) < len(parts):
            ruleset.verbs[number] = replace(verb, requires=build.both(*kept) if kept else None)
    for number, fail in world.doubtful.items():
        if number not in useful:
            yield fail.diagnostic
    world.doubtful.clear()


def _permissions(ruleset: Ruleset) -> dict[int, list[tuple[int, Rule]]]:
    """The permissions of each verb of which any speaks."""
    found: dict[int, list[tuple[int, Rule]]] = {}
    for index, rule in enumerate(ruleset.rules):
        for event in rule.events if rule.kind == "allow" and not rule.step else ():
            found.setdefault(event, []).append((index, rule))
    return dict(sorted(found.items()))


def lifted(ruleset: Ruleset, verb: int) -> bool:
    """Whether some of what a verb requires is a prohibition."""
    return any(
        rule.kind == "forbid" and rule.layer == REQUIRED and verb in rule.events for rule in ruleset.rules
    )


def _lifting(permissions: Sequence[tuple[int, Rule]], verb: Verb, part: Expr) -> list[int]:
    """Those of these permissions of a verb that speak only of events for which this part is false."""
    last = 1 + len(verb.roles)
    if max(locals_of(part), default=0) > last:  # what it finds is spoken of in another part
        return []
    return [
        index
        for index, rule in permissions
        if rule.match is not None and _names(rule.match, 2 + rule.captured, part, len(verb.roles))
    ]


def _names(match: Expr, who: int, part: Expr, roles: int) -> bool:
    """Whether a match says the opposite of what is required, of who does it or of whom it says that this is."""
    said = conjuncts(match)
    persons = [("local", who), *(each[2] for each in said if each[:2] == ("eq", ("local", who)))]
    return any(not _opposites(_said_of(part, roles, who, person)).isdisjoint(said) for person in persons)


def _prohibition(number: int, verb: Verb, part: Expr) -> Rule:
    who = 2
    return Rule(
        "forbid",
        events=(number,),
        match=build.negate(_said_of(part, len(verb.roles), who, ("local", who))),
        locals=who + 1 + len(verb.roles) + 2,
        layer=REQUIRED,
        sentence=verb.requires_at,
    )


def _said_of(part: Expr, roles: int, who: int, person: Expr) -> Expr:
    """What is required of local 0, who does it, and of the roles from local 2 on, over the locals of a rule."""
    names = {("local", 2 + role): ("local", who + 1 + role) for role in range(roles)}
    said: Expr = renamed(part, {("local", 0): person, **names})
    return said


def _opposites(part: Expr) -> set[Expr]:
    """What says the opposite, in the ways in which it can be compiled."""
    opposite = build.negate(part)
    if part[0] not in OPPOSITE:
        return {opposite}
    other, left, right = OPPOSITE[part[0]], part[1], part[2]
    return {opposite, (other, left, right), (MIRRORED[other], right, left)}
