"""Sets of things: where to look → what kind → adjectives → modifiers → relative clause → ordinal → determiner."""

from __future__ import annotations

from dataclasses import replace

from toolkit.compile import build, having, nominal, nothing, seats
from toolkit.compile import condition as conditions
from toolkit.compile import possess as possession
from toolkit.compile.determiner import bare, the_only
from toolkit.compile.preposition import own_preposition
from toolkit.compile.scope import Scope
from toolkit.compile.values import Bound, Desc, Type, Val, entity
from toolkit.compile.world import Kind
from toolkit.language import ast, forms
from toolkit.program.expression import Expr

PLACE_PREPOSITIONS = {"in", "at", "on", "from", "beside", "under", "on top of", "among", "into", "onto", "to"}

READY = "ready in"
"""Where pieces lie that nobody has put anywhere yet: no word, but what *put* and *place* add to a phrase that says no
place.  It gives another program than *from*, so that a writer who says where from says something.
"""


FIRST = {"first", "top", "leftmost", "bottommost"}


LAST = {"last", "bottom", "rightmost", "topmost"}


STACKED = {"top", "bottom"}
"""Of things that lie on each other.  Places of a column are the first, the last, the topmost, the bottommost."""


LEVELS = {"topmost", "bottommost"}


ORDINALS = {word: number for number, word in enumerate(forms.ORDINALS, 1) if number > 1}


STATES = ("have", "show")
"""Verbs that say how a thing is, not where."""


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
            the_only(node, scope)
            return nominal.one(base, node, node.head)
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
            the_only(node, scope)
            return Desc("one", ("int", kind.only), type_, node.span, head=node.head)
    as_many_as_there_are(node, kind, base, scope)
    slot = scope.alloc()
    item = Val(("local", slot), type_)
    conditions: list[Expr] = []
    if node.head in world.aliases and node.head not in world.kinds:
        conditions.append(("call", world.aliases[node.head][0][1], item.expr))
    mark = scope.discourse.mark()
    ranking = next((m for m in node.modifiers if most_of(m)), None)
    node = (
        replace(node, modifiers=tuple(m for m in node.modifiers if m is not ranking))
        if ranking is not None
        else node
    )
    items: Expr | None = base.expr if base is not None else None
    group: Expr | None = None
    scattered = False
    placed = base is not None or scope.placed
    for word in node.adjectives:
        filled = None
        if items is None and not is_state(word, kind_name, scope):
            filled = scope.find(kind_name, many=True, verb=word)
        if filled is not None:
            if det.article == "the" and not (node.plural or det.ordinal or det.number or det.quantifier):
                many = f"*the {word} …s*"  # what each of several did is no single thing
                raise scope.fail("SAY0803", node, expected=(many, f"*each {word} …*"))
            items, placed = filled.value.expr, True
        else:
            conditions.append(adjective(word, item, scope, node))
    they = (
        item if kind.category == "player" else scope.they
    )  # *a player with a card in their hand*: their own
    for modifier in node.modifiers:
        with scope.saying(they=they, placed=False):
            narrowed, condition, is_place = modify(modifier, item, kind, items, scope, node)
        placed = placed or is_place
        says_something(modifier, condition, slot, scope, when=narrowed is None)
        scattered = scattered or (is_place and nominal.indefinite(modifier.what))
        if narrowed is not None and modifier.word in ("from", "among"):
            group = narrowed
        if narrowed is not None:
            items = narrowed
        conditions.append(condition)
    if node.relative is not None:
        from toolkit.compile.relative import relative

        with scope.saying(there=scope.there, they=they, placed=False):
            conditions.append(relative(node.relative, item, scope))
        says_something(node.relative, conditions[-1], slot, scope)
        placed = placed or says_where(node.relative)
    if items is None:
        items = world.all_of(kind_name)
        if (
            not placed
            and (found := world.property(kind_name, "found")) is not None
            and kind.category == "thing"
        ):
            place = world.kinds[found]
            where: Expr = ("ne", ("within", item.expr, place.index), build.NONE)
            if place.only is not None:  # found by way of the place, in the order of all
                where = ("in-any", item.expr, ("single", build.integer(place.only)))
            conditions.insert(0, where)
    elif base is not None and base.type.name != kind_name and not world.is_a(base.type.name, kind_name):
        conditions.insert(0, ("is", item.expr, kind.index))
    scope.discourse.forget(mark)
    self_excluded(node, item, conditions, scope)
    result = build.where(items, slot, build.both(*conditions))
    if ranking is not None:
        return superlative(node, ranking, result, type_, scope)
    if base is None:
        which_one(node, scope)
    return chosen_by(node, quantify(node, result, type_, scope), scope).but(group=group, scattered=scattered)


