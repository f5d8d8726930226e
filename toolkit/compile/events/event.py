"""Event patterns of rules: one clause → which verbs, and a condition over the event's roles.

Shared by triggers (*When you lose a unit*), replacements (*If a die would be raised*) and prohibitions (*Players
cannot build*).  What the clause says is read in `pattern.py`, as for questions to the history (`history.py`).
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from toolkit.compile.base import build
from toolkit.compile.base.scope import Scope, player_type
from toolkit.compile.base.values import NUMBER, Desc, Val, entity
from toolkit.compile.base.world import VerbInfo
from toolkit.compile.events import brought
from toolkit.compile.events.event_verb import (
    acts,
    counted,
    fitting,
    is_brought,
    no_doer,
    of_a_player,
    role_name,
    verbs_of,
)
from toolkit.compile.events.pattern import (
    EventPattern,
    Part,
    alternatives,
    any_one,
    changeable,
    described,
    fills,
    is_last_of_theirs,
    is_one_of,
    is_ranked,
    lands,
    last_of_theirs,
    name_owner,
    not_all_of_them,
    one_of_list,
    only_number,
    place_of,
    quantity_of,
    read_event,
    there,
)
from toolkit.compile.events.period import while_it_runs
from toolkit.compile.nouns import bounding, counting
from toolkit.compile.nouns.nominal import describe
from toolkit.compile.nouns.phrases import common
from toolkit.compile.nouns.pronoun import not_doer
from toolkit.language import ast
from toolkit.language.vocabulary import TOWARDS
from toolkit.program.expression import Expr, conjuncts


@dataclass(slots=True)
class EventMatch:
    """`verbs`: indices whose events may match.  `base`: first local of the event (who).  `condition`: over
    those locals.  `was`: what is said of its object, which may have left by now.  `before`: what is said of who does
    it, and of where it goes, before it happens.
    """

    verbs: tuple[int, ...]
    base: int
    condition: Expr
    infos: list[VerbInfo]
    passive: bool = False
    was: Expr | None = None
    before: Expr | None = None


def reserve(clause: ast.Clause, scope: Scope, known: VerbInfo | None = None) -> int:
    """Keep the first free slots for who, the roles and the result of the event of a clause, whatever is
    compiled before it.
    """
    infos = verbs_of(clause, scope) if known is None else [known]
    return scope.alloc(max((len(info.roles) for info in infos), default=0) + 2)


def happens(clause: ast.Clause, verb: ast.Act, scope: Scope) -> None:
    """SAY0801: *When only Red has a cat*; *When a card must be drawn*, which is before it is, or never."""
    hint = "what happens, happens to one at a time: leave *only* out, or ask in a condition who else has it"
    if verb.only:
        raise scope.unfit(clause, "“only” in an event", hint=hint)
    if verb.modal == "must":
        hint = (
            "what happens is said as it happens, *When …*; what cannot be done any more, before it: *If … would …, if "
            "there are no …, … instead*"
        )
        raise scope.unfit(clause, "“must” in an event", hint=hint)


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
    named (*When you lose a guard in the tower*): where it was before is after the result.  `known`: the verb,
    where its word is none of an event.  SAY0835: no verb of an event; SAY0658: nobody does it.
    """
    clause = of_a_player(clause, scope)
    verb = clause.verbs[0]
    infos = verbs_of(clause, scope) if known is None else [known]
    if not infos or not isinstance(verb, ast.Act):
        raise scope.fail("SAY0835", clause, verb=getattr(verb, "verb", "be"))
    happens(clause, verb, scope)
    info = fitting(infos, verb, clause, scope)
    if gets := after and gets_it(verb, info):
        info = scope.world.verbs["put"]
    if base is None:
        base = scope.alloc(len(info.roles) + 2 + after)
    verb = of_those_there(verb, info)
    pattern = read_event(verb, info, base, "in an event", scope)
    built = Matching(pattern, ("local", base + len(info.roles) + 2) if after else None)
    _subject(built, clause, rule, scope)
    before = scope.there
    for part in pattern.parts:
        _part(built, beside_doer(part, built, scope), scope)
    if info.brings:
        _brought(built, verb, after, scope)
    if gets:
        built.conditions += _got(built)
    if not limit:  # the time of a limit is what is counted over
        built.conditions += [while_it_runs(time, scope) for time in pattern.times]
    _remember(built, scope)
    if scope.there is before:  # *sends a unit from a region*: that one is *there*
        _name_unsaid(pattern, scope)
    return built.match()


