"""One verb phrase as an event: its roles settled, alternatives chosen, a `do` emitted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from toolkit.compile.base import anywhere, build
from toolkit.compile.base.chooser import choosable
from toolkit.compile.base.scope import Scope
from toolkit.compile.base.values import Bound, Desc, Fail, Val
from toolkit.compile.conditions.found import key_of
from toolkit.compile.conditions.having import is_definite
from toolkit.compile.effects import exchanged, going, level, paying, shortage
from toolkit.compile.effects.ability import asks_back, by_itself, is_it, possible, with_a_partner
from toolkit.compile.effects.deed import (
    Deed,
    chosen_anyway,
    from_there,
    one_phrase,
    variants_of,
    without_source,
)
from toolkit.compile.effects.loop import as_set, loop
from toolkit.compile.effects.ordering import arranged
from toolkit.compile.effects.roles import Role, Roles, roles_of
from toolkit.compile.effects.settling import is_single, settle
from toolkit.compile.effects.whose import (
    from_each_place,
    from_one_place,
    name_owner,
    of_one_player,
    with_chosen,
)
from toolkit.compile.events import brought, outcome, passing
from toolkit.compile.events.pattern import only_number
from toolkit.compile.events.template import phrase_of
from toolkit.compile.nouns.modifier import PLACE_PREPOSITIONS
from toolkit.compile.nouns.phrases import common, join, one, quietly, shared
from toolkit.compile.nouns.pronoun import things
from toolkit.compile.nouns.superlative import extreme, most_of
from toolkit.language import ast
from toolkit.language.forms import verb_forms
from toolkit.language.vocabulary import TOWARDS, Template
from toolkit.meaning.referents import Referent
from toolkit.program.expression import Expr
from toolkit.report import Label


def event(deed: Deed, scope: Scope) -> None:
    """Propose the event of a verb, after choosing what its phrases leave open."""
    deed = deed.saying(chosen_anyway(deed.verb, deed.doer, scope))
    if (two := exchanged.places_of(deed.verb, scope)) is not None:
        exchanged.exchange(deed, two, scope, event)
        return
    found = phrase_of(deed.verb, scope)
    assert found is not None
    info, template = found
    obj = deed.verb.complement("obj")
    if obj is not None and not template.fixed and (joint := joint_of(deed.verb, obj, scope)) is not None:
        several(deed, obj, scope, either=joint == "or")
        return

    def can(verb: ast.Act) -> Expr:
        return possible(verb, deed.doer, scope)

    not_from_its_own(deed.verb, obj, scope)
    if going.around(deed, obj, scope, lambda verb: event(deed.saying(verb), scope), can):
        return
    deed = to_their_owners(deed, obj)
    each = by_itself(deed.verb, obj, scope)
    if (chosen := first_chosen(deed, each is not None, scope, can)) is not None:
        event(deed.saying(chosen), scope)
        return
    if each is not None:
        one_by_one(deed, each, scope)
        return
    if (places := from_each_place(deed.verb, scope)) is not None:
        place_by_place(deed, places, scope)
        return
    if deed.closings and "amount" not in info.roles:
        raise scope.unfit(deed.closings[0], "this bound: the verb has no amount")
    if (several_kinds := paying.kinds_of(deed.verb, info, scope)) is not None:
        if deed.closings:
            raise scope.unfit(deed.closings[0], "this bound, where the kinds are chosen")
        paying.of_kinds(info, several_kinds, deed.doer, scope)
        return
    roles = roles_of(info, template, deed, scope)
    if not one_at_a_time(deed, roles, scope):
        propose(deed, template, roles, scope)


def first_chosen(deed: Deed, singly: bool, scope: Scope, can: Callable[[ast.Act], Expr]) -> ast.Act | None:
    """The verb with the player whose things it takes, or the place from which it takes several, once they are chosen;
    None: that is said.  `singly`: each is taken by itself (*Move each cat from a town to a field*), and is *it*.
    """
    if not singly and from_each_place(deed.verb, scope) is not None:
        return None
    if (player := of_one_player(deed.verb, scope)) is not None:
        chosen = with_chosen(deed.verb, player, deed.doer, scope)
    elif (place := from_one_place(deed.verb, scope)) is not None:
        chosen = with_chosen(deed.verb, place, deed.doer, scope, can)
    else:
        return None
    if singly:
        scope.discourse.referents[-1].topic = False
    return chosen


def not_from_its_own(verb: ast.Act, obj: ast.Complement | None, scope: Scope) -> None:
    """SAY0801: *Move each cat from its field to an adjacent field.*: *its* cannot be what is only found there."""
    source = verb.complement("from")
    if obj is None or source is None or not isinstance(source.value, ast.Node):
        return
    its = next(filter(is_it, source.value.walk()), None)
    if its is not None and asks_back(verb, obj, scope):
        hint = "a thing is taken from where it is: leave out from where"
        raise scope.unfit(its, "“its” of what is taken from there", hint=hint)


def to_their_owners(deed: Deed, obj: ast.Complement | None) -> Deed:
    """*Return all units to their owners' hands*: each to that of its owner.  Players have no owner."""
    verb = deed.verb
    if obj is None:
        return deed
    beside = [each.value for each in verb.complements if each is not obj]
    for value in beside:
        for node in value.walk() if isinstance(value, ast.Node) else ():
            if isinstance(node, ast.Noun) and node.head == "owner" and node.determiner.possessive == "their":
                its = replace(node, plural=False, determiner=replace(node.determiner, possessive="its"))
                verb = ast.swapped(verb, node, its)
    return deed.saying(verb)


