"""The pattern of an event: what a clause says of the verb, its roles and its times, and the conditions that follow.

A rule's pattern (`event.py`) and a question to the history (`history.py`) are both read here, so that neither
passes over a word that the other refuses.  The roles of the event stand in locals from `base`: who, roles…, result.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Literal, assert_never

from toolkit.compile.base import build
from toolkit.compile.base.scope import Scope, player_type
from toolkit.compile.base.values import Alternatives, Desc, Type, Val, entity, name_type
from toolkit.compile.base.world import Attribute, VerbInfo
from toolkit.compile.events.change import nobodys
from toolkit.compile.events.event_verb import can_take, counted, is_fixed_object, role_name
from toolkit.compile.events.template import UNFIT, kind_fit
from toolkit.compile.nouns import neighbour, picked
from toolkit.compile.nouns.determiner import POINTING, said
from toolkit.compile.nouns.modifier import PLACE_PREPOSITIONS
from toolkit.compile.nouns.nominal import describe
from toolkit.compile.nouns.nothing import may_be_nothing
from toolkit.compile.nouns.phrases import first_determiner, first_item
from toolkit.compile.nouns.possess import was_in
from toolkit.compile.nouns.preposition import ENDS, of_slot, own_preposition
from toolkit.compile.nouns.superlative import extreme, most_of
from toolkit.compile.nouns.tool import not_done_with
from toolkit.language import ast
from toolkit.language.vocabulary import TOWARDS
from toolkit.program.expression import Expr
from toolkit.report.diagnostic import Fix


@dataclass(frozen=True, slots=True)
class Part:
    """One thing said of an event.

    `says`: *there*, with no phrase; *where* it happens, which is no role of the verb; a *count* of a noun; an amount of
    a *quantity*; or what stands in any other *role*.  `role`: of the complement; `name`: the verb's role that it fills.
    `node`: the words, the preposition included.
    """

    says: Literal["there", "where", "count", "quantity", "role"]
    role: str
    name: str
    prep: str
    node: ast.Node
    value: ast.Nominal | None


@dataclass(frozen=True, slots=True)
class EventPattern:
    """A clause as an event.  `base`: the first local of the event.  `when`: *in an event* or *in the past*, for
    messages.
    """

    verb: ast.Act
    info: VerbInfo
    base: int
    when: str
    parts: tuple[Part, ...] = ()
    times: tuple[ast.When, ...] = ()

    @property
    def who(self) -> Expr:
        """Who does it."""
        return ("local", self.base)

    @property
    def result(self) -> Expr:
        """What it came to."""
        return ("local", self.base + 1 + len(self.info.roles))

    @property
    def thing(self) -> Expr:
        """What it happens to."""
        name = role_name(self.info, "obj")
        return self.role(name) if name in self.info.roles else ("local", self.base + 1)

    def role(self, name: str) -> Expr:
        """What fills a role."""
        return ("local", self.base + 1 + self.info.roles.index(name))

    def part(self, role: str, node: ast.Node, value: ast.Nominal, scope: Scope, prep: str = "") -> Part:
        """What a phrase in a role says.  SAY0759: the verb has no such role."""
        name = role_name(self.info, role)
        if role == "from":
            neighbour.not_of_itself(value, scope)
        says: Literal["where", "count", "quantity", "role"] = "role"
        if name == "obj" and "attr" in self.info.roles:
            says = "quantity" if "obj" not in self.info.roles or of_the_game(value, scope) else says
        elif name in ("place", "from") and name not in self.info.roles:
            says = "where"  # *removes a cat from the park*: where it was
        elif name not in self.info.roles:
            raise scope.fail("SAY0759", node, verb=self.verb.verb)
        elif counted(self.info, name):
            says = "count"
        elif (
            name == "obj"
            and self.info.kernel
            and isinstance(value, ast.Noun)
            and value.head in scope.world.kinds
        ):
            can_take(self.info.kernel, entity(value.head), node.span, scope)
        return Part(says, role, name, prep, node, value)


def read_event(verb: ast.Act, info: VerbInfo, base: int, when: str, scope: Scope) -> EventPattern:
    """The pattern of a verb with its complements and times.  SAY0759: a role it does not have; SAY0801: words that
    say nothing of an event.
    """
    bare = EventPattern(verb, info, base, when)
    parts = (_part(bare, each, scope) for each in verb.complements if not is_fixed_object(info, each, scope))
    return EventPattern(verb, info, base, when, tuple(parts), tuple(_times(verb, when, scope)))


def _part(pattern: EventPattern, complement: ast.Complement, scope: Scope) -> Part:
    if complement.value is None:
        return Part("there", "place", "place", complement.prep, complement, None)
    if not isinstance(complement.value, ast.Nominal):
        raise scope.unfit(complement, f"this {pattern.when}")
    if (
        pattern.info.kernel is not None and complement.prep in ENDS
    ):  # an event tells what it was put in, not where in it
        raise scope.unfit(complement, f"“{complement.prep}” {pattern.when}")
    if pattern.info.kernel is None:
        not_done_with(complement.value, pattern.verb.verb, scope)
    return pattern.part(complement.role, complement, complement.value, scope, complement.prep)


def _times(verb: ast.Act, when: str, scope: Scope) -> Iterable[ast.When]:
    for adverbial in verb.adverbials:
        if not isinstance(adverbial, ast.When):
            raise scope.unfit(adverbial, f"this {when}")
        yield adverbial


# --- What a part says -------------------------------------------------------------------------------------


def there(pattern: EventPattern, part: Part, scope: Scope) -> Expr:
    """*pats a cat there*: it is in the place named last; *cannot be put there*: it would be."""
    place = scope.place_there(part.node).expr
    slots = pattern.info.templates[0].slots if pattern.info.templates else ()
    towards = (name for name, slot in zip(pattern.info.roles, slots, strict=False) if slot.role in TOWARDS)
    name = next(towards, "to")
    if name not in pattern.info.roles:
        return ("in", pattern.thing, place)
    return build.either(("eq", pattern.role(name), place), ("in", pattern.role(name), place))


def described(pattern: EventPattern, part: Part, scope: Scope) -> Desc:
    """What the phrase of a role describes.  SAY0752: a thing where an amount stands, or the other way round."""
    assert part.value is not None
    _none_left(pattern, part.value, scope)
    if ranked := is_ranked(part.value):
        desc = _ahead_of_which(pattern, part, scope)
    with scope.saying(placed=True):  # what it happened to may be elsewhere by now
        desc = desc if ranked else describe(part.value, scope)
    if desc.alike is not None:
        raise scope.unfit(part.value, f"what is alike {pattern.when}")
    both = isinstance(part.value, ast.Group) and part.value.joint == "and"
    if both or (_is_list(desc) and not alternatives(desc)):  # *a cat and a dog*: no event is of both
        raise scope.unfit(part.value, f"this list {pattern.when}", expected=("*a … or a …*",))
    _must_fill(pattern, part, desc, scope)
    if pattern.info.kernel is None and isinstance(part.node, ast.Complement):
        of_slot(part.node, pattern.info, desc, scope)
    else:
        own_preposition(part.prep, desc, part.node, scope)
    return desc


def lands(pattern: EventPattern, part: Part, kind: str, scope: Scope) -> Expr:
    """What fills a role, as its phrase speaks of it: what is put in a cell is put on the board that has it."""
    slot, kinds = pattern.role(part.name), scope.world.kinds
    names = {above.name for above in scope.world.lineage(kind)}
    if not _put_in(pattern, part) or not any(each.part_of in names for each in kinds.values()):
        return slot
    return ("if", ("is", slot, kinds[kind].index), slot, ("within", slot, kinds[kind].index))


def fills(pattern: EventPattern, part: Part, desc: Desc, scope: Scope) -> Expr:
    """A role of the event is (one of) what is described; what is put in a cell is put in the row of which it is one."""
    if scope.world.category(desc.type.name) != "group" or not _put_in(pattern, part):
        return is_one_of(desc, lands(pattern, part, desc.type.name, scope), scope)
    slot = pattern.role(part.name)
    if desc.mode == "one":
        return ("member", slot, ("members", desc.expr))
    group = scope.alloc()
    return build.some(desc.expr, group, ("member", slot, ("members", ("local", group))))


def _put_in(pattern: EventPattern, part: Part) -> bool:
    return pattern.info.kernel is not None and part.name == "to"


def _none_left(pattern: EventPattern, node: ast.Nominal, scope: Scope) -> None:
    """Refuse *Players cannot sell their last hat*, *the last hat in the park*: whoever writes so means that it is the
    only one, and not the one at the end of a row.
    """
    if not isinstance(node, ast.Noun) or node.determiner.ordinal != "last" or scope.test:
        return
    in_a_row = any(_is_ordered(modifier, scope) for modifier in node.modifiers)
    if scope.world.category(node.head) != "thing" or in_a_row:
        return
    noun = node.head
    hint = f"say how many there are: *As long as a player has exactly 1 {noun} in …, they cannot …*"
    raise scope.unfit(node, f"“the last {noun}” {pattern.when}", hint=hint)


def is_last_of_theirs(node: ast.Nominal | None, scope: Scope) -> bool:
    """*their last worker*, *your last pink box*: of what happens to it, the only one of theirs in the place that it is
    in, and of its colour, which is always the same.
    """
    if not isinstance(node, ast.Noun) or node.modifiers:
        return False
    if any(word not in scope.world.values for word in node.adjectives):
        return False
    kind, det = scope.world.kind(node.head), node.determiner
    return det == ast.Determiner(ordinal="last", possessive=det.possessive, span=det.span) and (
        kind is not None and kind.category == "thing" and det.possessive in ("their", "your")
    )


def last_of_theirs(thing: Expr, theirs: Expr, scope: Scope) -> Expr:
    """Of all that are theirs, none but this one is where this one is."""
    slot = scope.alloc()
    beside = ("filter", theirs, slot, ("eq", ("parent", ("local", slot)), ("parent", thing)))
    return ("eq", ("count", beside), build.integer(1))


def _is_ordered(modifier: ast.Modifier, scope: Scope) -> bool:
    """Whether things lie one after another in the place that a modifier names."""
    place = scope.world.kind(ast.head_of(modifier.what))
    return place is not None and place.category == "place" and place.ordered


def is_ranked(node: ast.Nominal) -> bool:
    """Whether it is ahead of others of its kind: *the highest card*, *units with the most power*."""
    if not isinstance(node, ast.Noun):
        return False
    return extreme(node) is not None or any(most_of(modifier) for modifier in node.modifiers)


def _ahead_of_which(pattern: EventPattern, part: Part, scope: Scope) -> Desc:
    """*Cats with the most power cannot be sent*: of those where its kind, or the verb, looks for them."""
    assert isinstance(part.value, ast.Noun)
    found = pattern.info.found if part.name == role_name(pattern.info, "obj") else None
    with scope.saying(placed=False, found=found, mine=Val(pattern.who, player_type())):
        desc = describe(part.value, scope)
    head = part.value.head
    kind_s = scope.world.property(head, "found") if head in scope.world.kinds else None
    nowhere = extreme(part.value) is not None and desc.type.base == "entity" and not (found or kind_s)
    if desc.anywhere or (nowhere and of_all(part.value)):
        raise ahead_of_all(part.value, scope)
    if desc.mode == "some" and not part.value.plural and (owner := picked.one_of_several(part.value)):
        raise picked.of_all_or_of_one(part.value, owner, scope, event=True)
    return desc


def of_all(node: ast.Noun) -> bool:
    """*the highest card*, *the card with the highest rank*, and not said of which."""
    ranked = next((m.what for m in node.modifiers if isinstance(m.what, ast.Noun) and most_of(m)), node)
    said = any(m.word in PLACE_PREPOSITIONS or m.word == "of your choice" for m in node.modifiers)
    return extreme(ranked) is not None and not said and node.relative is None


def ahead_of_all(node: ast.Noun, scope: Scope, lands: ast.Modifier | None = None) -> Exception:
    """Why *the highest card* of all there are in the game is refused in what happens.  `lands`: where what it was done
    with lies now.
    """
    ranked = next((m.what for m in node.modifiers if most_of(m)), None)
    what = ranked if isinstance(ranked, ast.Noun) else node
    word = extreme(what) or what.determiner.quantifier
    hint = f"say where the {word} is looked for: *the {word} {node.head} in …*, *the {word} {node.head} on …*"
    if what is not node:
        hint = f"say where it is looked for: *the {node.head} in … with the {word} {what.head}*"
    told = f"“the {word}” of all there are in the game, in what happened"
    if node.span is None or lands is None or not isinstance(lands.what, ast.Noun):
        return scope.unfit(node, told, hint=hint)
    there = f"{node.span.text} {lands.word} the {lands.what.head}"
    return scope.fail(
        "SAY0801", node, what=told, hint=hint, fixes=(Fix(f"write *{there}*", node.span, there),)
    )


_OF_A_THING = (
    "that what a thing has is changed is no event: let a verb of the pack do it (`phrase: mark up {thing}`), and say "
    "*When a … is marked up, …*; that it has come so far is *When the … of … is at least 5, …*"
)


def _must_fill(pattern: EventPattern, part: Part, desc: Desc, scope: Scope) -> None:
    """A thing is no amount, and an amount no thing: *When you discard 2 points*."""
    if ast.determiner_of(part.value).quantifier == "down to":
        raise scope.unfit(part.value, f"“down to” {pattern.when}", expected=("*a …*", "*at least 2 …*"))
    noun = "amount" if part.name == "amount" else slot_noun(pattern.info, part.name)
    if noun in ("amount", "number"):
        if desc.type.base not in ("number", "quantity", "value"):
            raise scope.fail("SAY0752", part.value, found=name_type(desc.type), wanted="an amount")
        return
    if part.role == "obj" and scope.world.is_place(desc.type) and not _of_places(pattern.info):
        raise _what_lies_there(pattern, part, desc.type.name, scope)
    said = [each.type for each in alternatives(desc)] or [desc.type]
    if not any(may_fill(pattern.info, part.name, each, part.prep, scope) for each in said):
        changed = any(name == ast.head_of(part.value) for _, name in scope.world.attributes)
        hint = _OF_A_THING if changed and pattern.info.id in ("raise", "lower", "set") else None
        wanted = name_type(entity(noun))
        raise scope.fail("SAY0752", part.value, found=name_type(desc.type), wanted=wanted, hint=hint)


def _of_places(info: VerbInfo) -> bool:
    """Whether a place is itself what the verb is done to, as *shuffle* is to a pile."""
    slots = (slot for template in info.templates for slot in template.slots)
    return any(slot.role == "obj" and slot.noun not in ("thing", "any") for slot in slots)


def _what_lies_there(pattern: EventPattern, part: Part, place: str, scope: Scope) -> Exception:
    """*When a player puts their hand in the box*: the verb is done with each thing that lies there."""
    entry = scope.world.kinds[place]
    hint = f"it is done with one thing at a time: *a … {entry.prep} … {place}*"
    return scope.unfit(part.node, f"all that lies in a place, {pattern.when},", hint=hint)


def slot_noun(info: VerbInfo, role: str) -> str:
    """What a verb wants in a role: a kind, *thing*, *amount*."""
    if info.kernel is None and info.templates:
        return info.templates[0].slots[info.roles.index(role)].noun
    return "thing"


def only_number(info: VerbInfo) -> str | None:
    """The role of the one number with which a verb of the pack is done: *damage {unit} by {number}*."""
    if info.kernel is not None or not info.templates:
        return None
    slots = info.templates[0].slots
    found = [role for role, slot in zip(info.roles, slots, strict=False) if slot.noun in ("amount", "number")]
    return found[0] if len(found) == 1 else None


def may_fill(info: VerbInfo, role: str, type_: Type, prep: str, scope: Scope) -> bool:
    """Whether something of a type can be what the verb was done with: nobody feeds a bead with a verb of cats."""
    noun = slot_noun(info, role)
    if noun not in scope.world.kinds or type_.base != "entity" or noun in ("any", "thing"):
        return type_.base == "entity" or noun not in scope.world.kinds
    return kind_fit(noun, type_.name, prep, scope) != UNFIT


def _is_list(desc: Desc) -> bool:
    """Whether it is a list of which the description keeps the first member alone."""
    return desc.listing is not None


def alternatives(desc: Desc) -> list[Desc]:
    """The members of *a cat or a dog*; empty for any other phrase."""
    listing = desc.listing
    return list(listing.members) if isinstance(listing, Alternatives) and listing.joint == "or" else []


def one_of_list(parts: Iterable[Desc], slot: Expr, part: Part, pattern: EventPattern, scope: Scope) -> Expr:
    """Whether a role is filled by a member of a list; each is one thing, for the event has one."""
    for each in parts:
        if each.mode in ("each", "no") or each.bound is not None or several(each):
            raise scope.unfit(part.node, f"this list {pattern.when}", expected=("*a … or a …*",))
    return build.either(*(is_one_of(each, slot, scope) for each in parts))


def of_the_game(node: ast.Nominal, scope: Scope) -> Attribute | None:
    """*the doom*, *the doom of the game*: a quantity that is the game's; None: it is none."""
    if not isinstance(node, ast.Noun) or node.head is None or node.adjectives or node.relative:
        return None
    found = scope.world.quantity(node.head)
    game = all(m.word == "of" and ast.head_of(m.what) == "game" for m in node.modifiers)
    the = replace(node.determiner, span=None) == ast.Determiner(article="the")
    return found if found is not None and found.of == "game" and game and the else None


