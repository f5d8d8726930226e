"""One verb phrase as an event: its roles settled, alternatives chosen, a `do` emitted."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from toolkit.compile import anywhere, build, counting, going, likeness, outcome, paying
from toolkit.compile import effect as effects
from toolkit.compile import special as specials
from toolkit.compile.chooser import choosable
from toolkit.compile.lists import narrowed
from toolkit.compile.nominal import describe
from toolkit.compile.phrases import number_of
from toolkit.compile.roles import Role, phrase_of, roles_of, shuffled_first
from toolkit.compile.scope import Scope, player_type
from toolkit.compile.values import Bound, Desc, Parts, Val
from toolkit.language import ast
from toolkit.program.expression import Expr


def has_phrase(verb: ast.Act, scope: Scope) -> bool:
    """Whether the pack gives this word a phrase of its own with these roles (*end your turn*)."""
    given = {c.role for c in verb.complements}
    for info, template in scope.world.by_lemma.get(verb.verb, ()):
        if (
            info.kernel is None
            and ({slot.role for slot in template.slots} or ({"obj"} if template.fixed else set())) == given
        ):
            found = phrase_of(verb, scope, quiet=True)
            return template.fixed == "" if found is None else found[0].kernel is None
    return False


def times(verb: ast.Act, scope: Scope) -> tuple[ast.Times, ast.Act] | None:
    """*V … 3 times*, *take 3 turns*, *draw that many cards* of `draw a card`: how often, and the verb without it."""
    for adverbial in verb.adverbials:
        if isinstance(adverbial, ast.Times):
            rest = tuple(a for a in verb.adverbials if a is not adverbial)
            return adverbial, replace(verb, adverbials=rest)
    obj = next((c for c in verb.complements if c.role == "obj"), None)
    if obj is None or not isinstance(obj.value, ast.Nominal):
        return None
    noun = fixed_noun(verb, obj.value, scope)
    if noun is None or phrase_of(verb, scope, quiet=True) is not None:
        return None
    single = ast.Noun(determiner=ast.Determiner(article="a"), head=noun, span=obj.span)
    act = replace(
        verb, complements=tuple(replace(c, value=single) if c is obj else c for c in verb.complements)
    )
    found = phrase_of(act, scope, quiet=True)
    if found is None or not found[1].fixed:
        return None
    value = obj.value
    if isinstance(value, ast.Noun) and value.determiner.number is not None and not value.modifiers:
        det = value.determiner
        return ast.Times(number=det.number or 0, bound=det.bound, span=det.span), act
    return ast.Times(number=0, amount=value, span=obj.span), act


def fixed_noun(verb: ast.Act, said: ast.Nominal, scope: Scope) -> str | None:
    """The noun of a phrase whose words are fixed (`draw a card`, `take a turn`), if the object says how many of them:
    *3 cards*, *that many cards*, *1 card for each cat*.
    """
    for _, template in scope.world.by_lemma.get(verb.verb, ()):
        article, _, noun = template.fixed.partition(" ")
        if article in ("a", "an") and counting.is_count(said, noun):
            return noun
    return None


def repeated(
    how: ast.Times, scope: Scope, action: Callable[[], None], doer: Val | None = None,
    able: Callable[[], Expr] = lambda: build.TRUE,
) -> None:  # fmt: skip
    """Do it so often; *up to*: the doer may stop before each pass, and is asked as long as it can be done (`able`)."""
    if how.bound not in (None, "exactly", "up to"):
        raise scope.fail("SAY0801", how, what=f"“{how.bound}” in an action")
    done, go = scope.alloc(), scope.alloc()
    who = doer or scope.you or Val(("active",), player_type())
    limit = (
        build.integer(how.number) if how.amount is None else scope.store(how_often(how.amount, who, scope))
    )
    scope.emit("let", done, build.integer(0))
    head = scope.here()
    stops = []
    if how.amount is not None:  # it may be 0
        stops.append(scope.emit("unless", ("gt", limit, build.local(done)), -1))
    if how.bound == "up to":
        stops.append(scope.emit("unless", able(), -1))
        scope.emit("may", who.expr, go)
        stops.append(scope.emit("unless", ("ne", build.local(go), build.integer(0)), -1))
    scope.emit("let", done, ("add", build.local(done), build.integer(1)))
    action()
    scope.emit("unless", ("ge", build.local(done), limit), head)
    for jump in stops:
        scope.patch(jump)
    scope.forget()
    scope.amount = None


def how_often(node: ast.Nominal, doer: Val, scope: Scope) -> Expr:
    """*that many times*, *a number of times equal to A*; *that many cards* of `draw a card`."""
    if isinstance(node, ast.Noun) and node.head is None and node.determiner.quantifier == "that many":
        if scope.amount is None:
            raise scope.fail("SAY0656", node, word="that many")
        return scope.amount
    noun = counting.noun_of(node)
    if noun is not None and counting.is_count(node, noun):
        return counting.number_of(node, doer, scope)
    return number_of(node, scope)


def optional(
    verb: ast.Act, doer: Val, closings: tuple[ast.Closing, ...], scope: Scope, more: tuple[ast.Verb, ...] = ()
) -> None:
    """*P may V [and V2]*: offered only if V can be done; *any number of* and *up to* are options by themselves."""
    act = replace(verb, modal=None)
    repeat = times(act, scope)
    free = repeat[0].bound == "up to" if repeat is not None else is_free(act)
    if free and not more:
        effects.verb_effect(act, doer, closings, scope)
        return
    yes = scope.alloc()
    scope.emit("let", yes, build.integer(0))
    able = possible(repeat[1] if repeat is not None else act, doer, scope, whole=True)
    skip = scope.emit("unless", able, -1)
    scope.emit("may", doer.expr, yes)
    no = scope.emit("unless", ("ne", build.local(yes), build.integer(0)), -1)
    done: list[Expr] = [("ne", build.local(yes), build.integer(0))]
    for part in (act, *more):
        scope.forget()
        effects.verb_effect(part, doer, closings, scope)
        if scope.outcome is not None:
            done.append(scope.outcome)
    scope.patch(skip)
    scope.patch(no)
    scope.outcome = build.both(*done)


def is_free(verb: ast.Act) -> bool:
    """Whether the object already leaves the number free (*any number of*, *up to N*)."""
    for complement in verb.complements:
        if complement.role == "obj" and isinstance(complement.value, ast.Noun):
            det = complement.value.determiner
            return det.quantifier == "any number of" or det.bound == "up to"
    return False


def possible(verb: ast.Act, doer: Val, scope: Scope, *, whole: bool = False) -> Expr:
    """Whether a verb could be done now: what it must choose from is not empty, and the event is allowed.  `whole`: it
    has as many as are asked for.
    """
    mark, size, there = scope.discourse.mark(), len(scope.code), scope.there
    repeat = times(verb, scope)
    verb = repeat[1] if repeat is not None else verb
    try:
        return outcome.inlined(able(verb, doer, scope, whole=whole), scope.code[size:])
    finally:
        scope.there = there
        scope.discourse.forget(mark)
        del scope.code[size:], scope.at[size:]


def able(verb: ast.Act, doer: Val, scope: Scope, *, whole: bool) -> Expr:
    """The same, over slots that the code which it emits fills."""
    if verb.verb in specials.SPECIAL and not has_phrase(verb, scope):
        obj = next((c.value for c in verb.complements if c.role == "obj"), None)
        if isinstance(obj, ast.Nominal) and verb.verb == "choose":
            desc = choosable(describe(obj, scope), doer, scope)
            if desc.mode == "some" and desc.type.base == "entity" and desc.low != build.integer(0):
                return outcome.all_there(desc, whole)
        return build.TRUE
    found = next((c for c in verb.complements if c.role == "obj"), None)
    group = (
        describe_quietly(found.value, scope)
        if found is not None and isinstance(found.value, ast.Group)
        else None
    )
    if group is not None and group.listing is not None and found is not None:
        parts = [possible(variant, doer, scope, whole=whole) for variant in variants_of(verb, found)]
        all_of_them = group.listing.joint != "or" and (whole or verb.verb == "pay")
        return build.both(*parts) if all_of_them else build.either(*parts)
    if (beside := going.possible(verb, found, doer, scope)) is not None:
        return beside
    role = phrase_of(verb, scope)
    assert role is not None
    info, template = role
    if found is not None and asks_back(verb, found, scope):
        desc = choosable(describe(from_there(verb, found, scope), scope), doer, scope)
        return build.both(build.nonempty(desc.expr), outcome.all_there(desc, whole))
    if (several_kinds := paying.kinds_of(verb, info, scope)) is not None:
        return paying.possible(info, several_kinds, doer)
    roles = roles_of(info, template, verb, doer, (), scope)
    there = build.both(outcome.lost_whole(roles, scope), outcome.wholly(roles) if whole else build.TRUE)
    return build.both(roles.possible(scope), there)


def can_do(verb: ast.Act, subject: Val, scope: Scope) -> Expr:
    """The condition *P can V …*."""
    return possible(replace(verb, modal=None, negated=False), subject, scope, whole=True)


def event(verb: ast.Act, doer: Val, closings: tuple[ast.Closing, ...], scope: Scope) -> None:
    """Propose the event of a verb, after choosing what its phrases leave open."""
    found = phrase_of(verb, scope)
    assert found is not None
    info, template = found
    obj = next((c for c in verb.complements if c.role == "obj"), None)
    if obj is not None and isinstance(obj.value, ast.Nominal) and not template.fixed:
        desc = describe_quietly(obj.value, scope)
        if desc is not None and desc.listing is not None:
            either = desc.listing.joint == "or"
            if not (either and desc.mode == "some" and one_phrase(verb, obj, scope)):
                several(verb, obj, doer, closings, scope, either=either)
                return
    if going.around(verb, obj, doer, closings, scope):
        return
    if obj is not None and asks_back(verb, obj, scope):
        one_by_one(verb, obj, doer, closings, scope)
        return
    if closings and "amount" not in info.roles:
        raise scope.fail("SAY0801", closings[0], what="this bound: the verb has no amount")
    if (several_kinds := paying.kinds_of(verb, info, scope)) is not None:
        if closings:
            raise scope.fail("SAY0801", closings[0], what="this bound, where the kinds are chosen")
        paying.of_kinds(info, several_kinds, doer, scope)
        return
    roles = roles_of(info, template, verb, doer, closings, scope)
    for role in roles.items:
        if role.desc is not None and role.desc.mode == "set" and role.desc.extra == "or":
            raise scope.fail(
                "SAY0801", role.complement, what="“or” between sets in an action", expected=("*one of …*",)
            )
        if (
            role.desc is not None
            and role.desc.mode in ("each", "set")
            and not role.batch
            and role.desc.type.base == "entity"
        ):
            each_role(verb, role, role.desc, doer, closings, scope)
            return
        if (
            role.desc is not None
            and role.open
            and role.many
            and not role.batch
            and role.desc.type.base == "entity"
        ):
            chosen = role.settle(scope, doer, roles)
            whole = outcome.all_taken(role.desc, chosen)
            those = role.desc.but(mode="set", expr=chosen, random=False)
            each_role(verb, role, those, doer, closings, scope, whole)
            return
        if role.desc is not None and role.desc.extra == "bare" and role.desc.type.base == "entity":
            raise scope.fail(
                "SAY0801", role.complement, what="“some or all” here", expected=("*all …*", "*a …*")
            )
    settled = [role.settle(scope, doer, roles) for role in roles.items]
    if "position" in info.roles and roles.items[0].many:
        at = settled[info.roles.index("position")]
        settled[0] = shuffled_first(verb, settled[0], at, scope)
    if "way" in info.roles:
        settled = paying.with_way(info, settled, doer, scope)
    if info.kernel is not None and info.roles[:2] == ("attr", "amount"):
        settled[1] = scope.store(settled[1])  # *all your coins* are as many as before
    slot = scope.alloc()
    scope.emit("do", info.index, doer.expr, tuple(settled), slot)
    result = build.local(slot)
    scope.outcome = outcome.carried_out(info, roles.items, settled, result)
    if info.kernel is not None and "amount" in info.roles:
        scope.amount = result
    elif template.counted and template.slots[0].counts:
        scope.amount = settled[0]
    elif (
        roles.items and roles.items[0].batch and roles.items[0].many and roles.items[0].complement is not None
    ):
        scope.amount = (
            "count",
            result,
        )  # *Put all cards from your hand in the box, then draw that many cards.*
    for role, expr in zip(roles.items, settled, strict=True):
        if role.desc is not None and role.desc.type.base == "entity":
            many = role.many
            head = role.desc.head or role.desc.type.name
            scope.bind(Val(expr, role.desc.type, many), head, verb.verb, group=role.desc.group)
            if role.name in ("to", "place") and not many:
                scope.put_there(Val(expr, role.desc.type))


def asks_back(verb: ast.Act, obj: ast.Complement, scope: Scope) -> bool:
    """*Return a unit to its owner's hand*: what the verb is done with is spoken of in another of its phrases."""
    if not isinstance(obj.value, ast.Noun) or obj.value.determiner.article in ("this", "that", "the"):
        return False
    apart = going.apart(verb, obj, scope)
    others = [
        c.value
        for c in verb.complements
        if c is not obj and c not in apart and isinstance(c.value, ast.Nominal)
    ]
    if not any(is_it(node) for other in others for node in other.walk()):
        return False
    desc = quietly(obj.value, scope)
    return desc.type.base == "entity" and desc.mode in ("some", "each", "set")