def propose(deed: Deed, template: Template, roles: Roles, scope: Scope) -> None:
    """One event, when all that its roles leave open is settled."""
    info, items = roles.info, roles.items
    settled = [role.settle(scope, deed.doer, roles) for role in items]
    not_with_itself(items, settled, scope)
    if "position" in info.roles:
        at, several = settled[info.roles.index("position")], items[0].many
        settled[0] = arranged(deed.verb, settled[0], at, deed.doer.expr, scope, several=several)
    if "way" in info.roles:
        settled = paying.with_way(info, settled, deed.doer, scope)
    if info.kernel is not None and info.roles[:2] == ("attr", "amount"):
        settled[1] = scope.store(settled[1])  # *all your coins* are as many as before
    settled = shortage.as_far_as_it_goes(
        deed.verb, quantity_of(deed.verb, scope), info, settled, deed.doer, scope
    )
    if deed.closings:
        level.fit(deed, roles, items[info.roles.index("amount")].expr, scope)
        settled = level.kept_within(deed, roles, settled, scope)
    for role, expr in zip(items, settled, strict=True):
        if role.desc is not None:
            name_owner(deed.verb, role.desc, role.complement, expr, scope)
    slot = scope.filled("do", info.index, deed.doer.expr, tuple(settled))
    result = build.local(slot)
    scope.outcome = outcome.carried_out(info, items, settled, result, scope.left_open)
    amount = made_amount(template, roles, settled, result)
    if amount is not None:
        if info.kernel is not None and info.id == "pay" and settled[1][0] == "int":
            overtakes(deed.verb, amount, scope)
        so_much_was_done(deed, amount, scope)
    brought.moved(deed.verb, info, settled[0] if items and not items[0].many else None, result, scope)
    name_all(deed.verb.verb, roles, settled, result, scope)
    brought.bind(info, deed.verb, result, scope)


def not_with_itself(items: Sequence[Role], settled: Sequence[Expr], scope: Scope) -> None:
    """Refuse *Swap the target with that unit*, where both are one thing: nobody means that."""
    kept = {instr[1]: instr[2] for instr in scope.code if instr[0] == "let"}
    said: set[Expr] = set()
    for role, expr in zip(items, settled, strict=True):
        if role.complement is None or role.many or role.desc is None or role.desc.type.base != "entity":
            continue
        found = kept.get(expr[1], expr) if expr[0] == "local" else expr
        if found in said:
            raise scope.unfit(role.complement, "a thing with itself")
        said.add(found)


