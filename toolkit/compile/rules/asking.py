"""*You choose the Ns that P V.*: the rule that lets somebody else choose what a verb is done with."""

from __future__ import annotations

from collections.abc import Sequence

from toolkit.compile.base import build
from toolkit.compile.base.scope import Scope
from toolkit.compile.events.event import EventMatch, match_event, reserve
from toolkit.compile.events.event_verb import role_name, verbs_of
from toolkit.compile.nouns.phrases import value_of
from toolkit.compile.rules.statement import Statement, truths
from toolkit.language import ast


def chooser(
    statement: Statement, clause: ast.Clause, what: ast.Noun, conditions: Sequence[ast.Clauses]
) -> None:
    """Add the rule: over the events of the verb, by whom; its value is who is asked."""
    scope = statement.scope()
    relative = what.relative
    assert relative is not None and isinstance(relative.verb, ast.Act) and relative.subject is not None
    if clause.subject is None or what.adjectives or what.modifiers:
        raise scope.unfit(what, "this of what somebody else would choose")
    inner = ast.Clause(subject=relative.subject, verbs=(relative.verb,), span=relative.span)
    if not verbs_of(inner, scope):
        raise scope.fail("SAY0835", inner)
    base = reserve(inner, scope)
    who = value_of(clause.subject, scope)
    match = match_event(inner, scope, base=base, rule=True)
    _whole(match, what, scope)
    holds = build.both(match.condition, *truths(conditions, scope))
    statement.add("choose", scope, events=match.verbs, match=holds, value=who.expr)


def _whole(match: EventMatch, what: ast.Noun, scope: Scope) -> None:
    """The things named are all that the verb can be done with: whom to ask is told before what is chosen."""
    info = match.infos[0]
    all_of_them = ast.Noun(head=what.head, determiner=ast.Determiner(quantifier="all"), plural=True)
    kind = scope.describe(all_of_them).type
    obj = role_name(info, "obj")
    if obj not in info.roles:
        raise scope.fail("SAY0759", what, verb=info.id)
    if info.kernel is None and info.templates:
        slot = info.templates[0].slots[info.roles.index(obj)].noun
        if slot in scope.world.kinds and not scope.world.is_a(slot, kind.name):
            raise scope.unfit(what, "a part of what is chosen", expected=(f"*the {slot}s that …*",))
