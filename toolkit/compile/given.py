"""*Given* sentences → what to do to a table: put so many of these there, set that to 3, the dice will show 6 and 5.

Only constructive words can be given (*has, is in, is at, shows, is face down*): what a pack defines (*is empty*)
is worked out and cannot be set.  The result is data; `toolkit.play.opening` does it to a state.  A thing is
described by its kind, its owner and what is printed on it, not by where it is: where it is, is what is being
said.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Literal

from toolkit.compile.base import build
from toolkit.compile.base.scope import Scope, player_type
from toolkit.compile.base.values import Desc, Val, entity
from toolkit.compile.events.change import attribute_carrier
from toolkit.compile.given_things import Things, called, things_of, unfit
from toolkit.compile.nouns.nominal import describe
from toolkit.compile.nouns.phrases import as_set, number_of
from toolkit.compile.nouns.possess import attribute_of_list, definite
from toolkit.compile.nouns.quantify import ORDINALS
from toolkit.language import ast
from toolkit.program.expression import Expr

PLACES = ("in", "at", "on", "under", "on top of")

POSITIONS = {"on top of": 0, "under": 1}
"""Where in an ordered place: on top, at the bottom."""

NO_ORDER = (
    "only what lies in an order has a top: say *X is the top card of …* of a place with `ordered: true`"
)

WHOLE_HAND = "in"
"""A place without a determiner (*in hand*) is told whole: what is not named is not there."""


@dataclass(frozen=True, slots=True)
class Put:
    """They are there.  `place`: an entity, or several (one for each).  `face`: 0 down, 1 up, None: as fits the place.

    `exact`: no others of them are there.  `whole`: nothing else at all is there (said first).  `each`: so many in
    each of several places.  `position`: 0 on top, 1 at the bottom of an ordered place.  Without a place: where they
    begin."""

    things: Things
    place: Expr | None
    face: int | None = None
    exact: bool = False
    whole: bool = False
    each: bool = False
    position: int | None = None


@dataclass(frozen=True, slots=True)
class Clear:
    """None of them are there (`place` None: anywhere)."""

    things: Things
    place: Expr | None


@dataclass(frozen=True, slots=True)
class Assign:
    """The attribute of an entity, or of several, is this; several values: one for each."""

    attribute: int
    of: Expr
    many: bool
    values: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Pin:
    """Chance is decided beforehand: the next rolls of one of these."""

    what: Literal["roll"]
    values: tuple[Expr, ...]
    of: Expr


@dataclass(frozen=True, slots=True)
class During:
    """A run of a period has begun: its number (0: the next), and who does it (None: nobody in particular)."""

    period: int
    number: int
    who: Expr | None
    turn: bool


Op = Put | Clear | Assign | Pin | During


def compile_given(tree: ast.Paragraph, scope: Scope) -> list[Op]:
    """What the sentences of an item say.  Locals: `scope.size` when all are compiled.  Raises `Fail`."""
    found: list[Op] = []
    for sentence in tree.sentences:
        scope.number += 1
        scope.span = sentence.span or scope.span
        as_it_is(sentence, scope)
        if sentence.openings or not isinstance(sentence.body, ast.Clauses):
            raise unfit(scope, sentence)
        if "or" in sentence.body.joints or sentence.body.closings:
            raise unfit(scope, sentence)
        subject: ast.Nominal | None = None
        with scope.saying(there=None, they=None):
            for clause in sentence.body.clauses:
                if isinstance(clause, ast.There):
                    found += lying(there(clause, scope), clause, scope)
                    continue
                subject = clause.subject or subject
                if subject is None or clause.openings or clause.joint == "or":
                    raise unfit(scope, clause)
                for verb in clause.verbs:
                    for each in players_of(subject, scope):
                        found += lying(one(each, verb, scope), verb, scope)
    return found


def lying(found: Iterable[Op], node: ast.Node, scope: Scope) -> Iterator[Op]:
    """*a face-down card* lies there so.  SAY0880: it is said to lie otherwise, or nothing is put there."""
    for op in found:
        face = op.things.face if isinstance(op, (Put, Clear)) else None
        if face is None:
            yield op
        elif not isinstance(op, Put) or op.face not in (None, face):
            raise unfit(scope, node)
        else:
            yield replace(op, face=face)


def as_it_is(sentence: ast.Sentence, scope: Scope) -> None:
    """A table has so much of something, not *at least* so much; and the one of two things, not either.  SAY0880."""
    for node in sentence.walk():
        if isinstance(node, ast.Group) and node.joint == "or":
            raise scope.fail("SAY0880", node, hint="say which: what is given is one or the other")
        if isinstance(node, ast.Determiner) and node.bound not in (None, "exactly"):
            raise scope.fail(
                "SAY0880", node, hint="say how many there are: “3 points”, not “at least 3 points”"
            )


def players_of(subject: ast.Nominal, scope: Scope) -> Iterator[ast.Nominal]:
    """*Red and Blue*, *each player*: each of them; any other subject is one."""
    world = scope.world
    seats = {entity: id for id, (entity, kind) in world.entities.items() if kind == "player"}
    if isinstance(subject, ast.Group) and subject.joint == "and":
        named = [each for each in subject.items if isinstance(each, ast.Noun) and each.name in seats.values()]
        if len(named) == len(subject.items):
            yield from subject.items
            return
    if isinstance(subject, ast.Noun) and subject.head == "player":
        det = subject.determiner
        plain = replace(subject, determiner=ast.Determiner(), plural=None) == ast.Noun(head="player")
        alone = replace(det, span=None) == ast.Determiner(quantifier=det.quantifier)
        if plain and alone and det.quantifier in ("each", "every", "all", "both"):
            for seat in range(1, world.players + 1):
                yield ast.Noun(name=seats[seat], span=subject.span)
            return
    yield subject


def one(subject: ast.Nominal, verb: ast.Verb, scope: Scope) -> Iterator[Op]:
    """One verb of one subject."""
    if verb.tense != "present" or verb.modal not in (None, "will") or verb.only or verb.instead:
        raise unfit(scope, verb)
    for adverbial in verb.adverbials:
        if not isinstance(adverbial, ast.Manner) or adverbial.word not in ("face up", "face down"):
            raise unfit(scope, adverbial)
    if isinstance(verb, ast.Be):
        yield from state(subject, verb, scope)
    elif isinstance(verb, ast.Act) and verb.verb == "have" and not verb.negated:
        yield from has(subject, verb, scope)
    elif isinstance(verb, ast.Act) and verb.verb == "show" and not verb.negated:
        yield shows(subject, verb, scope)
    else:
        raise unfit(scope, verb)


# --- has ----------------------------------------------------------------------------------------------------


def has(subject: ast.Nominal, verb: ast.Act, scope: Scope) -> Iterator[Op]:
    """*Red has 2 points, an ace and a card in hand.*"""
    owner = holder(subject, scope)
    player = owner if scope.world.is_player(owner.type) else None
    objects, place = untangled(verb, scope)
    position = POSITIONS.get(place.prep) if place is not None else None
    with scope.saying(they=player or scope.they):
        where, whole, several = place_of(place, player, scope)
        for item in (each for obj in objects for each in items_of(obj)):
            if isinstance(item, ast.Noun) and (amount := amount_op(owner, item, scope)) is not None:
                yield amount
                continue
            things = things_of(item, player, scope)
            if player is not None and things.count != 0:
                yield from acquired(things, owner, scope)
            spot_ = where if player is not None else owner.expr
            if things.count == 0:
                yield Clear(things, spot_)
                continue
            spot_ = home(things, owner, item, scope) if spot_ is None else spot_
            each_place = spread(things, several, item, scope)
            yield Put(things, spot_, face_of(verb), is_number(item), whole, each_place, position)
            whole = False
    if where is not None:
        scope.put_there(Val(where, entity("place")))


def holder(subject: ast.Nominal, scope: Scope) -> Val:
    """Who or what has something: one thing."""
    owner = definite(subject, scope)
    if owner.type.base != "entity" or owner.many:
        raise unfit(scope, subject)
    return owner


def is_number(node: ast.Nominal) -> bool:
    """*2 cards*: so many and no more."""
    return ast.determiner_of(node).number is not None


def untangled(verb: ast.Act, scope: Scope) -> tuple[list[ast.Nominal], ast.Complement | None]:
    """What is had and where: in *a card in hand that shows 9* the card shows it, and so in *… that shows 9 in hand*."""
    place = verb.complement("place")
    objects = [c.value for c in verb.complements if c.role == "obj" and isinstance(c.value, ast.Nominal)]
    if not objects:
        return objects, place
    last = objects[-1]
    node = place.value if place is not None else None
    if place is not None and isinstance(node, ast.Noun) and node.relative is not None:
        if not isinstance(last, ast.Noun) or last.relative is not None:
            raise scope.fail("SAY0880", node.relative, hint="say it after the thing: “a card that shows 9”")
        objects = [*objects[:-1], replace(last, relative=node.relative)]
        return objects, replace(place, value=replace(node, relative=None))
    if place is None and isinstance(last, ast.Noun):
        whole, where = without_place(last)
        if where is not None and where.what is not None:
            prep = where.word
            return [*objects[:-1], whole], ast.Complement(
                role="place", prep=prep, value=where.what, span=where.span
            )
    return objects, place


def without_place(node: ast.Noun) -> tuple[ast.Noun, ast.Modifier | None]:
    """*a card that shows 9 in the deck* → *a card that shows 9*, *in the deck*."""
    where = node.modifiers[-1] if node.relative is not None and node.modifiers else None
    if where is None or where.word not in PLACES:
        return node, None
    return replace(node, modifiers=node.modifiers[:-1]), where


def spread(things: Things, several: bool | None, node: ast.Nominal, scope: Scope) -> bool:
    """Whether so many are in each of several places.  `several`: None one place, True *in each*, False *in A and B*.

    Raises `Fail` for *2 tokens in A and B*, *1 token in A and B*: so many in each, or in all?
    """
    if several is False and (things.count != 1 or ast.determiner_of(node).number is not None):
        raise scope.fail("SAY0880", node, hint="say how many are in each place: “… in A, and … in B”")
    return several is not None


def several_places(desc: Desc) -> bool | None:
    """As in `spread`."""
    if desc.mode == "each":
        return True
    return False if desc.many else None


def acquired(things: Things, owner: Val, scope: Scope) -> Iterator[Op]:
    """*Red has Sloop at sea*: what changes hands and is called by its name is Red's, if nobody says otherwise."""
    column = scope.world.owner_column
    kind = next((entry for entry in scope.world.kinds.values() if entry.index == things.kind), None)
    if column is None or kind is None or things.names is None or len(things.names) != 1:
        return
    if scope.world.property(kind.name, "of") == "nobody":
        yield Assign(column, build.integer(things.names[0]), False, (owner.expr,))


