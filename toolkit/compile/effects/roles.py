"""The roles of an event, and what each of them is filled with.

`roles_of` describes every role in the order that the verb declares: from a complement, from the manner (*face up*,
*under*), or a constant.  A role whose phrase leaves something open is settled by asking the doer, candidates filtered
by what the event allows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from toolkit.compile.base import anywhere, build, hints
from toolkit.compile.base.chooser import asked, choosable
from toolkit.compile.base.scope import Scope
from toolkit.compile.base.values import Bound, Desc, Val, entity, name_type
from toolkit.compile.base.world import VerbInfo
from toolkit.compile.effects import ordering
from toolkit.compile.effects.deed import Deed, from_its_source, is_thing, only_there
from toolkit.compile.effects.settling import of_one_place, settle
from toolkit.compile.effects.shared_out import so_many_in_so_many
from toolkit.compile.effects.tied import one_of_them
from toolkit.compile.effects.whither import one_place, which_places, whole_place
from toolkit.compile.events.change import amount_for, attribute_carrier, attribute_of, nobodys
from toolkit.compile.events.event_verb import can_take, role_name
from toolkit.compile.nouns import bounding, counting, nothing
from toolkit.compile.nouns.likeness import feasible
from toolkit.compile.nouns.modifier import PLACE_PREPOSITIONS, READY, game_is_no_place, is_game
from toolkit.compile.nouns.of_whom import whose_faces
from toolkit.compile.nouns.others import says_whose
from toolkit.compile.nouns.phrases import as_number, one, quietly
from toolkit.compile.nouns.preposition import of_slot, own_preposition
from toolkit.compile.nouns.pronoun import antecedent, them
from toolkit.compile.nouns.sets import says_where
from toolkit.compile.nouns.supply import from_supply, on_top, what_lies_in
from toolkit.compile.nouns.tool import not_done_with
from toolkit.compile.nouns.unplaced import of_those_seen_too, where_they_lay
from toolkit.language import ast, forms, which
from toolkit.language.vocabulary import TOWARDS, Slot, Template
from toolkit.program.expression import Expr


@dataclass(slots=True)
class Role:
    """One role of an event: a description to be settled, or a finished expression."""

    name: str
    desc: Desc | None = None
    expr: Expr | None = None
    complement: ast.Complement | None = None
    batch: bool = False
    owner: Roles | None = None
    settled: Expr | None = None

    @property
    def open(self) -> bool:
        """Whether something must still be chosen."""
        return self.desc is not None and self.desc.mode == "some" and self.settled is None

    @property
    def may_be_none(self) -> bool:
        """Whether nothing at all may be chosen (*up to 2 cards*)."""
        return self.desc is not None and self.desc.mode == "some" and self.desc.low == build.integer(0)

    @property
    def needed(self) -> Desc | None:
        """The set that must have a member; None: there is none."""
        desc = self.desc
        if desc is None or self.may_be_none or desc.type.base != "entity":
            return None
        return desc if desc.mode in ("some", "set", "each") else None

    @property
    def the_one(self) -> Desc | None:
        """The one thing that is meant, of which there may be none; None: there is something to choose, or a set."""
        desc = self.desc
        return desc if desc is not None and desc.type.base == "entity" and desc.mode == "one" else None

    @property
    def many(self) -> bool:
        """Whether the settled value is a set."""
        desc = self.desc
        return (
            desc is not None
            and desc.many
            and not (desc.mode == "some" and desc.low == desc.high == build.integer(1))
        )

    @property
    def divided(self) -> bool:
        """Whether the event takes one thing of a set: one that is chosen, or each in turn."""
        desc = self.desc
        together = desc is not None and desc.type.base == "entity" and desc.mode in ("set", "each")
        return self.open or (together and self.settled is None)

    @property
    def undivided(self) -> bool:
        """Whether the event takes a whole set."""
        return self.desc is not None and self.desc.many and not self.divided

    def settle(self, scope: Scope, doer: Val, roles: Roles) -> Expr:
        """The value; asks when the description leaves something open."""
        if self.desc is None:
            assert self.expr is not None
            self.settled = self.expr
            return self.expr
        if self.desc.mode == "no":
            raise scope.fail("SAY0815", self.desc.span)
        doer = roles.chooser(self, scope)
        apart = self.not_again(roles, scope)
        if self.open and roles.info.checked:
            self.settled = settle(
                self.desc,
                doer,
                scope,
                lambda candidate: build.both(*apart(candidate), roles.allowed(scope, {self.name: candidate})),
                limited=roles.info.requires and not is_best(self.desc.expr, scope),
            )
        elif apart(build.NONE):
            self.settled = settle(self.desc, doer, scope, lambda candidate: build.both(*apart(candidate)))
        else:
            self.settled = settle(self.desc, doer, scope)
        return self.settled

    def not_again(self, roles: Roles, scope: Scope) -> Callable[[Expr], list[Expr]]:
        """*Swap a cat with a cat*: that the one to be chosen is none of those that stand in the roles before it."""
        before = takewhile(lambda each: each is not self, roles.items)
        taken = [each.settled for each in before if each.settled is not None and self.alike(each, scope)]
        return lambda candidate: [("ne", candidate, each) for each in taken]

    def alike(self, other: Role, scope: Scope) -> bool:
        """Whether one thing that is to be chosen here could stand in that role, too."""
        if self.desc is None or other.desc is None or not self.open or other.many or self.many:
            return False
        here, there = self.desc.type, other.desc.type
        if here.base != "entity" or there.base != "entity" or scope.world.is_a(here.name, "player"):
            return False
        return scope.world.is_a(here.name, there.name) or scope.world.is_a(there.name, here.name)


@dataclass(slots=True)
class Roles:
    """All roles of an event, in the verb's order."""

    info: VerbInfo
    doer: Val
    items: list[Role]
    lemma: str = ""

    def chooser(self, role: Role, scope: Scope) -> Val:
        """Who chooses what a role is filled with: the doer, or whom a rule asks what the verb is done with."""
        if role.name == role_name(self.info, "obj"):
            return asked(self.lemma, self.info.index, self.doer, scope)
        return self.doer

    def allowed(self, scope: Scope, given: dict[str, Expr]) -> Expr:
        """Whether the event could happen with these values, and with one thing of each set."""
        for role in self.items:
            if role.name not in given and role.divided:
                assert role.desc is not None
                slot = scope.alloc()
                return build.some(
                    role.desc.expr, slot, self.allowed(scope, {**given, role.name: build.local(slot)})
                )
        values = tuple(
            given.get(role.name)
            or role.settled
            or role.expr
            or (role.desc.expr if role.desc is not None else build.NONE)
            for role in self.items
        )
        return ("can", self.info.index, self.doer.expr, *values)

    def possible(self, scope: Scope) -> Expr:
        """Whether it can be done at all: every set has a member, and the event is allowed with one of them."""
        free = any(role.may_be_none for role in self.items)
        whole = any(role.undivided for role in self.items)
        settled = not any(role.open for role in self.items)
        alike = [feasible(role.desc) for role in self.items if role.desc is not None and role.desc.alike]
        if (self.info.checked or settled) and not free and not whole:
            return build.both(self.allowed(scope, {}), *alike)
        return build.both(*self.all_there(scope), *alike)

    def all_there(self, scope: Scope) -> Iterator[Expr]:
        """That there is something to choose in each set; also what is not chosen must be there: *Put the top card of
        the pile in another player's park*.
        """
        for role in self.items:
            if (those := role.needed) is not None:
                yield build.nonempty(those.expr)
            elif (one := role.the_one) is not None:
                yield nothing.present(one.expr, scope)


