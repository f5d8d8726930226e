"""Noun phrases → sets, single things and amounts.

`describe(phrase, scope)` gives a `Desc`: a definite value, a definite set, or members still to be chosen.  It only builds
expressions; choosing is `effect.py`'s part, quantifying is `condition.py`'s.  The set of a phrase is made in one order:
where to look (possessor, place, default place) → what kind → adjectives → modifiers → relative clause → ordinal → determiner.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from toolkit.compile import amount, build
from toolkit.compile.scope import Scope
from toolkit.compile.values import NUMBER, Desc, Type, Val, entity
from toolkit.compile.world import Kind
from toolkit.language import ast
from toolkit.program.expression import Expr

PLACE_PREPOSITIONS = {"in", "at", "on", "from", "beside", "under", "on top of", "among", "into", "onto", "to"}
FIRST = {"first", "top", "leftmost", "next", "lowest", "bottommost"}
LAST = {"last", "bottom", "rightmost", "topmost", "highest"}
ORDINALS = {
    "second": 2,
    "third": 3,
    "fourth": 4,
    "fifth": 5,
    "sixth": 6,
    "seventh": 7,
    "eighth": 8,
    "ninth": 9,
    "tenth": 10,
}


def describe(node: ast.Nominal, scope: Scope) -> Desc:
    """What the phrase describes.  Raises `Fail` when it is not understood."""
    match node:
        case ast.Pronoun():
            return pronoun(node, scope)
        case ast.Arith():
            return amount.arithmetic(node, scope)
        case ast.Group():
            return group(node, scope)
        case ast.Noun():
            return noun(node, scope)
    raise scope.fail("SAY0801", node, what="this phrase")


def value_of(node: ast.Nominal, scope: Scope) -> Val:
    """A phrase that must be definite: a thing, a set or an amount, not something to be chosen."""
    desc = describe(node, scope)
    if desc.mode == "some":
        raise scope.fail("SAY0803", node)
    return Val(desc.expr, desc.type, desc.many, node.span)


def number_of(node: ast.Nominal, scope: Scope) -> Expr:
    """A phrase as an amount: a number, or a thing that counts as one (*the left die*)."""
    return as_number(describe(node, scope), node, scope)


def as_number(desc: Desc, node: ast.Node, scope: Scope) -> Expr:
    """The amount that a description stands for."""
    if desc.type.base in ("number", "quantity") and desc.mode != "no":
        return desc.expr
    if desc.mode == "no":
        return build.integer(0)
    if desc.type.base == "entity" and desc.mode == "one":
        shown = scope.world.shown(desc.type.name)
        if shown is not None:
            return ("attr", shown.index, desc.expr)
    raise scope.fail("SAY0752", node, found=name_type(desc.type), wanted="an amount")


def name_type(type_: Type) -> str:
    """A type in an author's words."""
    return {"number": "an amount", "truth": "a condition"}.get(type_.base) or (type_.name or "a thing")


# --- Pronouns, groups -------------------------------------------------------------------------------------


def pronoun(node: ast.Pronoun, scope: Scope) -> Desc:
    """*you*, *they*, *it*."""
    if node.word == "you":
        if scope.you is None:
            raise scope.fail("SAY0651", node)
        return one(scope.you, node)
    if node.word == "they":
        if scope.they is not None:
            return one(scope.they, node)
        found = scope.find("player", many=False)
        if found is None:
            raise scope.fail("SAY0652", node, word="they")
        return one(found.value, node)
    return one(antecedent(node, scope), node)


def antecedent(node: ast.Node, scope: Scope, fits: Callable[[Val], bool] | None = None) -> Val:
    """What *it* stands for: the only single thing, no player, that the latest sentence to name one named and that fits."""
    candidates = [
        binding
        for binding in scope.bindings
        if not binding.player
        and not binding.value.many
        and binding.value.type.base == "entity"
        and (fits is None or fits(binding.value))
    ]
    latest = max((binding.sentence for binding in candidates), default=0)
    found = {binding.value.expr: binding for binding in candidates if binding.sentence == latest}
    if len(found) > 1:
        heads = list(dict.fromkeys(binding.head for binding in found.values()))
        names = " or ".join(f"the {head}" for head in heads)
        raise scope.fail("SAY0657", node, names=names, hint=f"say “that {heads[-1]}”")
    if found:
        return next(iter(found.values())).value
    if scope.this is not None:
        return scope.this
    raise scope.fail("SAY0652", node, word="it")