def items_of(node: ast.Nominal) -> Iterator[ast.Nominal]:
    """The items of a list; later ones share the determiner of the first where they have none, but for its number: are
    *2 cats and dogs* two of each?
    """
    if not isinstance(node, ast.Group):
        yield node
        return
    first = node.items[0]
    for item in node.items:
        bare = isinstance(item, ast.Noun) and item.determiner.is_empty() and item.name is None
        if bare and isinstance(first, ast.Noun) and isinstance(item, ast.Noun) and not is_number(first):
            item = replace(item, determiner=first.determiner)
        yield item


def amount_op(owner: Val, item: ast.Noun, scope: Scope) -> Assign | None:
    """*2 points*, *no gold*, *3 strength*: a quantity or an attribute of the subject."""
    world = scope.world
    if item.head is None or item.head in world.kinds or item.name is not None:
        return None
    attribute = world.attribute(owner.type.name, item.head)
    if attribute is None:
        return None
    det, none = item.determiner, item.determiner.quantifier == "no"
    plain = ast.Determiner(number=det.number, bound=det.bound, quantifier="no" if none else None)
    more = item.narrowed
    if more or replace(det, span=None) != plain or (det.number is None and not none):
        raise scope.fail("SAY0880", item, hint="say how much: “3 points” or “no points”")
    value = build.integer(0 if none or det.number is None else det.number)
    return Assign(attribute.index, owner.expr, False, (value,))