def roles_of(info: VerbInfo, template: Template, deed: Deed, scope: Scope) -> Roles:
    """Describe each role of the verb's event."""
    rest = unused_manner(deed.verb, info)
    if rest is not None:
        said = f"“{rest.word}”" if isinstance(rest, ast.Manner) else "this adverbial"
        raise scope.unfit(rest, f"{said} with *{deed.verb.verb}*", hint=hints.for_a_time(rest))
    which_face(deed.verb, info, scope)
    roles = Roles(info, deed.doer, [], deed.verb.verb)
    with scope.saying(mine=deed.doer if scope.you is not None or scope.they is not None else None):
        filling = Filling(deed, scope, info.found)
        so_many_in_so_many(deed.verb, filling.by_role.get("to"), scope, kernel=info.kernel is not None)
        _filled_roles(roles, filling, template, scope)
    for role in roles.items:
        if info.kernel is not None and role.name == "obj" and role.desc is not None:
            can_take(info.kernel, role.desc.type, role.desc.span, scope)
    return roles


def _filled_roles(roles: Roles, filling: Filling, template: Template, scope: Scope) -> None:
    """Add the roles, each described; what a card in hand is, is a card in the hand of who does it."""
    info = roles.info
    if template.fixed:
        filling.by_role.pop("obj", None)
    there = latest = scope.there
    for number, name in enumerate(info.roles):
        scope.there = there  # where this verb's own phrases say that a thing comes from is no *there* of it
        if info.kernel is not None:
            role = filling.of_kernel(name)
            role.batch = number == info.kernel.batch and name == "obj"
        else:
            role = filling.of_slot(name, template.slots[number])
            if role.complement is not None and role.desc is not None:
                of_slot(role.complement, info, role.desc, scope)
                if template.slots[number].noun == "thing":
                    role.desc = what_lies_in(role.desc, scope)
        latest = scope.there if scope.there is not there else latest
        if role.batch and role.desc is not None and template.slots and template.slots[0].noun == "thing":
            role.desc = no_place(role.desc, info, scope)
        if role.desc is not None:
            role.desc = choosable(role.desc, roles.chooser(role, scope), scope)
        roles.items.append(role)
    scope.there = latest


