"""How often a trigger acts: *the first time each turn that …*, *the next time that …*, *once each turn, when …*.

Whether it has acted is counted under a key (the expression `used`, the instruction `use`): the sentence, whose text it
is, and of *each player* the player.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from toolkit.compile.base import build
from toolkit.compile.base.passes import by_pass
from toolkit.compile.base.scope import Scope
from toolkit.compile.events.event import EventMatch
from toolkit.compile.events.period import period_of, this_time
from toolkit.compile.rules.standing import has_would, may_be_declined
from toolkit.compile.rules.statement import CarryOut, program_of
from toolkit.language import ast
from toolkit.program.expression import Expr

Limit = ast.FirstTime | ast.When


def limited(
    limit: Limit, each: int | None, sentences: Sequence[ast.Sentence], scope: Scope, carry_out: CarryOut
) -> tuple[Expr, int, Expr | None]:
    """Whether a trigger has not acted yet, the index of its program, and what is counted when it begins to wait; None:
    its program counts that it did.  `each`: the slot of the player, where each has a first time.  `carry_out` compiles
    what it does.
    """
    key = key_of(limit, each, scope)
    period = first_in(limit, scope) if isinstance(limit, ast.FirstTime) else once_in(limit, scope)
    used: Expr = ("used", key, period)
    unused: Expr = ("eq", used, build.integer(0))
    if isinstance(limit, ast.FirstTime) or not is_offered(sentences[0]):
        return unused, program_of(scope, sentences, "trigger", carry_out), used
    return unused, once(sentences, key, unused, scope, carry_out), None


def used_up(limit: ast.FirstTime, each: int | None, scope: Scope) -> Expr:
    """Whether a replacement has not acted yet; its program counts first that it did.  `each`: as for `limited`."""
    key = key_of(limit, each, scope)
    scope.emit("use", key)
    return ("eq", ("used", key, first_in(limit, scope)), build.integer(0))


def not_yet(limit: ast.When, each: int | None, scope: Scope) -> tuple[Expr, tuple[Any, ...]]:
    """Whether a replacement of *once each turn, if E would …* has not acted yet, and what counts that it did."""
    key = key_of(limit, each, scope)
    return ("eq", ("used", key, once_in(limit, scope)), build.integer(0)), key


def key_of(limit: Limit, each: int | None, scope: Scope) -> tuple[Any, ...]:
    """Under what is counted: of *the next time* each time that this is said."""
    if isinstance(limit, ast.FirstTime) and limit.next:
        return (scope.sentence, this_time(limit, scope))
    key = (scope.sentence, ("local", 0), ("local", 1))
    return key if each is None else (*key, ("local", each))


def once(
    sentences: Sequence[ast.Sentence], key: tuple[Any, ...], unused: Expr, scope: Scope, carry_out: CarryOut
) -> int:
    """The program of *once each turn* whose first sentence is only offered, or has a condition: it is used up when that
    begins, or, where nothing says that it begins (*pay up to 2 coins*), when it was done.  `unused` is asked again, for
    several events of one moment are noticed together.
    """
    first, *more = by_pass(sentences)
    spent = scope.emit("unless", unused, -1)
    using_up(key, first, scope, carry_out)
    carry_out([sentence for each in more for sentence in each], scope)
    scope.patch(spent)
    return program_of(scope, (), "trigger", carry_out)


def using_up(key: tuple[Any, ...], first: Sequence[ast.Sentence], scope: Scope, carry_out: CarryOut) -> None:
    """What may be done once, and that it was."""
    start = scope.here()
    if is_offered(first[0]):
        with scope.saying(spending=key):
            carry_out(first, scope)
    else:
        scope.emit("use", key)
        carry_out(first, scope)
    if ("use", key) not in scope.code[start:]:
        done = scope.outcome if scope.outcome is not None else scope.otherwise
        unspent = scope.emit("unless", done, -1) if done is not None else None
        scope.emit("use", key)
        if unspent is not None:
            scope.patch(unspent)


def is_offered(node: ast.Sentence) -> bool:
    """Whether a sentence is done only if a player likes or a condition holds."""
    if any(isinstance(opening, ast.Given) for opening in node.openings):
        return True
    return may_be_declined(node.body)


def once_when(node: ast.Sentence) -> ast.Given | None:
    """The *when E* of *Once each turn, when E, S.*"""
    first = node.opening
    return first if isinstance(first, ast.Given) and first.word == "when" else None


def once_if(node: ast.Sentence) -> ast.Given | None:
    """The *if E would* of *Once each turn, if E would happen, S instead.*"""
    first = node.opening
    would = isinstance(first, ast.Given) and first.word in ("if", "when") and has_would(first.condition)
    return first if would and isinstance(first, ast.Given) else None


def once_in(when: ast.When, scope: Scope) -> int:
    """The period of *once each turn*, *once in the game* (-1)."""
    if when.word not in ("", "in", "during"):
        raise scope.unfit(when, f"“{when.word}” here")
    return period_of(when.period, scope, ("each", "every"))


def first_in(node: ast.FirstTime, scope: Scope) -> int:
    """The period of *the first time each turn*; -1: the game."""
    if node.period is None:
        return -1
    period = node.period
    if isinstance(period, ast.Noun) and period.head == "game" and not period.modifiers:
        det = replace(period.determiner, span=None)
        if det in (ast.Determiner(quantifier="each"), ast.Determiner(article="this")):
            return -1
    return period_of(period, scope, ("each",))


def whose(clause: ast.Clause, match: EventMatch) -> int | None:
    """The slot of who does it, if the event is said of *each player*."""
    return match.base if of_each(clause) and not match.passive else None


def of_each(clause: ast.Clause) -> bool:
    """*The first time each turn that each player …*: once for each of them."""
    subject = clause.subject
    return ast.determiner_of(subject).quantifier in ("each", "every")


def without_each(clause: ast.Clause) -> ast.Clause:
    """The event of one of them."""
    if not of_each(clause) or not isinstance(clause.subject, ast.Noun):
        return clause
    one = replace(clause.subject.determiner, quantifier=None, article="a")
    return replace(clause, subject=replace(clause.subject, determiner=one))


def of_one(state: ast.Clauses) -> tuple[bool, ast.Clauses]:
    """Whether a state is said of *each player*, and the state of one of them."""
    first, *more = state.clauses
    if not isinstance(first, ast.Clause) or not of_each(first):
        return False, state
    return True, replace(state, clauses=(without_each(first), *more))
