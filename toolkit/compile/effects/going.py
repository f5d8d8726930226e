"""*Move a soldier to an adjacent region*, *to another region*: what decides to what a place is adjacent, or from which
it differs, is chosen first.

That is the place *from* which the verb takes its object, or else the object itself, which is somewhere
(`neighbour.py`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from toolkit.compile.base import build
from toolkit.compile.base.chooser import choosable
from toolkit.compile.base.scope import Scope
from toolkit.compile.base.values import Bound, Desc, Fail, Val
from toolkit.compile.effects.deed import Deed, from_there
from toolkit.compile.effects.settling import is_single, settle
from toolkit.compile.nouns.lists import narrowed
from toolkit.compile.nouns.neighbour import relation_of, takes
from toolkit.compile.nouns.phrases import quietly
from toolkit.language import ast, which
from toolkit.language.wording.normal import HOLDING
from toolkit.program.expression import Expr


def said_so(node: ast.Node, scope: Scope) -> bool:
    """Whether a phrase says *adjacent* and not to what, or *adjacent to it*."""
    relations = scope.world.vocabulary.bare_relations().values()
    return bool(relations) and any(
        any(relation_of(word, scope) for word in each.adjectives)
        or any(m.word in relations and ast.is_it(m.what) for m in each.modifiers)
        for each in node.every(ast.Noun)
    )


def elsewhere(node: ast.Node, source: ast.Complement | None, scope: Scope) -> list[str]:
    """The kinds of *another region* in a phrase: other than where the thing is, as nothing of that kind was named but
    that place itself (`source`).
    """
    others = [each for each in node.walk() if is_other(each, scope)]
    nouns = [each for each in others if source is not None or is_first_other(each, scope)]
    heads = [each.head for each in nouns if isinstance(each, ast.Noun) and each.head is not None]
    return [head for head in heads if scope.world.kinds[head].category in ("place", "thing")]


def is_other(node: ast.Node, scope: Scope) -> bool:
    """Whether a phrase is *another N*, *one of your other Ns* of a kind."""
    if not isinstance(node, ast.Noun) or node.head not in scope.world.kinds:
        return False
    match node.determiner.which:
        case which.Another():
            return True
        case which.Count(number=1, of=True):
            return node.determiner.other
    return False


def is_first_other(node: ast.Node, scope: Scope, *, here: bool = False) -> bool:
    """Whether a phrase is *another N*, and no N was named from which it could differ; `here`: by this sentence."""
    if not is_other(node, scope) or not isinstance(node, ast.Noun) or node.head is None:
        return False
    known = [value for value in (scope.this, *scope.slots.values()) if value is not None]
    named = any(scope.world.related(value.type.name, node.head) for value in known)
    before = scope.find(node.head)
    return not named and (before is None or (here and before.sentence < scope.number))


def apart(verb: ast.Act, obj: ast.Complement, scope: Scope) -> list[ast.Complement]:
    """The phrases of a verb whose *adjacent (to it)* is not said of its object."""
    found = [c for c in verb.complements if c is not obj and c.value is not None and said_so(c.value, scope)]
    if scope.near is not None:
        return found
    target = target_of(verb, obj, scope)
    return [] if target is None or by_object(target, obj, scope) else [target]


def target_of(verb: ast.Act, obj: ast.Complement | None, scope: Scope) -> ast.Complement | None:
    """The phrase of a verb, besides its object, that says *adjacent*; None: none, or it is known to what."""
    if obj is None or scope.near is not None:
        return None
    beside = [c for c in verb.complements if c is not obj]
    found = [c for c in beside if c.value is not None and said_so(c.value, scope)]
    found = found or [c for c in beside if c.role != "from" and leads_elsewhere(verb, c, scope)]
    return found[0] if len(found) == 1 else None


def leads_elsewhere(verb: ast.Act, target: ast.Complement, scope: Scope) -> bool:
    """*Move a unit to another region*, *Put a card from a pile on another pile*; of what is put there from anywhere
    else nobody knows where it was.
    """
    said = verb.complement("from")
    kinds = elsewhere(target.value, said, scope) if target.value is not None else []
    source = source_of(verb, scope) if kinds else None
    if source is None:
        return bool(kinds) and verb.verb == "move" and said is None
    return is_one_of(source[1], kinds, scope)


def is_one_of(source: Desc, kinds: list[str], scope: Scope) -> bool:
    """*from a region to another region*: whether the place is of one of these kinds."""
    return any(scope.world.related(source.type.name, kind) for kind in kinds)


def source_of(verb: ast.Act, scope: Scope) -> tuple[ast.Complement, Desc] | None:
    """*from a region*: one place, from which a verb takes its object."""
    source = verb.complement("from")
    desc = one_place(source.value, scope) if source is not None else None
    return (source, desc) if source is not None and desc is not None else None


def one_place(node: ast.Node | None, scope: Scope) -> Desc | None:
    """What a phrase describes, if that is one place, known or still to be chosen."""
    if not isinstance(node, ast.Nominal):
        return None
    desc = quietly(node, scope)
    single = desc.mode == "one" or (desc.mode == "some" and is_single(desc))
    return desc if single and holds(desc, scope) else None


def holds(desc: Desc, scope: Scope) -> bool:
    """Whether something can lie there: in a place, on a thing."""
    return scope.world.category_of(desc.type) in ("place", "thing")


def from_place(verb: ast.Act, target: ast.Complement, scope: Scope) -> tuple[ast.Complement, Desc] | None:
    """As `source_of`, where the adjective is said of such a place (and not *from your home*)."""
    source = source_of(verb, scope)
    if source is None or target.value is None:
        return None
    place = source[1].type.name
    nouns = list(target.value.every(ast.Noun))
    words = [(relation_of(word, scope), each.head) for each in nouns for word in each.adjectives]
    words += [(m.word, each.head) for each in nouns for m in each.modifiers if ast.is_it(m.what)]
    fits = any(r and head and takes(r, head, place, scope) for r, head in words)
    return source if fits or is_one_of(source[1], elsewhere(target.value, source[0], scope), scope) else None


Part = ast.Complement | ast.Modifier
"""The phrase that decides: of the verb, or of its object (*2 units in a region*)."""

Can = Callable[[ast.Act], Expr]
"""Whether a verb could be done now."""


def around(
    deed: Deed, obj: ast.Complement | None, scope: Scope, carry_out: Callable[[ast.Act], None], can: Can
) -> bool:
    """*Move a soldier to an adjacent region*: chooses first what decides to what it is adjacent, then does the verb
    (`carry_out`).  False: nothing has to be chosen first.
    """
    deciding = decides(deed.verb, obj, scope)
    if deciding is None:
        return False
    part, what = deciding
    desc = choosable(scope.describe(what), deed.doer, scope)
    chosen = settle(
        desc, deed.doer, scope, lambda it: leads_on(deed.verb, part, known(part, it, desc), scope, can)
    )
    it = known(part, chosen, desc)
    scope.bind(it.value, it.head, deed.verb.verb, group=desc.group)
    with scope.saying(near=it.value):
        carry_out(with_known(deed.verb, part, it))
    return True


def possible(verb: ast.Act, obj: ast.Complement | None, doer: Val, scope: Scope, can: Can) -> Expr | None:
    """Whether such a verb could be done now; None: it says nothing of the kind."""
    deciding = decides(verb, obj, scope)
    if deciding is None:
        return None
    part, what = deciding
    desc = choosable(quietly(what, scope), doer, scope)
    if desc.mode == "one":
        return leads_on(verb, part, known(part, desc.expr, desc), scope, can)
    slot = scope.alloc()
    return build.some(desc.expr, slot, leads_on(verb, part, known(part, build.local(slot), desc), scope, can))


def decides(verb: ast.Act, obj: ast.Complement | None, scope: Scope) -> tuple[Part, ast.Nominal] | None:
    """The phrase of a verb that decides to what a place is adjacent, and what is chosen for it; None: no phrase does.

    SAY0801: several things, or several places, where each needs its own.
    """
    target = target_of(verb, obj, scope)
    if target is None or obj is None or not isinstance(obj.value, ast.Nominal):
        return None
    if (source := from_place(verb, target, scope)) is not None:
        assert isinstance(source[0].value, ast.Nominal)
        return source[0], source[0].value
    if not by_object(target, obj, scope):
        return None
    what = from_there(verb, obj, scope)
    desc = quietly(what, scope)
    if desc.type.base != "entity":
        return None
    if desc.mode != "one" and not (desc.mode == "some" and is_single(desc)):
        if (where := one_place_said(obj.value, scope)) is not None and where.what is not None:
            return where, where.what
        hint = "say from where: *from a … to an adjacent …*, *from a … to another …*"
        raise scope.unfit(target, "one such place for several things", hint=hint)
    if isinstance(target.value, ast.Nominal):
        near = Val(build.NONE, desc.type)
        with scope.saying(near=near), scope.discourse.closed():
            scope.bind(near, desc.called)  # *in its row*
            there = quietly(target.value, scope)
        if there.mode in ("set", "each"):
            raise scope.unfit(target, "several such places for one thing")
    return obj, what


def one_place_said(node: ast.Nominal, scope: Scope) -> ast.Modifier | None:
    """*in a region* of *2 units in a region*: where all of them are; None: nothing says it, or it is not one place."""
    said = [m for m in node.modifiers if m.word in HOLDING] if isinstance(node, ast.Noun) else []
    return said[0] if len(said) == 1 and one_place(said[0].what, scope) is not None else None


def by_object(target: ast.Complement, obj: ast.Complement, scope: Scope) -> bool:
    """Whether the object decides.  Of what is put *in* a place, what was named before does; if nothing was, a thing
    that is known may: *place it in an adjacent region*.
    """
    if target.role != "place" or not isinstance(target.value, ast.Nominal):
        return True
    try:
        quietly(target.value, scope)
    except Fail:
        assert isinstance(obj.value, ast.Nominal)
        return quietly(obj.value, scope).mode == "one"
    return False


def known(part: Part, it: Expr, desc: Desc) -> Bound:
    """What decides, in the tree."""
    return Bound(value=Val(it, desc.type), head=desc.noun, span=part.span)


def with_known(verb: ast.Act, part: Part, it: Bound) -> ast.Act:
    """The verb with what decides; where its object comes from has been said of it."""
    if isinstance(part, ast.Modifier):
        assert part.what is not None
        return ast.swapped(verb, part.what, it)
    gone = part.role == "obj"
    left = [c for c in verb.complements if not (gone and c.role == "from")]
    return replace(verb, complements=tuple(replace(c, value=it) if c is part else c for c in left))


def leads_on(verb: ast.Act, part: Part, it: Bound, scope: Scope, can: Can) -> Expr:
    """Whether the verb can be done with it, and if it takes any number from it, with one at least."""
    changed = with_known(verb, part, it)
    obj = changed.complement("obj")
    taken = build.TRUE
    with scope.saying(near=it.value), scope.discourse.closed():
        scope.bind(it.value, it.head)
        if (
            isinstance(part, ast.Complement)
            and part.role == "from"
            and obj is not None
            and isinstance(obj.value, ast.Nominal)
        ):
            of_it = ast.Modifier(word="from", what=it, span=part.span)
            things = quietly(narrowed(obj.value, of_it), scope)
            if things.mode == "some" and things.low == build.integer(0):
                taken = build.nonempty(things.expr)
        return build.both(taken, can(changed))