def no_place(desc: Desc, info: VerbInfo, scope: Scope) -> Desc:
    """*Reveal your hand*: what lies in it; nothing else is done to places as to things."""
    kind = scope.world.kind_of(desc.type)
    if kind is None or kind.category not in ("place", "group") or "attr" in info.roles:
        return desc
    if (
        info.id not in ("look", "reveal", "reveal-to")
        or desc.mode not in ("one", "set")
        or kind.category == "group"
    ):
        name = forms.article(kind.name)
        raise scope.fail("SAY0752", desc.span, found=f"{name} {kind.name}", wanted=f"what is {kind.prep} it")
    return what_lies_in(desc, scope)


def which_face(verb: ast.Act, info: VerbInfo, scope: Scope) -> None:
    """SAY0515: *Turn the top card*, of a verb that does nothing else, does not say which side."""
    only_turns = info.kernel is not None and set(info.roles) == {"obj", "face"}
    if only_turns and not any(isinstance(a, ast.Manner) and a.word in FACES for a in verb.adverbials):
        name = verb.verb
        expected = tuple(f"*{name} … {face}*" for face in FACES)
        hint = f"to its other side: *if it is face up, {name} it face down; otherwise, {name} it face up*"
        raise scope.fail("SAY0515", verb, verb=name, expected=expected, hint=hint)


FACES = {"face up": 1, "face down": 0}


def unused_manner(verb: ast.Act, info: VerbInfo) -> ast.Node | None:
    """An adverbial that the verb does nothing with."""
    for adverbial in verb.adverbials:
        if isinstance(adverbial, ast.Manner):
            if adverbial.word in FACES and "face" in info.roles:
                continue
            if adverbial.word in ordering.SAID and "position" in info.roles:
                continue
            if adverbial.word in ("again",):
                continue
        return adverbial
    return None


# --- Where the value of a role comes from -------------------------------------------------------------------


