"""Possession: what *your N*, *its N*, *the N of X* mean, told from the kinds of X and N.

Attribute, quantity, defined noun, place, part, member, piece or content: the first that X has.
"""

from __future__ import annotations

from collections.abc import Callable

from toolkit.compile.base import apart, build
from toolkit.compile.base.scope import Scope
from toolkit.compile.base.values import NUMBER, Bound, Desc, Fail, Type, Val, entity
from toolkit.compile.base.world import Attribute, Kind
from toolkit.compile.nouns import nothing
from toolkit.compile.nouns.figure import figure_of
from toolkit.compile.nouns.others import name_player
from toolkit.compile.nouns.phrases import first_determiner, first_that_ties, value_of
from toolkit.compile.nouns.pronoun import antecedent, pronoun
from toolkit.language import ast, forms, which
from toolkit.program.expression import Expr, renamed

Rest = tuple[ast.Modifier, ...]


def possessor_of(node: ast.Noun, scope: Scope) -> tuple[Val | None, tuple[ast.Modifier, ...]]:
    """Whose it is (*your*, *their*, *its*, *P's*, *of X*), and the modifiers that remain."""
    det = node.determiner
    if det.possessive or det.owner is not None:
        of_one(node, scope)
    if det.possessive:
        if det.possessive == "its":
            its = antecedent(node, scope, lambda value: can_possess(value, node, scope))
            not_another_owner(its, node, scope)
            not_where_it_belongs(its, node, scope)
            return its, node.modifiers
        said = ast.Pronoun(word="you" if det.possessive == "your" else "they", span=det.span or node.span)
        desc = pronoun(said, scope)
        return Val(desc.expr, desc.type, desc.many), node.modifiers
    if det.owner is not None:
        return definite(det.owner, scope), node.modifiers
    for modifier in node.modifiers:
        if modifier.word == "of" and modifier.what is not None:
            return definite(modifier.what, scope), node.without(modifier).modifiers
    return None, node.modifiers


def not_another_owner(its: Val, node: ast.Noun, scope: Scope) -> None:
    """SAY0657: *Choose a cat. Its owner puts a dog in the park. Its owner …*: the owner of the cat, or of the dog?"""
    if node.head != "owner":
        return
    said, named = scope.discourse.of_its_owner, scope.discourse.last_named(its.expr)
    for sentence, other, span in said:
        twice = span is None or span != node.span  # the same words may be looked at before one is chosen
        if twice and named is not None and named.sentence == sentence and other.expr != its.expr:
            first, last = (other.type.name, its.type.name)
            hint = f"say “the owner of that {first}” or “the owner of that {last}”"
            if first == last:
                hint = "say it of the one that is meant before the other one is named"
            names = f"the owner of the {first} that was named first or of the {last} that was named last"
            raise scope.fail("SAY0657", node, names=names, hint=hint)
    said.append((scope.number, its, node.span))


def of_one(node: ast.Noun, scope: Scope) -> None:
    """SAY0801: *your cats of another player* are nobody's."""
    for modifier in node.modifiers:
        if modifier.word == "of" and ast.head_of(modifier.what) == "player":
            raise scope.unfit(modifier, "a second owner")


def for_each_owner(node: ast.Noun) -> bool:
    """*each player's hand*, *the hand of each player*: one of every one of them."""
    return not node.plural and node.determiner.quantifier is None and each_owner(node) is not None


def each_owner(node: ast.Noun) -> ast.Noun | None:
    """*each player* of *a card of each player*, *2 cards of each player's hand*; None: one of it for all."""
    owner = node.owner
    if not isinstance(owner, ast.Noun):
        return None
    if isinstance(owner.determiner.which, which.Each):
        return owner
    return each_owner(owner) if owner.head is not None and for_each_owner(owner) else None


