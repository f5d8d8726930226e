"""*Lose 1 coin, then that player gains that many coins*: what is handed over goes from hand to hand, or not at all.

So is read what *Give that player 1 coin* and *Pay 1 coin to that player* say.  Who gets it is known before anybody
loses anything: where there is nobody, nothing is lost, and *If you do* after it is false.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

from toolkit.compile.base import build
from toolkit.compile.base.scope import Scope
from toolkit.compile.base.values import Bound, Val
from toolkit.compile.nouns.seats import one_of_two
from toolkit.language import ast

ALWAYS_THERE = frozenset({"you", "it"})


class Hand(NamedTuple):
    """`clauses`: with the receiver settled.  `nobody`: the jump around what is handed over, where there is none."""

    clauses: ast.Clauses
    nobody: int


def paid_apart(node: ast.Clauses) -> ast.Clauses:
    """*Gain 1 coin and pay 2 coins, then that player gains that many coins*: what stands before is done anyway."""
    for number, (first, second) in enumerate(pairwise(node.clauses)):
        if not isinstance(first, ast.Clause) or not isinstance(second, ast.Clause):
            continue
        handed = node.joints[number] == "then" and _gives(first) and _gets(second, first)
        if handed and len(first.verbs) > 1 and first.joint == "and" and first.verbs[0].modal is None:
            before = replace(first, verbs=first.verbs[:-1], joint="and" if len(first.verbs) > 2 else None)
            paid = replace(first, verbs=first.verbs[-1:], joint=None, openings=())
            clauses = (*node.clauses[:number], before, paid, *node.clauses[number + 1 :])
            return replace(
                node, clauses=clauses, joints=(*node.joints[:number], "and", *node.joints[number:])
            )
    return node


def hand_over(node: ast.Clauses, number: int, scope: Scope) -> Hand | None:
    """What begins with the clause of this number; None: nothing is handed over to anybody who might not be there."""
    clauses = node.clauses
    if number + 1 >= len(clauses) or node.joints[number] != "then":
        return None
    first, second = clauses[number], clauses[number + 1]
    if not isinstance(first, ast.Clause) or not isinstance(second, ast.Clause):
        return None
    receiver = second.subject
    if not _gives(first) or not _gets(second, first) or receiver is None:
        return None
    one_of_two(first.subject, (receiver,), scope)
    if not _other(receiver, first):
        return None
    _by_then(first, receiver, scope)
    desc = scope.describe(receiver)
    if desc.mode != "one" or not scope.world.is_player(desc.type) or desc.expr[0] == "int":
        return None  # of several, or always there
    value = Val(scope.store(desc.expr), desc.type)
    jump = scope.emit("unless", ("ne", value.expr, build.NONE), -1)
    known = replace(second, subject=Bound(value=value, head="player", span=receiver.span))
    return Hand(replace(node, clauses=(*clauses[: number + 1], known, *clauses[number + 2 :])), jump)


def _by_then(payer: ast.Clause, receiver: ast.Nominal, scope: Scope) -> None:
    """SAY0657: *Pay 1 coin, then the player with the most coins gains that many coins* may be another by then; *pay 1
    coin to the player with the most coins* is whoever it is before.
    """
    paid = payer.verbs[-1]
    head = ast.head_of(paid.object) if isinstance(paid, ast.Act) else None
    if payer.span is None or receiver.span is None or "then" not in payer.span.between(receiver.span):
        return
    if any(each.head == head for each in receiver.every(ast.Noun)):
        names = "who it is before that, or after"
        hint = "before: *Pay 1 … to the player …*, *Give 1 … to the player …*; after: *…, then the player … gains 1 …*"
        raise scope.fail("SAY0657", receiver, names=names, hint=hint)


def _gives(clause: ast.Clause) -> bool:
    """*lose 1 coin*, *pay 1 coin*, of nobody who might decline."""
    verb = clause.verbs[-1]
    return isinstance(verb, ast.Act) and verb.verb in ("lose", "pay") and verb.modal is None


def _gets(clause: ast.Clause, before: ast.Clause) -> bool:
    """*gains that many coins*, and coins are what was lost just before."""
    verb, lost = clause.verbs[0], before.verbs[-1]
    if clause.openings or not isinstance(verb, ast.Act) or verb.verb != "gain" or verb.modal is not None:
        return False
    what, given = verb.object, lost.object if isinstance(lost, ast.Act) else None
    return (
        isinstance(what, ast.Noun)
        and isinstance(given, ast.Noun)
        and what.determiner.quantifier in ("that many", "that much")
        and what.head == given.head
    )


def _other(receiver: ast.Nominal, payer: ast.Clause) -> bool:
    """Whether somebody is named who was spoken of before the payer was, and who might not be there."""
    if ast.pronoun_of(receiver) in ALWAYS_THERE:
        return False
    who = payer.subject
    if who is None or isinstance(who, ast.Pronoun):
        return True
    one = isinstance(who, ast.Noun) and not who.plural and who.determiner.quantifier not in ("each", "every")
    return one and not any(_points(part) for part in receiver.walk())


def _points(node: ast.Node) -> bool:
    """*that player*, *they*, *the other player*: it may be the payer, who is not known before they pay."""
    if not isinstance(node, ast.Noun):
        return isinstance(node, ast.Pronoun)
    det = node.determiner
    back = det.article in ("this", "that", "those") or det.possessive is not None or det.owner is not None
    return back or det.other or det.quantifier == "another"
