"""Noun phrases → sets, single things and amounts.

`describe(phrase, scope)` gives a `Desc`: a definite value, a definite set, or members still to be chosen.  It
only builds expressions; choosing is `effect.py`'s part, quantifying is `condition.py`'s.  The set of a phrase
is made in one order: where to look (possessor, place, default place) → what kind → adjectives → modifiers →
relative clause → ordinal → determiner.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from toolkit.compile import amount, build, having, sets
from toolkit.compile import possess as possession
from toolkit.compile.determiner import the_only
from toolkit.compile.scope import Scope
from toolkit.compile.values import NUMBER, Bound, Desc, Type, Val, entity
from toolkit.compile.values import name_type as name_type
from toolkit.language import ast
from toolkit.meaning.referents import Referent
from toolkit.program.expression import Expr


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
        case Bound():
            return one(node.value, node, node.head)
    raise scope.fail("SAY0801", node, what="this phrase")


def value_of(node: ast.Nominal, scope: Scope) -> Val:
    """A phrase that must be definite: a thing, a set or an amount, not something to be chosen."""
    desc = describe(node, scope)
    if desc.mode == "some":
        raise scope.fail("SAY0803", node)
    return Val(desc.expr, desc.type, desc.many, node.span)


def number_of(node: ast.Nominal, scope: Scope) -> Expr:
    """A phrase as an amount: a number, or a thing that counts as one (*that die*)."""
    return as_number(describe(node, scope), node, scope)


def as_number(desc: Desc, node: ast.Node, scope: Scope) -> Expr:
    """The amount that a description stands for."""
    if desc.type.base == "quantity" and desc.expr == build.NONE:
        raise scope.fail("SAY0761", node)
    if desc.type.base in ("number", "quantity") and desc.many and desc.mode != "no":
        said = " ".join(node.span.text.split()) if node.span is not None else "…"
        raise scope.fail(
            "SAY0752",
            node,
            found="amounts of several things",
            wanted="one amount",
            expected=(f"*the sum of {said}*",),
        )
    if desc.type.base in ("number", "quantity") and desc.mode != "no":
        return desc.expr
    if desc.mode == "no":
        return build.integer(0)
    if desc.type.base == "entity" and desc.mode == "one":
        shown = scope.world.shown(desc.type.name)
        if shown is not None:
            return ("attr", shown.index, desc.expr)
    raise scope.fail("SAY0752", node, found=name_type(desc.type), wanted="an amount")


# --- Pronouns, groups -------------------------------------------------------------------------------------


def pronoun(node: ast.Pronoun, scope: Scope) -> Desc:
    """*you*, *they*, *it*."""
    if node.word == "you":
        if scope.you is None:
            raise scope.fail("SAY0651", node)
        return one(scope.you, node)
    if node.word == "they":
        return one(they(node, scope), node)
    return one(antecedent(node, scope), node)


def they(node: ast.Node, scope: Scope) -> Val:
    """Whom *they* and *their* mean: the player whom this sentence's *if* found, or who is spoken of; not both."""
    found = scope.discourse.found(scope.number)
    if found is None:
        found = scope.find("player", many=False) if scope.they is None else None
    elif scope.they is not None and (
        found.value.expr[0] == "int" or scope.they.expr not in (found.they, found.value.expr)
    ):
        return scope.they  # named after it: *if a player …, each player … their …*
    elif scope.they is not None and scope.they.expr not in (scope.implied, found.value.expr):
        names = f"the player whom “{found.head}” found or the player spoken of before"
        raise scope.fail("SAY0657", node, names=names, hint="say “that player”: the last one that was named")
    if found is not None:
        alone(found, node, scope)
        return scope.discourse.at_hand(found).value
    if scope.they is None:
        raise scope.fail("SAY0652", node, word="they")
    return scope.they


def described(found: Referent, scope: Scope) -> Referent:
    """Who has a name is called by it: *that player* is rather the one that the same condition only described."""
    if found.value.expr[0] != "int" or found.source != "condition":
        return found
    same = [each for each in scope.discourse.rivals(found) if each.value.expr[0] != "int"]
    return scope.discourse.at_hand(same[-1]) if same else found