def definite(node: ast.Nominal, scope: Scope) -> Val:
    """A possessor: *a player's hand* means each such hand, so something to choose counts as the whole set."""
    with scope.saying(
        placed=False, found=None
    ):  # where the possessed is looked for says nothing of whose it is
        desc = scope.describe(node)
    one = desc.extra == "a" or (desc.low == desc.high == build.integer(1) and desc.bound is None)
    if desc.listing is not None:
        raise scope.unfit(node, "this list of owners", hint="say it of each, one after the other")
    if desc.mode == "no" or desc.random or (desc.mode == "some" and not one):
        raise scope.fail("SAY0803", node)
    of_any_one(node, desc, scope)
    if desc.mode == "some":
        scope.discourse.owners.add((scope.number, desc.type.name, node.span))
    named = desc.expr[0] == "int"  # who has a name is called by it, not *that player*
    if desc.mode == "some":
        name_player(node, desc.type, scope)
    known = isinstance(node, ast.Pronoun | Bound)  # who or what that is was named where it came up
    if desc.mode == "one" and desc.type.base == "entity" and not named and not known:
        scope.bind(Val(desc.expr, desc.type), desc.called)
    return Val(desc.expr, desc.type, desc.many, node.span)


def of_any_one(node: ast.Nominal, desc: Desc, scope: Scope) -> None:
    """SAY0803: *1 player's home*, *the power of a cat or dog*: of which, if it is not chosen?"""
    det, listed = first_determiner(node), isinstance(node, ast.Group)
    if (isinstance(det.which, which.Count) and (listed or not det.of)) or (listed and det.article == "a"):
        name = desc.type.name
        a = f"another {name}" if det.other else f"{forms.article(name)} {name}"
        hint = f"of any one say *{a}*; else choose it first: *Choose {a}. … that {name} …*"
        raise scope.fail("SAY0803", node, hint=hint)


def used_by(head: str, owner: Val, scope: Scope) -> tuple[str, ...]:
    """The prepositions of a defined noun's further arguments."""
    defined = scope.world.find_defined(head, owner.type.name) if owner.type.base == "entity" else None
    return defined.preps if defined is not None else ()


def not_where_it_belongs(its: Val, node: ast.Noun, scope: Scope) -> None:
    """SAY0657: *Choose a cat. Choose a dog. Put that dog in its home*: in the home of the dog's owner, or in that in
    which the cat is?  Only places that each player has are called so.
    """
    place, taken = scope.world.kind(node.head), scope.taken
    if taken is None or place is None or place.of != "player" or apart.same(its.expr, taken):
        return
    moved = scope.discourse.last_named(taken)
    if moved is None or moved.value.many or not scope.world.owned(moved.value.type.name):
        return
    names = f"the {node.head} of that {moved.head}’s owner or the {node.head} where the {its.type.name} is"
    hint = f"say “its owner’s {node.head}” of what is moved, or “that {its.type.name}’s {node.head}”"
    raise scope.fail("SAY0657", node, names=names, hint=hint)


def had_by(x: Expr, scope: Scope) -> Expr:
    """Who has what belongs to nobody.  After an event: of what lies with nobody now, who had it before."""
    holder: Expr = ("holder", x)
    if scope.left is None:
        return holder
    thing, origin = scope.left
    gone = build.both(("eq", x, thing), ("eq", holder, build.NONE))
    return ("if", gone, ("holder", origin), holder)


def can_possess(owner: Val, node: ast.Noun, scope: Scope) -> bool:
    """Whether *owner's N* means something.  Nobody takes a thing to the place in which it lies: *Reveal a card.  Put
    a cube at its town* is said of the card.
    """
    size = scope.size
    try:
        had = possess(owner, node.head or "", node.modifiers, scope, node)
        return had is not None and not (had.expr[0] == "within" and _is_taken(had.expr[1], scope))
    except Fail:
        return False
    finally:
        scope.size = size


def _is_taken(thing: Expr, scope: Scope) -> bool:
    """Whether it is what a verb takes somewhere, by the same words or as a condition has kept it."""
    kept = {build.local(instr[1]): instr[2] for instr in scope.code if instr[0] == "let"}
    taken = scope.taken
    return taken is not None and apart.same(kept.get(thing, thing), kept.get(taken, taken))


