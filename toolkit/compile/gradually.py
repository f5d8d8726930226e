"""*Draw cards until you have 5 cards in your hand*: a verb one step at a time, until a condition holds.

It is asked before each step, so whoever has enough already does nothing.  A step that cannot be done ends it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from toolkit.compile import build
from toolkit.compile.condition import truth
from toolkit.compile.deed import times
from toolkit.compile.scope import Scope
from toolkit.language import ast

MORE = frozenset("gain draw take".split())  # noqa: SIM905
FEWER = frozenset("lose pay discard spend remove return".split())  # noqa: SIM905
"""Verbs of which English says to which side they lead: *until you have 5 cards* is at least, or at most, so many."""


def has_end(closings: Sequence[ast.Closing]) -> bool:
    """Whether a clause ends with *until C*."""
    return any(closing.word == "until" for closing in closings)


def gradually(
    verb: ast.Act, closings: Sequence[ast.Closing], scope: Scope, carry_out: Callable[[ast.Act], None]
) -> None:
    """Does the verb again and again (`carry_out`: one step); SAY0801 if it does not say what one step is."""
    end = next(closing for closing in closings if closing.word == "until")
    if len(closings) > 1 or end.condition is None:
        raise scope.fail("SAY0801", closings[-1], what="this beside “until”")
    step = one_step(verb, scope)
    condition = counted(end.condition, verb, scope)
    mark = scope.discourse.mark()
    head = scope.here()
    enough = scope.emit("unless", build.negate(build.closed(truth(condition, scope))), -1)
    carry_out(step)
    if scope.outcome is None:
        raise scope.fail("SAY0801", verb, what="“until” with this verb")
    scope.emit("unless", build.negate(scope.outcome), head)
    scope.patch(enough)
    scope.discourse.forget(mark)
    scope.forget()
    scope.amount = None


def one_step(verb: ast.Act, scope: Scope) -> ast.Act:
    """*draw cards* → *draw 1 card*.  One thing is one already."""
    if verb.modal not in (None, "must") or verb.adverbials:
        raise scope.fail("SAY0801", verb, what="“until” behind this")
    obj = next((c for c in verb.complements if c.role == "obj"), None)
    if obj is None:
        return replace(verb, modal=None)
    noun = obj.value
    bare = isinstance(noun, ast.Noun) and replace(noun.determiner, span=None) == ast.Determiner()
    one = isinstance(noun, ast.Noun) and (
        noun.determiner.article in ("a", "the") or noun.determiner.number == 1
    )
    if not isinstance(noun, ast.Noun) or not (one or bare):
        raise scope.fail(
            "SAY0801", obj, what="so much at each step", expected=("*… cards until …*", "*a … until …*")
        )
    if bare:
        noun = replace(noun, determiner=ast.Determiner(number=1, span=noun.determiner.span), plural=None)
    complements = tuple(replace(c, value=noun) if c is obj else c for c in verb.complements)
    step = replace(verb, modal=None, complements=complements)
    often = times(step, scope)  # *draw 1 card* of `draw a card`
    return step if often is None else often[1]


def counted(condition: ast.Clauses, verb: ast.Act, scope: Scope) -> ast.Clauses:
    """The condition with what it leaves out: *5 cards* are at least 5, or at most; *5* alone are so many of those."""
    clause = condition.clauses[0]
    if len(condition.clauses) != 1 or not isinstance(clause, ast.Clause) or len(clause.verbs) != 1:
        return condition
    have = clause.verbs[0]
    if not isinstance(have, ast.Act) or have.verb != "have" or have.negated:
        return condition
    obj = next((c for c in have.complements if c.role == "obj"), None)
    if obj is None or not isinstance(obj.value, ast.Noun) or obj.value.determiner.number is None:
        return condition
    noun = obj.value
    if noun.head is None and noun.name is None:
        what = next((c.value for c in verb.complements if c.role == "obj"), None)
        if isinstance(what, ast.Noun):
            noun = replace(noun, head=what.head, name=what.name, plural=None)
    if noun.determiner.bound is None and verb.verb in MORE:
        noun = replace(noun, determiner=replace(noun.determiner, bound="at least"))
    elif noun.determiner.bound is None and verb.verb in FEWER:
        noun = replace(noun, determiner=replace(noun.determiner, bound="at most"))
    changed = tuple(replace(c, value=noun) if c is obj else c for c in have.complements)
    return replace(condition, clauses=(replace(clause, verbs=(replace(have, complements=changed),)),))
