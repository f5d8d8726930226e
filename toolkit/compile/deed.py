"""A verb phrase as somebody does it, and as it is said of each thing of a list or so many times."""

from __future__ import annotations

from dataclasses import dataclass, replace

from toolkit.compile.nominal import narrowed
from toolkit.compile.scope import Scope
from toolkit.compile.template import phrase_of
from toolkit.compile.values import Val
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


def times(verb: ast.Act, scope: Scope) -> tuple[ast.Times, ast.Act] | None:
    """*V … 3 times*, *take 3 turns*: how often, and the verb without it."""
    for adverbial in verb.adverbials:
        if isinstance(adverbial, ast.Times):
            rest = tuple(a for a in verb.adverbials if a is not adverbial)
            return adverbial, replace(verb, adverbials=rest)
    obj = verb.complement("obj")
    node = obj.value if obj is not None else None
    if obj is None or not isinstance(node, ast.Noun) or node.head in scope.world.kinds:
        return None
    number = number_of_times(node.determiner)
    if number is None:
        return None
    act = verb.with_value(obj, replace(node, determiner=ast.Determiner(article="a"), plural=None))
    found = phrase_of(act, scope, quiet=True)
    return (number, act) if found is not None and found[1].fixed else None


def number_of_times(det: ast.Determiner) -> ast.Times | None:
    """*3*, *up to 3* before an object that is words of its verb (*turns*); None: what says more or something else."""
    if det.number is None or det.bound not in (None, "exactly", "up to"):
        return None
    if replace(det, number=None, bound=None, span=None) != ast.Determiner():
        return None
    return ast.Times(number=det.number, bound=det.bound, span=det.span)


def is_free(verb: ast.Act) -> bool:
    """Whether the object already leaves the number free (*any number of*, *up to N*)."""
    obj = verb.object
    return isinstance(obj, ast.Noun) and (
        obj.determiner.quantifier == "any number of" or obj.determiner.bound == "up to"
    )


def place_as_modifier(verb: ast.Act, obj: ast.Complement) -> ast.Nominal:
    """The *from P* of the verb narrows what it takes."""
    source = next(
        (c for c in verb.complements if c.role == "from" and isinstance(c.value, ast.Nominal)), None
    )
    assert isinstance(obj.value, ast.Nominal)
    if source is None:
        return obj.value
    assert isinstance(source.value, ast.Nominal)
    return narrowed(obj.value, ast.Modifier(word="from", what=source.value, span=source.span))
