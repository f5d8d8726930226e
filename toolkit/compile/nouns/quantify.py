"""The determiner: which members of a set are meant, and who says so."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from toolkit.compile.base import apart, build, who_did
from toolkit.compile.base.scope import Scope
from toolkit.compile.base.values import Desc, Type
from toolkit.compile.base.world import Kind
from toolkit.compile.nouns import seats
from toolkit.compile.nouns.determiner import bare, in_any_place
from toolkit.compile.nouns.pronoun import pronoun
from toolkit.language import ast, forms, which
from toolkit.program.chains import parts
from toolkit.program.expression import Expr

FIRST = {"first", "top", "leftmost", "bottommost"}


LAST = {"last", "bottom", "rightmost", "topmost"}


STACKED = {"top", "bottom"}
"""Of things that lie on each other.  Places of a column are the first, the last, the topmost, the bottommost."""


LEVELS = {"topmost", "bottommost"}


ORDINALS = {word: number for number, word in enumerate(forms.ORDINALS, 1) if number > 1}


COUNTED = FIRST | LAST | {*ORDINALS}


def quantify(node: ast.Noun, items: Expr, type_: Type, scope: Scope) -> Desc:
    """Which members of the set the determiner means."""
    desc = Desc("set", items, type_, node.span, head=node.head)
    match node.determiner.which:
        case which.Ordinal():
            return ordinal(node, items, type_, scope)
        case which.All(ordinal=first):
            return desc if first is None else desc.but(expr=several_first(node, items, type_, scope))
        case which.Each(ordinal=first):
            whole = items if first is None else several_first(node, items, type_, scope)
            return desc.but(mode="each", expr=whole)
        case which.No():
            return desc.but(mode="no", expr=apart.members(items))
        case which.Bare():
            if node.plural is False:
                raise bare(node, scope)
            return desc.but(extra="bare")
        case which.The(number=number):  # with a number all of them: `as_many_as_there_are`
            return desc if number is not None or is_several(node, scope) else the_one(desc, node, scope)
        case which.Half(word="half of"):
            raise scope.unfit(node, "half of a set")
        case which.Half(word=word) | which.Times(word=word) | which.AsMany(word=word) | which.Most(word=word):
            raise scope.unfit(node, f"“{word}” here")
        case some:
            return some_of_them(some, desc, node, scope)


def is_several(node: ast.Noun, scope: Scope) -> bool:
    """*the cats*; *its roads*, where the attribute is called so that names several: the noun has no other form."""
    named = (entry for (_, name), entry in scope.world.attributes.items() if name == node.head)
    return node.plural is True or (node.plural is None and any(entry.listed for entry in named))


def the_one(desc: Desc, node: ast.Noun, scope: Scope) -> Desc:
    """*the card*: the first of them; where any place is meant, that of one of these.  SAY0801: *the red card*, of which
    there are several in the game.
    """
    if in_any_place(node):
        return desc.but(mode="some", extra="a")
    everywhere = desc.expr[:1] == ("filter",) and desc.expr[1][0] in ("all", "set")
    if everywhere and not (node.modifiers or node.relative) and _are_several(node, desc.expr[1], scope):
        hint = f"say where it lies, or which: *the top {node.head} on the …*, *the highest {node.head} in …*"
        if desc.expr[1][0] == "set":
            hint = f"choose it first: *Choose a … {node.head}. … that {node.head}*; in their order, *the first …*"
        raise scope.unfit(node, "one of several, wherever they are in the game,", hint=hint)
    _one_or_several(node, scope)
    return desc.but(mode="one", expr=("first", desc.expr))


def _one_or_several(node: ast.Noun, scope: Scope) -> None:
    """SAY0657: *the sheep in the barn*, where *sheep* is one and several: one of them, or all?  Where a verb tells, the
    parser has asked it (*the sheep in the barn are ready*).
    """
    entry = scope.world.vocabulary.noun(node.head)
    if node.plural is not None or entry is None or entry.category != "thing" or entry.plural != entry.id:
        return
    if scope.world.totals.get(entry.id, 0) == 1:
        return
    names = f"one {entry.id}, or all of them"
    raise scope.fail(
        "SAY0657", node, names=names, hint=f"say *a {entry.id} …*, *each {entry.id} …* or *all {entry.id} …*"
    )


def _are_several(node: ast.Noun, items: Expr, scope: Scope) -> bool:
    """Whether there may be several of *the red card*, *the empty room*, for nothing says which."""
    head, words = node.head or "", node.adjectives
    if items[0] == "set":
        return bool(words) and len(items) > 2
    alike = [scope.world.alike.get((head, word), 0) for word in words]
    alike += [scope.world.totals.get(head, 0) for word in words if word in scope.world.defined]
    return any(many > 1 for many in alike)


def so_many(said: which.Count, desc: Desc, scope: Scope) -> Desc:
    """*2 cats*; *one of your cats*, which in an example is exactly one."""
    count = build.integer(said.number)
    one_of = said.of and said.number == 1 and said.bound is None and not scope.test
    most = None if said.bound == "at least" else count
    return desc.but(low=count, high=most, bound=said.bound, extra="one of" if one_of else "number")


def not_with_themselves(desc: Desc, those: Expr, scope: Scope) -> None:
    """SAY0657: *at least 2 players have as many coins as you*: you and another one, or two others?  Of things nobody
    knows whether the one they are compared with lies among them.
    """
    if scope.test or not scope.world.is_player(desc.type) or not apart.one_of_them(those):
        return
    names = "so many with the one who is compared, or so many others"
    hint = "if others are meant, say *other* before the noun; if not, say *each …*, *the number of …s with …*"
    raise scope.fail("SAY0657", desc.span, names=names, hint=hint)


def some_of_them(some: which.Some, desc: Desc, node: ast.Noun, scope: Scope) -> Desc:
    """Members that are still to be found or chosen: how many, and who chooses."""
    where = node.determiner.span or node
    if node.determiner.ordinal in COUNTED:
        how_many_of_them(node, scope)
    desc = desc.but(mode="some")
    match some:
        case which.A() | which.Another():
            return desc.but(extra="a", expr=apart.members(desc.expr))
        case which.Count():
            if (some.bound, some.number) == ("at least", 1):
                desc = desc.but(expr=apart.members(desc.expr))
            not_with_themselves(desc, desc.expr, scope)
            return so_many(some, desc, scope)
        case which.UpTo(number=most, least=least):
            return desc.but(low=build.integer(least), high=build.integer(most) if most is not None else None)
        case which.AnyNumber():
            return desc.but(low=build.integer(0), high=None)
        case which.ThatMany(word=word):
            much = scope.that_much(node, word)
            return desc.but(low=much, high=much)
        case which.Random(number=how_many, bound=bound):
            if bound not in (None, "exactly"):
                raise scope.unfit(where, f"“{bound}” before *random*")
            count = build.integer(how_many or 1)
            return desc.but(low=count, high=count, random=True)
        case which.AllBut(number=kept):
            if kept is None:
                raise scope.unfit(where, "“down to” without a number")
            held: Expr = ("count", desc.expr)
            surplus: Expr = ("larger", ("sub", held, build.integer(kept)), build.integer(0))
            return desc.but(low=surplus, high=surplus)
        case never:
            assert_never(never)


def several_first(node: ast.Noun, items: Expr, type_: Type, scope: Scope) -> Expr:
    """*(each of) the first 2 players*."""
    det = node.determiner
    if det.number is None:
        raise scope.unfit(det.span or node, f"“{det.quantifier}” of one")
    plain = replace(node, determiner=replace(det, quantifier=None, of=False))
    return ordinal(plain, items, type_, scope).expr


def ordinal(node: ast.Noun, items: Expr, type_: Type, scope: Scope) -> Desc:
    """*the top card*, *the first 2 players*, *the third position*."""
    det = node.determiner
    category = scope.world.kinds[type_.name].category
    has_ordinal(node, category, scope)
    how_many_of_them(node, scope)
    in_time(node, scope)
    if category == "player":
        one_at_the_table(node, scope)
        items = in_their_order(node, items, scope)
    elif category == "thing":
        said_where(node, items, scope)
    count = build.integer(det.number) if det.number is not None else None
    expr = counted_off(det.ordinal or "", items, count)
    if expr is None:
        raise scope.unfit(node, f"“{det.ordinal}” here")
    return Desc("one" if count is None else "set", expr, type_, node.span, head=node.head)


def in_their_order(node: ast.Noun, items: Expr, scope: Scope) -> Expr:
    """Players as they are counted: *In clockwise order, starting with P, the first player with …*; else as they sit.
    *The first player who does* comes first among those who did it, with whomever that began.
    """
    if (did := who_did.one_after_another(node, items, scope)) is not None:
        return did
    if scope.order is None or scope.order[2] is None or node.span != scope.order[2]:
        no_last_one_left(node, items, scope)
        return seats.in_seat_order(items, scope)
    if "random" in scope.order[0]:
        raise scope.unfit(node, f"“{node.determiner.ordinal}” in an order that nobody knows")
    return seats.player_order(items, scope, node)


def no_last_one_left(node: ast.Noun, items: Expr, scope: Scope) -> None:
    """SAY0801: *the last player with cards in their hand*: who is left when no other has any, or who sits last?"""
    if node.determiner.ordinal == "last" and items[0] == "filter":
        hint = (
            "who is left is asked first: *If exactly 1 player …, that player …*; who sits last of them comes first "
            "the other way round: *In counterclockwise order, starting with the last player, the first player …*"
        )
        raise scope.unfit(node, "“last” of players of whom only some are meant", hint=hint)


def in_time(node: ast.Noun, scope: Scope) -> None:
    """Refuse *the second card you played this turn*: things are counted as they lie, and not by when it was done."""
    each = node.relative
    while each is not None:
        if isinstance(each.verb, ast.Act) and each.verb.tense != "present":
            hint = (
                "say how often it was done: *When … for the first time each turn*, *… exactly 2 … this turn*; "
                "on a card with which it is being done, which is not counted yet: *at least 2 other … this turn*"
            )
            raise scope.unfit(each, f"“{node.determiner.ordinal}” by when it was done", hint=hint)
        each = each.more


def has_ordinal(node: ast.Noun, category: str, scope: Scope) -> None:
    """*the top* is said of things that lie on each other, *the topmost* of places; both have an article or an owner."""
    det, word = node.determiner, node.determiner.ordinal
    if (word in STACKED and category != "thing") or (word in LEVELS and category != "place"):
        raise scope.unfit(det.span or node, f"“{word}” here", expected=("*first*", "*last*"))
    if det.article not in ("the", "that", "those") and det.possessive is None and det.owner is None:
        raise bare(node, scope)


def how_many_of_them(node: ast.Noun, scope: Scope) -> None:
    """SAY0801: *the top sheets*, *one of the first players*: how many are at the top?  *up to 2 of the top sheets*,
    *any number of the top sheets*, *a random top sheet*: of how many does somebody, or chance, choose?
    """
    det = node.determiner
    chosen = det.of or det.bound not in (None, "exactly") or not isinstance(det.which, which.Ordinal)
    if chosen or (det.number is None and node.plural):
        entry = scope.world.vocabulary.nouns.get(node.head or "")
        many = entry.plural if entry is not None else "…"
        hint = f"say how many they are: *the {det.ordinal} 2 {many}*, *up to 2 of the {det.ordinal} 3 {many}*"
        raise scope.unfit(det.span or node, f"“{det.ordinal}” of several whose number is not said", hint=hint)


def said_where(node: ast.Noun, items: Expr, scope: Scope) -> None:
    """Refuse *the top sheet*, and *the first sheet* where sheets begin in an order: things are counted as they lie, and
    nothing says where; *the last bead* of those that lie in no order: a reader takes it for the one that is left, or
    that was put somewhere last.  *The first bead* is one of them, whichever.  SAY0801.
    """
    word, base = node.determiner.ordinal, items
    stacked, end = word in STACKED, word in STACKED or word in LAST
    while base[0] == "filter" and not _tells_where(base[3], not end):
        base = base[1]
    if base[0] != "all" or scope.test or scope.recorded is not None:
        return
    place = _begins_in_order(node, scope)
    if place is None and not end:
        return
    hint = "say where they lie"
    if place is None and not stacked:
        hint += f"; the one with which something was done is *that {node.head}*, the only one there is *if there is "
        hint += f"exactly 1 {node.head} …*"
    elif place is not None:
        hint += f": *the {word} {node.head} of {'your' if place.of == 'player' else 'the'} {place.name}*"
    raise scope.unfit(node, f"“{word}” of things that may lie anywhere", hint=hint)


def _begins_in_order(node: ast.Noun, scope: Scope) -> Kind | None:
    """The place with an order in which such things begin; None: there is none."""
    begins = scope.world.kind(scope.world.property(node.head or "thing", "starts"))
    return begins if begins is not None and begins.ordered else None


def _tells_where(condition: Expr, whose: bool) -> bool:
    """Whether a condition of things says where they lie (as words of a definition may); `whose`: or whose they are."""
    if condition[0] in ("in", "in-any", "within", "parent", "call") or (
        whose and condition[0] in ("owner", "holder")
    ):
        return True
    return any(_tells_where(part, whose) for part in parts(condition))


def counted_off(word: str, items: Expr, count: Expr | None) -> Expr | None:
    """The first, the last, the third of the items, or so many of them; None: the word does not say which."""
    if word in FIRST:
        return ("first", items) if count is None else ("take", items, count)
    if word in LAST:
        return ("last", items) if count is None else ("last-n", items, count)
    return ("nth", items, build.integer(ORDINALS[word])) if word in ORDINALS and count is None else None


def one_at_the_table(node: ast.Noun, scope: Scope) -> None:
    """*the second player*, after several were chosen: who that is among them, nothing says."""
    chosen = scope.discourse.named("player", many=True, verb="choose") is not None
    chosen = chosen or sum(each.player and each.verb == "choose" for each in scope.discourse) > 1
    if node.determiner.number is not None or not plain_head(node) or not chosen:
        return
    word = node.determiner.ordinal
    raise scope.unfit(
        node,
        f"“the {word} player” after several were chosen: it would be the {word} one at the table",
        hint="*that player* is who was chosen last, so the other is chosen with what they have: *Choose a player. Swap "
        "a … at their … with a … at the … of a player other than that player.*",
    )


def plain_head(node: ast.Noun) -> bool:
    """Whether nothing but the determiner stands beside the noun."""
    return not node.narrowed


def chosen_by(node: ast.Noun, desc: Desc, scope: Scope) -> Desc:
    """*a card of your choice*, *of their choice*: who chooses, if not the doer."""
    modifier = node.modifier("of your choice", "of their choice")
    if modifier is None:
        return desc
    if desc.mode != "some" or desc.random:
        raise scope.unfit(modifier, f"“{modifier.word}” where nothing is chosen")
    return desc.but(chooser=who_chooses(modifier, scope))


def who_chooses(modifier: ast.Modifier, scope: Scope) -> Expr:
    """*of your choice* · *of their choice*."""
    who = ast.Pronoun(word="you" if modifier.word == "of your choice" else "they", span=modifier.span)
    return pronoun(who, scope).expr