def one(value: Val, node: ast.Nominal, head: str | None = None) -> Desc:
    """A definite value as a description."""
    return Desc("set" if value.many else "one", value.expr, value.type, node.span, head=head)


def group(node: ast.Group, scope: Scope) -> Desc:
    """*A, B and C*: the union; *A or B* of sets: either kind.  A bare later item shares the last one's modifiers."""
    items = list(node.items)
    last = items[-1]
    first = items[0]
    if isinstance(last, ast.Noun) and isinstance(first, ast.Noun):
        shared = all(isinstance(i, ast.Noun) and i.determiner.is_empty() for i in items[1:])
        if shared:
            items = [
                replace(
                    i,
                    determiner=first.determiner,
                    modifiers=i.modifiers or last.modifiers,
                    relative=i.relative or last.relative,
                )
                for i in items
                if isinstance(i, ast.Noun)
            ]
            parts = [
                describe(
                    replace(i, determiner=replace(i.determiner, number=None, bound=None))
                    if i.determiner.number is not None
                    else i,
                    scope,
                )
                for i in items
            ]
            if all(p.type.base == "entity" for p in parts) and first.determiner.number is not None:
                whole = join([as_set(p) for p in parts], scope)
                return quantify(first, whole, common(parts, scope), scope)
    descs = [describe(i, scope) for i in items]
    if all(d.type.base == "entity" and d.mode in ("one", "set", "each") for d in descs):
        return Desc(
            "set", join([as_set(d) for d in descs], scope), common(descs, scope), node.span, extra=node.joint
        )
    if all(d.type.base in ("number", "value") for d in descs) or node.joint == "or":
        return descs[0].but(mode="one", extra=("alternatives", node.joint, tuple(descs)), span=node.span)
    if all(d.type.base == "entity" for d in descs):
        return descs[0].but(extra=("parts", node.joint, tuple(descs)), span=node.span)
    return descs[0].but(extra=("parts", node.joint, tuple(descs)), span=node.span)


def common(descs: list[Desc], scope: Scope) -> Type:
    """The kind that all have in common (else *thing*)."""
    world = scope.world
    names = [d.type.name for d in descs]
    for entry in world.lineage(names[0]):
        if all(world.is_a(name, entry.name) for name in names):
            return entity(entry.name)
    return entity(world.kinds[names[0]].category if names[0] in world.kinds else "thing")


def as_set(desc: Desc) -> Expr:
    """Its members as a set expression."""
    return ("single", desc.expr) if desc.mode == "one" else desc.expr


def join(sets: list[Expr], scope: Scope) -> Expr:
    """Union."""
    return sets[0] if len(sets) == 1 else ("union", *sets)


# --- The noun phrase --------------------------------------------------------------------------------------


def noun(node: ast.Noun, scope: Scope) -> Desc:
    """An ordinary noun phrase."""
    world = scope.world
    det = node.determiner
    if node.name is not None:
        return named(node, scope)
    if node.head is None:
        if det.number is None:
            raise scope.fail("SAY0801", node, what="this phrase")
        plain(node, scope)
        return Desc("one", build.integer(det.number), NUMBER, node.span, bound=det.bound, more=det.more)
    if node.head in world.periods and det.article in ("this", "that", "the"):
        return Desc("one", ("period", world.periods[node.head]), NUMBER, node.span, head=node.head)
    if det.article in ("that", "those", "this", "these"):
        found = referred(node, scope)
        if found is not None:
            return found
    if (special := amount.special(node, scope)) is not None:
        return special
    if node.head in world.values and node.head not in world.kinds:
        index, list_name = world.values[node.head]
        plain(node, scope)
        return Desc("one", ("value", index), Type("value", list_name), node.span, head=node.head)
    if (slot := slot_of(node, scope)) is not None:
        return slot
    if (quantity := world.quantity(node.head)) is not None and node.head not in world.kinds:
        return amount.quantity(node, quantity, scope)
    possessor, rest = possessor_of(node, scope)
    if possessor is not None:
        placed = scope.placed or node.relative is not None or any(m.word in PLACE_PREPOSITIONS for m in rest)
        with scope.saying(placed=placed):
            value = possess(possessor, node.head, rest, scope, node)
        if value is not None:
            if value.type.base != "entity":
                plain(replace(node, modifiers=rest), scope, modifiers=used_by(node.head, possessor, scope))
                return one(value, node, node.head).but(bound=det.bound)
            return filtered(replace(node, modifiers=rest), value, scope)
    if (
        (defined := world.find_defined(node.head)) is not None
        and node.head not in world.kinds
        and defined.type.base != "truth"
    ):
        if not defined.kinds:
            return one(Val(("call", defined.function), defined.type, defined.many), node, node.head)
        if scope.this is not None and world.find_defined(node.head, scope.this.type.name) is not None:
            value = possess(scope.this, node.head, node.modifiers, scope, node)
            if value is not None:
                return (
                    filtered(node, value, scope)
                    if value.type.base == "entity"
                    else one(value, node, node.head)
                )
        raise scope.fail("SAY0753", node, noun=node.head, of=" and ".join(defined.kinds))
    if node.head in world.kinds or node.head in world.aliases:
        return filtered(node, None, scope)
    raise scope.fail("SAY0802", node, word=node.head)


