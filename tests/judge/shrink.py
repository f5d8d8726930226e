"""Smaller sentences: a tree with one part left out, for as long as the difference stays."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields
from typing import Any

from tests.judge.copies import replace
from toolkit.language import ast


def variants(node: Any) -> Iterator[Any]:
    """The node with one thing left out, here or below; largest cuts first."""
    yield from own(node)
    if not isinstance(node, ast.Node):
        return
    for item in fields(node):
        value = getattr(node, item.name)
        if isinstance(value, ast.Node):
            for other in variants(value):
                yield replace(node, **{item.name: other})
        elif isinstance(value, tuple):
            for k, part in enumerate(value):
                if isinstance(part, ast.Node):
                    for other in variants(part):
                        yield replace(node, **{item.name: (*value[:k], other, *value[k + 1 :])})


def own(node: Any) -> Iterator[Any]:
    match node:
        case ast.Paragraph(sentences=sentences) if len(sentences) > 1:
            yield from (replace(node, sentences=rest) for rest in without_one(sentences))
        case ast.Sentence(openings=openings) if openings:
            yield from (replace(node, openings=rest) for rest in without_one(openings))
        case ast.Clauses(clauses=clauses, joints=joints) if len(clauses) > 1:
            for rest in without_one(clauses):
                yield replace(node, clauses=rest, joints=joints[1:])
        case ast.Clause(verbs=verbs) if len(verbs) > 1:
            for rest in without_one(verbs):
                yield replace(node, verbs=rest, joint=node.joint if len(rest) > 1 else None)
        case ast.Group(items=items):
            yield from items
        case ast.Arith(left=left, right=right):
            yield left
            if right is not None:
                yield right
        case ast.Noun():
            if node.relative is not None:
                yield replace(node, relative=None)
            if node.adjectives:
                yield replace(node, adjectives=())
            yield from (replace(node, modifiers=rest) for rest in without_one(node.modifiers))
        case ast.Relative(more=more) if more is not None:
            yield replace(node, more=None, joint=None)
        case ast.Act(verb="have", complements=complements) if len(complements) > 1:
            yield from (replace(node, complements=rest) for rest in without_one(complements))


def without_one(items: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
    for k in range(len(items)):
        yield (*items[:k], *items[k + 1 :])


def smallest(
    tree: ast.Paragraph, differs: Callable[[ast.Paragraph], bool], patience: int = 60
) -> ast.Paragraph:
    """A tree none of whose variants differs any more, or the best that was found in so many looks."""
    found = True
    while found and patience > 0:
        found = False
        for variant in variants(tree):
            patience -= 1
            if patience < 0:
                break
            if differs(variant):
                tree, found = variant, True
                break
    return tree
