"""What stands and what happens: a sentence that holds from then on, and one that is carried out once."""

from __future__ import annotations

from collections.abc import Sequence

from toolkit.compile.base.chooser import chosen_by
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
        verb = first_verb(node.body)
        if any(closing.word != "until" for closing in node.body.closings):
            return not (isinstance(verb, ast.Act) and verb.verb == "repeat")
    return stands(first_verb(node.body))


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
    return any(
        verb.modal == "would" for c in condition.clauses if isinstance(c, ast.Clause) for verb in c.verbs
    )


def first_verb(body: ast.Clauses) -> ast.Verb | None:
    """The verb that says whether a sentence stands."""
    first = body.clauses[0]
    return first.verbs[0] if isinstance(first, ast.Clause) else None


def may_be_declined(body: ast.Clauses | ast.Choice) -> bool:
    """*You may …*: whether it begins only if somebody likes."""
    if isinstance(body, ast.Choice):
        return body.may
    verb = first_verb(body)
    return verb is not None and verb.modal == "may"


def continues(sentence: ast.Sentence) -> bool:
    """Whether a sentence of a statement item belongs to the trigger before: it only happens."""
    for opening in sentence.openings:
        if isinstance(opening, ast.Given | ast.FirstTime) and opening_stands(opening):
            return False
        if isinstance(opening, ast.When) and not is_once(opening):
            return False
    if isinstance(sentence.body, ast.Choice):
        return True
    return not stands(first_verb(sentence.body)) and not is_state(sentence.body)


def is_state(body: ast.Clauses) -> bool:
    """*is*, *has*: what is so."""
    verb = first_verb(body)
    return isinstance(verb, ast.Be) or (isinstance(verb, ast.Act) and verb.verb in ("have", "count"))