def says_something(node: ast.Node, condition: Expr, slot: int, scope: Scope, *, when: bool = True) -> None:
    """What narrows a set must speak of its members: *the towns where you won* is no town if winning has no place."""
    if when and condition not in (build.TRUE, build.FALSE) and not build.mentions(condition, slot):
        raise scope.fail("SAY0801", node, what="this, which does not say which ones are meant")


def as_many_as_there_are(node: ast.Noun, kind: Kind, base: Val | None, scope: Scope) -> None:
    """*the 2 players*, *each of your 3 cats*, *both dogs*: the number chooses nothing, so it must be right."""
    det, world = node.determiner, scope.world
    everyone = det.quantifier in ("all", "both", "each", "every")
    whole = det.quantifier is None and not det.of and (det.article == "the" or det.possessive or det.owner)
    number = 2 if det.quantifier == "both" and det.number is None else det.number
    if number is None or det.ordinal is not None or not (everyone or whole):
        return
    there: int | None = world.totals.get(kind.name, 0)
    if kind.category == "player":
        there = world.players - det.other
    elif base is not None:
        mine = world.owned(kind.name) and (det.possessive is not None or det.owner is not None)
        there = world.totals.get(kind.name, 0) // world.players if mine else None
    if node.adjectives or node.modifiers or node.relative or node.head != kind.name:
        there = None
    if there != number and (there is not None or det.number is not None):
        raise scope.fail(
            "SAY0801",
            det.span or node,
            what=f"“{det.number or det.quantifier}” where all are meant",
            expected=("*each …*", "*all …*", f"*{number} of …*"),
            hint=f"there are {there} here" if there else "how many there are is not known here",
        )


def says_where(node: ast.Relative) -> bool:
    """Whether it may tell where the thing is, or what happened to it: *that is ready*, *whose power is 3* do not."""
    state = node.verb.predicate if isinstance(node.verb, ast.Be) else None
    verb = node.verb
    if isinstance(verb, ast.Act) and node.subject is None and verb.verb in STATES and verb.tense == "present":
        if any(each.role == "place" for each in verb.complements):
            return True
        return node.more is not None and says_where(node.more)
    if not isinstance(state, ast.IsAdjective | ast.IsThing) or node.word == "where":
        return True
    if isinstance(state, ast.IsAdjective) and state.where is not None:
        return True
    return node.more is not None and says_where(node.more)


def which_one(node: ast.Noun, scope: Scope) -> None:
    """*the cell*, *the cell of that column*: nothing says which of several."""
    det = node.determiner
    said_which = (
        node.adjectives or node.modifiers or node.relative or node.plural or det.ordinal or det.number
    )
    if said_which or det.article != "the" or det.quantifier is not None or det.other:
        return
    raise scope.fail("SAY0803", node)


def one_of_those(node: ast.Noun, scope: Scope) -> None:
    """*your cat* of somebody who has three, *Red's die*, *the coin of that cup*."""
    if not (node.adjectives or node.modifiers or node.relative):
        det = node.determiner
        if det.possessive is not None:
            expected: tuple[str, ...] = (f"*one of {det.possessive} …*", f"*all {det.possessive} …*")
        elif det.owner is not None:
            expected = ("*one of …’s …*", "*all …’s …*")
        else:
            expected = ("*a … of …*", "*each … of …*")
        raise scope.fail("SAY0803", node, expected=expected)


def chosen_by(node: ast.Noun, desc: Desc, scope: Scope) -> Desc:
    """*a card of your choice*, *of their choice*: who chooses, if not the doer."""
    modifier = next((m for m in node.modifiers if m.word in ("of your choice", "of their choice")), None)
    if modifier is None:
        return desc
    if desc.mode != "some" or desc.random:
        raise scope.fail("SAY0801", modifier, what=f"“{modifier.word}” where nothing is chosen")
    return desc.but(chooser=who_chooses(modifier, scope))


def who_chooses(modifier: ast.Modifier, scope: Scope) -> Expr:
    """*of your choice* · *of their choice*."""
    who = ast.Pronoun(word="you" if modifier.word == "of your choice" else "they", span=modifier.span)
    return nominal.pronoun(who, scope).expr


def most_of(modifier: ast.Modifier) -> bool:
    """*with the most Ns*, *with the fewest Ns*, *with the highest N*, *with the lowest N*."""
    what = modifier.what
    return (
        modifier.word == "with"
        and isinstance(what, ast.Noun)
        and (what.determiner.quantifier in ("most", "fewest") or extreme(what) is not None)
    )


