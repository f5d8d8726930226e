"""Constructions: tables of forms and what they mean.

A row is a form (`toolkit.language.parsing.construction`) and a function that is given what fills its holes, in
their order.  Matching is exact, so whoever writes a row writes no refusals: what no row has is refused once, with the
nearest form.  Each form has its row in the language reference (`site/reference/language.yaml`), with an example and a
near miss.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any

from toolkit.compile.base.scope import Scope
from toolkit.language import ast
from toolkit.language.parsing.construction import Form, Match, keep, leads, nearest, read

TABLES: list[Constructions] = []
"""All of them: for the reference."""

Meaning = Callable[..., Any]
Lead = tuple[type[ast.Node], str | None]


def _lead(node: ast.Node) -> Lead:
    """What forms are looked up by: a clause is no verb phrase."""
    return type(node), leads(node)


class Constructions:
    """The forms of one kind of phrase.  `start`: the field whose sentences they are read as.  `normal` takes away what
    makes no difference to the form of a phrase.
    """

    def __init__(self, start: str, normal: Callable[[Any], ast.Node] = lambda node: node) -> None:
        self.start = start
        self.normal = normal
        self.rows: list[tuple[tuple[str, ...], Meaning]] = []
        TABLES.append(self)

    def form(self, *texts: str) -> Callable[[Meaning], Meaning]:
        """Give forms a meaning: a function of the scope and of what fills the holes.  The first is the usual one."""

        def give(meaning: Meaning) -> Meaning:
            self.rows.append((texts, meaning))
            return meaning

        return give

    @cached_property
    def _by_lead(self) -> dict[Lead, list[tuple[Form, Meaning]]]:
        """The forms, read when the first phrase is looked up."""
        found: dict[Lead, list[tuple[Form, Meaning]]] = {}
        for text, meaning in ((text, meaning) for texts, meaning in self.rows for text in texts):
            form = read(text, self.start)
            form = Form(text, form.holes, self.normal(form.tree))
            found.setdefault(_lead(form.tree), []).append((form, meaning))
        keep()
        return found

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
        forms = self._by_lead.get(_lead(node))
        if forms is None:
            return
        normal = self.normal(node)
        for form, meaning in forms:
            match = form.match(normal)
            if match.differs is None:
                yield match, meaning

    def knows(self, node: ast.Node) -> bool:
        """Whether a form begins with the verb or the noun of a phrase."""
        return _lead(node) in self._by_lead

    def unlike(self, node: ast.Node, scope: Scope) -> Exception:
        """That a phrase has none of the forms of its verb or noun: SAY0801 with the nearest of them."""
        match = nearest((form for form, _ in self._by_lead[_lead(node)]), self.normal(node))
        assert match is not None, "asked only for what it knows"
        hint = f"nearest form: *{match.form.text.rstrip('.')}*"
        return scope.unfit(match.differs or node, f"“{leads(node)}” in this form", hint=hint)