def possess(
    owner: Val, head: str, rest: tuple[ast.Modifier, ...], scope: Scope, node: ast.Noun
) -> Val | None:
    """*X's head*: what X has of that name, by the first of the `READINGS` that knows one; None: nothing.

    rest: the modifiers of `node` besides the owner; a defined noun takes its further arguments from them.
    """
    if owner.many:
        return possess_each(owner, head, rest, scope, node)
    told = of_a_rank(owner, head, rest, scope, node) or of_those_that_tie(owner, head, rest, scope, node)
    if told is not None:
        return told
    if owner.type.base == "value":
        return with_value(owner, head, scope)
    if owner.type.base != "entity":
        return None
    for reading in READINGS:
        if (found := reading(owner, head, rest, scope)) is not None:
            return found
    return None


def of_a_rank(
    owner: Val, head: str, rest: tuple[ast.Modifier, ...], scope: Scope, node: ast.Noun
) -> Val | None:
    """*the bids of the second ranked player*, by which they were ranked: those who tie for that rank have as many."""
    match owner.expr:
        case ("if", ("member", at, apart), _, _):
            ranking = next((each for each in scope.ranked.values() if each.apart == apart), None)
            found = possess(Val(at, owner.type), head, rest, scope, node) if ranking is not None else None
            if ranking is not None and found is not None:
                names = {build.local(ranking.slot): at}
                return found if found.expr in [renamed(each, names) for each in ranking.amounts] else None
    return None


def of_those_that_tie(
    owner: Val, head: str, rest: tuple[ast.Modifier, ...], scope: Scope, node: ast.Noun
) -> Val | None:
    """*the rank of the highest card*, *the cost of the card with the highest cost*: those that tie have as much."""
    found = None if scope.world.is_player(owner.type) else first_that_ties(owner.expr, scope)
    if found is None:  # of players that tie nobody has the most
        return None
    first, much = found
    told = possess(Val(first, owner.type), head, rest, scope, node)
    return told if told is not None and told.expr == much else None


def possess_each(
    owner: Val, head: str, rest: tuple[ast.Modifier, ...], scope: Scope, node: ast.Noun
) -> Val | None:
    """What several have: all of it together."""
    slot = scope.alloc()
    inner = possess(Val(("local", slot), owner.type), head, rest, scope, node)
    if inner is None:
        return None
    if inner.type.base != "entity" and not inner.many:
        return Val(("map", owner.expr, slot, inner.expr), inner.type, True)
    of_one = inner.expr if inner.many else ("single", inner.expr)
    return Val(("flat", owner.expr, slot, of_one), inner.type, True)


def with_value(owner: Val, head: str, scope: Scope) -> Val | None:
    """*the cards of that suit*: the things of a kind that have a value of a list."""
    attribute = attribute_of_list(head, owner.type.name, scope) if head in scope.world.kinds else None
    if attribute is None:
        return None
    slot = scope.alloc()
    same: Expr = ("eq", ("attr", attribute, ("local", slot)), owner.expr)
    return Val(("filter", scope.world.all_of(head), slot, same), entity(head), True)


def names_its_kind(owner: Val, head: str, scope: Scope) -> Attribute | None:
    """The attribute by which the things of a kind name a place or a thing: *a letter of that town*, where letters have
    a `town`, is one on which it is written, wherever that lies.
    """
    world = scope.world
    whose = world.kind_of(owner.type)
    if (
        whose is None
        or whose.category == "player"
        or head not in world.kinds
        or world.kinds[head].category != "thing"
    ):
        return None
    of_head = {entry.name for entry in (*world.lineage(head), *world.below(head))}
    named = (
        entry
        for (kind, _), entry in world.attributes.items()
        if kind in of_head and entry.type.base == "entity" and whose.name != head
    )
    return next((entry for entry in named if world.akin(entry.type.name, whose.name)), None)


