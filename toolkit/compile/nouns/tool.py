"""*chase a cat with your dog*: the cat on which your dog lies, or is it your dog that chases?"""

from __future__ import annotations

from toolkit.compile.base.scope import Scope
from toolkit.language import ast, which


def not_done_with(node: ast.Node | None, verb: str, scope: Scope) -> None:
    """Refuse one thing with a known one, of a verb that has no *with*: it is rather what the verb is done with.  Of
    *the cat with your dog* there is one, and *a room with your dog* is a place.
    """
    if not isinstance(node, ast.Noun) or not isinstance(
        node.determiner.which, which.A | which.Another | which.Count
    ):
        return
    with_ = node.modifier("with")
    what = with_.what if with_ is not None else None
    if what is None or not isinstance(what, ast.Noun) or what.modifiers or what.relative is not None:
        return
    kind, det = scope.world.kind(node.head), what.determiner
    known = det.possessive is not None or det.owner is not None or det.article in ("this", "that")
    if kind is None or kind.category != "thing" or not known or scope.world.kind(what.head) is None:
        return
    text = what.span.text if what.span is not None else "…"
    one = f"a {node.head}"
    hint = (
        f"what lies on it: *{one} that has {text} on it*; what {verb} is done with is a part of its phrase:"
        f" `{verb} {{{node.head}}} with {{{what.head}}}`"
    )
    raise scope.fail("SAY0514", with_, verb=verb, word="with", hint=hint)
