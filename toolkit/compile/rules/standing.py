"""What stands and what happens: a sentence that holds from then on, and one that is carried out once."""

from __future__ import annotations

from collections.abc import Sequence

from toolkit.compile.base.chooser import chosen_by
from toolkit.compile.base.passes import has_outcome, is_for_later
from toolkit.compile.events.period import UNTIL, is_once
from toolkit.language import ast


def is_statement(node: ast.Sentence, openings: Sequence[ast.Opening]) -> bool:
    """Whether a sentence inside an effect stands from then on: it has a duration, a trigger, *cannot*, *has +1 …*."""
    for opening in openings:
        standing = opening_stands(opening)
        if standing is not None:
            return standing
    if not isinstance(node.body, ast.Clauses):
        return False
    if any(closing.word in ("until", "as long as", "only as long as") for closing in node.body.closings):
        verb = node.body.verb
        if any(closing.word != "until" for closing in node.body.closings):
            return ast.verb_of(verb) != "repeat"
    return stands(node.body.verb)


def opening_stands(opening: ast.Opening) -> bool | None:
    """Whether an opening says that what follows stands, or that it happens (False); None: it says neither."""
    match opening:
        case ast.FirstTime():
            return True
        case ast.Given():
            return opening.word not in ("if", "unless") or has_would(opening.condition)
        case ast.When():
            return opening.word in (*UNTIL, "at the end of", "at the start of", "before", "after", "in")
        case ast.ForEach() | ast.Link() | ast.Manner():
            return False
    return None


def stands(verb: ast.Verb | None) -> bool:
    """Whether a verb says what holds instead of what happens."""
    if verb is None:
        return False
    if verb.modal in ("cannot", "can") or chosen_by(verb) is not None:
        return True
    return isinstance(verb, ast.Act) and verb.verb == "have" and isinstance(verb.object, ast.Noun | ast.Group)


def has_would(condition: ast.Clauses) -> bool:
    """Whether a condition is an event that would happen."""
    return any(verb.modal == "would" for clause in condition.clauses for verb in clause.verbs)


def may_be_declined(body: ast.Clauses | ast.Choice) -> bool:
    """*You may …*: whether it begins only if somebody likes."""
    if isinstance(body, ast.Choice):
        return body.may
    verb = body.verb
    return verb is not None and verb.modal == "may"


def continues(sentence: ast.Sentence, first: ast.Sentence) -> bool:
    """Whether a sentence of a statement item belongs to the trigger before, which begins with `first`: it only happens,
    or stands for a time that begins when that happens.
    """
    if waits(first) and (begins_then(sentence) or has_outcome(sentence)):
        return True
    for opening in sentence.openings:
        if isinstance(opening, ast.Given | ast.FirstTime) and opening_stands(opening):
            return False
        if isinstance(opening, ast.When) and not is_once(opening):
            return False
    if isinstance(sentence.body, ast.Choice):
        return True
    return not stands(sentence.body.verb) and not is_state(sentence.body)


def waits(node: ast.Sentence) -> bool:
    """Whether a rule does something when something happens: *When …, …*, *At the end of …, …*."""
    return is_for_later(node) or any(
        (isinstance(each, ast.Given) and each.word == "if" and has_would(each.condition))
        or (isinstance(each, ast.When) and (each.once or each.word in ("before", "after")))
        for each in node.openings
    )


def begins_then(node: ast.Sentence) -> bool:
    """Whether a sentence says what holds from a moment on: *It has +1 power*, *… this turn*, *Until the end of …,
    when …*, *The next time that …*.
    """
    for opening in node.openings:
        if ast.is_until(opening):
            return True
        if isinstance(opening, ast.FirstTime) and opening.next:
            return True
    if not isinstance(node.body, ast.Clauses) or not stands(node.body.verb):
        return False
    if any(isinstance(opening, ast.Given) and opening.word != "if" for opening in node.openings):
        return False
    return refers_back(node.body) or bool(time_from_now(node))


def refers_back(body: ast.Clauses) -> bool:
    """*It …*, *they …*, *that player …*: whether a sentence is about what the one before named."""
    first = body.clauses[0]
    who = first.subject
    if isinstance(who, ast.Pronoun):
        return who.word != "you"
    return ast.determiner_of(who).article in ("that", "those")


def time_from_now(node: ast.Sentence) -> ast.When | None:
    """*this turn*, *until the end of your turn*: the time of a sentence that begins when it is said."""
    times = [opening for opening in node.openings if isinstance(opening, ast.When)]
    if isinstance(node.body, ast.Clauses):
        clauses = (clause for clause in node.body.clauses if isinstance(clause, ast.Clause))
        said = (each for clause in clauses for verb in clause.verbs for each in verb.adverbials)
        times += [each for each in said if isinstance(each, ast.When)]
    return next((time for time in times if time.word in UNTIL or is_this(time)), None)


def is_this(time: ast.When) -> bool:
    """*this turn*, *in this turn*."""
    return ast.determiner_of(time.period).article == "this"


def is_state(body: ast.Clauses) -> bool:
    """*is*, *has*: what is so."""
    verb = body.verb
    return isinstance(verb, ast.Be) or ast.verb_of(verb) in ("have", "count")
