"""Who chooses, and from what.

*You choose the Ns that P V.* takes the choice of what a verb is done with from those who do it; *Players cannot choose
X.* takes X from all that they could choose.

In the first case which could be chosen, and how many, stays as it was; only who is asked changes.  In the second a
choice is an event of its own, asked whether it is forbidden and never carried out.  Chance chooses nothing.
"""

from __future__ import annotations

from collections.abc import Iterable

from toolkit.compile.base import build
from toolkit.compile.base.scope import Scope
from toolkit.compile.base.values import Desc, Val
from toolkit.language import ast


def chosen_by(verb: ast.Verb | None) -> ast.Noun | None:
    """The object of *choose the Ns that P V*, when the relative clause says what P does, not what is so."""
    if not isinstance(verb, ast.Act) or verb.verb != "choose" or not is_order(verb):
        return None
    if verb.passive or verb.adverbials or len(verb.complements) != 1:
        return None
    what = verb.complements[0].value
    if not isinstance(what, ast.Noun) or what.determiner != ast.Determiner(article="the") or not what.plural:
        return None
    return what if what.relative is not None and says_what_is_done(what.relative) else None


def is_order(verb: ast.Verb) -> bool:
    """Whether a verb has neither a modal nor another time nor *not*."""
    return verb.tense == "present" and not verb.modal and not verb.negated


def says_what_is_done(clause: ast.Relative) -> bool:
    """*that P Vs*."""
    if clause.word != "that" or clause.subject is None or clause.more is not None:
        return False
    verb = clause.verb
    return isinstance(verb, ast.Act) and is_order(verb) and verb.verb != "have"


def choices(tree: ast.Paragraph) -> list[ast.Act]:
    """What the sentences of a text say of choosing."""
    return [node for node in tree.every(ast.Act) if node.verb == "choose"]


def lemmas(choices: Iterable[ast.Act]) -> frozenset[str]:
    """The verbs of which some sentence of the pack says who chooses."""
    found = set()
    for node in choices:
        if (what := chosen_by(node)) is not None:
            assert what.relative is not None and isinstance(what.relative.verb, ast.Act)
            found.add(what.relative.verb.verb)
    return frozenset(found)


def is_forbidden(choices: Iterable[ast.Act]) -> bool:
    """Whether some sentence of the pack says what cannot be chosen."""
    return any(node.modal == "cannot" for node in choices)


def choosable(desc: Desc, doer: Val, scope: Scope) -> Desc:
    """What is open to a choice, without what the chooser cannot choose."""
    choosing = scope.world.choosing
    if choosing is None or desc.mode != "some" or desc.random or desc.type.base != "entity":
        return desc
    slot = scope.alloc()
    allowed = ("can", choosing.index, desc.chooser or doer.expr, build.local(slot))
    return desc.but(expr=build.where(desc.expr, slot, allowed))


def asked(lemma: str, verb: int, doer: Val, scope: Scope) -> Val:
    """Who is asked what `verb` is done with: the doer, unless the pack has sentences about that."""
    if lemma not in scope.world.choosers:
        return doer
    return Val(("chooser", verb, doer.expr), doer.type)