def quantity_of(pattern: EventPattern, part: Part, desc: Desc, scope: Scope) -> Expr:
    """Whether the event is of the quantity that is described.  SAY0760: it is none."""
    assert part.value is not None
    if "obj" in pattern.info.roles and (found := of_the_game(part.value, scope)) is not None:
        return one_of_kind(found, pattern.role("attr"))
    if _is_list(desc):
        raise scope.unfit(part.value, f"a list of amounts {pattern.when}")
    if desc.type.base != "quantity":
        raise scope.fail("SAY0760", part.value, verb=pattern.info.id)
    if isinstance(part.value, ast.Noun) and part.value.determiner.article in POINTING | {"the"}:
        raise scope.unfit(part.value, f"“{said(part.value)}” before an amount {pattern.when}")
    none = desc.mode == "no" and pattern.when != "in the past"
    if none or desc.extra == "all":
        raise scope.unfit(part.value, f"this amount {pattern.when}", expected=("*2 …*", "*…s*"))
    attribute = scope.world.quantity(desc.type.name)
    assert attribute is not None
    not_of_the_game(attribute, part.value, scope)
    if pattern.when == "in an event" and ast.determiner_of(part.value).article == "a":
        scope.discourse.one_unit = (scope.number, desc.type.name)
    return one_of_kind(attribute, pattern.role("attr"))


