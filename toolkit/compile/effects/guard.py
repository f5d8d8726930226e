"""*If C,*: what is done only if something is so, once for each thing that was found so; and *If you do,*."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from toolkit.compile.base import build, who_did
from toolkit.compile.base.scope import Asked, Scope
from toolkit.compile.base.values import Val
from toolkit.compile.conditions.condition import found, truth
from toolkit.compile.effects import cases, offers
from toolkit.compile.events.outcome import not_done
from toolkit.compile.nouns.others import BACK, SOMEBODY
from toolkit.compile.rules.standing import may_be_declined
from toolkit.language import ast, which
from toolkit.language.wording.final import speaks_back
from toolkit.meaning import witness
from toolkit.meaning.referents import Referent
from toolkit.program.expression import Expr, conjuncts


def keep_early(
    kept: list[tuple[int, Expr]], witnesses: Collection[int], scope: Scope
) -> list[tuple[int, Expr]]:
    """Keep what speaks of no witness, before the condition is asked; what is left."""
    late = [(slot, expr) for slot, expr in kept if any(build.mentions(expr, w) for w in witnesses)]
    for each in kept:
        if each not in late:
            scope.emit("let", *each)
    return late


def guarded(given: ast.Given, scope: Scope, action: Callable[[], None]) -> tuple[Expr, Expr | None]:
    """*If C,* around what it guards: done when C holds, once for each thing that C found and that it speaks of; of a
    condition behind it (*That cat purrs if another cat is in the park*) it speaks of none.

    Returns whether C held, and whether what it guards was done: what *Otherwise* and *If you do* of the next sentence
    ask about (None: nothing that could be asked about).
    """
    before, mark, there = scope.outcome, scope.discourse.mark(), scope.whereabouts()
    amount, made = (scope.amount, scope.amount_of), dict(scope.made)
    if given.word == "unless" and (hint := offers.whom_to_ask(given.condition, scope)):
        raise scope.unfit(given, "“unless” with what somebody does", hint=hint)
    kept: list[tuple[int, Expr]] = []
    asks = what_is_asked(given.condition, scope)
    if asks is not None:
        condition = whether_done(asks, given.condition, scope)
    else:
        with scope.saying(kept=kept if given.word == "if" else None), whose_is_compared(given, scope):
            condition = found(given.condition, scope)
        scope.discourse.asked += scope.discourse.since(mark)
    if given.word == "unless":
        condition = build.negate(condition)
        scope.discourse.forget(mark, keep=lambda each: each.source != "condition")
    witnesses = witness.slots_of(condition)
    late = keep_early(kept, witnesses, scope)
    held = scope.store(build.closed(condition))
    asked = who_did.spoken_of(scope)
    jump = scope.emit("unless", held, -1)
    scope.forget()
    still_to_come = tuple(scope.discourse.since(mark)) if given.behind else ()
    with as_asked(asks, given.condition, scope), scope.discourse.without(still_to_come):
        inside = scope.discourse.mark()
        for_each_witness(condition, late, action, scope)
        scope.branch = tuple(scope.discourse.since(inside))
    done = scope.outcome
    scope.amount_else = None if (scope.amount, scope.amount_of) == amount else (*amount, made)
    scope.patch(jump)
    if went_through(jump, witnesses, scope):
        scope.after_passes()
    scope.doers = asked
    if given.word == "if" and asks is not None and not any(each[0] == "may" for each in scope.code[jump:]):
        scope.asked = replace(asks, held=held)
    scope.guard = held
    cases.perhaps(scope.branch)
    forget_what_was_found(mark, jump, witnesses, scope)
    scope.elsewhere(there)
    if witnesses:
        return held, None  # done several times: which of them would be asked about?
    return held, build.both(held, done) if done is not None else before


def otherwise(node: ast.Link, scope: Scope, action: Callable[[], None]) -> None:
    """*Otherwise, …*: done unless the sentence before was.  SAY0804: that one says no condition."""
    if (before := scope.before) is None:
        said = scope.offer_before.said
        offer = said is not None and may_be_declined(said.body)
        raise scope.fail("SAY0804", node, hint="after *may* say *If you do not, …*" if offer else None)
    if scope.after_second_if or offers.has_two_ifs(scope.offer_before.said):
        raise scope.fail("SAY0858", node)
    if scope.ending is not None and scope.ending[1] == scope.number - 1:
        scope.ending = (scope.ending[0], scope.number)
    jump, there = scope.emit("unless", build.negate(before), -1), scope.whereabouts()
    asked = asked_before(scope)
    they = scope.they if asked is None or asked.they is None else asked.they
    so, inside = scope.branch, scope.discourse.mark()
    with (
        amount_of_either(scope),
        scope.discourse.without(scope.branch),
        offers.declined(asked, scope, node, negated=asked is not None and not asked.negated),
        scope.saying(they=they, **({"did_before": None, "did_since": None} if asked else {})),
    ):
        action()
    named = scope.discourse.since(inside)
    scope.otherwise = or_before(before, scope)
    if scope.outcome is not None:  # where the condition held, nothing came of this
        scope.guard = build.negate(before)
        scope.outcome = build.both(scope.guard, scope.outcome)
    scope.patch(jump)
    cases.either_named(so, named, before, scope)
    scope.elsewhere(there)


@contextmanager
def amount_of_either(scope: Scope) -> Iterator[None]:
    """*Otherwise, lose that many coins*: as many as were spoken of before the *if*, for what it does was not done.
    Behind both cases *that many* would be those of the one or of the other.
    """
    if scope.amount_else is None:
        yield
        return
    amount, of, made = scope.amount_else
    done, made_so = (scope.amount, scope.amount_of), scope.made
    scope.amount, scope.amount_of, scope.made = amount, of, dict(made)
    with scope.saying(otherwise_done=True):
        yield
    scope.made = made_so | scope.made
    if (scope.amount, scope.amount_of) == (amount, of):
        scope.amount, scope.amount_of = done
    elif scope.amount is not None:
        scope.overtaken = scope.amount, "how much, if that is so, was done", "how much otherwise was done"


def or_before(before: Expr, scope: Scope) -> Expr | None:
    """What *Otherwise* asks after *Otherwise, if D, …*: that neither the one held nor the other.  None: it asked none
    itself; what sentences of its passes asked, they asked of each.
    """
    if scope.otherwise is None or scope.before is not before:
        return None
    return build.either(before, scope.otherwise)


@contextmanager
def whose_is_compared(given: ast.Given, scope: Scope) -> Iterator[None]:
    """*If your coins are at most a player's coins, they …*, *Red's …*: that one, or who was named before?"""
    owners, known = set(scope.discourse.owners), len(scope.discourse.players)
    yield
    if given.behind or speaks_back(given.condition):
        return
    if any(kind == "player" for _, kind, _ in scope.discourse.owners - owners):
        scope.discourse.compared[scope.number] = ""
    for _, _, name in scope.discourse.players[known:]:
        if name not in ("you", BACK, SOMEBODY):
            scope.discourse.compared.setdefault(scope.number, name)


@contextmanager
def as_asked(asks: Asked | None, condition: ast.Clauses, scope: Scope) -> Iterator[None]:
    """Behind *If they do,* *they* are who was asked; behind *If you do not,* nobody has chosen what was offered."""
    if asks is None:
        yield
        return
    opposite = asks.held != build.TRUE  # of what the sentence before asked about
    hidden = scope.branch if opposite else ()
    clause = condition.clauses[0]
    of_them = ast.is_they(clause.subject)
    them: dict[str, Val | None] = {"answered": (asks.they or scope.they) if of_them else None}
    if asks.they is not None:
        them |= {"they": asks.they, "did_before": None, "did_since": None}
    no = offers.declined(asks, scope, condition, negated=asks.negated)
    named = scope.branch if asks.negated else (*scope.branch, *asks.offer.named)
    with scope.saying(**them), scope.discourse.without(hidden), cases.known(named), no:
        yield


def forget_what_was_found(mark: int, start: int, witnesses: Collection[int], scope: Scope) -> None:
    """What a condition found is out of reach behind its sentence."""
    slots = {build.local(slot) for slot in witnesses}
    gone = offers.after_each(mark, slots, scope) if went_through(start, witnesses, scope) else ()

    def stays(each: Referent) -> bool:
        lost = any(each is one for one in gone)  # who speaks of it is told so
        return lost or (each.value.expr not in slots and each.needs is None)

    scope.discourse.forget(mark, keep=stays)


def went_through(start: int, witnesses: Collection[int], scope: Scope) -> bool:
    """Whether the code from there on does something for each that a condition found."""
    return any(instr[0] == "each" and instr[3] in witnesses for instr in scope.code[start:])


def what_is_asked(condition: ast.Clauses, scope: Scope) -> Asked | None:
    """Which deed *If you do,* asks about: what the sentence before did, or, after *If you do not,*, what that asked
    about.  None: an ordinary condition.  SAY0807: nothing before could be done or not.
    """
    proverb = asks_outcome(condition)
    if proverb is None or asks_each(condition, scope):
        return None
    first = condition.clauses[0]
    if isinstance(first, ast.Clause) and first.subject is None:
        raise scope.fail("SAY0658", first, expected=("*If you do*", "*If they do*"))
    again = asked_before(scope)
    opposite = again is not None and again.negated != proverb.negated
    if opposite:
        offers.of_one_offer(condition, proverb, scope.offer_before, scope)
    if again is not None and (opposite or not offers.fits(condition, scope.offer_before)):
        offers.of_who_did(condition, again.offer, scope)
        return replace(again, negated=proverb.negated)
    if scope.outcome is None:
        raise scope.fail("SAY0807", condition, hint=of_each_found(scope))
    offers.of_one_offer(condition, proverb, scope.offer_before, scope)
    asks_them = ast.is_they(first.subject)
    they, _ = scope.did_before if asks_them and scope.did_before is not None else (None, False)
    offers.of_who_did(condition, scope.offer_before, scope)
    return Asked(build.TRUE, scope.outcome, scope.guard, proverb.negated, they, scope.offer_before)


def of_each_found(scope: Scope) -> str | None:
    """*If a player has no coins, they may rest. If they do, …*: each whom the condition finds may."""
    before = scope.offer_before.said
    openings = before.openings if before is not None else ()
    if not any(ast.given_of(each) == "if" for each in openings):
        return None
    return "whom an *if* finds may be several; say it of each: *Each player who … may …. If they do, they …*"


def asked_before(scope: Scope) -> Asked | None:
    """What the sentence before asked about, if it began with *If you do,* and nobody was asked anything after it."""
    asked = scope.asked
    return asked if asked is not None and asked.held == scope.before else None


def for_each_witness(
    condition: Expr, kept: list[tuple[int, Expr]], action: Callable[[], None], scope: Scope
) -> range:
    """The action, for each way in which the open witnesses of a condition can be found, outside in; once if the action
    speaks of none of them.

    kept: what else the action speaks of, as it is when its witness has been found: (slot, expression).
    Returns where the code of the action stands.
    """
    parts = conjuncts(condition)
    first = next((part for part in parts if part[0] == witness.WITNESS), None)
    if first is None:
        for slot, expr in kept:
            scope.emit("let", slot, expr)
        start, scope.apart = scope.here(), []
        action()
        return range(start, scope.here())
    _, items, slot, inner = first
    rest = build.both(inner, *(part for part in parts if part is not first and witness.is_open(part)))
    whole, index = scope.alloc(), scope.alloc()
    scope.emit("let", whole, build.where(items, slot, build.closed(inner)))
    slots = witness.slots_of(rest)
    there = where_it_was(rest, slot, whole, scope)
    scope.emit("let", index, build.integer(0))
    head = scope.emit("each", whole, index, slot, -1)
    if there is not None:
        place, those, rest = there
        scope.emit("let", place, ("nth", build.local(those), build.local(index)))
    with scope.saying(they=spoken_of(slot, scope)):
        done = for_each_witness(rest, kept, action, scope)
    # Who was found only for another part of the condition (*there is a cat, and that cat is …*) makes no difference.
    found_ = {slot, *slots, *(each for each, expr in kept if build.mentions(expr, slot))}
    if any(build.mentions(scope.code[pc], each) for pc in done for each in found_):
        one_for_each(found_, done, scope)
        scope.emit("jump", head)
        scope.patch(head)
    else:
        scope.code[head] = ("let", slot, ("first", build.local(whole)))
    return done


def one_for_each(found_: set[int], done: range, scope: Scope) -> None:
    """SAY0655: *If there is a cat in the park, put another cat there*: one for each that is there, or one in all?  If
    nothing else speaks of what was found, it is one for the reader.
    """
    speaks = (build.mentions(_without_others(scope.code[pc], each), each) for pc in done for each in found_)
    if not scope.apart or any(speaks):
        return
    node = scope.apart[-1]
    noun = ast.head_of(node) or "thing"
    hint = (
        f"of each of them: *For each …, … another {noun} …*; one in all: *1 {noun}*, and where it comes from"
    )
    raise scope.fail("SAY0655", node, noun=noun, hint=hint)


def _without_others(expr: Any, slot: int) -> Any:
    """Code without what says that a thing is another one than that in a slot."""
    if not isinstance(expr, tuple):
        return expr
    if len(expr) == 3 and expr[0] == "ne" and expr[2] == build.local(slot):
        return build.TRUE
    return tuple(_without_others(part, slot) for part in expr)


def where_it_was(rest: Expr, slot: int, whole: int, scope: Scope) -> tuple[int, int, Expr] | None:
    """*If a cat is in a park, put another cat there*: in which park each was when it was asked, before any is put.

    Returns the slot of the place, that of all these places in the order of what is in them, and what is still to be
    found.  None: something else is found next, which may be several.
    """
    first = next((part for part in conjuncts(rest) if part[0] == witness.WITNESS), None)
    if first is None:
        return None
    _, items, place, inner = first
    if ("in", build.local(slot), build.local(place)) not in conjuncts(inner) or not apart(items, scope):
        return None
    those = scope.alloc()
    which = ("first-where", items, place, build.closed(inner))
    scope.emit("let", those, ("map", build.local(whole), slot, which))
    return place, those, build.both(inner, *(part for part in conjuncts(rest) if part is not first))


def apart(places: Expr, scope: Scope) -> bool:
    """Whether nothing is in two of these places: they are those of one kind, or each is a player's."""
    match places:
        case ("flat", _, int(owner), ("single", ("place", _, ("local", int(whose))))):
            return owner == whose
        case ("set", *some):
            return any(
                some == [*those] and not has_parts(kind, scope) for kind, those in scope.world.sites.items()
            )
    return False


