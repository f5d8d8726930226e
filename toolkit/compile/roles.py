"""A verb phrase and the roles of its event: which template the words are, and what each role is filled with.

`phrase_of` finds the template by lemma, roles and, where several fit, types.  `roles_of` describes every role
in the order that the verb declares: from a complement, from the manner (*face up*, *under*), or a constant.
A role whose phrase leaves something open is settled by asking the doer, candidates filtered by what the event
allows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from toolkit.compile import amount, build, counting
from toolkit.compile.chooser import asked, choosable
from toolkit.compile.determiner import indefinite, the_only
from toolkit.compile.event_verb import role_name
from toolkit.compile.likeness import feasible
from toolkit.compile.lists import narrowed
from toolkit.compile.modifier import READY
from toolkit.compile.nominal import describe
from toolkit.compile.phrases import as_number
from toolkit.compile.possess import possessor_of
from toolkit.compile.preposition import of_slot, own_preposition
from toolkit.compile.pronoun import antecedent
from toolkit.compile.scope import Scope
from toolkit.compile.values import Alternatives, Bound, Desc, Type, Val, entity, name_type
from toolkit.compile.world import Attribute, VerbInfo
from toolkit.language import ast, forms
from toolkit.language.vocabulary import Template
from toolkit.program.expression import Expr

TOWARDS = ("to", "into", "place", "onto")
HOLDING = ("on", "under", "beside", "on top of", "onto")
"""Prepositions behind which a thing can hold another (*on the card*)."""


def phrase_of(verb: ast.Act, scope: Scope, *, quiet: bool = False) -> tuple[VerbInfo, Template] | None:
    """The verb and the template that these words are.  Raises `Fail` (or gives None when quiet)."""
    candidates = scope.world.by_lemma.get(verb.verb, [])
    if not candidates:
        if quiet:
            return None
        raise scope.fail("SAY0758", verb, verb=verb.verb)
    given = {c.role for c in verb.complements}
    obj = next((c.value for c in verb.complements if c.role == "obj"), None)
    fits: list[tuple[int, VerbInfo, Template]] = []
    for info, template in candidates:
        if template.fixed:
            if (
                isinstance(obj, ast.Nominal)
                and same_words(obj, template.fixed, scope)
                and given == {"obj"} | {s.role for s in template.slots}
            ):
                fits.append((3, info, template))
            continue
        wanted = {slot.role for slot in template.slots}
        if template.counted:
            if normal(given) == normal(wanted) and isinstance(obj, ast.Nominal):
                if counting.is_count(obj, template.counted):
                    fits.append((3, info, template))
            continue
        if normal(given) == normal(wanted):
            quality = type_fit(verb, template, scope)
            if quality >= 0:
                fits.append((quality, info, template))
    if not fits:
        if quiet:
            return None
        raise scope.fail("SAY0759", verb, verb=verb.verb, hint=whose_place(verb, scope))
    best = max(quality for quality, _, _ in fits)
    chosen = [(info, template) for quality, info, template in fits if quality == best]
    if len({info.id for info, _ in chosen}) > 1:
        pack = [(info, template) for info, template in chosen if info.kernel is None]
        if len(pack) == 1:
            return pack[0]
    return chosen[0]


def whose_place(verb: ast.Act, scope: Scope) -> str | None:
    """*Deal 5 cards to each player*: a player is no place, but has some."""
    places = [
        kind.name for kind in scope.world.kinds.values() if kind.category == "place" and kind.of == "player"
    ]
    for complement in verb.complements:
        if not isinstance(complement.value, ast.Nominal) or complement.role not in (*TOWARDS, "from"):
            continue
        if places and scope.world.is_a(getattr(type_name(complement.value, scope), "name", ""), "player"):
            return f"a player is no place: say *{complement.prep} … player’s {places[0]}*"
    return None


def normal(roles: set[str]) -> set[str]:
    """Roles for comparison: every way to say where to is one."""
    return {"to" if role in TOWARDS else role for role in roles}


def same_words(node: ast.Nominal, fixed: str, scope: Scope) -> bool:
    """Whether an object is the fixed words of a template (*a turn*)."""
    from toolkit.language.english import print_english

    if isinstance(node, Bound):
        return False
    return print_english(node, scope.world.vocabulary).strip().lower() == fixed.lower()


def same_event(node: ast.Nominal, fixed: str, scope: Scope) -> bool:
    """The same of an event: *When a player takes the turn*, *a turn* is one that is taken."""
    if same_words(node, fixed, scope):
        return True
    if not isinstance(node, ast.Noun) or node.determiner not in _ARTICLES:
        return False
    other = _ARTICLES[node.determiner.article == "a"]
    return same_words(replace(node, determiner=other), fixed, scope)


_ARTICLES = (ast.Determiner(article="a"), ast.Determiner(article="the"))


def type_fit(verb: ast.Act, template: Template, scope: Scope) -> int:
    """-1: a complement cannot fill its slot; else the more specific, the higher."""
    quality = 0
    for slot in template.slots:
        complement = next((c for c in verb.complements if normal({c.role}) == normal({slot.role})), None)
        if complement is None or not isinstance(complement.value, ast.Nominal):
            continue
        kind = type_name(complement.value, scope)
        if kind is None:
            continue
        base, name = kind.base, kind.name
        world = scope.world
        if slot.noun in ("any", "thing"):
            if base != "entity":
                return -1
        elif slot.noun == "quantity":
            if base != "quantity":
                return -1
            quality += 1
        elif slot.noun == "amount":
            if (
                base not in ("number", "quantity")
                and not (base == "entity" and world.shown(name))
                and base != "value"
            ):
                return -1
        elif slot.noun == "value" or slot.noun in world.vocabulary.lists:
            if base != "value":
                return -1
            quality += 1
        elif slot.noun in ("place", "player"):
            if base != "entity":
                return -1
            if world.is_a(name, slot.noun) or (slot.noun == "place" and name == "game"):
                quality += 1
            elif complement.prep not in HOLDING:
                return -1
        elif slot.noun in world.kinds:
            if base != "entity" or not world.related(name, slot.noun):
                return -1
            quality += 2 if world.is_a(name, slot.noun) else 1
    return quality


def type_name(node: ast.Nominal, scope: Scope) -> Type | None:
    """A nominal's type; None when it cannot be told here."""
    from toolkit.compile.values import Fail

    marks = scope.discourse.mark(), len(scope.code), scope.there
    try:
        desc = describe(node, scope)
    except Fail:  # *another player*, where nobody acts yet: still a player
        head = node.head if isinstance(node, ast.Noun) else None
        return entity(head) if head is not None and head in scope.world.kinds else None
    finally:
        scope.discourse.forget(marks[0])
        del scope.code[marks[1] :], scope.at[marks[1] :]
        scope.there = marks[2]
    return desc.type


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

    def settle(self, scope: Scope, doer: Val, roles: Roles) -> Expr:
        """The value; asks when the description leaves something open."""
        from toolkit.compile.doing import settle

        if self.desc is None:
            assert self.expr is not None
            self.settled = self.expr
            return self.expr
        if self.desc.mode == "no":
            raise scope.fail("SAY0815", self.desc.span)
        doer = roles.chooser(self, scope)
        if self.open and roles.info.checked:
            self.settled = settle(
                self.desc, doer, scope, lambda candidate: roles.allowed(scope, {self.name: candidate})
            )
        else:
            self.settled = settle(self.desc, doer, scope)
        return self.settled


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
        conditions = [
            build.nonempty(role.desc.expr)
            for role in self.items
            if role.desc is not None
            and role.desc.type.base == "entity"
            and role.desc.mode in ("some", "set", "each")
            and not (role.desc.mode == "some" and role.desc.low == build.integer(0))
        ]
        free = [r for r in self.items if r.open and r.desc is not None and r.desc.low == build.integer(0)]
        alike = [feasible(r.desc) for r in self.items if r.desc is not None and r.desc.alike]
        settled = not any(r.open for r in self.items)
        if (
            (self.info.checked or settled)
            and not free
            and not any(r.desc is not None and r.desc.many and not r.divided for r in self.items)
        ):
            return build.both(self.allowed(scope, {}), *alike)
        return build.both(*conditions, *alike)