def made_amount(template: Template, roles: Roles, settled: list[Expr], result: Expr) -> Expr | None:
    """What *that much* and *that many* mean after an event; None: it is done with no number of anything."""
    if (number := only_number(roles.info)) is not None and not template.counted:
        said = settled[roles.info.roles.index(number)]
        return said if said[0] in ("int", "local") else None  # any other would be asked again
    if roles.info.kernel is not None and "amount" in roles.info.roles:
        return result
    if template.counted and template.slots[0].counts:
        return settled[0]
    first = roles.items[0] if roles.items else None
    if first is not None and first.batch and first.many and first.complement is not None:
        return ("count", result)  # *Put all cards from your hand in the box, then draw that many cards.*
    return None


def so_much_was_done(deed: Deed, amount: Expr, scope: Scope) -> None:
    """*That many* and *each coin paid this way* speak of it from now on."""
    as_many = ast.determiner_of(deed.verb.object).quantifier in ("that many", "that much")
    if scope.amount is not None and scope.amount_by[0] == scope.number and not as_many:
        overtakes(deed.verb, amount, scope)  # *Gain 2 coins and 1 point.*
    head = quantity_of(deed.verb, scope)
    scope.amount, scope.amount_by = amount, (scope.number, deed.verb.verb, head or "")
    if head is not None:
        scope.made.pop((deed.verb.verb, head), None)  # the latest stands last
        scope.made[deed.verb.verb, head] = amount, deed.doer.expr


def overtakes(verb: ast.Act, amount: Expr, scope: Scope) -> None:
    """*When you gain coins, you may pay 1 food to gain that many points*: nobody asks how many the 1 food were."""
    before = next((done for done, (made, _) in scope.made.items() if made == scope.amount), None)
    if scope.amount_by[0] == scope.number:
        before = scope.amount_by[1:]
    if before is not None:
        after = verb.verb, quantity_of(verb, scope) or ""
        if before[0] != after[0]:
            before, after = (before[0], ""), (after[0], "")
        scope.overtaken = amount, how_much(*before, scope), how_much(*after, scope)


def how_much(verb: str, head: str, scope: Scope) -> str:
    """*how much was paid*, *how many coins were gained*."""
    done, noun = verb_forms(verb).participle, scope.world.vocabulary.noun(head)
    return f"how many {noun.plural} were {done}" if noun is not None else f"how much was {done}"


def quantity_of(verb: ast.Act, scope: Scope) -> str | None:
    """Of which quantity so much is gained, lost or paid: *2 coins*, *half your coins, rounded up*."""
    what: ast.Node | None = verb.object
    while isinstance(what, ast.Arith) and what.right is None:
        what = what.left
    head = ast.head_of(what)
    return head if head is not None and scope.world.quantity(head) is not None else None


def name_all(lemma: str, roles: Roles, settled: Sequence[Expr], result: Expr, scope: Scope) -> None:
    """What the roles of a verb were filled with, and where it took them, can be spoken of."""
    items = roles.items
    moves = roles.info.kernel is not None and not {"to", "place"}.isdisjoint(roles.info.roles)
    # What a verb of the language changes may have been so before: then it was done all the same.
    whether = scope.outcome if roles.info.kernel is None else None
    for role, expr in zip(items, settled, strict=True):
        name_filled(role, expr, lemma, whether, scope)
        if moves and role.batch and role.many and role.desc is not None:
            really_moved(role.desc, result, scope)
        if role.name in ("to", "place"):
            there(role, expr, moved_one(items[0], settled[0]) if items[0] is not role else None, scope)


def really_moved(desc: Desc, result: Expr, scope: Scope) -> None:
    """Of several things that a verb takes somewhere some may have stayed where they were: kept, if it is spoken of."""
    those, key = scope.discourse.referents[-1], key_of("done", desc.span, scope)
    those.done_needs = key
    if scope.wants(key):
        those.done = scope.store(("union", result))


