"""What Ukrainian asks of a nominal before it is declined, and the nominals that it says instead."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeGuard

from toolkit.language import ast
from toolkit.language.ast import Determiner, Node, Nominal, Noun, Pronoun


def with_possessive(node: Noun) -> Noun:
    """*10 power of it* as *10 of its power*: a pronoun that has something stands before it (*10 його сили*)."""
    d = node.determiner
    whose: dict[str, ast.Possessive] = {"it": "its", "they": "their", "you": "your"}
    for modifier in node.modifiers:
        what = modifier.what
        if modifier.word == "of" and isinstance(what, Pronoun) and d.possessive is None and d.owner is None:
            owned = replace(d, possessive=whose[what.word], of=d.number not in (None, 1))
            return replace(node.without(modifier), determiner=owned)
    return node


def is_name(node: Nominal) -> TypeGuard[Noun]:
    """Whether a nominal is a name and no more: *a Foxfire*, *Sloop*."""
    return isinstance(node, Noun) and node == Noun(
        determiner=Determiner(article=node.determiner.article), name=node.name
    )


def quoted(name: str) -> str:
    """A name in quotes; those that it has itself become the inner ones."""
    inner = name.replace("«", "„").replace("»", "“")
    return f"«{inner}»"


def counts_others(d: Determiner) -> bool:
    """*2 other cards*: after the number; but *the other 2 cards*."""
    return (
        d.other
        and d.number is not None
        and d.article is None
        and d.possessive is None
        and d.quantifier is None
    )


def counts_own(d: Determiner) -> bool:
    """*up to 3 of your cards*: *до 3 своїх карт*; but *one of your cards* is *одна зі своїх карт*."""
    return (
        d.of and d.quantifier is None and d.number not in (None, 1) and bool(d.possessive) and not d.ordinal
    )


def counts_on_side(d: Determiner) -> bool:
    """*the top 2 cards*: *2 верхні карти*; but *перші 2 карти*."""
    return d.number not in (None, 1) and d.ordinal in ("top", "bottom", "leftmost", "rightmost")


def signed(number: int) -> str:
    """+1, −2 (a true minus)."""
    return f"+{number}" if number >= 0 else f"−{-number}"


def is_none(node: Node | None) -> bool:
    """Whether a nominal says *no*: *no units*, *no cards and no dice*."""
    match node:
        case Noun(determiner=d, head=head):
            return d.quantifier == "no" or head == "nothing"
        case ast.Group(items=items):
            bare = (isinstance(item, Noun) and item.determiner.is_empty() for item in items)
            return is_none(items[0]) and all(
                is_none(item) or shared for item, shared in zip(items, bare, strict=True)
            )
        case _:
            return False


def each_said(group: ast.Group) -> tuple[Noun, ...]:
    """The places of a list if each is said by itself, so that each has its preposition; none if they share a word."""
    said = tuple(
        item
        for item in group.items
        if isinstance(item, Noun) and (item.name is not None or not item.determiner.is_empty())
    )
    return said if len(said) == len(group.items) and not any(item.determiner.of for item in said) else ()


def without_no(node: Nominal) -> Nominal:
    """The nominal without its *no*: after *без* and *немає*."""
    match node:
        case Noun(determiner=d, plural=plural):
            return replace(node, determiner=replace(d, quantifier=None), plural=bool(plural))
        case ast.Group(items=items):
            return replace(node, items=tuple(without_no(item) for item in items))
        case _:
            return node


def each_of(node: Nominal) -> Nominal:
    """The nominal with *each* in front: *for each card*, *for each of those units*."""
    if not isinstance(node, Noun):
        return node
    d = node.determiner
    if d.quantifier is not None:
        return node
    if d.is_empty() or d.other:
        return replace(node, determiner=replace(d, quantifier="each"), plural=None)
    if d.number is not None and d.number != 1:
        return node
    return replace(node, determiner=replace(d, quantifier="each", of=True), plural=True)