def home(things: Things, owner: Val, node: ast.Nominal, scope: Scope) -> Expr | None:
    """Where a player's things are when a sentence names no place: where their kind is looked for."""
    world = scope.world
    kind = next((entry for entry in world.kinds.values() if entry.index == things.kind), None)
    found = world.property(kind.name, "found") if kind else None
    if found is not None and world.kinds[found].of == "player":
        return ("place", world.kinds[found].index, owner.expr)
    if kind is not None and (world.owned(kind.name) or world.property(kind.name, "of") == "nobody"):
        return None
    raise scope.fail("SAY0880", node, hint="say where it is: “… in their hand”")


def place_of(
    place: ast.Complement | None, owner: Val | None, scope: Scope
) -> tuple[Expr | None, bool, bool | None]:
    """The place of a *have*, whether it is told whole, and whether it is several (`spread`)."""
    if place is None:
        return None, False, None
    if place.value is None:
        there = scope.place_there(place)
        return there.expr, False, False if there.many else None
    if not isinstance(place.value, ast.Nominal):
        raise unfit(scope, place)
    node = place.value
    if (
        isinstance(node, ast.Noun)
        and node.head in scope.world.kinds
        and node == ast.Noun(head=node.head, plural=node.plural)
        and owner is not None
    ):
        kind = scope.world.kinds[node.head]
        if kind.category == "place" and kind.of == "player":
            return ("place", kind.index, owner.expr), place.prep == WHOLE_HAND, None
    desc = spot(node, scope, place.prep)
    return desc.expr, False, several_places(desc)


