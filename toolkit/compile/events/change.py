"""Which amount a verb changes (*gain 2 points*, *raise the power of that unit by 1*), whose it is, and by how much."""

from __future__ import annotations

from collections.abc import Sequence

from toolkit.compile.base import build
from toolkit.compile.base.scope import Scope
from toolkit.compile.base.values import Alternatives, Desc, Val, entity, name_type
from toolkit.compile.base.world import Attribute
from toolkit.compile.nouns.determiner import indefinite, the_only
from toolkit.compile.nouns.phrases import as_number, of_no_unit, quietly, those_that_tie
from toolkit.compile.nouns.possess import possessor_of
from toolkit.language import ast
from toolkit.program.expression import Expr


def nobodys(attribute: Attribute, node: ast.Node, scope: Scope) -> Exception:
    """*Gain 2 hours*, where the hour is the game's."""
    name = attribute.name
    return scope.unfit(
        node,
        f"what a player has of a quantity of the game (“{name}”)",
        hint=f"*Raise the {name} by …*, *Lower the {name} by …*, *Set the {name} to …*",
    )


def attribute_carrier(node: ast.Noun, scope: Scope) -> Desc | None:
    """*the power of that unit* → that unit, when the head is an attribute."""
    if node.head is None or node.head in scope.world.kinds:
        return None
    if (chosen := _chosen(node, scope)) is not None:
        return chosen
    owner, rest = possessor_of(node, scope)
    known = scope.world.quantity(node.head)
    if owner is None and known is not None and known.of == "game":  # there is one: it need not be said whose
        nothing_else(rest, scope)
        the_only(node, scope)
        return Desc("one", ("game",), entity("game"), node.span)
    if owner is None or scope.world.attribute_of(owner.type, node.head) is None:
        return None
    nothing_else(rest, scope)  # *their power of that unit*
    the_only(node, scope, many=owner.many)
    said = node.owner
    if owner.many and indefinite(node) and said is not None:
        return scope.describe(said)  # *the power of a unit*: of one that is chosen
    among = None if scope.world.is_player(owner.type) else those_that_tie(owner.expr)
    return Desc("set" if owner.many else "one", owner.expr, owner.type, node.span, among=among)


def _chosen(node: ast.Noun, scope: Scope) -> Desc | None:
    """Those of which the amount is changed, if they are chosen (`of_those_chosen`)."""
    of = node.owner
    if of is None or of_those_chosen(node, scope) is None:
        return None
    nothing_else([each for each in node.modifiers if each.what is not of], scope)
    return scope.describe(of)


def of_those_chosen(node: ast.Noun, scope: Scope) -> Attribute | None:
    """The amount of *the power of 2 units*, *of 1 unit*, *of one of your units or heroes*, which are chosen; None: none
    are, or they have nothing of the sort.
    """
    of = node.owner
    if node.head in scope.world.kinds or indefinite(node) or not isinstance(of, ast.Noun | ast.Group):
        return None
    if isinstance(of, ast.Noun) and of.name is not None:
        return None  # *the power of Red's Ball*: of which there may be copies
    desc = quietly(of, scope)
    return scope.world.attribute_of(desc.type, node.head or "") if desc.mode == "some" else None


def nothing_else(rest: Sequence[ast.Modifier], scope: Scope) -> None:
    """Refuse what is said of an amount besides whose it is."""
    if rest:
        raise scope.unfit(rest[0], f"“{rest[0].word}” here")


def attribute_of(obj: ast.Complement | None, verb: ast.Act, scope: Scope) -> Attribute:
    """The attribute that a verb changes: of a quantity, of *the A of X*, or what the thing shows."""
    node = obj.value if obj is not None else None
    found = None
    if isinstance(node, ast.Noun):
        found = named_by_head(node, scope) or shown_by(scope.describe(node), scope)
    elif isinstance(node, ast.Nominal):
        desc = scope.describe(node)
        found = (
            scope.world.quantity(desc.type.name) if desc.type.base == "quantity" else shown_by(desc, scope)
        )
    if found is None:
        raise scope.fail("SAY0760", obj or verb, verb=verb.verb)
    return found


def named_by_head(node: ast.Noun, scope: Scope) -> Attribute | None:
    """*the power of that unit*, *2 points*: the attribute or the quantity that the noun is."""
    world = scope.world
    if node.head is None or node.head in world.kinds:
        return None
    if (chosen := of_those_chosen(node, scope)) is not None:
        return chosen
    owner, _ = possessor_of(node, scope)
    found = world.attribute_of(owner.type, node.head) if owner is not None else None
    return found or world.quantity(node.head)


def shown_by(desc: Desc, scope: Scope) -> Attribute | None:
    """What things count as: *raise that die by 1*."""
    return scope.world.shown_by(desc.type)


