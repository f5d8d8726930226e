"""Conditions: clauses that are true or false.

The subject is quantified (`quantified`), unless the clause is said of several things together (`together`); a verb
phrase is said of each of them: *is …* (`predicate`), another verb (`state`).  Negation, what joins clauses and what
they may not say is composed here, once.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from toolkit.compile.base import build
from toolkit.compile.base.scope import Saying, Scope
from toolkit.compile.base.settled import settle
from toolkit.compile.base.values import Desc, Fail, Val
from toolkit.compile.base.who_did import doing
from toolkit.compile.conditions import together
from toolkit.compile.conditions.found import joined
from toolkit.compile.conditions.predicate import predicate
from toolkit.compile.conditions.quantified import (
    each_in_one,
    each_of_its_own,
    exists,
    in_each,
    in_place,
    name_place,
    none_in_one,
    not_shared,
    of_each_place,
    of_one_alike,
    of_one_place,
    of_one_sort,
    over,
    owned,
    ranging_owner,
    said_of_place,
    so_few_of_one,
    spread,
    spreading,
    whole_of_either,
)
from toolkit.compile.conditions.reflexive import not_itself
from toolkit.compile.conditions.state import act_truth
from toolkit.compile.events.event_verb import AS_IT_LAST_WAS
from toolkit.compile.events.period import while_it_runs
from toolkit.compile.nouns import nothing, picked
from toolkit.compile.nouns.nominal import describe
from toolkit.compile.nouns.of_whom import whose_faces
from toolkit.compile.nouns.others import name_player, than_each, than_owner_or_named, than_you_or_found
from toolkit.compile.nouns.phrases import first_item, one, quietly, shared
from toolkit.compile.nouns.preposition import WHERE
from toolkit.compile.nouns.pronoun import apart_from_doer
from toolkit.compile.nouns.unplaced import of_those_seen_too, of_those_too, where_they_lay
from toolkit.language import ast, which
from toolkit.language.forms import article
from toolkit.meaning import witness
from toolkit.program.expression import Expr

NOW = "it asks what is so now; at a time it is asked by what begins then: *At the end of each …, if there is …, …*"


def truth(node: ast.Clauses, scope: Scope) -> Expr:
    """A condition; what it found cannot be spoken of outside."""
    return settle(scope, lambda: _truth(node, scope))


def _truth(node: ast.Clauses, scope: Scope) -> Expr:
    mark = scope.discourse.mark()
    with scope.saying(kept=None):
        open_ = found(node, scope)
    _leave(scope, mark, open_)
    return build.closed(open_)


def _leave(scope: Scope, mark: int, open_: Expr) -> None:
    """What a condition that is closed found is out of reach; what it only spoke of is not."""
    slots = {build.local(slot) for slot in witness.slots_of(open_)}
    scope.discourse.forget(mark, keep=lambda each: each.needs is None and each.value.expr not in slots)


def found(node: ast.Clauses, scope: Scope) -> Expr:
    """A condition: its clauses, joined by *and* or *or*.  A clause without a subject takes the one before.

    The result may hold open witnesses: what *a N* found, for those who speak of it.
    """
    if scope.mine is None and scope.you is not None:
        with scope.saying(mine=scope.you):
            return found(node, scope)
    if node.closings:
        raise scope.unfit(node.closings[0], "this ending in a condition")
    return joined(_clauses(node, scope), "or" if "or" in node.joints else None, scope)


def _clauses(node: ast.Clauses, scope: Scope) -> Iterator[Expr]:
    """The truth of each clause; one without a subject takes that of the one before."""
    subject: ast.Nominal | None = None
    for clause in node.clauses:
        if isinstance(clause, ast.There):
            yield there_is(clause, scope)
            continue
        if clause.subject is None and subject is not None and not is_true(clause.verbs[0]):
            clause = replace(clause, subject=subject)
        subject = clause.subject
        yield clause_truth(clause, scope)


def there_is(clause: ast.There, scope: Scope) -> Expr:
    """*There is a N …*, *There are no Ns …*."""
    what = clause.what
    if clause.adverbials:  # *there are no cats in the park at the end of a turn*
        raise scope.unfit(clause.adverbials[0], "this adverbial in a condition", hint=NOW)
    than_you_or_found(clause, scope)
    whose_faces(what, scope)
    none_in_one(what, scope, none=clause.negated)
    each = spreading(what, scope)
    if each is not None:
        than_each(what, each.what, scope)
        return spread(
            each.what, scope, lambda that: there_is(replace(clause, what=in_place(what, each, that)), scope)
        )
    if (both := some_of_both(what)) is not None:
        of_one_alike(both, scope)
        with scope.discourse.closed():
            found_ = build.both(
                *(there_is(replace(clause, what=each, negated=False), scope) for each in both)
            )
        return build.negate(found_) if clause.negated else found_
    if clause.negated:
        with scope.discourse.closed():
            return build.negate(exists(asked_about(what, scope), scope, what))
    desc = asked_about(what, scope)
    name_player(what, desc.type, scope)
    said = exists(desc, scope, what)
    name_place(what, scope)
    return said


def some_of_both(what: ast.Nominal) -> list[ast.Noun] | None:
    """The items of *cats and dogs in the park*, of which there are some of each; None: another phrase."""
    items = shared(what) if isinstance(what, ast.Group) and what.joint == "and" else None
    return items if items is not None and items[0].plural and items[0].determiner.is_empty() else None


def subject_of(clause: ast.Clause, subject: ast.Nominal, scope: Scope) -> Desc:
    """Of what a clause says something; of what was done, its verb says with which."""
    done = any(
        isinstance(verb, ast.Act) and (verb.passive or verb.tense != "present") for verb in clause.verbs
    )
    return describe(subject, scope) if done else asked_about(subject, scope)


def asked_about(what: ast.Nominal, scope: Scope) -> Desc:
    """What a condition asks about, which is no phrase that could as well be said of a group right before it."""
    what = where_they_lay(what, scope)
    desc = describe(what, scope)
    of_one_sort(desc, what, scope)
    if desc.anywhere:
        of_those_too(what, scope)
    of_those_seen_too(what, scope)
    return desc


def at_that_time_too(clause: ast.Clause, scope: Scope) -> None:
    """SAY0801: *you have lost a coin and gained no points this turn*: when was the coin lost?"""
    past = [each for each in clause.verbs if isinstance(each, ast.Act) and each.tense != "present"]
    untimed = [each for each in past if not any(isinstance(when, ast.When) for when in each.adverbials)]
    if untimed and len(untimed) < len(past):
        hint = "say when of each: *… this turn and … this turn*; at any time is *in this game*"
        raise scope.unfit(untimed[0], "the past without a time beside another one", hint=hint)


def clause_truth(clause: ast.Clause, scope: Scope) -> Expr:
    """One clause: its subject quantified, its verbs joined."""
    if clause.openings:
        raise scope.unfit(clause.openings[0], "this opening in a condition")
    if (said := of_no_subject(clause, scope)) is not None:
        return said
    if clause.subject is None:
        raise scope.fail("SAY0658", clause)
    so_few_of_one(clause.subject, scope, clause)
    at_that_time_too(clause, scope)
    than_you_or_found(clause, scope)
    if (each := of_each_place(clause)) is not None:
        than_each(clause, each[0], scope)
        return spread(each[0], scope, lambda that: clause_truth(each[1](that), scope))
    if (owner := ranging_owner(clause.subject)) is not None:
        picked.of_that_one(clause.subject, owner, scope)
        theirs_or_that_players(clause, owner, scope)
        than_owner_or_named(clause, owner, scope)
        return spread(
            owner,
            scope,
            lambda that: clause_truth(replace(clause, subject=owned(clause.subject, owner, that)), scope),
        )
    for verb in clause.verbs:
        if isinstance(verb, ast.Act):
            not_shared(verb.object, scope, each=True)
        none_in_one(clause.subject, scope, verb.predicate if isinstance(verb, ast.Be) else None)
    if (several := of_several_together(clause, scope)) is not None:
        return several
    whose_faces(clause.subject, scope)
    none_or_one_of_them(clause, scope)
    mark = scope.discourse.mark()
    with wherever_it_is(clause, scope):
        desc = it_that_can_be(clause, scope) or subject_of(clause, clause.subject, scope)
    together.each_or_all(clause, desc, scope)
    with scope.saying(several=together.are_several(clause.subject)):
        said = over(desc, scope, clause.subject, lambda value: said_of(clause, value, mark, scope))
        said = build.both(*all_there(clause.subject, desc, scope), said)
    scope.discourse.weighed += (each for each in scope.discourse.since(mark) if each.source == "phrase")
    all_or_some(clause.subject, desc, scope)
    return said


def all_there(subject: ast.Nominal | None, desc: Desc, scope: Scope) -> list[Expr]:
    """Of *the cat in the park and your dogs*, all of whom something is said of: whether there is that cat."""
    if not isinstance(subject, ast.Group) or desc.mode != "set" or desc.extra == "or":
        return []
    ones = [each for item in subject.items if (each := quietly(item, scope)).mode == "one"]
    return [("ne", each.expr, build.NONE) for each in ones if each.expr[0] not in ("int", "local", "holder")]


def of_several_together(clause: ast.Clause, scope: Scope) -> Expr | None:
    """What a clause says of each of a list on its own, of so many in one place, of several together; None: it is said
    of one after another.
    """
    if (items := each_of_its_own(clause.subject)) is not None:
        return joined((clause_truth(replace(clause, subject=item), scope) for item in items), "and", scope)
    if (items := whole_of_either(clause.subject, scope) or each_in_one(clause, scope)) is not None:
        return joined((clause_truth(replace(clause, subject=item), scope) for item in items), "or", scope)
    if (place := of_one_place(clause)) is not None:
        return spread(place[0], scope, lambda that: clause_truth(place[1](that), scope))
    if (so_many := together.so_many(clause, scope)) is not None:
        return there_is(so_many, scope)
    if (those := together.are_those(clause, scope)) is not None:
        return those
    return together.of_all(clause, scope)


def said_of(clause: ast.Clause, value: Val, mark: int, scope: Scope) -> Expr:
    """What a clause says of one; its subject was named after `mark`."""
    with scope.discourse.without(not_itself(clause, value, mark, scope)):
        return joined((verb_truth(verb, value, scope) for verb in clause.verbs), clause.joint, scope)


def all_or_some(subject: ast.Nominal, desc: Desc, scope: Scope) -> None:
    """SAY0657: *if cats are in the park*, *if cards were discarded this turn*: all of them, or is one enough?  What
    is said of them together (*players tie*) and what somebody has (*you have cats*) is no question.
    """
    first = first_item(subject)
    if not isinstance(first, ast.Noun) or first.name is not None or desc.type.base != "entity":
        return
    if first.plural and isinstance(first.determiner.which, which.Bare):
        names = f"every {first.head}, or at least one {first.head}"
        one = article(first.head or "")
        hint = f"say which: *each {first.head} …*, or *{one} {first.head} …*"
        raise scope.fail("SAY0657", subject, names=names, hint=hint)


def none_or_one_of_them(clause: ast.Clause, scope: Scope) -> None:
    """SAY0801: *if a unit was not destroyed this turn*, *if a unit is not in your hand*, which there always is: that
    none was, that none is there?
    """
    subject, verb = clause.subject, clause.verbs[0]
    if scope.test or len(clause.verbs) > 1:
        return
    if verb.negated:
        together.none_or_not_all(subject, scope)
    if not isinstance(subject, ast.Noun):
        return
    if isinstance(subject.determiner.which, which.No):
        none_of_each(clause, subject, scope)
    if not verb.negated or subject.determiner.which not in (which.A(), which.Count(1, of=True)):
        return
    if isinstance(verb, ast.Act) and verb.passive and verb.tense != "present":
        known = (f"*no {subject.head} was …*", f"*at least 1 {subject.head} was not …*")
        raise scope.unfit(clause, "what did not happen to one of several", expected=known)
    if isinstance(verb, ast.Be) and isinstance(verb.predicate, ast.IsPlaced) and verb.predicate.prep in WHERE:
        known = (f"*no {subject.head} is …*", f"*at least 1 {subject.head} is not …*")
        raise scope.unfit(clause, "where one of several is not", expected=known)


def none_of_each(clause: ast.Clause, subject: ast.Noun, scope: Scope) -> None:
    """SAY0657: *no unit belongs to each player*: to none, or not to all of them?"""
    each = said_of_place(clause, in_each)
    if each is not None and isinstance(clause.verbs[0], ast.Act):
        names = f"no {subject.head} of any player, or a player with none"
        hint = f"say which: *no {subject.head} belongs to a player*, or *a player has no {subject.head}*"
        raise scope.fail("SAY0657", each[0], names=names, hint=hint)


def theirs_or_that_players(clause: ast.Clause, owner: ast.Nominal, scope: Scope) -> None:
    """SAY0657: *unless another player's unit is in their region*, of somebody who was named before: whose region?"""
    one = isinstance(ast.determiner_of(owner).which, which.A | which.Another)
    if not one or scope.they is None or not scope.world.is_a(describe(owner, scope).type.name, "player"):
        return
    for part in (node for verb in clause.verbs for node in verb.walk()):
        they = ast.is_they(part)
        if they or ast.determiner_of(part).possessive == "their":
            names = "the player whose something it is, or the one who was named before"
            hint = "say of whom: *you*, *that player*; or turn it round: *their … is at another player's …*"
            raise scope.fail("SAY0657", part, names=names, hint=hint)