def spot(node: ast.Nominal, scope: Scope, prep: str = "") -> Desc:
    """Where something is put: a place or a thing, or several in order.  SAY0880: *under* what lies in no order."""
    desc = describe(node, scope)
    kind = scope.world.kinds.get(desc.type.name)
    if prep in POSITIONS and kind is not None and kind.category == "place" and not kind.ordered:
        raise scope.fail("SAY0880", node, hint=NO_ORDER)
    if isinstance(node, ast.Noun) and node.name is not None and desc.mode == "some":
        desc = desc.but(mode="one", expr=("first", desc.expr))  # the copy that is laid out first
    if desc.type.base != "entity" or desc.mode not in ("one", "set", "each"):
        hint = "name the place: “the first cell”, “Red's hand”"
        raise scope.fail("SAY0880", node, expected=called(desc.type.name, scope), hint=hint)
    if scope.world.is_player(desc.type):
        raise scope.fail("SAY0880", node, hint="say which of the player's places")
    return desc


# --- is -----------------------------------------------------------------------------------------------------


def state(subject: ast.Nominal, verb: ast.Be, scope: Scope) -> Iterator[Op]:
    """*X is at P* · *the suit of X is hearts* · *X is face down* · *it is Blue's turn*."""
    predicate = verb.predicate
    if isinstance(predicate, ast.IsAdjective) and predicate.joint != "or":
        for word in predicate.adjectives:
            yield from adjective(subject, word, verb, predicate, scope)
        return
    if verb.negated:
        raise unfit(scope, verb)
    match predicate:
        case ast.IsThing() if ast.is_it(subject):
            yield period_of(predicate.what, scope)
        case ast.IsPlaced(where=ast.Nominal()):
            yield from placed(subject, predicate, face_of(verb), scope)
        case ast.IsRelated(relation="attached to"):
            where = spot(predicate.to, scope).expr
            for item in items_of(subject):
                yield Put(things_of(item, None, scope), where)
        case ast.IsRelated(relation="on top of"):
            yield from topmost(items_of(subject), predicate.to, "top", None, scope)
        case ast.IsThing(what=ast.Noun() as what) if end := end_of(what, scope):
            yield from topmost(items_of(subject), *end, scope)
        case ast.IsThing() if isinstance(subject, ast.Noun) and (end := end_of(subject, scope)):
            yield from topmost(items_of(predicate.what), *end, scope)
        case ast.IsThing():
            yield is_value(subject, predicate.what, scope)
        case _:
            raise unfit(scope, verb)


def end_of(node: ast.Noun, scope: Scope) -> tuple[ast.Nominal, str, int] | None:
    """*the top card of the deck*, *the bottom 2 cards of Red's deck*: the place, which end of it, and how many."""
    ordinal = node.determiner.ordinal
    if ordinal not in ("top", "bottom") or scope.world.category(node.head) != "thing":
        return None
    where = [m.what for m in node.modifiers if m.word in ("of", "in", "on")]
    if len(where) != 1 or len(node.modifiers) != 1 or where[0] is None or node.relative or node.adjectives:
        raise unfit(scope, node)
    the = ast.Determiner(article="the", ordinal=ordinal, number=node.determiner.number)
    if replace(node.determiner, span=None) != the:
        raise unfit(scope, node)
    return where[0], ordinal, 1 if the.number is None else the.number


def topmost(
    items: Iterator[ast.Nominal], place: ast.Nominal, end: str, number: int | None, scope: Scope
) -> Iterator[Op]:
    """*A and B are the top 2 cards of the deck*: A lies on B.  At the bottom the last one is the lowest.  SAY0880: they
    are not so many.
    """
    desc = spot(place, scope)
    kind = scope.world.kinds.get(desc.type.name)
    if kind is None or kind.category != "place" or not kind.ordered or desc.many:
        raise scope.fail("SAY0880", place, hint=NO_ORDER)
    every = [(item, things_of(item, None, scope)) for item in items]
    counts = [things.count for _, things in every if things.count is not None]
    if number is not None and len(counts) == len(every) and sum(counts) != number:
        hint = f"name as many as are said to lie there: *the {end} {sum(counts)} …s*"
        raise scope.fail("SAY0880", every[-1][0], hint=hint)
    for _, things in reversed(every) if end == "top" else every:
        yield Put(things, desc.expr, position=0 if end == "top" else 1)


