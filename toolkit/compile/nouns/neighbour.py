"""*an adjacent region*: a relation of the pack said as an adjective, whose other term the sentence leaves out.

What it is adjacent to is, in this order: where the verb takes its object from; where its object is, for a verb that
moves it *to* such a place; the latest thing that was named and that the relation takes; the place of the latest thing
that was named.  Two that fit alike are an error, and so is none.
"""

from __future__ import annotations

from dataclasses import replace

from toolkit.compile.base.scope import Scope
from toolkit.compile.base.values import Bound, Desc, Val, entity
from toolkit.compile.base.world import kind_of_figure
from toolkit.compile.nouns import geometry
from toolkit.compile.nouns import possess as possession
from toolkit.language import ast
from toolkit.language.forms import article
from toolkit.meaning.referents import Referent
from toolkit.program.expression import Expr

EVENT = 0
"""The number of the part of a rule that says when."""


def relation_of(word: str, scope: Scope) -> str | None:
    """The relation that an adjective stands for (*adjacent to*); None: it stands for itself."""
    return scope.world.vocabulary.bare_relations().get(word)


def beside(word: str, item: Val, node: ast.Noun, scope: Scope) -> Expr | None:
    """Whether *item is word* to what the sentence is about; None: the word is no such adjective."""
    relation = relation_of(word, scope)
    if relation is None:
        return None
    not_had(node, word, relation, scope)
    value = term(relation, item, node, scope)
    other = Bound(value=value, head=value.type.name, span=node.span)
    return scope.world.semantics.related(relation, item, other, scope, node)


def not_had(node: ast.Noun, word: str, relation: str, scope: Scope) -> None:
    """SAY0657: *each adjacent frog it has*: the frogs next to it, or of these those that lie on it?"""
    had = node.relative
    if (
        had is None
        or had.subject is None
        or had.word not in ("", "that")
        or not isinstance(had.verb, ast.Act)
    ):
        return
    kind = scope.world.kinds.get(ast.head_of(had.subject) or "")
    if had.verb.verb == "have" and (ast.is_it(had.subject) or (kind is not None and kind.name != "player")):
        one = f"each {node.head} {relation}"
        hint = f"say which: *{one} it*, *{one} it on it*"
        raise scope.fail(
            "SAY0657", node, names=f"what is {relation} it, or what of that lies on it", hint=hint
        )


def it(relation: str, own: str | None, to: ast.Nominal, scope: Scope) -> Desc | None:
    """*adjacent to it*: of what *it* may mean, that which the relation takes; None: not so said, or nothing is."""
    if own is None or not ast.is_it(to):
        return None
    if scope.near is not None and (place := seen_from(scope.near, relation, own, scope)) is not None:
        return Desc("one", place.expr, place.type, to.span, head=place.type.name)
    named = scope.discourse.singles(lambda value: direct(value, relation, own, scope))
    if len(named) != 1:
        return None
    value = scope.discourse.at_hand(named[0]).value
    return Desc("one", value.expr, value.type, to.span, head=value.type.name)


def beside_it(
    what: ast.Nominal, own: Val, scope: Scope, place: ast.Complement | None = None
) -> ast.Noun | None:
    """*with no frog next to it*, *with an adjacent frog*: the frog next to that very thing, which is asked for and not
    what it has; None: nothing is said to lie beside *it*.
    """
    if not isinstance(what, ast.Noun) or own.type.base != "entity":
        return None
    if place is not None and isinstance(place.value, ast.Nominal):
        what = replace(what, modifiers=(*what.modifiers, ast.Modifier(word=place.prep, what=place.value)))
    it = Bound(value=own, head=own.type.name, span=what.span)
    here = tuple(replace(each, what=it) if ast.is_it(each.what) else each for each in what.modifiers)
    if len(says_beside_it(what, scope)) == 1:
        return replace(what, modifiers=here)
    for word in what.adjectives:
        relation = relation_of(word, scope)
        if relation is not None and what.head is not None and direct(own, relation, what.head, scope):
            others = tuple(each for each in what.adjectives if each != word)
            return replace(what, adjectives=others, modifiers=(*here, ast.Modifier(word=relation, what=it)))
    return None


def says_beside_it(what: ast.Noun, scope: Scope) -> list[ast.Modifier]:
    """*next to it*, *adjacent to it*."""
    relations = {"next to", "beside", *geometry.STEPS, *scope.world.vocabulary.relations}
    return [each for each in what.modifiers if each.word in relations and ast.is_it(each.what)]


def takes(relation: str, kind: str, other: str, scope: Scope) -> bool:
    """Whether the relation is defined between things of these kinds."""
    found = scope.world.find_defined(relation, kind, other)
    return found is not None and len(found.kinds) > 1


