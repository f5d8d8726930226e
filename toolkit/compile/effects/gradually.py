"""*Draw cards until you have 5 cards in your hand*: a verb one step at a time, until a condition holds.

It is asked before each step, so whoever has enough already does nothing.  A step that cannot be done ends it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Literal, NamedTuple

from toolkit.compile.base import build
from toolkit.compile.base.passes import is_that_player
from toolkit.compile.base.scope import Scope
from toolkit.compile.base.values import Bound, Val
from toolkit.compile.conditions.condition import truth
from toolkit.compile.effects.deed import times
from toolkit.compile.effects.roles import is_open
from toolkit.compile.events import brought
from toolkit.compile.events.event_verb import is_brought
from toolkit.compile.events.pattern import is_one_of
from toolkit.compile.events.template import phrase_of
from toolkit.language import ast
from toolkit.program.expression import Expr

MORE = frozenset({"gain", "draw", "take"})
FEWER = frozenset({"lose", "pay", "discard", "spend", "remove", "return"})
"""Verbs of which English says to which side they lead: *until you have 5 cards* is at least, or at most, so many."""


def has_end(closings: Sequence[ast.Closing]) -> bool:
    """Whether a clause ends with *until C*."""
    return any(closing.word == "until" for closing in closings)


def until_of_each(closings: Sequence[ast.Closing], scope: Scope) -> None:
    """SAY0657: *Each player plays a card until the deck is empty*: the first player all of them, or all in turn?"""
    end = next((closing.condition for closing in closings if closing.word == "until"), None)
    if end is None or any(map(is_of_them, end.clauses)):
        return
    raise scope.fail(
        "SAY0657",
        end,
        names="how long each of them does it by themselves, or how long all of them do it in turn",
        hint="all in turn, again and again, are a step of their own: *Each player …. Repeat this step until …*; "
        "by themselves: *For each player, that player … until …*",
    )


def is_of_them(clause: ast.Clause | ast.There) -> bool:
    """*they have no cards*, *that player's hand is empty*; not *a player has no cards in their hand*."""
    if ast.head_of(clause.subject) == "player" and not is_that_player(clause.subject):
        return False
    return any(is_that_player(each) or ast.is_theirs(each) for each in clause.walk())


def gradually(
    verb: ast.Act, closings: Sequence[ast.Closing], scope: Scope, carry_out: Callable[[ast.Act], None]
) -> None:
    """Does the verb again and again (`carry_out`: one step); SAY0801 if it does not say what one step is."""
    end = next(closing for closing in closings if closing.word == "until")
    if len(closings) > 1 or end.condition is None:
        raise scope.unfit(closings[-1], "this beside “until”")
    if (last := until_seen(end.condition, verb)) is not None:
        down_to_first(last, verb, scope, carry_out)
        return
    step = one_step(verb, scope)
    ends, mark = ends_of(end.condition, verb, step, scope), scope.discourse.mark()
    with brought.gathered(step, scope):
        if ends is not None:
            again_until(ends, scope, lambda: carry_out(step))
        else:
            until_so(counted(end.condition, verb, scope), verb, scope, lambda: carry_out(step))
    came = [each for each in scope.discourse.since(mark) if each.verb == step.verb and each.value.many]
    scope.discourse.forget(mark)
    for each in came:  # *each card drawn this way*
        scope.discourse.add(each)
    scope.after_passes()


def until_so(condition: ast.Clauses, verb: ast.Act, scope: Scope, step: Callable[[], None]) -> None:
    """The step again and again, until it is so or nothing comes of it."""
    head = scope.here()
    enough = scope.emit("unless", build.negate(build.closed(truth(condition, scope))), -1)
    step()
    if scope.outcome is None:
        raise scope.unfit(verb, "“until” with this verb")
    scope.emit("unless", build.negate(scope.outcome), head)
    scope.patch(enough)


class Ends(NamedTuple):
    """What ends it: a step that `brought` one of these; `most`: so many steps; `others`: how things stand."""

    brought: list[ast.Noun]
    most: int | None
    others: list[ast.Clauses]


def ends_of(end: ast.Clauses, verb: ast.Act, step: ast.Act, scope: Scope) -> Ends | None:
    """*you draw a hazard, have drawn 3 cards or have 5 coins*; None: it is only asked how things stand."""
    ends = Ends([], None, [])
    for way in alternatives(end):
        number = so_many_steps(way, verb)
        if (what := until_brought(way, verb, step, scope)) is not None:
            ends.brought.append(what)
        elif number is not None:
            ends = ends._replace(most=number if ends.most is None else min(number, ends.most))
        else:
            ends.others.append(way)
    if not ends.brought:
        return None
    return ends._replace(others=[counted(each, verb, scope) for each in ends.others])