def placed(subject: ast.Nominal, predicate: ast.IsPlaced, face: int | None, scope: Scope) -> Iterator[Op]:
    """*A, B and C are at the positions*: each there, or one at each."""
    assert predicate.where is not None
    desc = spot(predicate.where, scope, predicate.prep)
    every = list(items_of(subject))
    if desc.many and len(every) == 1:
        things = things_of(every[0], None, scope)
        alone = desc.mode != "each" and things.count != 1  # *2 cards are at the positions*: one at each
        yield Put(things, desc.expr, face, each=not alone and things.count is not None)
    else:
        for number, item in enumerate(every, 1):
            place = ("nth", desc.expr, build.integer(number)) if desc.many else desc.expr
            yield Put(things_of(item, None, scope), place, face, position=POSITIONS.get(predicate.prep))
    scope.put_there(Val(desc.expr, desc.type, desc.many))


def adjective(
    subject: ast.Nominal, word: str, verb: ast.Be, predicate: ast.IsAdjective, scope: Scope
) -> Iterator[Op]:
    """A value of a list, a flag, a face, or the place that a definition calls so."""
    if word in ("face up", "face down"):
        face = int((word == "face up") != verb.negated)
        place = predicate.where
        where = spot(place.where, scope, place.prep).expr if place and place.where else None
        position = POSITIONS.get(place.prep) if place and where is not None else None
        for item in items_of(subject):
            yield Put(things_of(item, None, scope), where, face, position=position)
        return
    if (assigned := valued(subject, word, scope) if not verb.negated else None) is not None:
        yield assigned
        return
    owner = definite(subject, scope)
    where = None
    if owner.type.base == "entity":
        if (assigned := flagged(owner, word, verb, scope)) is not None:
            yield assigned
            return
        where = where_defined(word, owner, scope)
    if where is None or verb.negated:
        raise scope.fail("SAY0881", predicate, word=word, hint="say what makes it so")
    for item in items_of(subject):
        yield Put(things_of(item, None, scope), where)


def valued(subject: ast.Nominal, word: str, scope: Scope) -> Assign | None:
    """*The suit of X is red*: an attribute that is named; None: none is."""
    carrier = carrier_of(subject, scope)
    if carrier is None or not isinstance(subject, ast.Noun) or word not in scope.world.values:
        return None
    attribute = scope.world.attribute(carrier.type.name, subject.head or "")
    if attribute is None:
        return None
    value = ("value", scope.world.values[word][0])
    return Assign(attribute.index, carrier.expr, carrier.many, (value,))


def carrier_of(subject: ast.Nominal, scope: Scope) -> Desc | None:
    """What *the suit of X* is of; *the power of one of Red's cats*: of the first of them, and not of all."""
    carrier = attribute_carrier(subject, scope) if isinstance(subject, ast.Noun) else None
    if carrier is None or carrier.mode != "some":
        return carrier
    if carrier.low != build.integer(1) or carrier.high != carrier.low:
        raise scope.fail("SAY0803", subject)
    return carrier.but(mode="one", expr=("first", carrier.expr))


def flagged(owner: Val, word: str, verb: ast.Be, scope: Scope) -> Assign | None:
    """*X is ready*, *X is not ready*, *X is red*: a flag of it, or a value of a list that it has; None: neither."""
    flag = scope.world.attribute(owner.type.name, word)
    if flag is not None and flag.flag:
        return Assign(flag.index, owner.expr, owner.many, (build.integer(int(not verb.negated)),))
    if word not in scope.world.values or verb.negated:
        return None
    index, list_name = scope.world.values[word]
    found = attribute_of_list(owner.type.name, list_name, scope)
    return Assign(found, owner.expr, owner.many, (("value", index),)) if found is not None else None


def where_defined(word: str, of: Val, scope: Scope) -> Expr | None:
    """The one place in which something lies that a definition calls so (*A card is open if it is in the row*)."""
    defined = scope.world.find_defined(word, of.type.name)
    if defined is None:
        return None
    match scope.world.ruleset.functions[defined.function].body:
        case ("in", ("local", 0), ("int", int(place))):
            return build.integer(place)
    return None