def alone(found: Referent, node: ast.Node, scope: Scope) -> None:
    """What a condition found can be spoken of where it is the only such thing that it found."""
    if not scope.discourse.rivals(found):
        return
    raise scope.fail(
        "SAY0657",
        node,
        names=f"each {found.head} that the condition speaks of",
        hint=f"choose or name one first: *Choose a {found.head}.*, *For each {found.head} …, …*",
    )


def antecedent(node: ast.Node, scope: Scope, fits: Callable[[Val], bool] | None = None) -> Val:
    """What *it* stands for: the only single thing, no player, that the latest sentence to name one named and
    that fits.
    """
    found = scope.discourse.singles(fits)
    if len(found) > 1:
        heads = list(dict.fromkeys(each.head for each in found))
        if len(heads) == 1:  # *Put a card on another card. Turn it …*
            names = f"the {heads[0]} that was named first or the {heads[0]} that was named last"
            hint = "say which one by its place or its name"
        else:
            names = " or ".join(f"the {head}" for head in heads)
            hint = f"say “that {heads[-1]}”"
        raise scope.fail("SAY0657", node, names=names, hint=hint)
    if found:
        return scope.discourse.at_hand(found[0]).value
    several = [each for each in scope.discourse if each.value.many and not each.player]
    if several and several[-1].sentence >= scope.number - 1:
        # The writer means one of those: after *each* there is no single one.
        hint = f"say “those {several[-1].head}s”, “one of those …” or “each …”"
        raise scope.fail("SAY0652", node, word="it", hint=hint)
    if scope.this is not None and (fits is None or fits(scope.this)):
        return scope.this
    raise scope.fail("SAY0652", node, word="it")


def one(value: Val, node: ast.Nominal, head: str | None = None) -> Desc:
    """A definite value as a description."""
    return Desc("set" if value.many else "one", value.expr, value.type, node.span, head=head)


def distributed(node: ast.Group) -> list[ast.Nominal]:
    """The items of a list, each with the determiner that the first one shares with those behind it."""
    first = node.items[0]
    rest = node.items[1:]
    if not isinstance(first, ast.Noun) or not all(
        isinstance(i, ast.Noun) and i.determiner.is_empty() for i in rest
    ):
        return list(node.items)
    return [replace(i, determiner=first.determiner) for i in node.items if isinstance(i, ast.Noun)]


def group(node: ast.Group, scope: Scope) -> Desc:
    """*A, B and C*: the union; *A or B* of sets: either kind.  A bare later item shares the last one's modifiers."""
    items = shared(node)
    if items is not None:
        det = items[0].determiner
        rest = replace(det, number=None, bound=None)
        parts = [
            describe(replace(i, determiner=rest, plural=True if det.of else i.plural), scope) for i in items
        ]
        counted = (
            "no",
            "each",
            "every",
            "any number of",
            "that many",
            "random",
            "a random",
            "another",
            "one of",
        )
        of_any = det.number is not None or det.quantifier in counted or det.article in ("a", "an")
        if all(p.type.base == "entity" for p in parts) and of_any:
            whole = join([as_set(p) for p in parts])
            kind = common(parts, scope)
            return sets.quantify(items[0], whole, kind, scope).but(head=kind.name)
    descs = [describe(i, scope) for i in items or node.items]
    alike(node, descs, scope)
    if node.joint == "or" and all(
        d.type.base == "entity" and (d.mode == "one" or a_place(d, scope)) for d in descs
    ):
        whole = join([as_set(d) for d in descs])
        return Desc("some", whole, common(descs, scope), node.span, extra="a")
    if all(d.type.base == "entity" and d.mode in ("one", "set", "each") for d in descs):
        return Desc(
            "set", join([as_set(d) for d in descs]), common(descs, scope), node.span, extra=node.joint
        )
    if node.joint == "or" and all(
        d.mode == "some" and d.extra == "a" and d.type.base == "entity" for d in descs
    ):
        whole = join([as_set(d) for d in descs])  # *a cat or a dog*: any one of both
        extra = ("alternatives", "or", tuple(descs))
        return Desc("some", whole, common(descs, scope), node.span, extra=extra)
    if all(d.type.base in ("number", "value") for d in descs) or node.joint == "or":
        return descs[0].but(mode="one", extra=("alternatives", node.joint, tuple(descs)), span=node.span)
    return descs[0].but(extra=("parts", node.joint, tuple(descs)), span=node.span)


