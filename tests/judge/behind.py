"""What stands behind its order: *S if C*, *S unless C*, *S at the end of this turn*.

S was said before anybody spoke of what C finds: it speaks of nothing of that.  C may speak of whom S names first; of
*each player* it is asked for each of them, before any of them does it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tests.judge.values import Unknown
from toolkit.language import ast

THAT_PLAYER = ast.Noun(determiner=ast.Determiner(article="that"), head="player")


def condition_of(body: ast.Clauses | ast.Choice) -> tuple[ast.Clause, ast.Closing, ast.Clauses] | None:
    """The order, the condition behind it, and the body without that; None: nothing stands behind it."""
    if not isinstance(body, ast.Clauses) or not body.closings or body.closings[-1].condition is None:
        return None
    last = body.closings[-1]
    if last.word not in ("if", "unless") or len(body.closings) > 1 or len(body.clauses) > 1:
        raise Unknown("a closing")
    (clause,) = body.clauses
    if not isinstance(clause, ast.Clause) or len(clause.verbs) > 1 or moment_of(body) is not None:
        raise Unknown("a condition behind several orders, or at a time")
    return clause, last, replace(body, closings=())


def of_each(clause: ast.Clause, condition: ast.Clauses) -> bool:
    """*Each player gains 1 coin if they are rich*: whether it is asked of each."""
    subject = clause.subject
    each = isinstance(subject, ast.Noun) and subject.determiner.quantifier in ("each", "every")
    return each and any(map(points_back, of_them(condition)))


def of_them(condition: ast.Clauses) -> Iterator[ast.Node]:
    """What of a condition may speak of who does the order; *no player has more than each other player*: than that."""
    for clause in condition.clauses:
        who = clause.subject if isinstance(clause, ast.Clause) else None
        d = who.determiner if isinstance(who, ast.Noun) and who.head == "player" else None
        apart = names_you(clause) or (d is not None and not points_back(d) and d.article != "the")
        yield from (each for each in clause.walk() if not (apart and is_other(each)))


def names_you(node: ast.Node) -> bool:
    """*no ware in your booth belongs to another player*: than you, whoever does the order."""
    return any(
        (isinstance(each, ast.Pronoun) and each.word == "you")
        or (isinstance(each, ast.Determiner) and each.possessive == "your")
        for each in node.walk()
    )


def is_other(node: ast.Node) -> bool:
    return isinstance(node, ast.Determiner) and (node.other or node.quantifier == "another")


def points_back(node: ast.Node) -> bool:
    match node:
        case ast.Pronoun(word=word):
            return word != "you"
        case ast.Determiner() as d:
            return d.possessive in ("their", "its") or d.article in ("that", "those") or is_other(d)
    return False


def names_new(clause: ast.Clause) -> bool:
    """*Put a cat in the park if it …*: of a cat that nobody has chosen yet."""
    return any(isinstance(each, ast.Determiner) and each.article == "a" for each in clause.walk())


def moment_of(body: ast.Clauses | ast.Choice) -> tuple[ast.Clauses, ast.When] | None:
    """The body without the moment behind its only verb, and that."""
    if not isinstance(body, ast.Clauses):
        return None
    clause = body.clauses[-1]
    verb = clause.verbs[-1] if isinstance(clause, ast.Clause) else None
    times = [each for each in verb.adverbials if is_moment(each)] if verb is not None else []
    if not times or verb is None:
        return None
    assert isinstance(clause, ast.Clause)
    if len(body.clauses) > 1 or len(clause.verbs) > 1 or len(times) > 1:
        raise Unknown("a moment behind several orders")
    rest = tuple(each for each in verb.adverbials if each not in times)
    bare = replace(clause, verbs=(replace(verb, adverbials=rest),))
    (time,) = times
    assert isinstance(time, ast.When)
    return replace(body, clauses=(bare,)), time


def is_moment(node: ast.Node) -> bool:
    return isinstance(node, ast.When) and node.word == "at the end of"