def not_of_the_game(attribute: Attribute, node: ast.Node, scope: Scope) -> None:
    """No player gains or loses what is the game's."""
    if attribute.of == "game":
        raise nobodys(attribute, node, scope)


def one_of_kind(attribute: Attribute, slot: Expr) -> Expr:
    """Whether the attribute in a slot is this one, or a kind of it."""
    return build.either(
        *(("eq", slot, build.integer(index)) for index in attribute.parts or (attribute.index,))
    )


def place_of(
    pattern: EventPattern, part: Part, scope: Scope, origin: Expr | None = None
) -> tuple[Expr, Expr]:
    """*in the arena with X* of an event: where its object is; and what is asked before it, of where it was, if it was
    in any such place (`origin`: what it was directly in, known after it, also where nobody else saw it there).

    *loses a unit in the tower*: it was there.  *places a unit in the tower*: it came from no tower, and is there.
    *removes a unit from the tower*: it was there, wherever it is.
    """
    assert part.value is not None
    desc = describe(part.value, scope)
    if desc.mode in ("no", "each") or desc.bound is not None or desc.random or several(desc):
        raise scope.unfit(part.value, "a number of places in an event", expected=("*in a …*",))
    own_preposition(part.prep, desc, part.node, scope, strict=True)
    if desc.type.name == "game":
        return build.TRUE, build.TRUE  # *removes a cat from the game*: nothing happens to what is not in it
    if scope.world.is_player(desc.type):  # own_preposition lets none but *from* stand before one
        return _from_whom(pattern, part, desc, origin, scope)
    thing, slot = pattern.thing, -1
    if desc.mode == "one":
        scope.put_there(Val(desc.expr, desc.type))
    else:
        slot = scope.alloc()

    def there(inside: Callable[[Expr], Expr]) -> Expr:
        return inside(desc.expr) if slot < 0 else build.some(desc.expr, slot, inside(("local", slot)))

    here = there(lambda place: ("in", thing, place))
    kind = scope.world.kinds.get(desc.type.name)
    name_place(part.value, thing, origin, scope)
    if origin is None or kind is None:
        return here, build.TRUE
    left = build.either(("is", origin, kind.index), ("ne", ("within", origin, kind.index), build.NONE))
    if not changeable(desc.expr, PLACES):  # which places are meant, it does not change
        was = there(lambda place: build.either(("eq", origin, place), ("in", origin, place)))
        if part.name == "from":
            return was, build.TRUE
        return build.either(build.both(here, build.negate(left)), was), build.TRUE
    if part.name == "from":
        return left, here
    return build.either(here, left), build.either(here, ("eq", ("within", thing, kind.index), build.NONE))