def alike(node: ast.Group, descs: list[Desc], scope: Scope) -> None:
    """*from the box and all cards*: a place and things are no list; the writer meant two sentences."""
    kinds = [scope.world.kinds.get(each.type.name) for each in descs if each.type.base == "entity"]
    places = [kind is not None and kind.category in ("place", "group") for kind in kinds]
    things = [kind is not None and kind.category == "thing" for kind in kinds]
    if any(places) and any(things):
        hint = "say the verb again: *put … from …, then put … from …*"
        raise scope.fail("SAY0801", node, what="a place and a thing in one list", hint=hint)


def a_place(desc: Desc, scope: Scope) -> bool:
    """*a hand* in *the deck or a hand*: any of them will do."""
    kind = scope.world.kinds.get(desc.type.name)
    return desc.mode == "some" and desc.extra == "a" and kind is not None and kind.category == "place"


def shared(node: ast.Group) -> list[ast.Noun] | None:
    """The items of *2 cats or dogs in the park*, each with the determiner of the first and what stands behind the last;
    None: an item has a determiner of its own.
    """
    first, last = node.items[0], node.items[-1]
    nouns = [i for i in node.items if isinstance(i, ast.Noun)]
    if len(nouns) < len(node.items) or not isinstance(first, ast.Noun) or not isinstance(last, ast.Noun):
        return None
    if not all(i.determiner.is_empty() for i in nouns[1:]):
        return None
    return [
        replace(
            i,
            determiner=first.determiner,
            modifiers=i.modifiers or last.modifiers,
            relative=i.relative or last.relative,
        )
        for i in nouns
    ]


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
    return node


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


def join(sets: list[Expr]) -> Expr:
    """Union."""
    return sets[0] if len(sets) == 1 else ("union", *sets)


# --- The noun phrase --------------------------------------------------------------------------------------


