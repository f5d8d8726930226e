"""A second time that cannot be: *Play it twice.*, where playing a card takes it from the hand in which it must be."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from toolkit.compile.base.scope import Scope
from toolkit.compile.base.values import Val
from toolkit.compile.base.world import VerbInfo, World
from toolkit.compile.events.template import phrase_of
from toolkit.language import ast

_MOVING = frozenset({"put", "move", "place", "return", "take", "deal", "acquire"})


def same_thing(verb: ast.Act, scope: Scope) -> None:
    """Refuse an order to do again to a thing what has just been done to it and cannot be done to it once more."""
    obj = verb.object
    if obj is None or not _points(obj):
        return
    found = phrase_of(verb, scope, quiet=True)
    if found is None or not only_once(found[0], scope):
        return
    value = scope.describe(obj)
    if _done_before(verb.verb, Val(value.expr, value.type), scope):
        raise _impossible(verb, scope)


def several_times(verb: ast.Act, scope: Scope) -> None:
    """Refuse *Play it twice.* (a second time cannot be) and *Play a card twice.* (the same one, or another one?)."""
    obj = verb.object
    found = phrase_of(verb, scope, quiet=True)
    if obj is None or found is None or found[1].fixed or not only_once(found[0], scope):
        return
    if _points(obj):
        raise _impossible(verb, scope)
    said = " ".join(obj.span.text.split()) if obj.span is not None else "…"
    hint = f"another one each time: *Repeat 2 times: {verb.verb} {said}.*; what is to be had twice is said by itself"
    raise scope.fail(
        "SAY0801", verb, what=f"“{verb.verb}” so often: of one thing it can be done once", hint=hint
    )


def only_once(info: VerbInfo, scope: Scope) -> bool:
    """Whether a verb requires that its object is somewhere, and takes it away from there."""
    return info.kernel is None and info.id in scope.world.once_only


def objects(world: World) -> dict[str, str]:
    """What the texts of each verb of the pack call its object."""
    return {
        info.id: slot.name
        for info in world.verbs.values()
        if info.kernel is None
        for template in info.templates[:1]
        for slot in template.slots
        if slot.role == "obj"
    }


def once_only(verbs: Iterable[tuple[str, str, ast.Paragraph]], slots: Mapping[str, str]) -> frozenset[str]:
    """The verbs that can be done once to a thing that stays where they leave it.

    `verbs`: id of the verb, its field (`requires`, `steps`) and each of its texts.  `slots`: what the verb's own texts
    call its object.
    """
    required: set[str] = set()
    moved: set[str] = set()
    for verb, field, tree in verbs:
        slot = slots.get(verb)
        if slot is None:
            continue
        if field == "requires" and any(_is_placed(node, slot) for node in tree.walk()):
            required.add(verb)
        if field == "steps" and any(_moves(node, slot) for node in tree.walk()):
            moved.add(verb)
    return frozenset(required & moved)


def _is_placed(node: ast.Node, slot: str) -> bool:
    """*The card is in your hand.*"""
    if not isinstance(node, ast.Clause) or not _is_slot(node.subject, slot):
        return False
    return any(
        isinstance(verb, ast.Be) and isinstance(verb.predicate, ast.IsPlaced) and not verb.negated
        for verb in node.verbs
    )


def _moves(node: ast.Node, slot: str) -> bool:
    """*Put the card on your table.*"""
    if not isinstance(node, ast.Act) or node.verb not in _MOVING:
        return False
    return any(each.role == "obj" and _is_slot(each.value, slot) for each in node.complements)


def _is_slot(node: ast.Node | None, slot: str) -> bool:
    return isinstance(node, ast.Noun) and node.head == slot and node.determiner.article == "the"


def _points(node: ast.Nominal) -> bool:
    """*it*, *that card*, *this card*."""
    if isinstance(node, ast.Pronoun):
        return node.word == "it"
    return isinstance(node, ast.Noun) and node.determiner.article in ("this", "that") and not node.plural


def _done_before(verb: str, value: Val, scope: Scope) -> bool:
    return any(each.verb == verb and each.value.expr == value.expr for each in scope.discourse)


def _impossible(verb: ast.Act, scope: Scope) -> Exception:
    hint = "it is no longer where it must be for that; say by itself what is to be had once more: *Gain …*, *Resolve …*"
    return scope.fail("SAY0801", verb, what=f"“{verb.verb}” a second time with the same thing", hint=hint)


def each_so_often(clause: ast.Clause, scope: Scope) -> None:
    """SAY0801: *You may meld a set or meld a run 2 times*: is the choice made twice, or only the run?"""
    last = clause.verbs[-1]
    often = next((each for each in last.adverbials if isinstance(each, ast.Times)), None)
    if often is None or any(
        isinstance(each, ast.Times) for verb in clause.verbs[:-1] for each in verb.adverbials
    ):
        return
    said = often.span.text if often.span is not None else "so often"
    hint = f"say it of the whole choice, *Repeat {said}: …*, or of each verb"
    raise scope.fail("SAY0801", often, what=f"“{said}” after “or”", hint=hint)
