"""A verb phrase as somebody does it, and as it is said of each thing of a list or so many times."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from toolkit.compile.base import build
from toolkit.compile.base.scope import Scope
from toolkit.compile.base.values import Bound, Desc, Val
from toolkit.compile.conditions.predicate import placed
from toolkit.compile.events.template import one_each_time, phrase_of, type_name
from toolkit.compile.nouns.lists import narrowed
from toolkit.compile.nouns.modifier import TIMES
from toolkit.compile.nouns.phrases import one, quietly
from toolkit.compile.nouns.pronoun import antecedent
from toolkit.compile.nouns.quantify import who_chooses
from toolkit.language import ast, which
from toolkit.program.expression import Expr


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
    """*place 1 cat at the pond for each player*, *deal damage to a cat in the park equal to your coins*: so many of the
    first, at one pond, in one park.
    """
    what = verb.complement("obj")
    last = verb.complements[-1] if verb.complements else None
    if what is None or last is None or last is what or not isinstance(what.value, ast.Noun):
        return verb
    things = what.value
    words: tuple[str, ...] = TIMES
    if things.determiner.is_empty() and all(each.word == "from" for each in things.modifiers):
        words = ("equal to",)
    elif things.determiner.number is None:
        return verb
    if (parted := _without(last.value, words)) is None:
        return verb
    bare, amount = parted
    counted = replace(things, modifiers=(*things.modifiers, amount))
    return verb.with_value(last, bare).with_value(what, counted)


def _without(place: ast.Node | None, words: Sequence[str]) -> tuple[ast.Noun, ast.Modifier] | None:
    """A phrase without the amount at its end, which belongs to none of its nouns, and that."""
    if not isinstance(place, ast.Noun) or not place.modifiers or place.relative is not None:
        return None
    *before, end = place.modifiers
    if _is_amount(place):
        return None
    if end.word in words:
        return replace(place, modifiers=tuple(before)), end
    if (inner := _without(end.what, words)) is None:
        return None
    return replace(place, modifiers=(*before, replace(end, what=inner[0]))), inner[1]


def _is_amount(noun: ast.Noun) -> bool:
    """*a park with 2 cats for each player*, *with coins equal to your points*: how many of those."""
    return noun.determiner.number is not None or (noun.determiner.is_empty() and noun.name is None)


def times(verb: ast.Act, scope: Scope) -> tuple[ast.Times, ast.Act] | None:
    """*V … 3 times*, *take 3 turns*, *draw that many cards* of `draw a card`: how often, and the verb without it."""
    for adverbial in verb.adverbials:
        if isinstance(adverbial, ast.Times):
            return adverbial, verb.without(adverbial)
    return one_each_time(verb, scope)


def is_free(verb: ast.Act) -> bool:
    """Whether the object already leaves the number free (*any number of*, *up to N*), also to none."""
    match ast.determiner_of(verb.object).which:
        case which.AnyNumber() | which.UpTo(least=0):
            return True
    return False


def from_there(verb: ast.Act, obj: ast.Complement, scope: Scope) -> ast.Nominal:
    """*return a cat from the park to its owner's home*: the object with where it comes from, if that is no slot."""
    assert isinstance(obj.value, ast.Nominal)
    found = phrase_of(verb, scope, quiet=True)
    if found is None or "from" in found[0].roles or found[0].kernel is None:
        return obj.value
    return place_as_modifier(verb, obj, scope)


def place_as_modifier(verb: ast.Act, obj: ast.Complement, scope: Scope) -> ast.Nominal:
    """The *from P* of the verb narrows what it takes."""
    source = verb.complement("from")
    assert isinstance(obj.value, ast.Nominal)
    if source is None or not isinstance(source.value, ast.Nominal):
        return obj.value
    return only_there(obj.value, source, scope)


