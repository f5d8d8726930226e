"""*Move a soldier to an adjacent region*: what decides to what a place is adjacent is chosen first.

That is the place *from* which the verb takes its object, or else the object itself, which is somewhere
(`neighbour.py`).
"""

from __future__ import annotations

from dataclasses import replace

from toolkit.compile import build
from toolkit.compile import doing as verbs
from toolkit.compile.chooser import choosable
from toolkit.compile.lists import narrowed
from toolkit.compile.neighbour import relation_of, takes
from toolkit.compile.nominal import describe
from toolkit.compile.scope import Scope
from toolkit.compile.values import Bound, Desc, Fail, Val, entity
from toolkit.language import ast
from toolkit.program.expression import Expr

ONE = build.integer(1)


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
    desc = verbs.quietly(source.value, scope)
    single = desc.mode == "one" or (desc.mode == "some" and desc.low == desc.high == ONE)
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
    verb: ast.Act, obj: ast.Complement | None, doer: Val, closings: tuple[ast.Closing, ...], scope: Scope
) -> bool:
    """*Move a soldier to an adjacent region*: chooses first what decides to what it is adjacent, then does the verb.
    False: nothing has to be chosen first.
    """
    target = target_of(verb, obj, scope)
    if target is None or obj is None or not isinstance(obj.value, ast.Nominal):
        return False
    if (source := from_place(verb, target, scope)) is not None:
        part, desc = source
        desc = choosable(describe(part.value, scope), doer, scope)  # type: ignore[arg-type]
        place = verbs.settle(desc, doer, scope, lambda it: leads_on(verb, obj, target, part, desc, it, scope))
        return with_known(verb, part, Val(place, desc.type), desc, doer, closings, scope)
    if not by_object(target, obj, scope):
        return False
    desc = choosable(describe(obj.value, scope), doer, scope)
    if desc.type.base != "entity":
        return False
    if desc.mode == "one":
        return with_known(verb, obj, Val(scope.store(desc.expr), desc.type), desc, doer, closings, scope)
    if desc.mode != "some" or not desc.low == desc.high == ONE:
        raise scope.fail(
            "SAY0801",
            target,
            what="one adjacent place for several things",
            hint="say from where: *from a … to an adjacent …*",
        )
    chosen = verbs.settle(desc, doer, scope, lambda it: reaches(target, Val(it, desc.type), scope))
    return with_known(verb, obj, Val(chosen, desc.type), desc, doer, closings, scope)


def by_object(target: ast.Complement, obj: ast.Complement, scope: Scope) -> bool:
    """Whether the object decides: of a verb that puts something *in* a place what was named before does."""
    if target.role != "place" or target.value is None:
        return True
    mark, size = scope.discourse.mark(), len(scope.code)
    try:
        describe(target.value, scope)  # type: ignore[arg-type]
    except Fail:
        return True
    finally:
        scope.discourse.forget(mark)
        del scope.code[size:], scope.at[size:]
    return False


def with_known(
    verb: ast.Act, part: ast.Complement, value: Val, desc: Desc, doer: Val, closings: tuple[ast.Closing, ...],
    scope: Scope,
) -> bool:  # fmt: skip
    """Does the verb, what decides being known."""
    head = desc.head or desc.type.name
    scope.bind(value, head, verb.verb, group=desc.group)
    known = Bound(value=value, head=head, span=part.span)
    changed = tuple(replace(c, value=known) if c is part else c for c in verb.complements)
    with scope.saying(near=value):
        verbs.event(replace(verb, complements=changed), doer, closings, scope)
    return True


def leads_on(
    verb: ast.Act,
    obj: ast.Complement,
    target: ast.Complement,
    part: ast.Complement,
    desc: Desc,
    it: Expr,
    scope: Scope,
) -> Expr:
    """Whether there is something to take from a place, and where to put it."""
    place = Bound(value=Val(it, desc.type), head=desc.head or desc.type.name, span=part.span)
    assert isinstance(obj.value, ast.Nominal)
    things = verbs.quietly(narrowed(obj.value, ast.Modifier(word="from", what=place, span=part.span)), scope)
    taken = build.nonempty(things.expr) if things.many or things.mode == "some" else build.TRUE
    return build.both(taken, reaches(target, place.value, scope))


def reaches(target: ast.Complement, near: Val, scope: Scope) -> Expr:
    """Whether anything is adjacent to that."""
    assert isinstance(target.value, ast.Nominal)
    with scope.saying(near=near):
        desc = verbs.quietly(target.value, scope)
    return build.nonempty(desc.expr) if desc.mode in ("some", "set", "each") else build.TRUE


def possible(verb: ast.Act, obj: ast.Complement | None, doer: Val, scope: Scope) -> Expr | None:
    """Whether such a verb could be done now; None: it says nothing of the kind."""
    target = target_of(verb, obj, scope)
    if target is None or obj is None or not isinstance(obj.value, ast.Nominal):
        return None
    if (source := from_place(verb, target, scope)) is not None:
        part, desc = source
        if desc.mode == "one":
            return leads_on(verb, obj, target, part, desc, desc.expr, scope)
        slot = scope.alloc()
        return build.some(desc.expr, slot, leads_on(verb, obj, target, part, desc, build.local(slot), scope))
    if not by_object(target, obj, scope):
        return None
    desc = choosable(verbs.quietly(obj.value, scope), doer, scope)
    if desc.mode == "one":
        return reaches(target, Val(desc.expr, desc.type), scope)
    slot = scope.alloc()
    near = Val(build.local(slot), entity(desc.type.name))
    return build.some(desc.expr, slot, reaches(target, near, scope))