def is_value(subject: ast.Nominal, what: ast.Nominal, scope: Scope) -> Assign:
    """*The strength of X is 3* · *the owner of X is Red*: an attribute."""
    carrier = carrier_of(subject, scope)
    if carrier is None or not isinstance(subject, ast.Noun) or subject.head is None:
        raise unfit(scope, subject)
    attribute = scope.world.attribute(carrier.type.name, subject.head)
    assert attribute is not None
    desc = describe(what, scope)
    if desc.mode != "one" or (attribute.type.base == "entity") != (desc.type.base == "entity"):
        raise unfit(scope, what)
    return Assign(attribute.index, carrier.expr, carrier.many, (desc.expr,))


def period_of(node: ast.Nominal, scope: Scope) -> During:
    """*It is Blue's turn.* · *It is the second round.*"""
    world = scope.world
    if not isinstance(node, ast.Noun) or node.head not in world.periods:
        raise unfit(scope, node)
    owner, ordinal = node.determiner.owner, node.determiner.ordinal
    said = ast.Determiner(owner=owner, ordinal=ordinal, article=None if owner is not None else "the")
    if owner is None and ordinal is None:
        raise unfit(scope, node)
    if node.narrowed or replace(node.determiner, span=None) != said:
        raise unfit(scope, node)
    number = 1 if ordinal in (None, "first") else ORDINALS.get(ordinal or "", 0)
    if number == 0:
        raise unfit(scope, node)
    who = whose_turn(owner, scope) if owner is not None else None
    return During(world.periods[node.head], number, who, node.head == "turn")


def whose_turn(owner: ast.Nominal, scope: Scope) -> Expr:
    """One player."""
    who = definite(owner, scope)
    if who.many or who.type != player_type():
        raise unfit(scope, owner)
    return who.expr


def face_of(verb: ast.Verb) -> int | None:
    """*face up*, *face down*."""
    words = [a.word for a in verb.adverbials if isinstance(a, ast.Manner)]
    return 1 if "face up" in words else 0 if "face down" in words else None


# --- shows, there is ----------------------------------------------------------------------------------------


def shows(subject: ast.Nominal, verb: ast.Act, scope: Scope) -> Assign | Pin:
    """*Red's dice show 6, 5 and 2* · *the dice will show 4 and 3*."""
    obj = verb.object
    if obj is None:
        raise unfit(scope, verb)
    values = tuple(number_of(item, scope) for item in items_of(obj))
    desc = describe(subject, scope)
    shown = scope.world.shown_by(desc.type)
    named = isinstance(subject, ast.Noun) and subject.name is not None
    if shown is None or (desc.mode not in ("one", "set") and not named):
        raise unfit(scope, subject)
    if verb.modal == "will":
        return Pin("roll", values, rolled(subject, desc, scope))
    return Assign(shown.index, desc.expr, desc.many, values)


def rolled(subject: ast.Nominal, desc: Desc, scope: Scope) -> Expr:
    """The dice of which a roll is decided, as a set: wherever they are, if it is not said where."""
    where = isinstance(subject, ast.Noun) and (subject.name or subject.modifier(*PLACES) is not None)
    if where or ast.head_of(subject) not in scope.world.kinds:
        return as_set(desc)
    things = things_of(subject, None, scope)
    return build.where(("all", things.kind), things.slot, things.condition)


def there(clause: ast.There, scope: Scope) -> Iterator[Op]:
    """*There are 3 cards in the deck* · *there are no cards on the board*."""
    if not isinstance(clause.what, ast.Noun) or clause.adverbials or clause.openings:
        raise unfit(scope, clause)
    what, where = without_place(clause.what)
    where = where or next((m for m in what.modifiers if m.word in PLACES and m.what), None)
    things = things_of(what, None, scope, where)
    desc = spot(where.what, scope, where.word) if where is not None and where.what is not None else None
    if things.count == 0 or clause.negated:
        yield Clear(replace(things, count=0), desc.expr if desc is not None else None)
    elif desc is not None and where is not None:
        yield Put(
            things,
            desc.expr,
            exact=is_number(what),
            each=spread(things, several_places(desc), what, scope),
            position=POSITIONS.get(where.word),
        )
    else:
        raise scope.fail("SAY0880", clause, hint="say where: “There are 3 cards in the deck.”")
