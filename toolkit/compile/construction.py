"""Constructions: tables of forms and what they mean.

A row is a form (`toolkit.language.construction`) and a function that is given what fills its holes, in their order.
Matching is exact, so whoever writes a row writes no refusals: what no row has is refused once, with the nearest form.
Each form has its row in the language reference (`site/reference/language.yaml`), with an example and a near miss.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any

from toolkit.compile.scope import Scope
from toolkit.language import ast
from toolkit.language.construction import Form, Match, leads, nearest, read

TABLES: list[Constructions] = []
"""All of them: for the reference."""

Meaning = Callable[..., Any]


class Constructions:
    """The forms of one kind of phrase.  `start`: the field whose sentences they are read as."""

    def __init__(self, start: str) -> None:
        self.start = start
        self._rows: list[tuple[str, Meaning]] = []
        TABLES.append(self)

    def form(self, *texts: str) -> Callable[[Meaning], Meaning]:
        """Give forms a meaning: a function of the scope and of what fills the holes."""

        def give(meaning: Meaning) -> Meaning:
            self._rows += [(text, meaning) for text in texts]
            return meaning

        return give

    @cached_property
    def _by_lead(self) -> dict[str | None, list[tuple[Form, Meaning]]]:
        """The forms, read when the first phrase is looked up."""
        found: dict[str | None, list[tuple[Form, Meaning]]] = {}
        for form, meaning in ((read(text, self.start), meaning) for text, meaning in self._rows):
            found.setdefault(leads(form.tree), []).append((form, meaning))
        return found

    def forms(self) -> Iterator[Form]:
        """Every form."""
        return (form for rows in self._by_lead.values() for form, _ in rows)

    def match(self, node: ast.Node) -> Match | None:
        """The form that a phrase has, and what fills it; None: it has none of these."""
        return next((found for found, _ in self._matches(node)), None)

    def meaning(self, node: ast.Node, scope: Scope) -> Any:
        """What a phrase means by the form that it has; None: it has none of them, or what fills it does not fit."""
        for match, meaning in self._matches(node):
            if (found := meaning(scope, *match.phrases)) is not None:
                return found
        return None

    def _matches(self, node: ast.Node) -> Iterator[tuple[Match, Meaning]]:
        for form, meaning in self._by_lead.get(leads(node), ()):
            match = form.match(node)
            if match.differs is None:
                yield match, meaning

    def knows(self, node: ast.Node) -> bool:
        """Whether a form begins with the verb or the noun of a phrase."""
        return leads(node) in self._by_lead

    def unlike(self, node: ast.Node, scope: Scope) -> Exception:
        """That a phrase has none of the forms of its verb or noun: SAY0801 with the nearest of them."""
        match = nearest((form for form, _ in self._by_lead[leads(node)]), node)
        assert match is not None, "asked only for what it knows"
        hint = f"nearest form: *{match.form.text.rstrip('.')}*"
        return scope.fail("SAY0801", match.differs, what=f"“{leads(node)}” in this form", hint=hint)