def plain(node: ast.Noun, scope: Scope, *, modifiers: tuple[str, ...] = ()) -> None:
    """Nothing may be said of the phrase that its meaning would leave out.  `modifiers`: words of those that are used."""
    if node.adjectives:
        raise scope.fail("SAY0801", node, what=f"“{node.adjectives[0]}” here")
    for modifier in node.modifiers:
        if modifier.word not in modifiers:
            raise scope.fail("SAY0801", modifier, what=f"“{modifier.word}” here")
    if node.relative is not None:
        raise scope.fail("SAY0801", node.relative, what="a relative clause here")
    if node.determiner.signed:
        raise scope.fail("SAY0801", node, what="a number with a sign here")


def named(node: ast.Noun, scope: Scope) -> Desc:
    """A proper name: one component, or all components of that name."""
    assert node.name is not None
    found = scope.world.entities.get(node.name)
    if found is None:
        raise scope.fail("SAY0802", node, word=node.name)
    entities, kind = found
    if node.adjectives or node.modifiers or node.relative:
        items: Expr = ("set", *entities) if isinstance(entities, tuple) else ("single", ("int", entities))
        narrowed = filtered(
            replace(node, name=None, head=kind, plural=True), Val(items, entity(kind), True), scope
        )
        return (
            narrowed.but(mode="one", expr=("first", narrowed.expr))
            if not isinstance(entities, tuple)
            else narrowed
        )
    if isinstance(entities, tuple):
        return quantify(node, ("set", *entities), entity(kind), scope)
    return Desc("one", ("int", entities), entity(kind), node.span, head=kind)


def slot_of(node: ast.Noun, scope: Scope) -> Desc | None:
    """*the district*: a slot of the verb that the text defines."""
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
            raise scope.fail("SAY0653", node, noun=node.head)
        found = scope.find(kind, many=article == "those")
        if found is None and article == "those":
            found = scope.find(kind)
        if found is None:
            raise scope.fail("SAY0654", node, noun=node.head, article=article)
        value = found.value
        if node.adjectives or node.modifiers or node.relative:
            if not value.many:
                plain(node, scope)
            return filtered(replace(node, head=value.type.name, plural=True), value, scope)
        if det.of or det.number is not None:
            return quantify(node, value.expr if value.many else ("single", value.expr), value.type, scope)
        return one(value, node, node.head)
    for binding in reversed(scope.bindings):
        if binding.head == node.head and article == "that":
            return one(binding.value, node, node.head)
    return None


def possessor_of(node: ast.Noun, scope: Scope) -> tuple[Val | None, tuple[ast.Modifier, ...]]:
    """Whose it is (*your*, *their*, *its*, *P's*, *of X*), and the modifiers that remain."""
    det = node.determiner
    if det.possessive:
        word = {"your": "you", "their": "they", "its": "it"}[det.possessive]
        if word == "it":
            return antecedent(node, scope, lambda value: can_possess(value, node, scope)), node.modifiers
        desc = pronoun(ast.Pronoun(word=word, span=det.span or node.span), scope)  # type: ignore[arg-type]
        return Val(desc.expr, desc.type, desc.many), node.modifiers
    if det.owner is not None:
        return definite(det.owner, scope), node.modifiers
    for modifier in node.modifiers:
        if modifier.word == "of" and modifier.what is not None:
            rest = tuple(m for m in node.modifiers if m is not modifier)
            return definite(modifier.what, scope), rest
    return None, node.modifiers


