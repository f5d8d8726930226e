"""Statements that an effect makes: a rule that is not static, with what its words refer to and a time when it ends."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import takewhile

from toolkit.compile.base import build
from toolkit.compile.base.scope import Did, Scope
from toolkit.compile.base.values import NUMBER, Val
from toolkit.compile.base.world import VerbInfo
from toolkit.compile.conditions.condition import truth, turn_of_somebody
from toolkit.compile.conditions.having import keyword_flag
from toolkit.compile.effects import still
from toolkit.compile.effects.guard import asks_outcome
from toolkit.compile.effects.offers import of_one_offer
from toolkit.compile.effects.settling import is_single
from toolkit.compile.events.limit import limit_of
from toolkit.compile.events.period import (
    UNTIL,
    Duration,
    duration,
    is_once,
    is_step,
    next_time,
    one_run,
    step_of,
    whole_of,
)
from toolkit.compile.nouns.phrases import first_item, quietly, value_of
from toolkit.compile.nouns.pronoun import did_last, is_one_of_two
from toolkit.compile.nouns.reference import in_period
from toolkit.compile.rules.continuous import is_change
from toolkit.compile.rules.rule import compile_statement
from toolkit.compile.rules.standing import stands
from toolkit.compile.rules.statement import Captured, CarryOut, Holder, Statement, give, program_of
from toolkit.language import ast
from toolkit.meaning.referents import Referent
from toolkit.program.expression import Expr
from toolkit.program.ruleset import Program


def statement_effect(node: ast.Sentence, scope: Scope, carry_out: CarryOut) -> None:
    """A statement inside an effect: add a rule that is not static, start it, end it with its period.  `carry_out`
    compiles what the rule does.
    """
    edge = waited_for(node.openings)
    if edge is not None and (is_once(edge) or not any(map(ast.is_until, node.openings))):
        later(node.without(edge), edge, scope, carry_out)
        return
    until = [*takewhile(ast.is_until, node.openings)]  # after *when …,* it says how long what follows stands
    lasts = lasting_until(until, scope)
    kept = list(node.openings[len(until) :])
    if kept and isinstance(first := kept[0], ast.FirstTime) and first.next:
        kept[0], waits = next_time(first, scope)
        lasts = lasts or waits
    node, at_verb = without_time(replace(node, openings=tuple(kept)), scope)
    if not kept:
        node = of_chosen(node, scope, carry_out)
    begin(node, at_verb or lasts, scope, carry_out)


def begin(node: ast.Sentence, lasts: Duration | None, scope: Scope, carry_out: CarryOut) -> None:
    """A statement starts to hold; None: for as long as it says, or as the verb in which it stands."""
    given = condition_of(node) if lasts is None else None
    if given is not None and asks_whose_turn(given, scope):
        hint = "how long is *this …* or *until your next …*; what is so in each of them stands under `rules`"
        raise scope.unfit(given, "whose time it is, in what a step brings about,", hint=hint)
    if given is not None and own_period(scope) is None:
        start_while(node, given, scope, carry_out)
    else:
        start(node, lasts or innermost(node, scope), scope, carry_out)


def waited_for(openings: Sequence[ast.Opening]) -> ast.When | None:
    """*At the end of this turn,*: when the rest happens; None: it stands from now on."""
    for opening in openings:
        if isinstance(opening, ast.When) and opening.word in ("at the end of", "at the start of"):
            return opening
        if not ast.is_until(opening):
            return None
    return None


def lasting_until(openings: Sequence[ast.Opening], scope: Scope) -> Duration | None:
    """How long the openings say that it stands."""
    lasts: Duration | None = None
    for opening in openings:
        if isinstance(opening, ast.When) and ast.is_until(opening):
            if opening.once or lasts is not None:
                raise scope.unfit(opening, "a second duration")
            lasts = duration(opening, scope)
    return lasts


def start(node: ast.Sentence, lasts: Duration, scope: Scope, carry_out: CarryOut) -> None:
    """The rules of a statement, and the effects that start them."""
    captured, seen = capture(scope)
    more, scope.tail = list(scope.tail), ()
    keep_there((node, *more), captured, seen, scope)
    holder = Holder(this=scope.this, has_you=scope.you is not None)
    statement = Statement(fresh(node, scope), holder, node, carry_out, more, captured=seen, static=False)
    compile_statement(statement)
    for number in statement.made:
        scope.emit("effect", number, tuple(captured), *lasts)


def condition_of(node: ast.Sentence) -> ast.Clauses | None:
    """What must hold for as long as the statement does: *… as long as this cat is in the park*."""
    closings = node.body.closings if isinstance(node.body, ast.Clauses) else ()
    first = node.opening
    if isinstance(first, ast.Given) and first.word == "as long as" and not closings:
        return first.condition
    return closings[0].condition if len(closings) == 1 and closings[0].word == "as long as" else None


def start_while(node: ast.Sentence, given: ast.Clauses, scope: Scope, carry_out: CarryOut) -> None:
    """*That cat has +1 power as long as this cat is in the park.*: once it is not, that is over for good.  A counter
    tells whether it is, which a watch counts up.
    """
    made = (scope.sentence, ("local", 0), ("local", 1))
    scope.emit("use", made)
    scope.slots[WHILE] = Val(scope.store(("used", made, -1)), NUMBER)
    mark = scope.discourse.mark()
    starts = scope.emit("unless", truth(given, scope), -1)
    scope.discourse.forget(mark)  # *it* is no *this cat*
    captured, seen = capture(scope)
    keep_there((node,), captured, seen, scope)
    which = next(value.expr for name, value in seen if name == WHILE)
    over = (scope.sentence, which)
    holder = Holder(this=scope.this, has_you=scope.you is not None)
    statement = Statement(fresh(node, scope), holder, node, carry_out, captured=seen, static=False)
    compile_statement(statement)
    statement.only_while(("eq", ("used", over, -1), build.integer(0)))
    inner = statement.scope()
    inner.alloc()
    broken = build.negate(truth(given, inner))
    inner.emit("use", over)
    program = program_of(inner, (), "watch", carry_out)
    statement.add("watch", inner, over=("single", ("game",)), match=broken, program=program)
    for number in statement.made:
        scope.emit("effect", number, tuple(captured), *Duration(-1))
    scope.patch(starts)
    del scope.slots[WHILE]


def asks_whose_turn(given: ast.Clauses, scope: Scope) -> bool:
    """*as long as it is not your turn*: begun in your turn, that would be over at once; *your turn* may be each."""
    return any(turn_of_somebody(node, scope) is not None for node in given.every(ast.Be))


WHILE = "as long as"
"""The slot that tells one statement that holds *as long as* something does from another of the same sentence."""


def of_chosen(node: ast.Sentence, scope: Scope, carry_out: CarryOut) -> ast.Sentence:
    """*A unit has +1 power this turn.*: whoever does it chooses a unit, and that unit has it."""
    first = node.first
    if not isinstance(node.body, ast.Clauses) or not isinstance(first, ast.Clause):
        return node
    subject = first.subject
    if not isinstance(subject, ast.Noun) or subject.head is None or len(first.verbs) > 1:
        return node
    desc = quietly(subject, scope)
    if desc.mode != "some" or not gives(first.verbs[0], scope):
        return node
    what = ast.Complement(span=subject.span, role="obj", value=subject)
    choose = ast.Act(span=subject.span, verb="choose", complements=(what,))
    order = ast.Clause(span=subject.span, verbs=(choose,))
    carry_out([ast.Sentence(span=node.span, body=order.alone)], scope)
    article = ast.Determiner(span=subject.span, article="that" if is_single(desc) else "those")
    chosen = ast.Noun(span=subject.span, determiner=article, head=subject.head, plural=not is_single(desc))
    return replace(node, body=replace(node.body, clauses=(replace(first, subject=chosen),)))


def gives(verb: ast.Verb, scope: Scope) -> bool:
    """*has +1 power*, *has KEYWORD*, *has +1 power and +1 speed*."""
    if not isinstance(verb, ast.Act) or verb.verb != "have" or verb.negated or verb.modal is not None:
        return False
    what = first_item(verb.object)
    return isinstance(what, ast.Noun) and (is_change(what) or keyword_flag(what, scope) is not None)


def fresh(node: ast.Sentence, scope: Scope) -> Scope:
    """A scope for a sentence that is carried out later."""
    return Scope(
        scope.world,
        span=node.span,
        cites=scope.cites,
        layer_name=scope.layer_name,
        layer=scope.layer,
        own=scope.own,
    )


def capture(scope: Scope) -> tuple[list[Expr], Captured]:
    """What to keep, and how the rule's scope sees it: `(what, Referent | (slot name, Val))` at slot 2+n."""
    captured: list[Expr] = []
    places: dict[Expr, int] = {}

    def at(expr: Expr) -> Expr:
        if expr[0] == "local" and expr[1] < 2:
            return expr
        if expr[0] in ("int", "set", "value", "truth"):
            return expr
        if expr not in places:
            places[expr] = len(captured) + 2
            captured.append(expr)
        return ("local", places[expr])

    remapped: Captured = []
    there: Referent | None = None
    for each in scope.discourse:
        # What would first have to be kept is captured once it is.
        value = each.value if each.needs is not None else replace(each.value, expr=at(each.value.expr))
        kept = replace(each, value=value, sentence=-1, group=None)
        remapped.append(("referent", kept))
        if scope.there is not None and each.value == scope.there.value and scope.discourse.in_reach(each):
            there = kept
    for name, value in scope.slots.items():
        remapped.append((name, replace(value, expr=at(value.expr))))
    remapped += [(name, replace(value, expr=at(value.expr))) for name, value in players_of(scope)]
    last, _ = did_last(scope)
    if last is not None and (
        last.expr[0] == "int" or last.expr in places
    ):  # *they*, or *another*, may be that one
        remapped.append(("did", replace(last, expr=at(last.expr))))
    if there is not None:
        remapped.append(("there", there))
    return captured, remapped


