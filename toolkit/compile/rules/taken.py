"""*When you play a Pebble, you may discard this card from your hand*: the rule acts while the card lies there.

Where an effect takes its own component from a place, the whole rule waits there for its event: it is said once more as
a condition in front, *As long as this card is in your hand, …*.
"""

from __future__ import annotations

from collections.abc import Iterator

from toolkit.compile.base.scope import Scope
from toolkit.compile.rules.statement import Statement
from toolkit.language import ast


def from_its_place(statement: Statement, rest: ast.Sentence) -> list[ast.Clauses]:
    """The condition, if the first that is done takes *this* from a place that is yours or the only one."""
    if statement.holder.this is None:
        return []
    verb = next((node for each in (rest, *statement.more) for node in each.every(ast.Act)), None)
    obj = verb.complement("obj") if verb is not None else None
    what = obj.value if obj is not None else None
    if verb is None or not isinstance(what, ast.Noun) or what.determiner.article != "this":
        return []
    this = ast.Noun(head=what.head, determiner=what.determiner, span=what.span)
    return [lies(this, prep, place) for prep, place in sources(verb, what, statement.outer)]


def lies(this: ast.Noun, prep: str, place: ast.Noun) -> ast.Clauses:
    """*this card is in your hand*, said at the words of the place."""
    there = ast.IsPlaced(prep=prep, where=place, span=place.span)
    return ast.Clause(subject=this, verbs=(ast.Be(predicate=there, span=place.span),), span=place.span).alone


def sources(verb: ast.Act, obj: ast.Noun, scope: Scope) -> Iterator[tuple[str, ast.Noun]]:
    """*from your hand*, said of the verb or of the thing: the preposition of the place, and the place."""
    said = [verb.complement("from"), *(m for m in obj.modifiers if m.word == "from")]
    for each in said:
        place = each.value if isinstance(each, ast.Complement) else each.what if each is not None else None
        if isinstance(place, ast.Noun) and place.head in scope.world.kinds:
            kind, det = scope.world.kinds[place.head], place.determiner
            if kind.category == "place" and (det.possessive == "your" or kind.only is not None):
                yield kind.prep, place