def roles_of(
    info: VerbInfo,
    template: Template,
    verb: ast.Act,
    doer: Val,
    closings: Sequence[ast.Closing],
    scope: Scope,
) -> Roles:
    """Describe each role of the verb's event."""
    by_role: dict[str, ast.Complement] = {}
    for complement in verb.complements:
        by_role["to" if complement.role in TOWARDS else complement.role] = complement
    rest = unused_manner(verb, info)
    if rest is not None:
        raise scope.fail("SAY0801", rest, what="this adverbial with this verb")
    roles = Roles(info, doer, [], verb.verb)
    if template.fixed:
        by_role.pop("obj", None)
    there = latest = scope.there
    for number, name in enumerate(info.roles):
        scope.there = there  # where this verb's own phrases say that a thing comes from is no *there* of it
        if info.kernel is not None:
            role = kernel_role(name, verb, by_role, doer, tuple(closings), scope)
        else:
            key = template.slots[number].role if number < len(template.slots) else name
            counted = number < len(template.slots) and template.slots[number].counts
            if counted and (obj := by_role.get("obj")) is not None and isinstance(obj.value, ast.Nominal):
                roles.items.append(
                    Role(name, expr=counting.number_of(obj.value, doer, scope), complement=obj)
                )
                continue
            role = pack_role(
                name, template.slots[number].noun, by_role.get("to" if key in TOWARDS else key), scope, verb
            )
            if role.complement is not None and role.desc is not None:
                of_slot(role.complement, info, role.desc, scope)
                if template.slots[number].noun == "thing":
                    role.desc = what_lies_in(role.desc, scope)
        latest = scope.there if scope.there is not there else latest
        role.batch = info.kernel is not None and number == 0 and name == "obj"
        if role.batch and role.desc is not None and template.slots and template.slots[0].noun == "thing":
            role.desc = no_place(role.desc, info, scope)
        if role.desc is not None:
            role.desc = choosable(role.desc, roles.chooser(role, scope), scope)
        roles.items.append(role)
    scope.there = latest
    return roles