def of_those_there(verb: ast.Act, info: VerbInfo) -> ast.Act:
    """*puts the highest stone from the park in the pond*: the highest of those in the park."""
    what, source = verb.object, verb.complement("from")
    if source is None or role_name(info, "from") in info.roles or not isinstance(what, ast.Noun):
        return verb
    if not (what.determiner.ordinal is not None or is_ranked(what)) or not isinstance(
        source.value, ast.Nominal
    ):
        return verb
    there = ast.Modifier(word="from", what=source.value, span=source.span)
    verb = verb.having(replace(what, modifiers=(*what.modifiers, there)))
    return replace(verb, complements=tuple(each for each in verb.complements if each is not source))


def _name_unsaid(pattern: EventPattern, scope: Scope) -> None:
    """*When a player builds a fort*, of `build {fort} in {region}`: *there* is that region, though not named."""
    said = {part.name for part in pattern.parts}
    phrases = pattern.info.templates[:1] if pattern.info.kernel is None else ()
    for slot in (slot for template in phrases for slot in template.slots):
        kind, name = scope.world.kinds.get(slot.noun), role_name(pattern.info, slot.role)
        place = kind is not None and kind.category == "place" and slot.role in TOWARDS
        if kind is not None and place and name in pattern.info.roles and name not in said:
            scope.bind(Val(pattern.role(name), entity(kind.name)), kind.name)
            scope.discourse.referents[-1].topic = False  # *it* is what it happens to


def _remember(built: Matching, scope: Scope) -> None:
    """Where its object was before, and what the event came to; of one that would happen, what it would come to."""
    pattern, info = built.pattern, built.pattern.info
    if built.origin is not None and (moved := role_name(info, "obj")) in info.roles:
        scope.left = (pattern.role(moved), built.origin)
    if "amount" in info.roles:
        scope.amount = pattern.role("amount") if built.origin is None else pattern.result
        said = next((part.value for part in pattern.parts if part.says == "quantity"), None)
        if isinstance(said, ast.Noun) and said.head is not None:
            done = "" if built.origin is None else pattern.verb.verb  # *for each coin gained this way*
            scope.made[done, said.head] = scope.amount, pattern.who
    elif (number := only_number(info)) is not None:
        scope.amount = pattern.role(number)
        scope.bind(Val(scope.amount, NUMBER), "number")
        scope.discourse.referents[-1].topic = False


def gets_it(verb: ast.Act, info: VerbInfo) -> bool:
    """*When a player takes that card*, not said from where or where to: when they put it, from where it was not theirs,
    in a place of their own, with whatever verb.
    """
    return (
        info.kernel is not None
        and info.id == "take"
        and not verb.passive
        and all(each.role == "obj" for each in verb.complements)
    )


def _got(built: Matching) -> list[Expr]:
    """It is theirs now, and was not."""
    assert built.origin is not None
    to, who = built.pattern.role("to"), built.pattern.who
    return [("eq", ("holder", to), who), ("ne", ("holder", built.origin), who)]


@dataclass(slots=True)
class Matching:
    """The conditions of a pattern while it is read.  `origin`: what its object was directly in before the event; None:
    the event has not happened.
    """

    pattern: EventPattern
    origin: Expr | None
    conditions: list[Expr] = field(default_factory=list)
    was: list[Expr] = field(default_factory=list)
    before: list[Expr] = field(default_factory=list)

    def said_of_one(self, said: Expr, earlier: list[Expr]) -> None:
        """What is said of somebody or something in the event: as it was `earlier`, where that can be otherwise now.

        *When a worker is put at an occupied space*: it was, before the worker came.  What lies in a place is looked at
        before it, too, also if nobody sees the thing: *When the top card of the deck is discarded*.
        """
        for each in conjuncts(said):
            if self.origin is None or not changeable(each):
                self.conditions.append(each)
            else:
                (self.before if picks(each) else earlier).append(each)

    def match(self) -> EventMatch:
        """All of them.  Before the event, where its object was is where it is."""
        info, was, before = self.pattern.info, build.both(*self.was), build.both(*self.before)
        conditions = self.conditions
        if self.origin is None:
            conditions, was = [*conditions, was], build.TRUE
        return EventMatch(
            (info.index,), self.pattern.base, build.both(*conditions), [info], self.pattern.verb.passive,
            None if was == build.TRUE else was, None if before == build.TRUE else before,
        )  # fmt: skip