def extreme(what: ast.Noun) -> str | None:
    """*highest* or *lowest* before an amount; None: neither."""
    if what.determiner.article != "the":
        return None
    words = (what.determiner.ordinal, *what.adjectives)
    return next((word for word in words if word in ("highest", "lowest")), None)


def superlative(node: ast.Noun, ranking: ast.Modifier, items: Expr, type_: Type, scope: Scope) -> Desc:
    """*the player with the most points*, *the card with the highest rank*: the one ahead of all others, or nobody;
    *the players with …*: all that share it.
    """
    what = ranking.what
    assert isinstance(what, ast.Noun)
    det = node.determiner
    if (det.possessive or det.owner) and scope.world.is_a(type_.name, "player"):
        raise scope.fail("SAY0801", det.span or node, what="an owner of a player")
    slot = scope.alloc()
    member = Val(("local", slot), type_)
    word = extreme(what)
    if word is not None and replace(what.determiner, ordinal=None, span=None) != ast.Determiner(
        article="the"
    ):
        raise scope.fail("SAY0801", what, what="this", expected=(f"*the {word} …*",))
    with scope.saying(they=member if scope.world.is_a(type_.name, "player") else scope.they):
        if word is None:
            score = having.how_many(member, replace(what, determiner=ast.Determiner(), plural=True), scope)
        else:
            score, there = measure(member, what, word, scope)
            items = build.where(items, slot, there)  # who has none of it is neither highest nor lowest
    if word is None and not having.the_most(what):
        raise scope.fail("SAY0801", what, what="this", expected=(f"*the {what.determiner.quantifier} …*",))
    least = what.determiner.quantifier == "fewest" or word == "lowest"
    best: Expr = ("best", items, slot, score, int(least))
    if node.determiner.quantifier is not None or node.determiner.number is not None:
        return quantify(node, best, type_, scope)
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


def measure(member: Val, what: ast.Noun, word: str, scope: Scope) -> tuple[Expr, Expr]:
    """*the highest rank* of a card: its rank; *the highest sum of the dice in their hand* of a player: that sum;
    *the highest rank of their cards*, *the highest card in their hand*: that of one of them.

    Returns the amount, and whether the member has any.
    """
    plain = replace(
        what,
        determiner=ast.Determiner(),
        adjectives=tuple(w for w in what.adjectives if w != word),
        plural=False,
    )
    if (amount := having.amount_of(member, plain, scope)) is not None:
        return amount, nothing.there(nothing.missing(amount, scope))
    the = replace(plain, determiner=ast.Determiner(article="the"))
    op = "min" if word == "lowest" else "max"
    if plain.head in scope.world.kinds and (shown := scope.world.shown(plain.head)) is not None:
        things = nominal.as_set(nominal.describe(replace(the, plural=True), scope))
        each = scope.alloc()
        numbers: Expr = ("map", things, each, ("attr", shown.index, build.local(each)))
        return (op, numbers), build.nonempty(things)
    desc = nominal.describe(the, scope)
    if desc.type.base == "number" and desc.many:  # *the lowest height of their towers*
        return (op, desc.expr), build.nonempty(desc.expr)
    number = nominal.as_number(desc, the, scope)
    return number, nothing.there(nothing.missing(number, scope))


def self_excluded(node: ast.Noun, item: Val, conditions: list[Expr], scope: Scope) -> None:
    """*another N*, *other Ns*: not the self of that kind."""
    det = node.determiner
    if not det.other and det.quantifier != "another":
        return
    world = scope.world
    if world.is_a(item.type.name, "player"):
        found = scope.discourse.found(scope.number)
        self_ = scope.discourse.at_hand(found).value if found is not None else scope.player()
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
    # *each of the first 2 players*
    if det.ordinal is not None and quantifier in ("all", "both", "each", "every"):
        if det.number is None:
            raise scope.fail("SAY0801", det.span or node, what=f"“{quantifier}” of one")
        plain = replace(node, determiner=replace(det, quantifier=None, of=False))
        desc = desc.but(expr=ordinal(plain, items, type_, scope).expr)
    if quantifier in ("all", "both"):
        return desc
    if quantifier in ("each", "every"):
        return desc.but(mode="each")
    if quantifier == "no":
        return desc.but(mode="no")
    if quantifier == "down to":
        if number is None:
            raise scope.fail("SAY0801", det.span or node, what="“down to” without a number")
        surplus: Expr = ("larger", ("sub", ("count", items), number), build.integer(0))
        return desc.but(mode="some", low=surplus, high=surplus)
    if quantifier == "any number of":
        return desc.but(mode="some", low=build.integer(0), high=None)
    if quantifier in ("random", "a random"):
        if det.bound not in (None, "exactly"):
            raise scope.fail("SAY0801", det.span or node, what=f"“{det.bound}” before *random*")
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
        return desc  # all of them: `as_many_as_there_are`
    if det.article is None and not det.possessive and det.owner is None and node.plural is False:
        raise bare(node, scope)
    if (det.article is None and not det.possessive and det.owner is None) or node.plural:
        return desc.but(
            extra="bare" if det.article is None and not det.possessive and det.owner is None else None
        )
    return desc.but(mode="one", expr=("first", items))