def _from_whom(
    pattern: EventPattern, part: Part, desc: Desc, origin: Expr | None, scope: Scope
) -> tuple[Expr, Expr]:
    """*puts a bead from another player in the park*: it was theirs before; of what is nobody's, it lay with them."""
    thing = pattern.thing
    whose: Expr = ("holder", thing)
    if origin is not None:
        whose = ("if", ("ne", ("owner", thing), build.NONE), ("owner", thing), ("holder", origin))

    def theirs(whose: Expr) -> Expr:
        if desc.mode == "one":
            return ("eq", whose, desc.expr)
        slot = scope.alloc()
        return build.some(desc.expr, slot, ("eq", whose, ("local", slot)))

    told: tuple[Expr, Expr] = (theirs(whose), build.TRUE)
    before = origin is not None and changeable(desc.expr, PLACES)  # *from the player with the most beads*
    if before:
        told = (build.TRUE, theirs(("holder", thing)))
    if desc.mode != "one":
        scope.bind(Val(whose, desc.type), desc.type.name, pattern.verb.verb)
    return told


SETTLED = frozenset({
    "local", "int", "value", "none", "truth", "set", "is", "eq", "ne", "and", "or", "not", "owner", "name", "card",
    "member", "place",
})  # fmt: skip
"""Ops whose answer about a thing, or a player's place, never changes."""

