"""*Each player gains 1 coin if they are rich.*: a loop whose condition is asked of all first is printed as it was said,
with the condition at its end; *For each player, if …* asks one after another.
"""

from __future__ import annotations

from dataclasses import replace

from toolkit.language import ast


def as_said(node: ast.Sentence) -> ast.Sentence:
    """The sentence with *each N* in its order, and the condition behind it."""
    at = next(
        (k for k, each in enumerate(node.openings) if isinstance(each, ast.ForEach) and each.at_once), None
    )
    if at is None or not isinstance(node.body, ast.Clauses):
        return node
    loop, given = node.openings[at : at + 2]
    (clause,) = node.body.clauses
    assert isinstance(loop, ast.ForEach) and isinstance(loop.each, ast.Noun)
    assert isinstance(given, ast.Given) and isinstance(clause, ast.Clause)
    each = replace(loop.each, determiner=replace(loop.each.determiner, quantifier="each"))
    if clause.subject is not None:
        clause = replace(clause, subject=each)
    else:
        verb = clause.verbs[0]
        obj = verb.complement("obj") if isinstance(verb, ast.Act) else None
        assert isinstance(verb, ast.Act) and obj is not None
        clause = replace(clause, verbs=(verb.with_value(obj, each),))
    behind = replace(given, behind=True)
    openings = (*node.openings[:at], behind, *node.openings[at + 2 :])
    return replace(node, openings=openings, body=replace(node.body, clauses=(clause,)))
