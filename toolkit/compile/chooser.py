"""Who chooses what: *You choose the Ns that P V.* takes the choice of what a verb is done with from those who do
it; *Players cannot choose X.* takes X from all that they could choose.

In the first case which could be chosen, and how many, stays as it was; only who is asked changes.  In the second a
choice is an event of its own, asked whether it is forbidden and never carried out.  Chance chooses nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolkit.compile import build
from toolkit.compile.condition import truth
from toolkit.compile.event import EventMatch, match_event, reserve
from toolkit.compile.event_verb import role_name, verbs_of
from toolkit.compile.nominal import describe
from toolkit.compile.phrases import value_of
from toolkit.compile.scope import Scope
from toolkit.compile.values import Desc, Val
from toolkit.language import ast

if TYPE_CHECKING:
    from collections.abc import Iterable

    from toolkit.compile.rule import Statement


def chosen_by(verb: ast.Verb | None) -> ast.Noun | None:
    """The object of *choose the Ns that P V*, when the relative clause says what P does, not what is so."""
    if not isinstance(verb, ast.Act) or verb.verb != "choose" or verb.modal or verb.negated:
        return None
    if verb.tense != "present" or verb.passive or verb.adverbials or len(verb.complements) != 1:
        return None
    what = verb.complements[0].value
    if not isinstance(what, ast.Noun) or what.determiner != ast.Determiner(article="the") or not what.plural:
        return None
    clause = what.relative
    if clause is None or clause.word != "that" or clause.subject is None or clause.more is not None:
        return None
    inner = clause.verb
    if not isinstance(inner, ast.Act) or inner.tense != "present" or inner.modal or inner.negated:
        return None
    return what if inner.verb != "have" else None


def choices(trees: Iterable[ast.Paragraph]) -> list[ast.Act]:
    """What the sentences of a pack say of choosing."""
    return [
        node for tree in trees for node in tree.walk() if isinstance(node, ast.Act) and node.verb == "choose"
    ]


def lemmas(choices: Iterable[ast.Act]) -> frozenset[str]:
    """The verbs of which some sentence of the pack says who chooses."""
    found = set()
    for node in choices:
        if (what := chosen_by(node)) is not None:
            assert what.relative is not None and isinstance(what.relative.verb, ast.Act)
            found.add(what.relative.verb.verb)
    return frozenset(found)


def is_forbidden(choices: Iterable[ast.Act]) -> bool:
    """Whether some sentence of the pack says what cannot be chosen."""
    return any(node.modal == "cannot" for node in choices)


def choosable(desc: Desc, doer: Val, scope: Scope) -> Desc:
    """What is open to a choice, without what the chooser cannot choose."""
    choosing = scope.world.choosing
    if choosing is None or desc.mode != "some" or desc.random or desc.type.base != "entity":
        return desc
    slot = scope.alloc()
    allowed = ("can", choosing.index, desc.chooser or doer.expr, build.local(slot))
    return desc.but(expr=build.where(desc.expr, slot, allowed))


def chooser(statement: Statement, clause: ast.Clause, what: ast.Noun, conditions: list[ast.Clauses]) -> None:
    """Add the rule: over the events of the verb, by whom; its value is who is asked."""
    scope = statement.scope()
    relative = what.relative
    assert relative is not None and isinstance(relative.verb, ast.Act) and relative.subject is not None
    if clause.subject is None or what.adjectives or what.modifiers:
        raise scope.fail("SAY0801", what, what="this of what somebody else would choose")
    inner = ast.Clause(subject=relative.subject, verbs=(relative.verb,), span=relative.span)
    if not verbs_of(inner, scope):
        raise scope.fail("SAY0835", inner)
    base = reserve(inner, scope)
    who = value_of(clause.subject, scope)
    match = match_event(inner, scope, base=base, rule=True)
    _whole(match, what, scope)
    truths = [match.condition, *(truth(c, scope) for c in conditions)]
    statement.add("choose", scope, events=match.verbs, match=build.both(*truths), value=who.expr)


def _whole(match: EventMatch, what: ast.Noun, scope: Scope) -> None:
    """The things named are all that the verb can be done with: whom to ask is told before what is chosen."""
    info = match.infos[0]
    kind = describe(
        ast.Noun(head=what.head, determiner=ast.Determiner(quantifier="all"), plural=True), scope
    ).type
    obj = role_name(info, "obj")
    if obj not in info.roles:
        raise scope.fail("SAY0759", what, verb=info.id)
    if info.kernel is None and info.templates:
        slot = info.templates[0].slots[info.roles.index(obj)].noun
        if slot in scope.world.kinds and not scope.world.is_a(slot, kind.name):
            raise scope.fail(
                "SAY0801", what, what="a part of what is chosen", expected=(f"*the {slot}s that …*",)
            )


def asked(lemma: str, verb: int, doer: Val, scope: Scope) -> Val:
    """Who is asked what `verb` is done with: the doer, unless the pack has sentences about that."""
    if lemma not in scope.world.choosers:
        return doer
    return Val(("chooser", verb, doer.expr), doer.type)