def term(relation: str, item: Val, node: ast.Noun, scope: Scope) -> Val:
    """What a member must be adjacent to."""
    kind, word = item.type.name, relation.split()[0]
    if not any(takes(relation, kind, other, scope) for other in scope.world.kinds):
        raise scope.fail(
            "SAY0754", node, adjective=word, noun=kind, hint=f"say to what: *each {kind} {relation} …*"
        )
    if scope.near is not None and (place := seen_from(scope.near, relation, kind, scope)) is not None:
        return place
    named = scope.discourse.singles(lambda value: direct(value, relation, kind, scope))
    if not named and (this := scope.this) is not None and direct(this, relation, kind, scope):
        return this
    if not named:
        seen = scope.discourse.singles(lambda value: seen_from(value, relation, kind, scope) is not None)
        named = [each for each in seen if may_lie_in(each, kind, scope)]
    if len(named) > 1:
        names = " or ".join(f"the {each.head}" for each in named)
        raise scope.fail(
            "SAY0657", node, names=names, hint=f"say to what: *a {kind} {relation} that {named[-1].head}*"
        )
    if not named:
        a_kind = f"{article(kind)} {kind}"
        to_what = f"{of_a_figure(kind, relation, scope)}*{a_kind} {relation} that {kind}*"
        hint = f"say to what: {to_what}; choose it first: *Choose {a_kind}.*"
        raise scope.fail("SAY0652", node, word=word, hint=hint)
    _or_to_this(named[0], relation, kind, node, scope)
    place = seen_from(scope.discourse.at_hand(named[0]).value, relation, kind, scope)
    assert place is not None
    return place


def _or_to_this(named: Referent, relation: str, kind: str, node: ast.Noun, scope: Scope) -> None:
    """SAY0657, on a dog that acts in a park: *When a cat is moved to an adjacent park, …*: next to where the cat was,
    or to where this dog is?
    """
    this = scope.this
    if scope.running or this is None or named.sentence != EVENT or "this" in named.narrowed:
        return
    works = scope.world.property(this.type.name, "works") or ()
    if any(scope.world.is_a(place, kind) for place in works):
        own, one = this.type.name, f"{article(kind)} {kind}"
        hint = f"say to what: *{one} {relation} this {own}*, *from {one} to {one} {relation} that {kind}*"
        raise scope.fail("SAY0657", node, names=f"where it was or where this {own} is", hint=hint)


def not_of_itself(origin: ast.Nominal, scope: Scope) -> None:
    """Refuse *When a cat is moved from an adjacent park*: next to where it was no place is where it was."""
    words = origin.adjectives if isinstance(origin, ast.Noun) else ()
    for word in words:
        if isinstance(origin, ast.Noun) and (relation := relation_of(word, scope)) is not None:
            kind = origin.head or ""
            one = f"{article(kind)} {kind}"
            hint = f"say to what: *from {one} to {one} {relation} that {kind}*, *from {one} {relation} …*"
            raise scope.fail("SAY0652", origin, word=word, hint=hint)


def of_a_figure(kind: str, relation: str, scope: Scope) -> str:
    """*a region adjacent to your hero*, where each player has one hero: how a hint begins."""
    figure = kind_of_figure(scope.world)
    if figure is None or scope.world.kinds[kind].category != "place":
        return ""
    return f"*{article(kind)} {kind} {relation} your {figure}*, "


def may_lie_in(named: Referent, kind: str, scope: Scope) -> bool:
    """Whether what was named may lie in such a place: not where such things are looked for in another one, unless it
    was said to lie there (*Use a tool. … an adjacent region*: tools lie in no region).
    """
    found = scope.world.property(named.value.type.name, "found")
    if found is None or scope.world.is_a(found, kind):
        return True
    places = (each.what for each in named.narrowed if isinstance(each, ast.Modifier))
    return any(isinstance(each, ast.Noun) and each.head == kind for each in places)


def direct(value: Val, relation: str, kind: str, scope: Scope) -> bool:
    """Whether the relation takes this very thing."""
    return value.type.base == "entity" and not value.many and takes(relation, kind, value.type.name, scope)


def whereabouts(value: Val, relation: str, scope: Scope) -> Val | None:
    """*a cat adjacent to that place*: where the thing is, if the relation is one of places."""
    if value.type.base != "entity" or value.many or scope.world.kinds[value.type.name].category != "thing":
        return None
    firsts = {each.kinds[0] for each in scope.world.defined.get(relation, ())}
    kinds = [scope.world.kinds[name] for name in firsts if name in scope.world.kinds]
    if len(kinds) != 1 or kinds[0].category != "place":
        return None
    return possession.possess_kind(value, kinds[0], scope)


def seen_from(value: Val, relation: str, kind: str, scope: Scope) -> Val | None:
    """The thing itself, if the relation takes it, else where it is: where it was before the event that moved it."""
    if direct(value, relation, kind, scope):
        return value
    if value.type.base != "entity" or value.many or scope.world.kinds[value.type.name].category != "thing":
        return None
    place = scope.world.kinds[kind]
    if place.category != "place" or not takes(relation, kind, kind, scope):
        return None
    if scope.left is not None and scope.left[0] == value.expr:
        return Val(possession.was_in(scope.left[1], place), entity(kind))
    return possession.possess_kind(value, place, scope)
