"""Accepted alternates of a choice that stands within an order: *Resolve the effect of a space.*

Tree → the tree of the canonical wording, as in `normal.py`: the thing is chosen, and then spoken of.
"""

from __future__ import annotations

from dataclasses import replace

from toolkit.language.ast import (
    Act,
    Clause,
    Complement,
    Determiner,
    Group,
    Modifier,
    Node,
    Nominal,
    Noun,
    There,
)
from toolkit.language.vocabulary import Vocabulary

_CHOSEN = Determiner(article="a")
_ANOTHER = Determiner(quantifier="another")


def before(clause: Clause | There, vocabulary: Vocabulary) -> Clause | There:
    """*Resolve the effect of a space.* is *Choose a space and resolve the effect of that space.*

    No other verb does something with a text, of which there must be one.
    """
    if not isinstance(clause, Clause) or len(clause.verbs) > 1:
        return clause
    verb = clause.verbs[0]
    if not isinstance(verb, Act) or verb.verb != "resolve" or verb.tense != "present" or verb.negated:
        return clause
    what, owner = verb.object, None
    if isinstance(what, Noun):
        owner = next((m for m in what.modifiers if m.word == "of"), None)
    if not isinstance(what, Noun) or owner is None or not _some(owner, vocabulary) or verb.passive:
        return clause
    if verb.modal not in (None, "may", "must") or verb.adverbials or len(verb.complements) > 1:
        return clause
    thing = owner.what
    assert isinstance(thing, Noun)
    span = thing.span
    that = Noun(span=span, determiner=Determiner(span=span, article="that"), head=thing.head)
    same = replace(what, modifiers=tuple(replace(m, what=that) if m is owner else m for m in what.modifiers))
    choose = replace(verb, verb="choose", complements=(Complement(span=span, role="obj", value=thing),))
    modal = None if verb.modal == "may" else verb.modal
    resolve = replace(verb.with_value(verb.complements[0], same), modal=modal)
    return replace(clause, verbs=(choose, resolve), joint="and")


def apart(clause: Clause | There, vocabulary: Vocabulary) -> Clause | There:
    """*Choose a cat and a dog.* is *Choose a cat and choose a dog.*"""
    verb = clause.verbs[0] if isinstance(clause, Clause) and len(clause.verbs) == 1 else None
    if not isinstance(clause, Clause) or not isinstance(verb, Act) or verb.verb != "choose":
        return clause
    several = verb.object
    if not isinstance(several, Group) or several.joint != "and" or len(verb.complements) > 1:
        return clause
    if verb.tense != "present" or verb.negated or verb.passive or verb.adverbials:
        return clause
    if verb.modal not in (None, "may", "must") or not all(_one(each, vocabulary) for each in several.items):
        return clause
    if len({_described(each) for each in several.items}) > 1:
        return clause  # *a cat and a dog in the park*: is the cat there, too?
    modal = None if verb.modal == "may" else verb.modal
    one, *others = (verb.with_value(verb.complements[0], each) for each in several.items)
    return replace(clause, verbs=(one, *(replace(each, modal=modal) for each in others)), joint="and")


def _described(thing: Nominal) -> bool:
    """Whether more is said of it behind its noun."""
    return isinstance(thing, Noun) and bool(thing.modifiers or thing.relative)


def _some(owner: Modifier, vocabulary: Vocabulary) -> bool:
    """*of a space*, *of another space*: one of several things, which nobody has named yet."""
    return _one(owner.what, vocabulary)


def _one(thing: Node | None, vocabulary: Vocabulary) -> bool:
    """*a space*, *another space*."""
    if not isinstance(thing, Noun) or thing.plural:
        return False
    entry = vocabulary.nouns.get(thing.head or "")
    return (
        replace(thing.determiner, span=None) in (_CHOSEN, _ANOTHER)
        and entry is not None
        and entry.category in ("thing", "place", "player")
    )