class Filling:
    """The complements of a verb phrase by their roles (every way to say where to is one), and its manners.
    `found`: where the verb looks for its object.
    """

    def __init__(self, deed: Deed, scope: Scope, found: str | None) -> None:
        self.deed, self.verb, self.scope, self.found = deed, deed.verb, scope, found
        self.by_role: dict[str, ast.Complement] = {}
        self.done_with: Expr | None = None
        self.moved: str | None = None
        for complement in deed.verb.complements:
            self.by_role["to" if complement.role in TOWARDS else complement.role] = complement
            if complement.role != "obj" and is_game(complement.value) and deed.verb.verb != "remove":
                assert complement.value is not None
                raise game_is_no_place(complement.value, complement.prep or complement.role, scope)

    @property
    def obj(self) -> ast.Complement | None:
        """What the verb is done with."""
        return self.by_role.get("obj")

    def complement(self, role: str) -> ast.Complement:
        """The one in that role.  Raises `Fail` where the verb phrase does not say it."""
        found = self.by_role.get(role)
        if found is None:
            raise self.scope.fail("SAY0759", self.verb, verb=self.verb.verb)
        return found

    # -- verbs of a pack ------------------------------------------------------------------------------------
    def of_slot(self, name: str, slot: Slot) -> Role:
        """A slot of a pack's own phrase."""
        if slot.counts and self.obj is not None and isinstance(self.obj.value, ast.Nominal):
            number = counting.number_of(self.obj.value, self.deed.doer, self.scope)
            return Role(name, expr=number, complement=self.obj)
        complement, scope = self.complement("to" if slot.role in TOWARDS else slot.role), self.scope
        if complement.value is None:
            return Role(name, expr=scope.place_there(complement).expr, complement=complement)
        if not isinstance(complement.value, ast.Nominal):
            raise scope.unfit(complement, "this")
        not_done_with(complement.value, self.verb.verb, scope)
        what, source = complement.value, self.by_role.get("from")
        if complement is self.obj and source is not None:
            what = from_its_source(what, source, scope)
        noun, known = slot.noun, slot.noun in scope.world.kinds
        if known:
            found = self.looked_for(slot, what)
            with scope.saying(found=found):
                desc = filled(
                    what,
                    self.deed.doer,
                    scope,
                    lambda value: scope.world.related(value.type.name, noun),
                )
        else:
            desc = scope.describe(what)
        if noun in ("amount", "number"):
            return Role(name, expr=as_number(desc, complement.value, scope), complement=complement)
        if desc.type.base == "entity" and desc.mode == "set" and not known:
            desc = desc.but(mode="one")
        of_one_place(desc, complement.value, scope)
        return Role(name, desc=one_of_them(desc, complement.value, scope), complement=complement)

    def looked_for(self, slot: Slot, value: ast.Nominal) -> str | None:
        """Where the verb itself looks for its object, if nothing says where that is."""
        found = self.found if slot.role == "obj" and is_open(value) else None
        if slot.role == "obj" and found is None:
            of_those_seen_too(value, self.scope)
        return found

    # -- verbs of the kernel --------------------------------------------------------------------------------
    def of_kernel(self, name: str) -> Role:
        """A role of a kernel verb: where its value comes from depends on its name alone."""
        constant = CONSTANTS.get(name)
        if constant is not None:
            return Role(name, expr=constant(self))
        if name == "obj":
            role = self.taken()
            self.done_with = role.desc.expr if role.desc is not None else None
            self.moved = role.desc.type.name if role.desc is not None else None
            return role
        complement = self.whither() if name == "to" else self.complement(name)
        if name == "to":
            complement = whole_place(complement)
            one_place(complement, self.obj if "from" not in self.by_role else None, self.scope)
            which_places(complement, self.scope)
        its = ast.determiner_of(complement.value).possessive == "its"
        with self.scope.saying(taken=self.done_with if name == "to" and its else None):
            desc = thing(complement, self.deed.doer, self.scope, self.done_with)
        if name == "to" and self.moved is not None and not self.scope.test:
            self.scope.world.put_in.add((self.moved, desc.type.name))
        if name == "with" and self.scope.world.is_player(desc.type):
            raise self.scope.fail("SAY0752", complement, found="a player", wanted="a thing")
        return Role(name, desc=desc, complement=complement)

    def whither(self) -> ast.Complement:
        """Where to; *Take a card from another player's hand.*: into your own, in the person of who does it."""
        if self.verb.verb != "take" or "to" in self.by_role:
            return self.complement("to")
        place = taken_into(self.verb, self.scope)
        mine: Expr = ("place", self.scope.world.kinds[place].index, self.deed.doer.expr)
        span = self.verb.span
        own = Bound(span=span, value=Val(mine, entity(place)), head=place)
        return ast.Complement(span=span, role="into", prep="into", value=own)

    def taken(self) -> Role:
        """The object: a thing, one whose amount is spoken of (*the power of that unit*), or one from somewhere."""
        obj, scope = self.obj, self.scope
        if obj is not None and isinstance(obj.value, ast.Noun):
            carrier = attribute_carrier(obj.value, scope)
            if carrier is not None:
                of = obj.value.owner
                if of is not None:
                    of_one_place(quietly(of, scope), of, scope)  # *the power of all cats in a park*
                return Role("obj", desc=one_of_them(carrier, of, scope), complement=obj)
        obj = self.complement("obj")
        source = self.by_role.get("from")
        placed = obj if source is not None else self.of_all_there(obj)
        if self.verb.verb in ("put", "place") and source is None and isinstance(placed.value, ast.Nominal):
            supplied = from_supply(placed.value, self.by_role.get("to"), self.deed.doer, scope)
            obj = placed = replace(placed, value=supplied)
        if source is not None and isinstance(obj.value, ast.Nominal) and not is_game(source.value):
            if isinstance(source.value, ast.Nominal):
                obj = replace(obj, value=on_top(obj.value, source.value, self.verb.verb == "deal", scope))
                assert isinstance(obj.value, ast.Nominal)
                narrower = replace(obj, value=only_there(obj.value, source, scope))
                return Role("obj", desc=thing(narrower, self.deed.doer, scope), complement=obj)
        desc = thing(placed, self.deed.doer, scope, places=done_with_places(self.verb, scope))
        if (
            desc.group is None
        ):  # *the top 3 cards of your deck … one of those cards on top of your deck* is any of those
            desc = self.not_there_yet(desc, obj.value)
        return Role("obj", desc=desc, complement=obj)

    def of_all_there(self, obj: ast.Complement) -> ast.Complement:
        """*Roll all dice in the box. Put each die that shows 6 in the park*: those in the box."""
        if not isinstance(obj.value, ast.Nominal):
            return obj
        of_those_seen_too(value := where_they_lay(obj.value, self.scope), self.scope)
        return obj if value is obj.value else replace(obj, value=value)

    def not_there_yet(self, desc: Desc, node: ast.Node | None) -> Desc:
        """*Put a bead in the bowl*: one that is not in the bowl, where nothing says where it is."""
        to, scope = self.by_role.get("to"), self.scope
        free = desc.anywhere or self.verb.verb == "return"  # to be noted: of which, anywhere, one is chosen
        if to is None or desc.mode != "some" or not (free or says_no_place(node, scope)):
            return desc
        place = self.goes_to(to)
        if place is None or place.mode != "one" or place.type.base != "entity":
            return desc
        mine, found = only_whose(node), scope.world.property(desc.type.name, "found")
        if not (free or mine or found in (None, place.type.name)):
            return desc  # what is found elsewhere is not there
        if free and not mine:
            back, put = self.verb.verb == "return", "" if says_whose(desc) else place.type.name
            anywhere.note(desc, self.deed.doer, scope, put=put, back=back)
        slot = scope.alloc()
        elsewhere: Expr = ("ne", ("parent", build.local(slot)), place.expr)
        return desc.but(expr=build.where(desc.expr, slot, elsewhere))

    def goes_to(self, to: ast.Complement) -> Desc | None:
        """Where it is put, also *there*; None: that is no place."""
        where = whole_place(to).value
        if where is None:
            return thing(to, self.deed.doer, self.scope)
        return quietly(where, self.scope) if isinstance(where, ast.Nominal) else None

    def attribute(self) -> Expr:
        """The amount that changes."""
        changed = attribute_of(self.obj, self.verb, self.scope)
        what = self.obj.value if self.obj is not None else None
        # *Raise the power of a cat by 1. Put that cat …*: it is named as the one that is raised
        if isinstance(what, ast.Noun) and (named := what.owner) is not None:
            owners = self.scope.discourse.owners
            owners -= {each for each in owners if each[2] == named.span}
        if changed.of == "game" and not {"by", "to"} & set(self.by_role):
            raise nobodys(changed, self.obj or self.verb, self.scope)
        return build.integer(changed.index)

    def how_much(self) -> Expr:
        """By how much, or to what."""
        said = amount_for(self.by_role, self.deed.doer, self.verb, self.scope)
        what = self.obj.value if self.obj is not None else None
        of = ast.head_of(what)
        return bounding.bounded(said, self.deed.closings, self.scope, of)

    def face(self) -> Expr:
        """Up (1), down (0) or as it lay (-1)."""
        manners = (a.word for a in self.verb.adverbials if isinstance(a, ast.Manner))
        said = next((word for word in manners if word.startswith("face")), "")
        return build.integer(FACES.get(said, -1))

    def position(self) -> Expr:
        """Where in an ordered place."""
        return build.integer(ordering.position_for(self.by_role.get("to"), self.verb))

    def way(self) -> Expr:
        """In which way it is paid: that is asked later."""
        return build.EMPTY