def name_filled(role: Role, expr: Expr, lemma: str, whether: Expr | None, scope: Scope) -> None:
    """What a role was filled with can be spoken of from now on: *that N*, *there*; `whether` it was done with it."""
    desc = role.desc
    if desc is None or desc.type.base != "entity":
        return
    if desc.mode == "one" and not role.many:
        scope.discourse.kept_as(desc.expr, expr)
    scope.bind(Val(expr, desc.type, role.many), desc.called, lemma, group=desc.group)
    scope.discourse.referents[-1].each = desc.mode == "each"
    if not role.many:
        scope.discourse.referents[-1].whether = whether


def moved_one(role: Role, expr: Expr) -> Expr | None:
    """The one thing that somebody had to choose for a verb, of which there may have been none."""
    chosen = role.desc is not None and role.desc.mode == "some" and role.desc.type.base == "entity"
    return expr if chosen and not role.many and expr[0] == "local" else None


def there(role: Role, place: Expr, moved: Expr | None, scope: Scope) -> None:
    """*there* is where the thing came to lie: nowhere, if there was none to be put there."""
    desc = role.desc
    if desc is None or desc.type.base != "entity" or role.many:
        return
    came = place if moved is None else ("if", ("ne", moved, build.NONE), place, build.NONE)
    scope.put_there(Val(came, desc.type))


# --- Lists --------------------------------------------------------------------------------------------------


def joint_of(verb: ast.Act, obj: ast.Complement, scope: Scope) -> str | None:
    """How the items of an object hang together that are done with one by one (*gain 1 A and 2 B*); None: it is one."""
    if not isinstance(obj.value, ast.Group):
        return None
    of_all_from_there(verb, obj.value, scope)
    desc = quietly(obj.value, scope)
    if (
        desc.listing is None
    ):  # *the cat with the lowest power and …*: of those that tie one is chosen, of each
        return "and" if obj.value.joint == "and" and any(map(is_best, obj.value.items)) else None
    joint = desc.listing.joint
    one = joint == "or" and desc.mode == "some" and one_phrase(verb, obj, scope)
    return None if one else joint


def of_all_from_there(verb: ast.Act, list_: ast.Group, scope: Scope) -> None:
    """SAY0601: *Put all cats in homes and a bead from the bowl in the park*, *that cat and a bead from the bowl*: are
    those from the bowl, too?
    """
    source = verb.complement("from")
    if source is None or source.span is None or shared(list_) is not None:
        return
    *others, last = list_.items
    for item in others:
        there = isinstance(item, ast.Noun) and item.modifier("in", "on", "at") is not None
        if there or is_known(item) != is_known(last):
            labels = (Label(item.span, "does it come from there as well?"),) if item.span else ()
            hint = "make two sentences, each with its place"
            raise scope.fail("SAY0601", source, word=list_.joint, labels=labels, hint=hint)


def is_known(item: ast.Nominal) -> bool:
    """*that cat*, a name, *it*; not any one of several."""
    return not isinstance(item, ast.Noun) or item.name is not None or is_definite(item) or is_best(item)


def is_best(item: ast.Nominal) -> bool:
    """*the cat with the lowest power*, *your lowest card*: of which several may tie."""
    if not isinstance(item, ast.Noun) or item.plural:
        return False
    det = item.determiner
    if det.article != "the" and det.possessive is None and det.owner is None:
        return False
    return extreme(item) is not None or any(map(most_of, item.modifiers))