def is_it(node: ast.Node) -> bool:
    """*it*, *its N*."""
    if isinstance(node, ast.Pronoun):
        return node.word == "it"
    return isinstance(node, ast.Noun) and node.determiner.possessive == "its"


def one_by_one(
    verb: ast.Act, obj: ast.Complement, doer: Val, closings: tuple[ast.Closing, ...], scope: Scope
) -> None:
    """The verb, done with each thing of its object by itself, once they are chosen: *it* is that thing."""
    taken = from_there(verb, obj, scope)
    desc = choosable(describe(taken, scope), doer, scope)
    single = desc.mode == "some" and desc.low == desc.high == build.integer(1)
    chosen = settle(desc, doer, scope)
    head = desc.head or desc.type.name

    def done_with(value: Val) -> None:
        it = Bound(value=value, head=head, span=obj.span)
        left = [c for c in verb.complements if c.role != "from" or taken is obj.value]
        changed = tuple(replace(c, value=it) if c is obj else c for c in left)
        event(replace(verb, complements=changed), doer, closings, scope)

    if single:
        value = Val(chosen, desc.type)
        scope.bind(value, head, verb.verb, group=desc.group)
        done_with(value)
        return
    whole = desc.but(mode="set", expr=chosen, random=False)
    effects.loop(whole, scope, lambda: done_with(scope.discourse.referents[-1].value), verb.verb)
    scope.outcome = outcome.all_taken(desc, chosen)


