"""Small changes of a sentence that a careful example should notice.

Changes are made in the tree, printed and parsed again: only what is still a sentence, and says something
else, counts. A row of a table is one kind of change; the description names it (*at least → at most*).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

from toolkit.language import ast
from toolkit.language.vocabulary import Vocabulary

Change = tuple[str, Any]
"""Description and the changed node."""

BOUNDS = {
    "at least": "at most",
    "at most": "at least",
    "more than": "fewer than",
    "fewer than": "more than",
    "less than": "more than",
    "exactly": "at least",
    "up to": "exactly",
}
ORDINALS = {
    "first": "last",
    "last": "first",
    "second": "first",
    "top": "bottom",
    "bottom": "top",
    "leftmost": "rightmost",
    "rightmost": "leftmost",
}
QUANTIFIERS = {"most": "fewest", "fewest": "most"}
VERBS = {"raise": "lower", "lower": "raise", "gain": "lose", "lose": "gain"}
OPERATIONS = {
    "plus": "minus",
    "minus": "plus",
    "multiplied by": "plus",
    "rounded up": "rounded down",
    "rounded down": "rounded up",
}
GIVENS = {"if": "unless", "unless": "if"}
SIDES = {
    "left": "right",
    "right": "left",
    "highest": "lowest",
    "lowest": "highest",
    "higher": "lower",
    "lower": "higher",
}
"""Words inside nouns, relations and prepositions (*to the left of*)."""


@dataclass(frozen=True)
class Mutator:
    """Changes trees of one vocabulary."""

    vocabulary: Vocabulary

    def changes(self, node: ast.Node) -> Iterator[Change]:
        """The node with one change in it, or in what is below it, each in turn."""
        yield from self.here(node)
        for item in fields(node):
            value = getattr(node, item.name)
            if isinstance(value, ast.Node):
                for what, changed in self.changes(value):
                    yield what, replace(node, **{item.name: changed})
            elif isinstance(value, tuple):
                for at, part in enumerate(value):
                    if isinstance(part, ast.Node):
                        for what, changed in self.changes(part):
                            parts: Any = (*value[:at], changed, *value[at + 1 :])
                            yield what, replace(node, **{item.name: parts})

    def here(self, node: ast.Node) -> Iterator[Change]:
        """Changes of the node itself."""
        match node:
            case ast.Determiner():
                yield from self.determiner(node)
            case ast.Times(amount=None):
                yield from numbers(node, node.number, 1)
            case ast.Arith():
                yield from swapped(node, "op", OPERATIONS)
            case ast.Clauses(joints=joints) if joints and "then" not in joints:
                other: ast.Joint = "or" if joints[0] == "and" else "and"
                yield f"{joints[0]} → {other}", replace(node, joints=(other,) * len(joints))
            case ast.Given() | ast.Closing():
                yield from swapped(node, "word", GIVENS)
            case ast.Modifier():
                yield from self.sides(node, "word", self.vocabulary.relations)
            case ast.IsRelated():
                yield from self.sides(node, "relation", self.vocabulary.relations)
            case ast.Noun():
                yield from self.noun(node)
            case ast.IsAdjective():
                yield from self.values(node)
            case ast.Verb():
                yield from self.verb(node)
            case _:
                return

    def determiner(self, node: ast.Determiner) -> Iterator[Change]:
        yield from swapped(node, "bound", BOUNDS)
        yield from swapped(node, "ordinal", ORDINALS)
        yield from swapped(node, "quantifier", QUANTIFIERS)
        if node.other:
            yield "without other", replace(node, other=False)
        if node.quantifier == "another":
            yield "another → a", replace(node, quantifier=None, article="a")
        if node.number is not None:
            yield from numbers(node, node.number, 0)

    def verb(self, node: ast.Verb) -> Iterator[Change]:
        if node.modal == "may":
            yield "without may", replace(node, modal=None)
        if not isinstance(node, ast.ProVerb) and node.modal in (None, "would"):
            if node.tense != "present" or isinstance(node, ast.Be) or node.negated:
                yield ("without not" if node.negated else "with not"), replace(node, negated=not node.negated)
        if isinstance(node, ast.ProVerb):
            yield ("without not" if node.negated else "with not"), replace(node, negated=not node.negated)
        if isinstance(node, ast.Act):
            yield from swapped(node, "verb", VERBS)

    def noun(self, node: ast.Noun) -> Iterator[Change]:
        if node.head is not None:
            yield from self.sides(node, "head", self.vocabulary.nouns)
            other = self.other_value(node.head)
            if other is not None:
                yield f"{node.head} → {other}", replace(node, head=other)
        yield from self.values(node)

    def values(self, node: ast.Noun | ast.IsAdjective) -> Iterator[Change]:
        """A word of a list becomes another word of the list."""
        for at, word in enumerate(node.adjectives):
            other = self.other_value(word)
            if other is not None:
                words = (*node.adjectives[:at], other, *node.adjectives[at + 1 :])
                yield f"{word} → {other}", replace(node, adjectives=words)

    def other_value(self, word: str) -> str | None:
        for values in self.vocabulary.lists.values():
            if word in values and len(values) > 1:
                return values[(values.index(word) + 1) % len(values)]
        return None

    def sides(self, node: Any, field: str, known: Mapping[str, Any] | Any) -> Iterator[Change]:
        """*left hand* becomes *right hand*, where the pack has both."""
        word = getattr(node, field)
        parts = word.split(" ")
        for at, part in enumerate(parts):
            if part in SIDES:
                other = " ".join([*parts[:at], SIDES[part], *parts[at + 1 :]])
                if other in known or field != "head":
                    yield f"{word} → {other}", replace(node, **{field: other})


def swapped(node: Any, field: str, table: Mapping[str, str]) -> Iterator[Change]:
    """The node with the other word of a table in a field."""
    word = getattr(node, field)
    if word in table:
        yield f"{word} → {table[word]}", replace(node, **{field: table[word]})


def numbers(node: Any, number: int, least: int) -> Iterator[Change]:
    """One more and one less."""
    for other in (number + 1, number - 1):
        if other >= least:
            yield f"{number} → {other}", replace(node, number=other)