def several(deed: Deed, obj: ast.Complement, scope: Scope, *, either: bool) -> None:
    """*Gain 1 A and 2 B*: one event per part.  *Gain 1 A or 1 B*: the doer picks one."""
    assert isinstance(obj.value, ast.Group)
    variants = variants_of(deed.verb, obj)
    if not either:
        not_the_same_twice(deed.verb, variants, scope)
        outcomes = []
        items: list[Referent | None] = []
        for variant, item in zip(
            variants_of(at_one_place(deed, obj, scope), obj), obj.value.items, strict=True
        ):
            scope.forget()
            mark = scope.discourse.mark()
            event(deed.saying(variant), scope)
            items.append(taken_since(mark, item, deed.verb.verb, scope))
            outcomes.append(scope.outcome or build.TRUE)
        scope.outcome = outcome.all_parts(outcomes)
        as_one_group(items, obj, deed.verb.verb, scope)
        return
    doer = deed.doer
    position = scope.emit("branch", doer.expr, 0, (), -1)
    options, ends = [], []
    done = scope.alloc()
    for variant, item in zip(variants, obj.value.items, strict=True):
        sentence = scope.say(item.span)
        options.append((possible(variant, doer, scope), scope.here(), sentence))
        event(deed.saying(variant), scope)
        scope.emit("let", done, scope.outcome)
        ends.append(scope.emit("jump", -1))
    none = scope.here()
    scope.emit("let", done, build.FALSE)
    scope.patch(*ends)
    scope.code[position] = ("branch", doer.expr, 0, tuple(options), none)
    scope.outcome = build.local(done)
    scope.amount = scope.amount_of = None  # *that many* would be those of the last line


def taken_since(mark: int, item: ast.Nominal, verb: str, scope: Scope) -> Referent | None:
    """What a verb was done with that named an item of its object; None: an amount."""
    head = item.head if isinstance(item, ast.Noun) else None
    named = [each for each in scope.discourse.since(mark) if each.verb == verb and each.head == head]
    if named:
        return named[-1]
    desc = quietly(item, scope)  # one that has a name
    if desc.mode != "one" or desc.type.base != "entity":
        return None
    return Referent(Val(desc.expr, desc.type), desc.type.name)


def as_one_group(items: Sequence[Referent | None], obj: ast.Complement, verb: str, scope: Scope) -> None:
    """*Put 2 cats and a dog in the park. Put them …*, *each cat put this way*: all of them."""
    things = [each for each in items if each is not None and not scope.world.is_player(each.value.type)]
    if len(things) < len(items) or any(each.value.type.base != "entity" for each in things):
        return
    values = [each.value for each in things]
    kind = common([Desc("set", each.expr, each.type) for each in values], scope)
    scope.bind(Val(join(list(map(as_set, values))), kind, many=True), kind.name, verb)
    whole, key = scope.discourse.referents[-1], key_of("done", obj.span, scope)
    whole.kinds, whole.done_needs = tuple(each.type.name for each in values), key
    if scope.wants(key):
        done = [scope.discourse.really_done(each) for each in things]
        whole.done = scope.store(join([as_set(each.value) for each in done if each is not None]))
    how_many(verb, scope)


def not_the_same_twice(verb: ast.Act, variants: Sequence[ast.Act], scope: Scope) -> None:
    """*Turn all sheets and a thing face down*: a sheet again, or another thing?  What a verb takes away is not there
    to be chosen again.  SAY0801.
    """
    if not leaves_there(verb, scope):
        return
    before: list[Desc] = []
    for variant in variants:
        what = variant.object
        assert what is not None
        desc = quietly(what, scope)
        if desc.type.base != "entity":
            return
        if desc.mode == "some" and any(scope.world.related(desc.type.name, b.type.name) for b in before):
            hint = "say one after the other, and of the second other than which: *… other than those …*"
            raise scope.unfit(what, "a list in which one could be meant twice", hint=hint)
        before.append(desc)


def leaves_there(verb: ast.Act, scope: Scope) -> bool:
    """Whether things are, after the verb, where they were looked for: *turn*, *move … from the park to the park*."""
    found = phrase_of(verb, scope, quiet=True)
    kernel = found[0].kernel if found is not None else None
    if kernel is None or kernel.batch < 0 or kernel.id == "remove":
        return False
    if not kernel.moves:
        return True
    said = {"to" if each.role in TOWARDS else each.role: each.value for each in verb.complements}
    source, target = said.get("from"), said.get("to")
    if not isinstance(source, ast.Nominal) or not isinstance(target, ast.Nominal):
        return False
    return source == target and quietly(source, scope).mode == "one"