def _subject(built: Matching, clause: ast.Clause, rule: bool, scope: Scope) -> None:
    """Who does it, or what it is done to.  `rule`: a rule for *each player* is a rule for any."""
    pattern, subject = built.pattern, clause.subject
    if pattern.verb.passive:
        if subject is not None:
            _part(built, pattern.part("obj", subject, subject, scope), scope)
        return
    if subject is None:
        raise scope.fail("SAY0658", clause)
    mark = scope.discourse.mark()
    desc = describe(subject, scope)
    if desc.type.base == "entity" and not acts(desc.type.name, scope):  # *they*, who are things
        raise no_doer(subject, desc.type.name, scope)
    if not (rule and desc.mode == "each"):
        desc = any_one(desc, subject, scope)
    built.said_of_one(is_one_of(desc, pattern.who, scope), built.before)
    named = desc.mode == "one" and desc.expr[0] == "local"  # *Choose a player. When that player …*
    typed = Val(desc.expr if named else pattern.who, desc.type)
    scope.discourse.forget(mark)
    if desc.mode != "one" or not isinstance(subject, ast.Pronoun):
        scope.bind(typed, desc.called)
        if scope.world.is_player(desc.type):
            scope.said_of(typed, subject)
            scope.sure.add(typed.expr)


def beside_doer(part: Part, built: Matching, scope: Scope) -> Part:
    """*When a player stabs them*: whom another sentence named."""
    if part.value is None or built.pattern.verb.passive:
        return part
    doer = Val(built.pattern.who, player_type())
    return replace(part, value=not_doer(part.value, doer, scope))


def _brought(built: Matching, verb: ast.Act, after: bool, scope: Scope) -> None:
    """*When you draw a hazard*: what the event brought, which nobody knows before it has happened."""
    pattern = built.pattern
    value, node = brought.brought(pattern.info, pattern.result, scope), verb.object
    if value is None:
        return
    more = node is not None and is_brought(node, pattern.info, scope)
    if not after:
        if more:
            raise scope.unfit(node, "what it will be, before it happens,")
        return
    if node is not None and more:
        mark = scope.discourse.mark()
        desc = any_one(describe(node, scope), node, scope)
        scope.discourse.forget(mark)
        value = Val(pattern.result, desc.type)
        built.conditions.append(is_one_of(desc, pattern.result, scope))
    scope.bind(value, value.type.name, verb.verb)


def _part(built: Matching, part: Part, scope: Scope) -> None:
    """What one complement asks of the event."""
    if part.says == "there":
        built.conditions.append(there(built.pattern, part, scope))
    elif part.says == "where":
        _stand(built, part, scope)
    elif part.says == "quantity":
        _quantity(built, part, scope)
    elif part.role == "obj":
        _object(built, part, scope)
    else:
        built.said_of_one(_said(built.pattern, part, scope), built.before)


def _object(built: Matching, part: Part, scope: Scope) -> None:
    """What is said of the thing that it happens to: where it was, and the rest."""
    if built.origin is None:
        built.conditions.append(_said(built.pattern, part, scope))
        return
    assert part.value is not None
    what, where = _stood(part.value)
    not_all_of_them(what, scope)
    if is_last_of_theirs(what, scope):
        assert isinstance(what, ast.Noun)
        what = replace(what, determiner=replace(what.determiner, ordinal=None, quantifier="all"))
        theirs = describe(what, scope)
        built.before.append(last_of_theirs(built.pattern.thing, theirs.expr, scope))
        what = replace(what, determiner=replace(what.determiner, quantifier=None, number=1, of=True))
    said = _said(built.pattern, replace(part, value=what), scope)
    if where is not None and where.what is not None:
        name = "from" if where.word == "from" else "place"
        _stand(built, Part("where", name, name, where.word, where, where.what), scope)
    if isinstance(what, ast.Noun) and what.head in scope.world.kinds:
        said = _whose_it_was(said, built, what.head, scope)
    built.said_of_one(said, built.was)