def amount_for(by_role: dict[str, ast.Complement], doer: Val, verb: ast.Act, scope: Scope) -> Expr:
    """How much: *by N*, *to N*, or the number in the object (*2 points*)."""
    for key in ("by", "to"):
        if key in by_role:
            return amount_said(by_role[key], by_role, doer, verb, scope)
    obj = by_role.get("obj")
    if obj is None or not isinstance(obj.value, ast.Nominal):
        raise scope.fail("SAY0759", verb, verb=verb.verb)
    says_of_what(obj.value, verb, scope)
    desc = scope.describe(obj.value)
    if desc.type.base == "quantity":
        return quantity_said(desc, obj, doer, verb, scope)
    everything = ast.determiner_of(obj.value).quantifier == "all"
    if desc.type.base == "number" and everything:
        return desc.expr
    raise scope.fail("SAY0761", obj)


def amount_said(
    part: ast.Complement, by_role: dict[str, ast.Complement], doer: Val, verb: ast.Act, scope: Scope
) -> Expr:
    """*by 2*, *by up to 2*, *to 5*, *to glad*."""
    if not isinstance(part.value, ast.Nominal):
        raise scope.unfit(part, "this")
    desc = scope.describe(part.value)
    if desc.type.base == "quantity":
        of_no_unit(part.value, scope, attribute_of(by_role.get("obj"), verb, scope))
    if (chosen := chosen_amount(part.value, desc, doer, scope)) is not None:
        return chosen
    if "by" in by_role or desc.type.base != "value" or desc.many:
        return as_number(desc, part.value, scope)
    changed = attribute_of(by_role.get("obj"), verb, scope)  # *set the mood to glad*
    if changed.type != desc.type:
        raise scope.fail("SAY0752", part.value, found=name_type(desc.type), wanted=name_type(changed.type))
    return desc.expr


def quantity_said(desc: Desc, obj: ast.Complement, doer: Val, verb: ast.Act, scope: Scope) -> Expr:
    """*2 points*, *all your points*, *any number of points*."""
    if desc.expr != build.NONE:
        return settled_amount(desc, obj, doer, scope, verb)
    quantity = scope.world.quantity(desc.type.name)
    assert quantity is not None
    all_of_it = quantity.of_player(doer.expr)
    if desc.extra == "all":
        if verb.verb == "gain":  # all that there are?  Those that one has, once more?
            raise scope.fail(
                "SAY0761", obj, hint="*gain … equal to …*, or say from whom: *take all … from …*"
            )
        return all_of_it
    if desc.extra != "any number of" or verb.verb == "gain":
        raise scope.fail("SAY0761", obj)
    slot = scope.filled("choose-number", doer.expr, build.integer(0), all_of_it)
    scope.left_open.add(build.local(slot))
    return build.local(slot)


def says_of_what(node: ast.Nominal, verb: ast.Act, scope: Scope) -> None:
    """*Pay half your bid*: the bid is how much, and of what?  *Pay half your bids* are bids."""
    while isinstance(node, ast.Arith):
        node = node.left
    if verb.verb not in ("pay", "gain") or not isinstance(node, ast.Noun) or node.plural is not False:
        return
    det = node.determiner
    if (det.possessive or det.owner) and scope.world.quantity(node.head or "") is not None:
        raise scope.fail(
            "SAY0761",
            node,
            hint=f"say of what (*{verb.verb} … equal to …*), or that it is these themselves, in the plural",
        )


def chosen_amount(node: ast.Nominal, desc: Desc, doer: Val, scope: Scope) -> Expr | None:
    """*by up to 3*, *by 1, 2 or 3*: the doer says how much; None: nothing is left open."""
    low, high = build.integer(0), desc.expr
    if isinstance(desc.listing, Alternatives):
        numbers = sorted(part.expr[1] if part.expr[0] == "int" else -1 for part in desc.listing.members)
        row = numbers == [*range(numbers[0], numbers[-1] + 1)]
        if desc.listing.joint != "or" or desc.type.base != "number" or numbers[0] < 0 or not row:
            hint = "*by 1, 2 or 3* and *by up to 3* may be chosen from; of others each is a line of *Choose one:*"
            raise scope.unfit(node, "a choice among these", hint=hint)
        low, high = build.integer(numbers[0]), build.integer(numbers[-1])
    elif desc.bound not in (None, "exactly", "up to"):
        raise scope.unfit(node, f"“{desc.bound}” in an action")
    elif desc.bound != "up to":
        return None
    slot = scope.filled("choose-number", doer.expr, low, high)
    return build.local(slot)


def settled_amount(desc: Desc, obj: ast.Complement, doer: Val, scope: Scope, verb: ast.Act) -> Expr:
    """*2 points*; *up to 2 points*: the doer says how many."""
    if desc.bound in (None, "exactly"):
        return desc.expr
    quantity = scope.world.quantity(desc.type.name) if verb.verb in ("pay", "lose") else None
    if desc.bound in ("up to", "between"):
        least, most = desc.low, desc.expr
    elif desc.bound == "at least" and quantity is not None:
        least, most = desc.expr, None
    else:
        raise scope.unfit(obj, f"“{desc.bound}” in an action")
    if quantity is not None:
        there = quantity.of_player(doer.expr)
        most = ("smaller", most, there) if most is not None else there
        if least != build.integer(0):  # who has less cannot pay, and loses what there is, as of *2 points*
            most = ("larger", least, most)
    slot = scope.filled("choose-number", doer.expr, least, most)
    scope.left_open.add(build.local(slot))
    return build.local(slot)