def has_parts(kind: str, scope: Scope) -> bool:
    """Whether places of a kind may be parts of one another: *a place*, where rooms have corners."""
    parts = (each for each in scope.world.kinds.values() if each.part_of is not None)
    return any(scope.world.is_a(e.name, kind) and scope.world.is_a(e.part_of or "", kind) for e in parts)


def spoken_of(slot: int, scope: Scope) -> Val | None:
    """Who *they* are where the witness in a slot is spoken of: that player, else who they were."""
    found_ = next((each for each in reversed(scope.discourse) if each.value.expr == build.local(slot)), None)
    return found_.value if found_ is not None and found_.player else scope.they


def asks_outcome(condition: ast.Clauses) -> ast.ProVerb | None:
    """The verb of *you do*, *they cannot*."""
    return condition.verb if isinstance(condition.verb, ast.ProVerb) else None


def of_several(condition: ast.Clauses) -> bool:
    """*If nobody does*, *if a player does*: the sentence before is asked about one, who is *you*, *they* or named."""
    first = condition.clauses[0]
    who = first.subject
    several = which.No | which.A | which.Count | which.All | which.Each
    return isinstance(who, ast.Noun) and isinstance(who.determiner.which, several)


def not_declined(condition: ast.Clauses, outcome: Expr, scope: Scope) -> None:
    """SAY0801 where what came of a sentence was somebody's to decide: *You may pay. If you cannot, …*."""
    if any(instr[0] == "may" and build.mentions(outcome, instr[2]) for instr in scope.code):
        hint = (
            "who does not do it perhaps could have: *If you do not, …*, or ask before what keeps you from it"
        )
        raise scope.unfit(condition, "“can” of what was left to somebody", hint=hint)