def it_that_can_be(clause: ast.Clause, scope: Scope) -> Desc | None:
    """*Reveal the top card of your deck. If it is a hazard, …*: of what was named, what it can be said of; None:
    there are not several, or it can be said of none or of more.
    """
    if not isinstance(clause.subject, ast.Pronoun) or clause.subject.word != "it":
        return None
    named = scope.discourse.singles()
    fit = [each for each in named if can_be_so(clause, each.value, scope)] if len(named) > 1 else []
    return one(scope.discourse.at_hand(fit[0]).value, clause.subject) if len(fit) == 1 else None


def can_be_so(clause: ast.Clause, value: Val, scope: Scope) -> bool:
    """Whether a clause can be said of a thing of this kind: a deck is no card."""
    for verb in clause.verbs:
        what = (
            verb.predicate.what
            if isinstance(verb, ast.Be) and isinstance(verb.predicate, ast.IsThing)
            else None
        )
        if isinstance(what, ast.Noun) and what.head in scope.world.kinds:
            if not scope.world.related(value.type.name, what.head):
                return False
            continue
        try:
            with scope.trial(), scope.saying(kept=None):
                verb_truth(verb, value, scope)
        except Fail:
            return False
    return True


def of_no_subject(clause: ast.Clause, scope: Scope) -> Expr | None:
    """*It is true that S*, *it is your turn*: *it* is no thing.  None: the clause is said of a subject."""
    first, subject = clause.verbs[0], clause.subject
    if not isinstance(first, ast.Be):
        return None
    it = ast.is_it(subject)
    if isinstance(first.predicate, ast.IsTrue) and subject is None:
        return that_is_so(first, first.predicate, scope)
    return whose_turn(first, scope) if it else None


