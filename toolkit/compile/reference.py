"""Noun phrases that point at what was named before: *that N*, *those Ns*, *this N*, *the other Ns*, a verb's slot."""

from __future__ import annotations

from dataclasses import replace

from toolkit.compile import build, sets
from toolkit.compile.determiner import plain
from toolkit.compile.phrases import one
from toolkit.compile.pronoun import alone, described
from toolkit.compile.quantify import quantify
from toolkit.compile.scope import Scope
from toolkit.compile.values import Desc, Val, entity
from toolkit.language import ast


def referred(node: ast.Noun, scope: Scope) -> Desc | None:
    """*that N*, *those Ns*, *this N* (None: *that* of something that was never named, as in *that much*)."""
    det, world = node.determiner, scope.world
    assert node.head is not None
    if node.adjectives and node.head in world.kinds:
        filled = scope.find(node.head, verb=node.adjectives[0])
        if filled is not None and len(node.adjectives) == 1 and not node.modifiers and node.relative is None:
            return one(filled.value, node, node.head)
    article = det.article
    if node.head in world.kinds or node.head in world.aliases:
        kind = node.head if node.head in world.kinds else world.aliases[node.head][0][0]
        if article in ("this", "these"):
            if scope.this is not None and world.related(scope.this.type.name, kind):
                return one(scope.this, node, node.head)
            if node.head in scope.slots:
                return one(scope.slots[node.head], node, node.head)
            if (happening := in_period(node.head, scope)) is not None:
                return one(happening, node, node.head)
            raise scope.fail("SAY0653", node, noun=node.head)
        found = scope.find(kind, many=article == "those", other=True)
        if found is None and article == "those":
            found = scope.find(kind, other=True)
        if found is None:
            found = scope.find(kind, many=article == "those")
        if found is None:
            entry = world.vocabulary.nouns.get(node.head)
            named = entry.plural if article == "those" and entry is not None else node.head
            raise scope.fail("SAY0654", node, noun=node.head, article=article, named=named)
        found = described(found, scope)
        alone(found, node, scope)
        value = found.value
        sets.as_many_as_there_are(replace(node, head=None), world.kinds[kind], value, scope)
        if node.adjectives or node.modifiers or node.relative:
            if not value.many:
                plain(node, scope)
            some = sets.filtered(replace(node, head=value.type.name, plural=True), value, scope)
            return some.but(group=value.expr)
        if det.of or det.number is not None or det.quantifier is not None:
            group = value.expr if value.many else ("single", value.expr)
            return quantify(node, group, value.type, scope).but(group=value.expr)
        return one(value, node, node.head)
    named_so = scope.discourse.headed(node.head) if article == "that" else None
    return one(named_so.value, node, node.head) if named_so is not None else None


def in_period(head: str, scope: Scope) -> Val | None:
    """*this arena* on a card: the one in which the running period happens (*fight in {arena}*, a period), if only
    one period has such a slot.
    """
    world = scope.world
    found = [
        (world.ruleset.verbs[info.index].period, info.roles.index(head))
        for info in world.verbs.values()
        if head in info.roles and world.ruleset.verbs[info.index].period >= 0
    ]
    if len(found) != 1 or head not in world.kinds:
        return None
    return Val(("period-role", *found[0]), entity(head))


def remaining(node: ast.Noun, scope: Scope) -> Desc | None:
    """*the other cards*, where some of *those cards* were chosen: those that were not."""
    det = node.determiner
    if replace(det, span=None) != ast.Determiner(article="the", other=True):
        return None
    if node.adjectives or node.modifiers or node.relative:
        return None
    assert node.head is not None
    for position, group in scope.discourse.groups(node.head):
        chosen = [
            scope.discourse.at_hand(each).value
            for each in scope.discourse.since(position + 1)
            if each.group == group.value.expr
        ]
        if chosen:
            break
    else:
        return None
    whole = scope.discourse.at_hand(group).value
    slot = scope.alloc()
    item = build.local(slot)
    apart = [("member", item, c.expr) if c.many else ("eq", item, c.expr) for c in chosen]
    left = build.where(whole.expr, slot, build.both(*(build.negate(each) for each in apart)))
    if not node.plural:
        return Desc("one", ("first", left), whole.type, node.span, head=node.head)
    return Desc("set", left, whole.type, node.span, head=node.head)


def slot_of(node: ast.Noun, scope: Scope) -> Desc | None:
    """*the arena*: a slot of the verb that the text defines."""
    det = node.determiner
    if (
        det.article == "the"
        and not det.ordinal
        and det.number is None
        and not node.adjectives
        and node.head in scope.slots
        and not det.other
    ):
        value = scope.slots[node.head]
        if node.modifiers or node.relative:
            return None
        return one(value, node, node.head)
    return None
