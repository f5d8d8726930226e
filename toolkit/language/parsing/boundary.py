"""Where a list ends: in *you have 2 coins and a cat or a dog is in the park* the cat may be in the park as well."""

from __future__ import annotations

from toolkit.language.ast import (
    Act,
    Clause,
    Clauses,
    Group,
    Nominal,
    Noun,
    There,
    determiner_of,
    is_you,
    verb_of,
)
from toolkit.language.lexer import Token
from toolkit.language.parsing.agreement import Agreement
from toolkit.language.parsing.attach import MEASURED, Attacher
from toolkit.language.parts import JOINTS
from toolkit.language.vocabulary import Vocabulary
from toolkit.report import Diagnostic, diagnose

_ONE = frozenset({"is", "was", "has", "does"})
_OF_ONE = frozenset({"no", "each", "every"})
"""Two phrases with these are one subject in the singular, too: *no cat and no dog is …*"""


def doubtful(
    before: Clause | There, joining: Token, after: Clause, attacher: Attacher, agreement: Agreement
) -> Diagnostic | None:
    """SAY0606: the last of a list that ends a clause may begin the subject of the next one, which is joined to it."""
    last, subject = _last_listed(before), after.subject
    if last is None or subject is None or joining.joint == ",":
        return None
    if is_you(subject) and not is_you(last):
        return None
    kinds = attacher.category_of(last), attacher.category_of(subject)
    if kinds[0] in MEASURED or (kinds[0] == "player") != (kinds[1] == "player"):
        return None
    one_by_one = {determiner_of(each).quantifier for each in (last, subject)} <= _OF_ONE
    if joining.type == "AND_S" and not one_by_one and _is_of_one(after, agreement.vocabulary):
        return None
    if last.span is None or subject.span is None:
        return None
    listed, joint = last.span.cover(subject.span), JOINTS[joining.type]
    return diagnose("SAY0606", listed, last=last.span.text, subject=subject.span.text, joint=joint)


def closed_alone(body: Clauses) -> Diagnostic | None:
    """SAY0601: *Each player gains 1 coin, and 1 point if they are rich*, *gain 1 coin for each cat and 1 point if …*:
    is the first asked, too?
    """
    closing = next((each for each in body.closings if each.word in ("if", "unless")), None)
    last = body.clauses[-1].verbs[-1] if body.clauses[-1].verbs else None
    listed = last.object if isinstance(last, Act) else None
    if closing is None or closing.span is None or not isinstance(listed, Group) or listed.joint != "and":
        return None
    *before, end = listed.items
    counted = any(isinstance(e, Noun) and e.modifier("for each") is not None for e in before)
    if before[-1].span is None or end.span is None:
        return None
    if not counted and "," not in before[-1].span.between(end.span):
        return None
    hint = "the condition comes first, *If …, …*; of the last one alone, a sentence of its own: *…. If …, …*"
    return diagnose("SAY0601", closing.span, word="and", hint=hint)


def _last_listed(clause: Clause | There) -> Nominal | None:
    """The last of a list with which the clause ends."""
    end = clause.span.end if clause.span is not None else -1
    for said in (clause.what,) if isinstance(clause, There) else clause.verbs:
        for node in said.every(Group):
            if node.span is not None and node.span.end == end:
                return node.items[-1]
    return None


def _is_of_one(clause: Clause, vocabulary: Vocabulary) -> bool:
    """Whether its verb is what one of them does: then no two are its subject."""
    first = clause.verbs[0]
    typed = first.span.text.split()[0].casefold() if first.span is not None else ""
    verb = verb_of(first)
    return typed in _ONE or (verb is not None and typed == vocabulary.verb_forms(verb).third)