def wherever_it_is(clause: ast.Clause, scope: Scope) -> Saying:
    """For the subject of a clause that says itself where that is: it is not one of those where its kind is found."""
    subject = clause.subject
    said = subject is not None and all(says_where(verb, subject) for verb in clause.verbs)
    return scope.saying(placed=scope.placed or said)


def says_where(verb: ast.Verb, subject: ast.Nominal) -> bool:
    """*are (not) in the box*, *was sold*, *belongs to you*: the verb says where, or that it may be anywhere; so no
    default place narrows the subject.
    """
    if ast.verb_of(verb) == "belong":
        return True
    if (
        isinstance(verb, ast.Act) and verb.tense != "present"
    ):  # but *each unit* is each of those that are there now
        return not isinstance(ast.determiner_of(subject).which, which.Each | which.All)
    predicate_ = verb.predicate if isinstance(verb, ast.Be) else None
    if isinstance(predicate_, ast.IsPlaced):
        return predicate_.prep not in ("with", "without", "of")
    return isinstance(predicate_, ast.IsAdjective) and predicate_.where is not None


def is_true(verb: ast.Verb) -> bool:
    """Whether it is that of *it is true that S*."""
    return isinstance(verb, ast.Be) and isinstance(verb.predicate, ast.IsTrue)