def no_place(desc: Desc, info: VerbInfo, scope: Scope) -> Desc:
    """*Reveal your hand*: what lies in it; nothing else is done to places as to things."""
    kind = scope.world.kinds.get(desc.type.name) if desc.type.base == "entity" else None
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


def what_lies_in(desc: Desc, scope: Scope) -> Desc:
    """*Shuffle your discard pile into your deck*: the things in the place, where a verb takes things."""
    kind = scope.world.kinds.get(desc.type.name) if desc.type.base == "entity" else None
    if kind is None or kind.category != "place" or desc.mode not in ("one", "set"):
        return desc
    slot = scope.alloc()
    inside: Expr = ("inside", desc.expr)
    if desc.mode == "set":
        inside = ("flat", desc.expr, slot, ("inside", build.local(slot)))
    return Desc("set", inside, entity("thing"), desc.span)


def unused_manner(verb: ast.Act, info: VerbInfo) -> ast.Node | None:
    """An adverbial that the verb does nothing with."""
    for adverbial in verb.adverbials:
        if isinstance(adverbial, ast.Manner):
            if adverbial.word in ("face up", "face down") and "face" in info.roles:
                continue
            if adverbial.word == "in random order" and "position" in info.roles:
                continue
            if adverbial.word in ("again",):
                continue
        return adverbial
    return None


def pack_role(name: str, noun: str, complement: ast.Complement | None, scope: Scope, verb: ast.Act) -> Role:
    """A slot of a pack's own phrase."""
    if complement is None:
        raise scope.fail("SAY0759", verb, verb=verb.verb)
    if complement.value is None:
        return Role(name, expr=scope.place_there(complement).expr, complement=complement)
    if not isinstance(complement.value, ast.Nominal):
        raise scope.fail("SAY0801", complement, what="this")
    if (
        isinstance(complement.value, ast.Pronoun)
        and complement.value.word == "it"
        and noun in scope.world.kinds
    ):
        value = antecedent(complement.value, scope, lambda value: scope.world.related(value.type.name, noun))
        return Role(name, desc=Desc("one", value.expr, value.type, complement.span), complement=complement)
    desc = describe(complement.value, scope)
    if noun == "amount" or noun == "number":
        return Role(name, expr=as_number(desc, complement.value, scope), complement=complement)
    if desc.type.base == "entity" and desc.mode == "set" and noun not in scope.world.kinds:
        return Role(name, desc=desc.but(mode="one"), complement=complement)
    return Role(name, desc=desc, complement=complement)


