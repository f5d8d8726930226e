"""The clauses of one sentence beside each other: what is said of one of them alone, and what joins it to the next."""

from __future__ import annotations

from toolkit.compile.base.scope import Scope
from toolkit.compile.events import outcome
from toolkit.language import ast


def of_what_alone(node: ast.Clauses, scope: Scope) -> None:
    """SAY0801: *Gain 1 coin, then if you are rich, gain 1 point, then draw a card*, *Gain 2 coins, then gain 1 point
    for each cat, but at most 3*: is it said of what stands beside it, too?
    """
    clauses = [each for each in node.clauses if isinstance(each, ast.Clause)]
    for each in clauses[1:-1]:
        if each.openings:
            hint = "begin a sentence with it: *…. If …, …*; what is done anyway stands before it, or in a third one"
            raise scope.unfit(each.openings[0], "this before more than one order", hint=hint)
    bounds = [each for each in node.closings if each.word in ("but", "but to")]
    if bounds and sum(len(each.verbs) for each in clauses) > 1:
        hint = "what is bounded is a sentence of its own: *…. Gain …, but at most …*"
        raise scope.unfit(bounds[0], "a bound of several orders", hint=hint)


def kept_for_more(node: ast.Clauses, number: int) -> bool:
    """*Each player with a coin loses 1 coin, then gains 1 point*: whether the next clause goes on about whom this one
    means, of whom it may not be so any more.
    """
    clause, rest = node.clauses[number], node.clauses[number + 1 :]
    subject = clause.subject
    if not isinstance(subject, ast.Noun) or not rest or not isinstance(rest[0], ast.Clause):
        return False
    chance = "random" in (subject.determiner.quantifier or "")
    narrowed = subject.narrowed
    return rest[0].subject is None and (chance or bool(narrowed))


def follows(node: ast.Clauses, number: int, scope: Scope) -> list[int]:
    """What joins a clause to the one before it: what a cost buys is done only if it was paid."""
    before, joint = node.clauses[number - 1], node.joints[number - 1]
    if joint == "then" and outcome.ends_with_cost(before):
        return outcome.only_if_paid(scope)
    outcome.not_after_may(before, joint, node.clauses[number], scope)
    return []
