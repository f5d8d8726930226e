"""Loops: what is done for each member of a set, in an order; and what its passes leave to be spoken of."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from toolkit.compile.base import build
from toolkit.compile.base.scope import Scope, player_type
from toolkit.compile.base.values import Bound, Desc, Val
from toolkit.compile.conditions.found import key_of
from toolkit.compile.nouns import bounding, counting, left_over, seats
from toolkit.compile.nouns.phrases import number_of
from toolkit.compile.nouns.reference import size_of
from toolkit.language import ast, which
from toolkit.meaning.referents import Key, Referent
from toolkit.program.expression import Expr


def loop(desc: Desc, scope: Scope, inner: Callable[[], None], verb: str | None = None) -> None:
    """For each member of a captured set, in order: *that N*, *they*, *it* are the member.

    Afterwards the members are *those Ns* (`verb`: *the discarded Ns*), and so is what the passes named, as groups.
    """
    items = desc.expr
    player = scope.world.is_player(desc.type)
    if player:
        items = seats.player_order(items, scope, None)
        if scope.order is not None and "random" in scope.order[0]:
            shuffled = scope.filled("random", items, ("count", items))
            items = build.local(shuffled)
    order, scope.order = scope.order, None
    whole, index, member = scope.alloc(), scope.alloc(), scope.alloc()
    scope.emit("let", whole, items)
    key = (*key_of("loop", desc.span, scope), scope.depth)
    gathered = gathering(key, scope)
    around = left_over.passing(key, scope)
    mark = around.mark
    scope.emit("let", index, build.integer(0))
    head = scope.emit("each", whole, index, member, -1)
    value = Val(build.local(member), desc.type)
    there = scope.whereabouts()  # the place of a pass is *there* in it alone
    scope.bind(value, desc.called, group=desc.expr if size_of(desc.expr, scope) == 2 else None)
    them = {"they": value, "did_since": None} if player else {}
    with scope.saying(depth=scope.depth + 1, passing=around, **them):
        inner()
    scope.elsewhere(there)
    spoken_of(desc, member, head, scope)
    made = scope.discourse.since(mark + 1)
    gather(gathered, made, scope)
    scope.emit("jump", head)
    scope.patch(head)
    scope.discourse.forget(mark)
    for number, each in enumerate(made):
        itself = each.value.expr == value.expr and verb is not None and each.verb == verb
        if not itself:  # with what it was done: the members themselves
            group_of(each, number, gathered, key, scope)
    scope.bind(Val(build.local(whole), desc.type, True), desc.called, verb, group=desc.group)
    scope.order = order
    scope.after_passes()


def spoken_of(desc: Desc, member: int, head: int, scope: Scope) -> None:
    """SAY0801: *For each colour, if there is a red card in the row, gain 1 coin*: that is the same each time, so
    whoever writes it means a card of that colour.
    """
    done = scope.code[head + 1 :]
    asked = next((instr[0] for instr in done if instr[0] != "let"), None) == "unless"
    if desc.type.base != "value" or not asked or any(build.mentions(instr, member) for instr in done):
        return
    value = desc.head or "value"
    hint = f"say what is of that {value}: *… of that {value}*; so often the same is *Repeat 3 times: …*"
    raise scope.unfit(desc.span, f"a condition after “for each {value}” that asks nothing of it", hint=hint)


def in_passes(
    clause: ast.Clause, scope: Scope, carry_out: Callable[[list[ast.Opening], ast.Clause], None], *, own: bool
) -> None:
    """*Each player gains 1 coin, then if they are rich, loses 1 point*: what is asked of each is asked in its pass.
    `own`: the clause names its subject itself, after what it asks (*then if another player is rich, each player …*).
    """
    each, said = clause.subject, list(clause.openings)
    asked = not own and any(_of_each_by_itself(node) for opening in said for node in opening.walk())
    if not asked or not isinstance(each, ast.Noun) or each.determiner.quantifier not in ("each", "every"):
        carry_out(said, clause)
        return
    if each.narrowed:  # of whom it may not be so any more
        carry_out(said, clause)
        return
    desc = scope.describe(each)
    if not scope.world.is_player(desc.type):
        raise scope.unfit(clause.openings[0], "this opening here")

    def one() -> None:
        assert scope.they is not None
        who = Bound(value=scope.they, head=each.head or "player", span=each.span)
        carry_out(said, replace(clause, subject=who))

    loop(desc, scope, one)


def _of_each_by_itself(node: ast.Node) -> bool:
    """*they*, *their*, *another player*."""
    if isinstance(node, ast.Noun):
        other = isinstance(node.determiner.which, which.Another) or node.determiner.other
        return bool(other) or node.determiner.possessive == "their"
    return ast.is_they(node)


def gathering(key: Key, scope: Scope) -> dict[int, int]:
    """Slots for what a later phrase wants of all passes of a loop: number of the referent in a pass → slot, emptied.

    Below 0: of those with which something was really done (-1: of the first referent).
    """
    wanted = [each[-1] for each in scope.world.wanted or () if each[:-1] == key]
    slots = {number: scope.alloc() for number in sorted(n for n in wanted if isinstance(n, int))}
    for slot in slots.values():
        scope.emit("let", slot, build.EMPTY)
    return slots


def gather(gathered: dict[int, int], made: list[Referent], scope: Scope) -> None:
    """At the end of a pass: what it named joins what the passes before named."""
    for number, group in gathered.items():
        at = number if number >= 0 else -number - 1
        if at >= len(made):
            continue  # another loop of the same words named that
        named = made[at] if number >= 0 else scope.discourse.really_done(made[at])
        if named is not None:
            scope.emit("let", group, ("union", build.local(group), as_set(named.value)))


def group_of(each: Referent, number: int, gathered: dict[int, int], key: Key, scope: Scope) -> None:
    """What a pass of a loop named is a group afterwards; kept if a later phrase speaks of it."""
    if each.value.type.base != "entity":
        return
    slot, really = gathered.get(number), gathered.get(-number - 1)
    value = replace(each.value, expr=each.value.expr if slot is None else build.local(slot), many=True)
    needs = each.needs or ((*key, number) if slot is None else None)
    group = replace(each, value=value, source="loop", needs=needs)
    if each.done_needs is not None:
        group.done_needs = (*key, -number - 1)
        group.done = None if really is None else build.local(really)
    scope.discourse.add(group)


def as_set(value: Val) -> Expr:
    """A value as a set."""
    return value.expr if value.many else ("single", value.expr)


# --- So many times --------------------------------------------------------------------------------------------


def repeated(
    how: ast.Times, scope: Scope, action: Callable[[], None], doer: Val | None = None,
    able: Callable[[], Expr] = lambda: build.TRUE, bounds: tuple[ast.Closing, ...] = (), key: Key | None = None,
) -> None:  # fmt: skip
    """Do it so often; *up to*, *any number of times*: the doer may stop before each pass, and is asked as long as it
    can be done (`able`).  `key`: what a pass names is a group afterwards, as of any loop.
    """
    if how.bound not in (None, "exactly", "up to"):
        raise scope.unfit(how, f"“{how.bound}” in an action")
    done, go = scope.alloc(), scope.alloc()
    who = doer or scope.you or Val(("active",), player_type())
    limit = build.integer(how.number)
    if how.amount is not None and not how.is_any:
        limit = scope.store(bounding.bounded(how_often(how.amount, who, scope), bounds, scope))
    scope.emit("let", done, build.integer(0))
    gathered, mark = gathering(key, scope) if key is not None else {}, scope.discourse.mark()
    head = scope.here()
    stops = []
    if how.amount is not None and not how.is_any:  # it may be 0
        stops.append(scope.emit("unless", ("gt", limit, build.local(done)), -1))
    if how.is_free:
        stops.append(scope.emit("unless", able(), -1))
        scope.emit("may", who.expr, go)
        stops.append(scope.emit("unless", ("ne", build.local(go), build.integer(0)), -1))
    scope.emit("let", done, ("add", build.local(done), build.integer(1)))
    action()
    made = scope.discourse.since(mark) if key is not None else []
    gather(gathered, made, scope)
    if how.is_any:
        scope.emit("jump", head)
    else:
        scope.emit("unless", ("ge", build.local(done), limit), head)
    scope.patch(*stops)
    if key is not None:
        scope.discourse.forget(mark)
        for number, each in enumerate(made):
            group_of(each, number, gathered, key, scope)
    scope.after_passes()


def so_many_at_most(
    how: ast.Times, once: ast.Act, closings: tuple[ast.Closing, ...]
) -> tuple[ast.Closing, ...]:
    """*Draw a card for each cat, but at most 3*: what bounds how often it is done, and not what is done each time."""
    if how.amount is None or how.is_any:
        return ()
    what = once.object
    head = ast.head_of(what)

    def bounds_it(bound: ast.Nominal | None) -> bool:
        return isinstance(bound, ast.Noun) and bounding.plainly(bound) and bound.head in (None, head)

    return tuple(each for each in closings if each.word == "but" and bounds_it(each.bound))


def how_often(node: ast.Nominal, doer: Val, scope: Scope) -> Expr:
    """*that many times*, *a number of times equal to A*; *that many cards* of `draw a card`."""
    if isinstance(node, ast.Noun) and node.head is None and node.determiner.quantifier == "that many":
        return scope.that_much(node, "that many")
    noun = counting.noun_of(node)
    if noun is not None and counting.is_count(node, noun):
        return counting.number_of(node, doer, scope)
    return number_of(node, scope)
