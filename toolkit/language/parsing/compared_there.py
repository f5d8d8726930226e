"""Where what is compared with lies: *you have more cats than the number of dogs in the pond*.

*have* takes the place after its object, wherever in it a noun could take it: *more cats than Blue in the pond*.  What
is said of a noun further in, or of an amount, which lies nowhere, goes back to that noun.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from toolkit.language.ast import Complement, Group, Modifier, Nominal, Noun, determiner_of

_COMPARED = ("than", "as", "equal to")
_LIES = ("thing", "place", "group")


def given_back(
    complements: list[Complement], category_of: Callable[[Nominal], str]
) -> tuple[list[Complement], Group | None]:
    """The complements of *have*, with a place where it belongs; a list of which perhaps the last alone lies there.
    `category_of`: of what a noun phrase speaks.
    """
    object_ = next((c for c in complements if c.role == "obj"), None)
    place = next((c for c in complements if c.role == "place"), None)
    if object_ is None or place is None:
        return complements, None
    if not isinstance(place.value, Nominal) or not isinstance(object_.value, Noun):
        return complements, None
    hanging = _Hanging(Modifier(span=place.span, word=place.prep, what=place.value), category_of)
    what = hanging.of(object_.value, below=False)
    if what is None:
        return complements, None
    kept = [replace(c, value=what) if c is object_ else c for c in complements if c is not place]
    return kept, hanging.unclear


class _Hanging:
    """Hangs a place on the noun that it is said of.  `unclear`: a list that it does not say it of as a whole."""

    def __init__(self, where: Modifier, category_of: Callable[[Nominal], str]) -> None:
        self.where, self.category_of = where, category_of
        self.unclear: Group | None = None

    def of(self, node: Nominal, *, below: bool) -> Nominal | None:
        """The phrase with the place on a noun at its end; None: it is said of no noun in it.  `below`: of what the
        comparison is with, the noun itself, too.
        """
        if isinstance(node, Group):
            return self._of_list(node, below=below)
        if not isinstance(node, Noun):
            return None
        last = node.modifiers[-1] if node.modifiers else None
        if (
            last is None
            or not isinstance(last.what, Nominal)
            or last.span is None
            or node.relative is not None
        ):
            return self._on(node) if below else None
        if not below and self._before(last):
            return None
        if (inner := self.of(last.what, below=below or self._goes_on(node, last))) is not None:
            return replace(node, modifiers=(*node.modifiers[:-1], replace(last, what=inner)))
        return self._on(node) if below else None

    def _of_list(self, list_: Group, *, below: bool) -> Group | None:
        *others, last = list_.items
        if (found := self.of(last, below=below)) is None:
            return None
        shared = determiner_of(last).is_empty() and not any(
            isinstance(each, Noun) and each.narrowed for each in others
        )
        self.unclear = None if shared else list_
        return replace(list_, items=(*others, found))

    def _before(self, last: Modifier) -> bool:
        """*more cats in the pond than the number of dogs*: it is said before."""
        here = self.where.span
        return here is None or last.span is None or here.start < last.span.start

    def _goes_on(self, node: Noun, last: Modifier) -> bool:
        """Whether a place after what it is compared with is none of its own: an amount lies nowhere, and nothing that
        has more said of it (*than the number of dogs*, *than a player with a dog*) is where the first lies.
        """
        if last.word not in _COMPARED or not isinstance(last.what, Noun):
            return False
        with_ = self.category_of(last.what)
        return self.category_of(node) not in _LIES or (with_ not in _LIES and bool(last.what.modifiers))

    def _on(self, node: Noun) -> Noun | None:
        lies = self.category_of(node) in _LIES and node.name is None and node.relative is None
        return replace(node, modifiers=(*node.modifiers, self.where)) if lies else None
