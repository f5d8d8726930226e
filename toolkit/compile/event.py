"""Event patterns: one clause → which verbs, and a condition over the event's roles.

Shared by triggers (*When you lose a unit*), replacements (*If a die would be raised*), prohibitions (*Players
cannot build*) and history (*you lost no units in this turn*).  The roles of the event stand in locals from
`base`: who, roles…, result.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from toolkit.compile import amount, build, counting
from toolkit.compile.nominal import common, describe, name_type
from toolkit.compile.scope import Scope, player_type
from toolkit.compile.sets import PLACE_PREPOSITIONS, extreme, own_preposition
from toolkit.compile.values import Desc, Val, entity
from toolkit.compile.world import Attribute, VerbInfo
from toolkit.language import ast
from toolkit.language.vocabulary import Slot
from toolkit.program.expression import Expr

PUT_ROLES = ("to", "into", "place", "onto")


@dataclass(slots=True)
class EventMatch:
    """`verbs`: indices whose events may match.  `base`: first local of the event (who).  `condition`: over
    those locals.  `was`: what is said of its object, which may have left by now.
    """

    verbs: tuple[int, ...]
    base: int
    condition: Expr
    infos: list[VerbInfo]
    passive: bool = False
    was: Expr | None = None


def verbs_of(clause: ast.Clause, scope: Scope) -> list[VerbInfo]:
    """The verbs that a clause could be an event of; empty when it is a state."""
    if len(clause.verbs) != 1 or not isinstance(clause.verbs[0], ast.Act):
        return []
    verb = clause.verbs[0]
    if verb.negated or (
        verb.verb in scope.world.defined and verb.verb not in scope.world.vocabulary.adjectives
    ):
        return []  # a defined relation; *ready* may be an adjective and a verb
    found: dict[str, VerbInfo] = {}
    obj = next((c.value for c in verb.complements if c.role == "obj"), None)
    from toolkit.compile.roles import same_words

    for info, template in scope.world.by_lemma.get(verb.verb, ()):
        if template.fixed and not (isinstance(obj, ast.Nominal) and same_words(obj, template.fixed, scope)):
            continue
        found[info.id] = info
    return list(found.values())


def match_event(
    clause: ast.Clause,
    scope: Scope,
    *,
    limit: bool = False,
    base: int | None = None,
    rule: bool = False,
    after: bool = False,
    known: VerbInfo | None = None,
) -> EventMatch:
    """The pattern of a clause.  Binds what it names: *that unit*, *they*.  `base`: slots that `reserve` has
    kept for it.  `after`: it is looked at when it has happened, and its object may have left the place that is
    named (*When you lose a guard in the tower*): where it was before is behind the result.  `known`: the verb,
    where its word is none of an event.
    """
    clause = of_a_player(clause, scope)
    verb = clause.verbs[0]
    infos = [known] if known is not None else verbs_of(clause, scope)
    if not infos or not isinstance(verb, ast.Act):
        raise scope.fail("SAY0835", clause, verb=getattr(verb, "verb", "be"))
    infos = _fitting(infos, verb, clause, scope)
    info = infos[0]
    if base is None:
        base = scope.size
        scope.size += len(info.roles) + 2 + after
    origin: Expr | None = ("local", base + len(info.roles) + 2) if after else None
    conditions: list[Expr] = []
    was: list[Expr] = []

    def of_object(node: ast.Nominal) -> None:
        """What is said of the thing that it happens to: where it was, and the rest."""
        what, where = _stood(node) if origin is not None else (node, None)
        said = _role(info, role_name(info, "obj"), what, base, scope, verb.verb)
        if where is not None and where.what is not None:
            mark = scope.discourse.mark()
            own_preposition(where.word, describe(where.what, scope), where, scope, strict=True)
            scope.discourse.forget(mark)
            stand(where.what)
        for part in said[1:] if said[0] == "and" else (said,):
            (was if origin is not None and changeable(part) else conditions).append(part)

    def stand(node: ast.Nominal) -> None:
        """Where it happens: where its object was, or is."""
        here, there = _place(node, base + 1 + _object_at(info), scope, origin)
        conditions.append(here)
        was.append(there)

    who = Val(("local", base), player_type())
    mark = scope.discourse.mark()
    if not verb.passive:
        if clause.subject is not None:
            desc = describe(clause.subject, scope)
            if not (rule and desc.mode == "each"):
                desc = any_one(desc, clause.subject, scope)
            conditions.append(is_one_of(desc, who.expr, scope))
            typed = Val(who.expr, desc.type)
            scope.discourse.forget(mark)
            if desc.mode != "one" or not isinstance(clause.subject, ast.Pronoun):
                scope.bind(typed, desc.head or desc.type.name)
                if scope.world.is_a(desc.type.name, "player"):
                    scope.they = typed
        else:
            raise scope.fail("SAY0658", clause)
    elif clause.subject is not None:
        of_object(clause.subject)
    for complement in verb.complements:
        if is_fixed_object(info, complement, scope):
            continue
        if complement.value is None:
            if scope.there is None:
                raise scope.fail("SAY0652", complement, word="there")
            conditions.append(("in", ("local", base + 1), scope.there.expr))
            continue
        if not isinstance(complement.value, ast.Nominal):
            raise scope.fail("SAY0801", complement, what="this in an event")
        role = complement.role
        name = role_name(info, role)
        if name not in info.roles and role == "place":
            stand(complement.value)
            continue
        if role == "obj" and origin is not None and name in info.roles:
            of_object(complement.value)
            continue
        if complement.prep in ("under", "on top of"):
            raise scope.fail("SAY0801", complement, what=f"“{complement.prep}” in an event")
        conditions.append(_role(info, name, complement.value, base, scope, verb.verb))
        if role == "place":
            mark = scope.discourse.mark()
            own_preposition(complement.prep, describe(complement.value, scope), complement, scope)
            scope.discourse.forget(mark)
    for adverbial in verb.adverbials:
        if isinstance(adverbial, ast.When) and not limit:
            from toolkit.compile.lasting import while_it_runs

            conditions.append(while_it_runs(adverbial, scope))
        elif not isinstance(adverbial, ast.When):
            raise scope.fail("SAY0801", adverbial, what="this in an event")
    result = base + len(info.roles) + 1
    if "amount" in info.roles:  # what it came to; of an event that would happen, what it would be
        scope.amount = ("local", result if after else base + 1 + info.roles.index("amount"))
    described = build.both(*was)
    if not after:
        conditions, described = [*conditions, described], build.TRUE
    return EventMatch(
        tuple(i.index for i in infos), base, build.both(*conditions), infos, verb.passive,
        None if described == build.TRUE else described,
    )  # fmt: skip


def of_a_player(clause: ast.Clause, scope: Scope) -> ast.Clause:
    """*This piece chases a player.* as what a player does with it; a thing with which nothing is done is no doer."""
    from toolkit.compile.roles import type_name

    verb, subject = clause.verbs[0], clause.subject
    if not isinstance(verb, ast.Act) or verb.passive or subject is None:
        return clause
    size = scope.size
    kind = type_name(subject, scope)
    scope.size = size  # the event of the clause comes first in the frame
    if kind is None or kind.base != "entity" or acts(kind.name, scope):
        return clause
    slot = done_with(verb, kind.name, scope)
    if slot is None:
        raise no_doer(subject, kind.name, scope)
    tool = ast.Complement(span=subject.span, role=slot.role, prep=slot.prep, value=subject)
    player = ast.Noun(span=subject.span, determiner=ast.Determiner(article="a"), head="player")
    changed = replace(verb, complements=(*verb.complements, tool))
    return replace(clause, subject=player, verbs=(changed, *clause.verbs[1:]))


def acts(kind: str, scope: Scope) -> bool:
    """Whether things of a kind do what verbs say: players do, and *the game ends*."""
    return kind in ("game", "thing") or scope.world.is_a(kind, "player")


def done_with(verb: ast.Act, kind: str, scope: Scope) -> Slot | None:
    """The slot of a verb that such a thing fills when it is said to act: `chase {player} with {kind}`."""
    given = {complement.role for complement in verb.complements}
    for _, template in scope.world.by_lemma.get(verb.verb, ()):
        for slot in template.slots:
            tool = slot.role in ("with", "by") and slot.role not in given and slot.noun in scope.world.kinds
            if tool and scope.world.related(kind, slot.noun):
                return slot
    return None


def no_doer(subject: ast.Nominal, kind: str, scope: Scope) -> Exception:
    """A thing where only players act: the event would never be found."""
    return scope.fail(
        "SAY0752",
        subject,
        found=name_type(entity(kind)),
        wanted="a player, for players do what verbs say",
        hint=f"say whom it happens to (*When a {kind} is …*), or give the verb a slot for what it is done with "
        f"(`phrase: chase {{player}} with {{{kind}}}`): then *the {kind} chases* is said of that",
    )


def is_fixed_object(info: VerbInfo, complement: ast.Complement, scope: Scope) -> bool:
    """Whether the object is no role but words of the verb: *win the game*, *take a turn*."""
    from toolkit.compile.roles import same_words

    if complement.role != "obj" or not info.templates or not isinstance(complement.value, ast.Nominal):
        return False
    if info.templates[0].fixed:
        return True
    value = complement.value
    return any(template.fixed and same_words(value, template.fixed, scope) for template in info.templates)


def role_name(info: VerbInfo, role: str) -> str:
    """The role of the event that a complement fills: a kernel verb says it itself, a pack's verb by its first
    phrase.
    """
    if info.kernel is None and info.templates:
        for number, slot in enumerate(info.templates[0].slots):
            if slot.role == role:
                return info.roles[number]
    return "to" if role in PUT_ROLES and "to" in info.roles else role


def reserve(clause: ast.Clause, scope: Scope, known: VerbInfo | None = None) -> int:
    """Keep the first free slots for who, the roles and the result of the event of a clause, whatever is
    compiled before it.
    """
    base = scope.size
    infos = [known] if known is not None else verbs_of(clause, scope)
    scope.size += max((len(info.roles) for info in infos), default=0) + 2
    return base


def _fitting(
    infos: list[VerbInfo], verb: ast.Act, clause: ast.Clause, scope: Scope, obj: Val | None = None
) -> list[VerbInfo]:
    """Of several verbs with one word, the one whose slots the clause fits best: no slot more than needed, and of
    the right kinds.  `obj`: the missing object of a relative clause.
    """
    if len(infos) == 1:
        return infos
    from toolkit.compile.roles import type_fit, type_name

    given = {("to" if c.role in PUT_ROLES else c.role) for c in verb.complements}
    object_ = obj.type if obj is not None else None
    if verb.passive:
        given.add("obj")
        if clause.subject is not None:
            object_ = type_name(clause.subject, scope)
    elif obj is not None:
        given.add("obj")
    size = scope.size
    scored = []
    for info in infos:
        fits = []
        for template in info.templates:
            wanted = {("to" if s.role in PUT_ROLES else s.role) for s in template.slots}
            wanted |= {"obj"} if template.fixed else set()
            quality = type_fit(verb, template, scope)
            taken = next((s.noun for s in template.slots if s.role == "obj"), None)
            if object_ is not None and taken in scope.world.kinds:
                fit = object_.base == "entity" and scope.world.related(object_.name, taken)
                quality = quality + 1 if fit else -1
            if given <= wanted and quality >= 0:
                fits.append((len(wanted - given), -quality))
        if fits:
            scored.append((*min(fits), info.kernel is not None, info.id, info))
    scope.size = size  # the event of the clause comes first in the frame
    scored.sort(key=lambda entry: entry[:4])
    if not scored:
        raise scope.fail("SAY0759", clause, verb=verb.verb)
    return [scored[0][4]]


def _role(info: VerbInfo, name: str, node: ast.Nominal, base: int, scope: Scope, lemma: str) -> Expr:
    """A role of the event is (one of) what the phrase describes."""
    world = scope.world
    if name == "obj" and "attr" in info.roles and "obj" not in info.roles:
        return _quantity(info, node, base, scope)
    if name not in info.roles:
        raise scope.fail("SAY0759", node, verb=lemma)
    slot = base + 1 + info.roles.index(name)
    if noun := counted(info, name):
        scope.amount = ("local", slot)
        return counting.told(node, noun, ("local", slot), scope)
    mark = scope.discourse.mark()
    with scope.saying(placed=True):  # what it happened to may be elsewhere by now
        desc = describe(node, scope)
    scope.discourse.forget(mark)
    _must_fill(info, name, desc, node, scope)
    value = Val(("local", slot), desc.type)
    if isinstance(desc.extra, tuple) and desc.extra[:2] == ("alternatives", "or"):
        parts: list[Desc] = list(desc.extra[2])
        if all(part.type.base == "entity" for part in parts):
            kind = common(parts, scope)
            scope.bind(Val(value.expr, kind), kind.name, lemma)
            return build.either(*(is_one_of(part, value.expr, scope) for part in parts))
    if desc.type.base == "entity":
        condition = is_one_of(any_one(desc, node, scope), value.expr, scope)
        scope.bind(value, desc.head or desc.type.name, lemma)
        if world.is_a(desc.type.name, "player") and scope.they is None:
            scope.they = value
        return condition
    return amount.compare(value.expr, desc.bound, desc.expr)


def counted(info: VerbInfo, name: str) -> str:
    """The noun that a role counts: *card* of `draw {number} cards`; empty for any other."""
    if info.kernel is not None or not info.templates or name not in info.roles:
        return ""
    return info.templates[0].slots[info.roles.index(name)].counts


def says_of_which(node: ast.Nominal, scope: Scope) -> None:
    """*who played the highest card*: not of all cards of the game, wherever they are, but of which?"""
    if not isinstance(node, ast.Noun) or extreme(node) is None or node.head not in scope.world.kinds:
        return
    if node.relative is None and not any(
        m.word in PLACE_PREPOSITIONS or m.word == "of your choice" for m in node.modifiers
    ):
        word = extreme(node)
        raise scope.fail(
            "SAY0801",
            node,
            what=f"“the {word}” of all there are in the game, in what happened",
            hint=f"say where the {word} is looked for: *the {word} {node.head} in …*, *the {word} {node.head} on …*",
        )


def _must_fill(info: VerbInfo, name: str, desc: Desc, node: ast.Node, scope: Scope) -> None:
    """A thing is no amount, and an amount no thing: *When you discard 2 points*."""
    if isinstance(node, ast.Noun) and node.determiner.quantifier == "down to":
        raise scope.fail("SAY0801", node, what="“down to” in an event", expected=("*a …*", "*at least 2 …*"))
    noun = "amount" if name == "amount" else "thing"
    if info.kernel is None and info.templates:
        noun = info.templates[0].slots[info.roles.index(name)].noun
    if noun in ("amount", "number"):
        if desc.type.base not in ("number", "quantity", "value"):
            raise scope.fail("SAY0752", node, found=name_type(desc.type), wanted="an amount")
    elif noun in scope.world.kinds and desc.type.base != "entity":
        raise scope.fail("SAY0752", node, found=name_type(desc.type), wanted=name_type(entity(noun)))


def not_of_the_game(attribute: Attribute, node: ast.Node, scope: Scope) -> None:
    """No player gains or loses what is the game's."""
    if attribute.of == "game":
        from toolkit.compile.roles import nobodys

        raise nobodys(attribute, node, scope)