def from_there(verb: ast.Act, obj: ast.Complement, scope: Scope) -> ast.Nominal:
    """*return a cat from the park to its owner's home*: the object with where it comes from, if that is no slot."""
    assert isinstance(obj.value, ast.Nominal)
    found = phrase_of(verb, scope, quiet=True)
    if found is None or "from" in found[0].roles or found[0].kernel is None:
        return obj.value
    return place_as_modifier(verb, obj)


def quietly(node: ast.Nominal, scope: Scope) -> Desc:
    """What a phrase describes, only to look at: nothing is named and no code is left behind."""
    mark, size, there = scope.discourse.mark(), len(scope.code), scope.there
    try:
        return describe(node, scope)
    finally:
        scope.there = there
        scope.discourse.forget(mark)
        del scope.code[size:], scope.at[size:]


def describe_quietly(node: ast.Nominal, scope: Scope) -> Desc | None:
    """What a list describes, only to look at; None: no list."""
    return quietly(node, scope) if isinstance(node, ast.Group) else None


def one_phrase(verb: ast.Act, obj: ast.Complement, scope: Scope) -> bool:
    """*Put a cat or a dog there* is one choice, if the words mean the same for each kind."""
    phrases = [phrase_of(variant, scope, quiet=True) for variant in variants_of(verb, obj)]
    return all(phrase is not None and phrase == phrases[0] for phrase in phrases)