def kernel_role(
    name: str,
    verb: ast.Act,
    by_role: dict[str, ast.Complement],
    doer: Val,
    closings: tuple[ast.Closing, ...],
    scope: Scope,
) -> Role:
    """A role of a kernel verb: where its value comes from depends on its name alone."""
    obj = by_role.get("obj")
    if name == "way":
        return Role(name, expr=build.EMPTY)
    if name == "attr":
        changed = attribute_of(obj, scope, verb)
        if changed.of == "game" and not {"by", "to"} & set(by_role):
            raise nobodys(changed, obj or verb, scope)
        return Role(name, expr=build.integer(changed.index))
    if name == "amount":
        return Role(name, expr=amount.bounded(amount_for(obj, by_role, doer, scope, verb), closings, scope))
    if name == "face":
        manner = next(
            (a.word for a in verb.adverbials if isinstance(a, ast.Manner) and a.word.startswith("face")), None
        )
        return Role(name, expr=build.integer({"face up": 1, "face down": 0}.get(manner or "", -1)))
    if name == "position":
        return Role(name, expr=build.integer(position_for(by_role.get("to"), verb)))
    complement = by_role.get(name)
    fresh = name == "obj" and verb.verb in ("put", "place") and "from" not in by_role
    if fresh and obj is not None and isinstance(obj.value, ast.Nominal):
        obj = complement = replace(obj, value=from_supply(obj.value, by_role.get("to"), doer, scope))
    if name == "obj" and obj is not None and isinstance(obj.value, ast.Noun):
        carrier = attribute_carrier(obj.value, scope)
        if carrier is not None:
            return Role(name, desc=carrier, complement=obj)
    if (
        name == "obj"
        and obj is not None
        and "from" in by_role
        and isinstance(obj.value, ast.Noun | ast.Group)
    ):
        source = by_role["from"]
        whole = isinstance(source.value, ast.Noun) and source.value.head == "game"  # *remove N from the game*
        if isinstance(source.value, ast.Nominal) and not whole:
            extra = ast.Modifier(word="from", what=source.value, span=source.span)
            complement = replace(obj, value=narrowed(obj.value, extra))
            return Role(name, desc=thing(complement, scope), complement=obj)
    if complement is None:
        raise scope.fail("SAY0759", verb, verb=verb.verb)
    if name == "to" and isinstance(complement.value, ast.Noun) and complement.value.head in ("top", "bottom"):
        inner = next((m.what for m in complement.value.modifiers if m.word == "of"), None)
        if inner is not None:
            complement = replace(complement, value=inner)
    if name == "to":
        one_place(complement, scope)
    return Role(name, desc=thing(complement, scope), complement=complement)


def from_supply(node: ast.Nominal, to: ast.Complement | None, doer: Val, scope: Scope) -> ast.Nominal:
    """*Place a token in the park*: one of those that lie ready, not one that somebody has placed already.

    Only where nothing says which or where from, and not where it is put back.
    """
    if isinstance(node, ast.Group):
        items = tuple(from_supply(item, to, doer, scope) for item in node.items)
        all_of_them = all(new is not old for new, old in zip(items, node.items, strict=True))
        return replace(node, items=items) if all_of_them else node
    if not isinstance(node, ast.Noun) or node.head is None or node.modifiers or node.relative is not None:
        return node
    det = node.determiner
    which = replace(det, article=None, number=None, span=None, bound=None) != ast.Determiner()
    if which or det.article not in (None, "a") or (det.article is None and det.number is None):
        return node
    world = scope.world
    supply = world.property(node.head, "supply") if node.head in world.kinds else None
    back = to is not None and isinstance(to.value, ast.Noun) and to.value.head == supply
    if supply is None or back or world.property(node.head, "found") is not None:
        return node
    kind = world.kinds[supply]
    if kind.of == "player":
        place = ("place", kind.index, doer.expr)
    elif kind.only is not None:
        place = build.integer(kind.only)
    else:
        return node
    there = Bound(span=node.span, value=Val(place, entity(supply)), head=supply)
    return narrowed(node, ast.Modifier(word=READY, what=there, span=node.span))


def one_place(complement: ast.Complement, scope: Scope) -> None:
    """*Put 1 token on this card in the box*: this card is one thing, so the second place would be the token's."""
    node = complement.value
    if not isinstance(node, ast.Noun):
        return
    det = node.determiner
    slot = det.article == "the" and node.head in scope.slots
    if not (node.name is not None or slot or det.article in ("this", "that", "these", "those")):
        return
    second = next((m for m in node.modifiers if m.word in ("in", "on", "at")), None)
    if second is not None:
        what = (
            node.span.text[: second.span.start - node.span.start].strip()
            if node.span and second.span
            else "…"
        )
        raise scope.fail(
            "SAY0801", second, what="a second place", hint=f"where it comes from: *from {what} …*"
        )


