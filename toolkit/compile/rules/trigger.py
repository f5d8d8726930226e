"""Rules about what happens: triggers and watches (*When …, S.*), replacements (*If … would …, S instead.*)."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import replace
from typing import Any

from toolkit.compile.base import build
from toolkit.compile.base.passes import by_pass, points_back
from toolkit.compile.base.scope import Scope, player_type
from toolkit.compile.base.values import Val
from toolkit.compile.base.world import VerbInfo, World
from toolkit.compile.conditions.condition import truth, wherever_it_is
from toolkit.compile.conditions.quantified import ranging_owner
from toolkit.compile.events import outcome
from toolkit.compile.events.event import EventMatch, match_event
from toolkit.compile.events.event_verb import verbs_of
from toolkit.compile.events.pattern import is_last_of_theirs, is_one_of
from toolkit.compile.events.period import step_of, whose_period
from toolkit.compile.nouns.quantify import ORDINALS, plain_head
from toolkit.compile.rules import often
from toolkit.compile.rules.often import Limit
from toolkit.compile.rules.statement import Statement, add_program, said_of, truths
from toolkit.language import ast, which
from toolkit.program.expression import Expr, conjuncts

Conditions = Sequence[ast.Clauses]


def when(
    statement: Statement,
    condition: ast.Clauses,
    rest: ast.Sentence,
    conditions: Conditions,
    first: Limit | None = None,
) -> None:
    """*When E, S.*: an event of a verb (or one of several), else a state that becomes true."""
    if several := events_of(condition, statement.outer):
        for event in several:
            when(statement, event, rest, conditions, first)
        return
    clause = condition.clauses[0]
    nothing_left(condition, statement.outer)
    if len(condition.clauses) == 1 and isinstance(clause, ast.Clause) and verbs_of(clause, statement.outer):
        not_in_a_row(clause.subject, statement.outer)
        scope = statement.scope()
        match = match_event(clause if first is None else often.without_each(clause), scope, after=True)
        before = build.both(*truths(conditions, scope)) if conditions else None
        fire(statement, match, clause, rest, scope, first, before)
        return
    if isinstance(first, ast.When):
        once = "once in the game: *The first time that a player has …, that player …*"
        hint = f"what becomes so is waited for each time, *When a player has …, …*, or {once}"
        raise statement.outer.fail("SAY0832", first, hint=hint)
    watch(statement, condition, rest, conditions, first)


def nothing_left(condition: ast.Clauses, scope: Scope) -> None:
    """Refuse *When you play the last card in your hand*, *their first card*: whoever writes so means that none is left
    afterwards, or how often it is done, and not the one at the end of a row; *the last player* is the one at the end
    of the table.
    """
    only = only_one(condition, scope)
    for node in condition.walk():
        if not isinstance(node, ast.Noun) or node is only:
            continue
        word, kind = node.determiner.ordinal, scope.world.kind(node.head)
        if (
            word not in ("last", "first", *ORDINALS)
            or kind is None
            or kind.category not in ("thing", "player")
        ):
            continue
        if word != "last" and (node.modifiers or kind.category != "thing"):
            continue
        if kind.category == "thing" or not plain_head(node):
            so_many = f"exactly {ORDINALS[word]}" if word in ORDINALS else "no"
            after = f"*When …, if they have {so_many} … in their …, …*"
            hint = f"say what is so afterwards ({after}), or *for the first time*"
            raise scope.unfit(node, f"“{word}” of what happens", hint=hint)


def not_in_a_row(who: ast.Nominal | None, scope: Scope) -> None:
    """Refuse *When the last player passes*: the last who does it, or who sits last?"""
    if (
        not isinstance(who, ast.Noun)
        or who.head != "player"
        or not plain_head(who)
        or who.determiner.possessive
    ):
        return
    word = who.determiner.ordinal
    if word in ("first", "last"):
        after = "*The first time … that a player …*"
        if word == "last":
            after = "*When a player …, if each other player has …*"
        sits = f"*When a player …, if they are the {word} player, …*"
        hint = f"the {word} who does it is {after}; who sits {word}: {sits}"
        raise scope.unfit(who, f"“the {word} player” of what happens", hint=hint)


def only_one(condition: ast.Clauses, scope: Scope) -> ast.Noun | None:
    """*When a player places their last worker*: what the event happens to, if it is said so."""
    clause = condition.clauses[0]
    verb = clause.verbs[0] if clause.subject is not None else None
    what = verb.object if isinstance(verb, ast.Act) and not verb.passive else None
    return what if isinstance(what, ast.Noun) and is_last_of_theirs(what, scope) else None


def events_of(condition: ast.Clauses, scope: Scope) -> list[ast.Clauses]:
    """*you play this card or discard this card*: each as a condition of its own; empty: not several events."""
    if any(joint != "or" for joint in condition.joints):
        return []
    found = []
    for clause in condition.clauses:
        if not isinstance(clause, ast.Clause) or (len(clause.verbs) > 1 and clause.joint != "or"):
            return []
        found += [replace(clause, verbs=(verb,), joint=None) for verb in clause.verbs]
    if len(found) < 2 or not all(verbs_of(clause, scope) for clause in found):
        return []
    return [replace(condition, clauses=(clause,), joints=()) for clause in found]


def fire(
    statement: Statement,
    match: EventMatch,
    clause: ast.Clause,
    rest: ast.Sentence,
    scope: Scope,
    first: Limit | None,
    before: Expr | None,
) -> None:
    """The trigger rule of an event: its match, and the program of the rest of the item.  `first`: how often.
    `before`: as long as what held when it began.
    """
    said, theirs = scope.sentence, statement.whose_first(scope)
    if first is None:
        unused, program, spends = build.TRUE, statement.program(scope, rest, "trigger"), None
    else:
        sentences = [rest, *statement.more]
        each = often.whose(clause, match) if theirs is None else theirs
        unused, program, spends = often.limited(first, each, sentences, scope, statement.carry_out)
    # To pay nothing is done, unlike to gain or to lose nothing, and yet no rule waits for it.
    paid = so_much_at_least(match) if match.infos[0].id == "pay" else build.TRUE
    condition = build.both(match.condition, paid, unused)
    held = [each for each in (match.before, before) if each is not None]
    statement.add(
        "trigger",
        scope,
        said,
        events=match.verbs,
        match=condition,
        was=match.was,
        before=build.both(*held) if held else None,
        program=program,
        spends=spends,
    )


def watch(
    statement: Statement,
    condition: ast.Clauses,
    rest: ast.Sentence,
    conditions: Conditions,
    first: ast.FirstTime | None = None,
) -> None:
    """*When a player has no cards, S.*, *When a player's life is 0, S.*: fires for each member for which the state
    becomes true; *When exactly 1 player has cards, S.*: for that one.  `first`: *The first time that …*; *… that each
    player …*: once for each of them.
    """
    scope = statement.scope()
    each, condition = often.of_one(condition) if first is not None else (False, condition)
    clause = condition.clauses[0]
    over: Expr = ("single", ("game",))
    slot = scope.alloc()
    counted: Expr = build.TRUE
    if clause.subject is not None:
        owner = ranging_owner(clause.subject)
        with wherever_it_is(clause, scope):
            desc = scope.describe(owner or clause.subject)
        only = desc.bound == "exactly" and desc.low == build.integer(1)
        if desc.type.base == "entity" and desc.mode == "some" and (desc.extra == "a" or only):
            over = desc.expr
            if only:
                with scope.discourse.closed():  # the state below names who it is
                    counted = truth(condition, scope)
            condition = said_of(condition, clause, desc, slot, scope, owner)
    match = build.both(truth(condition, scope), counted, *truths(conditions, scope))
    said, theirs = scope.sentence, statement.whose_first(scope)
    spends = None
    if first is None:
        program = statement.program(scope, rest, "watch")
    else:
        whose = slot if each else theirs
        sentences = [rest, *statement.more]
        unused, program, spends = often.limited(first, whose, sentences, scope, statement.carry_out)
        match = build.both(match, unused)
    statement.add("watch", scope, said, over=over, match=match, program=program, spends=spends)


# --- Steps --------------------------------------------------------------------------------------------------


def at_step(statement: Statement, time: ast.When, rest: ast.Sentence, conditions: Conditions) -> None:
    """*At the end of your turn, S.*"""
    scope = statement.scope()
    if time.once or is_some_run(time.period):
        raise scope.fail("SAY0831", time.period, expected=tuple(sorted(scope.world.periods)))
    step = step_of(time, scope)
    who = scope.alloc()
    value = Val(("local", who), player_type())
    info = verb_of_step(step, scope.world)
    for _ in info.roles if info is not None else ():
        scope.alloc()
    match = truths(conditions, scope)
    owner = whose_period(time, scope)
    if owner is not None:
        match.append(is_one_of(scope.describe(owner), value.expr, scope))
    if not isinstance(owner, ast.Pronoun):
        scope.bind(value, "player")
        scope.they = scope.they if owner is None and scope.you is not None else value
        scope.implied = value.expr if owner is None else None
    if time.word == "at the end of" and isinstance(time.period, ast.Noun):
        period = scope.world.periods.get(time.period.head or "")
        scope.ending = (period, scope.number + 1) if period is not None else None
    program = statement.program(scope, rest, "trigger")
    statement.add("trigger", scope, events=(step,), step=True, match=build.both(*match), program=program)


def is_some_run(node: ast.Nominal) -> bool:
    """Whether a time says more of a period than whose it is: no rule waits for some of its runs."""
    if not isinstance(node, ast.Noun):
        return False
    return bool(node.adjectives or node.relative or any(m.word != "of" for m in node.modifiers))


def verb_of_step(step: int, world: World) -> VerbInfo | None:
    """The verb whose run, or a step of it, starts or ends with this event."""
    named = (name.rpartition("/") for name, number in world.steps.items() if number == step)
    parts = {part for part, _, edge in named if edge in ("start", "end")}
    for info in world.verbs.values():
        if info.id in parts or any(f"{info.id}/{name}" in parts for name in info.step_names):
            return info
    return None


# --- Replacements -------------------------------------------------------------------------------------------


def replacement(
    statement: Statement,
    condition: ast.Clauses,
    rest: ast.Sentence,
    conditions: Conditions,
    first: Limit | None = None,
) -> None:
    """*If E would happen, S instead.* / *…, P may S instead.*  `first`: *The first time each turn that E would …*,
    *Once each turn, if E would …*.
    """
    clause = condition.clauses[0]
    if len(condition.clauses) != 1 or not isinstance(clause, ast.Clause):
        raise statement.outer.fail("SAY0833", condition)
    scope = statement.scope()
    kept: list[tuple[int, Expr]] = []
    with scope.saying(kept=kept):
        match = match_event(clause if first is None else often.without_each(clause), scope)
    for slot, amount in kept:
        scope.emit("let", slot, amount)
    theirs = statement.whose_first(scope)
    each = often.whose(clause, match) if theirs is None else theirs
    unused, once = build.TRUE, None
    if isinstance(first, ast.When):
        unused, once = often.not_yet(first, each, scope)
    elif first is not None:
        unused = often.used_up(first, each, scope)
    again = asked_again(rest, statement.more)
    more = [asked_now(each, scope, each in again) for each in asked_first(rest)]
    some = so_much_at_least(match)
    match_ = build.both(match.condition, some, unused, *truths(conditions, scope), *more)
    instead = said_instead(rest, again)
    if instead is None:
        raise statement.outer.fail("SAY0833", rest)
    in_its_place(instead, statement, scope, once)
    came, counts = outcome.instead(scope.code, match.infos, match.base, conjuncts(match_))
    if counts != build.TRUE:
        jump = scope.emit("unless", counts, -1)
        scope.emit("return", came)
        scope.patch(jump)
        came = build.integer(0)
    scope.emit("return", came)
    program = add_program(scope, "replacement")
    statement.add("replace", scope, events=match.verbs, match=match_, program=program)


BY_AMOUNT = frozenset({"gain", "lose", "pay", "raise", "lower"})
"""Verbs that do nothing by an amount of nothing."""


def so_much_at_least(match: EventMatch) -> Expr:
    """Whoever would gain 0 coins would gain none."""
    info = match.infos[0]
    if info.id not in BY_AMOUNT or "amount" not in info.roles:
        return build.TRUE
    amount = build.local(match.base + 1 + info.roles.index("amount"))
    if any(each[0] in ("ge", "gt") and each[1] == amount for each in conjuncts(match.condition)):
        return build.TRUE
    return ("gt", amount, build.integer(0))


def in_its_place(
    instead: ast.Sentence, statement: Statement, scope: Scope, once: tuple[Any, ...] | None = None
) -> None:
    """What happens instead, and after it; who declines it lets the event happen.  `once`: what counts that it did."""
    scope.instead = True
    if is_nothing(instead):
        if once is not None:
            scope.emit("use", once)
        statement.carry_out(statement.more, scope)
        return
    first_of_them, *later = by_pass([instead, *statement.more])
    if once is None:
        statement.carry_out(first_of_them, scope)
    else:
        often.using_up(once, first_of_them, scope, statement.carry_out)
    if is_optional(instead):
        if scope.outcome is None:
            hint = (
                "*…, you may … instead*, of one player and once; all that follows from it: *…. If you do, …*"
            )
            raise scope.unfit(instead, "“may” of several, or several times, in its place", hint=hint)
        jump = scope.emit("unless", build.negate(scope.outcome), -1)
        scope.emit("decline")
        scope.patch(jump)
    statement.carry_out([sentence for each in later for sentence in each], scope)


def asked_first(node: ast.Sentence) -> list[ast.Given]:
    """*If C,*, *unless C,* after what would happen: what must be so for something else to happen.  Of *for each N, if
    C, …* it is asked of each.
    """
    found = []
    for each in node.openings:
        if not isinstance(each, ast.Given) or each.word not in ("if", "unless"):
            break
        found.append(each)
    return found


def asked_again(node: ast.Sentence, more: Sequence[ast.Sentence]) -> tuple[ast.Given, ...]:
    """Those that find somebody or something of which the rest speaks (*if a player is rich, that player …*)."""
    before = asked_first(node)
    later = [each for part in (*node.openings[len(before) :], node.body, *more) for each in part.walk()]
    if not any(map(speaks_of_found, later)):
        return ()
    return tuple(each for each in before if each.word == "if" and any(map(finds_one, each.walk())))


def asked_now(given: ast.Given, scope: Scope, again: bool) -> Expr:
    """Whether it is so before the event.  `again`: what it names is named when it is asked again."""
    with scope.discourse.closed() if again else nullcontext():
        holds = truth(given.condition, scope)
    return build.negate(holds) if given.word == "unless" else holds


def said_instead(node: ast.Sentence, again: tuple[ast.Given, ...]) -> ast.Sentence | None:
    """What happens in the place of an event, as if it were an order of its own; None: *instead* is not said last."""
    body = node.body
    last = body.clauses[-1] if isinstance(body, ast.Clauses) else None
    if not isinstance(body, ast.Clauses) or not isinstance(last, ast.Clause) or not last.verbs[-1].instead:
        return None
    openings = (*again, *node.openings[len(asked_first(node)) :])
    clauses = tuple(
        replace(each, verbs=tuple(replace(verb, instead=False) for verb in each.verbs))
        if isinstance(each, ast.Clause)
        else each
        for each in body.clauses
    )
    return replace(node, openings=openings, body=replace(body, clauses=clauses))


def finds_one(node: ast.Node) -> bool:
    """*a player*, *another cat*, *2 cats*: of whom or what can be spoken after it."""
    if not isinstance(node, ast.Noun) or node.determiner.article == "the":
        return False
    return isinstance(node.determiner.which, which.A | which.Another | which.Count)


def speaks_of_found(node: ast.Node) -> bool:
    """*it*, *that player*, *each other player*, *there*."""
    if isinstance(node, ast.Complement):
        return node.value is None
    other = isinstance(node, ast.Noun) and (
        node.determiner.other or isinstance(node.determiner.which, which.Another)
    )
    return other or points_back(node)


def is_nothing(node: ast.Sentence) -> bool:
    """*Nothing happens*."""
    match node:
        case ast.Sentence(
            openings=(),
            body=ast.Clauses(
                clauses=(
                    ast.Clause(subject=ast.Noun(head="nothing"), verbs=(ast.Act(verb="happen") as verb,)),
                )
            ),
        ):
            return verb == ast.Act(span=verb.span, verb="happen")
    return False


def is_optional(node: ast.Sentence) -> bool:
    """*P may S*."""
    first = node.first
    return isinstance(first, ast.Clause) and first.verbs[0].modal == "may"