def one_of_kind(attribute: Attribute, slot: int) -> Expr:
    """Whether the attribute in a slot is this one, or a kind of it."""
    return build.either(
        *(("eq", ("local", slot), build.integer(index)) for index in attribute.parts or (attribute.index,))
    )


def _quantity(info: VerbInfo, node: ast.Nominal, base: int, scope: Scope) -> Expr:
    """*When you gain points*, *When you gain at least 2 points*."""
    desc = describe(node, scope)
    if desc.type.base != "quantity":
        raise scope.fail("SAY0760", node, verb=info.id)
    attribute = scope.world.quantity(desc.type.name)
    assert attribute is not None
    not_of_the_game(attribute, node, scope)
    same = one_of_kind(attribute, base + 1 + info.roles.index("attr"))
    if desc.expr == build.NONE:
        return same
    if (
        desc.bound is None
        and isinstance(node, ast.Noun)
        and node.determiner.article is None
        and node.determiner.number == 1
    ):
        return same
    return build.both(
        same, amount.compare(("local", base + 1 + info.roles.index("amount")), desc.bound, desc.expr)
    )


def _place(node: ast.Nominal, slot: int, scope: Scope, origin: Expr | None = None) -> tuple[Expr, Expr]:
    """*in the arena with X* of an event, whose object is in `slot`: where that is; and where it was, if it was in any
    such place (`origin`: what it was directly in).

    *loses a unit in the tower*: it was there.  *places a unit in the tower*: it came from no tower, and is there.
    """
    desc = describe(node, scope)
    thing: Expr = ("local", slot)
    if desc.mode == "one":
        scope.there = Val(desc.expr, desc.type)
        inside: Expr = ("in", thing, desc.expr)
    else:
        member = scope.alloc()
        inside = build.some(desc.expr, member, ("in", thing, ("local", member)))
    kind = scope.world.kinds.get(desc.type.name)
    if origin is None or kind is None:
        return inside, build.TRUE
    left = build.either(("is", origin, kind.index), ("ne", ("within", origin, kind.index), build.NONE))
    return build.either(inside, left), build.either(inside, ("eq", ("within", thing, kind.index), build.NONE))


