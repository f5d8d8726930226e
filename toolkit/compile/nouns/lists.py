"""Lists of noun phrases: *A, B and C*, *A or B*, *2 cats or dogs*.

What a list shares stands on one of its items: the determiner on the first, what modifies all of them on the last.
"""

from __future__ import annotations

from dataclasses import replace

from toolkit.compile.base.scope import Scope
from toolkit.compile.base.values import Alternatives, Desc, Parts
from toolkit.compile.nouns.phrases import as_set, common, join, one_of_these, shared
from toolkit.compile.nouns.quantify import quantify
from toolkit.compile.nouns.superlative import most_of
from toolkit.language import ast, which


def group(node: ast.Group, scope: Scope) -> Desc:
    """*A, B and C*: the union; *A or B* of sets: either kind.  A bare later item shares the last one's modifiers."""
    items, known = shared(node), one_of_these(node) is not None
    if items is not None:
        the_best_of_each(node, scope)
    if items is not None and (together := under_one_determiner(items, scope, known=known)) is not None:
        return together
    descs = [scope.describe(i) for i in items or node.items]
    alike(node, descs, scope)
    if all(d.type.base == "entity" for d in descs) and (united := union(node, descs, scope)) is not None:
        return united
    if all(d.type.base in ("number", "value") for d in descs) or node.joint == "or":
        either = Alternatives(node.joint, tuple(descs))
        return descs[0].but(mode="one", extra=None, listing=either, span=node.span)
    return descs[0].but(extra=None, listing=Parts(node.joint, tuple(descs)), span=node.span)


def the_best_of_each(node: ast.Group, scope: Scope) -> None:
    """SAY0657: *a dog or cat with the lowest power*: of each of the two kinds, or of both together?"""
    first, last = node.items[0], node.items[-1]
    if not isinstance(first, ast.Noun) or not isinstance(last, ast.Noun) or first.modifiers:
        return
    if (best := next(filter(most_of, last.modifiers), None)) is not None:
        hint = "name one kind that both are; of each by itself, *a … with the lowest …, or a … with the lowest …*"
        raise scope.fail(
            "SAY0657", best, names="the ones of each kind, or of all of them together", hint=hint
        )


def under_one_determiner(items: list[ast.Noun], scope: Scope, *, known: bool) -> Desc | None:
    """*2 cats or dogs*: 2 of all of them, *one of this cat and that dog* (`known`); None: the determiner says the same
    of each.
    """
    det = items[0].determiner
    rest = which.uncounted(det)
    if known:  # each of which says which one it is
        parts = [
            scope.describe(replace(items[0], determiner=replace(rest, of=False))),
            *map(scope.describe, items[1:]),
        ]
    else:
        parts = [
            scope.describe(replace(i, determiner=rest, plural=i.plural or det.of or det.number is not None))
            for i in items
        ]
    of_all = isinstance(det.which, which.Some | which.No | which.Each) or det.number is not None
    if not of_all or not all(p.type.base == "entity" for p in parts):
        return None
    kind = common(parts, scope)
    whole = quantify(items[0], join([as_set(p) for p in parts]), kind, scope)
    return whole.but(head=kind.name, scattered=any(p.scattered for p in parts))


def union(node: ast.Group, descs: list[Desc], scope: Scope) -> Desc | None:
    """All that the items describe, or one of it; None: they are no set together."""
    whole, kind = join([as_set(d) for d in descs]), common(descs, scope)
    if node.joint == "or" and all(d.mode == "one" or a_place(d, scope) for d in descs):
        return Desc("some", whole, kind, node.span, extra="a")
    if all(d.mode in ("one", "set", "each") for d in descs):
        scattered = any(d.scattered for d in descs)
        listed = Desc("set", whole, kind, node.span, extra="or" if node.joint == "or" else "and")
        return listed.but(scattered=scattered)
    if node.joint == "or" and all(d.mode == "some" and d.extra == "a" for d in descs):
        # *a cat or a dog*: any one of both
        return Desc("some", whole, kind, node.span, listing=Alternatives("or", tuple(descs)))
    return None


def alike(node: ast.Group, descs: list[Desc], scope: Scope) -> None:
    """*from the box and all cards*: a place and things are no list; the writer meant two sentences."""
    kinds = [scope.world.kinds.get(each.type.name) for each in descs if each.type.base == "entity"]
    places = [kind is not None and kind.category in ("place", "group") for kind in kinds]
    things = [kind is not None and kind.category == "thing" for kind in kinds]
    if any(places) and any(things):
        hint = "say the verb again: *put … from …, then put … from …*"
        raise scope.unfit(node, "a place and a thing in one list", hint=hint)


def a_place(desc: Desc, scope: Scope) -> bool:
    """*a hand* in *the deck or a hand*: any of them will do."""
    return desc.mode == "some" and desc.extra == "a" and scope.world.category(desc.type.name) == "place"


def distributed(node: ast.Group) -> list[ast.Nominal]:
    """The items of a list, each with the determiner that the first one shares with those after it."""
    first = node.items[0]
    rest = node.items[1:]
    if not isinstance(first, ast.Noun) or not all(
        isinstance(i, ast.Noun) and i.determiner.is_empty() for i in rest
    ):
        return list(node.items)
    return [replace(i, determiner=first.determiner) for i in node.items if isinstance(i, ast.Noun)]


def one_or_the_other(what: ast.Nominal) -> ast.Nominal:
    """*its value or its value plus 1* as a list of two amounts; any other phrase as it is."""
    ways = each_way(what)
    if len(ways) < 2 or not isinstance(what, ast.Arith):
        return what
    return ast.Group(items=tuple(ways), joint="or", span=what.span)


def each_way(what: ast.Nominal) -> list[ast.Nominal]:
    """*its value or its value plus 1*: each amount; what is added or taken away belongs to what stands beside it."""
    if isinstance(what, ast.Group) and what.joint == "or":
        return list(what.items)
    if not isinstance(what, ast.Arith) or what.right is None:
        return [what]
    *before, left = each_way(what.left)
    right, *behind = each_way(what.right)
    return [*before, replace(what, left=left, right=right), *behind]


def narrowed(node: ast.Nominal, modifier: ast.Modifier) -> ast.Nominal:
    """The phrase with one more modifier: that of a list narrows each of its items."""
    if isinstance(node, ast.Noun):
        return replace(node, modifiers=(*node.modifiers, modifier))
    if isinstance(node, ast.Group):
        whole = shared(node)
        items = (
            node.items
            if whole is None
            else [
                replace(said, determiner=item.determiner)
                for said, item in zip(whole, node.items, strict=True)
                if isinstance(item, ast.Noun)  # they all are: what is no noun shares nothing
            ]
        )
        return replace(node, items=tuple(narrowed(item, modifier) for item in items))
    if isinstance(node, ast.Arith) and node.right is None:  # *half of the cats, rounded up*
        return replace(node, left=narrowed(node.left, modifier))
    return node