def _whose_it_was(said: Expr, built: Matching, kind: str, scope: Scope) -> Expr:
    """*discards one of their cards*, of cards that belong to nobody: theirs is what lay in a place of theirs."""
    world = scope.world
    if any(
        world.owned(each) for each in world.kinds if world.is_a(each, kind)
    ):  # somebody's wherever it lies
        return said
    assert built.origin is not None
    whose, was = ("holder", built.pattern.thing), ("holder", built.origin)
    return build.both(
        *(
            ("eq", was, each[2]) if each[:2] == ("eq", whose) and not changeable(each[2]) else each
            for each in conjuncts(said)
        )
    )


def _stand(built: Matching, part: Part, scope: Scope) -> None:
    """Where it happens: where its object was, or is."""
    here, was = place_of(built.pattern, part, scope, built.origin)
    built.conditions.append(here)
    built.was.append(was)


def _said(pattern: EventPattern, part: Part, scope: Scope) -> Expr:
    """A role of the event is (one of) what the phrase describes."""
    assert part.value is not None
    slot = pattern.role(part.name)
    if part.says == "count":
        scope.amount = slot
        return counting.told(part.value, counted(pattern.info, part.name), slot, scope)
    mark = scope.discourse.mark()
    desc = described(pattern, part, scope)
    scope.discourse.forget(mark)
    if parts := alternatives(desc):
        return _listed(parts, pattern, part, scope)
    if desc.type.base != "entity":
        return bounding.compare(slot, desc.bound, desc.expr)
    condition = fills(pattern, part, any_one(desc, part.value, scope), scope)
    slot = lands(pattern, part, desc.type.name, scope)
    if ast.is_you(part.value):
        return condition  # *When a player accuses you, that player …*: not you
    value, player = Val(slot, desc.type), scope.world.is_player(desc.type)
    if not (
        player and isinstance(part.value, ast.Noun) and part.value.name
    ):  # who has a name is called by it
        scope.bind(value, desc.called, pattern.verb.verb)
    if player and scope.they is None:
        scope.they = value
    name_owner(part.value, value, scope)
    return condition


def _listed(parts: list[Desc], pattern: EventPattern, part: Part, scope: Scope) -> Expr:
    """*a cat or a dog*: *that pet* afterwards."""
    slot = pattern.role(part.name)
    if all(each.type.base == "entity" for each in parts):
        kind = common(parts, scope)
        scope.bind(Val(slot, kind), kind.name, pattern.verb.verb)
    return one_of_list(parts, slot, part, pattern, scope)


def _quantity(built: Matching, part: Part, scope: Scope) -> None:
    """*When you gain points*, *When you gain at least 2 points*, *When you lose all your points*."""
    assert part.value is not None
    pattern, whole = built.pattern, all_they_have(part.value)
    if (beyond := more_than(part.value)) is not None:
        _too_much(built, part, *beyond, scope)
        return
    node = whole or part.value
    desc = describe(node, scope)
    bounding.no_range(desc.bound, node, scope)
    built.conditions.append(quantity_of(pattern, replace(part, value=node), desc, scope))
    if whole is not None:
        _leaves_none(built, whole, desc, scope)
        return
    raised = "obj" in pattern.info.roles  # *the doom*, which is raised, is no number of its points
    if raised or desc.expr == build.NONE or ast.determiner_of(node).article == "a":
        return  # *a point*: any number of them, as *points*; *1 point* is exactly one
    if built.origin is not None and not changeable(desc.expr):  # so many as it really was
        built.conditions.append(bounding.compare(pattern.result, desc.bound, desc.expr))
        return
    said = bounding.compare(pattern.role("amount"), desc.bound, desc.expr)
    built.said_of_one(said, built.before)  # *coins equal to their debts*: as many as they were before


def all_they_have(node: ast.Nominal) -> ast.Noun | None:
    """*all their coins*, *their last coin*: as *all their coins*; None: neither."""
    if not isinstance(node, ast.Noun):
        return None
    det = node.determiner
    if det.possessive is None and det.owner is None:
        return None
    if det.ordinal == "last" and det.number is None and det.quantifier is None:
        return replace(node, determiner=replace(det, ordinal=None, quantifier="all"))
    return node if det.quantifier == "all" else None