def variants_of(verb: ast.Act, obj: ast.Complement) -> list[ast.Act]:
    """The verb said of each item of its object."""
    assert isinstance(obj.value, ast.Group)
    return [
        replace(verb, complements=tuple(replace(c, value=item) if c is obj else c for c in verb.complements))
        for item in obj.value.items
    ]


def several(
    verb: ast.Act,
    obj: ast.Complement,
    doer: Val,
    closings: tuple[ast.Closing, ...],
    scope: Scope,
    *,
    either: bool,
) -> None:
    """*Gain 1 A and 2 B*: one event per part.  *Gain 1 A or 1 B*: the doer picks one."""
    assert isinstance(obj.value, ast.Group)
    variants = variants_of(verb, obj)
    if not either:
        outcomes = []
        for variant in variants:
            scope.forget()
            event(variant, doer, closings, scope)
            outcomes.append(scope.outcome or build.TRUE)
        scope.outcome = build.both(*outcomes)
        return
    position = scope.emit("branch", doer.expr, 0, (), -1)
    options, ends = [], []
    done = scope.alloc()
    for variant, item in zip(variants, obj.value.items, strict=True):
        sentence = scope.say(item.span)
        options.append((possible(variant, doer, scope), scope.here(), sentence))
        event(variant, doer, closings, scope)
        scope.emit("let", done, scope.outcome)
        ends.append(scope.emit("jump", -1))
    none = scope.here()
    scope.emit("let", done, build.FALSE)
    for end in ends:
        scope.patch(end)
    scope.code[position] = ("branch", doer.expr, 0, tuple(options), none)
    scope.outcome = build.local(done)


