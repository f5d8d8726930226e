"""*If you put a unit in the park this turn*: of some verbs the past looks like the present, and the time tells."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from toolkit.language.ast import Act, Clause, Clauses, Sentence, Verb, When, determiner_of
from toolkit.language.vocabulary import Vocabulary

V = TypeVar("V", bound=Verb)


def told(verb: V, vocabulary: Vocabulary) -> V:
    """The verb of a question, in the past if it says *this turn* and looks alike."""
    if not isinstance(verb, Act) or verb.tense != "present" or verb.modal or verb.negated or verb.passive:
        return verb
    if not any(isinstance(each, When) and is_this(each) for each in verb.adverbials):
        return verb
    past = vocabulary.verb_forms(verb.verb).past
    return replace(verb, tense="past") if past == verb.verb else verb


def is_this(when: When) -> bool:
    """*this turn*, *in this game*."""
    period = when.period
    return when.word in ("in", "during", "") and determiner_of(period).article == "this"


def asked(condition: Clauses, vocabulary: Vocabulary) -> Clauses:
    """The same of each verb of a condition."""
    clauses = (
        replace(each, verbs=tuple(told(verb, vocabulary) for verb in each.verbs))
        if isinstance(each, Clause)
        else each
        for each in condition.clauses
    )
    return replace(condition, clauses=tuple(clauses))


def of_a_question(sentence: Sentence, start: str, vocabulary: Vocabulary) -> Sentence:
    """The same of a sentence that is a condition."""
    if start != "condition" or not isinstance(sentence.body, Clauses):
        return sentence
    return replace(sentence, body=asked(sentence.body, vocabulary))