def at_one_place(deed: Deed, obj: ast.Complement, scope: Scope) -> ast.Act:
    """*Put 2 cats and a dog in a park*, *from another player's room*: all in the same one, which is chosen first;
    *from a region to an adjacent region*: to one that is adjacent to where they come from.
    """
    verb, near = deed.verb, scope.near

    def any_of_them(act: ast.Act) -> Expr:
        variants = variants_of(act, obj) if isinstance(obj.value, ast.Group) else [act]
        return build.either(*(possible(each, deed.doer, scope) for each in variants))

    for each in deed.verb.complements:
        if each is obj or not isinstance(each.value, ast.Noun):
            continue
        with scope.saying(near=near):
            desc = quietly(each.value, scope)
            if desc.type.base == "entity" and desc.mode == "some" and is_single(desc):
                verb = with_chosen(verb, each.value, deed.doer, scope, any_of_them)
        if each.role == "from" and (source := going.source_of(verb, scope)) is not None:
            near = Val(source[1].expr, source[1].type)
    return verb


# --- One thing after another --------------------------------------------------------------------------------


def one_by_one(deed: Deed, obj: ast.Complement, scope: Scope) -> None:
    """The verb, done with each thing of its object by itself, once they are chosen: *it* is that thing."""
    taken = from_there(deed.verb, obj, scope)
    # *them* is no player here, who would not be done one by one.
    group = things(scope) if isinstance(taken, ast.Pronoun) else None
    desc = scope.describe(taken) if group is None else one(group, taken)
    desc = choosable(desc, deed.doer, scope)
    desc = with_a_partner(deed.verb, obj, desc, deed.doer, scope)
    single = desc.mode == "some" and is_single(desc)
    chosen = settle(desc, deed.doer, scope)
    head, lemma = desc.noun, deed.verb.verb
    act = deed.verb if taken is obj.value else without_source(deed.verb)

    def done_with(value: Val) -> None:
        it = Bound(value=value, head=head, span=obj.span)
        event(deed.saying(act.with_value(obj, it)), scope)

    if single:
        value = Val(chosen, desc.type)
        scope.bind(value, head, lemma, group=desc.group)
        done_with(value)
        return
    whole = desc.but(mode="set", expr=chosen, random=False)
    loop(whole, scope, lambda: done_with(scope.discourse.referents[-1].value), lemma)
    scope.discourse.referents[-1].each = desc.mode == "each"
    scope.outcome = outcome.all_taken(desc, chosen)
    how_many(deed.verb.verb, scope)


def place_by_place(deed: Deed, places: ast.Noun, scope: Scope) -> None:
    """*Remove a cat from each park*: the verb, done for one of the places after another."""
    whole = scope.let(build.TRUE)

    def there() -> None:
        place = scope.discourse.referents[-1]
        scope.forget()
        known = Bound(value=place.value, head=place.head, span=places.span)
        event(deed.saying(ast.swapped(deed.verb, places, known)), scope)
        scope.emit("let", whole, build.both(build.local(whole), scope.outcome or build.TRUE))

    loop(scope.describe(places), scope, there, deed.verb.verb)
    scope.outcome = build.local(whole)


def in_one_place(roles: Roles, role: Role, scope: Scope) -> None:
    """*Put that cat in each town*: it ends up in the last.  SAY0801."""
    taken = roles.items[0].desc
    if roles.info.kernel is None or role.name != "to" or taken is None:
        return
    if taken.mode == "one" and not taken.many:
        hint = "a thing of its own for each is *a …*; what *it* is not to mean is said with *that …*"
        raise scope.unfit(role.complement, "one thing in each of several places", hint=hint)


def not_all_with_all(roles: Roles, scope: Scope) -> None:
    """*Swap all your cards with all cards of that player*: each with each of the others?  SAY0801."""
    sets = [role for role in roles.items if role.many and role.desc is not None and not role.batch]
    if roles.info.kernel is not None and len(sets) > 1:
        hint = "say what is done with each of them, or put these in one place and those in the other"
        raise scope.unfit(sets[1].complement, "several things with several others", hint=hint)


