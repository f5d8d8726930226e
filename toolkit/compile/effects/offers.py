"""What *If you do,* and *If they do not,* ask about: whose deed it was, and what whoever says no has not chosen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

from toolkit.compile.base.passes import is_otherwise
from toolkit.compile.base.scope import Asked, Offer, Scope
from toolkit.compile.events.event_verb import verbs_of
from toolkit.compile.events.outcome import measured
from toolkit.compile.rules.standing import may_be_declined
from toolkit.language import ast
from toolkit.meaning.referents import Declined, Lost, Referent
from toolkit.program.expression import Expr


def begun(said: ast.Sentence, before: Offer, named: tuple[Referent, ...] = ()) -> Offer:
    """A sentence after another one."""
    other = (before.other or before.said) if is_otherwise(said) else None
    return Offer(said, named, before.to_you or told_to_you(said.body) is True, other)


def offered(mark: int, scope: Scope) -> Offer:
    """The sentence with an offer, and what was named after the mark, where only whoever says yes comes to."""
    known = {each.value.expr for each in scope.discourse.referents[:mark]}
    named = (each for each in scope.discourse.since(mark) if each.value.expr[0] == "local")
    return replace(scope.offer, named=tuple(each for each in named if each.value.expr not in known))


def whom_to_ask(unless: ast.Clauses | None, scope: Scope) -> str:
    """*unless another player pays 1 coin*: how it is asked of somebody; empty: it is no deed."""
    clause = unless.clauses[0] if unless is not None else None
    verb = clause.verbs[0] if isinstance(clause, ast.Clause) and verbs_of(clause, scope) else None
    if verb is None or verb.tense != "present" or verb.modal is not None:
        return ""
    return (
        "who lets it happen is asked first, and known by then: *Choose a …. Its owner may …. If they do not, …*, "
        "*Choose another player. They may …. If they do not, …*, *Each other player may …. If no player does, …*"
    )


@contextmanager
def declined(asked: Asked | None, scope: Scope, node: ast.Node, *, negated: bool) -> Iterator[None]:
    """SAY0869: *You may discard a card. If you do not, put it under your deck.*: who did not has chosen none."""
    named = asked.offer.named if asked is not None and negated else ()
    before, scope.discourse.declined = scope.discourse.declined, (*scope.discourse.declined, *named)
    try:
        yield
    except Lost:
        raise
    except Declined as no:
        raise scope.fail("SAY0869", node, head=no.referent.head) from no
    finally:
        scope.discourse.declined = before


def of_who_did(condition: ast.Clauses, offer: Offer, scope: Scope) -> None:
    """SAY0868: *Red may pay 1 coin. If you do, …*, *You may pay 1 coin. If they do, …*: another one was asked."""
    if not fits(condition, offer):
        said, right = ("they", "you") if pronoun(condition) == "they" else ("you", "they")
        raise scope.fail("SAY0868", condition, said=said, right=right)


def of_one_offer(condition: ast.Clauses, proverb: ast.ProVerb, offer: Offer, scope: Scope) -> None:
    """SAY0657: *You may pay 1 coin. If you do, you may draw a card. If you do not, …*: pay, or draw?  `offer`: the
    sentence before it.
    """
    said = offer.said
    first = said.openings[0] if said is not None and said.openings else None
    if offer.other is not None and may_be_declined(offer.other.body):
        hint = "say what is done then in the sentence that is meant, or directly after it"
        raise scope.fail(
            "SAY0657",
            condition,
            names="what *Otherwise* says, or what the sentence before it offers",
            hint=hint,
        )
    if said is None or not isinstance(first, ast.Given):
        return
    verb = first.condition.verb
    if not may_be_declined(said.body):
        not_of_the_condition(condition, proverb, first, verb, scope)
    elif isinstance(verb, ast.ProVerb) and verb.negated != proverb.negated and verb.word == proverb.word:
        hint = "say it directly after the sentence that is meant"
        if said is scope.offer_before.said:  # and not of what happens later
            hint += "; of the first one *Otherwise, …* will do, too"
        names = "what the sentence before offers, or an earlier offer"
        raise scope.fail("SAY0657", condition, names=names, hint=hint)


def not_of_the_condition(
    condition: ast.Clauses, proverb: ast.ProVerb, given: ast.Given, verb: ast.Verb | None, scope: Scope
) -> None:
    """SAY0657: *If you have 2 coins, lose 1 coin. If you do not, …*: do not have, or do not lose?  *If you do not,
    lose 1 coin. If you do not, …*: the same as before, or do not lose?
    """
    twice = isinstance(verb, ast.ProVerb) and verb.negated
    asked = given.word == "if" and isinstance(verb, ast.Act) and not verb.passive
    if proverb.word == "do" and proverb.negated and (twice or asked):
        hint = (
            "what is done unless that is so begins with *Otherwise, …*; what is done where the order could not be "
            "carried out begins with *If you cannot, …*"
        )
        raise scope.fail(
            "SAY0657", condition, names="what the condition says, or the order after it", hint=hint
        )


def fits(condition: ast.Clauses, offer: Offer) -> bool:
    """Whether *you*, or *they*, is who the sentence says that does something; also where that cannot be told."""
    word = pronoun(condition)
    told = told_to_you(offer.said.body) if offer.said is not None else None
    return told is None or word not in ("you", "they") or told == (word == "you")


def pronoun(condition: ast.Clauses) -> str | None:
    return ast.pronoun_of(condition.clauses[0].subject)


def told_to_you(body: ast.Clauses | ast.Choice) -> bool | None:
    """Whether *you* are who does it, or somebody else; None: several, or who is not said, or it is the other half of
    what somebody else does (*Lose 1 coin. That player gains that many coins.*).
    """
    if isinstance(body, ast.Choice):
        return body.subject is None or ast.is_you(body.subject)
    subjects: list[ast.Nominal | None] = []
    for clause in body.clauses:
        if not isinstance(clause, ast.Clause) or measured(clause):
            return None
        subjects.append(clause.subject if clause.subject is not None or not subjects else subjects[-1])
    told = {subject is None or ast.is_you(subject) for subject in subjects}
    return told.pop() if len(told) == 1 else None


def of_one_if(first: ast.Sentence, tail: Sequence[ast.Sentence], scope: Scope) -> None:
    """SAY0858: *If C, at the end of this turn, if D, …. Otherwise, …*: unless C, or unless D?"""
    if tail and is_otherwise(tail[0]) and has_two_ifs(first):
        raise scope.fail("SAY0858", tail[0])


def has_two_ifs(said: ast.Sentence | None) -> bool:
    """*If C, if D, …*."""
    openings = said.openings if said is not None else ()
    return sum(ast.given_of(each) in ("if", "unless") for each in openings) > 1


# --- What an *if* found -----------------------------------------------------------------------------------------


def after_each(mark: int, found: set[Expr], scope: Scope) -> tuple[Referent, ...]:
    """What was said of each that a condition found: in a later sentence there is no longer one who is meant, nor one
    that was chosen meanwhile.
    """
    inside = {id(each) for each in scope.branch}
    gone = [
        each
        for each in scope.discourse.since(mark)
        if not each.value.many and (each.value.expr in found or id(each) in inside)
    ]
    scope.discourse.lost += tuple(gone)
    if scope.did is not None:
        scope.did = (scope.did[0], False)
    return tuple(gone)


@contextmanager
def of_none_that_is_lost(node: ast.Node, scope: Scope) -> Iterator[None]:
    """SAY0657: *If another player is rich, that player gains 1 coin. That player …*, *they …*."""
    try:
        yield
    except Lost as lost:
        head = lost.referent.head
        names = f"any {head} of which the sentence with *if* before it speaks"
        hint = "say it in the sentence of the *if*, or say which one is meant by another phrase"
        raise scope.fail("SAY0657", node, names=names, hint=hint) from lost
