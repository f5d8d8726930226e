"""Possession: what *your N*, *its N*, *the N of X* mean, told from the kinds of X and N.

Attribute, quantity, defined noun, place, part, member, piece or content: the first that X has.
"""

from __future__ import annotations

from toolkit.compile import build, nothing
from toolkit.compile.phrases import value_of
from toolkit.compile.pronoun import antecedent, pronoun
from toolkit.compile.scope import Scope
from toolkit.compile.values import NUMBER, Fail, Type, Val, entity
from toolkit.compile.world import Kind
from toolkit.language import ast
from toolkit.program.expression import Expr


def possessor_of(node: ast.Noun, scope: Scope) -> tuple[Val | None, tuple[ast.Modifier, ...]]:
    """Whose it is (*your*, *their*, *its*, *P's*, *of X*), and the modifiers that remain."""
    det = node.determiner
    if det.possessive:
        if det.possessive == "its":
            return antecedent(node, scope, lambda value: can_possess(value, node, scope)), node.modifiers
        said = ast.Pronoun(word="you" if det.possessive == "your" else "they", span=det.span or node.span)
        desc = pronoun(said, scope)
        return Val(desc.expr, desc.type, desc.many), node.modifiers
    if det.owner is not None:
        return definite(det.owner, scope), node.modifiers
    for modifier in node.modifiers:
        if modifier.word == "of" and modifier.what is not None:
            rest = tuple(m for m in node.modifiers if m is not modifier)
            return definite(modifier.what, scope), rest
    return None, node.modifiers


def for_each_owner(node: ast.Noun) -> bool:
    """*each player's hand*, *the hand of each player*: one of every one of them."""
    if node.plural or node.determiner.quantifier is not None:
        return False
    owner = node.determiner.owner or next((m.what for m in node.modifiers if m.word == "of"), None)
    return isinstance(owner, ast.Noun) and (
        owner.determiner.quantifier in ("each", "every") or (owner.head is not None and for_each_owner(owner))
    )


def definite(node: ast.Nominal, scope: Scope) -> Val:
    """A possessor: *a player's hand* means each such hand, so something to choose counts as the whole set."""
    desc = scope.describe(node)
    one = desc.extra == "a" or (desc.low == desc.high == build.integer(1) and desc.bound is None)
    if desc.mode == "no" or desc.random or (desc.mode == "some" and not one):
        raise scope.fail("SAY0803", node)
    named = desc.expr[0] == "int"  # who has a name is called by it, not *that player*
    if desc.mode == "one" and desc.type.base == "entity" and not named and not isinstance(node, ast.Pronoun):
        scope.bind(Val(desc.expr, desc.type), desc.head or desc.type.name)
    return Val(desc.expr, desc.type, desc.many, node.span)


def used_by(head: str, owner: Val, scope: Scope) -> tuple[str, ...]:
    """The prepositions of a defined noun's further arguments."""
    defined = scope.world.find_defined(head, owner.type.name) if owner.type.base == "entity" else None
    return defined.preps if defined is not None else ()


def can_possess(owner: Val, node: ast.Noun, scope: Scope) -> bool:
    """Whether *owner's N* means something."""
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
        kind = scope.world.kinds.get(of)
        shared = kind is not None and kind.category == "thing" and not scope.world.owned(of)
        return Val(("holder", x) if shared else world.owner(x), entity("player"))
    if head == "holder":
        return Val(("holder", x), entity("player"))
    if (
        (defined := world.find_defined(head, of)) is not None
        and defined.type.base != "truth"
        and defined.kinds
    ):
        arguments = defined_arguments(defined.preps, rest, scope)
        if arguments is not None:
            call: Expr = ("call", defined.function, x, *arguments)
            none = build.EMPTY if defined.many else build.integer(0) if defined.type == NUMBER else build.NONE
            return Val(nothing.read(call, x, scope, none), defined.type, defined.many)
    if head in world.sentence_fields and world.sentence_fields[head] in ("formula", "condition"):
        who = scope.player()
        base = NUMBER if world.sentence_fields[head] == "formula" else Type("truth")
        return Val(("formula", world.field(head), x, who.expr if who else build.NONE), base)
    attribute_entry = world.attribute(of, head)
    if attribute_entry is not None and attribute_entry.listed:
        return Val(("listed", attribute_entry.index, x), attribute_entry.type, True)
    if attribute_entry is not None:
        held = attribute_entry.of_player(x)
        named = attribute_entry.type.base in ("value", "entity")
        return Val(nothing.read(held, x, scope) if named else held, attribute_entry.type)
    if world.kinds[of].category == "thing":
        if head == "name":
            return Val(("name", x), Type("value", "name"))
        if head == "copy" and head not in world.kinds:
            return copies(owner, scope)
    kind = world.kinds.get(head) or (
        world.kinds[world.aliases[head][0][0]] if head in world.aliases else None
    )
    if kind is None:
        return None
    return possess_kind(owner, kind, scope)


def copies(owner: Val, scope: Scope) -> Val:
    """*the copies of a card*: all in the game that are made from its document, itself among them."""
    slot = scope.alloc()
    item: Expr = ("local", slot)
    alike = build.both(("eq", ("card", item), ("card", owner.expr)), ("ne", ("parent", item), build.NONE))
    return Val(("filter", scope.world.all_of("thing"), slot, alike), owner.type, True)


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
        mine: Expr = ("eq", world.owner(item) if world.owned(kind.name) else ("holder", item), x)
        found = world.property(kind.name, "found")
        if found is not None and not scope.placed:
            mine = build.both(mine, in_found(found, item, x, scope))
        return Val(("filter", ("all", kind.index), slot, mine), entity(kind.name), True)
    if world.kinds[of].category == "thing" and world.related(
        of, kind.name
    ):  # *a cat of those cats*: one of them
        hint = f"some of a group are *2 of those …*, *a {kind.name} from those …*; what lies on one is *on that …*"
        raise scope.fail("SAY0801", None, what=f"a {kind.name} of a {of}", hint=hint)
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
    """The default place of a kind: *found: hand*."""
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
    preps: tuple[str, ...], rest: tuple[ast.Modifier, ...], scope: Scope
) -> tuple[Expr, ...] | None:
    """The further arguments of a defined noun (*toll on the town*); None: one is not said."""
    arguments: list[Expr] = []
    left = list(rest)
    for prep in preps:
        found = next((m for m in left if m.word == prep and m.what is not None), None)
        if found is None or found.what is None:
            return None
        left.remove(found)
        arguments.append(value_of(found.what, scope).expr)
    return tuple(arguments)