def places_swapped(deed: Deed, roles: Roles, scope: Scope) -> bool:
    """*Swap all cards in your hand with all cards in their hand.*: these go there, those here."""
    if roles.info.id != "swap":
        return False
    sides = [side for role in roles.items if (side := side_of(role, scope)) is not None]
    if len(sides) < 2:
        return False
    outcomes = []
    mine, theirs = (what.expr for _, what, _ in sides)
    first = (mine, scope.store(theirs))  # before mine lie among them
    for expr, (_, what, _), (where, _, there) in zip(first, sides, reversed(sides), strict=True):
        span, things = where.span, Val(expr, what.type, many=True)
        obj = ast.Complement(span=span, role="obj", value=Bound(value=things, head=what.noun, span=span))
        goes = Bound(value=there, head=there.type.name, span=span)
        place = ast.Complement(span=span, role="place", prep=where.word, value=goes)
        event(deed.saying(ast.Act(span=deed.verb.span, verb="put", complements=(obj, place))), scope)
        outcomes.append(scope.outcome or build.TRUE)
    scope.outcome = build.either(*outcomes)
    return True


def side_of(role: Role, scope: Scope) -> tuple[ast.Modifier, Desc, Val] | None:
    """The place of *all cards in your hand*, in words, the cards, and the place; None: it is anything else."""
    where = place_said(role)
    if role.desc is None or role.desc.mode != "set" or where is None or where.what is None:
        return None
    desc = scope.describe(where.what)
    if desc.mode != "one" or desc.type.base != "entity":
        return None
    return where, role.desc, Val(scope.store(desc.expr), desc.type)


def place_said(role: Role) -> ast.Modifier | None:
    """The only place of a phrase: *all cards in your hand*."""
    node = role.complement.value if role.complement is not None else None
    found = [m for m in node.modifiers if m.word in PLACE_PREPOSITIONS] if isinstance(node, ast.Noun) else []
    return found[0] if len(found) == 1 else None


def one_at_a_time(deed: Deed, roles: Roles, scope: Scope) -> bool:
    """*V each N*, *V 2 Ns* with a verb that takes one thing: an event for each.  False: there is one event."""
    if places_swapped(deed, roles, scope):
        return True
    not_all_with_all(roles, scope)
    for role in roles.items:
        desc = role.desc
        if desc is None:
            continue
        if desc.mode == "set" and desc.extra == "or":
            what, hint = (
                "“or” between sets in an action",
                "of both say *and*; of one of the two, *Choose one:*",
            )
            raise scope.unfit(role.complement, what, expected=("*one of …*",), hint=hint)
        if desc.type.base != "entity":
            continue
        if scope.you is not None and desc.mode in ("each", "set"):
            anywhere.note(desc, deed.doer, scope)  # *discard all cards*: hardly those of all players
        passing.of_who_does_it(roles.info, role.complement, desc.expr, deed.doer, scope)
        if _singly(deed, roles, role, desc, scope):
            return True
        if desc.extra == "bare":
            known = ("*all …*", "*a …*")
            raise scope.unfit(role.complement, "“some or all” here", expected=known)
    return False


def _singly(deed: Deed, roles: Roles, role: Role, desc: Desc, scope: Scope) -> bool:
    """An event for each of what fills a role; False: it takes them all at once, or there is one."""
    whole = desc.mode in ("each", "set")
    if role.batch or not (whole or (role.open and role.many)):
        return False
    first = role is roles.items[0] and desc.mode != "each"
    if first and (same := in_the_same(deed, role, scope)) is not None:
        event(same, scope)
        named_once(deed.verb, same.verb, scope)
    elif whole:
        in_one_place(roles, role, scope)
        each_role(deed, roles, role, desc, scope)
    else:
        chosen = role.settle(scope, deed.doer, roles)
        those = desc.but(mode="set", expr=chosen, random=False)
        each_role(deed, roles, role, those, scope, outcome.all_taken(desc, chosen))
    return True