SHOWN = frozenset({"reveal", "look at"})
"""Verbs that move nothing: the next card is the one below."""


def until_seen(end: ast.Clauses, verb: ast.Act) -> ast.Noun | None:
    """*Reveal the top cards of your deck until you reveal a hazard*: the hazard; None: something else is said."""
    done = done_once_more(end, verb)
    if verb.verb not in SHOWN or done is None or not from_the_top(verb.object):
        return None
    what = done.object
    return what if isinstance(what, ast.Noun) and what.determiner.article == "a" else None


def done_once_more(end: ast.Clauses, verb: ast.Act) -> ast.Act | None:
    """*until you reveal a hazard* of *reveal … until*: the same verb, and nothing more is said of when or whether."""
    clause = end.clauses[0]
    if len(end.clauses) > 1 or not isinstance(clause, ast.Clause) or len(clause.verbs) > 1:
        return None
    done = clause.verbs[0]
    if not isinstance(done, ast.Act) or done.verb != verb.verb or not isinstance(clause.subject, ast.Pronoun):
        return None
    return done if not (done.negated or done.modal or done.adverbials) else None


def so_many_steps(end: ast.Clauses, verb: ast.Act) -> int | None:
    """*(until you draw a hazard or) have drawn 3 cards*: after so many steps; None: something else is said."""
    done = done_once_more(end, verb)
    what, of = done.object if done is not None else None, verb.object
    if not isinstance(what, ast.Noun) or not isinstance(of, ast.Noun) or what.head != of.head:
        return None
    number = what.determiner.number
    bare = replace(what, determiner=ast.Determiner(), plural=None, span=None)
    plain = bare == ast.Noun(head=what.head) and what.determiner == ast.Determiner(number=number)
    return number if plain else None


def alternatives(end: ast.Clauses) -> list[ast.Clauses]:
    """*you draw a hazard or have 5 cards* → *you draw a hazard*, *you have 5 cards*, and *you have drawn a hazard or 3
    cards* likewise; all of it, if it is no list.
    """
    if len(end.clauses) > 1:
        each_is_one = all(joint == "or" for joint in end.joints)
        return [replace(end, clauses=(each,), joints=()) for each in end.clauses] if each_is_one else [end]
    (clause,) = end.clauses
    if not isinstance(clause, ast.Clause) or not (clause.joint == "or" or len(clause.verbs) == 1):
        return [end]
    verbs = [way for verb in clause.verbs for way in of_each(verb)]
    return [replace(end, clauses=(replace(clause, verbs=(each,), joint=None),)) for each in verbs]


def of_each(verb: ast.Verb) -> list[ast.Verb]:
    """*have drawn a hazard or 3 cards* → *have drawn a hazard*, *have drawn 3 cards*."""
    obj = verb.complement("obj") if isinstance(verb, ast.Act) else None
    if not isinstance(verb, ast.Act) or obj is None or not isinstance(obj.value, ast.Group):
        return [verb]
    return [verb.with_value(obj, each) for each in obj.value.items] if obj.value.joint == "or" else [verb]


def from_the_top(node: ast.Nominal | None) -> bool:
    """*the top cards of your deck*: as many as it takes."""
    if not isinstance(node, ast.Noun):
        return False
    return node.determiner.ordinal == "top" and node.determiner.number is None and bool(node.plural)


def down_to_first(what: ast.Noun, verb: ast.Act, scope: Scope, carry_out: Callable[[ast.Act], None]) -> None:
    """All from the top down to the first that is such a thing: *that hazard*, *the other cards*; all, if none is."""
    obj = verb.complement("obj")
    assert obj is not None and isinstance(obj.value, ast.Noun)
    places = [m.what for m in obj.value.modifiers if m.word == "of" and isinstance(m.what, ast.Noun)]
    if not any(scope.world.kinds[each.head].ordered for each in places if each.head in scope.world.kinds):
        raise scope.unfit(
            obj, "“until” where nothing lies on top", hint="a place has a top if it is `ordered`"
        )
    every = ast.Determiner(quantifier="all", span=obj.value.determiner.span)
    whole = scope.describe(replace(obj.value, determiner=every))
    with scope.discourse.closed(), scope.saying(placed=True):  # it lies there, not where its kind is found
        desc = scope.describe(what)
    items, slot = scope.store(whole.expr), scope.alloc()
    first = scope.store(("first", build.where(items, slot, is_one_of(desc, build.local(slot), scope))))
    upto: Expr = ("take", items, ("position", first, items))
    seen = scope.store(("if", ("eq", first, build.NONE), items, upto))
    mark = scope.discourse.mark()
    carry_out(
        verb.with_value(
            obj, Bound(span=obj.span, value=Val(seen, whole.type, True), head=obj.value.head or "")
        )
    )
    scope.discourse.forget(mark)
    scope.bind(Val(seen, whole.type, True), obj.value.head or "", verb.verb)
    scope.bind(Val(first, desc.type), what.head or "", group=seen)
    scope.after_passes()


