"""Verbs that are instructions, no events: *choose*, *repeat*, *rank*, *resolve*, *share*, *end*.

`SPECIAL` maps the lemma to what compiles it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

from toolkit.compile.base import build
from toolkit.compile.base.chooser import choosable
from toolkit.compile.base.construction import Constructions
from toolkit.compile.base.scope import Scope
from toolkit.compile.base.values import NUMBER, Ranking, Type, Val, name_type
from toolkit.compile.conditions.condition import truth
from toolkit.compile.effects.deed import place_as_modifier
from toolkit.compile.effects.guard import outcome_of
from toolkit.compile.effects.loop import loop
from toolkit.compile.effects.settling import is_single, settle
from toolkit.compile.effects.tied import one_of_them
from toolkit.compile.effects.whose import name_owner
from toolkit.compile.events import outcome
from toolkit.compile.nouns.bounding import limit_of
from toolkit.compile.nouns.determiner import plain
from toolkit.compile.nouns.phrases import number_of, value_of
from toolkit.language import ast
from toolkit.program.expression import Expr, renamed

SPECIAL: dict[str, Callable[[ast.Act, Val, Scope], None]] = {}


def special(
    *lemmas: str,
) -> Callable[[Callable[[ast.Act, Val, Scope], None]], Callable[[ast.Act, Val, Scope], None]]:
    """Register the handler of a verb that is no event."""

    def register(function: Callable[[ast.Act, Val, Scope], None]) -> Callable[[ast.Act, Val, Scope], None]:
        for lemma in lemmas:
            SPECIAL[lemma] = function
        return function

    return register


def objects(verb: ast.Act, role: str = "obj") -> Sequence[ast.Nominal]:
    """The nominals in the complements of a role."""
    return [c.value for c in verb.complements if c.role == role and isinstance(c.value, ast.Nominal)]


def the_object(verb: ast.Act, scope: Scope) -> ast.Nominal:
    """What the verb is done with.  Raises `Fail` when it does not say so."""
    found = objects(verb)
    if not found:
        raise scope.fail("SAY0758", verb, verb=verb.verb)
    return found[0]


@special("choose")
def choose(verb: ast.Act, doer: Val, scope: Scope) -> None:
    """*Choose a N*, *choose up to 2 Ns*, *choose a number from A to B*, *choose a random player*."""
    what = next(iter(objects(verb)), None)
    if isinstance(what, ast.Arith) and (number := whole_range(what)) is not None:
        verb, what = verb.having(number), number
    if what is None or verb.adverbials or any(c.role not in ("obj", "from", "to") for c in verb.complements):
        raise scope.unfit(verb, "this way of choosing")
    counted = isinstance(what, ast.Noun) and what.modifier("of") is not None
    if isinstance(what, ast.Noun) and what.head == "number" and not counted:
        choose_number(verb, what, doer, scope)
    elif (
        isinstance(what, ast.Noun)
        and what.head in scope.world.vocabulary.lists.keys() - scope.world.kinds.keys()
    ):
        choose_value(what, doer, scope)
    else:
        choose_things(verb, what, doer, scope)


def ends_of(verb: ast.Act, what: ast.Noun, scope: Scope) -> tuple[Expr, Expr]:
    """The least and the highest number that may be chosen.  SAY0801: nothing says the one or the other."""
    said = [(m.word, m.what) for m in what.modifiers if m.what is not None]
    said += [
        (c.role, c.value)
        for c in verb.complements
        if isinstance(c.value, ast.Nominal) and c.value is not what
    ]
    low: list[Expr] = []
    high: list[Expr] = []
    for word, bound in said:
        match word:
            case "from" | "to":
                (low if word == "from" else high).append(number_of(bound, scope))
            case "higher than":
                low.append(("add", number_of(bound, scope), build.integer(1)))
            case "lower than":
                high.append(("sub", number_of(bound, scope), build.integer(1)))
            case "but":
                op, limit = limit_of(bound, scope)
                (low if op == "larger" else high).append(limit)
            case _:
                raise scope.unfit(bound, f"“{word}” of a number that is chosen")
    if len(low) != 1 or len(high) != 1:
        expected = ("*a number from 1 to …*", "*a number higher than …, but at most …*")
        raise scope.unfit(what, "a number without its two ends", expected=expected)
    return low[0], high[0]


def whole_range(node: ast.Nominal) -> ast.Noun | None:
    """*A number from your bid plus 1 to your coins minus 2*: what is added belongs to the end after which it stands."""
    if not isinstance(node, ast.Arith):
        return node if isinstance(node, ast.Noun) and node.head == "number" else None
    number, more = whole_range(node.left), node.right
    if number is None or more is None or not number.modifiers or number.modifiers[-1].what is None:
        return None
    to: tuple[ast.Modifier, ...] = ()
    if isinstance(more, ast.Noun) and more.modifiers and more.modifiers[-1].word == "to":
        more, to = replace(more, modifiers=more.modifiers[:-1]), more.modifiers[-1:]
    last = number.modifiers[-1]
    assert last.what is not None
    end = replace(last, what=replace(node, left=last.what, right=more))
    return replace(number, modifiers=(*number.modifiers[:-1], end, *to))


def with_bounds(verb: ast.Act, closings: tuple[ast.Closing, ...]) -> tuple[ast.Act, tuple[ast.Closing, ...]]:
    """*Choose a number higher than A, but at most B*: what stands behind is said of the number; and what is left."""
    what, bounds = verb.object, [c.bound for c in closings if c.word == "but" and c.bound is not None]
    if verb.verb != "choose" or not isinstance(what, ast.Noun) or what.head != "number":
        return verb, closings
    more = (ast.Modifier(word="but", what=bound, span=bound.span) for bound in bounds)
    return verb.having(replace(what, modifiers=(*what.modifiers, *more))), tuple(
        c for c in closings if c.word != "but"
    )


def choose_number(verb: ast.Act, what: ast.Noun, doer: Val, scope: Scope) -> None:
    """*Choose a number from A to B*, *higher than A, but at most B*: later it is *that number*."""
    low, high = ends_of(verb, what, scope)
    slot = scope.filled("choose-number", doer.expr, low, high)
    scope.bind(Val(build.local(slot), NUMBER), "number", "choose")
    scope.amount = build.local(slot)
    scope.outcome = ("gt", build.local(slot), build.integer(0))


def choose_things(verb: ast.Act, what: ast.Nominal, doer: Val, scope: Scope) -> None:
    """*Choose a N*, *choose up to 2 Ns from P*: later they are *that N*, *those Ns*."""
    with scope.saying(mine=doer):
        desc = scope.describe(
            place_as_modifier(verb, next(c for c in verb.complements if c.role == "obj"), scope)
        )
    one_by_one(what, scope)
    if desc.type.base == "value":
        raise scope.unfit(what, "choosing a value")
    if desc.type.base != "entity":
        raise scope.fail("SAY0752", what, found=name_type(desc.type), wanted="something to choose from")
    desc = one_of_them(desc, what, scope)
    if not desc.many:
        raise scope.fail("SAY0813", what)
    desc = choosable(desc, doer, scope)
    expr = settle(desc, doer, scope)
    single = desc.mode == "some" and desc.low == desc.high == build.integer(1)
    name_owner(verb, desc, verb.complement("obj"), expr, scope)
    scope.bind(Val(expr, desc.type, not single), desc.called, "choose", group=desc.group)
    scope.outcome = ("ne", expr, build.NONE) if single else outcome.all_taken(desc, expr)


def one_by_one(what: ast.Nominal, scope: Scope) -> None:
    """SAY0801: *Choose the highest cat and all dogs*: which of those that tie is another choice."""
    for item in what.items if isinstance(what, ast.Group) else ():
        with scope.trial():
            alone = scope.describe(item)
            if one_of_them(alone, item, scope) is not alone:
                hint = "a sentence of its own: *Choose …. Choose …*"
                raise scope.unfit(item, "one of those that tie in a list of what is chosen", hint=hint)


def choose_value(what: ast.Noun, doer: Val, scope: Scope) -> None:
    """*Choose a suit*: one value of a list; later it is *that suit*."""
    assert what.head is not None
    plain(what, scope)
    if what.determiner != ast.Determiner(article="a"):
        raise scope.unfit(what, "choosing a value", expected=(f"*a {what.head}*",))
    indices = [index for index, name in scope.world.values.values() if name == what.head]
    slot = scope.filled("choose-value", doer.expr, ("set", *indices))
    scope.bind(Val(build.local(slot), Type("value", what.head)), what.head, "choose")
    scope.outcome = build.TRUE


REPEATING = Constructions("statement")


def until(node: ast.Clauses, scope: Scope) -> bool:
    """*Repeat this step until C.*: back to the start of the step.  False: it is something else."""
    sentence = ast.Sentence(body=node, span=node.span)
    if not REPEATING.knows(sentence):
        return False
    if REPEATING.meaning(sentence, scope) is None:
        raise scope.fail("SAY0814", node)
    return True


@REPEATING.form("Repeat this step until {condition}.")
def repeat_until(scope: Scope, end: ast.Clauses) -> int:
    """The condition is asked when the step has been done, so that it is done at least once.  Where one thing is done
    in a step, and it cannot be done (the deck is empty), nothing would ever change: that is the end, too.
    """
    step, done = [each[0] for each in scope.code[scope.loop_start :]], scope.outcome
    if not step:
        hint = "it stands behind what is done again: *Gain 1 …. Repeat this step until …*"
        raise scope.unfit(end, "repeating a step that does nothing before this", hint=hint)
    condition = outcome_of(end, scope)
    if condition is None:
        condition = truth(end, scope)
        if done is not None and step.count("do") == 1 and not {"may", "each", "jump"} & set(step):
            condition = build.either(condition, build.negate(done))
    return scope.emit("unless", condition, scope.loop_start)


@special("rank")
def rank(verb: ast.Act, doer: Val, scope: Scope) -> None:
    """*Rank the players by A, then by B*: highest first; an order (*turn order*) counts from its start."""
    desc = scope.describe(the_object(verb, scope))
    if desc.mode in ("some", "no"):
        raise scope.fail("SAY0803", desc.span)
    slot = scope.alloc()
    member = Val(build.local(slot), desc.type)
    mark = scope.discourse.mark()
    scope.bind(member, desc.called)
    keys: list[tuple[Expr, int]] = []
    player = scope.world.is_player(desc.type)
    with scope.saying(they=member if player else scope.they):
        for by in objects(verb, "by"):
            order = ast.head_of(by)
            if order in scope.world.orders:
                keys.append((("position", member.expr, ("call", scope.world.orders[order])), 1))
            else:
                keys.append((number_of(by, scope), 0))
    scope.discourse.forget(mark)
    result = scope.alloc()
    ranked = build.local(result)
    scope.emit("let", result, ("rank", desc.expr, slot, *keys))
    if not any(ascending for _, ascending in keys):  # no two have the same place in an order
        amounts = [key for key, _ in keys]
        scope.ranked[ranked] = Ranking(nobody_ties(ranked, slot, amounts, scope), slot, amounts)
    scope.bind(Val(ranked, desc.type, True), desc.called, "ranked")


def nobody_ties(ranked: Expr, slot: int, keys: list[Expr], scope: Scope) -> Expr:
    """Those of whom no other has the same amounts, now: what is done with one of them may change these."""
    other, apart = scope.alloc(), scope.alloc()
    same = (("eq", renamed(key, {build.local(slot): build.local(other)}), key) for key in keys)
    tied = ("count", build.where(ranked, other, build.both(*same)))
    scope.emit("let", apart, build.where(ranked, slot, ("eq", tied, build.integer(1))))
    return build.local(apart)


RESOLVING = Constructions("effect")


@special("resolve")
def resolve(verb: ast.Act, doer: Val, scope: Scope) -> None:
    """*Resolve the NAME effects of those cards*: the sentences of that field or label, by whoever has the card.
    *Resolve the effects of that card as this card*: by whoever does it, as if they stood on this card.
    """
    verb = _of_it(verb)
    found: Resolved | None = RESOLVING.meaning(verb, scope)
    if found is None:
        known = RESOLVING.match(verb) is not None
        raise scope.fail("SAY0758", verb, verb="resolve") if known else RESOLVING.unlike(verb, scope)
    desc = scope.describe(found.cards)
    if desc.type.base == "entity" and desc.mode == "some" and is_single(desc):  # *of one of your cards*
        desc = desc.but(mode="one", expr=settle(desc, doer, scope))
        scope.bind(Val(desc.expr, desc.type), desc.called, "resolve")
    if desc.type.base != "entity" or desc.mode in ("some", "no"):
        raise scope.fail("SAY0803", found.cards)
    this = value_of(found.lent, scope) if found.lent is not None else None
    if this is not None and (this.type.base != "entity" or this.many):
        raise scope.fail("SAY0803", found.lent)

    def each(card: Val) -> None:
        if this is not None:
            slot = scope.filled("borrow", found.field, card.expr, this.expr, doer.expr)
        else:
            holder = scope.store(("holder", card.expr))
            slot = scope.alloc()
            who = ("if", ("ne", holder, build.NONE), holder, doer.expr)
            scope.emit("resolve", found.field, card.expr, who, slot)
        scope.outcome = ("ne", build.local(slot), build.integer(0))

    if desc.mode == "one":
        each(Val(scope.store(desc.expr), desc.type))
    else:
        loop(desc, scope, lambda: each(scope.discourse.referents[-1].value))


class Resolved(NamedTuple):
    """What is resolved: a field of cards, as if it stood on another card if one is lent."""

    field: int
    cards: ast.Nominal
    lent: ast.Nominal | None


def _of_it(verb: ast.Act) -> ast.Act:
    """*its effects*: the effects of it."""
    what = verb.complement("obj")
    if what is None or not isinstance(what.value, ast.Noun) or what.value.determiner.possessive != "its":
        return verb
    noun, span = what.value, what.value.determiner.span
    of = ast.Modifier(word="of", what=ast.Pronoun(word="it", span=span), span=span)
    the = replace(noun.determiner, possessive=None, article="the")
    return verb.with_value(what, replace(noun, determiner=the, modifiers=(*noun.modifiers, of)))


@RESOLVING.form("Resolve the {effect: noun} of {cards}.", "Resolve the {effect: noun} of {cards} as {card}.")
def effects_of(
    scope: Scope, what: ast.Noun, cards: ast.Nominal, lent: ast.Nominal | None = None
) -> Resolved | None:
    """The sentences of a field or a label; None: the noun names none."""
    if what.head is None or not what.head.endswith("effect"):
        return None
    return Resolved(
        scope.world.field((what.head.removesuffix("effect").strip() or "effect").lower()), cards, lent
    )


@RESOLVING.form("Resolve {cards}'s {effect: noun}.", "Resolve {cards}'s {effect: noun} as {card}.")
def their_effects(
    scope: Scope, cards: ast.Nominal, what: ast.Noun, lent: ast.Nominal | None = None
) -> Resolved | None:
    """The same."""
    return effects_of(scope, what, cards, lent)


@special("share", "win")
def share(verb: ast.Act, doer: Val, scope: Scope) -> None:
    """*Those players share the win*, *the tied players win the game*: several win together, and the game ends."""
    what = objects(verb)
    if not all(
        isinstance(n, ast.Noun) and n.determiner == ast.Determiner(article="the") and not n.modifiers
        for n in what
    ):
        raise scope.unfit(verb, "this game", expected=("*the game*", "*the win*"))
    scope.emit("end", doer.expr if doer.many else ("single", doer.expr))


@special("end")
def end(verb: ast.Act, doer: Val, scope: Scope) -> None:
    """*The game ends*: nobody wins."""
    if doer.type.base == "entity" and doer.type.name == "game":
        scope.emit("end", build.EMPTY)
        return
    raise scope.fail("SAY0758", verb, verb="end")