def ordinal(node: ast.Noun, items: Expr, type_: Type, scope: Scope) -> Desc:
    """*the top card*, *the first 2 players*, *the third position*."""
    det = node.determiner
    word = det.ordinal
    category = scope.world.kinds[type_.name].category
    if (word in STACKED and category != "thing") or (word in LEVELS and category != "place"):
        raise scope.fail("SAY0801", det.span or node, what=f"“{word}” here", expected=("*first*", "*last*"))
    if det.article not in ("the", "that", "those") and det.possessive is None and det.owner is None:
        raise bare(node, scope)
    if category == "player":
        chosen = scope.discourse.named("player", many=True, verb="choose")
        if det.number is None and plain_head(node) and chosen is not None:
            raise scope.fail(
                "SAY0801",
                node,
                what=f"“the {word} player” after several were chosen: it would be the {word} one at the table",
                hint="let one be chosen after the other: *Choose a player.* and *Choose another player.*",
            )
        items = seats.in_seat_order(items, scope)
    many = det.number is not None and det.number != 1
    count = build.integer(det.number or 1)
    if word in FIRST:
        expr: Expr = ("take", items, count) if many or det.number else ("first", items)
    elif word in LAST:
        expr = ("last-n", items, count) if many or det.number else ("last", items)
    elif word in ORDINALS and det.number is None:
        return Desc("one", ("nth", items, build.integer(ORDINALS[word])), type_, node.span, head=node.head)
    else:
        raise scope.fail("SAY0801", node, what=f"“{word}” here")
    return Desc("set" if det.number else "one", expr, type_, node.span, head=node.head)


def plain_head(node: ast.Noun) -> bool:
    """Whether nothing but the determiner stands beside the noun."""
    return not (node.adjectives or node.modifiers or node.relative)


def one_player(node: ast.Noun, scope: Scope) -> Desc | None:
    """*the active player*, *the player to your left*, *the player with the most points*, *the first player*."""
    det = node.determiner
    player = entity("player")
    if node.adjectives == ("active",):
        the_only(node, scope)
        return Desc("one", ("active",), player, node.span, head="player")
    if (found_seat := seats.seat(node, scope)) is not None:
        return found_seat
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
            return nominal.one(found.value, node, "player")
        if det.other and scope.world.players == 2:
            speaker = scope.player()
            if speaker is not None:
                return Desc("one", ("left", speaker.expr), player, node.span, head="player")
    return None


def is_state(word: str, kind: str, scope: Scope) -> bool:
    """Whether things of a kind can be so: *ready cards* are those that are ready, not those that were readied."""
    flag = scope.world.attribute(kind, word)
    return scope.world.find_defined(word, kind) is not None or (flag is not None and flag.flag)


def adjective(word: str, item: Val, scope: Scope, node: ast.Node) -> Expr:
    """Whether *item is word*: defined, a list value, a flag, face up or down."""
    world = scope.world
    kind = item.type.name if item.type.base == "entity" else None
    defined = world.find_defined(word, kind)
    argument = item.expr
    if defined is None and kind is not None and world.shown(kind) is not None:
        # What is said of numbers is said of things that show one.
        defined, argument = world.find_defined(word, "number"), shown_number(item, scope, node)
    if defined is not None and defined.type.base == "truth" and len(defined.kinds) == 1:
        return ("call", defined.function, argument)
    if item.type.base == "entity" and word in world.values:
        index, list_name = world.values[word]
        attribute = possession.attribute_of_list(item.type.name, list_name, scope)
        if attribute is not None:
            return ("eq", ("attr", attribute, item.expr), ("value", index))
    if item.type.base == "value" and word in world.values:
        return ("eq", item.expr, ("value", world.values[word][0]))
    if kind is not None and (flag := world.attribute(kind, word)) is not None and flag.flag:
        return ("ne", ("attr", flag.index, item.expr), build.integer(0))
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
        raise scope.fail("SAY0752", node, found=nominal.name_type(item.type), wanted="an amount")
    return ("attr", shown.index, item.expr)


