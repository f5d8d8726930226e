"""*Put 2 cats in 2 yards*: one in each of them, or 2 in each?

In: a verb phrase that says where to.  Out: nothing, or SAY0657.  One thing in each of several places is *a cat in 2
yards*; several in each are put there when the places have been chosen.  A verb of a pack is done with one thing and one
place at a time, so *send 2 cats to each yard* would send each cat to one yard after another.
"""

from __future__ import annotations

from toolkit.compile.base.scope import Scope
from toolkit.language import ast, forms, which


def so_many_in_so_many(verb: ast.Act, to: ast.Complement | None, scope: Scope, *, kernel: bool) -> None:
    """Refuse several things in a number of places.  To a number of players is to each of them."""
    what, where = verb.object, to.value if to is not None else None
    if to is None or not isinstance(what, ast.Noun) or not isinstance(where, ast.Noun):
        return
    things, places = scope.world.kinds.get(what.head or ""), scope.world.kinds.get(where.head or "")
    if things is None or places is None or places.category != "place" or not _several(what):
        return
    prep, plural = to.prep or "in", scope.world.vocabulary.nouns[places.name].plural
    number = where.determiner.number
    if isinstance(where.determiner.which, which.Count | which.UpTo) and number is not None and number > 1:
        one = f"*{forms.article(things.name)} {things.name} {prep} {number} {plural}* is one in each"
        each = f"*Choose {number} {plural}. For each of those {plural}, … {prep} that {places.name}.*"
        hint = f"{one}; several in each: {each}"
    elif not kernel and _several(where):
        hint = f"say it of one place at a time: *For each {places.name}, … {prep} that {places.name}.*"
    else:
        return
    many = scope.world.vocabulary.nouns[things.name].plural
    names = f"so many {many} in all, or so many in each of them"
    raise scope.fail("SAY0657", to, names=names, hint=hint)


def _several(what: ast.Noun) -> bool:
    """*2 cats*, *up to 2 cats*, *the top 2 cards*, *all cats*, *each cat*."""
    det = what.determiner
    return what.plural or isinstance(det.which, which.Each) or (det.number or 1) > 1