def thing(complement: ast.Complement, scope: Scope) -> Desc:
    """A complement that must be things."""
    if complement.value is None:
        where = scope.place_there(complement)
        return Desc("one", where.expr, where.type, complement.span)
    if not isinstance(complement.value, ast.Nominal):
        raise scope.fail("SAY0801", complement, what="this")
    if (
        isinstance(complement.value, ast.Pronoun)
        and complement.value.word == "it"
        and complement.role == "obj"
    ):
        value = antecedent(complement.value, scope, lambda value: not is_fixed(value, scope))
        return Desc("one", value.expr, value.type, complement.span)
    desc = describe(complement.value, scope)
    if desc.type.base != "entity":
        raise scope.fail("SAY0752", complement, found=name_type(desc.type), wanted="a thing or a place")
    if complement.role == "place":
        own_preposition(complement.prep, desc, complement, scope)
    if desc.mode == "one" and desc.type.base == "entity":
        scope.bind(Val(desc.expr, desc.type), desc.head or desc.type.name)
    return desc


def is_fixed(value: Val, scope: Scope) -> bool:
    """Whether a value is a place or a group: nothing that verbs move or turn."""
    return scope.world.kinds[value.type.name].category in ("place", "group")


def nobodys(attribute: Attribute, node: ast.Node, scope: Scope) -> Exception:
    """*Gain 2 hours*, where the hour is the game's."""
    name = attribute.name
    return scope.fail(
        "SAY0801",
        node,
        what=f"what a player has of a quantity of the game (“{name}”)",
        hint=f"*Raise the {name} by …*, *Lower the {name} by …*, *Set the {name} to …*",
    )


def attribute_carrier(node: ast.Noun, scope: Scope) -> Desc | None:
    """*the power of that unit* → that unit, when the head is an attribute."""
    if node.head is None or node.head in scope.world.kinds:
        return None
    owner, rest = possessor_of(node, scope)
    known = scope.world.quantity(node.head)
    if owner is None and known is not None and known.of == "game":  # there is one: it need not be said whose
        if rest:
            raise scope.fail("SAY0801", rest[0], what=f"“{rest[0].word}” here")
        the_only(node, scope)
        return Desc("one", ("game",), entity("game"), node.span)
    if (
        owner is None
        or owner.type.base != "entity"
        or scope.world.attribute(owner.type.name, node.head) is None
    ):
        return None
    if rest:  # *their power of that unit*
        raise scope.fail("SAY0801", rest[0], what=f"“{rest[0].word}” here")
    the_only(node, scope, many=owner.many)
    said = node.determiner.owner or next((m.what for m in node.modifiers if m.word == "of"), None)
    if owner.many and indefinite(node) and said is not None:
        return describe(said, scope)  # *the power of a unit*: of one that is chosen
    return Desc("set" if owner.many else "one", owner.expr, owner.type, node.span)


def attribute_of(obj: ast.Complement | None, scope: Scope, verb: ast.Act) -> Attribute:
    """The attribute that a verb changes: of a quantity, of *the A of X*, or what the thing shows."""
    world = scope.world
    if obj is not None and isinstance(obj.value, ast.Noun):
        node = obj.value
        if node.head is not None and node.head not in world.kinds:
            owner, _ = possessor_of(node, scope)
            if owner is not None and owner.type.base == "entity":
                found = world.attribute(owner.type.name, node.head)
                if found is not None:
                    return found
            quantity = world.quantity(node.head)
            if quantity is not None:
                return quantity
        desc = describe(node, scope)
        if desc.type.base == "entity" and (shown := world.shown(desc.type.name)) is not None:
            return shown
    elif obj is not None and isinstance(obj.value, ast.Nominal):
        desc = describe(obj.value, scope)
        if desc.type.base == "quantity" and (quantity := world.quantity(desc.type.name)) is not None:
            return quantity
        if desc.type.base == "entity" and (shown := world.shown(desc.type.name)) is not None:
            return shown
    raise scope.fail("SAY0760", obj or verb, verb=verb.verb)