def each_role(
    verb: ast.Act, role: Role, desc: Desc, doer: Val, closings: tuple[ast.Closing, ...], scope: Scope,
    taken: Expr | None = None,
) -> None:  # fmt: skip
    """*V each N*, *V 2 Ns* with a verb that takes one thing: one event after another.  `taken`: whether they are as
    many as were asked for.
    """
    assert role.complement is not None
    target = role.complement

    whole = scope.alloc()
    if desc.many and desc.mode != "each":
        desc = desc.but(expr=scope.store(desc.expr))
    there = ("ne", desc.expr, build.EMPTY) if desc.many else build.TRUE
    scope.emit("let", whole, there if taken is None else taken)

    def each() -> None:
        member = scope.discourse.referents[-1]
        noun = Bound(value=member.value, head=member.head, span=target.span)
        changed = tuple(replace(c, value=noun) if c is target else c for c in verb.complements)
        scope.forget()
        event(replace(verb, complements=changed), doer, closings, scope)
        if scope.outcome is not None:
            scope.emit("let", whole, build.both(build.local(whole), scope.outcome))

    effects.loop(desc.but(mode="set"), scope, each, verb.verb)
    scope.outcome = build.local(whole)
    those = scope.discourse.referents[-1].value
    if those.many:  # *Discard any number of cards, then draw that many cards.*
        scope.amount = ("count", those.expr)


def settle(desc: Desc, chooser: Val, scope: Scope, condition: Callable[[Expr], Expr] | None = None) -> Expr:
    """Turn a description into a value, asking (or rolling) where it leaves something open.  `condition`: what
    a candidate must meet.
    """
    items = desc.expr
    if isinstance(desc.listing, Parts):
        raise scope.fail("SAY0801", desc.span, what="choosing several things in one list")
    if desc.mode in ("one", "set", "each"):
        return scope.store(items)
    if desc.mode != "some":
        raise scope.fail("SAY0801", desc.span, what="“no” here")
    if desc.bound not in (None, "exactly") or desc.more is not None:
        raise scope.fail("SAY0801", desc.span, what=f"“{desc.bound or desc.more}” in an action")
    if condition is None:
        anywhere.note(desc, chooser, scope)
    single = desc.low == desc.high == build.integer(1)
    if desc.scattered and (desc.random or not single):
        hint = "choose the player first: *Choose another player. … of that player*"
        raise scope.fail("SAY0801", desc.span, what="so many of one of several players", hint=hint)
    if condition is not None:
        slot = scope.alloc()
        items = build.where(items, slot, condition(build.local(slot)))
    if desc.alike is not None:
        return likeness.choose(desc, items, desc.chooser or chooser.expr, scope)
    result = scope.alloc()
    if desc.random:
        scope.emit("random", items, desc.low, result)
        return ("first", build.local(result)) if single else build.local(result)
    who = desc.chooser or chooser.expr
    if single:
        scope.emit("choose-one", who, items, result)
        return build.local(result)
    high = desc.high
    if high is None:
        items = scope.store(items)
        high = ("count", items)
    scope.emit("choose", who, items, desc.low, high, result)
    return build.local(result)