def players_of(scope: Scope) -> Iterator[tuple[str, Val]]:
    """Who is *you*, who *they* are, and who of them has answered (*If they do, when that player …*)."""
    # Said of anybody, *you* is whom the rule waited for.
    if scope.you is not None and scope.you.expr != ("local", 0):
        yield "you", scope.you
    if scope.they is not None and not is_one_of_two(scope):
        yield "they", scope.they
    if scope.answered is not None:
        yield "answered", scope.answered


def without_time(node: ast.Sentence, scope: Scope) -> tuple[ast.Sentence, Duration | None]:
    """*… this turn*, *… in this chapter* at the verb of a statement: its duration."""
    if not isinstance(node.body, ast.Clauses):
        return node, None
    found: Duration | None = None

    def rest(verb: ast.Verb) -> Iterator[ast.Adverbial]:
        nonlocal found
        for adverbial in verb.adverbials:
            if isinstance(adverbial, ast.When) and is_duration(adverbial, verb):
                found = duration(adverbial, scope)
            else:
                yield adverbial

    clauses = tuple(
        replace(clause, verbs=tuple(replace(verb, adverbials=tuple(rest(verb))) for verb in clause.verbs))
        if isinstance(clause, ast.Clause)
        else clause
        for clause in node.body.clauses
    )
    return replace(node, body=replace(node.body, clauses=clauses)), found


