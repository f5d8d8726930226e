"""*Choose 3 pets. If a cat is tired, …*: a phrase without a place right after a group of such things.

In: a noun phrase that is asked about or counted.  Out: nothing, or SAY0657: of that group, or of all in the game?
"""

from __future__ import annotations

from dataclasses import replace

from toolkit.compile.base.scope import Scope
from toolkit.language import ast, which
from toolkit.meaning.referents import Referent


def where_they_lay(node: ast.Nominal, scope: Scope) -> ast.Nominal:
    """*Reroll any number of dice in the box. If all dice show 6, …*: all that lie there, also those that were left;
    *Roll all dice in the box. Gain 1 coin for each die that shows 6*: of those, which are all that lie there.
    """
    noun = None if scope.test else _bare(node, scope)
    group = _group(noun.head, scope) if noun is not None and noun.head is not None else None
    if noun is not node or group is None or not _of_all_there(noun, group):
        return node
    return replace(noun, modifiers=tuple(_places(group)))


def _of_all_there(noun: ast.Noun, group: Referent) -> bool:
    """Whether what is asked behind a group is asked of all that lie where that group was: it was all of them, or was
    rolled again, as many as somebody liked or those that showed so much, so that the others show something as well.
    """
    shown = [each for each in group.narrowed if isinstance(each, ast.Relative) and _shows(each)]
    plain = len(_places(group)) + len(shown) == len(group.narrowed)
    if group.head != noun.head or group.said or not plain or group.extent is None:
        return False
    if shown or group.extent == "any number":
        return group.verb == "reroll" or (group.verb == "roll" and bool(shown))
    return group.verb in ("roll", "reroll", *_SEEN)


def _of_all(noun: ast.Noun, group: Referent) -> bool:
    """Whether that is asked of all there are in the game, for the group was named without a place."""
    return _of_all_there(noun, group) and not _places(group)


def _places(group: Referent) -> list[ast.Modifier]:
    """Where a group was said to be: in a place of which there is one, *in the box*, *in your cup*."""
    return [
        each
        for each in group.narrowed
        if isinstance(each, ast.Modifier)
        and each.word == "in"
        and isinstance(each.what, ast.Noun)
        and isinstance(each.what.determiner.which, which.The)
        and each.what.determiner.possessive in (None, "your")
        and each.what.determiner.owner is None
        and not each.what.plural
    ]


def of_those_too(node: ast.Nominal, scope: Scope, best: bool = False) -> None:
    """SAY0657: *Choose 3 pets. Gain 1 coin for each cat.*, *… the sum of the costs of the cards*; `best`: *Put the
    cheapest card in your hand.*
    """
    noun = None if scope.test else _bare(node, scope)
    kind = scope.world.kind(ast.head_of(noun))
    if noun is None or kind is None:
        return
    group = _group(kind.name, scope)
    if (
        group is not None
        and not (noun is node and _of_all(noun, group))
        and (group.verb == "roll" or scope.world.property(kind.name, "found") is None)
    ):
        raise _of_which(noun, kind.name, group, f"any {kind.name} in the game", best, scope)


def counted_anywhere(node: ast.Nominal, scope: Scope) -> None:
    """SAY0801: *1 coin for each token*, wherever they are: that is always the same, and nobody means those in the box.
    SAY0657 where some of them have just been named.
    """
    of_those_too(node, scope)
    noun = None if scope.test or scope.placed else _bare(node, scope)
    if noun is not node or noun is None or noun.head is None or noun.adjectives or noun.relative is not None:
        return
    if scope.world.owned(noun.head) or scope.world.property(noun.head, "found") is not None:
        return
    entry = scope.world.vocabulary.nouns.get(noun.head)
    several = entry.plural if entry is not None else noun.head
    known = (f"*… {several} you have*", f"*… {several} they have*", f"*… {several} in …*")
    raise scope.unfit(node, f"all {several} there are, wherever they are,", expected=known)


