"""*Move a soldier to an adjacent region*: what decides to what a place is adjacent is chosen first.

That is the place *from* which the verb takes its object, or else the object itself, which is somewhere
(`neighbour.py`).
"""

from __future__ import annotations

from collections.abc import Callable

from toolkit.compile import build
from toolkit.compile.chooser import choosable
from toolkit.compile.deed import Deed
from toolkit.compile.lists import narrowed
from toolkit.compile.neighbour import relation_of, takes
from toolkit.compile.scope import Scope
from toolkit.compile.settling import is_single, quietly, settle
from toolkit.compile.values import Bound, Desc, Fail, Val, entity
from toolkit.language import ast
from toolkit.program.expression import Expr


def said_so(node: ast.Node, scope: Scope) -> bool:
    """Whether a phrase says *adjacent* and not to what, or *adjacent to it*."""
    relations = scope.world.vocabulary.bare_relations().values()
    return any(
        isinstance(each, ast.Noun)
        and (
            any(relation_of(word, scope) for word in each.adjectives)
            or any(m.word in relations and is_it(m.what) for m in each.modifiers)
        )
        for each in node.walk()
    )


def is_it(node: ast.Nominal | None) -> bool:
    """*it*."""
    return isinstance(node, ast.Pronoun) and node.word == "it"


def apart(verb: ast.Act, obj: ast.Complement, scope: Scope) -> list[ast.Complement]:
    """The phrases of a verb whose *adjacent (to it)* is not said of its object."""
    found = [c for c in verb.complements if c is not obj and c.value is not None and said_so(c.value, scope)]
    if scope.near is not None:
        return found
    target = target_of(verb, obj, scope)
    return [] if target is None or by_object(target, obj, scope) else [target]


def target_of(verb: ast.Act, obj: ast.Complement | None, scope: Scope) -> ast.Complement | None:
    """The phrase of a verb, besides its object, that says *adjacent*; None: none, or it is known to what."""
    if obj is None or scope.near is not None or not scope.world.vocabulary.bare_relations():
        return None
    found = [c for c in verb.complements if c is not obj and c.value is not None and said_so(c.value, scope)]
    return found[0] if len(found) == 1 else None


def source_of(verb: ast.Act, scope: Scope) -> tuple[ast.Complement, Desc] | None:
    """*from a region*: one place, from which a verb takes its object."""
    source = next(
        (c for c in verb.complements if c.role == "from" and isinstance(c.value, ast.Nominal)), None
    )
    if source is None or not isinstance(source.value, ast.Nominal):
        return None
    desc = quietly(source.value, scope)
    single = desc.mode == "one" or (desc.mode == "some" and is_single(desc))
    place = desc.type.base == "entity" and scope.world.kinds[desc.type.name].category == "place"
    return (source, desc) if single and place else None


def from_place(verb: ast.Act, target: ast.Complement, scope: Scope) -> tuple[ast.Complement, Desc] | None:
    """As `source_of`, where the adjective is said of such a place (and not *from your camp*)."""
    source = source_of(verb, scope)
    if source is None or target.value is None:
        return None
    nouns = [each for each in target.value.walk() if isinstance(each, ast.Noun)]
    words = [(relation_of(word, scope), each.head) for each in nouns for word in each.adjectives]
    words += [(m.word, each.head) for each in nouns for m in each.modifiers if is_it(m.what)]
    fits = any(r and head and takes(r, head, source[1].type.name, scope) for r, head in words)
    return source if fits else None


def around(
    deed: Deed, obj: ast.Complement | None, scope: Scope, carry_out: Callable[[ast.Act], None]
) -> bool:
    """*Move a soldier to an adjacent region*: chooses first what decides to what it is adjacent, then does the verb
    (`carry_out`).  False: nothing has to be chosen first.
    """
    verb, doer = deed.verb, deed.doer
    target = target_of(verb, obj, scope)
    if target is None or obj is None or not isinstance(obj.value, ast.Nominal):
        return False

    def with_known(part: ast.Complement, value: Expr, desc: Desc) -> bool:
        known, head = Val(value, desc.type), desc.head or desc.type.name
        scope.bind(known, head, verb.verb, group=desc.group)
        with scope.saying(near=known):
            carry_out(verb.with_value(part, Bound(value=known, head=head, span=part.span)))
        return True

    if (source := from_place(verb, target, scope)) is not None:
        part, desc = source
        assert isinstance(part.value, ast.Nominal)
        desc = choosable(scope.describe(part.value), doer, scope)
        place = settle(desc, doer, scope, lambda it: leads_on(obj, target, part, desc, it, scope))
        return with_known(part, place, desc)
    if not by_object(target, obj, scope):
        return False
    desc = choosable(scope.describe(obj.value), doer, scope)
    if desc.type.base != "entity":
        return False
    if desc.mode == "one":
        return with_known(obj, scope.store(desc.expr), desc)
    if desc.mode != "some" or not is_single(desc):
        hint = "say from where: *from a … to an adjacent …*"
        raise scope.fail("SAY0801", target, what="one adjacent place for several things", hint=hint)
    chosen = settle(desc, doer, scope, lambda it: reaches(target, Val(it, desc.type), scope))
    return with_known(obj, chosen, desc)


def by_object(target: ast.Complement, obj: ast.Complement, scope: Scope) -> bool:
    """Whether the object decides: of a verb that puts something *in* a place what was named before does."""
    if target.role != "place" or not isinstance(target.value, ast.Nominal):
        return True
    with scope.trial():
        try:
            scope.describe(target.value)
        except Fail:
            return True
    return False


def leads_on(
    obj: ast.Complement, target: ast.Complement, part: ast.Complement, desc: Desc, it: Expr, scope: Scope
) -> Expr:
    """Whether there is something to take from a place, and where to put it."""
    place = Bound(value=Val(it, desc.type), head=desc.head or desc.type.name, span=part.span)
    assert isinstance(obj.value, ast.Nominal)
    things = quietly(narrowed(obj.value, ast.Modifier(word="from", what=place, span=part.span)), scope)
    taken = build.nonempty(things.expr) if things.many or things.mode == "some" else build.TRUE
    return build.both(taken, reaches(target, place.value, scope))


def reaches(target: ast.Complement, near: Val, scope: Scope) -> Expr:
    """Whether anything is adjacent to that."""
    assert isinstance(target.value, ast.Nominal)
    with scope.saying(near=near):
        desc = quietly(target.value, scope)
    return build.nonempty(desc.expr) if desc.mode in ("some", "set", "each") else build.TRUE


def possible(verb: ast.Act, obj: ast.Complement | None, doer: Val, scope: Scope) -> Expr | None:
    """Whether such a verb could be done now; None: it says nothing of the kind."""
    target = target_of(verb, obj, scope)
    if target is None or obj is None or not isinstance(obj.value, ast.Nominal):
        return None
    if (source := from_place(verb, target, scope)) is not None:
        part, desc = source
        if desc.mode == "one":
            return leads_on(obj, target, part, desc, desc.expr, scope)
        slot = scope.alloc()
        return build.some(desc.expr, slot, leads_on(obj, target, part, desc, build.local(slot), scope))
    if not by_object(target, obj, scope):
        return None
    desc = choosable(quietly(obj.value, scope), doer, scope)
    if desc.mode == "one":
        return reaches(target, Val(desc.expr, desc.type), scope)
    slot = scope.alloc()
    near = Val(build.local(slot), entity(desc.type.name))
    return build.some(desc.expr, slot, reaches(target, near, scope))
