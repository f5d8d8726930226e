"""*cannot* forbids an event; *can* lifts a weaker prohibition, or what a verb requires and it names (`lifting`)."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace

from toolkit.compile.base import build
from toolkit.compile.base.scope import Scope
from toolkit.compile.base.world import VerbInfo
from toolkit.compile.events.event import match_event, reserve
from toolkit.compile.events.limit import limit_of, over_limit, without_number
from toolkit.compile.events.period import period_of
from toolkit.compile.rules.statement import Statement, Terms, assume, conditions_of, is_a_noun
from toolkit.language import ast
from toolkit.language.printing.english import print_english
from toolkit.program.ruleset import RuleKind


def unliftable(trees: Iterable[ast.Paragraph], requiring: Collection[str]) -> frozenset[str]:
    """Of the verbs that require something, those of whose words no sentence of the pack forbids anything."""
    if not requiring:  # so it is in most packs, and the walk is long
        return frozenset()
    forbidden = {verb for tree in trees for node in tree.walk() for verb in forbidding(node)}
    return frozenset(requiring) - forbidden


def forbidding(node: ast.Node) -> set[str]:
    """The words of the verbs that a sentence may forbid: *cannot V*, *can V only if …*, *can V once*."""
    if not isinstance(node, ast.Clauses):
        return set()
    found = set()
    for clause in node.clauses:
        if not isinstance(clause, ast.Clause):
            continue
        for verb in clause.verbs:
            if not isinstance(verb, ast.Act) or verb.modal not in ("can", "cannot"):
                continue
            if verb.modal == "cannot" or node.closings or verb.only or verb.adverbials:
                found.add(verb.verb)
    return found


def doubt(infos: Iterable[VerbInfo], clause: ast.Clause, scope: Scope) -> None:
    """The rule that was added last is a permission of a verb that nothing forbids: refused unless it lifts some of
    what the verb requires.
    """
    verb = clause.verbs[0]
    if isinstance(verb, ast.Act) and verb.verb in scope.world.unliftable and list(infos):
        scope.world.doubtful[len(scope.world.ruleset.rules) - 1] = scope.fail(
            "SAY0801",
            verb,
            what=f"a permission of “{verb.verb}” that lifts nothing",
            hint="no rule forbids it; what the verb requires is lifted by its opposite: *You can … at occupied spaces* "
            "where *the space is not occupied* is required",
        )


def permission(statement: Statement, clause: ast.Clause, terms: Terms) -> None:
    """The rule of a clause with *cannot* or *can*."""
    scope = statement.scope()
    limit = limit_of(clause.verbs[0])
    verb = clause.verbs[0] if limit is None else without_number(clause.verbs[0])
    if one_of_several(clause.subject):  # *one of your cats cannot …*: which one?
        hint = "choose it first: *Choose one of …. That … cannot …*; all of them are *your …*"
        raise scope.fail("SAY0801", clause.subject, what="one of several in a rule", hint=hint)
    if not statement.static and is_a_noun(clause.subject):
        raise scope.fail("SAY0810", clause.subject, clause=clause)
    denied_twice(clause, scope)
    other_than_what(clause.verbs[0], terms, scope)
    terms, forbids = unless_allowed(terms, verb.modal == "cannot", scope)
    plain = replace(clause, verbs=(replace(verb, modal=None),))
    known = scope.world.choosing if isinstance(verb, ast.Act) and verb.verb == "choose" else None
    if known is not None and limit is not None:
        raise scope.fail("SAY0801", verb, what="a limit of choices")
    base = reserve(plain, scope, known)
    around = assume(terms.conditions, scope)
    match = match_event(plain, scope, limit=limit is not None, base=base, rule=True, known=known)
    if limit is not None and any("attr" in info.roles for info in match.infos):
        raise scope.fail("SAY0801", verb, what="a limit of an amount")
    holds = [match.condition, *conditions_of(terms, scope)]
    if limit is not None:
        number, when = limit
        holds.append(over_limit(number, period_of(when.period, scope, ("each", "this")), match, scope))
    kind: RuleKind = "forbid" if forbids else "allow"
    statement.add(kind, scope, events=match.verbs, match=around(build.both(*holds)))
    if not forbids:
        doubt(match.infos, clause, scope)


def one_of_several(subject: ast.Nominal | None) -> bool:
    """*one of your cats*, *2 of those cats*."""
    return isinstance(subject, ast.Noun) and subject.determiner.of and subject.determiner.number is not None


def denied_twice(clause: ast.Clause, scope: Scope) -> None:
    """Refuse *No player cannot V*."""
    subject = clause.subject
    if isinstance(subject, ast.Noun) and subject.determiner.quantifier == "no":
        hint = "*Players cannot …*, or leave the rule out"
        raise scope.fail("SAY0801", clause, what="“no … cannot …”", hint=hint)


def other_than_what(verb: ast.Verb, terms: Terms, scope: Scope) -> None:
    """SAY0655: *cannot play a red card unless they have no other cards*: than that card, or than red ones?"""
    what = verb.object if isinstance(verb, ast.Act) else None
    if not isinstance(what, ast.Noun) or not (what.adjectives or what.modifiers or what.relative):
        return
    conditions = [
        *terms.conditions,
        *(each.condition for each in terms.closings if each.condition is not None),
    ]
    for node in (each for condition in conditions for each in condition.walk()):
        if not isinstance(node, ast.Noun) or node.head != what.head or node.adjectives or node.relative:
            continue
        if node.determiner.other or node.determiner.quantifier == "another":
            said = print_english(
                replace(what, determiner=ast.Determiner(), plural=True), scope.world.vocabulary
            )
            noun = scope.world.vocabulary.nouns[node.head].plural if node.head else "things"
            hint = f"say which: *{noun} other than {said.strip()}*, or *{noun} other than that {node.head}*"
            raise scope.fail("SAY0655", node, noun=node.head or "thing", hint=hint)


def unless_allowed(terms: Terms, forbids: bool, scope: Scope) -> tuple[Terms, bool]:
    """*P can V only if C*: as long as C does not hold, P cannot."""
    only_if = [c for c in terms.closings if c.word in ("only if", "only as long as")]
    if forbids or not only_if:
        return terms, forbids
    if len(terms.closings) > 1:
        raise scope.fail("SAY0801", terms.closings[1], what="a second condition at the end of a rule")
    return replace(terms, closings=(replace(only_if[0], word="unless"),)), True
