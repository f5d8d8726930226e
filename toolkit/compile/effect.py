"""Effects: sentences that happen, in order → code.

A sentence is its openings (conditions and loops around) and its clauses.  A clause is a doer and verbs; a
verb finds its phrase (`phrase_of`), its noun phrases become roles (choosing where a phrase leaves something
open), and a `do` proposes the event.
*Choose*, *repeat*, *rank* and the end of the game are instructions, not events: they stand in `SPECIAL`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from toolkit.compile import again, build, doing, gradually, outcome, passing, seats
from toolkit.compile import special as specials
from toolkit.compile.amount import count_of
from toolkit.compile.condition import found, truth
from toolkit.compile.determiner import each_of
from toolkit.compile.event_verb import acts, no_doer
from toolkit.compile.found import key_of
from toolkit.compile.nominal import describe
from toolkit.compile.phrases import value_of
from toolkit.compile.scope import Scope, player_type
from toolkit.compile.settled import settle
from toolkit.compile.values import Desc, Val, name_type
from toolkit.language import ast
from toolkit.meaning import witness
from toolkit.meaning.referents import Key, Referent
from toolkit.program.expression import Expr


def paragraph(node: ast.Paragraph, scope: Scope) -> None:
    """All sentences of an item, one after another.

    *Each player may pay. If they do, they gain 1 point.*: the second sentence belongs to each turn of the
    first one's loop.
    """
    settle(scope, lambda: _sentences(node, scope))


def _sentences(node: ast.Paragraph, scope: Scope) -> None:
    left = list(node.sentences)
    while left:
        sentence = left.pop(0)
        tail = []
        while left and asks_outcome(left[0], "they") and has_each(sentence):
            tail.append(left.pop(0))
        scope.tail = tuple(tail)
        one_sentence(sentence, scope)


def asks_outcome(node: ast.Sentence, pronoun: str) -> bool:
    """Whether a sentence begins with *If they do (not),*."""
    first = node.openings[0] if node.openings else None
    if not isinstance(first, ast.Given) or first.word != "if":
        return False
    clause = first.condition.clauses[0]
    return (
        isinstance(clause, ast.Clause) and isinstance(clause.verbs[0], ast.ProVerb)
        and isinstance(clause.subject, ast.Pronoun) and clause.subject.word == pronoun
    )  # fmt: skip


def has_each(node: ast.Sentence) -> bool:
    """Whether the last clause of a sentence has *each N* as its subject."""
    last = node.body.clauses[-1] if isinstance(node.body, ast.Clauses) else None
    subject = last.subject if isinstance(last, ast.Clause) else None
    return isinstance(subject, ast.Noun) and subject.determiner.quantifier in ("each", "every")


def one_sentence(node: ast.Sentence, scope: Scope) -> None:
    """One sentence: openings outside in, then the body."""
    scope.number += 1
    scope.span = node.span or scope.span
    scope.say(node.span)
    scope.before, scope.otherwise = scope.otherwise, None
    with scope.saying(they=scope.they):
        opened(list(node.openings), node, scope)


def opened(openings: list[ast.Opening], node: ast.Sentence, scope: Scope) -> None:
    """Handle the first opening around the rest."""
    from toolkit.compile.lasting import is_statement, statement_effect

    if is_statement(node, openings):
        statement_effect(replace(node, openings=tuple(openings)), scope)
        return
    if not openings:
        body(node.body, scope)
        return
    first, rest = openings[0], openings[1:]
    match first:
        case ast.Given(word="if" | "unless"):
            scope.otherwise, scope.outcome = guarded(first, scope, lambda: opened(rest, node, scope))
        case ast.Link(word="then"):
            opened(rest, node, scope)
        case ast.Link(word="otherwise"):
            if scope.before is None:
                raise scope.fail("SAY0804", first)
            jump, there = scope.emit("unless", build.negate(scope.before), -1), scope.there
            opened(rest, node, scope)
            scope.patch(jump)
            scope.elsewhere(there)
        case ast.ForEach() if (size := every(first)) is not None:
            counted(first, size, scope, lambda: opened(rest, node, scope))
        case ast.ForEach():
            loop(looped(first, scope), scope, lambda: opened(rest, node, scope))
        case ast.Manner():
            ordered(first, rest, node, scope)
        case ast.When():
            raise scope.fail("SAY0806", first)
        case ast.Repeat():
            you = scope.you or Val(scope.doer, player_type())
            able = partial(feasible, replace(node, openings=tuple(rest)), you, scope)
            doing.repeated(first.times, scope, lambda: opened(rest, node, scope), able=able)
        case _:
            raise scope.fail("SAY0801", first, what="this opening")


def every(node: ast.ForEach) -> int | None:
    """The number of *For every 2 Ns,*; None: of each by itself."""
    det = node.each.determiner if isinstance(node.each, ast.Noun) else ast.Determiner()
    alone = det == ast.Determiner(number=det.number)
    return det.number if alone and det.number is not None and det.number > 1 else None


def counted(node: ast.ForEach, size: int, scope: Scope, action: Callable[[], None]) -> None:
    """*For every 2 Ns,*: as often as there are so many; a rest does not count."""
    assert isinstance(node.each, ast.Noun)
    all_of_them = replace(
        node.each, determiner=ast.Determiner(quantifier="all", span=node.each.determiner.span)
    )
    left = scope.alloc()
    scope.emit("let", left, ("div", count_of(all_of_them, scope), build.integer(size)))
    head = scope.here()
    stop = scope.emit("unless", ("gt", build.local(left), build.integer(0)), -1)
    scope.emit("let", left, ("sub", build.local(left), build.integer(1)))
    action()
    scope.emit("jump", head)
    scope.patch(stop)
    scope.forget()


def looped(node: ast.ForEach, scope: Scope) -> Desc:
    """The set of *For each N,*."""
    desc = describe(each_of(node.each, scope), scope)
    if desc.type.base == "quantity":
        raise scope.fail("SAY0801", node, what="a loop over an amount")
    if not desc.many or desc.mode not in ("each", "set"):
        raise scope.fail("SAY0801", node, what="a loop over one thing")
    return desc


def guarded(given: ast.Given, scope: Scope, action: Callable[[], None]) -> tuple[Expr, Expr | None]:
    """*If C,* around what it guards: done when C holds, once for each thing that C found and that it speaks of.

    Returns whether C held, and whether what it guards was done: what *Otherwise* and *If you do* of the next sentence
    ask about (None: nothing that could be asked about).
    """
    before, mark, there = scope.outcome, scope.discourse.mark(), scope.there
    kept: list[tuple[int, Expr]] = []
    condition = outcome_of(given.condition, scope)
    if condition is None:
        with scope.saying(kept=kept if given.word == "if" else None):
            condition = found(given.condition, scope)
    if given.word == "unless":
        condition = build.negate(condition)
        scope.discourse.forget(mark, keep=lambda each: each.source != "condition")
    witnesses = witness.slots_of(condition)
    early = [(slot, expr) for slot, expr in kept if not any(build.mentions(expr, w) for w in witnesses)]
    for slot, expr in early:
        scope.emit("let", slot, expr)
    held = scope.store(build.closed(condition))
    jump = scope.emit("unless", held, -1)
    scope.forget()
    for_each_witness(condition, [each for each in kept if each not in early], action, scope)
    done = scope.outcome
    scope.patch(jump)
    slots = {build.local(slot) for slot in witnesses}
    scope.discourse.forget(mark, keep=lambda each: each.value.expr not in slots and each.needs is None)
    scope.elsewhere(there)
    if witnesses:
        return held, None  # done several times: which of them would be asked about?
    return held, build.both(held, done) if done is not None else before


def for_each_witness(
    condition: Expr, kept: list[tuple[int, Expr]], action: Callable[[], None], scope: Scope
) -> range:
    """The action, for each way in which the open witnesses of a condition can be found, outside in; once if the action
    speaks of none of them.

    kept: what else the action speaks of, as it is when its witness has been found: (slot, expression).
    Returns where the code of the action stands.
    """
    parts = condition[1:] if condition[0] == "and" else (condition,)
    first = next((part for part in parts if part[0] == witness.WITNESS), None)
    if first is None:
        for slot, expr in kept:
            scope.emit("let", slot, expr)
        start = scope.here()
        action()
        return range(start, scope.here())
    _, items, slot, inner = first
    rest = build.both(inner, *(part for part in parts if part is not first and witness.is_open(part)))
    whole, index = scope.alloc(), scope.alloc()
    scope.emit("let", whole, build.where(items, slot, build.closed(inner)))
    scope.emit("let", index, build.integer(0))
    head = scope.emit("each", whole, index, slot, -1)
    with scope.saying(they=spoken_of(slot, scope)):
        done = for_each_witness(rest, kept, action, scope)
    # Who was found only for another part of the condition (*there is a cat, and that cat is …*) makes no difference.
    found_ = {slot, *witness.slots_of(rest), *(each for each, expr in kept if build.mentions(expr, slot))}
    if any(build.mentions(scope.code[pc], each) for pc in done for each in found_):
        scope.emit("jump", head)
    scope.patch(head)
    return done


def spoken_of(slot: int, scope: Scope) -> Val | None:
    """Who *they* are where the witness in a slot is spoken of: that player, else who they were."""
    found_ = next((each for each in reversed(scope.discourse) if each.value.expr == build.local(slot)), None)
    return found_.value if found_ is not None and found_.player else scope.they


def outcome_of(condition: ast.Clauses, scope: Scope) -> Expr | None:
    """*If you do*, *If they do not*, *If you can* … : the truth of what the sentence before did; None: an
    ordinary condition.
    """
    first = condition.clauses[0]
    if not isinstance(first, ast.Clause) or not isinstance(first.verbs[0], ast.ProVerb):
        return None
    if scope.outcome is None:
        raise scope.fail("SAY0807", condition)
    done = build.negate(scope.outcome) if first.verbs[0].negated else scope.outcome
    if len(condition.clauses) == 1:
        return done
    rest = truth(replace(condition, clauses=condition.clauses[1:], joints=condition.joints[1:]), scope)
    return build.either(done, rest) if "or" in condition.joints else build.both(done, rest)


def ordered(manner: ast.Manner, rest: list[ast.Opening], node: ast.Sentence, scope: Scope) -> None:
    """*In clockwise order, starting with P, each player …*: the order of an *each* subject."""
    start = value_of(manner.starting, scope).expr if manner.starting is not None else None
    scope.order, scope.order_used = (manner.word, start), False
    try:
        opened(rest, node, scope)
    finally:
        scope.order = None
    if not scope.order_used:
        raise scope.fail("SAY0801", manner, what="an order without “each player …”")


def player_order(items: Expr, scope: Scope, node: ast.Node | None) -> Expr:
    """The members of a set of players, in the order that the sentence or the rules say."""
    if scope.order is None:
        return items
    word, start = scope.order
    scope.order_used = True
    if word == "in counterclockwise order":
        return seats.counterclockwise(items, start, scope)
    if start is not None and word not in ("in clockwise order", "in turn order"):
        raise scope.fail("SAY0801", node, what=f"“{word}” with a start")
    name = word.removeprefix("in ")
    if name in scope.world.orders:
        order: Expr = ("call", scope.world.orders[name])
        return order if items == ("players",) else ("inter", order, items)
    if "random" in word:
        return items
    if word == "in turn order" and start is None:
        start = build.integer(1)  # no definition says otherwise: as they sit, beginning with the first seat
    if word in ("in clockwise order", "in turn order"):
        return ("order", items, start) if start is not None else items
    raise scope.fail("SAY0801", node, what=f"“{word}”")


def loop(desc: Desc, scope: Scope, inner: Callable[[], None], verb: str | None = None) -> None:
    """For each member of a captured set, in order: *that N*, *they*, *it* are the member.

    Afterwards the members are *those Ns* (`verb`: *the discarded Ns*), and so is what the passes named, as groups.
    """
    items = desc.expr
    player = scope.world.is_a(desc.type.name, "player")
    if player:
        items = player_order(items, scope, None)
        if scope.order is not None and "random" in scope.order[0]:
            shuffled = scope.alloc()
            scope.emit("random", items, ("count", items), shuffled)
            items = build.local(shuffled)
    order, scope.order = scope.order, None
    whole, index, member = scope.alloc(), scope.alloc(), scope.alloc()
    scope.emit("let", whole, items)
    key = (*key_of("loop", desc.span, scope), scope.depth)
    gathered = gathering(key, scope)
    mark = scope.discourse.mark()
    scope.emit("let", index, build.integer(0))
    head = scope.emit("each", whole, index, member, -1)
    value = Val(build.local(member), desc.type)
    scope.bind(value, desc.head or desc.type.name)
    there = scope.there
    with scope.saying(they=value if player else scope.they, depth=scope.depth + 1):
        inner()
    scope.elsewhere(there)
    made = scope.discourse.since(mark + 1)
    for number, group in gathered.items():
        scope.emit("let", group, ("union", build.local(group), as_set(made[number].value)))
    scope.emit("jump", head)
    scope.patch(head)
    scope.discourse.forget(mark)
    for number, each in enumerate(made):
        group_of(each, gathered.get(number), (*key, number), scope)
    only = desc.high == build.integer(1) and desc.mode == "set"
    those: Expr = ("first", build.local(whole)) if only else build.local(whole)
    scope.bind(Val(those, desc.type, not only), desc.head or desc.type.name, verb, group=desc.group)
    scope.order = order
    scope.forget()
    scope.amount = None


def gathering(key: Key, scope: Scope) -> dict[int, int]:
    """Slots for what a later phrase wants of all passes of a loop: number of the referent in a pass → slot, emptied."""
    wanted = [each[-1] for each in scope.world.wanted or () if each[:-1] == key]
    slots = {number: scope.alloc() for number in sorted(n for n in wanted if isinstance(n, int))}
    for slot in slots.values():
        scope.emit("let", slot, build.EMPTY)
    return slots


def group_of(each: Referent, slot: int | None, key: Key, scope: Scope) -> None:
    """What a pass of a loop named is a group afterwards; kept if a later phrase speaks of it."""
    if each.value.type.base != "entity":
        return
    value = replace(each.value, expr=each.value.expr if slot is None else build.local(slot), many=True)
    needs = each.needs or (key if slot is None else None)
    scope.discourse.add(replace(each, value=value, source="loop", needs=needs, group=None))


def as_set(value: Val) -> Expr:
    """A value as a set."""
    return value.expr if value.many else ("single", value.expr)


def body(node: ast.Clauses | ast.Choice, scope: Scope) -> None:
    """What a sentence does."""
    if isinstance(node, ast.Choice):
        choice(node, scope)
        return
    if specials.until(node, scope):
        return
    unfit = [c for c in node.closings if c.word not in ("but", "until")]
    if unfit:
        raise scope.fail("SAY0801", unfit[0], what=f"“{unfit[0].word}” at the end of an effect")
    if "or" in node.joints:
        raise scope.fail("SAY0808", node)
    node = outcome.bought_by_each(node)
    subject: ast.Nominal | None = None
    unpaid: list[int] = []
    for number, clause in enumerate(node.clauses):
        if isinstance(clause, ast.There):
            raise scope.fail("SAY0809", clause)
        if number and node.joints[number - 1] == "then" and outcome.ends_with_cost(node.clauses[number - 1]):
            unpaid += outcome.only_if_paid(scope)
        elif number:
            outcome.not_after_may(node.clauses[number - 1], node.joints[number - 1], clause, scope)
        if clause.subject is None:
            clause = replace(clause, subject=subject)
        subject = clause.subject
        with_openings(list(clause.openings), clause, node.closings, scope)
    outcome.after_costs(unpaid, scope)


def with_openings(
    openings: list[ast.Opening], clause: ast.Clause, closings: tuple[ast.Closing, ...], scope: Scope
) -> None:
    """A clause behind *, then if C,*."""
    if not openings:
        clause_effect(clause, closings, scope)
        return
    first = openings[0]
    if isinstance(first, ast.Given) and first.word in ("if", "unless"):
        guarded(first, scope, lambda: with_openings(openings[1:], clause, closings, scope))
    elif isinstance(first, ast.ForEach):
        loop(looped(first, scope), scope, lambda: with_openings(openings[1:], clause, closings, scope))
    else:
        raise scope.fail("SAY0801", first, what="this opening here")


def either(clause: ast.Clause, closings: tuple[ast.Closing, ...], scope: Scope) -> ast.Choice:
    """*Each player loses 2 coins or discards a card*: one of its verbs, as of lines."""
    may = clause.verbs[0].modal == "may"
    if closings or any(verb.instead or verb.modal not in (None, "must", "may") for verb in clause.verbs):
        raise scope.fail("SAY0808", clause)
    if any(verb.modal == "may" for verb in clause.verbs[1:]):
        raise scope.fail("SAY0808", clause)
    items = []
    for verb in clause.verbs:
        line = ast.Clause(span=verb.span, verbs=(replace(verb, modal=None),))
        body_ = ast.Clauses(span=verb.span, clauses=(line,))
        items.append(ast.Sentence(span=verb.span, body=body_))
    return ast.Choice(span=clause.span, subject=clause.subject, may=may, items=tuple(items))


def choice(node: ast.Choice, scope: Scope) -> None:
    """*Choose one:* and its lines; a line is offered when its first verb can be done."""
    if node.subject is None:
        if scope.you is None:
            raise scope.fail("SAY0651", node)
        branch(node, scope.you, scope)
        return
    desc = describe(node.subject, scope)
    if desc.type.base != "entity" or not scope.world.is_a(desc.type.name, "player"):
        raise scope.fail("SAY0752", node.subject, found=name_type(desc.type), wanted="a player")
    if desc.mode in ("each", "set"):
        loop(desc, scope, lambda: branch(node, scope.discourse.referents[-1].value, scope))
    elif desc.mode == "one":
        who = Val(scope.store(desc.expr), desc.type)
        with scope.saying(they=scope.they if isinstance(node.subject, ast.Pronoun) else who):
            branch(node, who, scope)
    else:
        raise scope.fail("SAY0803", node.subject)


def branch(node: ast.Choice, who: Val, scope: Scope) -> None:
    """The lines of a choice, for one who chooses."""
    if node.subject is not None:
        with scope.saying(chooser=who):
            lines(node, who, scope)
    else:
        lines(node, who, scope)


def lines(node: ast.Choice, who: Val, scope: Scope) -> None:
    """The code of the lines."""
    if (node.low, node.high) != (1, 1):
        several_lines(node, who, scope)
        return
    position = scope.emit("branch", who.expr, int(node.may), (), -1)
    options, ends = [], []
    taken = scope.alloc()
    for item in node.items:
        sentence = scope.say(item.span)
        options.append((feasible(item, who, scope), scope.here(), sentence))
        scope.emit("let", taken, build.integer(1))
        chosen_line(item, scope)
        ends.append(scope.emit("jump", -1))
    scope.say(node.span)
    none = scope.here()
    scope.emit("let", taken, build.integer(0))
    for end in ends:
        scope.patch(end)
    scope.code[position] = ("branch", who.expr, int(node.may), tuple(options), none)
    scope.outcome = ("ne", build.local(taken), build.integer(0))


def chosen_line(item: ast.Sentence | ast.Paragraph, scope: Scope) -> None:
    """What a line of a choice does; what it names is not named behind the choice."""
    mark, there = scope.discourse.mark(), scope.there
    with scope.saying(they=scope.they):
        if isinstance(item, ast.Paragraph):
            paragraph(item, scope)
        else:
            one_sentence(item, scope)
    scope.discourse.forget(mark)
    scope.elsewhere(there)


def several_lines(node: ast.Choice, who: Val, scope: Scope) -> None:
    """*Choose one or both:*, *Choose any number:*: first all that are chosen, then they happen in their order."""
    low = 0 if node.may else node.low
    high = len(node.items) if node.high is None else node.high
    flags = [scope.alloc() for _ in node.items]
    count = scope.alloc()
    for slot in (*flags, count):
        scope.emit("let", slot, build.integer(0))
    head = scope.here()
    stop = scope.emit("unless", ("gt", build.integer(high), build.local(count)), -1)
    enough = scope.emit("unless", ("ge", build.local(count), build.integer(low)), -1)
    branches = [scope.emit("branch", who.expr, 1, (), -1)]
    scope.patch(enough)
    branches.append(scope.emit("branch", who.expr, 0, (), -1))
    options = []
    for item, flag in zip(node.items, flags, strict=True):
        free: Expr = ("eq", build.local(flag), build.integer(0))
        can = build.both(free, feasible(item, who, scope))
        options.append((can, scope.here(), scope.say(item.span)))
        scope.emit("let", flag, build.integer(1))
        scope.emit("let", count, ("add", build.local(count), build.integer(1)))
        scope.emit("jump", head)
    scope.say(node.span)
    for position, optional in zip(branches, (1, 0), strict=True):
        scope.code[position] = ("branch", who.expr, optional, tuple(options), scope.here())
    scope.patch(stop)
    for item, flag in zip(node.items, flags, strict=True):
        scope.say(item.span)
        left_out = scope.emit("unless", ("ne", build.local(flag), build.integer(0)), -1)
        chosen_line(item, scope)
        scope.patch(left_out)
    scope.say(node.span)
    scope.outcome = ("gt", build.local(count), build.integer(0))


def feasible(item: ast.Sentence | ast.Paragraph, who: Val, scope: Scope) -> Expr:
    """Whether a line of a choice can be done at least in part: its own *if* and what its first verb needs."""
    if isinstance(item, ast.Paragraph):
        item, *more = item.sentences
        if more and more[0].openings and isinstance(more[0].openings[0], ast.Link):
            return build.TRUE  # *If …, …. Otherwise, ….*: one of the two
    mark, size, there = scope.discourse.mark(), len(scope.code), scope.there
    result: Expr = build.TRUE
    try:
        for opening in item.openings:
            if (
                isinstance(opening, ast.Given)
                and opening.word == "if"
                and outcome_of(opening.condition, scope) is None
            ):
                result = build.both(result, truth(opening.condition, scope))
        if isinstance(item.body, ast.Clauses) and not any(isinstance(o, ast.ForEach) for o in item.openings):
            clause = item.body.clauses[0]
            if (
                isinstance(clause, ast.Clause)
                and isinstance(clause.verbs[0], ast.Act)
                and clause.verbs[0].modal is None
            ):
                doer = who if clause.subject is None else None
                if doer is not None:
                    result = build.both(result, doing.possible(clause.verbs[0], doer, scope))
        return outcome.inlined(result, scope.code[size:])
    finally:
        scope.there = there
        scope.discourse.forget(mark)
        del scope.code[size:], scope.at[size:]


# --- Clauses and verbs ------------------------------------------------------------------------------------


def clause_effect(clause: ast.Clause, closings: tuple[ast.Closing, ...], scope: Scope) -> None:
    """A doer and what they do."""
    if clause.joint == "or":
        choice(either(clause, closings, scope), scope)
        return
    if clause.subject is None:
        if any(verb.modal is not None for verb in clause.verbs):
            raise scope.fail("SAY0658", clause, expected=("*you*",))
        doer = scope.chooser or scope.you or Val(scope.doer, player_type())
        verbs_effect(clause, doer, closings, scope)
        return
    desc = describe(clause.subject, scope)
    if desc.listing is not None:
        raise scope.fail("SAY0801", clause.subject, what="this list as a subject")
    if desc.type.base != "entity":
        raise scope.fail("SAY0752", clause.subject, found=name_type(desc.type), wanted="somebody who does it")
    passive = any(isinstance(verb, ast.Act) and verb.passive for verb in clause.verbs)
    if not acts(desc.type.name, scope) and not passive:
        raise no_doer(clause.subject, desc.type.name, scope)
    if desc.mode == "some" and not desc.random:
        raise scope.fail("SAY0810", clause.subject, clause=clause)
    if desc.mode == "some":
        chosen = doing.settle(desc, scope.you or Val(("active",), player_type()), scope)
        desc = desc.but(mode="one", expr=chosen)
    if desc.mode == "one":
        said_you = isinstance(clause.subject, ast.Pronoun) and clause.subject.word == "you"
        player = scope.world.is_a(desc.type.name, "player") and not said_you
        value = Val(scope.store(desc.expr), desc.type)
        if player:
            scope.bind(value, "player")
            jump = scope.emit("unless", ("ne", value.expr, build.NONE), -1)
        with scope.saying(they=value if player else scope.they):
            verbs_effect(clause, value, closings, scope)
        if player:
            scope.patch(jump)
            if scope.outcome is not None:
                scope.outcome = build.both(("ne", value.expr, build.NONE), scope.outcome)
        return
    if desc.extra == "or":
        raise scope.fail("SAY0810", clause.subject, clause=clause)
    if desc.mode == "no":
        raise scope.fail("SAY0801", clause.subject, what="this subject")
    secret = [
        v
        for v in clause.verbs
        if any(isinstance(a, ast.Manner) and a.word == "secretly" for a in v.adverbials)
    ]
    if secret:
        doing.secretly(desc, clause, closings, scope)
        return
    if desc.extra == "bare":
        raise scope.fail("SAY0811", clause.subject)
    if all(isinstance(v, ast.Act) and shares(v, scope) for v in clause.verbs):
        for verb in clause.verbs:
            verb_effect(verb, Val(scope.store(desc.expr), desc.type, True), closings, scope)
        return

    passing.one_moment(clause, desc, scope)
    together = all_lose(clause, desc, scope)
    tail, scope.tail = scope.tail, ()

    def each() -> None:
        verbs_effect(clause, scope.discourse.referents[-1].value, closings, scope)
        for sentence in tail:
            one_sentence(sentence, scope)

    loop(together or desc, scope, each)


def shares(verb: ast.Act, scope: Scope) -> bool:
    """Whether all of a set do it as one: *win the game*, and no verb of the pack with that word."""
    return verb.verb in ("share", "win") and not doing.has_phrase(verb, scope)


def all_lose(clause: ast.Clause, desc: Desc, scope: Scope) -> Desc | None:
    """*All players lose the game*: nobody wins because the others went first.  None: no such clause."""
    verb = clause.verbs[0]
    if not isinstance(verb, ast.Act) or verb.verb != "lose" or len(clause.verbs) > 1:
        return None
    what = specials.objects(verb)
    if not what or not isinstance(what[0], ast.Noun) or what[0].head != "game":
        return None
    desc = desc.but(expr=scope.store(desc.expr))
    others = scope.emit("unless", ("eq", ("minus", ("players",), desc.expr), build.EMPTY), -1)
    scope.emit("all-lose")
    scope.patch(others)
    return desc


def verbs_effect(clause: ast.Clause, doer: Val, closings: tuple[ast.Closing, ...], scope: Scope) -> None:
    """The verb phrases of a clause, one after another.  *P may A and B* is one choice, *P may A, then B* is not."""
    first, *rest = clause.verbs
    if rest and gradually.has_end(closings):
        raise scope.fail("SAY0801", closings[-1], what="“until” behind several verbs")
    if rest and clause.joint == "and" and isinstance(first, ast.Act) and first.modal == "may":
        doing.optional(first, doer, closings, scope, tuple(rest))
        return
    unpaid: list[int] = []
    for number, verb in enumerate(clause.verbs):
        if number and clause.joint == "then" and outcome.is_cost(clause.verbs[number - 1]):
            unpaid += outcome.only_if_paid(scope)
        elif number and clause.joint == "then":
            outcome.not_after_may(clause.verbs[number - 1], "then", verb, scope)
        verb_effect(verb, doer, closings, scope)
    outcome.after_costs(unpaid, scope)


def verb_effect(verb: ast.Verb, doer: Val, closings: tuple[ast.Closing, ...], scope: Scope) -> None:
    """One verb phrase, done by doer."""
    if not isinstance(verb, ast.Act):
        if isinstance(verb, ast.Be):
            raise scope.fail("SAY0812", verb, verb="be")
        raise scope.fail("SAY0801", verb, what="this verb in an effect")
    if verb.instead:
        raise scope.fail("SAY0801", verb, what="“instead” of nothing that would happen")
    if verb.only:
        raise scope.fail("SAY0801", verb, what="“only” in an effect")
    if (
        verb.tense != "present"
        or verb.negated
        or verb.modal in ("cannot", "can", "would", "will")
        or verb.passive
    ):
        raise scope.fail("SAY0812", verb, verb=verb.verb)
    if verb.modal == "may":
        doing.optional(verb, doer, closings, scope)
        return
    if gradually.has_end(closings):
        gradually.gradually(verb, doer, closings, scope)
        return
    repeat = doing.times(verb, scope)
    if repeat is not None:
        how, act = repeat
        again.several_times(act, scope)
        doing.repeated(how, scope, lambda: verb_effect(act, doer, closings, scope), doer)
        return
    if (
        verb.verb in specials.SPECIAL
        and not doing.has_phrase(verb, scope)
        and not (verb.verb == "win" and not doer.many)
    ):
        if verb.adverbials or closings:
            raise scope.fail(
                "SAY0801", verb.adverbials[0] if verb.adverbials else closings[0], what="this here"
            )
        specials.SPECIAL[verb.verb](verb, doer, scope)
        return
    again.same_thing(verb, scope)
    doing.event(verb, doer, closings, scope)