def is_duration(time: ast.When, verb: ast.Verb) -> bool:
    """Whether a time at a verb says how long what it says stands; that of a limit says how often."""
    if time.word in UNTIL:
        return True
    return time.word in ("in", "during", "") and stands(verb) and limit_of(verb) is None


def innermost(node: ast.Sentence, scope: Scope) -> Duration:
    """As long as the innermost period lasts whose verb the text stands in."""
    period = own_period(scope)
    if period is None:
        raise scope.fail("SAY0830", node)
    return Duration(scope.world.periods[period])


def own_period(scope: Scope) -> str | None:
    """The period of the verb in which the text stands; None: it stands in none."""
    return scope.owner.period if isinstance(scope.owner, VerbInfo) else None


# --- Later --------------------------------------------------------------------------------------------------


def later(node: ast.Sentence, when: ast.When, scope: Scope, carry_out: CarryOut) -> None:
    """*At the end of this turn, S.* inside an effect: once, remembering what the words referred to."""
    step = step_of(when, scope)
    tail, scope.tail = scope.tail, ()
    given = next(iter(tail[0].openings), None) if tail else None
    if isinstance(given, ast.Given) and (proverb := asks_outcome(given.condition)) is not None:
        of_one_offer(given.condition, proverb, scope.offer, scope)
    captured, seen = capture(scope)
    whole = ast.Paragraph(span=node.span, sentences=(node, *tail))
    looks_back(when.period, whole, scope)
    for head, value in happening(whole, scope):  # it is over when the effect begins: which one it was is kept
        captured.append(value.expr)
        seen.append((head, replace(value, expr=("local", len(captured) + 1))))
    keep_there((node, *tail), captured, seen, scope)
    inner = fresh(node, scope)
    inner.you, inner.this = scope.you, scope.this
    give(inner, seen)
    inner.did_since = said_last(scope, captured)
    you, this = (each.expr if each is not None else build.NONE for each in (scope.you, scope.this))
    values = [you, this, *captured]
    places = still.where_they_are(seen, values, scope) if still.is_about_things(node) else {}
    inner.size = len(values)
    programs = scope.world.ruleset.programs
    number = len(programs)
    programs.append(Program("later", (), (), 0))
    one_run(when.period, scope)
    run = when.period
    if isinstance(run, ast.Noun) and is_step(run):
        run = whole_of(run) or run
        if is_this(run):  # a step that is over does not come again
            over = inner.emit("unless", build.negate(still_runs(run, values, inner)), -1)
            inner.emit("return", build.integer(0))
            inner.patch(over)
    now = the_right_run(run, values, scope, inner)
    if now:  # another run of the period ends first: wait on
        jump = inner.emit("unless", build.negate(build.both(*now)), -1)
        inner.emit("later", step, number, tuple(("local", slot) for slot in range(len(values))))
        inner.emit("return", build.integer(0))
        inner.patch(jump)
    still.only_what_is_there(seen, places, inner)
    made = program_of(inner, [node, *tail], "later", carry_out)
    programs[number] = programs[made]
    if made == len(programs) - 1:
        programs.pop()
    scope.emit("later", step, number, tuple(values))


