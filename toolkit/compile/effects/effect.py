"""Effects: sentences that happen, in order → code.

A sentence is its openings (conditions and loops around) and its clauses.  A clause is a doer and verbs; a
verb finds its phrase (`phrase_of`), its noun phrases become roles (choosing where a phrase leaves something
open), and a `do` proposes the event.
*Choose*, *repeat*, *rank* and the end of the game are instructions, not events: they stand in `SPECIAL`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from toolkit.compile.base import build, who_did
from toolkit.compile.base.passes import (
    asks_outcome,
    by_pass,
    hangs_on,
    is_for_later,
    is_if,
    is_otherwise,
    is_that_player,
    loop_of,
    offers_in_loop,
    player_loop,
    points_back,
    repeats,
)
from toolkit.compile.base.scope import Scope, player_type
from toolkit.compile.base.settled import settle
from toolkit.compile.base.values import Desc, Val, name_type
from toolkit.compile.conditions.found import key_of
from toolkit.compile.effects import again, beside, cases, gradually, of_each
from toolkit.compile.effects import special as specials
from toolkit.compile.effects.ability import all_possible, is_instruction, possible
from toolkit.compile.effects.at_once import all_at_once, for_each
from toolkit.compile.effects.choice import choice, feasible
from toolkit.compile.effects.deed import Deed, is_free, so_often, times
from toolkit.compile.effects.discount import unpriced
from toolkit.compile.effects.doing import event
from toolkit.compile.effects.guard import guarded, otherwise
from toolkit.compile.effects.lasting import statement_effect
from toolkit.compile.effects.loop import in_passes, loop, repeated, so_many_at_most
from toolkit.compile.effects.offers import begun, of_none_that_is_lost, of_one_if, offered, whom_to_ask
from toolkit.compile.effects.secret import is_secret, secretly, with_what_follows
from toolkit.compile.effects.settling import settle as settle_desc
from toolkit.compile.effects.special import SPECIAL, with_bounds
from toolkit.compile.effects.transfer import hand_over, paid_apart
from toolkit.compile.effects.whose import keep_meant, meant
from toolkit.compile.events import brought, outcome, passing
from toolkit.compile.events.event_verb import acts, done_by_things
from toolkit.compile.events.template import has_phrase
from toolkit.compile.nouns.amount import count_of, how_many
from toolkit.compile.nouns.determiner import each_of
from toolkit.compile.nouns.figure import player_of, player_with
from toolkit.compile.nouns.made import made_before
from toolkit.compile.nouns.of_whom import whose_faces
from toolkit.compile.nouns.others import (
    than_who_does_it,
    than_whom_behind,
    whose_beside_another,
    whose_turn_or_each,
)
from toolkit.compile.nouns.phrases import quietly, value_of
from toolkit.compile.nouns.pronoun import apart_from_doer
from toolkit.compile.nouns.seats import whose_of_two
from toolkit.compile.nouns.superlative import most_of
from toolkit.compile.nouns.unplaced import of_those_seen_too, where_they_lay
from toolkit.compile.rules.anybody import names_you
from toolkit.compile.rules.standing import is_statement, may_be_declined, stands
from toolkit.compile.rules.trigger import is_nothing
from toolkit.language import ast, which
from toolkit.program.expression import Expr
from toolkit.report.diagnostic import Fix


def paragraph(node: ast.Paragraph, scope: Scope) -> None:
    """All sentences of an item, one after another."""
    if len(node.sentences) == 1 and is_nothing(node.sentences[0]):  # what a player does who passes
        return

    def said() -> None:
        scope.otherwise, scope.second_if = None, False  # of the text before, which stands elsewhere
        sentences(node.sentences, scope)

    settle(scope, said)


def sentences(said: Sequence[ast.Sentence], scope: Scope) -> None:
    """Sentences one after another, of a text or of what a trigger does.

    *Each player may pay. If they do, they gain 1 point.*: the second sentence belongs to each turn of the
    first one's loop.
    """
    for first, *tail in unpriced(by_pass(said), scope, sentences, one_sentence):
        asked_then = is_for_later(first) and all(map(hangs_on, tail))
        no_passes = is_statement(first, list(first.openings)) and not asked_then
        of_one_if(first, tail, scope)
        scope.tail = () if no_passes else tuple(tail)
        for each in (first, *tail) if no_passes else (first,):
            one_sentence(each, scope)
        left, scope.tail = scope.tail, ()
        for each in left:  # nothing went through anything: they stand for themselves
            one_sentence(each, scope)


def one_sentence(node: ast.Sentence, scope: Scope) -> None:
    """One sentence: openings outside in, then the body."""
    scope.running = True
    scope.number += 1
    scope.span = node.span or scope.span
    scope.say(node.span)
    scope.before, scope.otherwise = scope.otherwise, None
    scope.did_since, scope.did_before, scope.did = scope.did or scope.did_since, scope.did, None
    scope.offer_before, scope.offer = scope.offer, begun(node, scope.offer)
    scope.after_second_if, scope.second_if = scope.second_if, scope.before is not None and is_if(node)
    with of_none_that_is_lost(node, scope), scope.saying(they=scope.they, at_first=scope.they, doing=None):
        opened(list(node.openings), node, scope)
    scope.offer = begun(node, scope.offer_before, scope.offer.named)  # whatever sentences it is made of


def opened(openings: list[ast.Opening], node: ast.Sentence, scope: Scope) -> None:
    """Handle the first opening around the rest."""
    if is_statement(node, openings):
        statement_effect(replace(node, openings=tuple(openings)), scope, sentences)
        return
    if not openings:
        if not may_be_declined(node.body):
            scope.spend()
        body(node.body, scope)
        return
    first, rest = openings[0], openings[1:]
    whose_turn_or_each(first, node, scope)
    match first:
        case ast.Given(word="if" | "unless"):
            than_whom_behind(first, node.body, scope)
            scope.otherwise, scope.outcome = guarded(first, scope, lambda: opened(rest, node, scope))
            of_a_second_if(node.body, scope)
        case ast.Link(word="then"):
            opened(rest, node, scope)
        case ast.Link(word="otherwise"):
            otherwise(first, scope, lambda: opened(rest, node, scope))
        case ast.ForEach() if (size := steps_of(first, scope)) is not None:
            tail = otherwise_of_pass(node, scope)
            counted(first, size, scope, lambda: in_turn(rest, node, tail, scope))
        case ast.ForEach():
            tail = otherwise_of_pass(node, scope)
            of_each.of_which_one(first, node, scope)
            for_each(first, rest, looped(first, scope), scope, lambda: in_turn(rest, node, tail, scope))
        case ast.Manner():
            ordered(first, rest, node, scope)
        case ast.When():
            raise scope.fail("SAY0806", first)
        case ast.Repeat():
            you = scope.you or Val(scope.doer, player_type())
            able = partial(feasible, replace(node, openings=tuple(rest)), you, scope)
            tail = otherwise_of_pass(node, scope)
            key = (*key_of("repeat", first.span, scope), scope.depth)
            repeated(first.times, scope, lambda: in_turn(rest, node, tail, scope), able=able, key=key)
        case _:
            raise scope.unfit(first, "this opening")


def of_a_second_if(clauses: ast.Clauses | ast.Choice, scope: Scope) -> None:
    """SAY0657: *If it is red, gain 1 coin, and if it is a queen, gain 2 coins*: only if it is red, too?"""
    if not isinstance(clauses, ast.Clauses):
        return
    for joint, clause in zip(clauses.joints, clauses.clauses[1:], strict=False):
        asked = next((each for each in clause.openings if isinstance(each, ast.Given)), None)
        if joint == "and" and asked is not None:
            hint = "by itself: a sentence of its own, *…. If …, …*; only where the first holds, too: *…, then if …, …*"
            names = "asked by itself or only where the first condition holds, too"
            raise scope.fail("SAY0657", asked, names=names, hint=hint)


def otherwise_of_pass(node: ast.Sentence, scope: Scope) -> tuple[ast.Sentence, ...]:
    """The sentences to come that belong to each pass of a loop: *Otherwise, …* after *For each N, if C, …*, *If they
    do not, …* after *For each player, …*.
    """
    first = scope.tail[0] if scope.tail else None
    if first is None or not (
        repeats(node)
        or (loop_of(node) and is_otherwise(first))
        or (player_loop(node) and asks_outcome(first, "they"))
        or offers_in_loop(node)
    ):
        return ()
    tail, scope.tail = scope.tail, ()
    return tail


def in_turn(
    openings: list[ast.Opening], node: ast.Sentence, tail: tuple[ast.Sentence, ...], scope: Scope
) -> None:
    """One pass of a loop: the sentence, and those that belong to the pass."""
    opened(openings, node, scope)
    for sentence in tail:
        one_sentence(sentence, scope)


def every(node: ast.ForEach) -> int | None:
    """The number of *For every 2 Ns,*; None: of each by itself."""
    det = ast.determiner_of(node.each)
    alone = det == ast.Determiner(number=det.number)
    return det.number if alone and det.number is not None and det.number > 1 else None


def steps_of(node: ast.ForEach, scope: Scope) -> int | None:
    """By how many it is counted, if nothing is gone through: *For every 2 cats,*, *For each coin you paid,*, *For each
    coin you have,*.
    """
    if (size := every(node)) is not None:
        return size
    each = node.each
    if made_before(each, scope) is not None:
        return 1
    said = isinstance(each, ast.Noun) and each.relative is not None and scope.world.quantity(each.head or "")
    return 1 if said else None


def counted(node: ast.ForEach, size: int, scope: Scope, action: Callable[[], None]) -> None:
    """*For every 2 Ns,*: as often as there are so many; a rest does not count."""
    assert isinstance(node.each, ast.Noun)
    left = scope.alloc()
    number = made_before(replace(node.each, determiner=ast.Determiner()), scope)  # *for every 2 coins paid,*
    if number is None and size == 1:
        number = how_many(node.each, scope)
    elif number is None:
        every_one = ast.Determiner(quantifier="all", span=node.each.determiner.span)
        number = count_of(replace(node.each, determiner=every_one), scope)
    scope.emit("let", left, number if size == 1 else ("div", number, build.integer(size)))
    head = scope.here()
    stop = scope.emit("unless", ("gt", build.local(left), build.integer(0)), -1)
    scope.emit("let", left, ("sub", build.local(left), build.integer(1)))
    action()
    scope.emit("jump", head)
    scope.patch(stop)
    scope.forget()


def looped(node: ast.ForEach, scope: Scope) -> Desc:
    """The set of *For each N,*."""
    whose_faces(node.each, scope)
    of_those_seen_too(node.each, scope)
    desc = scope.describe(each_of(where_they_lay(node.each, scope), scope))
    if desc.type.base == "quantity":
        raise scope.unfit(node, "a loop over an amount")
    if not desc.many or desc.mode not in ("each", "set"):
        raise scope.unfit(node, "a loop over one thing")
    return desc


def ordered(manner: ast.Manner, rest: list[ast.Opening], node: ast.Sentence, scope: Scope) -> None:
    """*In clockwise order, starting with P, each player …*: the order of an *each* subject, and of *the first …*."""
    first = value_of(manner.starting, scope) if manner.starting is not None else None
    if first is not None and first.many:
        raise scope.fail("SAY0803", manner.starting)
    who = node.first
    subject = who.subject.span if isinstance(who, ast.Clause) and who.subject is not None else None
    scope.order, scope.order_used = (manner.word, first.expr if first is not None else None, subject), False
    try:
        opened(rest, node, scope)
    finally:
        scope.order = None
    if not scope.order_used:
        raise scope.unfit(manner, "an order without “each player …”")


def body(node: ast.Clauses | ast.Choice, scope: Scope) -> None:
    """What a sentence does."""
    if isinstance(node, ast.Choice):
        choice(node, scope, lambda line: carry_out(line, scope))
        return
    if specials.until(node, scope):
        return
    unfit = [c for c in node.closings if c.word not in ("but", "but to", "until")]
    if unfit:
        hint = whom_to_ask(unfit[0].condition, scope)
        raise scope.unfit(unfit[0], f"“{unfit[0].word}” at the end of an effect", hint=hint)
    if "or" in node.joints:
        raise scope.fail("SAY0808", node)
    beside.of_what_alone(node, scope)
    node = paid_apart(with_what_follows(outcome.bought_by_each(node)))
    subject: ast.Nominal | None = None
    unpaid: list[int] = []
    hand = None
    for number in range(len(node.clauses)):
        before, hand = hand, hand_over(node, number, scope)
        node = node if hand is None else hand.clauses
        clause = node.clauses[number]
        if isinstance(clause, ast.There):
            raise scope.fail("SAY0809", clause)
        if number:
            unpaid += beside.follows(node, number, scope)
        own = clause.subject is not None
        if clause.subject is None:
            clause = replace(clause, subject=subject)
        elif beside.kept_for_more(node, number):
            scope.again = clause.subject, None
        subject, earlier = clause.subject, outcome.of_latest_amount(scope)
        in_passes(clause, scope, partial(with_openings, closings=node.closings, scope=scope), own=own)
        if outcome.measured(clause):
            outcome.not_back_again(clause, scope)
            scope.outcome = outcome.together(earlier, scope.outcome)
        outcome.after_costs([] if before is None else [before.nobody], scope)
    outcome.after_costs(unpaid, scope)


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
        items.append(ast.Sentence(span=verb.span, body=line.alone))
    return ast.Choice(span=clause.span, subject=clause.subject, may=may, items=tuple(items))


def carry_out(line: ast.Sentence | ast.Paragraph, scope: Scope) -> None:
    """What a line of a choice says."""
    if isinstance(line, ast.Paragraph):
        paragraph(line, scope)
    elif not is_nothing(line):
        one_sentence(line, scope)


def with_openings(
    openings: list[ast.Opening], clause: ast.Clause, closings: tuple[ast.Closing, ...], scope: Scope
) -> None:
    """A clause after *, then if C,*."""
    if not openings:
        clause_effect(clause, closings, scope)
        return
    first = openings[0]
    if isinstance(first, ast.Given) and first.word in ("if", "unless"):
        guarded(first, scope, lambda: with_openings(openings[1:], clause, closings, scope))
    elif isinstance(first, ast.ForEach):
        loop(looped(first, scope), scope, lambda: with_openings(openings[1:], clause, closings, scope))
    else:
        raise scope.unfit(first, "this opening here")


# --- Clauses and verbs ------------------------------------------------------------------------------------


def clause_effect(clause: ast.Clause, closings: tuple[ast.Closing, ...], scope: Scope) -> None:
    """A doer and what they do; or, after *and*, what stands from then on: *…, and this card has +1 power this turn*."""
    if clause.subject is not None and all(map(stands, clause.verbs)):
        lasting = ast.Clauses(span=clause.span, clauses=(clause,), closings=closings)
        statement_effect(ast.Sentence(span=clause.span, body=lasting), scope, sentences)
        return
    if clause.joint == "or":
        again.each_so_often(clause, scope)
        sentence = scope.sentence
        choice(either(clause, closings, scope), scope, lambda line: carry_out(line, scope))
        scope.sentence = sentence  # what stands behind the choice is said by the whole sentence
        return
    if clause.subject is None:
        if any(verb.modal is not None for verb in clause.verbs):
            raise scope.fail("SAY0658", clause, expected=("*you*",))
        whose_beside_another(clause, scope)
        one_or_the_other(clause, scope)
        told = scope.chooser or scope.you
        with scope.saying(doing=told or scope.doing):
            verbs_effect(clause, told or Val(scope.doer, player_type()), closings, scope)
        return
    if ast.head_of(clause.subject) == "nothing":
        raise scope.fail("SAY0758", clause, verb="happen")
    whose_of_two(clause, scope)
    than_who_does_it(clause, scope)
    desc = doers(clause, clause.subject, scope)
    if desc.mode == "one":
        done_by_one(desc, clause, closings, scope)
    else:
        done_by_all(desc, clause, clause.subject, closings, scope)


WHOEVER = frozenset({
    "begin", "deal", "end", "finish", "follow", "lower", "move", "place", "put", "raise", "rank", "remove", "repeat",
    "return", "reveal", "set", "shuffle", "swap", "turn",
})  # fmt: skip
"""Verbs of the language that come to the same whoever does them."""


def one_or_the_other(clause: ast.Clause, scope: Scope) -> None:
    """Refuse *When a player sends a cat, gain 1 coin.* where nobody is *you*: that player, or whose turn it is?"""
    told = scope.chooser is not None or scope.you is not None
    if told or scope.they is None or scope.they.expr in (scope.doer, scope.implied):
        return
    for verb in clause.verbs:
        if not isinstance(verb, ast.Act) or verb.verb in WHOEVER or done_to_them(verb.object, scope):
            continue
        hint = f"*they {verb.verb} …* is that player, *the active player {verb.verb}s …* is whose turn it is"
        start = clause.span
        fixes = (Fix("write *they*", replace(start, end=start.start), "they "),) if start is not None else ()
        raise scope.fail("SAY0658", clause, hint=hint, fixes=fixes)


def done_to_them(what: ast.Node | None, scope: Scope) -> bool:
    """*For each rich player, tickle that player*, *When a player has no coins, tickle them*: nobody is told to do it to
    themselves, so it is who has the turn.
    """
    if not isinstance(what, ast.Nominal) or not (ast.is_they(what) or is_that_player(what)):
        return False
    return scope.they is not None and quietly(what, scope).expr == scope.they.expr


def doers(clause: ast.Clause, subject: ast.Nominal, scope: Scope) -> Desc:
    """Who does it; one of whom chance decides is settled.  Raises `Fail` for what does nothing."""
    desc = meant(subject, scope)
    if desc.listing is not None:
        raise scope.unfit(subject, "this list as a subject")
    if desc.type.base != "entity":
        raise scope.fail("SAY0752", subject, found=name_type(desc.type), wanted="somebody who does it")
    passive = any(isinstance(verb, ast.Act) and verb.passive for verb in clause.verbs)
    if not acts(desc.type.name, scope) and not passive:
        if told_of_each(clause, subject):
            return desc
        if (player := player_with(subject, desc.type.name, scope)) is not None:
            return scope.describe(player)  # *each hero at the chapel loses 1 health*
        if desc.mode != "one" or (whose := player_of(Val(desc.expr, desc.type), scope)) is None:
            raise done_by_things(clause, subject, desc.type.name, scope)
        desc = Desc("one", whose.expr, whose.type, desc.span)
    if desc.mode != "some":
        return desc
    if not desc.random:
        raise scope.fail("SAY0810", subject, clause=clause)
    chosen = settle_desc(desc, scope.you or Val(("active",), player_type()), scope)
    return keep_meant(subject, desc.but(mode="one", expr=chosen), scope)


def told_of_each(clause: ast.Clause, subject: ast.Nominal) -> bool:
    """*Choose a cat and a dog. Each of them puts 1 bead on the other*: told of each, done by whoever reads it."""
    det = subject.determiner if isinstance(subject, ast.Noun) else None
    named = det is not None and isinstance(det.which, which.Each) and det.article == "those"
    return named and all(ast.verb_of(verb) in WHOEVER for verb in clause.verbs)


def done_by_one(desc: Desc, clause: ast.Clause, closings: tuple[ast.Closing, ...], scope: Scope) -> None:
    """What one does: nothing, if there is nobody (*the player to the left of that player*)."""
    said_you = ast.is_you(clause.subject)
    value = Val(scope.store(desc.expr), desc.type)
    if said_you or not scope.world.is_player(desc.type):
        doing, ahead = (value, None) if said_you else (scope.doing, scope.ahead)
        with scope.saying(they=scope.they, doing=doing, ahead=ahead):
            verbs_effect(clause, value, closings, scope)
        return
    owner = ast.head_of(clause.subject) == "owner"
    if not said_again(clause.subject, value, scope):
        scope.bind(value, "owner" if owner else "player", group=desc.group)
    if isinstance(clause.subject, ast.Noun) and any(map(most_of, clause.subject.modifiers)):
        scope.ahead = value, scope.number
    there_is: Expr = ("ne", value.expr, build.NONE)
    jump = scope.emit("unless", there_is, -1) if value.expr not in scope.sure else None
    anew = clause.subject is None or not points_back(clause.subject)
    with scope.saying(they=value, doing=value if anew else None, does=value.expr):
        verbs_effect(clause, value, closings, scope)
    scope.did = value, not anew and not owner
    if jump is None:
        return
    scope.patch(jump)
    if scope.outcome is not None:
        scope.outcome = build.both(there_is, scope.outcome)


def said_again(subject: ast.Nominal | None, value: Val, scope: Scope) -> bool:
    """*When a player guards another player, they lose 1 coin and that player gains it*: a pronoun names nobody, so that
    *that player* is still the other one.
    """
    named = (each.value.expr for each in scope.discourse if not each.value.many)
    return isinstance(subject, ast.Pronoun) and value.expr in named


def done_by_all(
    desc: Desc, clause: ast.Clause, subject: ast.Nominal, closings: tuple[ast.Closing, ...], scope: Scope
) -> None:
    """What each of a set does: unseen by the others, all as one, or one after another."""
    if desc.extra == "or":
        raise scope.fail("SAY0810", subject, clause=clause)
    if desc.mode == "no":
        raise scope.unfit(subject, "this subject")
    if any(is_secret(verb) for verb in clause.verbs):
        secretly(desc, clause, closings, scope, lambda rest, doer: verbs_effect(rest, doer, closings, scope))
        return
    if desc.extra == "bare":
        raise scope.fail("SAY0811", subject)
    if all(isinstance(verb, ast.Act) and shares(verb, scope) for verb in clause.verbs):
        for verb in clause.verbs:
            verb_effect(verb, Val(scope.store(desc.expr), desc.type, True), closings, scope)
        return
    passing.one_moment(clause, desc, scope)
    if loses_the_game(clause):
        if desc.expr == ("players",) and not scope.tail:
            scope.emit("all-lose")
            return
        desc = all_lose(desc, scope)
    done_by_each(desc, clause, subject, closings, scope)


def done_by_each(
    desc: Desc, clause: ast.Clause, subject: ast.Nominal, closings: tuple[ast.Closing, ...], scope: Scope
) -> None:
    """What each of a set does, one after another."""
    gradually.until_of_each(closings, scope)
    tail, scope.tail = scope.tail, ()
    spoken_of = who_did.spoken_of(scope)
    key, slot = who_did.begin(clause.span, scope)
    can_be_asked = False

    def each() -> None:
        nonlocal can_be_asked
        who = scope.discourse.referents[-1].value
        if not acts(who.type.name, scope) and told_of_each(clause, subject):
            who = scope.chooser or scope.you or Val(scope.doer, player_type())
        with scope.saying(doing=who):
            verbs_effect(clause, who, closings, scope)
        can_be_asked = who_did.note(slot, who, scope)
        for sentence in tail:
            one_sentence(sentence, scope)

    all_at_once(desc, clause, scope, each)
    if spoken_of is not None:  # *each player who does gains …; each player who does not …*: of the same deed
        scope.doers = spoken_of
    elif can_be_asked:
        asked = scope.discourse.referents[-1].value.expr
        scope.doers = who_did.Doers(
            asked, slot, key, scope.number, any(verb.modal == "may" for verb in clause.verbs)
        )
    if some_of_all(subject, desc, scope):
        scope.ahead = Val(scope.discourse.referents[-1].value.expr, desc.type, many=True), scope.number


def some_of_all(subject: ast.Nominal, desc: Desc, scope: Scope) -> bool:
    """*Each player with 3 coins* …, and no *you* in it: after it *each other player* is each but those."""
    if not isinstance(subject, ast.Noun) or not scope.world.is_player(desc.type):
        return False
    narrowed = subject.narrowed
    return bool(narrowed) and not subject.determiner.other and not any(map(names_you, subject.walk()))


def shares(verb: ast.Act, scope: Scope) -> bool:
    """Whether all of a set do it as one: *win the game*, and no verb of the pack with that word."""
    return verb.verb in ("share", "win") and not has_phrase(verb, scope)


def loses_the_game(clause: ast.Clause) -> bool:
    """Whether a clause says that somebody does, and no more."""
    verb = clause.verbs[0]
    if not isinstance(verb, ast.Act) or verb.verb != "lose" or len(clause.verbs) > 1:
        return False
    what = specials.objects(verb)
    return bool(what) and ast.head_of(what[0]) == "game"


def all_lose(desc: Desc, scope: Scope) -> Desc:
    """*All players lose the game*: nobody wins because the others went first."""
    desc = desc.but(expr=scope.store(desc.expr))
    others = scope.emit("unless", ("eq", ("minus", ("players",), desc.expr), build.EMPTY), -1)
    scope.emit("all-lose")
    scope.patch(others)
    return desc


def verbs_effect(clause: ast.Clause, doer: Val, closings: tuple[ast.Closing, ...], scope: Scope) -> None:
    """The verb phrases of a clause, one after another.  *P may A and B* is one choice, *P may A, then B* is not."""
    first, *rest = clause.verbs
    if rest and gradually.has_end(closings):
        raise scope.unfit(closings[-1], "“until” after several verbs")
    if rest and clause.joint == "and" and isinstance(first, ast.Act) and first.modal == "may":
        more = tuple(apart_from_doer(verb, doer, scope) for verb in rest)
        optional(Deed(apart_from_doer(first, doer, scope), doer, closings), scope, more)
        return
    unpaid: list[int] = []
    for number, verb in enumerate(clause.verbs):
        if number and clause.joint == "then" and outcome.is_cost(clause.verbs[number - 1]):
            unpaid += outcome.only_if_paid(scope)
        elif number and clause.joint == "then":
            outcome.not_after_may(clause.verbs[number - 1], "then", verb, scope)
        verb_effect(apart_from_doer(verb, doer, scope), doer, closings, scope)
    outcome.after_costs(unpaid, scope)


def verb_effect(verb: ast.Verb, doer: Val, closings: tuple[ast.Closing, ...], scope: Scope) -> None:
    """One verb phrase, done by doer."""
    act, closings = with_bounds(something_done(verb, scope), closings)
    if act.modal == "may":
        optional(Deed(act, doer, closings), scope)
        return
    if gradually.has_end(closings):
        gradually.gradually(act, closings, scope, lambda step: verb_effect(step, doer, (), scope))
        return
    repeat = times(act, scope)
    if repeat is not None:
        how, once = repeat
        again.several_times(once, scope)
        with brought.gathered(once, scope):
            able = partial(possible, once, doer, scope, whole=True)
            bounds = so_many_at_most(how, once, closings)
            rest = tuple(each for each in closings if each not in bounds)
            repeated(how, scope, lambda: verb_effect(once, doer, rest, scope), doer, able, bounds)
        return
    if is_instruction(act, scope) and (act.verb != "win" or doer.many):
        left = (*act.adverbials, *closings)
        if left:
            manner = left[0].word if isinstance(left[0], ast.Manner) else ""
            raise scope.unfit(left[0], f"“{manner}” here" if manner else "this here")
        SPECIAL[act.verb](act, doer, scope)
        return
    again.same_thing(act, scope)
    none_of_it(act, scope)
    event(Deed(act, doer, closings), scope)


def none_of_it(act: ast.Act, scope: Scope) -> None:
    """SAY0815: *that player loses no health*, after it was lost; *instead* of that nothing may be lost."""
    obj = act.object
    if isinstance(ast.determiner_of(obj).which, which.No) and not scope.instead:
        hint = "what must not happen is a rule: *… cannot lose …*, *If a player would lose …, that player … instead*"
        raise scope.fail("SAY0815", obj, hint=hint)


def something_done(verb: ast.Verb, scope: Scope) -> ast.Act:
    """A verb that says what happens now.  Raises `Fail` for one that says what is so, was so or would be."""
    if isinstance(verb, ast.Be):
        raise scope.fail("SAY0812", verb, verb="be")
    if not isinstance(verb, ast.Act):
        raise scope.unfit(verb, "this verb in an effect")
    if verb.instead:
        raise scope.unfit(verb, "“instead” of nothing that would happen")
    if verb.only:
        raise scope.unfit(verb, "“only” in an effect")
    orders = verb.tense == "present" and not verb.negated and not verb.passive
    if not orders or verb.modal in ("cannot", "can", "would", "will"):
        raise scope.fail("SAY0812", verb, verb=verb.verb)
    return so_often(verb)


def optional(deed: Deed, scope: Scope, more: tuple[ast.Verb, ...] = ()) -> None:
    """*P may V [and V2]*: offered if it can be done whole; *any number of* and *up to* are options by themselves."""
    doer, closings = deed.doer, deed.closings
    act = replace(deed.verb, modal=None)
    repeat = times(act, scope)
    free = repeat[0].is_free if repeat is not None else is_free(act)
    if free and not more:
        verb_effect(act, doer, closings, scope)
        return
    yes = scope.let(build.integer(0))
    able = all_possible(repeat[1] if repeat is not None else act, more, doer, scope)
    skip = scope.emit("unless", able, -1)
    scope.emit("may", doer.expr, yes)
    agreed: Expr = ("ne", build.local(yes), build.integer(0))
    no = scope.emit("unless", agreed, -1)
    scope.spend()
    done: list[Expr] = [agreed]
    mark = scope.discourse.mark()
    for part in (act, *more):
        scope.forget()
        verb_effect(part, doer, closings, scope)
        if scope.outcome is not None:
            done.append(scope.outcome)
    scope.offer = offered(mark, scope)
    cases.perhaps(scope.offer.named)
    scope.patch(skip)
    scope.patch(no)
    scope.outcome = build.both(*done)