def definite(node: ast.Nominal, scope: Scope) -> Val:
    """A possessor: *a player's hand* means each such hand, so something to choose counts as the whole set."""
    desc = describe(node, scope)
    if desc.mode == "one" and desc.type.base == "entity" and not isinstance(node, ast.Pronoun):
        scope.bind(Val(desc.expr, desc.type), desc.head or desc.type.name)
    return Val(desc.expr, desc.type, desc.many, node.span)


def used_by(head: str, owner: Val, scope: Scope) -> tuple[str, ...]:
    """The prepositions of a defined noun's further arguments."""
    defined = scope.world.find_defined(head, owner.type.name) if owner.type.base == "entity" else None
    return (*defined.preps, "than", "as", "for each") if defined is not None else ("than", "as", "for each")


def can_possess(owner: Val, node: ast.Noun, scope: Scope) -> bool:
    """Whether *owner's N* means something."""
    from toolkit.compile.values import Fail

    size = scope.size
    try:
        return possess(owner, node.head or "", node.modifiers, scope, node) is not None
    except Fail:
        return False
    finally:
        scope.size = size


def possess(
    owner: Val, head: str, rest: tuple[ast.Modifier, ...], scope: Scope, node: ast.Noun
) -> Val | None:
    """*X's head*: attribute, quantity, defined noun, place, part, member, piece or content of X."""
    world = scope.world
    if owner.many:
        slot = scope.alloc()
        inner = possess(Val(("local", slot), owner.type), head, rest, scope, node)
        if inner is None:
            return None
        if inner.type.base != "entity" or not inner.many:
            op = ("map", owner.expr, slot, inner.expr)
            return Val(
                op if inner.type.base != "entity" else ("flat", owner.expr, slot, ("single", inner.expr)),
                inner.type,
                True,
            )
        return Val(("flat", owner.expr, slot, inner.expr), inner.type, True)
    x, of = owner.expr, owner.type.name
    if owner.type.base == "value":
        if head in world.kinds:
            attribute = attribute_of_list(head, of, scope)
            if attribute is not None:
                slot = scope.alloc()
                return Val(
                    ("filter", world.all_of(head), slot, ("eq", ("attr", attribute, ("local", slot)), x)),
                    entity(head),
                    True,
                )
        return None
    if owner.type.base != "entity":
        return None
    if head == "number" and world.kinds[of].category == "place":
        return Val(("index", x), NUMBER)
    if head == "owner":
        return Val(("owner", x), entity("player"))
    if head == "holder":
        return Val(("holder", x), entity("player"))
    if (
        (defined := world.find_defined(head, of)) is not None
        and defined.type.base != "truth"
        and defined.kinds
    ):
        arguments, left = defined_arguments(defined.preps, rest, scope, node)
        if arguments is not None:
            return Val(("call", defined.function, x, *arguments), defined.type, defined.many)
        del left
    if head in world.sentence_fields and world.sentence_fields[head] in ("formula", "condition"):
        who = scope.player()
        base = NUMBER if world.sentence_fields[head] == "formula" else Type("truth")
        return Val(("formula", world.field(head), x, who.expr if who else build.NONE), base)
    attribute_entry = world.attribute(of, head)
    if attribute_entry is not None:
        return Val(("attr", attribute_entry.index, x), attribute_entry.type)
    kind = world.kinds.get(head) or (
        world.kinds[world.aliases[head][0][0]] if head in world.aliases else None
    )
    if kind is None:
        return None
    return possess_kind(owner, kind, scope)


