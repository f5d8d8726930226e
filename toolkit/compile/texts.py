"""The texts of a field of standing sentences, each a paragraph: its statements → rules."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from toolkit.compile.base.scope import Scope
from toolkit.compile.base.settled import settle
from toolkit.compile.effects.effect import sentences
from toolkit.compile.rules.anybody import said_of_anybody, said_to_them, to_them
from toolkit.compile.rules.rule import compile_statement
from toolkit.compile.rules.standing import continues
from toolkit.compile.rules.statement import Holder, Statement
from toolkit.language import ast
from toolkit.pack.source import Item


def rules_of(node: ast.Paragraph, scope: Scope, holder: Holder) -> None:
    """Compile an item of a statement field; the rules are added to the ruleset."""
    groups: list[list[ast.Sentence]] = []
    for sentence in node.sentences:
        if groups and continues(sentence, groups[-1][0]):
            groups[-1].append(sentence)
        else:
            groups.append([sentence])
    nobody = holder.you is None and not holder.has_you and scope.you is None
    for group in groups:
        first, *more = said = said_of_anybody(group) if nobody else group
        anybody = said != list(group)
        told = partial(to_them, carry_out=sentences) if anybody and said_to_them(group[0]) else sentences
        statement = Statement(scope, holder, first, told, more, anybody=anybody)
        settle(scope, partial(compile_statement, statement))


def by_document(items: Iterable[tuple[Item, ast.Paragraph]]) -> dict[str, list[tuple[Item, ast.Paragraph]]]:
    """The texts of each document, by its id."""
    found: dict[str, list[tuple[Item, ast.Paragraph]]] = {}
    for item, tree in items:
        found.setdefault(item.document, []).append((item, tree))
    return found