def in_the_same(deed: Deed, role: Role, scope: Scope) -> Deed | None:
    """*Send 2 cats to a park*, *all cats*: to the same one, which is chosen first; *each cat* has its own.
    None: nothing is to be chosen for all of them, or what it is depends on each (*a park adjacent to its park*).
    """
    part = role.complement
    assert part is not None and isinstance(part.value, ast.Nominal)
    try:
        verb = deed.verb.with_value(part, as_named(part.value, scope))
        for each in verb.complements:  # before anything is chosen: what fails here is asked of each by itself
            if isinstance(each.value, ast.Noun):
                quietly(each.value, scope)
    except Fail:
        return None
    part = verb.complements[deed.verb.complements.index(part)]
    chosen = at_one_place(deed.saying(verb), part, scope)
    return None if chosen is verb else deed.saying(chosen)


def named_once(said: ast.Act, chosen: ast.Act, scope: Scope) -> None:
    """*that park*, *there*, after 2 cats were sent to a park."""
    for was, now in zip(said.complements[1:], chosen.complements[1:], strict=True):
        if isinstance(now.value, Bound) and now.value is not was.value:
            scope.bind(now.value.value, now.value.head, said.verb)
            scope.discourse.referents[-1].topic = False  # *it* is what it was done with
            if scope.world.is_place(now.value.value.type):
                scope.put_there(now.value.value)


def as_named(node: ast.Nominal, scope: Scope) -> ast.Nominal:
    """A phrase with what it names, so that what is chosen next is not taken for it: *2 cats in that park*."""
    for part in node.walk():
        known: ast.Node | None = None
        match part:
            case ast.Noun(determiner=ast.Determiner(article="that")):
                desc = quietly(part, scope)
                known = Bound(value=Val(desc.expr, desc.type), head=part.head or "", span=part.span)
                known = known if desc.mode == "one" else None
            case ast.Modifier(word="there"):
                place = scope.place_there(part)
                there = Bound(value=place, head=place.type.name, span=part.span)
                known = ast.Modifier(word="in", what=there, span=part.span)
        if known is not None:
            node = ast.swapped(node, part, known)
    return node


def each_role(
    deed: Deed, roles: Roles, role: Role, desc: Desc, scope: Scope, taken: Expr | None = None
) -> None:
    """One event after another for what fills a role.  `taken`: whether they are as many as were asked for."""
    assert role.complement is not None
    target = role.complement
    whole = scope.alloc()
    if desc.many and desc.mode != "each":
        desc = desc.but(expr=scope.store(desc.expr))
    there = ("ne", desc.expr, build.EMPTY) if desc.many else build.TRUE
    scope.emit("let", whole, there if taken is None else taken)
    key = (*key_of("done", desc.span, scope), scope.depth)
    really = scope.alloc() if scope.wants(key) else None
    if really is not None:
        scope.emit("let", really, build.EMPTY)

    def each() -> None:
        member = scope.discourse.referents[-1]
        noun = Bound(value=member.value, head=member.head, span=target.span)
        scope.forget()
        event(deed.saying(deed.verb.with_value(target, noun)), scope)
        if scope.outcome is not None:
            scope.emit("let", whole, build.both(build.local(whole), scope.outcome))
        if really is not None:
            done = ("union", build.local(really), ("single", member.value.expr))
            scope.emit("let", really, ("if", scope.outcome or build.TRUE, done, build.local(really)))

    several = desc.but(
        mode="set", high=None if taken is None else desc.high
    )  # *all cards*, also of one alone
    loop(several, scope, each, deed.verb.verb)
    those = scope.discourse.referents[-1]
    those.each = desc.mode == "each"
    if those.value.many and roles.info.kernel is None:
        those.done_needs, those.done = key, None if really is None else build.local(really)
    scope.outcome = build.local(whole)
    if only_number(roles.info) is None:
        how_many(deed.verb.verb, scope)
    else:  # so many things, or so much with each of them
        scope.amount = scope.amount_of = None


def how_many(verb: str, scope: Scope) -> None:
    """*Discard any number of cards, then draw that many cards.*: as many as a loop had passes, a list had things."""
    those = scope.discourse.referents[-1]
    if those.value.many:
        scope.amount, scope.amount_of = ("count", those.value.expr), those
        scope.amount_by = scope.number, verb, ""