def naming_it(owner: Val, head: str, rest: Rest, scope: Scope) -> Val | None:
    """*the letters of that town*: those on which its name stands."""
    entry = names_its_kind(owner, head, scope)
    if entry is None:
        return None
    slot = scope.alloc()
    item: Expr = ("local", slot)
    told: Expr = ("eq", ("attr", entry.index, item), owner.expr)
    if entry.listed:
        told = ("member", owner.expr, ("listed", entry.index, item))
    same = build.both(nothing.present(owner.expr, scope), told)
    return Val(("filter", scope.world.all_of(head), slot, same), entity(head), True)


# --- Readings of what one thing, place or player has, each of which gives None for what it does not know ---


def of_everything(owner: Val, head: str, rest: Rest, scope: Scope) -> Val | None:
    """*its owner*, *its holder*, *the number of that place*."""
    world, x, of = scope.world, owner.expr, owner.type.name
    category = world.kinds[of].category
    match head:
        case "number" if category == "place":
            return Val(("index", x), NUMBER)
        case "owner" if category == "thing" or (category == "place" and world.of_players(of)):
            held = category == "thing" and not world.owned(of)
            return Val(had_by(x, scope) if held else world.owner(x), entity("player"))
        case "holder":
            return Val(("holder", x), entity("player"))
    return None


def defined(owner: Val, head: str, rest: Rest, scope: Scope) -> Val | None:
    """What a definition defines for such owners."""
    known = scope.world.find_defined(head, owner.type.name)
    if known is None or known.type.base == "truth" or not known.kinds:
        return None
    arguments = defined_arguments(known.preps, rest, scope)
    if arguments is None:
        return None
    call: Expr = ("call", known.function, owner.expr, *arguments)
    none = build.EMPTY if known.many else build.integer(0) if known.type == NUMBER else build.NONE
    return Val(nothing.read(call, owner.expr, scope, none), known.type, known.many)


def sentence_field(owner: Val, head: str, rest: Rest, scope: Scope) -> Val | None:
    """*its score*, *its requirement*: what a field of its document says."""
    start = scope.world.sentence_fields.get(head)
    if start not in ("formula", "condition"):
        return None
    who = scope.player()
    formula: Expr = ("formula", scope.world.field(head), owner.expr, who.expr if who else build.NONE)
    return Val(formula, NUMBER if start == "formula" else Type("truth"))


def column(owner: Val, head: str, rest: Rest, scope: Scope) -> Val | None:
    """*its power*, *your coins*: an attribute or a quantity."""
    entry = scope.world.attribute(owner.type.name, head)
    if entry is None:
        return None
    if entry.listed:
        return Val(("listed", entry.index, owner.expr), entry.type, True)
    held = entry.of_player(owner.expr)
    named = entry.type.base in ("value", "entity")
    return Val(nothing.read(held, owner.expr, scope) if named else held, entry.type)


def name_or_copies(owner: Val, head: str, rest: Rest, scope: Scope) -> Val | None:
    """*its name*; *the copies of a card*: all in the game that are made from its document, itself among them."""
    world = scope.world
    if world.kinds[owner.type.name].category != "thing":
        return None
    if head == "name":
        return Val(("name", owner.expr), Type("value", "name"))
    if head != "copy" or head in world.kinds:
        return None
    slot = scope.alloc()
    item: Expr = ("local", slot)
    alike = build.both(("eq", ("card", item), ("card", owner.expr)), ("ne", ("parent", item), build.NONE))
    return Val(("filter", world.all_of("thing"), slot, alike), owner.type, True)


def of_a_kind(owner: Val, head: str, rest: Rest, scope: Scope) -> Val | None:
    """*your home*, *your cats*, *the cards of that pile*."""
    world = scope.world
    name = world.aliases[head][0][0] if head in world.aliases and head not in world.kinds else head
    return possess_kind(owner, world.kinds[name], scope) if name in world.kinds else None


READINGS: tuple[Callable[[Val, str, Rest, Scope], Val | None], ...] = (
    of_everything, defined, sentence_field, column, name_or_copies, naming_it, of_a_kind,
)  # fmt: skip


def possess_kind(owner: Val, kind: Kind, scope: Scope) -> Val | None:
    """The places, parts, members, pieces or contents of X that are of this kind."""
    if kind.name == "player":
        return Val(("holder", owner.expr), entity("player"))
    match kind.category:
        case "place":
            return places(owner, kind, scope)
        case "group":
            return Val(groups(owner, kind, scope), entity(kind.name), True)
    return Val(things(owner, kind, scope), entity(kind.name), True)


