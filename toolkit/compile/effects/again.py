"""A second time that cannot be: *Play it twice.*, where playing a card takes it from the hand in which it must be."""

from __future__ import annotations

from collections.abc import Sequence

from toolkit.compile.base.scope import Scope
from toolkit.compile.base.values import Val
from toolkit.compile.base.world import VerbInfo, World
from toolkit.compile.events.template import phrase_of
from toolkit.language import ast, which

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
    if verb.verb == "resolve" and (of := _whose(obj)) is not None and _is_any(of):
        raise _the_same_or_another(of, scope)
    found = phrase_of(verb, scope, quiet=True)
    if obj is None or found is None or found[1].fixed:
        return
    if found[0].kernel is None and found[0].stays and _is_any(obj):
        raise _the_same_or_another(obj, scope)
    if not only_once(found[0], scope):
        return
    if _points(obj):
        raise _impossible(verb, scope)
    said = ast.typed(obj, "…")
    hint = f"another one each time: *Repeat 2 times: {verb.verb} {said}.*; what is to be had twice is said by itself"
    raise scope.unfit(verb, f"“{verb.verb}” so often: of one thing it can be done once", hint=hint)


def _whose(obj: ast.Nominal | None) -> ast.Nominal | None:
    """The card in *the effect of a card*."""
    of = obj.modifier("of") if isinstance(obj, ast.Noun) else None
    return of.what if of is not None else None


def _is_any(node: ast.Nominal | None) -> bool:
    """*a cat*, *one of your cats*: which one is still to be chosen."""
    if not isinstance(node, ast.Noun):
        return False
    match node.determiner.which:
        case which.A():
            return True
        case which.Count(number=1, of=True):
            return True
    return False


def _the_same_or_another(node: ast.Nominal, scope: Scope) -> Exception:
    """SAY0657: *Feed a cat twice*, *Resolve the effect of a card twice*: it stays there, so it may be the same one."""
    head = ast.head_of(node) or "thing"
    hint = f"choose it first: *Choose a {head}. … that {head} twice.*; another one each time is *Repeat 2 times: …*"
    return scope.fail("SAY0657", node, names=f"the same {head} each time, or any {head} each time", hint=hint)


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


def once_only(verbs: Sequence[tuple[str, str, ast.Paragraph]], world: World) -> frozenset[str]:
    """The verbs that can be done once to a thing that stays where they leave it.

    `verbs`: id of the verb, its field (`requires`, `steps`) and each of its texts.
    """
    slots, found = objects(world), []
    for said, find in (("requires", _placed), ("steps", _moved)):
        texts = [(verb, tree) for verb, field, tree in verbs if field == said and verb in slots]
        nouns = world.memory.each(find.__name__, [tree for _, tree in texts], find)
        found.append({verb for (verb, _), named in zip(texts, nouns, strict=True) if slots[verb] in named})
    required, moved = found
    return frozenset(required & moved)


def _placed(tree: ast.Paragraph) -> set[str | None]:
    """*The card is in your hand.*: what is said to be somewhere."""
    return {
        _slot(node.subject)
        for node in tree.every(ast.Clause)
        for verb in node.verbs
        if isinstance(verb, ast.Be) and isinstance(verb.predicate, ast.IsPlaced) and not verb.negated
    }


def _moved(tree: ast.Paragraph) -> set[str | None]:
    """*Put the card on your table.*: what is put somewhere."""
    return {
        _slot(each.value)
        for node in tree.every(ast.Act)
        if node.verb in _MOVING
        for each in node.complements
        if each.role == "obj"
    }


def _slot(node: ast.Node | None) -> str | None:
    """*the card*"""
    return node.head if isinstance(node, ast.Noun) and node.determiner.article == "the" else None


def _points(node: ast.Nominal) -> bool:
    """*it*, *that card*, *this card*."""
    if isinstance(node, ast.Pronoun):
        return node.word == "it"
    return isinstance(node, ast.Noun) and node.determiner.article in ("this", "that") and not node.plural


def _done_before(verb: str, value: Val, scope: Scope) -> bool:
    return any(each.verb == verb and each.value.expr == value.expr for each in scope.discourse)


def _impossible(verb: ast.Act, scope: Scope) -> Exception:
    hint = "it is no longer where it must be for that; say by itself what is to be had once more: *Gain …*, *Resolve …*"
    return scope.unfit(verb, f"“{verb.verb}” a second time with the same thing", hint=hint)


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
    raise scope.unfit(often, f"“{said}” after “or”", hint=hint)
