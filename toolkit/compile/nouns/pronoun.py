"""Words that stand for what was named before: *you*, *they*, *it*; and whether that can be only one thing."""

from __future__ import annotations

from collections.abc import Callable

from toolkit.compile.base.scope import Scope
from toolkit.compile.base.values import Desc, Fail, Val
from toolkit.compile.nouns.phrases import one
from toolkit.language import ast
from toolkit.meaning.referents import Referent
from toolkit.meaning.witness import mentions


def pronoun(node: ast.Pronoun, scope: Scope) -> Desc:
    """*you*, *they*, *it*."""
    if node.word == "you":
        if scope.you is None:
            raise scope.fail("SAY0651", node)
        return one(scope.you, node)
    if node.word == "they":
        return one(they(node, scope), node)
    return one(antecedent(node, scope), node)


def they(node: ast.Node, scope: Scope) -> Val:
    """Whom *they* and *their* mean: the player whom this sentence's *if* found, or who is spoken of; not both."""
    found = scope.discourse.found(scope.number)
    if found is None:
        found = scope.find("player", many=False) if scope.they is None else None
    elif scope.they is not None and (
        found.value.expr[0] == "int" or scope.they.expr not in (found.they, found.value.expr)
    ):
        return scope.they  # named after it: *if a player …, each player … their …*
    elif scope.they is not None and scope.they.expr not in (scope.implied, found.value.expr):
        names = f"the player whom “{found.head}” found or the player spoken of before"
        raise scope.fail("SAY0657", node, names=names, hint="say “that player”: the last one that was named")
    if found is not None:
        alone(found, node, scope)
        return scope.discourse.at_hand(found).value
    if scope.they is None:
        raise scope.fail("SAY0652", node, word="they")
    return scope.they


def described(found: Referent, scope: Scope) -> Referent:
    """Who has a name is called by it: *that player* is rather the one that the same condition only described."""
    if found.value.expr[0] != "int" or found.source != "condition":
        return found
    same = [each for each in scope.discourse.rivals(found) if each.value.expr[0] != "int"]
    return scope.discourse.at_hand(same[-1]) if same else found


def alone(found: Referent, node: ast.Node, scope: Scope) -> None:
    """What a condition found can be spoken of where it is the only such thing that it found."""
    value = found.value.expr
    if all(
        value[0] == "local" and mentions(each.value.expr, value[1]) for each in scope.discourse.rivals(found)
    ):
        return  # *you have more coins than the player to your left*: who is described by another is not meant
    raise scope.fail(
        "SAY0657",
        node,
        names=f"each {found.head} that the condition speaks of",
        hint=f"choose or name one first: *Choose a {found.head}.*, *For each {found.head} …, …*",
    )


def antecedent(node: ast.Node, scope: Scope, fits: Callable[[Val], bool] | None = None) -> Val:
    """What *it* stands for: the only single thing, no player, that the latest sentence to name one named and
    that fits.
    """
    found = scope.discourse.singles(fits)
    if len(found) > 1:
        raise one_of_several(node, list(dict.fromkeys(each.head for each in found)), scope)
    if found:
        return scope.discourse.at_hand(found[0]).value
    several = [each for each in scope.discourse if each.value.many and not each.player]
    if several and several[-1].sentence >= scope.number - 1:
        # The writer means one of those: after *each* there is no single one.
        hint = f"say “those {several[-1].head}s”, “one of those …” or “each …”"
        raise scope.fail("SAY0652", node, word="it", hint=hint)
    if scope.this is not None and (fits is None or fits(scope.this)):
        return scope.this
    raise scope.fail("SAY0652", node, word="it")


def one_of_several(node: ast.Node, heads: list[str], scope: Scope) -> Fail:
    """*it*, where several things were named by these nouns."""
    if len(heads) == 1:  # *Put a card on another card. Turn it …*
        names = f"the {heads[0]} that was named first or the {heads[0]} that was named last"
        hint = "say which one by its place or its name"
    else:
        names = " or ".join(f"the {head}" for head in heads)
        noun = f"’s {node.head}" if isinstance(node, ast.Noun) and node.head is not None else ""
        hint = "say " + " or ".join(f"“that {head}{noun}”" for head in reversed(heads))
    return scope.fail("SAY0657", node, names=names, hint=hint)
