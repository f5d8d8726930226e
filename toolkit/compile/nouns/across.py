"""Values of which something is so in all of a list: *(for each) size you have sold in all 3 moods*."""

from __future__ import annotations

from typing import Literal

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
    if not isinstance(what, ast.Noun) or said is None or said.subject is None or not isinstance(done, ast.Act):
        return None
    if what != ast.Noun(head=what.head, relative=said, plural=what.plural, span=what.span):
        return None
    every = next((each for each in done.complements if _all_of_a_list(each.value, scope)), None)
    if every is None or not isinstance(every.value, ast.Noun):
        return None
    plainly = ast.Act(verb=done.verb, tense="perfect", complements=(every,), span=done.span)
    whose = _whose(said.subject)
    for info, template in scope.world.by_lemma.get(done.verb, ()) if whose is not None and done == plainly else ():
        for slot in template.slots if info.keeps is not None else ():
            of, sort = (scope.world.attribute_of(entity(slot.noun), each.head or "") for each in (what, every.value))
            if of is None or sort is None or of.listed or sort.type != Type("value", every.value.head or ""):
                continue
            place = ast.Noun(head=info.keeps, determiner=ast.Determiner(possessive=whose), plural=False)
            there = ast.Modifier(word=scope.world.kinds[info.keeps or ""].prep, what=place)
            the = ast.Determiner(article="the")
            those = ast.Noun(head=slot.noun, plural=True, determiner=the, modifiers=(there,), span=what.span)
            return _counted(scope.describe(those).expr, of, sort, scope)
    return None


def _whose(subject: ast.Nominal) -> Literal["your", "their"] | None:
    """Of whom that is said."""
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


def _all_of_a_list(node: ast.Node | None, scope: Scope) -> bool:
    """*all 3 moods*, *all moods*, *both moods*: as many as the list has."""
    if not isinstance(node, ast.Noun) or node.head not in scope.world.vocabulary.lists or not plain_head(node):
        return False
    size = len(scope.world.vocabulary.lists[node.head])
    match node.determiner.which:
        case which.All(word="both", number=None, ordinal=None):
            return size == 2
        case which.All(number=number, ordinal=None):
            return number in (None, size)
    return False
