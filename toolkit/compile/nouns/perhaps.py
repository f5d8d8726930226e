"""What was named only if something was so, or somebody said yes, and is spoken of where perhaps it was not."""

from __future__ import annotations

from collections.abc import Callable

from toolkit.compile.base.scope import Scope
from toolkit.language import ast
from toolkit.meaning.referents import Referent
from toolkit.meaning.values import Val


def not_perhaps_named(
    found: Referent, node: ast.Node, scope: Scope, fits: Callable[[Val], bool] | None
) -> None:
    """SAY0657: *Choose a cat. Pat it. If you have a coin, choose a cat in the park. Pat that cat*: the latter, which
    perhaps nobody has chosen, or the former?
    """
    if not found.perhaps:
        return
    for each in scope.discourse:
        if each is found:
            return
        alike = each.player == found.player and (each.perhaps or each.head == found.head)
        other = not each.value.many and each.value.expr != found.value.expr
        if alike and other and (fits is None or fits(each.value)):
            one = f"the {found.head} of the sentence with “if” or “may”, if there is one"
            names = f"{one}, or the {each.head} that was named before"
            hint = f"of the former say it in that sentence, *…, then … that {found.head}*, or after *If you do*; "
            raise scope.fail("SAY0657", node, names=names, hint=hint + "of the latter, before that sentence")