def possess_kind(owner: Val, kind: Kind, scope: Scope) -> Val | None:
    """The places, parts, members, pieces or contents of X that are of this kind."""
    world = scope.world
    x, of = owner.expr, owner.type.name
    if kind.name == "player":
        return Val(("holder", x), entity("player"))
    if kind.category == "place":
        whose = world.property(kind.name, "of")
        if whose is not None and world.is_a(of, whose):
            return Val(("place", kind.index, x), entity(kind.name))
        part = world.property(kind.name, "part_of")
        if part is not None and world.is_a(of, part):
            return Val(("parts", kind.index, x), entity(kind.name), True)
        if part is not None and world.is_a(of, "player") and world.property(part, "of") == "player":
            return Val(("parts", kind.index, ("place", world.kinds[part].index, x)), entity(kind.name), True)
        if not world.is_a(of, "player"):
            if world.kinds[of].category == "group" and world.kinds[of].members == kind.name:
                return Val(("members", x), entity(kind.name), True)
            return Val(("within", x, kind.index), entity(kind.name))
        return None
    if kind.category == "group":
        return Val(("groups", kind.index, x), entity(kind.name), True)
    slot = scope.alloc()
    item: Expr = ("local", slot)
    if world.is_a(of, "player"):
        mine: Expr = ("eq", ("owner" if world.owned(kind.name) else "holder", item), x)
        found = world.property(kind.name, "found")
        if found is not None and not scope.placed:
            mine = build.both(mine, in_found(found, item, x, scope))
        return Val(("filter", ("all", kind.index), slot, mine), entity(kind.name), True)
    if world.kinds[of].category == "group":
        inner = scope.alloc()
        return Val(
            ("flat", ("members", x), inner, of_kind(("contents", ("local", inner)), kind, slot)),
            entity(kind.name),
            True,
        )
    return Val(
        of_kind(("inside", x) if world.kinds[of].category == "place" else ("contents", x), kind, slot),
        entity(kind.name),
        True,
    )


def in_found(found: str, item: Expr, player: Expr, scope: Scope) -> Expr:
    """The default place of a kind: *found: supply*."""
    kind = scope.world.kinds[found]
    if kind.of == "player":
        return ("in", item, ("place", kind.index, player))
    return ("ne", ("within", item, kind.index), build.NONE)


def of_kind(items: Expr, kind: Kind, slot: int) -> Expr:
    """Those of a kind."""
    return ("filter", items, slot, ("is", ("local", slot), kind.index))


def attribute_of_list(kind: str, list_name: str, scope: Scope) -> int | None:
    """The attribute of a kind that takes values of that list."""
    for entry in [*scope.world.lineage(kind), *scope.world.below(kind)]:
        for (of, _), attribute in scope.world.attributes.items():
            if of == entry.name and attribute.type == Type("value", list_name):
                return attribute.index
    return None


def defined_arguments(
    preps: tuple[str, ...], rest: tuple[ast.Modifier, ...], scope: Scope, node: ast.Noun
) -> tuple[tuple[Expr, ...] | None, tuple[ast.Modifier, ...]]:
    """The further arguments of a defined noun (*influence on the investor*) and what remains."""
    arguments: list[Expr] = []
    left = list(rest)
    for prep in preps:
        found = next((m for m in left if m.word == prep and m.what is not None), None)
        if found is None or found.what is None:
            return None, rest
        left.remove(found)
        arguments.append(value_of(found.what, scope).expr)
    return tuple(arguments), tuple(left)


# --- Sets: filter and quantify ----------------------------------------------------------------------------


def filtered(node: ast.Noun, base: Val | None, scope: Scope) -> Desc:
    """The set of a phrase whose head is a kind; `base`: what the possessor gave."""
    world, det = scope.world, node.determiner
    assert node.head is not None
    if node.head in world.kinds:
        kind_name = node.head
    elif node.head in world.aliases:
        kind_name = world.aliases[node.head][0][0]
    else:
        assert base is not None
        kind_name = base.type.name
    kind = world.kinds[kind_name]
    type_ = entity(kind_name)
    if base is not None and not base.many:
        if not (node.adjectives or node.modifiers or node.relative):
            return one(base, node, node.head)
        base = Val(("single", base.expr), base.type, True)
    if base is None:
        if kind.category == "player" and (player := one_player(node, scope)) is not None:
            return player
        if (
            kind.only is not None
            and not (node.adjectives or node.modifiers or node.relative)
            and det.quantifier is None
            and not det.other
        ):
            return Desc("one", ("int", kind.only), type_, node.span, head=node.head)
    slot = scope.alloc()
    item = Val(("local", slot), type_)
    conditions: list[Expr] = []
    if node.head in world.aliases and node.head not in world.kinds:
        conditions.append(("call", world.aliases[node.head][0][1], item.expr))
    mark = len(scope.bindings)
    ranking = next((m for m in node.modifiers if most_of(m)), None)
    node = (
        replace(node, modifiers=tuple(m for m in node.modifiers if m is not ranking))
        if ranking is not None
        else node
    )
    items: Expr | None = base.expr if base is not None else None
    placed = base is not None or scope.placed
    for word in node.adjectives:
        filled = scope.find(kind_name, many=True, verb=word) if items is None else None
        if filled is not None:
            items, placed = filled.value.expr, True
        else:
            conditions.append(adjective(word, item, scope, node))
    they = (
        item if kind.category == "player" else scope.they
    )  # *a player with a card in their hand*: their own
    for modifier in node.modifiers:
        with scope.saying(they=they):
            narrowed, condition, is_place = modify(modifier, item, kind, items, scope, node)
        placed = placed or is_place
        if narrowed is not None:
            items = narrowed
        conditions.append(condition)
    if node.relative is not None:
        from toolkit.compile.condition import relative

        with scope.saying(there=scope.there, they=they):
            conditions.append(relative(node.relative, item, scope))
        placed = True
    if items is None:
        items = world.all_of(kind_name)
        if (
            not placed
            and (found := world.property(kind_name, "found")) is not None
            and kind.category == "thing"
        ):
            place = world.kinds[found]
            conditions.insert(0, ("ne", ("within", item.expr, place.index), build.NONE))
    elif base is not None and base.type.name != kind_name and not world.is_a(base.type.name, kind_name):
        conditions.insert(0, ("is", item.expr, kind.index))
    del scope.bindings[mark:]
    self_excluded(node, item, conditions, scope)
    result = build.where(items, slot, build.both(*conditions))
    if ranking is not None:
        return superlative(node, ranking, result, type_, scope)
    return quantify(node, result, type_, scope)