PLACES = SETTLED | {"all", "filter", "union", "players", "flat", "single"}
"""Ops with which places are named that stay what they are."""


def changeable(expr: Expr, settled: frozenset[str] = SETTLED) -> bool:
    """Whether what is said of a thing may be otherwise before the event and after it."""
    if expr[0] not in settled:
        return True
    return any(isinstance(part, tuple) and changeable(part, settled) for part in expr[1:])


def name_place(node: ast.Nominal, thing: Expr, origin: Expr | None, scope: Scope) -> None:
    """*that region*, *there*, after *in a region*: where its object was; where it is, if it was in none.  Of which more
    is said (*in an empty region*), that may have been so of one of them alone.
    *That player* after *in a player's hand*.
    """
    if not isinstance(node, ast.Noun):
        return
    det = node.determiner
    plain = det == ast.Determiner(span=det.span, article="a") or det == ast.Determiner(
        span=det.span, owner=det.owner
    )
    if (
        not plain
        or node.plural
        or replace(node, plural=None) != ast.Noun(span=node.span, determiner=det, head=node.head)
    ):
        return
    kind = scope.world.kind(node.head)
    if kind is None or kind.category != "place":
        return
    here: Expr = ("within", thing, kind.index)
    if origin is not None:
        was = was_in(origin, kind)
        here = ("if", ("ne", was, build.NONE), was, here)
    there = Val(here, entity(kind.name))
    if det.owner is None:
        scope.bind(there, kind.name)
        scope.discourse.referents[-1].topic = False  # *it* is what it happens to
    else:
        name_owner(node, there, scope)