def noun(node: ast.Noun, scope: Scope) -> Desc:
    """An ordinary noun phrase."""
    world = scope.world
    det = node.determiner
    if det.signed:
        raise scope.fail(
            "SAY0801",
            node,
            what="a number with a sign here",
            hint="a sign is said of what a thing has: *Each … has +1 …*; an effect says *gain 1 …*, *lose 1 …*",
        )
    if node.name is not None:
        return named(node, scope)
    if node.head is None:
        if det.number is None:
            raise scope.fail("SAY0801", node, what="this phrase")
        plain(node, scope, modifiers=("for each", "for every"))
        undetermined(node, scope, "a number")
        number: Expr = build.integer(det.number)
        for modifier in node.modifiers:  # *1 for every 10 points of it*
            number = ("mul", number, amount.multiplied(modifier, scope))
        return Desc("one", number, NUMBER, node.span, bound=det.bound, more=det.more)
    if node.head in world.periods and det.article in ("this", "that", "the"):
        return Desc("one", ("period", world.periods[node.head]), NUMBER, node.span, head=node.head)
    if det.article in ("that", "those", "this", "these"):
        found = referred(node, scope)
        if found is not None:
            return found
    if (others := remaining(node, scope)) is not None:
        return others
    if (special := amount.special(node, scope)) is not None:
        return special
    if node.head in world.values and node.head not in world.kinds:
        index, list_name = world.values[node.head]
        plain(node, scope)
        undetermined(node, scope, "a value")
        return Desc("one", ("value", index), Type("value", list_name), node.span, head=node.head)
    if (slot := slot_of(node, scope)) is not None:
        return slot
    if (quantity := world.quantity(node.head)) is not None and node.head not in world.kinds:
        return amount.quantity(node, quantity, scope)
    possessor, rest = possession.possessor_of(node, scope)
    if possessor is not None:
        placed = (
            scope.placed or node.relative is not None or any(m.word in sets.PLACE_PREPOSITIONS for m in rest)
        )
        with scope.saying(placed=placed):
            value = possession.possess(possessor, node.head, rest, scope, node)
        if value is not None:
            if value.type.base != "entity":
                plain(
                    replace(node, modifiers=rest),
                    scope,
                    modifiers=possession.used_by(node.head, possessor, scope),
                )
                the_only(node, scope, many=value.many)
                desc = one(value, node, node.head).but(bound=det.bound)
                return desc.but(extra="or") if value.many and indefinite(node) else desc
            several = world.totals.get(value.type.name, 0) > (
                world.players if world.owned(value.type.name) else 1
            )
            alone = det in (
                ast.Determiner(possessive=det.possessive),
                ast.Determiner(owner=det.owner, span=det.span),
                ast.Determiner(article="the", span=det.span),
            )
            if value.many and several and alone and node.plural is False and not possessor.many:
                sets.one_of_those(replace(node, modifiers=rest), scope)
            if (
                value.many
                and not possessor.many
                and world.kinds[value.type.name].category in ("place", "group")
            ):
                sets.which_one(replace(node, modifiers=rest), scope)
            if value.many and possession.for_each_owner(node):
                if det.ordinal is not None or det.number is not None:
                    raise scope.fail("SAY0801", det.span or node, what="this of each")
                each = replace(det, article=None, owner=None, quantifier="each")
                return sets.filtered(replace(node, modifiers=rest, determiner=each), value, scope)
            if (
                value.many
                and indefinite(node)
                and det.quantifier is None
                and det.ordinal is None
                and det.number is None
                and not node.plural
            ):
                any_one = replace(det, article="a", owner=None)
                return sets.filtered(replace(node, modifiers=rest, determiner=any_one), value, scope)
            whose = possessor.type.base == "entity" and world.is_a(possessor.type.name, "player")
            return sets.filtered(replace(node, modifiers=rest), value, scope).but(
                scattered=whose and possessor.many and indefinite(node)
            )
        if (det.possessive is not None or det.owner is not None) and possessor.type.base == "entity":
            raise scope.fail("SAY0753", node, noun=node.head, of=possessor.type.name)
    if (
        (defined := world.find_defined(node.head)) is not None
        and node.head not in world.kinds
        and defined.type.base != "truth"
    ):
        if not defined.kinds:
            plain(node, scope)
            the_only(node, scope, many=defined.many)
            return one(Val(("call", defined.function), defined.type, defined.many), node, node.head)
        if scope.this is not None and world.find_defined(node.head, scope.this.type.name) is not None:
            value = possession.possess(scope.this, node.head, node.modifiers, scope, node)
            if value is not None:
                return (
                    sets.filtered(node, value, scope)
                    if value.type.base == "entity"
                    else one(value, node, node.head)
                )
        raise scope.fail("SAY0753", node, noun=node.head, of=" and ".join(defined.kinds))
    if node.head in world.kinds or node.head in world.aliases:
        return sets.filtered(node, None, scope)
    if possessor is not None and possessor.type.base == "entity":
        raise scope.fail("SAY0753", node, noun=node.head, of=possessor.type.name)
    raise scope.fail("SAY0802", node, word=node.head)


def indefinite(node: ast.Nominal | None) -> bool:
    """*the power of a card*, *a player's hand*: of any one of them."""
    if not isinstance(node, ast.Noun):
        return False
    owner = node.determiner.owner or next((m.what for m in node.modifiers if m.word == "of"), None)
    if not isinstance(owner, ast.Noun):
        return False
    det = owner.determiner
    one_of = det.quantifier == "one of" or (det.of and det.number == 1 and det.bound is None)
    return det.article in ("a", "an") or det.quantifier == "another" or one_of


