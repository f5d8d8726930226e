"""*Put 2 cats in 2 boxes*: one in each of them, or 2 in each?  *Put each cat in another box*: all in one?

In: a verb phrase that says where to.  Out: nothing, or SAY0657.  One thing in each of several places is *a cat in 2
boxes*; several in each are put there when the places have been chosen.  A verb of a pack is done with one thing and one
place at a time, so *send 2 cats to each box* would send each cat to one box after another.
"""

from __future__ import annotations

from toolkit.compile.base.scope import Scope
from toolkit.language import ast, forms, which


def so_many_in_so_many(verb: ast.Act, to: ast.Complement | None, scope: Scope, *, kernel: bool) -> None:
    """Refuse several things in a number of places.  To a number of players is to each of them."""
    what, where = verb.object, to.value if to is not None else None
    if to is None or not isinstance(what, ast.Noun) or not isinstance(where, ast.Noun):
        return
    if not (_several(what) or (kernel and what.determiner.quantifier == "all")):
        return
    kinds = scope.world.kinds
    if what.head not in kinds or where.head not in kinds or kinds[where.head].category != "place":
        return
    many = scope.world.vocabulary.nouns[what.head].plural
    if isinstance(where.determiner.which, which.Another) and isinstance(what.determiner.which, which.Each):
        raise _each_in_another(what.head, to, scope)
    hint = _hint(what.head, where, to.prep or "in", scope, kernel=kernel)
    if hint is not None:
        names = f"so many {many} in all, or so many in each of them"
        raise scope.fail("SAY0657", to, names=names, hint=hint)


def _each_in_another(thing: str, to: ast.Complement, scope: Scope) -> Exception:
    """SAY0657: *Put each cat in another box*: all of them there, or each by itself?"""
    many, there = scope.world.vocabulary.nouns[thing].plural, to.span.said if to.span is not None else "…"
    hint = f"one for all: *… all {many} {there}*; each in its own: *For each of those {many}, … it {there}.*"
    return scope.fail("SAY0657", to, names="one place for all of them, or another one for each", hint=hint)


def _hint(thing: str, where: ast.Noun, prep: str, scope: Scope, *, kernel: bool) -> str | None:
    """How each of the two is said; None: it is clear which is meant."""
    place, number = where.head or "", where.determiner.number or 1
    if isinstance(where.determiner.which, which.Count | which.UpTo) and number > 1:
        plural = scope.world.vocabulary.nouns[place].plural
        one = f"*{forms.article(thing)} {thing} {prep} {number} {plural}* is one in each"
        return f"{one}; several in each: *Choose {number} {plural}. For each of those {plural}, … {prep} that {place}.*"
    det, whose = where.determiner, scope.world.property(place, "of")
    if (
        kernel
        and where.plural
        and det.article in ("the", "those")
        and det.quantifier is None
        and whose != "player"
    ):
        one = f"*{forms.article(thing)} {thing} {prep} each {place}*"
        return f"one in each is {one}; several in each, *… {prep} each {place}*; so many in all are put one by one"
    if not kernel and _several(where):
        return f"say it of one place at a time: *For each {place}, … {prep} that {place}.*"
    return None


def _several(what: ast.Noun) -> bool:
    """*2 cats*, *up to 2 cats*, *the top 2 cards*, *all cats*, *each cat*."""
    det = what.determiner
    return what.plural or isinstance(det.which, which.Each) or (det.number or 1) > 1
