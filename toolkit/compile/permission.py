"""What a permission lifts: a prohibition, and never what a verb itself requires."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from toolkit.compile.scope import Scope
from toolkit.compile.world import VerbInfo
from toolkit.language import ast


def unliftable(trees: Iterable[ast.Paragraph], requiring: Collection[str]) -> frozenset[str]:
    """Of the verbs that require something, those of whose words no sentence of the pack forbids anything."""
    forbidden = {verb for tree in trees for node in tree.walk() for verb in forbidding(node)}
    return frozenset(requiring) - forbidden


def forbidding(node: ast.Node) -> set[str]:
    """The words of the verbs that a sentence may forbid: *cannot V*, *can V only if …*, *can V once*, *no N can V*."""
    if not isinstance(node, ast.Clauses):
        return set()
    found = set()
    for clause in node.clauses:
        if not isinstance(clause, ast.Clause):
            continue
        subject = clause.subject
        nobody = isinstance(subject, ast.Noun) and subject.determiner.quantifier == "no"
        for verb in clause.verbs:
            if not isinstance(verb, ast.Act) or verb.modal not in ("can", "cannot"):
                continue
            if verb.modal == "cannot" or node.closings or verb.only or verb.adverbials or nobody:
                found.add(verb.verb)
    return found


def lifts_something(infos: Iterable[VerbInfo], clause: ast.Clause, scope: Scope) -> None:
    """Refuse a permission of a verb that nothing forbids, but that requires something by itself."""
    verb = clause.verbs[0]
    if isinstance(verb, ast.Act) and verb.verb in scope.world.unliftable and list(infos):
        raise scope.fail(
            "SAY0801",
            verb,
            what=f"a permission of “{verb.verb}”, which no rule forbids: what a verb requires holds for all",
            hint="write the exception where it is required (*requires: …, or you have …*), or say there no more than "
            "holds for all and forbid the rest in a rule (*Players cannot …*): that a permission lifts",
        )