CONSTANTS: dict[str, Callable[[Filling], Expr]] = {
    "way": Filling.way,
    "attr": Filling.attribute,
    "amount": Filling.how_much,
    "face": Filling.face,
    "position": Filling.position,
}
"""The roles of kernel verbs that are filled with numbers; the others are filled with things."""


def taken_into(verb: ast.Act, scope: Scope) -> str:
    """The place of a player's own into which things are taken if nothing says it.  SAY0759: it could be several."""
    own = [
        name for name, kind in scope.world.kinds.items() if kind.category == "place" and kind.of == "player"
    ]
    source = taken_from(verb)
    if isinstance(source, ast.Noun) and source.head in own:
        return source.head
    likely = likely_places(verb.object, own, scope)
    if len(likely) != 1:
        expected = tuple(f"*take … into your {each}*" for each in likely or own)
        raise scope.fail("SAY0759", verb, verb=verb.verb, expected=expected)
    return likely[0]


def taken_from(verb: ast.Act) -> ast.Node | None:
    """Where the things are that are taken, as the verb says it (*from*) or the noun (*a card in the row*)."""
    source = verb.complement("from")
    if source is not None and source.value is not None:
        return source.value
    obj = verb.object
    if not isinstance(obj, ast.Noun):
        return None
    return next((m.what for m in obj.modifiers if m.word in ("from", "in", "on", "at")), None)


