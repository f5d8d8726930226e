"""What a verb of fixed words brings: the card of `draw a card`, which no slot of the phrase names.

Its steps put one thing of that kind somewhere, and the run of the verb ends with that thing as its result.  So *Draw a
card. If it is a hazard, …* and *When you draw a hazard, …* speak of what was drawn.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace

from toolkit.compile.base import build
from toolkit.compile.base.scope import Scope
from toolkit.compile.base.values import Val, entity
from toolkit.compile.base.world import VerbInfo, World
from toolkit.language import ast
from toolkit.meaning.referents import Key
from toolkit.program.expression import Expr

MOVING = frozenset({"put", "move", "place", "take", "deal", "acquire"})

Phrase = tuple[str, str]
"""Lemma and fixed noun of a verb without slots: `draw a card`; `rest` has none."""


def bringing(texts: Sequence[tuple[str, str, ast.Paragraph]], world: World) -> None:
    """Find out what each verb of a pack brings.  `texts`: id of the verb, its field and each of its texts."""
    phrases = _phrases(world)
    moves: dict[str, list[ast.Act | None]] = {verb: [] for verb in phrases}
    said = frozenset(phrases.values())
    steps = [(verb, tree) for verb, field, tree in texts if verb in phrases and field == "steps"]
    found = world.memory.each(
        ("moved", said), [tree for _, tree in steps], lambda each: [*_moves(each, said)]
    )
    for (verb, _), acts in zip(steps, found, strict=True):
        moves[verb] += acts
    single = {verb: acts[0] for verb, acts in moves.items() if len(acts) == 1 and acts[0] is not None}
    for verb, noun in _brought_nouns(single, phrases).items():
        world.verbs[verb].brings = noun


def _phrases(world: World) -> dict[str, Phrase]:
    """The verbs of the pack without slots, each with the thing that it names: *card* of `draw a card`."""
    kinds, found = world.kinds, {}
    for info in world.verbs.values():
        if info.kernel is None and not info.roles and info.templates:
            article, _, noun = info.templates[0].fixed.partition(" ")
            thing = article in ("a", "an") and noun in kinds and kinds[noun].category == "thing"
            found[info.id] = (info.templates[0].verb, noun if thing else "")
    return found


def _brought_nouns(single: Mapping[str, ast.Act], phrases: Mapping[str, Phrase]) -> dict[str, str]:
    """The noun of what each verb brings whose steps say once that one thing is put somewhere, and more only of whole
    groups (*shuffle all cards into …*); or by such a verb (`rest`: *Draw a card.*).
    """
    found = {
        verb: phrases[verb][1] for verb, act in single.items() if act.verb in MOVING and phrases[verb][1]
    }
    said = {phrases[verb] for verb in found}
    for verb, act in single.items():
        phrase = (act.verb, act.object.head or "" if isinstance(act.object, ast.Noun) else "")
        if act.verb not in MOVING and phrase in said:
            found[verb] = phrase[1]
    return found


def _moves(tree: ast.Paragraph, phrases: Collection[Phrase]) -> Iterator[ast.Act | None]:
    """The orders of a text that move one thing; None: it moves several, or may, or does so again and again."""
    for sentence in tree.sentences:
        if not isinstance(sentence.body, ast.Clauses):
            yield None
            continue
        for node in sentence.walk():
            if _again(node) or _perhaps_moved(node, sentence):
                yield None
            elif isinstance(node, ast.Act) and isinstance(node.object, ast.Noun):
                moving = node.verb in MOVING or (node.verb, node.object.head) in phrases
                if moving and node.object.determiner.quantifier != "all":
                    sure = node.modal is None and not sentence.openings
                    yield node if _of_one(node.object) and sure else None


def _again(node: ast.Node) -> bool:
    """What is done so and so often."""
    return isinstance(node, ast.ForEach | ast.Times) or ast.verb_of(node) == "repeat"


def _perhaps_moved(node: ast.Node, sentence: ast.Sentence) -> bool:
    """*If it is red, put it in the park.*: what may be moved further or not."""
    if not isinstance(node, ast.Act) or not isinstance(node.object, ast.Pronoun):
        return False
    return node.verb in MOVING and (node.modal is not None or bool(sentence.openings))


def _of_one(noun: ast.Noun) -> bool:
    det = noun.determiner
    return not noun.plural and det.number in (None, 1) and det.quantifier in (None, "a random")


def moved(verb: ast.Act, info: VerbInfo, what: Expr | None, result: Expr, scope: Scope) -> None:
    """Remember what the last order put somewhere, and what of it really was.  `what`: the thing, if it is one."""
    value = brought(info, result, scope)
    if value is not None:
        scope.moved = (value.expr, ("single", value.expr))
    elif what is not None and verb.verb in MOVING and info.kernel is not None:
        scope.moved = (what, result)


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
        kept_once = each.needs is None and scope.wants(_key("brought", node, scope))
        if each.verb == node.verb and (kept_once or (each.needs is not None and each.needs[0] == "brought")):
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
    slot = scope.let(value.expr)
    scope.bind(Val(build.local(slot), value.type), value.type.name, node.verb)


def _key(what: str, node: ast.Act, scope: Scope) -> Key:
    span = node.span or scope.span
    assert span is not None, "an order is somewhere"
    return (what, span.source.name, span.start, span.end)