def chosen_anyway(verb: ast.Act, doer: Val, scope: Scope) -> ast.Act:
    """*Remove a unit from a region of your choice.*: whoever does it chooses, whether or not the sentence says so."""
    whole = [complement.value for complement in verb.complements if complement.role != "from"]
    for node in verb.walk():
        if not isinstance(node, ast.Noun) or any(node is each for each in whole):
            continue  # what is chosen itself
        choice = node.modifier("of your choice", "of their choice")
        if choice is not None and who_chooses(choice, scope) == doer.expr:
            verb = ast.swapped(verb, node, node.without(choice))
    return verb


def only_there(what: ast.Nominal, source: ast.Complement, scope: Scope) -> ast.Nominal:
    """What is done with things from somewhere: those of them that are there; *return this card from your graveyard*:
    if it is there.
    """
    assert isinstance(source.value, ast.Nominal)
    desc = known(what, scope)
    if desc is None:
        return narrowed(what, ast.Modifier(word="from", what=source.value, span=source.span))
    slot, many = scope.alloc(), desc.mode == "set"
    there = ast.IsPlaced(prep=prep_of(source.value, scope), where=source.value, span=source.span)
    items: Expr = desc.expr if many else ("single", desc.expr)
    where = placed(there, Val(build.local(slot), desc.type), scope)
    it: Expr = ("filter" if many else "first-where", items, slot, where)
    return Bound(value=Val(it, desc.type, many), head=desc.noun, span=what.span)


def from_its_source(what: ast.Nominal, source: ast.Complement, scope: Scope) -> ast.Nominal:
    """*fetch a cat from the park*, of a pack's `fetch {pet} from {place}`: one that is there, *from Blue*: of Blue's.
    SAY0803: *from the park or the pond*, of which the verb and the cat could be of two.
    """
    if isinstance(what, Bound) or not isinstance(source.value, ast.Nominal):  # each of those that are there
        return what
    whence, kind = type_name(source.value, scope), ast.head_of(what)
    if whence is None:
        return what
    if scope.world.is_player(whence) and kind in scope.world.kinds and scope.world.owned(kind):
        of = ast.Modifier(word="of", what=source.value, span=source.span)
        return narrowed(what, of) if known(what, scope) is None else what
    if not scope.world.is_place(whence):
        return what
    if _is_any(source.value):
        hint = "choose it first: *Choose …. … from that …*"
        raise scope.fail("SAY0803", source.value, hint=hint)
    return only_there(what, source, scope)


def _is_any(place: ast.Nominal) -> bool:
    """*a field*, *another player's field*, *the field of a player*: which one is still to be chosen."""
    if isinstance(place, ast.Group):
        return place.joint == "or"
    if not isinstance(place, ast.Noun):
        return False
    det, of = place.determiner, place.modifier("of")
    if isinstance(det.which, which.A | which.Another | which.Count | which.UpTo | which.AnyNumber):
        return True
    whose = det.owner or (of.what if of is not None else None)
    return isinstance(whose, ast.Nominal) and _is_any(whose)


def known(what: ast.Nominal, scope: Scope) -> Desc | None:
    """What *it*, *them*, *this card*, *that card* call, of which nothing is chosen; None: it is said otherwise."""
    if ast.is_it(what):
        return one(antecedent(what, scope, lambda value: is_thing(value, scope)), what)
    if isinstance(what, ast.Noun):
        det = what.determiner
        if det.article not in ("this", "that") or det.ordinal or what.modifiers or what.relative:
            return None
    elif not isinstance(what, ast.Pronoun):
        return None
    desc = quietly(what, scope)
    return desc if desc.mode in ("one", "set") and desc.type.base == "entity" else None


def is_thing(value: Val, scope: Scope) -> bool:
    """Whether a value is a thing: verbs move and turn no places, groups and players."""
    return scope.world.kinds[value.type.name].category == "thing"


def prep_of(place: ast.Nominal, scope: Scope) -> str:
    """How something lies there: *on your field*."""
    noun = scope.world.vocabulary.noun(ast.head_of(place))
    return "on" if noun is not None and noun.category == "thing" else "in" if noun is None else noun.prep


def without_source(verb: ast.Act) -> ast.Act:
    """The verb without *from P*, which only says what may be chosen."""
    return replace(verb, complements=tuple(c for c in verb.complements if c.role != "from"))