def amount_for(
    obj: ast.Complement | None, by_role: dict[str, ast.Complement], doer: Val, scope: Scope, verb: ast.Act
) -> Expr:
    """How much: *by N*, *to N*, or the number in the object (*2 points*)."""
    for key in ("by", "to"):
        if key in by_role:
            value = by_role[key].value
            if not isinstance(value, ast.Nominal):
                raise scope.fail("SAY0801", by_role[key], what="this")
            desc = describe(value, scope)
            if (chosen := chosen_amount(value, desc, doer, scope)) is not None:
                return chosen
            if key == "to" and desc.type.base == "value" and not desc.many:  # *set the mood to glad*
                changed = attribute_of(obj, scope, verb)
                if changed.type != desc.type:
                    raise scope.fail(
                        "SAY0752", value, found=name_type(desc.type), wanted=name_type(changed.type)
                    )
                return desc.expr
            return as_number(desc, value, scope)
    if obj is None or not isinstance(obj.value, ast.Nominal):
        raise scope.fail("SAY0759", verb, verb=verb.verb)
    says_of_what(obj.value, verb, scope)
    desc = describe(obj.value, scope)
    if desc.type.base == "quantity" and desc.expr == build.NONE:
        quantity = scope.world.quantity(desc.type.name)
        assert quantity is not None
        all_of_it = quantity.of_player(doer.expr)
        if desc.extra == "any number of":
            slot = scope.alloc()
            scope.emit("choose-number", doer.expr, build.integer(0), all_of_it, slot)
            return build.local(slot)
        if desc.extra == "all":
            return all_of_it
        raise scope.fail("SAY0761", obj)
    if desc.type.base == "quantity":
        return settled_amount(desc, obj, doer, scope, verb)
    if (
        desc.type.base == "number"
        and isinstance(obj.value, ast.Noun)
        and obj.value.determiner.quantifier == "all"
    ):
        return desc.expr
    raise scope.fail("SAY0761", obj)


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
            raise scope.fail("SAY0801", node, what="a choice among these", hint=hint)
        low, high = build.integer(numbers[0]), build.integer(numbers[-1])
    elif desc.bound not in (None, "exactly", "up to") or desc.more is not None:
        raise scope.fail("SAY0801", node, what=f"“{desc.bound or desc.more}” in an action")
    elif desc.bound != "up to":
        return None
    slot = scope.alloc()
    scope.emit("choose-number", doer.expr, low, high, slot)
    return build.local(slot)


def settled_amount(desc: Desc, obj: ast.Complement, doer: Val, scope: Scope, verb: ast.Act) -> Expr:
    """*2 points*; *up to 2 points*: the doer says how many."""
    if desc.more is not None or desc.bound not in (None, "exactly", "up to"):
        raise scope.fail("SAY0801", obj, what=f"“{desc.bound or desc.more}” in an action")
    if desc.bound != "up to":
        return desc.expr
    most = desc.expr
    quantity = scope.world.quantity(desc.type.name)
    if verb.verb in ("pay", "lose") and quantity is not None:
        most = ("smaller", most, quantity.of_player(doer.expr))
    slot = scope.alloc()
    scope.emit("choose-number", doer.expr, build.integer(0), most, slot)
    return build.local(slot)


def position_for(to: ast.Complement | None, verb: ast.Act) -> int:
    """Where in an ordered place: 0 top, 1 bottom, 2 random, -1 as the place has it.

    *under the deck in random order* is the bottom: only their own order is random (`shuffled_first`).
    """
    if to is not None:
        if to.prep == "under":
            return 1
        if to.prep == "on top of":
            return 0
        if isinstance(to.value, ast.Noun) and to.value.head in ("top", "bottom"):
            return 0 if to.value.head == "top" else 1
    return 2 if in_random_order(verb) else -1


def in_random_order(verb: ast.Act) -> bool:
    """*… in random order* at a verb."""
    return any(isinstance(a, ast.Manner) and a.word == "in random order" for a in verb.adverbials)


def shuffled_first(verb: ast.Act, items: Expr, position: Expr, scope: Scope) -> Expr:
    """Things that go on top of or under others in random order: mixed before they are moved."""
    if not in_random_order(verb) or position not in (build.integer(0), build.integer(1)):
        return items
    slot = scope.alloc()
    items = scope.store(items)
    scope.emit("random", items, ("count", items), slot)
    return build.local(slot)