def name_owner(node: ast.Nominal, it: Val, scope: Scope) -> None:
    """*that player*, *they*, after *another player's unit*, *a player's hand*: its owner, where that never changes."""
    owner = node.determiner.owner if isinstance(node, ast.Noun) else None
    if not isinstance(owner, ast.Noun) or owner.head != "player":
        return
    if owner.determiner.article != "a" and owner.determiner.quantifier != "another":
        return
    world, kind = scope.world, scope.world.kinds[it.type.name]
    theirs = kind.of == "player" if kind.category == "place" else world.owned(kind.name)
    if theirs and (kind.category == "place" or world.owner_column is None):
        if scope.they is None:  # nobody else whom *that player* could mean
            scope.discourse.owners -= {
                each for each in scope.discourse.owners if each[:2] == (scope.number, "player")
            }
        scope.bind(Val(("owner", it.expr), player_type()), "player")


# --- One thing at a time ----------------------------------------------------------------------------------


def several(desc: Desc) -> bool:
    """Whether it is a number of things other than one: *2 cards*, *up to 2 cards*."""
    if desc.mode != "some":
        return False
    if desc.extra == "number" and desc.low != build.integer(1):
        return True
    return desc.extra != "a" and desc.low != desc.high


def any_one(desc: Desc, node: ast.Nominal, scope: Scope) -> Desc:
    """An event is of one thing at a time: *a card*, *one of your cards*, *cards*, no *2 cards* and no *no card*."""
    if (
        desc.mode in ("no", "each")
        or (first_determiner(node).quantifier in ("all", "both", "down to"))
        or desc.random
        or several(desc)
        or desc.bound is not None
    ):
        raise scope.unfit(node, "a number of things in an event", expected=("*a …*", "*one of your …*"))
    return desc


