"""Sentences with something added that must change their meaning: a negation, a modal, a time, a relative clause …

Each addition is made in the syntax tree, and kept only if the language can say it: the tree prints, and what is printed
parses back to it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from tests.compile.swallow import Bench
from toolkit.language import ast
from toolkit.language.printing.english import print_english
from toolkit.pack.source import Item
from toolkit.prove.account import changes

THE_GAME = ast.Noun(head="game", determiner=ast.Determiner(article="the"), plural=False)
IS_OVER = ast.Clauses(
    clauses=(ast.Clause(subject=THE_GAME, verbs=(ast.Be(predicate=ast.IsAdjective(adjectives=("over",))),)),)
)
WIN = ast.Act(verb="win", complements=(ast.Complement(role="obj", value=THE_GAME),))
FACE_DOWN = ast.Relative(word="that", verb=ast.Be(predicate=ast.IsAdjective(adjectives=("face down",))))


@dataclass(frozen=True)
class Insertion:
    """`kind`: what was added.  `text`: the sentence with it.  `tree`: read back."""

    kind: str
    text: str
    tree: ast.Paragraph


def insertions(bench: Bench, item: Item) -> Iterator[Insertion]:
    """Every sentence that the language has with one addition to that of the item."""
    tree = bench.pack.trees[item]
    for node in tree.walk():
        for kind, new in added(node, bench):
            mutated = ast.swapped(tree, node, new)
            try:
                text = print_english(mutated, bench.pack.vocabulary, item.start)
            except (KeyError, ValueError, TypeError, AssertionError, AttributeError):
                continue  # no such sentence: the printer has no form for it
            again = bench.parsed(item, text)
            if again is not None and again == mutated:
                yield Insertion(kind, text, again)


def added(node: ast.Node, bench: Bench) -> Iterator[tuple[str, ast.Node]]:
    """A node with one thing more: (kind of addition, new node)."""
    match node:
        case ast.Verb():
            yield from _verb(node, bench)
        case ast.Noun() if node.head is not None and node.name is None:
            yield from _noun(node)
        case ast.Clauses() if not node.closings:
            closing = ast.Closing(word="unless", condition=IS_OVER)
            yield "unless", replace(node, closings=(closing,))
        case ast.Clause() if len(node.verbs) == 1 and node.joint is None:
            yield "a second verb", replace(node, verbs=(*node.verbs, WIN), joint="and")


def _verb(node: ast.Verb, bench: Bench) -> Iterator[tuple[str, ast.Node]]:
    plain = not node.negated and node.modal is None
    if plain and not isinstance(node, ast.ProVerb):
        yield "not", replace(node, negated=True)
    if plain and node.tense == "present":
        for modal in ("cannot", "may", "must"):
            yield modal, replace(node, modal=modal)
        if isinstance(node, ast.Act):
            yield "past", replace(node, tense="past")
    if not node.instead:
        yield "instead", replace(node, instead=True)
    if isinstance(node, ast.Act | ast.Be):
        periods = [n.id for n in bench.pack.vocabulary.nouns.values() if n.category == "period"]
        for period in [each for each in periods if each != "game"][:1]:
            this = ast.Noun(head=period, determiner=ast.Determiner(article="this"))
            time = ast.When(word="in", period=this)
            yield "a time", replace(node, adverbials=(*node.adverbials, time))
        for word in ("again", "secretly", "in turn order", "at random"):
            yield word, replace(node, adverbials=(*node.adverbials, ast.Manner(word=word)))


def _noun(node: ast.Noun) -> Iterator[tuple[str, ast.Node]]:
    det = node.determiner
    if det.is_empty() or det == ast.Determiner(article="the"):
        yield "no", replace(node, determiner=ast.Determiner(quantifier="no"), plural=True)
        yield "a number", replace(node, determiner=ast.Determiner(number=7), plural=None)
        yield "at least", replace(node, determiner=ast.Determiner(bound="at least", number=7), plural=None)
    if det.number is not None and not det.signed:
        yield "one more", replace(node, determiner=replace(det, number=det.number + 1))
    if not det.other and (det.article == "the" or det.number or det.quantifier in ("each", "all")):
        yield "other", replace(node, determiner=replace(det, other=True))
    if node.relative is None:
        yield "a relative clause", replace(node, relative=FACE_DOWN)
    yield "an adjective", replace(node, adjectives=("active", *node.adjectives))


def lost(bench: Bench, item: Item) -> Iterator[Insertion]:
    """Additions that are accepted and change nothing: the same program, and validation does not report the word."""
    was = bench.program(item, bench.pack.trees[item])
    if was is None or was == "given":
        return
    for insertion in insertions(bench, item):
        if bench.program(item, insertion.tree) != was:
            continue
        if item.type == "example" or not reported(bench, item, insertion.tree, was):
            yield insertion


def reported(bench: Bench, item: Item, tree: ast.Paragraph, was: object) -> bool:
    """Whether validation says of a part of the sentence that it makes no difference."""
    return any(bench.program(item, change.tree) == was for change in changes(tree))
