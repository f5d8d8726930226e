"""Sentences with a word dropped, doubled, swapped or exchanged: are they another program than they were?

A pack is compiled once; an item is then compiled alone against its `World`, and what that adds to the ruleset (rules,
programs, functions, conditions) is the item's program.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from tests.hygiene.project import ROOT
from toolkit.compile.base.scope import Scope
from toolkit.compile.base.values import Fail
from toolkit.compile.game import Compiler
from toolkit.compile.pack import Pack, load_pack
from toolkit.compile.story import own_item
from toolkit.language import ast
from toolkit.language.parsing.parser import Parser
from toolkit.pack.source import Item
from toolkit.play.example import Example, Runner
from toolkit.report.source import Text

PACKS = ROOT / "tests" / "packs"

EXCHANGES: tuple[tuple[str, ...], ...] = (
    ("at least", "at most", "exactly", "more than", "fewer than"),
    ("a", "each", "all", "no", "another", "the", "that", "every"),
    ("in", "at", "on", "to", "from", "under"),
    ("and", "or", "then"),
    ("may", "must", "cannot", "can"),
    ("first", "last", "top", "bottom", "next"),
    ("your", "their", "its", "the"),
    ("lower", "higher"),
    ("lowest", "highest"),
    ("most", "fewest"),
    ("more", "fewer", "less"),
    ("if", "unless", "when", "as long as"),
    ("this", "that", "your", "each"),
    ("is", "is not"),
    ("up to", "exactly"),
    ("with", "without"),
    ("plus", "minus"),
    ("rounded up", "rounded down"),
)
"""Words of which each is another meaning."""


@dataclass(frozen=True)
class Change:
    """`kind`: drop, double, swap, exchange.  `words`: what was touched."""

    kind: str
    words: str
    text: str


def changes(text: str) -> Iterator[Change]:
    """Every changed text once."""
    seen = {text}
    for change in _changes(text):
        if change.text not in seen:
            seen.add(change.text)
            yield change


def _changes(text: str) -> Iterator[Change]:
    words = list(re.finditer(r"[^\s,.:;]+", text))
    for number, word in enumerate(words):
        start, end = word.span()
        before, after = text[:start], text[end:]
        dropped = before.rstrip() + after if after[:1] in ",.:;" or not after else before + after.lstrip()
        yield Change("drop", word[0], dropped)
        yield Change("double", word[0], f"{before}{word[0]} {word[0].lower()}{after}")
        if number + 1 < len(words):
            other = words[number + 1]
            between = text[end : other.start()]
            yield Change(
                "swap", f"{word[0]} {other[0]}", before + other[0] + between + word[0] + text[other.end() :]
            )
    for group in EXCHANGES:
        for one in group:
            for found in re.finditer(rf"\b{one}\b", text, re.I):
                for other in group:
                    if other != one:
                        new = other.capitalize() if found[0][0].isupper() else other
                        yield Change(
                            "exchange", f"{one} -> {other}", text[: found.start()] + new + text[found.end() :]
                        )


@cache
def loaded(folder: Path) -> Pack:
    """A pack without errors."""
    pack = load_pack(folder, (PACKS, ROOT / "content")).unwrap()
    assert pack is not None
    return pack


class Bench:
    """Compiles items of a pack one at a time."""

    def __init__(self, folder: Path) -> None:
        self.pack = loaded(folder)
        self.parser = Parser(self.pack.vocabulary)
        self.compiler = Compiler(self.pack.source, self.pack.trees, self.pack.source.manifest.least, {})
        self.options = {o.id: True for o in self.pack.source.manifest.options}
        self.compiler.options = self.options
        self.compiler.compile()

    def items(self) -> list[Item]:
        """What can be changed: sentences that are compiled with the pack, and the conditions of examples."""
        return [item for item in self.pack.trees if item.type != "scenario" and item.start != "decision"]

    def parsed(self, item: Item, text: str) -> ast.Paragraph | None:
        """The tree of a text in the place of an item; None: a diagnostic."""
        checked = self.parser.parse(Text.plain(text), item.start)
        return None if any(d.is_error for d in checked.diagnostics) else checked.value

    def program(self, item: Item, tree: ast.Paragraph) -> Any:
        """What the item adds to the ruleset; None: a diagnostic."""
        with self.alone(item, tree):
            if item.type == "example":
                return self.example(item, tree)
            if item.type == "deck-rules":
                must = [(rule.condition, rule.size) for rule in self.compiler.deck_rules()]
                return None if self.compiler.found else repr(must)
            if item.type == "story" or own_item(self.compiler.story.telling.stories, item):
                return self.story(item, tree)
            ruleset, world = self.compiler.ruleset, self.compiler.world
            parts = ("programs", "rules", "functions", "invariants", "evaluations", "start")
            marks = {name: len(getattr(ruleset, name)) for name in parts}
            held = (
                list(ruleset.verbs),
                [dict(f) for f in ruleset.effects],
                [dict(f) for f in ruleset.formulas],
                set(ruleset.recorded),
                {k: list(v) for k, v in world.defined.items()},
                {k: list(v) for k, v in world.aliases.items()},
                dict(world.orders),
            )
            try:
                self.compile(item)
                made = {name: list(getattr(ruleset, name)[mark:]) for name, mark in marks.items()}
                made["programs"] = [replace(p, at=()) for p in made["programs"]]
                made["rules"] = [replace(r, sentence=-1) for r in made["rules"]]
                made["functions"] = [replace(f, sentence=-1) for f in made["functions"]]
                changed = [
                    replace(new, requires_at=-1, program=-1)
                    for new, old in zip(ruleset.verbs, held[0], strict=True)
                    if new is not old
                ]
                words = {
                    k: [(d.kinds, d.preps, d.type, d.many) for d in v if d not in held[4].get(k, [])]
                    for k, v in world.defined.items()
                    if v != held[4].get(k)
                }
                names = {k: [a[0] for a in v] for k, v in world.aliases.items() if v != held[5].get(k)}
                orders = [k for k, v in world.orders.items() if v != held[6].get(k)]
                return None if self.compiler.found else (repr(made), repr(changed), words, names, orders)
            finally:
                for name, mark in marks.items():
                    del getattr(ruleset, name)[mark:]
                ruleset.verbs[:], ruleset.recorded = held[0], held[3]
                ruleset.effects[:], ruleset.formulas[:] = held[1], held[2]
                world.defined, world.aliases, world.orders = held[4], held[5], held[6]

    @contextmanager
    def alone(self, item: Item, tree: ast.Paragraph) -> Iterator[None]:
        """This item is the whole pack, with the other steps of its document; sentences have no numbers."""
        say = Scope.say
        whole = {
            other: tree if other is item else old
            for other, old in self.pack.trees.items()
            if other is item or (other.field == "steps" == item.field and other.anchor == item.anchor)
        }
        trees, self.compiler.trees, self.compiler.found = self.compiler.trees, whole, []
        Scope.say = lambda scope, span: 0  # type: ignore[method-assign]
        try:
            yield
        finally:
            Scope.say, self.compiler.trees = say, trees  # type: ignore[method-assign]

    def compile(self, item: Item) -> None:
        compiler = self.compiler
        match item.type:
            case "definitions" if item.field == "is":
                compiler.definitions()
            case "verb" if item.field == "requires":
                compiler.requirements()
            case "verb" if item.field == "steps":
                compiler.programs()
            case "procedure" | "rule-module" if item.field != "rules":
                source = compiler.source
                compiler.source = replace(
                    source, manifest=replace(source.manifest, start=(item.document, "set-up"))
                )
                compiler.procedures()
                compiler.source = source
            case "invariants":
                compiler.invariants()
            case "evaluation":
                compiler.evaluations()
            case _:
                compiler.standing()
                compiler.cards()
                compiler.card_effects()

    def example(self, item: Item, tree: ast.Paragraph) -> Any:
        """The conditions of *then*; what is given."""
        runner = Runner.__new__(Runner)
        made = []
        try:
            if item.field == "then":
                for sentence in tree.sentences:
                    made += [(e, n) for _, e, n in Runner.conditions(runner, sentence, self.game())]
            else:
                return "given"
        except Fail:
            return None
        return repr(made)

    def story(self, item: Item, tree: ast.Paragraph) -> Any:
        """All programs: what a card of a story says is spread over several."""
        trees = {other: tree if other is item else old for other, old in self.pack.trees.items()}
        compiler = Compiler(self.pack.source, trees, self.pack.source.manifest.least, self.options)
        compiler.compile()
        ruleset = compiler.ruleset
        programs = [replace(each, at=()) for each in ruleset.programs]
        functions = [replace(each, sentence=-1) for each in ruleset.functions]
        rules = [replace(each, sentence=-1) for each in ruleset.rules]
        return None if compiler.found else repr((programs, functions, rules, ruleset.invariants))

    def game(self) -> Any:
        everybody = self.pack.source.manifest.most
        return self.pack.compiled(everybody, self.options).value


def same(bench: Bench, item: Item) -> Iterator[Change]:
    """Changed sentences that are the same program."""
    text = item.text.value
    tree = bench.parsed(item, text)
    assert tree is not None, text
    was = bench.program(item, tree)
    assert was is not None, (text, [d.message for d in bench.compiler.found])
    if was == "given":
        return
    for change in changes(text):
        other = bench.parsed(item, change.text)
        if other is not None and bench.program(item, other) == was:
            yield change


__all__ = ["Bench", "Change", "Example", "changes", "same"]