def not_all_of_them(node: ast.Nominal, scope: Scope) -> None:
    """SAY0801: *When the dice are rolled*: is that once for each of them, or once when all have been?"""
    first = first_item(node)
    if not isinstance(first, ast.Noun) or not first.plural or first.head not in scope.world.kinds:
        return
    det = first.determiner
    if (
        replace(det, span=None) == ast.Determiner(article="the")
        and scope.world.kinds[first.head].only is None
    ):
        hint = (
            f"*When … a {first.head} …* is of each by itself; what happens once, after all of them, stands behind the "
            "order that does it; where a step of a verb does it, *After the … step of each …, …*"
        )
        raise scope.unfit(node, "all of them at once in an event", hint=hint)


def is_one_of(desc: Desc, value: Expr, scope: Scope) -> Expr:
    """Whether `value` is what a description says, without enumerating the set where it is a filter over a kind."""
    if desc.type.base != "entity":
        return ("eq", value, desc.expr)
    match desc.mode:
        case "one":
            if may_be_nothing(value, scope) and may_be_nothing(desc.expr, scope):
                return build.both(("ne", value, build.NONE), ("eq", value, desc.expr))
            return ("eq", value, desc.expr)
        case "no":
            return build.FALSE
        case "set" | "some" | "each":
            return member(desc.expr, value, scope, desc.type.name)
        case never:
            assert_never(never)


def member(items: Expr, value: Expr, scope: Scope, kind: str) -> Expr:
    """`value` is in the set: a filter becomes its condition."""
    world = scope.world
    if items[0] == "filter":
        return build.both(member(items[1], value, scope, kind), build.substitute(items[3], items[2], value))
    if items[0] == "all":
        return ("is", value, items[1])
    if items == ("players",):
        return ("is", value, world.kinds["player"].index)
    if items[0] == "inside":
        return ("in", value, items[1])
    if items[0] == "contents":
        return ("eq", ("parent", value), items[1])
    if items[0] == "union":
        return build.either(*(member(part, value, scope, kind) for part in items[1:]))
    return ("member", value, items)