def that_is_so(verb: ast.Be, said: ast.IsTrue, scope: Scope) -> Expr:
    """*It is (not) true that S*.  SAY0601: *it is not true that S and T*, of which T may be true."""
    if not verb.negated:
        return found(said.clauses, scope)
    if said.clauses.joints:
        hint = "what is true comes first: *… and it is not true that …*; of each by itself, *… is not … and … is not …*"
        raise scope.fail("SAY0601", said, word=said.clauses.joints[0], hint=hint)
    with scope.discourse.closed():
        return build.negate(found(said.clauses, scope))


def whose_turn(verb: ast.Be, scope: Scope) -> Expr | None:
    """*It is (not) your turn*: such a period runs, and is that player's.  None: *it* is a thing."""
    turn = turn_of_somebody(verb, scope)
    if turn is None:
        return None
    running = while_it_runs(ast.When(word="in", period=turn, span=turn.span), scope)
    return build.negate(running) if verb.negated else running


def turn_of_somebody(verb: ast.Be, scope: Scope) -> ast.Noun | None:
    """*your turn*, of *is your turn*."""
    what = verb.predicate.what if isinstance(verb.predicate, ast.IsThing) else None
    if not isinstance(what, ast.Noun) or what.head not in scope.world.periods:
        return None
    whose = what.determiner.owner is not None or what.determiner.possessive is not None
    return what if whose and not verb.adverbials and not verb.modal else None