def likely_places(obj: ast.Nominal | None, own: list[str], scope: Scope) -> list[str]:
    """Of a player's own places those into which such a thing goes: where it is `found`; else where it works, or is held
    in the hand.
    """
    world = scope.world
    with scope.trial():
        kind = scope.describe(obj).type.name if obj is not None else None
    if kind is None or kind not in world.kinds or world.owned(kind):
        return []
    found = world.property(kind, "found")
    if isinstance(found, str) and found in own:
        return [found]
    works = [each for entry in world.lineage(kind) for each in entry.works or () if each in own]
    return list(dict.fromkeys([*works, *held_in(kind, own, scope)]))


def held_in(kind: str, own: list[str], scope: Scope) -> list[str]:
    """The hands (places that their owner alone sees) in which it may be held: none, if it comes from a supply."""
    world = scope.world
    if world.property(kind, "supply") is not None:
        return []
    return [each for each in own if world.kinds[each].seen_by == "owner"]


def thing(
    complement: ast.Complement, doer: Val, scope: Scope, other: Expr | None = None, *, places: bool = False
) -> Desc:
    """A complement that must be things.  `other`: what the verb is done with; nothing is put on itself.  `places`: the
    verb is done with those.
    """
    if complement.value is None:
        place = scope.place_there(complement)
        return Desc("one", place.expr, place.type, complement.span)
    if not isinstance(complement.value, ast.Nominal):
        raise scope.unfit(complement, "this")
    if complement.role == "obj":
        whose_faces(complement.value, scope)
        desc = filled(complement.value, doer, scope, lambda value: is_thing(value, scope) != places)
        if isinstance(complement.value, ast.Pronoun) and not places:
            not_of_a_place(complement.value, desc, scope)
            not_of_an_amount(complement.value, desc, scope)
    elif ast.is_it(complement.value):
        desc = one(antecedent(complement.value, scope, lambda value: value.expr != other), complement.value)
    else:
        desc = scope.describe(complement.value)
    if desc.type.base != "entity":
        raise scope.fail("SAY0752", complement, found=name_type(desc.type), wanted="a thing or a place")
    if complement.role == "place":
        own_preposition(complement.prep, desc, complement, scope)
    of_one_place(desc, complement.value, scope)
    desc = one_of_them(desc, complement.value, scope)
    if desc.mode == "one":
        scope.bind(Val(desc.expr, desc.type), desc.called)
        if places:
            scope.discourse.worked = (scope.number, desc.type.name)
    return desc