def most_of(modifier: ast.Modifier) -> bool:
    """*with the most Ns*, *with the fewest Ns*."""
    what = modifier.what
    return (
        modifier.word == "with"
        and isinstance(what, ast.Noun)
        and what.determiner.quantifier in ("most", "fewest")
    )


def superlative(node: ast.Noun, ranking: ast.Modifier, items: Expr, type_: Type, scope: Scope) -> Desc:
    """*the player with the most points*: the one ahead of all others, or nobody; *the players with …*: all that share it."""
    from toolkit.compile.condition import how_many

    what = ranking.what
    assert isinstance(what, ast.Noun)
    slot = scope.alloc()
    member = Val(("local", slot), type_)
    with scope.saying(they=member if scope.world.is_a(type_.name, "player") else scope.they):
        score = how_many(
            member, replace(what, determiner=replace(what.determiner, quantifier=None), plural=True), scope
        )
    best: Expr = ("best", items, slot, score, int(what.determiner.quantifier == "fewest"))
    if node.plural:
        return Desc("set", best, type_, node.span, head=node.head)
    if node.determiner.article == "a":
        return quantify(node, best, type_, scope)
    alone = scope.store(best) if scope.code else best
    return Desc(
        "one",
        ("if", ("eq", ("count", alone), build.integer(1)), ("first", alone), build.NONE),
        type_,
        node.span,
        head=node.head,
    )


def self_excluded(node: ast.Noun, item: Val, conditions: list[Expr], scope: Scope) -> None:
    """*another N*, *other Ns*: not the self of that kind."""
    det = node.determiner
    if not det.other and det.quantifier != "another":
        return
    world = scope.world
    if world.is_a(item.type.name, "player"):
        self_ = scope.player()
    else:
        self_ = (
            scope.this
            if scope.this is not None and world.related(scope.this.type.name, item.type.name)
            else None
        )
        if self_ is None:
            found = scope.find(item.type.name, many=False)
            self_ = (
                found.value
                if found
                else next(
                    (v for v in scope.slots.values() if world.related(v.type.name, item.type.name)), None
                )
            )
    if self_ is None:
        raise scope.fail("SAY0655", node, noun=node.head or "thing")
    conditions.append(("ne", item.expr, self_.expr))