def until_brought(end: ast.Clauses, verb: ast.Act, step: ast.Act, scope: Scope) -> ast.Noun | None:
    """*Draw cards until you draw a hazard*: what the last step brings; None: it is asked how things stand."""
    done = done_once_more(end, verb)
    found = phrase_of(step, scope, quiet=True)
    if done is None or found is None or not isinstance(done.object, ast.Noun):
        return None
    return done.object if is_brought(done.object, found[0], scope) else None


def again_until(ends: Ends, scope: Scope, step: Callable[[], None]) -> None:
    """The step again and again, until it has brought one of these, or nothing, or another end has come."""
    brought_then, most, others = ends
    mark = scope.discourse.mark()
    with scope.saying(placed=True):  # wherever the step has brought it
        descs = [scope.describe(each) for each in brought_then]
    scope.discourse.forget(mark)
    count = scope.alloc()
    if most is not None:
        scope.emit("let", count, build.integer(0))
    head = scope.here()
    enough = [scope.emit("unless", build.negate(build.closed(truth(each, scope))), -1) for each in others]
    if most is not None:
        enough.append(scope.emit("unless", ("lt", build.local(count), build.integer(most)), -1))
        scope.emit("let", count, ("add", build.local(count), build.integer(1)))
    step()
    thing = scope.discourse.at_hand(scope.discourse.referents[-1]).value.expr
    over = build.either(("eq", thing, build.NONE), *(is_one_of(each, thing, scope) for each in descs))
    scope.emit("unless", over, head)
    scope.patch(*enough)


def one_step(verb: ast.Act, scope: Scope) -> ast.Act:
    """*draw cards* → *draw 1 card*.  One thing is one already."""
    if verb.modal not in (None, "must") or verb.adverbials:
        raise scope.unfit(verb, "“until” after this")
    verb = replace(verb, modal=None)
    obj = verb.complement("obj")
    if obj is None:
        return verb
    noun = one_of(obj.value) if isinstance(obj.value, ast.Noun) else None
    if noun is None:
        known = ("*… cards until …*", "*a … until …*")
        raise scope.unfit(obj, "so much at each step", expected=known)
    step = verb.with_value(obj, noun)
    often = times(step, scope)  # *draw 1 card* of `draw a card`
    return step if often is None else often[1]


def one_of(noun: ast.Noun) -> ast.Noun | None:
    """*cards*, *your cards*, *a card*, *the card*, *1 card* as one; None: more of them, or a number said otherwise."""
    det = noun.determiner
    if noun.plural and det.possessive is not None and det == ast.Determiner(possessive=det.possessive):
        return replace(noun, determiner=replace(det, number=1, of=True))
    if det.is_empty():
        return replace(noun, determiner=ast.Determiner(number=1, span=det.span), plural=None)
    return noun if det.article in ("a", "the") or det.number == 1 else None


def counted(condition: ast.Clauses, verb: ast.Act, scope: Scope) -> ast.Clauses:
    """The condition with what it leaves out: *5 cards* are at least 5, or at most, and *as many cards as you* at
    least as many; *5* alone are so many of those.
    """
    clause = condition.clauses[0]
    if len(condition.clauses) != 1 or not isinstance(clause, ast.Clause) or len(clause.verbs) != 1:
        return condition
    have = clause.verbs[0]
    if not isinstance(have, ast.Act) or have.verb != "have" or have.negated:
        return condition
    obj = have.complement("obj")
    if obj is None or not isinstance(obj.value, ast.Noun):
        return condition
    det = obj.value.determiner
    if det.number is None and det.quantifier not in ("as many", "as much"):
        return condition
    what = so_many(of_the_same(obj.value, verb), have, clause.subject, verb, scope)
    verbs = (have.with_value(obj, what),)
    return replace(condition, clauses=(replace(clause, verbs=verbs),))