def secretly(desc: Desc, clause: ast.Clause, closings: tuple[ast.Closing, ...], scope: Scope) -> None:
    """*Each N secretly Vs a M*: everybody chooses unseen, then all happen."""
    if len(clause.verbs) != 1 or not isinstance(clause.verbs[0], ast.Act):
        raise scope.fail("SAY0801", clause, what="more than one verb after “secretly”")
    verb = clause.verbs[0]
    if verb.modal == "may":
        raise scope.fail(
            "SAY0801", verb, what="“may” with “secretly”", hint="*Each player secretly … up to 1 …*"
        )
    verb = replace(
        verb,
        adverbials=tuple(
            a for a in verb.adverbials if not (isinstance(a, ast.Manner) and a.word == "secretly")
        ),
    )
    obj = next((c for c in verb.complements if c.role == "obj"), None)
    if obj is None or not isinstance(obj.value, ast.Nominal):
        raise scope.fail("SAY0801", verb, what="“secretly” without something to choose")
    players = scope.store(effects.player_order(desc.expr, scope, clause))
    who = scope.alloc()
    member = Val(build.local(who), desc.type)
    mark = scope.discourse.mark()
    scope.bind(member, "player")
    with scope.saying(they=member):
        what = describe(place_as_modifier(verb, obj), scope)
    scope.discourse.forget(mark)
    if what.mode != "some":
        raise scope.fail("SAY0801", obj, what="“secretly” without something to choose")
    what = choosable(what, member, scope)
    what = what.but(expr=allowed_alone(verb, obj, what, member, scope))
    answers = scope.alloc()
    high = what.high or ("count", what.expr)
    scope.emit("choose-each", players, who, what.expr, what.low, high, answers)
    index = scope.alloc()
    counter, doer = scope.alloc(), scope.alloc()
    scope.emit("let", index, build.integer(0))
    head = scope.emit("each", players[1], index, doer, -1)
    del counter
    chosen = scope.alloc()
    picked: Expr = ("nth", build.local(answers), build.local(index))
    single = what.low == what.high == build.integer(1)
    scope.emit("let", chosen, ("first", picked) if single else picked)
    value = Val(build.local(doer), desc.type)
    scope.bind(value, "player")
    head_noun = what.head or what.type.name
    scope.bind(Val(build.local(chosen), what.type, not single), head_noun, verb.verb)
    noun = Bound(value=Val(build.local(chosen), what.type, not single), head=head_noun, span=obj.span)
    with scope.saying(they=value):
        changed = tuple(
            replace(c, value=noun) if c is obj else c for c in verb.complements if c.role != "from"
        )
        event(replace(verb, modal=None, complements=changed), value, closings, scope)
    scope.emit("jump", head)
    scope.patch(head)


def allowed_alone(verb: ast.Act, obj: ast.Complement, what: Desc, doer: Val, scope: Scope) -> Expr:
    """Of what somebody could choose unseen, that with which they may do it."""
    mark, size = scope.discourse.mark(), len(scope.code)
    try:
        bare = replace(verb, complements=tuple(c for c in verb.complements if c.role != "from"))
        found = phrase_of(bare, scope, quiet=True)
        if found is None or not found[0].checked:
            return what.expr
        with scope.saying(they=doer):
            roles = roles_of(*found, bare, doer, (), scope)
        slot = scope.alloc()
        name = next((role.name for role in roles.items if role.complement is obj), roles.items[0].name)
        fits = roles.allowed(scope, {name: build.local(slot)})
        return build.where(what.expr, slot, outcome.inlined(fits, scope.code[size:]))
    finally:
        scope.discourse.forget(mark)
        del scope.code[size:], scope.at[size:]


def place_as_modifier(verb: ast.Act, obj: ast.Complement) -> ast.Nominal:
    """The *from P* of the verb narrows what it takes."""
    source = next(
        (c for c in verb.complements if c.role == "from" and isinstance(c.value, ast.Nominal)), None
    )
    assert isinstance(obj.value, ast.Nominal)
    if source is None:
        return obj.value
    assert isinstance(source.value, ast.Nominal)
    return narrowed(obj.value, ast.Modifier(word="from", what=source.value, span=source.span))
