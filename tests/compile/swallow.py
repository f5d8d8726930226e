"""Sentences with a word dropped, doubled, swapped or exchanged: are they another program than they were?

Items are compiled alone, as `toolkit.prove.alone` does; of an example, what is *given* and the conditions of *then*.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.hygiene.project import ROOT
from tests.loaded import pack
from toolkit.compile.base.values import Fail
from toolkit.language import ast
from toolkit.language.parsing.parser import Parser
from toolkit.pack.source import Item
from toolkit.play.example import Example, Runner
from toolkit.play.scenario import operations_of
from toolkit.prove.alone import Alone
from toolkit.report.diagnostic import DiagnosticError
from toolkit.report.source import Text

PACKS = ROOT / "tests" / "packs"

EXCHANGES: tuple[tuple[str, ...], ...] = (
    ("at least", "at most", "exactly", "more than", "fewer than"),
    ("a", "each", "all", "no", "another", "the", "that", "every", "the most", "at least"),
    ("in", "to", "from", "under"),  # *at* and *on* are read like *in*
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
    """`kind`: drop, double, swap, exchange.  `words`: what was touched; `before`: the word before it, if it is gone."""

    kind: str
    words: str
    text: str
    before: str = ""


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
        yield Change("drop", word[0], dropped, words[number - 1][0] if number else "")
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


class Bench:
    """Compiles items of a pack one at a time."""

    def __init__(self, folder: Path) -> None:
        self.pack = pack(folder)
        self.parser = Parser(self.pack.vocabulary)
        self.alone = Alone(self.pack)
        self.options = self.alone.options

    def items(self) -> list[Item]:
        """What can be changed: sentences that are compiled with the pack, and the conditions of examples."""
        return [item for item in self.pack.trees if item.type != "scenario" and item.start != "decision"]

    def parsed(self, item: Item, text: str) -> ast.Paragraph | None:
        """The tree of a text in the place of an item; None: a diagnostic, be it of a number that does not fit."""
        checked = self.parser.parse(Text.plain(text), item.start, brief=True)
        return None if checked.diagnostics else checked.value

    def program(self, item: Item, tree: ast.Paragraph) -> Any:
        """What the item adds to the ruleset; None: a diagnostic."""
        return self.example(item, tree) if item.type == "example" else self.alone.program(item, tree)

    def example(self, item: Item, tree: ast.Paragraph) -> Any:
        """The conditions of *then*; what is done for *given*."""
        runner = Runner.__new__(Runner)
        made = []
        try:
            if item.field == "then":
                for sentence in tree.sentences:
                    made += [(e, n) for _, e, n in Runner.conditions(runner, sentence, self.game(item))]
            else:
                made += [operation for operation, _ in operations_of(self.game(item), [(item, tree)])[0]]
        except (Fail, DiagnosticError):
            return None
        return repr(made)

    def game(self, item: Item) -> Any:
        """With as many as may play, and what the item asks for."""
        options = self.options | dict.fromkeys(item.options, True)
        everybody = self.pack.source.manifest.counts(options).stop - 1
        return self.pack.compiled(everybody, options).value


def same(bench: Bench, item: Item) -> Iterator[Change]:
    """Changed sentences that are the same program."""
    text = item.text.value
    tree = bench.parsed(item, text)
    assert tree is not None, text
    was = bench.program(item, tree)
    assert was is not None, (text, [d.message for d in bench.alone.diagnostics])
    for change in changes(text):
        other = bench.parsed(item, change.text)
        if other is not None and bench.program(item, other) == was:
            yield change


__all__ = ["Bench", "Change", "Example", "changes", "same"]