def groups(owner: Val, kind: Kind, scope: Scope) -> Expr:
    """*the rows of that cell*, through it; *the rows of your board*, *your rows*: those of the cells that it has."""
    world, whole, of = scope.world, owner.expr, owner.type.name
    part = world.property(kind.members, "part_of") if kind.members is not None else None
    if part is not None and world.is_a(of, "player") and world.property(part, "of") == "player":
        whole, of = ("place", world.kinds[part].index, whole), part
    if part is None or not world.is_a(of, part):
        return ("groups", kind.index, whole)
    slot = scope.alloc()
    first: Expr = ("first", ("members", ("local", slot)))
    return ("filter", ("all", kind.index), slot, ("in", first, whole))


def places(owner: Val, kind: Kind, scope: Scope) -> Val | None:
    """The place of a kind that somebody or something has, the parts of one, or the one in which it lies."""
    world, x, of = scope.world, owner.expr, owner.type.name
    player = world.is_a(of, "player")
    whose, part = world.property(kind.name, "of"), world.property(kind.name, "part_of")
    if whose is not None and world.is_a(of, whose):
        return Val(("place", kind.index, x), entity(kind.name))
    if part is not None and world.is_a(of, part):
        return Val(("parts", kind.index, x), entity(kind.name), True)
    if part is not None and player and world.property(part, "of") == "player":
        return Val(("parts", kind.index, ("place", world.kinds[part].index, x)), entity(kind.name), True)
    if player:
        piece = figure_of(owner, scope)
        return Val(("within", piece.expr, kind.index), entity(kind.name)) if piece is not None else None
    if world.kinds[of].category == "group" and world.kinds[of].members == kind.name:
        return Val(("members", x), entity(kind.name), True)
    if _lies_in_none(of, kind, scope):
        return None
    here: Expr = ("within", x, kind.index)
    if (
        scope.left is not None and scope.left[0] == x
    ):  # what lies in none of them now: where it lay before the event
        here = ("if", ("ne", here, build.NONE), here, was_in(scope.left[1], kind))
    return Val(here, entity(kind.name))


def _lies_in_none(of: str, kind: Kind, scope: Scope) -> bool:
    """*its space*, of a space; *its home*, of a park, which is no part of a home."""
    world = scope.world
    place = world.kinds[of].category == "place"
    return world.is_a(of, kind.name) or (place and not world.may_be_part_of(world.kinds[of], kind))


def was_in(origin: Expr, kind: Kind) -> Expr:
    """The place of a kind in which something was that came from here."""
    return ("if", ("is", origin, kind.index), origin, ("within", origin, kind.index))


def things(owner: Val, kind: Kind, scope: Scope) -> Expr:
    """The things of a kind that belong to a player, or that lie in a place, on a thing or in the places of a group."""
    world, x, of = scope.world, owner.expr, owner.type.name
    slot = scope.alloc()
    item: Expr = ("local", slot)
    if world.is_a(of, "player"):
        mine: Expr = ("eq", world.owner(item) if world.owned(kind.name) else ("holder", item), x)
        found = world.property(kind.name, "found")
        if found is not None and not scope.placed:
            mine = build.both(mine, in_found(found, item, x, scope))
        return ("filter", ("all", kind.index), slot, mine)
    match world.kinds[of].category:
        case "thing" if world.related(of, kind.name):  # *a cat of those cats*: one of them
            hint = f"some of a group are *2 of those …*, *a {kind.name} from those …*; what lies on one is *on that …*"
            raise scope.unfit(None, f"a {kind.name} of a {of}", hint=hint)
        case "group":
            inner = scope.alloc()
            return ("flat", ("members", x), inner, of_kind(("contents", ("local", inner)), kind, slot))
        case "place":
            return of_kind(("inside", x), kind, slot)
    return of_kind(("contents", x), kind, slot)


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
