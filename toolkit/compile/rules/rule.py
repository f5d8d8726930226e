"""Sentences that stand: triggers, replacements, modifiers, prohibitions, permissions, watches → rules.

`compile_statement` goes what it opens with, else by its verb.  A sentence that only happens (*Put that unit
…*) after a trigger belongs to that trigger.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from toolkit.compile.base import build
from toolkit.compile.base.chooser import chosen_by
from toolkit.compile.events.event_verb import has_keyword, verbs_of
from toolkit.compile.events.period import step_of, whose_period
from toolkit.compile.rules import often, trigger
from toolkit.compile.rules.asking import chooser
from toolkit.compile.rules.continuous import change, setting
from toolkit.compile.rules.permission import permission
from toolkit.compile.rules.standing import has_would, is_this, stands, time_from_now
from toolkit.compile.rules.statement import Statement, Terms, conditions_of, truths
from toolkit.compile.rules.taken import from_its_place
from toolkit.language import ast


def compile_statement(statement: Statement) -> None:
    """Add the rules of a statement.  Raises `Fail` for a sentence that only happens."""
    left = list(statement.sentence.openings)
    conditions: list[ast.Clauses] = []
    while left and isinstance(opening := left[0], ast.Given) and while_so(opening, statement):
        conditions.append(opening.condition)
        del left[0]
    if not left:
        standing(statement, replace(statement.sentence, openings=()), conditions)
        return
    first, rest = left[0], replace(statement.sentence, openings=tuple(left[1:]))
    conditions += from_its_place(statement, rest)
    match first:
        case ast.Given(word="when") if has_would(first.condition):
            raise statement.outer.fail("SAY0832", first, words=("If",))
        case ast.Given(word="when"):
            trigger.when(statement, first.condition, rest, conditions)
        case ast.FirstTime() if has_would(first.condition):
            trigger.replacement(statement, first.condition, rest, conditions, first)
        case ast.FirstTime():
            trigger.when(statement, first.condition, rest, conditions, first)
        case ast.When(once=True) if (event := often.once_if(rest)) is not None:
            later = replace(rest, openings=rest.openings[1:])
            trigger.replacement(statement, event.condition, later, conditions, first)
        case ast.When(once=True) if (event := often.once_when(rest)) is not None:
            later = replace(rest, openings=rest.openings[1:])
            trigger.when(statement, event.condition, later, conditions, first)
        case ast.Given(word="if") if has_would(first.condition):
            trigger.replacement(statement, first.condition, rest, conditions)
        case ast.When(word="at the start of" | "at the end of" | "before" | "after"):
            trigger.at_step(statement, first, rest, conditions)
        case ast.When(word="in" | "during"):
            standing(statement, rest, conditions, first)
        case _:
            raise only_happens(statement, first, rest)


def while_so(given: ast.Given, statement: Statement) -> bool:
    """*As long as C,* in front; *if C,* of something that holds is no other."""
    body = statement.sentence.body
    if given.word != "if" or not statement.static or statement.more or not isinstance(body, ast.Clauses):
        return given.word == "as long as"
    event = any(isinstance(c, ast.Clause) and verbs_of(c, statement.outer) for c in given.condition.clauses)
    return stands(body.verb) and not event and not has_would(given.condition)


def only_happens(statement: Statement, first: ast.Opening, rest: ast.Sentence) -> Exception:
    """Why an opening makes no rule, and by which word it would."""
    if isinstance(first, ast.Given) and isinstance(rest.body, ast.Clauses) and stands(rest.body.verb):
        return statement.outer.fail("SAY0832", first, words=("As long as",))
    if ast.given_of(first) == "if":
        return statement.outer.fail("SAY0832", first, words=("When", "As long as"))
    return statement.outer.fail("SAY0832", first)


def standing(
    statement: Statement,
    rest: ast.Sentence,
    conditions: Sequence[ast.Clauses],
    during: ast.When | None = None,
) -> None:
    """*X cannot V*, *X can V*, *X has +N A*, *The A of X is N*, *Skip the NAME step of P*: each verb by itself."""
    for opening in rest.openings:
        if not isinstance(opening, ast.Given) or opening.word not in ("if", "as long as"):
            raise statement.outer.fail("SAY0832", opening, hint=_so_at_a_time(during))
        conditions = [*conditions, opening.condition]
    rest = replace(rest, openings=())
    body = rest.body
    not_for_a_time(statement, rest, during)
    if statement.more or not isinstance(body, ast.Clauses) or len(body.clauses) != 1:
        raise statement.outer.fail("SAY0832", statement.more[0] if statement.more else rest)
    clause = body.clauses[0]
    if not isinstance(clause, ast.Clause):
        raise statement.outer.fail("SAY0832", rest)
    terms = Terms(conditions, body.closings, during)
    if len(clause.verbs) == 1:
        one_verb(statement, rest, clause, terms)
        return
    if clause.joint != ("or" if clause.verbs[0].modal == "cannot" else "and"):
        raise statement.outer.fail("SAY0832", rest)
    for verb in clause.verbs:
        alone = replace(clause, verbs=(verb,), joint=None)
        one_verb(statement, replace(rest, body=replace(body, clauses=(alone,))), alone, terms)


def _so_at_a_time(time: ast.When | None) -> str:
    """What to write where a condition stands after a time that is not over yet."""
    if time is None or is_this(time):
        return ""
    return "what is to become so at a time: *As long as it is …'s …, when …, …*; what happens: *When … during …, …*"


def not_for_a_time(statement: Statement, node: ast.Sentence, during: ast.When | None) -> None:
    """SAY0832: *Cats have +1 power this turn.* as a rule that always stands: from when on?"""
    time = during if during is not None and is_this(during) else time_from_now(node)
    if not statement.static or time is None:
        return
    hint = (
        "what is so for a time begins when something happens: *When …, … this turn*; what always is so in a turn says "
        "*during each turn*, *during your turn*"
    )
    raise statement.outer.fail("SAY0832", time, hint=hint)


def one_verb(statement: Statement, node: ast.Sentence, clause: ast.Clause, terms: Terms) -> None:
    """A clause with one verb; `node`: the sentence that is nothing but this clause."""
    verb = clause.verbs[0]
    if verb.only:
        hint = "what only some may do is said with *only if*: *A player can … only if they are …*"
        raise statement.outer.fail("SAY0832", verb, hint=hint)
    if verb.instead:
        raise statement.outer.fail("SAY0832", verb)
    if isinstance(verb, ast.Act) and verb.verb == "skip" and clause.subject is None:
        skip(statement, verb, terms)
    elif verb.modal in ("cannot", "can"):
        permission(statement, clause, terms)
    elif (what := chosen_by(verb)) is not None:
        if terms.closings or terms.during is not None:
            raise statement.outer.fail("SAY0832", node)
        chooser(statement, clause, what, terms.conditions)
    elif isinstance(verb, ast.Act) and verb.verb == "have" and clause.subject is not None:
        change(statement, clause, verb, terms)
    elif isinstance(clause.subject, ast.Noun) and (number := said_to_be(verb, statement)) is not None:
        setting(statement, clause.subject, number, terms)
    else:
        raise nothing_stands(statement, node, clause)


def nothing_stands(statement: Statement, node: ast.Sentence, clause: ast.Clause) -> Exception:
    """Why a clause is no rule."""
    verb = clause.verbs[0]
    if (had := has_keyword(verb, clause.subject, statement.outer)) is not None:
        return statement.outer.fail("SAY0832", node, hint=had)
    if isinstance(verb, ast.Be) and isinstance(verb.predicate, ast.IsAdjective):
        hint = (
            "what a word means is a definition: *A … is … if …* under `is` of a document of `type: definitions`; what "
            "things have as long as something holds is a keyword: *… have SWIFT*"
        )
        return statement.outer.fail("SAY0832", node, hint=hint)
    if verb.modal != "may":
        return statement.outer.fail("SAY0832", node)
    hint = (
        "*You can …* lifts what is forbidden or required; an offer says when: *At the start of …, you may …*"
    )
    return statement.outer.fail("SAY0832", node, hint=hint)


def said_to_be(verb: ast.Verb, statement: Statement) -> ast.Nominal | None:
    """*is 3*: what something always is; None: another verb, one with a time or a modal, or a keyword."""
    if not isinstance(verb, ast.Be) or not isinstance(verb.predicate, ast.IsThing):
        return None
    if has_keyword(verb, None, statement.outer) is not None:
        return None
    plain = not (verb.negated or verb.modal or verb.adverbials) and verb.tense == "present"
    return verb.predicate.what if plain else None


def skip(statement: Statement, verb: ast.Act, terms: Terms) -> None:
    """*Skip the NAME step of P.*"""
    scope = statement.scope()
    obj = verb.object
    if not isinstance(obj, ast.Noun):
        raise scope.fail("SAY0832", verb)
    step = step_of(ast.When(word="at the start of", period=obj, span=obj.span), scope)
    if whose_period(ast.When(word="at the start of", period=obj), scope) is not None:
        raise scope.unfit(obj, "one player's step", expected=("*the … step of each …*",))
    if verb.adverbials or verb.modal is not None or verb.negated or len(verb.complements) != 1:
        raise scope.fail("SAY0832", verb)
    match = build.both(*truths(terms.conditions, scope), *conditions_of(terms, scope))
    statement.add("skip", scope, events=(step,), match=match)