def more_than(node: ast.Nominal) -> tuple[ast.Noun, ast.Noun] | None:
    """*more coins than their coins* → *coins* and *their coins*; None: it says something else."""
    than = node.modifiers[0] if isinstance(node, ast.Noun) and len(node.modifiers) == 1 else None
    if not isinstance(node, ast.Noun) or than is None or not isinstance(than.what, ast.Noun):
        return None
    if than.word != "than" or replace(node.determiner, span=None) != ast.Determiner(more="more"):
        return None
    return replace(node, determiner=ast.Determiner(), modifiers=()), than.what


def _too_much(built: Matching, part: Part, node: ast.Noun, than: ast.Noun, scope: Scope) -> None:
    """*would lose more coins than their coins*: how many are missing is known before anything is lost."""
    pattern, desc, has = built.pattern, describe(node, scope), describe(than, scope)
    built.conditions.append(quantity_of(pattern, replace(part, value=node), desc, scope))
    if (
        built.origin is not None
        or pattern.info.id not in ("lose", "pay")
        or not _all_theirs(built, desc, has, scope)
    ):
        hint = "it is said of who would lose or pay it: *If a player would lose more … than they have, …*"
        raise scope.unfit(part.node, "more than there is in this event", hint=hint)
    wanted = pattern.role("amount")
    built.conditions.append(("gt", wanted, has.expr))
    assert node.head is not None and part.node.span is not None
    missing = scope.keep_amount(("sub", wanted, has.expr), part.node.span)
    scope.short["have", node.head] = (*missing, _who(built))


def _all_theirs(built: Matching, desc: Desc, has: Desc, scope: Scope) -> bool:
    """Whether it is what who does it has of that quantity."""
    quantity = scope.world.quantity(desc.type.name)
    assert quantity is not None
    return has.expr in map(quantity.of_player, _who(built))


def _who(built: Matching) -> tuple[Expr, ...]:
    """Who does it, in all ways in which the text speaks of them: *you*, *that player*."""
    who = built.pattern.who
    return (who, *(each[2] for each in built.conditions if each[:2] == ("eq", who)))


def _leaves_none(built: Matching, node: ast.Noun, desc: Desc, scope: Scope) -> None:
    """*loses all their coins*: they had some, as many or more are lost, and none is left."""
    pattern = built.pattern
    quantity = scope.world.quantity(desc.type.name)
    assert quantity is not None
    has = quantity.of_player(pattern.who)
    if not _all_theirs(built, desc, desc, scope) or pattern.info.id not in ("lose", "pay"):
        hint = "who loses or pays it had all of it: *When a player loses all their …*"
        raise scope.unfit(node, "all of an amount in this event", hint=hint)
    none: Expr = build.integer(0)
    built.said_of_one(build.both(("gt", has, none), ("ge", pattern.role("amount"), has)), built.before)
    if built.origin is not None and pattern.info.id == "pay":  # another quantity may have been paid for it
        built.conditions.append(("le", has, none))


def picks(expr: Expr, of_those: bool = False) -> bool:
    """Whether one of those in a place is looked for by its rank: *the top card of the deck*, *the highest die there*.
    `of_those`: among what is looked through here, rank is asked.
    """
    if expr[0] in LYING:
        return of_those
    of_those = of_those or expr[0] in PICKING
    return any(isinstance(part, tuple) and picks(part, of_those) for part in expr)


PICKING = frozenset({"first", "last", "nth", "best", "max", "min"})
LYING = frozenset({"inside", "contents", "all-in"})


def _stood(node: ast.Nominal) -> tuple[ast.Nominal, ast.Modifier | None]:
    """*a guard in the tower*, *a card from their hand* → *a guard*, *in the tower*; None: no place, or several, or that
    in which it has its rank (*the highest card in your hand*).
    """
    if not isinstance(node, ast.Noun) or node.determiner.ordinal is not None or is_ranked(node):
        return node, None
    places = [m for m in node.modifiers if m.word in ("in", "at", "on", "from") and m.what is not None]
    if len(places) != 1:
        return node, None
    return node.without(places[0]), places[0]