def quantify(node: ast.Noun, items: Expr, type_: Type, scope: Scope) -> Desc:
    """The determiner: which members of the set are meant."""
    det, span, head = node.determiner, node.span, node.head
    number = build.integer(det.number) if det.number is not None else None
    if det.ordinal is not None and det.quantifier is None:
        return ordinal(node, items, type_, scope)
    desc = Desc("set", items, type_, span, head=head, more=det.more)
    quantifier = det.quantifier
    if quantifier in ("all", "both"):
        return desc
    if quantifier in ("each", "every"):
        return desc.but(mode="each")
    if quantifier == "no":
        return desc.but(mode="no")
    if quantifier == "any number of":
        return desc.but(mode="some", low=build.integer(0), high=None)
    if quantifier in ("random", "a random"):
        count = number or build.integer(1)
        return desc.but(mode="some", low=count, high=count, random=True)
    if quantifier in ("that many", "that much"):
        if scope.amount is None:
            raise scope.fail("SAY0656", node, word=quantifier)
        return desc.but(mode="some", low=scope.amount, high=scope.amount)
    if quantifier == "half of":
        raise scope.fail("SAY0801", node, what="half of a set")
    if quantifier not in (None, "another", "one of", "most", "fewest"):
        raise scope.fail("SAY0801", node, what=f"“{quantifier}” here")
    if quantifier in ("most", "fewest"):
        return desc.but(mode="set", more=quantifier)
    if det.bound == "up to":
        return desc.but(mode="some", low=build.integer(0), high=number)
    if number is not None and (det.article in (None, "that", "those") or det.of):
        return desc.but(mode="some", low=number, high=number, bound=det.bound, extra="number")
    if quantifier in ("another", "one of") or det.article in ("a", "an"):
        return desc.but(mode="some", extra="a")
    if number is not None:
        return desc.but(mode="set", expr=("take", items, number))
    if (det.article is None and not det.possessive and det.owner is None) or node.plural:
        return desc.but(
            extra="bare" if det.article is None and not det.possessive and det.owner is None else None
        )
    return desc.but(mode="one", expr=("first", items))


def ordinal(node: ast.Noun, items: Expr, type_: Type, scope: Scope) -> Desc:
    """*the top card*, *the first 2 players*, *the third position*."""
    det = node.determiner
    word = det.ordinal
    many = det.number is not None and det.number != 1
    count = build.integer(det.number or 1)
    if word in FIRST:
        expr: Expr = ("take", items, count) if many or det.number else ("first", items)
    elif word in LAST:
        expr = ("last-n", items, count) if many or det.number else ("last", items)
    elif word in ORDINALS:
        return Desc("one", ("nth", items, build.integer(ORDINALS[word])), type_, node.span, head=node.head)
    else:
        raise scope.fail("SAY0801", node, what=f"“{word}” here")
    return Desc("set" if det.number else "one", expr, type_, node.span, head=node.head)


def one_player(node: ast.Noun, scope: Scope) -> Desc | None:
    """*the active player*, *the player to your left*, *the player with the most points*, *the first player*."""
    det = node.determiner
    player = entity("player")
    if node.adjectives == ("active",):
        return Desc("one", ("active",), player, node.span, head="player")
    for modifier in node.modifiers:
        if modifier.word in ("to the left of", "to the right of") and modifier.what is not None:
            who = value_of(modifier.what, scope)
            return Desc(
                "one",
                ("left" if "left" in modifier.word else "right", who.expr),
                player,
                node.span,
                head="player",
            )
        if (
            modifier.word == "to"
            and isinstance(modifier.what, ast.Noun)
            and modifier.what.head in ("left", "right")
        ):
            owner, _ = possessor_of(modifier.what, scope)
            if owner is not None:
                return Desc("one", (modifier.what.head, owner.expr), player, node.span, head="player")
    if (
        det.article == "the"
        and not node.plural
        and not node.adjectives
        and not node.modifiers
        and node.relative is None
        and det.ordinal is None
    ):
        found = scope.find("player", many=False)
        if found is not None and det.number is None and not det.other:
            return one(found.value, node, "player")
        if det.other and scope.world.players == 2:
            who = scope.player()
            if who is not None:
                return Desc("one", ("left", who.expr), player, node.span, head="player")
    return None


# --- Adjectives and modifiers -----------------------------------------------------------------------------


def adjective(word: str, item: Val, scope: Scope, node: ast.Node) -> Expr:
    """Whether *item is word*: defined, a list value, a flag, face up or down, even or odd."""
    world = scope.world
    kind = item.type.name if item.type.base == "entity" else None
    if (
        (defined := world.find_defined(word, kind)) is not None
        and defined.type.base == "truth"
        and len(defined.kinds) == 1
    ):
        argument = item.expr
        if kind is not None and defined.kinds[0] == "number":
            argument = shown_number(item, scope, node)
        return ("call", defined.function, argument)
    if item.type.base == "entity" and word in world.values:
        index, list_name = world.values[word]
        attribute = attribute_of_list(item.type.name, list_name, scope)
        if attribute is not None:
            return ("eq", ("attr", attribute, item.expr), ("value", index))
    if item.type.base == "value" and word in world.values:
        return ("eq", item.expr, ("value", world.values[word][0]))
    if kind is not None and (flag := world.attribute(kind, word)) is not None and flag.flag:
        return ("ne", ("attr", flag.index, item.expr), build.integer(0))
    if word in ("even", "odd"):
        return (
            "eq",
            ("mod", shown_number(item, scope, node), build.integer(2)),
            build.integer(0 if word == "even" else 1),
        )
    if word in ("face up", "face-up", "face down", "face-down"):
        return ("eq", ("face", item.expr), build.integer(1 if "up" in word else 0))
    if word in ("friendly", "enemy") and scope.you is not None:
        op = "eq" if word == "friendly" else "ne"
        return (op, ("holder", item.expr), scope.you.expr)
    if word == "over" and kind == "game":
        return ("over",)
    if word == "active":
        return ("eq", item.expr, ("active",))
    found = scope.find(kind, verb=word)
    if found is not None:
        value = found.value
        return ("member", item.expr, value.expr) if value.many else ("eq", item.expr, value.expr)
    raise scope.fail("SAY0754", node, adjective=word, noun=kind or "amount")