def not_of_a_place(node: ast.Pronoun, desc: Desc, scope: Scope) -> None:
    """SAY0657: *Reveal a card. Shuffle the pile and put it on the deck*: the card, or what lies in the pile?  On a card
    of which nothing was said, it could be that one.
    """
    worked = scope.discourse.worked
    named = [each for each in scope.discourse if each.value.expr == desc.expr and not each.value.many]
    its_own = not named and scope.this is not None and desc.expr == scope.this.expr
    before = its_own or (worked is not None and named and named[-1].sentence < worked[0])
    if node.word != "it" or worked is None or not before:
        return
    one_, place = ("this" if its_own else "that"), worked[1]
    hint = f"say “{one_} {desc.type.name}”; of what lies in the {place}: *all … from the {place}*"
    names = f"{'this' if its_own else 'the'} {desc.type.name} or the {place}"
    raise scope.fail("SAY0657", node, names=names, hint=hint)


def not_of_an_amount(node: ast.Pronoun, desc: Desc, scope: Scope) -> None:
    """SAY0657: *When you pay a coin, put it in the park.*: the coin, or the card on which that stands?"""
    unit, this = scope.discourse.one_unit, scope.this
    if (
        node.word != "it"
        or unit is None
        or unit[0] + 1 < scope.number
        or this is None
        or desc.expr != this.expr
    ):
        return
    if any(each.value.expr == this.expr for each in scope.discourse):
        return  # *…, put this card in the park, then turn it face up*
    hint = f"say “this {this.type.name}”; a {unit[1]} is an amount, which lies in no place"
    raise scope.fail("SAY0657", node, names=f"this {this.type.name} or the {unit[1]}", hint=hint)


def filled(node: ast.Nominal, doer: Val, scope: Scope, fits: Callable[[Val], bool]) -> Desc:
    """What a verb is done with; *it* and *them* are what fits there."""
    match node:
        case ast.Pronoun(word="it"):
            return one(antecedent(node, scope, fits), node)
        case ast.Pronoun(word="they"):
            return one(them(node, doer, scope, fits), node)
    return scope.describe(node)


def is_open(node: ast.Nominal) -> bool:
    """Whether a phrase leaves open which things of all there are it means, and says not whose."""
    if not isinstance(node, ast.Noun):
        return False
    det = node.determiner
    mine = det.owner is not None or det.possessive is not None
    return not mine and not isinstance(det.which, which.The | which.Ordinal)


def only_whose(node: ast.Node | None) -> bool:
    """*one of your cats*, *one of your cats or dogs*, *a tired cat you have*: whose they are is said, and not where."""
    items = sharing_a_determiner(node)
    if not items or any(each.modifiers for each in items):
        return False
    node = items[0]
    det, clause = node.determiner, node.relative
    if clause is None:
        return det.possessive is not None or det.owner is not None
    return clause.subject is not None and clause.more is None and clause.verb == ast.Act(verb="have")


def says_no_place(node: ast.Node | None, scope: Scope) -> bool:
    """*2 ready cards*, *a cat of Red*, *one of your cats*: wherever such things are looked for, no word says where
    these are.
    """
    items = sharing_a_determiner(node)
    if not items or items[0].determiner.article in ("this", "that", "these", "those"):
        return False
    placed = any(each.modifier(*PLACE_PREPOSITIONS, READY, "there") is not None for each in items)
    return not placed and (only_whose(node) or not any(says_where(each.relative, scope) for each in items))


def sharing_a_determiner(node: ast.Node | None) -> Sequence[ast.Noun]:
    """*2 cats*, *2 cats or dogs*: what a phrase with one determiner names; nothing: it is another phrase."""
    items = node.items if isinstance(node, ast.Group) else (node,)
    nouns = [each for each in items if isinstance(each, ast.Noun)]
    shared = len(nouns) == len(items) and all(each.determiner.is_empty() for each in nouns[1:])
    return nouns if shared else ()


def done_with_places(verb: ast.Act, scope: Scope) -> bool:
    """Whether a verb takes a place (*shuffle {place}*)."""
    slots = (slot for _, phrase in scope.world.by_lemma.get(verb.verb, ()) for slot in phrase.slots)
    return all(slot.noun == "place" for slot in slots if slot.role == "obj")


def is_best(expr: Expr, scope: Scope) -> bool:
    """Whether it is the highest of all of them, wherever they are, before anybody asks which of them can be taken."""
    kept = next((instr[2] for instr in scope.code if instr[0] == "let" and ("local", instr[1]) == expr), expr)
    return kept[0] == "best"