def _object_at(info: VerbInfo) -> int:
    """The number of the role of what it happens to."""
    name = role_name(info, "obj")
    return info.roles.index(name) if name in info.roles else 0


SETTLED = frozenset("local int value none truth set is eq ne and or not owner name card member".split())  # noqa: SIM905
"""Ops whose answer about a thing never changes."""


def changeable(expr: Expr) -> bool:
    """Whether what is said of a thing may be otherwise before the event and after it."""
    if expr[0] not in SETTLED:
        return True
    return any(isinstance(part, tuple) and changeable(part) for part in expr[1:])


def _stood(node: ast.Nominal) -> tuple[ast.Nominal, ast.Modifier | None]:
    """*a guard in the tower* → *a guard* and *in the tower*; None: no place, or more than one."""
    if not isinstance(node, ast.Noun):
        return node, None
    places = [m for m in node.modifiers if m.word in ("in", "at", "on") and m.what is not None]
    if len(places) != 1:
        return node, None
    return replace(node, modifiers=tuple(m for m in node.modifiers if m is not places[0])), places[0]


def any_one(desc: Desc, node: ast.Nominal, scope: Scope) -> Desc:
    """An event is of one thing at a time: *a card*, *one of your cards*, *cards*, no *2 cards* and no *no card*."""
    if (
        desc.mode in ("no", "each")
        or (isinstance(node, ast.Noun) and node.determiner.quantifier in ("all", "both"))
        or desc.random
        or (
            desc.mode == "some" and desc.extra not in ("a", "parts", "alternatives") and desc.low != desc.high
        )
        or (desc.mode == "some" and desc.extra == "number" and desc.low != build.integer(1))
        or desc.bound is not None
        or desc.more is not None
    ):
        raise scope.fail(
            "SAY0801", node, what="a number of things in an event", expected=("*a …*", "*one of your …*")
        )
    return desc