def shown_number(item: Val, scope: Scope, node: ast.Node) -> Expr:
    """A value as a number: itself, or the attribute that it shows."""
    if item.type.base == "number":
        return item.expr
    shown = scope.world.shown(item.type.name) if item.type.base == "entity" else None
    if shown is None:
        raise scope.fail("SAY0752", node, found=name_type(item.type), wanted="an amount")
    return ("attr", shown.index, item.expr)


def modify(
    modifier: ast.Modifier, item: Val, kind: Kind, items: Expr | None, scope: Scope, node: ast.Noun
) -> tuple[Expr | None, Expr, bool]:
    """What a modifier does to the set: a narrower base set (or None), a condition, whether it says a place."""
    from toolkit.compile import condition

    word, what = modifier.word, modifier.what
    if word in PLACE_PREPOSITIONS:
        if what is None:
            if scope.there is None:
                raise scope.fail("SAY0652", modifier, word="there")
            place = Desc("one", scope.there.expr, scope.there.type)
        else:
            place = describe(what, scope)
            if place.mode == "one" and place.type.base == "entity":
                scope.there = Val(place.expr, place.type)
        return in_place(place, item, kind, items, scope, modifier)
    if word in ("with", "without") and what is not None:
        truth = condition.has(item, what, scope, modifier)
        return None, build.negate(truth) if word == "without" else truth, False
    if word == "other than" and what is not None:
        excluded = describe(what, scope)
        if excluded.mode == "one":
            return None, ("ne", item.expr, excluded.expr), False
        return None, build.negate(("member", item.expr, excluded.expr)), False
    if word == "of" and what is not None:
        desc = describe(what, scope)
        if desc.type.base == "value":
            attribute = attribute_of_list(kind.name, desc.type.name, scope)
            if attribute is not None:
                return None, ("eq", ("attr", attribute, item.expr), desc.expr), False
        raise scope.fail("SAY0753", modifier, noun=kind.name, of=name_type(desc.type))
    if word in ("of your choice", "of their choice", "including"):
        return None, build.TRUE, False
    if what is not None:
        return None, condition.related(word, item, what, scope, modifier), False
    raise scope.fail("SAY0801", modifier, what=f"“{word}” here")


def in_place(
    place: Desc, item: Val, kind: Kind, items: Expr | None, scope: Scope, node: ast.Node
) -> tuple[Expr | None, Expr, bool]:
    """*in/at/on P*: directly from the contents of a single place, else a condition."""
    world = scope.world
    if place.type.base != "entity":
        raise scope.fail("SAY0755", node, found=name_type(place.type))
    holder = world.kinds.get(place.type.name)
    if holder is not None and holder.category == "group":
        slot = scope.alloc()
        member: Expr = (
            ("in", item.expr, ("local", slot))
            if kind.category == "thing"
            else ("eq", item.expr, ("local", slot))
        )
        if place.mode == "one":
            return None, ("any", ("members", place.expr), slot, member), True
    if place.mode == "one":
        if items is None and kind.category == "thing":
            return ("inside", place.expr), ("is", item.expr, kind.index), True
        return None, ("in", item.expr, place.expr), True
    slot = scope.alloc()
    inside: Expr = ("in", item.expr, ("local", slot))
    if holder is not None and holder.category == "player":
        inside = ("eq", ("holder", item.expr), ("local", slot))
    truth = build.some(place.expr, slot, inside)
    return None, build.negate(truth) if place.mode == "no" else truth, True
