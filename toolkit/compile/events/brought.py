"""What a verb of fixed words brings: the card of `draw a card`, which no slot of the phrase names.

Its steps put one thing of that kind somewhere, and the run of the verb ends with that thing as its result.  So *Draw a
card. If it is a hazard, …* and *When you draw a hazard, …* speak of what was drawn.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace

from toolkit.compile.base import build
from toolkit.compile.base.scope import Scope
from toolkit.compile.base.values import Val, entity
from toolkit.compile.base.world import VerbInfo
from toolkit.language import ast
from toolkit.meaning.referents import Key
from toolkit.program.expression import Expr

_MOVING = frozenset({"put", "move", "place", "take", "deal", "acquire"})


def bringing(texts: Iterable[tuple[str, ast.Paragraph]], nouns: Mapping[str, str]) -> dict[str, str]:
    """The noun of what each verb brings.  `texts`: verbs and their steps; `nouns`: those of the fixed words.

    Its steps say once that one thing is put somewhere, and more only of whole groups (*shuffle all cards into …*).
    """
    moves: dict[str, list[ast.Act | None]] = {verb: [] for verb in nouns}
    for verb, tree in texts:
        if verb in nouns:
            moves[verb] += _moves(tree)
    return {verb: nouns[verb] for verb, acts in moves.items() if len(acts) == 1 and acts[0] is not None}


def _moves(tree: ast.Paragraph) -> Iterator[ast.Act | None]:
    """The orders of a text that move one thing; None: it moves several, or may, or does so again and again."""
    for sentence in tree.sentences:
        if not isinstance(sentence.body, ast.Clauses):
            yield None
            continue
        for node in sentence.walk():
            if isinstance(node, ast.ForEach | ast.Times) or (
                isinstance(node, ast.Act) and node.verb == "repeat"
            ):
                yield None
            if (
                not isinstance(node, ast.Act)
                or node.verb not in _MOVING
                or not isinstance(node.object, ast.Noun)
            ):
                continue
            if node.object.determiner.quantifier != "all":
                yield node if _of_one(node.object) and node.modal is None and not sentence.openings else None


def _of_one(noun: ast.Noun) -> bool:
    det = noun.determiner
    return not noun.plural and det.number in (None, 1) and det.quantifier in (None, "a random")


def result_of(info: VerbInfo, done: Expr, scope: Scope) -> Expr:
    """What the run of a verb ends with: what it brought; else whether it was carried out."""
    if not info.brings or scope.moved is None:
        return done
    thing, moved = scope.moved
    return ("if", ("member", thing, moved), thing, done)


def brought(info: VerbInfo, result: Expr, scope: Scope) -> Val | None:
    """What an event brought that ended with this result; None: such verbs bring nothing."""
    if not info.brings:
        return None
    is_one: Expr = ("is", result, scope.world.kinds[info.brings].index)
    return Val(("if", is_one, result, build.NONE), entity(info.brings))


@contextmanager
def gathered(node: ast.Act, scope: Scope) -> Iterator[None]:
    """*Draw 2 cards.*: what was brought each time is a group afterwards, and is kept if it is spoken of."""
    key, mark = _key("all", node, scope), scope.discourse.mark()
    slot = scope.alloc() if scope.wants(key) else None
    before = scope.gathered
    if slot is not None:
        scope.emit("let", slot, build.EMPTY)
    scope.gathered = slot
    try:
        yield
    finally:
        scope.gathered = before
    for each in scope.discourse.since(mark):
        if each.verb == node.verb and each.needs is not None and each.needs[0] == "brought":
            kept = each.value.expr if slot is None else build.local(slot)
            each.value = replace(each.value, expr=kept, many=True)
            each.needs = key if slot is None else None


def bind(info: VerbInfo, node: ast.Act, result: Expr, scope: Scope) -> None:
    """It can be spoken of from now on, and is kept if it is."""
    value = brought(info, result, scope)
    if value is None:
        return
    key = _key("brought", node, scope)
    if scope.gathered is not None:
        all_of_them = build.local(scope.gathered)
        scope.emit("let", scope.gathered, ("union", all_of_them, ("single", value.expr)))
    if not scope.wants(key):
        scope.bind(value, value.type.name, node.verb, needs=key)
        return
    slot = scope.alloc()
    scope.emit("let", slot, value.expr)
    scope.bind(Val(build.local(slot), value.type), value.type.name, node.verb)


def _key(what: str, node: ast.Act, scope: Scope) -> Key:
    span = node.span or scope.span
    assert span is not None, "an order is somewhere"
    return (what, span.source.name, span.start, span.end)