def verb_truth(verb: ast.Verb, subject: Val, scope: Scope) -> Expr:
    """One verb phrase said of a subject."""
    if isinstance(verb, ast.ProVerb):
        return doing(subject, verb, scope)
    if verb.negated:
        return refuted(verb, subject, scope)
    if verb.instead or verb.only:
        raise scope.unfit(verb, "“instead” or “only” in a condition")
    match verb:
        case ast.Be():
            if verb.modal is not None or verb.tense != "present":
                word, hint = (f"“{verb.modal}”", None) if verb.modal else ("the past", AS_IT_LAST_WAS)
                known = ("*is …*", "*is not …*")
                raise scope.unfit(verb, f"{word} of a state", expected=known, hint=hint)
            if verb.adverbials:
                raise scope.unfit(verb.adverbials[0], "this adverbial in a condition", hint=NOW)
            return nothing.stated(predicate(verb.predicate, subject, scope), scope)
        case ast.Act():
            said = apart_from_doer(verb, subject, scope)
            return nothing.stated(act_truth(said, subject, scope), scope)
    raise scope.unfit(verb, "this verb in a condition")


def refuted(verb: ast.Verb, subject: Val, scope: Scope) -> Expr:
    """*is not …*, *does not …*: what a negation is about cannot be spoken of."""
    if isinstance(verb, ast.Act) and verb.verb == "have":
        place = verb.complement("place")
        none_in_one(verb.object, scope, place, none=True)
    if isinstance(verb, ast.Be) and isinstance(verb.predicate, ast.IsAdjective) and verb.predicate.where:
        # *each cat that is not tired in the park* is in the park
        here = predicate(verb.predicate.where, subject, scope)
        elsewhere = replace(verb, predicate=replace(verb.predicate, where=None))
        return build.both(verb_truth(elsewhere, subject, scope), here)
    with scope.discourse.closed():
        positive = verb_truth(replace(verb, negated=False), subject, scope)
        if isinstance(verb, ast.Be) and isinstance(verb.predicate, ast.IsPlaced):
            # What lies with nobody is not Blue's: only the thing itself must be there.
            return build.both(nothing.present(subject.expr, scope), build.negate(positive))
        compares = isinstance(verb, ast.Be) or (isinstance(verb, ast.Act) and verb.verb == "show")
        return nothing.refuted(positive, scope) if compares else build.negate(positive)
