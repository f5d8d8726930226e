"""Effects: sentences that happen, in order → code.

A sentence is its openings (conditions and loops around) and its clauses.  A clause is a doer and verbs; a verb finds its phrase
(`phrase_of`), its noun phrases become roles (choosing where a phrase leaves something open), and a `do` proposes the event.
*Choose*, *repeat*, *rank* and the end of the game are instructions, not events: they stand in `SPECIAL`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from toolkit.compile import build
from toolkit.compile.condition import truth
from toolkit.compile.nominal import describe, name_type, number_of, value_of
from toolkit.compile.roles import Role, phrase_of, roles_of
from toolkit.compile.scope import Scope, player_type
from toolkit.compile.values import NUMBER, Desc, Val
from toolkit.language import ast
from toolkit.program.expression import Expr

SPECIAL: dict[str, Callable[[ast.Act, Val, Scope], None]] = {}


def paragraph(node: ast.Paragraph, scope: Scope) -> None:
    """All sentences of an item, one after another.

    *Each player may pay. If they do, they gain 1 point.*: the second sentence belongs to each turn of the first one's loop.
    """
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
    with scope.saying(there=None, they=scope.they):
        opened(list(node.openings), node, scope)


def opened(openings: list[ast.Opening], node: ast.Sentence, scope: Scope) -> None:
    """Handle the first opening around the rest."""
    from toolkit.compile.rule import is_statement, statement_effect

    if is_statement(node, openings):
        statement_effect(replace(node, openings=tuple(openings)), scope)
        return
    if not openings:
        body(node.body, scope)
        return
    first, rest = openings[0], openings[1:]
    match first:
        case ast.Given(word="if" | "unless"):
            condition = outcome_of(first.condition, scope)
            if condition is None:
                condition = truth(first.condition, scope)
            if first.word == "unless":
                condition = build.negate(condition)
            guarded(condition, rest, node, scope)
        case ast.Link(word="then"):
            opened(rest, node, scope)
        case ast.Link(word="otherwise"):
            if scope.before is None:
                raise scope.fail("SAY0804", first)
            jump = scope.emit("unless", build.negate(scope.before), -1)
            opened(rest, node, scope)
            scope.patch(jump)
        case ast.ForEach():
            desc = describe(first.each, scope)
            if desc.type.base == "quantity":
                raise scope.fail("SAY0801", first, what="a loop over an amount")
            if not desc.many or desc.mode == "no":
                raise scope.fail("SAY0805", first)
            loop(desc, scope, lambda: opened(rest, node, scope))
        case ast.Manner():
            ordered(first, rest, node, scope)
        case ast.When():
            raise scope.fail("SAY0806", first)
        case ast.Repeat():
            repeated(first.times, scope, lambda: opened(rest, node, scope))
        case _:
            raise scope.fail("SAY0801", first, what="this opening")


def guarded(condition: Expr, rest: list[ast.Opening], node: ast.Sentence, scope: Scope) -> None:
    """Run only if the condition holds now; *Otherwise* and *If you do* of the next sentence refer to it."""
    kept = scope.store(condition)
    jump = scope.emit("unless", kept, -1)
    before, scope.outcome = scope.outcome, None
    opened(rest, node, scope)
    done = scope.outcome
    scope.patch(jump)
    scope.otherwise = kept
    scope.outcome = build.both(kept, done) if done is not None else before


def outcome_of(condition: ast.Clauses, scope: Scope) -> Expr | None:
    """*If you do*, *If they do not*, *If you can* … : the truth of what the sentence before did; None: an ordinary condition."""
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
    scope.order = (manner.word, start)
    try:
        opened(rest, node, scope)
    finally:
        scope.order = None


def player_order(items: Expr, scope: Scope, node: ast.Node | None) -> Expr:
    """The members of a set of players, in the order that the sentence or the rules say."""
    if scope.order is None:
        return items
    word, start = scope.order
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


def loop(desc: Desc, scope: Scope, inner: Callable[[], None]) -> None:
    """For each member of a captured set, in order: *that N*, *they*, *it* are the member."""
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
    scope.emit("let", index, build.integer(0))
    head = scope.emit("each", whole, index, member, -1)
    value = Val(build.local(member), desc.type)
    scope.bind(value, desc.head or desc.type.name)
    with scope.saying(they=value if player else scope.they):
        inner()
    scope.emit("jump", head)
    scope.patch(head)
    scope.order = order


def body(node: ast.Clauses | ast.Choice, scope: Scope) -> None:
    """What a sentence does."""
    if isinstance(node, ast.Choice):
        choice(node, scope)
        return
    if until(node, scope):
        return
    unfit = [c for c in node.closings if c.word not in ("but",)]
    if unfit:
        raise scope.fail("SAY0801", unfit[0], what=f"“{unfit[0].word}” at the end of an effect")
    if "or" in node.joints:
        raise scope.fail("SAY0808", node)
    subject: ast.Nominal | None = None
    for clause in node.clauses:
        if isinstance(clause, ast.There):
            raise scope.fail("SAY0809", clause)
        if clause.subject is None:
            clause = replace(clause, subject=subject)
        subject = clause.subject
        with_openings(list(clause.openings), clause, node.closings, scope)


def with_openings(
    openings: list[ast.Opening], clause: ast.Clause, closings: tuple[ast.Closing, ...], scope: Scope
) -> None:
    """A clause behind *, then if C,*."""
    if not openings:
        clause_effect(clause, closings, scope)
        return
    first = openings[0]
    if isinstance(first, ast.Given) and first.word in ("if", "unless"):
        condition = outcome_of(first.condition, scope)
        condition = truth(first.condition, scope) if condition is None else condition
        jump = scope.emit("unless", build.negate(condition) if first.word == "unless" else condition, -1)
        with_openings(openings[1:], clause, closings, scope)
        scope.patch(jump)
    elif isinstance(first, ast.ForEach):
        loop(describe(first.each, scope), scope, lambda: with_openings(openings[1:], clause, closings, scope))
    else:
        raise scope.fail("SAY0801", first, what="this opening here")


def choice(node: ast.Choice, scope: Scope) -> None:
    """*Choose one:* and its lines; a line is offered when its first verb can be done."""
    who = scope.you if node.subject is None else value_of(node.subject, scope)
    if who is None:
        raise scope.fail("SAY0651", node)
    position = scope.emit("branch", who.expr, int(node.may), (), -1)
    options, ends = [], []
    taken = scope.alloc()
    for item in node.items:
        sentence = scope.say(item.span)
        options.append((feasible(item, who, scope), scope.here(), sentence))
        mark = len(scope.bindings)
        scope.emit("let", taken, build.integer(1))
        with scope.saying(they=scope.they):
            one_sentence(item, scope)
        del scope.bindings[mark:]
        ends.append(scope.emit("jump", -1))
    scope.say(node.span)
    none = scope.here()
    scope.emit("let", taken, build.integer(0))
    for end in ends:
        scope.patch(end)
    scope.code[position] = ("branch", who.expr, int(node.may), tuple(options), none)
    scope.outcome = ("ne", build.local(taken), build.integer(0))


def feasible(item: ast.Sentence, who: Val, scope: Scope) -> Expr:
    """Whether a line of a choice can be done at least in part: its own *if* and what its first verb needs."""
    mark, size = len(scope.bindings), len(scope.code)
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
                    result = build.both(result, possible(clause.verbs[0], doer, scope))
    finally:
        del scope.bindings[mark:]
        del scope.code[size:], scope.at[size:]
    return result


# --- Clauses and verbs ------------------------------------------------------------------------------------


def clause_effect(clause: ast.Clause, closings: tuple[ast.Closing, ...], scope: Scope) -> None:
    """A doer and what they do."""
    if clause.joint == "or":
        raise scope.fail("SAY0808", clause)
    if clause.subject is None:
        if scope.you is None:
            doer = Val(("active",), player_type())
        else:
            doer = scope.you
        for verb in clause.verbs:
            verb_effect(verb, doer, closings, scope)
        return
    desc = describe(clause.subject, scope)
    if isinstance(desc.extra, tuple):
        raise scope.fail("SAY0801", clause.subject, what="this list as a subject")
    if desc.mode == "some" and not desc.random:
        raise scope.fail("SAY0810", clause.subject)
    if desc.mode == "some":
        doer = settle(desc, scope.you or Val(("active",), player_type()), scope)
        desc = desc.but(mode="one", expr=doer)
    if desc.mode == "one":
        player = desc.type.base == "entity" and scope.world.is_a(desc.type.name, "player")
        value = Val(scope.store(desc.expr), desc.type)
        if player:
            scope.bind(value, "player")
            jump = scope.emit("unless", ("ne", value.expr, build.NONE), -1)
        with scope.saying(they=value if player else scope.they):
            for verb in clause.verbs:
                verb_effect(verb, value, closings, scope)
        if player:
            scope.patch(jump)
            if scope.outcome is not None:
                scope.outcome = build.both(("ne", value.expr, build.NONE), scope.outcome)
        return
    if desc.type.base != "entity" or desc.mode == "no":
        raise scope.fail("SAY0801", clause.subject, what="this subject")
    secret = [
        v
        for v in clause.verbs
        if any(isinstance(a, ast.Manner) and a.word == "secretly" for a in v.adverbials)
    ]
    if secret:
        secretly(desc, clause, closings, scope)
        return
    if desc.extra == "bare":
        raise scope.fail("SAY0811", clause.subject)
    if all(isinstance(v, ast.Act) and v.verb in ("share", "win") for v in clause.verbs):
        for verb in clause.verbs:
            verb_effect(verb, Val(scope.store(desc.expr), desc.type, True), closings, scope)
        return

    tail, scope.tail = scope.tail, ()

    def each() -> None:
        member = scope.bindings[-1].value
        for verb in clause.verbs:
            verb_effect(verb, member, closings, scope)
        for sentence in tail:
            one_sentence(sentence, scope)

    loop(desc, scope, each)


def verb_effect(verb: ast.Verb, doer: Val, closings: tuple[ast.Closing, ...], scope: Scope) -> None:
    """One verb phrase, done by doer."""
    if not isinstance(verb, ast.Act):
        if isinstance(verb, ast.Be):
            from toolkit.compile.assign import becomes

            becomes(verb, doer, scope)
            return
        raise scope.fail("SAY0801", verb, what="this verb in an effect")
    if verb.instead or verb.only:
        raise scope.fail(
            "SAY0833" if verb.instead else "SAY0801",
            verb,
            **({} if verb.instead else {"what": "“only” in an effect"}),
        )
    if verb.tense != "present" or verb.negated or verb.modal in ("cannot", "can", "would") or verb.passive:
        raise scope.fail("SAY0812", verb, verb=verb.verb)
    repeat = times(verb)
    if repeat is not None:
        how, act = repeat
        repeated(how, scope, lambda: verb_effect(act, doer, closings, scope))
        return
    if verb.modal == "may":
        optional(verb, doer, closings, scope)
        return
    if verb.verb in SPECIAL and not _has_phrase(verb, scope) and not (verb.verb == "win" and not doer.many):
        SPECIAL[verb.verb](verb, doer, scope)
        return
    event(verb, doer, closings, scope)


def _has_phrase(verb: ast.Act, scope: Scope) -> bool:
    """Whether the pack gives this word a phrase of its own with these roles (*end your turn*)."""
    given = {c.role for c in verb.complements}
    for info, template in scope.world.by_lemma.get(verb.verb, ()):
        if (
            info.kernel is None
            and ({slot.role for slot in template.slots} or ({"obj"} if template.fixed else set())) == given
        ):
            return template.fixed == "" or phrase_of(verb, scope, quiet=True) is not None
    return False


def times(verb: ast.Act) -> tuple[ast.Times, ast.Act] | None:
    """*V … 3 times*: how often, and the verb without it."""
    for adverbial in verb.adverbials:
        if isinstance(adverbial, ast.Times):
            rest = tuple(a for a in verb.adverbials if a is not adverbial)
            return adverbial, replace(verb, adverbials=rest)
    return None


def repeated(how: ast.Times, scope: Scope, action: Callable[[], None]) -> None:
    """Do it so often; *up to*: the doer may stop before each pass."""
    done, go = scope.alloc(), scope.alloc()
    scope.emit("let", done, build.integer(0))
    head = scope.here()
    stop = None
    if how.bound == "up to":
        who = (scope.you or Val(("active",), player_type())).expr
        scope.emit("may", who, go)
        stop = scope.emit("unless", ("ne", build.local(go), build.integer(0)), -1)
    scope.emit("let", done, ("add", build.local(done), build.integer(1)))
    action()
    scope.emit("unless", ("ge", build.local(done), build.integer(how.number)), head)
    if stop is not None:
        scope.patch(stop)


def optional(verb: ast.Act, doer: Val, closings: tuple[ast.Closing, ...], scope: Scope) -> None:
    """*P may V*: offered only if V can be done; *any number of* and *up to* are options by themselves."""
    act = replace(verb, modal=None)
    if is_free(act, scope):
        verb_effect(act, doer, closings, scope)
        return
    yes = scope.alloc()
    scope.emit("let", yes, build.integer(0))
    skip = scope.emit("unless", possible(act, doer, scope), -1)
    scope.emit("may", doer.expr, yes)
    no = scope.emit("unless", ("ne", build.local(yes), build.integer(0)), -1)
    before, scope.outcome = scope.outcome, None
    verb_effect(act, doer, closings, scope)
    done = scope.outcome
    scope.patch(skip)
    scope.patch(no)
    chosen: Expr = ("ne", build.local(yes), build.integer(0))
    scope.outcome = build.both(chosen, done) if done is not None else chosen
    del before


def is_free(verb: ast.Act, scope: Scope) -> bool:
    """Whether the object already leaves the number free (*any number of*, *up to N*)."""
    for complement in verb.complements:
        if complement.role == "obj" and isinstance(complement.value, ast.Noun):
            det = complement.value.determiner
            return det.quantifier == "any number of" or det.bound == "up to"
    return False


def possible(verb: ast.Act, doer: Val, scope: Scope) -> Expr:
    """Whether a verb could be done now: what it must choose from is not empty, and the event is allowed."""
    mark, size = len(scope.bindings), len(scope.code)
    try:
        if verb.verb in SPECIAL and not _has_phrase(verb, scope):
            obj = next((c.value for c in verb.complements if c.role == "obj"), None)
            if isinstance(obj, ast.Nominal) and verb.verb == "choose":
                desc = describe(obj, scope)
                if desc.mode == "some" and desc.type.base == "entity" and desc.low != build.integer(0):
                    return build.nonempty(desc.expr)
            return build.TRUE
        role = phrase_of(verb, scope)
        assert role is not None
        info, template = role
        roles = roles_of(info, template, verb, doer, (), scope)
        return roles.possible(scope)
    finally:
        del scope.bindings[mark:]
        del scope.code[size:], scope.at[size:]


def can_do(verb: ast.Act, subject: Val, scope: Scope) -> Expr:
    """The condition *P can V …*."""
    return possible(replace(verb, modal=None, negated=False), subject, scope)


def event(verb: ast.Act, doer: Val, closings: tuple[ast.Closing, ...], scope: Scope) -> None:
    """Propose the event of a verb, after choosing what its phrases leave open."""
    found = phrase_of(verb, scope)
    assert found is not None
    info, template = found
    obj = next((c for c in verb.complements if c.role == "obj"), None)
    if obj is not None and isinstance(obj.value, ast.Nominal) and not template.fixed:
        desc = describe_quietly(obj.value, scope)
        if desc is not None and isinstance(desc.extra, tuple) and desc.extra[0] in ("alternatives", "parts"):
            several(verb, obj, doer, closings, scope, either=desc.extra[1] == "or")
            return
    if closings and "amount" not in info.roles:
        raise scope.fail("SAY0801", closings[0], what="this bound: the verb has no amount")
    roles = roles_of(info, template, verb, doer, closings, scope)
    for role in roles.items:
        if (
            role.desc is not None
            and role.desc.mode in ("each", "set")
            and not role.batch
            and role.desc.type.base == "entity"
        ):
            each_role(verb, role, doer, closings, scope)
            return
    settled = [role.settle(scope, doer, roles) for role in roles.items]
    slot = scope.alloc()
    scope.emit("do", info.index, doer.expr, tuple(settled), slot)
    result = build.local(slot)
    numeric = info.kernel is not None and "amount" in info.roles
    scope.outcome = ("gt", result, build.integer(0)) if numeric else ("ne", result, build.integer(0))
    if info.kernel is not None and info.roles[:1] == ("obj",):
        scope.outcome = ("ne", result, build.EMPTY)
    if info.kernel is not None and "amount" in info.roles:
        scope.amount = result
    for role, expr in zip(roles.items, settled, strict=True):
        if role.desc is not None and role.desc.type.base == "entity":
            many = role.many
            scope.bind(Val(expr, role.desc.type, many), role.desc.head or role.desc.type.name, verb.verb)
            if role.name in ("to", "place") and not many:
                scope.there = Val(expr, role.desc.type)


def describe_quietly(node: ast.Nominal, scope: Scope) -> Desc | None:
    """A description only to look at; nothing is bound."""
    mark = len(scope.bindings)
    try:
        return describe(node, scope) if isinstance(node, ast.Group) else None
    finally:
        del scope.bindings[mark:]


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
    variants = [
        replace(verb, complements=tuple(replace(c, value=item) if c is obj else c for c in verb.complements))
        for item in obj.value.items
    ]
    if not either:
        for variant in variants:
            event(variant, doer, closings, scope)
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


def each_role(verb: ast.Act, role: Role, doer: Val, closings: tuple[ast.Closing, ...], scope: Scope) -> None:
    """*V each N* with a verb that takes one thing: one event after another."""
    assert role.desc is not None and role.complement is not None
    target = role.complement

    def each() -> None:
        member = scope.bindings[-1]
        noun = ast.Noun(determiner=ast.Determiner(article="that"), head=member.head, span=target.span)
        changed = tuple(replace(c, value=noun) if c is target else c for c in verb.complements)
        event(replace(verb, complements=changed), doer, closings, scope)

    loop(role.desc.but(mode="set"), scope, each)


def settle(desc: Desc, chooser: Val, scope: Scope, condition: Callable[[Expr], Expr] | None = None) -> Expr:
    """Turn a description into a value, asking (or rolling) where it leaves something open.  `condition`: what a candidate must meet."""
    items = desc.expr
    if desc.mode in ("one", "set", "each"):
        return scope.store(items)
    if desc.mode != "some":
        raise scope.fail("SAY0801", desc.span, what="“no” here")
    if desc.bound not in (None, "exactly") or desc.more is not None:
        raise scope.fail("SAY0801", desc.span, what=f"“{desc.bound or desc.more}” in an action")
    if condition is not None:
        slot = scope.alloc()
        items = build.where(items, slot, condition(build.local(slot)))
    result = scope.alloc()
    single = desc.low == desc.high == build.integer(1)
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
    verb = replace(
        verb,
        adverbials=tuple(
            a for a in verb.adverbials if not (isinstance(a, ast.Manner) and a.word == "secretly")
        ),
    )
    obj = next((c for c in verb.complements if c.role == "obj"), None)
    if obj is None or not isinstance(obj.value, ast.Nominal):
        raise scope.fail("SAY0801", verb, what="“secretly” without something to choose")
    players = scope.store(player_order(desc.expr, scope, clause))
    who = scope.alloc()
    member = Val(build.local(who), desc.type)
    mark = len(scope.bindings)
    scope.bind(member, "player")
    with scope.saying(they=member):
        what = describe(place_as_modifier(verb, obj), scope)
    del scope.bindings[mark:]
    if what.mode != "some":
        raise scope.fail("SAY0801", obj, what="“secretly” without something to choose")
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
    noun = ast.Noun(
        determiner=ast.Determiner(article="that" if single else "those"), head=head_noun, span=obj.span
    )
    with scope.saying(they=value):
        changed = tuple(
            replace(c, value=noun) if c is obj else c for c in verb.complements if c.role != "from"
        )
        event(replace(verb, modal=None, complements=changed), value, closings, scope)
    scope.emit("jump", head)
    scope.patch(head)


def place_as_modifier(verb: ast.Act, obj: ast.Complement) -> ast.Nominal:
    """The *from P* of the verb narrows what it takes."""
    source = next(
        (c for c in verb.complements if c.role == "from" and isinstance(c.value, ast.Nominal)), None
    )
    assert isinstance(obj.value, ast.Nominal)
    if source is None or not isinstance(obj.value, ast.Noun):
        return obj.value
    assert isinstance(source.value, ast.Nominal)
    extra = ast.Modifier(word="from", what=source.value, span=source.span)
    return replace(obj.value, modifiers=(*obj.value.modifiers, extra))


# --- Verbs that are instructions --------------------------------------------------------------------------


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


@special("choose")
def choose(verb: ast.Act, doer: Val, scope: Scope) -> None:
    """*Choose a N*, *choose up to 2 Ns*, *choose a number from A to B*, *choose a random player*."""
    if (
        any(c.role not in ("obj", "from", "to") for c in verb.complements)
        or verb.adverbials
        or not objects(verb)
    ):
        raise scope.fail("SAY0801", verb, what="this way of choosing")
    what = objects(verb)[0]
    if isinstance(what, ast.Noun) and what.head == "number":
        bounds = {m.word: m.what for m in what.modifiers if m.what is not None}
        bounds |= {c.role: c.value for c in verb.complements if isinstance(c.value, ast.Nominal)}
        if "from" not in bounds or "to" not in bounds:
            raise scope.fail("SAY0801", what, what="a number without “from … to …”")
        slot = scope.alloc()
        scope.emit(
            "choose-number", doer.expr, number_of(bounds["from"], scope), number_of(bounds["to"], scope), slot
        )
        scope.bind(Val(build.local(slot), NUMBER), "number", "choose")
        scope.amount = build.local(slot)
        scope.outcome = ("gt", build.local(slot), build.integer(0))
        return
    desc = describe(place_as_modifier(verb, next(c for c in verb.complements if c.role == "obj")), scope)
    if desc.type.base == "value":
        raise scope.fail("SAY0801", what, what="choosing a value")
    if desc.type.base != "entity":
        raise scope.fail("SAY0752", what, found=name_type(desc.type), wanted="something to choose from")
    if desc.mode != "some":
        if not desc.many:
            raise scope.fail("SAY0813", what)
    expr = settle(desc, doer, scope)
    single = desc.mode == "some" and desc.low == desc.high == build.integer(1)
    scope.bind(Val(expr, desc.type, not single), desc.head or desc.type.name, "choose")
    scope.outcome = ("ne", expr, build.NONE) if single else ("ne", expr, build.EMPTY)


def until(node: ast.Clauses, scope: Scope) -> bool:
    """*Repeat this step until C.*: back to the start of the step."""
    first = node.clauses[0]
    if (
        not isinstance(first, ast.Clause)
        or len(node.clauses) != 1
        or not isinstance(first.verbs[0], ast.Act)
        or first.verbs[0].verb != "repeat"
    ):
        return False
    ends = [c.condition for c in node.closings if c.word == "until" and c.condition is not None]
    what = objects(first.verbs[0])
    if (
        len(ends) != 1
        or len(node.closings) != 1
        or len(what) != 1
        or not isinstance(what[0], ast.Noun)
        or what[0].head != "step"
    ):
        raise scope.fail("SAY0814", node)
    condition = outcome_of(ends[0], scope)
    scope.emit("unless", truth(ends[0], scope) if condition is None else condition, scope.loop_start)
    return True


@special("rank")
def rank(verb: ast.Act, doer: Val, scope: Scope) -> None:
    """*Rank the players by A, then by B*: highest first; an order (*turn order*) counts from its start."""
    desc = describe(objects(verb)[0], scope)
    slot = scope.alloc()
    member = Val(build.local(slot), desc.type)
    mark = len(scope.bindings)
    scope.bind(member, desc.head or desc.type.name)
    keys: list[tuple[Expr, int]] = []
    player = scope.world.is_a(desc.type.name, "player")
    with scope.saying(they=member if player else scope.they):
        for by in objects(verb, "by"):
            order = by.head if isinstance(by, ast.Noun) else None
            if order in scope.world.orders:
                at = scope.alloc()
                ahead = ("filter", ("call", scope.world.orders[order]), at, ("truth", True))
                keys.append((position_in(ahead[1], member.expr, scope), 1))
            else:
                keys.append((number_of(by, scope), 0))
    del scope.bindings[mark:]
    result = scope.alloc()
    scope.emit("let", result, ("rank", desc.expr, slot, *keys))
    scope.bind(Val(build.local(result), desc.type, True), desc.head or desc.type.name, "ranked")


def position_in(order: Expr, member: Expr, scope: Scope) -> Expr:
    """Place of a member in an ordered set, from 1."""
    return ("position", member, order)


@special("resolve")
def resolve(verb: ast.Act, doer: Val, scope: Scope) -> None:
    """*Resolve the NAME effects of those cards*: the sentences of that field or label, by whoever has the card."""
    what = objects(verb)[0]
    owner = what.determiner.owner if isinstance(what, ast.Noun) else None
    if isinstance(what, ast.Noun) and owner is None:
        owner = next((m.what for m in what.modifiers if m.word == "of"), None)
    if (
        not isinstance(what, ast.Noun)
        or what.head is None
        or owner is None
        or not what.head.endswith("effect")
    ):
        raise scope.fail("SAY0758", verb, verb="resolve")
    field = scope.world.field((what.head.removesuffix("effect").strip() or "effect").lower())
    desc = describe(owner, scope)
    if desc.type.base != "entity" or desc.mode in ("some", "no"):
        raise scope.fail("SAY0803", owner)

    def each(card: Val) -> None:
        holder = scope.store(("holder", card.expr))
        slot = scope.alloc()
        scope.emit("resolve", field, card.expr, ("if", ("ne", holder, build.NONE), holder, doer.expr), slot)
        scope.outcome = ("ne", build.local(slot), build.integer(0))

    if desc.mode == "one":
        each(Val(scope.store(desc.expr), desc.type))
    else:
        loop(desc, scope, lambda: each(scope.bindings[-1].value))


@special("share", "win")
def share(verb: ast.Act, doer: Val, scope: Scope) -> None:
    """*Those players share the win*, *the tied players win the game*: several win together, and the game ends."""
    scope.emit("end", doer.expr if doer.many else ("single", doer.expr))


@special("end")
def end(verb: ast.Act, doer: Val, scope: Scope) -> None:
    """*The game ends*: nobody wins."""
    if doer.type.base == "entity" and doer.type.name == "game":
        scope.emit("end", build.EMPTY)
        return
    raise scope.fail("SAY0758", verb, verb="end")
