"""Values of which something is so in all of a list: *(for each) size you have sold in all 3 moods*."""

from __future__ import annotations

from collections.abc import Iterator

from toolkit.compile.base import build
from toolkit.compile.base.scope import Scope
from toolkit.compile.base.values import Type, entity
from toolkit.compile.base.world import Attribute
from toolkit.compile.nouns.quantify import plain_head
from toolkit.language import ast, which
from toolkit.program.expression import Expr


def values(what: ast.Nominal, scope: Scope) -> Expr | None:
    """How many sizes of what you have sold have been sold in each of the moods: of what lies where selling leaves it.
    None: the phrase says no such thing, or what was sold lies elsewhere, too.
    """
    said = what.relative if isinstance(what, ast.Noun) else None
    done = said.verb if said is not None else None
    if not isinstance(what, ast.Noun) or said is None or not isinstance(done, ast.Act):
        return None
    whose, lists = _whose(said.subject), _all_of_a_list(done, scope)
    if whose is None or lists is None or what != ast.Noun(head=what.head, relative=said, plural=what.plural):
        return None
    for kind, place, of, sort in _done_with(done, what.head or "", lists, scope):
        return _counted(_kept(kind, place, whose, what, scope), of, sort, scope)
    return None


def _done_with(
    done: ast.Act, of: str, sort: str, scope: Scope
) -> Iterator[tuple[str, str, Attribute, Attribute]]:
    """What a verb is done with that it keeps in one place: its kind, that place, and the two of its attributes."""
    world = scope.world
    for info, template in world.by_lemma.get(done.verb, ()):
        for slot in template.slots if info.keeps is not None else ():
            mine, its = world.attribute_of(entity(slot.noun), of), world.attribute_of(entity(slot.noun), sort)
            if mine is not None and not mine.listed and its is not None and its.type == Type("value", sort):
                yield slot.noun, info.keeps or "", mine, its


def _kept(kind: str, place: str, whose: ast.Possessive, what: ast.Noun, scope: Scope) -> Expr:
    """All of a kind that lie in that place of somebody."""
    at = ast.Noun(head=place, determiner=ast.Determiner(possessive=whose), plural=False)
    there = ast.Modifier(word=scope.world.kinds[place].prep, what=at)
    the = ast.Determiner(article="the")
    return scope.describe(
        ast.Noun(head=kind, plural=True, determiner=the, modifiers=(there,), span=what.span)
    ).expr


def _whose(subject: ast.Nominal | None) -> ast.Possessive | None:
    """Of whom that is said: *you have*, *they have*."""
    match subject:
        case ast.Pronoun(word="you"):
            return "your"
        case ast.Pronoun(word="they"):
            return "their"
    return None


def _counted(things: Expr, of: Attribute, sort: Attribute, scope: Scope) -> Expr:
    """How many different values there are of which the things have all sorts."""
    one, other = scope.alloc(), scope.alloc()
    mine: Expr = ("attr", of.index, build.local(one))
    its: Expr = ("attr", of.index, build.local(other))
    theirs: Expr = ("attr", sort.index, build.local(other))
    alike = build.where(things, other, build.both(("eq", its, mine), ("ne", theirs, build.NONE)))
    number = build.integer(len(scope.world.vocabulary.lists[sort.type.name]))
    enough: Expr = ("eq", ("count", ("distinct", ("map", alike, other, theirs))), number)
    return ("count", ("distinct", ("map", build.where(things, one, enough), one, mine)))


def _all_of_a_list(done: ast.Act, scope: Scope) -> str | None:
    """The list of *have sold in all 3 moods*, *in all moods*, *in both moods*, which are as many as it has."""
    what = done.complements[0].value if len(done.complements) == 1 else None
    plainly = ast.Act(verb=done.verb, tense="perfect", complements=done.complements)
    if not isinstance(what, ast.Noun) or done != plainly or not plain_head(what):
        return None
    size = len(scope.world.vocabulary.lists.get(what.head or "", ()))
    match what.determiner.which:
        case which.All(word=word, number=number, ordinal=None):
            named = 2 if word == "both" else size if number is None else number
            return what.head if size and named == size else None
    return None
