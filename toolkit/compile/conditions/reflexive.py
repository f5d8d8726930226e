"""*Choose a cat. If the highest cat is next to that cat, …*: said right beside another cat, *that cat* is none of which
the clause is said.  In: a clause, and the value of its subject.  Out: what is out of reach where its verbs are read.
"""

from __future__ import annotations

from collections.abc import Iterator

from toolkit.compile.base.scope import Scope
from toolkit.compile.base.values import Val
from toolkit.language import ast
from toolkit.meaning.referents import Referent


def not_itself(clause: ast.Clause, value: Val, mark: int, scope: Scope) -> tuple[Referent, ...]:
    """The subject, if the clause is the first to name it (after `mark`) and a phrase beside it points at something.

    *that cat's home* may be that of the subject, where nothing else was named.
    """
    before, named = scope.discourse.referents[:mark], scope.discourse.since(mark)
    if value.type.base != "entity" or any(each.value.expr == value.expr for each in before):
        return ()
    pointing = [each for verb in clause.verbs for each in _beside(verb)]
    whose = [each.determiner.owner for each in pointing if isinstance(each, ast.Noun)]
    another = any(scope.world.is_a(each.value.type.name, value.type.name) for each in before)
    if not any(map(_points, pointing)) and not (another and any(map(_points, whose))):
        return ()
    return tuple(each for each in named if each.value.expr == value.expr)


def _points(what: ast.Nominal | None) -> bool:
    return ast.is_it(what) or ast.determiner_of(what).article == "that"


def _beside(verb: ast.Verb) -> Iterator[ast.Nominal]:
    """What stands beside the subject: *is next to N*, *has more coins than N*; not what is said of that."""
    match verb:
        case ast.Be(predicate=ast.IsThing(what=what) | ast.IsRelated(to=what)):
            found = [what]
        case ast.Be(predicate=ast.IsPlaced(where=ast.Nominal() as where)):
            found = [where]
        case ast.Act():
            found = [each.value for each in verb.complements if isinstance(each.value, ast.Noun)]
        case _:
            found = []
    for each in found:
        yield each
        if isinstance(each, ast.Noun):
            yield from (part.what for part in each.modifiers if part.word == "than" and part.what is not None)
