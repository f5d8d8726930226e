"""Questions to the history: *you won this chapter*, *you lost no units in this turn*, *units (that) you lost*."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from toolkit.compile.base import build
from toolkit.compile.base.scope import Scope
from toolkit.compile.base.values import Desc, Val, entity, name_type
from toolkit.compile.base.world import VerbInfo
from toolkit.compile.events.event import picks
from toolkit.compile.events.event_verb import (
    AS_IT_LAST_WAS,
    acts,
    counted,
    done_with,
    fitting,
    is_brought,
    no_doer,
    role_name,
    verbs_of,
)
from toolkit.compile.events.keeping import kept_in, lies_there
from toolkit.compile.events.pattern import (
    EventPattern,
    Part,
    ahead_of_all,
    alternatives,
    described,
    fills,
    is_one_of,
    may_fill,
    of_all,
    one_of_list,
    quantity_of,
    read_event,
    several,
    slot_noun,
    there,
)
from toolkit.compile.events.period import period_of
from toolkit.compile.events.template import one_each_time
from toolkit.compile.nouns import bounding, counting
from toolkit.compile.nouns.nominal import describe
from toolkit.compile.nouns.quantify import ORDINALS
from toolkit.compile.nouns.superlative import most_of
from toolkit.language import ast, which
from toolkit.language.vocabulary import Slot
from toolkit.meaning import witness
from toolkit.program.expression import Expr


@dataclass(slots=True)
class Asked:
    """What is asked of the events of a pattern: which of them count, and how often they must have happened.

    `total`: the local whose sum is asked for instead of the number of events.  `bound`: None until a phrase says one.
    `turn`: *first* or *last*, and the things of which it was the first or the last one with which it was done.
    """

    conditions: list[Expr] = field(default_factory=list)
    bound: tuple[ast.Bound | None, Expr] | None = None
    total: Expr | None = None
    turn: tuple[str, Expr] | None = None

    def must_be(self, bound: ast.Bound | None, number: Expr, node: ast.Node, scope: Scope) -> None:
        """How often.  SAY0801: it is said already (*you fed no cat with at least 2 toys*): one would be lost."""
        if self.bound is not None:
            raise scope.unfit(node, "a second number in the past")
        self.bound = (bound, number)


def past_event(verb: ast.Verb, subject: Val, scope: Scope, obj: Val | None = None) -> Expr:
    """Whether it has happened to each of all that the verb phrase names, or as often as it says; `obj`: as below."""
    if obj is None and isinstance(verb, ast.Act) and (each := _each_one(verb, subject, scope)) is not None:
        return each
    return _past_event(verb, subject, scope, obj)


def _past_event(verb: ast.Verb, subject: Val, scope: Scope, obj: Val | None) -> Expr:
    """Whether it has happened as often as the verb phrase says.  `obj`: the object, where the clause stands after it
    (*units (that) you lost in this turn*).  SAY0758: no verb of an event; SAY0801: what no history can answer.
    """
    if not isinstance(verb, ast.Act):
        raise scope.unfit(verb, "this in the past")
    verb = replace(verb, negated=False)  # *did not*: whoever asks turns the answer round
    verb = _of_one_each_time(verb, scope)
    tool = _tool(verb, subject, scope)
    clause = ast.Clause(verbs=(verb,), span=verb.span)
    infos = verbs_of(clause, scope)
    if not infos:
        raise scope.fail("SAY0758", verb, verb=verb.verb)
    info = fitting(infos, verb, clause, scope, _done_with(verb, subject, obj))
    if (now := _just_now(verb, info, subject, scope)) is not None:
        return now
    times, verb = _so_often(verb, scope)
    pattern = read_event(verb, info, scope.size, "in the past", scope)
    _still_picked(verb, info, subject, scope)
    period, here = _when_and_where(pattern, obj, scope)
    scope.size += len(info.roles) + 2
    asked = Asked()
    role = "obj" if verb.passive else tool.role if tool is not None else None
    asked.conditions.append(
        ("eq", pattern.who, subject.expr) if role is None else _filled(pattern, role, subject, scope)
    )
    if obj is not None:
        asked.conditions.append(_filled(pattern, "obj", obj, scope))
    asked.conditions += here
    for part in pattern.parts:
        _ask(asked, pattern, part, scope)
    if isinstance(what := verb.object, ast.Noun) and is_brought(what, info, scope):
        asked.conditions.append(is_one_of(describe(what, scope), pattern.result, scope))
    _count_times(asked, times, scope)
    (scope.world.ruleset.recorded if scope.recorded is None else scope.recorded).add(info.index)
    if asked.turn is not None:
        return _in_its_turn(asked, pattern, subject, role, scope)
    if role is None and _the_last_time(asked, pattern):
        last = ("happened-map", info.index, -1, pattern.base, build.both(*asked.conditions[1:]), pattern.who)
        return ("eq", ("last", last), subject.expr)
    return _answer(asked, pattern, period)


def _of_one_each_time(verb: ast.Act, scope: Scope) -> ast.Act:
    """*drew at least 3 cards*, *drew no cards*, *drew cards* of `draw a card`: drew a card so often."""
    found = one_each_time(verb, scope)
    if found is None:
        return verb
    often, once = found
    what = often.amount.determiner.which if isinstance(often.amount, ast.Noun) else None
    if isinstance(what, which.No):
        often = ast.Times(number=0, bound="exactly", span=often.span)
    return once if isinstance(what, which.Bare) else replace(once, adverbials=(*once.adverbials, often))


def _so_often(verb: ast.Act, scope: Scope) -> tuple[ast.Times | None, ast.Act]:
    """*at least 2 times* of a verb in the past, and the verb without it.  SAY0757: at least, at most or exactly?"""
    times = next((each for each in verb.adverbials if isinstance(each, ast.Times)), None)
    if times is None:
        return None, verb
    if times.amount is not None:
        raise scope.unfit(times, "this number of times in the past")
    bounding.must_be_bound(times.bound, times, scope)
    return times, verb.without(times)


def _count_times(asked: Asked, times: ast.Times | None, scope: Scope) -> None:
    """*gained points at least 2 times*: the events, however much each came to."""
    if times is None:
        return
    if asked.total is not None:
        asked.conditions.append(("gt", asked.total, build.integer(0)))
    asked.must_be(times.bound or "exactly", build.integer(times.number), times, scope)
    asked.total = None


def _each_one(verb: ast.Act, subject: Val, scope: Scope) -> Expr | None:
    """*you have crossed off all your boxes of that colour*: each of them, once; None: what is said of them may have
    been otherwise when it happened, so that nobody knows which ones they are.
    """
    what = verb.object
    if (
        not isinstance(what, ast.Noun)
        or verb.passive
        or verb.tense != "perfect"
        or not _are_fixed(what, scope)
    ):
        return None
    if kept_in(verb, scope) is None:
        _whose_all(what, subject, scope)
    elif scope.world.owned(what.head or "") and not (what.determiner.possessive or what.determiner.owner):
        whose: ast.Possessive = "your" if subject == scope.you else "their"  # nobody does it with another's
        what = replace(what, determiner=replace(what.determiner, possessive=whose))
    desc = describe(what, scope)
    if desc.type.base != "entity":
        return None
    slot = scope.alloc()
    done = replace(verb, complements=tuple(each for each in verb.complements if each.role != "obj"))
    it = Val(build.local(slot), desc.type)
    if (kept := lies_there(replace(done, span=verb.span), subject, it, scope)) is not None:
        return ("every", desc.expr, slot, kept)
    with scope.saying(counting=True):
        once = past_event(done, subject, scope, obj=it)
    return ("every", desc.expr, slot, once)


def _are_fixed(what: ast.Noun, scope: Scope) -> bool:
    """Whether these are all of a kind, of which nothing is said that could have been otherwise."""
    if not isinstance(what.determiner.which, which.All | which.Each) or what.adjectives or what.relative:
        return False
    if what.head not in scope.world.kinds or any(m.word != "of" for m in what.modifiers):
        return False
    return scope.world.property(what.head, "found") is None


def _whose_all(what: ast.Noun, subject: Val, scope: Scope) -> None:
    """SAY0801: all of what belongs to players, and not of whom."""
    assert what.head is not None
    det, nouns = what.determiner, scope.world.vocabulary.nouns
    if scope.world.owned(what.head) and det.possessive is None and det.owner is None:
        whose = "your" if subject == scope.you else "their"
        known = (f"*all {whose} {nouns[what.head].plural if what.head in nouns else what.head}*",)
        raise scope.unfit(what, "all of these, whoever’s they are,", expected=known)


def _done_with(verb: ast.Act, subject: Val, obj: Val | None) -> Val | None:
    """What a verb is done with where no complement says it: the subject of a passive, or what a clause stands after."""
    return subject if verb.passive else obj


def _just_now(verb: ast.Act, info: VerbInfo, subject: Val, scope: Scope) -> Expr | None:
    """*Draw a card. If you drew a hazard, …*: of what has just been brought; None: it is asked of a time."""
    what = verb.object
    if verb.tense != "past" or verb.adverbials or not isinstance(what, ast.Noun) or subject != scope.you:
        return None
    found = scope.find(info.brings) if is_brought(what, info, scope) else None
    if found is None or found.verb is None or found.sentence < scope.number - 1:
        return None
    if not any(each.brings for each, _ in scope.world.by_lemma[found.verb]):
        return None
    mark = scope.discourse.mark()
    desc = describe(what, scope)
    scope.discourse.forget(mark)
    if not found.value.many:
        return is_one_of(desc, found.value.expr, scope)
    slot = scope.alloc()
    return ("any", found.value.expr, slot, is_one_of(desc, build.local(slot), scope))


def _tool(verb: ast.Act, subject: Val, scope: Scope) -> Slot | None:
    """The slot of a subject that is no player: *this piece chased a player*.  SAY0752: it does nothing."""
    if verb.passive or subject.type.base != "entity" or acts(subject.type.name, scope):
        return None
    slot = done_with(verb, subject.type.name, scope)
    if slot is None:
        better = AS_IT_LAST_WAS if verb.verb == "have" else None
        raise no_doer(ast.Noun(span=verb.span, head=subject.type.name), subject.type.name, scope, better)
    return slot


def _when_and_where(pattern: EventPattern, obj: Val | None, scope: Scope) -> tuple[int, list[Expr]]:
    """The period in which it happened; or, where none is said, that it was done with what lies there."""
    here = _lying_there(pattern, scope) if _needs_time(pattern, obj, scope) else None
    if here is None or not isinstance(here.what, ast.Noun):
        return _period(pattern, obj, scope), []
    return -1, [("in", pattern.thing, describe(here.what, scope).expr)]


def _period(pattern: EventPattern, obj: Val | None, scope: Scope) -> int:
    """The period in which it happened; -1: the game."""
    period = -1
    for time in pattern.times:
        if time.word not in ("in", "during", "") or time.once or period >= 0:
            raise scope.unfit(time, "this time in the past", expected=("*in this turn*",))
        period = period_of(time.period, scope, ("this", "that"))
    if _needs_time(pattern, obj, scope):
        if scope.ending is not None and scope.ending[1] == scope.number:
            return scope.ending[0]  # *At the end of each turn, if you drew no cards, …*: in that turn
        times = tuple(f"*in this {each}*" for each in sorted(scope.world.periods))
        done = pattern.verb.tense == "perfect"
        if scope.within is not None and done:
            times = (f"*in this {scope.within}*",)
        hint = (
            "at any time is *in this game*" if done else "*has done* and *has not done* are of the whole game"
        )
        if (lands := pattern.info.lands) is not None and isinstance(lands.what, ast.Noun):
            hint += f"; what lies there now is asked as it is: *if there is no … {lands.word} the {lands.what.head}, …*"
        known = (*times, "*in this game*")
        raise scope.unfit(pattern.verb, "the past without a time", expected=known, hint=f"say when; {hint}")
    return period


def _needs_time(pattern: EventPattern, obj: Val | None, scope: Scope) -> bool:
    """Whether it could have happened at several times, and nothing says which are meant."""
    verb = pattern.verb
    counted_so_far = scope.counting and verb.tense == "perfect"  # *1 point for each card you have played*
    always = verb.tense == "perfect" or once_only(pattern)  # *has taken*: at some time
    once = always and not verb.passive and obj is None
    if scope.within is not None and verb.object is None and not once_only(pattern):
        once = False  # *until all have passed*, in a round: in this round
    return not (pattern.times or scope.test or counted_so_far or once)


def once_only(pattern: EventPattern) -> bool:
    """What needs no time: *Red won the game* happens once, and *who played the highest card on the table* is asked of
    one thing that lies there.
    """
    if pattern.info.id in ("win", "lose-game", "end-game"):
        return True
    done = pattern.verb.object
    # *put a cat in the park* is asked of any cat, however well the park is known; *put it in the park* of that one
    told = [done] if isinstance(done, ast.Noun) else [part.value for part in pattern.parts]
    return any(ast.determiner_of(each).article in ("the", "that", "this") for each in told)


def _the_last_time(asked: Asked, pattern: EventPattern) -> bool:
    """Whether it is asked who did it to one known thing, at no time: who did so last, for others may have before."""
    plain = asked.bound is None and asked.total is None and len(asked.conditions) > 1
    return plain and pattern.verb.tense == "past" and not pattern.times and once_only(pattern)


def _in_its_turn(asked: Asked, pattern: EventPattern, subject: Val, role: str | None, scope: Scope) -> Expr:
    """*who played the last card with the highest rank on the table*: of those that tie, by when it was done."""
    assert asked.turn is not None
    if role is not None or asked.bound is not None or asked.total is not None or pattern.times:
        raise scope.unfit(pattern.verb, f"“the {asked.turn[0]}” in what happened")
    which_, things = asked.turn
    condition = build.both(*asked.conditions[1:])
    did: Expr = ("happened-map", pattern.info.index, -1, pattern.base, condition, pattern.who)
    # They lie there now, so what was done with each of them last was done since any other of them came there.
    who: Expr = ("last", did) if which_ == "last" else ("first", ("last-n", did, ("count", things)))
    return ("eq", who, subject.expr)


def _of_those_that_tie(node: ast.Nominal | None) -> ast.Noun | None:
    """*the last card with the highest rank on the table* without its *last*; None: something else."""
    if not isinstance(node, ast.Noun) or node.determiner.ordinal not in ("first", "last"):
        return None
    ranked = any(most_of(each) for each in node.modifiers)
    if not ranked or replace(node.determiner, ordinal=None) != ast.Determiner(article="the"):
        return None
    return replace(node, determiner=ast.Determiner(span=node.determiner.span, article="the"), plural=True)


def _filled(pattern: EventPattern, role: str, value: Val, scope: Scope) -> Expr:
    """A role was filled by a thing that is known.  SAY0759: the verb has no such role, or takes a number of things
    there, and no event of it is of one thing more than of another.
    """
    name = role_name(pattern.info, role)
    if name not in pattern.info.roles or counted(pattern.info, name):
        raise scope.fail("SAY0759", pattern.verb, verb=pattern.verb.verb)
    if not may_fill(pattern.info, name, value.type, "", scope):
        wanted = name_type(entity(slot_noun(pattern.info, name)))
        raise scope.fail("SAY0752", pattern.verb, found=name_type(value.type), wanted=wanted)
    return ("eq", pattern.role(name), value.expr)


def _ask(asked: Asked, pattern: EventPattern, part: Part, scope: Scope) -> None:
    """What one complement adds to the question."""
    if part.says == "there" or part.value is None:
        asked.conditions.append(there(pattern, part, scope))
    elif part.says == "count":
        asked.total = pattern.role(part.name)
        noun = counted(pattern.info, part.name)
        asked.must_be(*counting.in_past(part.value, noun, scope), part.node, scope)
    elif part.says == "where":
        raise where_it_was(part.node, scope)
    elif part.says == "quantity":
        _ask_quantity(asked, pattern, part, scope)
    else:
        _ask_role(asked, pattern, part, scope)


def _ask_quantity(asked: Asked, pattern: EventPattern, part: Part, scope: Scope) -> None:
    """*you gained at least 2 points*: what it came to in all."""
    assert part.value is not None
    desc = describe(part.value, scope)
    _countable(desc, part, scope)
    _how_much(asked, pattern, part, desc, scope)


def _how_much(asked: Asked, pattern: EventPattern, part: Part, desc: Desc, scope: Scope) -> None:
    asked.conditions.append(quantity_of(pattern, part, desc, scope))
    asked.total = pattern.result
    if "obj" in pattern.info.roles:
        return
    if desc.mode == "no":
        asked.must_be("exactly", build.integer(0), part.node, scope)
    elif desc.expr != build.NONE:
        bounding.must_be_bound(desc.bound, part.node, scope)
        asked.must_be(desc.bound, desc.expr, part.node, scope)


def says_of_which(node: ast.Nominal | None, pattern: EventPattern, scope: Scope) -> None:
    """*who played the highest card*: not of all cards of the game, wherever they are, but of which?"""
    if not isinstance(node, ast.Noun) or node.head not in scope.world.kinds:
        return
    if node.determiner.ordinal in ("first", "last", *ORDINALS):
        hint = (
            "things are counted as they lie, and not by when it was done: *the top …* and *the bottom …* say "
            "where; when it was done is kept in an attribute or a quantity"
        )
        raise scope.unfit(node, f"“the {node.determiner.ordinal}” in what happened", hint=hint)
    if not of_all(node):
        return
    raise ahead_of_all(node, scope, pattern.info.lands)


def where_it_was(node: ast.Node, scope: Scope) -> Exception:
    """*you sent a cat in a town*: the history tells what was sent, and the place would be looked at now."""
    return scope.unfit(
        node,
        "where a thing was, in the past,",
        hint="note it when it happens: *When … in …, …*; or give the verb a slot for the place",
    )


def _ask_role(asked: Asked, pattern: EventPattern, part: Part, scope: Scope) -> None:
    """*you lost no units*, *you moved a unit to the tower*: what filled a role, and how many."""
    if (those := _of_those_that_tie(part.value)) is not None:
        if of_all(those):
            those = _where_it_lands(those, pattern, scope)
        if of_all(those):
            raise ahead_of_all(replace(those, plural=False), scope, pattern.info.lands)
        desc = scope.describe(those)
        asked.conditions.append(fills(pattern, part, desc, scope))
        ordinal = str(part.value.determiner.ordinal) if isinstance(part.value, ast.Noun) else ""
        asked.turn = ordinal, desc.expr
        return
    part = replace(part, value=_among_those(part.value, pattern, scope))
    says_of_which(part.value, pattern, scope)
    _not_where_it_was(pattern, part, scope)
    desc = described(pattern, part, scope)
    _countable(desc, part, scope)
    slot = pattern.role(part.name)
    if desc.type.base == "quantity" and "attr" in pattern.info.roles:
        _how_much(asked, pattern, part, desc, scope)
    elif parts := alternatives(desc):
        asked.conditions.append(one_of_list(parts, slot, part, pattern, scope))
    elif desc.type.base != "entity":
        asked.conditions.append(bounding.compare(slot, desc.bound, desc.expr))
    else:
        # which things count; that there must be none of them, or so many, is the bound
        counted = desc.but(mode="set") if desc.mode == "no" else desc
        filled = fills(pattern, part, counted, scope)
        _as_it_was(pattern, part, filled, scope)
        asked.conditions.append(filled)
        if desc.mode == "no":
            asked.must_be("exactly", build.integer(0), part.node, scope)
        elif desc.mode == "some" and desc.extra == "number":
            asked.must_be(desc.bound, desc.low, part.node, scope)


def _among_those(node: ast.Nominal | None, pattern: EventPattern, scope: Scope) -> ast.Nominal | None:
    """*Each player discards a card. The player who discarded the highest card …*: the highest of those; so is *who
    discarded the highest rank* the one with that rank.
    """
    verb = pattern.verb
    if not isinstance(node, ast.Noun) or node.head is None or not of_all(node):
        return node
    kind = node.head if node.head in scope.world.kinds else None
    found = scope.discourse.named(kind, many=True, verb=verb.verb)
    if found is None or found.source != "loop" or found.sentence < scope.number - 1:
        return _where_it_lands(node, pattern, scope)
    those = ast.Determiner(span=node.span, article="those")
    group = ast.Noun(span=node.span, determiner=those, head=found.head, plural=True)
    among = ast.Modifier(span=node.span, word="among", what=group)
    if kind is not None:
        return replace(node, modifiers=(among, *node.modifiers))
    ranked = ast.Modifier(span=node.span, word="with", what=node)
    the = ast.Determiner(span=node.span, article="the")
    return ast.Noun(span=node.span, determiner=the, head=found.head, modifiers=(among, ranked), plural=False)


def _lying_there(pattern: EventPattern, scope: Scope) -> ast.Modifier | None:
    """The place where what was done so far in this text has put things, and nothing has taken them away since; None:
    so much is not certain, as at the end of a round.
    """
    verbs = {info.index: info for info in scope.world.verbs.values()}
    done = (verbs[instr[1]] for instr in reversed(scope.code) if instr[0] == "do")
    moved = (info for info in done if info.kernel is None or info.kernel.moves)
    return pattern.info.lands if next(moved, None) is pattern.info else None


def _where_it_lands(node: ast.Noun, pattern: EventPattern, scope: Scope) -> ast.Noun:
    """*Each player plays a card. The player who played the highest card …*: of those that were played and lie there."""
    lands, verb = _lying_there(pattern, scope), pattern.verb
    if lands is None or node.head not in scope.world.kinds:
        return node
    game = ast.When(word="in", period=ast.Noun(determiner=ast.Determiner(article="this"), head="game"))
    done = ast.Act(verb=verb.verb, tense="past", passive=True, adverbials=(game,), span=verb.span)
    was = ast.Relative(word="that", verb=done, span=node.span)
    return replace(node, modifiers=(lands, *node.modifiers), relative=was)


def _not_where_it_was(pattern: EventPattern, part: Part, scope: Scope) -> None:
    """*you lost a unit in the tower*: nobody knows where the object was, unless it is a known one."""
    node = part.value
    if not isinstance(node, ast.Noun) or node.determiner.article == "the" or scope.test:
        return
    place = node.modifier("in", "at", "on")
    if place is not None and part.name == role_name(pattern.info, "obj"):
        raise where_it_was(place, scope)


def _still_picked(verb: ast.Act, info: VerbInfo, subject: Val, scope: Scope) -> None:
    """*the top card of the deck was put in the row*: another one is on top since."""
    if verb.passive and not info.stays and picks(subject.expr):
        raise where_it_was(verb, scope)


def _as_it_was(pattern: EventPattern, part: Part, filled: Expr, scope: Scope) -> None:
    """*you put the top card of the deck in the row*, *you sold your rug*: the top card and your rugs are others since,
    for the event itself has taken it away.
    """
    if scope.test or part.name != role_name(pattern.info, "obj") or pattern.info.stays:
        return
    if picks(filled) and not _lies_where_it_landed(pattern, part.node):
        raise where_it_was(part.node, scope)
    if witness.holds(filled, ("holder", pattern.role(part.name))):
        hint = "note it when it happens: *When a player …, …*; or leave out whose it was"
        raise scope.unfit(part.node, "who had a thing, in the past,", hint=hint)


def _lies_where_it_landed(pattern: EventPattern, node: ast.Node) -> bool:
    """*who played the highest card on the table*: where the verb has put it."""
    lands = pattern.info.lands
    there = lands.what.head if lands is not None and isinstance(lands.what, ast.Noun) else None
    places = (each.what for each in node.every(ast.Modifier))
    return there in {each.head for each in places if isinstance(each, ast.Noun)}


def _countable(desc: Desc, part: Part, scope: Scope) -> None:
    """The history counts events, one thing each: *at least 2 units*, not *all units* and not *2 units*, which could be
    at least or exactly so many.  An example tells what came of it: there a bare number is exact.
    """
    plain = desc.extra is None and desc.listing is None
    whole = desc.mode in ("each", "set") and plain and desc.type.base == "entity"
    if whole:
        raise scope.unfit(part.node, "all of a set in the past",
            expected=("*a …*", "*at least 2 …*", "*no …*"),
        )  # fmt: skip
    if desc.mode == "some" and desc.extra == "number":
        bounding.must_be_bound(desc.bound, part.node, scope)
    elif desc.random or several(desc):  # how it was chosen, or could have been, is not recorded
        raise scope.unfit(part.node, "a number of things to choose in the past",
            expected=("*a …*", "*at least 2 …*"), hint=bounding.TWO_BOUNDS if desc.ranges else None,
        )  # fmt: skip


def _answer(asked: Asked, pattern: EventPattern, period: int) -> Expr:
    """Whether the number of events, or the sum of what they came to, is as the phrases say: at least one."""
    verb, condition = pattern.info.index, build.both(*asked.conditions)
    count: Expr = ("happened", verb, period, pattern.base, condition)
    if asked.total is not None:
        count = ("happened-sum", verb, period, pattern.base, condition, asked.total)
    return bounding.compare(count, *(asked.bound or ("at least", build.integer(1))))