def modify(
    modifier: ast.Modifier, item: Val, kind: Kind, items: Expr | None, scope: Scope, node: ast.Noun
) -> tuple[Expr | None, Expr, bool]:
    """What a modifier does to the set: a narrower base set (or None), a condition, whether it says a place."""
    word, what = modifier.word, modifier.what
    if word == READY and isinstance(what, Bound):
        return None, ("in-any", item.expr, ("single", what.value.expr)), True
    if word in PLACE_PREPOSITIONS:
        if kind.category == "player":
            raise scope.fail(
                "SAY0801",
                modifier,
                what="a place of a player",
                hint="players are in no place; what they have is: *each player with a … in …*",
            )
        if what is None:
            there = scope.place_there(modifier)
            place = Desc("one", there.expr, there.type)
        else:
            place = nominal.describe(what, scope)
            if word in ("from", "among") and some_of(place, kind, scope):
                return nominal.as_set(place), ("is", item.expr, kind.index), True
            if place.mode == "one" and place.type.base == "entity":
                scope.put_there(Val(place.expr, place.type))
        return in_place(place, item, kind, items, scope, modifier)
    if word in ("with", "without") and what is not None:
        if kind.category == "place" and kind.only is not None:
            hint = f"there is one {kind.name}, so this chooses none: say it of what is {kind.prep} it (*a … that has …*)"
            raise scope.fail("SAY0801", modifier, what=f"“{word}” of the only {kind.name}", hint=hint)
        truth = having.has(item, what, scope, modifier)
        return None, build.negate(truth) if word == "without" else truth, False
    if word == "other than" and what is not None:
        with scope.saying(placed=True):  # wherever they are: the phrase itself says where it looks
            excluded = nominal.describe(what, scope)
        if excluded.mode == "one":
            return None, ("ne", item.expr, excluded.expr), False
        return None, build.negate(("member", item.expr, excluded.expr)), False
    if word == "of" and what is not None:
        desc = nominal.describe(what, scope)
        if desc.type.base == "value":
            attribute = possession.attribute_of_list(kind.name, desc.type.name, scope)
            if attribute is not None:
                return None, ("eq", ("attr", attribute, item.expr), desc.expr), False
        raise scope.fail("SAY0753", modifier, noun=kind.name, of=desc.type.name)
    if word in ("of your choice", "of their choice", "including"):
        return None, build.TRUE, False
    if what is not None:
        return None, conditions.related(word, item, what, scope, modifier), False
    raise scope.fail("SAY0801", modifier, what=f"“{word}” here")


def some_of(place: Desc, kind: Kind, scope: Scope) -> bool:
    """*gear from those cards*, *a unit among your cards*: of these things, not on them."""
    if place.type.base != "entity" or not place.many or place.mode != "set" or kind.category != "thing":
        return False
    return scope.world.related(place.type.name, kind.name)


def part_of(kind: Kind, whole: Kind, scope: Scope) -> bool:
    """Whether places of a kind may be parts of a whole, or of parts of it."""
    world = scope.world
    if kind.name == "place" or whole.name == "place":
        return True
    wholes: set[str] = set()
    left = [kind.name]
    while left:
        for entry in (*world.lineage(name := left.pop()), *world.below(name)):
            above = {each for each in (entry.part_of, entry.of) if each in world.kinds}
            left += above - wholes
            wholes |= above
    return any(world.related(name, whole.name) for name in wholes)


def in_place(
    place: Desc, item: Val, kind: Kind, items: Expr | None, scope: Scope, node: ast.Node
) -> tuple[Expr | None, Expr, bool]:
    """*in/at/on P*: directly from the contents of a single place, else a condition."""
    world = scope.world
    if place.type.base != "entity":
        raise scope.fail("SAY0755", node, found=nominal.name_type(place.type))
    if isinstance(node, ast.Modifier):
        own_preposition(node.word, place, node, scope, strict=True)
    if isinstance(place.extra, tuple):
        raise scope.fail(
            "SAY0801", node, what="“or” between such places", hint="*in a … or in …*, one sentence each"
        )
    if place.mode == "each" or (place.mode == "some" and place.extra not in ("a", "or")):
        raise scope.fail("SAY0801", node, what="each or a number of places here")
    holder = world.kinds.get(place.type.name)
    if (
        holder is not None
        and holder.category == kind.category == "place"
        and not part_of(kind, holder, scope)
    ):
        raise scope.fail(
            "SAY0801", node, what=f"a {kind.name} in a {holder.name}", hint="where things come from: *from …*"
        )
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
