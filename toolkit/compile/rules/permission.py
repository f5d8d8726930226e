"""*cannot* forbids an event; *can* lifts a weaker prohibition, or what a verb requires and it names (`lifting`)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
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


def forbidden(tree: ast.Paragraph) -> set[str]:
    """The words of the verbs of which a sentence of a text forbids something."""
    return {verb for node in tree.walk() for verb in forbidding(node)}


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
        scope.world.doubtful[len(scope.world.ruleset.rules) - 1] = scope.unfit(
            verb,
            f"a permission of “{verb.verb}” that lifts nothing",
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
        raise scope.unfit(clause.subject, "one of several in a rule", hint=hint)
    if not statement.static and is_a_noun(clause.subject):
        raise scope.fail("SAY0810", clause.subject, clause=clause)
    denied_twice(clause, scope)
    other_than_what(clause.verbs[0], terms, scope)
    terms, forbids = unless_allowed(terms, verb.modal == "cannot", scope)
    plain = replace(clause, verbs=(of_either(replace(verb, modal=None)),))
    known = scope.world.choosing if ast.verb_of(verb) == "choose" else None
    if known is not None and limit is not None:
        raise scope.unfit(verb, "a limit of choices")
    base = reserve(plain, scope, known)
    around = assume(terms.conditions, scope)
    match = match_event(plain, scope, limit=limit is not None, base=base, rule=True, known=known)
    if limit is not None and any("attr" in info.roles for info in match.infos):
        raise scope.unfit(verb, "a limit of an amount")
    holds = [match.condition, *conditions_of(terms, scope)]
    if limit is not None:
        number, when = limit
        holds.append(over_limit(number, period_of(when.period, scope, ("each", "this")), match, scope))
    kind: RuleKind = "forbid" if forbids else "allow"
    statement.add(kind, scope, events=match.verbs, match=around(build.both(*holds)))
    if not forbids:
        doubt(match.infos, clause, scope)


def of_either(verb: ast.Verb) -> ast.Verb:
    """*Players cannot pat cats and dogs*: no cat and no dog."""
    if not isinstance(verb, ast.Act):
        return verb
    return replace(verb, complements=tuple(map(_either, verb.complements)))


def _either(said: ast.Complement) -> ast.Complement:
    kinds = said.value
    if isinstance(kinds, ast.Group) and all(ast.determiner_of(each).is_empty() for each in kinds.items):
        return replace(said, value=replace(kinds, joint="or"))
    return said


def one_of_several(subject: ast.Nominal | None) -> bool:
    """*one of your cats*, *2 of those cats*."""
    return ast.determiner_of(subject).of and ast.determiner_of(subject).number is not None


def denied_twice(clause: ast.Clause, scope: Scope) -> None:
    """Refuse *No player cannot V*."""
    subject = clause.subject
    if ast.determiner_of(subject).quantifier == "no":
        hint = "*Players cannot …*, or leave the rule out"
        raise scope.unfit(clause, "“no … cannot …”", hint=hint)


def other_than_what(verb: ast.Verb, terms: Terms, scope: Scope) -> None:
    """SAY0655: *cannot play a red card unless they have no other cards*: than that card, or than red ones?"""
    what = verb.object if isinstance(verb, ast.Act) else None
    nouns = scope.world.vocabulary.nouns
    if not isinstance(what, ast.Noun) or what.head not in nouns:
        return
    if not what.narrowed:
        return
    node = next((node for node in asked_besides(terms) if is_other_than(what, node)), None)
    if node is None:
        return
    plain = replace(what, determiner=ast.Determiner(), plural=True)
    said, noun = print_english(plain, scope.world.vocabulary).strip(), nouns[what.head].plural
    hint = f"say which: *{noun} other than {said}*, or *{noun} other than that {what.head}*"
    raise scope.fail("SAY0655", node, noun=what.head, hint=hint)


def asked_besides(terms: Terms) -> Iterator[ast.Noun]:
    """The noun phrases of the conditions under which a clause stands."""
    for condition in (*terms.conditions, *(each.condition for each in terms.closings)):
        yield from (node for node in (condition.walk() if condition else ()) if isinstance(node, ast.Noun))


def is_other_than(what: ast.Noun, node: ast.Noun) -> bool:
    """*other cards*, *another card*, beside a card of which more is said."""
    other = node.determiner.other or node.determiner.quantifier == "another"
    return other and node.head == what.head and not node.adjectives and node.relative is None


def unless_allowed(terms: Terms, forbids: bool, scope: Scope) -> tuple[Terms, bool]:
    """*P can V only if C*: as long as C does not hold, P cannot."""
    only_if = [c for c in terms.closings if c.word in ("only if", "only as long as")]
    if forbids or not only_if:
        return terms, forbids
    if len(terms.closings) > 1:
        raise scope.unfit(terms.closings[1], "a second condition at the end of a rule")
    return replace(terms, closings=(replace(only_if[0], word="unless"),)), True
