"""Where something is put: one place, said once, that cannot be taken for the place where the thing lies now."""

from __future__ import annotations

from dataclasses import replace

from toolkit.compile.base.scope import Scope
from toolkit.language import ast, forms, which


def whole_place(complement: ast.Complement) -> ast.Complement:
    """*to the top of the deck*: to the deck; where in it, is a role of its own."""
    node = complement.value
    if not isinstance(node, ast.Noun) or node.head not in ("top", "bottom"):
        return complement
    inner = node.of
    prep = "under" if node.head == "bottom" else "on top of"
    return complement if inner is None else replace(complement, value=inner, prep=prep)


def one_place(complement: ast.Complement, obj: ast.Complement | None, scope: Scope) -> None:
    """*Put 1 token on this card in the box*: this card is one thing, so the second place would be the token's; so it
    may be in *Put all tokens on your ship in the box*, where nothing says which tokens else.
    """
    node = complement.value
    if not isinstance(node, ast.Noun):
        return
    det = node.determiner
    slot = det.article == "the" and node.head in scope.slots
    one = node.name is not None or slot or det.article in ("this", "that", "these", "those")
    if not (one or (complement.prep in ("in", "on", "at") and all_anywhere(obj, scope))):
        return
    second = node.modifier("in", "on", "at")
    if second is None:
        return
    what = node.span.text[: second.span.start - node.span.start].strip() if node.span and second.span else "…"
    hint = f"where it comes from: *from {what} …*"
    if not one:
        hint += (
            f"; what it is put {complement.prep} is chosen before: *Choose …. Put … {complement.prep} it.*"
        )
    raise scope.unfit(second, "a second place", hint=hint)


def all_anywhere(obj: ast.Complement | None, scope: Scope) -> bool:
    """Whether all things of a kind are meant, and neither words nor their kind say where they lie."""
    node = obj.value if obj is not None else None
    if not isinstance(node, ast.Noun) or node.modifiers or node.relative is not None or node.of is not None:
        return False
    det = node.determiner
    every = isinstance(det.which, which.All | which.Each) and det.possessive is None and not det.other
    return every and node.head in scope.world.kinds and scope.world.property(node.head, "found") is None


def which_places(complement: ast.Complement, scope: Scope) -> None:
    """*Move 2 units to adjacent regions*: each of them to one of these, or 2 to each?"""
    node = complement.value
    if isinstance(node, ast.Noun) and node.plural and node.determiner.is_empty() and node.name is None:
        words = " ".join((*node.adjectives, node.head or "…"))
        one = f"{forms.article(words)} {words}"
        hint = f"one after another, each of them in one: *Repeat 2 times: … a … {complement.prep} {one}.*"
        expected = (f"*{one}*", f"*each {words}*")
        raise scope.unfit(complement, "several places here", expected=expected, hint=hint)