def is_one_of(desc: Desc, value: Expr, scope: Scope) -> Expr:
    """Whether `value` is what a description says, without enumerating the set where it is a filter over a kind."""
    if desc.type.base != "entity":
        return ("eq", value, desc.expr)
    if desc.mode == "one":
        return ("eq", value, desc.expr)
    if desc.mode == "no":
        return build.FALSE
    return member(desc.expr, value, scope, desc.type.name)


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


# --- History ----------------------------------------------------------------------------------------------


def past_event(verb: ast.Verb, subject: Val, scope: Scope, obj: Val | None = None) -> Expr:
    """*you won this chapter*, *you lost no units in this turn*, *units (that) you lost in this turn* (`obj`)."""
    if not isinstance(verb, ast.Act):
        raise scope.fail("SAY0801", verb, what="this in the past")
    verb = replace(verb, negated=False)  # *did not*: whoever asks turns the answer round
    tool: Slot | None = None
    if not verb.passive and subject.type.base == "entity" and not acts(subject.type.name, scope):
        tool = done_with(verb, subject.type.name, scope)
        if tool is None:
            said = ast.Noun(span=verb.span, head=subject.type.name)
            raise no_doer(said, subject.type.name, scope)
    clause = ast.Clause(verbs=(verb,), span=verb.span)
    infos = verbs_of(clause, scope)
    if not infos:
        raise scope.fail("SAY0758", verb, verb=verb.verb)
    info = _fitting(infos, verb, clause, scope, obj)
    chosen = info[0]
    period = -1
    from toolkit.compile.lasting import period_of

    for adverbial in verb.adverbials:
        if not isinstance(adverbial, ast.When):
            raise scope.fail("SAY0801", adverbial, what="this in the past")
        if adverbial.word not in ("in", "during", "") or adverbial.once or period >= 0:
            raise scope.fail("SAY0801", adverbial, what="this time in the past", expected=("*in this turn*",))
        period = period_of(adverbial.period, scope, ("this", "that"))
    if not verb.adverbials and (verb.passive or obj is not None) and not scope.test:
        times = tuple(f"*in this {each}*" for each in sorted(scope.world.periods))
        raise scope.fail(
            "SAY0801", verb, what="the past without a time", expected=(*times, "*in this game*"),
            hint="without one it would be all that has happened since the game began",
        )  # fmt: skip
    base = scope.size
    for _ in range(len(chosen.roles) + 2):
        scope.alloc()
    conditions: list[Expr] = []
    if verb.passive:
        conditions.append(("eq", ("local", base + 1), subject.expr))
    elif tool is not None:
        at = chosen.roles.index(role_name(chosen, tool.role))
        conditions.append(("eq", ("local", base + 1 + at), subject.expr))
    else:
        conditions.append(("eq", ("local", base), subject.expr))
    if obj is not None and role_name(chosen, "obj") in chosen.roles:
        at = chosen.roles.index(role_name(chosen, "obj"))
        conditions.append(("eq", ("local", base + 1 + at), obj.expr))
    bound: tuple[str | None, Expr] = ("at least", build.integer(1))
    total: Expr | None = None
    for complement in verb.complements:
        if not isinstance(complement.value, ast.Nominal):
            if complement.value is not None or scope.there is None:
                raise scope.fail("SAY0652", complement, word="there")
            conditions.append(("in", ("local", base + 1), scope.there.expr))
            continue
        if is_fixed_object(chosen, complement, scope):
            continue
        number = role_name(chosen, complement.role)
        if noun := counted(chosen, number):
            total = ("local", base + 1 + chosen.roles.index(number))
            bound = counting.in_past(complement.value, noun, scope)
            continue
        says_of_which(complement.value, scope)
        with scope.saying(placed=True):
            desc = describe(complement.value, scope)
        if (
            desc.mode in ("each", "set") and desc.extra is None and desc.type.base == "entity"
        ) or desc.more is not None:
            raise scope.fail(
                "SAY0801",
                complement,
                what="all of a set in the past",
                expected=("*a …*", "*at least 2 …*", "*no …*"),
            )
        if desc.mode == "some" and desc.bound is None and desc.extra == "number" and not scope.test:
            raise scope.fail("SAY0757", complement)
        name = role_name(chosen, complement.role)
        if desc.type.base == "quantity" and "attr" in chosen.roles:
            attribute = scope.world.quantity(desc.type.name)
            assert attribute is not None
            not_of_the_game(attribute, complement, scope)
            conditions.append(one_of_kind(attribute, base + 1 + chosen.roles.index("attr")))
            total = ("local", base + 1 + len(chosen.roles))
            if desc.mode == "no":
                bound = ("exactly", build.integer(0))
            elif desc.expr != build.NONE:
                if desc.bound is None and not scope.test:
                    raise scope.fail("SAY0757", complement)
                bound = (desc.bound, desc.expr)
            continue
        if name == "place" and name not in chosen.roles:
            conditions.append(_place(complement.value, base + 1, scope)[0])
            continue
        if name not in chosen.roles:
            raise scope.fail("SAY0759", complement, verb=verb.verb)
        role: Expr = ("local", base + 1 + chosen.roles.index(name))
        _must_fill(chosen, name, desc, complement, scope)
        if isinstance(desc.extra, tuple) and desc.extra[:2] == ("alternatives", "or"):
            parts = [part.but(mode="set") if part.mode == "some" else part for part in desc.extra[2]]
            if any(part.mode not in ("set", "one") or part.bound is not None for part in parts):
                raise scope.fail(
                    "SAY0801", complement, what="this list in the past", expected=("*a … or a …*",)
                )
            conditions.append(build.either(*(is_one_of(part, role, scope) for part in parts)))
            continue
        if desc.type.base != "entity":
            conditions.append(amount.compare(role, desc.bound, desc.expr))
            continue
        conditions.append(
            is_one_of(desc.but(mode="set") if desc.mode in ("no", "some", "each") else desc, role, scope)
        )
        if desc.mode == "no":
            bound = ("exactly", build.integer(0))
        elif desc.mode == "some" and desc.extra == "number":
            bound = (desc.bound, desc.low)
    (scope.world.ruleset.recorded if scope.recorded is None else scope.recorded).add(chosen.index)
    condition = build.both(*conditions)
    count: Expr = (
        ("happened-sum", chosen.index, period, base, condition, total)
        if total is not None
        else ("happened", chosen.index, period, base, condition)
    )
    return amount.compare(count, bound[0], bound[1])