def so_many(what: ast.Noun, have: ast.Act, who: ast.Nominal | None, verb: ast.Act, scope: Scope) -> ast.Noun:
    """How many somebody is to have then, with its bound and with the place where they are counted."""
    found = looked_for(verb, who, scope)
    if found is not None:
        what = what if is_placed(what, have) else replace(what, modifiers=(found,))
    elif takes_things(verb, scope):
        whose(verb.object, what, who, scope)
    somewhere(what, have, scope)
    return bounded(what, verb, away=found is not None)


def looked_for(verb: ast.Act, who: ast.Nominal | None, scope: Scope) -> ast.Modifier | None:
    """Where a verb looks for what is not said to lie anywhere, of who does it: *discard cards until you have 7*."""
    what = verb.object
    noun = one_of(what) if isinstance(what, ast.Noun) and is_open(what) else None
    if noun is None or (obj := verb.complement("obj")) is None:
        return None
    known = phrase_of(verb.with_value(obj, noun), scope, quiet=True)
    place = scope.world.kinds.get(known[0].found or "") if known is not None else None
    if known is None or place is None or place.of != "player" or known[0].stays:
        return None
    theirs = ast.Determiner(possessive="your" if who is None or ast.is_you(who) else "their", span=verb.span)
    whole = ast.Noun(head=place.name, determiner=theirs, span=verb.span)
    return ast.Modifier(word=place.prep, what=whole, span=verb.span)


def is_placed(what: ast.Noun, have: ast.Act) -> bool:
    """Whether something is said of where they are, or of which of them."""
    return bool(what.modifiers) or have.complement("place") is not None


def somewhere(what: ast.Noun, have: ast.Act, scope: Scope) -> None:
    """Refuse *discard cards until you have 3*, where a player has cards in several places: those of the deck, too?"""
    world = scope.world
    kind = world.thing(what.head)
    if kind is None or is_placed(what, have):
        return
    places = [each for each in world.kinds.values() if each.category == "place" and each.of == "player"]
    if world.property(kind.name, "found") is None and len(places) > 1:
        known = tuple(f"*… {each.prep} their {each.name}*" for each in places)
        raise scope.unfit(what, "a number of things, wherever a player has them", expected=known)


def takes_things(verb: ast.Act, scope: Scope) -> bool:
    """Whether somebody says with which things it is done: `return {unit}`, not `draw {number} cards`."""
    obj = verb.complement("obj")
    noun = one_of(obj.value) if obj is not None and isinstance(obj.value, ast.Noun) else None
    if obj is None or noun is None:
        return True
    found = phrase_of(verb.with_value(obj, noun), scope, quiet=True)
    return found is None or not (found[1].counted or found[1].fixed)


def whose(done: ast.Nominal | None, counted: ast.Noun, who: ast.Nominal | None, scope: Scope) -> None:
    """Refuse *returns units from that town until they have 2*: with anybody's, until so many of theirs are left?"""
    if not isinstance(done, ast.Noun) or done.head is None or not scope.world.owned(done.head):
        return
    det = done.determiner
    said = det.possessive or det.owner or done.relative or done.modifier("of") is not None
    if said or counted.head is None or not scope.world.related(done.head, counted.head):
        return
    nouns, theirs = scope.world.vocabulary.nouns, "your" if who is None or ast.is_you(who) else "their"
    noun = nouns[done.head].plural if done.head in nouns else done.head
    raise scope.unfit(done, "these, whoever’s they are,", expected=(f"*{theirs} {noun}*",))


def of_the_same(noun: ast.Noun, verb: ast.Act) -> ast.Noun:
    """*until you have 5*: of what the verb is done with."""
    what = verb.object
    if noun.head is not None or noun.name is not None or not isinstance(what, ast.Noun):
        return noun
    return replace(noun, head=what.head, name=what.name, plural=None)


def bounded(noun: ast.Noun, verb: ast.Act, *, away: bool = False) -> ast.Noun:
    """A number without a bound is the least of what becomes more, the most of what becomes fewer: of what is taken
    `away` from where it is counted, too.
    """
    bound: Literal["at least", "at most"] | None = None
    if verb.verb in MORE:
        bound = "at least"
    elif away or verb.verb in FEWER:
        bound = "at most"
    if noun.determiner.bound is not None or bound is None:
        return noun
    return replace(noun, determiner=replace(noun.determiner, bound=bound))