def looks_back(run: ast.Nominal, said: ast.Paragraph, scope: Scope) -> None:
    """SAY0657: *At the end of your next turn, gain 1 coin for each cat you patted this turn*: in this one?"""
    whole = whole_of(run) or run if isinstance(run, ast.Noun) and is_step(run) else run
    period = ast.head_of(whole)
    if ast.determiner_of(whole).ordinal != "next":
        return
    for verb in said.walk():
        times = verb.walk() if isinstance(verb, ast.Act) and verb.tense != "present" else ()
        for time in times:
            if isinstance(time, ast.When) and is_this(time.period) and ast.head_of(time.period) == period:
                names = f"the {period} in which this is said or the one that it waits for"
                hint = "a quantity keeps it: raise it when that happens, and ask how much it is then"
                raise scope.fail("SAY0657", time, names=names, hint=hint)


def said_last(scope: Scope, captured: list[Expr]) -> Did | None:
    """Who did something, or was chosen, in the text before what is carried out later, seen from there."""
    last, again = did_last(scope)
    if last is None or last.expr[0] == "int" or last.expr in (build.local(0), build.local(1)):
        return None if last is None else (last, again)
    if last.expr not in captured:
        captured.append(last.expr)
    return replace(last, expr=("local", captured.index(last.expr) + 2)), again


def keep_there(said: Sequence[ast.Sentence], captured: list[Expr], seen: Captured, scope: Scope) -> None:
    """Keep where something came to lie, if these sentences call it *there*."""
    known = scope.there is None or any(name == "there" for name, _ in seen)
    if known or not any(map(says_there, said)):
        return
    where = scope.place_there(said[0])
    captured.append(where.expr)
    seen.append(("there", Referent(replace(where, expr=("local", len(captured) + 1)), where.type.name)))


def says_there(node: ast.Node) -> bool:
    """Whether *there* stands in a sentence, of no place that it names itself."""
    return any(
        (isinstance(each, ast.IsPlaced) and each.where is None)
        or (isinstance(each, ast.Complement) and each.value is None and each.role != "obj")
        or (isinstance(each, ast.Modifier) and each.word == "there")
        for each in node.walk()
    )


def the_right_run(node: ast.Nominal, values: list[Expr], scope: Scope, inner: Scope) -> list[Expr]:
    """Whether the run that ends is the one that is waited for; what that needs is kept with the other `values`."""
    if not isinstance(node, ast.Noun) or node.head not in inner.world.periods:
        return []
    period = inner.world.periods[node.head]
    det = node.determiner
    now: list[Expr] = []
    if det.possessive == "your" and inner.you is not None:
        now.append(("eq", ("period-who", period), inner.you.expr))
    if det.possessive == "their":
        they = value_of(ast.Pronoun(word="they", span=node.span), inner)
        now.append(("eq", ("period-who", period), they.expr))
    if det.owner is not None:
        owner = kept(value_of(det.owner, scope).expr, values, inner)
        now.append(("eq", ("period-who", period), owner))
    if det.ordinal == "next":
        now.append(("gt", ("period", period), kept(("period", period), values, inner)))
    return now


def kept(value: Expr, values: list[Expr], inner: Scope) -> Expr:
    """What something is when the rest begins to be waited for."""
    slot = inner.alloc()
    values.append(value)
    return ("local", slot)


def is_this(node: ast.Nominal) -> bool:
    """*this turn*."""
    return ast.determiner_of(node).article == "this"


def still_runs(node: ast.Nominal, values: list[Expr], inner: Scope) -> Expr:
    """Whether the run of *this turn* is the same as when the rest began to be waited for."""
    assert isinstance(node, ast.Noun) and node.head is not None
    period = inner.world.periods[node.head]
    return ("eq", ("period", period), kept(("period", period), values, inner))


def happening(node: ast.Node, scope: Scope) -> list[tuple[str, Val]]:
    """*this arena* of the period that runs now, for each noun said so."""
    found: dict[str, Val] = {}
    for each in node.walk():
        if not isinstance(each, ast.Noun) or each.head is None or each.determiner.article != "this":
            continue
        head = each.head
        own = (
            scope.this is not None
            and head in scope.world.kinds
            and scope.world.related(scope.this.type.name, head)
        )
        if not own and head not in scope.slots and (value := in_period(head, scope)) is not None:
            found[head] = value
    return list(found.items())
