"""A verb phrase as somebody does it, and as it is said of each thing of a list or so many times."""

from __future__ import annotations

from dataclasses import dataclass, replace

from toolkit.compile.base.scope import Scope
from toolkit.compile.base.values import Val
from toolkit.compile.events.template import phrase_of
from toolkit.compile.nouns import counting
from toolkit.compile.nouns.lists import narrowed
from toolkit.compile.nouns.modifier import TIMES
from toolkit.language import ast


@dataclass(frozen=True, slots=True)
class Deed:
    """What `doer` does.  `closings`: what stands at the end of the sentence (*but at least 1*)."""

    verb: ast.Act
    doer: Val
    closings: tuple[ast.Closing, ...] = ()

    def saying(self, verb: ast.Act) -> Deed:
        """The same doer with another verb phrase."""
        return replace(self, verb=verb)


def variants_of(verb: ast.Act, obj: ast.Complement) -> list[ast.Act]:
    """The verb said of each item of its object, which is a list."""
    assert isinstance(obj.value, ast.Group)
    return [verb.with_value(obj, item) for item in obj.value.items]


def one_phrase(verb: ast.Act, obj: ast.Complement, scope: Scope) -> bool:
    """*Put a cat or a dog there* is one choice, if the words mean the same for each kind."""
    phrases = [phrase_of(variant, scope, quiet=True) for variant in variants_of(verb, obj)]
    return all(phrase is not None and phrase == phrases[0] for phrase in phrases)


def so_often(verb: ast.Act) -> ast.Act:
    """*place 1 cat at the pond for each player*: so many cats, at one pond."""
    what = verb.complement("obj")
    last = verb.complements[-1] if verb.complements else None
    if what is None or last is None or last is what:
        return verb
    things, place = what.value, last.value
    if not isinstance(things, ast.Noun) or not isinstance(place, ast.Noun) or not place.modifiers:
        return verb
    if things.determiner.number is None or place.modifiers[-1].word not in TIMES:
        return verb
    counted = replace(things, modifiers=(*things.modifiers, place.modifiers[-1]))
    bare = verb.with_value(last, replace(place, modifiers=place.modifiers[:-1]))
    return bare.with_value(what, counted)


def times(verb: ast.Act, scope: Scope) -> tuple[ast.Times, ast.Act] | None:
    """*V … 3 times*, *take 3 turns*, *draw that many cards* of `draw a card`: how often, and the verb without it."""
    for adverbial in verb.adverbials:
        if isinstance(adverbial, ast.Times):
            return adverbial, verb.without(adverbial)
    obj = verb.complement("obj")
    if obj is None or not isinstance(obj.value, ast.Nominal):
        return None
    noun = fixed_noun(verb, obj.value, scope)
    if noun is None or phrase_of(verb, scope, quiet=True) is not None:
        return None
    single = ast.Noun(determiner=ast.Determiner(article="a"), head=noun, span=obj.span)
    act = verb.with_value(obj, single)
    found = phrase_of(act, scope, quiet=True)
    return (said_times(obj.value, obj), act) if found is not None and found[1].fixed else None


def said_times(node: ast.Nominal, obj: ast.Complement) -> ast.Times:
    """How often, by the number before an object."""
    if isinstance(node, ast.Noun) and node.determiner.number is not None and not node.modifiers:
        det = node.determiner
        return ast.Times(number=det.number or 0, bound=det.bound, span=det.span)
    return ast.Times(number=0, amount=node, span=obj.span)


def fixed_noun(verb: ast.Act, said: ast.Nominal, scope: Scope) -> str | None:
    """The noun of a phrase whose words are fixed (`draw a card`, `take a turn`), if the object says how many of them:
    *3 cards*, *that many cards*, *1 card for each cat*.
    """
    for _, template in scope.world.by_lemma.get(verb.verb, ()):
        article, _, noun = template.fixed.partition(" ")
        if article in ("a", "an") and counting.is_count(said, noun):
            return noun
    return None


def is_free(verb: ast.Act) -> bool:
    """Whether the object already leaves the number free (*any number of*, *up to N*)."""
    obj = verb.object
    return isinstance(obj, ast.Noun) and (
        obj.determiner.quantifier == "any number of" or obj.determiner.bound == "up to"
    )


def from_there(verb: ast.Act, obj: ast.Complement, scope: Scope) -> ast.Nominal:
    """*return a cat from the park to its owner's home*: the object with where it comes from, if that is no slot."""
    assert isinstance(obj.value, ast.Nominal)
    found = phrase_of(verb, scope, quiet=True)
    if found is None or "from" in found[0].roles or found[0].kernel is None:
        return obj.value
    return place_as_modifier(verb, obj)


def place_as_modifier(verb: ast.Act, obj: ast.Complement) -> ast.Nominal:
    """The *from P* of the verb narrows what it takes."""
    source = verb.complement("from")
    assert isinstance(obj.value, ast.Nominal)
    if source is None or not isinstance(source.value, ast.Nominal):
        return obj.value
    return narrowed(obj.value, ast.Modifier(word="from", what=source.value, span=source.span))


def without_source(verb: ast.Act) -> ast.Act:
    """The verb without *from P*, which only says what may be chosen."""
    return replace(verb, complements=tuple(c for c in verb.complements if c.role != "from"))