def plain(node: ast.Noun, scope: Scope, *, modifiers: tuple[str, ...] = ()) -> None:
    """Nothing may be said of the phrase that its meaning would leave out.  `modifiers`: words of those that
    are used.
    """
    if node.adjectives:
        raise scope.fail("SAY0801", node, what=f"“{node.adjectives[0]}” here")
    for modifier in node.modifiers:
        if modifier.word not in modifiers:
            raise scope.fail("SAY0801", modifier, what=f"“{modifier.word}” here")
    if node.relative is not None:
        raise scope.fail("SAY0801", node.relative, what="a relative clause here")


def undetermined(node: ast.Noun, scope: Scope, what: str, *, the: bool = False) -> None:
    """A number and the name of one thing stand alone: no *the*, no *your*, no owner before them."""
    det = node.determiner
    if det.article == "the" and the:
        return
    word = det.article or det.possessive or det.quantifier
    if det.owner is not None or word is not None:
        said = " ".join(node.span.text.split()[:1]) if node.span is not None else str(word)
        raise scope.fail("SAY0801", det.span or node, what=f"“{said}” before {what}")


def named(node: ast.Noun, scope: Scope) -> Desc:
    """A proper name: one component, or copies of one (`copies`)."""
    assert node.name is not None
    found = scope.world.entities.get(node.name)
    if found is None:
        raise scope.fail("SAY0802", node, word=node.name)
    entities, kind = found
    if isinstance(entities, tuple):
        return copies(node, entities, kind, scope)
    if node.determiner.number is None:
        undetermined(node, scope, "the name of one thing", the=not scope.world.is_a(kind, "player"))
    if not is_narrowed(node):
        return Desc("one", ("int", entities), entity(kind), node.span, head=kind)
    alone = Val(("single", ("int", entities)), entity(kind), True)
    desc = sets.filtered(replace(node, name=None, head=kind, plural=True), alone, scope)
    return desc.but(mode="one", expr=("first", desc.expr))


def is_narrowed(node: ast.Noun) -> bool:
    """Whether more is said of the noun than its name and a determiner."""
    different = node.determiner.other or node.determiner.quantifier == "another"
    return bool(node.adjectives or node.modifiers or node.relative or different)


def copies(node: ast.Noun, entities: tuple[int, ...], kind: str, scope: Scope) -> Desc:
    """A name of which there are copies: bare, it is any one of them; *your N* is one of yours.

    Copies are named like things of a kind; only a bare name is *a N*.
    """
    det = node.determiner
    if det.article in ("this", "that", "these", "those"):
        raise scope.fail(
            "SAY0801",
            det.span or node,
            what=f"“{det.article}” before a name of which there are copies",
            expected=(f"*{det.article} {kind}*",),
        )
    items: Expr = ("set", *entities)
    owner, rest = possession.possessor_of(node, scope)
    alone = False
    if owner is not None:
        slot = scope.alloc()
        mine = having.owned_by(owner, Desc("set", items, entity(kind), node.span), scope)
        items = build.where(items, slot, mine(Val(build.local(slot), entity(kind))))
        alone = scope.world.owned(kind) and len(entities) == scope.world.players and not owner.many
        det = replace(det, possessive=None, owner=None)
        node = replace(node, determiner=det, modifiers=rest)
    if det == ast.Determiner(span=det.span):
        det = replace(det, article="a")
    elif det.article == "the" and det.number is None and det.ordinal is None and not det.other:
        if scope.test:  # an example tells of a game: whose it is, is seen from who does it
            return Desc("one", ("first", items), entity(kind), node.span, head=kind)
        raise scope.fail("SAY0803", node, expected=("*a …*", "*each …*", "*your …*"))
    node = replace(node, determiner=det, name=None, head=kind)
    if is_narrowed(node):
        return sets.filtered(node, Val(items, entity(kind), True), scope)
    if alone and det.article == "a":
        return Desc("one", ("first", items), entity(kind), node.span, head=kind)
    return sets.quantify(node, items, entity(kind), scope)


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
        if det.of or det.number is not None:
            group = value.expr if value.many else ("single", value.expr)
            return sets.quantify(node, group, value.type, scope).but(group=value.expr)
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


# --- Adjectives and modifiers -----------------------------------------------------------------------------
