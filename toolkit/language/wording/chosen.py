"""Accepted alternates of a choice within an order: *Resolve the effect of a space*, *discard a card at random*.

Tree → the tree of the canonical wording, as in `normal.py`: the thing is chosen and then spoken of, or chance picks it.
"""

from __future__ import annotations

from dataclasses import replace

from toolkit.language.ast import (
    Act,
    Clause,
    Complement,
    Determiner,
    Group,
    Manner,
    Node,
    Nominal,
    Noun,
    There,
    Verb,
)
from toolkit.language.parts import with_verbs
from toolkit.language.vocabulary import Vocabulary

_CHOSEN = Determiner(article="a")
_ANOTHER = Determiner(quantifier="another")


def before(clause: Clause | There, vocabulary: Vocabulary) -> Clause | There:
    """*Resolve the effect of a space.* is *Choose a space and resolve the effect of that space.*

    No other verb does something with a text, of which there must be one.
    """
    verb = _only(clause, "resolve")
    what = verb.object if verb is not None else None
    if not isinstance(clause, Clause) or verb is None or not isinstance(what, Noun):
        return clause
    owner = what.modifier("of")
    thing = owner.what if owner is not None else None
    if owner is None or not isinstance(thing, Noun) or not _one(thing, vocabulary):
        return clause
    span = thing.span
    same = what.with_what(owner, thing.again)
    choose = replace(verb, verb="choose", complements=(Complement(span=span, role="obj", value=thing),))
    return replace(clause, verbs=(choose, _behind(verb.with_value(verb.complements[0], same))), joint="and")


def apart(clause: Clause | There, vocabulary: Vocabulary) -> Clause | There:
    """*Choose a cat and a dog.* is *Choose a cat and choose a dog.*"""
    verb = _only(clause, "choose")
    several = verb.object if verb is not None else None
    if not isinstance(clause, Clause) or verb is None or not isinstance(several, Group):
        return clause
    if several.joint != "and" or not all(_one(each, vocabulary) for each in several.items):
        return clause
    if len({_described(each) for each in several.items}) > 1:
        return clause  # *a cat and a dog in the park*: is the cat there, too?
    one, *others = (verb.with_value(verb.complements[0], each) for each in several.items)
    return replace(clause, verbs=(one, *map(_behind, others)), joint="and")


def by_chance(clause: Clause | There) -> Clause | There:
    """*Discard a card at random.* is *Discard a random card.*"""
    if not isinstance(clause, Clause):
        return clause
    return with_verbs(clause, [_picked(verb) for verb in clause.verbs])


def _picked(verb: Verb) -> Verb:
    said = next((a for a in verb.adverbials if isinstance(a, Manner) and a.word == "at random"), None)
    obj = verb.complement("obj") if isinstance(verb, Act) else None
    if said is None or obj is None or not isinstance(verb, Act) or not isinstance(obj.value, Noun):
        return verb
    some = _random(obj.value.determiner)
    if some is None:
        return verb
    return verb.with_value(obj, replace(obj.value, determiner=some)).without(said)


def _random(det: Determiner) -> Determiner | None:
    """*a* as *a random*, *2* as *2 random*; None: chance picks no such things."""
    if det == _CHOSEN:
        return replace(det, article=None, quantifier="a random")
    number = replace(det, span=None, number=None) == Determiner() and det.number is not None
    return replace(det, quantifier="random") if number else None


def _only(clause: Clause | There, lemma: str) -> Act | None:
    """The verb of a clause that orders or offers this and nothing else."""
    verb = clause.verbs[0] if isinstance(clause, Clause) and len(clause.verbs) == 1 else None
    if not isinstance(verb, Act) or verb.verb != lemma or verb.modal not in (None, "may", "must"):
        return None
    plain = verb.tense == "present" and not (verb.negated or verb.passive or verb.adverbials)
    return verb if plain and len(verb.complements) == 1 else None


def _behind(verb: Act) -> Act:
    """The verb after another one: one *may* is said of both."""
    return replace(verb, modal=None) if verb.modal == "may" else verb


def _described(thing: Nominal) -> bool:
    """Whether more is said of it after its noun."""
    return isinstance(thing, Noun) and bool(thing.modifiers or thing.relative)


def _one(thing: Node | None, vocabulary: Vocabulary) -> bool:
    """*a space*, *another space*."""
    if not isinstance(thing, Noun) or thing.plural:
        return False
    entry = vocabulary.noun(thing.head)
    return (
        thing.determiner in (_CHOSEN, _ANOTHER)
        and entry is not None
        and entry.category in ("thing", "place", "player")
    )