def asks_each(condition: ast.Clauses, scope: Scope) -> bool:
    """*If nobody does*: said of each of those who had a turn.  SAY0807: nobody had one."""
    if not of_several(condition):
        return False
    if who_did.in_reach(scope) is None:
        hint = "of several players ask what has come of it: *If no player has …*, *If a player has …*"
        raise scope.fail("SAY0807", condition, hint=hint)
    return True


def outcome_of(condition: ast.Clauses, scope: Scope) -> Expr | None:
    """*If you do*, *If they do not*, *If you can* … : the truth of what the sentence before did; None: an
    ordinary condition.  *You may pay. If you do, …. If you do not, …*: both ask about paying.  *If C, you may pay. If
    you do not, …* asks what came of it where C held.
    """
    asks = what_is_asked(condition, scope)
    return None if asks is None else whether_done(asks, condition, scope)


def whether_done(asks: Asked, condition: ast.Clauses, scope: Scope) -> Expr:
    """Whether the deed was done that a condition asks about, and what else it asks."""
    proverb = asks_outcome(condition)
    if proverb is not None and proverb.word == "can":
        not_declined(condition, asks.outcome, scope)
    done = not_done(asks.outcome) if asks.negated else asks.outcome
    if asks.negated and asks.guard is not None and {*conjuncts(asks.guard)} <= {*conjuncts(asks.outcome)}:
        done = build.both(asks.guard, done)
    if len(condition.clauses) == 1:
        return done
    rest = truth(replace(condition, clauses=condition.clauses[1:], joints=condition.joints[1:]), scope)
    return build.either(done, rest) if "or" in condition.joints else build.both(done, rest)