def _of_which(noun: ast.Noun, kind: str, group: Referent, others: str, best: bool, scope: Scope) -> Exception:
    """SAY0657: of that group, or of the others?"""
    entry = scope.world.vocabulary.nouns.get(group.head)
    those = f"those {entry.plural}" if entry is not None else "those things"
    said = noun.span.text if noun.span is not None else kind
    same = group.head == noun.head and not noun.adjectives and not best
    hint = f"“one of {those}”, “all {those}”" if same else f"“{said} among {those}”"
    where = f", or where: “{said} in …”"
    if noun.relative is not None:
        hint, where = f"“each of {those} that …”", ""
    return scope.fail("SAY0657", noun, names=f"of {those}, or {others}", hint=f"say {hint}{where}")


def of_those_seen_too(node: ast.Node | None, scope: Scope) -> None:
    """SAY0657: *Reveal the top 3 cards of the deck. Put all red cards in the pond.*: of those, or of all there are?"""
    noun = _bare(node, scope) if isinstance(node, ast.Nominal) and not scope.test else None
    if noun is None or noun.head is None:
        return
    group, found = _group(noun.head, scope), scope.world.property(noun.head, "found")
    if group is not None and _of_all(noun, group):
        return
    if group is None or not (group.verb == "roll" or (group.verb in _SEEN and _seen_elsewhere(group, found))):
        return
    if any(scope.verb_of(word) == group.verb for word in noun.adjectives):
        return  # *Put all revealed cards in the pond.*
    others = f"in the {found}" if found is not None else "anywhere in the game"
    raise _of_which(noun, noun.head, group, f"any {noun.head} {others}", False, scope)


_SEEN = ("look", "look at", "reveal")
"""What is done with things before some of them are taken."""


def _seen_elsewhere(group: Referent, found: str | None) -> bool:
    """Whether a group was said to lie in another place than that in which such things are looked for: not so in *Reveal
    the cards in your hand. Discard a card.*
    """
    places = (each.what for each in group.narrowed if isinstance(each, ast.Modifier))
    there = {each.head for each in places if isinstance(each, ast.Noun)}
    return bool(there) and found not in there


def _bare(node: ast.Nominal | None, scope: Scope) -> ast.Noun | None:
    """The things of which nothing says where they are, whose they are or which they are: *cats*, *the cards*, *the
    costs of the cards*.
    """
    if not isinstance(node, ast.Noun) or node.name is not None or not _shows(node.relative):
        return None
    if len(node.modifiers) == 1 and node.modifiers[0].word == "of" and node.head not in scope.world.kinds:
        return _bare(node.modifiers[0].what, scope)
    thing = scope.world.category(node.head) == "thing"
    return node if thing and not node.modifiers and not _says_which(node.determiner) else None


def _shows(relative: ast.Relative | None) -> bool:
    """*that shows 6* says nothing of where it is; likewise where no clause does."""
    if relative is None:
        return True
    verbs = list(relative.every(ast.Verb))
    return all(ast.verb_of(verb) == "show" for verb in verbs)


def _says_which(det: ast.Determiner) -> bool:
    """*your*, *those*, *one of*, *another*."""
    definite = det.article in ("this", "that", "those") or det.possessive is not None or det.owner is not None
    return definite or det.of or det.other or det.quantifier == "another"


def _group(kind: str, scope: Scope) -> Referent | None:
    """The latest group that this sentence or the one before named, or that was rolled however long before, in which
    there may be such things; not of all there are in the game.
    """
    found = [
        each
        for each in scope.discourse
        if each.value.many
        and not each.whole
        and each.value.type.base == "entity"
        and (each.sentence >= scope.number - 1 or each.verb == "roll")
        and scope.discourse.in_reach(each)
        and scope.world.is_a(kind, each.value.type.name)
    ]
    return found[-1] if found else None
